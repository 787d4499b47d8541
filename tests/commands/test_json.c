/*
 * The JSON of check and grade, object by object: each has the keys that grader(1) gives it, all of them and no others,
 * and values of one kind.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "commands/course.h"
#include "core/file.h"
#include "suite.h"

/* What the manual calls an object, where it describes it, and what else it takes its keys from. */
struct shape {
	const char *name, *section, *heading;
	const struct shape *base;
};

static const struct shape shape_check = {"check", "\n.Ss check\n", "", NULL};
static const struct shape shape_result = {"result", "\n.Ss check\n", "\n.Em result\n", NULL};
static const struct shape shape_diagnosis = {"diagnosis", "\n.Ss check\n", "\n.Em diagnosis :\n", NULL};
static const struct shape shape_group = {"group", "\n.Ss check\n", "\n.Em group :\n", NULL};
static const struct shape shape_speed = {"speed", "\n.Ss check\n", "\n.Em speed :\n", NULL};
static const struct shape shape_rung = {"rung", "\n.Ss check\n", "\n.Em rung :\n", NULL};
static const struct shape shape_case = {"case", "\n.Ss check\n", "\n.Em case :\n", NULL};
static const struct shape shape_counterexample = {"counterexample", "\n.Ss check\n", "\n.Em counterexample\n",
						  &shape_case};
static const struct shape shape_matrix = {"matrix", "\n.Ss check\n", "\n.Em matrix :\n", NULL};
static const struct shape shape_grade = {"grade", "\n.Ss grade\n", "", NULL};
static const struct shape shape_exercise = {"exercise", "\n.Ss grade\n", "\n.Em exercise :\n", NULL};
static const struct shape shape_student = {"student", "\n.Ss grade\n", "\n.Em student ,\n", NULL};
static const struct shape shape_fault = {"fault", "\n.Ss grade\n", "\n.Em fault :\n", NULL};
static const struct shape shape_standing = {"standing", "\n.Ss grade\n", "\n.Em standing :\n", NULL};
static const struct shape shape_manual = {"manual", "\n.Ss grade\n", "\n.Em score given by hand :\n", NULL};

/* Of a value: number may be a string, "nan" and its like. */
enum kind { TEXT, MAYBE_TEXT, NUMBER, MAYBE_NUMBER, BOOLEAN, MAYBE_BOOLEAN, OBJECT, MAYBE_OBJECT, LIST, ROWS };

static const struct {
	const struct shape *of;
	const char *key;
	enum kind kind;
	const struct shape *holds; /* of an object, and of a list that has objects */
} keys[] = {
	{&shape_check, "verdict", TEXT, NULL},
	{&shape_check, "reason", TEXT, NULL},
	{&shape_check, "results", LIST, &shape_result},
	{&shape_result, "exercise", TEXT, NULL},
	{&shape_result, "verdict", TEXT, NULL},
	{&shape_result, "points", NUMBER, NULL},
	{&shape_result, "won", MAYBE_NUMBER, NULL},
	{&shape_result, "automatic", MAYBE_NUMBER, NULL},
	{&shape_result, "message", TEXT, NULL},
	{&shape_result, "fix_first", TEXT, NULL},
	{&shape_result, "cpu_ms", NUMBER, NULL},
	{&shape_result, "speed", MAYBE_OBJECT, &shape_speed},
	{&shape_result, "diagnoses", LIST, &shape_diagnosis},
	{&shape_result, "counterexample", MAYBE_OBJECT, &shape_counterexample},
	{&shape_result, "groups", LIST, &shape_group},
	{&shape_speed, "ratio", MAYBE_NUMBER, NULL},
	{&shape_speed, "message", TEXT, NULL},
	{&shape_speed, "points", MAYBE_NUMBER, NULL},
	{&shape_speed, "won", MAYBE_NUMBER, NULL},
	{&shape_speed, "rungs", LIST, &shape_rung},
	{&shape_rung, "ratio", NUMBER, NULL},
	{&shape_rung, "worth", NUMBER, NULL},
	{&shape_rung, "reached", BOOLEAN, NULL},
	{&shape_diagnosis, "mistake", NUMBER, NULL},
	{&shape_diagnosis, "id", TEXT, NULL},
	{&shape_diagnosis, "title", TEXT, NULL},
	{&shape_diagnosis, "explanation", TEXT, NULL},
	{&shape_group, "name", TEXT, NULL},
	{&shape_group, "public", BOOLEAN, NULL},
	{&shape_group, "verdict", TEXT, NULL},
	{&shape_group, "worth", NUMBER, NULL},
	{&shape_group, "cases", NUMBER, NULL},
	{&shape_group, "passed", NUMBER, NULL},
	{&shape_group, "hint", TEXT, NULL},
	{&shape_group, "place", TEXT, NULL},
	{&shape_group, "message", TEXT, NULL},
	{&shape_group, "times_tolerance", NUMBER, NULL},
	{&shape_group, "shown", MAYBE_OBJECT, &shape_case},
	{&shape_case, "scalars", OBJECT, NULL},
	{&shape_case, "returned", TEXT, NULL},
	{&shape_case, "expected_return", TEXT, NULL},
	{&shape_case, "matrices", LIST, &shape_matrix},
	{&shape_counterexample, "verdict", TEXT, NULL},
	{&shape_counterexample, "message", TEXT, NULL},
	{&shape_counterexample, "program", TEXT, NULL},
	{&shape_matrix, "role", TEXT, NULL},
	{&shape_matrix, "name", TEXT, NULL},
	{&shape_matrix, "values", ROWS, NULL},
	{&shape_matrix, "part_rows", NUMBER, NULL},
	{&shape_grade, "exercises", LIST, &shape_exercise},
	{&shape_grade, "students", LIST, &shape_student},
	{&shape_exercise, "id", TEXT, NULL},
	{&shape_exercise, "title", TEXT, NULL},
	{&shape_exercise, "level", NUMBER, NULL},
	{&shape_exercise, "function", TEXT, NULL},
	{&shape_exercise, "points", NUMBER, NULL},
	{&shape_student, "student", TEXT, NULL},
	{&shape_student, "sha256", TEXT, NULL},
	{&shape_student, "verdict", TEXT, NULL},
	{&shape_student, "reason", TEXT, NULL},
	{&shape_student, "fault", MAYBE_OBJECT, &shape_fault},
	{&shape_student, "handed_in_at", TEXT, NULL},
	{&shape_student, "attempts", NUMBER, NULL},
	{&shape_student, "hand_ins", NUMBER, NULL},
	{&shape_student, "points", NUMBER, NULL},
	{&shape_student, "won", MAYBE_NUMBER, NULL},
	{&shape_student, "standing", OBJECT, &shape_standing},
	{&shape_student, "results", LIST, &shape_result},
	{&shape_fault, "file", TEXT, NULL},
	{&shape_fault, "sha256", MAYBE_TEXT, NULL},
	{&shape_fault, "reason", TEXT, NULL},
	{&shape_fault, "failed_at", TEXT, NULL},
	{&shape_standing, "points", NUMBER, NULL},
	{&shape_standing, "won", MAYBE_NUMBER, NULL},
	{&shape_standing, "automatic", MAYBE_NUMBER, NULL},
	{&shape_standing, "late_days", NUMBER, NULL},
	{&shape_standing, "counts", BOOLEAN, NULL},
	{&shape_standing, "manual", LIST, &shape_manual},
	{&shape_standing, "reasons", LIST, NULL},
	{&shape_standing, "in_roster", MAYBE_BOOLEAN, NULL},
	{&shape_manual, "exercise", TEXT, NULL},
	{&shape_manual, "points", NUMBER, NULL},
	{&shape_manual, "reason", TEXT, NULL},
	{&shape_manual, "given_by", TEXT, NULL},
	{&shape_manual, "given_at", TEXT, NULL},
};

enum { KEYS = sizeof(keys) / sizeof(keys[0]), SHAPES = 15 };

/* Objects seen of each shape: what was never seen was not tested. */
struct seen {
	const struct shape *shapes[SHAPES];
	size_t count;
};

static void note(struct seen *seen, const struct shape *shape)
{
	for (size_t i = 0; i < seen->count; i++)
		if (seen->shapes[i] == shape)
			return;
	ck_assert_uint_lt(seen->count, SHAPES);
	seen->shapes[seen->count++] = shape;
}

/* ---- the manual ---- */

/* Its keys there, a comma behind each: "id,title,". */
static void read_manual(const char *manual, const struct shape *shape, struct text *names)
{
	const char *section = strstr(manual, shape->section);
	ck_assert_ptr_nonnull(section);
	const char *at = strstr(section, shape->heading);
	ck_assert_msg(at != NULL, "%s is not in the manual", shape->name);
	at = strstr(at, "\n.Bl ");
	for (const char *end = strstr(at, "\n.El\n"); (at = strstr(at, "\n.It Va ")) != NULL && at < end;) {
		at += strlen("\n.It Va ");
		for (size_t i = 0; at[i] != '\n'; i++)
			if (at[i] != ' ')
				text_add_bytes(names, at + i, 1);
		text_add(names, ",");
	}
}

static bool names_has(const struct text *names, const char *key)
{
	TEXT_SCOPED struct text all = {0}, one = {0};
	text_add_format(&all, ",%s", text_string(names));
	text_add_format(&one, ",%s,", key);
	return strstr(text_string(&all), text_string(&one)) != NULL;
}

START_TEST(the_manual_has_the_keys_that_are_tested)
{
	TEXT_SCOPED struct text manual = {0}, why = {0};
	ck_assert(file_read(SOURCE_DIR "/grader/manual/grader.1", 1 << 20, &manual, &why));
	for (size_t k = 0, end; k < KEYS; k = end) {
		TEXT_SCOPED struct text names = {0};
		size_t commas = 0;
		read_manual(text_string(&manual), keys[k].of, &names);
		for (end = k; end < KEYS && keys[end].of == keys[k].of; end++)
			ck_assert_msg(names_has(&names, keys[end].key), "%s of a %s is not in the manual",
				      keys[end].key, keys[k].of->name);
		for (const char *at = text_string(&names); *at != '\0'; at++)
			commas += *at == ',';
		ck_assert_msg(commas == end - k, "a %s has %zu keys, in the manual %s", keys[k].of->name, end - k,
			      text_string(&names));
	}
}
END_TEST

/* ---- values ---- */

static bool is_number(const json_t *value)
{
	const char *word = json_string_value(value);
	return json_is_number(value) ||
	       (word != NULL && (strcmp(word, "nan") == 0 || strcmp(word, "inf") == 0 || strcmp(word, "-inf") == 0));
}

static bool are_rows(const json_t *rows)
{
	size_t r, c;
	const json_t *row, *value;
	if (!json_is_array(rows))
		return false;
	json_array_foreach(rows, r, row)
	{
		if (!json_is_array(row))
			return false;
		json_array_foreach(row, c, value) if (!is_number(value) && !json_is_null(value)) return false;
	}
	return true;
}

static bool is_of(const json_t *value, enum kind kind)
{
	switch (kind) {
	case TEXT:
		return json_is_string(value);
	case MAYBE_TEXT:
		return json_is_string(value) || json_is_null(value);
	case NUMBER:
		return is_number(value);
	case MAYBE_NUMBER:
		return is_number(value) || json_is_null(value);
	case BOOLEAN:
		return json_is_boolean(value);
	case MAYBE_BOOLEAN:
		return json_is_boolean(value) || json_is_null(value);
	case OBJECT:
		return json_is_object(value);
	case MAYBE_OBJECT:
		return json_is_object(value) || json_is_null(value);
	case LIST:
		return json_is_array(value);
	case ROWS:
		return are_rows(value);
	}
	return false;
}

static void expect_object(const json_t *object, const struct shape *shape, struct seen *seen);

static size_t expect_keys(const json_t *object, const struct shape *shape, struct seen *seen)
{
	size_t count = 0, index;
	const json_t *element;
	for (size_t k = 0; k < KEYS; k++) {
		if (keys[k].of != shape)
			continue;
		const json_t *value = json_object_get(object, keys[k].key);
		ck_assert_msg(value != NULL && is_of(value, keys[k].kind), "%s of a %s", keys[k].key, shape->name);
		count++;
		if (keys[k].holds != NULL && json_is_object(value))
			expect_object(value, keys[k].holds, seen);
		if (keys[k].holds != NULL && json_is_array(value))
			json_array_foreach(value, index, element) expect_object(element, keys[k].holds, seen);
	}
	return count + (shape->base == NULL ? 0 : expect_keys(object, shape->base, seen));
}

static void expect_object(const json_t *object, const struct shape *shape, struct seen *seen)
{
	ck_assert_msg(json_is_object(object), "no %s", shape->name);
	note(seen, shape);
	size_t count = expect_keys(object, shape, seen);
	ck_assert_msg(json_object_size(object) == count, "a %s has keys that are not documented", shape->name);
}

START_TEST(every_object_has_its_keys)
{
	FOLDER_SCOPED char *folder = folder_create();
	struct seen seen = {0};
	course_create(folder, 6);
	folder_write(folder, "class/broken.so", "no library");
	PROGRAM_SCOPED struct program first = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	PROGRAM_SCOPED struct program scored = GRADER(folder, "score", "student-001", "L3.1", "-p", "3", "-R", "seen");
	ck_assert_msg(scored.status == 0, "%s", text_string(&scored.err));
	PROGRAM_SCOPED struct program graded = GRADER(folder, "grade", "-x", "L3-analysis", "-f", "json", "class");
	json_t *course = course_parse(&graded);
	expect_object(course, &shape_grade, &seen);
	json_decref(course);
	course_do(folder, "INSERT INTO fault (student, path, reason, run) SELECT max(id), 'a.so', 'r', 1 FROM student");
	PROGRAM_SCOPED struct program exported = GRADER(folder, "export", "--format", "json");
	course = course_parse(&exported);
	expect_object(course, &shape_grade, &seen);
	json_decref(course);
	PROGRAM_SCOPED struct program checked =
		GRADER(NULL, "check", "-x", SOURCE_DIR "/exercises", "-f", "json", "-e", "L2.2", "-e", "L2.3", "-e",
		       "L5.11", BUILD_DIR "/samples/no-scaling.so");
	json_t *check = course_parse(&checked);
	expect_object(check, &shape_check, &seen);
	const json_t *speed = json_object_get(json_array_get(json_object_get(check, "results"), 2), "speed");
	ck_assert(json_is_null(json_object_get(speed, "points")) && json_is_null(json_object_get(speed, "won")));
	json_decref(check);
	ck_assert_uint_eq(seen.count, SHAPES);
}
END_TEST

START_TEST(what_is_rejected_has_the_keys_too)
{
	FOLDER_SCOPED char *folder = folder_create();
	struct seen seen = {0};
	folder_write(folder, "attention.so", "no library");
	PROGRAM_SCOPED struct program checked =
		GRADER(folder, "check", "-x", SOURCE_DIR "/exercises", "-f", "json", "attention.so");
	json_t *check = course_parse(&checked);
	expect_object(check, &shape_check, &seen);
	ck_assert_str_eq(json_string_value(json_object_get(check, "verdict")), "rejected");
	json_decref(check);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_manual_has_the_keys_that_are_tested, every_object_has_its_keys,
				      what_is_rejected_has_the_keys_too};
	return SUITE_RUN("json", tests, NULL, NULL);
}
