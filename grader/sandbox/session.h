/* A child that has loaded the submission, and what became of it if it did not. */
#ifndef SANDBOX_SESSION_H
#define SANDBOX_SESSION_H

#include "sandbox/child.h"

struct session {
	struct child child;
	bool live; /* the child runs, has loaded the submission and waits for calls */
	uint8_t defined[OPERATION_COUNT];
};

/* What starting came to. */
enum start_end {
	START_LOADED,
	START_UNLOADABLE, /* the submission's fault: `verdict` and `words` say it */
	START_LOST	  /* the zygote's fault: `words` says it */
};

enum start_end session_start(struct session *session, struct sandbox *sandbox, struct request *request,
			     const struct submission *submission, enum verdict *verdict, struct text *words);

/* Ends the child if there is one. False if the zygote is gone. */
bool session_end(struct session *session, struct reply *ended);

/* Adds what children printed since the last time, made visible and capped, and forgets it. */
void session_collect(struct sandbox *sandbox, struct text *printed);

#endif
