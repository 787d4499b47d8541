/*
 * An exam: the exercises of a run made ready once for all submissions. For each exercise its cases are
 * drawn, the reference's answers computed, and the inputs laid out for the sandbox. Read-only once made,
 * shared by all threads.
 */
#ifndef GRADING_EXAM_H
#define GRADING_EXAM_H

#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/record.h"
#include "exercise/exercise.h"
#include "reference.h"
#include "sandbox/sandbox.h"

struct exam_case {
	size_t group;
	unsigned repetition;
	struct answer answer;
};

struct exam_exercise {
	const struct exercise *exercise;
	/*
	 * Names the exercise's content: its file and, since a result says which required exercise to fix
	 * first, those of the exercises it requires.
	 */
	struct digest identity;
	double tolerance;
	size_t n_requires;
	const size_t *requires; /* indices into the exam */
	size_t n_cases;
	const struct exam_case *cases;	      /* by group, then repetition */
	const struct batch_case *batch_cases; /* likewise */
	struct batch *batch;
};

struct exam {
	struct digest reference; /* contract + reference version */
	struct digest secret_id;
	size_t n_exercises;
	struct exam_exercise *exercises; /* in the catalogue's order */
};

enum exam_scope { EXAM_ALL_GROUPS, EXAM_PUBLIC_GROUPS };

/*
 * NULL, with errors in `diagnostics`, if a case cannot be made. Memory lives in the arena; the batches must
 * be given back with exam_release.
 */
struct exam *exam_prepare(const struct catalogue *catalogue, const struct secret *secret, enum exam_scope scope,
			  struct arena *arena, struct diagnostics *diagnostics);
void exam_release(struct exam *exam);

/* Names the contract and the reference: results under another name do not count. */
struct digest exam_reference(void);

/* What reports need to know of the exercises, in the exam's order. */
const struct exercise_record *exam_records(const struct exam *exam, struct arena *arena);

#endif
