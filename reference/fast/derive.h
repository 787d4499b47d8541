/*
 * The gradient of causal attention. With P the weights, G the derivative by the output and D the mean derivative by
 * the weights of each row:
 *
 *   dV = P^T G     dP = G V^T     dS = c P (dP - D)     dQ = dS K     dK = dS^T Q
 *
 * A unit is a tile of queries, in the lanes. It computes S and dP of all keys that it sees and keeps them, 8 bytes for
 * each of its queries and keys: nothing is computed twice. Weights stay as they are before the division by their sum;
 * the rows of G are divided instead.
 *
 * To dK and dV all tiles add, block after block: each waits until the one before it has added to the block, so that
 * the sums come out the same on any number of threads. The units are begun in their order, and the ones before have a
 * start.
 */
enum { KEYS = 96 };

struct derivation {
	const struct fast_gradient *gradient;
	size_t tile, first, rows, groups; /* queries first .. first + rows - 1, in so many vectors */
	lanes *q_turned, *g_turned, *dq_turned;
	lanes *q, *g;		 /* panels; g is divided */
	lanes *weights, *slopes; /* S, then P; dP, then dS: a row for each key that is seen */
	lanes *narrow;		 /* what is left of dK or dV where no vector fits */
	lanes peaks[GROUPS], shares[GROUPS], means[GROUPS];
};

/* Keys that vectors `group` and on see: of the diagonal's keys some lanes of the first one, of others all lanes. */
struct keys {
	size_t first, count, group;
	bool diagonal;
};

static size_t derive_vectors(const struct fast_gradient *gradient)
{
	size_t in_panels = TILE * (panels(gradient->d_k) + panels(gradient->d_v));
	return GROUPS * (2 * gradient->d_k + gradient->d_v + in_panels + 2 * gradient->n) + KEYS;
}

static struct rows queries_from(const struct derivation *d, const float *data, size_t columns)
{
	return (struct rows){data + d->first * columns, columns, d->rows, columns};
}

static struct derivation derivation_begin(const struct fast_gradient *gradient, size_t tile, lanes *room)
{
	struct derivation d = {.gradient = gradient, .tile = tile, .first = tile * TILE};
	d.rows = smaller(TILE, gradient->n - d.first);
	d.groups = (d.rows + LANES - 1) / LANES;
	d.q_turned = carve(&room, gradient->d_k * GROUPS);
	d.g_turned = carve(&room, gradient->d_v * GROUPS);
	d.dq_turned = carve(&room, gradient->d_k * GROUPS);
	d.q = carve(&room, TILE * GROUPS * panels(gradient->d_k));
	d.g = carve(&room, TILE * GROUPS * panels(gradient->d_v));
	d.weights = carve(&room, gradient->n * GROUPS);
	d.slopes = carve(&room, gradient->n * GROUPS);
	d.narrow = carve(&room, KEYS);
	turn(queries_from(&d, gradient->q, gradient->d_k),
	     (float)(1.44269504088896340736 / sqrt((double)gradient->d_k)), d.q_turned);
	turn(queries_from(&d, gradient->d_out, gradient->d_v), 1, d.g_turned);
	memset(d.dq_turned, 0, gradient->d_k * GROUPS * sizeof(lanes));
	for (size_t g = 0; g < GROUPS; g++)
		d.peaks[g] = lanes_all(-FLT_MAX);
	return d;
}

/* From a key on, those before `end` that go together. */
static struct keys keys_from_to(const struct derivation *d, size_t key, size_t end)
{
	bool diagonal = key > d->first;
	size_t group = diagonal ? (key - d->first) / LANES : 0;
	size_t last = diagonal ? d->first + (group + 1) * LANES : d->first + 1;
	return (struct keys){key, smaller(last, end) - key, group, diagonal};
}

/* Lanes of the diagonal's vector that see the key. */
static whole lanes_seeing(const struct derivation *d, size_t key)
{
	return lanes_numbers() >= whole_all((int32_t)((key - d->first) % LANES));
}

static size_t at(size_t key, size_t group)
{
	return key * GROUPS + group;
}

/* ---- Scores, and derivatives by the weights ---- */

static void hide_diagonal(const struct derivation *d, const struct keys *keys)
{
	for (size_t key = keys->first; key < keys->first + keys->count; key++) {
		lanes *score = &d->weights[at(key, keys->group)], *slope = &d->slopes[at(key, keys->group)];
		whole seeing = lanes_seeing(d, key);
		*score = lanes_choose(seeing, *score, lanes_all(-INFINITY));
		*slope = (lanes)(seeing & (whole)*slope);
	}
}

static void score_keys(struct derivation *d, const struct keys *keys)
{
	const struct fast_gradient *gradient = d->gradient;
	size_t d_k = gradient->d_k, d_v = gradient->d_v, width = d->groups - keys->group;
	size_t corner = at(keys->first, keys->group);
	multiply(width, (struct factor){gradient->k + keys->first * d_k, d_k, 1}, keys->count,
		 d->q_turned + keys->group, d_k, panel(d->weights + corner), NULL);
	multiply(width, (struct factor){gradient->v + keys->first * d_v, d_v, 1}, keys->count,
		 d->g_turned + keys->group, d_v, panel(d->slopes + corner), NULL);
	if (keys->diagonal)
		hide_diagonal(d, keys);
	for (size_t g = keys->group; g < d->groups; g++)
		d->peaks[g] = find_peak(d->peaks[g], d->weights + at(keys->first, g), keys->count);
}

/* ---- Softmax ---- */

/* Scores become weights; their sum and the mean slope are gathered, in two sums each: one would wait for itself. */
static void weigh(struct derivation *d, size_t g)
{
	lanes peak = d->peaks[g], sums[2] = {lanes_all(0), lanes_all(0)}, means[2] = {lanes_all(0), lanes_all(0)};
	size_t end = d->first + smaller(d->rows, (g + 1) * LANES);
	for (size_t key = 0; key < end; key++) {
		lanes *score = &d->weights[at(key, g)];
		*score = lanes_exp2(*score - peak);
		sums[key % 2] += *score;
		means[key % 2] = lanes_multiply_add(*score, d->slopes[at(key, g)], means[key % 2]);
	}
	d->shares[g] = sums[0] + sums[1];
	d->means[g] = means[0] + means[1];
}

/* Sums become what rows are multiplied by: 0 for a row that found nothing. */
static void share(struct derivation *d)
{
	const struct fast_gradient *gradient = d->gradient;
	float *shares = (float *)d->shares, *means = (float *)d->means;
	for (size_t r = 0; r < TILE; r++) {
		shares[r] = shares[r] == 0 ? 0 : 1 / shares[r];
		means[r] *= shares[r];
	}
	pack(queries_from(d, gradient->q, gradient->d_k), TILE, d->q);
	pack(queries_from(d, gradient->d_out, gradient->d_v), TILE, d->g);
	for (size_t r = 0; r < d->rows; r++)
		for (size_t p = 0; p < panels(gradient->d_v); p++)
			for (size_t g = 0; g < GROUPS; g++)
				d->g[(p * TILE + r) * GROUPS + g] *= lanes_all(shares[r]);
}

/* ---- Gradients ---- */

/*
 * Derivatives by the weights become those by the scores. What does not see a key gets 0 there, which counts for
 * nothing; so a weight of 0 in a row of NaN has to become NaN.
 */
static void incline(const struct derivation *d, const struct keys *keys)
{
	const lanes scale = lanes_all((float)(1 / sqrt((double)d->gradient->d_k)));
	for (size_t key = keys->first; key < keys->first + keys->count; key++)
		for (size_t g = keys->group; g < d->groups; g++) {
			lanes *weight = &d->weights[at(key, g)], *slope = &d->slopes[at(key, g)];
			*slope = *weight * (*slope - d->means[g]) * (d->shares[g] * scale);
			if (!keys->diagonal)
				continue;
			whole seeing = g == keys->group ? lanes_seeing(d, key) : whole_all(-1);
			*weight = (lanes)(seeing & (whole)(*weight + (d->shares[g] - d->shares[g])));
			*slope = (lanes)(seeing & (whole)*slope);
		}
}

static void add_to_queries(const struct derivation *d, const struct keys *keys)
{
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	size_t d_k = d->gradient->d_k, g = keys->group;
	const struct factor k = {d->gradient->k + keys->first * d_k, 1, d_k};
	const lanes *slopes = d->slopes + at(keys->first, 0);
	if (keys->diagonal) {
		multiply_seen_by_b(k, d_k, slopes + g, keys->count, panel(d->dq_turned + g), ones);
		g++;
	}
	if (g < d->groups)
		multiply(d->groups - g, k, d_k, slopes + g, keys->count, panel(d->dq_turned + g), ones);
}

/* C += weights times what belongs to the queries, of which the first ones see none of the diagonal's keys. */
static void add_product(const struct derivation *d, const struct keys *keys, size_t width, const lanes *weights,
			const lanes *from, struct product c)
{
	const lanes one = lanes_all(1), ones[GROUPS] = {one, one, one};
	const struct factor a = {(const float *)(weights + at(keys->first, keys->group)), TILE, 1};
	size_t unseeing = keys->group * LANES;
	from += unseeing * GROUPS;
	if (keys->diagonal)
		multiply_seen_by_a(width, a, keys->count, from, d->rows - unseeing, c, ones);
	else
		multiply(width, a, keys->count, from, d->rows, c, ones);
}

static void add_to_keys(const struct derivation *d, const struct keys *keys, const lanes *weights, const lanes *from,
			size_t columns, float *to)
{
	const float *sums = (const float *)d->narrow;
	to += keys->first * columns;
	for (size_t c = 0; c < columns; c += TILE, from += TILE * GROUPS) {
		size_t vectors = smaller(TILE, columns - c) / LANES, end = c + vectors * LANES;
		if (vectors > 0)
			add_product(d, keys, vectors, weights, from, (struct product){to + c, columns});
		if (vectors == GROUPS || end == columns)
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

/* The first tile that sees a block finds junk. */
static void add_in_turn(const struct derivation *d, size_t first, size_t end)
{
	const struct fast_gradient *gradient = d->gradient;
	size_t d_k = gradient->d_k, d_v = gradient->d_v, before = d->tile - first / TILE;
	size_t *done = &gradient->done[first / KEYS], rows = smaller(KEYS, gradient->n - first);
	wait_for(done, before);
	if (before == 0) {
		memset(gradient->dk + first * d_k, 0, rows * d_k * sizeof(float));
		memset(gradient->dv + first * d_v, 0, rows * d_v * sizeof(float));
	}
	for (struct keys keys = keys_from_to(d, first, end); keys.count > 0;
	     keys = keys_from_to(d, keys.first + keys.count, end)) {
		add_to_keys(d, &keys, d->weights, d->g, d_v, gradient->dv);
		add_to_keys(d, &keys, d->slopes, d->q, d_k, gradient->dk);
	}
	__atomic_store_n(done, before + 1, __ATOMIC_RELEASE);
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
	float ones[TILE];
	for (size_t r = 0; r < TILE; r++)
		ones[r] = 1;
	turn_back(d->dq_turned, ones, (struct rows_out){d->gradient->dq + d->first * d_k, d_k, d->rows, d_k});
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
	for (size_t g = 0; g < d.groups; g++)
		weigh(&d, g);
	share(&d);
	for (size_t key = 0; key < seen; key += KEYS)
		take_keys(&d, key, smaller(key + KEYS, seen));
	write_queries(&d);
}

static struct fast_work derive_work(const struct fast_gradient *gradient)
{
	size_t tiles = gradient->n / TILE + (gradient->n % TILE != 0);
	return (struct fast_work){tiles, derive_vectors(gradient) * sizeof(lanes), derive_unit};
}
