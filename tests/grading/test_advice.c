/*
 * Every verdict that is no plain mistake comes with something to do; a hidden case's words hold nothing that
 * the code could choose from many; a rejected file's reason says how to mend it.
 */
#include <check.h>
#include <string.h>

#include "grading/advice.h"
#include "grading/feedback.h"
#include "suite.h"

START_TEST(test_every_verdict)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	for (enum verdict v = VERDICT_UNWRITTEN; v <= VERDICT_MISSING; v++) {
		if (v == VERDICT_SLOW) /* it is right */
			continue;
		const char *words = advice_add("it happened", v, arena);
		ck_assert_msg(strncmp(words, "it happened; ", 13) == 0, "%s: %s", verdict_name(v), words);
		ck_assert_ptr_null(strstr(words, ". "));
	}
	ck_assert_str_eq(advice_add("it happened", VERDICT_WRONG, arena), "it happened");
}
END_TEST

START_TEST(test_loader)
{
	static const struct {
		const char *reason, *advice;
	} rows[] = {
		{"libstdc++.so.6: cannot open shared object file: No such file or directory", "-static-libstdc++"},
		{"libgfortran.so.5: cannot open shared object file: Permission denied", "-static-libgfortran"},
		{"libopenblas.so.0: cannot open shared object file: No such file or directory", "write the loops"},
		{"libasan.so.8: cannot open shared object file: No such file or directory", "without -fsanitize"},
		{"libcrypto.so.3: cannot open shared object file: No such file or directory", "its static library"},
		{"/lib/libc.so.6: version `GLIBC_2.38' not found (required by it)", "newer system"},
		{"undefined symbol: cblas_sgemm", "write the loops"},
		{"undefined symbol: helper", "link the file that does"},
		{"cannot dynamically load position-independent executable", "link with -shared"},
	};
	ARENA_SCOPED struct arena *arena = arena_create();
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const char *words = advice_rejected(rows[i].reason, arena);
		ck_assert_msg(strstr(words, rows[i].reason) == words && strstr(words, rows[i].advice) != NULL, "%s",
			      words);
	}
	ck_assert_str_eq(advice_rejected("something unheard of", arena), "something unheard of");
}
END_TEST

/* attn_softmax of 2 x 3 that ended as told. */
static const char *message(const struct call_outcome *outcome, bool is_public, struct arena *arena)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_softmax]};
	given.frame.arguments[0].size = 2;
	given.frame.arguments[1].size = 3;
	struct judged judged = {.given = &given, .outcome = outcome, .verdict = outcome->verdict};
	return feedback_message(&judged, is_public, arena);
}

START_TEST(test_hidden_words)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct call_outcome call = {
		.verdict = VERDICT_FORBIDDEN,
		.message = "it made a call",
		.detail = "\"bpf\"",
		.parameter = OPERATION_PARAMETERS_MAX,
	};
	ck_assert_ptr_nonnull(strstr(message(&call, true, arena), "it made a call: \"bpf\"; "));
	ck_assert_ptr_null(strstr(message(&call, false, arena), "bpf"));
	const struct call_outcome buffer = {.verdict = VERDICT_OUT_OF_BOUNDS, .message = "too far", .parameter = 3};
	ck_assert_ptr_nonnull(strstr(message(&buffer, true, arena), "too far (weights is 2 x 3); "));
	ck_assert_ptr_null(strpbrk(message(&buffer, false, arena), "0123456789"));
	const struct call_outcome silent = {.verdict = VERDICT_CRASHED, .parameter = OPERATION_PARAMETERS_MAX};
	ck_assert_ptr_nonnull(strstr(message(&silent, false, arena), verdict_meaning(VERDICT_CRASHED)));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_every_verdict, test_loader, test_hidden_words};
	return SUITE_RUN("advice", tests, NULL, NULL);
}
