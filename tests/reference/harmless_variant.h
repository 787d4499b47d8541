/*
 * The plain sample under other names: VARIANT(function) says which, IMPLEMENTATION is the variable that they
 * are put into.
 */
#include "reference/harmless.h"

#define attn_is_causal_mask VARIANT(is_causal_mask)
#define attn_visible_keys VARIANT(visible_keys)
#define attn_causal_mask VARIANT(causal_mask)
#define attn_scores VARIANT(scores)
#define attn_softmax VARIANT(softmax)
#define attn_masked_softmax VARIANT(masked_softmax)
#define attn_causal VARIANT(causal)
#define attn_edges VARIANT(edges)
#define attn_late_mask_mass VARIANT(late_mask_mass)
#define attn_empty_rows VARIANT(empty_rows)
#define attn_masked_softmax_policy VARIANT(masked_softmax_policy)
#define attn_decode VARIANT(decode)
#define attn_self VARIANT(self)
#define attn_multi_head VARIANT(multi_head)
#define attn_cross VARIANT(cross)
#define attn_padded VARIANT(padded)
#define attn_recover_weights VARIANT(recover_weights)
#define attn_causal_offset VARIANT(causal_offset)
#define attn_window VARIANT(window)
#define attn_merge VARIANT(merge)
#define attn_causal_backward VARIANT(causal_backward)

#include "../../submissions/samples/plain/attention.c"

#define TEXT(tokens) #tokens
#define TEXT_OF(macro) TEXT(macro)

/* In the order of the operation table. */
const struct implementation IMPLEMENTATION = {
	.name = TEXT_OF(IMPLEMENTATION),
	.symbols =
		{
			(attn_symbol)attn_is_causal_mask,
			(attn_symbol)attn_visible_keys,
			(attn_symbol)attn_causal_mask,
			(attn_symbol)attn_scores,
			(attn_symbol)attn_softmax,
			(attn_symbol)attn_masked_softmax,
			(attn_symbol)attn_causal,
			(attn_symbol)attn_edges,
			(attn_symbol)attn_late_mask_mass,
			(attn_symbol)attn_empty_rows,
			(attn_symbol)attn_masked_softmax_policy,
			(attn_symbol)attn_decode,
			(attn_symbol)attn_self,
			(attn_symbol)attn_multi_head,
			(attn_symbol)attn_cross,
			(attn_symbol)attn_padded,
			(attn_symbol)attn_recover_weights,
			(attn_symbol)attn_causal_offset,
			(attn_symbol)attn_window,
			(attn_symbol)attn_merge,
			(attn_symbol)attn_causal_backward,
		},
};
