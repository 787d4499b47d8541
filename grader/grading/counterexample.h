/*
 * Counterexamples: for an exercise that failed, a small public input that fails too. Candidates are run
 * through the submission, smallest first, until one fails; it is then shrunk until no row, column or element
 * of it can be dropped or made simpler. Of the exercise's own cases it is only asked whether what fails is a property,
 * and of public ones whether only those fail that hold NaN or infinities, and where: then such inputs are tried before
 * others, which may fail by another mistake.
 */
#ifndef GRADING_COUNTEREXAMPLE_H
#define GRADING_COUNTEREXAMPLE_H

#include "core/record.h"
#include "grading/sitting.h"

/*
 * `sitting` is what failed; its cases may be left out, and then nothing is said of them. The input found, with the
 * right answer and what became of it; NULL if there is none, and then `*why_none` is a line that says what was tried,
 * or "" after a fault of ours. Both live in the arena.
 */
const struct judged *counterexample_search(const struct exam *exam, const struct sitting *sitting,
					   struct sandbox *sandbox, const struct submission *submission,
					   struct arena *arena, const char **why_none);

/* What was found, to look at. */
const struct counterexample_record *counterexample_show(const struct judged *found,
							const struct exam_exercise *exercise,
							const struct submission *submission, struct arena *arena);

/* Both. */
const struct counterexample_record *counterexample_find(const struct exam *exam, const struct sitting *sitting,
							struct sandbox *sandbox, const struct submission *submission,
							struct arena *arena, const char **why_none);

#endif
