/*
 * Diagnosis: the misconceptions whose answers equal a submission's on every case of a function, those that it got right
 * and those that it got wrong, in one of the ways to write them. Several that no case tells apart are named together.
 * If none fits, two at once may, each again one of several perhaps; or one whose answers are those of the submission
 * wherever numbers are made of numbers (demand.h). If none does, nothing is said. Better silent than wrong. Before all
 * that, outputs that are added to are told by what they held (leftover.h).
 */
#ifndef GRADING_DIAGNOSIS_H
#define GRADING_DIAGNOSIS_H

#include "core/record.h"
#include "grading/clue.h"

struct diagnosis {
	size_t count;
	size_t n_coded; /* of two mistakes, those names that fit in another coding than the first */
	/*
	 * After those there are `spare` more, which explain less of one function: what is ordinary (demand.h). Settling
	 * takes them in place of the others if more functions speak for them.
	 */
	size_t spare;
	struct diagnosis_record *list;
	/* Nothing ordinary is wrong, and not all is explained: if other functions contradict it, it is dropped. */
	bool is_weak;
	/* It was told from what nobody can guess: nothing is settled. */
	bool is_certain;
};

/* Diagnoses a function from all exercises of it that were run. */
struct diagnosis diagnosis_make(const struct evidence *evidence, size_t count, struct arena *arena);

/*
 * Does it say anything about that exercise of the function: is an error there one that it explains? Who has two
 * mistakes may show but one of them there.
 */
bool diagnosis_concerns(const struct diagnosis *diagnosis, const struct evidence *evidence);

/* All exercises of a function that were run. */
struct testimony {
	size_t count;
	const struct evidence *evidence;
};

/*
 * Of several misconceptions that fit one function, keeps those that fit most functions: somebody who forgets the
 * mask forgets it everywhere. A name gives way only to one that another function has too, as the only one of both or
 * as one that explains the whole submission, and only if it does not explain the numbers of that function itself: what
 * is wrong there may be something else. Functions that are right, or wrong in another way, where a misconception would
 * show speak against it; if as many do, none gives way to it. Of two mistakes at once, each is looked at for itself.
 * The arrays are indexed by operation.
 */
void diagnosis_settle(struct diagnosis *by_operation, const struct testimony *testimonies, struct arena *arena);

#endif
