/* A run begins in the gradebook: which grader, where, what is graded and by which rules. */
#ifndef COMMANDS_RUN_H
#define COMMANDS_RUN_H

#include "exercise/course.h"
#include "grading/exam.h"
#include "sandbox/sandbox.h"
#include "store/store.h"

/* `course` may be NULL: there are no rules. False, and why, if the gradebook fails. */
bool run_begin(struct store *store, const struct exam *exam, const struct course *course, enum sandbox_mode mode,
	       struct arena *arena, int64_t *id, struct text *why);

#endif
