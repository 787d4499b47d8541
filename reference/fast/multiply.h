/*
 * The one inner loop: C = A B with rows of C and B in vectors, A one number at a time. What A is may lie in memory in
 * any order: element (r, t) is data[r row + t step], so A may be keys, values by column, or weights, and is never
 * copied. Rows of B are `pitch` vectors apart, of C `stride` numbers.
 *
 * Rows are done a few at a time; of the last ones too few may be left. Then the last is done several times, so that
 * nothing but A's and C's own rows is read or written.
 */
enum { GROUPS = 3, TILE = GROUPS * LANES };

/* Rows that are done at a time, by their vectors: 4 x 3 sums fill 16 registers. */
enum { HIGH_3 = 4, HIGH_2 = LANES == 16 ? 8 : 4, HIGH_1 = 8, HIGHEST = 8 };

struct factor {
	const float *data;
	size_t row, step;
};

struct product {
	float *data;
	size_t stride;
};

/* A weight of 0 stands for what is not seen: it is not to be multiplied by what it belongs to. */
enum guard {
	UNGUARDED,
	GUARD_BY_B, /* where B is 0, A does not count */
	GUARD_BY_A  /* where A is 0, B does not count */
};

INLINE lanes multiply_guarded(enum guard guard, lanes a, lanes b, lanes sum)
{
	if (guard == UNGUARDED)
		return lanes_multiply_add(a, b, sum);
	return guard == GUARD_BY_A ? lanes_multiply_add_seen(a, b, sum) : lanes_multiply_add_seen(b, a, sum);
}

/* `height` rows and `width` vectors of C, in registers: C = C scales + A B, or A B if scales is NULL. */
INLINE void multiply_tile(int height, int width, enum guard guard, struct factor a, size_t rows, const lanes *b,
			  size_t pitch, size_t depth, struct product c, const lanes *scales)
{
	lanes sums[HIGHEST][GROUPS];
	size_t at[HIGHEST];
	UNROLL
	for (int r = 0; r < height; r++) {
		at[r] = (size_t)r < rows ? (size_t)r : rows - 1;
		UNROLL
		for (int g = 0; g < width; g++)
			sums[r][g] = scales == NULL ? lanes_all(0)
						    : lanes_load(c.data + at[r] * c.stride + g * LANES) * scales[g];
		at[r] *= a.row;
	}
	for (size_t t = 0; t < depth; t++, b += pitch, a.data += a.step) {
		UNROLL
		for (int r = 0; r < height; r++) {
			lanes factor = lanes_all(a.data[at[r]]);
			UNROLL
			for (int g = 0; g < width; g++)
				sums[r][g] = multiply_guarded(guard, factor, b[g], sums[r][g]);
		}
	}
	UNROLL
	for (int r = 0; r < height; r++) {
		size_t row = (size_t)r < rows ? (size_t)r : rows - 1;
		UNROLL
		for (int g = 0; g < width; g++)
			lanes_store(c.data + row * c.stride + g * LANES, sums[r][g]);
	}
}

INLINE void multiply_by(int height, int width, enum guard guard, struct factor a, size_t rows, const lanes *b,
			size_t pitch, size_t depth, struct product c, const lanes *scales)
{
	for (size_t r = 0; r < rows; r += (size_t)height) {
		multiply_tile(height, width, guard, a, rows - r, b, pitch, depth, c, scales);
		a.data += (size_t)height * a.row;
		c.data += (size_t)height * c.stride;
	}
}

/* The first `width` vectors of each row. */
INLINE void multiply_width(size_t width, enum guard guard, struct factor a, size_t rows, const lanes *b, size_t pitch,
			   size_t depth, struct product c, const lanes *scales)
{
	if (width == 3 && pitch >= 3)
		multiply_by(HIGH_3, 3, guard, a, rows, b, pitch, depth, c, scales);
	else if (width == 2)
		multiply_by(HIGH_2, 2, guard, a, rows, b, pitch, depth, c, scales);
	else
		multiply_by(HIGH_1, 1, guard, a, rows, b, pitch, depth, c, scales);
}

/* Where B is a tile's: rows of GROUPS vectors. */
LOCAL void multiply(size_t width, struct factor a, size_t rows, const lanes *b, size_t depth, struct product c,
		    const lanes *scales)
{
	multiply_width(width, UNGUARDED, a, rows, b, GROUPS, depth, c, scales);
}

/* One vector of each row only: b, c and scales point to it. */
LOCAL void multiply_seen_by_b(struct factor a, size_t rows, const lanes *b, size_t depth, struct product c,
			      const lanes *scales)
{
	multiply_by(HIGH_1, 1, GUARD_BY_B, a, rows, b, GROUPS, depth, c, scales);
}

/* C like B. */
INLINE struct product panel(lanes *rows)
{
	return (struct product){(float *)rows, TILE};
}
