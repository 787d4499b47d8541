/* The bytes of what was graded are kept, and which hand-ins want them. */
#include "core/policy.h"
#include "fixture.h"

enum { DUE = 1700000000 };

static struct arena *arena;
static struct run_record run;
static struct policy policy;

static void set_up(void)
{
	here_create();
	arena = arena_create();
	run = plain_run(arena, 2);
	policy = policy_none();
	policy.counting = COUNTING_BEST;
	run.policy = &policy;
	run.rules = digest_named("rules");
}

static void tear_down(void)
{
	arena_destroy(arena);
	here_remove();
}

/* The bytes "ab\0c" and so on: some are zero. */
static struct attempt_record attempt_of(const char *student, const char *name, enum verdict verdict)
{
	struct attempt_record attempt = plain_attempt(arena, &run, student, name, 1);
	char *bytes = arena_array(arena, strlen(name) + 2, 1);
	memcpy(bytes, name, strlen(name));
	bytes[strlen(name) + 1] = 'c';
	attempt.path = arena_format(arena, "class/%s-%s.so", student, name);
	attempt.data = bytes;
	attempt.submission_bytes = (int64_t)strlen(name) + 2;
	attempt.submission = digest_of(bytes, (size_t)attempt.submission_bytes);
	attempt.verdict = verdict;
	if (verdict == VERDICT_REJECTED) {
		attempt.reason = "no shared object";
		attempt.n_results = 0;
	}
	return attempt;
}

/* Length of what is kept; -1 if nothing is. */
static int64_t kept(struct store *store, const struct attempt_record *attempt)
{
	TEXT_SCOPED struct text bytes = {0}, why = {0};
	bool found;
	ck_assert_msg(store_content(store, &attempt->submission, &bytes, &found, &why), "%s", text_string(&why));
	if (found)
		ck_assert_mem_eq(bytes.data, attempt->data, (size_t)attempt->submission_bytes);
	return found ? (int64_t)bytes.length : -1;
}

START_TEST(bytes_come_out_as_they_went_in)
{
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	const struct attempt_record ada = attempt_of("ada", "abc", VERDICT_GRADED),
				    bob = attempt_of("bob", "b", VERDICT_GRADED);
	struct attempt_record twin = attempt_of("twin", "abc", VERDICT_GRADED);
	must_add(store, id, &ada);
	must_add(store, id, &ada);
	must_add(store, id, &twin);
	ck_assert_int_eq(kept(store, &ada), 5);
	ck_assert_int_eq(kept(store, &bob), -1);
	must_add(store, id, &bob);
	ck_assert_int_eq(kept(store, &bob), 3);
	store_close(store);
	store = book_open(STORE_READ);
	ck_assert_int_eq(kept(store, &ada), 5);
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM content"), 2); /* twins share theirs */
	book_is_sound();
}
END_TEST

/* Whether it is rejected now or was before, which is when no reason is given. */
START_TEST(nothing_is_kept_of_what_was_rejected)
{
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	struct attempt_record attempt = attempt_of("ada", "text", VERDICT_REJECTED);
	must_add(store, id, &attempt);
	attempt.verdict = VERDICT_GRADED;
	attempt.reason = NULL;
	must_add(store, id, &attempt);
	ck_assert_int_eq(kept(store, &attempt), -1);
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM content"), 0);
}
END_TEST

START_TEST(bytes_are_taken_when_they_are_seen_again)
{
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	struct attempt_record attempt = attempt_of("ada", "a", VERDICT_GRADED);
	const void *data = attempt.data;
	attempt.data = NULL;
	must_add(store, id, &attempt);
	ck_assert_int_eq(kept(store, &attempt), -1);
	attempt.data = data;
	attempt.reason = NULL;
	attempt.n_results = 0;
	must_add(store, id, &attempt);
	ck_assert_int_eq(kept(store, &attempt), 3);
	store_close(store);
}
END_TEST

START_TEST(bytes_that_were_changed_are_none)
{
	struct store *store = book_open(STORE_WRITE);
	const struct attempt_record attempt = attempt_of("ada", "a", VERDICT_GRADED);
	must_add(store, must_begin(store, &run), &attempt);
	book_do("UPDATE content SET bytes = x'610064'");
	ck_assert_int_eq(kept(store, &attempt), -1);
	store_close(store);
}
END_TEST

/* Read as it is there is nothing in it, nor is there once it is brought up to date; then it is filled. */
START_TEST(an_older_gradebook_has_none)
{
	struct store *store = book_open(STORE_WRITE);
	const struct attempt_record attempt = attempt_of("ada", "a", VERDICT_GRADED);
	must_add(store, must_begin(store, &run), &attempt);
	store_close(store);
	book_do("ALTER TABLE matrix DROP COLUMN counts; ALTER TABLE counterexample_matrix DROP COLUMN counts;"
		" ALTER TABLE result DROP COLUMN speed; ALTER TABLE group_result DROP COLUMN rung;"
		" DROP TABLE content; PRAGMA user_version = 6");
	for (int writes = 0; writes <= 1; writes++) {
		store = book_open(writes ? STORE_WRITE : STORE_READ);
		ck_assert_int_eq(kept(store, &attempt), -1);
		ck_assert_uint_eq(must_read(store, "ada", arena).students[0].standing.hand_in, 1);
		store_close(store);
	}
	store = book_open(STORE_WRITE);
	must_add(store, must_begin(store, &run), &attempt);
	ck_assert_int_eq(kept(store, &attempt), 3);
	store_close(store);
	book_is_sound();
}
END_TEST

/* ---- who is to be graded again ---- */

/* Three files of ada's, of which the second was rejected and nobody kept the third, and one of bob's. */
static void hand_in(struct store *store)
{
	static const struct {
		const char *student, *name;
		enum verdict verdict;
	} files[] = {{"ada", "one", VERDICT_GRADED},
		     {"ada", "two", VERDICT_REJECTED},
		     {"ada", "three", VERDICT_GRADED},
		     {"bob", "bob", VERDICT_GRADED},
		     {"ada", "four", VERDICT_GRADED}};
	const int64_t id = must_begin(store, &run);
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		struct attempt_record attempt = attempt_of(files[i].student, files[i].name, files[i].verdict);
		attempt.modified_at = DUE + (int64_t)i;
		if (strcmp(files[i].name, "three") == 0)
			attempt.data = NULL;
		must_add(store, id, &attempt);
	}
}

/* An exercise is changed, and a run begins. */
static int64_t change(struct store *store)
{
	struct exercise_record *exercises = arena_array(arena, run.n_exercises, sizeof(*exercises));
	memcpy(exercises, run.exercises, run.n_exercises * sizeof(*exercises));
	exercises[1].hash = digest_named("# a remark");
	run.exercises = exercises;
	return must_begin(store, &run);
}

/* By name, with blanks between. */
static void expect_stale(struct store *store, const char *names)
{
	TEXT_SCOPED struct text found = {0}, why = {0};
	const struct stale_record *list;
	size_t count;
	ck_assert_msg(store_stale(store, arena, &list, &count, &why), "%s", text_string(&why));
	for (size_t i = 0; i < count; i++)
		text_add_format(&found, "%s%s", i > 0 ? " " : "", list[i].path);
	ck_assert_str_eq(text_string(&found), names);
	for (size_t i = 0; i < count; i++)
		ck_assert(strncmp(list[i].path + strlen("class/"), list[i].student, strlen(list[i].student)) == 0);
}

static void expect_standing(struct store *store, unsigned attempt, unsigned waiting, unsigned lost)
{
	const struct student_record student = must_read(store, "ada", arena).students[0];
	ck_assert_uint_eq(student.standing.hand_in, attempt);
	ck_assert_uint_eq(student.standing.waiting, waiting);
	ck_assert_uint_eq(student.standing.lost, lost);
}

START_TEST(all_that_may_be_the_best_are_stale)
{
	struct store *store = book_open(STORE_WRITE);
	hand_in(store);
	expect_stale(store, "");
	expect_standing(store, 4, 0, 0);
	const int64_t id = change(store);
	expect_stale(store, "class/ada-one.so class/ada-three.so class/ada-four.so class/bob-bob.so");
	expect_standing(store, 4, 1, 1);
	struct attempt_record one = attempt_of("ada", "one", VERDICT_GRADED);
	TEXT_SCOPED struct text why = {0};
	ck_assert(store_add_results(store, id, &one.submission, one.n_results, one.results, &why));
	expect_stale(store, "class/ada-three.so class/ada-four.so class/bob-bob.so");
	expect_standing(store, 1, 1, 1); /* the only one that is known */
	store_close(store);
}
END_TEST

START_TEST(what_cannot_count_is_not_stale)
{
	struct store *store = book_open(STORE_WRITE);
	hand_in(store);
	policy.attempts = 2;
	policy.has_due = policy.has_end = true;
	policy.due_at = DUE + 1;
	run.rules = digest_named("two attempts, none late");
	change(store);
	expect_stale(store, "class/ada-one.so class/bob-bob.so"); /* bob's is too late, but all he has */
	store_close(store);
}
END_TEST

START_TEST(of_the_last_only_that_one_is_stale)
{
	struct store *store = book_open(STORE_WRITE);
	hand_in(store);
	policy.counting = COUNTING_LAST;
	policy.attempts = 2;
	run.rules = digest_named("the second");
	change(store);
	expect_stale(store, "class/ada-three.so class/bob-bob.so");
	expect_standing(store, 3, 0, 0);
	run.policy = NULL;
	must_begin(store, &run);
	expect_stale(store, "class/ada-four.so class/bob-bob.so");
	store_close(store);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		bytes_come_out_as_they_went_in,
		nothing_is_kept_of_what_was_rejected,
		bytes_are_taken_when_they_are_seen_again,
		bytes_that_were_changed_are_none,
		an_older_gradebook_has_none,
		all_that_may_be_the_best_are_stale,
		what_cannot_count_is_not_stale,
		of_the_last_only_that_one_is_stale,
	};
	return SUITE_RUN("store: content", tests, set_up, tear_down);
}
