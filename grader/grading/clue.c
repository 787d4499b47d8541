#include "grading/clue.h"

#include <math.h>
#include <stdlib.h>

#include "misconceptions.h"

/* An error of so many tolerances, at least once, is none that sloppy arithmetic makes. */
enum { CLEARLY_WRONG = 64 };

/*
 * In sums of more terms than this, errors of code as it is written by hand outgrow what a gauge knows of mistaken code,
 * and whether a weight is just 0 or just not decides the row.
 */
enum { LONG = 1000 };

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

bool clue_forbids(enum verdict verdict)
{
	return uses[verdict] == USE_FORBIDS;
}

size_t clue_size(const struct judged *judged)
{
	const struct frame *frame = &judged->given->frame;
	size_t size = 0;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (parameter_is_buffer(&frame->operation->parameters[p]) && frame_shape(frame, p, &shape))
			size += shape.count;
	}
	return size;
}

/* The numbers of an output: what the call wrote, or should have written. */
struct numbers {
	const struct judged *judged;
	bool right;
};

static double number_at(const struct numbers *numbers, size_t parameter, size_t i)
{
	const struct judged *judged = numbers->judged;
	const struct answer_output *right = &judged->answer->outputs[parameter];
	if (!numbers->right)
		return element_value(judged->given->frame.operation->parameters[parameter].element,
				     judged->outcome->outputs[parameter], i);
	return right->real != NULL ? right->real[i] : (double)right->integer[i];
}

/* Are they all the same as the first? `first` is set by the first call that has any. */
static bool is_monotonous(const struct numbers *numbers, double *first)
{
	const struct judged *judged = numbers->judged;
	for (size_t p = 0; p < judged->given->frame.operation->n_parameters; p++) {
		if (judged->outcome->outputs[p] == NULL || judged->answer->status != 0 ||
		    judged->given->frame.operation->parameters[p].kind == PARAMETER_INOUT)
			continue;
		for (size_t i = 0; i < judged->answer->outputs[p].count; i++) {
			const double value = number_at(numbers, p, i);
			if (isinf(*first))
				*first = value;
			if (value != *first && !(isnan(value) && isnan(*first)))
				return false;
		}
	}
	return true;
}

/* All the same number, which is then `*number`. */
static bool are_monotonous(const struct clue *clues, size_t n_clues, bool right, double *number)
{
	*number = INFINITY;
	for (size_t c = 0; c < n_clues; c++)
		if (!is_monotonous(&(struct numbers){clues[c].judged, right}, number))
			return false;
	return true;
}

/* Does it make real numbers of real numbers? */
static bool is_real(const struct operation *operation)
{
	bool reads = false, writes = false;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		if (operation->parameters[p].element != ELEMENT_F32)
			continue;
		reads |= operation->parameters[p].kind == PARAMETER_IN;
		writes |= parameter_is_written(&operation->parameters[p]);
	}
	return reads && writes;
}

/*
 * A function of real numbers that answers 0 to all questions where there is more than one right answer has no
 * idea that could be mistaken: it is a stub.
 */
static bool is_stub(const struct clue *clues, size_t n_clues)
{
	double got, right;
	return is_real(clues->judged->given->frame.operation) && are_monotonous(clues, n_clues, false, &got) &&
	       got == 0 && !are_monotonous(clues, n_clues, true, &right);
}

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
		for (size_t e = 0; e < shape.n_extents; e++)
			longest = shape.extents[e] > longest ? shape.extents[e] : longest;
	}
	clue.size = clue_size(judged);
	clue.work = clue.size * longest;
	clue.is_long = longest > LONG;
	return clue;
}

static struct comparison compare(const struct clue *clue, const struct answer *answer, enum demand demand)
{
	return demand_compare(clue->judged, answer, clue->exercise->tolerance, demand);
}

static bool is_clearly_wrong(const struct clue *clue, enum demand demand)
{
	if (clue->judged->verdict != VERDICT_WRONG)
		return false;
	const struct comparison comparison = compare(clue, clue->judged->answer, demand);
	/* a property that does not hold is no answer of any misconception */
	if (comparison.difference == DIFFERENCE_NONE)
		return false;
	/* integers have no ratio: wrong is wrong */
	bool barely = comparison.ratio > 0 && comparison.ratio < CLEARLY_WRONG;
	return comparison.difference != DIFFERENCE_NUMBER || !barely;
}

size_t clue_count_wrong(const struct clue *clues, size_t n_clues, enum demand demand)
{
	size_t count = 0;
	for (size_t c = 0; c < n_clues; c++)
		count += is_clearly_wrong(&clues[c], demand);
	return count;
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

/* Long ones speak only where no short one is wrong. */
static size_t drop_long(struct clue *clues, size_t n_clues)
{
	size_t kept = 0;
	bool wrong = false;
	for (size_t c = 0; c < n_clues && !wrong; c++)
		wrong = !clues[c].is_long && is_clearly_wrong(&clues[c], DEMAND_ALL);
	for (size_t c = 0; c < n_clues; c++)
		if (!wrong || !clues[c].is_long)
			clues[kept++] = clues[c];
	return kept;
}

size_t clue_collect(const struct evidence *evidence, size_t count, struct clue **clues, struct arena *arena)
{
	size_t capacity = 0, n_clues = 0;
	for (size_t e = 0; e < count; e++)
		capacity += evidence[e].exercise->n_cases;
	*clues = arena_array(arena, capacity, sizeof(**clues));
	for (size_t e = 0; e < count; e++)
		for (size_t i = 0; i < evidence[e].exercise->n_cases; i++) {
			const struct judged *judged = &evidence[e].judged[i];
			/* what another function said, asked by a property, is no clue to this one */
			if (judged->given->frame.operation != evidence[e].exercise->exercise->operation)
				continue;
			if (clue_forbids(judged->verdict))
				return 0;
			if (uses[judged->verdict] == USE_NO)
				continue;
			(*clues)[n_clues++] = measure(&evidence[e], i);
		}
	if (clue_count_wrong(*clues, n_clues, DEMAND_ALL) == 0 || is_stub(*clues, n_clues))
		return 0;
	n_clues = drop_long(*clues, n_clues);
	qsort(*clues, n_clues, sizeof(**clues), by_size);
	return n_clues;
}

bool clue_is_telling(const struct clue *clue)
{
	const struct judged *judged = clue->judged;
	const struct frame *frame = &judged->given->frame;
	if (judged->verdict != VERDICT_WRONG)
		return false;
	if (judged->outcome->returned != judged->answer->status)
		return true;
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		for (size_t i = 0; judged->outcome->outputs[p] != NULL && i < judged->answer->outputs[p].count; i++) {
			const enum element element = frame->operation->parameters[p].element;
			const bool zero =
				element == ELEMENT_F32 && element_value(element, judged->outcome->outputs[p], i) == 0;
			if (!zero && !compare_element(frame, judged->answer, clue->exercise->tolerance,
						      judged->outcome->outputs, p, i))
				return true;
		}
	return false;
}

bool clue_fits(const struct clue *clue, const struct answer *answer, enum demand demand)
{
	return demand_misfits(clue->judged, answer, clue->exercise->tolerance, demand) == 0;
}

uint64_t clue_misfits(const struct clue *clue, size_t misconception, size_t coding, enum demand demand)
{
	return demand_misfits(clue->judged, exam_mistaken_answer(clue->exercise, misconception, coding, clue->index),
			      clue->exercise->tolerance, demand);
}

bool clue_is_told(const struct clue *clue, size_t misconception, size_t coding)
{
	return demand_is_told(clue->judged, exam_mistaken_answer(clue->exercise, misconception, coding, clue->index));
}

uint64_t clue_errors(const struct clue *clue, enum demand demand)
{
	return demand_misfits(clue->judged, clue->judged->answer, clue->exercise->tolerance, demand);
}

bool clue_explained_somehow(const struct clue *clue, size_t misconception, enum demand demand)
{
	for (size_t coding = 0; coding < misconception_codings(misconception_at(misconception)); coding++)
		if (clue_misfits(clue, misconception, coding, demand) == 0)
			return true;
	return false;
}

/* Is an element that is not as it should be as it is in that answer? */
static bool shares_an_error(const struct clue *clue, const struct answer *answer)
{
	const struct judged *judged = clue->judged;
	const struct frame *frame = &judged->given->frame;
	const double tolerance = clue->exercise->tolerance;
	if (judged->outcome->returned != judged->answer->status && judged->outcome->returned == answer->status)
		return true;
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		for (size_t i = 0; judged->outcome->outputs[p] != NULL && i < judged->answer->outputs[p].count; i++)
			if (!compare_element(frame, judged->answer, tolerance, judged->outcome->outputs, p, i) &&
			    compare_element(frame, answer, tolerance, judged->outcome->outputs, p, i))
				return true;
	return false;
}

bool clue_shows(const struct clue *clue, size_t misconception)
{
	for (size_t coding = 0; coding < misconception_codings(misconception_at(misconception)); coding++)
		if (shares_an_error(clue, exam_mistaken_answer(clue->exercise, misconception, coding, clue->index)))
			return true;
	return false;
}
