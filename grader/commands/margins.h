/*
 * What the exercises of a gradebook leave between honest code, the tolerance and mistakes: measured as it is asked for.
 */
#ifndef COMMANDS_MARGINS_H
#define COMMANDS_MARGINS_H

#include "core/arena.h"
#include "core/record.h"
#include "exercise/exercise.h"

/*
 * Measures those of the catalogue that are still what was graded, to the byte, and notes them in the course. The
 * catalogue must outlive it.
 */
void margins_measure(const struct catalogue *catalogue, struct arena *arena, struct course_record *course);

#endif
