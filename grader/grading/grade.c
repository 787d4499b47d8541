/*
 * Which cases are not worth running: when one kills its child, the rest of its group is lost anyway; and a
 * second time-out ends the exercise, so that a function that never returns costs little.
 */
#include "grading/grade.h"

#include <string.h>

#include "core/requirement.h"
#include "grading/counterexample.h"
#include "grading/advice.h"
#include "grading/diagnosis.h"
#include "grading/feedback.h"
#include "grading/spot.h"

enum { TIME_OUTS_MAX = 2 };

struct run {
	const struct exam_exercise *exercise;
	struct call_outcome *outcomes; /* by case */
	struct judged *judged;	       /* by case */
	unsigned time_outs;
};

/* ---- which cases to run ---- */

static bool kills(enum verdict verdict)
{
	return verdict != VERDICT_PASSED;
}

static size_t skip(void *context, size_t i, const struct call_outcome *outcome)
{
	struct run *run = context;
	if (!kills(outcome->verdict))
		return 0;
	run->time_outs += outcome->verdict == VERDICT_TIMED_OUT;
	size_t next = i + 1, count = run->exercise->n_cases;
	if (run->time_outs >= TIME_OUTS_MAX)
		return count - next;
	while (next < count && run->exercise->cases[next].group == run->exercise->cases[i].group)
		next++;
	return next - (i + 1);
}

/* ---- judging ---- */

static bool same_bits(const struct frame *frame, const struct call_outcome *a, const struct call_outcome *b)
{
	if (a->returned != b->returned || b->verdict != VERDICT_PASSED)
		return false;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (a->outputs[p] == NULL || !frame_shape(frame, p, &shape))
			continue;
		size_t bytes = shape.count * element_bytes(frame->operation->parameters[p].element);
		/* Left as it was, junk differs from one child to the next and means nothing. */
		bool untouched = a->junk[p] != NULL && memcmp(a->outputs[p], a->junk[p], bytes) == 0;
		if (!untouched && (b->outputs[p] == NULL || memcmp(a->outputs[p], b->outputs[p], bytes) != 0))
			return false;
	}
	return true;
}

/* The case to run again: the last that passed, since it comes after all the state there can be. */
static size_t last_passed(const struct run *run)
{
	size_t i = run->exercise->n_cases;
	while (i > 0 && run->judged[i - 1].verdict != VERDICT_PASSED)
		i--;
	return i == 0 ? run->exercise->n_cases : i - 1;
}

static struct call_limits limits_of(const struct exercise *exercise)
{
	return (struct call_limits){
		.cpu_ms = exercise->limits.cpu_ms,
		.memory_mib = exercise->limits.memory_mib,
		.threads = exercise->limits.threads,
	};
}

/* Runs one case in a fresh child: the same bits must come back. False on a harness fault. */
static bool run_again(struct run *run, struct sandbox *sandbox, const struct submission *submission,
		      struct arena *arena, struct text *why)
{
	size_t index = last_passed(run);
	if (index == run->exercise->n_cases)
		return true;
	struct call_outcome outcome = {.verdict = VERDICT_COUNT};
	struct call_limits limits = limits_of(run->exercise->exercise);
	TEXT_SCOPED struct text printed = {0};
	if (!sandbox_run(sandbox, submission, run->exercise->batch, &limits, &index, 1, arena, &outcome, NULL, NULL,
			 &printed, why))
		return false;
	if (!same_bits(&run->exercise->batch_cases[index].frame, &run->outcomes[index], &outcome))
		run->judged[index].verdict = VERDICT_INCONSISTENT;
	return true;
}

static bool run_cases(struct run *run, struct sandbox *sandbox, const struct submission *submission,
		      struct arena *arena, struct text *printed, struct text *why)
{
	size_t count = run->exercise->n_cases;
	size_t *selected = arena_array(arena, count, sizeof(*selected));
	for (size_t i = 0; i < count; i++)
		selected[i] = i;
	run->outcomes = arena_array(arena, count, sizeof(*run->outcomes));
	run->judged = arena_array(arena, count, sizeof(*run->judged));
	struct call_limits limits = limits_of(run->exercise->exercise);
	if (!sandbox_run(sandbox, submission, run->exercise->batch, &limits, selected, count, arena, run->outcomes,
			 skip, run, printed, why))
		return false;
	for (size_t i = 0; i < count; i++)
		run->judged[i] = judged_make(&run->exercise->batch_cases[i], &run->exercise->cases[i].answer,
					     run->exercise->tolerance, &run->outcomes[i]);
	return run_again(run, sandbox, submission, arena, why);
}

/* ---- records ---- */

/* The first case of the group that did not pass, or its first. A skipped case has no story to tell. */
static const struct judged *telling(const struct run *run, size_t first, size_t end)
{
	for (size_t i = first; i < end; i++)
		if (run->judged[i].verdict != VERDICT_PASSED && run->judged[i].verdict != VERDICT_COUNT)
			return &run->judged[i];
	return &run->judged[first];
}

static struct group_record record_group(const struct run *run, size_t first, size_t end, struct arena *arena)
{
	const struct group *group = &run->exercise->exercise->groups[run->exercise->cases[first].group];
	struct group_record record = {
		.name = group->name,
		.is_public = group->is_public,
		.worth = group->worth,
		.repetitions = (unsigned)(end - first),
		.hint = group->hint,
	};
	for (size_t i = first; i < end; i++)
		record.passed += run->judged[i].verdict == VERDICT_PASSED;
	const struct judged *judged = telling(run, first, end);
	if (judged->verdict == VERDICT_COUNT) {
		record.verdict = VERDICT_TIMED_OUT;
		record.place = "";
		record.message = "not run: the function had reached its time limit twice before";
		return record;
	}
	record.verdict = judged->verdict;
	record.place = spot_describe(judged, group->is_public, arena);
	record.message = feedback_message(judged, group->is_public, arena);
	record.ratio = judged->verdict == VERDICT_WRONG ? feedback_ratio(&judged->comparison) : 0;
	record.shown = group->is_public ? feedback_case(judged, arena) : NULL;
	return record;
}

static void record_groups(const struct run *run, struct result_record *record, struct arena *arena)
{
	struct group_record *groups = arena_array(arena, run->exercise->exercise->n_groups, sizeof(*groups));
	size_t count = run->exercise->n_cases;
	unsigned worth = 0, won = 0;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1;
		     end < count && run->exercise->cases[end].group == run->exercise->cases[first].group;)
			end++;
		struct group_record *group = &groups[record->n_groups++];
		*group = record_group(run, first, end, arena);
		worth += group->worth;
		won += group->verdict == VERDICT_PASSED ? group->worth : 0;
		if (group->verdict != VERDICT_PASSED && record->verdict == VERDICT_PASSED)
			record->verdict = group->verdict;
		for (size_t i = first; i < end; i++)
			record->cpu_ms += run->outcomes[i].cpu_ms;
	}
	record->groups = groups;
	record->won = won == worth ? record->points : record->points * won / worth;
}

static struct result_record blank(const struct exam *exam, const struct exam_exercise *entry, const char *sandbox_name)
{
	return (struct result_record){
		.exercise_id = entry->exercise->id,
		.exercise = entry->exercise->hash,
		.reference = exam->reference,
		.secret_id = exam->secret_id,
		.sandbox = sandbox_name,
		.verdict = VERDICT_PASSED,
		.points = entry->exercise->points,
		.message = "",
		.fix_first = "",
		.printed = "",
	};
}

static struct result_record record_missing(struct result_record record, const struct exam_exercise *entry,
					   const struct submission *submission, struct arena *arena)
{
	record.verdict = VERDICT_MISSING;
	record.message = advice_missing(entry->exercise->operation, submission, arena);
	return record;
}

/* One exercise. False on a harness fault. */
static bool grade_exercise(struct exam_exercise *entry, struct run *run, struct sandbox *sandbox,
			   const struct submission *submission, struct result_record *record, struct arena *arena,
			   struct text *why)
{
	TEXT_SCOPED struct text printed = {0};
	run->exercise = entry;
	if (!exam_ready(entry, why) || !run_cases(run, sandbox, submission, arena, &printed, why))
		return false;
	record_groups(run, record, arena);
	record->printed = arena_copy(arena, printed.data, printed.length);
	return true;
}

/* A counterexample for the first exercise of each function that failed. */
static void show_failure(const struct exam *exam, const struct exam_exercise *entry, struct sandbox *sandbox,
			 const struct submission *submission, struct result_record *record, bool *shown,
			 struct arena *arena)
{
	bool *done = &shown[entry->exercise->operation - operations];
	if (*done || record->verdict == VERDICT_PASSED || record->verdict == VERDICT_MISSING)
		return;
	*done = true;
	record->counterexample = counterexample_find(exam, entry, sandbox, submission, arena);
}

static bool any_wrong(const struct run *run)
{
	for (size_t i = 0; i < run->exercise->n_cases; i++)
		if (run->judged[i].verdict == VERDICT_WRONG)
			return true;
	return false;
}

/* All exercises of the function that were run. */
static struct diagnosis diagnose_function(const struct exam *exam, const struct run *runs,
					  const struct operation *operation, struct arena *arena)
{
	struct evidence *evidence = arena_array(arena, exam->n_exercises, sizeof(*evidence));
	size_t count = 0;
	for (size_t i = 0; i < exam->n_exercises; i++)
		if (runs[i].judged != NULL && exam->exercises[i].exercise->operation == operation)
			evidence[count++] = (struct evidence){&exam->exercises[i], runs[i].judged};
	return diagnosis_make(evidence, count, arena);
}

static void diagnose(const struct exam *exam, const struct run *runs, struct result_record *const *by_exercise,
		     struct arena *arena)
{
	struct diagnosis by_operation[OPERATION_COUNT];
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		by_operation[o] = diagnose_function(exam, runs, &operations[o], arena);
	diagnosis_settle(by_operation, arena);
	for (size_t i = 0; i < exam->n_exercises; i++) {
		const struct diagnosis *diagnosis = &by_operation[exam->exercises[i].exercise->operation - operations];
		if (runs[i].judged == NULL || !any_wrong(&runs[i]))
			continue;
		by_exercise[i]->n_diagnoses = diagnosis->count;
		by_exercise[i]->diagnoses = diagnosis->list;
	}
}

/* ---- the whole ---- */

static bool grade_exercises(const struct exam *exam, struct sandbox *sandbox, const char *sandbox_name,
			    const struct submission *submission, const bool *wanted, const bool *defined,
			    struct arena *arena, struct graded *graded, struct text *why)
{
	struct result_record *results = arena_array(arena, exam->n_exercises, sizeof(*results));
	struct result_record **by_exercise = arena_array(arena, exam->n_exercises, sizeof(struct result_record *));
	struct run *runs = arena_array(arena, exam->n_exercises, sizeof(*runs));
	bool shown[OPERATION_COUNT] = {0};
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		if (wanted != NULL && !wanted[i])
			continue;
		struct result_record *record = &results[graded->n_results++];
		*record = blank(exam, entry, sandbox_name);
		if (!defined[entry->exercise->operation - operations])
			*record = record_missing(*record, entry, submission, arena);
		else if (!grade_exercise(entry, &runs[i], sandbox, submission, record, arena, why))
			return false;
		show_failure(exam, entry, sandbox, submission, record, shown, arena);
		by_exercise[i] = record;
	}
	requirement_resolve(exam->records, exam->n_exercises, by_exercise);
	diagnose(exam, runs, by_exercise, arena);
	graded->results = results;
	return true;
}

struct graded grade_submission(const struct exam *exam, struct sandbox *sandbox, const char *sandbox_name,
			       const struct submission *submission, const bool *wanted, struct arena *arena)
{
	struct graded graded = {.verdict = VERDICT_GRADED, .reason = ""};
	bool defined[OPERATION_COUNT] = {0};
	TEXT_SCOPED struct text why = {0};
	graded.verdict = sandbox_probe(sandbox, submission, defined, &why);
	if (graded.verdict == VERDICT_GRADED &&
	    !grade_exercises(exam, sandbox, sandbox_name, submission, wanted, defined, arena, &graded, &why))
		graded.verdict = VERDICT_HARNESS_FAULT;
	if (graded.verdict != VERDICT_GRADED) {
		graded.n_results = 0;
		graded.reason = arena_string(arena, text_string(&why));
		if (graded.verdict == VERDICT_REJECTED)
			graded.reason = advice_rejected(graded.reason, arena);
	}
	return graded;
}
