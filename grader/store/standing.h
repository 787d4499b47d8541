/*
 * Which of a student's attempts counts, for the files of this module: what the rules of the run ask is read, and
 * core/policy.h decides.
 */
#ifndef STORE_STANDING_H
#define STORE_STANDING_H

#include "core/policy.h"
#include "store/connection.h"
#include "store/statement.h"

struct standing_reader {
	struct store *store;
	int64_t run;
	struct arena *arena;
	const struct course_record *course; /* policy and sandbox are read already */
	bool asks_all; /* of each attempt what it won, even if that does not decide which one counts */
	/* Of each hand-in of the student who was read last, in their order; NULL without rules. */
	const struct standing *each;
	struct statement latest, hand_ins, results;
};

/* The fields before the statements are set. */
void standing_reader_prepare(struct standing_reader *reader);
void standing_reader_release(struct standing_reader *reader);

/* A student's attempts: what the rules ask, and their rows. */
struct hand_ins {
	size_t count;
	struct hand_in_record *list;
	int64_t *attempts;
};

/* There must be rules. */
bool standing_hand_ins(struct standing_reader *reader, int64_t student, struct arena *arena, struct hand_ins *hand_ins,
		       struct text *why);

/* The row of the attempt, 0 if the student has none; and how it stands, all zeros without rules. */
bool standing_read(struct standing_reader *reader, int64_t student, int64_t *attempt, struct standing *standing,
		   struct text *why);

#endif
