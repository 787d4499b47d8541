/*
 * Scores given by hand, for the files of this module.
 */
#ifndef STORE_MANUAL_H
#define STORE_MANUAL_H

#include "store/connection.h"
#include "store/statement.h"

struct manual_reader {
	struct statement ask;
	bool missing; /* the gradebook is too old to have any */
};

void manual_reader_prepare(struct manual_reader *reader, struct store *store);
void manual_reader_release(struct manual_reader *reader);

/*
 * Sets the scores of one or two students that hold: the latest of each exercise, unless it was withdrawn; and apart
 * from them those of exercises that the course has not.
 */
bool manual_read(struct manual_reader *reader, const int64_t student_ids[2], const struct course_record *course,
		 struct arena *arena, struct student_record *student, struct text *why);

#endif
