/* The schema's own rules, and the way from an older version to the newest. */
#include "fixture.h"
#include "store/schema.h"

enum { TABLES = 23 };

static void set_up(void)
{
	here_create();
}

START_TEST(every_table_is_strict)
{
	store_close(book_open(STORE_WRITE));
	ck_assert_int_eq(book_ask("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND type = 'table'"
				  " AND name NOT LIKE 'sqlite_%' AND NOT strict"),
			 0);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM pragma_table_list WHERE schema = 'main' AND strict"), TABLES);
}
END_TEST

/* A reference to another table is only worth something if the connection that writes has them checked. */
START_TEST(references_are_checked)
{
	struct store *store = book_open(STORE_WRITE);
	int code = sqlite3_exec(store->database, "INSERT INTO hint VALUES (1, 0, '')", NULL, NULL, NULL);
	ck_assert_int_eq(code, SQLITE_CONSTRAINT_FOREIGNKEY);
	store_close(store);
}
END_TEST

START_TEST(a_gradebook_writes_ahead_and_is_durable)
{
	struct store *store = book_open(STORE_WRITE);
	sqlite3_stmt *ask;
	ck_assert_int_eq(sqlite3_prepare_v2(store->database, "PRAGMA synchronous", -1, &ask, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(ask), SQLITE_ROW);
	ck_assert_int_eq(sqlite3_column_int(ask, 0), 2);
	sqlite3_finalize(ask);
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
	ck_assert_int_eq(book_ask("SELECT application_id FROM pragma_application_id"), 0x4174746e);
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), schema_migrations.count);
}
END_TEST

/* Every table has a comment above it: the schema is what people read first. */
static int count_explained(const char *text)
{
	const char *table = text;
	int count = 0;
	while ((table = strstr(table, "\nCREATE TABLE")) != NULL) {
		const char *line = table - 1;
		while (line > text && line[-1] != '\n')
			line--;
		ck_assert_msg(strncmp(line, "-- ", 3) == 0, "%.60s", table + 1);
		table++;
		count++;
	}
	return count;
}

START_TEST(every_table_is_explained)
{
	int count = 0;
	for (int i = 0; i < schema_migrations.count; i++)
		count += count_explained(schema_migrations.texts[i]);
	ck_assert_int_eq(count, TABLES);
}
END_TEST

static const char add_column[] = "ALTER TABLE run ADD COLUMN seed INTEGER NOT NULL DEFAULT 7;";
static const char add_table[] = "CREATE TABLE extra (x INTEGER) STRICT; INSERT INTO extra SELECT seed FROM run;";
static const char fail_late[] = "CREATE TABLE half (x INTEGER) STRICT; INSERT INTO nowhere VALUES (1)";

/* Those there are, the column, and one that is the newest. */
static struct migrations extend(struct arena *arena, const char *last)
{
	const int count = schema_migrations.count;
	const char **texts = arena_array(arena, (size_t)count + 2, sizeof(char *));
	for (int i = 0; i < count; i++)
		texts[i] = schema_migrations.texts[i];
	texts[count] = arena_format(arena, "%s PRAGMA user_version = %d", add_column, count + 1);
	texts[count + 1] = arena_format(arena, "%s; PRAGMA user_version = %d", last, count + 2);
	return (struct migrations){texts, count + 2};
}

/* A gradebook of the version before those, with one run in it. */
static void make_old(void)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct run_record run = plain_run(arena, 1);
	struct store *store = book_open(STORE_WRITE);
	must_begin(store, &run);
	store_close(store);
}

static bool upgrade(struct store *store, const struct migrations *migrations, struct text *why)
{
	bool done = schema_upgrade(store, migrations, why);
	ck_assert(sqlite3_get_autocommit(store->database)); /* the transaction is over either way */
	return done;
}

START_TEST(an_older_file_is_brought_up_to_date)
{
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct migrations newer = extend(arena, add_table);
	unsigned char before[32], after[32];
	make_old();
	struct store *store = book_open(STORE_WRITE);
	store_secret(store, before);
	enum schema_state state;
	int version;
	ck_assert_int_eq(schema_identify(store, &newer, &state, &version), SQLITE_OK);
	ck_assert_int_eq(state, SCHEMA_OLDER);
	ck_assert_int_eq(version, schema_migrations.count);
	ck_assert_msg(upgrade(store, &newer, &why), "%s", text_string(&why));
	ck_assert_int_eq(book_ask("SELECT x FROM extra"), 7);
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), newer.count);
	ck_assert(upgrade(store, &newer, &why)); /* there already */
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM extra"), 1);
	book_do(arena_format(arena, "PRAGMA user_version = %d",
			     schema_migrations.count)); /* so that this grader reads it */
	store = book_open(STORE_READ);
	store_secret(store, after);
	store_close(store);
	ck_assert_mem_eq(before, after, 32);
}
END_TEST

START_TEST(a_failed_migration_leaves_the_file_as_it_was)
{
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct migrations newer = extend(arena, fail_late);
	make_old();
	struct store *store = book_open(STORE_WRITE);
	ck_assert(!upgrade(store, &newer, &why));
	store_close(store);
	ck_assert_ptr_nonnull(strstr(text_string(&why), "nowhere"));
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), schema_migrations.count);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM pragma_table_list WHERE name = 'half'"), 0);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM pragma_table_info('run') WHERE name = 'seed'"), 0);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM run"), 1);
	store_close(book_open(STORE_WRITE));
	book_is_sound();
}
END_TEST

/*
 * Version 8 had no large counts, version 7 no speed, version 6 kept no bytes, version 5 had no faults, version 4 no
 * batches in parts, version 3 no rules and no scores given by hand.
 */
#define WITHOUT_RULES \
	"DELETE FROM group_result WHERE rung > 0;" \
	" ALTER TABLE matrix DROP COLUMN counts; ALTER TABLE counterexample_matrix DROP COLUMN counts;" \
	" ALTER TABLE result DROP COLUMN speed; ALTER TABLE group_result DROP COLUMN rung;" \
	" DROP TABLE content; DROP TABLE fault; ALTER TABLE matrix DROP COLUMN part_rows;" \
	" ALTER TABLE counterexample_matrix DROP COLUMN part_rows;" \
	" DROP TABLE manual_score; ALTER TABLE run DROP COLUMN course; DROP TABLE course_member;" \
	" DROP TABLE course_weight; DROP TABLE course;"

/* Version 1 had no diagnoses and no counterexamples, and was otherwise what it is. */
static void make_version_1(struct arena *arena)
{
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 4);
	struct store *store = book_open(STORE_WRITE);
	must_add(store, must_begin(store, &run), &attempt);
	store_close(store);
	book_do(WITHOUT_RULES "DROP TABLE counterexample_matrix; DROP TABLE counterexample; DROP TABLE diagnosis;"
			      " PRAGMA user_version = 1");
}

static void expect_ada(const struct course_record *course)
{
	ck_assert_str_eq(course->students[0].name, "ada");
	ck_assert_uint_eq(course->students[0].n_results, 3);
	for (size_t i = 0; i < 3; i++) {
		const struct result_record *result = &course->students[0].results[i];
		ck_assert_uint_eq(result->n_groups, 4);
		ck_assert_uint_eq(result->n_diagnoses, 0);
		ck_assert_ptr_null(result->counterexample);
	}
}

START_TEST(version_1_is_read_as_it_is)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	make_version_1(arena);
	struct store *store = book_open(STORE_READ);
	struct course_record course = must_read(store, NULL, arena);
	store_close(store);
	expect_ada(&course);
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), 1);
}
END_TEST

START_TEST(version_1_is_brought_up_to_date)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "bob", "b", 4);
	unsigned char before[32], after[32];
	make_version_1(arena);
	struct store *store = book_open(STORE_READ);
	store_secret(store, before);
	store_close(store);
	store = book_open(STORE_WRITE);
	store_secret(store, after);
	ck_assert_mem_eq(before, after, 32);
	must_add(store, must_begin(store, &run), &attempt);
	struct course_record course = must_read(store, NULL, arena);
	store_close(store);
	expect_ada(&course);
	ck_assert_str_eq(course.students[1].name, "bob");
	ck_assert_uint_eq(course.students[1].results[2].n_diagnoses, 2);
	ck_assert_str_eq(course.students[1].results[1].counterexample->message, plain_counterexample.message);
	ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"), schema_migrations.count);
	book_is_sound();
}
END_TEST

/* What version 2 wrote of two diagnoses was that one of them holds; what version 3 writes of two at once stays. */
START_TEST(version_2_knows_one_mistake_only)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 4);
	struct store *store = book_open(STORE_WRITE);
	must_add(store, must_begin(store, &run), &attempt);
	struct course_record course = must_read(store, NULL, arena);
	store_close(store);
	ck_assert_uint_eq(course.students[0].results[2].diagnoses[1].mistake, 1);
	book_do(WITHOUT_RULES "ALTER TABLE diagnosis DROP COLUMN mistake; PRAGMA user_version = 2");
	for (int writes = 0; writes <= 1; writes++) {
		store = book_open(writes ? STORE_WRITE : STORE_READ);
		course = must_read(store, NULL, arena);
		store_close(store);
		ck_assert_uint_eq(course.students[0].results[2].n_diagnoses, 2);
		ck_assert_uint_eq(course.students[0].results[2].diagnoses[1].mistake, 0);
		const struct result_record *explained = &course.students[0].results[1];
		ck_assert_uint_eq(explained->counterexample->shown.matrices[1].part_rows, 0);
		ck_assert_int_eq(book_ask("SELECT user_version FROM pragma_user_version"),
				 writes ? schema_migrations.count : 2);
	}
	book_is_sound();
}
END_TEST

/* Version 0: the file is there, and was cut off before anything was in it. */
START_TEST(an_interrupted_creation_is_taken_up)
{
	sqlite3 *database;
	ck_assert_int_eq(sqlite3_open(here.book, &database), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(database, "PRAGMA journal_mode = WAL", NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(database);
	struct stat status;
	ck_assert_int_eq(stat(here.book, &status), 0);
	ck_assert_int_gt(status.st_size, 0);
	store_close(book_open(STORE_WRITE));
	ck_assert_int_eq(book_ask("SELECT length(secret) FROM meta"), 32);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		every_table_is_strict,
		references_are_checked,
		a_gradebook_writes_ahead_and_is_durable,
		every_table_is_explained,
		an_older_file_is_brought_up_to_date,
		a_failed_migration_leaves_the_file_as_it_was,
		version_1_is_read_as_it_is,
		version_1_is_brought_up_to_date,
		version_2_knows_one_mistake_only,
		an_interrupted_creation_is_taken_up,
	};
	return SUITE_RUN("store: schema", tests, set_up, here_remove);
}
