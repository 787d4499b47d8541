#include "sandbox/session.h"

#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "core/stopwatch.h"
#include "sandbox/ending.h"
#include "sandbox/memory.h"

static const struct budget load_budget = {.cpu_ns = 1000000000, .wall_ns = 3000000000, .threads = 1};

/* The loader names the file as it saw it, which tells the student nothing. */
static void add_loader_words(const struct message *message, struct text *words)
{
	const char *text = message->as.text;
	size_t length = strnlen(text, sizeof(message->as.text));
	char prefix[32];
	snprintf(prefix, sizeof(prefix), "/proc/self/fd/%d: ", WORKER_SUBMISSION);
	size_t skip = strlen(prefix);
	if (length < skip || memcmp(text, prefix, skip) != 0)
		skip = 0;
	/* a forged message may say nothing */
	if (length == skip)
		text_add(words, "it cannot be loaded");
	text_add_visible(words, text + skip, length - skip);
}

static enum verdict judge(const struct session *session, const struct request *request, enum wait_end wait,
			  const struct message *answer, const struct reply *ended, struct text *words)
{
	ACCOUNT_SCOPED struct account account = {0};
	if (wait == WAIT_ANSWERED && answer->kind == MESSAGE_UNLOADABLE) {
		add_loader_words(answer, words);
		return VERDICT_REJECTED;
	}
	if (wait == WAIT_ANSWERED && answer->kind == MESSAGE_FULL) {
		text_add_format(words, "its static data and its constructors take more than the %llu MiB allowed",
				(unsigned long long)(request->memory_bytes >> 20));
		return VERDICT_OUT_OF_MEMORY;
	}
	const struct ending ending = {
		.wait = wait,
		.last = answer,
		.ended = ended,
		.budget = &load_budget,
		.memory_bytes = request->memory_bytes,
		.stack = session->child.stack,
	};
	const enum verdict verdict = ending_judge(&ending, &account);
	text_add_format(words, "while it was loaded (by a constructor?), it %s", text_string(&account.words));
	/* whoever passes these words on to a student has shown it no hidden input */
	if (account.detail.length > 0)
		text_add_format(words, ": %s", text_string(&account.detail));
	return verdict;
}

enum start_end session_start(struct session *session, struct sandbox *sandbox, struct request *request,
			     const struct submission *submission, enum verdict *verdict, struct text *words)
{
	struct message answer;
	struct reply ended;
	struct spent spent;
	STOPWATCH(PHASE_START);
	stopwatch_count(TALLY_CHILDREN, 1);
	*session = (struct session){.live = false};
	if (!child_start(sandbox, request, submission, &session->child, words)) {
		child_end(&session->child, &ended);
		return START_LOST;
	}
	stopwatch_enter(PHASE_LOAD);
	enum wait_end wait = child_wait(&session->child, &load_budget, &answer, &spent);
	if (wait == WAIT_ANSWERED && answer.kind == MESSAGE_LOADED) {
		memcpy(session->defined, answer.as.loaded.defined, sizeof(session->defined));
		session->live = true;
		return START_LOADED;
	}
	if (!child_end(&session->child, &ended)) {
		text_add(words, "the worker ended unexpectedly");
		return START_LOST;
	}
	*verdict = judge(session, request, wait, &answer, &ended, words);
	return START_UNLOADABLE;
}

bool session_end(struct session *session, struct reply *ended)
{
	STOPWATCH(PHASE_END);
	if (!session->live)
		return true;
	session->live = false;
	return child_end(&session->child, ended);
}

/* Line by line, so that the ends of lines stay what they are and everything else is made harmless. */
static void add_lines(struct text *printed, const char *data, size_t length)
{
	for (size_t at = 0; at < length;) {
		const char *newline = memchr(data + at, '\n', length - at);
		size_t line = newline == NULL ? length - at : (size_t)(newline - (data + at));
		text_add_visible(printed, data + at, line);
		if (newline != NULL)
			text_add(printed, "\n");
		at += line + 1;
	}
}

void session_collect(struct sandbox *sandbox, struct text *printed)
{
	char piece[4096];
	STOPWATCH(PHASE_END);
	/* where the child left the offset is its own word: it only bounds what is read */
	const off_t end = lseek(sandbox->printed, 0, SEEK_CUR);
	for (off_t at = 0; at < end && printed->length < WORKER_PRINTED_BYTES;) {
		size_t want = (size_t)(end - at) < sizeof(piece) ? (size_t)(end - at) : sizeof(piece);
		ssize_t got = pread(sandbox->printed, piece, want, at);
		if (got <= 0)
			break;
		add_lines(printed, piece, (size_t)got);
		at += got;
	}
	/* always: a child that moved the offset back would leave a note for the next one */
	memory_wipe(sandbox->printed, WORKER_PRINTED_BYTES);
	lseek(sandbox->printed, 0, SEEK_SET);
}
