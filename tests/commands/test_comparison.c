/* Two results side by side: what moved, through which groups, and what may have moved it. */
#include "commands/comparison.h"

#include <stdlib.h>
#include <string.h>

#include "suite.h"

static struct arena *arena;
static struct group_record old_groups[3], new_groups[3];
static struct scored_record old, new;

/* Both the same: one public group that passed, one hidden one that passed. */
static void set_up(void)
{
	arena = arena_create();
	for (size_t i = 0; i < 3; i++)
		old_groups[i] = (struct group_record){.name = i == 0   ? "one"
							      : i == 1 ? "two"
								       : "three",
						      .is_public = i == 0,
						      .worth = 1,
						      .repetitions = 5,
						      .passed = 5,
						      .verdict = VERDICT_PASSED};
	memcpy(new_groups, old_groups, sizeof(new_groups));
	old = (struct scored_record){
		.grader_version = "1",
		.result = {.sandbox = "bubblewrap", .points = 10, .won = 10, .n_groups = 2, .groups = old_groups}};
	new = old;
	new.result.groups = new_groups;
}

static void tear_down(void)
{
	arena_destroy(arena);
}

static struct comparison compare(void)
{
	return comparison_make("L1.1", &old, &new, arena);
}

START_TEST(the_same_is_no_change)
{
	struct comparison comparison = compare();
	ck_assert(!comparison.changed);
	ck_assert_uint_eq(comparison.causes, 0);
	ck_assert_uint_eq(comparison.n_groups, 0);
}
END_TEST

static void other_exercise(void)
{
	new.result.exercise.bytes[31] = 1;
}

static void other_points(void)
{
	other_exercise();
	new.result.points = 5;
}

static void one_group_more(void)
{
	other_exercise();
	new.result.n_groups = 3;
}

static void one_group_less(void)
{
	other_exercise();
	new.result.n_groups = 1;
}

static void other_worth(void)
{
	other_exercise();
	new_groups[1].worth = 2;
}

static void one_was_public(void)
{
	other_exercise();
	new_groups[0].is_public = false;
}

static void other_reference(void)
{
	new.result.reference.bytes[0] = 1;
}

static void other_secret(void)
{
	new.result.secret_id.bytes[0] = 1;
}

static void other_sandbox(void)
{
	new.result.sandbox = "landlock";
}

static void other_grader(void)
{
	new.grader_version = "2";
}

static const struct {
	void (*change)(void);
	unsigned causes;
	size_t n_groups;
} changes[] = {
	{other_exercise, CAUSE_EXERCISE | CAUSE_UNTOLD, 0},
	{other_points, CAUSE_EXERCISE | CAUSE_POINTS, 0},
	{one_group_more, CAUSE_EXERCISE | CAUSE_GROUPS, 1},
	{one_group_less, CAUSE_EXERCISE | CAUSE_GROUPS, 1},
	{other_worth, CAUSE_EXERCISE | CAUSE_GROUPS, 1},
	{one_was_public, CAUSE_EXERCISE | CAUSE_GROUPS, 2}, /* one that came, one that went */
	{other_reference, CAUSE_REFERENCE, 0},
	{other_secret, CAUSE_SECRET, 0},
	{other_sandbox, CAUSE_SANDBOX, 0},
	{other_grader, CAUSE_GRADER, 0},
};

START_TEST(each_cause_is_told)
{
	changes[_i].change();
	struct comparison comparison = compare();
	ck_assert_uint_eq(comparison.causes, changes[_i].causes);
	ck_assert_uint_eq(comparison.n_groups, changes[_i].n_groups);
	ck_assert(comparison.changed == (changes[_i].change == other_points));
}
END_TEST

START_TEST(the_group_that_moved_is_named)
{
	new_groups[1].passed = 3;
	new_groups[1].verdict = VERDICT_WRONG;
	new.result.won = 5;
	struct comparison comparison = compare();
	ck_assert(comparison.changed);
	ck_assert_uint_eq(comparison.n_groups, 1);
	ck_assert_ptr_eq(comparison.groups[0].before, &old_groups[1]);
	ck_assert_ptr_eq(comparison.groups[0].after, &new_groups[1]);
	ck_assert_uint_eq(comparison.causes, 0);
}
END_TEST

START_TEST(a_group_comes_or_goes)
{
	new.result.n_groups = 3;
	struct comparison comparison = compare();
	ck_assert_ptr_null(comparison.groups[0].before);
	ck_assert_str_eq(comparison.groups[0].after->name, "three");
	new.result.n_groups = 1;
	comparison = compare();
	ck_assert_str_eq(comparison.groups[0].before->name, "two");
	ck_assert_ptr_null(comparison.groups[0].after);
}
END_TEST

/* Nothing is guessed of groups where one of the results has none, as that of a missing function. */
START_TEST(no_groups_say_nothing)
{
	other_exercise();
	new.result.n_groups = 0;
	new.result.verdict = VERDICT_MISSING;
	struct comparison comparison = compare();
	ck_assert(comparison.changed);
	ck_assert_uint_eq(comparison.n_groups, 0);
	ck_assert_uint_eq(comparison.causes, CAUSE_EXERCISE | CAUSE_UNTOLD);
	comparison = comparison_make("L1.1", &new, &old, arena);
	ck_assert_uint_eq(comparison.n_groups, 0);
	ck_assert_uint_eq(comparison.causes, CAUSE_EXERCISE | CAUSE_UNTOLD);
}
END_TEST

/* Rungs are told apart from groups; other ones are a change of the file's groups. */
START_TEST(speed_moves_by_itself)
{
	static const struct rung_record none[] = {{4, 1, false}, {2, 1, false}}, one[] = {{4, 1, true}, {2, 1, false}},
					harder[] = {{4, 1, false}, {1.5, 1, false}};
	old.result.speed = (struct speed_record){5, "", 2, none};
	new.result.speed = (struct speed_record){5.5, "", 2, none};
	ck_assert(!compare().speed_changed);
	new.result.speed = (struct speed_record){3, "", 2, one};
	new.result.won = 12;
	struct comparison comparison = compare();
	ck_assert(comparison.speed_changed && comparison.changed);
	ck_assert_uint_eq(comparison.n_groups, 0);
	ck_assert_uint_eq(comparison.causes, 0);
	new.result.speed = (struct speed_record){5, "", 2, harder};
	other_exercise();
	comparison = compare();
	ck_assert(comparison.speed_changed);
	ck_assert_uint_eq(comparison.causes, CAUSE_EXERCISE | CAUSE_GROUPS);
}
END_TEST

START_TEST(what_has_no_other_side_is_a_change)
{
	struct comparison sides[] = {
		comparison_make("L1.1", NULL, &new, arena),
		comparison_make("L1.2", &old, NULL, arena),
	};
	ck_assert(sides[0].changed && sides[1].changed);
	new.result.won = 4;
	struct comparison_sum sum = comparison_add_up(sides, 2);
	ck_assert(sum.changed);
	ck_assert_double_eq(sum.won_before, 10);
	ck_assert_double_eq(sum.won_after, 4);
	ck_assert_double_eq(sum.points_before, 10);
	ck_assert_double_eq(sum.points_after, 10);
	ck_assert(!comparison_add_up(sides, 0).changed);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("comparison");
	TCase *tests = tcase_create("comparison");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_test(tests, the_same_is_no_change);
	tcase_add_loop_test(tests, each_cause_is_told, 0, (int)(sizeof(changes) / sizeof(changes[0])));
	tcase_add_test(tests, the_group_that_moved_is_named);
	tcase_add_test(tests, a_group_comes_or_goes);
	tcase_add_test(tests, no_groups_say_nothing);
	tcase_add_test(tests, speed_moves_by_itself);
	tcase_add_test(tests, what_has_no_other_side_is_a_change);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
