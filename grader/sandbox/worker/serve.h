/* A locked-down child: loads the submission and answers calls until the grader has had enough. */
#ifndef WORKER_SERVE_H
#define WORKER_SERVE_H

#include "sandbox/worker/lockdown.h"

/* Never returns; never runs a destructor. */
_Noreturn void serve(const struct request *request, const struct fortress *fortress, const int fds[START_FDS]);

#endif
