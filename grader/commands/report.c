/* grader report: the pages, from what the gradebook holds. */
#include "report/report.h"

#include <stdio.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "store/store.h"

int command_report(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct course_record course;
	const char *directory = options->output != NULL ? options->output : "reports";
	struct store *store = store_open(options->database, STORE_READ, &why);
	bool read = store != NULL && store_course(store, NULL, arena, &course, &why);
	if (store != NULL)
		store_close(store);
	if (!read || !report_write(directory, &course, &why)) {
		complain("%s", text_string(&why));
		return EXIT_HARNESS;
	}
	printf("%zu page%s; open %s/class/index.html\n", course.n_students, text_plural((double)course.n_students),
	       directory);
	return EXIT_WELL;
}
