#include "grading/counterexample.h"

#include "core/list.h"
#include "grading/cost.h"
#include "grading/feedback.h"
#include "grading/shrink.h"
#include "grading/snippet.h"
#include "grading/spot.h"
#include "grading/trial.h"

struct search {
	struct trial trial;
	/* the smallest that failed as yet, and how */
	struct batch_case given;
	struct answer answer;
	struct judged judged;
	size_t longest;	   /* side of an input that was tried */
	uint64_t specials; /* inputs that hold none of these, or others, are not wanted; 0: all are */
};

static void take(struct search *search, const struct inputs *inputs, const struct judged *judged, size_t index)
{
	search->given = inputs->cases[index];
	search->answer = inputs->answers[index];
	search->judged = judged[index];
}

static void measure(struct search *search, const struct inputs *inputs)
{
	for (size_t i = 0; i < inputs->count; i++) {
		const size_t side = cost_longest_side(&inputs->cases[i].frame);
		search->longest = side > search->longest ? side : search->longest;
	}
}

static bool look(struct search *search, const struct exam *exam)
{
	const struct operation *operation = search->trial.exercise->exercise->operation;
	const struct candidates *part;
	for (size_t i = 0; (part = candidate_pool_part(exam->candidates, operation, i)) != NULL; i++) {
		const struct judged *judged = trial_run_part(&search->trial, part, true);
		if (judged == NULL)
			return false;
		measure(search, &part->inputs);
		size_t first = trial_first(judged, part->inputs.count);
		if (first < part->inputs.count) {
			take(search, &part->inputs, judged, first);
			return true;
		}
	}
	return false;
}

static bool is_wanted(const struct search *search, const struct batch_case *given)
{
	const uint64_t specials = search->specials == 0 ? 0 : candidate_specials(given);
	return search->specials == 0 || (specials != 0 && (specials & ~search->specials) == 0);
}

/* Leaves out what is not wanted, and its edit, if there are edits. */
static void keep_wanted(const struct search *search, struct inputs *inputs, struct edit *edits)
{
	size_t kept = 0;
	for (size_t i = 0; i < inputs->count; i++) {
		if (!is_wanted(search, &inputs->cases[i]))
			continue;
		inputs->cases[kept] = inputs->cases[i];
		inputs->answers[kept] = inputs->answers[i];
		if (edits != NULL)
			edits[kept] = edits[i];
		kept++;
	}
	inputs->count = kept;
}

/* Goes to the first of the inputs that is wanted and fails. */
static bool step(struct search *search, struct inputs *inputs)
{
	keep_wanted(search, inputs, NULL);
	const struct judged *judged = inputs->count == 0 ? NULL : trial_run(&search->trial, inputs, true);
	size_t first = judged == NULL ? inputs->count : trial_first(judged, inputs->count);
	if (first == inputs->count)
		return false;
	take(search, inputs, judged, first);
	return true;
}

/* Which parameters hold NaN or infinities in public cases that fail; 0 if one fails that is made of numbers alone. */
static uint64_t find_specials(const struct sitting *sitting)
{
	const struct exam_exercise *entry = sitting->exercise;
	const size_t count = sitting->judged == NULL ? 0 : entry->n_cases;
	uint64_t found = 0;
	for (size_t i = 0; i < count; i++) {
		const enum verdict verdict = sitting->judged[i].verdict;
		if (verdict == VERDICT_PASSED || verdict == VERDICT_COUNT || !exam_is_public(entry, i))
			continue;
		const uint64_t specials = candidate_specials(&entry->batch_cases[i]);
		if (specials == 0)
			return 0;
		found |= specials;
	}
	return found;
}

/* All candidates that are wanted, in one round. */
static bool look_at_specials(struct search *search, const struct exam *exam)
{
	const struct operation *operation = search->trial.exercise->exercise->operation;
	struct inputs special = {0};
	const struct candidates *part;
	for (size_t i = 0; (part = candidate_pool_part(exam->candidates, operation, i)) != NULL; i++)
		for (size_t c = 0; c < part->inputs.count; c++) {
			special.cases =
				list_extend(search->trial.arena, special.cases, special.count, sizeof(*special.cases));
			special.answers = list_extend(search->trial.arena, special.answers, special.count,
						      sizeof(*special.answers));
			special.cases[special.count] = part->inputs.cases[c];
			special.answers[special.count++] = part->inputs.answers[c];
		}
	return step(search, &special);
}

static bool make_smaller(struct search *search)
{
	struct inputs inputs = shrink_sizes(&search->given, &search->answer, search->trial.arena);
	return step(search, &inputs);
}

/* Tries all elements one by one, then as many together of those that may go as still fail together. */
static bool make_simpler(struct search *search)
{
	struct arena *arena = search->trial.arena;
	const struct edit *made;
	struct inputs single = shrink_elements(&search->given, &search->answer, &made, arena);
	struct edit *edits = arena_array(arena, single.count, sizeof(*edits));
	for (size_t i = 0; i < single.count; i++)
		edits[i] = made[i];
	keep_wanted(search, &single, edits);
	const struct judged *judged = single.count == 0 ? NULL : trial_run(&search->trial, &single, false);
	if (judged == NULL)
		return false;
	struct edit *fit = arena_array(arena, single.count, sizeof(*fit));
	size_t count = 0, first = trial_first(judged, single.count);
	for (size_t i = 0; i < single.count; i++) {
		bool again = count > 0 && fit[count - 1].parameter == edits[i].parameter &&
			     fit[count - 1].element == edits[i].element;
		if (trial_failed(&judged[i]) && !again)
			fit[count++] = edits[i];
	}
	if (count == 0)
		return false;
	struct inputs together = shrink_together(&search->given, &search->answer, fit, count, arena);
	if (!step(search, &together))
		take(search, &single, judged, first);
	return true;
}

static void shrink(struct search *search)
{
	bool simpler;
	do {
		while (make_smaller(search))
			continue;
		simpler = false;
		while (make_simpler(search))
			simpler = true;
	} while (simpler && make_smaller(search));
}

/*
 * Alone, in a fresh child: what depends on the calls before it is not for this input to show. Returns how it ended
 * then, VERDICT_COUNT after a fault of ours. A time-out is believed as it is, lest it be waited for again.
 */
static enum verdict confirm(struct search *search)
{
	if (search->judged.verdict == VERDICT_TIMED_OUT)
		return VERDICT_TIMED_OUT;
	struct inputs inputs = {1, &search->given, &search->answer};
	trial_rest(&search->trial);
	search->trial.rounds_left = 1;
	search->trial.time_outs_left = 1;
	const struct judged *judged = trial_run(&search->trial, &inputs, true);
	if (judged == NULL)
		return VERDICT_COUNT;
	search->judged = *judged;
	return judged->verdict;
}

/* ---- where there is none ---- */

static bool is_right(const struct judged *judged, double tolerance)
{
	const struct call_outcome *outcome = judged->outcome;
	return outcome->verdict == VERDICT_PASSED && compare_outcome(&judged->given->frame, judged->answer, tolerance,
								     outcome->returned, outcome->outputs, outcome->junk)
								     .verdict == VERDICT_PASSED;
}

/* What one may think of where all that is small passes: it asks for no property, and calls no other function. */
static const char *guess(const struct sitting *sitting)
{
	const size_t count = sitting->judged == NULL ? 0 : sitting->exercise->n_cases;
	size_t answers = 0, properties = 0, others = 0;
	for (size_t i = 0; i < count; i++) {
		const struct judged *judged = &sitting->judged[i];
		if (judged->verdict == VERDICT_PASSED || judged->verdict == VERDICT_COUNT)
			continue;
		else if (judged->asked == NULL && judged->breach.kind == BREACH_NONE)
			answers++;
		else if (is_right(judged, sitting->exercise->tolerance))
			properties++;
		else
			others++;
	}
	if (answers > 0)
		return "; what fails is longer, or holds other numbers";
	return properties > 0 && others == 0 ? "; each number alone is right, and what must hold between them does not"
					     : "";
}

/* All candidates passed, or one put an end to the search. */
static const char *explain_none(const struct trial *trial, const struct sitting *sitting, size_t longest,
				struct arena *arena)
{
	if (trial->n_run == 0 || trial->faulted)
		return "";
	if (trial->time_outs_left > 0)
		return arena_format(arena,
				    "no small input that fails was found: all %zu that were tried pass, with up to "
				    "%zu rows or columns%s",
				    trial->n_run, longest, guess(sitting));
	if (trial->ended == VERDICT_PASSED)
		return arena_format(
			arena,
			"no small input that fails was found: %zu passed, and took so long that no more were "
			"tried",
			trial->n_run);
	if (trial->n_run > 1)
		return arena_format(arena,
				    "no small input that fails was found: %zu passed, and the next ended as \"%s\"",
				    trial->n_run - 1, verdict_name(trial->ended));
	return arena_format(arena, "no small input was looked for: the first ends as \"%s\" too",
			    verdict_name(trial->ended));
}

/* It failed behind others, and `alone` is how it ends by itself. */
static const char *explain_alone(enum verdict alone, struct arena *arena)
{
	if (alone == VERDICT_COUNT)
		return "";
	if (alone != VERDICT_PASSED && alone != VERDICT_INCONSISTENT)
		return arena_format(arena, "a small input fails after other calls, and alone ends as \"%s\"",
				    verdict_name(alone));
	return "a small input fails after other calls but not alone: do you keep state between calls, or read "
	       "memory that was never written?";
}

/* Whether there is one, and why not. */
static bool find(struct search *search, const struct exam *exam, const struct sitting *sitting, const char **why_none)
{
	struct arena *arena = search->trial.arena;
	search->specials = find_specials(sitting);
	const bool is_found = search->specials != 0 && look_at_specials(search, exam);
	search->specials = is_found ? search->specials : 0;
	if (!is_found && !look(search, exam)) {
		*why_none = explain_none(&search->trial, sitting, search->longest, arena);
		return false;
	}
	shrink(search);
	const enum verdict alone = confirm(search);
	const bool is_shown = trial_failed(&(struct judged){.verdict = alone});
	*why_none = is_shown ? "" : explain_alone(alone, arena);
	return is_shown;
}

const struct judged *counterexample_search(const struct exam *exam, const struct sitting *sitting,
					   struct sandbox *sandbox, const struct submission *submission,
					   struct arena *arena, const char **why_none)
{
	const struct operation *operation = sitting->exercise->exercise->operation;
	const struct candidates *candidates = candidate_pool_part(exam->candidates, operation, 0);
	struct search *search = arena_alloc(arena, sizeof(*search));
	*why_none = "";
	if (candidates == NULL)
		return NULL;
	search->trial = trial_begin(sitting->exercise, candidates, sandbox, submission, arena);
	const bool is_found = find(search, exam, sitting, why_none);
	trial_rest(&search->trial);
	return is_found ? &search->judged : NULL;
}

const struct counterexample_record *counterexample_show(const struct judged *found,
							const struct exam_exercise *exercise,
							const struct submission *submission, struct arena *arena)
{
	struct counterexample_record *record = arena_alloc(arena, sizeof(*record));
	const char *place = spot_describe(found, true, arena), *message = feedback_message(found, true, arena);
	record->shown = *feedback_case(found, arena);
	record->message = place[0] == '\0' ? message : arena_format(arena, "%s: %s", place, message);
	record->program = snippet_make(found, exercise->tolerance, record->message, submission->name, arena);
	return record;
}

const struct counterexample_record *counterexample_find(const struct exam *exam, const struct sitting *sitting,
							struct sandbox *sandbox, const struct submission *submission,
							struct arena *arena, const char **why_none)
{
	const struct judged *found = counterexample_search(exam, sitting, sandbox, submission, arena, why_none);
	return found == NULL ? NULL : counterexample_show(found, sitting->exercise, submission, arena);
}
