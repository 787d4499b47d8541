/*
 * Which cases are not worth running: when one kills its child, the rest of its group is lost anyway; and a
 * second time-out ends the exercise, so that a function that never returns costs little; and where the exam says so, it
 * is not called in any more exercises then.
 */
#include "grading/grade.h"

#include <string.h>

#include "core/requirement.h"
#include "core/stopwatch.h"
#include "core/worth.h"
#include "grading/counterexample.h"
#include "grading/advice.h"
#include "grading/again.h"
#include "grading/diagnosis.h"
#include "grading/endless.h"
#include "grading/feedback.h"
#include "grading/joint.h"
#include "grading/spot.h"

enum { TIME_OUTS_MAX = 2 };

/* A submission at its exam. */
struct candidacy {
	const struct exam *exam;
	struct sandbox *sandbox;
	const char *sandbox_name;
	const struct submission *submission;
	struct sitting *sittings;	/* by exercise */
	struct result_record **records; /* by exercise; NULL: not wanted */
	const struct grade_follower *follower;
	struct endless *endless; /* NULL: all is called */
	struct arena *arena;
	struct text *why;
};

/* ---- which cases to run ---- */

static bool kills(enum verdict verdict)
{
	return verdict != VERDICT_PASSED;
}

/* `i`: the place in the order of the run. */
static size_t skip(void *context, size_t i, const struct call_outcome *outcome)
{
	struct sitting *sitting = context;
	const struct exam_exercise *exercise = sitting->exercise;
	if (!kills(outcome->verdict))
		return 0;
	sitting->time_outs += outcome->verdict == VERDICT_TIMED_OUT;
	size_t next = i + 1, count = sitting->n_run;
	if (sitting->time_outs >= TIME_OUTS_MAX)
		return count - next;
	const size_t group = exercise->cases[sitting->run[i]].group;
	while (next < count && exercise->cases[sitting->run[next]].group == group)
		next++;
	return next - (i + 1);
}

/* ---- records ---- */

/* Nothing is known to be wrong but that a function is missing which the case is to agree with. */
static bool is_unasked(const struct judged *judged)
{
	return judged->breach.kind == BREACH_UNASKED;
}

/* How much a case that did not pass has to tell. A skipped one has no story. */
static int interest(const struct judged *judged)
{
	if (judged->verdict == VERDICT_PASSED || judged->verdict == VERDICT_COUNT)
		return 0;
	if (is_unasked(judged))
		return 1;
	if (judged->verdict != VERDICT_WRONG || judged->comparison.difference == DIFFERENCE_STATUS)
		return 4; /* before there is an answer, there is nothing that a property could be about */
	return judged->breach.kind != BREACH_NONE ? 3 : 2;
}

/* The case of the group that tells most, of several the first; or its first. */
static const struct judged *telling(const struct sitting *sitting, size_t first, size_t end)
{
	const struct judged *most = &sitting->judged[first];
	for (size_t i = first; i < end; i++)
		if (interest(&sitting->judged[i]) > interest(most))
			most = &sitting->judged[i];
	return most;
}

/* A case passes with all its echoes. */
static void count_passed(const struct sitting *sitting, size_t first, size_t end, struct group_record *record)
{
	for (size_t i = first, next; i < end; i = next) {
		bool passed = true;
		for (next = i; next < end && (next == i || sitting->exercise->cases[next].echo != NULL); next++)
			passed &= sitting->judged[next].verdict == VERDICT_PASSED;
		record->repetitions++;
		record->passed += passed;
	}
}

static struct group_record record_group(const struct sitting *sitting, size_t first, size_t end, struct arena *arena)
{
	const struct group *group = &sitting->exercise->exercise->groups[sitting->exercise->cases[first].group];
	struct group_record record = {
		.name = group->name,
		.is_public = group->is_public,
		.worth = group->worth,
		.hint = "",
	};
	count_passed(sitting, first, end, &record);
	const struct judged *judged = telling(sitting, first, end);
	if (judged->verdict == VERDICT_COUNT) {
		record.verdict = VERDICT_TIMED_OUT;
		record.hint = group->hint;
		record.place = "";
		record.message = "not run: the function had reached its time limit twice before";
		return record;
	}
	record.verdict = judged->verdict;
	record.place = spot_describe(judged, group->is_public, arena);
	record.message = feedback_message(judged, group->is_public, arena);
	if (is_unasked(judged))
		return record; /* hint and picture would look for a mistake in what is right */
	record.hint = group->hint;
	record.ratio = judged->verdict == VERDICT_WRONG ? feedback_ratio(judged) : 0;
	record.shown = group->is_public ? feedback_case(judged, arena) : NULL;
	return record;
}

/* ---- what is too large, and speed ---- */

/* Like a public case, but for what it was given. */
static struct group_record record_large(const struct sitting *sitting, enum verdict of_cases)
{
	const struct large *large = sitting->exercise->exercise->large;
	const struct large_outcome *outcome = sitting->large;
	const bool made = outcome->verdict != VERDICT_COUNT;
	return (struct group_record){
		.name = large->name,
		.is_public = true,
		.worth = large->worth,
		.repetitions = 1,
		.passed = outcome->verdict == VERDICT_PASSED,
		.verdict = made ? outcome->verdict : of_cases,
		.hint = made ? large->hint : "",
		.place = made ? outcome->place : "",
		.message = made ? outcome->message : "not run: public cases come first",
		.ratio = made ? outcome->ratio : 0,
	};
}

/* Unless all cases are passed, there is nothing to be won by it. */
static void record_speed(const struct sitting *sitting, struct result_record *record, struct arena *arena)
{
	const struct speed *speed = sitting->exercise->exercise->speed;
	struct timing timing = *sitting->timing;
	if (record->verdict != VERDICT_PASSED)
		timing = (struct timing){.verdict = record->verdict, .message = "right answers come first"};
	const bool measured = timing.verdict == VERDICT_PASSED;
	const double median = timing.estimate.median;
	struct rung_record *rungs = arena_array(arena, speed->n_rungs, sizeof(*rungs));
	for (size_t i = 0; i < speed->n_rungs; i++) {
		rungs[i] = (struct rung_record){speed->rungs[i].ratio, speed->rungs[i].worth,
						measured && median <= speed->rungs[i].ratio};
		if (measured && !rungs[i].reached)
			timing.verdict = VERDICT_SLOW;
	}
	record->verdict = timing.verdict;
	record->speed = (struct speed_record){measured ? median : 0, timing.message, speed->n_rungs, rungs};
}

/* ---- the record of an exercise ---- */

static void add_up(struct result_record *record)
{
	unsigned won = 0;
	for (size_t g = 0; g < record->n_groups; g++)
		won += record->groups[g].verdict == VERDICT_PASSED ? record->groups[g].worth : 0;
	for (size_t r = 0; r < record->speed.n_rungs; r++)
		won += record->speed.rungs[r].reached ? record->speed.rungs[r].worth : 0;
	record->won = won == worth_of_all(record) ? record->points : worth_points(record, won);
	record->automatic = record->won;
}

static void record_groups(const struct sitting *sitting, struct result_record *record, struct arena *arena)
{
	STOPWATCH(PHASE_EXPLAIN);
	const struct exercise *exercise = sitting->exercise->exercise;
	struct group_record *groups = arena_array(arena, exercise->n_groups + 1, sizeof(*groups));
	size_t count = sitting->exercise->n_cases;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first + 1;
		     end < count && sitting->exercise->cases[end].group == sitting->exercise->cases[first].group;)
			end++;
		struct group_record *group = &groups[record->n_groups++];
		*group = record_group(sitting, first, end, arena);
		if (group->verdict != VERDICT_PASSED && record->verdict == VERDICT_PASSED)
			record->verdict = group->verdict;
		for (size_t i = first; i < end; i++)
			record->cpu_ms += sitting->outcomes[i].cpu_ms;
	}
	if (sitting->large != NULL) {
		struct group_record *large = &groups[record->n_groups++];
		*large = record_large(sitting, record->verdict);
		record->verdict = record->verdict == VERDICT_PASSED ? large->verdict : record->verdict;
		record->cpu_ms += sitting->large->cpu_ms;
	}
	record->groups = groups;
	if (sitting->timing != NULL)
		record_speed(sitting, record, arena);
	add_up(record);
}

/* ---- an exercise ---- */

static struct result_record blank(const struct candidacy *candidacy, const struct exam_exercise *entry)
{
	return (struct result_record){
		.exercise_id = entry->exercise->id,
		.exercise = entry->exercise->hash,
		.reference = candidacy->exam->reference,
		.secret_id = candidacy->exam->secret_id,
		.sandbox = candidacy->sandbox_name,
		.verdict = VERDICT_PASSED,
		.points = entry->exercise->points,
		.message = "",
		.fix_first = "",
		.printed = "",
	};
}

/* Which cases are to be called; what is not stands there as what it would have come to. */
static void choose_cases(const struct candidacy *candidacy, const struct exam_exercise *entry, struct sitting *sitting)
{
	struct arena *arena = candidacy->arena;
	const struct endless *endless = candidacy->endless;
	const char *own = endless == NULL ? NULL : endless_describe(endless, entry->exercise->operation, arena);
	for (size_t i = 0; i < entry->n_cases; i++) {
		const size_t index = entry->order[i];
		const struct operation *called = entry->batch_cases[index].frame.operation;
		const char *why = endless == NULL || own != NULL ? own : endless_describe(endless, called, arena);
		if (why == NULL)
			sitting->run[sitting->n_run++] = index;
		else
			sitting->outcomes[index] = (struct call_outcome){
				.verdict = VERDICT_TIMED_OUT, .message = why, .parameter = OPERATION_PARAMETERS_MAX};
	}
}

/* Runs its cases. False on a harness fault. */
static bool run_cases(const struct candidacy *candidacy, struct exam_exercise *entry, struct sitting *sitting,
		      struct text *printed)
{
	struct call_outcome *outcomes = arena_array(candidacy->arena, entry->n_cases, sizeof(*outcomes));
	if (!exam_ready(entry, candidacy->why))
		return false;
	choose_cases(candidacy, entry, sitting);
	if (sitting->n_run > 0 &&
	    !sandbox_run(candidacy->sandbox, candidacy->submission, entry->batch, &entry->limits, sitting->run,
			 sitting->n_run, candidacy->arena, outcomes, skip, sitting, printed, candidacy->why))
		return false;
	for (size_t i = 0; i < sitting->n_run; i++)
		sitting->outcomes[sitting->run[i]] = outcomes[i];
	if (candidacy->endless != NULL)
		endless_learn(candidacy->endless, sitting);
	return true;
}

/* Runs its cases and judges them. False on a harness fault. */
static bool sit(const struct candidacy *candidacy, struct exam_exercise *entry, struct sitting *sitting,
		struct text *printed)
{
	struct arena *arena = candidacy->arena;
	*sitting = (struct sitting){
		.exercise = entry,
		.run = arena_array(arena, entry->n_cases, sizeof(*sitting->run)),
		.outcomes = arena_array(arena, entry->n_cases, sizeof(*sitting->outcomes)),
		.judged = arena_array(arena, entry->n_cases, sizeof(*sitting->judged)),
	};
	if (!run_cases(candidacy, entry, sitting, printed))
		return false;
	STOPWATCH(PHASE_COMPARE);
	for (size_t i = 0; i < entry->n_cases; i++)
		judged_add(entry, i, sitting->outcomes, sitting->judged);
	return true;
}

static bool all_passed(const struct sitting *sitting)
{
	for (size_t i = 0; i < sitting->exercise->n_cases; i++)
		if (sitting->judged[i].verdict != VERDICT_PASSED)
			return false;
	return true;
}

/* Does it fail by anything but functions that are missing beside it? */
static bool fails_by_itself(const struct sitting *sitting)
{
	for (size_t i = 0; sitting->judged != NULL && i < sitting->exercise->n_cases; i++)
		if (interest(&sitting->judged[i]) > 0 && !is_unasked(&sitting->judged[i]))
			return true;
	return false;
}

/* Is all right that students can try themselves? */
static bool public_passed(const struct sitting *sitting)
{
	const struct exam_exercise *entry = sitting->exercise;
	for (size_t i = 0; i < entry->n_cases; i++)
		if (exam_is_public(entry, i) && sitting->judged[i].verdict != VERDICT_PASSED)
			return false;
	return true;
}

/*
 * Makes the large call of an exercise whose public cases are right: it is long, and wrong in what is short already it
 * need not be made; but a detail that a hidden case is about has nothing to do with it. False on a harness fault.
 */
static bool take_large(const struct candidacy *candidacy, struct sitting *sitting, struct text *printed)
{
	if (sitting->exercise->exercise->large == NULL || candidacy->exam->is_quick)
		return true;
	struct large_outcome *large = arena_alloc(candidacy->arena, sizeof(*large));
	*large = (struct large_outcome){.verdict = VERDICT_COUNT};
	sitting->large = large;
	return !public_passed(sitting) ||
	       large_take(candidacy->exam, sitting->exercise, candidacy->sandbox, candidacy->submission,
			  candidacy->arena, printed, large, candidacy->why);
}

/* Measures an exercise in speed whose answers are right. False on a harness fault. */
static bool take_time(const struct candidacy *candidacy, struct sitting *sitting, struct text *printed)
{
	if (sitting->exercise->exercise->speed == NULL || candidacy->exam->is_quick)
		return true;
	struct timing *timing = arena_alloc(candidacy->arena, sizeof(*timing));
	*timing = (struct timing){.verdict = VERDICT_COUNT, .message = ""};
	sitting->timing = timing;
	return !all_passed(sitting) || (sitting->large != NULL && sitting->large->verdict != VERDICT_PASSED) ||
	       timing_measure(candidacy->exam, sitting->exercise, candidacy->sandbox, candidacy->submission,
			      candidacy->arena, printed, timing, candidacy->why);
}

/* A counterexample for the first exercise of each function that failed, or a word of what was tried. */
static void show_failure(const struct candidacy *candidacy, size_t exercise, bool *shown)
{
	const struct exam_exercise *entry = &candidacy->exam->exercises[exercise];
	struct result_record *record = candidacy->records[exercise];
	bool *done = &shown[entry->exercise->operation - operations];
	if (*done || verdict_is_right(record->verdict) || record->verdict == VERDICT_MISSING ||
	    !fails_by_itself(&candidacy->sittings[exercise]))
		return;
	STOPWATCH(PHASE_EXPLAIN);
	*done = true;
	record->counterexample =
		counterexample_find(candidacy->exam, &candidacy->sittings[exercise], candidacy->sandbox,
				    candidacy->submission, candidacy->arena, &record->message);
}

/* ---- diagnosis ---- */

static bool any_wrong(const struct sitting *sitting)
{
	for (size_t i = 0; sitting->judged != NULL && i < sitting->exercise->n_cases; i++)
		if (sitting->judged[i].verdict == VERDICT_WRONG || sitting->judged[i].verdict == VERDICT_UNWRITTEN)
			return true;
	return false;
}

/* All exercises of the function that were run. */
static struct testimony hear(const struct exam *exam, const struct sitting *sittings, const struct operation *operation,
			     struct arena *arena)
{
	struct evidence *evidence = arena_array(arena, exam->n_exercises, sizeof(*evidence));
	struct testimony testimony = {0, evidence};
	for (size_t i = 0; i < exam->n_exercises; i++)
		if (sittings[i].judged != NULL && exam->exercises[i].exercise->operation == operation)
			evidence[testimony.count++] = (struct evidence){&exam->exercises[i], sittings[i].judged};
	return testimony;
}

static bool is_wrong(const struct candidacy *candidacy, const struct operation *operation)
{
	for (size_t i = 0; i < candidacy->exam->n_exercises; i++)
		if (candidacy->exam->exercises[i].exercise->operation == operation &&
		    any_wrong(&candidacy->sittings[i]))
			return true;
	return false;
}

/*
 * Runs an exercise that nobody asked for, if there is a case of it. False, with a word for the instructor, on a harness
 * fault.
 */
static bool call_witness(const struct candidacy *candidacy, size_t exercise)
{
	struct exam_exercise *entry = &candidacy->exam->exercises[exercise];
	TEXT_SCOPED struct text printed = {0}, why = {0};
	struct candidacy calling = *candidacy;
	calling.why = &why;
	if (entry->n_cases == 0)
		return true;
	if (sit(&calling, entry, &candidacy->sittings[exercise], &printed))
		return true;
	candidacy->sittings[exercise] = (struct sitting){0};
	text_add_format(candidacy->why, "%sno diagnosis of %s, for %s could not be run: %s",
			candidacy->why->length > 0 ? "; " : "", entry->exercise->operation->name, entry->exercise->id,
			text_string(&why));
	return false;
}

/*
 * Runs the exercises that nobody asked for, of functions that are wrong in one that was asked for: few cases are easily
 * explained, and others of the same function tell what is a coincidence. Where one cannot be heard, nothing is said of
 * the function, a bit each in what is returned; the scores do not hang on it.
 */
static uint64_t call_witnesses(const struct candidacy *candidacy)
{
	const struct exam *exam = candidacy->exam;
	uint64_t unheard = 0, wrong = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		wrong |= (uint64_t)is_wrong(candidacy, &operations[o]) << o;
	for (size_t i = 0; i < exam->n_exercises; i++) {
		const size_t o = (size_t)(exam->exercises[i].exercise->operation - operations);
		if ((wrong & ~unheard) >> o & 1 && candidacy->records[i] == NULL && !call_witness(candidacy, i))
			unheard |= (uint64_t)1 << o;
	}
	return unheard;
}

/* Of all functions but those that are `unheard`, a bit each. */
static void diagnose(const struct candidacy *candidacy, uint64_t unheard)
{
	const struct exam *exam = candidacy->exam;
	struct diagnosis by_operation[OPERATION_COUNT] = {{0}};
	struct testimony testimonies[OPERATION_COUNT];
	STOPWATCH(PHASE_EXPLAIN);
	for (size_t o = 0; o < OPERATION_COUNT; o++) {
		testimonies[o] = hear(exam, candidacy->sittings, &operations[o], candidacy->arena);
		if (!(unheard >> o & 1))
			by_operation[o] =
				diagnosis_make(testimonies[o].evidence, testimonies[o].count, candidacy->arena);
	}
	diagnosis_settle(by_operation, testimonies, candidacy->arena);
	for (size_t i = 0; i < exam->n_exercises; i++) {
		const struct diagnosis *diagnosis = &by_operation[exam->exercises[i].exercise->operation - operations];
		const struct evidence evidence = {&exam->exercises[i], candidacy->sittings[i].judged};
		if (candidacy->records[i] == NULL || !any_wrong(&candidacy->sittings[i]) ||
		    !diagnosis_concerns(diagnosis, &evidence))
			continue;
		candidacy->records[i]->n_diagnoses = diagnosis->count;
		candidacy->records[i]->diagnoses = diagnosis->list;
	}
}

/* ---- who follows ---- */

static void say_begins(const struct candidacy *candidacy, size_t exercise)
{
	if (candidacy->follower != NULL)
		candidacy->follower->begins(candidacy->follower->context, exercise);
}

static void say_ran(const struct candidacy *candidacy, size_t exercise)
{
	if (candidacy->follower == NULL)
		return;
	struct result_record so_far = *candidacy->records[exercise];
	if (candidacy->sittings[exercise].judged != NULL)
		record_groups(&candidacy->sittings[exercise], &so_far, candidacy->arena);
	candidacy->follower->ran(candidacy->follower->context, exercise, &so_far);
}

/* ---- the whole ---- */

/* Who was right among others, and does not agree with that in another child, is judged by what it does alone. */
static bool sit_alone(const struct candidacy *candidacy)
{
	const struct exam *exam = candidacy->exam;
	struct sitting *alone = arena_array(candidacy->arena, exam->n_exercises, sizeof(*alone));
	for (size_t i = 0; i < exam->n_exercises; i++) {
		TEXT_SCOPED struct text printed = {0};
		if (!candidacy->sittings[i].is_joint || all_passed(&candidacy->sittings[i]))
			continue;
		if (!sit(candidacy, &exam->exercises[i], &alone[i], &printed) ||
		    !take_large(candidacy, &alone[i], &printed))
			return false;
		candidacy->records[i]->printed = arena_string(candidacy->arena, text_string(&printed));
		candidacy->sittings[i] = alone[i];
	}
	return again_run(exam, alone, candidacy->sandbox, candidacy->submission, candidacy->arena, candidacy->why);
}

static bool sit_all(const struct candidacy *candidacy, const bool *wanted, const bool *defined, struct graded *graded)
{
	const struct exam *exam = candidacy->exam;
	struct result_record *results = arena_array(candidacy->arena, exam->n_exercises, sizeof(*results));
	graded->results = results;
	joint_sit(exam, candidacy->sandbox, candidacy->submission, wanted, defined, candidacy->sittings,
		  candidacy->arena);
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		const struct operation *operation = entry->exercise->operation;
		if (wanted != NULL && !wanted[i])
			continue;
		struct result_record *record = candidacy->records[i] = &results[graded->n_results++];
		TEXT_SCOPED struct text printed = {0};
		*record = blank(candidacy, entry);
		say_begins(candidacy, i);
		if (!defined[operation - operations]) {
			record->verdict = VERDICT_MISSING;
			record->message = advice_missing(operation, candidacy->submission, candidacy->arena);
		} else if ((!candidacy->sittings[i].is_joint &&
			    !sit(candidacy, entry, &candidacy->sittings[i], &printed)) ||
			   !take_large(candidacy, &candidacy->sittings[i], &printed) ||
			   !take_time(candidacy, &candidacy->sittings[i], &printed)) {
			return false;
		}
		record->printed = arena_string(candidacy->arena, text_string(&printed));
		say_ran(candidacy, i);
	}
	return again_run(exam, candidacy->sittings, candidacy->sandbox, candidacy->submission, candidacy->arena,
			 candidacy->why) &&
	       sit_alone(candidacy);
}

static void explain_all(const struct candidacy *candidacy)
{
	const struct exam *exam = candidacy->exam;
	bool shown[OPERATION_COUNT] = {0};
	for (size_t i = 0; i < exam->n_exercises; i++) {
		if (candidacy->records[i] == NULL)
			continue;
		if (candidacy->sittings[i].judged != NULL)
			record_groups(&candidacy->sittings[i], candidacy->records[i], candidacy->arena);
		show_failure(candidacy, i, shown);
	}
	requirement_resolve(exam->records, exam->n_exercises, candidacy->records);
	diagnose(candidacy, call_witnesses(candidacy));
}

struct graded grade_submission(const struct exam *exam, struct sandbox *sandbox, const char *sandbox_name,
			       const struct submission *submission, const bool *wanted,
			       const struct grade_follower *follower, struct arena *arena)
{
	struct graded graded = {.verdict = VERDICT_GRADED, .reason = ""};
	bool defined[OPERATION_COUNT] = {0};
	TEXT_SCOPED struct text why = {0};
	struct endless endless = {0};
	STOPWATCH(PHASE_OTHER);
	const struct candidacy candidacy = {
		.exam = exam,
		.sandbox = sandbox,
		.sandbox_name = sandbox_name,
		.submission = submission,
		.sittings = arena_array(arena, exam->n_exercises, sizeof(struct sitting)),
		.records = arena_array(arena, exam->n_exercises, sizeof(struct result_record *)),
		.follower = follower,
		.endless = exam->gives_up ? &endless : NULL,
		.arena = arena,
		.why = &why,
	};
	graded.verdict = sandbox_probe(sandbox, submission, defined, &why);
	if (graded.verdict == VERDICT_GRADED && !sit_all(&candidacy, wanted, defined, &graded))
		graded.verdict = VERDICT_HARNESS_FAULT;
	if (graded.verdict == VERDICT_GRADED)
		explain_all(&candidacy);
	if (graded.verdict == VERDICT_GRADED && why.length > 0)
		graded.warning = arena_string(arena, text_string(&why));
	if (graded.verdict != VERDICT_GRADED) {
		graded.n_results = 0;
		graded.reason = arena_string(arena, text_string(&why));
		if (graded.verdict == VERDICT_REJECTED)
			graded.reason = advice_rejected(graded.reason, arena);
	}
	return graded;
}
