/*
 * The heavy functions of the contract in float, for speed: the bar for exercises in speed, a second opinion on the
 * reference, of which nothing is used here, and the better part of the sample submission "fast". Each function does
 * what that of the same name in attention.h says.
 *
 *   kernels.h            what each set of instructions offers; avx512.c, avx2.c, portable.c compile it
 *   body.h               the kernels: multiply.h (the inner loop), attend.h, decode.h, product.h, derive.h
 *   team.h               threads
 *
 * Each thread has a room that grows with d alone: at d = 64 some 60 kB, with AVX-512 74; for gradients 40, with AVX-512
 * 55. For gradients on several threads, or where d_k is less than 48 (AVX-512: 64), it has also the scores of a tile of
 * queries: 192 bytes a key, with AVX-512 256. Beyond that, attn_multi_head has its projections.
 *
 * Results of exercises in speed depend on how quick these are: fast_version (reference.h) changes with it.
 */
#ifndef FAST_FAST_H
#define FAST_FAST_H

#include <stdbool.h>

#include "attention.h"

enum fast_set { FAST_BEST, FAST_PORTABLE, FAST_AVX2, FAST_AVX512, FAST_SETS };

struct fast_setting {
	enum fast_set set; /* FAST_BEST: the best that the machine has */
	size_t threads;	   /* at most; 1 makes none */
};

/* Has this machine, and this build, the instructions? */
bool fast_has(enum fast_set set);

int fast_causal(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, const float *q, const float *k,
		const float *v, float *out, float *weights);

int fast_causal_offset(const struct fast_setting *setting, size_t n_q, size_t n_k, size_t d_k, size_t d_v,
		       ptrdiff_t offset, const float *q, const float *k, const float *v, float *out, float *lse);

int fast_window(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, size_t window, const float *q,
		const float *k, const float *v, float *out);

int fast_decode(const struct fast_setting *setting, struct attn_cache *cache, const float *query, const float *key,
		const float *value, float *out);

int fast_multi_head(const struct fast_setting *setting, size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads,
		    size_t d_head, const float *x, const float *w_q, const float *w_k, const float *w_v,
		    const float *w_o, float *out);

int fast_causal_backward(const struct fast_setting *setting, size_t n, size_t d_k, size_t d_v, const float *q,
			 const float *k, const float *v, const float *d_out, float *dq, float *dk, float *dv);

#endif
