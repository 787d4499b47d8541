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

struct exam_shared;

struct exam_case {
	size_t group;
	unsigned repetition;
	const struct echo *echo; /* NULL: the case itself; else a further call that its property asks for */
	size_t asked;		 /* index of the case itself */
	struct answer answer;
};

/* What code with one misconception answers to one case. */
struct exam_mistaken {
	const struct answer **answers; /* by coding; NULL, and each of them, as long as nobody asked */
};

struct exam_exercise {
	const struct exercise *exercise;
	double tolerance;
	struct call_limits limits;
	size_t n_cases;
	struct exam_case *cases;	      /* by group, then repetition, each followed by its echoes */
	const struct batch_case *batch_cases; /* likewise */
	/*
	 * The order in which the cases run: public ones first. A child that has run a hidden case may remember it, and
	 * what it answers to a public one is shown.
	 */
	const size_t *order;
	uint64_t functions; /* that its cases call, a bit each */
	bool is_joint;	    /* are its cases among those that may run with others'? */
	size_t joint;	    /* the index of its first there */
	/* set by exam_answer and exam_ready, under the mutex */
	pthread_mutex_t mutex;
	struct arena *arena; /* of the answers; NULL until they are there */
	struct batch *batch; /* NULL until the exercise is ready */
	/* set by exam_mistaken_answer, under the mutex: by misconception, then case; NULL as long as nobody asked */
	struct exam_mistaken *mistaken;
};

struct exam {
	struct digest reference; /* contract + reference version */
	struct secret secret;
	struct digest secret_id;
	size_t n_exercises;
	struct exam_exercise *exercises;       /* in the catalogue's order */
	const struct exercise_record *records; /* what others need to know of them, likewise */
	struct candidate_pool *candidates;     /* for counterexamples */
	size_t n_joint;			       /* cases that may run with those of other exercises */
	struct exam_shared *shared;
	/* whoever grades may set them */
	bool is_quick; /* nothing is timed and no large call made, and there are no points for them */
	bool gives_up; /* what never returned in two exercises is not called in others: endless.h */
};

enum exam_scope { EXAM_ALL_GROUPS, EXAM_PUBLIC_GROUPS };

/*
 * NULL, with errors in `diagnostics`, if a case cannot be made. Memory lives in the arena, what exam_ready
 * adds until exam_release.
 */
struct exam *exam_prepare(const struct catalogue *catalogue, const struct secret *secret, enum exam_scope scope,
			  struct arena *arena, struct diagnostics *diagnostics);
void exam_release(struct exam *exam);

/* Computes the answers, unless that was done. Any thread may ask. */
void exam_answer(struct exam_exercise *entry);

/* Computes the answers and lays out the inputs, unless that was done. Any thread may ask. */
bool exam_ready(struct exam_exercise *entry, struct text *why);

/*
 * All cases of exercises that have the limits that most have, and none that is large, laid out together. NULL, and why,
 * if there is no memory for it.
 */
const struct batch *exam_joint_cases(const struct exam *exam, struct text *why);

/* Which of its cases are public: those of one kind may be seen at the same time. */
bool exam_is_public(const struct exam_exercise *entry, size_t index);

/*
 * What code with misconception `misconception` (of the catalogue), in that coding, answers to case `index`. Computed
 * when it is first asked for; any thread may ask. The exercise is ready.
 */
const struct answer *exam_mistaken_answer(struct exam_exercise *entry, size_t misconception, size_t coding,
					  size_t index);

/*
 * Names the contract, the reference, what properties ask and what speed is measured against: results under another name
 * do not count.
 */
struct digest exam_reference(void);

#endif
