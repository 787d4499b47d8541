/*
 * Rules of a course: whatever a file holds is loaded or complained about, and what students get of it are the same
 * rules.
 */
#include <math.h>
#include <string.h>

#include "exercise/course.h"
#include "fuzz/file.h"
#include "fuzz/made.h"

static const struct course *load(const uint8_t *data, size_t size, struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	/* a roster would be a file of any name */
	const struct course *course = course_load(write_input(data, size), COURSE_RULES, arena, diagnostics);
	MUST((course == NULL) == (diagnostics_count(diagnostics, SEVERITY_ERROR) > 0));
	must_be_printable(diagnostics);
	return course;
}

static void must_be_same(const struct policy *one, const struct policy *other)
{
	MUST(strcmp(one->title, other->title) == 0);
	MUST(one->has_due == other->has_due && one->due_at == other->due_at && one->grace_s == other->grace_s);
	MUST(one->per_day == other->per_day && one->at_most == other->at_most);
	MUST(one->has_end == other->has_end && one->end_s == other->end_s);
	MUST(one->counting == other->counting && one->attempts == other->attempts);
	MUST(one->feedback_before == other->feedback_before && one->feedback_after == other->feedback_after);
	MUST(memcmp(one->weights, other->weights, sizeof(one->weights)) == 0);
}

/* Nobody is late before the due date, and nobody loses more than all or gains. */
static void must_be_fair(const struct policy *policy)
{
	static const int64_t after_s[] = {-1, 0, 1, 86400, 86401, INT32_MAX};
	double penalty = 0;
	for (size_t i = 0; i < sizeof(after_s) / sizeof(after_s[0]); i++) {
		struct standing standing = {0};
		policy_time(policy, policy->due_at + after_s[i], &standing);
		MUST(standing.penalty >= penalty && standing.penalty <= 100);
		MUST(standing.penalty == 0 || after_s[i] > policy->grace_s);
		penalty = standing.penalty;
	}
	for (int level = 0; level <= POLICY_LEVELS; level++)
		MUST(isfinite(policy_weight(policy, level)) && policy_weight(policy, level) >= 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text public = {0};
	const struct course *course = load(data, size, arena);
	if (course == NULL)
		return 0;
	must_be_fair(&course->policy);
	MUST(course_add_public(write_input(data, size), arena, diagnostics, &public));
	const struct course *again = load((const uint8_t *)text_string(&public), public.length, arena);
	MUST(again != NULL);
	must_be_same(&course->policy, &again->policy);
	return 0;
}
