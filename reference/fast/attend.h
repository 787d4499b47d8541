/*
 * Causal attention, with the queries in the lanes: S^T = K Q^T and O^T = V^T P^T, so that keys and values are read one
 * number at a time, where they lie, and each lane minds its own query. A unit is QUERIES queries of one head, in tiles;
 * all tiles go through the same block of keys before the next is looked at.
 *
 * At the diagonal, and at the edge of a window, a block falls into steps: keys that the same vectors of lanes see.
 * Where some lanes of a vector see a key and some do not, scores are masked: with -inf, whose weight is 0. That is
 * multiplied by values like any weight, as long as these are finite; if not, it is left out.
 *
 * Softmax is on the fly, in powers of 2: scores come with the factor log2(e), and what was summed under an older
 * maximum is scaled when it is next loaded.
 */
enum { BLOCK = 128, QUERIES = 96, TILES = QUERIES / TILE };

/* Keys first .. end - 1. */
struct range {
	size_t first, end;
};

/* A tile of queries and what it has gathered. */
struct tile {
	size_t first, rows, groups; /* of queries, of vectors that hold any */
	lanes *q, *out;		    /* d_k, d_v rows of GROUPS vectors */
	lanes peak[GROUPS];	    /* the largest score so far, times log2(e) */
	lanes sum[GROUPS];
};

/* What a tile sees of a block. */
struct view {
	struct range block;
	struct range any[GROUPS]; /* seen by a lane of the vector */
	struct range all[GROUPS]; /* seen by all its lanes, within `any` */
};

/* Keys of a block that the same vectors see. */
struct step {
	struct range keys;
	size_t group, width;
};

static struct range range_of(const struct fast_attention *a, size_t row)
{
	struct range range = {0, a->n_k};
	size_t back = (size_t) - (a->offset + 1); /* if it is negative, one less than its magnitude */
	if (a->offset < 0)
		range.end = row > back ? row - back : 0;
	else if (row < a->n_k && (size_t)a->offset < a->n_k - row)
		range.end = row + (size_t)a->offset + 1;
	range.end = smaller(range.end, a->n_k);
	range.first = range.end > a->window ? range.end - a->window : 0;
	return range;
}

static struct range common(struct range a, struct range b)
{
	struct range range = {a.first > b.first ? a.first : b.first, smaller(a.end, b.end)};
	if (range.end < range.first)
		range.end = range.first;
	return range;
}

static bool is_empty(struct range range)
{
	return range.first == range.end;
}

/* What a vector of lanes sees. Lanes without a query see what the last query does. */
static void look_group(const struct fast_attention *a, const struct tile *tile, size_t g, struct view *view)
{
	size_t last = smaller((g + 1) * LANES, tile->rows) - 1;
	struct range upper = range_of(a, tile->first + g * LANES), lower = range_of(a, tile->first + last);
	view->any[g] = common((struct range){upper.first, lower.end}, view->block);
	view->all[g] =
		common((struct range){lower.first, upper.end < lower.first ? lower.first : upper.end}, view->any[g]);
	if (is_empty(view->all[g]))
		view->all[g].first = view->all[g].end = view->any[g].end;
}

static struct view look(const struct fast_attention *a, const struct tile *tile, struct range block)
{
	struct view view = {.block = block};
	for (size_t g = 0; g < tile->groups; g++)
		look_group(a, tile, g, &view);
	return view;
}

/* The next keys from `key` on that some lane sees. A later vector neither begins nor ends to see any sooner. */
static struct step step_from(const struct view *view, size_t groups, size_t key)
{
	struct step step = {.group = 0};
	while (step.group < groups && (is_empty(view->any[step.group]) || view->any[step.group].end <= key))
		step.group++;
	if (step.group == groups)
		return step;
	step.keys = view->any[step.group];
	if (step.keys.first < key)
		step.keys.first = key;
	for (step.width = 1; step.group + step.width < groups; step.width++) {
		struct range next = view->any[step.group + step.width];
		if (next.first > step.keys.first) {
			step.keys.end = smaller(step.keys.end, next.first);
			break;
		}
	}
	return step;
}

/* ---- Scores ---- */

static struct factor keys_from(const struct fast_attention *a, const float *k, size_t key)
{
	return (struct factor){k + key * a->k_stride, a->k_stride, 1};
}

static lanes *at_key(lanes *scores, const struct view *view, size_t key, size_t g)
{
	return scores + (key - view->block.first) * GROUPS + g;
}

static void score(const struct fast_attention *a, const struct tile *tile, const float *k, const struct view *view,
		  lanes *scores)
{
	for (struct step step = step_from(view, tile->groups, 0); step.width > 0;
	     step = step_from(view, tile->groups, step.keys.end))
		multiply(step.width, keys_from(a, k, step.keys.first), step.keys.end - step.keys.first,
			 tile->q + step.group, a->d_k, panel(at_key(scores, view, step.keys.first, step.group)), NULL);
}

/* ---- Softmax ---- */

/* Scores of keys that a lane does not see, out of those that some lane sees and some other does not, become -inf. */
static void hide(const struct fast_attention *a, const struct tile *tile, const struct view *view, size_t g,
		 lanes *scores)
{
	whole first, end;
	struct range any = view->any[g], all = view->all[g];
	if (any.first == all.first && any.end == all.end)
		return;
	for (size_t l = 0; l < LANES; l++) {
		size_t row = smaller(g * LANES + l, tile->rows - 1);
		struct range seen = common(range_of(a, tile->first + row), view->block);
		first[l] = (int32_t)(seen.first - view->block.first);
		end[l] = (int32_t)(seen.end - view->block.first);
	}
	for (size_t key = any.first; key < any.end; key++) {
		whole j = whole_all((int32_t)(key - view->block.first));
		lanes *s = &scores[(key - view->block.first) * GROUPS + g];
		if (key == all.first)
			key = all.end - 1;
		else
			*s = lanes_choose((j >= first) & (j < end), *s, lanes_all(-INFINITY));
	}
}

/* The largest of `count` scores, `pitch` apart, and `peak`; four at a time, for one would wait for the other. */
static lanes find_peak(lanes peak, const lanes *scores, size_t count, size_t pitch)
{
	lanes peaks[4] = {peak, peak, peak, peak};
	size_t j = 0;
	for (; j + 4 <= count; j += 4) {
		UNROLL
		for (size_t i = 0; i < 4; i++)
			peaks[i] = lanes_max(scores[(j + i) * pitch], peaks[i]);
	}
	for (; j < count; j++)
		peaks[0] = lanes_max(scores[j * pitch], peaks[0]);
	return lanes_max(lanes_max(peaks[0], peaks[1]), lanes_max(peaks[2], peaks[3]));
}

/* Scores become 2^(score - peak), their sum is gathered; returns what was gathered before is to be multiplied by. */
static lanes soften(struct tile *tile, size_t g, lanes *scores, size_t count)
{
	lanes peak = find_peak(tile->peak[g], scores, count, GROUPS), sum = lanes_all(0);
	lanes scale = lanes_exp2(tile->peak[g] - peak);
	for (size_t j = 0; j < count; j++) {
		lanes weight = lanes_exp2(scores[j * GROUPS] - peak);
		scores[j * GROUPS] = weight;
		sum += weight;
	}
	tile->peak[g] = peak;
	tile->sum[g] = lanes_multiply_add(tile->sum[g], scale, sum);
	return scale;
}

/* ---- Values ---- */

/* Adds weighted values, the keys' numbers being the step; the rows of O^T are the columns of V. */
static struct factor values_from(const struct fast_attention *a, const float *v, size_t key)
{
	return (struct factor){v + key * a->v_stride, 1, a->v_stride};
}

/* Are these keys' values all finite? What is not leaves more than 0 when it is taken from itself. */
static bool are_finite(const struct fast_attention *a, const float *v, struct range keys)
{
	whole found = whole_all(0);
	for (size_t key = keys.first; key < keys.end; key++) {
		const float *row = v + key * a->v_stride;
		size_t c = 0;
		for (; c + LANES <= a->d_v; c += LANES) {
			lanes some = lanes_load(row + c);
			found |= (whole)(some - some);
		}
		for (; c < a->d_v; c++)
			if (!isfinite(row[c]))
				return false;
	}
	int32_t any = 0;
	for (size_t l = 0; l < LANES; l++)
		any |= found[l];
	return any == 0;
}

/* Is it all the same whether what a lane does not see is multiplied by its weight of 0, or not at all? */
static bool may_multiply(const struct fast_attention *a, const struct tile *tile, const float *v,
			 const struct view *view)
{
	for (size_t g = 0; g < tile->groups; g++) {
		struct range any = view->any[g], all = view->all[g];
		if (!are_finite(a, v, (struct range){any.first, all.first}) ||
		    !are_finite(a, v, (struct range){all.end, any.end}))
			return false;
	}
	return true;
}

/* One vector of lanes: what all its lanes see, and at the ends what only some of them do. */
static void mix_guarded(const struct fast_attention *a, const struct tile *tile, const float *v,
			const struct view *view, size_t g, const lanes *weights, const lanes *scale)
{
	const lanes one = lanes_all(1);
	struct range any = view->any[g], all = view->all[g];
	const struct range parts[] = {{any.first, all.first}, all, {all.end, any.end}};
	for (size_t p = 0; p < 3; p++) {
		size_t first = parts[p].first, count = parts[p].end - first;
		const lanes *part = weights + (first - view->block.first) * GROUPS + g;
		if (count == 0)
			continue;
		if (p != 1)
			multiply_seen_by_b(values_from(a, v, first), a->d_v, part, count, panel(tile->out + g), scale);
		else
			multiply(1, values_from(a, v, first), a->d_v, part, count, panel(tile->out + g), scale);
		scale = &one;
	}
}

static void mix(const struct fast_attention *a, const struct tile *tile, const float *v, const struct view *view,
		lanes *weights, lanes *scales)
{
	if (!may_multiply(a, tile, v, view)) {
		for (size_t g = 0; g < tile->groups; g++)
			mix_guarded(a, tile, v, view, g, weights, &scales[g]);
		return;
	}
	for (struct step step = step_from(view, tile->groups, 0); step.width > 0;
	     step = step_from(view, tile->groups, step.keys.end)) {
		multiply(step.width, values_from(a, v, step.keys.first), a->d_v,
			 at_key(weights, view, step.keys.first, step.group), step.keys.end - step.keys.first,
			 panel(tile->out + step.group), scales + step.group);
		for (size_t g = step.group; g < step.group + step.width; g++)
			scales[g] = lanes_all(1);
	}
}

static void take_block(const struct fast_attention *a, struct tile *tile, const float *k, const float *v,
		       struct range block, lanes *scores)
{
	struct view view = look(a, tile, block);
	lanes scales[GROUPS];
	score(a, tile, k, &view, scores);
	for (size_t g = 0; g < tile->groups; g++) {
		if (is_empty(view.any[g]))
			continue;
		hide(a, tile, &view, g, scores);
		scales[g] = soften(tile, g, at_key(scores, &view, view.any[g].first, g),
				   view.any[g].end - view.any[g].first);
	}
	mix(a, tile, v, &view, scores, scales);
}

/* ---- The end of a tile ---- */

/* What the sum of a row is divided by: 0 for a row that found nothing. */
static float share_of(const struct tile *tile, size_t row)
{
	float sum = tile->sum[row / LANES][row % LANES];
	return sum == 0 ? 0 : 1 / sum;
}

static void write_rows(const struct fast_attention *a, const struct tile *tile, float *out)
{
	float shares[TILE];
	for (size_t r = 0; r < tile->rows; r++)
		shares[r] = share_of(tile, r);
	turn_back(tile->out, GROUPS, shares,
		  (struct rows_out){out + tile->first * a->out_stride, a->out_stride, tile->rows, a->d_v});
}

static void write_lse(const struct tile *tile, float *lse)
{
	const double ln2 = 0.693147180559945309417;
	for (size_t r = 0; r < tile->rows; r++) {
		float sum = tile->sum[r / LANES][r % LANES], peak = tile->peak[r / LANES][r % LANES];
		lse[tile->first + r] = sum == 0 ? -INFINITY : (float)(ln2 * (double)peak + log((double)sum));
	}
}

/* Weights of a block, from scores that are computed once more. */
static void write_block(const struct fast_attention *a, struct tile *tile, struct range block, lanes *scores)
{
	struct view view = look(a, tile, block);
	score(a, tile, a->k, &view, scores);
	for (size_t r = 0; r < tile->rows; r++) {
		struct range seen = common(range_of(a, tile->first + r), block);
		float *row = a->weights + (tile->first + r) * a->n_k;
		for (size_t key = seen.first; key < seen.end; key++)
			row[key] = ((float *)at_key(scores, &view, key, 0))[r];
	}
}

static void write_weights(const struct fast_attention *a, struct tile *tile, lanes *scores)
{
	for (size_t r = 0; r < tile->rows; r++)
		memset(a->weights + (tile->first + r) * a->n_k, 0, a->n_k * sizeof(float));
	struct range seen = range_of(a, tile->first + tile->rows - 1);
	for (size_t key = 0; key < seen.end; key += BLOCK)
		write_block(a, tile, (struct range){key, smaller(key + BLOCK, seen.end)}, scores);
	for (size_t r = 0; r < tile->rows; r++) {
		float share = share_of(tile, r), *row = a->weights + (tile->first + r) * a->n_k;
		lanes peak = lanes_all(tile->peak[r / LANES][r % LANES]);
		size_t end = range_of(a, tile->first + r).end;
		for (size_t key = 0; key < end; key += LANES) {
			lanes some = lanes_all(-INFINITY);
			size_t bytes = smaller(LANES, end - key) * sizeof(float);
			memcpy(&some, row + key, bytes);
			some = lanes_exp2(some - peak) * lanes_all(share);
			memcpy(row + key, &some, bytes);
		}
	}
}

static void finish(const struct fast_attention *a, struct tile *tile, float *out, lanes *scores)
{
	write_rows(a, tile, out);
	if (a->lse != NULL)
		write_lse(tile, a->lse);
	if (a->weights != NULL)
		write_weights(a, tile, scores);
}

/* ---- Units ---- */

static void begin(const struct fast_attention *a, struct tile *tile, struct rows queries, lanes **room)
{
	const double log2_e = 1.44269504088896340736;
	tile->rows = queries.rows;
	tile->groups = (queries.rows + LANES - 1) / LANES;
	tile->q = carve(room, a->d_k * GROUPS);
	tile->out = carve(room, a->d_v * GROUPS);
	turn(queries, (float)(log2_e / sqrt((double)a->d_k)), tile->q, GROUPS);
	memset(tile->out, 0, a->d_v * GROUPS * sizeof(lanes));
	for (size_t g = 0; g < GROUPS; g++) {
		tile->peak[g] = lanes_all(-FLT_MAX);
		tile->sum[g] = lanes_all(0);
	}
}

static size_t attend_parts(const struct fast_attention *a)
{
	return a->n_q / QUERIES + (a->n_q % QUERIES != 0);
}

/*
 * Head after head; of each head the longest rows first, so that no thread is left alone with them. Units and tiles that
 * are not full come before the others: there rows are short.
 */
static void attend_unit(const void *given, size_t unit, void *room)
{
	const struct fast_attention *a = given;
	size_t parts = attend_parts(a), head = unit / parts, end = a->n_q - unit % parts * QUERIES;
	size_t first = end - smaller(QUERIES, end), n_tiles = 0;
	const float *k = a->k + head / a->group * a->d_k, *v = a->v + head / a->group * a->d_v;
	lanes *rest = room, *scores = carve(&rest, BLOCK * GROUPS);
	struct tile tiles[TILES];
	for (size_t row = first, rows; row < end; row += rows) {
		const float *q = a->q + row * a->q_stride + head * a->d_k;
		rows = (end - row - 1) % TILE + 1;
		tiles[n_tiles].first = row;
		begin(a, &tiles[n_tiles++], (struct rows){q, a->q_stride, rows, a->d_k}, &rest);
	}
	struct range seen = {range_of(a, first).first, range_of(a, end - 1).end};
	for (size_t key = seen.first; key < seen.end; key += BLOCK)
		for (size_t t = 0; t < n_tiles; t++)
			take_block(a, &tiles[t], k, v, (struct range){key, smaller(key + BLOCK, seen.end)}, scores);
	for (size_t t = 0; t < n_tiles; t++)
		finish(a, &tiles[t], a->out + head * a->d_v, scores);
}

static struct fast_work attend_work(const struct fast_attention *a)
{
	size_t vectors = BLOCK * GROUPS + TILES * (a->d_k + a->d_v) * GROUPS;
	return (struct fast_work){a->n_heads * attend_parts(a), vectors * sizeof(lanes), attend_unit};
}
