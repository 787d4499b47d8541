/*
 * What lint checks beyond loading: that the reference agrees with the numbers and statuses the author
 * wrote, that honest binary32 arithmetic can get there, and that a student is given what was promised.
 */
#ifndef GRADING_AUDIT_H
#define GRADING_AUDIT_H

#include "core/arena.h"
#include "core/diagnostic.h"
#include "exercise/exercise.h"

/* Adds what is wrong with the exercise to `diagnostics`. */
void audit_exercise(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics);

#endif
