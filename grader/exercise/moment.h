/*
 * Times, spans of time and shares as course.yaml has them: `2026-03-01T23:59:59+01:00`, `15m`, `10%`. A time names its
 * zone: with an offset nobody needs to know where the grader runs, or whether it was summer.
 */
#ifndef EXERCISE_MOMENT_H
#define EXERCISE_MOMENT_H

#include "exercise/reader.h"

#include <stdint.h>

/* Seconds since 1970. False after a complaint, like the others. */
bool moment_read(struct reader *reader, const struct node *node, int64_t *seconds);

bool span_read(struct reader *reader, const struct node *node, const char *name, int64_t *seconds);

/* 0 to 100. */
bool percent_read(struct reader *reader, const struct node *node, const char *name, double *percent);

#endif
