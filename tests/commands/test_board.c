/* The scoreboard: made-up students against a golden file, and at every width. UPDATE_GOLDEN=1 writes it anew. */
#include <string.h>

#include "commands/board.h"
#include "commands/golden.h"
#include "suite.h"

static const struct exercise_record exercises[] = {{.id = "L1.1"}, {.id = "L1.2"}};
static const struct result_record whole[] = {{.verdict = VERDICT_PASSED}, {.verdict = VERDICT_PASSED}};
static const struct result_record results[] = {{.verdict = VERDICT_PASSED}, {.verdict = VERDICT_HARNESS_FAULT}};
static const struct manual_record manual = {"", 9, "seen", "me", "2026-01-01T00:00:00Z"};

static const struct student_record students[] = {
	{.name = "absent", .verdict = VERDICT_ABSENT, .points = 60},
	{.name = "ada", .verdict = VERDICT_GRADED, .points = 60, .won = 51.666, .n_results = 2, .results = whole},
	{.name = "bob\033[2J", .verdict = VERDICT_GRADED, .points = 60, .won = 60, .n_results = 2, .results = whole},
	{.name = "broken", .verdict = VERDICT_REJECTED, .points = 60},
	{.name = "carol", .verdict = VERDICT_GRADED, .points = 60, .won = 51.666, .n_results = 2, .results = results},
	{.name = "dora", .verdict = VERDICT_GRADED, .points = 60, .won = 59.999, .n_manual = 1, .manual = &manual},
	{.name = "Zo\xc3\xab \xc3\x85ngstr\xc3\xb6m, whose name takes more room than there is for one",
	 .verdict = VERDICT_GRADED,
	 .points = 60,
	 .won = 12,
	 .n_results = 2,
	 .results = whole},
	{.name = "\xe5\xb1\xb1\xe7\x94\xb0\xe5\xa4\xaa\xe9\x83\x8e",
	 .verdict = VERDICT_GRADED,
	 .points = 60,
	 .won = 31,
	 .n_results = 2,
	 .results = whole},
};

static const struct course_record course = {
	.n_exercises = sizeof(exercises) / sizeof(exercises[0]),
	.exercises = exercises,
	.n_students = sizeof(students) / sizeof(students[0]),
	.students = students,
};

static void add(struct text *text, const struct terminal *terminal)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	board_add(text, terminal, &course, arena);
}

START_TEST(the_board_is_as_it_was)
{
	static const struct terminal terminals[] = {
		{.width = 80, .is_live = true}, {.width = 60, .is_live = true, .has_signs = true}, {.width = 80}};
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < sizeof(terminals) / sizeof(terminals[0]); i++)
		add(&text, &terminals[i]);
	golden_compare("board.txt", &text);
}
END_TEST

START_TEST(no_line_is_wider_than_the_terminal)
{
	for (size_t width = 20; width < 120; width++) {
		const struct terminal terminal = {.width = width, .is_live = true, .has_signs = true};
		TEXT_SCOPED struct text text = {0};
		add(&text, &terminal);
		for (const char *line = text_string(&text); *line != '\0'; line += strcspn(line, "\n") + 1)
			ck_assert_msg(terminal_columns(line, strcspn(line, "\n")) <= width, "%zu: %.*s", width,
				      (int)strcspn(line, "\n"), line);
	}
}
END_TEST

START_TEST(who_is_not_graded_is_seen)
{
	static const struct terminal coloured = {.width = 80, .is_live = true, .has_colour = true};
	TEXT_SCOPED struct text text = {0};
	add(&text, &coloured);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "  \033[31mrejected\033[0m\n"));
	ck_assert_ptr_null(strstr(text_string(&text), "\033[2J"));
}
END_TEST

START_TEST(points_have_no_exponents)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	static const struct terminal terminal = {.width = 80, .is_live = true};
	const struct student_record dean = {
		.name = "dean", .verdict = VERDICT_GRADED, .points = 46000, .won = 36107.142};
	const struct course_record large = {.n_students = 1, .students = &dean};
	TEXT_SCOPED struct text text = {0};
	board_add(&text, &terminal, &large, arena);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "  36107.14 of 46000\n"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_board_is_as_it_was, no_line_is_wider_than_the_terminal,
				      who_is_not_graded_is_seen, points_have_no_exponents};
	return SUITE_RUN("board", tests, NULL, NULL);
}
