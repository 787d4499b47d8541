#include "honest.h"

#include <assert.h>

extern const attn_symbol honest_plain[OPERATION_COUNT], honest_reversed[OPERATION_COUNT],
	honest_pairwise[OPERATION_COUNT], honest_compensated[OPERATION_COUNT], honest_long_double[OPERATION_COUNT],
	honest_split[OPERATION_COUNT], honest_scaled_keys[OPERATION_COUNT], honest_shifted[OPERATION_COUNT],
	honest_exp2[OPERATION_COUNT], honest_exp_double[OPERATION_COUNT], honest_reciprocal[OPERATION_COUNT],
	honest_logarithms[OPERATION_COUNT], honest_column_by_column[OPERATION_COUNT], honest_blocked[OPERATION_COUNT],
	honest_ofast[OPERATION_COUNT];

/*
 * What looks as harmless and is not: exp(score - lse) with a log-sum-exp in float, which is off by thousandths at
 * scores of 1e5; a maximum over hidden keys too, or any bound of it, beside which visible keys underflow; a mask of
 * -inf added to scores that may be NaN or +inf; compensation of an infinite sum, which makes it NaN.
 */
static const struct honest table[] = {
	{"plain", "one loop after the other", "it is the textbook in float", false, honest_plain},
	{"reversed", "the same, with every sum taken from its end", "sums do not depend on their order", false,
	 honest_reversed},
	{"pairwise", "the same, with dot products summed by halves", "sums do not depend on their order", false,
	 honest_pairwise},
	{"compensated", "the same, with what additions lose carried along", "it is more exact than is asked", false,
	 honest_compensated},
	{"long_double", "the same, with scores computed in long double", "it is more exact than is asked", false,
	 honest_long_double},
	{"split", "the same, with queries and keys both scaled by a fourth root", "the two factors make up the scale",
	 false, honest_split},
	{"scaled_keys", "the same, with keys divided by sqrt(d_k) beforehand",
	 "the scale is a common factor of the sum", false, honest_scaled_keys},
	{"shifted", "the same, with more than the maximum subtracted",
	 "any constant cancels, unless exp overflows or underflows for it", false, honest_shifted},
	{"exp2", "the same, with powers of 2 of scores times log2(e)", "it is exp by another name", false, honest_exp2},
	{"exp_double", "the same, with exp in double", "it is more exact than is asked", false, honest_exp_double},
	{"reciprocal", "the same, with weights multiplied by 1 / sum", "it is one rounding more than a division", false,
	 honest_reciprocal},
	{"logarithms", "the same, with exp(ln numerator - ln sum) as weight",
	 "both logarithms are small, unlike a score and its log-sum-exp", false, honest_logarithms},
	{"column_by_column", "the same, with each column of the output summed in double",
	 "sums do not depend on their order", false, honest_column_by_column},
	{"blocked", "keys in blocks, softmax on the fly", "what was summed is scaled when the maximum grows", false,
	 honest_blocked},
	{"ofast", "that compiled with -Ofast, where all numbers are finite",
	 "only special numbers are computed otherwise", true, honest_ofast},
};

size_t honest_count(void)
{
	return sizeof(table) / sizeof(table[0]);
}

const struct honest *honest_at(size_t index)
{
	assert(index < honest_count());
	return &table[index];
}
