/*
 * What the families of misconceptions share: their rows, names for sets of functions, and whole functions
 * answered with something changed.
 */
#ifndef REFERENCE_MISTAKEN_H
#define REFERENCE_MISTAKEN_H

#include "answers.h"
#include "misconceptions.h"

struct misconception_family {
	const char *title;
	const struct misconception *rows;
	size_t count;
};

#define MISCONCEPTION_FAMILY(title, rows) \
	{ \
		title, rows, sizeof(rows) / sizeof((rows)[0]) \
	}

extern const struct misconception_family mistaken_sight;   /* who sees whom */
extern const struct misconception_family mistaken_masking; /* how the mask is applied */
extern const struct misconception_family mistaken_softmax; /* scale, softmax, log-sum-exp */
extern const struct misconception_family mistaken_output;  /* what is mixed, what an empty row holds */
extern const struct misconception_family mistaken_setting; /* heads, cache, projections */
extern const struct misconception_family mistaken_numbers; /* single functions */

/* In a row: what is replaced, what may be replaced on top of that, and the functions that it spoils. */
#define REPLACES(...) (&(const struct ideas){__VA_ARGS__})
#define CODINGS(...) ((const struct ideas *const[]){__VA_ARGS__, NULL})
#define BREAKS(function) ((uint64_t)1 << OP_attn_##function)

/* Causal attention in all its settings; those that tell or use who sees whom; those that are handed a mask. */
#define BREAKS_CAUSAL \
	(BREAKS(causal) | BREAKS(self) | BREAKS(multi_head) | BREAKS(padded) | BREAKS(causal_offset) | BREAKS(window))
#define BREAKS_BUILDERS (BREAKS(is_causal_mask) | BREAKS(visible_keys) | BREAKS(causal_mask) | BREAKS(late_mask_mass))
#define BREAKS_MASKED (BREAKS(masked_softmax) | BREAKS(masked_softmax_policy))

/*
 * An answer_function that is right after all, for functions that a mistake does not reach. Right but for a second
 * mistake, if there is one: so are all that follow.
 */
int answer_rightly(const struct question *question);

/* The answer with these ideas changed; the right one to another frame; the same with one argument changed. */
int answer_with(const struct question *question, const struct ideas *changes);
int answer_frame(const struct question *question, const struct frame *frame);
int answer_argument(const struct question *question, const char *name, union argument value);

/* The right answer, but what such code writes there nobody can tell. */
int answer_unknown(const struct question *question, const char *output);

/* By name: does the frame have it, its argument, the output that the answer has for it. */
bool has_argument(const struct frame *frame, const char *name);
union argument *argument_of(struct frame *frame, const char *name);
struct answer_output *output_of(const struct question *question, const char *name);

#endif
