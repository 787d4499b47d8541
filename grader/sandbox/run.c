/*
 * Runs cases of a batch: a child for as long as it lives, a fresh one after each call that ended it, and a
 * fresh zygote, once, if the zygote itself was lost.
 */
#include "sandbox/sandbox.h"

#include <assert.h>

#include "core/stopwatch.h"
#include "sandbox/call.h"
#include "sandbox/ending.h"
#include "sandbox/session.h"

struct run {
	struct sandbox *sandbox;
	const struct submission *submission;
	const struct batch *batch;
	enum side sides;      /* that each case is called in: the first, or all */
	struct budget budget; /* of one call */
	struct request request;
	struct session session;
	struct arena *arena;
	const unsigned char *slack;
	struct text *printed;
};

/* How far a case came. */
enum progress {
	PROGRESS_DONE,	     /* it has its outcome */
	PROGRESS_UNLOADABLE, /* it has one, and so have all others */
	PROGRESS_LOST	     /* the zygote was lost; the case can be tried again */
};

static bool finish(struct run *run, struct reply *ended)
{
	bool known = session_end(&run->session, ended);
	session_collect(run->sandbox, run->printed);
	return known;
}

/* Starts a child unless there is one. */
static enum progress ensure_child(struct run *run, struct call_outcome *outcome, struct text *why)
{
	TEXT_SCOPED struct text words = {0};
	if (run->session.live)
		return PROGRESS_DONE;
	switch (session_start(&run->session, run->sandbox, &run->request, run->submission, &outcome->verdict, &words)) {
	case START_LOADED:
		return PROGRESS_DONE;
	case START_LOST:
		text_add(why, text_string(&words));
		return PROGRESS_LOST;
	case START_UNLOADABLE:
		break;
	}
	/*
	 * It was loaded when it was probed: for a case, refusing to load now is a crash. What the child says of
	 * it is not passed on: its constructors may have forged the words.
	 */
	if (outcome->verdict == VERDICT_REJECTED)
		outcome->verdict = VERDICT_CRASHED;
	outcome->message = outcome->verdict == VERDICT_OUT_OF_MEMORY
				   ? "its static data and its constructors take more memory than there is"
				   : "it was loaded once, and could not be loaded again for this exercise";
	session_collect(run->sandbox, run->printed);
	return PROGRESS_UNLOADABLE;
}

static void note_time(struct call_outcome *outcome, const struct spent *spent)
{
	const double cpu_ms = (double)spent->cpu_ns / 1e6, wall_ms = (double)spent->wall_ns / 1e6;
	outcome->cpu_ms = cpu_ms > outcome->cpu_ms ? cpu_ms : outcome->cpu_ms;
	outcome->wall_ms = wall_ms > outcome->wall_ms ? wall_ms : outcome->wall_ms;
}

static enum progress judge_end(struct run *run, const struct call *call, enum wait_end wait,
			       const struct message *answer, struct call_outcome *outcome)
{
	ACCOUNT_SCOPED struct account account = {0};
	struct reply ended;
	const struct child child = run->session.child;
	if (!finish(run, &ended))
		return PROGRESS_LOST;
	const struct ending ending = {
		.wait = wait,
		.last = answer,
		.ended = &ended,
		.budget = &run->budget,
		.memory_bytes = run->request.memory_bytes,
		.operation = call->planned->given.frame.operation,
		.layout = &call->planned->layouts[call->side],
		.arena = child.arena,
		.stack = child.stack,
		.inputs_bytes = run->batch->inputs_bytes,
		.outputs_bytes = run->batch->outputs_bytes,
	};
	outcome->verdict = ending_judge(&ending, &account);
	outcome->message = arena_string(run->arena, text_string(&account.words));
	outcome->detail = account.detail.length == 0 ? NULL : arena_string(run->arena, text_string(&account.detail));
	outcome->parameter = account.parameter;
	return PROGRESS_DONE;
}

/* It returned: takes the outputs, and looks whether it kept to them. */
static void judge_return(struct run *run, const struct call *call, const struct message *done,
			 struct call_outcome *outcome)
{
	void **outputs = call->side == LAYOUT_END ? outcome->outputs : outcome->outputs_again;
	const struct operation *operation = call->planned->given.frame.operation;
	const size_t disturbed = call_collect(call, outputs);
	if (call->side == LAYOUT_END)
		outcome->returned = done->as.done.returned;
	if (disturbed < OPERATION_PARAMETERS_MAX) {
		outcome->verdict = VERDICT_OUT_OF_BOUNDS;
		outcome->parameter = disturbed;
		outcome->message = arena_format(run->arena, "%s wrote %s `%s`", operation->name,
						call->side == LAYOUT_END ? "before the start of" : "past the end of",
						operation->parameters[disturbed].name);
	} else if (call->side == LAYOUT_START && done->as.done.returned != outcome->returned) {
		outcome->verdict = VERDICT_INCONSISTENT;
		outcome->message = arena_format(run->arena, "%s returned one status, then another for the same input",
						operation->name);
	} else if (done->as.done.float_mode_changed != 0) {
		outcome->message = "left the floating-point rules (rounding or flush-to-zero) changed";
	}
}

static enum progress run_call(struct run *run, const struct call *call, struct call_outcome *outcome)
{
	struct message message;
	struct spent spent;
	STOPWATCH(PHASE_CALL);
	call_prepare(call, &message, call->side == LAYOUT_END ? outcome->junk : outcome->junk_again);
	struct child *child = &run->session.child;
	/* a child that is gone shows in the wait */
	child_go(child, &message);
	enum wait_end wait = child_wait(child, &run->budget, &message, &spent);
	note_time(outcome, &spent);
	stopwatch_count(TALLY_CALLS, 1);
	stopwatch_count(TALLY_CALL_CPU_NS, spent.cpu_ns);
	if (wait != WAIT_ANSWERED || message.kind != MESSAGE_DONE || message.sequence != child->sequence)
		return judge_end(run, call, wait, &message, outcome);
	judge_return(run, call, &message, outcome);
	return PROGRESS_DONE;
}

static enum progress run_case(struct run *run, size_t index, struct call_outcome *outcome, struct text *why)
{
	const struct planned_case *planned = &run->batch->cases[index];
	const struct operation *operation = planned->given.frame.operation;
	*outcome = (struct call_outcome){.verdict = VERDICT_PASSED, .parameter = OPERATION_PARAMETERS_MAX};
	enum progress progress = ensure_child(run, outcome, why);
	if (progress != PROGRESS_DONE)
		return progress;
	if (!run->session.defined[operation - operations]) {
		outcome->verdict = VERDICT_MISSING;
		outcome->message = arena_format(run->arena, "it does not define %s", operation->name);
		return PROGRESS_DONE;
	}
	for (enum side side = 0; side < run->sides && outcome->verdict == VERDICT_PASSED; side++) {
		const struct call call = {run->sandbox, run->batch, planned, side, run->slack, run->arena};
		progress = run_call(run, &call, outcome);
		if (progress != PROGRESS_DONE)
			text_add(why, "the worker ended in the middle of a call");
		if (progress != PROGRESS_DONE)
			return progress;
	}
	return PROGRESS_DONE;
}

/* A case, and once more if the zygote is lost over it. */
static enum progress run_stubbornly(struct run *run, size_t index, struct call_outcome *outcome, struct text *why)
{
	TEXT_SCOPED struct text first = {0};
	enum progress progress = run_case(run, index, outcome, &first);
	if (progress != PROGRESS_LOST)
		return progress;
	run->session.live = false;
	zygote_stop(run->sandbox);
	if (!zygote_start(run->sandbox, why))
		return PROGRESS_LOST;
	progress = run_case(run, index, outcome, why);
	if (progress == PROGRESS_LOST)
		text_add_format(why, " (twice; the first time: %s)", text_string(&first));
	return progress;
}

static void run_selected(struct run *run, const size_t *selected, size_t n_selected, struct call_outcome *outcomes,
			 sandbox_stop *stop, void *context, struct text *why, bool *lost)
{
	for (size_t i = 0; i < n_selected; i++) {
		enum progress progress = run_stubbornly(run, selected[i], &outcomes[i], why);
		*lost = progress == PROGRESS_LOST;
		if (*lost)
			return;
		if (progress == PROGRESS_UNLOADABLE) {
			for (size_t j = i + 1; j < n_selected; j++)
				outcomes[j] = outcomes[i];
			return;
		}
		size_t skip = stop == NULL ? 0 : stop(context, i, &outcomes[i]);
		for (; skip > 0 && i + 1 < n_selected; skip--)
			outcomes[++i] = (struct call_outcome){.verdict = VERDICT_COUNT};
	}
}

static struct budget allow(const struct call_limits *limits)
{
	return (struct budget){
		.cpu_ns = (uint64_t)limits->cpu_ms * 1000000,
		.wall_ns = ((uint64_t)limits->cpu_ms * 2 + 1000) * 1000000,
		.threads = limits->threads,
	};
}

static struct request compose(const struct batch *batch, const struct call_limits *limits, size_t n_selected)
{
	const uint64_t calls_ms = (uint64_t)limits->cpu_ms * LAYOUTS * n_selected;
	return (struct request){
		.threads = limits->threads > 0 ? limits->threads : 1,
		.inputs_bytes = batch->inputs_bytes,
		.outputs_bytes = batch->outputs_bytes,
		.memory_bytes = (uint64_t)limits->memory_mib << 20,
		/* loading, and a second to spare: the grader's clock comes first */
		.cpu_seconds = (uint32_t)(calls_ms / 1000 + 3),
	};
}

/*
 * The numbers of the threads that a child started are gone from its namespace, and the child after it can tell from
 * its own number how many those were. So it gets another namespace.
 */
static bool renew(struct sandbox *sandbox, struct text *why)
{
	if (sandbox->mode != SANDBOX_BUBBLEWRAP)
		return true;
	zygote_stop(sandbox);
	return zygote_start(sandbox, why);
}

bool sandbox_run(struct sandbox *sandbox, const struct submission *submission, const struct batch *batch,
		 const struct call_limits *limits, const size_t *selected, size_t n_selected, struct arena *arena,
		 struct call_outcome *outcomes, sandbox_stop *stop, void *context, struct text *printed,
		 struct text *why)
{
	struct run run = {
		.sandbox = sandbox,
		.submission = submission,
		.batch = batch,
		.sides = LAYOUTS,
		.budget = allow(limits),
		.request = compose(batch, limits, n_selected),
		.arena = arena,
		.slack = call_slack(sandbox, arena),
		.printed = printed,
	};
	bool lost = false;
	struct reply ended;
	run_selected(&run, selected, n_selected, outcomes, stop, context, why, &lost);
	if (lost)
		return false;
	/* what a child does after its last answer, nobody cares about; a zygote lost here is noticed next time */
	finish(&run, &ended);
	return limits->threads <= 1 || renew(sandbox, why);
}

/* ---- one child, called with what is made for each call ---- */

struct bout {
	struct run run;
	struct arena *arena;
	struct text printed;
};

struct bout *bout_create(struct sandbox *sandbox, const struct submission *submission, const struct batch *shape,
			 const struct call_limits *limits, size_t calls, int processor)
{
	struct arena *arena = arena_create();
	struct bout *bout = arena_alloc(arena, sizeof(*bout));
	*bout = (struct bout){
		.arena = arena,
		.run = {.sandbox = sandbox,
			.submission = submission,
			.sides = LAYOUT_END + 1,
			.budget = allow(limits),
			.request = compose(shape, limits, calls),
			.slack = call_slack(sandbox, arena),
			.printed = &bout->printed},
	};
	if (processor >= 0)
		CPU_SET((size_t)processor, &bout->run.request.processors);
	return bout;
}

bool bout_call(struct bout *bout, const struct batch *batch, struct arena *arena, struct call_outcome *outcome,
	       struct text *why)
{
	struct run *run = &bout->run;
	assert(batch->inputs_bytes == run->request.inputs_bytes && batch->outputs_bytes == run->request.outputs_bytes);
	run->batch = batch;
	run->arena = arena;
	return run_case(run, 0, outcome, why) != PROGRESS_LOST;
}

double bout_since_ms(const struct bout *bout)
{
	return bout->run.session.live ? (double)child_since_ns(&bout->run.session.child) / 1e6 : 0;
}

void bout_destroy(struct bout *bout, struct text *printed)
{
	struct reply ended;
	finish(&bout->run, &ended);
	text_add(printed, text_string(&bout->printed));
	text_release(&bout->printed);
	arena_destroy(bout->arena);
}
