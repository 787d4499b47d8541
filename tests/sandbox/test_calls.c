/* Honest calls: what goes in, what comes out, what is skipped, and what is left unsaid. */
#include <check.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/batch.h"
#include "sandbox/inside.h"
#include "sandbox/trial.h"
#include "suite.h"

static const struct call_limits limits = {.cpu_ms = 500, .memory_mib = 256, .threads = 1};
static const size_t all[] = {0, 1, 2};

static struct sandbox *sandbox;
static struct arena *arena;
static struct text printed, why;

static void set_up(void)
{
	sandbox = trial_open(SANDBOX_BUBBLEWRAP);
	arena = arena_create();
}

static void tear_down(void)
{
	trial_close(sandbox);
	arena_destroy(arena);
	text_release(&printed);
	text_release(&why);
}

static void run(const char *name, const struct batch *batch, const size_t *selected, size_t n,
		struct call_outcome *outcomes, sandbox_stop *stop, void *context)
{
	struct submission submission;
	trial_submission(name, &submission);
	memset(outcomes, 0xee, n * sizeof(*outcomes));
	ck_assert_msg(sandbox_run(sandbox, &submission, batch, &limits, selected, n, arena, outcomes, stop, context,
				  &printed, &why),
		      "%s", text_string(&why));
	submission_close(&submission);
}

START_TEST(test_probe)
{
	struct submission submission;
	bool defined[OPERATION_COUNT];
	trial_submission("contract", &submission);
	ck_assert_int_eq(sandbox_probe(sandbox, &submission, defined, &why), VERDICT_GRADED);
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		ck_assert(defined[i] == (i == OP_attn_decode || i == OP_attn_causal || i == OP_attn_cross ||
					 i == OP_attn_masked_softmax_policy || i == OP_attn_causal_offset));
	submission_close(&submission);
}
END_TEST

START_TEST(test_outcome)
{
	struct batch *batch = trial_batch(&operations[OP_attn_softmax]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("honest", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	for (size_t i = 0; i < TRIAL_CASES; i++) {
		const struct call_outcome *outcome = &outcomes[i];
		ck_assert_int_eq(outcome->verdict, VERDICT_PASSED);
		ck_assert_ptr_null(outcome->message);
		ck_assert(trial_right(&operations[OP_attn_softmax], i, outcome));
		ck_assert(!trial_unwritten(&operations[OP_attn_softmax], i, outcome));
		ck_assert(outcome->cpu_ms > 0 && outcome->cpu_ms <= limits.cpu_ms);
		ck_assert(outcome->wall_ms > 0);
		for (size_t j = 0; j < OPERATION_PARAMETERS_MAX; j++) {
			ck_assert((outcome->outputs[j] != NULL) == (j == 3));
			ck_assert((outcome->outputs_again[j] != NULL) == (j == 3));
			ck_assert((outcome->junk[j] != NULL) == (j == 3));
			ck_assert((outcome->junk_again[j] != NULL) == (j == 3));
		}
		ck_assert_mem_ne(outcome->junk[3], outcome->junk_again[3], 15 * sizeof(float));
	}
	batch_destroy(batch);
}
END_TEST

/* tests/hostile/contract.c writes down what it was given. */
START_TEST(test_scalars)
{
	struct batch_case cases[2] = {0};
	struct call_outcome outcomes[2];
	float q[4] = {1, 2, 3, 4}, kv[6] = {5, 6, 7, 8, 9, 10};
	for (size_t i = 0; i < 2; i++) {
		cases[i].frame.operation = &operations[OP_attn_causal_offset];
		const size_t sizes[] = {2, 3, 2, 2};
		for (size_t j = 0; j < 4; j++)
			cases[i].frame.arguments[j].size = sizes[j];
		cases[i].frame.arguments[4].offset = -5 + (ptrdiff_t)i;
		cases[i].frame.arguments[5].buffer = q;
		cases[i].frame.arguments[6].buffer = kv;
		cases[i].frame.arguments[7].buffer = kv;
		cases[i].absent[9] = i == 1;
	}
	struct batch *batch = batch_create(cases, 2, &why);
	ck_assert_ptr_nonnull(batch);
	/* the batch keeps copies */
	memset(q, 0, sizeof(q));
	run("contract", batch, all, 2, outcomes, NULL, NULL);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_int_eq(outcomes[i].verdict, VERDICT_PASSED);
		const float *out = outcomes[i].outputs[8];
		ck_assert(out[0] == (float)(-5 + (int)i) && out[1] == 1 && out[2] == 10 && out[3] == (i == 1));
		ck_assert((outcomes[i].outputs[9] == NULL) == (i == 1));
	}
	batch_destroy(batch);
}
END_TEST

START_TEST(test_choice)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_masked_softmax_policy]};
	struct call_outcome outcome;
	given.frame.arguments[2].number = UINT64_MAX;
	given.frame.arguments[2].choice = -7;
	struct batch *batch = batch_create(&given, 1, &why);
	run("contract", batch, all, 1, &outcome, NULL, NULL);
	ck_assert_int_eq(outcome.verdict, VERDICT_PASSED);
	ck_assert_int_eq(outcome.returned, -7);
	batch_destroy(batch);
}
END_TEST

START_TEST(test_inout)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_decode]};
	struct call_outcome outcome;
	uint64_t length = 1;
	float keys[4] = {1, 2, 3, 4}, values[2] = {5, 6}, query[2] = {7, 8}, key[2] = {9, 10}, value[1] = {11};
	const size_t sizes[] = {2, 2, 1};
	void *const buffers[] = {&length, keys, values, query, key, value};
	for (size_t i = 0; i < 3; i++)
		given.frame.arguments[i].size = sizes[i];
	for (size_t i = 0; i < 6; i++)
		given.frame.arguments[3 + i].buffer = buffers[i];
	struct batch *batch = batch_create(&given, 1, &why);
	run("contract", batch, all, 1, &outcome, NULL, NULL);
	ck_assert_int_eq(outcome.verdict, VERDICT_PASSED);
	/* what the buffer held is the junk of a parameter that is also read */
	ck_assert_mem_eq(outcome.junk[4], keys, sizeof(keys));
	ck_assert_uint_eq(*(const uint64_t *)outcome.junk_again[3], 1);
	ck_assert_uint_eq(*(uint64_t *)outcome.outputs[3], 2);
	ck_assert_uint_eq(*(uint64_t *)outcome.outputs_again[3], 2);
	const float *new_keys = outcome.outputs_again[4], *new_values = outcome.outputs[5];
	ck_assert(new_keys[0] == 1 && new_keys[1] == 2 && new_keys[2] == 9 && new_keys[3] == 10);
	ck_assert(new_values[0] == 5 && new_values[1] == 11);
	batch_destroy(batch);
}
END_TEST

START_TEST(test_no_rows)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_softmax]};
	struct call_outcome outcome;
	float none[1];
	given.frame.arguments[1].size = 5;
	given.frame.arguments[2].buffer = none;
	struct batch *batch = batch_create(&given, 1, &why);
	run("honest", batch, all, 1, &outcome, NULL, NULL);
	ck_assert_int_eq(outcome.verdict, VERDICT_PASSED);
	ck_assert_int_eq(outcome.returned, 0);
	ck_assert_ptr_nonnull(outcome.outputs[3]);
	batch_destroy(batch);
}
END_TEST

/* Pages that one call may touch are closed again to the next. */
START_TEST(test_pages_are_closed)
{
	struct batch_case cases[2] = {0};
	struct call_outcome outcomes[2];
	float *scores = arena_array(arena, 64 * 64, sizeof(*scores));
	for (size_t i = 0; i < 2; i++) {
		cases[i].frame.operation = &operations[OP_attn_softmax];
		cases[i].frame.arguments[0].size = i == 0 ? 64 : 3;
		cases[i].frame.arguments[1].size = i == 0 ? 64 : 5;
		cases[i].frame.arguments[2].buffer = scores;
	}
	struct batch *batch = batch_create(cases, 2, &why);
	run("overrun_small", batch, all, 2, outcomes, NULL, NULL);
	ck_assert_int_eq(outcomes[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(outcomes[1].verdict, VERDICT_OUT_OF_BOUNDS);
	ck_assert_str_eq(outcomes[1].message, "attn_softmax read or wrote past the end of `weights`");
	batch_destroy(batch);
}
END_TEST

START_TEST(test_missing_is_not_called)
{
	struct batch *batch = trial_batch(&operations[OP_attn_visible_keys]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("honest", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	for (size_t i = 0; i < TRIAL_CASES; i++)
		ck_assert_int_eq(outcomes[i].verdict, VERDICT_MISSING);
	batch_destroy(batch);
}
END_TEST

static size_t skip_one_after_first(void *context, size_t i, const struct call_outcome *outcome)
{
	size_t *asked = context;
	ck_assert_int_eq(outcome->verdict, VERDICT_PASSED);
	asked[i]++;
	return i == 0 ? 1 : 0;
}

START_TEST(test_stop)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	size_t asked[TRIAL_CASES] = {0};
	run("honest", batch, all, TRIAL_CASES, outcomes, skip_one_after_first, asked);
	ck_assert(asked[0] == 1 && asked[1] == 0 && asked[2] == 1);
	ck_assert_int_eq(outcomes[1].verdict, VERDICT_COUNT);
	ck_assert_ptr_null(outcomes[1].outputs[1]);
	ck_assert(trial_right(&operations[OP_attn_edges], 2, &outcomes[2]));
	batch_destroy(batch);
}
END_TEST

START_TEST(test_selected)
{
	static const size_t last[] = {2};
	struct batch *batch = trial_batch(&operations[OP_attn_softmax]);
	struct call_outcome outcome;
	run("honest", batch, last, 1, &outcome, NULL, NULL);
	ck_assert(trial_right(&operations[OP_attn_softmax], 2, &outcome));
	batch_destroy(batch);
}
END_TEST

START_TEST(test_next_case_after_crash)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	/* tests/hostile/crash_on_five.c: case 1 has n = 5 */
	run("crash_on_five", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	ck_assert(trial_right(&operations[OP_attn_edges], 0, &outcomes[0]));
	ck_assert_int_eq(outcomes[1].verdict, VERDICT_CRASHED);
	ck_assert_ptr_null(outcomes[1].outputs[1]);
	ck_assert_int_eq(outcomes[2].verdict, VERDICT_PASSED);
	ck_assert(trial_right(&operations[OP_attn_edges], 2, &outcomes[2]));
	batch_destroy(batch);
}
END_TEST

/* No child finds what another left in shared memory. */
START_TEST(test_marks_are_wiped)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("mark_and_die", batch, all, 1, outcomes, NULL, NULL);
	ck_assert_int_eq(outcomes[0].verdict, VERDICT_CRASHED);
	run("mark_and_die", batch, all + 1, 1, outcomes, NULL, NULL);
	ck_assert_int_eq(outcomes[0].verdict, VERDICT_PASSED);
	const uint64_t *full = outcomes[0].outputs[1], *again = outcomes[0].outputs_again[1];
	ck_assert_uint_eq(*full, 25);
	/* in the same child the mark stays */
	ck_assert_uint_eq(*again, 0);
	batch_destroy(batch);
}
END_TEST

/* Bytes of memory that a window has. */
static uint64_t held(const struct shared_window *window)
{
	struct stat status;
	ck_assert_int_eq(fstat(window->fd, &status), 0);
	return (uint64_t)status.st_blocks * 512;
}

/*
 * What a call was given is there for that call, and for no child that comes later: not even which pages of a window
 * are there tells it anything. Nor does the junk tell what was drawn before.
 */
START_TEST(test_children_share_nothing)
{
	struct batch *batch = trial_batch(&operations[OP_attn_softmax]);
	struct call_outcome outcomes[TRIAL_CASES];
	struct submission submission;
	bool defined[OPERATION_COUNT];
	run("honest", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	ck_assert_uint_gt(held(&sandbox->inputs), 0);
	ck_assert_uint_gt(held(&sandbox->outputs), 0);
	trial_submission("honest", &submission);
	sandbox->noise = 1;
	ck_assert_int_eq(sandbox_probe(sandbox, &submission, defined, &why), VERDICT_GRADED);
	ck_assert_uint_eq(held(&sandbox->inputs), 0);
	ck_assert_uint_eq(held(&sandbox->outputs), 0);
	/* a state that many draws from 1 lead to would be near it by this generator's step */
	ck_assert_uint_gt((sandbox->noise - 1) * UINT64_C(0xf1de83e19937733d), 1 << 20);
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

/* Nobody but the grader can write into it, whatever descriptor of it they hold. */
START_TEST(test_inputs_are_sealed)
{
	struct batch *batch = trial_batch(&operations[OP_attn_softmax]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("honest", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	const int fd = sandbox->inputs.fd;
	ck_assert_ptr_eq(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), MAP_FAILED);
	ck_assert_int_eq(pwrite(fd, "x", 1, 0), -1);
	void *seen = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);
	ck_assert_ptr_ne(seen, MAP_FAILED);
	ck_assert_int_eq(mprotect(seen, 4096, PROT_READ | PROT_WRITE), -1);
	ck_assert_int_eq(munmap(seen, 4096), 0);
	batch_destroy(batch);
}
END_TEST

/* Where the grader's thread keeps to one processor, a child with one thread does too, one with several does not. */
START_TEST(test_processors)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcome;
	struct submission submission;
	cpu_set_t mine, one;
	ck_assert_int_eq(sched_getaffinity(0, sizeof(mine), &mine), 0);
	CPU_ZERO(&one);
	CPU_SET(sched_getcpu(), &one);
	ck_assert_int_eq(sched_setaffinity(0, sizeof(one), &one), 0);
	zygote_stop(sandbox);
	sandbox->processors = mine;
	ck_assert_msg(zygote_start(sandbox, &why), "%s", text_string(&why));
	trial_submission("counts_processors", &submission);
	for (unsigned threads = 1; threads <= 2; threads++) {
		const struct call_limits several = {.cpu_ms = 500, .memory_mib = 256, .threads = threads};
		ck_assert_msg(sandbox_run(sandbox, &submission, batch, &several, all, 1, arena, &outcome, NULL, NULL,
					  &printed, &why),
			      "%s", text_string(&why));
		ck_assert_int_eq(outcome.verdict, VERDICT_PASSED);
		ck_assert_uint_eq(*(const uint64_t *)outcome.outputs[1], threads == 1 ? 1 : (uint64_t)CPU_COUNT(&mine));
	}
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

/* A child that had threads is the last of its namespace: its successor could read from its own number how many. */
START_TEST(test_threads_end_a_namespace)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcome;
	struct submission submission;
	const struct call_limits several = {.cpu_ms = 500, .memory_mib = 256, .threads = 2};
	const pid_t first = sandbox->pid;
	run("honest", batch, all, 1, &outcome, NULL, NULL);
	/* unless no child can be numbered here as another was */
	ck_assert(sandbox->counts == (sandbox->pid != first));
	const pid_t then = sandbox->pid;
	trial_submission("honest", &submission);
	ck_assert(sandbox_run(sandbox, &submission, batch, &several, all, 1, arena, &outcome, NULL, NULL, &printed,
			      &why));
	ck_assert_int_ne(sandbox->pid, then);
	const pid_t second = sandbox->pid;
	struct bout *bout = bout_create(sandbox, &submission, batch, &several, 1, -1);
	ck_assert(bout_call(bout, batch, arena, &outcome, &why));
	bout_destroy(bout, &printed);
	ck_assert_int_ne(sandbox->pid, second);
	run("honest", batch, all, 1, &outcome, NULL, NULL);
	ck_assert(trial_right(&operations[OP_attn_edges], 0, &outcome));
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

/* Asked of the kernel, not of the sandbox: can a child be given a number here? */
static bool can_number(void)
{
	int *own = NULL;
	return prctl(PR_GET_TID_ADDRESS, &own) == 0;
}

/* However many children there were, by calls that ended theirs or not, nothing in a later one tells. */
START_TEST(test_children_are_not_numbered)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES], later;
	run("tells_number", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	ck_assert_int_eq(outcomes[1].verdict, VERDICT_EXITED);
	const uint64_t number = *(uint64_t *)outcomes[0].outputs[1];
	ck_assert_uint_eq(number >> 32, number & UINT32_MAX);
	/* libc, too, knows by what number it is called now */
	ck_assert_uint_eq(*(uint64_t *)outcomes[0].outputs[2] >> 35, number & UINT32_MAX);
	run("tells_number", batch, all, 1, &later, NULL, NULL);
	ck_assert(sandbox->counts == !can_number());
	for (size_t p = 1; p <= 2; p++) {
		ck_assert_uint_eq(*(uint64_t *)later.outputs[p], *(uint64_t *)outcomes[0].outputs[p]);
		ck_assert(sandbox->counts ||
			  *(uint64_t *)outcomes[2].outputs[p] == *(uint64_t *)outcomes[0].outputs[p]);
	}
	batch_destroy(batch);
}
END_TEST

/*
 * 0.3 s each of the second and more that a call may take by the clock, but again and again. Of the calls seven would
 * do; the more there are, the busier may the machine be, whose fault is forgiven.
 */
START_TEST(test_many_naps)
{
	enum { CALLS = 20 };
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[CALLS];
	struct submission submission;
	const size_t often[CALLS] = {0};
	const struct call_limits little = {.cpu_ms = 10, .memory_mib = 256, .threads = 1};
	trial_submission("sleep_briefly", &submission);
	ck_assert(sandbox_run(sandbox, &submission, batch, &little, often, CALLS, arena, outcomes, NULL, NULL, &printed,
			      &why));
	ck_assert_int_eq(outcomes[3].verdict, VERDICT_PASSED);
	size_t ended = 0;
	while (ended < CALLS && outcomes[ended].verdict != VERDICT_TIMED_OUT)
		ended++;
	ck_assert_uint_lt(ended, CALLS);
	ck_assert_str_eq(outcomes[ended].message, "attn_edges waited too long in all its calls together");
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

START_TEST(test_printed)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("prints_score", batch, all, 1, outcomes, NULL, NULL);
	/* escape sequences have become harmless, lines are lines */
	ck_assert_ptr_nonnull(strstr(text_string(&printed), "{\"score\": 100, \"verdict\": \"passed\"}\n"));
	ck_assert_ptr_nonnull(strstr(text_string(&printed), "\\u001b[32mPASSED\\u001b[0m 100/100\n"));
	text_clear(&printed);
	run("flood_output", batch, all, 1, outcomes, NULL, NULL);
	ck_assert_uint_gt(printed.length, 4096);
	ck_assert_uint_le(printed.length, 65536);
	text_clear(&printed);
	run("honest", batch, all, 1, outcomes, NULL, NULL);
	ck_assert_str_eq(text_string(&printed), "");
	batch_destroy(batch);
}
END_TEST

/* Returns when the zygote is gone: it dies with the process that is killed here, but a moment later. */
static void lose_zygote(void)
{
	struct pollfd end = {.fd = sandbox->socket};
	ck_assert_int_eq(kill(sandbox->pid, SIGKILL), 0);
	ck_assert_int_eq(poll(&end, 1, -1), 1);
	ck_assert(end.revents & POLLHUP);
}

/* A zygote that is lost, for whatever reason, is replaced, and nobody notices. */
START_TEST(test_lost_zygote)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	bool defined[OPERATION_COUNT];
	struct submission submission;
	run("honest", batch, all, 1, outcomes, NULL, NULL);
	lose_zygote();
	run("honest", batch, all, TRIAL_CASES, outcomes, NULL, NULL);
	for (size_t i = 0; i < TRIAL_CASES; i++)
		ck_assert(trial_right(&operations[OP_attn_edges], i, &outcomes[i]));
	lose_zygote();
	trial_submission("honest", &submission);
	ck_assert_int_eq(sandbox_probe(sandbox, &submission, defined, &why), VERDICT_GRADED);
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

static size_t kill_zygote(void *context, size_t i, const struct call_outcome *outcome)
{
	(void)context;
	ck_assert_int_eq(outcome->verdict, VERDICT_PASSED);
	if (i < 2)
		lose_zygote();
	return 0;
}

/* Between two cases, too; each loss is a first one as long as a case was answered since. */
START_TEST(test_lost_between_cases)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	run("honest", batch, all, TRIAL_CASES, outcomes, kill_zygote, NULL);
	for (size_t i = 0; i < TRIAL_CASES; i++)
		ck_assert(trial_right(&operations[OP_attn_edges], i, &outcomes[i]));
	batch_destroy(batch);
}
END_TEST

/* Lost twice in a row: a fault of ours, not a verdict. */
START_TEST(test_lost_for_good)
{
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	struct call_outcome outcomes[TRIAL_CASES];
	struct submission submission;
	bool defined[OPERATION_COUNT];
	lose_zygote();
	sandbox->worker = "/nonexistent/worker";
	trial_submission("honest", &submission);
	ck_assert(!sandbox_run(sandbox, &submission, batch, &limits, all, 1, arena, outcomes, NULL, NULL, &printed,
			       &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "/nonexistent/worker"));
	ck_assert_int_eq(sandbox_probe(sandbox, &submission, defined, &why), VERDICT_HARNESS_FAULT);
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

START_TEST(test_no_cases)
{
	struct batch_case huge = {.frame.operation = &operations[OP_attn_causal_mask]};
	huge.frame.arguments[0].size = SIZE_MAX;
	huge.frame.arguments[1].size = 3;
	ck_assert_ptr_null(batch_create(NULL, 0, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "there are none"));
	ck_assert_ptr_null(batch_create(&huge, 1, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "too large"));
}
END_TEST

/* Is the first weight of each of two cases right, each a list of its own? The file is right on its first call. */
static void visit_twice(struct visit *visit, const struct batch *batch, bool right[2])
{
	static const size_t both[] = {0, 1};
	for (size_t i = 0; i < 2; i++) {
		struct call_outcome outcome;
		ck_assert_msg(visit_run(visit, batch, &both[i], 1, arena, &outcome, NULL, NULL, &why), "%s",
			      text_string(&why));
		right[i] = *(const float *)outcome.outputs[3] > 0;
	}
}

START_TEST(test_visit)
{
	struct submission submission;
	struct batch *batch = trial_batch(&operations[OP_attn_softmax]);
	trial_submission("static_counter", &submission);
	for (size_t most = 1; most <= 3; most++) {
		bool right[2];
		struct visit *visit = visit_begin(sandbox, &submission, batch, &limits, most);
		visit_twice(visit, batch, right);
		ck_assert(right[0]);
		/* where a child is for one case, so is the second one the first of its own */
		ck_assert(right[1] == (most == 1));
		ck_assert_msg(visit_end(visit, &printed, &why), "%s", text_string(&why));
	}
	submission_close(&submission);
	batch_destroy(batch);
}
END_TEST

/* Of one page like those of more, but not the other way round. */
START_TEST(test_batches_alike)
{
	const float scores[4096] = {0};
	struct batch_case small = {.frame.operation = &operations[OP_attn_softmax]}, large;
	small.frame.arguments[0].size = small.frame.arguments[1].size = 2;
	small.frame.arguments[2].buffer = (void *)(uintptr_t)scores;
	large = small;
	large.frame.arguments[1].size = 2048;
	struct batch *wide = batch_create(&large, 1, &why), *narrow = batch_create(&small, 1, &why);
	struct batch *like = batch_create_like(wide, &small, 1, &why);
	ck_assert_msg(like != NULL, "%s", text_string(&why));
	ck_assert_uint_eq(like->inputs_bytes, wide->inputs_bytes);
	ck_assert_uint_eq(like->outputs_bytes, wide->outputs_bytes);
	ck_assert_ptr_null(batch_create_like(narrow, &large, 1, &why));
	ck_assert_str_eq(text_string(&why), "cannot lay out 1 case in memory: too large");
	batch_destroy(like);
	batch_destroy(narrow);
	batch_destroy(wide);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		test_probe,
		test_outcome,
		test_scalars,
		test_choice,
		test_inout,
		test_no_rows,
		test_pages_are_closed,
		test_missing_is_not_called,
		test_stop,
		test_selected,
		test_next_case_after_crash,
		test_marks_are_wiped,
		test_children_share_nothing,
		test_inputs_are_sealed,
		test_processors,
		test_many_naps,
		test_threads_end_a_namespace,
		test_children_are_not_numbered,
		test_printed,
		test_lost_zygote,
		test_lost_between_cases,
		test_lost_for_good,
		test_no_cases,
		test_visit,
		test_batches_alike,
	};
	return SUITE_RUN("calls", tests, set_up, tear_down);
}
