#include "sandbox/trial.h"

#include <check.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ORPHAN_SECONDS = 10 };

static const struct call_limits ordinary = {.cpu_ms = 500, .memory_mib = 256, .threads = 1};

struct sandbox *trial_open(enum sandbox_mode mode)
{
	TEXT_SCOPED struct text why = {0};
	const struct sandbox_options options = {.mode = mode, .worker = BUILD_DIR "/grader-worker"};
	/* whatever a sandbox leaves behind becomes our child, and shows in trial_close */
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	struct sandbox *sandbox = sandbox_open(&options, &why);
	ck_assert_msg(sandbox != NULL, "%s", text_string(&why));
	return sandbox;
}

void trial_close(struct sandbox *sandbox)
{
	sandbox_close(sandbox);
	/* bubblewrap's first process may outlive its second by an instant */
	alarm(ORPHAN_SECONDS);
	while (waitpid(-1, NULL, 0) > 0)
		continue;
	alarm(0);
	ck_assert_msg(errno == ECHILD, "a process is left running");
}

void trial_submission(const char *name, struct submission *submission)
{
	char path[512];
	TEXT_SCOPED struct text reason = {0};
	snprintf(path, sizeof(path), BUILD_DIR "/hostile/%s.so", name);
	ck_assert_msg(submission_open(path, submission, &reason), "%s: %s", path, text_string(&reason));
}

/* Case i of attn_softmax has (i + 3) rows of (2i + 5) scores. */
static size_t rows(size_t index)
{
	return index + 3;
}

static size_t columns(size_t index)
{
	return 2 * index + 5;
}

static float score(size_t index, size_t at)
{
	return (float)((at * 7 + index * 3) % 11) / 2 - 2;
}

static void fill(struct batch_case *given, size_t index, float *scores)
{
	union argument *arguments = given->frame.arguments;
	switch (given->frame.operation - operations) {
	case OP_attn_edges:
		arguments[0].number = index + 4;
		break;
	case OP_attn_visible_keys:
		arguments[0].size = index;
		arguments[1].size = columns(index);
		arguments[2].offset = 1;
		break;
	case OP_attn_softmax:
		arguments[0].size = rows(index);
		arguments[1].size = columns(index);
		arguments[2].buffer = scores;
		for (size_t i = 0; i < rows(index) * columns(index); i++)
			scores[i] = score(index, i);
		break;
	default:
		ck_abort_msg("no cases for %s", given->frame.operation->name);
	}
}

struct batch *trial_batch_of(const struct operation *operation, size_t count, const unsigned *companies)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case *cases = arena_array(arena, count, sizeof(*cases));
	TEXT_SCOPED struct text why = {0};
	for (size_t i = 0; i < count; i++) {
		cases[i].frame.operation = operation;
		cases[i].company = companies[i];
		fill(&cases[i], i, arena_array(arena, rows(i) * columns(i), sizeof(float)));
	}
	struct batch *batch = batch_create(cases, count, &why);
	ck_assert_msg(batch != NULL, "%s", text_string(&why));
	return batch;
}

struct batch *trial_batch(const struct operation *operation)
{
	static const unsigned alone[TRIAL_CASES];
	return trial_batch_of(operation, TRIAL_CASES, alone);
}

static bool edges_right(size_t index, void *const *outputs)
{
	const uint64_t n = index + 4, *full = outputs[1], *causal = outputs[2];
	return *full == n * n && *causal == n * (n + 1) / 2;
}

static bool visible_right(size_t index, void *const *outputs)
{
	const uint8_t *visible = outputs[3];
	const uint64_t *count = outputs[4];
	bool right = *count == index + 2;
	for (size_t j = 0; j < columns(index); j++)
		right = right && visible[j] == (j <= index + 1);
	return right;
}

static bool softmax_right(size_t index, void *const *outputs)
{
	const float *weights = outputs[3];
	for (size_t i = 0; i < rows(index); i++) {
		double sum = 0;
		for (size_t j = 0; j < columns(index); j++)
			sum += exp((double)score(index, i * columns(index) + j));
		for (size_t j = 0; j < columns(index); j++) {
			const size_t at = i * columns(index) + j;
			if (!(fabs((double)weights[at] - exp((double)score(index, at)) / sum) < 1e-6))
				return false;
		}
	}
	return true;
}

bool trial_right(const struct operation *operation, size_t index, const struct call_outcome *outcome)
{
	bool (*right)(size_t, void *const *) = operation == &operations[OP_attn_edges]	   ? edges_right
					       : operation == &operations[OP_attn_softmax] ? softmax_right
											   : visible_right;
	return outcome->returned == 0 && right(index, outcome->outputs) && right(index, outcome->outputs_again);
}

static size_t output_bytes(const struct operation *operation, size_t index, size_t parameter)
{
	struct batch_case given = {.frame.operation = operation};
	float scores[1024];
	struct shape shape;
	fill(&given, index, scores);
	ck_assert(frame_shape(&given.frame, parameter, &shape));
	return shape.count * element_bytes(operation->parameters[parameter].element);
}

bool trial_unwritten(const struct operation *operation, size_t index, const struct call_outcome *outcome)
{
	for (size_t i = 0; i < operation->n_parameters; i++) {
		if (!parameter_is_written(&operation->parameters[i]))
			continue;
		const size_t bytes = output_bytes(operation, index, i);
		if (memcmp(outcome->outputs[i], outcome->junk[i], bytes) == 0 ||
		    memcmp(outcome->outputs_again[i], outcome->junk_again[i], bytes) == 0)
			return true;
	}
	return false;
}

void trial_honest(struct sandbox *sandbox)
{
	static const size_t all[TRIAL_CASES] = {0, 1, 2};
	static const enum operation_id ids[] = {OP_attn_edges, OP_attn_softmax};
	struct submission honest;
	trial_submission("honest", &honest);
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		TEXT_SCOPED struct text printed = {0};
		TEXT_SCOPED struct text why = {0};
		ARENA_SCOPED struct arena *arena = arena_create();
		struct call_outcome outcomes[TRIAL_CASES];
		struct batch *batch = trial_batch(&operations[ids[i]]);
		ck_assert_msg(sandbox_run(sandbox, &honest, batch, &ordinary, all, TRIAL_CASES, arena, outcomes, NULL,
					  NULL, &printed, &why),
			      "%s", text_string(&why));
		for (size_t j = 0; j < TRIAL_CASES; j++) {
			ck_assert_msg(outcomes[j].verdict == VERDICT_PASSED, "honest: %s", outcomes[j].message);
			ck_assert(trial_right(&operations[ids[i]], j, &outcomes[j]));
		}
		ck_assert_str_eq(text_string(&printed), "");
		batch_destroy(batch);
	}
	submission_close(&honest);
}
