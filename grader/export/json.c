#include "export/json.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/matrix.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "core/speed.h"
#include "core/text.h"
#include "export/formats.h"

enum { JSON_DIGITS = 17 }; /* all of a double */

json_t *json_number(double value)
{
	if (isnan(value))
		return json_string("nan");
	if (isinf(value))
		return json_string(value > 0 ? "inf" : "-inf");
	return json_real(value);
}

/* A string whatever its bytes are. */
json_t *json_text(const char *string)
{
	if (utf8_valid(string, strlen(string)))
		return json_string(string);
	TEXT_SCOPED struct text visible = {0};
	text_add_visible(&visible, string, strlen(string));
	return json_string(text_string(&visible));
}

/* As digits where not every reader of JSON would keep all of them. */
static json_t *json_whole(const char *digits)
{
	static const long long exact = 1LL << 53;
	errno = 0;
	const long long value = strtoll(digits, NULL, 10);
	return errno != 0 || value > exact || value < -exact ? json_string(digits) : json_integer(value);
}

static json_t *json_element(const struct matrix_record *matrix, size_t index)
{
	if (matrix->unwritten != NULL && matrix->unwritten[index] != 0)
		return json_null();
	if (matrix->counts == NULL || (double)matrix->counts[index] < MATRIX_WHOLE_MAX)
		return json_number(matrix->values[index]);
	TEXT_SCOPED struct text digits = {0};
	text_add_format(&digits, "%" PRIu64, matrix->counts[index]);
	return json_whole(text_string(&digits));
}

json_t *json_matrix(const struct matrix_record *matrix)
{
	static const char *const roles[] = {
		[MATRIX_GIVEN] = "given", [MATRIX_EXPECTED] = "expected", [MATRIX_GOT] = "got"};
	json_t *rows = json_array();
	for (size_t r = 0; r < matrix->rows; r++) {
		json_t *row = json_array();
		for (size_t c = 0; c < matrix->columns; c++) {
			size_t i = r * matrix->columns + c;
			json_array_append_new(row, json_element(matrix, i));
		}
		json_array_append_new(rows, row);
	}
	json_t *object = json_object();
	json_object_set_new(object, "role", json_string(roles[matrix->role]));
	json_object_set_new(object, "name", json_text(matrix->name));
	json_object_set_new(object, "values", rows);
	json_object_set_new(object, "part_rows", json_integer((json_int_t)matrix->part_rows));
	return object;
}

/* "n = 3, d_k = 2; attn_causal: n = 3": of another function that was asked as its matrices, "n of attn_causal". */
static json_t *json_scalars(const char *scalars)
{
	json_t *object = json_object();
	TEXT_SCOPED struct text name = {0}, of = {0}, digits = {0};
	for (const char *at = scalars; *at != '\0'; at += strspn(at, ", ")) {
		if (*at == ';') {
			const size_t length = strcspn(at + 1, ":");
			text_clear(&of);
			text_add(&of, " of");
			text_add_bytes(&of, at + 1, length);
			at += 1 + length;
			at += strspn(at, ": ");
		}
		const size_t length = strcspn(at, " ");
		text_clear(&name);
		text_add_bytes(&name, at, length);
		text_add(&name, text_string(&of));
		at += length;
		at += strspn(at, " =");
		text_clear(&digits);
		text_add_bytes(&digits, at, strcspn(at, ",;"));
		at += digits.length;
		json_object_set_new(object, text_string(&name), json_whole(text_string(&digits)));
	}
	return object;
}

static json_t *json_case(const struct case_record *shown)
{
	json_t *matrices = json_array();
	for (size_t i = 0; i < shown->n_matrices; i++)
		json_array_append_new(matrices, json_matrix(&shown->matrices[i]));
	json_t *object = json_object();
	json_object_set_new(object, "scalars", json_scalars(shown->scalars));
	json_object_set_new(object, "returned", json_text(shown->returned));
	json_object_set_new(object, "expected_return", json_text(shown->expected_return));
	json_object_set_new(object, "matrices", matrices);
	return object;
}

static json_t *json_group(const struct group_record *group)
{
	json_t *object = json_object();
	json_object_set_new(object, "name", json_text(group->name));
	json_object_set_new(object, "public", json_boolean(group->is_public));
	json_object_set_new(object, "verdict", json_string(verdict_name(group->verdict)));
	json_object_set_new(object, "worth", json_integer(group->worth));
	json_object_set_new(object, "cases", json_integer(group->repetitions));
	json_object_set_new(object, "passed", json_integer(group->passed));
	json_object_set_new(object, "hint", json_text(group->hint));
	json_object_set_new(object, "place", json_text(group->place));
	json_object_set_new(object, "message", json_text(group->message));
	json_object_set_new(object, "times_tolerance", json_number(group->ratio));
	json_object_set_new(object, "shown", group->shown == NULL ? json_null() : json_case(group->shown));
	return object;
}

static json_t *json_diagnoses(const struct result_record *result)
{
	json_t *diagnoses = json_array();
	for (size_t i = 0; i < result->n_diagnoses; i++) {
		json_t *object = json_object();
		json_object_set_new(object, "mistake", json_integer(result->diagnoses[i].mistake));
		json_object_set_new(object, "id", json_text(result->diagnoses[i].id));
		json_object_set_new(object, "title", json_text(result->diagnoses[i].title));
		json_object_set_new(object, "explanation", json_text(result->diagnoses[i].explanation));
		json_array_append_new(diagnoses, object);
	}
	return diagnoses;
}

static json_t *json_counterexample(const struct counterexample_record *counterexample)
{
	json_t *object = json_case(&counterexample->shown);
	json_object_set_new(object, "verdict", json_string(verdict_name(counterexample->shown.verdict)));
	json_object_set_new(object, "message", json_text(counterexample->message));
	json_object_set_new(object, "program", json_text(counterexample->program));
	return object;
}

static json_t *json_speed(const struct result_record *result)
{
	const struct speed_record *speed = &result->speed;
	if (!speed_is_asked(result))
		return json_null();
	json_t *rungs = json_array(), *object = json_object();
	for (size_t i = 0; i < speed->n_rungs; i++) {
		json_t *rung = json_object();
		json_object_set_new(rung, "ratio", json_number(speed->rungs[i].ratio));
		json_object_set_new(rung, "worth", json_integer(speed->rungs[i].worth));
		json_object_set_new(rung, "reached", json_boolean(speed->rungs[i].reached));
		json_array_append_new(rungs, rung);
	}
	json_object_set_new(object, "ratio", speed->ratio > 0 ? json_number(speed->ratio) : json_null());
	json_object_set_new(object, "message", json_text(speed->message));
	json_object_set_new(object, "points", json_number(speed_points(result)));
	json_object_set_new(object, "won", json_number(speed_won(result)));
	json_object_set_new(object, "rungs", rungs);
	return object;
}

/* Null: there is none yet. */
static json_t *json_score(double won)
{
	return isnan(won) ? json_null() : json_number(won);
}

json_t *json_result(const struct result_record *result)
{
	json_t *groups = json_array();
	for (size_t g = 0; g < result->n_groups; g++)
		json_array_append_new(groups, json_group(&result->groups[g]));
	json_t *object = json_object();
	json_object_set_new(object, "exercise", json_text(result->exercise_id));
	json_object_set_new(object, "verdict", json_string(verdict_name(result->verdict)));
	json_object_set_new(object, "points", json_number(result->points));
	json_object_set_new(object, "won", json_number(result->won));
	json_object_set_new(object, "automatic", json_number(result->automatic));
	json_object_set_new(object, "message", json_text(result->message));
	json_object_set_new(object, "fix_first", json_text(result->fix_first));
	json_object_set_new(object, "cpu_ms", json_number(result->cpu_ms));
	json_object_set_new(object, "speed", json_speed(result));
	json_object_set_new(object, "diagnoses", json_diagnoses(result));
	json_object_set_new(object, "counterexample",
			    result->counterexample == NULL ? json_null() : json_counterexample(result->counterexample));
	json_object_set_new(object, "groups", groups);
	return object;
}

json_t *json_exercise(const struct exercise_record *exercise)
{
	json_t *object = json_object();
	json_object_set_new(object, "id", json_text(exercise->id));
	json_object_set_new(object, "title", json_text(exercise->title));
	json_object_set_new(object, "level", json_integer(exercise->level));
	json_object_set_new(object, "function", json_text(exercise->function));
	json_object_set_new(object, "points", json_number(exercise->points));
	return object;
}

static json_t *json_manual(const struct student_record *student)
{
	json_t *list = json_array();
	for (size_t i = 0; i < student->n_manual; i++) {
		const struct manual_record *manual = &student->manual[i];
		json_t *object = json_object();
		json_object_set_new(object, "exercise", json_text(manual->exercise_id));
		json_object_set_new(object, "points", json_number(manual->points));
		json_object_set_new(object, "reason", json_text(manual->reason));
		json_object_set_new(object, "given_by", json_text(manual->given_by));
		json_object_set_new(object, "given_at", json_text(manual->given_at));
		json_array_append_new(list, object);
	}
	return list;
}

static json_t *json_reasons(const struct course_record *course, const struct student_record *student)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *const *reasons;
	const size_t count = policy_reasons(course, student, NULL, arena, &reasons);
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++)
		json_array_append_new(list, json_text(reasons[i]));
	return list;
}

json_t *json_standing(const struct course_record *course, const struct student_record *student)
{
	json_t *object = json_object();
	const bool has_roster = course->roster != NULL;
	json_object_set_new(object, "points", json_number(student->points));
	json_object_set_new(object, "won", json_score(score_of_course(course, student)));
	json_object_set_new(object, "automatic", json_score(score_automatic_of_course(student)));
	json_object_set_new(object, "late_days", json_integer(student->standing.days));
	json_object_set_new(object, "counts", json_boolean(!student->standing.set_aside));
	json_object_set_new(object, "manual", json_manual(student));
	json_object_set_new(object, "reasons", json_reasons(course, student));
	json_object_set_new(object, "in_roster",
			    has_roster ? json_boolean(roster_has(course->roster, student->name)) : json_null());
	return object;
}

static json_t *json_fault(const struct fault_record *fault)
{
	char sha256[DIGEST_HEX];
	json_t *object = json_object();
	digest_hex(&fault->submission, sha256);
	json_object_set_new(object, "file", json_text(fault->path));
	json_object_set_new(object, "sha256", fault->was_read ? json_string(sha256) : json_null());
	json_object_set_new(object, "reason", json_text(fault->reason));
	json_object_set_new(object, "failed_at", json_text(fault->failed_at));
	return object;
}

/* In place of what the object has. */
static void set_score(json_t *object, const char *key, double won)
{
	json_object_set_new(object, key, json_score(won));
}

/* What is not graded yet has no points, but for those that were given by hand. */
static json_t *json_result_of(const struct course_record *course, const struct student_record *student, size_t index)
{
	json_t *object = json_result(&student->results[index]);
	set_score(object, "won", score_of_exercise(course, student, index));
	set_score(object, "automatic", score_automatic(student, index));
	return object;
}

static json_t *json_student(const struct course_record *course, const struct student_record *student)
{
	char sha256[DIGEST_HEX];
	digest_hex(&student->submission, sha256);
	json_t *results = json_array();
	for (size_t i = 0; i < student->n_results; i++)
		json_array_append_new(results, json_result_of(course, student, i));
	json_t *object = json_object();
	json_object_set_new(object, "student", json_text(student->name));
	json_object_set_new(object, "sha256", json_string(sha256));
	json_object_set_new(object, "verdict", json_string(verdict_name(student->verdict)));
	json_object_set_new(object, "reason", json_text(student->reason));
	json_object_set_new(object, "fault", student->fault == NULL ? json_null() : json_fault(student->fault));
	json_object_set_new(object, "handed_in_at", json_text(student->handed_in_at));
	json_object_set_new(object, "attempts", json_integer(student->attempts));
	json_object_set_new(object, "hand_ins", json_integer(student->hand_ins));
	json_object_set_new(object, "points", json_number(student->points));
	json_object_set_new(object, "won", json_score(score_of_course(course, student)));
	json_object_set_new(object, "standing", json_standing(course, student));
	json_object_set_new(object, "results", results);
	return object;
}

static int take(const char *buffer, size_t size, void *out)
{
	text_add_bytes(out, buffer, size);
	return 0;
}

void json_write(struct text *out, json_t *value, int digits)
{
	json_dump_callback(value, take, out, JSON_INDENT(2) | JSON_REAL_PRECISION(digits));
	text_add(out, "\n");
	json_decref(value);
}

void json_print(json_t *value)
{
	TEXT_SCOPED struct text out = {0};
	json_write(&out, value, JSON_DIGITS);
	fputs(text_string(&out), stdout);
}

/* Lines end between values only: in strings they are escaped. */
struct nested {
	struct text *out;
	int depth;
};

static int take_nested(const char *buffer, size_t size, void *context)
{
	const struct nested *nested = context;
	for (const char *rest = buffer, *end = buffer + size; rest < end;) {
		const char *feed = memchr(rest, '\n', (size_t)(end - rest)), *stop = feed == NULL ? end : feed + 1;
		text_add_bytes(nested->out, rest, (size_t)(stop - rest));
		if (feed != NULL)
			text_add_format(nested->out, "%*s", nested->depth, "");
		rest = stop;
	}
	return 0;
}

static void write_nested(struct text *out, json_t *value, int depth)
{
	struct nested nested = {out, depth};
	json_dump_callback(value, take_nested, &nested, JSON_INDENT(2) | JSON_REAL_PRECISION(JSON_DIGITS));
	json_decref(value);
}

void json_write_course(struct text *out, const struct course_record *course)
{
	json_t *exercises = json_array();
	for (size_t i = 0; i < course->n_exercises; i++)
		json_array_append_new(exercises, json_exercise(&course->exercises[i]));
	text_add(out, "{\n  \"exercises\": ");
	write_nested(out, exercises, 2);
	text_add(out, ",\n  \"students\": [");
	for (size_t i = 0; i < course->n_students; i++) {
		text_add(out, i == 0 ? "\n    " : ",\n    ");
		write_nested(out, json_student(course, &course->students[i]), 4);
	}
	text_add(out, course->n_students == 0 ? "]\n}\n" : "\n  ]\n}\n");
}

void json_print_course(const struct course_record *course)
{
	TEXT_SCOPED struct text out = {0};
	json_write_course(&out, course);
	fputs(text_string(&out), stdout);
}

bool json_add(const struct export *export, struct text *out)
{
	json_write_course(out, export->course);
	return true;
}
