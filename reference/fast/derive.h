/*
 * The gradient of causal attention. With P the weights, G the derivative by the output and D the mean derivative by
 * the weights of each row:
 *
 *   dV = P^T G     dP = G V^T     dS = c P (dP - D)     dQ = dS K     dK = dS^T Q
 *
 * A unit is a tile of queries, in the lanes. It computes S and dP of all keys that it sees and keeps them: nothing is
 * computed twice. Weights stay as they are before the division by their sum; the rows of G are divided instead.
 *
 * The last queries come first. So, on one thread, the rows of dQ before the tile's are still to come, and what is kept
 * of a key has room there if it is no longer than a row; only the diagonal's keys need room elsewhere. Where rows are
 * shorter, or other threads need them, there is room for all: 8 bytes for each of the tile's queries and keys.
 *
 * To dK and dV all tiles add, block after block: each waits until the one before it has added to the block, so that
 * the sums come out the same on any number of threads. The units are begun in their order, and the ones before have a
 * start.
 */
enum { SPAN = LANES == 16 ? 2 : GROUPS, ROWS = SPAN * LANES };

/* S, then P, and dP, then dS: a row of SPAN vectors for each of some keys. */
struct table {
	lanes *weights, *slopes;
};

struct derivation {
	const struct fast_gradient *gradient;
	size_t unit, first, rows, groups; /* queries first .. first + rows - 1, in so many vectors */
	lanes *q_turned, *g_turned, *dq_turned;
	lanes *q, *g;		       /* panels; g is divided */
	struct table before, diagonal; /* keys before `first`; from there on */
	lanes *narrow;		       /* what is left of dK or dV where no vector fits */
	lanes peaks[SPAN], shares[SPAN], means[SPAN];
};

/* Keys that vectors `group` and on see: of the diagonal's keys some lanes of the first one, of others all lanes. */
struct keys {
	size_t first, count, group;
	bool diagonal;
	struct table table; /* from the first key on */
};

static bool has_room_in_queries(const struct fast_gradient *gradient)
{
	return gradient->alone && gradient->d_k >= 2 * ROWS;
}

static size_t derive_vectors(const struct fast_gradient *gradient)
{
	size_t in_panels = ROWS * (panels(gradient->d_k, SPAN) + panels(gradient->d_v, SPAN));
	size_t kept = ROWS + (has_room_in_queries(gradient) ? 0 : gradient->n);
	return SPAN * (2 * gradient->d_k + gradient->d_v + in_panels + 2 * kept) + KEYS;
}

static struct table carve_table(lanes **room, size_t keys)
{
	lanes *weights = carve(room, keys * SPAN);
	return (struct table){weights, carve(room, keys * SPAN)};
}

static struct table table_from(struct table table, size_t key)
{
	return (struct table){table.weights + key * SPAN, table.slopes + key * SPAN};
}

/* Begins with a whole vector, and so may end a few numbers within the tile's own rows, which are written last. */
static lanes *room_in_queries(const struct derivation *d)
{
	char *begin = (char *)d->gradient->dq;
	return (lanes *)(void *)(begin + (0 - (uintptr_t)begin) % sizeof(lanes));
}

static struct rows queries_from(const struct derivation *d, const float *data, size_t columns)
{
	return (struct rows){data + d->first * columns, columns, d->rows, columns};
}

static size_t derive_units(const struct fast_gradient *gradient)
{
	return gradient->n / ROWS + (gradient->n % ROWS != 0);
}

static struct derivation derivation_begin(const struct fast_gradient *gradient, size_t unit, lanes *room)
{
	struct derivation d = {.gradient = gradient, .unit = unit};
	d.first = (derive_units(gradient) - 1 - unit) * ROWS;
	d.rows = smaller(ROWS, gradient->n - d.first);
	d.groups = (d.rows + LANES - 1) / LANES;
	d.q_turned = carve(&room, gradient->d_k * SPAN);
	d.g_turned = carve(&room, gradient->d_v * SPAN);
	d.dq_turned = carve(&room, gradient->d_k * SPAN);
	d.q = carve(&room, ROWS * SPAN * panels(gradient->d_k, SPAN));
	d.g = carve(&room, ROWS * SPAN * panels(gradient->d_v, SPAN));
	d.narrow = carve(&room, KEYS);
	d.diagonal = carve_table(&room, ROWS);
	if (has_room_in_queries(gradient))
		room = room_in_queries(&d);
	d.before = carve_table(&room, d.first);
	turn(queries_from(&d, gradient->q, gradient->d_k),
	     (float)(1.44269504088896340736 / sqrt((double)gradient->d_k)), d.q_turned, SPAN);
	turn(queries_from(&d, gradient->d_out, gradient->d_v), 1, d.g_turned, SPAN);
	memset(d.dq_turned, 0, gradient->d_k * SPAN * sizeof(lanes));
	for (size_t g = 0; g < SPAN; g++)
		d.peaks[g] = lanes_all(-FLT_MAX);
	return d;
}

/* From a key on, those before `end` that go together. */
static struct keys keys_from_to(const struct derivation *d, size_t key, size_t end)
{
	if (key < d->first)
		return (struct keys){key, smaller(d->first, end) - key, 0, false, table_from(d->before, key)};
	size_t group = (key - d->first) / LANES, last = d->first + (group + 1) * LANES;
	return (struct keys){key, smaller(last, end) - key, group, true, table_from(d->diagonal, key - d->first)};
}

/* Lanes of the diagonal's vector that see the key. */
static whole lanes_seeing(const struct derivation *d, size_t key)
{
	return lanes_numbers() >= whole_all((int32_t)((key - d->first) % LANES));
}

/* Of a table, where a product of the keys begins. */
static struct product at_group(lanes *table, const struct keys *keys)
{
	return (struct product){(float *)(table + keys->group), ROWS};
}

static void multiply_span(size_t width, struct factor a, size_t rows, const lanes *b, size_t depth, struct product c,
			  const lanes *scales)
{
	multiply_width(width, UNGUARDED, a, rows, b, SPAN, depth, c, scales);
}

static void multiply_span_guarded(enum guard guard, size_t width, struct factor a, size_t rows, const lanes *b,
				  size_t depth, struct product c, const lanes *scales)
{
	if (guard == GUARD_BY_A)
		multiply_width(width, GUARD_BY_A, a, rows, b, SPAN, depth, c, scales);
	else
		multiply_width(width, GUARD_BY_B, a, rows, b, SPAN, depth, c, scales);
}

/* ---- Scores, and derivatives by the weights ---- */

static void hide_diagonal(const struct derivation *d, const struct keys *keys)
{
	for (size_t j = 0; j < keys->count; j++) {
		lanes *score = &keys->table.weights[j * SPAN + keys->group];
		lanes *slope = &keys->table.slopes[j * SPAN + keys->group];
		whole seeing = lanes_seeing(d, keys->first + j);
		*score = lanes_choose(seeing, *score, lanes_all(-INFINITY));
		*slope = (lanes)(seeing & (whole)*slope);
	}
}

static void score_keys(struct derivation *d, const struct keys *keys)
{
	const struct fast_gradient *gradient = d->gradient;
	size_t d_k = gradient->d_k, d_v = gradient->d_v, width = d->groups - keys->group;
	multiply_span(width, (struct factor){gradient->k + keys->first * d_k, d_k, 1}, keys->count,
		      d->q_turned + keys->group, d_k, at_group(keys->table.weights, keys), NULL);
	multiply_span(width, (struct factor){gradient->v + keys->first * d_v, d_v, 1}, keys->count,
		      d->g_turned + keys->group, d_v, at_group(keys->table.slopes, keys), NULL);
	if (keys->diagonal)
		hide_diagonal(d, keys);
	for (size_t g = keys->group; g < d->groups; g++)
		d->peaks[g] = find_peak(d->peaks[g], keys->table.weights + g, keys->count, SPAN);
}

/* ---- Softmax ---- */

/* Scores become weights; their sum and the mean slope are gathered, in two sums each: one would wait for itself. */
static void weigh(struct derivation *d, size_t g, struct table table, size_t count)
{
	lanes peak = d->peaks[g], sums[2] = {d->shares[g], lanes_all(0)}, means[2] = {d->means[g], lanes_all(0)};
	for (size_t j = 0; j < count; j++) {
		lanes *score = &table.weights[j * SPAN + g];
		*score = lanes_exp2(*score - peak);
		sums[j % 2] += *score;
		means[j % 2] = lanes_multiply_add(*score, table.slopes[j * SPAN + g], means[j % 2]);
	}
	d->shares[g] = sums[0] + sums[1];
	d->means[g] = means[0] + means[1];
}

static void weigh_all(struct derivation *d)
{
	for (size_t g = 0; g < d->groups; g++) {
		d->shares[g] = d->means[g] = lanes_all(0);
		weigh(d, g, d->before, d->first);
		weigh(d, g, d->diagonal, smaller(d->rows, (g + 1) * LANES));
	}
}

/* Sums become what rows are multiplied by: 0 for a row that found nothing. */
static void share(struct derivation *d)
{
	const struct fast_gradient *gradient = d->gradient;
	float *shares = (float *)d->shares, *means = (float *)d->means;
	for (size_t r = 0; r < ROWS; r++) {
		shares[r] = shares[r] == 0 ? 0 : 1 / shares[r];
		means[r] *= shares[r];
	}
	pack(queries_from(d, gradient->q, gradient->d_k), ROWS, d->q, SPAN);
	pack(queries_from(d, gradient->d_out, gradient->d_v), ROWS, d->g, SPAN);
	for (size_t r = 0; r < d->rows; r++)
		for (size_t p = 0; p < panels(gradient->d_v, SPAN); p++)
			for (size_t g = 0; g < SPAN; g++)
				d->g[(p * ROWS + r) * SPAN + g] *= lanes_all(shares[r]);
}

/* ---- Gradients ---- */

/*
 * Derivatives by the weights become those by the scores. What does not see a key gets 0 there, which counts for
 * nothing; so a weight of 0 in a row of NaN has to become NaN.
 */
static void incline(const struct derivation *d, const struct keys *keys)
{
	const lanes scale = lanes_all((float)(1 / sqrt((double)d->gradient->d_k)));
	for (size_t j = 0; j < keys->count; j++)
		for (size_t g = keys->group; g < d->groups; g++) {
			lanes *weight = &keys->table.weights[j * SPAN + g], *slope = &keys->table.slopes[j * SPAN + g];
			*slope = *weight * (*slope - d->means[g]) * (d->shares[g] * scale);
			if (!keys->diagonal)
				continue;
			whole seeing = g == keys->group ? lanes_seeing(d, keys->first + j) : whole_all(-1);
			*weight = (lanes)(seeing & (whole)(*weight + (d->shares[g] - d->shares[g])));
			*slope = (lanes)(seeing & (whole)*slope);
		}
}

static void add_to_queries(const struct derivation *d, const struct keys *keys)
{
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	size_t d_k = d->gradient->d_k, g = keys->group;
	const struct factor k = {d->gradient->k + keys->first * d_k, 1, d_k};
	struct product dq = at_group(d->dq_turned, keys);
	if (keys->diagonal) {
		multiply_span_guarded(GUARD_BY_B, 1, k, d_k, keys->table.slopes + g, keys->count, dq, ones);
		dq.data += LANES;
		g++;
	}
	if (g < d->groups)
		multiply_span(d->groups - g, k, d_k, keys->table.slopes + g, keys->count, dq, ones);
}

/* C += weights times what belongs to the queries, of which the first ones see none of the diagonal's keys. */
static void add_product(const struct derivation *d, const struct keys *keys, size_t width, lanes *weights,
			const lanes *from, struct product c)
{
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	const struct factor a = {at_group(weights, keys).data, ROWS, 1};
	size_t unseeing = keys->group * LANES;
	from += unseeing * SPAN;
	if (keys->diagonal)
		multiply_span_guarded(GUARD_BY_A, width, a, keys->count, from, d->rows - unseeing, c, ones);
	else
		multiply_span(width, a, keys->count, from, d->rows, c, ones);
}

static void add_to_keys(const struct derivation *d, const struct keys *keys, lanes *weights, const lanes *from,
			size_t columns, float *to)
{
	const float *sums = (const float *)d->narrow;
	to += keys->first * columns;
	for (size_t c = 0; c < columns; c += ROWS, from += ROWS * SPAN) {
		size_t vectors = smaller(ROWS, columns - c) / LANES, end = c + vectors * LANES;
		if (vectors > 0)
			add_product(d, keys, vectors, weights, from, (struct product){to + c, columns});
		if (vectors == SPAN || end == columns)
			continue;
		memset(d->narrow, 0, KEYS * sizeof(lanes));
		add_product(d, keys, 1, weights, from + vectors, (struct product){(float *)d->narrow, LANES});
		for (size_t j = 0; j < keys->count; j++)
			for (size_t i = end; i < columns; i++)
				to[j * columns + i] += sums[j * LANES + i - end];
	}
}

static void wait_for(const size_t *done, size_t count)
{
	while (__atomic_load_n(done, __ATOMIC_ACQUIRE) != count)
		team_yield();
}

/* The last tile, which is the first unit, sees all blocks, and finds junk there. */
static void add_in_turn(const struct derivation *d, size_t first, size_t end)
{
	const struct fast_gradient *gradient = d->gradient;
	size_t d_k = gradient->d_k, d_v = gradient->d_v;
	size_t *done = &gradient->done[first / KEYS], rows = smaller(KEYS, gradient->n - first);
	wait_for(done, d->unit);
	if (d->unit == 0) {
		memset(gradient->dk + first * d_k, 0, rows * d_k * sizeof(float));
		memset(gradient->dv + first * d_v, 0, rows * d_v * sizeof(float));
	}
	for (struct keys keys = keys_from_to(d, first, end); keys.count > 0;
	     keys = keys_from_to(d, keys.first + keys.count, end)) {
		add_to_keys(d, &keys, keys.table.weights, d->g, d_v, gradient->dv);
		add_to_keys(d, &keys, keys.table.slopes, d->q, d_k, gradient->dk);
	}
	__atomic_store_n(done, d->unit + 1, __ATOMIC_RELEASE);
}

static void take_keys(const struct derivation *d, size_t first, size_t end)
{
	for (struct keys keys = keys_from_to(d, first, end); keys.count > 0;
	     keys = keys_from_to(d, keys.first + keys.count, end)) {
		incline(d, &keys);
		add_to_queries(d, &keys);
	}
	add_in_turn(d, first, end);
}

static void write_queries(const struct derivation *d)
{
	size_t d_k = d->gradient->d_k;
	float ones[ROWS];
	for (size_t r = 0; r < ROWS; r++)
		ones[r] = 1;
	turn_back(d->dq_turned, SPAN, ones, (struct rows_out){d->gradient->dq + d->first * d_k, d_k, d->rows, d_k});
}

static void derive_unit(const void *given, size_t unit, void *room)
{
	struct derivation d = derivation_begin(given, unit, room);
	size_t seen = d.first + d.rows;
	for (size_t key = 0, end; key < seen; key = end) {
		end = smaller(key + KEYS, seen);
		for (struct keys keys = keys_from_to(&d, key, end); keys.count > 0;
		     keys = keys_from_to(&d, keys.first + keys.count, end))
			score_keys(&d, &keys);
	}
	weigh_all(&d);
	share(&d);
	for (size_t key = 0; key < seen; key += KEYS)
		take_keys(&d, key, smaller(key + KEYS, seen));
	write_queries(&d);
}

static struct fast_work derive_work(const struct fast_gradient *gradient)
{
	return (struct fast_work){derive_units(gradient), derive_vectors(gradient) * sizeof(lanes), derive_unit};
}
