/* Reading what stands under `speed`: the call that is timed, and the rungs that its time is measured by. */
#ifndef EXERCISE_SPEED_H
#define EXERCISE_SPEED_H

#include "exercise/exercise.h"
#include "exercise/reader.h"

/* Of an exercise whose id, function and limits are read. NULL after complaints. */
const struct speed *speed_read(struct reader *reader, const struct exercise *exercise, const struct node *node);

#endif
