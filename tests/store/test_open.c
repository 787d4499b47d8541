/* Files that are a gradebook, files that are none, and what is said about them. */
#include <fcntl.h>
#include <sys/wait.h>

#include "fixture.h"
#include "store/schema.h"
#include "store/statement.h"

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

/* A gradebook in which ada has a score. */
static void make_book(void)
{
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 4);
	struct store *store = book_open(STORE_WRITE);
	must_add(store, must_begin(store, &run), &attempt);
	store_close(store);
}

static void write_file(const char *path, const void *data, size_t length)
{
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(data, 1, length, file), length);
	fclose(file);
}

/* Opening fails, and the reason names the file and says this. */
static void refuses(const char *path, enum store_access access, const char *reason)
{
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open_within(path, access, 50, &why);
	ck_assert_ptr_null(store);
	ck_assert_msg(strstr(text_string(&why), reason) != NULL, "\"%s\" lacks \"%s\"", text_string(&why), reason);
	ck_assert_int_eq(strncmp(text_string(&why), "gradebook \"", 11), 0);
	ck_assert_ptr_null(strchr(text_string(&why), '\n'));
}

static void refuses_both(const char *path, const char *reason)
{
	refuses(path, STORE_READ, reason);
	refuses(path, STORE_WRITE, reason);
}

START_TEST(a_new_gradebook_is_private)
{
	struct stat status;
	mode_t mask = umask(0);
	struct store *store = book_open(STORE_WRITE);
	ck_assert_int_eq(stat(here.book, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0600);
	char log[310];
	snprintf(log, sizeof(log), "%s-wal", here.book);
	ck_assert_int_eq(stat(log, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0600);
	store_close(store);
	ck_assert_int_ne(stat(log, &status), 0); /* nothing is left beside it */
	umask(mask);
	book_is_sound();
}
END_TEST

START_TEST(the_secret_is_random_and_stays)
{
	unsigned char first[32], again[32], other[32];
	struct store *store = book_open(STORE_WRITE);
	store_secret(store, first);
	store_close(store);
	store = book_open(STORE_READ);
	store_secret(store, again);
	store_close(store);
	ck_assert_mem_eq(first, again, 32);
	unlink(here.book);
	store = book_open(STORE_WRITE);
	store_secret(store, other);
	store_close(store);
	ck_assert_mem_ne(first, other, 32);
}
END_TEST

START_TEST(the_secret_may_be_set_before_the_first_result)
{
	TEXT_SCOPED struct text why = {0};
	unsigned char given[32], now[32];
	memset(given, 7, sizeof(given));
	struct store *store = book_open(STORE_WRITE);
	ck_assert(store_set_secret(store, given, &why));
	store_secret(store, now);
	ck_assert_mem_eq(now, given, 32);
	store_close(store);
	make_book();
	store = book_open(STORE_WRITE);
	store_secret(store, now);
	ck_assert_mem_eq(now, given, 32);
	ck_assert(store_set_secret(store, given, &why)); /* the one it has: nothing to do */
	given[0] ^= 1;
	ck_assert(!store_set_secret(store, given, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "cannot be replaced"));
	store_secret(store, now);
	ck_assert_int_eq(now[0], 7);
	store_close(store);
}
END_TEST

/* A grader that drew its cases from a secret that is gone would add scores nobody could repeat. */
START_TEST(a_secret_replaced_meanwhile_is_noticed)
{
	TEXT_SCOPED struct text why = {0};
	unsigned char given[32] = {1};
	int64_t id;
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct store *first = book_open(STORE_WRITE), *second = book_open(STORE_WRITE);
	id = must_begin(first, &run);
	ck_assert(store_set_secret(second, given, &why));
	ck_assert(!store_add_attempt(first, id, &attempt, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "another secret"));
	ck_assert(!store_begin_run(first, &run, &id, &why));
	store_close(first);
	store_close(second);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM attempt"), 0);
}
END_TEST

START_TEST(what_was_prepared_is_used_again)
{
	struct store *store = book_open(STORE_WRITE);
	struct statement first, second;
	statement_prepare(&first, store, "SELECT ?1");
	statement_prepare(&second, store, "SELECT ?1");
	ck_assert_ptr_ne(first.handle, second.handle);
	const sqlite3_stmt *kept = first.handle;
	statement_bind_integer(&first, 7);
	ck_assert(statement_row(&first));
	statement_release(&first);
	statement_prepare(&first, store, "SELECT ?1");
	ck_assert_ptr_eq(first.handle, kept);
	ck_assert(statement_row(&first));
	ck_assert(statement_next_is_null(&first));
	statement_release(&first);
	statement_release(&second);
	store_close(store); /* which the sanitizers would tell if statements were left */
}
END_TEST

static size_t count_spare(const struct store *store)
{
	size_t count = 0;
	for (size_t i = 0; i < SPARE_STATEMENTS; i++)
		count += store->spare[i] != NULL;
	return count;
}

START_TEST(what_failed_is_not_kept)
{
	struct store *store = book_open(STORE_WRITE);
	struct statement statement;
	const size_t before = count_spare(store);
	statement_prepare(&statement, store, "INSERT INTO meta (id, secret) VALUES (1, zeroblob(32))");
	ck_assert(!statement_row(&statement));
	statement_release(&statement);
	ck_assert_uint_eq(count_spare(store), before);
	store_close(store);
}
END_TEST

START_TEST(no_file_is_created_for_reading)
{
	refuses(here.book, STORE_READ, "no such file or directory; run `grader grade` first");
	ck_assert_int_ne(access(here.book, F_OK), 0);
}
END_TEST

START_TEST(paths_that_lead_nowhere)
{
	char path[400];
	snprintf(path, sizeof(path), "%s/none/grades.db", here.directory);
	refuses_both(path, "no such file or directory");
	refuses_both(here.directory, "is a directory");
	snprintf(path, sizeof(path), "%s/pipe", here.directory);
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	refuses_both(path, "is not a regular file");
	write_file(here.book, "", 0);
	snprintf(path, sizeof(path), "%s/grades.db/x", here.directory);
	refuses_both(path, "part of the path is not a directory");
	memset(path, 'x', sizeof(path) - 1);
	path[sizeof(path) - 1] = '\0';
	refuses_both(path, "the path is too long");
	refuses_both("", "no such file or directory");
}
END_TEST

/* SQLite would take these for something else than a path. */
START_TEST(a_path_is_only_a_path)
{
	static const char *const names[] = {":memory:", "file:x?mode=memory", "a b%41#c?d", "\xff\xc3\xa9"};
	ck_assert_int_eq(chdir(here.directory), 0);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		TEXT_SCOPED struct text why = {0};
		struct store *store = store_open(names[i], STORE_WRITE, &why);
		ck_assert_msg(store != NULL, "%s", text_string(&why));
		store_close(store);
		ck_assert_msg(access(names[i], F_OK) == 0, "%s", names[i]);
	}
	char path[300];
	snprintf(path, sizeof(path), "//%s/x.db", here.directory);
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open(path, STORE_WRITE, &why);
	ck_assert_msg(store != NULL, "%s", text_string(&why));
	store_close(store);
	ck_assert_int_eq(access("x.db", F_OK), 0);
	ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

START_TEST(an_empty_file_becomes_a_gradebook)
{
	write_file(here.book, "", 0);
	refuses(here.book, STORE_READ, "is empty: nothing was graded into it yet; run `grader grade` first");
	make_book();
	struct store *store = book_open(STORE_READ);
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 1);
	store_close(store);
}
END_TEST

START_TEST(other_files_are_no_gradebook)
{
	char garbage[5000];
	memset(garbage, 'g', sizeof(garbage));
	write_file(here.book, garbage, sizeof(garbage));
	refuses_both(here.book, "is not a gradebook");
	write_file(here.book, "hello\n", 6);
	refuses_both(here.book, "is not a gradebook");
	unlink(here.book);
	book_do("CREATE TABLE somebody (s); INSERT INTO somebody VALUES (1)");
	refuses_both(here.book, "some other SQLite file");
	book_do("PRAGMA user_version = 1");
	refuses_both(here.book, "some other SQLite file");
	ck_assert_int_eq(book_ask("SELECT count(*) FROM somebody"), 1);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM sqlite_schema"), 1);
	unlink(here.book);
	book_do("PRAGMA application_id = 5"); /* empty, but spoken for */
	refuses_both(here.book, "some other SQLite file");
}
END_TEST

START_TEST(a_newer_gradebook_is_left_alone)
{
	TEXT_SCOPED struct text told = {0};
	make_book();
	book_do("PRAGMA user_version = 999");
	text_add_format(&told, "was written by a newer grader (schema 999, this one knows %d)",
			schema_migrations.count);
	refuses_both(here.book, text_string(&told));
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), 999);
}
END_TEST

START_TEST(a_truncated_gradebook_is_damaged)
{
	make_book();
	struct stat status;
	ck_assert_int_eq(stat(here.book, &status), 0);
	ck_assert_int_eq(truncate(here.book, status.st_size - 4096), 0);
	refuses_both(here.book, "is damaged");
	ck_assert_int_eq(truncate(here.book, 5000), 0);
	refuses_both(here.book, "is damaged");
	ck_assert_int_eq(truncate(here.book, 50), 0);
	refuses_both(here.book, "is damaged");
}
END_TEST

/* Every page but the first is overwritten in turn: a writer sees it at once, a reader when it gets there. */
START_TEST(a_damaged_page_is_found)
{
	TEXT_SCOPED struct text why = {0};
	char page[4096], bad[4096];
	memset(bad, 0xa5, sizeof(bad));
	make_book();
	int file = open(here.book, O_RDWR);
	int64_t pages = lseek(file, 0, SEEK_END) / 4096;
	ck_assert_int_gt(pages, 10);
	for (off_t i = 1; i < pages; i++) {
		struct course_record course;
		ck_assert_int_eq(pread(file, page, sizeof(page), i * 4096), 4096);
		ck_assert_int_eq(pwrite(file, bad, sizeof(bad), i * 4096), 4096);
		refuses(here.book, STORE_WRITE, "is damaged");
		struct store *store = store_open_within(here.book, STORE_READ, 50, &why);
		if (store != NULL && !store_course(store, NULL, arena, &course, &why))
			ck_assert_ptr_nonnull(strstr(text_string(&why), "is damaged"));
		store_close(store);
		ck_assert_int_eq(pwrite(file, page, sizeof(page), i * 4096), 4096);
	}
	close(file);
	book_is_sound();
}
END_TEST

START_TEST(a_gradebook_without_its_secret_is_damaged)
{
	make_book();
	book_do("DELETE FROM meta");
	refuses_both(here.book, "is damaged");
	book_do("DROP TABLE meta");
	refuses_both(here.book, "no such table: meta");
}
END_TEST

START_TEST(readers_do_not_write)
{
	TEXT_SCOPED struct text why = {0};
	int64_t id;
	struct run_record run = plain_run(arena, 1);
	make_book();
	struct store *store = book_open(STORE_READ);
	ck_assert(!store_begin_run(store, &run, &id, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "read-only"));
	store_close(store);
}
END_TEST

/*
 * Runs a check as somebody who owns none of the files here: modes mean nothing to root. It is done in a
 * child; false if this process cannot become anybody else.
 */
static bool as_another(void (*check)(void))
{
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
			_exit(77);
		check();
		_exit(0);
	}
	int status;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_msg(WIFEXITED(status), "the child died of signal %d", WTERMSIG(status));
	ck_assert_msg(WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 77, "the check failed");
	return WEXITSTATUS(status) == 0;
}

/* In the child: without Check's machinery, which belongs to the parent. */
static void must(bool holds, const char *what)
{
	if (holds)
		return;
	fprintf(stderr, "%s\n", what);
	_exit(1);
}

static void check_readable(void)
{
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *own = arena_create();
	struct course_record course;
	struct store *store = store_open_within(here.book, STORE_READ, 50, &why);
	must(store != NULL, text_string(&why));
	must(store_course(store, NULL, own, &course, &why), text_string(&why));
	must(course.n_students == 1 && course.students[0].won == 7.5, "another course");
	store_close(store);
}

static void check_refused(enum store_access access, const char *reason)
{
	TEXT_SCOPED struct text why = {0};
	must(store_open_within(here.book, access, 50, &why) == NULL, "it was opened");
	must(strstr(text_string(&why), reason) != NULL, text_string(&why));
}

static void check_unwritable(void)
{
	check_refused(STORE_WRITE, "read-only");
}

static void check_unreadable(void)
{
	check_refused(STORE_READ, "permission denied");
	check_refused(STORE_WRITE, "permission denied");
}

static void check_log_in_the_way(void)
{
	check_refused(STORE_READ, "unfinished log");
}

static void check_uncreatable(void)
{
	check_refused(STORE_WRITE, "permission denied");
}

START_TEST(a_read_only_file_in_a_read_only_directory)
{
	make_book();
	ck_assert_int_eq(chmod(here.book, 0444), 0);
	ck_assert_int_eq(chmod(here.directory, 0555), 0);
	if (!as_another(check_readable))
		return; /* no other user to be had */
	as_another(check_unwritable);
	chmod(here.directory, 0755);
	char log[310];
	snprintf(log, sizeof(log), "%s-wal", here.book);
	write_file(log, "log", 3);
	chmod(here.directory, 0555);
	as_another(check_log_in_the_way);
	chmod(here.directory, 0755);
	unlink(log);
	chmod(here.book, 0);
	as_another(check_unreadable);
}
END_TEST

START_TEST(a_read_only_file_in_a_writable_directory)
{
	make_book();
	ck_assert_int_eq(chmod(here.book, 0444), 0);
	ck_assert_int_eq(chmod(here.directory, 0777), 0);
	if (!as_another(check_readable))
		return;
	as_another(check_unwritable);
}
END_TEST

START_TEST(a_writable_file_in_a_read_only_directory)
{
	make_book();
	ck_assert_int_eq(chmod(here.book, 0666), 0);
	ck_assert_int_eq(chmod(here.directory, 0555), 0);
	if (!as_another(check_readable))
		return;
	as_another(check_unwritable);
	chmod(here.directory, 0755);
	unlink(here.book);
	chmod(here.directory, 0555);
	as_another(check_uncreatable);
}
END_TEST

START_TEST(a_lock_held_by_another_is_waited_for_and_named)
{
	TEXT_SCOPED struct text why = {0};
	int64_t id;
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "bob", "b", 1);
	make_book();
	struct store *store = store_open_within(here.book, STORE_WRITE, 50, &why);
	int64_t first = must_begin(store, &run);
	sqlite3 *other;
	ck_assert_int_eq(sqlite3_open(here.book, &other), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	ck_assert(!store_add_attempt(store, first, &attempt, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "is locked by another program"));
	ck_assert(!store_begin_run(store, &run, &id, &why));
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 1); /* readers are not in the way */
	ck_assert_int_eq(sqlite3_exec(other, "COMMIT", NULL, NULL, NULL), SQLITE_OK);
	must_add(store, first, &attempt);
	sqlite3_close(other);
	store_close(store);
}
END_TEST

START_TEST(a_lock_on_the_whole_file_is_named)
{
	make_book();
	sqlite3 *other;
	ck_assert_int_eq(sqlite3_open(here.book, &other), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(other, "PRAGMA locking_mode = EXCLUSIVE; BEGIN IMMEDIATE", NULL, NULL, NULL),
			 SQLITE_OK);
	refuses_both(here.book, "is locked by another program");
	sqlite3_close(other);
	store_close(book_open(STORE_WRITE));
}
END_TEST

/*
 * Somebody else has just begun to write the new file, so that the change to WAL cannot be made yet. The child
 * holds on for a moment; however long it takes, the parent only has to wait.
 */
START_TEST(a_new_file_in_use_is_waited_for)
{
	TEXT_SCOPED struct text why = {0};
	int ready[2];
	char byte;
	write_file(here.book, "", 0);
	ck_assert_int_eq(pipe(ready), 0);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		sqlite3 *other;
		must(sqlite3_open(here.book, &other) == SQLITE_OK, "cannot open");
		must(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK, "cannot lock");
		must(write(ready[1], "r", 1) == 1, "cannot write");
		usleep(300000);
		sqlite3_close(other);
		_exit(0);
	}
	ck_assert_int_eq(read(ready[0], &byte, 1), 1);
	struct store *store = store_open_within(here.book, STORE_WRITE, 60000, &why);
	ck_assert_msg(store != NULL, "%s", text_string(&why));
	store_close(store);
	ck_assert_int_eq(waitpid(child, NULL, 0), child);
	close(ready[0]);
	close(ready[1]);
}
END_TEST

START_TEST(a_full_disk_loses_only_what_was_being_added)
{
	TEXT_SCOPED struct text why = {0};
	TEXT_SCOPED struct text limit = {0};
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "bob", "b", 40);
	make_book();
	struct store *store = book_open(STORE_WRITE);
	int64_t id = must_begin(store, &run);
	text_add_format(&limit, "PRAGMA max_page_count = %d",
			(int)book_ask("SELECT page_count + 3 FROM pragma_page_count"));
	ck_assert_int_eq(sqlite3_exec(store->database, text_string(&limit), NULL, NULL, NULL), SQLITE_OK);
	ck_assert(!store_add_attempt(store, id, &attempt, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "the disk is full"));
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 1);
	sqlite3_exec(store->database, "PRAGMA max_page_count = 100000", NULL, NULL, NULL);
	must_add(store, id, &attempt);
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 2);
	store_close(store);
	book_is_sound();
}
END_TEST

START_TEST(the_path_in_a_message_is_made_visible)
{
	refuses("/none/\x1b[2J\n\xff", STORE_READ, "/none/\\u001b[2J\\u000a\\xff");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		a_new_gradebook_is_private,
		the_secret_is_random_and_stays,
		the_secret_may_be_set_before_the_first_result,
		a_secret_replaced_meanwhile_is_noticed,
		what_was_prepared_is_used_again,
		what_failed_is_not_kept,
		no_file_is_created_for_reading,
		paths_that_lead_nowhere,
		a_path_is_only_a_path,
		an_empty_file_becomes_a_gradebook,
		other_files_are_no_gradebook,
		a_newer_gradebook_is_left_alone,
		a_truncated_gradebook_is_damaged,
		a_damaged_page_is_found,
		a_gradebook_without_its_secret_is_damaged,
		readers_do_not_write,
		a_read_only_file_in_a_read_only_directory,
		a_read_only_file_in_a_writable_directory,
		a_writable_file_in_a_read_only_directory,
		a_lock_held_by_another_is_waited_for_and_named,
		a_lock_on_the_whole_file_is_named,
		a_new_file_in_use_is_waited_for,
		a_full_disk_loses_only_what_was_being_added,
		the_path_in_a_message_is_made_visible,
	};
	return SUITE_RUN("store: open", tests, set_up, tear_down);
}
