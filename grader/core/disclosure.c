#include "core/disclosure.h"

#include "core/policy.h"

void disclosure_add_group_name(const struct result_record *result, size_t group, struct text *out)
{
	if (result->groups[group].is_public) {
		text_add(out, result->groups[group].name);
		return;
	}
	unsigned number = 1;
	for (size_t i = 0; i < group; i++)
		number += !result->groups[i].is_public;
	text_add_format(out, "hidden group %u", number);
}

static bool withholds(unsigned withheld, enum feedback kind)
{
	return (withheld >> kind & 1) != 0;
}

bool disclosure_withholds(unsigned withheld, const struct group_record *group)
{
	return withholds(withheld, group->is_public ? FEEDBACK_PUBLIC : FEEDBACK_HIDDEN);
}

static void keep_groups(struct result_record *result, unsigned withheld, struct arena *arena)
{
	struct group_record *kept = arena_array(arena, result->n_groups, sizeof(*kept));
	size_t count = 0;
	for (size_t g = 0; g < result->n_groups; g++) {
		if (disclosure_withholds(withheld, &result->groups[g])) {
			result->withheld_worth += result->groups[g].worth;
			continue;
		}
		kept[count] = result->groups[g];
		if (withholds(withheld, FEEDBACK_HINTS))
			kept[count].hint = "";
		count++;
	}
	result->groups = kept;
	result->n_groups = count;
}

/* Rungs are no secret, and go with the public cases. */
static void keep_speed(struct result_record *result, unsigned withheld)
{
	if (!withholds(withheld, FEEDBACK_PUBLIC))
		return;
	for (size_t r = 0; r < result->speed.n_rungs; r++)
		result->withheld_worth += result->speed.rungs[r].worth;
	result->speed = (struct speed_record){0};
}

struct result_record disclosure_result(const struct result_record *result, unsigned withheld, struct arena *arena)
{
	struct result_record shown = *result;
	keep_groups(&shown, withheld, arena);
	keep_speed(&shown, withheld);
	if (withholds(withheld, FEEDBACK_DIAGNOSIS))
		shown.n_diagnoses = 0;
	if (withholds(withheld, FEEDBACK_COUNTEREXAMPLE)) {
		shown.counterexample = NULL;
		if (result->n_groups > 0) /* of what was run the message says why there is none */
			shown.message = "";
	}
	return shown;
}

static struct student_record narrow_student(const struct student_record *student, unsigned withheld,
					    struct arena *arena)
{
	struct student_record shown = *student;
	struct result_record *results = arena_array(arena, student->n_results, sizeof(*results));
	for (size_t i = 0; i < student->n_results; i++)
		results[i] = disclosure_result(&student->results[i], withheld, arena);
	shown.results = results;
	return shown;
}

static const struct exercise_record *narrow_exercises(const struct course_record *course, struct arena *arena)
{
	struct exercise_record *exercises = arena_array(arena, course->n_exercises, sizeof(*exercises));
	for (size_t i = 0; i < course->n_exercises; i++) {
		exercises[i] = course->exercises[i];
		if (withholds(course->withheld, FEEDBACK_HINTS))
			exercises[i].n_hints = 0;
	}
	return exercises;
}

static struct course_record narrow(const struct course_record *course, const struct student_record *students,
				   size_t count, struct arena *arena)
{
	struct course_record shown = *course;
	struct student_record *kept = arena_array(arena, count, sizeof(*kept));
	for (size_t i = 0; i < count; i++)
		kept[i] = narrow_student(&students[i], course->withheld, arena);
	shown.exercises = narrow_exercises(course, arena);
	shown.students = kept;
	shown.n_students = count;
	shown.coverage = NULL; /* the instructor's */
	return shown;
}

struct course_record disclosure_course(const struct course_record *course, struct arena *arena)
{
	return narrow(course, course->students, course->n_students, arena);
}

struct course_record disclosure_one(const struct course_record *course, const struct student_record *student,
				    struct arena *arena)
{
	return narrow(course, student, 1, arena);
}

static void add_kinds(unsigned kinds, struct text *out)
{
	static const char *const words[FEEDBACK_COUNT] = {
		[FEEDBACK_PUBLIC] = "public cases",
		[FEEDBACK_HIDDEN] = "hidden cases",
		[FEEDBACK_DIAGNOSIS] = "the mistake it looks like",
		[FEEDBACK_COUNTEREXAMPLE] = "the smallest input that fails",
		[FEEDBACK_HINTS] = "hints",
	};
	for (size_t i = 0; i < FEEDBACK_COUNT; i++)
		if ((kinds >> i & 1) != 0) {
			kinds &= ~(1U << i);
			text_add_format(out, "%s%s", words[i],
					kinds >> i == 0		     ? ""
					: (kinds & (kinds - 1)) == 0 ? " and "
								     : ", ");
		}
}

void disclosure_add_withheld(const struct course_record *course, struct text *out)
{
	if (course->withheld == 0)
		return;
	const unsigned later = course->withheld & course->policy->feedback_after;
	const unsigned never = course->withheld & ~course->policy->feedback_after;
	text_add(out, "not shown");
	if (later != 0) {
		text_add(out, " before the due date: ");
		add_kinds(later, out);
	}
	if (never != 0) {
		text_add(out, later != 0 ? "; not at all: " : ": ");
		add_kinds(never, out);
	}
}
