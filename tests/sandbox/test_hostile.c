/*
 * Every file of tests/hostile, in both modes of the sandbox: it gets the verdict that its first line names,
 * an honest submission is right in the same sandbox afterwards, and no process is left.
 */
#include <check.h>
#include <glob.h>
#include <string.h>

#include "sandbox/promise.h"
#include "sandbox/trial.h"
#include "sandbox/worker/protocol.h"
#include "suite.h"

/* tests/hostile/forge.h forges messages that are well-formed but for one thing. */
_Static_assert(sizeof(struct message) == 536 && MESSAGE_GO == 5 && MESSAGE_DONE == 6, "bring forge.h up to date");

static glob_t files;

/* The verdict that grading would come to, as far as it takes no reference to say. */
static enum verdict judge(const struct promise *promise, const struct call_outcome *outcomes, struct arena *arena,
			  const char **message)
{
	*message = "";
	for (size_t i = 0; i < TRIAL_CASES; i++) {
		if (outcomes[i].message != NULL)
			*message = outcomes[i].detail == NULL
					   ? outcomes[i].message
					   : arena_format(arena, "%s: %s", outcomes[i].message, outcomes[i].detail);
		if (outcomes[i].verdict != VERDICT_PASSED)
			return outcomes[i].verdict;
		if (trial_right(promise->operation, i, &outcomes[i]))
			continue;
		bool unwritten = outcomes[i].returned == 0 && trial_unwritten(promise->operation, i, &outcomes[i]);
		return unwritten ? VERDICT_UNWRITTEN : VERDICT_WRONG;
	}
	return VERDICT_PASSED;
}

static void check_promise(const struct promise *promise, enum verdict verdict, const char *message)
{
	ck_assert_msg(verdict == promise->verdict, "%s: %s instead of %s (%s)", promise->name, verdict_name(verdict),
		      verdict_name(promise->verdict), message);
	ck_assert_msg(strstr(message, promise->says) != NULL, "%s: says \"%s\", not \"%s\"", promise->name, message,
		      promise->says);
}

/* One failure is enough, and spares the time that the others would wait for. */
static size_t stop_at_failure(void *context, size_t i, const struct call_outcome *outcome)
{
	(void)context;
	(void)i;
	return outcome->verdict == VERDICT_PASSED ? 0 : TRIAL_CASES;
}

static void run_cases(struct sandbox *sandbox, const struct promise *promise, const struct submission *submission)
{
	static const size_t all[TRIAL_CASES] = {0, 1, 2};
	TEXT_SCOPED struct text printed = {0};
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call_outcome outcomes[TRIAL_CASES];
	const char *message;
	struct batch *batch = trial_batch(promise->operation);
	ck_assert_msg(sandbox_run(sandbox, submission, batch, &promise->limits, all, TRIAL_CASES, arena, outcomes,
				  stop_at_failure, NULL, &printed, &why),
		      "%s: %s", promise->name, text_string(&why));
	enum verdict verdict = judge(promise, outcomes, arena, &message);
	check_promise(promise, verdict, message);
	/* made visible, a byte takes at most six */
	ck_assert_msg(printed.length <= 6 * 65536 && strchr(text_string(&printed), '\033') == NULL,
		      "%s: printed %zu bytes", promise->name, printed.length);
	batch_destroy(batch);
}

static void run_submission(struct sandbox *sandbox, const struct promise *promise)
{
	TEXT_SCOPED struct text reason = {0};
	struct submission submission;
	bool defined[OPERATION_COUNT];
	trial_submission(promise->name, &submission);
	enum verdict probed = sandbox_probe(sandbox, &submission, defined, &reason);
	if (promise->verdict == VERDICT_REJECTED) {
		check_promise(promise, probed, text_string(&reason));
	} else {
		ck_assert_msg(probed == VERDICT_GRADED, "%s: %s", promise->name, text_string(&reason));
		ck_assert(defined[promise->operation - operations] == (promise->verdict != VERDICT_MISSING));
		run_cases(sandbox, promise, &submission);
	}
	submission_close(&submission);
}

START_TEST(hostile)
{
	/* each in both modes; in either by turns where sanitizers look at the grader, for which they are one */
	const size_t file = SUITE_IS_SANITIZED ? (size_t)_i : (size_t)_i / 2;
	const struct promise promise = promise_read(files.gl_pathv[file]);
	if (!promise_is_for_here(&promise))
		return;
	struct sandbox *sandbox = trial_open(_i % 2 == 0 ? SANDBOX_BUBBLEWRAP : SANDBOX_LANDLOCK);
	run_submission(sandbox, &promise);
	trial_honest(sandbox);
	trial_close(sandbox);
}
END_TEST

int main(void)
{
	if (glob(TESTS_DIR "/hostile/*.c", 0, NULL, &files) != 0 || files.gl_pathc < 50)
		return 2;
	Suite *suite = suite_create("hostile");
	TCase *all = tcase_create("hostile");
	tcase_set_timeout(all, 120);
	tcase_add_loop_test(all, hostile, 0, (int)files.gl_pathc * (SUITE_IS_SANITIZED ? 1 : 2));
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	globfree(&files);
	return failed != 0;
}
