/* Reading what stands under `large`: the one call that is compared on sampled rows. */
#ifndef EXERCISE_LARGE_H
#define EXERCISE_LARGE_H

#include "exercise/exercise.h"
#include "exercise/reader.h"

/* Of an exercise whose id and function are read. NULL after complaints. */
const struct large *large_read(struct reader *reader, const struct exercise *exercise, const struct node *node);

#endif
