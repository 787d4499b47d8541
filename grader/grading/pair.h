/*
 * Two mistakes at once, for answers that no single misconception explains: pairs of misconceptions, in their first
 * codings, that replace different ideas, whose answers together equal the submission's on every case, as far as is
 * demanded; and then who, in another coding, can take the place of one of them. Pairs are many and an accident is
 * likelier than with one, so more is asked of them: neither explains several cases without the other; each would spoil
 * alone, in several cases, what they are to explain, and not through the other only; they tell every answer to several
 * that are wrong; they do not undo each other in more numbers than are wrong; and if several pairs fit, they must have
 * come of two mistakes that are each one of several. The search is bounded: very long cases are not asked, and beyond
 * the bound nothing is said.
 */
#ifndef GRADING_PAIR_H
#define GRADING_PAIR_H

#include "grading/clue.h"

/* On that side too, but in another coding than the first. */
enum { PAIR_CODED = 4 };

/*
 * Sets `side`, by suspect, to 1 or 2: one mistake is one of the first, the other one of the second, and which cannot be
 * told. All 0 if nothing can be said.
 */
void pair_find(const struct clue *clues, size_t n_clues, const size_t *suspects, size_t n_suspects, enum demand demand,
	       unsigned *side);

#endif
