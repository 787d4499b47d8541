/*
 * An input on which a misconception shows, for the author of an exercise that misses it, in the words of an
 * exercise file: the first of the candidates for counterexamples that it fails by far enough.
 */
#ifndef GRADING_EXAMPLE_H
#define GRADING_EXAMPLE_H

#include "core/text.h"
#include "grading/exam.h"
#include "misconceptions.h"

/* Adds "{n_q: 1, n_k: 2, scores: [[0, 1]]}", as `given` wants it. False: no candidate shows it. */
bool example_add(struct text *text, const struct misconception *misconception, const struct exam *exam,
		 const struct exam_exercise *exercise);

/* Adds the arguments of a case as `given` wants them. */
void example_add_given(struct text *text, const struct batch_case *given);

#endif
