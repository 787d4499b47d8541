/*
 * attention.h - the contract of the masked attention gym
 *
 * A submission is a shared object that defines some or all of these functions. This file is all you
 * need: it says what each function computes, what the special cases are, and what it returns.
 *
 * Words. n is a number of rows (tokens), d_k the length of a query or key vector, d_v the length of a
 * value vector. Matrices are dense and row-major: element (i, j) of an r x c matrix is m[i * c + j].
 * Indices start at 0. "inf" below is INFINITY of <math.h>.
 *
 * Rules that hold for every function:
 *
 *  - Row i sees key j if and only if j <= i + offset; offset is 0 unless the function takes one.
 *    What a row does not see is hidden from it.
 *  - The score of query i and key j is dot(q_i, k_j) / sqrt(d_k).
 *  - The weights of a row are the softmax of its visible scores; a hidden key has weight exactly 0.
 *  - A row that sees no key is an empty row: its weights and its output are zeros, unless the function
 *    takes a policy. Its log-sum-exp is -inf.
 *  - What a row does not see cannot influence it, not even NaN or inf in hidden keys and values: skip
 *    them, do not multiply them by 0.
 *  - A NaN that a row does see propagates. A visible score of +inf makes all visible weights of the row
 *    NaN (inf - inf); its hidden weights stay 0.
 *  - A visible score of -inf has weight 0; a row whose visible scores are all -inf counts as empty.
 *  - Softmax never overflows for finite scores: subtract the row's maximum first.
 *  - 0 rows are fine: return ATTN_OK and write nothing.
 *  - Whatever is not ATTN_OK leaves every output as it was.
 *  - An argument that makes no sense is an error even where there is nothing to compute.
 *  - Memory may be allocated with malloc; give it back before you return.
 *  - Left open, and never asked: a visible key of weight 0 (its score -inf, or so low that float has no such
 *    weight) whose value is NaN or inf; the log-sum-exp of a row that sees +inf; a sum of score and mask that
 *    float cannot hold; which error comes first where two apply.
 *  - Inputs are never written. Buffers never overlap. Each buffer is aligned for its element type, no
 *    more: 4 bytes for float. Outputs arrive filled with junk. Nothing outside the stated shape may be
 *    read or written. No state may be kept between calls, struct attn_cache aside.
 */
#ifndef ATTENTION_H
#define ATTENTION_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a function returns. */
enum {
	ATTN_OK = 0,
	ATTN_EINVAL = -1,   /* an argument that makes no sense: d_k == 0, heads that do not divide, ... */
	ATTN_ERANGE = -2,   /* the result does not fit its type */
	ATTN_EFULL = -3,    /* the cache has no room for one more row */
	ATTN_ESINGULAR = -4 /* the matrix has no inverse */
};

/* What attn_masked_softmax_policy writes into a row that sees no key. */
enum attn_empty_policy {
	ATTN_EMPTY_ZERO = 0,   /* every weight 0 */
	ATTN_EMPTY_NAN = 1,    /* every weight NaN */
	ATTN_EMPTY_UNIFORM = 2 /* every weight 1 / n_k, the hidden keys' too */
};

/* ---- Level 1: recognition ------------------------------------------------------------------------- */

/*
 * Is this n x n additive mask the valid causal one: exactly 0 where j <= i, exactly -inf where j > i?
 *
 *   n       size    rows and columns
 *   mask    in      n x n, the mask in question
 *   answer  out     1 if it is, 0 if it is not
 *
 * -0.0 equals 0. A mask of 0 rows is valid.
 * Returns ATTN_OK.
 */
int attn_is_causal_mask(size_t n, const float *mask, int32_t *answer);

/*
 * Which of n_k keys does one row see, and how many?
 *
 *   row      size   the row, from 0; it may lie beyond n_k
 *   n_k      size   number of keys
 *   offset   size   row sees key j iff j <= row + offset; may be negative
 *   visible  out    n_k, 1 for a key that the row sees, 0 for a hidden one
 *   count    out    how many it sees
 *
 * Returns ATTN_OK.
 */
int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count);

/* ---- Level 2: application ------------------------------------------------------------------------- */

/*
 * Build the additive causal mask: 0 where row i sees key j, -inf where it does not.
 *
 *   n_q     size    rows
 *   n_k     size    columns
 *   offset  size    row i sees key j iff j <= i + offset; may be negative
 *   mask    out     n_q x n_k
 *
 * Returns ATTN_OK.
 */
int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask);

/*
 * Scaled scores of every query against every key, nothing masked: scores = q k^T / sqrt(d_k).
 *
 *   n_q     size    number of queries
 *   n_k     size    number of keys
 *   d_k     size    length of a query and of a key
 *   q       in      n_q x d_k
 *   k       in      n_k x d_k
 *   scores  out     n_q x n_k
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0.
 */
int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores);

/*
 * Softmax of every row.
 *
 *   n_q      size   rows
 *   n_k      size   columns
 *   scores   in     n_q x n_k
 *   weights  out    n_q x n_k
 *
 * A score of -inf gets weight 0; a row of nothing else is empty.
 * Returns ATTN_OK.
 */
int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights);

/*
 * Softmax of scores + mask, row by row, for any additive mask.
 *
 *   n_q      size   rows
 *   n_k      size   columns
 *   scores   in     n_q x n_k
 *   mask     in     n_q x n_k; -inf hides a key, anything else is added to its score
 *   weights  out    n_q x n_k
 *
 * A key whose mask is -inf is hidden whatever its score is, NaN and +inf included.
 * Returns ATTN_OK.
 */
int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights);

/*
 * Causal attention, the whole machine: row i of out is the mean of the values that row i sees, weighted
 * by the softmax of its scaled scores.
 *
 *   n        size   rows: as many queries as keys and values
 *   d_k      size   length of a query and of a key
 *   d_v      size   length of a value
 *   q        in     n x d_k
 *   k        in     n x d_k
 *   v        in     n x d_v
 *   out      out    n x d_v
 *   weights  out    n x n, or NULL if the caller does not want them
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0.
 */
int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
		float *weights);

/* ---- Level 3: analysis ---------------------------------------------------------------------------- */

/*
 * How many (query, key) pairs does attention over n tokens look at?
 *
 *   n       size    tokens
 *   full    out     without a mask: n^2
 *   causal  out     with the causal mask: n (n + 1) / 2
 *
 * Returns ATTN_OK, or ATTN_ERANGE if either number does not fit 64 bits.
 */
int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal);

/*
 * The trap measured: softmax over all keys first, causal mask after. How much of each row's weight is
 * left on the keys that it sees?
 *
 *   n_q     size    rows
 *   n_k     size    columns
 *   offset  size    row i sees key j iff j <= i + offset; may be negative
 *   scores  in      n_q x n_k
 *   mass    out     n_q, the sum of the weights that the mask leaves; 1 only if nothing was hidden
 *
 * The softmax looks at hidden scores by definition: that is what is wrong with it.
 * Returns ATTN_OK.
 */
int attn_late_mask_mass(size_t n_q, size_t n_k, ptrdiff_t offset, const float *scores, float *mass);

/*
 * Which rows of an additive mask are empty, that is, hide every key?
 *
 *   n_q    size     rows
 *   n_k    size     columns; with 0 columns every row is empty
 *   mask   in       n_q x n_k; -inf hides a key, anything else (NaN too) does not
 *   empty  out      n_q, 1 for an empty row, 0 for another
 *   count  out      how many are empty
 *
 * With 0 rows count is 0 and is written.
 * Returns ATTN_OK.
 */
int attn_empty_rows(size_t n_q, size_t n_k, const float *mask, uint8_t *empty, uint64_t *count);

/*
 * attn_masked_softmax with a choice of what an empty row holds.
 *
 *   n_q      size   rows
 *   n_k      size   columns
 *   policy   size   one of enum attn_empty_policy
 *   scores   in     n_q x n_k
 *   mask     in     n_q x n_k; -inf hides a key, anything else is added to its score
 *   weights  out    n_q x n_k
 *
 * Returns ATTN_OK, or ATTN_EINVAL for an unknown policy.
 */
int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask,
			       float *weights);

/* ---- Level 4: synthesis --------------------------------------------------------------------------- */

/* A KV cache. The memory is the caller's; the first `length` rows of keys and values are in use. */
struct attn_cache {
	size_t capacity; /* rows there is room for */
	size_t length;	 /* rows in use */
	size_t d_k;	 /* length of a key */
	size_t d_v;	 /* length of a value */
	float *keys;	 /* capacity x d_k */
	float *values;	 /* capacity x d_v */
};

/*
 * One decoding step: append one key and one value to the cache, then let the query attend to every row
 * in use, the new one included.
 *
 *   cache  in/out   the cache; keys, values and length change, nothing else
 *   query  in       d_k
 *   key    in       d_k
 *   value  in       d_v
 *   out    out      d_v
 *
 * Rows of the cache that are not in use hold junk.
 * Returns ATTN_OK, ATTN_EINVAL if d_k is 0 or length > capacity, or ATTN_EFULL if length == capacity; on
 * an error the cache is as it was.
 */
int attn_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out);

/*
 * Causal self-attention of one sequence: q = x w_q, k = x w_k, v = x w_v, then causal attention.
 *
 *   n        size   tokens
 *   d_model  size   length of a token's embedding
 *   d_k      size   length of a query and of a key
 *   d_v      size   length of a value
 *   x        in     n x d_model
 *   w_q      in     d_model x d_k
 *   w_k      in     d_model x d_k
 *   w_v      in     d_model x d_v
 *   out      out    n x d_v
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_model or d_k is 0.
 */
int attn_self(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q, const float *w_k,
	      const float *w_v, float *out);

/*
 * Causal multi-head attention with an output projection; several query heads may share a key/value head.
 *
 *   n           size   tokens
 *   d_model     size   length of a token's embedding
 *   n_heads     size   query heads
 *   n_kv_heads  size   key/value heads; query head h uses h / (n_heads / n_kv_heads)
 *   d_head      size   length of one head's query, key and value
 *   x           in     n x d_model
 *   w_q         in     d_model x (n_heads * d_head); head h has columns h * d_head and on
 *   w_k         in     d_model x (n_kv_heads * d_head), likewise
 *   w_v         in     d_model x (n_kv_heads * d_head), likewise
 *   w_o         in     (n_heads * d_head) x d_model
 *   out         out    n x d_model: the heads' outputs side by side, times w_o
 *
 * Scores are divided by sqrt(d_head). All heads share the causal mask.
 * Returns ATTN_OK, or ATTN_EINVAL if d_model, n_heads, n_kv_heads or d_head is 0 or n_heads is no multiple
 * of n_kv_heads.
 */
int attn_multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
		    const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out);

/*
 * Cross-attention of a decoder to a padded source: every query sees every source key that is no padding.
 *
 *   n_q     size    queries, from the decoder
 *   n_k     size    keys and values, from the encoder
 *   d_k     size    length of a query and of a key
 *   d_v     size    length of a value
 *   length  size    source tokens that are real: keys 0 .. length - 1
 *   q       in      n_q x d_k
 *   k       in      n_k x d_k
 *   v       in      n_k x d_v
 *   out     out     n_q x d_v
 *
 * There is no causal mask. With length 0 every row is empty.
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0 or length > n_k.
 */
int attn_cross(size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, const float *q, const float *k,
	       const float *v, float *out);

/*
 * Causal attention for a batch of sequences padded on the right to n rows: row i of sequence b sees key j
 * iff j <= i and j < lengths[b].
 *
 *   batch    size   sequences
 *   n        size   rows of each
 *   d_k      size   length of a query and of a key
 *   d_v      size   length of a value
 *   lengths  in     batch, real tokens of each sequence, at most n
 *   q        in     batch x n x d_k
 *   k        in     batch x n x d_k
 *   v        in     batch x n x d_v
 *   out      out    batch x n x d_v
 *
 * Padding hides keys, not queries: a padded row is computed like any other. A sequence of length 0 has
 * nothing but empty rows.
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0 or a length is greater than n.
 */
int attn_padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q, const float *k,
		const float *v, float *out);

/* ---- Level 5: mastery ----------------------------------------------------------------------------- */

/*
 * Find the weights behind an output: given v and out = weights v, solve for the weights.
 *
 *   n_q      size   rows of out
 *   n        size   rows and columns of v
 *   v        in     n x n
 *   out      in     n_q x n
 *   weights  out    n_q x n
 *
 * Returns ATTN_OK, or ATTN_ESINGULAR if v has no inverse: elimination with row exchanges meets a column
 * without a nonzero pivot. A v that is merely ill-conditioned is solved.
 */
int attn_recover_weights(size_t n_q, size_t n, const float *v, const float *out, float *weights);

/*
 * Causal attention of n_q queries over n_k keys: row i sees key j iff j <= i + offset.
 *
 *   n_q     size    queries
 *   n_k     size    keys and values
 *   d_k     size    length of a query and of a key
 *   d_v     size    length of a value
 *   offset  size    may be negative: then the leading rows are empty
 *   q       in      n_q x d_k
 *   k       in      n_k x d_k
 *   v       in      n_k x d_v
 *   out     out     n_q x d_v
 *   lse     out     n_q, natural log of the sum of exp(score) over the visible keys; -inf for an empty
 *                   row, or NULL if the caller does not want it
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0.
 */
int attn_causal_offset(size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, const float *q, const float *k,
		       const float *v, float *out, float *lse);

/*
 * Causal sliding-window attention: row i sees the last `window` keys up to and including its own, that
 * is, key j iff i - window < j <= i.
 *
 *   n       size    rows
 *   d_k     size    length of a query and of a key
 *   d_v     size    length of a value
 *   window  size    keys a row sees at most; its own counts
 *   q       in      n x d_k
 *   k       in      n x d_k
 *   v       in      n x d_v
 *   out     out     n x d_v
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_k or window is 0.
 */
int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q, const float *k, const float *v,
		float *out);

/*
 * Merge two partial results: the same queries attended to two disjoint sets of keys; what would they have
 * got from both at once?
 *
 *   n       size    rows
 *   d_v     size    length of a value
 *   out_a   in      n x d_v, output over the first set
 *   lse_a   in      n, its log-sum-exp; -inf where the row saw no key
 *   out_b   in      n x d_v, output over the second set
 *   lse_b   in      n, its log-sum-exp
 *   out     out     n x d_v, output over both
 *   lse     out     n, its log-sum-exp
 *
 * A part whose log-sum-exp is -inf is empty: its output is never looked at, whatever it holds. Two empty
 * parts give zeros and -inf.
 * Returns ATTN_OK.
 */
int attn_merge(size_t n, size_t d_v, const float *out_a, const float *lse_a, const float *out_b, const float *lse_b,
	       float *out, float *lse);

/*
 * The gradient of causal attention: given the derivative of a loss by the output of attn_causal, its
 * derivatives by q, k and v.
 *
 *   n      size     rows
 *   d_k    size     length of a query and of a key
 *   d_v    size     length of a value
 *   q      in       n x d_k
 *   k      in       n x d_k
 *   v      in       n x d_v
 *   d_out  in       n x d_v, derivative of the loss by out
 *   dq     out      n x d_k
 *   dk     out      n x d_k
 *   dv     out      n x d_v
 *
 * Returns ATTN_OK, or ATTN_EINVAL if d_k is 0.
 */
int attn_causal_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			 const float *d_out, float *dq, float *dk, float *dv);

#ifdef __cplusplus
}
#endif

#endif
