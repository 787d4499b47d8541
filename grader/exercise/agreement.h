/* Parts that put the case's question to another function: PROPERTY_AGREEMENT. Each is named after both. */
#ifndef EXERCISE_AGREEMENT_H
#define EXERCISE_AGREEMENT_H

#include "exercise/echo.h"

void agree_mask_visible(struct echoes *echoes, const struct property *property);
void agree_visible_mask(struct echoes *echoes, const struct property *property);
void agree_masked_plain(struct echoes *echoes, const struct property *property);
void agree_policy_masked(struct echoes *echoes, const struct property *property);
void agree_causal_decode(struct echoes *echoes, const struct property *property);
void agree_causal_chunks(struct echoes *echoes, const struct property *property);
void agree_causal_window(struct echoes *echoes, const struct property *property);
void agree_decode_causal(struct echoes *echoes, const struct property *property);
void agree_self_causal(struct echoes *echoes, const struct property *property);
size_t agree_self_projections(const struct frame *frame);
void agree_heads_self(struct echoes *echoes, const struct property *property);
const char *agree_heads_refuses(const struct frame *frame, struct arena *arena);
void agree_cross_offset(struct echoes *echoes, const struct property *property);
void agree_padded_causal(struct echoes *echoes, const struct property *property);
void agree_offset_causal(struct echoes *echoes, const struct property *property);
void agree_window_causal(struct echoes *echoes, const struct property *property);

#endif
