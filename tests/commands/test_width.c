/* What is to be read on a terminal keeps within it; what goes to a program has a line for each thing, however long. */
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/paragraphs.h"
#include "commands/program.h"
#include "commands/pty.h"
#include "misconceptions.h"
#include "omissions.h"
#include "suite.h"

enum { COLUMNS = 80, NARROW = 64, SLENDER = 36 };

static void set_up(void)
{
	setenv("TERM", "xterm", 1);
}

static void expect(const char *command, const char *operand, const char *option, size_t columns, const char *words)
{
	TEXT_SCOPED struct text seen = {0};
	const char *const argv[] = {BUILD_DIR "/grader", command, operand, option, NULL};
	ck_assert_int_eq(pty_run(SOURCE_DIR, argv, columns, &seen), EXIT_WELL);
	pty_expect_width(&seen, columns);
	ck_assert_msg(strstr(text_string(&seen), words) != NULL, "%s", text_string(&seen));
}

START_TEST(help_keeps_within_the_terminal)
{
	expect("--help", NULL, NULL, COLUMNS, "for all\r\n                              together: it wins");
	expect("--help", NULL, NULL, NARROW, "doctor");
	for (size_t i = 0; i < command_count; i++) {
		expect(commands[i].name, "--help", NULL, COLUMNS, "--help");
		expect(commands[i].name, "--help", NULL, NARROW, "this text");
	}
	TEXT_SCOPED struct text usage = {0};
	pty_run(NULL, (const char *const[]){BUILD_DIR "/grader", NULL}, COLUMNS, &usage);
	pty_expect_width(&usage, COLUMNS);
}
END_TEST

START_TEST(lists_keep_within_the_terminal)
{
	expect("list", NULL, NULL, COLUMNS,
	       "public  title\r\nL1.1    attn_is_causal_mask             10   3/15  Is this");
	expect("list", NULL, NULL, NARROW, "48 exercises");
	expect("list", NULL, NULL, 150, "10 points,  3 of 15 cases public   Is this the causal mask?\r\n");
	expect("list", "--misconceptions", NULL, COLUMNS,
	       "the past is\r\n                                      masked\r\n");
}
END_TEST

START_TEST(what_is_shown_keeps_within_the_terminal)
{
	static const char *const ids[] = {"L1.1", "L2.7", "L3.4", "L4.12", "L5.4", "L5.9"};
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		expect("show", ids[i], "--all", COLUMNS, "recall");
	expect("show", ids[0], NULL, SLENDER, "one more for each failed\r\nattempt ");
	expect("show", misconception_find("M43")->id, NULL, NARROW, "\r\n\r\nwrong in attn_softmax ");
	expect("show", omission_find("M54")->id, NULL, NARROW, "\r\n\r\nnot in the catalogue: ");
	TEXT_SCOPED struct text doctor = {0};
	pty_run(NULL, (const char *const[]){BUILD_DIR "/grader", "doctor", NULL}, COLUMNS, &doctor);
	pty_expect_width(&doctor, COLUMNS);
}
END_TEST

/* What is to be copied is not broken: it goes where it has the most room. */
START_TEST(a_path_that_is_too_long_beside_goes_below)
{
	static const struct terminal narrow = {.width = 40, .is_live = true}, pipe = {.width = 40};
	static const struct {
		const struct terminal *terminal;
		const char *words, *hung;
	} cases[] = {
		{&narrow, "a /path/that/fits", "ok a /path/that/fits\n"},
		{&narrow, "a /path/of/the/columns/that/are/left/x", "ok a\n   /path/of/the/columns/that/are/left/x\n"},
		{&narrow, "/path/that/is/a/column/longer/than/it", "ok /path/that/is/a/column/longer/than/it\n"},
		{&narrow, "/path/that/is/a/column/longer/than/that",
		 "ok \n        /path/that/is/a/column/longer/than/that\n"},
		{&narrow, "aWordThatIsNoPathAndHasFarTooManyColumns",
		 "ok aWordThatIsNoPathAndHasFarTooManyColu\n   mns\n"},
		{&pipe, "/path/that/is/a/column/longer/than/that", "ok /path/that/is/a/column/longer/than/that\n"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		TEXT_SCOPED struct text text = {0};
		text_add(&text, "ok ");
		terminal_hang(&text, cases[i].terminal, cases[i].words, strlen("ok "));
		ck_assert_str_eq(text_string(&text), cases[i].hung);
	}
}
END_TEST

static const char markdown[] =
	"One two three four\nfive six.\n\n- an item of several words\n- another\n  that goes on\n\n"
	"    code = that(is, longer) + than(lines);\n\n```\ncode that is longer than lines\n```\n10. ten\n";

START_TEST(paragraphs_are_filled_and_code_is_not)
{
	static const struct terminal narrow = {.width = 20, .is_live = true}, pipe = {.width = 20};
	TEXT_SCOPED struct text filled = {0}, same = {0};
	paragraphs_add(&filled, &narrow, markdown);
	ck_assert_str_eq(text_string(&filled),
			 "One two three four\nfive six.\n\n- an item of several\n  words\n- another that goes\n  on\n\n"
			 "    code = that(is, longer) + than(lines);\n\n```\ncode that is longer than lines\n```\n"
			 "10. ten\n");
	paragraphs_add(&same, &pipe, markdown);
	ck_assert_str_eq(text_string(&same), markdown);
}
END_TEST

/* A mark may be all there is of an item, wider than the terminal with its blanks. */
START_TEST(marks_alone_headings_and_asked_for_breaks_are_kept)
{
	static const struct terminal narrow = {.width = 20, .is_live = true};
	static const struct {
		const char *markdown, *filled;
	} cases[] = {
		{"- \n\n", "- \n\n"},
		{"- ", "- \n"},
		{"1. \n- b\n", "1. \n- b\n"},
		{"- \n  words\n", "- words\n"},
		{"-                                                                      \n\n",
		 "-                                                                      \n\n"},
		{"# Heading\nOne two\nthree\n", "# Heading\nOne two three\n"},
		{"One\n###\ntwo\n", "One\n###\ntwo\n"},
		{"One\n#2 and\nthree\n", "One #2 and three\n"},
		{"One  \ntwo \nthree\n", "One\ntwo three\n"},
		{"- one  \n  two\n", "- one\n  two\n"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		TEXT_SCOPED struct text filled = {0};
		paragraphs_add(&filled, &narrow, cases[i].markdown);
		ck_assert_str_eq(text_string(&filled), cases[i].filled);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		help_keeps_within_the_terminal,		 lists_keep_within_the_terminal,
		what_is_shown_keeps_within_the_terminal, a_path_that_is_too_long_beside_goes_below,
		paragraphs_are_filled_and_code_is_not,	 marks_alone_headings_and_asked_for_breaks_are_kept};
	return SUITE_RUN("width", tests, set_up, NULL);
}
