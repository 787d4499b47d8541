/*
 * The reference against probes.h, the answers of another implementation.
 */
#include <check.h>

#include "reference/probes.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

START_TEST(test_probe)
{
	fact_check(&probes[_i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("probes");
	TCase *facts = tcase_create("facts");
	tcase_set_timeout(facts, 120); /* against hanging only */
	tcase_add_loop_test(facts, test_probe, 0, COUNT(probes));
	suite_add_tcase(suite, facts);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
