/*
 * Who handed in the same bytes, for the files of this module. Of each student two hand-ins are looked at, the one that
 * counts and the latest: so of two students either both are told of the other, or none. What was handed in before is
 * not: many begin with the same. Nobody is a twin of the other name that the roster has for the same person.
 */
#ifndef STORE_TWIN_H
#define STORE_TWIN_H

#include "store/standing.h"

struct twin_reader {
	struct store *store;
	struct arena *arena;		   /* of the names */
	struct standing_reader *standings; /* prepared */
	struct statement ask;
	size_t n_students;
	int64_t *counting; /* by student, below n_students: the submission that counts, 0 as long as nobody asked */
};

/* The first three fields are set. */
void twin_reader_prepare(struct twin_reader *reader);
void twin_reader_release(struct twin_reader *reader);

/* `submission`: the one of the student that counts. */
bool twins_read(struct twin_reader *reader, int64_t student_id, int64_t submission, struct student_record *student,
		struct text *why);

#endif
