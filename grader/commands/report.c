/* grader report: the pages, from what the gradebook holds. */
#include "report/report.h"

#include <stdio.h>

#include "commands/command.h"
#include "commands/gradebook.h"
#include "commands/margins.h"
#include "commands/place.h"
#include "commands/setting.h"

/* Exercises that were asked for must be there; those of the usual place may be gone, or wrong by now. */
static int measure_margins(const struct options *options, struct arena *arena, struct course_record *course)
{
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create(); /* to lint */
	struct catalogue catalogue = {0};
	const char *path = place_exercises(arena);
	if (options->exercises != NULL) {
		const int status = setting_catalogue(options, arena, &catalogue);
		if (status >= 0)
			return status;
	} else if (path == NULL || !catalogue_load(&path, 1, arena, known, &catalogue)) {
		return -1;
	}
	margins_measure(&catalogue, arena, course);
	return -1;
}

int command_report(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text why = {0};
	struct course_record course;
	const char *directory = options->output != NULL ? options->output : "reports";
	int status = gradebook_read(options, arena, diagnostics, &course);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (status < 0)
		status = measure_margins(options, arena, &course);
	if (status >= 0)
		return status;
	if (!report_write(directory, &course, &why)) {
		complain("%s", text_string(&why));
		return EXIT_HARNESS;
	}
	printf("%zu page%s; open %s/class/index.html\n", course.n_students, text_plural((double)course.n_students),
	       directory);
	return EXIT_WELL;
}
