/*
 * Attention of one query, where memory is what takes the time: keys and values are read once, in the order they lie
 * in, a row's numbers in the lanes. A stretch of keys is read as STREAMS streams, long enough for the machine to fetch
 * ahead. Scores lie as they are computed: one of each stream, then the next ones.
 */
enum { STRETCH = 2048, STREAMS = 4, STRIP = LANES == 16 ? 4 : 8 };

/* The scores of a key of each stream, which lie `apart` keys from each other. */
INLINE four score_streams(const float *q, size_t d_k, const float *k, size_t apart)
{
	lanes sums[STREAMS] = {lanes_all(0), lanes_all(0), lanes_all(0), lanes_all(0)};
	size_t t = 0;
	for (; t + LANES <= d_k; t += LANES) {
		lanes part = lanes_load(q + t);
		UNROLL
		for (size_t s = 0; s < STREAMS; s++)
			sums[s] = lanes_multiply_add(part, lanes_load(k + s * apart + t), sums[s]);
	}
	four scores = lanes_sums(sums[0], sums[1], sums[2], sums[3]);
	for (; t < d_k; t++)
		scores += q[t] * (four){k[t], k[apart + t], k[2 * apart + t], k[3 * apart + t]};
	return scores;
}

static void score_stretch(const struct fast_attention *a, const float *q, struct range keys, float *scores)
{
	const float *k = a->k + keys.first * a->k_stride;
	size_t count = keys.end - keys.first, length = count / STREAMS, apart = length * a->k_stride;
	for (size_t j = 0; j < length; j++, k += a->k_stride)
		four_store(scores + STREAMS * j, score_streams(q, a->d_k, k, apart));
	k += (STREAMS - 1) * apart;
	for (size_t j = STREAMS * length; j < count; j++, k += a->k_stride)
		scores[j] = score_streams(q, a->d_k, k, 0)[0];
}

/* Which key of a stretch a score belongs to. */
static size_t key_of(size_t score, size_t count)
{
	size_t length = count / STREAMS;
	return score < STREAMS * length ? score % STREAMS * length + score / STREAMS : score;
}

/* out = out scale + the sum of weighted values, for `width` vectors of columns. */
INLINE void mix_strip(size_t width, const float *v, size_t stride, const float *weights, size_t count, float scale,
		      float *out)
{
	lanes sums[STRIP];
	size_t length = count / STREAMS;
	UNROLL
	for (size_t c = 0; c < width; c++)
		sums[c] = lanes_load(out + c * LANES) * lanes_all(scale);
	for (size_t j = 0; j < length; j++) {
		UNROLL
		for (size_t s = 0; s < STREAMS; s++) {
			size_t key = s * length + j;
			lanes weight = lanes_all(weights[STREAMS * j + s]);
			UNROLL
			for (size_t c = 0; c < width; c++)
				sums[c] = lanes_multiply_add(weight, lanes_load(v + key * stride + c * LANES), sums[c]);
		}
	}
	for (size_t key = STREAMS * length; key < count; key++) {
		UNROLL
		for (size_t c = 0; c < width; c++)
			sums[c] = lanes_multiply_add(lanes_all(weights[key]), lanes_load(v + key * stride + c * LANES),
						     sums[c]);
	}
	UNROLL
	for (size_t c = 0; c < width; c++)
		lanes_store(out + c * LANES, sums[c]);
}

static void mix_stretch(const struct fast_attention *a, struct range keys, const float *weights, float scale)
{
	const float *v = a->v + keys.first * a->v_stride;
	size_t c = 0, count = keys.end - keys.first;
	for (; c + STRIP * LANES <= a->d_v; c += STRIP * LANES)
		mix_strip(STRIP, v + c, a->v_stride, weights, count, scale, a->out + c);
	for (; c + LANES <= a->d_v; c += LANES)
		mix_strip(1, v + c, a->v_stride, weights, count, scale, a->out + c);
	for (; c < a->d_v; c++) {
		float sum = a->out[c] * scale;
		for (size_t j = 0; j < count; j++)
			sum += weights[j] * v[key_of(j, count) * a->v_stride + c];
		a->out[c] = sum;
	}
}

/* Weights of a stretch, of which the last vector may be filled up with scores of -inf. */
static float soften_stretch(float *scores, size_t count, float *peak, float *sum)
{
	float before = *peak;
	for (size_t j = count; j % LANES != 0; j++)
		scores[j] = -INFINITY;
	lanes peaks = lanes_all(before), sums = lanes_all(0);
	for (size_t j = 0; j < count; j += LANES)
		peaks = lanes_max(lanes_load(scores + j), peaks);
	for (size_t l = 0; l < LANES; l++)
		*peak = peaks[l] > *peak ? peaks[l] : *peak;
	for (size_t j = 0; j < count; j += LANES) {
		lanes weights = lanes_exp2(lanes_load(scores + j) - lanes_all(*peak));
		lanes_store(scores + j, weights);
		sums += weights;
	}
	float scale = lanes_exp2(lanes_all(before - *peak))[0];
	*sum = *sum * scale + lanes_sum(sums);
	return scale;
}

static void scale_row(const float *from, size_t count, float factor, float *to)
{
	size_t i = 0;
	for (; i + LANES <= count; i += LANES)
		lanes_store(to + i, lanes_load(from + i) * lanes_all(factor));
	for (; i < count; i++)
		to[i] = from[i] * factor;
}

static void decode_unit(const void *given, size_t unit, void *room)
{
	(void)unit;
	const struct fast_attention *a = given;
	struct range seen = range_of(a, 0);
	float scores[STRETCH + LANES], peak = -FLT_MAX, sum = 0, *q = room;
	scale_row(a->q, a->d_k, (float)(1.44269504088896340736 / sqrt((double)a->d_k)), q);
	memset(a->out, 0, a->d_v * sizeof(float));
	for (size_t key = seen.first; key < seen.end; key += STRETCH) {
		struct range keys = {key, smaller(key + STRETCH, seen.end)};
		score_stretch(a, q, keys, scores);
		mix_stretch(a, keys, scores, soften_stretch(scores, keys.end - keys.first, &peak, &sum));
	}
	scale_row(a->out, a->d_v, sum == 0 ? 0 : 1 / sum, a->out);
}

static struct fast_work decode_work(const struct fast_attention *a)
{
	return (struct fast_work){1, a->d_k * sizeof(float), decode_unit};
}
