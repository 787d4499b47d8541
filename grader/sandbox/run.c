/*
 * Runs cases of a batch: a child for as long as it lives, a fresh one after each call that ended it, and a
 * fresh zygote, once, if the zygote itself was lost.
 *
 * Most calls take less time than to wake the child and to be woken by it. So small cases of one company go in rounds:
 * all are laid out, each call in a room of its own, and the child makes all calls before it answers. Only a round in
 * which everything returned, within what a single call may take, counts. Any other is forgotten, and its cases are
 * called one by one: each verdict that is not about answers is about a call that was made alone.
 */
#include "sandbox/sandbox.h"

#include <assert.h>
#include <unistd.h>

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
	uint64_t call_ns; /* CPU time of the latest call, or on average of the latest round */
	bool alone;	  /* a round failed: there is no other */
	size_t blamed[2]; /* the cases of that round, if nothing but its calls was the reason: from, to */
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

static void note_time(struct run *run, const struct spent *spent, size_t calls)
{
	assert(calls > 0);
	run->call_ns = spent->cpu_ns / calls;
	stopwatch_count(TALLY_CALLS, calls);
	stopwatch_count(TALLY_CALL_CPU_NS, spent->cpu_ns);
}

static void add_time(struct call_outcome *outcome, const struct spent *spent, size_t calls)
{
	const double cpu_ms = (double)spent->cpu_ns / 1e6 / (double)calls;
	const double wall_ms = (double)spent->wall_ns / 1e6 / (double)calls;
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
static void judge_return(struct run *run, const struct call *call, const struct wire_return *done,
			 struct call_outcome *outcome)
{
	void **outputs = call->side == LAYOUT_END ? outcome->outputs : outcome->outputs_again;
	const struct operation *operation = call->planned->given.frame.operation;
	const size_t disturbed = call_collect(call, outputs);
	if (call->side == LAYOUT_END)
		outcome->returned = done->returned;
	if (disturbed < OPERATION_PARAMETERS_MAX) {
		outcome->verdict = VERDICT_OUT_OF_BOUNDS;
		outcome->parameter = disturbed;
		outcome->message = arena_format(run->arena, "%s wrote %s `%s`", operation->name,
						call->side == LAYOUT_END ? "before the start of" : "past the end of",
						operation->parameters[disturbed].name);
	} else if (call->side == LAYOUT_START && done->returned != outcome->returned) {
		outcome->verdict = VERDICT_INCONSISTENT;
		outcome->message = arena_format(run->arena, "%s returned one status, then another for the same input",
						operation->name);
	} else if (done->float_mode_changed != 0) {
		outcome->message = "left the floating-point rules (rounding or flush-to-zero) changed";
	}
}

static enum progress run_call(struct run *run, const struct call *call, struct call_outcome *outcome)
{
	struct message message;
	struct spent spent;
	STOPWATCH(PHASE_CALL);
	message = (struct message){.kind = MESSAGE_GO};
	call_prepare(call, &message.as.go, call->side == LAYOUT_END ? outcome->junk : outcome->junk_again);
	struct child *child = &run->session.child;
	/* a child that is gone shows in the wait */
	child_go(child, &message);
	enum wait_end wait = child_wait(child, &run->budget, &message, &spent);
	note_time(run, &spent, 1);
	add_time(outcome, &spent, 1);
	if (wait != WAIT_ANSWERED || message.kind != MESSAGE_DONE || message.sequence != child->sequence)
		return judge_end(run, call, wait, &message, outcome);
	judge_return(run, call, &message.as.done[0], outcome);
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
		const struct call call = {run->sandbox, run->batch, planned, side, 0, run->slack, run->arena};
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

/* ---- rounds ---- */

/* How many of the selected cases come next in one go. The first of a child goes alone, and shows how long one takes. */
static size_t gather(const struct run *run, const size_t *selected, size_t n_selected)
{
	const struct planned_case *cases = run->batch->cases;
	const size_t most = run->batch->rooms / LAYOUTS;
	size_t count = 0;
	if (run->alone || !run->session.live || run->request.threads > 1 || run->call_ns > run->sandbox->swift_ns ||
	    run->call_ns * run->batch->rooms > run->budget.cpu_ns / 4)
		return 1;
	while (count < most && count < n_selected &&
	       run->session.defined[cases[selected[count]].given.frame.operation - operations] &&
	       batch_case_joins(&cases[selected[0]].given, &cases[selected[count]].given))
		count++;
	return count;
}

/* Has it go on without rounds. What was printed in this one will be printed again. */
static void forget(struct run *run, off_t printed_before)
{
	struct reply ended;
	const bool known = session_end(&run->session, &ended);
	lseek(run->sandbox->printed, printed_before, SEEK_SET);
	session_collect(run->sandbox, run->printed);
	run->alone = true;
	if (!known)
		run->blamed[1] = 0;
}

/* Lays all calls out and has them made. False if not all of them returned in time. */
static bool call_all(struct run *run, const struct call *calls, size_t n_calls, struct call_outcome *outcomes,
		     struct message *message)
{
	struct spent spent;
	struct wire_call *script = (void *)(run->sandbox->inputs.start + run->batch->script_offset);
	struct child *child = &run->session.child;
	for (size_t i = 0; i < n_calls; i++) {
		struct call_outcome *outcome = &outcomes[i / LAYOUTS];
		call_prepare(&calls[i], &script[i], i % LAYOUTS == LAYOUT_END ? outcome->junk : outcome->junk_again);
	}
	*message = (struct message){
		.kind = MESSAGE_ROUND,
		.as.round = {.count = (uint32_t)n_calls,
			     .script_offset = run->batch->script_offset,
			     .script_bytes = run->batch->script_bytes},
	};
	child_go(child, message);
	const enum wait_end wait = child_wait(child, &run->budget, message, &spent);
	note_time(run, &spent, n_calls);
	for (size_t i = 0; i < n_calls; i++)
		add_time(&outcomes[i / LAYOUTS], &spent, n_calls);
	if (wait == WAIT_CPU || wait == WAIT_WALL || wait == WAIT_IDLE)
		run->blamed[1] = 0; /* together they take longer than one may, and each may well take less */
	return wait == WAIT_ANSWERED && message->kind == MESSAGE_DONE && message->sequence == child->sequence;
}

/* False if the cases have no outcome, and are to be called one by one. */
static bool run_round(struct run *run, const size_t *selected, size_t n_cases, struct call_outcome *outcomes)
{
	struct call calls[ROUND_CALLS_MAX];
	struct message message;
	const size_t n_calls = n_cases * LAYOUTS;
	STOPWATCH(PHASE_CALL);
	const off_t printed_before = lseek(run->sandbox->printed, 0, SEEK_CUR);
	for (size_t i = 0; i < n_cases; i++)
		outcomes[i] = (struct call_outcome){.verdict = VERDICT_PASSED, .parameter = OPERATION_PARAMETERS_MAX};
	for (size_t i = 0; i < n_calls; i++)
		calls[i] = (struct call){
			.sandbox = run->sandbox,
			.batch = run->batch,
			.planned = &run->batch->cases[selected[i / LAYOUTS]],
			.side = (enum side)(i % LAYOUTS),
			.room = call_room(i / LAYOUTS, (enum side)(i % LAYOUTS)),
			.slack = run->slack,
			.arena = run->arena,
		};
	if (!call_all(run, calls, n_calls, outcomes, &message)) {
		forget(run, printed_before);
		return false;
	}
	for (size_t i = 0; i < n_calls; i++)
		if (outcomes[i / LAYOUTS].verdict == VERDICT_PASSED)
			judge_return(run, &calls[i], &message.as.done[i], &outcomes[i / LAYOUTS]);
	return true;
}

/* A call that ended its child in a round, and ends well alone, depends on what came before it. */
static void blame(const struct run *run, struct call_outcome *outcomes)
{
	const size_t first = run->blamed[0], end = run->blamed[1];
	for (size_t i = first; i < end; i++)
		if (outcomes[i].verdict != VERDICT_PASSED)
			return;
	if (first >= end)
		return;
	outcomes[end - 1].verdict = VERDICT_INCONSISTENT;
	outcomes[end - 1].message = "ended the process when other calls came before it, and did not when called again";
}

static void run_selected(struct run *run, const size_t *selected, size_t n_selected, struct call_outcome *outcomes,
			 sandbox_stop *stop, void *context, struct text *why, bool *lost)
{
	size_t done = 0; /* all before have their outcomes */
	run->blamed[0] = run->blamed[1] = 0;
	for (size_t i = 0; i < n_selected; i++) {
		const size_t together = i < done ? 1 : gather(run, &selected[i], n_selected - i);
		if (together > 1) {
			run->blamed[0] = i;
			run->blamed[1] = i + together;
			if (run_round(run, &selected[i], together, &outcomes[i]))
				done = i + together;
		}
		enum progress progress = i < done ? PROGRESS_DONE : run_stubbornly(run, selected[i], &outcomes[i], why);
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
	if (run->alone)
		blame(run, outcomes);
}

/* ---- the whole ---- */

static struct budget allow(const struct call_limits *limits)
{
	return (struct budget){
		.cpu_ns = (uint64_t)limits->cpu_ms * 1000000,
		.wall_ns = ((uint64_t)limits->cpu_ms * 2 + 1000) * 1000000,
		.threads = limits->threads,
	};
}

/* What that many calls may take, loading, and a second to spare: the grader's clock comes first. */
static uint32_t backstop_seconds(const struct call_limits *limits, size_t calls)
{
	return (uint32_t)((uint64_t)limits->cpu_ms * calls / 1000 + 3);
}

static struct request compose(const struct batch *batch, const struct call_limits *limits, size_t calls)
{
	return (struct request){
		.threads = limits->threads > 0 ? limits->threads : 1,
		.inputs_bytes = batch->inputs_bytes,
		.outputs_bytes = batch->outputs_bytes,
		.memory_bytes = (uint64_t)limits->memory_mib << 20,
		.cpu_seconds = backstop_seconds(limits, calls),
	};
}

/*
 * The numbers of the threads that a child started are gone from its namespace, and threads of the child after it can
 * tell from their own how many those were. So that one gets another namespace; and any other too where children are
 * numbered one after the other.
 */
static bool renew(struct sandbox *sandbox, struct text *why)
{
	if (sandbox->mode != SANDBOX_BUBBLEWRAP)
		return true;
	zygote_stop(sandbox);
	return zygote_start(sandbox, why);
}

static struct run begin(struct sandbox *sandbox, const struct submission *submission, const struct batch *like,
			const struct call_limits *limits, size_t calls, struct arena *arena)
{
	return (struct run){
		.sandbox = sandbox,
		.submission = submission,
		.batch = like,
		.sides = LAYOUTS,
		.budget = allow(limits),
		.request = compose(like, limits, calls),
		.arena = arena,
		.slack = call_slack(sandbox, arena),
	};
}

/* What a child does after its last answer, nobody cares about; a zygote lost here is noticed next time. */
static bool end(struct run *run, struct text *why)
{
	struct reply ended;
	finish(run, &ended);
	return (run->request.threads <= 1 && !run->sandbox->counts) || renew(run->sandbox, why);
}

bool sandbox_run(struct sandbox *sandbox, const struct submission *submission, const struct batch *batch,
		 const struct call_limits *limits, const size_t *selected, size_t n_selected, struct arena *arena,
		 struct call_outcome *outcomes, sandbox_stop *stop, void *context, struct text *printed,
		 struct text *why)
{
	struct run run = begin(sandbox, submission, batch, limits, LAYOUTS * n_selected, arena);
	bool lost = false;
	run.printed = printed;
	run_selected(&run, selected, n_selected, outcomes, stop, context, why, &lost);
	return !lost && end(&run, why);
}

/* Ends a run that has an arena and words of its own, with all of it. */
static bool leave(struct run *run, struct text *own, struct arena *arena, struct text *printed, struct text *why)
{
	const bool whole = end(run, why);
	text_add(printed, text_string(own));
	text_release(own);
	arena_destroy(arena);
	return whole;
}

/* ---- one child for several lists ---- */

struct visit {
	struct run run;
	struct call_limits limits;
	size_t most, n_called; /* cases of one child: at most, and as yet */
	struct arena *arena;
	struct text printed;
};

struct visit *visit_begin(struct sandbox *sandbox, const struct submission *submission, const struct batch *like,
			  const struct call_limits *limits, size_t most)
{
	struct arena *arena = arena_create();
	struct visit *visit = arena_alloc(arena, sizeof(*visit));
	*visit = (struct visit){
		.run = begin(sandbox, submission, like, limits, LAYOUTS * most, arena),
		.limits = *limits,
		.most = most,
		.arena = arena,
	};
	visit->run.printed = &visit->printed;
	return visit;
}

/* Has a child that may be called with that many cases: the one there is, unless it could come to more than it may. */
static bool make_way(struct visit *visit, size_t n_cases, struct text *why)
{
	const size_t calls = LAYOUTS * (n_cases > visit->most ? n_cases : visit->most);
	visit->run.request.cpu_seconds = backstop_seconds(&visit->limits, calls);
	if (visit->n_called == 0 || visit->n_called + n_cases <= visit->most)
		return true;
	visit->n_called = 0;
	return end(&visit->run, why);
}

bool visit_run(struct visit *visit, const struct batch *batch, const size_t *selected, size_t n_selected,
	       struct arena *arena, struct call_outcome *outcomes, sandbox_stop *stop, void *context, struct text *why)
{
	struct run *run = &visit->run;
	bool lost = false;
	assert(batch->inputs_bytes == run->request.inputs_bytes && batch->outputs_bytes == run->request.outputs_bytes);
	if (!make_way(visit, n_selected, why))
		return false;
	run->batch = batch;
	run->arena = arena;
	run_selected(run, selected, n_selected, outcomes, stop, context, why, &lost);
	for (size_t i = 0; i < n_selected && !lost; i++)
		visit->n_called += outcomes[i].verdict != VERDICT_COUNT;
	return !lost;
}

bool visit_end(struct visit *visit, struct text *printed, struct text *why)
{
	return leave(&visit->run, &visit->printed, visit->arena, printed, why);
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
	*bout = (struct bout){.run = begin(sandbox, submission, shape, limits, LAYOUTS * calls, arena), .arena = arena};
	bout->run.sides = LAYOUT_END + 1;
	bout->run.printed = &bout->printed;
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
	TEXT_SCOPED struct text why = {0};
	/* where that fails there is no zygote, which is noticed next time */
	leave(&bout->run, &bout->printed, bout->arena, printed, &why);
}
