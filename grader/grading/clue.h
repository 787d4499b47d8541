/*
 * Clues: the cases of a function that say something about what its author had in mind. A function that crashed, wrote
 * out of bounds or left elements unwritten has none, for that is no misconception's doing; one whose errors are
 * barely errors, or that answers one number to everything, has none either. Cases cut short by a limit of time or
 * memory say nothing and are passed over; very long ones are, unless only they are wrong.
 */
#ifndef GRADING_CLUE_H
#define GRADING_CLUE_H

#include "grading/demand.h"
#include "grading/exam.h"

/* What came of the cases of one exercise, in its order. */
struct evidence {
	struct exam_exercise *exercise;
	const struct judged *judged;
};

struct clue {
	struct exam_exercise *exercise;
	size_t index; /* of the case */
	const struct judged *judged;
	size_t size;  /* elements it has */
	size_t work;  /* about the steps that an answer to it takes: elements times the longest extent */
	bool is_long; /* sums over very many terms */
};

/* Small ones and, among those, failed ones first. Returns how many; they live in the arena. */
size_t clue_collect(const struct evidence *evidence, size_t count, struct clue **clues, struct arena *arena);

/* Does a case with that verdict forbid to say anything of what its author had in mind? */
bool clue_forbids(enum verdict verdict);

/* How many of them are clearly wrong in what is demanded to be explained? */
size_t clue_count_wrong(const struct clue *clues, size_t n_clues, enum demand demand);

/* The elements that a call's buffers have. */
size_t clue_size(const struct judged *judged);

/* Is anything wrong but real numbers that are 0? */
bool clue_is_telling(const struct clue *clue);

/* Would the answer pass for the submission's? */
bool clue_fits(const struct clue *clue, const struct answer *answer, enum demand demand);

/*
 * Of which outputs would it not, a bit each? The answer of code with the misconception in that coding; the right one.
 */
uint64_t clue_misfits(const struct clue *clue, size_t misconception, size_t coding, enum demand demand);
uint64_t clue_errors(const struct clue *clue, enum demand demand);

/* Is there no element of that answer that nobody can tell? */
bool clue_is_told(const struct clue *clue, size_t misconception, size_t coding);

/* Would the answer of code with the misconception, in any of its codings? */
bool clue_explained_somehow(const struct clue *clue, size_t misconception, enum demand demand);

/* Is anything that is wrong as it would be with the misconception, in any of its codings? */
bool clue_shows(const struct clue *clue, size_t misconception);

#endif
