/*
 * An exam: the exercises of a run made ready once for all submissions. For each exercise its cases are
 * drawn at once, so that mistakes show before anything runs; the reference's answers are computed, and the
 * inputs laid out for the sandbox, when the exercise is first needed. Shared by all threads.
 */
#ifndef GRADING_EXAM_H
#define GRADING_EXAM_H

#include <pthread.h>

#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/record.h"
#include "core/text.h"
#include "exercise/exercise.h"
#include "grading/candidate.h"
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
	struct exam_case *cases;	      /* by group, then repetition */
	const struct batch_case *batch_cases; /* likewise */
	/* set by exam_ready, under the mutex */
	pthread_mutex_t mutex;
	struct arena *arena; /* of the answers */
	struct batch *batch; /* NULL until the exercise is ready */
};

struct exam {
	struct digest reference; /* contract + reference version */
	struct digest secret_id;
	size_t n_exercises;
	struct exam_exercise *exercises; /* in the catalogue's order */
	struct candidate_pool *candidates; /* for counterexamples */
};

enum exam_scope { EXAM_ALL_GROUPS, EXAM_PUBLIC_GROUPS };

/*
 * NULL, with errors in `diagnostics`, if a case cannot be made. Memory lives in the arena, what exam_ready
 * adds until exam_release.
 */
struct exam *exam_prepare(const struct catalogue *catalogue, const struct secret *secret, enum exam_scope scope,
			  struct arena *arena, struct diagnostics *diagnostics);
void exam_release(struct exam *exam);

/* Computes the answers and lays out the inputs, unless that was done. Any thread may ask. */
bool exam_ready(struct exam_exercise *entry, struct text *why);

/* Names the contract and the reference: results under another name do not count. */
struct digest exam_reference(void);

/* What reports need to know of the exercises, in the exam's order. */
const struct exercise_record *exam_records(const struct exam *exam, struct arena *arena);

#endif
