/*
 * What a set of instructions offers: the same kernels, compiled once for each set. A kernel describes its work: so
 * many units, which may be done in any order, or at once on several threads, each with room of its own.
 */
#ifndef FAST_KERNELS_H
#define FAST_KERNELS_H

#include <stdbool.h>
#include <stddef.h>

#if defined(__x86_64__)
#define FAST_X86
#endif

/*
 * Attention of n_heads heads, which lie side by side: head h has columns h d_k and on of q, h d_v and on of out, and
 * so on; `group` heads share keys and values. A stride is the distance of a matrix's rows. `out` may be q, if d_k is
 * d_v.
 */
struct fast_attention {
	size_t n_q, n_k, d_k, d_v, n_heads, group;
	ptrdiff_t offset; /* row i sees key j iff i + offset - window < j <= i + offset */
	size_t window;	  /* SIZE_MAX: no matter how old */
	const float *q, *k, *v;
	size_t q_stride, k_stride, v_stride, out_stride;
	float *out;
	float *weights, *lse; /* of the only head, or NULL */
};

/* c = a b, all dense. */
struct fast_product {
	size_t rows, inner, columns;
	const float *a, *b;
	float *c;
};

struct fast_gradient {
	size_t n, d_k, d_v;
	const float *q, *k, *v, *d_out;
	float *dq, *dk, *dv;
	bool alone;   /* on one thread: rows of dq that are not yet known may hold other things */
	size_t *done; /* by block of KEYS keys: the tiles of queries that have added to dk and dv */
};

enum { KEYS = 96 };

struct fast_work {
	size_t n_units, room_bytes;
	void (*unit)(const void *given, size_t unit, void *room);
};

struct fast_kernels {
	struct fast_work (*attend)(const struct fast_attention *attention);
	struct fast_work (*decode)(const struct fast_attention *attention); /* of one query and one head */
	struct fast_work (*multiply)(const struct fast_product *product);
	struct fast_work (*derive)(const struct fast_gradient *gradient);
};

extern const struct fast_kernels fast_portable;
#if defined(FAST_X86)
extern const struct fast_kernels fast_avx2, fast_avx512;
#endif

#endif
