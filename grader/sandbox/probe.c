/* Loads a submission once, to see whether it loads and which functions it defines. */
#include "sandbox/sandbox.h"

#include "sandbox/layout.h"
#include "sandbox/session.h"

/* As much as any exercise may allow. */
enum { PROBE_MEMORY_MIB = 4096, PROBE_CPU_SECONDS = 4 };

static enum start_end load(struct sandbox *sandbox, const struct submission *submission, struct session *session,
			   struct text *words)
{
	enum verdict verdict;
	struct request request = {
		.threads = 1,
		.inputs_bytes = layout_empty_bytes(),
		.outputs_bytes = layout_empty_bytes(),
		.memory_bytes = (uint64_t)PROBE_MEMORY_MIB << 20,
		.cpu_seconds = PROBE_CPU_SECONDS,
	};
	return session_start(session, sandbox, &request, submission, &verdict, words);
}

enum verdict sandbox_probe(struct sandbox *sandbox, const struct submission *submission, bool defined[OPERATION_COUNT],
			   struct text *reason)
{
	struct session session;
	struct reply ended;
	TEXT_SCOPED struct text words = {0};
	TEXT_SCOPED struct text printed = {0};
	enum start_end end = load(sandbox, submission, &session, &words);
	if (end == START_LOST) {
		text_clear(&words);
		zygote_stop(sandbox);
		end = zygote_start(sandbox, &words) ? load(sandbox, submission, &session, &words) : START_LOST;
	}
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		defined[i] = end == START_LOADED && session.defined[i];
	if (end == START_LOADED)
		session_end(&session, &ended);
	else
		text_add(reason, text_string(&words));
	if (end != START_LOST)
		session_collect(sandbox, &printed);
	return end == START_LOADED ? VERDICT_GRADED : end == START_LOST ? VERDICT_HARNESS_FAULT : VERDICT_REJECTED;
}
