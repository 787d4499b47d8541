/*
 * Calls that go in rounds: who goes with whom, and that it makes no difference but in time to code that keeps nothing
 * from one call to the next.
 */
#include <check.h>
#include <string.h>

#include "sandbox/batch.h"
#include "sandbox/inside.h"
#include "sandbox/trial.h"
#include "suite.h"

enum { CASES = 14, ROUND = ROOMS / LAYOUTS };

static struct sandbox *sandbox;
static struct arena *arena;
static struct text why;

static void set_up(void)
{
	sandbox = trial_open(SANDBOX_BUBBLEWRAP);
	sandbox->swift_ns = UINT64_MAX;
	arena = arena_create();
}

static void tear_down(void)
{
	trial_close(sandbox);
	arena_destroy(arena);
	text_release(&why);
}

static const unsigned strangers[CASES];
static const unsigned friends[CASES] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7};

static struct call_outcome *run(const char *name, const struct operation *operation, const unsigned *companies,
				sandbox_stop *stop, struct text *printed)
{
	static const struct call_limits limits = {.cpu_ms = 500, .memory_mib = 64, .threads = 1};
	struct call_outcome *outcomes = arena_array(arena, CASES, sizeof(*outcomes));
	struct submission submission;
	struct batch *batch = trial_batch_of(operation, CASES, companies);
	size_t all[CASES];
	for (size_t i = 0; i < CASES; i++)
		all[i] = i;
	trial_submission(name, &submission);
	ck_assert_msg(sandbox_run(sandbox, &submission, batch, &limits, all, CASES, arena, outcomes, stop, NULL,
				  printed, &why),
		      "%s", text_string(&why));
	submission_close(&submission);
	batch_destroy(batch);
	return outcomes;
}

/* Calls of one round are timed together. */
static bool together(const struct call_outcome *a, const struct call_outcome *b)
{
	return a->wall_ms == b->wall_ms;
}

START_TEST(test_who_goes_with_whom)
{
	static const unsigned companies[CASES] = {7, 7, 7, 7, 7, 7, 8, 8, 0, 0, 8, 9, 9, 9};
	TEXT_SCOPED struct text printed = {0};
	const struct call_outcome *outcomes = run("honest", &operations[OP_attn_edges], companies, NULL, &printed);
	/* the first is alone, and shows how long one takes */
	static const bool joins[CASES] = {false, false, true,  true,  true,  false, false,
					  true,	 false, false, false, false, true,  true};
	for (size_t i = 1; i < CASES; i++)
		ck_assert_msg(together(&outcomes[i - 1], &outcomes[i]) == joins[i], "case %zu", i);
	ck_assert_int_eq(ROUND, 4);
}
END_TEST

static size_t shape_bytes(const struct operation *operation, size_t index, size_t parameter)
{
	/* attn_softmax has (i + 3) rows of (2i + 5) */
	if (operation == &operations[OP_attn_softmax])
		return (index + 3) * (2 * index + 5) * sizeof(float);
	return element_bytes(operation->parameters[parameter].element);
}

static void expect_same(const char *name, const struct operation *operation, size_t index, const struct call_outcome *a,
			const struct call_outcome *b)
{
	ck_assert_msg(a->verdict == b->verdict, "%s, case %zu: %s, %s", name, index, verdict_name(a->verdict),
		      verdict_name(b->verdict));
	ck_assert_int_eq(a->returned, b->returned);
	ck_assert_int_eq(a->message == NULL, b->message == NULL);
	if (a->message != NULL)
		ck_assert_str_eq(a->message, b->message);
	for (size_t i = 0; i < operation->n_parameters; i++) {
		ck_assert_int_eq(a->outputs[i] == NULL, b->outputs[i] == NULL);
		ck_assert_int_eq(a->outputs_again[i] == NULL, b->outputs_again[i] == NULL);
		/* what nobody wrote is junk, which differs */
		if (a->outputs_again[i] == NULL || trial_unwritten(operation, index, a))
			continue;
		ck_assert_mem_eq(a->outputs[i], b->outputs[i], shape_bytes(operation, index, i));
		ck_assert_mem_eq(a->outputs_again[i], b->outputs_again[i], shape_bytes(operation, index, i));
	}
}

static const struct {
	const char *name;
	enum operation_id operation;
	size_t first; /* that goes in a round, if any does */
} rows[] = {
	{"honest", OP_attn_edges, 1},
	{"honest", OP_attn_softmax, 1},
	{"static_counter", OP_attn_softmax, 1},
	{"write_nothing", OP_attn_edges, 1},
	{"flush_to_zero", OP_attn_edges, 1},
	{"crash_on_five", OP_attn_edges, CASES},
	{"overrun_quiet", OP_attn_softmax, CASES},
	{"overrun_one", OP_attn_softmax, CASES},
	{"underrun_quiet", OP_attn_softmax, CASES},
	{"read_past_input", OP_attn_softmax, CASES},
	{"read_before_input", OP_attn_softmax, CASES},
	{"write_input", OP_attn_softmax, CASES},
	{"null_write", OP_attn_edges, CASES},
	{"exit", OP_attn_edges, CASES},
	{"answered_twice", OP_attn_edges, CASES},
	{"replayed_message", OP_attn_edges, CASES},
	{"printf_debugging", OP_attn_softmax, 1},
};

START_TEST(test_no_difference)
{
	const struct operation *operation = &operations[rows[_i].operation];
	TEXT_SCOPED struct text printed = {0}, printed_in_rounds = {0};
	const struct call_outcome *one_by_one = run(rows[_i].name, operation, strangers, NULL, &printed);
	const struct call_outcome *in_rounds = run(rows[_i].name, operation, friends, NULL, &printed_in_rounds);
	for (size_t i = 0; i < CASES; i++)
		expect_same(rows[_i].name, operation, i, &one_by_one[i], &in_rounds[i]);
	ck_assert_str_eq(text_string(&printed), text_string(&printed_in_rounds));
	if (rows[_i].first < CASES)
		ck_assert(together(&in_rounds[rows[_i].first], &in_rounds[rows[_i].first + ROUND - 1]));
}
END_TEST

/* Answers that are kept by address show in the first round, though its calls have addresses of their own. */
START_TEST(test_kept_by_address)
{
	TEXT_SCOPED struct text printed = {0};
	const struct operation *operation = &operations[OP_attn_softmax];
	const struct call_outcome *outcomes = run("cache_by_pointer", operation, friends, NULL, &printed);
	ck_assert(trial_right(operation, 0, &outcomes[0]));
	ck_assert(together(&outcomes[1], &outcomes[ROUND]));
	ck_assert(!trial_right(operation, 1, &outcomes[1]));
	/* and in each that follows */
	ck_assert(!trial_right(operation, ROUND + 1, &outcomes[ROUND + 1]));
}
END_TEST

static size_t skip_two_after_fifth(void *context, size_t i, const struct call_outcome *outcome)
{
	(void)context;
	ck_assert_int_eq(outcome->verdict, VERDICT_PASSED);
	ck_assert(i != 5 && i != 6);
	return i == 4 ? 2 : 0;
}

/* Also what is skipped in the middle of a round is as if it had never been called. */
START_TEST(test_stop)
{
	TEXT_SCOPED struct text printed = {0};
	const struct call_outcome *outcomes =
		run("honest", &operations[OP_attn_edges], friends, skip_two_after_fifth, &printed);
	for (size_t i = 0; i < CASES; i++) {
		const bool skipped = i == 5 || i == 6;
		ck_assert_int_eq(outcomes[i].verdict, skipped ? VERDICT_COUNT : VERDICT_PASSED);
		ck_assert_int_eq(outcomes[i].outputs[1] == NULL, skipped);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("rounds");
	TCase *all = tcase_create("rounds");
	tcase_add_checked_fixture(all, set_up, tear_down);
	tcase_set_timeout(all, 120); /* against hanging only */
	tcase_add_test(all, test_who_goes_with_whom);
	tcase_add_loop_test(all, test_no_difference, 0, sizeof(rows) / sizeof(rows[0]));
	tcase_add_test(all, test_kept_by_address);
	tcase_add_test(all, test_stop);
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
