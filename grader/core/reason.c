/* Why a score is what it is, in words. */
#include "core/policy.h"

#include <math.h>
#include <string.h>

#include "core/points.h"
#include "core/roster.h"
#include "core/score.h"
#include "core/text.h"

enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S, DAY_S = 24 * HOUR_S };

const char policy_fault_words[] =
	"your latest hand-in could not be graded yet: this is our fault and uses up no attempt";

struct reasons {
	struct arena *arena;
	const char **list;
	size_t count;
};

static void add(struct reasons *reasons, const char *reason)
{
	reasons->list[reasons->count++] = reason;
}

/* The largest unit that the time has whole ones of, rounded up: nobody is told to have been late by nothing. */
static const char *describe_time(struct arena *arena, int64_t seconds)
{
	static const struct {
		int64_t seconds;
		const char *name;
	} units[] = {{DAY_S, "day"}, {HOUR_S, "hour"}, {MINUTE_S, "minute"}, {1, "second"}};
	size_t unit = 0;
	while (seconds < units[unit].seconds && units[unit].seconds > 1)
		unit++;
	const int64_t count = (seconds - 1) / units[unit].seconds + 1;
	return arena_format(arena, "%lld %s%s", (long long)count, units[unit].name, text_plural((double)count));
}

static void add_lateness(struct reasons *reasons, const struct standing *standing)
{
	struct arena *arena = reasons->arena;
	const char *time = standing->late_s > 0 ? describe_time(arena, standing->late_s) : "";
	switch (standing->lateness) {
	case LATENESS_NONE:
		break;
	case LATENESS_GRACE:
		add(reasons, arena_format(arena, "handed in up to %s after the due date, within the grace", time));
		break;
	case LATENESS_LATE:
		add(reasons,
		    arena_format(arena, "handed in late, on day %u after the due date: %s", standing->days,
				 standing->penalty > 0 ? arena_format(arena, "%.15g %% of the points won are taken off",
								      standing->penalty)
						       : "counts in full"));
		break;
	case LATENESS_REFUSED:
		add(reasons, arena_format(arena, "handed in up to %s after the due date: too late to count", time));
		break;
	}
}

/* Hand-ins that do not count, beside the one that is shown. */
static void add_others(struct reasons *reasons, unsigned count, bool shown, const char *why)
{
	count -= shown && count > 0;
	if (count > 0)
		add(reasons, arena_format(reasons->arena, "%u hand-in%s not counted: %s", count,
					  count == 1 ? " is" : "s are", why));
}

/* Of hand-ins that may be the best, but nobody knows. */
static void add_unknown(struct reasons *reasons, const struct standing *standing)
{
	const unsigned lost = standing->lost, waiting = standing->waiting;
	if (lost > 0)
		add(reasons, arena_format(reasons->arena,
					  "%u other hand-in%s no part in this: not graded by the exercises as they are "
					  "now, and no copy of %s was kept to do so",
					  lost, lost == 1 ? " has" : "s have", lost == 1 ? "it" : "them"));
	if (waiting > 0)
		add(reasons, arena_format(reasons->arena,
					  "%u other hand-in%s still to be graded by the exercises as they are now",
					  waiting, waiting == 1 ? " is" : "s are"));
}

/* Why there is no sum: what is not graded yet is neither won nor lost. */
static void add_ungraded(struct reasons *reasons, const struct course_record *course,
			 const struct student_record *student)
{
	const struct score_so_far so_far = score_so_far(course, student);
	if (isnan(score_of_course(course, student)) && (so_far.scored > 0 || student->verdict == VERDICT_GRADED))
		add(reasons,
		    arena_format(reasons->arena, "%zu of %zu exercise%s %s a score so far, the rest is not graded yet",
				 so_far.scored, so_far.count, text_plural((double)so_far.count),
				 so_far.scored == 1 ? "has" : "have"));
}

static void add_standing(struct reasons *reasons, const struct course_record *course,
			 const struct student_record *student)
{
	const struct standing *standing = &student->standing;
	const struct policy *policy = course->policy;
	if (policy == NULL)
		return;
	const char *enough = arena_format(reasons->arena, "%u attempt%s count%s", policy->attempts,
					  text_plural(policy->attempts), policy->attempts == 1 ? "s" : "");
	const bool shows_refused = standing->set_aside && standing->lateness == LATENESS_REFUSED;
	if (student->verdict != VERDICT_REJECTED) /* there are no points to take anything off */
		add_lateness(reasons, standing);
	if (standing->hand_in > 0 && standing->hand_in < student->hand_ins && !standing->set_aside)
		add(reasons, arena_format(reasons->arena, "hand-in %u of %u counts, the %s%s", standing->hand_in,
					  student->hand_ins, counting_names[policy->counting],
					  policy->counting == COUNTING_LAST ? " that may" : ""));
	add_others(reasons, standing->beyond, false, enough);
	add_others(reasons, standing->refused, shows_refused, "too late");
	add_unknown(reasons, standing);
}

static double automatic_of(const struct course_record *course, const struct student_record *student, const char *id)
{
	for (size_t e = 0; e < student->n_results; e++)
		if (strcmp(course->exercises[e].id, id) == 0)
			return student->results[e].automatic;
	return 0;
}

static bool is_weighted(const struct policy *policy)
{
	for (int level = 0; level <= POLICY_LEVELS; level++)
		if (policy->weights[level] < 1 || policy->weights[level] > 1)
			return true;
	return false;
}

/* In what both numbers are counted, where a point of the sum is another than one of an exercise. */
static const char *describe_weight(const struct course_record *course, const char *exercise_id, struct arena *arena)
{
	for (size_t e = 0; e < course->n_exercises; e++) {
		const int level = course->exercises[e].level;
		const double weight = policy_weight(course->policy, level);
		if (strcmp(course->exercises[e].id, exercise_id) == 0 && (weight < 1 || weight > 1))
			return arena_format(arena, " (a point of level %d counts %.15g)", level, weight);
	}
	return exercise_id[0] == '\0' && course->policy != NULL && is_weighted(course->policy)
		       ? " (in points as the levels weigh)"
		       : "";
}

/* Has the grader found anything yet that the score given by hand stands in place of? */
static bool has_found(const struct course_record *course, const struct student_record *student, const char *exercise_id)
{
	bool has_any = student->verdict == VERDICT_REJECTED;
	for (size_t e = 0; e < student->n_results; e++)
		if (exercise_id[0] == '\0' || strcmp(course->exercises[e].id, exercise_id) == 0)
			has_any |= !isnan(score_automatic(student, e));
	return has_any;
}

/* What stands beside a score given by hand. */
static void add_found(const struct course_record *course, const struct student_record *student,
		      const struct manual_record *manual, struct text *words)
{
	const bool whole = manual->exercise_id[0] == '\0';
	const double automatic = whole ? student->automatic : automatic_of(course, student, manual->exercise_id);
	if (student->verdict == VERDICT_ABSENT) {
		text_add(words, "nothing handed in");
	} else if (!has_found(course, student, manual->exercise_id)) {
		text_add(words, "not graded yet");
	} else {
		points_add(words, automatic);
		text_add(words, " by the grader");
		text_add(words, whole && isnan(score_automatic_of_course(student)) ? " so far" : "");
	}
}

static void add_manual(struct reasons *reasons, const struct course_record *course,
		       const struct student_record *student, const struct manual_record *manual, bool names)
{
	const bool whole = manual->exercise_id[0] == '\0';
	TEXT_SCOPED struct text words = {0};
	if (names && !whole)
		text_add_format(&words, "%s: ", manual->exercise_id);
	points_add_word(&words, manual->points);
	text_add(&words, " given by hand, ");
	add_found(course, student, manual, &words);
	text_add_format(&words, "%s: %s", describe_weight(course, manual->exercise_id, reasons->arena), manual->reason);
	add(reasons, arena_string(reasons->arena, text_string(&words)));
}

static void add_stray(struct reasons *reasons, const struct manual_record *stray)
{
	TEXT_SCOPED struct text points = {0};
	points_add_word(&points, stray->points);
	add(reasons, arena_format(reasons->arena,
				  "%s: %s given by hand do%s not count, the exercise is not among those graded: %s",
				  stray->exercise_id, text_string(&points),
				  strcmp(text_plural(stray->points), "") == 0 ? "es" : "", stray->reason));
}

size_t policy_reasons(const struct course_record *course, const struct student_record *student, const char *exercise_id,
		      struct arena *arena, const char *const **reasons)
{
	enum { OF_STANDING = 8 };
	struct reasons made = {
		arena, arena_array(arena, OF_STANDING + student->n_manual + student->n_stray, sizeof(char *)), 0};
	const struct manual_record *manual = exercise_id == NULL ? NULL : policy_manual(student, exercise_id);
	if (exercise_id == NULL && student->fault != NULL)
		add(&made, policy_fault_words);
	if (exercise_id == NULL)
		add_ungraded(&made, course, student);
	if (manual == NULL)
		add_standing(&made, course, student);
	else
		add_manual(&made, course, student, manual, false);
	for (size_t i = 0; exercise_id == NULL && i < student->n_manual; i++)
		add_manual(&made, course, student, &student->manual[i], true);
	for (size_t i = 0; exercise_id == NULL && i < student->n_stray; i++)
		add_stray(&made, &student->stray[i]);
	*reasons = made.list;
	return made.count;
}

/* ---- beforehand ---- */

static void add_penalty(struct reasons *rules, const struct policy *policy)
{
	if (policy->per_day > 0)
		add(rules,
		    arena_format(rules->arena,
				 "Late: %.15g %% of the points won are taken off for each day begun since the due "
				 "date, %.15g %% at most.",
				 policy->per_day, policy->at_most));
	else
		add(rules, "Late: nothing is taken off.");
	if (policy->has_end)
		add(rules, arena_format(rules->arena, "Later than %s after the due date: not counted.",
					describe_time(rules->arena, policy->end_s)));
}

static void add_due(struct reasons *rules, const struct policy *policy)
{
	TEXT_SCOPED struct text due = {0};
	policy_add_due(policy, &due);
	add(rules, arena_format(rules->arena, "Due %s.", text_string(&due)));
	if (policy->grace_s > 0)
		add(rules, arena_format(rules->arena, "Up to %s later is not late.",
					describe_time(rules->arena, policy->grace_s)));
	if (policy->has_end && policy->end_s <= policy->grace_s)
		add(rules, "Late: not counted.");
	else
		add_penalty(rules, policy);
}

static void add_attempts(struct reasons *rules, const struct policy *policy)
{
	const char *which = counting_names[policy->counting];
	if (policy->attempts == 0)
		add(rules, arena_format(rules->arena, "Hand in as often as you like: the %s attempt counts.", which));
	else if (policy->attempts == 1)
		add(rules, "The first attempt counts.");
	else
		add(rules, arena_format(rules->arena, "The first %u attempts may count; of these, the %s one does.",
					policy->attempts, which));
}

static void add_weights(struct reasons *rules, const struct policy *policy, const bool has_level[POLICY_LEVELS + 1])
{
	TEXT_SCOPED struct text words = {0};
	bool weighted = false;
	for (int level = 1; level <= POLICY_LEVELS; level++) {
		const double weight = policy->weights[level];
		if (!has_level[level])
			continue;
		text_add_format(&words, "%s%.15g at level %d", words.length > 0 ? ", " : "", weight, level);
		weighted |= weight < 1 || weight > 1;
	}
	if (weighted)
		add(rules, arena_format(rules->arena, "A point counts %s.", text_string(&words)));
}

size_t policy_rules(const struct policy *policy, const bool has_level[POLICY_LEVELS + 1], struct arena *arena,
		    const char *const **rules)
{
	enum { RULES_MAX = 6 };
	struct reasons made = {arena, arena_array(arena, RULES_MAX, sizeof(char *)), 0};
	if (policy->has_due)
		add_due(&made, policy);
	add_attempts(&made, policy);
	add_weights(&made, policy, has_level);
	*rules = made.list;
	return made.count;
}

/* ---- in a word ---- */

static bool has_fault(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->fault != NULL || student->verdict == VERDICT_HARNESS_FAULT;
}

static bool is_late(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->standing.lateness == LATENESS_LATE && student->verdict != VERDICT_REJECTED;
}

static bool is_set_aside(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->standing.set_aside && student->attempts > 0;
}

static bool has_manual(const struct course_record *course, const struct student_record *student)
{
	(void)course;
	return student->n_manual > 0;
}

static bool is_unknown(const struct course_record *course, const struct student_record *student)
{
	return course->roster != NULL && !roster_has(course->roster, student->name);
}

static bool is_second(const struct course_record *course, const struct student_record *student)
{
	return course->roster != NULL && roster_is_second(course->roster, course, student->name);
}

void policy_add_notes(const struct course_record *course, const struct student_record *student, const char *between,
		      struct text *out)
{
	static const struct {
		const char *word;
		bool (*applies)(const struct course_record *course, const struct student_record *student);
	} notes[] = {{"harness fault", has_fault},
		     {"late", is_late},
		     {"not counted", is_set_aside},
		     {"given by hand", has_manual},
		     {"handed in under the id, too", is_second},
		     {"not in the roster", is_unknown}};
	for (size_t i = 0; i < sizeof(notes) / sizeof(notes[0]); i++)
		if (notes[i].applies(course, student))
			text_add_format(out, "%s%s", out->length > 0 ? between : "", notes[i].word);
}
