#include "fast.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"
#include "team.h"

bool fast_has(enum fast_set set)
{
#if defined(FAST_X86)
	if (set == FAST_AVX2)
		return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
	if (set == FAST_AVX512)
		return fast_has(FAST_AVX2) && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
		       __builtin_cpu_supports("avx512vl");
#endif
	return set == FAST_BEST || set == FAST_PORTABLE;
}

static const struct fast_kernels *kernels_of(enum fast_set set)
{
#if defined(FAST_X86)
	if (set == FAST_AVX512 || (set == FAST_BEST && fast_has(FAST_AVX512)))
		return &fast_avx512;
	if (set == FAST_AVX2 || (set == FAST_BEST && fast_has(FAST_AVX2)))
		return &fast_avx2;
#endif
	(void)set;
	return &fast_portable;
}

/* Causal attention of one head, dense in memory. */
static struct fast_attention attention_of(size_t n_q, size_t n_k, size_t d_k, size_t d_v, const float *q,
					  const float *k, const float *v, float *out)
{
	return (struct fast_attention){
		.n_q = n_q,
		.n_k = n_k,
		.d_k = d_k,
		.d_v = d_v,
		.n_heads = 1,
		.group = 1,
		.window = SIZE_MAX,
		.q = q,
		.k = k,
		.v = v,
		.q_stride = d_k,
		.k_stride = d_k,
		.v_stride = d_v,
		.out_stride = d_v,
		.out = out,
	};
}

static bool attend(const struct fast_setting *setting, const struct fast_attention *attention)
{
	struct fast_work work = kernels_of(setting->set)->attend(attention);
	return team_do(setting->threads, &work, attention);
}

int fast_causal(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, const float *q, const float *k,
		const float *v, float *out, float *weights)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	struct fast_attention attention = attention_of(n, n, d_k, d_v, q, k, v, out);
	attention.weights = weights;
	return attend(setting, &attention) ? ATTN_OK : ATTN_ERANGE;
}

int fast_causal_offset(const struct fast_setting *setting, size_t n_q, size_t n_k, size_t d_k, size_t d_v,
		       ptrdiff_t offset, const float *q, const float *k, const float *v, float *out, float *lse)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	struct fast_attention attention = attention_of(n_q, n_k, d_k, d_v, q, k, v, out);
	attention.offset = offset;
	attention.lse = lse;
	return attend(setting, &attention) ? ATTN_OK : ATTN_ERANGE;
}

int fast_window(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, size_t window, const float *q,
		const float *k, const float *v, float *out)
{
	if (d_k == 0 || window == 0)
		return ATTN_EINVAL;
	struct fast_attention attention = attention_of(n, n, d_k, d_v, q, k, v, out);
	attention.window = window;
	return attend(setting, &attention) ? ATTN_OK : ATTN_ERANGE;
}

int fast_decode(const struct fast_setting *setting, struct attn_cache *cache, const float *query, const float *key,
		const float *value, float *out)
{
	size_t d_k = cache->d_k, d_v = cache->d_v, length = cache->length;
	if (d_k == 0 || length > cache->capacity)
		return ATTN_EINVAL;
	if (length == cache->capacity)
		return ATTN_EFULL;
	memcpy(cache->keys + length * d_k, key, d_k * sizeof(float));
	memcpy(cache->values + length * d_v, value, d_v * sizeof(float));
	struct fast_attention attention = attention_of(1, length + 1, d_k, d_v, query, cache->keys, cache->values, out);
	attention.offset = (ptrdiff_t)length;
	struct fast_work work = kernels_of(setting->set)->decode(&attention);
	if (!team_do(1, &work, &attention))
		return ATTN_ERANGE;
	cache->length = length + 1;
	return ATTN_OK;
}

static bool multiply(const struct fast_setting *setting, size_t rows, size_t inner, size_t columns, const float *a,
		     const float *b, float *c)
{
	const struct fast_product product = {rows, inner, columns, a, b, c};
	struct fast_work work = kernels_of(setting->set)->multiply(&product);
	return team_do(setting->threads, &work, &product);
}

int fast_multi_head(const struct fast_setting *setting, size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads,
		    size_t d_head, const float *x, const float *w_q, const float *w_k, const float *w_v,
		    const float *w_o, float *out)
{
	if (d_model == 0 || n_heads == 0 || n_kv_heads == 0 || d_head == 0 || n_heads % n_kv_heads != 0)
		return ATTN_EINVAL;
	size_t width = n_heads * d_head, kv_width = n_kv_heads * d_head;
	float *q = malloc((n * (width + 2 * kv_width) + 1) * sizeof(float));
	if (q == NULL)
		return ATTN_ERANGE;
	float *k = q + n * width, *v = k + n * kv_width;
	bool done = multiply(setting, n, d_model, width, x, w_q, q) &&
		    multiply(setting, n, d_model, kv_width, x, w_k, k) &&
		    multiply(setting, n, d_model, kv_width, x, w_v, v);
	struct fast_attention attention = attention_of(n, n, d_head, d_head, q, k, v, q); /* in place of the queries */
	attention.n_heads = n_heads;
	attention.group = n_heads / n_kv_heads;
	attention.q_stride = attention.out_stride = width;
	attention.k_stride = attention.v_stride = kv_width;
	done = done && attend(setting, &attention) && multiply(setting, n, width, d_model, q, w_o, out);
	free(q);
	return done ? ATTN_OK : ATTN_ERANGE;
}

int fast_causal_backward(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, const float *q,
			 const float *k, const float *v, const float *d_out, float *dq, float *dk, float *dv)
{
	if (d_k == 0)
		return ATTN_EINVAL;
	size_t *done = calloc(n / KEYS + 1, sizeof(size_t));
	const struct fast_gradient gradient = {n, d_k, d_v, q, k, v, d_out, dq, dk, dv, setting->threads <= 1, done};
	struct fast_work work = kernels_of(setting->set)->derive(&gradient);
	bool there = done != NULL && team_do(setting->threads, &work, &gradient);
	free(done);
	return there ? ATTN_OK : ATTN_ERANGE;
}
