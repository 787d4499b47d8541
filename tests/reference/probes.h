/*
 * Small calls whose answers were computed in double precision by another implementation: outputs (O) and
 * weights (W), to the last bit. A whole number or a hexadecimal one must be met within the tolerance, so
 * that nothing hangs on the last bit of exp.
 *
 * Weights that a function does not give are seen by handing in the identity as values. Probes of several
 * heads have queries, keys and values side by side in x, where the projections pick them out. One thing
 * the contract cannot say: the weights of each head of a multi-head call (p16, p17, p30; their outputs are
 * here).
 */
#ifndef TESTS_REFERENCE_PROBES_H
#define TESTS_REFERENCE_PROBES_H

#include "reference/call.h"

static const struct fact probes[] = {
	{
		.source = "probe p01_worked_S: O and W",
		.function = "attn_causal",
		.given = "n 3  d_k 2  d_v 3  q 1 2  3 1  2 2  k 2 1  1 3  2 1  v 10 0 0  0 10 0  0 0 10",
		.expect = "out 10 0 0  0x1.aca5bb7430d21p+2 0x1.a6b489179e5bfp+1 0  0x1.a2c33312f77dfp+0 "
			  "0x1.ae9e667684411p+2 0x1.a2c33312f77dfp+0  weights 1 0 0  0x1.56eafc5cf3db4p-1 "
			  "0x1.522a074618499p-2 0  0x1.4f028f425f97fp-3 0x1.587eb85ed0341p-1 0x1.4f028f425f97fp-3",
	},
	{
		.source = "probe p01_worked_S: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 3  d_k 2  d_v 3  offset 0  q 1 2  3 1  2 2  k 2 1  1 3  2 1  v 10 0 0  0 10 0  "
			 "0 0 10",
		.expect = "out 10 0 0  0x1.aca5bb7430d21p+2 0x1.a6b489179e5bfp+1 0  0x1.a2c33312f77dfp+0 "
			  "0x1.ae9e667684411p+2 0x1.a2c33312f77dfp+0",
	},
	{
		.source = "probe p02_L2.2: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  0x1.aca5bb7430d21p+2 0x1.a6b489179e5bep+1  weights 1 0  0x1.56eafc5cf3db4p-1 "
			  "0x1.522a074618498p-2",
	},
	{
		.source = "probe p02_L2.2: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 2  d_v 2  offset 0  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  0x1.aca5bb7430d21p+2 0x1.a6b489179e5bep+1",
	},
	{
		.source = "probe p03_scale: O and W",
		.function = "attn_causal",
		.given = "n 3  d_k 4  d_v 5  q 1 1 0 2  2 0 1 1  1 2 1 1  k 1 0 1 1  0 2 1 0  1 1 0 2  v 10 0 0 0 "
			 "7  0 10 0 0 7  0 0 10 0 7",
		.expect = "out 10 0 0 0 7  0x1.059fb37a9ebacp+3 0x1.d302642b0a29bp+0 0 0 7  0x1.8dba4e047961cp+0 "
			  "0x1.0e48b63f70d3cp+2 0x1.0e48b63f70d3cp+2 0 0x1.c000000000001p+2  weights 1 0 0  "
			  "0x1.a2991f2a97914p-1 0x1.759b8355a1bafp-3 0  0x1.3e2ea4d0611bp-3 0x1.b07456cbe7b94p-2 "
			  "0x1.b07456cbe7b94p-2",
	},
	{
		.source = "probe p03_scale: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 3  d_k 4  d_v 5  offset 0  q 1 1 0 2  2 0 1 1  1 2 1 1  k 1 0 1 1  0 2 1 0  1 "
			 "1 0 2  v 10 0 0 0 7  0 10 0 0 7  0 0 10 0 7",
		.expect = "out 10 0 0 0 7  0x1.059fb37a9ebacp+3 0x1.d302642b0a29bp+0 0 0 7  0x1.8dba4e047961cp+0 "
			  "0x1.0e48b63f70d3cp+2 0x1.0e48b63f70d3cp+2 0 0x1.c000000000001p+2",
	},
	{
		.source = "probe p04_trapH: O and W",
		.function = "attn_causal",
		.given = "n 3  d_k 1  d_v 3  q 1  1  1  k 2  3  4  v 10 0 0  0 10 0  0 0 10",
		.expect = "out 10 0 0  0x1.583eb9969e928p+1 0x1.d3e0a334b0b6cp+2 0  0x1.ccf4df74236dp-1 "
			  "0x1.3940a019e6f61p+1 0x1.a9c1140488174p+2  weights 1 0 0  0x1.136561454ba86p-2 "
			  "0x1.764d4f5d5a2bdp-1 0  0x1.70c3e5f682bdap-4 0x1.f534335ca4bcfp-3 0x1.549a766a0679p-1",
	},
	{
		.source = "probe p04_trapH: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 3  d_k 1  d_v 3  offset 0  q 1  1  1  k 2  3  4  v 10 0 0  0 10 0  0 0 10",
		.expect = "out 10 0 0  0x1.583eb9969e928p+1 0x1.d3e0a334b0b6cp+2 0  0x1.ccf4df74236dp-1 "
			  "0x1.3940a019e6f61p+1 0x1.a9c1140488174p+2",
	},
	{
		.source = "probe p05_future_huge: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 0  200  v 1  2",
		.expect = "out 1  2  weights 1 0  0x1.6061812054cfap-289 1",
	},
	{
		.source = "probe p05_future_huge: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k 0  200  v 1  2",
		.expect = "out 1  2",
	},
	{
		.source = "probe p06_overflow: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 100  101  v 1  2",
		.expect = "out 1  0x1.bb26a7aead15ep+0  weights 1 0  0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1",
	},
	{
		.source = "probe p06_overflow: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k 100  101  v 1  2",
		.expect = "out 1  0x1.bb26a7aead15ep+0",
	},
	{
		.source = "probe p07_very_negative: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k -20000  -20001  v 1  2",
		.expect = "out 1  0x1.44d9585152ea2p+0  weights 1 0  0x1.764d4f5d5a2bdp-1 0x1.136561454ba86p-2",
	},
	{
		.source = "probe p07_very_negative: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k -20000  -20001  v 1  2",
		.expect = "out 1  0x1.44d9585152ea2p+0",
	},
	{
		.source = "probe p08_below_minus_1e9: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k -2000000000  5  v 1  2",
		.expect = "out 1  2  weights 1 0  0 1",
	},
	{
		.source = "probe p08_below_minus_1e9: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k -2000000000  5  v 1  2",
		.expect = "out 1  2",
	},
	{
		.source = "probe p09_left_pad_empty_row: O, the padded key left out",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 1  offset -1  q 1  1  1  k 1  2  v 1  4",
		.expect = "out 0  1  0x1.98b9fb8603a0ep+1",
	},
	{
		.source = "probe p09_left_pad_empty_row: W, the padded key left out",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 2  offset -1  q 1  1  1  k 1  2  v 1 0  0 1",
		.expect = "out 0 0  1 0  0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1",
	},
	{
		.source = "probe p09_left_pad_empty_row: W, from the scores",
		.function = "attn_masked_softmax",
		.given = "n_q 3  n_k 3  scores 0 1 2  0 1 2  0 1 2  mask -inf -inf -inf  -inf 0 -inf  -inf 0 0",
		.expect = "weights 0 0 0  0 1 0  0 0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1",
	},
	{
		.source = "probe p10_nan_future_v: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 0  0  v 3  nan",
		.expect = "out 3  nan  weights 1 0  0x1p-1 0x1p-1",
	},
	{
		.source = "probe p10_nan_future_v: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k 0  0  v 3  nan",
		.expect = "out 3  nan",
	},
	{
		.source = "probe p11_nan_future_k: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 0  nan  v 3  5",
		.expect = "out 3  nan  weights 1 0  nan nan",
	},
	{
		.source = "probe p11_nan_future_k: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k 0  nan  v 3  5",
		.expect = "out 3  nan",
	},
	{
		.source = "probe p12_inf_future_v: O and W",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 0  0  v 3  inf",
		.expect = "out 3  inf  weights 1 0  0x1p-1 0x1p-1",
	},
	{
		.source = "probe p12_inf_future_v: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 1  1  k 0  0  v 3  inf",
		.expect = "out 3  inf",
	},
	{
		.source = "probe p13_nan_allowed_k: O and W",
		.function = "attn_causal",
		.given = "n 3  d_k 1  d_v 1  q 1  1  1  k 0  nan  1  v 1  2  4",
		.expect = "out 1  nan  nan  weights 1 0 0  nan nan 0  nan nan nan",
	},
	{
		.source = "probe p13_nan_allowed_k: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 3  d_k 1  d_v 1  offset 0  q 1  1  1  k 0  nan  1  v 1  2  4",
		.expect = "out 1  nan  nan",
	},
	{
		.source = "probe p14_cache_q2_k4: O",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 4  d_k 1  d_v 2  offset 2  q 1  2  k 0  1  2  1  v 1 0  0 1  5 2  -3 7",
		.expect = "out 0x1.b54733343c2d3p+1 0x1.9340fcd59b10ap+0  0x1.ca03f76276e56p+1 0x1.321e7f031ef32p+1",
	},
	{
		.source = "probe p14_cache_q2_k4: W",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 4  d_k 1  d_v 4  offset 2  q 1  2  k 0  1  2  1  v 1 0 0 0  0 1 0 0  0 0 1 0  "
			 "0 0 0 1",
		.expect = "out 0x1.70c3e5f682bdap-4 0x1.f534335ca4bcfp-3 0x1.549a766a0679p-1 0  "
			  "0x1.d19c8e0992b4fp-7 0x1.ae0dc0f990c46p-4 0x1.8d361d8975842p-1 0x1.ae0dc0f990c46p-4",
	},
	{
		.source = "probe p15_decode_q1_k3: O",
		.function = "attn_causal_offset",
		.given = "n_q 1  n_k 3  d_k 1  d_v 1  offset 2  q 1  k 0  1  0  v 1  2  4",
		.expect = "out 0x1.1b20e6a55078ap+1",
	},
	{
		.source = "probe p15_decode_q1_k3: W",
		.function = "attn_causal_offset",
		.given = "n_q 1  n_k 3  d_k 1  d_v 3  offset 2  q 1  k 0  1  0  v 1 0 0  0 1 0  0 0 1",
		.expect = "out 0x1.b20e6a55078a4p-3 0x1.26f8cad57c3aep-1 0x1.b20e6a55078a4p-3",
	},
	{
		.source = "probe p16_gqa_6_3: O",
		.function = "attn_multi_head",
		.given = "n 1  d_model 12  n_heads 6  n_kv_heads 3  d_head 1  x 0 0 0 0 0 0 0 0 0 1 2 3  w_q 1 0 0 "
			 "0 0 0  0 1 0 0 0 0  0 0 1 0 0 0  0 0 0 1 0 0  0 0 0 0 1 0  0 0 0 0 0 1  0 0 0 0 0 0  0 0 "
			 "0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  0 0 0 0 0 0  w_k 0 0 0  0 0 0  0 0 0  0 "
			 "0 0  0 0 0  0 0 0  1 0 0  0 1 0  0 0 1  0 0 0  0 0 0  0 0 0  w_v 0 0 0  0 0 0  0 0 0  0 "
			 "0 0  0 0 0  0 0 0  0 0 0  0 0 0  0 0 0  1 0 0  0 1 0  0 0 1  w_o 1 0 0 0 0 0 0 0 0 0 0 0  "
			 "0 1 0 0 0 0 0 0 0 0 0 0  0 0 1 0 0 0 0 0 0 0 0 0  0 0 0 1 0 0 0 0 0 0 0 0  0 0 0 0 1 0 0 "
			 "0 0 0 0 0  0 0 0 0 0 1 0 0 0 0 0 0",
		.expect = "out 1 1 2 2 3 3 0 0 0 0 0 0",
	},
	{
		.source = "probe p17_heads_T2: O",
		.function = "attn_multi_head",
		.given = "n 2  d_model 6  n_heads 2  n_kv_heads 2  d_head 1  x 1 2 1 -1 1 10  0 3 0 1 2 20  w_q 1 "
			 "0  0 1  0 0  0 0  0 0  0 0  w_k 0 0  0 0  1 0  0 1  0 0  0 0  w_v 0 0  0 0  0 0  0 0  1 "
			 "0  0 1  w_o 1 0 0 0 0 0  0 1 0 0 0 0",
		.expect = "out 1 10 0 0 0 0  0x1.8p+0 0x1.3f9ab8aac11b9p+4 0 0 0 0",
	},
	{
		.source = "probe p18_T1: O and W",
		.function = "attn_causal",
		.given = "n 1  d_k 3  d_v 2  q 3 -1 2  k 1 1 1  v 5 -6",
		.expect = "out 5 -6  weights 1",
	},
	{
		.source = "probe p18_T1: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 1  n_k 1  d_k 3  d_v 2  offset 0  q 3 -1 2  k 1 1 1  v 5 -6",
		.expect = "out 5 -6",
	},
	{
		.source = "probe p19_ties: O and W",
		.function = "attn_causal",
		.given = "n 3  d_k 1  d_v 1  q 1  1  1  k 2  2  1  v 2  4  0",
		.expect = "out 2  3  0x1.44574118edcafp+1  weights 1 0 0  0x1p-1 0x1p-1 0  0x1.b07456cbe7b94p-2 "
			  "0x1.b07456cbe7b94p-2 0x1.3e2ea4d0611bp-3",
	},
	{
		.source = "probe p19_ties: O, as offset 0",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 3  d_k 1  d_v 1  offset 0  q 1  1  1  k 2  2  1  v 2  4  0",
		.expect = "out 2  3  0x1.44574118edcafp+1",
	},
	{
		.source = "probe p20_window2: O",
		.function = "attn_window",
		.given = "n 4  d_k 1  d_v 1  window 2  q 0  0  0  0  k 0  0  0  0  v 1  10  100  1000",
		.expect = "out 1  0x1.6p+2  55  550",
	},
	{
		.source = "probe p20_window2: W",
		.function = "attn_window",
		.given = "n 4  d_k 1  d_v 4  window 2  q 0  0  0  0  k 0  0  0  0  v 1 0 0 0  0 1 0 0  0 0 1 0  0 "
			 "0 0 1",
		.expect = "out 1 0 0 0  0x1p-1 0x1p-1 0 0  0 0x1p-1 0x1p-1 0  0 0 0x1p-1 0x1p-1",
	},
	{
		.source = "probe p23_right_pad: O",
		.function = "attn_padded",
		.given = "batch 1  n 3  d_k 1  d_v 1  lengths 2  q 1  1  1  k 0  1  2  v 1  10  100",
		.expect = "out 1  0x1.e516f94905714p+2  0x1.e516f94905714p+2",
	},
	{
		.source = "probe p23_right_pad: W",
		.function = "attn_padded",
		.given = "batch 1  n 3  d_k 1  d_v 3  lengths 2  q 1  1  1  k 0  1  2  v 1 0 0  0 1 0  0 0 1",
		.expect = "out 1 0 0  0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1 0  0x1.136561454ba86p-2 "
			  "0x1.764d4f5d5a2bdp-1 0",
	},
	{
		.source = "probe p24_polarity: W, from the scores",
		.function = "attn_masked_softmax",
		.given = "n_q 2  n_k 2  scores 0 1  0 1  mask 0 -inf  0 0",
		.expect = "weights 1 0  0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1",
	},
	{
		.source = "probe p24_polarity: O, the mask happens to be causal",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1  1  k 0  1  v 1  10",
		.expect = "out 1  0x1.e516f94905714p+2  weights 1 0  0x1.136561454ba86p-2 0x1.764d4f5d5a2bdp-1",
	},
	{
		.source = "probe p25_nonsquare_nocache: O",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 3  d_k 1  d_v 1  offset 0  q 1  2  k 0  1  2  v 1  10  100",
		.expect = "out 1  0x1.1dab682ede481p+3",
	},
	{
		.source = "probe p25_nonsquare_nocache: W",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 3  d_k 1  d_v 3  offset 0  q 1  2  k 0  1  2  v 1 0 0  0 1 0  0 0 1",
		.expect = "out 1 0 0  0x1.e84152bac31aep-4 0x1.c2f7d5a8a79c9p-1 0",
	},
	{
		.source = "probe p30_heads_scale: O",
		.function = "attn_multi_head",
		.given = "n 2  d_model 12  n_heads 2  n_kv_heads 2  d_head 2  x 1 2 0 1 1 0 2 1 1 0 5 0  2 1 1 0 0 "
			 "1 1 2 0 1 0 5  w_q 1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 "
			 "0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  w_k 0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  1 0 0 0  "
			 "0 1 0 0  0 0 1 0  0 0 0 1  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  w_v 0 0 0 0  0 0 0 0  0 0 "
			 "0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  "
			 "w_o 1 0 0 0 0 0 0 0 0 0 0 0  0 1 0 0 0 0 0 0 0 0 0 0  0 0 1 0 0 0 0 0 0 0 0 0  0 0 0 1 0 "
			 "0 0 0 0 0 0 0",
		.expect = "out 1 0 5 0 0 0 0 0 0 0 0 0  0x1.56eafc5cf3db4p-1 0x1.522a074618498p-2 "
			  "0x1.aca5bb7430d21p+1 0x1.a6b489179e5bep+0 0 0 0 0 0 0 0 0",
	},
	{
		.source = "probe p34_q3_k2_bottom_right: O",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 1  offset -1  q 0  0  0  k 0  0  v 1  10",
		.expect = "out 0  1  0x1.6p+2",
	},
	{
		.source = "probe p34_q3_k2_bottom_right: W",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 2  offset -1  q 0  0  0  k 0  0  v 1 0  0 1",
		.expect = "out 0 0  1 0  0x1p-1 0x1p-1",
	},
};

#endif
