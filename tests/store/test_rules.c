/* The rules of a course and scores given by hand: kept with a run, and what they make of hand-ins. */
#include "core/policy.h"
#include "fixture.h"

enum { DUE = 1700000000 };

static struct arena *arena;
static struct run_record run;
static struct policy policy;

static const struct roster_entry entries[] = {{"ada", "Ada <Lovelace>", "ada@example.org", "A"}, {"", "Bob", "", ""}};
static const struct roster roster = {.count = 2, .entries = entries};

static void set_up(void)
{
	here_create();
	arena = arena_create();
	run = plain_run(arena, 2); /* of levels 1 and 2, worth 10 and 11 */
	policy = policy_none();
	policy.title = "Attention \xe2\x88\x9e";
	policy.has_due = true;
	policy.due_at = DUE;
	policy.grace_s = 60;
	policy.per_day = 12.5;
	policy.at_most = 50;
	policy.has_end = true;
	policy.end_s = 864000;
	policy.weights[2] = 2.5;
	policy.feedback_before = 0;
	policy.feedback_after = 1 << FEEDBACK_PUBLIC | 1 << FEEDBACK_HINTS;
	run.policy = &policy;
	run.roster = &roster;
	run.rules = digest_named("rules");
}

static void tear_down(void)
{
	arena_destroy(arena);
	here_remove();
}

/* Hands in bytes of that name, so many seconds after the due date, that win as much in each exercise. */
static void hand_in_as(const char *student, struct store *store, int64_t run_id, const char *bytes, int64_t late_s,
		       double won)
{
	struct attempt_record attempt = plain_attempt(arena, &run, student, bytes, 1);
	struct result_record *results = arena_array(arena, attempt.n_results, sizeof(*results));
	memcpy(results, attempt.results, attempt.n_results * sizeof(*results));
	for (size_t i = 0; i < attempt.n_results; i++)
		results[i].won = won;
	attempt.results = results;
	attempt.modified_at = DUE + late_s;
	must_add(store, run_id, &attempt);
}

static void hand_in(struct store *store, int64_t run_id, const char *bytes, int64_t late_s, double won)
{
	hand_in_as("ada", store, run_id, bytes, late_s, won);
}

static struct course_record read_course(struct store *store)
{
	return must_read(store, NULL, arena);
}

START_TEST(rules_come_out_as_they_went_in)
{
	struct store *store = book_open(STORE_WRITE);
	must_begin(store, &run);
	const struct course_record course = read_course(store);
	store_close(store);
	ck_assert_str_eq(course.policy->title, policy.title);
	ck_assert(course.policy->has_due && course.policy->has_end);
	ck_assert_int_eq(course.policy->due_at, DUE);
	ck_assert_int_eq(course.policy->grace_s, 60);
	ck_assert_double_eq(course.policy->per_day, 12.5);
	ck_assert_double_eq(course.policy->at_most, 50);
	ck_assert_int_eq(course.policy->end_s, 864000);
	ck_assert_int_eq(course.policy->counting, COUNTING_LAST);
	ck_assert_uint_eq(course.policy->attempts, 0);
	ck_assert_mem_eq(course.policy->weights, policy.weights, sizeof(policy.weights));
	ck_assert_uint_eq(course.policy->feedback_before, 0);
	ck_assert_uint_eq(course.policy->feedback_after, policy.feedback_after);
	ck_assert_uint_eq(course.roster->count, 2);
	ck_assert_str_eq(course.roster->entries[0].name, "Ada <Lovelace>");
	ck_assert_str_eq(course.roster->entries[0].email, "ada@example.org");
	ck_assert_str_eq(course.roster->entries[0].section, "A");
	ck_assert_str_eq(course.roster->entries[1].id, "");
	book_is_sound();
}
END_TEST

START_TEST(the_latest_run_says_which_rules_hold)
{
	struct store *store = book_open(STORE_WRITE);
	must_begin(store, &run);
	must_begin(store, &run);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM course"), 1); /* the same are kept once */
	policy.has_due = policy.has_end = false;
	policy.counting = COUNTING_BEST;
	run.roster = NULL;
	run.rules = digest_named("others");
	must_begin(store, &run);
	struct course_record course = read_course(store);
	ck_assert(!course.policy->has_due && !course.policy->has_end);
	ck_assert_int_eq(course.policy->counting, COUNTING_BEST);
	ck_assert_ptr_null(course.roster);
	run.policy = NULL;
	must_begin(store, &run);
	course = read_course(store);
	store_close(store);
	ck_assert_ptr_null(course.policy);
	ck_assert_ptr_null(course.roster);
}
END_TEST

START_TEST(the_best_hand_in_counts)
{
	struct store *store = book_open(STORE_WRITE);
	policy.counting = COUNTING_BEST;
	const int64_t id = must_begin(store, &run);
	hand_in(store, id, "a", -300, 4);
	hand_in(store, id, "b", -200, 8);
	hand_in(store, id, "c", 86401, 9); /* a quarter is taken off */
	const struct course_record course = read_course(store);
	const struct student_record *ada = &course.students[0];
	store_close(store);
	ck_assert_uint_eq(ada->standing.hand_in, 2);
	ck_assert_uint_eq(ada->attempts, 3);
	ck_assert_double_eq(ada->won, 8 + 2.5 * 8);
	ck_assert_double_eq(ada->points, 10 + 2.5 * 11);
	const struct digest expected = digest_named("b");
	ck_assert(digest_equal(&ada->submission, &expected));
}
END_TEST

/* Bob's best is Ada's latest, Carl's is Ada's best; what Dora had before, others may have as well. */
START_TEST(twins_are_told_of_each_other)
{
	static const char *const twins[][3] = {{"bob", "carl", NULL}, {"ada", NULL}, {"ada", NULL}, {NULL}};
	struct store *store = book_open(STORE_WRITE);
	policy.counting = COUNTING_BEST;
	const int64_t id = must_begin(store, &run);
	hand_in_as("ada", store, id, "first", -400, 1);
	hand_in_as("ada", store, id, "a", -300, 9);
	hand_in_as("ada", store, id, "b", -200, 4);
	hand_in_as("bob", store, id, "b", -300, 4);
	hand_in_as("bob", store, id, "c", -200, 2);
	hand_in_as("carl", store, id, "a", -300, 9);
	hand_in_as("carl", store, id, "d", -200, 1);
	hand_in_as("dora", store, id, "first", -300, 1);
	hand_in_as("dora", store, id, "c", -250, 3);
	hand_in_as("dora", store, id, "e", -200, 9);
	const struct course_record course = read_course(store);
	for (size_t s = 0; s < course.n_students; s++) {
		const struct course_record alone = must_read(store, course.students[s].name, arena);
		size_t count = 0;
		while (twins[s][count] != NULL)
			count++;
		ck_assert_uint_eq(course.students[s].n_twins, count);
		ck_assert_uint_eq(alone.students[0].n_twins, count);
		for (size_t i = 0; i < count; i++) {
			ck_assert_str_eq(course.students[s].twins[i], twins[s][i]);
			ck_assert_str_eq(alone.students[0].twins[i], twins[s][i]);
		}
	}
	store_close(store);
}
END_TEST

/* With somebody else who has the same bytes, and has two twins. */
START_TEST(nobody_is_their_own_twin_under_another_name)
{
	static const char *const names[] = {"Ada <Lovelace>", "ada", "bob"};
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	for (size_t i = 0; i < 2; i++)
		hand_in_as(names[i], store, id, "a", -300, 9);
	const struct course_record two = read_course(store);
	ck_assert_uint_eq(two.students[0].n_twins + two.students[1].n_twins, 0);
	hand_in_as("bob", store, id, "a", -200, 9);
	const struct course_record course = read_course(store);
	store_close(store);
	ck_assert_uint_eq(course.n_students, 3);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_str_eq(course.students[i].name, names[i]);
		ck_assert_uint_eq(course.students[i].n_twins, 1);
		ck_assert_str_eq(course.students[i].twins[0], "bob");
		ck_assert_str_eq(course.students[2].twins[i], names[i]);
	}
	ck_assert_uint_eq(course.students[2].n_twins, 2);
}
END_TEST

START_TEST(the_last_one_counts_though_late)
{
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	hand_in(store, id, "a", -300, 8);
	hand_in(store, id, "b", 86401, 8);
	hand_in(store, id, "c", 864001, 8); /* too late to count */
	const struct course_record course = read_course(store);
	const struct student_record *ada = &course.students[0];
	store_close(store);
	ck_assert_uint_eq(ada->standing.hand_in, 2);
	ck_assert_uint_eq(ada->standing.days, 2);
	ck_assert_uint_eq(ada->standing.refused, 1);
	ck_assert_double_eq(ada->automatic, 28);
	ck_assert_double_eq(ada->won, 21);
	ck_assert_double_eq(ada->results[0].won, 6);
	ck_assert_double_eq(ada->results[0].automatic, 8);
	static const double came_to[] = {28, 21, 0};
	for (size_t i = 0; i < 3; i++)
		ck_assert_double_eq(policy_past(&course, ada, &ada->past[i]), came_to[i]);
}
END_TEST

/* A clock may be wrong: what is seen now was not handed in later. */
START_TEST(nobody_hands_in_after_being_seen)
{
	struct store *store = book_open(STORE_WRITE);
	const int64_t id = must_begin(store, &run);
	hand_in(store, id, "a", INT64_MAX - DUE, 8);
	book_do("UPDATE attempt SET seen_at = '2023-11-14T22:13:20Z'"); /* the due date */
	const struct course_record course = read_course(store);
	store_close(store);
	ck_assert_int_eq(course.students[0].standing.lateness, LATENESS_NONE);
	ck_assert_double_eq(course.students[0].won, 28);
}
END_TEST

static void expect_receipts_of(const char *bytes)
{
	TEXT_SCOPED struct text why = {0};
	struct receipts receipts;
	bool found;
	const struct digest expected = digest_named(bytes);
	struct store *store = book_open(STORE_READ);
	ck_assert_msg(store_receipts(store, "ada", arena, &receipts, &found, &why), "%s", text_string(&why));
	store_close(store);
	ck_assert(found);
	ck_assert(digest_equal(&receipts.submission, &expected));
}

START_TEST(receipts_are_of_what_counts)
{
	struct store *store = book_open(STORE_WRITE);
	policy.attempts = 1;
	const int64_t id = must_begin(store, &run);
	hand_in(store, id, "a", -300, 4);
	hand_in(store, id, "b", -200, 8);
	expect_receipts_of("a");
	policy.attempts = 2;
	run.rules = digest_named("others");
	must_begin(store, &run);
	store_close(store);
	expect_receipts_of("b");
}
END_TEST

/* ---- by hand ---- */

static void give(struct store *store, const char *student, const char *exercise, double points, const char *reason)
{
	TEXT_SCOPED struct text why = {0};
	const struct manual_record manual = {exercise, points, reason, "eve@lab", NULL};
	ck_assert_msg(store_give(store, student, &manual, &why), "%s", text_string(&why));
}

START_TEST(the_latest_score_given_by_hand_holds)
{
	struct store *store = book_open(STORE_WRITE);
	run.policy = NULL;
	hand_in(store, must_begin(store, &run), "a", 0, 8);
	give(store, "ada", "L1.0", 2, "first");
	give(store, "ada", "L1.0", 3.5, "second");
	give(store, "ada", "L2.1", 1, "other");
	struct course_record course = read_course(store);
	ck_assert_uint_eq(course.students[0].n_manual, 2);
	ck_assert_str_eq(course.students[0].manual[0].reason, "second");
	ck_assert_str_eq(course.students[0].manual[0].given_by, "eve@lab");
	ck_assert_uint_eq(strlen(course.students[0].manual[0].given_at), strlen("2026-03-01T00:00:00Z"));
	ck_assert_double_eq(course.students[0].won, 4.5);
	ck_assert_double_eq(course.students[0].automatic, 16);
	give(store, "ada", "L1.0", NAN, "mixed up");
	course = read_course(store);
	ck_assert_uint_eq(course.students[0].n_manual, 1);
	ck_assert_double_eq(course.students[0].won, 9);
	give(store, "ada", "", 20, "oral");
	course = read_course(store);
	store_close(store);
	ck_assert_double_eq(course.students[0].won, 20);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM manual_score"), 5); /* all are kept */
	book_is_sound();
}
END_TEST

/* It does not count, and is told of apart until the exercise is there again. */
START_TEST(a_score_of_an_exercise_that_is_gone_is_kept_apart)
{
	struct store *store = book_open(STORE_WRITE);
	struct run_record smaller = run;
	smaller.n_exercises = 1;
	smaller.policy = run.policy = NULL;
	hand_in(store, must_begin(store, &run), "a", 0, 8);
	give(store, "ada", "L2.1", 1, "other");
	must_begin(store, &smaller);
	struct course_record course = read_course(store);
	ck_assert_uint_eq(course.students[0].n_manual, 0);
	ck_assert_uint_eq(course.students[0].n_stray, 1);
	ck_assert_str_eq(course.students[0].stray[0].exercise_id, "L2.1");
	ck_assert_double_eq(course.students[0].won, 8);
	must_begin(store, &run);
	course = read_course(store);
	ck_assert_uint_eq(course.students[0].n_manual, 1);
	ck_assert_uint_eq(course.students[0].n_stray, 0);
	must_begin(store, &smaller);
	give(store, "ada", "L2.1", (double)NAN, "withdrawn");
	course = read_course(store);
	store_close(store);
	ck_assert_uint_eq(course.students[0].n_stray, 0);
}
END_TEST

START_TEST(who_handed_in_nothing_may_have_a_score)
{
	struct store *store = book_open(STORE_WRITE);
	must_begin(store, &run);
	give(store, "Bob", "", 7, "oral");
	give(store, "Bob", "L1.0", 7, "oral");
	const struct course_record course = read_course(store);
	store_close(store);
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_str_eq(course.students[0].name, "Bob");
	ck_assert_int_eq(course.students[0].verdict, VERDICT_ABSENT);
	ck_assert_uint_eq(course.students[0].attempts, 0);
	ck_assert_uint_eq(course.students[0].n_results, 0);
	ck_assert_double_eq(course.students[0].won, 7);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM student"), 1);
}
END_TEST

/* Whose name is no UTF-8 is named as it is shown. */
/* Who of a class of one person is in the gradebook apart, and what counts of the score given for level 1. */
static void expect_one(struct store *store, const char *asked, const char *name, double won, size_t n_manual)
{
	const struct course_record course = must_read(store, asked, arena);
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_uint_eq(course.n_others, 0);
	ck_assert_str_eq(course.students[0].name, name);
	ck_assert_uint_eq(course.students[0].n_manual, n_manual);
	ck_assert_double_eq(course.students[0].won, won);
}

static void expect_one_however_asked(struct store *store, const char *name, double won, size_t n_manual)
{
	static const char *const asked[] = {NULL, "ada", "Ada <Lovelace>"};
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++)
		expect_one(store, asked[i], name, won, n_manual);
}

/* The roster knows the person by id and by name; a score is given under either, and the submission is called so. */
START_TEST(what_was_given_under_the_other_name_is_kept)
{
	static const char *const names[] = {"ada", "Ada <Lovelace>"};
	for (size_t i = 0; i < 2; i++) {
		const char *handed_in = names[i], *other = names[1 - i];
		here_remove();
		here_create();
		struct store *store = book_open(STORE_WRITE);
		policy = policy_none();
		const int64_t id = must_begin(store, &run);
		give(store, other, "L1.0", 2, "before the hand-in");
		expect_one_however_asked(store, other, 2, 1);
		hand_in_as(handed_in, store, id, "one", 0, 4);
		expect_one_however_asked(store, handed_in, 2 + 4, 1);
		give(store, handed_in, "L1.0", 3, "after it");
		expect_one_however_asked(store, handed_in, 3 + 4, 1);
		give(store, other, "L1.0", (double)NAN, "withdrawn");
		expect_one_however_asked(store, handed_in, 4 + 4, 0);
		store_close(store);
	}
}
END_TEST

/* Of two who handed in, both have the one score that is given. */
static void expect_two(struct store *store, double won_by_name, double won_by_id, size_t n_manual)
{
	const struct course_record course = read_course(store);
	const double won[] = {won_by_name, won_by_id};
	ck_assert_uint_eq(course.n_students, 2);
	ck_assert_str_eq(course.students[0].name, "Ada <Lovelace>");
	for (size_t i = 0; i < 2; i++) {
		const struct course_record one = must_read(store, course.students[i].name, arena);
		ck_assert_uint_eq(course.students[i].n_manual, n_manual);
		ck_assert_double_eq(course.students[i].won, won[i]);
		ck_assert_uint_eq(one.n_students, 1);
		ck_assert_double_eq(one.students[0].won, won[i]);
	}
}

/* Then they are two, of whom the reader is warned, but what was given by hand is the person's. */
START_TEST(who_handed_in_under_both_names_is_two)
{
	struct store *store = book_open(STORE_WRITE);
	policy = policy_none();
	const int64_t id = must_begin(store, &run);
	hand_in_as("Ada <Lovelace>", store, id, "one", 0, 4);
	give(store, "Ada <Lovelace>", "L1.0", 1, "before there were two");
	hand_in_as("ada", store, id, "two", 0, 5);
	expect_two(store, 1 + 4, 1 + 5, 1);
	give(store, "ada", "L1.0", 2, "newer");
	expect_two(store, 2 + 4, 2 + 5, 1);
	give(store, "Ada <Lovelace>", "L1.0", 3, "newest");
	expect_two(store, 3 + 4, 3 + 5, 1);
	give(store, "ada", "L1.0", (double)NAN, "withdrawn");
	expect_two(store, 4 + 4, 5 + 5, 0);
	store_close(store);
}
END_TEST

/* Nothing was handed in: what was given is told of under the id. */
START_TEST(scores_under_both_names_are_one_person_s)
{
	struct store *store = book_open(STORE_WRITE);
	policy = policy_none();
	must_begin(store, &run);
	give(store, "ada", "L1.0", 2, "by id");
	give(store, "Ada <Lovelace>", "L2.1", 3, "by name");
	expect_one_however_asked(store, "ada", 2 + 3, 2);
	store_close(store);
}
END_TEST

START_TEST(a_name_as_it_is_shown_is_the_same_student)
{
	struct store *store = book_open(STORE_WRITE);
	struct attempt_record attempt = plain_attempt(arena, &run, "ad\xff", "a", 1);
	must_add(store, must_begin(store, &run), &attempt);
	struct course_record course = read_course(store);
	give(store, course.students[0].name, "", 7, "oral");
	course = read_course(store);
	store_close(store);
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_double_eq(course.students[0].won, 7);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {rules_come_out_as_they_went_in,
				      the_latest_run_says_which_rules_hold,
				      the_best_hand_in_counts,
				      twins_are_told_of_each_other,
				      nobody_is_their_own_twin_under_another_name,
				      the_last_one_counts_though_late,
				      nobody_hands_in_after_being_seen,
				      receipts_are_of_what_counts,
				      the_latest_score_given_by_hand_holds,
				      a_score_of_an_exercise_that_is_gone_is_kept_apart,
				      who_handed_in_nothing_may_have_a_score,
				      what_was_given_under_the_other_name_is_kept,
				      who_handed_in_under_both_names_is_two,
				      scores_under_both_names_are_one_person_s,
				      a_name_as_it_is_shown_is_the_same_student};
	return SUITE_RUN("store: rules", tests, set_up, tear_down);
}
