#include "commands/kept.h"

#include <string.h>

static bool holds(const struct submission *submission, const struct digest *content)
{
	return memcmp(submission->sha256, content->bytes, DIGEST_BYTES) == 0;
}

static bool open_copy(struct store *store, const struct digest *content, struct submission *submission,
		      struct text *reason)
{
	TEXT_SCOPED struct text bytes = {0};
	bool found;
	*submission = (struct submission){.memfd = -1};
	if (!store_content(store, content, &bytes, &found, reason)) {
		submission->harness_fault = true;
		return false;
	}
	if (found)
		return submission_open_copy(text_string(&bytes), bytes.length, submission, reason);
	text_add(reason, "not there, or not the file that was graded; the gradebook has no copy of that");
	return false;
}

enum kept kept_open(struct store *store, const char *path, const struct digest *content, struct submission *submission,
		    struct text *reason)
{
	TEXT_SCOPED struct text ignored = {0};
	if (submission_open(path, submission, &ignored) && holds(submission, content))
		return KEPT_AS_FILE;
	submission_close(submission);
	return open_copy(store, content, submission, reason) ? KEPT_IN_GRADEBOOK : KEPT_NOWHERE;
}
