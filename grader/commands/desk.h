/*
 * The desk that hand-ins are graded at: exercises, rules, sandbox and gradebook made ready, what the gradebook knows
 * already, and what it is told. For commands that grade hand-ins into a gradebook.
 */
#ifndef COMMANDS_DESK_H
#define COMMANDS_DESK_H

#include <signal.h>

#include "commands/options.h"
#include "core/arena.h"
#include "commands/hand_in.h"
#include "exercise/course.h"
#include "exercise/exercise.h"
#include "grading/crew.h"
#include "store/store.h"

struct desk {
	const struct options *options;
	struct catalogue catalogue;
	const struct course *course; /* NULL: there are no rules */
	struct sandbox_options sandbox;
	struct store *store;
	struct exam *exam;
	int64_t run_id;
	struct text why; /* why the gradebook failed, if it did */
};

/*
 * What comes from files: exercises, rules, the worker. Returns -1 to go on, or, what is wrong being said, the exit
 * code.
 */
int desk_prepare(struct desk *desk, const struct options *options, struct arena *arena);

/* Opens the gradebook, makes the exam ready and begins a run. Returns as desk_prepare does. */
int desk_open(struct desk *desk, struct arena *arena);

/* Whatever was opened. */
void desk_close(struct desk *desk);

/* Which exercises to run for this content: those without a result. False if none need to be. */
bool desk_wants(struct desk *desk, const struct digest *submission, bool *wanted);

/*
 * Stores what came of a job, in one transaction. False, with the reason in `why`, if it cannot. `is_new` (or NULL): was
 * it not the student's latest hand-in before?
 */
bool desk_keep(struct desk *desk, const struct job *job, int64_t modified_at, const struct job_done *done,
	       bool *is_new);

/* Stores that the grader failed on a job, unless its file is gone. Returns as desk_keep does. */
bool desk_fail(struct desk *desk, const struct job *job, const struct job_done *done);

/*
 * What the grader failed on waits no longer if its file lay in one of the paths and is gone: nothing of that student is
 * among what was found there. `any` (or NULL): was there such a thing? Returns as desk_keep does.
 */
bool desk_forget_gone(struct desk *desk, const char *const *paths, size_t n_paths, const struct hand_in *found,
		      bool *any);

/*
 * Set by the first SIGINT or SIGTERM, once they are caught, which says so on stderr; after it the next of either
 * does what it does by itself.
 */
extern volatile sig_atomic_t desk_stop;
void desk_catch_signals(void);

#endif
