/*
 * The answers, one function for each function of the contract: each reads its question, checks what the
 * contract says to check, and composes the ideas. It returns the status; outputs are claimed only once the
 * arguments make sense.
 */
#ifndef REFERENCE_ANSWERS_H
#define REFERENCE_ANSWERS_H

#include "question.h"

/* masks.c: who sees whom */
int answer_is_causal_mask(const struct question *question);
int answer_visible_keys(const struct question *question);
int answer_causal_mask(const struct question *question);
int answer_edges(const struct question *question);
int answer_empty_rows(const struct question *question);

/* softmax.c: scores and weights */
int answer_scores(const struct question *question);
int answer_softmax(const struct question *question);
int answer_masked_softmax(const struct question *question);
int answer_masked_softmax_policy(const struct question *question);
int answer_late_mask_mass(const struct question *question);

/* attention.c: the whole machine in its settings */
int answer_causal(const struct question *question);
int answer_decode(const struct question *question);
int answer_self(const struct question *question);
int answer_multi_head(const struct question *question);
int answer_cross(const struct question *question);
int answer_padded(const struct question *question);
int answer_causal_offset(const struct question *question);
int answer_window(const struct question *question);
int answer_merge(const struct question *question);

/* gradient.c, inverse.c: backwards */
int answer_causal_backward(const struct question *question);
int answer_recover_weights(const struct question *question);
int answer_recover_weights_unexchanged(const struct question *question); /* for those who know no better */

/*
 * The general form of reference_answer: any ideas, outputs that may be unwanted (`absent`, by parameter, or
 * NULL), gauges only on demand.
 */
void answer_compute(const struct question *question);

#endif
