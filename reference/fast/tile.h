/*
 * Rows of a matrix as a tile: turned, one to a lane, or packed into panels of as many columns; and room for such
 * things. `vectors` are those of a tile's or a panel's row.
 */

/* Rows first .. first + rows - 1 of a matrix of `columns` columns. */
struct rows {
	const float *data;
	size_t stride, rows, columns;
};

static size_t smaller(size_t a, size_t b)
{
	return a < b ? a : b;
}

static size_t panels(size_t columns, size_t vectors)
{
	return (columns + vectors * LANES - 1) / (vectors * LANES);
}

/* Vectors from a room. */
static lanes *carve(lanes **room, size_t vectors)
{
	lanes *part = *room;
	*room += vectors;
	return part;
}

INLINE four four_load(const float *from)
{
	four x;
	__builtin_memcpy(&x, from, sizeof(x));
	return x;
}

INLINE void four_store(float *to, four x)
{
	__builtin_memcpy(to, &x, sizeof(x));
}

/* Four by four numbers turned, each row times `factor`: what lay next to each other comes to lie `step` apart. */
INLINE void turn_four(const float *from, size_t stride, four factor, float *to, size_t step)
{
	four a = factor * four_load(from), b = factor * four_load(from + stride);
	four c = factor * four_load(from + 2 * stride), d = factor * four_load(from + 3 * stride);
	four ab = __builtin_shufflevector(a, b, 0, 4, 1, 5), ab_end = __builtin_shufflevector(a, b, 2, 6, 3, 7);
	four cd = __builtin_shufflevector(c, d, 0, 4, 1, 5), cd_end = __builtin_shufflevector(c, d, 2, 6, 3, 7);
	four_store(to, __builtin_shufflevector(ab, cd, 0, 1, 4, 5));
	four_store(to + step, __builtin_shufflevector(ab, cd, 2, 3, 6, 7));
	four_store(to + 2 * step, __builtin_shufflevector(ab_end, cd_end, 0, 1, 4, 5));
	four_store(to + 3 * step, __builtin_shufflevector(ab_end, cd_end, 2, 3, 6, 7));
}

/* Column t becomes a row of vectors, times `factor`; lanes without a row are 0. */
static void turn(struct rows from, float factor, lanes *to, size_t vectors)
{
	float *target = (float *)to;
	const size_t width = vectors * LANES;
	const four factors = {factor, factor, factor, factor};
	size_t whole_rows = from.rows / 4 * 4, whole_columns = from.columns / 4 * 4;
	if (from.rows < width)
		memset(to, 0, from.columns * width * sizeof(float));
	for (size_t t = 0; t < whole_columns; t += 4)
		for (size_t r = 0; r < whole_rows; r += 4)
			turn_four(from.data + r * from.stride + t, from.stride, factors, target + t * width + r, width);
	for (size_t r = 0; r < from.rows; r++)
		for (size_t t = r < whole_rows ? whole_columns : 0; t < from.columns; t++)
			target[t * width + r] = from.data[r * from.stride + t] * factor;
}

/* Where rows go. */
struct rows_out {
	float *data;
	size_t stride, rows, columns;
};

/* The way back: rows of what `turn` would have made of them, each times its factor. */
static void turn_back(const lanes *from, size_t vectors, const float *factors, struct rows_out to)
{
	const float *source = (const float *)from;
	const size_t width = vectors * LANES;
	size_t whole_rows = to.rows / 4 * 4, whole_columns = to.columns / 4 * 4;
	for (size_t r = 0; r < whole_rows; r += 4)
		for (size_t c = 0; c < whole_columns; c += 4)
			turn_four(source + c * width + r, width, four_load(factors + r), to.data + r * to.stride + c,
				  to.stride);
	for (size_t r = 0; r < to.rows; r++)
		for (size_t c = r < whole_rows ? whole_columns : 0; c < to.columns; c++)
			to.data[r * to.stride + c] = source[c * width + r] * factors[r];
}

/* Panel p holds the p-th columns, in `height` rows; what is not there is 0. */
static void pack(struct rows from, size_t height, lanes *to, size_t vectors)
{
	float *target = (float *)to;
	const size_t width = vectors * LANES;
	memset(to, 0, panels(from.columns, vectors) * height * width * sizeof(float));
	for (size_t p = 0; p < panels(from.columns, vectors); p++)
		for (size_t r = 0; r < from.rows; r++)
			memcpy(target + (p * height + r) * width, from.data + r * from.stride + p * width,
			       smaller(width, from.columns - p * width) * sizeof(float));
}
