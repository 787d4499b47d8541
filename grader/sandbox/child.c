#include "sandbox/child.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "core/stopwatch.h"
#include "sandbox/memory.h"
#include "sandbox/socket.h"

enum {
	HELLO_MS = 30000,
	REAP_MS = 30000,
	NAP_NS = 200000,
	IDLE_CALLS = 5, /* as many calls may wait for as long as one may take */
};

static uint64_t cpu_ns(const struct child *child)
{
	struct timespec used;
	if (clock_gettime(child->clock, &used) != 0)
		return 0;
	return (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
}

static bool ask(struct sandbox *sandbox, struct request *request, const struct submission *submission,
		struct child *child)
{
	int ends[2];
	DESCRIPTOR_SCOPED int own = memory_reopen(submission->memfd);
	if (own < 0 || !socket_pair(ends))
		return false;
	const int fds[START_FDS] = {
		[START_SUBMISSION] = own,
		[START_INPUTS] = sandbox->inputs.fd,
		[START_OUTPUTS] = sandbox->outputs.fd,
		[START_PRINTED] = sandbox->printed,
		[START_SOCKET] = ends[1],
	};
	request->kind = REQUEST_START;
	request->nonce = noise_next(&sandbox->noise);
	if (request->threads > 1)
		request->processors = sandbox->processors;
	bool sent = socket_send(sandbox->socket, request, sizeof(*request), fds, START_FDS);
	close(ends[1]);
	*child = (struct child){.sandbox = sandbox, .socket = ends[0], .pidfd = -1, .nonce = request->nonce};
	return sent;
}

/* No code of the submission has run yet, so this one message can be taken at its word. */
static bool greet(struct child *child, struct text *why)
{
	struct message hello;
	ssize_t got = -1;
	if (socket_wait(child->socket, HELLO_MS))
		got = socket_receive(child->socket, &hello, sizeof(hello), &child->pid);
	if (got != (ssize_t)sizeof(hello)) {
		text_add(why, "the worker could not start a child");
		return false;
	}
	if (hello.kind == MESSAGE_BROKEN) {
		text_add(why, "the worker's child ");
		text_add_visible(why, hello.as.text, strnlen(hello.as.text, sizeof(hello.as.text)));
		return false;
	}
	child->arena = hello.as.hello.arena;
	child->stack = hello.as.hello.stack;
	child->pidfd = (int)syscall(SYS_pidfd_open, child->pid, 0);
	if (child->pidfd >= 0 && clock_getcpuclockid(child->pid, &child->clock) == 0) {
		child->begun = (struct spent){.cpu_ns = cpu_ns(child), .wall_ns = now_ns()};
		return true;
	}
	text_add(why, "the worker's child ended at once");
	return false;
}

/* Windows of its own, and noise that nothing before it tells about. */
static bool furnish(struct sandbox *sandbox, const struct request *request)
{
	memset(sandbox->shown, 0, sizeof(sandbox->shown));
	return window_renew(&sandbox->inputs, "inputs", request->inputs_bytes) && window_seal(&sandbox->inputs) &&
	       window_renew(&sandbox->outputs, "outputs", request->outputs_bytes) && noise_renew(&sandbox->noise);
}

bool child_start(struct sandbox *sandbox, struct request *request, const struct submission *submission,
		 struct child *child, struct text *why)
{
	*child = (struct child){.sandbox = sandbox, .socket = -1, .pidfd = -1};
	if (!furnish(sandbox, request)) {
		text_add_format(why, "cannot make memory for a child: %s", strerror(errno));
		return false;
	}
	if (!ask(sandbox, request, submission, child)) {
		text_add(why, "the worker does not answer");
		return false;
	}
	return greet(child, why);
}

bool child_go(struct child *child, struct message *go)
{
	go->nonce = child->nonce;
	go->sequence = ++child->sequence;
	child->begun.wall_ns = now_ns();
	return socket_send(child->socket, go, sizeof(*go), NULL, 0);
}

/* Takes what has come. WAIT_ENDED: nothing, and nothing will. */
static enum wait_end take(struct child *child, struct message *answer)
{
	ssize_t got = socket_receive(child->socket, answer, sizeof(*answer), NULL);
	/* a child that ended with a call unread is reported first, and only then its last words */
	if (got < 0 && errno == ECONNRESET)
		got = socket_receive(child->socket, answer, sizeof(*answer), NULL);
	if (got == (ssize_t)sizeof(*answer) && answer->nonce == child->nonce)
		return WAIT_ANSWERED;
	struct pollfd end = {.fd = child->socket};
	if (got == 0 && poll(&end, 1, 0) > 0 && (end.revents & POLLHUP) != 0)
		return WAIT_ENDED;
	return got < 0 ? WAIT_ENDED : WAIT_GARBAGE;
}

/*
 * Sleeps until something happens, or until the earliest moment at which the budget can have run out: with n
 * threads, CPU time passes at most n times as fast as the wall's.
 */
static bool nap(struct child *child, bool listening, const struct budget *budget, const struct spent *spent,
		bool *readable)
{
	struct pollfd entries[] = {
		{.fd = listening ? child->socket : -1, .events = POLLIN},
		{.fd = child->pidfd, .events = POLLIN},
	};
	uint64_t cpu_left = (budget->cpu_ns - spent->cpu_ns) / (budget->threads > 0 ? budget->threads : 1);
	uint64_t wall_left = budget->wall_ns - spent->wall_ns;
	uint64_t ns = (cpu_left < wall_left ? cpu_left : wall_left) + NAP_NS;
	struct timespec timeout = {(time_t)(ns / 1000000000), (long)(ns % 1000000000)};
	int ready = ppoll(entries, 2, &timeout, NULL);
	*readable = ready > 0 && entries[0].revents != 0;
	return ready > 0 && entries[1].revents != 0;
}

static struct spent since_begun(const struct child *child)
{
	const struct spent now = {.cpu_ns = cpu_ns(child), .wall_ns = now_ns()};
	return (struct spent){
		.cpu_ns = now.cpu_ns > child->begun.cpu_ns ? now.cpu_ns - child->begun.cpu_ns : 0,
		.wall_ns = now.wall_ns - child->begun.wall_ns,
	};
}

/*
 * How long a process was ready to run and others ran instead, in all its life. The clock on the wall is there to
 * catch sleepers; who starves has not slept.
 */
static uint64_t starved_ns(const char *process)
{
	char path[48], line[96], *delay = line;
	snprintf(path, sizeof(path), "/proc/%s/schedstat", process);
	FILE *file = fopen(path, "re");
	if (file == NULL)
		return 0;
	bool got = fgets(line, sizeof(line), file) != NULL;
	fclose(file);
	if (!got)
		return 0;
	strtoull(line, &delay, 10);
	return strtoull(delay, NULL, 10);
}

static uint64_t child_starved_ns(const struct child *child)
{
	char process[16];
	snprintf(process, sizeof(process), "%d", child->pid);
	return starved_ns(process);
}

static bool wall_is_over(const struct child *child, const struct budget *budget, struct spent *spent)
{
	if (spent->wall_ns <= budget->wall_ns)
		return false;
	const uint64_t starved = child_starved_ns(child);
	spent->wall_ns -= starved < spent->wall_ns ? starved : spent->wall_ns;
	return spent->wall_ns > budget->wall_ns;
}

/*
 * Naps that are short enough for each call would hold the grader up for hours. An answer that was there but not seen,
 * because this thread starved itself, is no nap.
 */
static bool idles(struct child *child, const struct budget *budget, const struct spent *spent)
{
	const uint64_t limit = IDLE_CALLS * budget->wall_ns;
	/* a grader that was stopped meanwhile finds an answer that is older than it looks */
	const uint64_t wall_ns = spent->wall_ns < budget->wall_ns ? spent->wall_ns : budget->wall_ns;
	if (wall_ns > spent->cpu_ns)
		child->idle_ns += wall_ns - spent->cpu_ns;
	return child->idle_ns > limit && child->idle_ns > limit + child_starved_ns(child) + starved_ns("thread-self");
}

enum wait_end child_wait(struct child *child, const struct budget *budget, struct message *answer, struct spent *spent)
{
	bool listening = true; /* a child may close its socket and go on; then its end is awaited */
	for (*spent = (struct spent){0};; *spent = since_begun(child)) {
		if (spent->cpu_ns > budget->cpu_ns)
			return WAIT_CPU;
		if (wall_is_over(child, budget, spent))
			return WAIT_WALL;
		bool readable = false;
		bool ended = nap(child, listening, budget, spent, &readable);
		if (!readable && !ended)
			continue;
		enum wait_end end = readable ? take(child, answer) : WAIT_ENDED;
		*spent = since_begun(child);
		if (end != WAIT_GARBAGE && (end == WAIT_ANSWERED || !readable) && spent->cpu_ns > budget->cpu_ns)
			return WAIT_CPU;
		if (end != WAIT_ENDED || !readable) {
			child->begun.cpu_ns += spent->cpu_ns;
			return end == WAIT_ANSWERED && idles(child, budget, spent) ? WAIT_IDLE : end;
		}
		listening = false;
	}
}

uint64_t child_since_ns(const struct child *child)
{
	return since_begun(child).cpu_ns;
}

static void tally(struct sandbox *sandbox, const struct reply *ended)
{
	sandbox->counts = !ended->same_number;
	if (ended->all_cpu_ns > sandbox->cpu_ns)
		stopwatch_count(TALLY_SANDBOX_CPU_NS, ended->all_cpu_ns - sandbox->cpu_ns);
	sandbox->cpu_ns = ended->all_cpu_ns;
}

bool child_end(struct child *child, struct reply *ended)
{
	struct request request = {.kind = REQUEST_REAP};
	*ended = (struct reply){.status = -1};
	descriptor_close_at(&child->socket);
	descriptor_close_at(&child->pidfd);
	struct sandbox *sandbox = child->sandbox;
	if (!socket_send(sandbox->socket, &request, sizeof(request), NULL, 0) ||
	    !socket_wait(sandbox->socket, REAP_MS) ||
	    socket_receive(sandbox->socket, ended, sizeof(*ended), NULL) != (ssize_t)sizeof(*ended) ||
	    ended->kind != REPLY_ENDED)
		return false;
	tally(sandbox, ended);
	return true;
}
