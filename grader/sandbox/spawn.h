/* The command line that starts the worker: who it becomes, and what bubblewrap leaves it. */
#ifndef SANDBOX_SPAWN_H
#define SANDBOX_SPAWN_H

#include "sandbox/inside.h"

/* Descriptors that the spawned program starts with, beside 0, 1 and 2. */
enum { SPAWN_SOCKET = WORKER_SOCKET, SPAWN_WORKER };

/*
 * Spawns it with `socket` and the worker's file in their places and stderr in `complaints`. The pid, or 0
 * and one line of why.
 */
pid_t spawn_worker(const struct sandbox *sandbox, int socket, struct text *why);

/* Absolute path of a program in PATH, or NULL. */
const char *program_find(const char *name, struct arena *arena);

#endif
