#include "grading/diagnosis.h"

#include <stdlib.h>
#include <string.h>

#include "misconceptions.h"

/* An error of so many tolerances, at least once, is none that sloppy arithmetic makes. */
enum { CLEARLY_WRONG = 64 };

struct clue {
	const struct evidence *evidence;
	size_t index; /* of the case */
	size_t size;  /* elements it has: what its answers cost */
	bool passed;
};

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

static size_t size_of(const struct frame *frame)
{
	size_t size = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (parameter_is_buffer(&frame->operation->parameters[p]) && frame_shape(frame, p, &shape))
			size += shape.count;
	}
	return size;
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
	if (a->size != b->size)
		return a->size < b->size ? -1 : 1;
	if (a->passed != b->passed)
		return a->passed ? 1 : -1;
	return a->evidence != b->evidence ? (a->evidence < b->evidence ? -1 : 1) : a->index < b->index ? -1 : 1;
}

/* The cases that speak, small ones and failed ones first. None if there is one that forbids a diagnosis. */
static size_t collect(const struct evidence *evidence, size_t count, struct clue **clues, struct arena *arena)
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
			(*clues)[n_clues++] = (struct clue){&evidence[e], i, size_of(&judged->given->frame),
							    judged->verdict == VERDICT_PASSED};
		}
	if (!wrong)
		return 0;
	qsort(*clues, n_clues, sizeof(**clues), by_size);
	return n_clues;
}

/* Would code with the misconception have answered as the submission did? */
static bool explains(size_t misconception, const struct clue *clue)
{
	struct exam_exercise *exercise = clue->evidence->exercise;
	const struct judged *judged = &clue->evidence->judged[clue->index];
	const struct call_outcome *outcome = judged->outcome;
	const struct answer *mistaken = exam_mistaken_answer(exercise, misconception, clue->index);
	return compare_outcome(&judged->given->frame, mistaken, exercise->tolerance, outcome->returned,
			       outcome->outputs, outcome->junk)
		       .verdict == VERDICT_PASSED;
}

static struct diagnosis_record describe(size_t misconception)
{
	const struct misconception *row = misconception_at(misconception);
	return (struct diagnosis_record){row->id, row->title, row->explanation};
}

struct diagnosis diagnosis_make(const struct evidence *evidence, size_t count, struct arena *arena)
{
	struct clue *clues;
	size_t n_clues = collect(evidence, count, &clues, arena), left = 0;
	if (n_clues == 0)
		return (struct diagnosis){0, NULL};
	enum operation_id operation = (enum operation_id)(evidence->exercise->exercise->operation - operations);
	size_t *suspects = arena_array(arena, misconception_count(), sizeof(*suspects));
	for (size_t m = 0; m < misconception_count(); m++)
		if (misconception_breaks(misconception_at(m), operation))
			suspects[left++] = m;
	/* case by case: few are left when the large ones come */
	for (size_t c = 0; c < n_clues && left > 0; c++) {
		size_t kept = 0;
		for (size_t s = 0; s < left; s++)
			if (explains(suspects[s], &clues[c]))
				suspects[kept++] = suspects[s];
		left = kept;
	}
	struct diagnosis_record *list = arena_array(arena, left, sizeof(*list));
	for (size_t s = 0; s < left; s++)
		list[s] = describe(suspects[s]);
	return (struct diagnosis){left, list};
}

/* How many functions it fits. */
static size_t count_functions(const struct diagnosis *by_operation, const char *id)
{
	size_t count = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		for (size_t i = 0; i < by_operation[o].count; i++)
			count += strcmp(by_operation[o].list[i].id, id) == 0;
	return count;
}

static struct diagnosis keep_widest(const struct diagnosis *by_operation, size_t operation, struct arena *arena)
{
	const struct diagnosis *from = &by_operation[operation];
	struct diagnosis kept = {0, arena_array(arena, from->count, sizeof(*kept.list))};
	size_t most = 0;
	for (size_t i = 0; i < from->count; i++) {
		size_t functions = count_functions(by_operation, from->list[i].id);
		if (functions > most)
			most = functions, kept.count = 0;
		if (functions == most)
			kept.list[kept.count++] = from->list[i];
	}
	return kept;
}

void diagnosis_settle(struct diagnosis *by_operation, struct arena *arena)
{
	struct diagnosis settled[OPERATION_COUNT];
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		settled[o] = keep_widest(by_operation, o, arena);
	memcpy(by_operation, settled, sizeof(settled));
}
