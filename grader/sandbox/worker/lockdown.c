#include "sandbox/worker/lockdown.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "sandbox/worker/birth.h"
#include "sandbox/worker/landlock.h"

enum {
	DESCRIPTORS = 24,	      /* the loader opens libraries one at a time */
	FILE_BYTES = 1 << 20,	      /* more than stdout can hold: its own limit is in its seals */
	LOADER_BYTES = 16 << 20,      /* room for libgomp and the rest, until it is known what they take */
	LOOSE_BYTES = 512 << 10,      /* of the worker and the loader themselves, on heap and stack */
	THREAD_BYTES = 1 << 20,	      /* what a thread costs beside its stack */
	NAMESPACE_PROCESSES = 2,      /* bubblewrap's init and the zygote */
	SPREAD_DESCRIPTORS_FROM = 32, /* above every fixed number */
};

/* Far from libraries, heap and stack, so that a wild pointer of theirs does not land in it. */
#define ARENA_HINT ((void *)UINT64_C(0x200000000000))

const char *lockdown_map(const struct request *request, const int fds[START_FDS], struct arena_window *arena)
{
	arena->inputs_bytes = request->inputs_bytes;
	arena->outputs_bytes = request->outputs_bytes;
	uint64_t bytes = request->inputs_bytes + request->outputs_bytes;
	arena->start = mmap(ARENA_HINT, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
	if (arena->start == MAP_FAILED)
		return "reserve the arena";
	void *window = arena->start + request->inputs_bytes;
	if (mmap(arena->start, request->inputs_bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, fds[START_INPUTS], 0) !=
	    arena->start)
		return "map the inputs";
	if (mmap(window, request->outputs_bytes, PROT_NONE, MAP_SHARED | MAP_FIXED, fds[START_OUTPUTS], 0) != window)
		return "map the outputs";
	return NULL;
}

/* Moves the request's descriptors to their fixed numbers and closes every other one. */
static const char *settle(const int fds[START_FDS], int ruleset, int *moved_ruleset)
{
	static const struct {
		int from, to;
	} places[] = {
		{START_PRINTED, 1},
		{START_PRINTED, 2},
		{START_SOCKET, WORKER_SOCKET},
		{START_SUBMISSION, WORKER_SUBMISSION},
	};
	int high[START_FDS];
	for (size_t i = 0; i < START_FDS; i++)
		high[i] = fcntl(fds[i], F_DUPFD, SPREAD_DESCRIPTORS_FROM);
	int spare = fcntl(ruleset, F_DUPFD, SPREAD_DESCRIPTORS_FROM);
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		if (dup2(high[places[i].from], places[i].to) < 0)
			return "move descriptors";
	*moved_ruleset = dup2(spare, WORKER_FDS);
	if (*moved_ruleset < 0 || close_range(WORKER_FDS + 1, ~0U, 0) != 0)
		return "close descriptors";
	return NULL;
}

static uint64_t spare_threads(const struct request *request)
{
	return request->threads > 1 ? request->threads - 1 : 0;
}

/* All that may be mapped, so that memory_mib is the submission's alone. */
static uint64_t address_space(const struct request *request, const struct fortress *fortress, uint64_t loader_bytes)
{
	return fortress->mapped_bytes + request->inputs_bytes + request->outputs_bytes + request->memory_bytes +
	       loader_bytes + spare_threads(request) * (WORKER_STACK_BYTES + THREAD_BYTES);
}

static bool limit(const struct request *request, const struct fortress *fortress)
{
	const struct {
		__rlimit_resource_t resource;
		uint64_t value;
	} limits[] = {
		{RLIMIT_AS, address_space(request, fortress, LOADER_BYTES)},
		{RLIMIT_FSIZE, FILE_BYTES},
		{RLIMIT_CORE, 0},
		{RLIMIT_STACK, WORKER_STACK_BYTES},
		{RLIMIT_NOFILE, DESCRIPTORS},
		{RLIMIT_CPU, request->cpu_seconds},
		{RLIMIT_NPROC, NAMESPACE_PROCESSES + 1 + spare_threads(request)},
	};
	/*
	 * The last one counts all that a user has running: it says something only in a namespace of one's own.
	 * Without, threads are bounded by memory alone; their CPU time is counted together in any case.
	 */
	const size_t count = sizeof(limits) / sizeof(limits[0]) - !fortress->own_processes;
	for (size_t i = 0; i < count; i++) {
		struct rlimit value = {limits[i].value, limits[i].value};
		if (setrlimit(limits[i].resource, &value) != 0)
			return false;
	}
	return true;
}

/*
 * What honest libraries look at: OpenMP code that asks for nothing runs with the threads it is allowed, so
 * with one thread it does not try to start others; idle threads sleep instead of spinning; and malloc does
 * not reserve 64 MiB of address space for each thread.
 */
void lockdown_advise(unsigned threads)
{
	char number[16];
	snprintf(number, sizeof(number), "%u", threads);
	setenv("OMP_NUM_THREADS", number, 1);
	setenv("OMP_THREAD_LIMIT", number, 1);
	setenv("OMP_WAIT_POLICY", "passive", 1);
	if (threads > 1)
		mallopt(M_ARENA_MAX, 1);
}

const char *lockdown_close(const struct request *request, const struct fortress *fortress, const int fds[START_FDS])
{
	int ruleset;
	const char *failed = settle(fds, fortress->ruleset, &ruleset);
	if (failed != NULL)
		return failed;
	if (!birth_resign())
		return "give up its privileges";
	if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != fortress->parent)
		return "tie its life to the zygote";
	/* faster, not needed: some of them may be gone */
	if (CPU_COUNT(&request->processors) > 0)
		sched_setaffinity(0, sizeof(request->processors), &request->processors);
	if (request->threads > 1)
		lockdown_advise(request->threads);
	if (!limit(request, fortress))
		return "set limits";
	if (!landlock_enter(ruleset))
		return "enter landlock";
	close(ruleset);
	if (!filter_install(request->threads > 1 ? &fortress->threaded : &fortress->single))
		return "install the seccomp filter";
	return NULL;
}

/* By its own pid: that is how the filter tells it from the submission's setrlimit(), and lower is all it can go. */
bool lockdown_tighten(const struct request *request, const struct fortress *fortress, uint64_t libraries_bytes)
{
	const uint64_t loader = libraries_bytes + LOOSE_BYTES;
	const uint64_t memory = address_space(request, fortress, loader < LOADER_BYTES ? loader : LOADER_BYTES);
	const size_t page = (size_t)sysconf(_SC_PAGESIZE);
	if (prlimit(getpid(), RLIMIT_AS, &(struct rlimit){memory, memory}, NULL) != 0)
		return false;
	void *one = mmap(NULL, page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return one != MAP_FAILED && munmap(one, page) == 0;
}
