/* What is said of speed, and what another measurement could have won. */
#include <string.h>

#include "core/speed.h"
#include "suite.h"

enum { GROUPS = 2, RUNGS = 3 };

/* What is worth 2 of 10 points each: rungs at 4, 2 and 1.3. */
struct stairs {
	struct group_record groups[GROUPS];
	struct rung_record rungs[RUNGS];
};

static struct result_record measure(double ratio, struct stairs *stairs)
{
	static const double ratios[RUNGS] = {4, 2, 1.3};
	const char *message = ratio > 0 ? "" : "right answers come first";
	for (size_t g = 0; g < GROUPS; g++)
		stairs->groups[g] = (struct group_record){.worth = 2, .verdict = VERDICT_PASSED};
	for (size_t r = 0; r < RUNGS; r++)
		stairs->rungs[r] = (struct rung_record){ratios[r], 2, ratio > 0 && ratio <= ratios[r]};
	return (struct result_record){
		.points = 10,
		.speed = {ratio, message, RUNGS, stairs->rungs},
		.n_groups = GROUPS,
		.groups = stairs->groups,
	};
}

START_TEST(it_is_told)
{
	static const struct {
		double ratio;
		const char *words, *points;
		double won;
		const char *advice; /* its beginning */
	} table[] = {
		{0, "speed is not counted: right answers come first", "", 0, ""},
		{5.2812, "speed: 5.28 times as long as the fast path; next rung at 4 times", " (+2 points)", 0,
		 "blocks"},
		{23.456, "speed: 23.5 times as long as the fast path; next rung at 4 times", " (+2 points)", 0,
		 "blocks"},
		{1.51, "speed: 1.51 times as long as the fast path; next rung at 1.3 times", " (+2 points)", 4,
		 "a tile"},
		{1, "speed: 1 times as long as the fast path; every rung is reached", "", 6, ""},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct stairs stairs;
		const struct result_record result = measure(table[i].ratio, &stairs);
		TEXT_SCOPED struct text plain = {0}, with_points = {0}, wanted = {0};
		speed_describe(&result, &plain);
		ck_assert_str_eq(text_string(&plain), table[i].words);
		speed_describe_points(&result, &with_points);
		text_add_format(&wanted, "%s%s", table[i].words, table[i].points);
		ck_assert_str_eq(text_string(&with_points), text_string(&wanted));
		ck_assert_double_eq_tol(speed_points(&result), 6, 1e-9);
		ck_assert_double_eq_tol(speed_won(&result), table[i].won, 1e-9);
		ck_assert_int_eq(strncmp(speed_advice(&result), table[i].advice, strlen(table[i].advice)), 0);
		ck_assert_int_eq(speed_advice(&result)[0] == '\0', table[i].advice[0] == '\0');
	}
}
END_TEST

START_TEST(nothing_is_said_where_nobody_asked)
{
	const struct result_record result = {.points = 10};
	TEXT_SCOPED struct text out = {0};
	ck_assert(!speed_is_asked(&result));
	speed_describe_points(&result, &out);
	ck_assert_uint_eq(out.length, 0);
	ck_assert_str_eq(speed_advice(&result), "");
	ck_assert_double_eq(speed_points(&result), 0);
}
END_TEST

/* What students may not see now is a share of the points all the same. */
START_TEST(what_is_withheld_has_its_share)
{
	struct stairs stairs;
	struct result_record result = measure(5, &stairs);
	result.withheld_worth = 10;
	ck_assert_double_eq_tol(speed_points(&result), 3, 1e-9);
}
END_TEST

START_TEST(another_measurement_may_win_a_rung_nearby)
{
	static const struct {
		double speed;
		const char
			*wins; /* of 4, 6, 8 and 10 points: those that the cases win, and with one, two, three rungs */
	} table[] = {
		{0, ""},     {8, "4"},	  {5.1, "4"},  {4.9, "46"},  {4.1, "46"}, {3.9, "46"},	{3.1, "6"},
		{2.4, "68"}, {2.1, "68"}, {1.9, "68"}, {1.64, "68"}, {1.6, "8A"}, {1.29, "8A"}, {1, "A"},
	};
	static const char points[] = "468A";
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct stairs stairs;
		const struct result_record result = measure(table[i].speed, &stairs);
		for (size_t p = 0; p < sizeof(points) - 1; p++)
			ck_assert_msg(speed_could_win(&result, 4 + 2 * (double)p) ==
					      (strchr(table[i].wins, points[p]) != NULL),
				      "%g: %c", table[i].speed, points[p]);
		ck_assert(!speed_could_win(&result, 5));
	}
}
END_TEST

/* Where cases are wrong, rungs are not measured, and nothing else can be won. */
START_TEST(what_was_not_measured_is_as_it_is)
{
	struct stairs stairs;
	const struct result_record result = measure(0, &stairs);
	stairs.groups[0].verdict = VERDICT_WRONG;
	ck_assert(!speed_could_win(&result, 2));
	ck_assert(!speed_could_win(&result, 10));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		it_is_told,
		nothing_is_said_where_nobody_asked,
		what_is_withheld_has_its_share,
		another_measurement_may_win_a_rung_nearby,
		what_was_not_measured_is_as_it_is,
	};
	return SUITE_RUN("speed", tests, NULL, NULL);
}
