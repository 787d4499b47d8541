/*
 * What the suites of the gradebook share: a directory of their own, records that fill every field, and a
 * look into the file behind the gradebook's back.
 */
#ifndef TESTS_STORE_FIXTURE_H
#define TESTS_STORE_FIXTURE_H

#include <check.h>
#include <dirent.h>
#include <math.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/connection.h"
#include "suite.h"

struct place_of_test {
	char directory[256];
	char book[300]; /* a path in it where no file is yet */
};

static struct place_of_test here;

static inline void here_create(void)
{
	const char *temporary = getenv("TMPDIR");
	snprintf(here.directory, sizeof(here.directory), "%s/gradebook-XXXXXX", temporary == NULL ? "/tmp" : temporary);
	ck_assert_ptr_nonnull(mkdtemp(here.directory));
	snprintf(here.book, sizeof(here.book), "%s/grades.db", here.directory);
}

static inline void here_remove(void)
{
	chmod(here.directory, 0700);
	DIR *directory = opendir(here.directory);
	ck_assert_ptr_nonnull(directory);
	for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
		char path[600];
		snprintf(path, sizeof(path), "%s/%s", here.directory, entry->d_name);
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			remove(path);
	}
	closedir(directory);
	ck_assert_int_eq(rmdir(here.directory), 0);
}

static inline struct store *book_open(enum store_access access)
{
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open_within(here.book, access, 5000, &why);
	ck_assert_msg(store != NULL, "%s", text_string(&why));
	return store;
}

/* The first column of the first row of what the SQL gives in the file, as an integer. */
static inline int64_t book_ask(const char *sql)
{
	sqlite3 *database;
	sqlite3_stmt *ask;
	ck_assert_int_eq(sqlite3_open_v2(here.book, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	sqlite3_busy_timeout(database, 5000);
	ck_assert_msg(sqlite3_prepare_v2(database, sql, -1, &ask, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(database));
	ck_assert_int_eq(sqlite3_step(ask), SQLITE_ROW);
	int64_t answer = sqlite3_column_int64(ask, 0);
	sqlite3_finalize(ask);
	sqlite3_close(database);
	return answer;
}

static inline void book_do(const char *sql)
{
	sqlite3 *database;
	ck_assert_int_eq(sqlite3_open(here.book, &database), SQLITE_OK);
	ck_assert_msg(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(database));
	sqlite3_close(database);
}

/* The whole of the file is sound, and every reference leads somewhere. */
static inline void book_is_sound(void)
{
	ck_assert_int_eq(book_ask("SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM pragma_foreign_key_check"), 0);
}

static inline struct digest digest_named(const char *name)
{
	return digest_of(name, strlen(name));
}

static const struct recall_record plain_recall[] = {{"why -inf?", "exp(-inf) is 0"}, {"and n?", "n (n + 1) / 2"}};
static const char *const plain_hints[] = {"first", "second \xe2\x88\x9e", "third"};

/* Exercise number i. */
static const char *const plain_requires[] = {"L1.0"};

static inline struct exercise_record plain_exercise(struct arena *arena, int i)
{
	const char *id = arena_format(arena, "L%d.%d", i % 5 + 1, i);
	return (struct exercise_record){
		.id = id,
		.title = arena_format(arena, "Exercise %d", i),
		.function = "attn_causal",
		.hash = digest_named(id),
		.level = i % 5 + 1,
		.points = 10 + i,
		.statement = "Compute *it*.",
		.n_requires = i == 1,
		.requires = plain_requires,
		.n_hints = (size_t)i % 4,
		.hints = plain_hints,
		.n_recall = (size_t)i % 3,
		.recall = plain_recall,
	};
}

static inline struct run_record plain_run(struct arena *arena, size_t n_exercises)
{
	struct exercise_record *exercises = arena_array(arena, n_exercises, sizeof(*exercises));
	for (size_t i = 0; i < n_exercises; i++)
		exercises[i] = plain_exercise(arena, (int)i);
	return (struct run_record){
		.grader_version = "1.0",
		.host = "lab",
		.sandbox = "bubblewrap",
		.reference = digest_named("reference"),
		.secret_id = digest_named("secret"),
		.n_exercises = n_exercises,
		.exercises = exercises,
	};
}

static const double plain_values[] = {1, -2.5, NAN, INFINITY, -INFINITY, -0.0, 0x1p-1074, 0.1};
static const unsigned char plain_mask[] = {0, 1, 1, 0, 1, 0, 0, 1};

static const double plain_rounded[] = {0x1p64, 3};
static const uint64_t plain_counts[] = {UINT64_MAX, 3};

static const struct matrix_record plain_matrices[] = {
	{MATRIX_GIVEN, "q", 2, 4, plain_values, NULL, NULL, 0, NULL},
	{MATRIX_EXPECTED, "out", 4, 2, plain_values, plain_mask, NULL, 2, NULL},
	{MATRIX_GOT, "out", 8, 1, plain_values, plain_mask, plain_mask, 0, NULL},
	{MATRIX_GOT, "weights", 0, 3, NULL, NULL, NULL, 0, NULL},
	{MATRIX_GIVEN, "lengths", 1, 2, plain_rounded, NULL, NULL, 0, plain_counts},
};

static const struct case_record plain_case = {
	VERDICT_WRONG, "n = 2, d_k = 4", "-7", "ATTN_OK", sizeof(plain_matrices) / sizeof(plain_matrices[0]),
	plain_matrices};

static const struct diagnosis_record plain_diagnoses[] = {
	{"M02", "the causal mask is forgotten", "You let every row look at all keys, so \xe2\x80\xa6", 0},
	{"M01", "nothing is masked", "You 'masked' nothing; DROP TABLE diagnosis; --", 1},
};

static const struct counterexample_record plain_counterexample = {
	{VERDICT_CRASHED, "n = 2, d_k = 1", "", "ATTN_OK", 5, plain_matrices},
	"a null pointer was followed",
	"#include \"attention.h\"\n\nint main(void)\n{\n\treturn 1; /* %d < ' */\n}\n"};

/* The second exercise has speed, which was measured, and the third some that was not. */
static inline struct speed_record plain_speed(size_t exercise)
{
	static const struct rung_record measured[] = {{10, 1, true}, {1.26, 3, false}}, not [] = {{4, 2, false}};
	return exercise == 1   ? (struct speed_record){1.26, "", 2, measured}
	       : exercise == 2 ? (struct speed_record){0, "right answers come first", 1, not }
			       : (struct speed_record){0};
}

/* A result of an exercise in a run, with groups that are public and hidden in turn. */
static inline struct result_record plain_result(struct arena *arena, const struct run_record *run, size_t exercise,
						size_t n_groups)
{
	struct group_record *groups = arena_array(arena, n_groups, sizeof(*groups));
	for (size_t i = 0; i < n_groups; i++)
		groups[i] = (struct group_record){
			.name = arena_format(arena, "group %zu", i),
			.is_public = i % 2 == 0,
			.worth = (unsigned)i + 1,
			.repetitions = 20,
			.passed = (unsigned)i,
			.verdict = i == 0 ? VERDICT_PASSED : VERDICT_OUT_OF_BOUNDS,
			.hint = "mind the diagonal",
			.place = i % 2 == 0 ? "row 2, column 5 of weights" : "the diagonal",
			.message = "about 4\xc3\x97 the tolerance",
			.ratio = i == 1	  ? NAN
				 : i == 2 ? INFINITY
					  : (double)i,
			.shown = i % 2 == 0 ? &plain_case : NULL,
		};
	return (struct result_record){
		.exercise_id = run->exercises[exercise].id,
		.exercise = run->exercises[exercise].hash,
		.reference = run->reference,
		.secret_id = run->secret_id,
		.sandbox = run->sandbox,
		.verdict = n_groups > 1 ? VERDICT_OUT_OF_BOUNDS : VERDICT_PASSED,
		.points = run->exercises[exercise].points,
		.won = 2.5,
		.message = "a message",
		.fix_first = "",
		.printed = "hello\n",
		.cpu_ms = 12.75,
		.speed = plain_speed(exercise),
		.n_groups = n_groups,
		.groups = groups,
		.n_diagnoses = exercise % 3,
		.diagnoses = plain_diagnoses,
		.counterexample = exercise % 2 == 1 ? &plain_counterexample : NULL,
	};
}

/* What a student hands in: bytes of that name, graded in all exercises of the run. */
static inline struct attempt_record plain_attempt(struct arena *arena, const struct run_record *run,
						  const char *student, const char *bytes, size_t n_groups)
{
	struct result_record *results = arena_array(arena, run->n_exercises, sizeof(*results));
	for (size_t i = 0; i < run->n_exercises; i++)
		results[i] = plain_result(arena, run, i, n_groups);
	return (struct attempt_record){
		.student = student,
		.path = "submissions/x.so",
		.submission = digest_named(bytes),
		.submission_bytes = 16000,
		.modified_at = 1700000000,
		.verdict = VERDICT_GRADED,
		.reason = "",
		.sandbox = run->sandbox,
		.n_results = run->n_exercises,
		.results = results,
	};
}

static inline int64_t must_begin(struct store *store, const struct run_record *run)
{
	TEXT_SCOPED struct text why = {0};
	int64_t id = 0;
	ck_assert_msg(store_begin_run(store, run, &id, &why), "%s", text_string(&why));
	return id;
}

static inline void must_add(struct store *store, int64_t run, const struct attempt_record *attempt)
{
	TEXT_SCOPED struct text why = {0};
	ck_assert_msg(store_add_attempt(store, run, attempt, &why), "%s", text_string(&why));
}

static inline struct course_record must_read(struct store *store, const char *student, struct arena *arena)
{
	TEXT_SCOPED struct text why = {0};
	struct course_record course;
	ck_assert_msg(store_course(store, student, arena, &course, &why), "%s", text_string(&why));
	return course;
}

#endif
