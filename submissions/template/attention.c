/*
 * Your implementation of attention.h, in the header's order. attn_visible_keys is done, to show what a
 * finished function looks like. The others are switched off: to begin one, delete its `#if 0` and `#endif`
 * and write its body. A function that stays switched off counts as missing; one that is switched on is
 * graded as it stands.
 */
#include "attention.h"

#include <math.h> /* expf, sqrtf, INFINITY, NAN */

/* ---- Level 1: recognition ------------------------------------------------------------------------- */

#if 0 /* Is this n x n additive mask the valid causal one? */
int attn_is_causal_mask(size_t n, const float *mask, int32_t *answer)
{
	return ATTN_OK;
}
#endif

/*
 * Is key <= row + offset? Unsigned numbers wrap around below 0, so the greater of two is never subtracted
 * from the smaller; 0 - (size_t)offset is the size of a negative offset.
 */
static int sees(size_t row, size_t key, ptrdiff_t offset)
{
	if (offset < 0)
		return key <= row && row - key >= 0 - (size_t)offset;
	return key <= row || key - row <= (size_t)offset;
}

/* Which of n_k keys does one row see, and how many? (worked) */
int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	*count = 0; /* outputs arrive filled with junk */
	for (size_t j = 0; j < n_k; j++) {
		visible[j] = (uint8_t)sees(row, j, offset);
		*count += visible[j];
	}
	return ATTN_OK;
}

/* ---- Level 2: application ------------------------------------------------------------------------- */

#if 0 /* Build the additive causal mask */
int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask)
{
	return ATTN_OK;
}
#endif

#if 0 /* Scaled scores of every query against every key, nothing masked */
int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)
{
	return ATTN_OK;
}
#endif

#if 0 /* Softmax of every row */
int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return ATTN_OK;
}
#endif

#if 0 /* Softmax of scores + mask, row by row, for any additive mask */
int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal attention, the whole machine */
int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights)
{
	return ATTN_OK;
}
#endif

/* ---- Level 3: analysis ---------------------------------------------------------------------------- */

#if 0 /* How many (query, key) pairs does attention over n tokens look at? */
int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	return ATTN_OK;
}
#endif

#if 0 /* The trap measured */
int attn_late_mask_mass(size_t n_q, size_t n_k, ptrdiff_t offset, const float *scores, float *mass)
{
	return ATTN_OK;
}
#endif

#if 0 /* Which rows of an additive mask are empty, that is, hide every key? */
int attn_empty_rows(size_t n_q, size_t n_k, const float *mask, uint8_t *empty, uint64_t *count)
{
	return ATTN_OK;
}
#endif

#if 0 /* attn_masked_softmax with a choice of what an empty row holds */
int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
			       float *weights)
{
	return ATTN_OK;
}
#endif

/* ---- Level 4: synthesis --------------------------------------------------------------------------- */

#if 0 /* One decoding step */
int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal self-attention of one sequence */
int attn_self(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q, const float *w_k,
	      const float *w_v, float *out)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal multi-head attention with an output projection; several query heads may share a key/value head */
int attn_multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
		    const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out)
{
	return ATTN_OK;
}
#endif

#if 0 /* Cross-attention of a decoder to a padded source */
int attn_cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
	       const float *v, float *out)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal attention for a batch of sequences padded on the right to n rows */
int attn_padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q, const float *k,
		const float *v, float *out)
{
	return ATTN_OK;
}
#endif

/* ---- Level 5: mastery ----------------------------------------------------------------------------- */

#if 0 /* Find the weights behind an output */
int attn_recover_weights(size_t n_q, size_t n, const float *v, const float *out, float *weights)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal attention of n_q queries over n_k keys */
int attn_causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q, const float *k,
		       const float *v, float *out, float *lse)
{
	return ATTN_OK;
}
#endif

#if 0 /* Causal sliding-window attention */
int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		float *out)
{
	return ATTN_OK;
}
#endif

#if 0 /* Merge two partial results */
int attn_merge(size_t n, size_t d_v, const float *out_a, const float *lse_a, const float *out_b, const float *lse_b,
	       float *out, float *lse)
{
	return ATTN_OK;
}
#endif

#if 0 /* The gradient of causal attention */
int attn_causal_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			 const float *d_out, float *dq, float *dk, float *dv)
{
	return ATTN_OK;
}
#endif
