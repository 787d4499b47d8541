/*
 * The one inner loop: C = A B with rows of C and B in vectors, A one number at a time. What A is may lie in memory in
 * any order: element (r, t) is data[r row + t step], so A may be keys, values by column, or weights, and is never
 * copied. B and C have rows of GROUPS vectors.
 *
 * Rows are done a few at a time; of the last ones too few may be left. Then the last is done several times, so that
 * nothing but A's own rows is read, and C has room for SLACK rows more than it has.
 */
enum { GROUPS = 3, TILE = GROUPS * LANES, SLACK = 8 };

struct factor {
	const float *data;
	size_t row, step;
};

/* A weight of 0 stands for what is not seen: it is not to be multiplied by what it belongs to. */
enum guard {
	UNGUARDED,
	GUARD_BY_B, /* where B is 0, A does not count */
	GUARD_BY_A  /* where A is 0, B does not count */
};

INLINE lanes multiply_guarded(enum guard guard, lanes a, lanes b, lanes sum)
{
	if (guard == GUARD_BY_B)
		a = lanes_where(b, a);
	if (guard == GUARD_BY_A)
		b = lanes_where(a, b);
	return lanes_multiply_add(a, b, sum);
}

/* `height` rows and `width` vectors of C, in registers: C = C scales + A B, or A B if scales is NULL. */
INLINE void multiply_tile(int height, int width, enum guard guard, struct factor a, size_t rows, const lanes *b,
			  size_t depth, lanes *c, const lanes *scales)
{
	lanes sums[SLACK][GROUPS];
	size_t at[SLACK];
	UNROLL
	for (int r = 0; r < height; r++) {
		at[r] = ((size_t)r < rows ? (size_t)r : rows - 1) * a.row;
		UNROLL
		for (int g = 0; g < width; g++)
			sums[r][g] = scales == NULL ? lanes_all(0) : c[r * GROUPS + g] * scales[g];
	}
	for (size_t t = 0; t < depth; t++, b += GROUPS, a.data += a.step) {
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
		UNROLL
		for (int g = 0; g < width; g++)
			c[r * GROUPS + g] = sums[r][g];
	}
}

INLINE void multiply_by(int height, int width, enum guard guard, struct factor a, size_t rows, const lanes *b,
			size_t depth, lanes *c, const lanes *scales)
{
	for (size_t r = 0; r < rows; r += (size_t)height) {
		multiply_tile(height, width, guard, a, rows - r, b, depth, c, scales);
		a.data += (size_t)height * a.row;
		c += height * GROUPS;
	}
}

/* The first `width` vectors of each row: 4 x 3 of them fill 16 registers. */
INLINE void multiply_width(size_t width, enum guard guard, struct factor a, size_t rows, const lanes *b, size_t depth,
			   lanes *c, const lanes *scales)
{
	if (width == 3)
		multiply_by(4, 3, guard, a, rows, b, depth, c, scales);
	else if (width == 2)
		multiply_by(4, 2, guard, a, rows, b, depth, c, scales);
	else
		multiply_by(SLACK, 1, guard, a, rows, b, depth, c, scales);
}

LOCAL void multiply(size_t width, struct factor a, size_t rows, const lanes *b, size_t depth, lanes *c,
		    const lanes *scales)
{
	multiply_width(width, UNGUARDED, a, rows, b, depth, c, scales);
}

LOCAL void multiply_seen_by_a(size_t width, struct factor a, size_t rows, const lanes *b, size_t depth, lanes *c,
			      const lanes *scales)
{
	multiply_width(width, GUARD_BY_A, a, rows, b, depth, c, scales);
}

/* One vector of each row only: b, c and scales point to it. */
LOCAL void multiply_seen_by_b(struct factor a, size_t rows, const lanes *b, size_t depth, lanes *c, const lanes *scales)
{
	multiply_by(SLACK, 1, GUARD_BY_B, a, rows, b, depth, c, scales);
}
