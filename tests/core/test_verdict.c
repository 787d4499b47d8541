/* The table of verdicts: every one has a word of its own and a meaning. */
#include "core/verdict.h"

#include <ctype.h>
#include <string.h>

#include "suite.h"

START_TEST(every_verdict_has_a_word_and_a_meaning)
{
	for (int i = 0; i < VERDICT_COUNT; i++) {
		const char *name = verdict_name((enum verdict)i);
		ck_assert_ptr_nonnull(name);
		ck_assert_ptr_nonnull(verdict_meaning((enum verdict)i));
		ck_assert_uint_eq(strspn(name, "abcdefghijklmnopqrstuvwxyz_"), strlen(name));
		ck_assert_uint_gt(strlen(name), 0);
		ck_assert_uint_gt(strlen(verdict_meaning((enum verdict)i)), 0);
	}
}
END_TEST

START_TEST(words_lead_back)
{
	for (int i = 0; i < VERDICT_COUNT; i++)
		ck_assert_int_eq(verdict_parse(verdict_name((enum verdict)i)), i);
	ck_assert_int_eq(verdict_parse("splendid"), VERDICT_COUNT);
	ck_assert_int_eq(verdict_parse(""), VERDICT_COUNT);
	ck_assert_int_eq(verdict_parse("Passed"), VERDICT_COUNT);
	ck_assert_int_eq(verdict_parse("passed "), VERDICT_COUNT);
}
END_TEST

/* The words are stored in gradebooks: none may ever change. */
START_TEST(words_stay)
{
	static const char *const words[] = {
		[VERDICT_PASSED] = "passed",
		[VERDICT_WRONG] = "wrong",
		[VERDICT_UNWRITTEN] = "unwritten",
		[VERDICT_OUT_OF_BOUNDS] = "out_of_bounds",
		[VERDICT_WROTE_INPUT] = "wrote_input",
		[VERDICT_CRASHED] = "crashed",
		[VERDICT_TIMED_OUT] = "timed_out",
		[VERDICT_SLOW] = "slow",
		[VERDICT_OUT_OF_MEMORY] = "out_of_memory",
		[VERDICT_EXITED] = "exited",
		[VERDICT_FORBIDDEN] = "forbidden",
		[VERDICT_TAMPERED] = "tampered",
		[VERDICT_INCONSISTENT] = "inconsistent",
		[VERDICT_MISSING] = "missing",
		[VERDICT_GRADED] = "graded",
		[VERDICT_REJECTED] = "rejected",
		[VERDICT_HARNESS_FAULT] = "harness_fault",
		[VERDICT_ABSENT] = "absent",
	};
	ck_assert_uint_eq(sizeof(words) / sizeof(words[0]), VERDICT_COUNT);
	for (int i = 0; i < VERDICT_COUNT; i++)
		ck_assert_str_eq(verdict_name((enum verdict)i), words[i]);
}
END_TEST

/* A meaning stands in the middle of a sentence. */
START_TEST(meanings_are_phrases)
{
	for (int i = 0; i < VERDICT_COUNT; i++) {
		const char *meaning = verdict_meaning((enum verdict)i);
		ck_assert_msg(islower((unsigned char)meaning[0]), "%s", meaning);
		ck_assert_msg(meaning[strlen(meaning) - 1] != '.', "%s", meaning);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {every_verdict_has_a_word_and_a_meaning, words_lead_back, words_stay,
				      meanings_are_phrases};
	return SUITE_RUN("core: verdict", tests, NULL, NULL);
}
