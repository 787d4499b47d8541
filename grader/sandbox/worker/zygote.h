/*
 * The zygote: a process that loads nothing and keeps nothing, so that every child it forks starts alike.
 * One thread, one child at a time. It ends when the grader's end of the socket closes.
 */
#ifndef WORKER_ZYGOTE_H
#define WORKER_ZYGOTE_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Serves until the grader is gone. `own_namespaces`: bubblewrap has put it into some. `libraries`: the files
 * that a child may open. Returns an exit status.
 */
int zygote_run(bool own_namespaces, char *const *libraries, size_t n_libraries);

#endif
