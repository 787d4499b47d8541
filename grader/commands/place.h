/*
 * Where things are: the worker, the exercises, the header. One table of places, tried in order, serves a
 * grader that was just built and one that was installed, from whatever folder it is called.
 */
#ifndef COMMANDS_PLACE_H
#define COMMANDS_PLACE_H

#include "core/arena.h"

/* Path of the worker executable; NULL if it is nowhere. */
const char *place_worker(struct arena *arena);

/* Path of the exercises; NULL if they are nowhere. */
const char *place_exercises(struct arena *arena);

#endif
