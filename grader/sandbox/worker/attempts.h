/* Forbidden things, tried on purpose after lock-down, so that `grader doctor` can say they are denied. */
#ifndef WORKER_ATTEMPTS_H
#define WORKER_ATTEMPTS_H

#include "sandbox/worker/protocol.h"

/* Tries it. 0 if it went through, else the errno; may never return (the SIGSYS handler reports). */
int attempt_make(enum attempt attempt);

#endif
