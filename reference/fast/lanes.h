/*
 * Vectors of LANES floats, and the few things that are done with them; the rest is plain C on vectors. Only this file
 * knows instructions by name. Whoever includes it has defined LANES as 4, 8 or 16 and allowed the instructions.
 */
#include <math.h>
#include <stdint.h>

#define INLINE static inline __attribute__((always_inline, unused))
#define LOCAL static __attribute__((unused))

/* Loops over the registers of a tile: they are unrolled whole, or the registers would be memory. */
#if defined(__clang__)
#define UNROLL _Pragma("clang loop unroll(full)")
#else
#define UNROLL _Pragma("GCC unroll 16")
#endif

typedef float lanes __attribute__((vector_size(4 * LANES)));
typedef int32_t whole __attribute__((vector_size(4 * LANES)));
typedef uint32_t bits __attribute__((vector_size(4 * LANES)));

#if LANES == 16
#include <immintrin.h>

INLINE lanes lanes_all(float x)
{
	return _mm512_set1_ps(x);
}

/* a b + c, rounded once where the machine can. */
INLINE lanes lanes_multiply_add(lanes a, lanes b, lanes c)
{
	return _mm512_fmadd_ps(a, b, c);
}

/* The larger one; b if either is NaN. */
INLINE lanes lanes_max(lanes a, lanes b)
{
	return _mm512_max_ps(a, b);
}

/* a b + c where a is neither 0 nor -0, otherwise c. */
INLINE lanes lanes_multiply_add_seen(lanes a, lanes b, lanes c)
{
	return _mm512_mask3_fmadd_ps(a, b, c, _mm512_cmp_ps_mask(a, _mm512_setzero_ps(), _CMP_NEQ_UQ));
}

INLINE float lanes_sum(lanes a)
{
	return _mm512_reduce_add_ps(a);
}

#elif LANES == 8
#include <immintrin.h>

INLINE lanes lanes_all(float x)
{
	return _mm256_set1_ps(x);
}

INLINE lanes lanes_multiply_add(lanes a, lanes b, lanes c)
{
	return _mm256_fmadd_ps(a, b, c);
}

INLINE lanes lanes_max(lanes a, lanes b)
{
	return _mm256_max_ps(a, b);
}

INLINE lanes lanes_multiply_add_seen(lanes a, lanes b, lanes c)
{
	return _mm256_fmadd_ps(a, _mm256_and_ps(_mm256_cmp_ps(a, _mm256_setzero_ps(), _CMP_NEQ_UQ), b), c);
}

INLINE float lanes_sum(lanes a)
{
	__m128 half = _mm_add_ps(_mm256_castps256_ps128(a), _mm256_extractf128_ps(a, 1));
	__m128 quarter = _mm_add_ps(half, _mm_movehl_ps(half, half));
	return _mm_cvtss_f32(_mm_add_ss(quarter, _mm_movehdup_ps(quarter)));
}

#else

INLINE lanes lanes_all(float x)
{
	return x - (lanes){0};
}

INLINE lanes lanes_multiply_add(lanes a, lanes b, lanes c)
{
	return a * b + c;
}

INLINE lanes lanes_max(lanes a, lanes b)
{
	whole above = a > b;
	return (lanes)((above & (whole)a) | (~above & (whole)b));
}

INLINE lanes lanes_multiply_add_seen(lanes a, lanes b, lanes c)
{
	return a * (lanes)((a != lanes_all(0)) & (whole)b) + c;
}

INLINE float lanes_sum(lanes a)
{
	return (a[0] + a[2]) + (a[1] + a[3]);
}

#endif

INLINE whole whole_all(int32_t x)
{
	return x - (whole){0};
}

/* 0, 1, 2 and so on. */
INLINE whole lanes_numbers(void)
{
	static const int32_t numbers[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
	whole x;
	__builtin_memcpy(&x, numbers, sizeof(x));
	return x;
}

INLINE lanes lanes_choose(whole condition, lanes yes, lanes no)
{
	return (lanes)((condition & (whole)yes) | (~condition & (whole)no));
}

INLINE lanes lanes_load(const float *from)
{
	lanes x;
	__builtin_memcpy(&x, from, sizeof(x));
	return x;
}

INLINE void lanes_store(float *to, lanes x)
{
	__builtin_memcpy(to, &x, sizeof(x));
}

/*
 * 2^x for x <= 0: exactly 1 at 0, NaN for NaN, exactly 0 from -126.5 down, where floats would lose their digits.
 * 2^(whole part) is put together from its bits, which the addition of `shift` leaves in the lowest places; the rest is
 * in [-1/2, 1/2], where the polynomial, 1 at 0, is off by 1.8 units of 2^-24 at the most.
 */
INLINE lanes lanes_exp2(lanes x)
{
	static const float shift = 0x1.8p23F + 127, lowest = -127;
	static const float c[] = {0x1.5bba88p-10F, 0x1.3ceabep-7F, 0x1.c6b754p-5F, 0x1.ebf9bcp-3F, 0x1.62e42ap-1F, 1};
	x = lanes_max(lanes_all(lowest), x);
	lanes shifted = x + lanes_all(shift), rest = x - (shifted - lanes_all(shift)), sum = lanes_all(c[0]);
	UNROLL
	for (int i = 1; i < 6; i++)
		sum = lanes_multiply_add(sum, rest, lanes_all(c[i]));
	/* A shift; the analyzer knows none of vectors. */
	return sum * (lanes)((bits)shifted * (bits)whole_all(1 << 23));
}

typedef float four __attribute__((vector_size(16)));

/* The sums of four vectors. */
#if LANES == 16
INLINE four lanes_sums(lanes a, lanes b, lanes c, lanes d)
{
	lanes ab = _mm512_shuffle_f32x4(a, b, 0x44) + _mm512_shuffle_f32x4(a, b, 0xee);
	lanes cd = _mm512_shuffle_f32x4(c, d, 0x44) + _mm512_shuffle_f32x4(c, d, 0xee);
	lanes sums = _mm512_shuffle_f32x4(ab, cd, 0x88) + _mm512_shuffle_f32x4(ab, cd, 0xdd); /* a quarter each */
	sums += _mm512_permute_ps(sums, 0x4e);
	sums += _mm512_permute_ps(sums, 0xb1);
	return _mm512_castps512_ps128(_mm512_maskz_compress_ps(0x1111, sums));
}
#else
INLINE four lanes_sums(lanes a, lanes b, lanes c, lanes d)
{
	enum { PARTS = LANES / 4 };
	const lanes all[] = {a, b, c, d};
	four sums[4];
	UNROLL
	for (int i = 0; i < 4; i++) {
		four parts[PARTS];
		__builtin_memcpy(parts, &all[i], sizeof(parts));
		sums[i] = parts[0];
		UNROLL
		for (int p = 1; p < PARTS; p++)
			sums[i] += parts[p];
	}
	four ab = __builtin_shufflevector(sums[0], sums[1], 0, 4, 1, 5) +
		  __builtin_shufflevector(sums[0], sums[1], 2, 6, 3, 7);
	four cd = __builtin_shufflevector(sums[2], sums[3], 0, 4, 1, 5) +
		  __builtin_shufflevector(sums[2], sums[3], 2, 6, 3, 7);
	return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) + __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}
#endif
