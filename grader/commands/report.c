/* grader report: the pages, from what the gradebook holds. */
#include "report/report.h"

#include <pthread.h>
#include <stdio.h>

#include "commands/command.h"
#include "commands/gradebook.h"
#include "commands/margins.h"
#include "commands/place.h"
#include "commands/setting.h"

/* What the exercises of the gradebook leave to honest code is measured while the students are read. */
struct measuring {
	struct arena *arena;
	struct catalogue catalogue;
	struct course_record course; /* of nobody */
	pthread_t thread;
	bool is_running;
};

static void *measure(void *context)
{
	struct measuring *measuring = context;
	margins_measure(&measuring->catalogue, measuring->arena, &measuring->course);
	return NULL;
}

/* Exercises that were asked for must be there; those of the usual place may be gone, or wrong by now. */
static int find_exercises(const struct options *options, struct measuring *measuring)
{
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create(); /* to lint */
	const char *path = place_exercises(measuring->arena);
	if (options->exercises != NULL)
		return setting_catalogue(options, measuring->arena, &measuring->catalogue);
	if (path == NULL || !catalogue_load(&path, 1, measuring->arena, known, &measuring->catalogue))
		measuring->catalogue.count = 0;
	return -1;
}

/* A gradebook that cannot be read is complained of when it is read. */
static int begin(const struct options *options, struct measuring *measuring)
{
	if (!gradebook_exercises(options, measuring->arena, &measuring->course))
		return -1;
	const int status = find_exercises(options, measuring);
	measuring->is_running = status < 0 && measuring->catalogue.count > 0 &&
				pthread_create(&measuring->thread, NULL, measure, measuring) == 0;
	return status;
}

static bool has_same_exercises(const struct course_record *a, const struct course_record *b)
{
	bool same = a->n_exercises == b->n_exercises;
	for (size_t i = 0; same && i < a->n_exercises; i++)
		same = digest_equal(&a->exercises[i].hash, &b->exercises[i].hash);
	return same;
}

/* A grader may have begun with other exercises meanwhile. */
static void end(struct measuring *measuring, struct course_record *course)
{
	if (measuring->is_running)
		pthread_join(measuring->thread, NULL);
	if (measuring->is_running && has_same_exercises(&measuring->course, course))
		course->coverage = measuring->course.coverage;
	else if (measuring->catalogue.count > 0)
		margins_measure(&measuring->catalogue, measuring->arena, course);
}

static int read_course(const struct options *options, struct arena *arena, struct measuring *measuring,
		       struct course_record *course)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	int status = begin(options, measuring);
	if (status >= 0)
		return status;
	status = gradebook_read(options, arena, diagnostics, course);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (status >= 0)
		*course = (struct course_record){0};
	end(measuring, course);
	return status;
}

int command_report(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create(), *measured = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct measuring measuring = {.arena = measured};
	struct course_record course;
	const char *directory = options->output != NULL ? options->output : "reports";
	const int status = read_course(options, arena, &measuring, &course);
	if (status >= 0)
		return status;
	if (!report_write(directory, &course, &why))
		return complain_of(&why);
	printf("%zu page%s; open %s/class/index.html\n", course.n_students, text_plural((double)course.n_students),
	       directory);
	return EXIT_WELL;
}
