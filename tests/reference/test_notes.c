/*
 * The numbers of the course notes: the exercises (L1.1 .. L5.3), the worked examples (1 .. 8), the visual
 * walkthrough, the main note and the note on masked self-attention ("the cat sat down"). Positions count
 * from 1 in the notes and from 0 here.
 *
 * Where a number in the notes is wrong, the right one stands here, and the printed one under `wrong` if a
 * grader must tell them apart:
 *
 *  - L2.2's matrices lost their layout (columns came first) and its scale the root sign; K is
 *    [[1, 1], [2, 0]] and the scale sqrt(2), as its own 0.707 and 1.414 prove.
 *  - Worked example 7 adds up to 15.2996 where the sum is 15.19958; its weights add up to 0.994.
 *  - Worked example 7 and the main note's example 1 call column 6 hidden from row 6. It is not (j <= i):
 *    the row that predicts token 6 is row 5.
 *  - The main note's example 2 and worked example 2 divide 287.1 by 425.9 and print 0.68; it is 0.674 (and
 *    0.673 with scores that were not rounded to two decimals first).
 *  - Sums of addends that were rounded first are off in the last digit: 425.9 for 425.96, 6.09 for 6.084,
 *    22028.5 happens to be right.
 *
 * Nothing to test: figures, prose, costs as orders of growth, and the PyTorch listing.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "attention.h"
#include "reference/call.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

static const struct fact exercises[] = {
	{
		.source = "exercises, L1.1: A is the valid causal mask",
		.function = "attn_is_causal_mask",
		.given = "n 3  mask 0 -inf -inf  0 0 -inf  0 0 0",
		.expect = "answer 1",
	},
	{
		.source = "exercises, L1.1: B, the transpose, silences the past",
		.function = "attn_is_causal_mask",
		.given = "n 3  mask 0 0 0  -inf 0 0  -inf -inf 0",
		.expect = "answer 0",
	},
	{
		.source = "exercises, L1.1: C masks the diagonal too",
		.function = "attn_is_causal_mask",
		.given = "n 3  mask -inf -inf -inf  0 -inf -inf  0 0 -inf",
		.expect = "answer 0",
	},
	{
		.source = "exercises, L1.2: position 3 of 5 may attend to 1, 2, 3",
		.function = "attn_visible_keys",
		.given = "row 2  n_k 5  offset 0",
		.expect = "visible 1 1 1 0 0  count 3",
		.wrong = {"visible 1 1 0 0 0  count 2", "visible 0 0 1 1 1  count 3", "visible 1 1 1 1 1  count 5"},
	},
	{
		.source = "exercises, L2.1: row 2 of [2, 4, 1, 3]",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 4  scores 2 4 1 3  mask 0 0 -inf -inf",
		.expect = "weights 0.12 0.88 0 0",
		.wrong = {"weights 0.0871 0.6439 0.0321 0.2369", "weights 0.0871 0.6439 0 0"},
	},
	{
		.source = "exercises, L2.2, step 1: the dot products [[1, 2], [1, 0]], scaled by sqrt(2)",
		.function = "attn_scores",
		.given = "n_q 2  n_k 2  d_k 2  q 1 0  0 1  k 1 1  2 0",
		.expect = "scores 0.707 1.414  0.707 0",
		.wrong = {"scores 1 2  1 0", "scores 0.5 1.0  0.5 0"},
	},
	{
		.source = "exercises, L2.2, steps 4 and 5: weights and output",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  6.697615 3.302385  weights 1 0  0.6698 0.3302",
		.wrong = {"out 10 0  6.224593 3.775407", "out 10 0  7.310586 2.689414"},
	},
	{
		.source = "exercises, L2.2, step 5, as printed with three decimals",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  6.698 3.302",
	},
	{
		.source = "exercises, L2.2: the output with two decimals",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  6.70 3.30",
	},
	{
		.source = "exercises, L3.1: T^2 and T (T + 1) / 2 edges for T = 1000",
		.function = "attn_edges",
		.given = "n 1000",
		.expect = "full 1000000  causal 500500",
		.wrong = {"full 1000000  causal 499500", "full 1000000  causal 500000"},
	},
	{
		.source = "exercises, L3.2: -1e9 is as good as -inf for a realistic score",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 100 -100 100  mask 0 0 -1e9",
		.expect = "weights 1 0 0",
	},
	{
		.source = "exercises, L3.3: a row of -inf only, here zeros by contract instead of 0/0",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 1 2 3  mask -inf -inf -inf",
		.expect = "weights 0 0 0",
		.wrong = {"weights nan nan nan", "weights 0.3333 0.3333 0.3333"},
	},
	{
		.source = "exercises, L3.3: 0/0 is NaN, where the caller asks for it",
		.function = "attn_masked_softmax_policy",
		.given = "n_q 1  n_k 3  policy 1  scores 1 2 3  mask -inf -inf -inf",
		.expect = "weights nan nan nan",
		.wrong = {"weights 0 0 0"},
	},
	{
		.source = "exercises, L3.3: uniform but finite, where the caller asks for it",
		.function = "attn_masked_softmax_policy",
		.given = "n_q 1  n_k 4  policy 2  scores 1 2 3 4  mask -inf -inf -inf -inf",
		.expect = "weights 0.25 0.25 0.25 0.25",
		.wrong = {"weights 0 0 0 0", "weights nan nan nan nan", "weights 0.0321 0.0871 0.2369 0.6439"},
	},
	{
		.source = "exercises, L3.3: the -1e9 trick, uniform in binary32 by rounding and softmax(s) in double",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 2  scores 0 1  mask -1e9 -1e9",
		.expect = "weights _ _",
		.honest = {"weights 0.5 0.5", "weights 0.2689414 0.7310586"},
	},
	{
		.source = "exercises, L4.1: step 3 of decoding the main note's example 2 equals its row 3",
		.function = "attn_decode",
		.given = "capacity 4  d_k 2  d_v 3  length 2  keys 2 1  1 3  nan nan  nan nan  values 10 0 0  0 10 0  "
			 "nan nan nan  nan nan nan  query 2 2  key 2 1  value 0 0 10",
		.expect = "out 1.6358 6.7284 1.6358  length 3  keys 2 1  1 3  2 1  _ _  values _ _ _  _ _ _  0 0 10  _ "
			  "_ _",
	},
	{
		.source = "exercises, L4.3: cross-attention sees all source positions, row 1 too",
		.function = "attn_cross",
		.given = "n_q 1  n_k 3  d_k 1  d_v 3  length 3  q 1  k 2 3 4  v 1 0 0  0 1 0  0 0 1",
		.expect = "out 0.0900 0.2447 0.6652",
		.wrong = {"out 1 0 0"},
	},
	{
		.source = "exercises, L5.1: V is 10 on distinct axes, the output is [3, 5, 2]",
		.function = "attn_recover_weights",
		.given = "n_q 1  n 3  v 10 0 0  0 10 0  0 0 10  out 3 5 2",
		.expect = "weights 0.3 0.5 0.2",
	},
	{
		.source = "exercises, L5.2: with the diagonal masked the first row is empty, and only that",
		.function = "attn_empty_rows",
		.given = "n_q 3  n_k 3  mask -inf -inf -inf  0 -inf -inf  0 0 -inf",
		.expect = "empty 1 0 0  count 1",
	},
	{
		.source = "exercises, L5.2: the same as an offset of -1",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset -1  q 1 1  k 0 1  v 3 5",
		.expect = "out 0 3  lse -inf 0",
		.wrong = {"out nan 3"},
	},
	{
		.source = "exercises, L5.3: no V_j with j > i appears, whatever it and its score are",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 inf  v 3 nan",
		.expect = "out 3 nan  weights 1 0  nan nan",
		.wrong = {"out nan nan"},
	},
};

/* The scores that the worked examples share come from the main note's example 2. */
#define SHARED_Q "q 1 2  3 1  2 2 "
#define SHARED_K "k 2 1  1 3  2 1 "

static const struct fact worked_examples[] = {
	{
		.source = "worked examples, scenario matrix: the shared scores",
		.function = "attn_scores",
		.given = "n_q 3  n_k 3  d_k 2 " SHARED_Q SHARED_K,
		.expect = "scores 2.83 4.95 2.83  4.95 4.24 4.95  4.24 5.66 4.24",
		.wrong = {"scores 4 7 4  7 6 7  6 8 6", "scores 2 3.5 2  3.5 3 3.5  3 4 3"},
	},
	{
		.source = "worked examples 1, 2 and 3: first, last and middle row of the shared scores",
		.function = "attn_causal",
		.given = "n 3  d_k 2  d_v 1 " SHARED_Q SHARED_K "v 0 0 0",
		.expect = "out 0 0 0  weights 1 0 0  0.67 0.33 0  0.16 0.67 0.16",
		.wrong = {"weights 1 0 0  0.67 0.33 0  0.16 0.68 0.16"},
	},
	{
		.source = "worked example 2, from the scores as they are printed",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 4.24 5.66 4.24  mask 0 0 0",
		.expect = "weights 0.16 0.67 0.16",
		.wrong = {"weights 0.16 0.68 0.16"},
	},
	{
		.source = "worked example 2: where nothing is masked, masked attention is plain attention",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 3  scores 4.24 5.66 4.24",
		.expect = "weights 0.16 0.67 0.16",
		.wrong = {"weights 0.16 0.68 0.16"},
	},
	{
		.source = "worked example 3, from the scores as they are printed",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 4.95 4.24 4.95  mask 0 0 -inf",
		.expect = "weights 0.67 0.33 0",
		.wrong = {"weights 0.4014 0.1973 0.4014"},
	},
	{
		.source = "worked example 4: one token, score 3",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 1  scores 3  mask 0",
		.expect = "weights 1",
	},
	{
		.source = "worked example 4: the output is V_1, whatever the score is",
		.function = "attn_causal",
		.given = "n 1  d_k 1  d_v 2  q 3  k 1  v 5 -6",
		.expect = "out 5 -6  weights 1",
	},
	{
		.source = "worked example 5: ties split evenly",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 2 2 7  mask 0 0 -inf",
		.expect = "weights 0.5 0.5 0",
	},
	{
		.source = "worked example 6: [10, 0, 0]",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 3  scores 10 0 0",
		.expect = "weights 0.99991 0.0000454 0.0000454",
		.wrong = {"weights 1 0 0"},
	},
	{
		.source = "worked example 7: the five visible scores",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 5  scores 0.5 1.2 0.3 2.0 0.4",
		.expect = "weights 0.1084715 0.2184348 0.08880897 0.4861356 0.09814909",
		.wrong = {"weights 0.108 0.217 0.088 0.483 0.098"},
	},
	{
		.source = "worked example 8, step 1: softmax first",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 3  scores 2 3 4",
		.expect = "weights 0.0900 0.2447 0.6652",
	},
	{
		.source = "worked example 8, step 2: the mass that is left",
		.function = "attn_late_mask_mass",
		.given = "n_q 1  n_k 3  offset 1  scores 2 3 4",
		.expect = "mass 0.3348",
		.wrong = {"mass 1", "mass 0.6652"},
	},
	{
		.source = "worked example 8, step 3: the right order",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf",
		.expect = "weights 0.269 0.731 0",
		.wrong = {"weights 0.0900 0.2447 0"},
	},
};

static const struct fact other_notes[] = {
	{
		.source = "main note, matrix form of M for T = 4",
		.function = "attn_causal_mask",
		.given = "n_q 4  n_k 4  offset 0",
		.expect = "mask 0 -inf -inf -inf  0 0 -inf -inf  0 0 0 -inf  0 0 0 0",
		.wrong = {"mask 0 0 0 0  -inf 0 0 0  -inf -inf 0 0  -inf -inf -inf 0"},
	},
	{
		.source = "main note, M for T = 4 is valid",
		.function = "attn_is_causal_mask",
		.given = "n 4  mask 0 -inf -inf -inf  0 0 -inf -inf  0 0 0 -inf  0 0 0 0",
		.expect = "answer 1",
	},
	{
		.source = "main note, example 1: row 5 predicts \"Paris\" and does not see it (scores: the weights' "
			  "logarithms)",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 6  scores -1.8971200 -1.6094379 -2.3025851 -0.9162907 -1.8971200 3  mask 0 0 0 0 "
			 "0 -inf",
		.expect = "weights 0.15 0.20 0.10 0.40 0.15 0",
	},
	{
		.source = "main note, example 1: five keys are visible to that row",
		.function = "attn_visible_keys",
		.given = "row 4  n_k 6  offset 0",
		.expect = "visible 1 1 1 1 1 0  count 5",
	},
	{
		.source = "main note, example 1: row 6 sees column 6",
		.function = "attn_visible_keys",
		.given = "row 5  n_k 6  offset 0",
		.expect = "visible 1 1 1 1 1 1  count 6",
	},
	{
		.source = "main note, example 2, step 1: the dot products, halved (padded to d_k = 4)",
		.function = "attn_scores",
		.given = "n_q 3  n_k 3  d_k 4  q 1 2 0 0  3 1 0 0  2 2 0 0  k 2 1 0 0  1 3 0 0  2 1 0 0",
		.expect = "scores 2 3.5 2  3.5 3 3.5  3 4 3",
	},
	{
		.source = "main note, example 2, step 2: scaled by sqrt(2)",
		.function = "attn_scores",
		.given = "n_q 3  n_k 3  d_k 2 " SHARED_Q SHARED_K,
		.expect = "scores 2.83 4.95 2.83  4.95 4.24 4.95  4.24 5.66 4.24",
	},
	{
		.source = "main note, example 2, step 3: the mask for T = 3",
		.function = "attn_causal_mask",
		.given = "n_q 3  n_k 3  offset 0",
		.expect = "mask 0 -inf -inf  0 0 -inf  0 0 0",
	},
	{
		.source = "main note, example 2, step 4: softmax of the masked scores",
		.function = "attn_masked_softmax",
		.given = "n_q 3  n_k 3  scores 2.83 4.95 2.83  4.95 4.24 4.95  4.24 5.66 4.24  "
			 "mask 0 -inf -inf  0 0 -inf  0 0 0",
		.expect = "weights 1.0 0 0  0.67 0.33 0  0.16 0.67 0.16",
		.wrong = {"weights 1.0 0 0  0.67 0.33 0  0.16 0.68 0.16"},
	},
	{
		.source = "main note, mistake 1: a binary mask after the softmax leaves 0.33",
		.function = "attn_late_mask_mass",
		.given = "n_q 1  n_k 3  offset 1  scores 2 3 4",
		.expect = "mass 0.33",
	},
	{
		.source = "main note, mistake 1: the weights it would leave",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 3  scores 2 3 4",
		.expect = "weights 0.09 0.24 _",
	},
	{
		.source = "main note, mistake 3: the diagonal stays visible",
		.function = "attn_is_causal_mask",
		.given = "n 2  mask -inf -inf  0 -inf",
		.expect = "answer 0",
	},
	{
		.source = "main note, multi-head: the mask is shared, row 1 of each head is its own value",
		.function = "attn_multi_head",
		.given = "n 2  d_model 2  n_heads 2  n_kv_heads 2  d_head 1  x 1 2  3 4  w_q 1 0  0 1  w_k 1 0  0 1  "
			 "w_v 1 0  0 1  w_o 1 0  0 1",
		.expect = "out 1 2  2.9951 3.9993",
	},
	{
		.source = "visual walkthrough, step 1: token 3 may not glance at token 4",
		.function = "attn_visible_keys",
		.given = "row 2  n_k 4  offset 0",
		.expect = "visible 1 1 1 0  count 3",
	},
	{
		.source = "visual walkthrough, step 6: two future cells collapse to 0",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 4  scores 0 0 5 9  mask 0 0 -inf -inf",
		.expect = "weights 0.5 0.5 0 0",
	},
	{
		.source = "masked self-attention, the cat sat down: scaled scores of \"sat\"",
		.function = "attn_scores",
		.given = "n_q 1  n_k 4  d_k 2  q 1 1  k 1 0  0 1  1 0  1 1",
		.expect = "scores 0.707 0.707 0.707 1.414",
	},
	{
		.source = "masked self-attention, the cat sat down: without a mask \"sat\" looks at \"down\"",
		.function = "attn_softmax",
		.given = "n_q 1  n_k 4  scores 0.70710678 0.70710678 0.70710678 1.41421356",
		.expect = "weights 0.199 0.199 0.199 0.403",
	},
	{
		.source = "masked self-attention, the cat sat down: with the mask 1/3 each and exactly 0",
		.function = "attn_causal",
		.given = "n 4  d_k 2  d_v 4  q 0 1  1 0  1 1  1 1  k 1 0  0 1  1 0  1 1  "
			 "v 1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1",
		.expect = "out _ _ _ _  _ _ _ _  0.3333333 0.3333333 0.3333333 0  _ _ _ _  "
			  "weights 1 0 0 0  _ _ 0 0  0.3333333 0.3333333 0.3333333 0  _ _ _ _",
		.wrong = {"weights 1 0 0 0  _ _ 0 0  0.199 0.199 0.199 0.403  _ _ _ _"},
	},
	{
		.source = "masked self-attention, incremental form: the step for \"sat\" gives that row",
		.function = "attn_decode",
		.given =
			"capacity 3  d_k 2  d_v 3  length 2  keys 1 0  0 1  nan nan  values 1 0 0  0 1 0  nan nan nan  "
			"query 1 1  key 1 0  value 0 0 1",
		.expect = "out 0.3333333 0.3333333 0.3333333  length 3  keys 1 0  0 1  1 0  values 1 0 0  0 1 0  0 0 1",
	},
	{
		.source = "masked self-attention, structural and padding mask combined",
		.function = "attn_padded",
		.given = "batch 1  n 3  d_k 1  d_v 3  lengths 2  q 0 0 0  k 0 0 0  v 1 0 0  0 1 0  0 0 1",
		.expect = "out 1 0 0  0.5 0.5 0  0.5 0.5 0",
	},
};

/* Sums of exponentials, as far as they are printed: exp of the log-sum-exp. */
static const struct sum {
	const char *source;
	const char *scores;
	int count;
	double printed, half_unit;
} sums[] = {
	{"exercises, L2.1: 7.389 + 54.598", "2 4", 2, 61.987, 0.0005},
	{"exercises, L2.1: e^2", "2", 1, 7.389, 0.0005},
	{"exercises, L2.1: e^4", "4", 1, 54.598, 0.0005},
	{"exercises, L2.2: e^0.707", "0.70710678", 1, 2.028, 0.0005},
	{"exercises, L2.2: 2.028 + 1", "0.70710678 0", 2, 3.028, 0.0005},
	{"worked example 2: e^4.24", "4.24", 1, 69.4, 0.05},
	{"worked example 2: e^5.66", "5.66", 1, 287.1, 0.05},
	{"worked example 2: the sum is 425.96, not 425.9", "4.24 5.66 4.24", 3, 425.96, 0.005},
	{"worked example 3: e^4.95", "4.95", 1, 141.2, 0.05},
	{"worked example 3: 141.2 + 69.4", "4.95 4.24", 2, 210.6, 0.05},
	{"worked example 5: twice e^2", "2 2", 2, 14.778, 0.0005},
	{"worked example 6: e^10", "10", 1, 22026.5, 0.05},
	{"worked example 6: the sum", "10 0 0", 3, 22028.5, 0.05},
	{"worked example 7: e^0.5", "0.5", 1, 1.6487, 0.00005},
	{"worked example 7: e^1.2", "1.2", 1, 3.3201, 0.00005},
	{"worked example 7: e^0.3", "0.3", 1, 1.3499, 0.00005},
	{"worked example 7: e^2.0", "2.0", 1, 7.3891, 0.00005},
	{"worked example 7: e^0.4", "0.4", 1, 1.4918, 0.00005},
	{"worked example 7: the sum is 15.19958, not 15.2996", "0.5 1.2 0.3 2.0 0.4", 5, 15.19958, 0.000005},
	{"worked example 8: e^3", "3", 1, 20.086, 0.0005},
	{"worked example 8: 7.389 + 20.086 + 54.598", "2 3 4", 3, 82.073, 0.0005},
	{"the cat sat down: e^0.707", "0.70710678", 1, 2.03, 0.005},
	{"the cat sat down: e^1.414", "1.41421356", 1, 4.11, 0.005},
	{"the cat sat down: 2.03 + 2.03 + 2.03 + 4.11", "0.70710678 0.70710678 0.70710678 1.41421356", 4, 10.2, 0.05},
	{"the cat sat down: three times e^0.707 is 6.084, not 6.09", "0.70710678 0.70710678 0.70710678", 3, 6.084,
	 0.0005},
};

START_TEST(test_exercises)
{
	fact_check(&exercises[_i]);
}
END_TEST

START_TEST(test_worked_examples)
{
	fact_check(&worked_examples[_i]);
}
END_TEST

START_TEST(test_other_notes)
{
	fact_check(&other_notes[_i]);
}
END_TEST

START_TEST(test_sums)
{
	const struct sum *sum = &sums[_i];
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *given = arena_format(arena, "n_q 1  n_k %d  d_k 1  d_v 0  offset %d  q 1  k %s  v", sum->count,
					 sum->count, sum->scores);
	struct call call = call_reference(arena, "attn_causal_offset", given);
	size_t count;
	double got = exp(*call_output(&call, "lse", &count));
	ck_assert_msg(fabs(got - sum->printed) <= sum->half_unit, "%s: got %.9g", sum->source, got);
}
END_TEST

/* "Weights sum to 1", which the notes check after every example. */
START_TEST(test_weights_sum_to_one)
{
	static const char *const rows[] = {
		"n_q 1  n_k 4  scores 2 4 1 3  mask 0 0 -inf -inf",
		"n_q 1  n_k 3  scores 4.24 5.66 4.24  mask 0 0 0",
		"n_q 1  n_k 3  scores 4.95 4.24 4.95  mask 0 0 -inf",
		"n_q 1  n_k 3  scores 10 0 0  mask 0 0 0",
		"n_q 1  n_k 5  scores 0.5 1.2 0.3 2.0 0.4  mask 0 0 0 0 0",
		"n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf",
	};
	for (size_t i = 0; i < COUNT(rows); i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct call call = call_reference(arena, "attn_masked_softmax", rows[i]);
		size_t count;
		const double *weights = call_output(&call, "weights", &count);
		double total = 0;
		for (size_t j = 0; j < count; j++)
			total += weights[j];
		ck_assert_msg(fabs(total - 1) < 1e-14, "%s: the weights sum to %.17g", rows[i], total);
	}
}
END_TEST

/* L3.1: (T + 1) / (2 T), 0.5005 for T = 1000 and one half in the limit. */
START_TEST(test_edges_ratio)
{
	static const struct {
		const char *given;
		double ratio, half_unit;
	} rows[] = {{"n 1", 1, 0}, {"n 1000", 0.5005, 1e-15}, {"n 4000000000", 0.5, 2e-10}};
	for (size_t i = 0; i < COUNT(rows); i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct call call = call_reference(arena, "attn_edges", rows[i].given);
		double full = (double)*call.answer.outputs[1].integer, causal = (double)*call.answer.outputs[2].integer;
		ck_assert_msg(fabs(causal / full - rows[i].ratio) <= rows[i].half_unit, "%s: ratio %.9g", rows[i].given,
			      causal / full);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("notes");
	TCase *facts = tcase_create("facts");
	tcase_set_timeout(facts, 120); /* against hanging only */
	tcase_add_loop_test(facts, test_exercises, 0, COUNT(exercises));
	tcase_add_loop_test(facts, test_worked_examples, 0, COUNT(worked_examples));
	tcase_add_loop_test(facts, test_other_notes, 0, COUNT(other_notes));
	tcase_add_loop_test(facts, test_sums, 0, COUNT(sums));
	tcase_add_test(facts, test_weights_sum_to_one);
	tcase_add_test(facts, test_edges_ratio);
	suite_add_tcase(suite, facts);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
