/* How far a run is: what the line says, and that it is for terminals only. */
#include <pty.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/course.h"
#include "commands/progress.h"
#include "suite.h"

static const struct {
	struct progress progress;
	const char *line;
} lines[] = {
	{{0, 0, 0, 0}, "[........................................] 0 of 0"},
	{{300, 0, 0, 10}, "[........................................] 0 of 300"},
	{{300, 120, 120, 8451}, "[################........................] 120 of 300  14.2/s  13 s left"},
	{{300, 300, 300, 9000}, "[########################################] 300 of 300"},
	/* known already: no work, so no rate; then only the work counts */
	{{1000, 500, 0, 100}, "[####################....................] 500 of 1000"},
	{{1000, 510, 10, 1000}, "[####################....................] 510 of 1000  10.0/s  49 s left"},
	{{1000, 999, 999, 99900}, "[#######################################.] 999 of 1000  10.0/s  0 s left"},
	{{1000, 1, 1, 1000}, "[........................................] 1 of 1000  1.0/s  17 min left"},
	{{1000, 1, 1, 10000}, "[........................................] 1 of 1000  6.0/min  2.8 h left"},
};

START_TEST(the_line_tells_rate_and_time)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		TEXT_SCOPED struct text text = {0};
		progress_describe(&lines[i].progress, &text);
		ck_assert_str_eq(text_string(&text), lines[i].line);
	}
}
END_TEST

/* Runs the grader with a terminal for stdout and stderr, and takes what it shows. */
static void run_on_terminal(const char *folder, struct text *shown)
{
	int terminal;
	pid_t pid = forkpty(&terminal, NULL, NULL, NULL);
	ck_assert_int_ge(pid, 0);
	if (pid == 0) {
		if (chdir(folder) == 0)
			execl(BUILD_DIR "/grader", "grader", "grade", "-x", "L3-analysis", "class", NULL);
		_exit(127);
	}
	char buffer[4096];
	for (ssize_t got; (got = read(terminal, buffer, sizeof(buffer))) > 0;)
		text_add_bytes(shown, buffer, (size_t)got);
	close(terminal);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
}

START_TEST(a_terminal_sees_a_bar)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text shown = {0};
	course_create(folder, 4);
	run_on_terminal(folder, &shown);
	ck_assert_msg(strstr(text_string(&shown), "\r\033[K[....") != NULL, "%s", text_string(&shown));
	ck_assert_msg(strstr(text_string(&shown), " left") != NULL, "%s", text_string(&shown));
	ck_assert_ptr_nonnull(strstr(text_string(&shown), "student-003"));
}
END_TEST

START_TEST(a_file_sees_plain_lines)
{
	FOLDER_SCOPED char *folder = folder_create();
	course_create(folder, 4);
	PROGRAM_SCOPED struct program program = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_str_eq(text_string(&program.err), "");
	ck_assert_ptr_null(strpbrk(text_string(&program.out), "\r\033["));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "4 submissions: 4 graded"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_line_tells_rate_and_time, a_terminal_sees_a_bar, a_file_sees_plain_lines};
	return SUITE_RUN("progress", tests, NULL, NULL);
}
