/*
 * As fast as the machine: what takes time is reference/fast, on one thread; the rest is that of the sample "blocked".
 */

/* Its own versions of these become nobody's. */
#define attn_causal blocked_causal
#define attn_causal_offset blocked_causal_offset
#define attn_window blocked_window
#define attn_decode blocked_decode
#define attn_multi_head blocked_multi_head
#define attn_causal_backward blocked_causal_backward
#include "../blocked/attention.c"
#undef attn_causal
#undef attn_causal_offset
#undef attn_window
#undef attn_decode
#undef attn_multi_head
#undef attn_causal_backward

#include "bar/attention.c"
