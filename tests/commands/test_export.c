/* The export of a real gradebook, and the autograder that it makes for Gradescope, run as Gradescope runs it. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "core/file.h"
#include "export/export.h"
#include "suite.h"

enum { STUDENTS = 3 }; /* "plain", who wins everything, "no-scaling", "no-maximum" */

static char *folder;

static void set_up(void)
{
	folder = folder_create();
	course_create(folder, STUDENTS);
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", "L3-analysis", "--secret-file", "secret", "class");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
}

static void tear_down(void)
{
	folder_remove(&folder);
}

#define EXPORT(...) GRADER(folder, "export", "--format", __VA_ARGS__)

static void expect(const struct program *program, int status, const char *out, const char *err)
{
	ck_assert_msg(program->status == status && strstr(text_string(&program->out), out) != NULL &&
			      strstr(text_string(&program->err), err) != NULL,
		      "exit %d, \"%s\", \"%s\"", program->status, text_string(&program->out),
		      text_string(&program->err));
}

START_TEST(a_gradebook_is_printed_or_written)
{
	TEXT_SCOPED struct text written = {0};
	PROGRAM_SCOPED struct program printed = EXPORT("csv");
	expect(&printed, EXIT_WELL, ",22,22,22,,10,7,5\r\n", "");
	ck_assert_str_eq(text_string(&printed.err), "");
	PROGRAM_SCOPED struct program quiet = EXPORT("csv", "-o", "scores.csv");
	ck_assert_int_eq(quiet.status, EXIT_WELL);
	ck_assert_str_eq(text_string(&quiet.out), "");
	ck_assert(folder_read(folder, "scores.csv", &written));
	ck_assert_str_eq(text_string(&written), text_string(&printed.out));
	PROGRAM_SCOPED struct program one = EXPORT("canvas", "--student", "student-001", "--total");
	expect(&one, EXIT_WELL, "Points Possible,,,,,10,7,5,22\r\nstudent-001,,,,,10,", "");
	ck_assert_ptr_null(strstr(text_string(&one.out), "student-000"));
}
END_TEST

START_TEST(json_is_what_grade_prints)
{
	PROGRAM_SCOPED struct program exported = EXPORT("json");
	PROGRAM_SCOPED struct program graded =
		GRADER(folder, "grade", "-x", "L3-analysis", "--format", "json", "class");
	ck_assert_int_eq(exported.status, EXIT_WELL);
	ck_assert_str_eq(text_string(&exported.out), text_string(&graded.out));
}
END_TEST

START_TEST(a_roster_says_who_is_who)
{
	folder_write(folder, "roster.csv", "id,name,email\ns1,student-000,ada@example.org\nstudent-001,Emmy,\n");
	PROGRAM_SCOPED struct program moodle = EXPORT("moodle", "--roster", "roster.csv");
	expect(&moodle, EXIT_WELL, "student-000,s1,ada@example.org,10,passed,",
	       "warning: \"student-002\" is not in the roster\n");
	expect(&moodle, EXIT_WELL, "\r\nEmmy,student-001,student-001,10,passed,", "");
	folder_write(folder, "roster.csv", "id,name\nstudent-000,Ada\n");
	PROGRAM_SCOPED struct program strangers = EXPORT("moodle", "--roster", "roster.csv");
	expect(&strangers, EXIT_WELL, "\r\nstudent-001,(not in the roster),(not in the roster),",
	       "warning: \"student-001\" is not in the roster\nwarning: \"student-002\" is not in the "
	       "roster\n");
	folder_write(folder, "roster.csv", "id,name\ns1,Ada\ns1\n");
	PROGRAM_SCOPED struct program bad = EXPORT("moodle", "--roster", "roster.csv");
	expect(&bad, EXIT_FINDINGS, "", "roster.csv:3: error: 1 column, but the header has 2, in the row of \"s1\"\n");
	ck_assert_str_eq(text_string(&bad.out), "");
	PROGRAM_SCOPED struct program none = EXPORT("moodle", "--roster", "none.csv");
	expect(&none, EXIT_FINDINGS, "", "none.csv");
}
END_TEST

static size_t count(const struct text *text, const char *words)
{
	size_t found = 0;
	for (const char *at = text_string(text); (at = strstr(at, words)) != NULL; at += strlen(words))
		found++;
	return found;
}

/* That of the hand-in under the id, of the two students who are left of three. */
START_TEST(one_person_under_two_names_has_one_row)
{
	static const struct {
		const char *format, *row;
		size_t rows; /* heads and exercises among them */
	} documents[] = {
		{"csv", "\r\n", 1 + 2},	     {"csv-long", "\r\n", 1 + 2 * COURSE_EXERCISES},
		{"canvas", "\r\n", 2 + 2},   {"moodle", "\r\n", 1 + 2},
		{"junit", "<testsuite ", 2}, {"json", "\"student\": ", 2},
	};
	static const char warning[] = "warning: \"student-001\" is \"student-000\" of the roster";
	folder_write(folder, "roster.csv", "id,name\nstudent-000,student-001\nstudent-002,\n");
	for (size_t i = 0; i < sizeof(documents) / sizeof(documents[0]); i++) {
		PROGRAM_SCOPED struct program one = EXPORT(documents[i].format, "--roster", "roster.csv");
		expect(&one, EXIT_WELL, "student-000", warning);
		ck_assert_msg(count(&one.out, documents[i].row) == documents[i].rows, "%s: %s", documents[i].format,
			      text_string(&one.out));
		PROGRAM_SCOPED struct program second =
			EXPORT(documents[i].format, "--roster", "roster.csv", "--student", "student-001");
		expect(&second, EXIT_USAGE, "", warning);
		expect(&second, EXIT_USAGE, "",
		       "\"student-001\" handed in is in no export: name the id with --student");
		ck_assert_str_eq(text_string(&second.out), "");
	}
	PROGRAM_SCOPED struct program first = EXPORT("csv", "--roster", "roster.csv", "--student", "student-000");
	expect(&first, EXIT_WELL, "student-000", "");
	TEXT_SCOPED struct text results = {0};
	PROGRAM_SCOPED struct program each = EXPORT("gradescope", "--roster", "roster.csv", "-o", "made");
	expect(&each, EXIT_WELL, "", warning);
	ck_assert(folder_read(folder, "made/results/student-000/results.json", &results));
	ck_assert(!folder_read(folder, "made/results/student-001/results.json", &results));
	folder_write(folder, "roster.csv", "id,name\ns1,student-001\n");
	PROGRAM_SCOPED struct program present = EXPORT("csv", "--roster", "roster.csv", "--student", "s1");
	expect(&present, EXIT_USAGE, "", "there is no student \"s1\" in \"grades.db\"");
}
END_TEST

START_TEST(misuse_is_explained)
{
	PROGRAM_SCOPED struct program none = GRADER(folder, "export");
	expect(&none, EXIT_USAGE, "", "which format? name it with --format");
	PROGRAM_SCOPED struct program unknown = EXPORT("xlsx");
	expect(&unknown, EXIT_USAGE, "", "\"xlsx\" is not among the formats");
	PROGRAM_SCOPED struct program folderless = EXPORT("gradescope");
	expect(&folderless, EXIT_USAGE, "", "gradescope has a file for each student: name a folder with --output");
	PROGRAM_SCOPED struct program stranger = EXPORT("gradescope", "--student", "nobody");
	expect(&stranger, EXIT_USAGE, "", "there is no student \"nobody\" in \"grades.db\"");
	PROGRAM_SCOPED struct program bookless = EXPORT("csv", "--db", "other.db");
	expect(&bookless, EXIT_HARNESS, "", "other.db");
	PROGRAM_SCOPED struct program unwritable = EXPORT("csv", "--output", "no/such/folder.csv");
	expect(&unwritable, EXIT_HARNESS, "", "no/such/folder.csv");
}
END_TEST

START_TEST(help_lists_every_format)
{
	PROGRAM_SCOPED struct program program = GRADER(NULL, "export", "--help");
	for (size_t i = 0; i < export_format_count; i++)
		expect(&program, EXIT_WELL, export_formats[i].name, "");
}
END_TEST

/* What was not graded yet: an exercise that came after. */
START_TEST(nobody_gets_results_before_all_is_graded)
{
	course_do(folder, "DELETE FROM matrix; DELETE FROM group_result; DELETE FROM result WHERE won < 7");
	PROGRAM_SCOPED struct program one = EXPORT("gradescope", "--student", "student-001");
	expect(&one, EXIT_HARNESS, "", "error: \"student-001\" is not graded yet: grade again, then export\n");
	ck_assert_str_eq(text_string(&one.out), "");
	PROGRAM_SCOPED struct program csv = EXPORT("csv", "--student", "student-001");
	expect(&csv, EXIT_WELL, "graded,22,,,,10,,", "");
}
END_TEST

/* ---- as Gradescope runs it ---- */

static void make_folder(const char *name)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", folder, name);
	ck_assert_int_eq(mkdir(text_string(&path), 0755), 0);
}

static void copy(const char *from, const char *to)
{
	TEXT_SCOPED struct text target = {0};
	text_add_format(&target, "%s/%s", folder, to);
	PROGRAM_SCOPED struct program program =
		program_run(folder, (const char *const[]){"cp", "-r", from, text_string(&target), NULL});
	expect(&program, 0, "", "");
}

/* What Gradescope says of the submission, of which each user may say more. */
static void date_submission(const char *created_at, const char *user)
{
	TEXT_SCOPED struct text metadata = {0};
	text_add_format(
		&metadata,
		"{\"id\": 1, \"created_at\": \"%s\", \"assignment\": {\"due_date\": "
		"\"2001-01-10T04:00:00.000000-08:00\", \"late_due_date\": null}, \"users\": [{\"name\": \"A\"%s}], "
		"\"previous_submissions\": []}",
		created_at, user);
	folder_write(folder, "autograder/submission_metadata.json", text_string(&metadata));
}

/* /autograder after setup, in `folder`. */
static void set_up_autograder(void)
{
	PROGRAM_SCOPED struct program program = EXPORT("gradescope", "-o", "made");
	expect(&program, EXIT_WELL, "", "");
	static const char *const folders[] = {"autograder", "autograder/source", "autograder/source/exercises",
					      "autograder/submission", "autograder/results"};
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		make_folder(folders[i]);
	copy("made/run_autograder", "autograder/run_autograder");
	copy(BUILD_DIR "/grader", "autograder/source/grader");
	copy(BUILD_DIR "/grader-worker", "autograder/source/grader-worker");
	copy("L3-analysis", "autograder/source/exercises/L3-analysis");
	date_submission("2026-11-19T10:11:12.345678-08:00", "");
}

static struct program run_autograder(void)
{
	return program_run(folder, (const char *const[]){"autograder/run_autograder", NULL});
}

static json_t *read_results(const char *name)
{
	TEXT_SCOPED struct text text = {0};
	ck_assert_msg(folder_read(folder, name, &text), "%s", name);
	json_t *results = json_loads(text_string(&text), 0, NULL);
	ck_assert_ptr_nonnull(results);
	return results;
}

START_TEST(the_autograder_gives_what_the_gradebook_has)
{
	set_up_autograder();
	copy("secret", "autograder/source/secret");
	copy("class/student-001.so", "autograder/submission/attention.so");
	PROGRAM_SCOPED struct program program = run_autograder();
	expect(&program, 0, "", "");
	json_t *got = read_results("autograder/results/results.json");
	json_t *want = read_results("made/results/student-001/results.json");
	json_object_del(got, "execution_time");
	json_object_del(want, "execution_time");
	course_expect_same(got, want, "results.json");
	json_decref(got);
	json_decref(want);
}
END_TEST

static double score_of_results(void)
{
	json_t *results = read_results("autograder/results/results.json");
	double score = json_number_value(json_object_get(results, "score"));
	json_decref(results);
	return score;
}

static void remove_file(const char *name)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", folder, name);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

/* Nor a complaint about what follows from the failure. */
static void expect_no_results(int status, const char *why)
{
	TEXT_SCOPED struct text text = {0};
	PROGRAM_SCOPED struct program program = run_autograder();
	expect(&program, status, "", why);
	ck_assert_ptr_null(strstr(text_string(&program.err), "grade` first"));
	ck_assert(!folder_read(folder, "autograder/results/results.json", &text));
}

START_TEST(the_autograder_gives_no_score_for_a_failure_of_its_own)
{
	TEXT_SCOPED struct text text = {0};
	set_up_autograder();
	copy("class/student-000.so", "autograder/submission/attention.so");
	PROGRAM_SCOPED struct program secretless = run_autograder();
	expect(&secretless, 1, "source/secret is missing", "");
	ck_assert(!folder_read(folder, "autograder/results/results.json", &text));
	copy("secret", "autograder/source/secret");
	folder_write(folder, "autograder/source/exercises/L3-analysis/bad.yaml", "id: [");
	expect_no_results(EXIT_USAGE, "bad.yaml:1:");
	remove_file("autograder/source/exercises/L3-analysis/bad.yaml");
	folder_write(folder, "autograder/source/exercises/course.yaml", "title: t\ndue: tomorrow\n");
	expect_no_results(EXIT_USAGE, "course.yaml:2:6: error");
	remove_file("autograder/source/exercises/course.yaml");
	remove_file("autograder/submission_metadata.json");
	expect_no_results(EXIT_HARNESS, "submission_metadata.json\": no such file");
}
END_TEST

/* By a due date of long ago, which a clock would say has passed. */
START_TEST(the_autograder_asks_gradescope_when_it_was_handed_in)
{
	static const struct {
		const char *created_at, *user;
		double score;
	} hand_ins[] = {
		{"2001-01-10T04:00:00.999999-08:00", "", 22},
		{"2001-01-10T04:00:01.000000-08:00", "", 11},
		{"2001-01-12T04:00:00.000001-08:00",
		 ", \"assignment\": {\"due_date\": \"2001-01-12T04:00:00.000000-08:00\"}", 22},
		{"2001-01-12T04:00:01.000000-08:00",
		 ", \"assignment\": {\"due_date\": \"2001-01-12T04:00:00.000000-08:00\"}", 11},
		{"2001-01-18T04:00:00.000000-08:00", "", 0},
	};
	set_up_autograder();
	copy("secret", "autograder/source/secret");
	copy("class/student-000.so", "autograder/submission/attention.so");
	folder_write(folder, "autograder/source/exercises/course.yaml",
		     "title: t\ndue: 2001-01-10T12:00:00Z\nlate: {per_day: 50%, no_later_than: 7d}\n");
	for (size_t i = 0; i < sizeof(hand_ins) / sizeof(hand_ins[0]); i++) {
		date_submission(hand_ins[i].created_at, hand_ins[i].user);
		PROGRAM_SCOPED struct program program = run_autograder();
		expect(&program, 0, "", "");
		ck_assert_msg(score_of_results() == hand_ins[i].score, "%s: %g", hand_ins[i].created_at,
			      score_of_results());
	}
}
END_TEST

/* The commands that README.md has for it. */
static void add_recipe(struct text *script)
{
	static const char fence[] = "\n```\n";
	TEXT_SCOPED struct text readme = {0}, why = {0};
	ck_assert(file_read(SOURCE_DIR "/README.md", 1 << 20, &readme, &why));
	const char *begin = strstr(strstr(text_string(&readme), "With Gradescope the grader"), fence) + strlen(fence);
	text_add_bytes(script, begin, (size_t)(strstr(begin, fence) - begin));
	ck_assert_ptr_nonnull(strstr(text_string(script), "--format gradescope"));
}

/* Literally, for a course with a roster outside of its exercises, then what Gradescope does with the archive. */
START_TEST(the_recipe_makes_an_autograder)
{
	TEXT_SCOPED struct text script = {0};
	text_add(&script, "mkdir -p site/exercises site/submissions\n"
			  "cp -r L3-analysis course.yaml site/exercises\n"
			  "cp class.csv site\n"
			  "cp class/*.so site/submissions\n"
			  "ln -s '" BUILD_DIR "' site/.build\n"
			  "cd site\n");
	add_recipe(&script);
	text_add(&script, "\nmkdir -p ../autograder/submission ../autograder/results\n"
			  "cd ../autograder\n"
			  "unzip -q ../site/autograder.zip -d source\n"
			  "cp source/run_autograder .\n"
			  "cp ../class/student-000.so submission/attention.so\n");
	folder_write(folder, "course.yaml", "title: t\ndue: 2026-11-20T00:00:00Z\nroster: ../class.csv\n");
	folder_write(folder, "class.csv", "id\nstudent-000\nstudent-001\nstudent-002\n");
	PROGRAM_SCOPED struct program recipe =
		program_run(folder, (const char *const[]){"sh", "-c", text_string(&script), NULL});
	expect(&recipe, 0, "", "");
	ck_assert_str_eq(text_string(&recipe.err), "");
	date_submission("2026-11-19T10:11:12.345678-08:00", "");
	PROGRAM_SCOPED struct program program = run_autograder();
	expect(&program, 0, "", "");
	ck_assert_double_eq(score_of_results(), 22);
}
END_TEST

START_TEST(the_autograder_wants_one_shared_object)
{
	set_up_autograder();
	copy("secret", "autograder/source/secret");
	PROGRAM_SCOPED struct program nothing = run_autograder();
	expect(&nothing, 0, "", "");
	ck_assert_double_eq(score_of_results(), 0);
	copy("class/student-000.so", "autograder/submission/attention.so");
	PROGRAM_SCOPED struct program one = run_autograder();
	expect(&one, 0, "", "");
	ck_assert_double_eq(score_of_results(), 22);
	copy("class/student-000.so", "autograder/submission/other.so");
	PROGRAM_SCOPED struct program two = run_autograder();
	expect(&two, 0, "", "");
	ck_assert_double_eq(score_of_results(), 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_gradebook_is_printed_or_written,
				      json_is_what_grade_prints,
				      a_roster_says_who_is_who,
				      one_person_under_two_names_has_one_row,
				      misuse_is_explained,
				      help_lists_every_format,
				      nobody_gets_results_before_all_is_graded,
				      the_autograder_gives_what_the_gradebook_has,
				      the_autograder_gives_no_score_for_a_failure_of_its_own,
				      the_autograder_asks_gradescope_when_it_was_handed_in,
				      the_recipe_makes_an_autograder,
				      the_autograder_wants_one_shared_object};
	return SUITE_RUN("commands/export", tests, set_up, tear_down);
}
