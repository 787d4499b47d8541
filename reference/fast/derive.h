/*
 * The gradient of causal attention. With P the weights, G the derivative by the output and D the mean derivative by
 * the weights of each row, all of which a first pass has left in the gradient's arrays:
 *
 *   dV = P^T G     dP = G V^T     dS = c P (dP - D)     dQ = dS K     dK = dS^T Q
 *
 * A unit is KEYS keys, whose dK and dV it owns; it goes through the tiles of queries that see them, again with the
 * queries in the lanes. To dQ many units add: each waits until the one before it has added to that tile, so that the
 * sums come out the same on any number of threads. The units are begun in their order, and the ones before have a
 * start.
 */
enum { KEYS = 64 };

/* What a unit holds. Panels are those of tile.h. */
struct derivation {
	const struct fast_gradient *gradient;
	size_t block, first, n_keys; /* keys first .. first + n_keys - 1 */
	float scale;
	size_t key_panels, value_panels;
	lanes *k, *dk, *dv;	       /* panels */
	lanes *q_turned, *g_turned;    /* of the tile at hand */
	lanes *q, *g;		       /* the same in panels */
	lanes *weights, *slopes, *sum; /* P^T, dS^T; a panel of dQ */
};

static size_t panel_vectors(size_t height)
{
	return (height + SLACK) * GROUPS;
}

/* Rows are done SLACK at a time, at the most. */
static size_t round_up(size_t rows)
{
	return (rows + SLACK - 1) / SLACK * SLACK;
}

static size_t derive_vectors(const struct fast_gradient *gradient)
{
	size_t key_panels = panels(gradient->d_k), value_panels = panels(gradient->d_v);
	return panel_vectors(KEYS) * (2 * key_panels + value_panels + 2) +
	       GROUPS * (gradient->d_k + gradient->d_v + TILE * (key_panels + value_panels)) + panel_vectors(TILE);
}

static struct derivation derivation_begin(const struct fast_gradient *gradient, size_t block, lanes *room)
{
	struct derivation d = {
		.gradient = gradient,
		.block = block,
		.first = block * KEYS,
		.n_keys = smaller(KEYS, gradient->n - block * KEYS),
		.scale = (float)(1 / sqrt((double)gradient->d_k)),
		.key_panels = panels(gradient->d_k),
		.value_panels = panels(gradient->d_v),
	};
	d.k = carve(&room, panel_vectors(KEYS) * d.key_panels);
	d.dk = carve(&room, panel_vectors(KEYS) * d.key_panels);
	d.dv = carve(&room, panel_vectors(KEYS) * d.value_panels);
	d.weights = carve(&room, panel_vectors(KEYS));
	d.slopes = carve(&room, panel_vectors(KEYS));
	d.sum = carve(&room, panel_vectors(TILE));
	d.q_turned = carve(&room, gradient->d_k * GROUPS);
	d.g_turned = carve(&room, gradient->d_v * GROUPS);
	d.q = carve(&room, TILE * GROUPS * d.key_panels);
	d.g = carve(&room, TILE * GROUPS * d.value_panels);
	return d;
}

/* The queries of a tile, and the keys of the block: all lanes see the first `clear`, some the first `seen`. */
struct queries {
	size_t first, rows, clear, seen;
};

static void load_tile(const struct derivation *d, const struct queries *queries)
{
	const struct fast_gradient *gradient = d->gradient;
	struct rows q = {gradient->q + queries->first * gradient->d_k, gradient->d_k, queries->rows, gradient->d_k};
	struct rows g = {gradient->d_out + queries->first * gradient->d_v, gradient->d_v, queries->rows, gradient->d_v};
	turn(q, (float)(1.44269504088896340736 / sqrt((double)gradient->d_k)), d->q_turned);
	turn(g, 1, d->g_turned);
	pack(q, TILE, d->q);
	pack(g, TILE, d->g);
}

/* Numbers of a tile's rows, a vector for each group; 0 where there is no row. */
static void load_numbers(const float *from, const struct queries *queries, lanes *to)
{
	memset(to, 0, GROUPS * sizeof(lanes));
	memcpy(to, from + queries->first, queries->rows * sizeof(float));
}

/* Lanes that hold a query which sees the key: those of rows `first` .. `end` - 1 of the tile. */
static whole lanes_seeing(const struct queries *queries, size_t key, size_t g)
{
	whole row = lanes_numbers() + whole_all((int32_t)(g * LANES));
	size_t first = key > queries->first ? key - queries->first : 0;
	return (row >= whole_all((int32_t)first)) & (row < whole_all((int32_t)queries->rows));
}

/* Scores and derivatives by the weights become weights and derivatives by the scores; 0 where nothing is seen. */
static void weigh_tile(const struct derivation *d, const struct queries *queries)
{
	const struct fast_gradient *gradient = d->gradient;
	lanes peaks[GROUPS], shares[GROUPS], means[GROUPS];
	load_numbers(gradient->peaks, queries, peaks);
	load_numbers(gradient->shares, queries, shares);
	load_numbers(gradient->means, queries, means);
	for (size_t j = 0; j < queries->seen; j++) {
		for (size_t g = 0; g < GROUPS; g++) {
			lanes *weight = &d->weights[j * GROUPS + g], *slope = &d->slopes[j * GROUPS + g];
			*weight = lanes_exp2(*weight - peaks[g]) * shares[g];
			*slope = *weight * (*slope - means[g]) * lanes_all(d->scale);
			if (j < queries->clear)
				continue;
			whole seeing = lanes_seeing(queries, d->first + j, g);
			*weight = (lanes)(seeing & (whole)*weight);
			*slope = (lanes)(seeing & (whole)*slope);
		}
	}
	size_t hidden = (round_up(queries->seen) - queries->seen) * GROUPS * sizeof(lanes);
	memset(d->weights + queries->seen * GROUPS, 0, hidden);
	memset(d->slopes + queries->seen * GROUPS, 0, hidden);
}

/* to += weights times the panels of what belongs to the queries. */
static void add_to_keys(const struct derivation *d, const struct queries *queries, const lanes *weights,
			const lanes *from, size_t columns, lanes *to)
{
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	size_t clear = queries->clear, rest = smaller(round_up(queries->seen), d->n_keys) - clear;
	const float *data = (const float *)weights;
	for (size_t c = 0; c < columns; c += TILE, from += TILE * GROUPS, to += panel_vectors(KEYS)) {
		size_t width = panel_width(columns - c);
		multiply(width, (struct factor){data, TILE, 1}, clear, from, TILE, to, ones);
		multiply_seen_by_a(width, (struct factor){data + clear * TILE, TILE, 1}, rest, from, TILE,
				   to + clear * GROUPS, ones);
	}
}

static void wait_for(const size_t *done, size_t count)
{
	while (__atomic_load_n(done, __ATOMIC_ACQUIRE) != count)
		team_yield();
}

static void add_to_queries(const struct derivation *d, const struct queries *queries)
{
	const struct fast_gradient *gradient = d->gradient;
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	size_t *done = &gradient->done[queries->first];
	const float *sum = (const float *)d->sum, *slopes = (const float *)d->slopes;
	wait_for(done, d->block);
	for (size_t p = 0; p < d->key_panels; p++) {
		size_t columns = smaller(TILE, gradient->d_k - p * TILE), clear = queries->clear;
		const lanes *k = d->k + p * panel_vectors(KEYS);
		multiply(panel_width(columns), (struct factor){slopes, 1, TILE}, queries->rows, k, clear, d->sum, NULL);
		if (clear < queries->seen)
			multiply_seen_by_a(panel_width(columns), (struct factor){slopes + clear * TILE, 1, TILE},
					   queries->rows, k + clear * GROUPS, queries->seen - clear, d->sum, ones);
		for (size_t r = 0; r < queries->rows; r++) {
			float *row = gradient->dq + (queries->first + r) * gradient->d_k + p * TILE;
			for (size_t c = 0; c < columns; c++)
				row[c] = d->block == 0 ? sum[r * TILE + c] : row[c] + sum[r * TILE + c];
		}
	}
	__atomic_store_n(done, d->block + 1, __ATOMIC_RELEASE);
}

static void derive_tile(const struct derivation *d, size_t first)
{
	const struct fast_gradient *gradient = d->gradient;
	size_t rows = smaller(TILE, gradient->n - first), last = first + rows - 1;
	struct queries queries = {first, rows, 0, smaller(d->n_keys, last + 1 - d->first)};
	if (rows == TILE && first + 1 > d->first)
		queries.clear = smaller(first + 1 - d->first, d->n_keys);
	if (queries.clear < d->n_keys)
		queries.clear = queries.clear / SLACK * SLACK;
	load_tile(d, &queries);
	multiply(GROUPS, (struct factor){gradient->k + d->first * gradient->d_k, gradient->d_k, 1}, queries.seen,
		 d->q_turned, gradient->d_k, d->weights, NULL);
	multiply(GROUPS, (struct factor){gradient->v + d->first * gradient->d_v, gradient->d_v, 1}, queries.seen,
		 d->g_turned, gradient->d_v, d->slopes, NULL);
	weigh_tile(d, &queries);
	add_to_keys(d, &queries, d->weights, d->g, gradient->d_v, d->dv);
	add_to_keys(d, &queries, d->slopes, d->q, gradient->d_k, d->dk);
	add_to_queries(d, &queries);
}

static void unpack(const struct derivation *d, const lanes *from, size_t columns, float *to)
{
	for (size_t j = 0; j < d->n_keys; j++)
		for (size_t p = 0; p < panels(columns); p++)
			memcpy(to + (d->first + j) * columns + p * TILE, from + p * panel_vectors(KEYS) + j * GROUPS,
			       smaller(TILE, columns - p * TILE) * sizeof(float));
}

static void derive_unit(const void *given, size_t unit, void *room)
{
	const struct fast_gradient *gradient = given;
	struct derivation d = derivation_begin(gradient, unit, room);
	struct rows keys = {gradient->k + d.first * gradient->d_k, gradient->d_k, d.n_keys, gradient->d_k};
	pack(keys, KEYS + SLACK, d.k);
	memset(d.dk, 0, panel_vectors(KEYS) * d.key_panels * sizeof(lanes));
	memset(d.dv, 0, panel_vectors(KEYS) * d.value_panels * sizeof(lanes));
	for (size_t first = d.first / TILE * TILE; first < gradient->n; first += TILE)
		derive_tile(&d, first);
	unpack(&d, d.dk, gradient->d_k, gradient->dk);
	unpack(&d, d.dv, gradient->d_v, gradient->dv);
}

static struct fast_work derive_work(const struct fast_gradient *gradient)
{
	size_t blocks = gradient->n / KEYS + (gradient->n % KEYS != 0);
	return (struct fast_work){blocks, derive_vectors(gradient) * sizeof(lanes), derive_unit};
}
