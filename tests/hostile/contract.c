/* verdict: missing */
/* Not hostile: writes down what it was given, so that a test can see whether arguments arrive. */
#include "attention.h"

int attn_causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q, const float *k,
		       const float *v, float *out, float *lse)
{
	out[0] = (float)offset;
	out[1] = q[0];
	out[2] = v[n_k * d_v - 1];
	out[3] = lse == NULL;
	if (lse != NULL)
		lse[0] = lse[n_q - 1] = k[d_k];
	return ATTN_OK;
}

int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
			       float *weights)
{
	return policy;
}

int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	for (size_t i = 0; i < cache->d_k; i++)
		cache->keys[cache->length * cache->d_k + i] = key[i];
	for (size_t i = 0; i < cache->d_v; i++)
		cache->values[cache->length * cache->d_v + i] = out[i] = value[i];
	cache->length++;
	return ATTN_OK;
}

int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	return ATTN_OK;
}

int attn_cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
	       const float *v, float *out)
{
	return ATTN_OK;
}
