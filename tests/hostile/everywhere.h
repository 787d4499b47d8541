/*
 * For submissions that give one answer to everything: all functions of the contract, each of which has its
 * outputs filled by FLOATS(output, count, row, values) and WORDS(output, count). `row` is how long a row of
 * weights is, `values` what an honest answer would mix, NULL where there is no such thing.
 */
#ifndef HOSTILE_EVERYWHERE_H
#define HOSTILE_EVERYWHERE_H

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"

#define ANSWER(name, parameters, ...) \
	int name parameters \
	{ \
		__VA_ARGS__; \
		return ATTN_OK; \
	}

typedef float *floats;
typedef const float *numbers;

ANSWER(attn_is_causal_mask, (size_t n, numbers mask, int32_t *answer), WORDS(answer, 1))
ANSWER(attn_visible_keys, (size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count),
       WORDS(visible, n_k), WORDS(count, 1))
ANSWER(attn_causal_mask, (size_t n_q, size_t n_k, ptrdiff_t offset, floats mask), FLOATS(mask, n_q *n_k, n_k, NULL))
ANSWER(attn_scores, (size_t n_q, size_t n_k, size_t d_k, numbers q, numbers k, floats scores),
       FLOATS(scores, n_q *n_k, n_k, NULL))
ANSWER(attn_softmax, (size_t n_q, size_t n_k, numbers scores, floats weights), FLOATS(weights, n_q *n_k, n_k, NULL))
ANSWER(attn_masked_softmax, (size_t n_q, size_t n_k, numbers scores, numbers mask, floats weights),
       FLOATS(weights, n_q *n_k, n_k, NULL))
ANSWER(attn_causal, (size_t n, size_t d_k, size_t d_v, numbers q, numbers k, numbers v, floats out, floats weights),
       FLOATS(out, n *d_v, n, v), FLOATS(weights, weights == NULL ? 0 : n * n, n, NULL))
ANSWER(attn_edges, (uint64_t n, uint64_t *full, uint64_t *causal), WORDS(full, 1), WORDS(causal, 1))
ANSWER(attn_late_mask_mass, (size_t n_q, size_t n_k, ptrdiff_t offset, numbers scores, floats mass),
       FLOATS(mass, n_q, n_k, NULL))
ANSWER(attn_empty_rows, (size_t n_q, size_t n_k, numbers mask, uint8_t *empty, uint64_t *count), WORDS(empty, n_q),
       WORDS(count, 1))
ANSWER(attn_masked_softmax_policy,
       (size_t n_q, size_t n_k, int32_t policy, numbers scores, numbers mask, floats weights),
       FLOATS(weights, n_q *n_k, n_k, NULL))
ANSWER(attn_decode, (struct attn_cache * cache, numbers query, numbers key, numbers value, floats out),
       FLOATS(out, cache->d_v, 1, value))
ANSWER(attn_self,
       (size_t n, size_t d_model, size_t d_k, size_t d_v, numbers x, numbers w_q, numbers w_k, numbers w_v, floats out),
       FLOATS(out, n *d_v, n, NULL))
ANSWER(attn_multi_head,
       (size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, numbers x, numbers w_q, numbers w_k,
	numbers w_v, numbers w_o, floats out),
       FLOATS(out, n *d_model, n, x))
ANSWER(attn_cross,
       (size_t n_q, size_t n_k, size_t d_k, size_t d_v, size_t length, numbers q, numbers k, numbers v, floats out),
       FLOATS(out, n_q *d_v, n_k, n_q <= n_k ? v : NULL))
ANSWER(attn_padded,
       (size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, numbers q, numbers k, numbers v,
	floats out),
       FLOATS(out, batch *n *d_v, n, v))
ANSWER(attn_recover_weights, (size_t n_q, size_t n, numbers v, numbers out, floats weights),
       FLOATS(weights, n_q *n, n, out))
ANSWER(attn_causal_offset,
       (size_t n_q, size_t n_k, size_t d_k, size_t d_v, ptrdiff_t offset, numbers q, numbers k, numbers v, floats out,
	floats lse),
       FLOATS(out, n_q *d_v, n_k, n_q <= n_k ? v : NULL), FLOATS(lse, lse == NULL ? 0 : n_q, n_k, NULL))
ANSWER(attn_window, (size_t n, size_t d_k, size_t d_v, size_t window, numbers q, numbers k, numbers v, floats out),
       FLOATS(out, n *d_v, n, v))
ANSWER(attn_merge,
       (size_t n, size_t d_v, numbers out_a, numbers lse_a, numbers out_b, numbers lse_b, floats out, floats lse),
       FLOATS(out, n *d_v, n, out_a), FLOATS(lse, n, n, lse_a))
ANSWER(attn_causal_backward,
       (size_t n, size_t d_k, size_t d_v, numbers q, numbers k, numbers v, numbers d_out, floats dq, floats dk,
	floats dv),
       FLOATS(dq, n *d_k, n, q), FLOATS(dk, n *d_k, n, k), FLOATS(dv, n *d_v, n, v))

#endif
