/* How far a run is: what the line says, and that it is for terminals only. */
#include <stdlib.h>
#include <string.h>

#include "commands/course.h"
#include "commands/progress.h"
#include "commands/pty.h"
#include "suite.h"

static const struct {
	struct progress progress;
	const char *line;
} lines[] = {
	{{0, 0, 0, 0, 0, 0}, "[........................................] 0 of 0"},
	{{300, 0, 300, 0, 0, 10}, "[........................................] 0 of 300"},
	{{300, 120, 300, 120, 0, 8451}, "[################........................] 120 of 300  14.2/s  13 s left"},
	{{300, 300, 300, 300, 0, 9000}, "[########################################] 300 of 300"},
	/* known already: no work, so no rate; then only the work counts */
	{{1000, 500, 1000, 0, 0, 100}, "[####################....................] 500 of 1000"},
	{{1000, 510, 500, 10, 0, 1000}, "[####################....................] 510 of 1000  10.0/s  49 s left"},
	{{1000, 999, 1000, 999, 0, 99900}, "[#######################################.] 999 of 1000  10.0/s  0 s left"},
	{{1000, 1, 1000, 1, 0, 1000}, "[........................................] 1 of 1000  1.0/s  17 min left"},
	/* what is at hand counts as far as it is done */
	{{4, 1, 3, 0, 0.5, 1000}, "[###############.........................] 1 of 4  30.0/min  5 s left"},
	{{4, 2, 3, 1, 1.5, 5000}, "[###################################.....] 2 of 4  30.0/min  1 s left"},
	/* 27 of the others are known, and come later */
	{{29, 1, 2, 1, 0.9, 6000}, "[##......................................] 1 of 29  19.0/min  0 s left"},
	/* what is measured in no time is no rate yet */
	{{1000, 9, 1000, 9, 0, 499}, "[........................................] 9 of 1000"},
	{{1000, 1, 1000, 1, 0, 10000}, "[........................................] 1 of 1000  6.0/min  2.8 h left"},
};

static const struct terminal wide = {.width = 80};

START_TEST(the_line_tells_rate_and_time)
{
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		TEXT_SCOPED struct text text = {0};
		progress_describe(&lines[i].progress, &wide, &text);
		ck_assert_str_eq(text_string(&text), lines[i].line);
	}
}
END_TEST

/* The last column stays free. */
START_TEST(the_line_fits_whatever_the_width)
{
	static const struct progress progress = {1000, 510, 500, 10, 0, 1000};
	static const struct {
		size_t width;
		const char *line;
	} narrow[] = {
		{50, "[########........] 510 of 1000  10.0/s  49 s left"},
		{40, "[#######.......] 510 of 1000  49 s left"},
		{30, "[#######........] 510 of 1000"},
		{20, "510 of 1000"},
	};
	for (size_t i = 0; i < sizeof(narrow) / sizeof(narrow[0]); i++) {
		const struct terminal terminal = {.width = narrow[i].width};
		TEXT_SCOPED struct text text = {0};
		progress_describe(&progress, &terminal, &text);
		ck_assert_str_eq(text_string(&text), narrow[i].line);
	}
	for (size_t width = 20; width < 100; width++) {
		const struct terminal terminal = {.width = width, .has_signs = true};
		TEXT_SCOPED struct text text = {0};
		progress_describe(&progress, &terminal, &text);
		ck_assert_uint_lt(terminal_columns(text_string(&text), text.length), width);
	}
}
END_TEST

#define GRADE ((const char *const[]){BUILD_DIR "/grader", "grade", "-x", "L3-analysis", "class", NULL})

static const size_t widths[] = {80, 40};

/* The bar goes when it is done; scores are told by the board alone. */
START_TEST(a_terminal_sees_a_bar)
{
	for (size_t i = 0; i < sizeof(widths) / sizeof(widths[0]); i++) {
		FOLDER_SCOPED char *folder = folder_create();
		TEXT_SCOPED struct text seen = {0};
		course_create(folder, 4);
		pty_run(folder, GRADE, widths[i], &seen);
		const char *shown = text_string(&seen);
		pty_expect_width(&seen, widths[i]);
		ck_assert_msg(strstr(shown, "\r\033[K[····") != NULL, "%s", shown);
		ck_assert_msg(strstr(shown, "] 4 of 4\r\033[K4 submissions: 4 graded") != NULL, "%s", shown);
		ck_assert_ptr_nonnull(strstr(shown, "student-003"));
		ck_assert_ptr_null(strstr(shown, "student-003:"));
	}
}
END_TEST

START_TEST(a_dumb_terminal_sees_lines)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text seen = {0};
	course_create(folder, 2);
	setenv("TERM", "dumb", 1);
	pty_run(folder, GRADE, 80, &seen);
	ck_assert_msg(strchr(text_string(&seen), '\033') == NULL, "%s", text_string(&seen));
	ck_assert_ptr_nonnull(strstr(text_string(&seen), "student-001: graded "));
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
	const TTest *const tests[] = {the_line_tells_rate_and_time, the_line_fits_whatever_the_width,
				      a_terminal_sees_a_bar, a_dumb_terminal_sees_lines, a_file_sees_plain_lines};
	setenv("TERM", "xterm", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
	return SUITE_RUN("progress", tests, NULL, NULL);
}
