#include "commands/regraded.h"

#include <stdio.h>
#include <string.h>

#include "commands/terminal.h"
#include "core/points.h"
#include "core/speed.h"
#include "export/json.h"

enum { HASH_SHOWN = 12 };

static const struct {
	enum cause bit;
	const char *name;  /* in JSON */
	const char *words; /* of the exercise file */
} causes[] = {
	{CAUSE_EXERCISE, "exercise", NULL},
	{CAUSE_POINTS, "points", "its points"},
	{CAUSE_GROUPS, "groups", "its groups of cases or rungs"},
	{CAUSE_UNTOLD, "untold", "neither points nor groups"},
	{CAUSE_REFERENCE, "reference", NULL},
	{CAUSE_SECRET, "secret", NULL},
	{CAUSE_SANDBOX, "sandbox", NULL},
	{CAUSE_GRADER, "grader", NULL},
};

enum { CAUSE_COUNT = sizeof(causes) / sizeof(causes[0]) };

static bool is_changed(const struct regraded_student *student)
{
	return comparison_add_up(student->comparisons, student->n_comparisons).changed;
}

struct regraded_count regraded_count(const struct regraded *regraded)
{
	struct regraded_count count = {0};
	for (size_t i = 0; i < regraded->count; i++) {
		const struct regraded_student *student = &regraded->students[i];
		count.not_found += student->state == REGRADED_NOT_FOUND;
		count.faults += student->state == REGRADED_FAULT;
		if (student->state != REGRADED_COMPARED)
			continue;
		count.changed += is_changed(student);
		count.unchanged += !is_changed(student);
	}
	return count;
}

/* ---- as text ---- */

static void add_hashes(struct text *text, const char *what, const struct digest *before, const struct digest *after)
{
	char old[DIGEST_HEX], new[DIGEST_HEX];
	digest_hex(before, old);
	digest_hex(after, new);
	text_add_format(text, "    %s changed: %.*s -> %.*s", what, HASH_SHOWN, old, HASH_SHOWN, new);
}

static void add_words(struct text *text, const char *what, const char *before, const char *after)
{
	text_add_format(text, "    %s changed: ", what);
	text_add_visible(text, before, strlen(before));
	text_add(text, " -> ");
	text_add_visible(text, after, strlen(after));
	text_add(text, "\n");
}

static void add_exercise_cause(struct text *text, const struct comparison *comparison)
{
	const char *between = " (";
	add_hashes(text, "exercise file", &comparison->before->result.exercise, &comparison->after->result.exercise);
	for (size_t i = 0; i < CAUSE_COUNT; i++) {
		if (causes[i].words == NULL || (comparison->causes & causes[i].bit) == 0)
			continue;
		text_add_format(text, "%s%s", between, causes[i].words);
		between = ", ";
	}
	text_add(text, "; whether tolerance, limits or inputs did cannot be told)\n");
}

static void add_causes(struct text *text, const struct comparison *comparison)
{
	const struct scored_record *before = comparison->before, *after = comparison->after;
	if (comparison->causes & CAUSE_EXERCISE)
		add_exercise_cause(text, comparison);
	if (comparison->causes & CAUSE_REFERENCE) {
		add_hashes(text, "reference", &before->result.reference, &after->result.reference);
		text_add(text, "\n");
	}
	if (comparison->causes & CAUSE_SECRET) {
		add_hashes(text, "secret", &before->result.secret_id, &after->result.secret_id);
		text_add(text, "\n");
	}
	if (comparison->causes & CAUSE_SANDBOX)
		add_words(text, "sandbox", before->result.sandbox, after->result.sandbox);
	if (comparison->causes & CAUSE_GRADER)
		add_words(text, "grader version", before->grader_version, after->grader_version);
	if (comparison->causes == 0)
		text_add(text, "    nothing that is stored says why: the same exercise, reference and secret\n");
}

static void add_group_state(struct text *text, bool colour, const struct group_record *group, const char *none)
{
	if (group == NULL) {
		text_add(text, none);
		return;
	}
	terminal_verdict(text, colour, group->verdict);
	text_add_format(text, ", %u of %u", group->passed, group->repetitions);
}

static void add_group(struct text *text, bool colour, const struct group_change *change)
{
	const struct group_record *any = change->after != NULL ? change->after : change->before;
	text_add_format(text, "    through %s group \"", any->is_public ? "public" : "hidden");
	text_add_visible(text, any->name, strlen(any->name));
	text_add(text, "\": ");
	add_group_state(text, colour, change->before, "not there");
	text_add(text, " -> ");
	add_group_state(text, colour, change->after, "not there any more");
	if (change->before != NULL && change->after != NULL && change->before->worth != change->after->worth)
		text_add_format(text, ", worth %u -> %u", change->before->worth, change->after->worth);
	text_add(text, "\n");
}

static void add_speed(struct text *text, const struct comparison *comparison)
{
	const struct result_record *before = &comparison->before->result, *after = &comparison->after->result;
	text_add_format(text, "    through speed: %zu of %zu rung%s -> %zu of %zu\n", speed_next(before),
			before->speed.n_rungs, text_plural((double)before->speed.n_rungs), speed_next(after),
			after->speed.n_rungs);
}

static void add_result(struct text *text, bool colour, const struct scored_record *scored, const char *none)
{
	if (scored == NULL) {
		text_add(text, none);
		return;
	}
	terminal_verdict(text, colour, scored->result.verdict);
	text_add(text, " ");
	points_add_of(text, scored->result.won, scored->result.points);
}

static void add_comparison(struct text *text, bool colour, const struct comparison *comparison)
{
	text_add(text, "  ");
	text_add_visible(text, comparison->exercise_id, strlen(comparison->exercise_id));
	text_add(text, ": ");
	add_result(text, colour, comparison->before, "not graded");
	text_add(text, " -> ");
	add_result(text, colour, comparison->after, "not among the exercises any more");
	text_add(text, "\n");
	if (comparison->before == NULL || comparison->after == NULL)
		return;
	for (size_t i = 0; i < comparison->n_groups; i++)
		add_group(text, colour, &comparison->groups[i]);
	if (comparison->speed_changed)
		add_speed(text, comparison);
	if (comparison->n_groups == 0 &&
	    (comparison->before->result.n_groups == 0) != (comparison->after->result.n_groups == 0))
		text_add(text, "    through which group cannot be told: one of the results has none\n");
	add_causes(text, comparison);
}

static void add_student(struct text *text, bool explain, bool colour, const struct regraded_student *student)
{
	const struct comparison_sum sum = comparison_add_up(student->comparisons, student->n_comparisons);
	if (!sum.changed)
		return;
	text_add_visible(text, student->name, strlen(student->name));
	text_add(text, ": ");
	points_add_of(text, sum.won_before, sum.points_before);
	text_add(text, " -> ");
	points_add_word_of(text, sum.won_after, sum.points_after);
	text_add(text, "\n");
	for (size_t i = 0; explain && i < student->n_comparisons; i++)
		if (student->comparisons[i].changed)
			add_comparison(text, colour, &student->comparisons[i]);
}

static void add_not_found(struct text *text, const struct regraded_student *student)
{
	char hex[DIGEST_HEX];
	digest_hex(&student->submission, hex);
	text_add_visible(text, student->name, strlen(student->name));
	text_add(text, ": not found: \"");
	text_add_visible(text, student->path, strlen(student->path));
	text_add_format(text,
			"\" is not there, or not the file that was graded, and the gradebook has no copy of that, %s\n",
			hex);
}

static void add_summary(struct text *text, const struct regraded *regraded)
{
	const struct regraded_count count = regraded_count(regraded);
	if (regraded->is_last)
		text_add(text, "nothing to grade again; of the last change in the gradebook: ");
	text_add_format(text, "%zu student%s changed, %zu unchanged", count.changed, text_plural((double)count.changed),
			count.unchanged);
	if (count.not_found > 0)
		text_add_format(text, ", %zu not found", count.not_found);
	if (count.faults > 0)
		text_add_format(text, ", %zu to be tried again", count.faults);
	text_add(text, "\n");
	if (regraded->why_not[0] != '\0')
		text_add_format(text, "nothing was stored: %s\n", regraded->why_not);
}

void regraded_print(const struct terminal *terminal, const struct regraded *regraded, bool explain)
{
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < regraded->count; i++) {
		if (regraded->students[i].state == REGRADED_COMPARED)
			add_student(&text, explain, terminal->has_colour, &regraded->students[i]);
		else if (regraded->students[i].state == REGRADED_NOT_FOUND)
			add_not_found(&text, &regraded->students[i]);
	}
	add_summary(&text, regraded);
	terminal_print(terminal, &text);
}

/* ---- as JSON ---- */

static json_t *json_digest(const struct digest *digest)
{
	char hex[DIGEST_HEX];
	digest_hex(digest, hex);
	return json_string(hex);
}

static json_t *json_group(const struct group_record *group)
{
	if (group == NULL)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_string(verdict_name(group->verdict)));
	json_object_set_new(object, "passed", json_integer(group->passed));
	json_object_set_new(object, "repetitions", json_integer(group->repetitions));
	json_object_set_new(object, "worth", json_integer(group->worth));
	return object;
}

static json_t *json_groups(const struct comparison *comparison)
{
	json_t *list = json_array();
	for (size_t i = 0; i < comparison->n_groups; i++) {
		const struct group_change *change = &comparison->groups[i];
		const struct group_record *any = change->after != NULL ? change->after : change->before;
		json_t *object = json_object();
		json_object_set_new(object, "name", json_text(any->name));
		json_object_set_new(object, "public", json_boolean(any->is_public));
		json_object_set_new(object, "before", json_group(change->before));
		json_object_set_new(object, "after", json_group(change->after));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *json_rungs(const struct result_record *result)
{
	json_t *object = json_object();
	json_object_set_new(object, "reached", json_integer((json_int_t)speed_next(result)));
	json_object_set_new(object, "rungs", json_integer((json_int_t)result->speed.n_rungs));
	return object;
}

static json_t *json_speed(const struct comparison *comparison)
{
	if (!comparison->speed_changed)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "before", json_rungs(&comparison->before->result));
	json_object_set_new(object, "after", json_rungs(&comparison->after->result));
	return object;
}

static json_t *json_scored(const struct scored_record *scored)
{
	if (scored == NULL)
		return json_null();
	json_t *object = json_object();
	json_object_set_new(object, "verdict", json_string(verdict_name(scored->result.verdict)));
	json_object_set_new(object, "points", json_number(scored->result.points));
	json_object_set_new(object, "won", json_number(scored->result.won));
	json_object_set_new(object, "exercise_sha256", json_digest(&scored->result.exercise));
	json_object_set_new(object, "reference", json_digest(&scored->result.reference));
	json_object_set_new(object, "secret_id", json_digest(&scored->result.secret_id));
	json_object_set_new(object, "sandbox", json_text(scored->result.sandbox));
	json_object_set_new(object, "grader_version", json_text(scored->grader_version));
	return object;
}

static json_t *json_causes(unsigned bits)
{
	json_t *list = json_array();
	for (size_t i = 0; i < CAUSE_COUNT; i++)
		if (bits & causes[i].bit)
			json_array_append_new(list, json_string(causes[i].name));
	return list;
}

static json_t *json_changes(const struct regraded_student *student)
{
	json_t *list = json_array();
	for (size_t i = 0; i < student->n_comparisons; i++) {
		const struct comparison *comparison = &student->comparisons[i];
		if (!comparison->changed)
			continue;
		json_t *object = json_object();
		json_object_set_new(object, "exercise", json_text(comparison->exercise_id));
		json_object_set_new(object, "before", json_scored(comparison->before));
		json_object_set_new(object, "after", json_scored(comparison->after));
		json_object_set_new(object, "causes", json_causes(comparison->causes));
		json_object_set_new(object, "groups", json_groups(comparison));
		json_object_set_new(object, "speed", json_speed(comparison));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *json_points(double won, double points)
{
	json_t *object = json_object();
	json_object_set_new(object, "won", json_number(won));
	json_object_set_new(object, "points", json_number(points));
	return object;
}

static json_t *json_student(const struct regraded_student *student)
{
	static const char *const states[] = {"compared", "not_found", "fault"};
	const bool compared = student->state == REGRADED_COMPARED;
	const struct comparison_sum sum = comparison_add_up(student->comparisons, student->n_comparisons);
	json_t *object = json_object();
	json_object_set_new(object, "student", json_text(student->name));
	json_object_set_new(object, "file", json_text(student->path));
	json_object_set_new(object, "submission_sha256", json_digest(&student->submission));
	json_object_set_new(object, "state", json_string(states[student->state]));
	json_object_set_new(object, "before", compared ? json_points(sum.won_before, sum.points_before) : json_null());
	json_object_set_new(object, "after", compared ? json_points(sum.won_after, sum.points_after) : json_null());
	json_object_set_new(object, "changes", compared ? json_changes(student) : json_array());
	return object;
}

void regraded_print_json(const struct regraded *regraded, bool dry_run)
{
	const struct regraded_count count = regraded_count(regraded);
	json_t *list = json_array(), *object = json_object();
	for (size_t i = 0; i < regraded->count; i++)
		if (regraded->students[i].state != REGRADED_COMPARED || is_changed(&regraded->students[i]))
			json_array_append_new(list, json_student(&regraded->students[i]));
	json_object_set_new(object, "explains", json_string(regraded->is_last ? "last" : "regrade"));
	json_object_set_new(object, "dry_run", json_boolean(dry_run));
	json_object_set_new(object, "stored", json_boolean(regraded->stored));
	json_object_set_new(object, "why_not", json_text(regraded->why_not));
	json_object_set_new(object, "changed", json_integer((json_int_t)count.changed));
	json_object_set_new(object, "unchanged", json_integer((json_int_t)count.unchanged));
	json_object_set_new(object, "not_found", json_integer((json_int_t)count.not_found));
	json_object_set_new(object, "faults", json_integer((json_int_t)count.faults));
	json_object_set_new(object, "students", list);
	json_print(object);
}
