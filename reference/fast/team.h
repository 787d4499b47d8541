/*
 * Doing the units of some work, on as many threads as are allowed.
 */
#ifndef FAST_TEAM_H
#define FAST_TEAM_H

#include <stdbool.h>

#include "kernels.h"

/*
 * Does all units; begins them in their order. With one thread, or one unit, no thread is made. False, with nothing
 * done, if there is no memory for the rooms.
 */
bool team_do(size_t threads, const struct fast_work *work, const void *given);

/* Lets others go first while one waits for them. */
void team_yield(void);

#endif
