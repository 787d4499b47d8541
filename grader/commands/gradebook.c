#include "commands/gradebook.h"

#include <string.h>
#include <time.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "core/policy.h"
#include "core/roster.h"
#include "store/store.h"

static int read_course(const struct options *options, struct arena *arena, struct course_record *course,
		       struct text *why)
{
	struct store *store = store_open(options->database, STORE_READ, why);
	bool read = store != NULL && store_course(store, options->student, arena, course, why);
	if (store != NULL)
		store_close(store);
	return read ? -1 : EXIT_HARNESS;
}

bool gradebook_exercises(const struct options *options, struct arena *arena, struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open(options->database, STORE_READ, &why);
	const bool read = store != NULL && store_course(store, "/", arena, course, &why); /* no file is called that */
	if (store != NULL)
		store_close(store);
	return read;
}

static int read_roster(const struct options *options, struct arena *arena, struct diagnostics *diagnostics,
		       struct course_record *course)
{
	if (options->roster != NULL) {
		struct roster *roster = arena_alloc(arena, sizeof(*roster));
		if (!roster_read(options->roster, arena, diagnostics, roster))
			return EXIT_FINDINGS;
		course->roster = roster;
	}
	if (course->roster != NULL)
		roster_warn(course->roster, course, diagnostics);
	return -1;
}

/* Of the others of the class nothing is told where one was asked for. */
static void keep_one(const char *student, struct course_record *course)
{
	size_t i = 0;
	while (i < course->n_students && strcmp(course->students[i].name, student) != 0)
		i++;
	course->n_students = i < course->n_students;
	if (course->n_students > 0)
		course->students += i;
}

int gradebook_try(const struct options *options, struct arena *arena, struct diagnostics *diagnostics,
		  struct course_record *course, struct text *why)
{
	int status = read_course(options, arena, course, why);
	if (status < 0)
		status = read_roster(options, arena, diagnostics, course);
	if (status >= 0)
		return status;
	course->withheld = policy_withheld(course->policy, time(NULL));
	const bool found = options->student != NULL && course->n_students > 0;
	if (!found)
		roster_add_absent(course, arena);
	if (options->student != NULL && !found)
		keep_one(options->student, course);
	if (options->student == NULL || course->n_students > 0)
		return -1;
	text_add_format(why, "there is no student \"%s\" in \"%s\"", options->student, options->database);
	return EXIT_USAGE;
}

int gradebook_read(const struct options *options, struct arena *arena, struct diagnostics *diagnostics,
		   struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	const int status = gradebook_try(options, arena, diagnostics, course, &why);
	if (why.length > 0)
		complain("%s", text_string(&why));
	return status;
}
