#include "core/policy.h"

#include <limits.h>
#include <math.h>
#include <string.h>
#include <time.h>

enum { DAY_S = 24 * 60 * 60, PERCENT = 100 };

const char *const feedback_names[FEEDBACK_COUNT] = {
	[FEEDBACK_PUBLIC] = "public",	    [FEEDBACK_HIDDEN] = "hidden",
	[FEEDBACK_DIAGNOSIS] = "diagnosis", [FEEDBACK_COUNTEREXAMPLE] = "counterexample",
	[FEEDBACK_HINTS] = "hints",
};

const char *const counting_names[COUNTING_COUNT] = {[COUNTING_LAST] = "last", [COUNTING_BEST] = "best"};

struct policy policy_none(void)
{
	struct policy policy = {
		.title = "", .at_most = PERCENT, .feedback_before = FEEDBACK_ALL, .feedback_after = FEEDBACK_ALL};
	for (size_t level = 0; level <= POLICY_LEVELS; level++)
		policy.weights[level] = 1;
	return policy;
}

const char *policy_title(const struct policy *policy)
{
	return policy != NULL && policy->title[0] != '\0' ? policy->title : "Masked attention in C";
}

double policy_weight(const struct policy *policy, int level)
{
	return policy == NULL || level < 0 || level > POLICY_LEVELS ? 1 : policy->weights[level];
}

double policy_points(const struct course_record *course)
{
	double points = 0;
	for (size_t e = 0; e < course->n_exercises; e++)
		points += policy_weight(course->policy, course->exercises[e].level) * course->exercises[e].points;
	return points;
}

/* ---- time ---- */

/* Times are untrusted: a difference that does not fit is as large as can be. */
static int64_t difference(int64_t later, int64_t earlier)
{
	int64_t result;
	if (__builtin_sub_overflow(later, earlier, &result))
		return later > earlier ? INT64_MAX : INT64_MIN;
	return result;
}

void policy_time(const struct policy *policy, int64_t handed_in_at, struct standing *standing)
{
	standing->lateness = LATENESS_NONE;
	standing->late_s = standing->days = 0;
	standing->penalty = 0;
	const int64_t late_s = policy->has_due ? difference(handed_in_at, policy->due_at) : 0;
	if (late_s <= 0)
		return;
	standing->late_s = late_s;
	standing->lateness = LATENESS_GRACE;
	if (late_s <= policy->grace_s)
		return;
	const int64_t days = (late_s - 1) / DAY_S + 1;
	standing->days = days < UINT_MAX ? (unsigned)days : UINT_MAX;
	standing->penalty = fmin(policy->per_day * standing->days, policy->at_most);
	standing->lateness = policy->has_end && late_s > policy->end_s ? LATENESS_REFUSED : LATENESS_LATE;
}

void policy_add_due(const struct policy *policy, struct text *out)
{
	char words[64] = "";
	struct tm broken;
	const time_t due_at = (time_t)policy->due_at;
	if (gmtime_r(&due_at, &broken) != NULL)
		strftime(words, sizeof(words), "%Y-%m-%d %H:%M:%S UTC", &broken);
	text_add(out, words);
}

unsigned policy_withheld(const struct policy *policy, int64_t now)
{
	if (policy == NULL || !policy->has_due)
		return 0;
	const bool over = difference(now, policy->due_at) > policy->grace_s;
	return FEEDBACK_ALL & ~(over ? policy->feedback_after : policy->feedback_before);
}

/* ---- which one counts ---- */

/* Numbers the attempts: the same bytes again are the same one. */
static void number(struct hand_in_record *hand_ins, size_t count)
{
	unsigned used = 0;
	for (size_t i = 0; i < count; i++) {
		size_t first = 0;
		while (hand_ins[first].submission != hand_ins[i].submission)
			first++;
		hand_ins[i].first = first;
		hand_ins[i].used = first < i ? hand_ins[first].used : used;
		used += first == i && hand_ins[i].graded;
	}
}

struct standing policy_judge(const struct policy *policy, const struct hand_in_record *hand_ins, size_t index)
{
	struct standing standing = {.hand_in = (unsigned)index + 1};
	policy_time(policy, hand_ins[hand_ins[index].first].handed_in_at, &standing);
	standing.beyond = policy->attempts > 0 && hand_ins[index].used >= policy->attempts;
	standing.refused = standing.lateness == LATENESS_REFUSED && standing.beyond == 0;
	standing.set_aside = standing.beyond + standing.refused > 0;
	return standing;
}

static double take_off(double won, const struct standing *standing)
{
	return standing->penalty > 0 ? won * (PERCENT - standing->penalty) / PERCENT : won;
}

/* Does the later one take the place of the other, which may not count at all? */
static bool replaces(const struct policy *policy, const struct hand_in_record *hand_ins, const struct standing *later,
		     const struct standing *other)
{
	const struct hand_in_record *a = &hand_ins[later->hand_in - 1], *b = &hand_ins[other->hand_in - 1];
	if (later->set_aside || other->set_aside)
		return other->set_aside;
	if (policy->counting == COUNTING_LAST)
		return true;
	if (a->graded != b->graded)
		return a->graded;
	return a->whole != b->whole ? a->whole : take_off(a->won, later) >= take_off(b->won, other);
}

static void count_unknown(const struct hand_in_record *hand_ins, size_t count, struct standing *standing)
{
	for (size_t i = 0; i < count; i++)
		if (hand_ins[i].may_count && !hand_ins[i].whole && i + 1 != standing->hand_in)
			++*(hand_ins[i].kept ? &standing->waiting : &standing->lost);
}

size_t policy_choose(const struct policy *policy, struct hand_in_record *hand_ins, size_t count,
		     struct standing *standing)
{
	unsigned beyond = 0, refused = 0;
	*standing = (struct standing){.set_aside = true, .hand_in = 1};
	number(hand_ins, count);
	for (size_t i = 0; i < count; i++) {
		const struct standing one = policy_judge(policy, hand_ins, i);
		beyond += one.beyond;
		refused += one.refused;
		hand_ins[i].may_count = policy->counting == COUNTING_BEST && !one.set_aside && hand_ins[i].graded &&
					hand_ins[i].first == i;
		if (replaces(policy, hand_ins, &one, standing))
			*standing = one;
	}
	standing->beyond = beyond;
	standing->refused = refused;
	const size_t chosen = standing->hand_in - 1;
	if (count > 0) {
		hand_ins[hand_ins[chosen].first].may_count = false;
		hand_ins[chosen].may_count = hand_ins[chosen].graded;
		count_unknown(hand_ins, count, standing);
	}
	return chosen;
}

/* ---- the score ---- */

const struct manual_record *policy_manual(const struct student_record *student, const char *exercise_id)
{
	for (size_t i = 0; i < student->n_manual; i++)
		if (strcmp(student->manual[i].exercise_id, exercise_id) == 0)
			return &student->manual[i];
	return NULL;
}

double policy_settle(const struct student_record *student, const struct standing *standing, const char *exercise_id,
		     double automatic)
{
	const struct manual_record *manual = policy_manual(student, exercise_id);
	if (manual != NULL)
		return manual->points;
	return standing->set_aside ? 0 : take_off(automatic, standing);
}

double policy_past(const struct course_record *course, const struct student_record *student,
		   const struct past_record *past)
{
	double won = 0;
	for (size_t e = 0; e < course->n_exercises; e++) {
		const struct exercise_record *exercise = &course->exercises[e];
		const double automatic = past->results == NULL ? 0 : past->results[e].won;
		won += policy_weight(course->policy, exercise->level) *
		       policy_settle(student, &past->standing, exercise->id, automatic);
	}
	return won;
}

void policy_score(const struct course_record *course, struct student_record *student, struct result_record *results)
{
	const struct manual_record *whole = policy_manual(student, "");
	student->points = policy_points(course);
	student->won = student->automatic = 0;
	for (size_t e = 0; e < course->n_exercises; e++) {
		const struct exercise_record *exercise = &course->exercises[e];
		const double weight = policy_weight(course->policy, exercise->level);
		const double automatic = results == NULL ? 0 : results[e].won;
		const double won = policy_settle(student, &student->standing, exercise->id, automatic);
		student->automatic += weight * automatic;
		student->won += weight * won;
		if (results == NULL)
			continue;
		results[e].automatic = automatic;
		results[e].won = won;
	}
	if (whole != NULL)
		student->won = whole->points;
}
