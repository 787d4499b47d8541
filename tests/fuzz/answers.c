/*
 * The grader's side of the sockets. The input plays the zygote and the child: it sends any packets in answer to
 * each request and call, writes anything to the outputs and to what is printed, stays silent, hangs up, ends.
 *
 * No process is started and no time passes: the linker puts the functions here before those of the C library,
 * so that waiting moves a clock on, and the input says when the child has ended and whether it burns CPU time.
 */
#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "fuzz/packet.h"
#include "sandbox/batch.h"
#include "sandbox/inside.h"
#include "sandbox/memory.h"
#include "sandbox/socket.h"
#include "sandbox/spawn.h"

enum { CASES = 7, ROWS = 2, COLUMNS = 3 };

static struct script script;
static struct sandbox sandbox;
static struct batch *batch;
static struct submission submission = {.memfd = -1};
static int zygote = -1, child = -1, end = -1; /* our ends of the sockets; `end` is readable once the child ended */
static uint64_t nonce, now;
static uint32_t sequence, asked; /* of the latest call or round; how many calls it is */
static bool burns;
static unsigned right_answers;

/* ---- what stands before the C library -------------------------------------------------------------- */

bool __real_socket_send(int socket, void *data, size_t bytes, const int *fds, size_t n_fds);
bool __wrap_socket_send(int socket, void *data, size_t bytes, const int *fds, size_t n_fds);
pid_t __wrap_spawn_worker(const struct sandbox *opened, int socket, struct text *why);
uint64_t __wrap_now_ns(void);
int __real_clock_gettime(clockid_t clock, struct timespec *time);
int __wrap_clock_gettime(clockid_t clock, struct timespec *time);
int __real_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int __wrap_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask);
int __real_poll(struct pollfd *entries, nfds_t count, int timeout_ms);
int __wrap_poll(struct pollfd *entries, nfds_t count, int timeout_ms);
long __wrap_syscall(long number, ...);
int __wrap_kill(pid_t pid, int signal);

uint64_t __wrap_now_ns(void)
{
	return now;
}

/* Only the child's CPU clock is ever asked for. */
int __wrap_clock_gettime(clockid_t clock, struct timespec *time)
{
	(void)clock;
	*time = (struct timespec){.tv_sec = (time_t)(burns ? now / 1000000000 : 0),
				  .tv_nsec = (long)(burns ? now % 1000000000 : 0)};
	return 0;
}

int __wrap_ppoll(struct pollfd *entries, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
	int ready = __real_ppoll(entries, count, &(struct timespec){0}, mask);
	if (ready == 0)
		now += (uint64_t)timeout->tv_sec * 1000000000 + (uint64_t)timeout->tv_nsec;
	return ready;
}

int __wrap_poll(struct pollfd *entries, nfds_t count, int timeout_ms)
{
	(void)timeout_ms;
	return __real_poll(entries, count, 0);
}

long __wrap_syscall(long number, ...)
{
	MUST(number == SYS_pidfd_open);
	return dup(end);
}

/* Whom the grader may kill is a worker that it spawned, never anybody else. */
int __wrap_kill(pid_t pid, int signal)
{
	(void)signal;
	MUST(pid == INT_MAX);
	return 0;
}

/* ---- the other side -------------------------------------------------------------------------------- */

static void hang_up(int *socket)
{
	if (*socket >= 0)
		close(*socket);
	*socket = -1;
}

static void has_ended(bool ended)
{
	uint64_t count;
	if (ended)
		MUST(write(end, &(uint64_t){1}, sizeof(count)) == sizeof(count));
	else
		(void)!read(end, &count, sizeof(count));
}

enum { MORE = 1, ODD_LENGTH = 2, HANG_UP = 4, END = 8, BURN = 16, SCRIBBLE = 32 };

static void scribble(void)
{
	char words[256];
	memset(words, 'w', sizeof(words));
	script_overwrite(&script, words, sizeof(words));
	(void)!pwrite(sandbox.printed, words, script_byte(&script),
		      (off_t)(script_number(&script) % WORKER_PRINTED_BYTES));
	lseek(sandbox.printed, (off_t)(script_number(&script) & INT64_MAX), SEEK_SET);
	if (sandbox.outputs.bytes == 0)
		return;
	const uint64_t at = script_number(&script) % sandbox.outputs.bytes;
	script_overwrite(&script, sandbox.outputs.start + at, sandbox.outputs.bytes - at);
}

/* One packet and what goes with it; the first byte of a script says what. */
static unsigned act(void)
{
	const unsigned flags = script_byte(&script);
	struct message message = {.kind = script_byte(&script)};
	script_overwrite(&script, &message.as, sizeof(message.as));
	message.nonce = nonce ^ script_byte(&script);
	message.sequence = sequence + script_byte(&script);
	if (message.nonce == nonce && message.sequence == sequence && message.kind == MESSAGE_DONE)
		right_answers += asked;
	if (message.kind != 0 && child >= 0)
		packet_send_by(&script, child, &message, sizeof(message), (flags & ODD_LENGTH) != 0);
	if ((flags & SCRIBBLE) != 0)
		scribble();
	burns = (flags & BURN) != 0;
	if ((flags & HANG_UP) != 0)
		hang_up(&child);
	if ((flags & END) != 0)
		has_ended(true);
	return flags;
}

static void act_on(void)
{
	for (unsigned packets = 0; packets < 4 && (act() & MORE) != 0; packets++)
		continue;
}

static void start(const struct request *request, const int *fds)
{
	hang_up(&child);
	has_ended(false);
	child = dup(fds[START_SOCKET]);
	nonce = request->nonce;
	sequence = 0;
	if (script_below(&script, 8) == 7) /* no fork, no hello */
		hang_up(&child);
	act_on();
}

static void reap(void)
{
	struct reply reply = {.kind = REPLY_ENDED, .status = (int)script_number(&script)};
	const unsigned flags = script_byte(&script);
	if ((flags & 1) != 0)
		script_overwrite(&script, &reply, sizeof(reply));
	if ((flags & 6) == 6)
		hang_up(&zygote);
	else
		packet_send_by(&script, zygote, &reply, sizeof(reply), (flags & 24) == 24);
}

bool __wrap_socket_send(int socket, void *data, size_t bytes, const int *fds, size_t n_fds)
{
	const struct request *request = data;
	const struct message *go = data;
	char heard[sizeof(struct message)];
	bool sent = __real_socket_send(socket, data, bytes, fds, n_fds);
	if (!sent)
		return false;
	/* sometimes the child does not read what it was sent */
	if ((script_byte(&script) & 1) == 0)
		(void)!recv(socket == sandbox.socket ? zygote : child, heard, sizeof(heard), MSG_DONTWAIT);
	if (bytes == sizeof(*go)) {
		sequence = go->sequence;
		asked = go->kind == MESSAGE_ROUND ? go->as.round.count : 1;
		act_on();
	} else if (request->kind == REQUEST_START) {
		start(request, fds);
	} else {
		reap();
	}
	return true;
}

pid_t __wrap_spawn_worker(const struct sandbox *opened, int socket, struct text *why)
{
	struct reply ready = {.kind = REPLY_READY, .landlock_abi = 1};
	MUST(opened == &sandbox);
	if (script_below(&script, 4) == 3) {
		text_add(why, "no worker");
		return 0;
	}
	hang_up(&zygote);
	zygote = dup(socket);
	script_overwrite(&script, &ready, sizeof(ready));
	const unsigned flags = script_byte(&script);
	if ((flags & 1) == 0)
		packet_send_by(&script, zygote, &ready, sizeof(ready), (flags & 6) == 6);
	return INT_MAX; /* larger than any real one */
}

/* ---- the runs -------------------------------------------------------------------------------------- */

static void must_fit(const struct call_outcome *outcome)
{
	MUST(outcome->verdict < VERDICT_COUNT);
	MUST(outcome->verdict != VERDICT_UNWRITTEN && outcome->verdict != VERDICT_GRADED);
	MUST(outcome->verdict == VERDICT_PASSED || outcome->message != NULL);
	if (outcome->message != NULL)
		must_be_harmless(outcome->message, strlen(outcome->message));
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX && outcome->verdict == VERDICT_PASSED; i++)
		MUST((outcome->outputs[i] != NULL) == (i == 3) && (outcome->outputs_again[i] != NULL) == (i == 3));
}

static void run(void)
{
	static const struct call_limits limits = {.cpu_ms = 300, .memory_mib = 16, .threads = 2};
	static const size_t all[CASES] = {0, 1, 2, 3, 4, 5, 6};
	TEXT_SCOPED struct text printed = {0};
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call_outcome outcomes[CASES];
	unsigned passed = 0;
	if (sandbox_run(&sandbox, &submission, batch, &limits, all, CASES, arena, outcomes, NULL, NULL, &printed, &why))
		for (size_t i = 0; i < CASES; i++) {
			must_fit(&outcomes[i]);
			passed += outcomes[i].verdict == VERDICT_PASSED;
		}
	else
		MUST(why.length > 0);
	/* nobody passes who did not answer both calls, with the nonce and the number of the call or the round */
	MUST(passed * 2 <= right_answers);
	must_be_harmless(text_string(&why), why.length);
	must_be_harmless(text_string(&printed), printed.length);
	MUST(printed.length <= 6 * WORKER_PRINTED_BYTES + 6 * 4096);
}

static void probe(void)
{
	TEXT_SCOPED struct text reason = {0};
	bool defined[OPERATION_COUNT];
	enum verdict verdict = sandbox_probe(&sandbox, &submission, defined, &reason);
	MUST(verdict == VERDICT_GRADED || verdict == VERDICT_REJECTED || verdict == VERDICT_HARNESS_FAULT);
	MUST(verdict == VERDICT_GRADED || reason.length > 0);
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		MUST(verdict == VERDICT_GRADED || !defined[i]);
	must_be_harmless(text_string(&reason), reason.length);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	(void)argc, (void)argv;
	struct batch_case cases[CASES] = {0};
	float scores[ROWS * COLUMNS] = {1, 2, 3, 4, 5, 6};
	TEXT_SCOPED struct text why = {0};
	for (size_t i = 0; i < CASES; i++) {
		cases[i].frame.operation = &operations[OP_attn_softmax];
		cases[i].frame.arguments[0].size = ROWS;
		cases[i].frame.arguments[1].size = COLUMNS;
		cases[i].frame.arguments[2].buffer = scores;
		cases[i].company = 1;
	}
	batch = batch_create(cases, CASES, &why);
	MUST(batch != NULL);
	submission.memfd = memory_create("submission", 1);
	sandbox = (struct sandbox){.mode = SANDBOX_LANDLOCK, .worker = "worker", .inputs.fd = -1, .outputs.fd = -1};
	sandbox.complaints = memory_create("complaints", 4096);
	sandbox.printed = memory_create("printed", WORKER_PRINTED_BYTES);
	end = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
	MUST(submission.memfd >= 0 && sandbox.complaints >= 0 && sandbox.printed >= 0 && end >= 0);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int ends[2];
	const unsigned open_before = open_descriptors();
	script = (struct script){data, size};
	MUST(socket_pair(ends));
	sandbox.socket = ends[0];
	zygote = ends[1];
	child = -1;
	nonce = now = sequence = right_answers = 0;
	burns = false;
	sandbox.mode = script_below(&script, 2) == 0 ? SANDBOX_LANDLOCK : SANDBOX_BUBBLEWRAP;
	if (script_below(&script, 4) == 3)
		probe();
	else
		run();
	hang_up(&zygote);
	hang_up(&child);
	has_ended(true);
	sandbox.pid = 0;
	zygote_stop(&sandbox);
	window_release(&sandbox.inputs);
	window_release(&sandbox.outputs);
	MUST(open_descriptors() == open_before);
	return 0;
}
