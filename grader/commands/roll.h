/*
 * The exercises of a check as they run: a line each, as soon as it is done. On a terminal the one at hand is shown too,
 * so that one sees which never ends.
 */
#ifndef COMMANDS_ROLL_H
#define COMMANDS_ROLL_H

#include "commands/terminal.h"
#include "core/arena.h"
#include "core/record.h"
#include "grading/grade.h"

struct roll {
	const struct terminal *terminal;
	size_t n_exercises;
	const struct exercise_record *exercises; /* of the exam */
	unsigned withheld;			 /* what students are not shown now */
	struct arena *arena;
	size_t id_columns, title_columns;
	struct result_record **called; /* by exercise; NULL: not yet */
};

/* What `exercises` and `terminal` are must outlive it. */
struct roll roll_create(const struct terminal *terminal, const struct exercise_record *exercises, size_t count,
			unsigned withheld, struct arena *arena);

/* To be told by grade_submission. */
struct grade_follower roll_follower(struct roll *roll);

/* The run is over: takes away the line at hand, and calls again whose verdict became another one (none: count 0). */
void roll_end(struct roll *roll, const struct result_record *results, size_t count);

#endif
