/*
 * What the grader failed on, for the files of this module.
 */
#ifndef STORE_FAULT_H
#define STORE_FAULT_H

#include "store/connection.h"
#include "store/statement.h"

enum { FAULTS_SINCE_VERSION = 6 };

struct fault_reader {
	struct statement ask;
	bool missing; /* the gradebook is too old to have any */
};

void fault_reader_prepare(struct fault_reader *reader, struct store *store);
void fault_reader_release(struct fault_reader *reader);

/* Sets the fault of one or two students, if there is one: the latest. */
bool fault_read(struct fault_reader *reader, const int64_t student_ids[2], struct arena *arena,
		struct student_record *student, struct text *why);

/* The student's hand-in is graded, or rejected: it waits no longer. */
bool fault_settle(struct store *store, int64_t student_id, struct text *why);

#endif
