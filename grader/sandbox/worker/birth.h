/*
 * How the zygote makes a child. A child that could tell how many were there before it could tell a later call what an
 * earlier one was given, by ending its process or not; so, in a namespace of our own, all have the same number. That
 * takes a privilege, which the zygote keeps for it and each child gives up before it loads anything.
 */
#ifndef WORKER_BIRTH_H
#define WORKER_BIRTH_H

#include <stdbool.h>
#include <sys/types.h>

/* The privilege, as bubblewrap is told to leave it. */
#define BIRTH_CAPABILITY "CAP_CHECKPOINT_RESTORE"

/*
 * As fork(). `same` is set to whether the child has the number that all have; where the zygote has no such privilege,
 * as outside a namespace of its own, it has the next that is free.
 */
pid_t birth_fork(bool *same);

/* In the child: gives up every privilege. False with errno. */
bool birth_resign(void);

#endif
