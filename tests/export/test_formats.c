/*
 * Documents of a made-up course against golden files; UPDATE_GOLDEN=1 writes them anew. That they say what they
 * should is asked by tests/export/formats.test.mjs, which reads them with the parsers of others.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/disclosure.h"
#include "core/file.h"
#include "core/policy.h"
#include "export/feedback.h"
#include "export/json.h"
#include "export/sample.h"
#include "suite.h"

enum { GOLDEN_BYTES_MAX = 1 << 20 };

static struct arena *arena;
static struct course_record course, ruled, due;

enum { PLAIN, RULED, DUE }; /* which of them a document is of */

/* Before the due date students see public cases alone, after it all but hints. */
static void make_due(void)
{
	struct policy *policy = arena_alloc(arena, sizeof(*policy));
	*policy = *ruled.policy;
	policy->feedback_before = 1 << FEEDBACK_PUBLIC;
	policy->feedback_after = FEEDBACK_ALL & ~(1 << FEEDBACK_HINTS);
	due = ruled;
	due.policy = policy;
	due.withheld = policy_withheld(policy, policy->due_at);
}
static struct diagnostics *diagnostics;

static void set_up(void)
{
	arena = arena_create();
	course = sample_course(arena);
	ruled = sample_ruled(arena);
	make_due();
	diagnostics = diagnostics_create();
}

static void tear_down(void)
{
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

static const struct {
	const char *file, *format;
	bool total;
	int student; /* or -1: all */
	int course;
} documents[] = {
	{"csv.csv", "csv", false, -1, PLAIN},
	{"csv-long.csv", "csv-long", false, -1, PLAIN},
	{"canvas.csv", "canvas", false, -1, PLAIN},
	{"canvas-total.csv", "canvas", true, -1, PLAIN},
	{"moodle.csv", "moodle", false, -1, PLAIN},
	{"moodle-total.csv", "moodle", true, -1, PLAIN},
	{"junit.xml", "junit", false, -1, PLAIN},
	{"json.json", "json", false, -1, PLAIN},
	{"gradescope-mixed.json", "gradescope", false, SAMPLE_QUOTED, PLAIN},
	{"gradescope-passed.json", "gradescope", false, SAMPLE_BROKEN, PLAIN},
	{"gradescope-rejected.json", "gradescope", false, SAMPLE_REJECTED, PLAIN},
	{"gradescope-missing.json", "gradescope", false, SAMPLE_MISSING, PLAIN},
	{"csv-ruled.csv", "csv", false, -1, RULED},
	{"csv-long-ruled.csv", "csv-long", false, -1, RULED},
	{"canvas-ruled.csv", "canvas", true, -1, RULED},
	{"moodle-ruled.csv", "moodle", true, -1, RULED},
	{"junit-ruled.xml", "junit", false, -1, RULED},
	{"json-ruled.json", "json", false, -1, RULED},
	{"gradescope-ruled.json", "gradescope", false, SAMPLE_QUOTED, RULED},
	{"gradescope-by-hand.json", "gradescope", false, SAMPLE_HALF, RULED},
	{"gradescope-too-late.json", "gradescope", false, SAMPLE_EMOJI, RULED},
	{"gradescope-due.json", "gradescope", false, SAMPLE_QUOTED, DUE},
};

enum { DOCUMENTS = sizeof(documents) / sizeof(documents[0]) };

/* As the command does: what students read is made from what they may see. */
static bool make_of(const struct course_record *whole, const char *format, bool total, int student, struct text *out)
{
	const struct export_format *made = export_find(format);
	struct course_record one = made->for_students ? disclosure_course(whole, arena) : *whole;
	if (student >= 0) {
		one.students += student;
		one.n_students = 1;
	}
	const struct export export = {
		.course = &one, .roster = &sample_roster, .total = total, .diagnostics = diagnostics};
	return made->add(&export, out);
}

static bool make(const char *format, bool total, int student, struct text *out)
{
	return make_of(&course, format, total, student, out);
}

static bool make_document(size_t index, struct text *out)
{
	const struct course_record *const courses[] = {[PLAIN] = &course, [RULED] = &ruled, [DUE] = &due};
	return make_of(courses[documents[index].course], documents[index].format, documents[index].total,
		       documents[index].student, out);
}

START_TEST(documents_are_as_they_were)
{
	TEXT_SCOPED struct text path = {0}, why = {0}, want = {0}, got = {0};
	ck_assert(make_document((size_t)_i, &got));
	text_add_format(&path, "%s/golden/export/%s", TESTS_DIR, documents[_i].file);
	if (getenv("UPDATE_GOLDEN") != NULL)
		ck_assert_msg(file_write(text_string(&path), got.data, got.length, &why), "%s", text_string(&why));
	ck_assert_msg(file_read(text_string(&path), GOLDEN_BYTES_MAX, &want, &why), "%s", text_string(&why));
	size_t same = 0;
	while (same < want.length && same < got.length && want.data[same] == got.data[same])
		same++;
	ck_assert_msg(same == want.length && same == got.length, "%s differs at byte %zu: want '%.120s', got '%.120s'",
		      text_string(&path), same, text_string(&want) + same, text_string(&got) + same);
}
END_TEST

START_TEST(every_format_has_a_document_here)
{
	for (size_t f = 0; f < export_format_count; f++) {
		size_t count = 0;
		for (size_t d = 0; d < DOCUMENTS; d++)
			count += strcmp(documents[d].format, export_formats[f].name) == 0;
		ck_assert_msg(count > 0, "%s has none", export_formats[f].name);
	}
	ck_assert_ptr_null(export_find("xml"));
}
END_TEST

/* All but csv and json are made to be handed on to students. */
START_TEST(students_learn_nothing_hidden)
{
	for (size_t d = 0; d < DOCUMENTS; d++) {
		TEXT_SCOPED struct text out = {0};
		ck_assert(make_document(d, &out));
		ck_assert_msg(strstr(text_string(&out), SAMPLE_PRINTED) == NULL, "%s", documents[d].file);
		ck_assert_msg(strcmp(documents[d].format, "json") == 0 ||
				      strstr(text_string(&out), SAMPLE_HIDDEN_NAME) == NULL,
			      "%s", documents[d].file);
	}
}
END_TEST

/* Of a student whose hidden cases, hints and diagnosis are withheld. */
START_TEST(what_is_withheld_is_in_no_document_for_students)
{
	static const char *const formats[] = {"moodle", "junit", "gradescope"};
	for (size_t f = 0; f < sizeof(formats) / sizeof(formats[0]); f++) {
		TEXT_SCOPED struct text open = {0}, out = {0};
		ck_assert(make(formats[f], false, SAMPLE_QUOTED, &open));
		ck_assert(make_of(&ruled, formats[f], false, SAMPLE_QUOTED, &out));
		ck_assert_ptr_nonnull(strstr(text_string(&open), "it looks like this mistake"));
		ck_assert_ptr_null(strstr(text_string(&out), "it looks like this mistake"));
		ck_assert_ptr_nonnull(strstr(text_string(&open), "hint: "));
		ck_assert_ptr_null(strstr(text_string(&out), "hint: "));
		if (strcmp(formats[f], "gradescope") == 0)
			ck_assert_ptr_null(strstr(text_string(&out), "after_published"));
		else
			ck_assert_ptr_null(strstr(text_string(&out), "hidden group"));
	}
}
END_TEST

/* Gradescope knows better whose due date has passed. */
START_TEST(what_waits_for_the_due_date_waits_whatever_the_clock_says)
{
	TEXT_SCOPED struct text before = {0}, after = {0};
	ck_assert(make_of(&due, "gradescope", false, SAMPLE_QUOTED, &before));
	ck_assert_ptr_null(strstr(text_string(&before), "hint: "));
	due.withheld = policy_withheld(due.policy, due.policy->due_at + due.policy->grace_s + 1);
	ck_assert(make_of(&due, "gradescope", false, SAMPLE_QUOTED, &after));
	ck_assert(strcmp(text_string(&before), text_string(&after)) == 0); /* too long to be shown */
}
END_TEST

START_TEST(hints_that_wait_for_the_due_date_are_told_after_it)
{
	struct result_record *results = arena_array(arena, due.students[SAMPLE_QUOTED].n_results, sizeof(*results));
	struct policy policy = *due.policy;
	struct student_record student = due.students[SAMPLE_QUOTED];
	const struct group_record hinted = {.name = "by hand",
					    .is_public = true,
					    .worth = 1,
					    .verdict = VERDICT_WRONG,
					    .hint = "Count again.",
					    .place = "",
					    .message = ""};
	TEXT_SCOPED struct text out = {0};
	memcpy(results, student.results, student.n_results * sizeof(*results));
	results[3].groups = &hinted;
	student.results = results;
	policy.feedback_after = 1 << FEEDBACK_PUBLIC | 1 << FEEDBACK_HIDDEN | 1 << FEEDBACK_HINTS;
	due.policy = &policy;
	due.students = &student;
	ck_assert(make_of(&due, "gradescope", false, 0, &out));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "\"output\": \"by hand: Count again.\""));
	ck_assert_ptr_nonnull(
		strstr(text_string(&out), "\\nhint: =does *every* row sum to one?")); /* of a hidden one */
	ck_assert_ptr_null(strstr(text_string(&out), "it looks like this mistake"));
}
END_TEST

START_TEST(who_handed_in_nothing_has_no_document)
{
	TEXT_SCOPED struct text out = {0};
	ck_assert(!make_of(&ruled, "gradescope", false, SAMPLE_STUDENTS, &out));
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->message, "\"s0001\" handed in nothing");
}
END_TEST

/* Somebody who handed in nothing, with one score given by hand. */
static void make_absent(struct student_record *student)
{
	static const struct manual_record oral = {"L3.1", 5, "oral", "ada@lab", "2026-03-04T09:00:00Z"};
	*student = (struct student_record){.name = "s0001",
					   .verdict = VERDICT_ABSENT,
					   .reason = "",
					   .handed_in_at = "",
					   .manual = &oral,
					   .n_manual = 1};
	policy_score(&course, student, NULL);
	course.students = student;
	course.n_students = 1;
}

START_TEST(a_score_given_by_hand_is_in_the_sum_of_who_handed_in_nothing)
{
	static const struct {
		const char *format, *expected;
	} sums[] = {
		{"csv", ",absent,118.5,5,,,,,,5\r\n"},
		{"csv-long", "attn_merge,3,absent,1,5,,5,,\r\n"},
		{"canvas", ",Tuesday,,,,5,5\r\n"}, /* the exercise, the course */
		{"moodle", "oral\",5,\"nothing was handed in\n"},
		{"junit", "name=\"won\" value=\"5\""},
		{"json", "\"won\": 5.0"},
	};
	struct student_record student;
	make_absent(&student);
	for (size_t i = 0; i < sizeof(sums) / sizeof(sums[0]); i++) {
		TEXT_SCOPED struct text out = {0};
		ck_assert(make(sums[i].format, true, -1, &out));
		ck_assert_msg(strstr(text_string(&out), sums[i].expected) != NULL, "%s: %s", sums[i].format,
			      text_string(&out));
	}
}
END_TEST

START_TEST(nobody_gets_a_score_for_what_was_not_graded)
{
	for (int student = SAMPLE_FAULT; student <= SAMPLE_HALF; student++) {
		TEXT_SCOPED struct text out = {0};
		ck_assert(!make("gradescope", false, student, &out));
		ck_assert_uint_eq(out.length, 0);
	}
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_ERROR), 2);
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->message,
			 "\"+fault\" is not graded yet: grade again, then export");
}
END_TEST

static void expect_warning(const char *format, bool total, const char *message)
{
	TEXT_SCOPED struct text out = {0};
	const size_t before = diagnostics_total(diagnostics);
	ck_assert(make(format, total, -1, &out));
	if (message == NULL) {
		ck_assert_uint_eq(diagnostics_total(diagnostics), before);
		return;
	}
	ck_assert_uint_eq(diagnostics_total(diagnostics), before + 1);
	ck_assert_str_eq(diagnostics_get(diagnostics, before)->message, message);
}

START_TEST(what_the_other_side_will_not_take_is_warned_about)
{
	struct exercise_record *changed = arena_array(arena, course.n_exercises, sizeof(*changed));
	memcpy(changed, course.exercises, course.n_exercises * sizeof(*changed));
	course.exercises = changed;
	expect_warning("canvas", true, NULL);
	expect_warning("moodle", false, NULL);
	expect_warning("moodle", true,
		       "moodle imports no grade above 100 unless the site allows it (unlimitedgrades, gradepointmax); "
		       "here one may be 118.5");
	changed[1].title = "The Final Score of a row";
	expect_warning("canvas", false, "canvas skips the column of L2.1: its title has \"Final Score\" in it");
	changed[1].title = "softmax";
	changed[1].id = "21";
	expect_warning("canvas", false, "canvas takes the id \"21\" for the number of an assignment of its own");
}
END_TEST

/* Whatever a submission is called after: somebody's address, name or number that the roster has elsewhere. */
START_TEST(who_is_not_in_the_roster_is_nobody_the_other_side_knows)
{
	static const struct roster nobody;
	static const struct {
		const char *format;
		const struct roster *roster;
		const char *line;
	} asked[] = {
		{"moodle", &sample_roster, "\nada@example.org,(not in the roster),(not in the roster),10,"},
		{"moodle", &nobody, "\nada@example.org,ada@example.org,ada@example.org,10,"},
		{"canvas", &sample_roster, "\n(not in the roster) ada@example.org,,,,,10,"},
		{"canvas", &nobody, "\nada@example.org,,,,,10,"},
	};
	struct student_record claimant = course.students[SAMPLE_LINES];
	claimant.name = "ada@example.org";
	course.students = &claimant;
	course.n_students = 1;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		TEXT_SCOPED struct text out = {0};
		const struct export export = {.course = &course, .roster = asked[i].roster, .diagnostics = diagnostics};
		ck_assert(export_find(asked[i].format)->add(&export, &out));
		ck_assert_msg(strstr(text_string(&out), asked[i].line) != NULL, "%s", text_string(&out));
	}
}
END_TEST

START_TEST(a_course_of_nobody_is_json_too)
{
	static const struct course_record nobody;
	TEXT_SCOPED struct text out = {0};
	json_write_course(&out, &nobody);
	ck_assert_str_eq(text_string(&out), "{\n  \"exercises\": [],\n  \"students\": []\n}\n");
}
END_TEST

START_TEST(a_score_for_the_course_is_not_left_out_in_silence)
{
	static const char wanted[] = "2 scores given by hand for the whole course, the first for \"half\", are not in "
				     "this document: ";
	static const struct {
		const char *format;
		bool total;
		const char *remedy; /* NULL: it is there */
	} asked[] = {
		{"csv", false, NULL},
		{"json", false, NULL},
		{"junit", false, NULL},
		{"canvas", true, NULL},
		{"canvas", false, "ask for a column with --total"},
		{"moodle", false, "ask for a column with --total"},
		{"csv-long", false, "the format csv has them"},
	};
	course = ruled;
	for (size_t i = 0; i < sizeof(asked) / sizeof(asked[0]); i++) {
		TEXT_SCOPED struct text message = {0};
		diagnostics_destroy(diagnostics); /* which holds the same message once */
		diagnostics = diagnostics_create();
		text_add_format(&message, "%s%s", wanted, asked[i].remedy == NULL ? "" : asked[i].remedy);
		expect_warning(asked[i].format, asked[i].total, asked[i].remedy == NULL ? NULL : text_string(&message));
	}
}
END_TEST

/* Somebody whose third exercise, of 100 points, has speed: 40 of them are for two rungs. */
static struct course_record time_third(enum verdict verdict, struct speed_record speed)
{
	struct course_record timed = course;
	struct student_record *student = arena_alloc(arena, sizeof(*student));
	struct result_record *results;
	*student = course.students[SAMPLE_ZERO];
	results = arena_array(arena, student->n_results, sizeof(*results));
	memcpy(results, student->results, student->n_results * sizeof(*results));
	results[2].verdict = verdict;
	results[2].speed = speed;
	results[2].won = results[2].automatic = verdict == VERDICT_SLOW ? 80 : 60;
	student->results = results;
	student->automatic = student->won = student->won - 100 + results[2].won;
	timed.students = student;
	timed.n_students = 1;
	return timed;
}

/* Apart from what is right, which does not fail. */
START_TEST(speed_is_told_apart)
{
	static const struct rung_record rungs[] = {{10, 1, true}, {4, 1, false}};
	static const char *const told[][3] = {
		{"gradescope", "\"number\": \"L2.2.speed\"",
		 "\"score\": 20.0,\n      \"max_score\": 40.0,\n      \"status\": \"passed\""},
		{"gradescope",
		 "speed: 5.28 times as long as the fast path; next rung at 4 times (+20 points)\\nwhat helps: ", ""},
		{"gradescope", "\"name\": \"Exercises passed\",\n      \"value\": 4", ""},
		{"junit", "failures=\"0\" errors=\"0\" skipped=\"0\"", ""},
		{"junit", "<property name=\"speed L2.2\" value=\"speed: 5.28 times as long", ""},
		{"moodle", "speed: 5.28 times as long as the fast path; next rung", ""},
		{"json", "\"ratio\": 5.28", "\"points\": 40.0,\n            \"won\": 20.0"},
		{"csv-long", "slow", ""},
	};
	const struct course_record timed = time_third(VERDICT_SLOW, (struct speed_record){5.28, "", 2, rungs});
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
		TEXT_SCOPED struct text out = {0};
		ck_assert(make_of(&timed, told[i][0], false, 0, &out));
		for (size_t k = 1; k < 3; k++)
			ck_assert_msg(strstr(text_string(&out), told[i][k]) != NULL, "%s: no '%s' in %s", told[i][0],
				      told[i][k], text_string(&out));
	}
}
END_TEST

START_TEST(speed_that_is_not_counted_says_why)
{
	static const struct rung_record rungs[] = {{10, 1, false}, {4, 1, false}};
	const struct speed_record speed = {0, "the answer of a timed call is wrong", 2, rungs};
	const struct course_record timed = time_third(VERDICT_WRONG, speed);
	TEXT_SCOPED struct text gradescope = {0}, junit = {0};
	ck_assert(make_of(&timed, "gradescope", false, 0, &gradescope));
	ck_assert_ptr_nonnull(
		strstr(text_string(&gradescope),
		       "\"score\": 0.0,\n      \"max_score\": 40.0,\n      \"status\": \"failed\",\n"
		       "      \"output\": \"speed is not counted: the answer of a timed call is wrong\""));
	ck_assert(make_of(&timed, "junit", false, 0, &junit));
	ck_assert_ptr_nonnull(strstr(text_string(&junit), "failures=\"1\""));
	ck_assert_ptr_nonnull(
		strstr(text_string(&junit), "\nspeed is not counted: the answer of a timed call is wrong"));
}
END_TEST

START_TEST(how_far_off_is_said_once)
{
	struct group_record group = {.verdict = VERDICT_WRONG,
				     .message = "a wrong number was written, about 32768 times the tolerance off",
				     .place = "",
				     .hint = "",
				     .ratio = 32768};
	TEXT_SCOPED struct text once = {0}, unsaid = {0};
	feedback_add_group(&once, &group);
	ck_assert_str_eq(strstr(text_string(&once), "about"), "about 32768 times the tolerance off");
	group.message = "off by more than is allowed";
	feedback_add_group(&unsaid, &group);
	ck_assert_str_eq(strstr(text_string(&unsaid), "about"), "about 3.277e+04 times the tolerance");
}
END_TEST

static char directory[64];

static void expect_file(const char *name, bool there)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, name);
	ck_assert_msg((access(text_string(&path), R_OK) == 0) == there, "%s", name);
}

/* What JSON's readers would round is a string, in scalars and in matrices. */
START_TEST(json_has_all_digits_of_numbers)
{
	static const double rounded[] = {0x1p53, 0x1p53, 0x1p64};
	static const uint64_t counts[] = {1ULL << 53, (1ULL << 53) + 1, UINT64_MAX};
	const struct matrix_record lengths = {
		.role = MATRIX_GIVEN, .name = "lengths", .rows = 1, .columns = 3, .values = rounded, .counts = counts};
	struct counterexample_record smallest = {
		.shown = {.scalars = "n = 18446744073709551615, offset = -9007199254740993; attn_edges: n = "
				     "9007199254740992, m = -3",
			  .returned = "",
			  .expected_return = "",
			  .n_matrices = 1,
			  .matrices = &lengths},
		.message = "",
		.program = ""};
	const struct result_record result = {
		.exercise_id = "", .message = "", .fix_first = "", .counterexample = &smallest};
	TEXT_SCOPED struct text out = {0};
	json_write(&out, json_result(&result), 17);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "\"scalars\": {\n      \"n\": \"18446744073709551615\",\n"
							"      \"offset\": \"-9007199254740993\",\n"
							"      \"n of attn_edges\": 9007199254740992,\n"
							"      \"m of attn_edges\": -3\n    }"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "9007199254740992,\n            \"9007199254740993\",\n"
							"            \"18446744073709551615\"\n"));
	smallest.shown.scalars = "";
	json_write(&out, json_result(&result), 17);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "\"scalars\": {},"));
}
END_TEST

START_TEST(a_folder_has_a_file_for_each_student_and_what_runs_the_grader)
{
	struct stat status;
	TEXT_SCOPED struct text why = {0}, program = {0};
	const char *base = getenv("TMPDIR");
	snprintf(directory, sizeof(directory), "%.40s/export-XXXXXX", base != NULL ? base : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	const struct export export = {.course = &course, .roster = &sample_roster, .diagnostics = diagnostics};
	struct policy best = *ruled.policy;
	best.counting = COUNTING_BEST;
	course = ruled; /* with somebody absent who has scores given by hand */
	course.policy = &best;
	ck_assert_msg(export_write(export_find("gradescope"), &export, directory, &why), "%s", text_string(&why));
	expect_file("results/o.neil/results.json", true);
	expect_file("results/missing/results.json", true);
	expect_file("results/_-e3b0c44298fc1c14/results.json", true); /* who has no name */
	expect_file("results/half/results.json", true);		      /* a score for the course was given by hand */
	expect_file("results/s0001/results.json", false);
	const size_t last = diagnostics_total(diagnostics) - 1;
	ck_assert_str_eq(diagnostics_get(diagnostics, last - 2)->message,
			 "\"s0001\" handed in nothing: there is no document to hold a score given by hand");
	ck_assert_str_eq(diagnostics_get(diagnostics, last - 1)->message,
			 "\"attempts: 1\" does not hold in Gradescope's autograder, which sees each hand-in by itself");
	ck_assert_str_eq(diagnostics_get(diagnostics, last)->message,
			 "\"counts: best\" does not hold in Gradescope's autograder: there the hand-in counts that is "
			 "active");
	text_add_format(&program, "%s/run_autograder", directory);
	ck_assert_int_eq(stat(text_string(&program), &status), 0);
	ck_assert_uint_eq(status.st_mode & 07777, 0755);
	expect_file("setup.sh", true);
	text_clear(&program);
	text_add_format(&program, "rm -r '%s'", directory);
	ck_assert_int_eq(system(text_string(&program)), 0);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("export/formats");
	TCase *tests = tcase_create("export/formats");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_add_loop_test(tests, documents_are_as_they_were, 0, DOCUMENTS);
	tcase_add_test(tests, every_format_has_a_document_here);
	tcase_add_test(tests, students_learn_nothing_hidden);
	tcase_add_test(tests, what_is_withheld_is_in_no_document_for_students);
	tcase_add_test(tests, what_waits_for_the_due_date_waits_whatever_the_clock_says);
	tcase_add_test(tests, hints_that_wait_for_the_due_date_are_told_after_it);
	tcase_add_test(tests, who_handed_in_nothing_has_no_document);
	tcase_add_test(tests, a_score_given_by_hand_is_in_the_sum_of_who_handed_in_nothing);
	tcase_add_test(tests, nobody_gets_a_score_for_what_was_not_graded);
	tcase_add_test(tests, what_the_other_side_will_not_take_is_warned_about);
	tcase_add_test(tests, who_is_not_in_the_roster_is_nobody_the_other_side_knows);
	tcase_add_test(tests, a_course_of_nobody_is_json_too);
	tcase_add_test(tests, a_score_for_the_course_is_not_left_out_in_silence);
	tcase_add_test(tests, speed_is_told_apart);
	tcase_add_test(tests, speed_that_is_not_counted_says_why);
	tcase_add_test(tests, how_far_off_is_said_once);
	tcase_add_test(tests, json_has_all_digits_of_numbers);
	tcase_add_test(tests, a_folder_has_a_file_for_each_student_and_what_runs_the_grader);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
