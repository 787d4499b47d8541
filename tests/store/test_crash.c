/*
 * Graders that are killed, and graders that work at once. A child kills itself from inside SQLite's own
 * hooks, so that every moment of a transaction has its turn and none depends on the clock.
 */
#include <signal.h>
#include <sys/wait.h>

#include "fixture.h"

enum { EXERCISES = 4, GROUPS = 3, KILLS = 24, GRADERS = 8, STUDENTS = 12 };

static struct arena *arena;

static void set_up(void)
{
	here_create();
	arena = arena_create();
}

static void tear_down(void)
{
	arena_destroy(arena);
	here_remove();
}

/* What a child does: in it, failure is an exit status. */
static void must(bool holds, const struct text *why)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", text_string(why));
	_exit(1);
}

static void count_down(void *context, int operation, char const *database, char const *table, sqlite3_int64 row)
{
	(void)operation, (void)database, (void)table, (void)row;
	int *left = context;
	if ((*left)-- == 0)
		raise(SIGKILL);
}

static int die(void *context)
{
	(void)context;
	return raise(SIGKILL);
}

/* Adds an attempt and dies at its row number `moment`; beyond the last row, when it is about to commit. */
static void add_and_die(const struct run_record *run, const struct attempt_record *attempt, int moment)
{
	TEXT_SCOPED struct text why = {0};
	int64_t id;
	struct store *store = store_open(here.book, STORE_WRITE, &why);
	must(store != NULL, &why);
	must(store_begin_run(store, run, &id, &why), &why);
	sqlite3_update_hook(store->database, count_down, &moment);
	sqlite3_commit_hook(store->database, die, NULL);
	must(store_add_attempt(store, id, attempt, &why), &why);
	_exit(0);
}

/* The children's deaths, and after each: the file is sound, what was there is there, nothing is half there. */
START_TEST(a_killed_grader_loses_its_submission_in_flight_only)
{
	struct run_record run = plain_run(arena, EXERCISES);
	for (int i = 0; i < KILLS; i++) {
		char *name = arena_format(arena, "student %02d", i);
		struct attempt_record attempt = plain_attempt(arena, &run, name, name, GROUPS);
		pid_t child = fork();
		ck_assert_int_ge(child, 0);
		if (child == 0)
			add_and_die(&run, &attempt, 3 * i);
		int status;
		ck_assert_int_eq(waitpid(child, &status, 0), child);
		ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "kill %d: status %x", i, status);
		book_is_sound();
		struct store *store = book_open(STORE_WRITE);
		ck_assert_uint_eq(must_read(store, NULL, arena).n_students, (size_t)i);
		must_add(store, must_begin(store, &run), &attempt);
		struct course_record course = must_read(store, NULL, arena);
		store_close(store);
		ck_assert_uint_eq(course.n_students, (size_t)i + 1);
		for (size_t k = 0; k < course.n_students; k++) {
			ck_assert_uint_eq(course.students[k].n_results, EXERCISES);
			ck_assert(course.students[k].won == 2.5 * EXERCISES);
			ck_assert_uint_eq(course.students[k].results[EXERCISES - 1].n_groups, GROUPS);
		}
	}
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), KILLS * EXERCISES);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM group_result WHERE rung = 0"), KILLS * EXERCISES * GROUPS);
}
END_TEST

/* Killed after the commit, without having closed anything: the score is there. */
static void add_and_die_after(const struct run_record *run, const struct attempt_record *attempt)
{
	TEXT_SCOPED struct text why = {0};
	int64_t id;
	struct store *store = store_open(here.book, STORE_WRITE, &why);
	must(store != NULL, &why);
	must(store_begin_run(store, run, &id, &why), &why);
	must(store_add_attempt(store, id, attempt, &why), &why);
	raise(SIGKILL);
}

START_TEST(what_was_committed_stays)
{
	struct run_record run = plain_run(arena, EXERCISES);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", GROUPS);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0)
		add_and_die_after(&run, &attempt);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	struct store *store = book_open(STORE_READ); /* a reader finishes the log too */
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 1);
	store_close(store);
	book_is_sound();
}
END_TEST

/* One of several graders that open the same new file and grade the same students. */
static void grade_all(const struct run_record *run, int start, int report)
{
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *own = arena_create();
	unsigned char secret[32];
	int64_t id;
	char go;
	must(read(start, &go, 1) == 0, &why); /* the parent closes its end: all begin at once */
	struct store *store = store_open(here.book, STORE_WRITE, &why);
	must(store != NULL, &why);
	store_secret(store, secret);
	must(write(report, secret, sizeof(secret)) == sizeof(secret), &why);
	must(store_begin_run(store, run, &id, &why), &why);
	for (int i = 0; i < STUDENTS; i++) {
		char *name = arena_format(own, "student %02d", i);
		struct attempt_record attempt = plain_attempt(own, run, name, name, GROUPS);
		must(store_add_attempt(store, id, &attempt, &why), &why);
	}
	store_close(store);
}

START_TEST(graders_at_once_add_each_result_once)
{
	struct run_record run = plain_run(arena, EXERCISES);
	int start[2], report[2];
	ck_assert_int_eq(pipe(start), 0);
	ck_assert_int_eq(pipe(report), 0);
	for (int i = 0; i < GRADERS; i++) {
		pid_t child = fork();
		ck_assert_int_ge(child, 0);
		if (child == 0) {
			close(start[1]);
			grade_all(&run, start[0], report[1]);
			_exit(0);
		}
	}
	close(start[1]);
	unsigned char secrets[GRADERS][32];
	for (int i = 0; i < GRADERS; i++) {
		int status;
		ck_assert_int_gt(wait(&status), 0);
		ck_assert_int_eq(status, 0);
	}
	ck_assert_int_eq(read(report[0], secrets, sizeof(secrets)), sizeof(secrets));
	for (int i = 1; i < GRADERS; i++)
		ck_assert_mem_eq(secrets[i], secrets[0], 32);
	book_is_sound();
	ck_assert_int_eq(book_ask("SELECT count(*) FROM student"), STUDENTS);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM attempt"), STUDENTS);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM submission"), STUDENTS);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), STUDENTS * EXERCISES);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM group_result WHERE rung = 0"), STUDENTS * EXERCISES * GROUPS);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM run"), GRADERS);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM exercise"), EXERCISES);
	close(start[0]);
	close(report[0]);
	close(report[1]);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		a_killed_grader_loses_its_submission_in_flight_only,
		what_was_committed_stays,
		graders_at_once_add_each_result_once,
	};
	return SUITE_RUN("store: crash", tests, set_up, tear_down);
}
