/*
 * Diagnosis: the misconceptions whose answers equal a submission's on every case of a function, those that
 * it got right and those that it got wrong. Several that no case tells apart are named together; if none
 * fits, nothing is said. Better silent than wrong: a function that crashed, wrote out of bounds or left
 * elements unwritten is not diagnosed, for that is no misconception's doing; and an error that is barely
 * one is not either. Cases cut short by a limit of time or memory say nothing and are passed over.
 */
#ifndef GRADING_DIAGNOSIS_H
#define GRADING_DIAGNOSIS_H

#include "core/record.h"
#include "grading/exam.h"
#include "grading/judged.h"

/* What came of the cases of one exercise, in its order. */
struct evidence {
	struct exam_exercise *exercise;
	const struct judged *judged;
};

struct diagnosis {
	size_t count;
	struct diagnosis_record *list;
};

/* Diagnoses a function from all exercises of it that were run. */
struct diagnosis diagnosis_make(const struct evidence *evidence, size_t count, struct arena *arena);

/*
 * Of several misconceptions that fit one function, keeps those that fit most functions: somebody who forgets the
 * mask forgets it everywhere. The array is indexed by operation.
 */
void diagnosis_settle(struct diagnosis *by_operation, struct arena *arena);

#endif
