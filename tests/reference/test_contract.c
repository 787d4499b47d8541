/*
 * The special cases of attention.h, one table of calls, against three implementations: the reference's own
 * shared object and the two honest samples. Each call is made with float buffers aligned to 4 bytes and no
 * more, junk in the outputs, and guards around every buffer; errors must leave everything as it was, and
 * inputs must stay what they were. And: header, operation table, answers and exported symbols name the same
 * functions.
 */
#include <check.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "reference.h"
#include "reference/call.h"
#include "reference/draw.h"
#include "reference/implementation.h"

/* Which keys a row sees, up to the ends of the types. */
#define FAR "18446744073709551615"	/* SIZE_MAX */
#define FAR_BACK "-9223372036854775808" /* PTRDIFF_MIN */
#define FAR_AHEAD "9223372036854775807"

struct special {
	const char *function;
	const char *given;  /* as in call.h */
	const char *expect; /* outputs; `_` is anything; "" on errors */
	int status;
	const char *absent; /* an output that is not wanted */
};

/* clang-format off */
#define GIVES(function, given, expect) {function, given, expect, ATTN_OK, NULL}
#define FAILS(function, given, status) {function, given, "", status, NULL}
#define WITHOUT(absent, function, given, expect) {function, given, expect, ATTN_OK, absent}
#define FAILS_WITHOUT(absent, function, given, status) {function, given, "", status, absent}
/* clang-format on */

static const struct special specials[] = {
	/* ---- attn_is_causal_mask ---- */
	GIVES("attn_is_causal_mask", "n 3  mask 0 -inf -inf 0 0 -inf 0 0 0", "answer 1"),
	GIVES("attn_is_causal_mask", "n 3  mask -0.0 -inf -inf 0 -0.0 -inf 0 0 -0.0", "answer 1"),
	GIVES("attn_is_causal_mask", "n 0  mask", "answer 1"),
	GIVES("attn_is_causal_mask", "n 1  mask 0", "answer 1"),
	GIVES("attn_is_causal_mask", "n 1  mask -inf", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 0 -inf 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask -inf -inf 0 -inf", "answer 0"),
	GIVES("attn_is_causal_mask", "n 3  mask 0 0 -inf 0 0 0 0 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 -1e9 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 -3.4028235e38 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 inf 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 nan 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask nan -inf 0 0", "answer 0"),
	GIVES("attn_is_causal_mask", "n 2  mask 0 -inf 1e-45 0", "answer 0"),

	/* ---- attn_visible_keys ---- */
	GIVES("attn_visible_keys", "row 1  n_k 4  offset 0", "visible 1 1 0 0  count 2"),
	GIVES("attn_visible_keys", "row 0  n_k 3  offset 1", "visible 1 1 0  count 2"),
	GIVES("attn_visible_keys", "row 2  n_k 3  offset -2", "visible 1 0 0  count 1"),
	GIVES("attn_visible_keys", "row 2  n_k 3  offset -3", "visible 0 0 0  count 0"),
	GIVES("attn_visible_keys", "row 9  n_k 3  offset 0", "visible 1 1 1  count 3"),
	GIVES("attn_visible_keys", "row 0  n_k 0  offset 0", "visible  count 0"),
	GIVES("attn_visible_keys", "row " FAR "  n_k 2  offset 0", "visible 1 1  count 2"),
	GIVES("attn_visible_keys", "row " FAR "  n_k 2  offset " FAR_AHEAD, "visible 1 1  count 2"),
	GIVES("attn_visible_keys", "row " FAR "  n_k 2  offset " FAR_BACK, "visible 1 1  count 2"),
	GIVES("attn_visible_keys", "row 0  n_k 2  offset " FAR_AHEAD, "visible 1 1  count 2"),
	GIVES("attn_visible_keys", "row 0  n_k 2  offset " FAR_BACK, "visible 0 0  count 0"),
	GIVES("attn_visible_keys", "row 9223372036854775808  n_k 2  offset " FAR_BACK, "visible 1 0  count 1"),
	GIVES("attn_visible_keys", "row 9223372036854775807  n_k 2  offset " FAR_BACK, "visible 0 0  count 0"),

	/* ---- attn_causal_mask ---- */
	GIVES("attn_causal_mask", "n_q 2  n_k 3  offset 0", "mask 0 -inf -inf 0 0 -inf"),
	GIVES("attn_causal_mask", "n_q 2  n_k 3  offset 1", "mask 0 0 -inf 0 0 0"),
	GIVES("attn_causal_mask", "n_q 2  n_k 2  offset -1", "mask -inf -inf 0 -inf"),
	GIVES("attn_causal_mask", "n_q 1  n_k 2  offset " FAR_AHEAD, "mask 0 0"),
	GIVES("attn_causal_mask", "n_q 2  n_k 1  offset " FAR_BACK, "mask -inf -inf"),
	GIVES("attn_causal_mask", "n_q 0  n_k 3  offset 0", "mask"),
	GIVES("attn_causal_mask", "n_q 3  n_k 0  offset 0", "mask"),

	/* ---- attn_scores ---- */
	GIVES("attn_scores", "n_q 1  n_k 2  d_k 4  q 1 2 3 4  k 1 1 1 1 2 0 0 1", "scores 5 3"),
	GIVES("attn_scores", "n_q 1  n_k 2  d_k 1  q 1  k nan 3", "scores nan 3"),
	GIVES("attn_scores", "n_q 1  n_k 3  d_k 1  q -1  k inf -inf 0", "scores -inf inf 0"),
	GIVES("attn_scores", "n_q 1  n_k 1  d_k 2  q 1 0  k 1 inf", "scores nan"),
	GIVES("attn_scores", "n_q 0  n_k 2  d_k 1  q  k 1 2", "scores"),
	GIVES("attn_scores", "n_q 2  n_k 0  d_k 1  q 1 2  k", "scores"),
	FAILS("attn_scores", "n_q 1  n_k 1  d_k 0  q  k", ATTN_EINVAL),

	/* ---- attn_softmax ---- */
	GIVES("attn_softmax", "n_q 1  n_k 2  scores 0 0", "weights 0.5 0.5"),
	GIVES("attn_softmax", "n_q 2  n_k 2  scores 1000 1000 -1000 -1000", "weights 0.5 0.5 0.5 0.5"),
	GIVES("attn_softmax", "n_q 1  n_k 2  scores 3e38 -3e38", "weights 1 0"),
	GIVES("attn_softmax", "n_q 1  n_k 3  scores 1 -inf 1", "weights 0.5 0 0.5"),
	GIVES("attn_softmax", "n_q 2  n_k 2  scores -inf -inf 0 0", "weights 0 0 0.5 0.5"),
	GIVES("attn_softmax", "n_q 2  n_k 2  scores 0 nan 0 0", "weights nan nan 0.5 0.5"),
	GIVES("attn_softmax", "n_q 1  n_k 3  scores 0 inf 1", "weights nan nan nan"),
	GIVES("attn_softmax", "n_q 1  n_k 2  scores inf inf", "weights nan nan"),
	GIVES("attn_softmax", "n_q 1  n_k 1  scores nan", "weights nan"),
	GIVES("attn_softmax", "n_q 1  n_k 1  scores -7e37", "weights 1"),
	GIVES("attn_softmax", "n_q 0  n_k 3  scores", "weights"),
	GIVES("attn_softmax", "n_q 3  n_k 0  scores", "weights"),

	/* ---- attn_masked_softmax ---- */
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 2 2 9  mask 0 0 -inf", "weights 0.5 0.5 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 nan 0  mask 0 -inf 0", "weights 0.5 0 0.5"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 inf 0  mask 0 -inf 0", "weights 0.5 0 0.5"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 inf 0  mask 0 0 -inf", "weights nan nan 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 nan 0  mask 0 0 -inf", "weights nan nan 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 0 0  mask 0 nan -inf", "weights nan nan 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 3  scores 0 0 0  mask 0 inf -inf", "weights nan nan 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 2  scores 1 4  mask 3 0", "weights 0.5 0.5"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 2  scores 5 5  mask -inf -inf", "weights 0 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 2  scores nan inf  mask -inf -inf", "weights 0 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 2  scores -inf 5  mask 0 -inf", "weights 0 0"),
	GIVES("attn_masked_softmax", "n_q 1  n_k 2  scores 5 5  mask -1e9 -1e9", "weights 0.5 0.5"),
	GIVES("attn_masked_softmax", "n_q 0  n_k 2  scores  mask", "weights"),

	/* ---- attn_causal ---- */
	GIVES("attn_causal", "n 1  d_k 1  d_v 2  q 9  k -9  v 3 5", "out 3 5  weights 1"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 3 5", "out 3 4  weights 1 0 0.5 0.5"),
	WITHOUT("weights", "attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 3 5", "out 3 4"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 3 nan", "out 3 nan  weights 1 0 0.5 0.5"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 3 inf", "out 3 inf  weights 1 0 0.5 0.5"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 nan  v 3 5", "out 3 nan  weights 1 0 nan nan"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 0 inf  v 3 5", "out 3 nan  weights 1 0 nan nan"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 0 -inf  v 3 5", "out 3 3  weights 1 0 1 0"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k 0 -inf  v 3 nan", "out 3 nan  weights 1 0 1 0"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -inf 0  v nan 5", "out 0 nan  weights 0 0 0 1"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 1 1  k -inf -inf  v nan inf", "out 0 0  weights 0 0 0 0"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q nan 0  k 0 0  v 3 5", "out nan 4  weights nan 0 0.5 0.5"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 1  q 100 100  k 100 100  v 3 5", "out 3 4  weights 1 0 0.5 0.5"),
	GIVES("attn_causal", "n 2  d_k 1  d_v 0  q 0 0  k 0 0  v", "out  weights 1 0 0.5 0.5"),
	GIVES("attn_causal", "n 0  d_k 1  d_v 1  q  k  v", "out  weights"),
	FAILS("attn_causal", "n 2  d_k 0  d_v 1  q  k  v 3 5", ATTN_EINVAL),
	FAILS_WITHOUT("weights", "attn_causal", "n 2  d_k 0  d_v 1  q  k  v 3 5", ATTN_EINVAL),

	/* ---- attn_edges ---- */
	GIVES("attn_edges", "n 0", "full 0  causal 0"),
	GIVES("attn_edges", "n 1", "full 1  causal 1"),
	GIVES("attn_edges", "n 6", "full 36  causal 21"),
	GIVES("attn_edges", "n 4294967295", "full 18446744065119617025  causal 9223372034707292160"),
	FAILS("attn_edges", "n 4294967296", ATTN_ERANGE),
	FAILS("attn_edges", "n " FAR, ATTN_ERANGE),

	/* ---- attn_late_mask_mass ---- */
	GIVES("attn_late_mask_mass", "n_q 2  n_k 2  offset 0  scores 0 0 0 0", "mass 0.5 1"),
	GIVES("attn_late_mask_mass", "n_q 2  n_k 2  offset -1  scores 0 0 0 0", "mass 0 0.5"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 2  offset 0  scores 0 inf", "mass nan"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 2  offset 0  scores 0 nan", "mass nan"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 3  offset 0  scores 0 -inf 0", "mass 0.5"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 2  offset 0  scores -inf 0", "mass 0"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 2  offset 0  scores -inf -inf", "mass 0"),
	GIVES("attn_late_mask_mass", "n_q 1  n_k 2  offset 0  scores 0 3e38", "mass 0"),
	GIVES("attn_late_mask_mass", "n_q 2  n_k 0  offset 0  scores", "mass 0 0"),
	GIVES("attn_late_mask_mass", "n_q 0  n_k 2  offset 0  scores", "mass"),

	/* ---- attn_empty_rows ---- */
	GIVES("attn_empty_rows", "n_q 3  n_k 2  mask -inf -inf 0 -inf -inf nan", "empty 1 0 0  count 1"),
	GIVES("attn_empty_rows", "n_q 2  n_k 1  mask -3.4e38 inf", "empty 0 0  count 0"),
	GIVES("attn_empty_rows", "n_q 2  n_k 0  mask", "empty 1 1  count 2"),
	GIVES("attn_empty_rows", "n_q 0  n_k 2  mask", "empty  count 0"),

	/* ---- attn_masked_softmax_policy ---- */
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 0  scores 1 2  mask -inf -inf", "weights 0 0"),
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 1  scores 1 2  mask -inf -inf", "weights nan nan"),
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 2  scores 1 nan  mask -inf -inf", "weights 0.5 0.5"),
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 2  scores 1 -inf  mask -inf 0", "weights 0.5 0.5"),
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 1  scores 1 nan  mask 0 -inf", "weights 1 0"),
	GIVES("attn_masked_softmax_policy", "n_q 1  n_k 3  policy 2  scores 1 nan 1  mask 0 0 -inf",
	      "weights nan nan 0"),
	GIVES("attn_masked_softmax_policy", "n_q 0  n_k 2  policy 1  scores  mask", "weights"),
	FAILS("attn_masked_softmax_policy", "n_q 1  n_k 2  policy 3  scores 1 2  mask 0 0", ATTN_EINVAL),
	FAILS("attn_masked_softmax_policy", "n_q 1  n_k 2  policy -1  scores 1 2  mask 0 0", ATTN_EINVAL),

	/* ---- attn_decode: `1e9 nan` stand for the junk of rows that are not in use ---- */
	GIVES("attn_decode",
	      "capacity 3  d_k 1  d_v 1  length 0  keys 1e9 nan nan  values nan nan nan  query 1  key 2  value 7",
	      "length 1  keys 2 nan nan  values 7 nan nan  out 7"),
	GIVES("attn_decode",
	      "capacity 3  d_k 1  d_v 1  length 1  keys 0 1e9 nan  values 3 nan nan  query 1  key 0  value 5",
	      "length 2  keys 0 0 nan  values 3 5 nan  out 4"),
	GIVES("attn_decode", "capacity 2  d_k 1  d_v 1  length 1  keys 0 nan  values 3 nan  query 1  key 0  value 5",
	      "length 2  keys 0 0  values 3 5  out 4"),
	GIVES("attn_decode", "capacity 2  d_k 1  d_v 1  length 1  keys 0 nan  values nan nan  query 1  key 0  value 5",
	      "length 2  keys 0 0  values nan 5  out nan"),
	GIVES("attn_decode",
	      "capacity 2  d_k 1  d_v 1  length 1  keys -inf 0  values nan 0  query 1  key -inf  value inf",
	      "length 2  keys -inf -inf  values nan inf  out 0"),
	FAILS("attn_decode", "capacity 1  d_k 1  d_v 1  length 1  keys 0  values 3  query 1  key 0  value 5",
	      ATTN_EFULL),
	FAILS("attn_decode", "capacity 0  d_k 1  d_v 1  length 0  keys  values  query 1  key 0  value 5", ATTN_EFULL),
	FAILS("attn_decode", "capacity 1  d_k 1  d_v 1  length 2  keys 0  values 3  query 1  key 0  value 5",
	      ATTN_EINVAL),
	FAILS("attn_decode", "capacity 1  d_k 0  d_v 1  length 0  keys  values 3  query  key  value 5", ATTN_EINVAL),

	/* ---- attn_self ---- */
	GIVES("attn_self", "n 2  d_model 1  d_k 1  d_v 1  x 1 1  w_q 1  w_k 1  w_v 3", "out 3 3"),
	GIVES("attn_self", "n 2  d_model 1  d_k 1  d_v 1  x 1 nan  w_q 1  w_k 1  w_v 3", "out 3 nan"),
	GIVES("attn_self", "n 2  d_model 1  d_k 1  d_v 1  x 1 inf  w_q 1  w_k 1  w_v 3", "out 3 nan"),
	GIVES("attn_self", "n 0  d_model 1  d_k 1  d_v 1  x  w_q 1  w_k 1  w_v 3", "out"),
	FAILS("attn_self", "n 1  d_model 0  d_k 1  d_v 1  x  w_q  w_k  w_v", ATTN_EINVAL),
	FAILS("attn_self", "n 1  d_model 1  d_k 0  d_v 1  x 1  w_q  w_k  w_v 1", ATTN_EINVAL),

	/* ---- attn_multi_head: three query heads on one or three key/value heads ---- */
	GIVES("attn_multi_head",
	      "n 1  d_model 1  n_heads 6  n_kv_heads 3  d_head 1  x 1  w_q 1 1 1 1 1 1  w_k 1 1 1  w_v 1 2 3 "
	      "w_o 1 10 100 1000 10000 100000",
	      "out 332211"),
	GIVES("attn_multi_head",
	      "n 2  d_model 1  n_heads 1  n_kv_heads 1  d_head 1  x 0 nan  w_q 1  w_k 1  w_v 1  w_o 2", "out 0 nan"),
	GIVES("attn_multi_head", "n 0  d_model 1  n_heads 1  n_kv_heads 1  d_head 1  x  w_q 1  w_k 1  w_v 1  w_o 2",
	      "out"),
	FAILS("attn_multi_head", "n 1  d_model 0  n_heads 1  n_kv_heads 1  d_head 1  x  w_q  w_k  w_v  w_o",
	      ATTN_EINVAL),
	FAILS("attn_multi_head", "n 1  d_model 1  n_heads 0  n_kv_heads 1  d_head 1  x 1  w_q  w_k 1  w_v 1  w_o",
	      ATTN_EINVAL),
	FAILS("attn_multi_head", "n 1  d_model 1  n_heads 1  n_kv_heads 0  d_head 1  x 1  w_q 1  w_k  w_v  w_o 1",
	      ATTN_EINVAL),
	FAILS("attn_multi_head", "n 1  d_model 1  n_heads 1  n_kv_heads 1  d_head 0  x 1  w_q  w_k  w_v  w_o",
	      ATTN_EINVAL),
	FAILS("attn_multi_head",
	      "n 1  d_model 1  n_heads 3  n_kv_heads 2  d_head 1  x 1  w_q 1 1 1  w_k 1 1  w_v 1 1  w_o 1 1 1",
	      ATTN_EINVAL),
	FAILS("attn_multi_head",
	      "n 1  d_model 1  n_heads 1  n_kv_heads 2  d_head 1  x 1  w_q 1  w_k 1 1  w_v 1 1  w_o 1", ATTN_EINVAL),

	/* ---- attn_cross ---- */
	GIVES("attn_cross", "n_q 2  n_k 2  d_k 1  d_v 1  length 2  q 0 0  k 0 0  v 3 5", "out 4 4"),
	GIVES("attn_cross", "n_q 1  n_k 2  d_k 1  d_v 1  length 1  q 0  k 0 nan  v 3 nan", "out 3"),
	GIVES("attn_cross", "n_q 1  n_k 2  d_k 1  d_v 1  length 0  q nan  k nan 0  v nan 5", "out 0"),
	GIVES("attn_cross", "n_q 1  n_k 0  d_k 1  d_v 1  length 0  q 0  k  v", "out 0"),
	GIVES("attn_cross", "n_q 0  n_k 1  d_k 1  d_v 1  length 1  q  k 0  v 3", "out"),
	FAILS("attn_cross", "n_q 1  n_k 1  d_k 1  d_v 1  length 2  q 0  k 0  v 3", ATTN_EINVAL),
	FAILS("attn_cross", "n_q 1  n_k 1  d_k 0  d_v 1  length 1  q  k  v 3", ATTN_EINVAL),

	/* ---- attn_padded ---- */
	GIVES("attn_padded", "batch 2  n 2  d_k 1  d_v 1  lengths 1 2  q 0 0 0 0  k 0 nan 0 0  v 3 nan 3 5",
	      "out 3 3 3 4"),
	GIVES("attn_padded", "batch 2  n 1  d_k 1  d_v 1  lengths 0 1  q nan 0  k 0 0  v nan 5", "out 0 5"),
	GIVES("attn_padded", "batch 0  n 2  d_k 1  d_v 1  lengths  q  k  v", "out"),
	GIVES("attn_padded", "batch 1  n 0  d_k 1  d_v 1  lengths 0  q  k  v", "out"),
	FAILS("attn_padded", "batch 2  n 1  d_k 1  d_v 1  lengths 1 2  q 0 0  k 0 0  v 3 5", ATTN_EINVAL),
	FAILS("attn_padded", "batch 1  n 1  d_k 0  d_v 1  lengths 1  q  k  v 3", ATTN_EINVAL),

	/* ---- attn_recover_weights ---- */
	GIVES("attn_recover_weights", "n_q 1  n 3  v 10 0 0 0 10 0 0 0 10  out 3 5 2", "weights 0.3 0.5 0.2"),
	GIVES("attn_recover_weights", "n_q 2  n 2  v 0 1  2 0  out 1 0.5  2 0", "weights 0.5 0.5 0 1"),
	GIVES("attn_recover_weights", "n_q 1  n 2  v 1 0 0 1e-30  out 0.5 5e-31", "weights 0.5 0.5"),
	GIVES("attn_recover_weights", "n_q 0  n 1  v 1  out", "weights"),
	GIVES("attn_recover_weights", "n_q 1  n 0  v  out", "weights"),
	FAILS("attn_recover_weights", "n_q 1  n 2  v 0 0 1 2  out 1 2", ATTN_ESINGULAR),
	FAILS("attn_recover_weights", "n_q 1  n 2  v 0 1 0 2  out 1 2", ATTN_ESINGULAR),
	FAILS("attn_recover_weights", "n_q 1  n 2  v 1 2 2 4  out 1 2", ATTN_ESINGULAR),

	/* ---- attn_causal_offset ---- */
	GIVES("attn_causal_offset", "n_q 2  n_k 2  d_k 1  d_v 1  offset 0  q 0 0  k 0 0  v 3 5",
	      "out 3 4  lse 0 0.6931472"),
	GIVES("attn_causal_offset", "n_q 1  n_k 3  d_k 1  d_v 1  offset 1  q 0  k 0 0 nan  v 3 5 nan",
	      "out 4  lse 0.6931472"),
	GIVES("attn_causal_offset", "n_q 2  n_k 2  d_k 1  d_v 1  offset -1  q nan 1  k 0 nan  v 3 nan",
	      "out 0 3  lse -inf 0"),
	WITHOUT("lse", "attn_causal_offset", "n_q 2  n_k 2  d_k 1  d_v 1  offset -1  q 0 0  k 0 0  v 3 5", "out 0 3"),
	GIVES("attn_causal_offset", "n_q 1  n_k 2  d_k 1  d_v 1  offset 1  q 1  k 500 500  v 3 5",
	      "out 4  lse 500.69315"),
	GIVES("attn_causal_offset", "n_q 1  n_k 2  d_k 1  d_v 1  offset 1  q 1  k -inf -inf  v nan 5",
	      "out 0  lse -inf"),
	GIVES("attn_causal_offset", "n_q 1  n_k 2  d_k 1  d_v 1  offset 1  q 1  k nan 0  v 3 5", "out nan  lse nan"),
	GIVES("attn_causal_offset", "n_q 1  n_k 0  d_k 1  d_v 1  offset 0  q 1  k  v", "out 0  lse -inf"),
	GIVES("attn_causal_offset", "n_q 0  n_k 1  d_k 1  d_v 1  offset 0  q  k 1  v 1", "out  lse"),
	GIVES("attn_causal_offset", "n_q 1  n_k 2  d_k 1  d_v 1  offset " FAR_AHEAD "  q 1  k 0 0  v 3 5",
	      "out 4  lse 0.6931472"),
	GIVES("attn_causal_offset", "n_q 1  n_k 1  d_k 1  d_v 1  offset " FAR_BACK "  q 1  k 0  v 3",
	      "out 0  lse -inf"),
	FAILS("attn_causal_offset", "n_q 1  n_k 1  d_k 0  d_v 1  offset 0  q  k  v 3", ATTN_EINVAL),
	FAILS_WITHOUT("lse", "attn_causal_offset", "n_q 1  n_k 1  d_k 0  d_v 1  offset 0  q  k  v 3", ATTN_EINVAL),

	/* ---- attn_window ---- */
	GIVES("attn_window", "n 4  d_k 1  d_v 1  window 2  q 0 0 0 0  k 0 0 0 0  v 1 10 100 1000", "out 1 5.5 55 550"),
	GIVES("attn_window", "n 3  d_k 1  d_v 1  window 1  q 1 2 3  k nan 1 1  v nan 2 3", "out nan 2 3"),
	GIVES("attn_window", "n 3  d_k 1  d_v 1  window 1  q 1 2 3  k 1 1 nan  v 1 2 inf", "out 1 2 nan"),
	GIVES("attn_window", "n 2  d_k 1  d_v 1  window " FAR "  q 0 0  k 0 0  v 3 5", "out 3 4"),
	GIVES("attn_window", "n 0  d_k 1  d_v 1  window 1  q  k  v", "out"),
	FAILS("attn_window", "n 1  d_k 1  d_v 1  window 0  q 0  k 0  v 3", ATTN_EINVAL),
	FAILS("attn_window", "n 1  d_k 0  d_v 1  window 1  q  k  v 3", ATTN_EINVAL),

	/* ---- attn_merge ---- */
	GIVES("attn_merge", "n 1  d_v 1  out_a 3  lse_a 0  out_b 5  lse_b 0", "out 4  lse 0.6931472"),
	GIVES("attn_merge", "n 1  d_v 2  out_a 3 4  lse_a 2  out_b nan inf  lse_b -inf", "out 3 4  lse 2"),
	GIVES("attn_merge", "n 1  d_v 1  out_a nan  lse_a -inf  out_b 5  lse_b -3", "out 5  lse -3"),
	GIVES("attn_merge", "n 1  d_v 1  out_a nan  lse_a -inf  out_b inf  lse_b -inf", "out 0  lse -inf"),
	GIVES("attn_merge", "n 1  d_v 1  out_a 3  lse_a 900  out_b 5  lse_b 900", "out 4  lse 900.69315"),
	GIVES("attn_merge", "n 1  d_v 1  out_a 3  lse_a -900  out_b 5  lse_b -900", "out 4  lse -899.30685"),
	GIVES("attn_merge", "n 1  d_v 1  out_a nan  lse_a 0  out_b 5  lse_b 0", "out nan  lse 0.6931472"),
	GIVES("attn_merge", "n 1  d_v 1  out_a 3  lse_a nan  out_b 5  lse_b 0", "out nan  lse nan"),
	GIVES("attn_merge", "n 0  d_v 1  out_a  lse_a  out_b  lse_b", "out  lse"),

	/* ---- attn_causal_backward ---- */
	GIVES("attn_causal_backward", "n 2  d_k 1  d_v 1  q 1 1  k 0 1  v 1 10  d_out 1 1",
	      "dq 0 1.769507  dk -1.769507 1.769507  dv 1.268941 0.7310586"),
	GIVES("attn_causal_backward", "n 1  d_k 1  d_v 1  q 1  k 2  v 3  d_out 4", "dq 0  dk 0  dv 4"),
	GIVES("attn_causal_backward", "n 2  d_k 1  d_v 1  q 1 1  k 0 nan  v 1 10  d_out 1 0",
	      "dq 0 nan  dk nan nan  dv nan nan"),
	GIVES("attn_causal_backward", "n 2  d_k 1  d_v 1  q 1 1  k 0 0  v 1 nan  d_out 1 1",
	      "dq 0 nan  dk nan nan  dv 1.5 0.5"),
	GIVES("attn_causal_backward", "n 2  d_k 1  d_v 0  q 1 1  k 0 1  v  d_out", "dq 0 0  dk 0 0  dv"),
	GIVES("attn_causal_backward", "n 0  d_k 1  d_v 1  q  k  v  d_out", "dq  dk  dv"),
	FAILS("attn_causal_backward", "n 1  d_k 0  d_v 1  q  k  v 3  d_out 4", ATTN_EINVAL),
};

enum { GUARDS = 3 }; /* elements before and behind each buffer */

/* A frame's buffers in their guards, and what they held before the call. */
struct stage {
	const struct special *special;
	const struct implementation *implementation;
	struct frame frame;
	unsigned char *memory[OPERATION_PARAMETERS_MAX], *before[OPERATION_PARAMETERS_MAX];
	size_t bytes[OPERATION_PARAMETERS_MAX]; /* with guards */
};

static void complain(const struct stage *stage, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void complain(const struct stage *stage, const char *format, ...)
{
	char message[512];
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(message, sizeof(message), format, arguments);
	va_end(arguments);
	ck_abort_msg("%s: %s(%s): %s", stage->implementation->name, stage->special->function, stage->special->given,
		     message);
}

/* A buffer at an address that is a multiple of its element's size and of nothing larger, junk all around. */
static void set_up_buffer(struct stage *stage, const struct frame *source, size_t p, struct arena *arena)
{
	const struct parameter *parameter = &source->operation->parameters[p];
	size_t size = element_bytes(parameter->element);
	struct shape shape;
	ck_assert(frame_shape(source, p, &shape));
	stage->bytes[p] = (shape.count + GUARDS * 2) * size;
	stage->memory[p] = arena_alloc(arena, stage->bytes[p] + 16);
	memset(stage->memory[p], 0xa5, stage->bytes[p]);
	unsigned char *buffer = stage->memory[p] + GUARDS * size;
	if (parameter_is_read(parameter) && shape.count > 0)
		memcpy(buffer, source->arguments[p].buffer, shape.count * size);
	stage->before[p] = (unsigned char *)arena_copy(arena, stage->memory[p], stage->bytes[p]);
	stage->frame.arguments[p].buffer = buffer;
}

static bool is_absent(const struct special *special, const struct parameter *parameter)
{
	return special->absent != NULL && strcmp(special->absent, parameter->name) == 0;
}

static struct stage set_up(const struct special *special, const struct implementation *implementation,
			   struct arena *arena)
{
	struct call call = call_reference(arena, special->function, special->given);
	struct stage stage = {.special = special, .implementation = implementation, .frame = call.frame};
	for (size_t p = 0; p < call.frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &call.frame.operation->parameters[p];
		if (is_absent(special, parameter))
			stage.frame.arguments[p].buffer = NULL;
		else if (parameter_is_buffer(parameter))
			set_up_buffer(&stage, &call.frame, p, arena);
	}
	return stage;
}

/* Inputs and guards must be as before; after an error everything must. */
static void check_untouched(const struct stage *stage, int status)
{
	for (size_t p = 0; p < stage->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &stage->frame.operation->parameters[p];
		size_t guard = GUARDS * element_bytes(parameter->element), bytes = stage->bytes[p];
		const unsigned char *now = stage->memory[p], *before = stage->before[p];
		if (now == NULL)
			continue;
		if (memcmp(now, before, guard) != 0 || memcmp(now + bytes - guard, before + bytes - guard, guard) != 0)
			complain(stage, "wrote outside of \"%s\"", parameter->name);
		if (!parameter_is_written(parameter) && memcmp(now, before, bytes) != 0)
			complain(stage, "wrote the input \"%s\"", parameter->name);
		if (status != ATTN_OK && memcmp(now, before, bytes) != 0)
			complain(stage, "wrote \"%s\" and returned an error", parameter->name);
	}
}

static double get_element(enum element element, const void *buffer, size_t i)
{
	switch (element) {
	case ELEMENT_F32:
		return (double)((const float *)buffer)[i];
	case ELEMENT_U8:
		return ((const uint8_t *)buffer)[i];
	case ELEMENT_I32:
		return ((const int32_t *)buffer)[i];
	case ELEMENT_U64:
		return 0; /* compared as integers */
	}
	return NAN;
}

/* Zeros, infinities and whole numbers of 64 bits are exact; other numbers are right to 1e-6 of themselves. */
static bool agrees(enum element element, const void *buffer, size_t i, const char *word)
{
	if (strcmp(word, "_") == 0)
		return true;
	if (element == ELEMENT_U64)
		return ((const uint64_t *)buffer)[i] == strtoull(word, NULL, 0);
	double got = get_element(element, buffer, i), want = strtod(word, NULL);
	if (isnan(want))
		return isnan(got);
	return got == want || (want != 0 && fabs(got - want) <= 1e-6 * fabs(want));
}

static bool is_number(const char *word)
{
	char *end;
	strtod(word, &end);
	return *end == '\0' || strcmp(word, "_") == 0;
}

/* The table must say something of every element of every output that is wanted. */
static void check_said(const struct stage *stage, const size_t said[OPERATION_PARAMETERS_MAX])
{
	for (size_t p = 0; p < stage->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &stage->frame.operation->parameters[p];
		size_t count = stage->memory[p] == NULL || !parameter_is_written(parameter)
				       ? 0
				       : stage->bytes[p] / element_bytes(parameter->element) - 2 * GUARDS;
		if (said[p] != count)
			complain(stage, "the table says %zu elements of \"%s\", there are %zu", said[p],
				 parameter->name, count);
	}
}

static void check_outputs(const struct stage *stage, struct arena *arena)
{
	char *rest = arena_string(arena, stage->special->expect);
	const struct operation *operation = stage->frame.operation;
	size_t p = operation->n_parameters, said[OPERATION_PARAMETERS_MAX] = {0};
	for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
		if (!is_number(word)) {
			p = operation_parameter(operation, word, strlen(word));
			ck_assert_msg(p < operation->n_parameters, "%s has no \"%s\"", operation->name, word);
			continue;
		}
		enum element element = operation->parameters[p].element;
		size_t i = said[p]++;
		if ((i + 1 + 2 * GUARDS) * element_bytes(element) > stage->bytes[p])
			continue;
		if (!agrees(element, stage->frame.arguments[p].buffer, i, word))
			complain(stage, "%s[%zu] is %g, not %s", operation->parameters[p].name, i,
				 get_element(element, stage->frame.arguments[p].buffer, i), word);
	}
	check_said(stage, said);
}

static void try_specials(const char *name)
{
	struct implementation implementation = implementation_load(name);
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t s = 0; s < sizeof(specials) / sizeof(specials[0]); s++) {
		arena_reset(arena);
		struct stage stage = set_up(&specials[s], &implementation, arena);
		int status = implementation_call(&implementation, &stage.frame);
		if (status != specials[s].status)
			complain(&stage, "returned %d, not %d", status, specials[s].status);
		check_untouched(&stage, status);
		if (status == ATTN_OK)
			check_outputs(&stage, arena);
	}
}

START_TEST(the_reference_keeps_the_contract)
{
	try_specials("reference");
}
END_TEST

START_TEST(the_plain_sample_keeps_the_contract)
{
	try_specials("plain");
}
END_TEST

START_TEST(the_blocked_sample_keeps_the_contract)
{
	try_specials("blocked");
}
END_TEST

START_TEST(every_function_has_special_cases)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++) {
		size_t count = 0;
		for (size_t s = 0; s < sizeof(specials) / sizeof(specials[0]); s++)
			count += strcmp(specials[s].function, operations[o].name) == 0;
		ck_assert_msg(count >= 4, "%s has %zu", operations[o].name, count);
	}
}
END_TEST

static char *read_text(struct arena *arena, FILE *stream)
{
	ck_assert_ptr_nonnull(stream);
	char *text = arena_alloc(arena, 1 << 16);
	size_t length = fread(text, 1, (1 << 16) - 1, stream);
	ck_assert_uint_gt(length, 0);
	ck_assert_uint_lt(length, (1 << 16) - 1);
	return text;
}

/* Prototypes begin at the beginning of a line. */
START_TEST(header_and_table_declare_the_same_functions)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	FILE *stream = fopen(SOURCE_DIR "/reference/attention.h", "r");
	char *text = read_text(arena, stream);
	fclose(stream);
	size_t count = 0;
	for (char *at = text; (at = strstr(at, "\nint attn_")) != NULL; count++) {
		at += strlen("\nint ");
		size_t length = strcspn(at, "(");
		ck_assert_uint_lt(count, OPERATION_COUNT);
		ck_assert_msg(strlen(operations[count].name) == length &&
				      memcmp(at, operations[count].name, length) == 0,
			      "\"%.*s\" stands where the table has %s", (int)length, at, operations[count].name);
	}
	ck_assert_uint_eq(count, OPERATION_COUNT);
}
END_TEST

/* nm prints "address T name" for each. */
START_TEST(the_shared_object_exports_the_contract_and_nothing_else)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	FILE *stream = popen("nm -D --defined-only '" BUILD_DIR "/samples/reference.so'", "r");
	char *rest = read_text(arena, stream);
	ck_assert_int_eq(pclose(stream), 0);
	size_t count = 0;
	for (char *line; (line = strtok_r(rest, "\n", &rest)) != NULL; count++) {
		const char *name = strrchr(line, ' ');
		ck_assert_ptr_nonnull(name);
		ck_assert_msg(operation_find(name + 1) != NULL, "\"%s\" is no function of the contract", line);
	}
	ck_assert_uint_eq(count, OPERATION_COUNT);
}
END_TEST

/* What an output of an answer must look like. */
static void check_answered(const struct frame *frame, size_t p, const struct answer_output *output)
{
	const struct parameter *parameter = &frame->operation->parameters[p];
	struct shape shape;
	if (!parameter_is_written(parameter)) {
		ck_assert_msg(output->real == NULL && output->integer == NULL, "%s is an input", parameter->name);
		return;
	}
	ck_assert(frame_shape(frame, p, &shape));
	bool real = parameter->element == ELEMENT_F32;
	ck_assert_msg(output->count == shape.count && (output->real != NULL) == real &&
			      (output->gauge != NULL) == real && (output->integer != NULL) == !real,
		      "%s: the answer has no \"%s\" of the right shape", frame->operation->name, parameter->name);
}

START_TEST(every_function_is_answered_in_full)
{
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct draw draw = {o};
		struct frame frame = draw_ordinary_frame(&draw, o, 5, arena);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		ck_assert_int_eq(answer.status, ATTN_OK);
		ck_assert_double_gt(reference_tolerance(o), 0);
		for (size_t p = 0; p < frame.operation->n_parameters; p++)
			check_answered(&frame, p, &answer.outputs[p]);
	}
}
END_TEST

/* On an error the cache holds what it held, and the answer says so. */
START_TEST(a_full_cache_is_answered_with_itself)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call = call_reference(arena, "attn_decode",
					  "capacity 1  d_k 1  d_v 2  length 1  keys 8  values 3 4  query 1  key 0  "
					  "value 5 6");
	ck_assert_int_eq(call.answer.status, ATTN_EFULL);
	ck_assert_uint_eq(call.answer.outputs[3].integer[0], 1);
	ck_assert_double_eq(call.answer.outputs[4].real[0], 8);
	ck_assert_double_eq(call.answer.outputs[5].real[1], 4);
	ck_assert_uint_eq(call.answer.outputs[9].count, 0);
}
END_TEST

/* Rows of the cache that are not in use keep their bits, even those of a NaN that arithmetic would change. */
START_TEST(what_the_cache_does_not_use_keeps_its_bits)
{
	static const char *const names[] = {"reference", "plain", "blocked"};
	struct implementation implementation = implementation_load(names[_i]);
	const uint32_t signalling = 0x7fa00001;
	float keys[3] = {0, 0, 0}, values[3] = {3, 0, 0}, query = 1, key = 2, value = 5, out;
	memcpy(&keys[2], &signalling, sizeof(float));
	memcpy(&values[2], &signalling, sizeof(float));
	uint64_t length = 1;
	struct frame frame = {&operations[OP_attn_decode],
			      {{.size = 3},
			       {.size = 1},
			       {.size = 1},
			       {.buffer = &length},
			       {.buffer = keys},
			       {.buffer = values},
			       {.buffer = &query},
			       {.buffer = &key},
			       {.buffer = &value},
			       {.buffer = &out}}};
	ck_assert_int_eq(implementation_call(&implementation, &frame), ATTN_OK);
	ck_assert_uint_eq(length, 2);
	ck_assert(keys[1] == 2 && values[1] == 5);
	ck_assert_mem_eq(&keys[2], &signalling, sizeof(float));
	ck_assert_mem_eq(&values[2], &signalling, sizeof(float));
}
END_TEST

START_TEST(unwanted_outputs_are_not_made)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call = call_reference(arena, "attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 3 5");
	bool absent[OPERATION_PARAMETERS_MAX] = {false};
	absent[7] = true;
	struct answer answer;
	reference_answer_with(&ideas_right, &call.frame, absent, arena, &answer);
	ck_assert_ptr_null(answer.outputs[7].real);
	ck_assert_uint_eq(answer.outputs[7].count, 0);
	ck_assert_double_eq(answer.outputs[6].real[1], 4);
	ck_assert_ptr_nonnull(call.answer.outputs[7].real);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		the_reference_keeps_the_contract,
		the_plain_sample_keeps_the_contract,
		the_blocked_sample_keeps_the_contract,
		every_function_has_special_cases,
		header_and_table_declare_the_same_functions,
		the_shared_object_exports_the_contract_and_nothing_else,
		every_function_is_answered_in_full,
		a_full_cache_is_answered_with_itself,
		unwanted_outputs_are_not_made,
	};
	Suite *suite = suite_create("reference: contract");
	TCase *tcase = tcase_create("contract");
	tcase_set_timeout(tcase, 120);
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		tcase_add_test(tcase, tests[i]);
	tcase_add_loop_test(tcase, what_the_cache_does_not_use_keeps_its_bits, 0, 3);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
