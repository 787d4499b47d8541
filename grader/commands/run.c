#include "commands/run.h"

#include <sys/utsname.h>

bool run_begin(struct store *store, const struct exam *exam, const struct course *course, enum sandbox_mode mode,
	       struct arena *arena, int64_t *id, struct text *why)
{
	struct utsname host;
	uname(&host);
	struct run_record run = {
		.grader_version = GRADER_VERSION,
		.host = arena_string(arena, host.nodename),
		.sandbox = sandbox_mode_name(mode),
		.reference = exam->reference,
		.secret_id = exam->secret_id,
		.n_exercises = exam->n_exercises,
		.exercises = exam->records,
	};
	if (course != NULL) {
		run.policy = &course->policy;
		run.roster = course->roster;
		run.rules = course->hash;
	}
	return store_begin_run(store, &run, id, why);
}
