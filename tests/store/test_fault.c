/*
 * What the grader failed on: it is kept beside what counts, takes nothing from anybody, and goes when the hand-in is
 * graded.
 */
#include "core/policy.h"
#include "store/schema.h"
#include "store/store.h"

#include "fixture.h"

static struct arena *arena;
static struct run_record run;

static void set_up(void)
{
	here_create();
	arena = arena_create();
	run = plain_run(arena, 2);
}

static void tear_down(void)
{
	arena_destroy(arena);
	here_remove();
}

static void add_fault(struct store *store, int64_t run_id, const char *student, const char *bytes)
{
	TEXT_SCOPED struct text why = {0};
	struct fault_record fault = {.path = "class/x.so", .reason = "no \"memory\"", .was_read = bytes != NULL};
	if (bytes != NULL)
		fault.submission = digest_named(bytes);
	ck_assert_msg(store_add_fault(store, run_id, student, &fault, &why), "%s", text_string(&why));
}

static const struct student_record *read_student(struct store *store, const char *name)
{
	const struct course_record course = must_read(store, name, arena);
	ck_assert_uint_eq(course.n_students, 1);
	return &course.students[0];
}

/* Of a submission called after the id, where one that is called after the name was graded. */
START_TEST(a_fault_under_the_other_name_takes_no_score)
{
	static const struct roster_entry entry = {"u7", "Grace", "", ""};
	static const struct roster roster = {.count = 1, .entries = &entry};
	const struct policy policy = policy_none();
	run.policy = &policy;
	run.roster = &roster;
	run.rules = digest_named("rules");
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	const struct attempt_record attempt = plain_attempt(arena, &run, "Grace", "one", 1);
	must_add(store, id, &attempt);
	add_fault(store, id, "u7", NULL);
	const struct course_record course = must_read(store, NULL, arena);
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_str_eq(course.students[0].name, "Grace");
	ck_assert_int_eq(course.students[0].verdict, VERDICT_GRADED);
	ck_assert_ptr_nonnull(course.students[0].fault);
	ck_assert_ptr_nonnull(read_student(store, "u7")->fault);
	store_close(store);
}
END_TEST

START_TEST(a_first_hand_in_is_no_attempt_and_no_score)
{
	struct store *store = book_open(STORE_WRITE);
	add_fault(store, must_begin(store, &run), "ada", "a");
	const struct student_record *ada = read_student(store, "ada");
	ck_assert_int_eq(ada->verdict, VERDICT_HARNESS_FAULT);
	ck_assert_str_eq(ada->reason, "");
	ck_assert_uint_eq(ada->attempts + ada->n_results, 0);
	ck_assert_str_eq(ada->fault->path, "class/x.so");
	ck_assert_str_eq(ada->fault->reason, "no \"memory\"");
	ck_assert_uint_eq(strlen(ada->fault->failed_at), strlen("2026-01-01T00:00:00Z"));
	const struct digest a = digest_named("a");
	ck_assert(ada->fault->was_read && digest_equal(&ada->fault->submission, &a));
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM attempt"), 0);
	book_is_sound();
}
END_TEST

START_TEST(a_later_hand_in_leaves_the_score_as_it_is)
{
	struct store *store = book_open(STORE_WRITE);
	const struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	const int64_t id = must_begin(store, &run);
	must_add(store, id, &attempt);
	const double won = read_student(store, "ada")->won;
	add_fault(store, id, "ada", NULL);
	const struct student_record *ada = read_student(store, "ada");
	ck_assert_int_eq(ada->verdict, VERDICT_GRADED);
	ck_assert_double_eq(ada->won, won);
	ck_assert_uint_eq(ada->attempts, 1);
	ck_assert_ptr_nonnull(ada->fault);
	ck_assert(!ada->fault->was_read);
	store_close(store);
}
END_TEST

/* Be it the bytes of before, of which no attempt is added. Others wait as before. */
START_TEST(it_goes_when_something_is_graded)
{
	struct store *store = book_open(STORE_WRITE);
	const struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	const int64_t id = must_begin(store, &run);
	must_add(store, id, &attempt);
	add_fault(store, id, "bob", "b");
	add_fault(store, id, "ada", "a");
	add_fault(store, id, "ada", "a");
	ck_assert_int_eq(book_ask("SELECT count(*) FROM fault"), 2);
	must_add(store, id, &attempt);
	ck_assert_ptr_null(read_student(store, "ada")->fault);
	ck_assert_ptr_nonnull(read_student(store, "bob")->fault);
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM attempt"), 1);
}
END_TEST

START_TEST(it_goes_when_it_is_settled)
{
	TEXT_SCOPED struct text why = {0};
	const struct pending_record *list;
	size_t count;
	struct store *store = book_open(STORE_WRITE);
	add_fault(store, must_begin(store, &run), "ad\xff", "a");
	ck_assert(store_faults(store, arena, &list, &count, &why));
	ck_assert_uint_eq(count, 1);
	ck_assert_str_eq(list[0].path, "class/x.so");
	ck_assert(store_settle_fault(store, list[0].student, &why));
	ck_assert(store_faults(store, arena, &list, &count, &why));
	ck_assert_uint_eq(count, 0);
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 0);
	store_close(store);
}
END_TEST

/* Whose name is written as another's is shown is not taken for that one. */
START_TEST(names_are_not_mixed_up)
{
	struct store *store = book_open(STORE_WRITE);
	const struct attempt_record attempt = plain_attempt(arena, &run, "ad\xff", "a", 1);
	const int64_t id = must_begin(store, &run);
	must_add(store, id, &attempt);
	const char *shown = must_read(store, NULL, arena).students[0].name;
	add_fault(store, id, shown, "b");
	const struct course_record course = must_read(store, NULL, arena);
	store_close(store);
	ck_assert_uint_eq(course.n_students, 2);
	ck_assert_ptr_null(course.students[0].fault);
	ck_assert_ptr_nonnull(course.students[1].fault);
}
END_TEST

START_TEST(an_older_gradebook_has_none)
{
	const struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct store *store = book_open(STORE_WRITE);
	must_add(store, must_begin(store, &run), &attempt);
	store_close(store);
	book_do("ALTER TABLE matrix DROP COLUMN counts; ALTER TABLE counterexample_matrix DROP COLUMN counts;"
		" ALTER TABLE result DROP COLUMN speed; ALTER TABLE group_result DROP COLUMN rung;"
		" DROP TABLE content; DROP TABLE fault; PRAGMA user_version = 5");
	store = book_open(STORE_READ);
	ck_assert_ptr_null(read_student(store, "ada")->fault);
	store_close(store);
	store = book_open(STORE_WRITE);
	add_fault(store, must_begin(store, &run), "ada", "a");
	ck_assert_ptr_nonnull(read_student(store, "ada")->fault);
	store_close(store);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_first_hand_in_is_no_attempt_and_no_score,
				      a_later_hand_in_leaves_the_score_as_it_is,
				      it_goes_when_something_is_graded,
				      it_goes_when_it_is_settled,
				      names_are_not_mixed_up,
				      a_fault_under_the_other_name_takes_no_score,
				      an_older_gradebook_has_none};
	return SUITE_RUN("store: faults", tests, set_up, tear_down);
}
