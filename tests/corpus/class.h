/*
 * A class folder with everything that was ever handed in to fool a grader or by mistake: all of tests/hostile,
 * and files that are no submission at all. Behind each comes an honest submission, of other bytes each time,
 * so that it has to be graded.
 */
#ifndef TESTS_CORPUS_CLASS_H
#define TESTS_CORPUS_CLASS_H

#include "sandbox/promise.h"

struct entrant {
	struct promise promise;
	bool root_may;	 /* root can read it, and then it passes */
	size_t exercise; /* index */
};

enum { ENTRANTS_MAX = 512, CLASS_EXERCISES_MAX = 32, CLASS_ID_BYTES = 64 };

struct class
{
	size_t count;
	struct entrant entrants[ENTRANTS_MAX]; /* by name */
	size_t n_exercises;
	char exercises[CLASS_EXERCISES_MAX][CLASS_ID_BYTES]; /* ids: a function with its limits */
};

/* The exercise that most are about, a device that is in no folder, the submission that is to be replaced. */
#define CLASS_USUAL "edges.64.1.3000"
#define CLASS_DEVICE "null"
#define CLASS_REPLACED "replaced"
#define CLASS_REPLACED_FILE "class/" CLASS_USUAL "/" CLASS_REPLACED ".so"

/* Who is in it. Files for other machines than this one are left out. */
void class_list(struct class *class);

/* Makes all files below `folder`, which is there and empty: in a folder for each exercise. */
void class_make(const struct class *class, const char *folder);

/* Writes the exercises into `folder`, which is there. */
void class_write_exercises(const struct class *class, const char *folder);

#endif
