#include "sandbox/worker/serve.h"

#include <dlfcn.h>
#include <errno.h>
#include <fenv.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sandbox/worker/attempts.h"
#include "sandbox/worker/channel.h"
#include "sandbox/worker/faults.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { EXIT_BROKEN = 120, EXIT_GONE, EXIT_MAPPING };

/* Pages that are open to calls in one place, by access and then parameter: from offset to offset of the arena. */
struct room {
	struct span {
		uint64_t from, to;
	} open[PAGES_KINDS][OPERATION_PARAMETERS_MAX];
};

struct service {
	uint64_t nonce;
	struct arena_window arena;
	struct room rooms[ROUND_CALLS_MAX]; /* as the grader numbers them */
	bool reads_script;
	attn_symbol symbols[OPERATION_COUNT];
};

/* The rules of arithmetic now in force: rounding, flush-to-zero, traps; not the sticky flags. */
static unsigned float_mode(void)
{
#if defined(__x86_64__)
	return _mm_getcsr() & ~0x3fU;
#else
	return (unsigned)fegetround();
#endif
}

static void say(const struct service *service, struct message *message)
{
	message->nonce = service->nonce;
	if (!channel_answer(message))
		_exit(EXIT_GONE);
}

_Noreturn static void say_broken(const struct service *service, const char *step)
{
	struct message message = {.kind = MESSAGE_BROKEN};
	snprintf(message.as.text, sizeof(message.as.text), "could not %s: %s", step, strerror(errno));
	say(service, &message);
	_exit(EXIT_BROKEN);
}

static int count(struct dl_phdr_info *info, size_t size, void *context)
{
	size_t *objects = context;
	(void)info, (void)size;
	(*objects)++;
	return 0;
}

static size_t count_objects(void)
{
	size_t objects = 0;
	dl_iterate_phdr(count, &objects);
	return objects;
}

struct census {
	const struct link_map *except; /* the submission: what it takes is its own */
	size_t known;		       /* objects that were there before; they come first */
	uint64_t bytes;
};

/* Adds what a loaded object spans in memory. */
static int measure(struct dl_phdr_info *info, size_t size, void *context)
{
	struct census *census = context;
	uint64_t low = UINT64_MAX, high = 0;
	(void)size;
	if (census->known > 0) {
		census->known--;
		return 0;
	}
	for (size_t i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *header = &info->dlpi_phdr[i];
		if (header->p_type != PT_LOAD)
			continue;
		low = header->p_vaddr < low ? header->p_vaddr : low;
		high = header->p_vaddr + header->p_memsz > high ? header->p_vaddr + header->p_memsz : high;
	}
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	if (high > low && (census->except == NULL || census->except->l_addr != info->dlpi_addr))
		census->bytes += (high + page - 1) / page * page - low / page * page;
	return 0;
}

/* What it brought with it. */
static uint64_t libraries_bytes(void *submission, size_t known)
{
	struct census census = {.known = known};
	dlinfo(submission, RTLD_DI_LINKMAP, &census.except);
	dl_iterate_phdr(measure, &census);
	return census.bytes;
}

/* The loader finds the sealed copy by its descriptor: a memfd has no path for Landlock to forbid. */
static void load(struct service *service, const struct request *request, const struct fortress *fortress)
{
	char path[] = "/proc/self/fd/?";
	_Static_assert(WORKER_SUBMISSION < 10, "one digit");
	path[sizeof(path) - 2] = '0' + WORKER_SUBMISSION; /* a page of code less than by printf */
	const size_t known = count_objects();
	void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	struct message message = {.kind = MESSAGE_LOADED};
	if (object == NULL) {
		const char *why = dlerror();
		message.kind = MESSAGE_UNLOADABLE;
		snprintf(message.as.text, sizeof(message.as.text), "%s", why == NULL ? "" : why);
	} else if (!lockdown_tighten(request, fortress, libraries_bytes(object, known))) {
		message.kind = MESSAGE_FULL;
	}
	if (message.kind != MESSAGE_LOADED) {
		say(service, &message);
		_exit(EXIT_SUCCESS);
	}
	close(WORKER_SUBMISSION);
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		void *symbol = dlsym(object, operations[i].name);
		memcpy(&service->symbols[i], &symbol, sizeof(symbol));
		message.as.loaded.defined[i] = symbol != NULL;
	}
	say(service, &message);
}

/*
 * Opens what of the pages is not open yet, and whatever lies between; nothing is closed again. So most calls find
 * all open that they need. What stays open holds nothing that the child has not seen; and a buffer ends at a guard
 * in one of its calls, and begins behind one in the other, whatever is open on its far side.
 */
static bool open_pages(const struct service *service, struct span *open, const struct wire_argument *argument)
{
	static const int protections[PAGES_KINDS] = {
		[PAGES_NONE] = PROT_NONE, [PAGES_READ] = PROT_READ, [PAGES_WRITE] = PROT_READ | PROT_WRITE};
	struct span wanted = {argument->pages_offset, argument->pages_offset + argument->pages_bytes};
	if (argument->pages_bytes == 0 || (open->from <= wanted.from && wanted.to <= open->to))
		return true;
	if (open->to > 0) {
		wanted.from = open->from < wanted.from ? open->from : wanted.from;
		wanted.to = open->to > wanted.to ? open->to : wanted.to;
	}
	*open = wanted;
	return mprotect(service->arena.start + open->from, open->to - open->from, protections[argument->access]) == 0;
}

static bool expose(struct service *service, const struct wire_call *calls, size_t count)
{
	bool done = true;
	for (size_t i = 0; i < count; i++)
		for (size_t p = 0; p < OPERATION_PARAMETERS_MAX; p++) {
			const struct wire_argument *argument = &calls[i].arguments[p];
			struct room *room = &service->rooms[calls[i].room];
			done = open_pages(service, &room->open[argument->access][p], argument) && done;
		}
	return done;
}

static struct wire_return call_once(const struct service *service, const struct wire_call *call)
{
	struct frame frame = {.operation = &operations[call->operation]};
	struct wire_return done;
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		frame.arguments[i].number = call->arguments[i].value;
		if (call->arguments[i].is_buffer)
			frame.arguments[i].buffer = service->arena.start + call->arguments[i].value;
		else if (i < frame.operation->n_parameters && frame.operation->parameters[i].kind == PARAMETER_CHOICE)
			frame.arguments[i].choice = (int32_t)call->arguments[i].value;
	}
	fesetenv(FE_DFL_ENV);
	unsigned mode = float_mode();
	errno = 0;
	done.returned = frame_call(&frame, service->symbols[call->operation]);
	done.float_mode_changed = float_mode() != mode;
	fesetenv(FE_DFL_ENV);
	fflush(stdout);
	return done;
}

static void answer(struct service *service, const struct message *asked, const struct wire_call *calls, size_t count)
{
	struct message done = {.kind = MESSAGE_DONE, .sequence = asked->sequence};
	if (!expose(service, calls, count))
		_exit(EXIT_MAPPING);
	for (size_t i = 0; i < count; i++)
		done.as.done[i] = call_once(service, &calls[i]);
	say(service, &done);
}

/* The script's pages are the same for all rounds, and stay open. */
static void answer_round(struct service *service, const struct message *asked)
{
	const struct wire_round *round = &asked->as.round;
	char *script = service->arena.start + round->script_offset;
	if (!service->reads_script && mprotect(script, round->script_bytes, PROT_READ) != 0)
		_exit(EXIT_MAPPING);
	service->reads_script = true;
	answer(service, asked, (const void *)script, round->count);
}

_Noreturn static void prove(const struct service *service, enum attempt attempt)
{
	struct message message = {.kind = MESSAGE_TRIED, .as.tried.error = attempt_make(attempt)};
	say(service, &message);
	_exit(EXIT_SUCCESS);
}

void serve(const struct request *request, const struct fortress *fortress, const int fds[START_FDS])
{
	struct service service = {.nonce = request->nonce};
	struct message message = {.kind = MESSAGE_HELLO};
	faults_sign(request->nonce);
	const char *failed = lockdown_map(request, fds, &service.arena);
	const int error = errno;
	if (failed == NULL)
		failed = lockdown_close(request, fortress, fds);
	else if (dup2(fds[START_SOCKET], WORKER_SOCKET) >= 0)
		errno = error;
	if (failed != NULL)
		say_broken(&service, failed);
	message.as.hello.arena = (uint64_t)(uintptr_t)service.arena.start;
	message.as.hello.stack = (uint64_t)(uintptr_t)__builtin_frame_address(0);
	say(&service, &message);
	if (request->attempt != ATTEMPT_NONE)
		prove(&service, request->attempt);
	load(&service, request, fortress);
	while (channel_next(&message) && (message.kind == MESSAGE_GO || message.kind == MESSAGE_ROUND))
		if (message.kind == MESSAGE_GO)
			answer(&service, &message, &message.as.go, 1);
		else
			answer_round(&service, &message);
	_exit(EXIT_GONE);
}
