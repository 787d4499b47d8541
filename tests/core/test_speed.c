/* What is said of speed, and what another measurement could have won. */
#include <string.h>

#include "core/speed.h"
#include "suite.h"

enum { GROUPS = 5 };

/* Two groups of cases, and rungs at 4, 2 and 1.3; the exercise has 10 points. */
static struct result_record measure(double speed, struct group_record groups[GROUPS])
{
	static const double rungs[GROUPS] = {0, 0, 4, 2, 1.3};
	struct result_record result = {.points = 10, .speed = speed, .n_groups = GROUPS, .groups = groups};
	for (size_t i = 0; i < GROUPS; i++) {
		const bool reached = rungs[i] == 0 || (speed > 0 && speed <= rungs[i]);
		groups[i] = (struct group_record){
			.worth = 2, .rung = rungs[i], .verdict = reached ? VERDICT_PASSED : VERDICT_SLOW};
		result.automatic += reached ? 2 : 0;
	}
	return result;
}

START_TEST(it_is_told)
{
	static const struct {
		double speed;
		const char *words;
	} table[] = {
		{0, ""},
		{5.2812, "5.28 times as long as the fast path: at most 4 is next"},
		{23.456, "23.5 times as long as the fast path: at most 4 is next"},
		{1.51, "1.51 times as long as the fast path: at most 2 reached, at most 1.3 is next"},
		{1, "1 times as long as the fast path: at most 1.3 reached"},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct group_record groups[GROUPS];
		const struct result_record result = measure(table[i].speed, groups);
		TEXT_SCOPED struct text out = {0};
		speed_describe(&result, &out);
		ck_assert_str_eq(text_string(&out), table[i].words);
	}
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
		struct group_record groups[GROUPS];
		const struct result_record result = measure(table[i].speed, groups);
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
	struct group_record groups[GROUPS];
	struct result_record result = measure(0, groups);
	groups[0].verdict = VERDICT_WRONG;
	result.automatic = 2;
	ck_assert(!speed_could_win(&result, 2));
	ck_assert(!speed_could_win(&result, 10));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		it_is_told,
		another_measurement_may_win_a_rung_nearby,
		what_was_not_measured_is_as_it_is,
	};
	return SUITE_RUN("speed", tests, NULL, NULL);
}
