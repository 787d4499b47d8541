/*
 * Whole pages of a made-up course: against golden files, against tidy, and against what must never be on
 * them. UPDATE_GOLDEN=1 writes the golden files anew; REPORT_DIR=... leaves the pages there, for the
 * browser's tests.
 */
#include <check.h>
#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/disclosure.h"
#include "core/file.h"
#include "report/report.h"
#include "report/student.h"
#include "report/sample_course.h"
#include "report/staircase.h"
#include "sample_coverage.h"
#include "suite.h"

enum { PAGE_MAX = 300 * 1000, CELL_MAX = 34, PATH_LENGTH = 64 };

static struct arena *arena;
static struct course_record course, ruled;
static char directory[PATH_LENGTH];

static void set_up(void)
{
	arena = arena_create();
	course = sample_course(arena);
	const struct coverage_record **coverage = arena_array(arena, course.n_exercises, sizeof(*coverage));
	for (size_t i = 0; i < SAMPLE_COVERAGES; i++) /* the others were not measured */
		coverage[i] = &sample_coverage()[i];
	course.coverage = coverage;
	ruled = sample_ruled_course(arena);
	strcpy(directory, "/tmp/report-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(directory));
}

static void tear_down(void)
{
	TEXT_SCOPED struct text command = {0};
	text_add_format(&command, "rm -rf '%s'", directory);
	ck_assert_int_eq(system(text_string(&command)), 0);
	arena_destroy(arena);
}

static const struct student_record *student(const char *name)
{
	for (size_t i = 0; i < course.n_students; i++)
		if (strcmp(course.students[i].name, name) == 0)
			return &course.students[i];
	ck_abort_msg("no student '%s' in the sample", name);
}

static void make_coverage(struct text *page)
{
	DIAGNOSTICS_SCOPED struct diagnostics *findings = diagnostics_create();
	const char *file = sample_coverage()[1].file;
	diagnostics_add(findings, SEVERITY_ERROR, (struct place){"L2-application/broken.yaml", 3, 1},
			"unknown key \"<b>\"");
	diagnostics_add(findings, SEVERITY_WARNING, (struct place){file, 9, 3}, "case \"x\" is 3 times the same");
	diagnostics_add(findings, SEVERITY_ERROR, (struct place){file, 2, 1}, "M43 passes: add `given: {n: 1}`");
	diagnostics_add(findings, SEVERITY_ERROR, (struct place){0}, "\"nowhere\" cannot be read");
	report_coverage_page(sample_coverage(), SAMPLE_COVERAGES, findings, "0.1.0", page);
}

/* ---- golden files -------------------------------------------------------------------------------- */

/* The style sheet and the script are no business of the golden files: they change for their own reasons. */
static void cut(struct text *page, const char *from, const char *to)
{
	char *start = strstr(page->data, from), *end = start == NULL ? NULL : strstr(start + strlen(from), to);
	if (end == NULL)
		return;
	start += strlen(from);
	memmove(start, end, strlen(end) + 1);
	page->length -= (size_t)(end - start);
}

static void compare(const char *name, struct text *page)
{
	cut(page, "<style>", "</style>");
	cut(page, "<script type=\"module\">", "</script>");
	cut(page, "&#39;sha256-", "&#39;");
	TEXT_SCOPED struct text path = {0}, why = {0}, want = {0};
	text_add_format(&path, "%s/golden/report/%s.html", TESTS_DIR, name);
	if (getenv("UPDATE_GOLDEN") != NULL)
		ck_assert_msg(file_write(text_string(&path), page->data, page->length, &why), "%s", text_string(&why));
	FILE *file = fopen(text_string(&path), "r");
	ck_assert_msg(file != NULL, "cannot open %s", text_string(&path));
	char buffer[4096];
	for (size_t length; (length = fread(buffer, 1, sizeof(buffer), file)) > 0;)
		text_add_bytes(&want, buffer, length);
	fclose(file);
	size_t same = 0;
	while (same < want.length && same < page->length && want.data[same] == page->data[same])
		same++;
	size_t from = same > 60 ? same - 60 : 0;
	ck_assert_msg(want.length == page->length && same == want.length,
		      "%s differs at byte %zu: want '%.120s', got '%.120s'", text_string(&path), same,
		      text_string(&want) + from, text_string(page) + from);
}

static void compare_index(const char *name, const struct course_record *of)
{
	TEXT_SCOPED struct text index = {0};
	report_index_page(of, &index);
	compare(name, &index);
}

START_TEST(pages_under_rules_are_as_they_were)
{
	static const char *const golden[] = {"ruled-late", "ruled-refused", "ruled-rejected", "ruled-absent"};
	for (size_t i = 0; i < sizeof(golden) / sizeof(golden[0]); i++) {
		TEXT_SCOPED struct text page = {0};
		report_student_page(&ruled, &ruled.students[i], &page);
		compare(golden[i], &page);
	}
	TEXT_SCOPED struct text page = {0};
	report_instructor_page(&ruled, &ruled.students[0], &page);
	compare("ruled-instructor", &page);
	compare_index("ruled-index", &ruled);
	TEXT_SCOPED struct text exercise = {0};
	report_exercise_page(&ruled, 1, &exercise);
	compare("ruled-exercise", &exercise);
}
END_TEST

START_TEST(pages_are_as_they_were)
{
	static const struct {
		const char *golden, *student;
		void (*make)(const struct course_record *course, const struct student_record *student,
			     struct text *html);
	} pages[] = {
		{"student", "Ada Lovelace", report_student_page},
		{"instructor", "Ada Lovelace", report_instructor_page},
		{"passed", "emmy.noether", report_student_page},
		{"missing", "../../x", report_student_page},
		{"rejected", "grace-hopper", report_student_page},
		{"harness-fault", "kurt", report_instructor_page},
	};
	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
		TEXT_SCOPED struct text page = {0};
		pages[i].make(&course, student(pages[i].student), &page);
		compare(pages[i].golden, &page);
	}
	compare_index("index", &course);
	TEXT_SCOPED struct text coverage = {0}, exercise = {0};
	report_exercise_page(&course, 1, &exercise);
	compare("exercise", &exercise);
	make_coverage(&coverage);
	compare("coverage", &coverage);
}
END_TEST

/* ---- all pages ----------------------------------------------------------------------------------- */

static void for_each_page_of(const struct course_record *of, void (*check)(const char *page, bool for_student))
{
	for (size_t i = 0; i < of->n_students; i++) {
		TEXT_SCOPED struct text page = {0}, inside = {0};
		report_student_page(of, &of->students[i], &page);
		check(text_string(&page), true);
		report_instructor_page(of, &of->students[i], &inside);
		check(text_string(&inside), false);
	}
	for (size_t i = 0; i < of->n_exercises; i++) {
		TEXT_SCOPED struct text page = {0};
		report_exercise_page(of, i, &page);
		check(text_string(&page), false);
	}
	TEXT_SCOPED struct text index = {0};
	report_index_page(of, &index);
	check(text_string(&index), false);
}

/* Calls `check` with every page of the samples: the index, both of every student, and what exercises catch. */
static void for_each_page(void (*check)(const char *page, bool for_student))
{
	for_each_page_of(&course, check);
	for_each_page_of(&ruled, check);
	TEXT_SCOPED struct text coverage = {0};
	make_coverage(&coverage);
	check(text_string(&coverage), false);
}

static void check_with_tidy(const char *page, bool for_student)
{
	(void)for_student;
	TEXT_SCOPED struct text path = {0}, command = {0}, why = {0}, said = {0};
	text_add_format(&path, "%s/page.html", directory);
	ck_assert_msg(file_write(text_string(&path), page, strlen(page), &why), "%s", text_string(&why));
	text_add_format(&command, "tidy -qe '%s' 2>&1", text_string(&path));
	FILE *tidy = popen(text_string(&command), "r");
	ck_assert_ptr_nonnull(tidy);
	char buffer[512];
	while (fgets(buffer, sizeof(buffer), tidy) != NULL)
		text_add(&said, buffer);
	int status = pclose(tidy);
	ck_assert_msg(said.length == 0 && status == 0, "tidy says %s", text_string(&said));
}

START_TEST(tidy_has_nothing_to_say)
{
	for_each_page(check_with_tidy);
}
END_TEST

/* A page has one script or none, the one whose hash is in its policy. */
static void check_script(const char *page)
{
	const char *script = strstr(page, "<script"), *policy = strstr(page, "script-src ");
	ck_assert_int_eq(script == NULL, policy == NULL);
	if (script == NULL)
		return;
	ck_assert_ptr_null(strstr(script + 1, "<script"));
	script = strchr(script, '>') + 1;
	struct digest digest = digest_of(script, (size_t)(strstr(script, "</script>") - script));
	char base64[DIGEST_BASE64];
	digest_base64(&digest, base64);
	ck_assert_msg(strncmp(policy + strlen("script-src &#39;sha256-"), base64, DIGEST_BASE64 - 1) == 0,
		      "%.80s is not %s", policy, base64);
}

/* Whatever would make a browser run or fetch something. Text is escaped, so none of it can be text. */
static void check_nothing_is_fetched(const char *page, bool for_student)
{
	(void)for_student;
	check_script(page);
	static const char *const forbidden[] = {
		"<img",	 "<link",     "<iframe",     "<object",	       "<embed",      "<video",		 "<audio",
		"<form", "<base",     " src=\"",     " srcset=\"",     "@import",     "xlink:",		 "<image",
		"<use",	 " style=\"", "javascript:", "<foreignObject", " onerror=\"", " onmouseover=\"", " onclick=\""};
	for (size_t i = 0; i < sizeof(forbidden) / sizeof(forbidden[0]); i++)
		ck_assert_msg(strstr(page, forbidden[i]) == NULL, "'%s' on a page", forbidden[i]);
	for (const char *rest = page; (rest = strstr(rest, "url(")) != NULL; rest++)
		ck_assert_msg(rest[4] == '#', "'%.40s' on a page", rest);
	for (const char *rest = page; (rest = strstr(rest, "://")) != NULL; rest++)
		ck_assert_msg(rest - page > 14 && strncmp(rest - 14, "<a href=\"https", 14) == 0, "'%.40s' on a page",
			      rest - 14);
	ck_assert_ptr_nonnull(strstr(page, "default-src &#39;none&#39;"));
}

START_TEST(nothing_is_run_or_fetched)
{
	for_each_page(check_nothing_is_fetched);
}
END_TEST

static const char *const secrets[] = {SAMPLE_PRINTED, SAMPLE_HIDDEN_NAME, SAMPLE_TWIN, SAMPLE_HOST,
				      "14 of 20",     "20 of 20",	  "CPU time",  "instructor"};

/* Pages that are handed out lead nowhere but to themselves; what a statement links to begins with https. */
static void check_links(const char *page, bool for_student)
{
	for (const char *rest = page; for_student && (rest = strstr(rest, "href=\"")) != NULL; rest++)
		ck_assert_msg(rest[6] == '#' || strncmp(rest + 6, "https:", 6) == 0, "'%.40s' on a page", rest);
}

START_TEST(a_student_is_led_nowhere_else)
{
	for_each_page(check_links);
}
END_TEST

static void check_secrets(const char *page, bool for_student)
{
	for (size_t i = 0; for_student && i < sizeof(secrets) / sizeof(secrets[0]); i++)
		ck_assert_msg(strstr(page, secrets[i]) == NULL, "a student may read '%s'", secrets[i]);
}

START_TEST(a_student_reads_no_secrets)
{
	for_each_page(check_secrets);
}
END_TEST

START_TEST(the_instructor_reads_all)
{
	TEXT_SCOPED struct text page = {0};
	report_instructor_page(&course, student("Ada Lovelace"), &page);
	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		ck_assert_msg(strstr(text_string(&page), secrets[i]) != NULL, "the instructor cannot read '%s'",
			      secrets[i]);
	ck_assert_ptr_nonnull(
		strstr(text_string(&page), SAMPLE_PRINTED " &lt;b&gt;bold&lt;/b&gt;\\u001b[31m red \\xff\n"));
}
END_TEST

START_TEST(a_student_reads_what_failed)
{
	static const char *const told[] = {"Ada Lovelace",
					   "hidden group 1",
					   "a row that sees no key",
					   "about 64× the tolerance",
					   "more than a million times the tolerance",
					   "row 0, column 0 of weights",
					   "What does a row see that sees <em>nothing</em>?",
					   ">L1.2 Which keys does a row see?</a> first",
					   "no small input that fails was found: all 312 that were tried pass",
					   "Hint 2 of 3",
					   "It looks like this mistake:",
					   "<b>masked after the softmax, not before</b>",
					   "over &lt;all&gt; keys &amp; set",
					   "It looks like one of these mistakes:",
					   "It looks like two mistakes at once:",
					   "<li>or <b>the first row is empty</b>",
					   "scaled</b>, and <b>the diagonal is masked</b>, or <b>the first row",
					   "what is explained at <a href=\"#exercise-3\">",
					   "The smallest input found that fails",
					   "<pre>\n<code>/*\n * attn_masked_softmax: row 0",
					   "did not return",
					   "<details class=\"recall\">"};
	TEXT_SCOPED struct text page = {0};
	report_student_page(&course, student("Ada Lovelace"), &page);
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		ck_assert_msg(strstr(text_string(&page), told[i]) != NULL, "'%s' is not on the page", told[i]);
	ck_assert_ptr_null(strstr(text_string(&page), "Hint 3 of 3"));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "One more hint with each attempt that fails."));
	text_clear(&page);
	report_student_page(&course, student("grace-hopper"), &page);
	ck_assert_ptr_nonnull(
		strstr(text_string(&page), "built for &quot;aarch64&quot;, this machine is x86-64 &lt;&amp;&gt;"));
}
END_TEST

/* The card of exercise `index`, as far as the next. */
static void cut_card(const char *page, size_t index, struct text *card)
{
	TEXT_SCOPED struct text id = {0};
	text_add_format(&id, "id=\"exercise-%zu\"", index + 1);
	const char *start = strstr(page, text_string(&id));
	ck_assert_ptr_nonnull(start);
	text_add_bytes(card, start, (size_t)(strstr(start, "</article>") - start));
}

/* Ada, with two mistakes at once in exercises 5 and 9, and one of them alone in exercise 4, if at all. */
static void write_two_mistakes(bool is_alone, struct text *page)
{
	static const struct diagnosis_record diagonal = {"M05", "the diagonal is masked", "No row sees itself.", 0};
	struct student_record ada = *student("Ada Lovelace");
	struct result_record *results = arena_array(arena, ada.n_results, sizeof(*results));
	for (size_t i = 0; i < ada.n_results; i++) {
		results[i] = ada.results[i];
		if (i != 5 && i != 9)
			results[i].verdict = VERDICT_PASSED;
	}
	results[4].fix_first = results[5].fix_first = "L1.1";
	if (is_alone) {
		results[4].verdict = VERDICT_WRONG;
		results[4].n_diagnoses = 1;
		results[4].diagnoses = &diagonal;
	}
	ada.results = results;
	report_student_page(&course, &ada, page);
}

START_TEST(the_one_thing_to_fix_is_one)
{
	static const char second[] = "A second mistake seems to come with it: <b>the diagonal is masked</b>, or <b>";
	TEXT_SCOPED struct text page = {0}, card = {0}, alone = {0}, first = {0};
	write_two_mistakes(false, &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page), "<p class=\"lead\">scores are not scaled</p>\n<p "
							 "class=\"message\">You took the dot products as"));
	ck_assert_ptr_nonnull(strstr(text_string(&page), second));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "Begin with <a href=\"#exercise-6\">"));
	cut_card(text_string(&page), 5, &card);
	ck_assert_ptr_null(strstr(text_string(&card), "first: this exercise builds on it"));
	write_two_mistakes(true, &alone);
	ck_assert_ptr_nonnull(strstr(text_string(&alone), "<p class=\"lead\">the diagonal is masked</p>\n<p "
							  "class=\"message\">No row sees itself."));
	ck_assert_ptr_null(strstr(text_string(&alone), second));
	ck_assert_ptr_nonnull(strstr(text_string(&alone), "Begin with <a href=\"#exercise-5\">"));
	cut_card(text_string(&alone), 4, &first);
	ck_assert_ptr_null(strstr(text_string(&first), "first: this exercise builds on it"));
}
END_TEST

START_TEST(a_function_fails_once)
{
	struct student_record ada = *student("Ada Lovelace");
	struct exercise_record *catalogue = arena_array(arena, course.n_exercises, sizeof(*catalogue));
	memcpy(catalogue, course.exercises, course.n_exercises * sizeof(*catalogue));
	catalogue[4].function = catalogue[2].function;
	course.exercises = catalogue;
	TEXT_SCOPED struct text page = {0}, card = {0};
	report_student_page(&course, &ada, &page);
	cut_card(text_string(&page), 4, &card);
	ck_assert_ptr_nonnull(
		strstr(text_string(&card), "on which this function fails is at <a href=\"#exercise-3\">"));
}
END_TEST

/* Ada, with hidden groups that end alike in exercise 4. */
static void write_alike(enum verdict verdict, const char *message, double ratio, struct text *card)
{
	static const char *const hints[] = {"Which keys?", "Which rows?", "Which keys?"};
	struct student_record ada = *student("Ada Lovelace");
	struct result_record *results = arena_array(arena, ada.n_results, sizeof(*results));
	struct group_record groups[3];
	memcpy(results, ada.results, ada.n_results * sizeof(*results));
	for (size_t i = 0; i < 3; i++) {
		groups[i] = results[4].groups[1];
		groups[i].verdict = verdict;
		groups[i].hint = hints[i];
		groups[i].message = message;
		groups[i].ratio = ratio;
	}
	results[4].verdict = verdict;
	results[4].n_groups = 3;
	results[4].groups = groups;
	ada.results = results;
	TEXT_SCOPED struct text page = {0};
	report_student_page(&course, &ada, &page);
	text_clear(card);
	cut_card(text_string(&page), 4, card);
}

START_TEST(hints_say_whose_they_are_and_go_with_answers)
{
	TEXT_SCOPED struct text card = {0};
	write_alike(VERDICT_WRONG, "a wrong number was written, where only the exact value is right", INFINITY, &card);
	ck_assert_ptr_nonnull(strstr(text_string(&card), "<b>Hint, group 1</b> Which keys?"));
	ck_assert_ptr_nonnull(strstr(text_string(&card), "<b>Hint, group 2</b> Which rows?"));
	ck_assert_ptr_null(strstr(text_string(&card), "Hint, group 3"));
	ck_assert_ptr_null(strstr(text_string(&card), "beyond any tolerance"));
	write_alike(VERDICT_TIMED_OUT, "not run", 0, &card);
	ck_assert_ptr_nonnull(strstr(text_string(&card), "hidden groups 1, 2, 3"));
	ck_assert_ptr_null(strstr(text_string(&card), "Which keys?"));
}
END_TEST

/* Whoever is right is not failed, and has a ladder; of who is wrong one line tells that speed is not counted. */
START_TEST(what_is_slow_is_right)
{
	static const char *const told[] = {
		"<span class=\"badge good slow\">",
		"speed: 5.28 times as long as the fast path; next rung at 4 times (+",
		"<svg class=\"ladder\"",
		"<path class=\"reached\"",
		"<path class=\"next\"",
		"<b>What helps:</b> blocks of keys",
	};
	static const struct rung_record rungs[] = {{10, 1, false}, {4, 1, false}};
	struct student_record ada = *student("Ada Lovelace");
	struct result_record *results = arena_array(arena, ada.n_results, sizeof(*results));
	memcpy(results, ada.results, ada.n_results * sizeof(*results));
	TEXT_SCOPED struct text page = {0}, slow = {0}, wrong = {0}, again = {0};
	report_student_page(&course, &ada, &page);
	cut_card(text_string(&page), 6, &slow);
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++)
		ck_assert_msg(strstr(text_string(&slow), told[i]) != NULL, "no '%s' in %s", told[i],
			      text_string(&slow));
	ck_assert_ptr_null(strstr(text_string(&slow), "Lost "));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "<article class=\"passed\" id=\"exercise-7\">"));
	results[6].verdict = VERDICT_WRONG;
	results[6].speed = (struct speed_record){0, "right answers come first", 2, rungs};
	ada.results = results;
	report_student_page(&course, &ada, &wrong);
	cut_card(text_string(&wrong), 6, &again);
	ck_assert_ptr_nonnull(strstr(text_string(&again), "speed is not counted: right answers come first"));
	ck_assert_ptr_null(strstr(text_string(&again), "ladder"));
}
END_TEST

/* By who is right, and not by who is quick. */
START_TEST(the_hardest_is_what_fails)
{
	struct student_record *students = arena_array(arena, course.n_students, sizeof(*students));
	memcpy(students, course.students, course.n_students * sizeof(*students));
	for (size_t s = 0; s < course.n_students; s++) {
		struct result_record *results = arena_array(arena, students[s].n_results, sizeof(*results));
		for (size_t i = 0; i < students[s].n_results; i++) {
			results[i] = students[s].results[i];
			results[i].verdict = i == 6 ? VERDICT_SLOW : i == 3 ? VERDICT_WRONG : VERDICT_PASSED;
		}
		students[s].results = results;
	}
	course.students = students;
	TEXT_SCOPED struct text page = {0}, exercise = {0};
	report_index_page(&course, &page);
	const char *list = strstr(text_string(&page), "the hardest first"),
		   *hardest = strstr(list, "href=\"exercises/");
	ck_assert_ptr_nonnull(list);
	ck_assert_ptr_eq(hardest, strstr(list, arena_format(arena, "href=\"exercises/%s", course.exercises[3].id)));
	ck_assert_ptr_null(strstr(list, "right, slow</span>"));
	report_exercise_page(&course, 6, &exercise);
	ck_assert_ptr_nonnull(strstr(text_string(&exercise), "at most 4 times the fast path"));
	ck_assert_ptr_nonnull(strstr(text_string(&exercise), "right, slow"));
}
END_TEST

START_TEST(harness_faults_head_the_index)
{
	TEXT_SCOPED struct text page = {0};
	report_index_page(&course, &page);
	const char *list = strstr(text_string(&page), "Needs attention");
	ck_assert_ptr_nonnull(list);
	const char *fault = strstr(list, "kurt"), *rejected = strstr(list, "grace-hopper"),
		   *twin = strstr(list, SAMPLE_TWIN);
	ck_assert(fault != NULL && rejected != NULL && twin != NULL);
	ck_assert(fault < rejected && rejected < twin);
}
END_TEST

/* Not each with all the others, which in a large class is a page of megabytes. */
START_TEST(who_handed_in_the_same_is_named_once)
{
	enum { STUDENTS = 60 };
	struct student_record *students = arena_array(arena, STUDENTS, sizeof(*students));
	const char **names = arena_array(arena, STUDENTS, sizeof(char *));
	for (size_t i = 0; i < STUDENTS; i++) {
		students[i] = *student("emmy.noether");
		students[i].name = names[i] = arena_format(arena, "twin-%02zu", i);
		students[i].submission = digest_of("file", 4);
	}
	for (size_t i = 0; i < STUDENTS; i++) {
		const char **twins = arena_array(arena, STUDENTS, sizeof(char *));
		students[i].n_twins = 0;
		students[i].twins = twins;
		for (size_t k = 0; k < STUDENTS; k++)
			if (k != i)
				twins[students[i].n_twins++] = names[k];
	}
	course.n_students = STUDENTS;
	course.students = students;
	TEXT_SCOPED struct text page = {0};
	report_index_page(&course, &page);
	const char *list = strstr(text_string(&page), "same bytes as ");
	ck_assert_ptr_nonnull(list);
	ck_assert_ptr_null(strstr(list + 1, "same bytes as "));
	ck_assert_ptr_nonnull(strstr(list, "twin-59"));
	size_t marked = 0;
	for (const char *row = list; (row = strstr(row, "<td class=\"notes\">identical file")) != NULL; row++)
		marked++;
	ck_assert_uint_eq(marked, STUDENTS);
}
END_TEST

/* The second has bytes of the first, and others of the third, whom the first does not know. */
START_TEST(a_twin_of_a_twin_is_named)
{
	static const char *const of_first[] = {"second"}, *const of_second[] = {"first", "third"};
	struct student_record students[] = {*student("emmy.noether"), *student("emmy.noether"),
					    *student("emmy.noether")};
	students[0].name = "first", students[1].name = "second", students[2].name = "third";
	students[0].twins = students[2].twins = of_first, students[1].twins = of_second;
	students[0].n_twins = students[2].n_twins = 1, students[1].n_twins = 2;
	course.n_students = 3;
	course.students = students;
	TEXT_SCOPED struct text page = {0};
	report_index_page(&course, &page);
	const char *list = strstr(text_string(&page), ">first</bdi></a>: same bytes as ");
	ck_assert_ptr_nonnull(list);
	ck_assert_ptr_nonnull(strstr(list, ">second</bdi></a>: same bytes as "));
	ck_assert_ptr_null(strstr(list, ">third</bdi></a>: same bytes as "));
}
END_TEST

START_TEST(students_of_all_kinds_add_up)
{
	static const enum verdict verdicts[] = {VERDICT_ABSENT, VERDICT_GRADED, VERDICT_REJECTED, VERDICT_GRADED,
						VERDICT_HARNESS_FAULT};
	struct student_record students[5];
	for (size_t i = 0; i < 5; i++) {
		students[i] = *student("emmy.noether");
		students[i].verdict = verdicts[i];
	}
	course.n_students = 5;
	course.students = students;
	TEXT_SCOPED struct text page = {0}, none = {0};
	report_index_page(&course, &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page),
				     ">5 students: 2 graded, 1 rejected, 1 not graded for a harness fault, 1 handed in "
				     "nothing; 14 exercises<"));
	course.n_students = 0;
	report_index_page(&course, &none);
	ck_assert_ptr_nonnull(strstr(text_string(&none), ">0 students; 14 exercises<"));
}
END_TEST

/* ---- what is not graded yet ---- */

/* Emmy, who won all, with the last exercises still to be graded. */
static struct student_record make_waiting(const char *name, size_t waiting)
{
	struct student_record made = *student("emmy.noether");
	struct result_record *results = arena_array(arena, made.n_results, sizeof(*results));
	made.name = name;
	made.won = 0;
	for (size_t i = 0; i < made.n_results; i++) {
		const struct result_record none = {.exercise_id = course.exercises[i].id,
						   .sandbox = "",
						   .verdict = VERDICT_HARNESS_FAULT,
						   .points = course.exercises[i].points,
						   .message = "not graded yet",
						   .fix_first = "",
						   .printed = "",
						   .graded_at = ""};
		results[i] = i + waiting < made.n_results ? made.results[i] : none;
		made.won += results[i].won;
	}
	made.automatic = made.won;
	made.results = results;
	return made;
}

static void expect(const struct text *page, const char *words, bool is_there)
{
	ck_assert_msg((strstr(text_string(page), words) != NULL) == is_there, "'%s' is%s on the page", words,
		      is_there ? " not" : "");
}

START_TEST(nothing_is_lost_by_what_is_not_graded_yet)
{
	const struct student_record waiting = make_waiting("waiting", 2), blank = make_waiting("blank", 14);
	TEXT_SCOPED struct text page = {0}, none = {0};
	report_student_page(&course, &waiting, &page);
	expect(&page, "<b>107.5</b> of 107.5 points so far", true);
	expect(&page, "12 of 14 exercises have a score so far, the rest is not graded yet", true);
	expect(&page, ">Nothing so far: every exercise that is graded passes.<", true);
	expect(&page, "hang on it", false);
	expect(&page, ">– / 20<", true);
	expect(&page, ">0 / 20<", false);
	expect(&page, ">Points by level, so far<", true);
	expect(&page, "level 5 Mastery: 10 of 10", true);
	report_student_page(&course, &blank, &none);
	expect(&none, "points so far", false);
	expect(&none, ">Nothing so far: no exercise is graded yet.<", true);
}
END_TEST

/* It was graded once, by the exercise as it was. */
START_TEST(what_is_to_be_graded_again_has_not_got_worse)
{
	struct student_record waiting = make_waiting("waiting", 2);
	struct past_result *won = arena_array(arena, course.n_exercises, sizeof(*won));
	for (size_t i = 0; i < course.n_exercises; i++)
		won[i] = (struct past_result){true, true, VERDICT_PASSED, course.exercises[i].points};
	const struct past_record past = {.handed_in_at = "", .verdict = VERDICT_GRADED, .reason = "", .results = won};
	const struct past_record both[] = {past, past};
	waiting.n_past = 2;
	waiting.past = both;
	TEXT_SCOPED struct text page = {0};
	report_student_page(&course, &waiting, &page);
	expect(&page, "As many points as before", true);
}
END_TEST

START_TEST(the_class_counts_none_who_is_not_graded_in_all)
{
	struct student_record students[] = {make_waiting("done", 0), make_waiting("waiting", 2)};
	course.n_students = 2;
	course.students = students;
	TEXT_SCOPED struct text page = {0};
	report_index_page(&course, &page);
	expect(&page, "<b>142.5</b> of 142.5 points on average", true);
	expect(&page, "2 students: 1 graded, 1 not graded in all exercises yet;", true);
	expect(&page, "80 to 90: 0, 90 to 100: 1", true);
	expect(&page, "Nothing: every submission was graded", false);
	expect(&page, "<td class=\"number\">1 of 1<", true);
	expect(&page, "<td class=\"number\">1 of 2<", false);
	expect(&page, ">–<td class=\"notes\">not graded yet", true);
	expect(&page, "level 5 Mastery: 45 of 45", true);
	const char *attention = strstr(text_string(&page), ">not graded yet</span>");
	ck_assert(attention != NULL && strstr(attention, "students/waiting.html") < strstr(attention, "</li>"));
	TEXT_SCOPED struct text exercise = {0};
	report_exercise_page(&course, course.n_exercises - 1, &exercise);
	expect(&exercise, "<td class=\"number\">–<", true);
	expect(&exercise, "<td class=\"number\">0<", false);
}
END_TEST

/* By name with nothing right, by id with all: the roster has both for one, and the id is what counts. */
START_TEST(who_handed_in_under_two_names_is_counted_once)
{
	struct student_record students[] = {*student("Ada Lovelace"), *student("emmy.noether")};
	students[0].n_twins = 0;
	students[1].name = "ada";
	course.n_students = 2;
	course.students = students;
	course.roster = ruled.roster;
	TEXT_SCOPED struct text page = {0}, exercise = {0};
	report_index_page(&course, &page);
	expect(&page, "<b>142.5</b> of 142.5 points on average", true);
	expect(&page, ">1 student: 1 graded; 14 exercises<", true);
	expect(&page, "90 to 100: 1", true);
	expect(&page, "0 to 10: 0, 10 to 20: 0, 20 to 30: 0, 30 to 40: 0", true);
	expect(&page, ">1 of 1<", true);
	expect(&page, " of 2<", false);
	expect(&page, ">None that explains all answers of a student.<", true);
	expect(&page, ", which exports have alone and which is counted here</li>", true);
	report_exercise_page(&course, 1, &exercise);
	expect(&exercise, ">1 of 1<", true);
	expect(&exercise, " of 2<", false);
	expect(&exercise, ">Ada Lovelace</bdi>", true);
}
END_TEST

/* Of the 63 points 19 were given by hand, whatever is handed in; the attempt before won nothing. */
START_TEST(what_changed_is_told_as_it_counts)
{
	struct past_result *before = arena_array(arena, ruled.n_exercises, sizeof(*before));
	for (size_t i = 0; i < ruled.n_exercises; i++)
		before[i] = (struct past_result){.is_known = true, .is_same_exercise = true, .verdict = VERDICT_WRONG};
	const struct past_record past[] = {
		{.handed_in_at = "", .verdict = VERDICT_GRADED, .reason = "", .results = before},
		{.handed_in_at = "", .verdict = VERDICT_GRADED, .results = before}};
	struct student_record late = ruled.students[0];
	late.n_past = late.attempts = late.hand_ins = late.standing.hand_in = 2;
	late.past = past;
	TEXT_SCOPED struct text page = {0};
	report_student_page(&ruled, &late, &page);
	ck_assert_double_eq_tol(late.won, 63, 1e-9);
	ck_assert_ptr_nonnull(
		strstr(text_string(&page), "44 points more than before, by the rules of the course; below"));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "hand-in 1 19, hand-in 2 19"));
	/* 15 points, of which a fifth is taken off */
	const char *changes = strstr(text_string(&page), "<ul class=\"changes\">");
	ck_assert_ptr_nonnull(strstr(changes, "+12</span>"));
}
END_TEST

/* Graded, and won nothing. */
static struct past_result *win_nothing(void)
{
	struct past_result *none = arena_array(arena, ruled.n_exercises, sizeof(*none));
	for (size_t i = 0; i < ruled.n_exercises; i++)
		none[i].is_known = true;
	return none;
}

/* Whoever handed in again reads what became of it, whichever attempt counts. */
START_TEST(the_newest_hand_in_is_told_of)
{
	struct past_result *none = win_nothing();
	struct past_record past[] = {
		{.handed_in_at = "2026-03-01T09:30:00Z", .verdict = VERDICT_GRADED, .reason = "", .results = none},
		{.handed_in_at = "2026-03-02T09:30:00Z",
		 .verdict = VERDICT_REJECTED,
		 .reason = "its constructor <never> ends",
		 .results = none}};
	struct student_record student = ruled.students[0];
	student.n_past = student.attempts = student.hand_ins = 2;
	student.standing.hand_in = 1;
	student.past = past;
	TEXT_SCOPED struct text page = {0}, set_aside = {0}, worse = {0}, partly = {0}, rejected = {0};
	report_student_page(&ruled, &student, &page);
	ck_assert_ptr_nonnull(
		strstr(text_string(&page), "2026-03-02 09:30 UTC</time>, was rejected. Attempt 1 is the one"));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "ts constructor &lt;never&gt; ends"));
	past[1].verdict = VERDICT_GRADED, past[1].reason = "";
	report_student_page(&ruled, &student, &worse);
	ck_assert_ptr_nonnull(strstr(text_string(&worse), "</time>, came to 19 of 150 points. Attempt 1 is the one"));
	none[1].is_known = false;
	report_student_page(&ruled, &student, &partly);
	ck_assert_ptr_nonnull(strstr(text_string(&partly), ", came to 19 of 150 points, as far as it is graded."));
	none[1].is_known = true;
	past[1].standing.set_aside = true;
	report_student_page(&ruled, &student, &set_aside);
	ck_assert_ptr_nonnull(
		strstr(text_string(&set_aside), ", does not count by the rules of the course. Attempt 1"));
	student.standing.hand_in = 2;
	student.verdict = VERDICT_REJECTED;
	student.n_results = 0;
	past[1].verdict = VERDICT_REJECTED;
	report_student_page(&ruled, &student, &rejected);
	ck_assert_ptr_null(strstr(text_string(&rejected), "is the one that counts"));
	ck_assert_ptr_nonnull(
		strstr(text_string(&rejected), "2026-03-01 09:30 UTC</time>, came to 19 of 150 points. The"));
	ck_assert_ptr_nonnull(strstr(text_string(&rejected), "class=\"staircase\""));
}
END_TEST

/* The third hand-in is the first file again: two attempts, of which the first counts. */
START_TEST(attempts_are_not_mixed_up_with_hand_ins)
{
	struct past_result *none = win_nothing();
	const struct past_record past = {.handed_in_at = "", .verdict = VERDICT_GRADED, .reason = "", .results = none};
	struct past_record hand_ins[] = {past, past, past, past};
	struct student_record student = ruled.students[0];
	hand_ins[1].submission = digest_of("b", 1), hand_ins[3].submission = digest_of("c", 1);
	student.n_past = student.hand_ins = 4, student.attempts = 3;
	student.standing.hand_in = 3;
	student.past = hand_ins;
	TEXT_SCOPED struct text page = {0};
	report_student_page(&ruled, &student, &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page), ">Attempt 1 of 3, handed in "));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "<p>Attempt 3, handed in "));
	ck_assert_ptr_nonnull(strstr(text_string(&page), " points. Attempt 1 is the one that counts."));
	ck_assert_ptr_nonnull(strstr(text_string(&page), "hand-in 3 of 4 counts"));
}
END_TEST

/* Those that most students hold come first; two at once are two. */
START_TEST(misconceptions_are_counted)
{
	struct student_record *students = arena_array(arena, 3, sizeof(*students));
	static const struct diagnosis_record late = {"M18", "late", "", 0},
					     both[] = {{"M32", "unscaled", "", 0}, {"M05", "no diagonal", "", 1}};
	struct result_record results[3] = {{.verdict = VERDICT_WRONG, .n_diagnoses = 2, .diagnoses = both},
					   {.verdict = VERDICT_WRONG, .n_diagnoses = 1, .diagnoses = &late},
					   {.verdict = VERDICT_WRONG, .n_diagnoses = 1, .diagnoses = both}};
	for (size_t i = 0; i < 3; i++) {
		results[i].message = results[i].fix_first = results[i].printed = "";
		students[i] = *student("emmy.noether");
		students[i].n_results = 1;
		students[i].results = &results[i];
	}
	students[0].name = "first";
	students[1].name = "second";
	students[2].name = "third";
	course.n_students = 3;
	course.students = students;
	TEXT_SCOPED struct text page = {0};
	report_index_page(&course, &page);
	const char *unscaled = strstr(text_string(&page), "<th scope=\"row\">unscaled<td class=\"number\">2 of 3"),
		   *late_mask = strstr(text_string(&page), "<th scope=\"row\">late<td class=\"number\">1 of 3"),
		   *diagonal = strstr(text_string(&page), "<th scope=\"row\">no diagonal<td class=\"number\">1 of 3");
	ck_assert(unscaled != NULL && late_mask != NULL && diagonal != NULL);
	ck_assert(unscaled < late_mask && late_mask < diagonal);
	const char *hardest = strstr(text_string(&page), "Share"), *passed_by_none = strstr(hardest, ">L1.1 Recognise"),
		   *passed_by_all = strstr(hardest, ">L1.2 Which");
	ck_assert(passed_by_none != NULL && passed_by_none < passed_by_all);
	const char *third = strstr(unscaled, "students/third.html");
	ck_assert(third != NULL && third < late_mask);
}
END_TEST

static int staircase_width(double won, double points)
{
	const struct step step = {1, points, won};
	TEXT_SCOPED struct text drawn = {0};
	struct html html = html_start(&drawn);
	staircase_write(&html, "Points", &step, 1);
	html_finish(&html);
	const char *box = strstr(text_string(&drawn), "viewBox=\"0 0 ");
	ck_assert_ptr_nonnull(box);
	return atoi(box + strlen("viewBox=\"0 0 "));
}

/* Digits take 8 pixels and more, and the score begins behind the cells. */
START_TEST(a_long_score_has_room_beside_the_staircase)
{
	const int least = staircase_width(1, 2);
	ck_assert_int_ge(staircase_width(114.29, 140) - least, 6 * 8);
	ck_assert_int_ge(staircase_width(8143.03, 10000) - least, 9 * 8);
}
END_TEST

static size_t count(const char *page, const char *words)
{
	size_t found = 0;
	for (const char *rest = page; (rest = strstr(rest, words)) != NULL; rest++)
		found++;
	return found;
}

START_TEST(many_exercises_fit)
{
	struct course_record large = sample_large_course(arena, 46);
	for (size_t i = 0; i < large.n_students; i++) {
		TEXT_SCOPED struct text page = {0}, inside = {0};
		report_student_page(&large, &large.students[i], &page);
		report_instructor_page(&large, &large.students[i], &inside);
		ck_assert_uint_lt(page.length, PAGE_MAX);
		ck_assert_uint_lt(inside.length, PAGE_MAX);
		ck_assert_ptr_nonnull(strstr(text_string(&page), i == 0 ? "more like these, left out" : "<table"));
		ck_assert_uint_eq(count(text_string(&page), "The smallest input found"), i == 0 ? 46 : 0);
	}
}
END_TEST

/* Of a thousand students and 46 exercises the class is 46,000 cells: a page of megabytes. */
START_TEST(a_cell_of_the_class_is_lean)
{
	struct course_record less = sample_large_course(arena, 23), more = sample_large_course(arena, 46);
	const struct course_record *const courses[] = {&less, &more};
	size_t lengths[2];
	for (size_t i = 0; i < 2; i++) {
		TEXT_SCOPED struct text page = {0};
		report_index_page(courses[i], &page);
		const char *rows = strstr(text_string(&page), "</thead>\n<tbody><tr><th scope=\"row\"><a href=");
		ck_assert_ptr_nonnull(rows);
		lengths[i] = (size_t)(strstr(rows, "</tbody>") - rows);
	}
	ck_assert_uint_gt(lengths[1], lengths[0]);
	ck_assert_uint_lt(lengths[1] - lengths[0], CELL_MAX * 23 * more.n_students);
}
END_TEST

START_TEST(an_empty_course_is_a_page_too)
{
	course.n_students = 0;
	course.n_exercises = 0;
	for_each_page(check_with_tidy);
	struct course_record nobody = course;
	TEXT_SCOPED struct text page = {0};
	report_index_page(&nobody, &page);
	ck_assert_ptr_nonnull(strstr(text_string(&page), "0 students"));
}
END_TEST

/* ---- files --------------------------------------------------------------------------------------- */

static size_t count_files(const char *name)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, name);
	DIR *stream = opendir(text_string(&path));
	ck_assert_msg(stream != NULL, "cannot open %s", text_string(&path));
	size_t files = 0;
	for (struct dirent *entry; (entry = readdir(stream)) != NULL;)
		files += entry->d_name[0] != '.';
	closedir(stream);
	return files;
}

/* To the student it is nothing; to the instructor it is said where it is not known. */
START_TEST(an_exercise_tells_its_margin)
{
	TEXT_SCOPED struct text measured = {0}, unmeasured = {0};
	report_exercise_page(&course, 0, &measured);
	report_exercise_page(&course, SAMPLE_COVERAGES, &unmeasured);
	ck_assert_ptr_nonnull(strstr(text_string(&measured), "</span> of the tolerance: <code>ofast</code>"));
	ck_assert_ptr_nonnull(strstr(text_string(&measured), "</span> times the tolerance: M18, masked &lt;after&gt;"));
	ck_assert_ptr_nonnull(strstr(text_string(&measured), "take long are left out here"));
	ck_assert_ptr_null(strstr(text_string(&unmeasured), "of the tolerance"));
	ck_assert_ptr_nonnull(strstr(text_string(&unmeasured), ">Not measured: "));
	struct course_record shown = disclosure_course(&course, arena);
	ck_assert_ptr_null(shown.coverage);
}
END_TEST

START_TEST(every_student_has_two_files)
{
	TEXT_SCOPED struct text inside = {0}, why = {0};
	text_add_format(&inside, "%s/a/reports", directory);
	ck_assert_msg(report_write(text_string(&inside), &course, &why), "%s", text_string(&why));
	ck_assert_uint_eq(count_files("a/reports"), 2);
	ck_assert_uint_eq(count_files("a/reports/students"), course.n_students);
	ck_assert_uint_eq(count_files("a/reports/class/students"), course.n_students);
	ck_assert_uint_eq(count_files("a/reports/class/exercises"), course.n_exercises);
	ck_assert_uint_eq(count_files("a/reports/class"), 3);
	ck_assert_uint_eq(count_files("a"), 1);
	ck_assert_uint_eq(count_files(""), 1);
	/* and again, over what is there */
	ck_assert_msg(report_write(text_string(&inside), &course, &why), "%s", text_string(&why));
	ck_assert_uint_eq(count_files("a/reports"), 2);
}
END_TEST

static ino_t inode_of(const char *inside, const char *file)
{
	TEXT_SCOPED struct text path = {0};
	struct stat status;
	text_add_format(&path, "%s/%s", inside, file);
	ck_assert_int_eq(stat(text_string(&path), &status), 0);
	return status.st_ino;
}

/* A page that is written is another file in its place. */
START_TEST(what_has_not_changed_is_left_alone)
{
	TEXT_SCOPED struct text inside = {0}, why = {0};
	text_add_format(&inside, "%s/again", directory);
	const char *pages = text_string(&inside);
	ck_assert_msg(report_write(pages, &course, &why), "%s", text_string(&why));
	const ino_t student = inode_of(pages, "students/emmy.noether.html"),
		    class = inode_of(pages, "class/index.html");
	ck_assert_msg(report_write(pages, &course, &why), "%s", text_string(&why));
	ck_assert_uint_eq(inode_of(pages, "students/emmy.noether.html"), student);
	ck_assert_uint_eq(inode_of(pages, "class/index.html"), class);
	course.host = "another";
	ck_assert_msg(report_write(pages, &course, &why), "%s", text_string(&why));
	ck_assert_uint_eq(inode_of(pages, "students/emmy.noether.html"), student);
	ck_assert_uint_ne(inode_of(pages, "class/index.html"), class);
}
END_TEST

/* More students than there can be threads. */
static struct course_record make_crowd(size_t count)
{
	struct course_record crowd = course;
	struct student_record *students = arena_array(arena, count, sizeof(*students));
	for (size_t i = 0; i < count; i++) {
		students[i] = course.students[i % course.n_students];
		students[i].name = arena_format(arena, "student-%zu", i);
	}
	crowd.students = students;
	crowd.n_students = count;
	return crowd;
}

START_TEST(each_page_is_its_students_own)
{
	enum { STUDENTS = 40 };
	const struct course_record crowd = make_crowd(STUDENTS);
	TEXT_SCOPED struct text inside = {0}, why = {0};
	text_add_format(&inside, "%s/crowd", directory);
	ck_assert_msg(report_write(text_string(&inside), &crowd, &why), "%s", text_string(&why));
	for (size_t i = 0; i < STUDENTS; i++) {
		TEXT_SCOPED struct text path = {0}, page = {0}, written = {0};
		text_add_format(&path, "%s/students/student-%zu.html", text_string(&inside), i);
		report_student_page(&crowd, &crowd.students[i], &page);
		ck_assert(file_read(text_string(&path), 1 << 24, &written, &why));
		ck_assert_str_eq(text_string(&written), text_string(&page));
	}
}
END_TEST

/* Results that differ in one thing each, and exercises that differ in their questions. */
START_TEST(what_is_made_once_passes_for_nothing_else)
{
	static const struct group_record groups[][1] = {
		{{"hidden group 1", true, 1, 3, 3, VERDICT_PASSED, "", "", "", 0, NULL}},
		{{"hidden group 1", false, 1, 3, 3, VERDICT_PASSED, "", "", "", 0, NULL}},
		{{"hidden group 1", true, 1, 3, 2, VERDICT_PASSED, "", "", "", 0, NULL}},
		{{"hidden group 1", true, 1, 4, 3, VERDICT_PASSED, "", "", "", 0, NULL}},
	};
	static const struct recall_record recall[][1] = {{{"q", "a"}}, {{"q", "b"}}, {{"r", "a"}}};
	enum { RESULTS = sizeof(groups) / sizeof(groups[0]) };
	struct exercise_record exercises[RESULTS];
	struct result_record results[RESULTS];
	struct student_record student = course.students[0];
	struct course_record small = course;
	for (size_t i = 0; i < RESULTS; i++) {
		exercises[i] = course.exercises[0];
		exercises[i].n_recall = i < 3;
		exercises[i].recall = recall[i % 3];
		results[i] = (struct result_record){.verdict = VERDICT_PASSED, .points = 1, .n_groups = 1};
		results[i].fix_first = results[i].message = results[i].printed = results[i].graded_at = "";
		results[i].groups = groups[i];
	}
	student.n_results = small.n_exercises = RESULTS;
	student.results = results;
	small.exercises = exercises;
	small.coverage = NULL;
	student.n_past = 0;
	STUDENT_WRITER_SCOPED struct student_writer writer = student_writer_create();
	for (enum audience audience = AUDIENCE_STUDENT; audience <= AUDIENCE_INSTRUCTOR; audience++) {
		const struct text *page = student_write(&writer, &small, &student, audience);
		static const char *const counts[] = {" 3 of 3 cases, passed", " 2 of 3 cases,", " 3 of 4 cases,"};
		const bool is_instructor = audience == AUDIENCE_INSTRUCTOR;
		ck_assert_uint_eq(count(text_string(page), counts[0]), is_instructor ? 2 : 1);
		ck_assert_uint_eq(count(text_string(page), counts[1]), 1);
		ck_assert_uint_eq(count(text_string(page), counts[2]), 1);
		ck_assert_uint_eq(count(text_string(page), " hidden, 3 of 3"), is_instructor);
		ck_assert_uint_eq(count(text_string(page), "<summary>q</summary>"), 2);
		ck_assert_uint_eq(count(text_string(page), "<p>b</p>"), 1);
	}
}
END_TEST

/* Whoever meets it says so, once. */
START_TEST(a_page_that_cannot_be_written_ends_it)
{
	const struct course_record crowd = make_crowd(40);
	TEXT_SCOPED struct text inside = {0}, path = {0}, why = {0};
	text_add_format(&inside, "%s/crowd", directory);
	text_add_format(&path, "%s/students/student-20.html/in-the-way", text_string(&inside));
	ck_assert(directory_create(text_string(&path), &why));
	ck_assert(!report_write(text_string(&inside), &crowd, &why));
	const char *named = strstr(text_string(&why), "student-20.html");
	ck_assert_ptr_nonnull(named);
	ck_assert_ptr_null(strstr(named + 1, "student-20.html"));
}
END_TEST

START_TEST(what_cannot_be_written_has_a_reason)
{
	TEXT_SCOPED struct text file = {0}, why = {0};
	text_add_format(&file, "%s/file", directory);
	ck_assert(file_write(text_string(&file), "x", 1, &why));
	ck_assert(!report_write(text_string(&file), &course, &why));
	ck_assert_uint_gt(why.length, 0);
}
END_TEST

static void leave_page(const char *reports, const char *name, const struct text *page)
{
	TEXT_SCOPED struct text path = {0}, why = {0};
	text_add_format(&path, "%s/class/%s.html", reports, name);
	ck_assert_msg(file_write(text_string(&path), page->data, page->length, &why), "%s", text_string(&why));
}

START_TEST(pages_are_left_for_the_browser)
{
	const char *wanted = getenv("REPORT_DIR");
	TEXT_SCOPED struct text path = {0}, why = {0}, index = {0};
	text_add_format(&path, "%s", wanted != NULL ? wanted : directory);
	ck_assert_msg(report_write(text_string(&path), &course, &why), "%s", text_string(&why));
	text_add_format(&index, "%s/class/index.html", text_string(&path));
	ck_assert_int_eq(access(text_string(&index), R_OK), 0);
	const struct course_record large = sample_large_course(arena, 46);
	TEXT_SCOPED struct text coverage = {0}, many = {0}, exercise = {0};
	make_coverage(&coverage);
	report_index_page(&large, &many);
	report_exercise_page(&ruled, 1, &exercise);
	leave_page(text_string(&path), "coverage", &coverage);
	leave_page(text_string(&path), "large", &many);
	leave_page(text_string(&path), "exercises/ruled", &exercise);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {pages_are_as_they_were,
				      pages_under_rules_are_as_they_were,
				      tidy_has_nothing_to_say,
				      nothing_is_run_or_fetched,
				      a_student_reads_no_secrets,
				      a_student_is_led_nowhere_else,
				      the_instructor_reads_all,
				      a_student_reads_what_failed,
				      the_one_thing_to_fix_is_one,
				      a_function_fails_once,
				      hints_say_whose_they_are_and_go_with_answers,
				      what_is_slow_is_right,
				      the_hardest_is_what_fails,
				      harness_faults_head_the_index,
				      who_handed_in_the_same_is_named_once,
				      a_twin_of_a_twin_is_named,
				      students_of_all_kinds_add_up,
				      nothing_is_lost_by_what_is_not_graded_yet,
				      what_is_to_be_graded_again_has_not_got_worse,
				      the_class_counts_none_who_is_not_graded_in_all,
				      who_handed_in_under_two_names_is_counted_once,
				      what_changed_is_told_as_it_counts,
				      the_newest_hand_in_is_told_of,
				      attempts_are_not_mixed_up_with_hand_ins,
				      misconceptions_are_counted,
				      a_long_score_has_room_beside_the_staircase,
				      many_exercises_fit,
				      a_cell_of_the_class_is_lean,
				      an_empty_course_is_a_page_too,
				      an_exercise_tells_its_margin,
				      every_student_has_two_files,
				      what_has_not_changed_is_left_alone,
				      each_page_is_its_students_own,
				      what_is_made_once_passes_for_nothing_else,
				      a_page_that_cannot_be_written_ends_it,
				      what_cannot_be_written_has_a_reason,
				      pages_are_left_for_the_browser};
	return SUITE_RUN("report/page", tests, set_up, tear_down);
}
