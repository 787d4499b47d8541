#include "grading/clue.h"

#include <stdlib.h>

/* An error of so many tolerances, at least once, is none that sloppy arithmetic makes. */
enum { CLEARLY_WRONG = 64 };

/* What each verdict means for a diagnosis. */
static const enum use {
	USE_NO,
	USE_YES,
	USE_FORBIDS
} uses[VERDICT_COUNT + 1] = {
	[VERDICT_PASSED] = USE_YES,	     [VERDICT_WRONG] = USE_YES,		[VERDICT_TIMED_OUT] = USE_NO,
	[VERDICT_OUT_OF_MEMORY] = USE_NO,    [VERDICT_UNWRITTEN] = USE_FORBIDS, [VERDICT_OUT_OF_BOUNDS] = USE_FORBIDS,
	[VERDICT_WROTE_INPUT] = USE_FORBIDS, [VERDICT_CRASHED] = USE_FORBIDS,	[VERDICT_EXITED] = USE_FORBIDS,
	[VERDICT_FORBIDDEN] = USE_FORBIDS,   [VERDICT_TAMPERED] = USE_FORBIDS,	[VERDICT_INCONSISTENT] = USE_FORBIDS,
	[VERDICT_MISSING] = USE_FORBIDS,     [VERDICT_COUNT] = USE_NO,
};

static struct clue measure(const struct evidence *evidence, size_t index)
{
	const struct judged *judged = &evidence->judged[index];
	const struct frame *frame = &judged->given->frame;
	struct clue clue = {.exercise = evidence->exercise, .index = index, .judged = judged};
	size_t longest = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_buffer(&frame->operation->parameters[p]) || !frame_shape(frame, p, &shape))
			continue;
		clue.size += shape.count;
		for (size_t e = 0; e < shape.n_extents; e++)
			longest = shape.extents[e] > longest ? shape.extents[e] : longest;
	}
	clue.work = clue.size * longest;
	return clue;
}

static bool is_clearly_wrong(const struct judged *judged)
{
	if (judged->verdict != VERDICT_WRONG)
		return false;
	/* a property that does not hold is no answer of any misconception */
	if (judged->comparison.difference == DIFFERENCE_NONE)
		return false;
	/* integers have no ratio: wrong is wrong */
	bool barely = judged->comparison.ratio > 0 && judged->comparison.ratio < CLEARLY_WRONG;
	return judged->comparison.difference != DIFFERENCE_NUMBER || !barely;
}

static int by_size(const void *left, const void *right)
{
	const struct clue *a = left, *b = right;
	const bool a_passed = a->judged->verdict == VERDICT_PASSED, b_passed = b->judged->verdict == VERDICT_PASSED;
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	if (a_passed != b_passed)
		return a_passed ? 1 : -1;
	return a->exercise != b->exercise ? (a->exercise < b->exercise ? -1 : 1) : a->index < b->index ? -1 : 1;
}

size_t clue_collect(const struct evidence *evidence, size_t count, struct clue **clues, struct arena *arena)
{
	size_t capacity = 0, n_clues = 0;
	bool wrong = false;
	for (size_t e = 0; e < count; e++)
		capacity += evidence[e].exercise->n_cases;
	*clues = arena_array(arena, capacity, sizeof(**clues));
	for (size_t e = 0; e < count; e++)
		for (size_t i = 0; i < evidence[e].exercise->n_cases; i++) {
			const struct judged *judged = &evidence[e].judged[i];
			/* what another function said, asked by a property, is no clue to this one */
			if (judged->given->frame.operation != evidence[e].exercise->exercise->operation)
				continue;
			if (uses[judged->verdict] == USE_FORBIDS)
				return 0;
			if (uses[judged->verdict] == USE_NO)
				continue;
			wrong |= is_clearly_wrong(judged);
			(*clues)[n_clues++] = measure(&evidence[e], i);
		}
	if (!wrong)
		return 0;
	qsort(*clues, n_clues, sizeof(**clues), by_size);
	return n_clues;
}

bool clue_fits(const struct clue *clue, const struct answer *answer)
{
	const struct call_outcome *outcome = clue->judged->outcome;
	return compare_outcome(&clue->judged->given->frame, answer, clue->exercise->tolerance, outcome->returned,
			       outcome->outputs, outcome->junk)
		       .verdict == VERDICT_PASSED;
}

bool clue_explained(const struct clue *clue, size_t misconception)
{
	return clue_fits(clue, exam_mistaken_answer(clue->exercise, misconception, clue->index));
}
