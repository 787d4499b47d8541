/* grader report: the pages, from what the gradebook holds. */
#include "report/report.h"

#include <stdio.h>

#include "commands/command.h"
#include "commands/gradebook.h"
#include "commands/setting.h"

int command_report(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text why = {0};
	struct course_record course;
	const char *directory = options->output != NULL ? options->output : "reports";
	const int status = gradebook_read(options, arena, diagnostics, &course);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
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
