/* Points as people write them, and whatever many there are. */
#include "core/points.h"

#include "suite.h"

static const struct {
	double points;
	const char *words;
} written[] = {
	{0, "0 points"},	   {-0.001, "0 points"},      {1, "1 point"},
	{7.5, "7.5 points"},	   {10.0 / 3, "3.33 points"}, {100, "100 points"},
	{999.25, "999.25 points"}, {10000, "10000 points"},   {1e6, "1000000 points"},
};

START_TEST(no_digit_is_lost)
{
	TEXT_SCOPED struct text words = {0};
	points_add_word(&words, written[_i].points);
	ck_assert_str_eq(text_string(&words), written[_i].words);
}
END_TEST

START_TEST(the_word_goes_by_what_there_is)
{
	TEXT_SCOPED struct text words = {0};
	points_add_word_of(&words, 1, 12);
	text_add(&words, ", ");
	points_add_word_of(&words, 0.5, 1);
	text_add(&words, ", ");
	points_add_of(&words, 9999.99, 10000);
	ck_assert_str_eq(text_string(&words), "1 of 12 points, 0.5 of 1 point, 9999.99 of 10000");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("core: points");
	TCase *tests = tcase_create("points");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_loop_test(tests, no_digit_is_lost, 0, sizeof(written) / sizeof(written[0]));
	tcase_add_test(tests, the_word_goes_by_what_there_is);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
