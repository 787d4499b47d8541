/*
 * Measures how well an exercise tells right from wrong. Every misconception that breaks its function, every
 * trivial answer and every honest implementation takes all its cases, drawn from the public stream, and is judged
 * as a submission would be, though none of it runs in a sandbox: the answers are computed, the honest code is
 * ours.
 *
 * Long cases are what time goes into. A misconception is not tried on one if a group of shorter cases, hidden too,
 * has caught it well, or if the exercise is not for it.
 */
#ifndef GRADING_COVERAGE_H
#define GRADING_COVERAGE_H

#include "core/coverage.h"
#include "grading/exam.h"

/* A case with a longer side is long. */
enum { COVERAGE_LONG = 512 };

/* The exercise is ready, with all its groups. What the record points to lives in the arena. */
void coverage_measure(struct exam_exercise *entry, struct arena *arena, struct coverage_record *record);

/*
 * The part of it that tells how near honest code and mistakes come to the tolerance: no trivial answers, no other
 * secrets, and no misconception that a group without cases might catch.
 */
void coverage_measure_margin(struct exam_exercise *entry, struct arena *arena, struct coverage_record *record);

#endif
