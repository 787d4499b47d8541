/*
 * Receipts put to the test: the same file is graded again by the same cases, and must win the same.
 */
#ifndef COMMANDS_VERIFY_H
#define COMMANDS_VERIFY_H

#include "grading/exam.h"
#include "store/store.h"

struct difference {
	const char *exercise_id; /* "" if it is about the whole */
	const char *what;	 /* "won" */
	const char *receipt;	 /* what the receipt says */
	const char *now;	 /* what it should say */
};

struct verification {
	bool is_copy; /* the file holds something else by now: it is the gradebook's copy that was graded */
	size_t count;
	const struct difference *differences;
};

/*
 * Grades the file (NULL: what the receipts are of, from its file or the store's copy) as the receipts say that it was
 * graded, and collects what differs. False, with the reason, if it could not be graded here.
 */
bool verify_receipts(struct store *store, const struct receipts *receipts, const char *file, const struct exam *exam,
		     const struct sandbox_options *sandbox, struct arena *arena, struct verification *verification,
		     struct text *why);

#endif
