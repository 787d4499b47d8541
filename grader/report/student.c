/*
 * The page of one student, for the student or for the instructor: a table of sections, each with whom it
 * is for, when it applies and how it is written. A new section is a function and a row.
 */
#include "report/student.h"

#include <math.h>
#include <string.h>

#include "core/disclosure.h"
#include "core/policy.h"
#include "core/score.h"
#include "report/advice.h"
#include "report/badge.h"
#include "report/heatmap.h"
#include "report/history.h"
#include "report/page.h"
#include "report/person.h"
#include "report/report.h"
#include "report/result.h"
#include "report/staircase.h"
#include "report/standing.h"
#include "report/view.h"

enum {
	PRINTED_MAX = 4096,	   /* bytes shown of what one exercise printed */
	PAGE_BYTES = 299 * 1000,   /* a page has fewer than 300 kB */
	COMMON_BYTES = 16 << 20,   /* kept of what pages have in common: several times what is in a large course */
	ARTICLES_BYTES = 16 << 20, /* kept while it is tried how much fits */
};

static const char script[] =
#include "generated/student.js.h"
	;

static bool is_graded(const struct view *view)
{
	return view->student->verdict == VERDICT_GRADED && view->student->n_results > 0;
}

/* What was rejected won nothing, and is told so as any other score is. */
static bool is_scored(const struct view *view)
{
	return is_graded(view) || view->student->verdict == VERDICT_REJECTED;
}

static bool is_ungraded(const struct view *view)
{
	return !is_graded(view);
}

static bool has_submission(const struct view *view)
{
	return view->student->attempts > 0;
}

static void write_ungraded(struct html *html, struct view *view)
{
	const struct student_record *student = view->student;
	html_open(html, "p");
	badge_write(html, student->verdict);
	html_format(html, " %s", verdict_meaning(student->verdict));
	html_close(html, "p");
	if (*student->reason != '\0')
		page_write_message(html, "message", student->reason);
	if (student->verdict == VERDICT_REJECTED)
		history_write_graded(html, view);
}

static void write_newer(struct html *html, struct view *view)
{
	history_write_newer(html, view);
}

static bool has_twins(const struct view *view)
{
	return view->student->n_twins > 0;
}

static void write_twins(struct html *html, struct view *view)
{
	html_element(html, "p", NULL, "The same bytes, to the last, were handed in by:");
	html_open(html, "ul");
	for (size_t i = 0; i < view->student->n_twins; i++) {
		TEXT_SCOPED struct text file = {0};
		report_file_name(view->student->twins[i], &file);
		html_open(html, "li");
		html_open(html, "a");
		html_attribute(html, "href", text_string(&file));
		page_write_name(html, view->student->twins[i]);
		html_close(html, "a");
		html_close(html, "li");
	}
	html_close(html, "ul");
}

static bool has_before(const struct view *view)
{
	return is_graded(view) && view_before(view) != NULL;
}

static void write_changes(struct html *html, struct view *view)
{
	history_write_changes(html, view);
}

static void write_fix(struct html *html, struct view *view)
{
	advice_write(html, view);
}

static void write_chip(struct html *html, const struct view *view, size_t index)
{
	html_open(html, "li");
	html_open(html, "a");
	html_attribute_format(html, "href", "#exercise-%zu", index + 1);
	badge_write_glyph(html, view->student->results[index].verdict);
	html_format(html, " %s", view->course->exercises[index].id);
	html_close(html, "a");
	html_close(html, "li");
}

static void write_glance(struct html *html, struct view *view)
{
	html_open_class(html, "nav", "glance");
	html_attribute(html, "aria-label", "Exercises");
	html_open(html, "ul");
	for (size_t i = 0; i < view->student->n_results; i++)
		write_chip(html, view, i);
	html_close(html, "ul");
	html_close(html, "nav");
}

/* Below, points are those of the exercises; in the headline they count as the level weighs. */
static void write_weight(struct html *html, const struct policy *policy, int level)
{
	const double weight = policy_weight(policy, level);
	TEXT_SCOPED struct text words = {0};
	text_add_format(&words, "each point counts %.15g", weight);
	if (weight < 1 || weight > 1)
		html_element(html, "span", "level", text_string(&words));
}

static void write_left_out(struct html *html, const char *noun, size_t count, const char *how)
{
	if (count == 0)
		return;
	html_open_class(html, "p", "note");
	html_format(html, "%zu %s%s %s, to keep this page small: the book has them, and ", count, noun,
		    text_plural((double)count), how);
	html_element(html, "code", NULL, "grader show ID");
	html_text(html, " prints them.");
	html_close(html, "p");
}

static size_t count_without_statement(const struct view *view)
{
	size_t count = 0;
	for (size_t i = 0; i < view->student->n_results; i++)
		count += !view_has_statement(view, i);
	return count;
}

/* What is the same whatever there is room for is made once while a page is tried. */
static void write_once(struct html *html, struct view *view, const char *name,
		       void (*write)(struct html *html, struct view *view))
{
	TEXT_SCOPED struct text key = {0};
	text_add_format(&key, "once %s", name);
	if (clippings_paste(view->articles, &key, html))
		return;
	const size_t mark = html_mark(html);
	write(html, view);
	clippings_keep(view->articles, &key, html, mark);
}

/* A page that is too large already is not tried any further. */
static void write_exercises(struct html *html, struct view *view)
{
	write_once(html, view, "glance", write_glance);
	write_left_out(html, "statement", count_without_statement(view), "and their recall questions are left out");
	heatmap_write_legend(html);
	int level = -1;
	for (size_t i = 0; i < view->student->n_results && html->out->length <= view->room_bytes; i++) {
		if (view->course->exercises[i].level != level) {
			level = view->course->exercises[i].level;
			html_open(html, "h3");
			html_format(html, "Level %d", level);
			html_element(html, "span", "level", level_name(level));
			write_weight(html, view->course->policy, level);
			html_close(html, "h3");
		}
		result_write(html, view, i);
	}
	write_left_out(html, "case", view->left_out, "that pass are told without figures");
}

static bool has_printed(const struct view *view)
{
	for (size_t i = 0; i < view->student->n_results; i++)
		if (*view->student->results[i].printed != '\0')
			return true;
	return false;
}

static void write_printed(struct html *html, struct view *view)
{
	for (size_t i = 0; i < view->student->n_results; i++) {
		const char *printed = view->student->results[i].printed;
		size_t length = strlen(printed), shown = length < PRINTED_MAX ? length : PRINTED_MAX;
		if (length == 0)
			continue;
		html_open(html, "h3");
		result_write_link(html, view->course, i);
		html_close(html, "h3");
		html_open(html, "pre");
		html_text_bytes(html, printed, shown);
		html_close(html, "pre");
		if (shown < length)
			html_element(html, "p", "note", "The rest is left out.");
	}
}

static void write_receipt(struct html *html, struct view *view)
{
	const struct student_record *student = view->student;
	char hex[DIGEST_HEX];
	digest_hex(&student->submission, hex);
	TEXT_SCOPED struct text size = {0}, attempts = {0};
	text_add_format(&size, "%lld bytes", (long long)student->submission_bytes);
	text_add_format(&attempts, "%zu", view_attempts(view));
	html_open_class(html, "dl", "facts");
	page_write_fact(html, "SHA-256 of the file", hex);
	page_write_fact(html, "Size", text_string(&size));
	if (student->verdict != VERDICT_REJECTED)
		page_write_fact(html, "Attempts", text_string(&attempts));
	html_element(html, "dt", NULL, "Handed in");
	html_open(html, "dd");
	page_write_time(html, student->handed_in_at);
	html_close(html, "dd");
	page_write_fact(html, "Grader", view->course->grader_version);
	page_write_fact(html, "Sandbox", view->course->sandbox);
	if (view_is_instructor(view))
		page_write_fact(html, "Host", view->course->host);
	html_close(html, "dl");
}

static const struct section {
	const char *id, *title;
	enum audience audience; /* AUDIENCE_STUDENT: for both */
	bool varies;		/* with what there is room for */
	bool (*applies)(const struct view *view);
	void (*write)(struct html *html, struct view *view);
} sections[] = {
	{"ungraded", "Not graded", AUDIENCE_STUDENT, false, is_ungraded, write_ungraded},
	{"twins", "Identical submissions", AUDIENCE_INSTRUCTOR, false, has_twins, write_twins},
	{"newer", "The newest hand-in", AUDIENCE_STUDENT, false, history_has_newer, write_newer},
	{"changes", "Since the last attempt", AUDIENCE_STUDENT, false, has_before, write_changes},
	{"fix", "What to fix next", AUDIENCE_STUDENT, false, is_graded, write_fix},
	{"exercises", "Exercises", AUDIENCE_STUDENT, true, is_graded, write_exercises},
	{"printed", "What the code printed", AUDIENCE_INSTRUCTOR, false, has_printed, write_printed},
	{"receipt", "Receipt", AUDIENCE_STUDENT, false, has_submission, write_receipt},
};

static bool has_total(const struct view *view)
{
	return !isnan(score_of_course(view->course, view->student));
}

/* As long as exercises are still to be graded, of the points in the others. */
static void write_score(struct html *html, const struct view *view)
{
	const struct student_record *student = view->student;
	const bool is_whole = has_total(view);
	const double all = is_whole ? student->points : score_so_far(view->course, student).points;
	TEXT_SCOPED struct text won = {0}, points = {0};
	points_add(&won, student->won);
	points_add(&points, all);
	html_open_class(html, "p", "total");
	html_element(html, "b", NULL, text_string(&won));
	html_format(html, " of %s point%s%s", text_string(&points), text_plural(all), is_whole ? "" : " so far");
	html_close(html, "p");
	page_write_bar(html, student->won, all);
}

static bool has_score(const struct view *view)
{
	if (has_total(view))
		return is_scored(view) || view->student->n_manual > 0;
	return score_so_far(view->course, view->student).scored > 0;
}

/* "s060", and who that is in the roster: "Student 60". */
static void write_heading(struct html *html, const struct view *view)
{
	html_open(html, "h1");
	page_write_name(html, view->student->name);
	person_write_name(html, view->course, view->student->name);
	html_close(html, "h1");
}

static void write_header(struct html *html, struct view *view)
{
	struct step steps[LEVELS_MAX];
	size_t n_steps = staircase_steps(view->course, steps);
	staircase_add(view->course, view->student, steps, n_steps);
	const bool is_whole = staircase_narrow(view->course, view->student, steps, n_steps);
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_open_class(html, "p", "kicker");
	if (view_is_instructor(view)) {
		html_open(html, "a");
		html_attribute(html, "href", "../index.html");
		html_text(html, "Class");
		html_close(html, "a");
		html_text(html, " / instructor’s view, not for the student");
	} else
		html_text(html, policy_title(view->course->policy));
	html_close(html, "p");
	write_heading(html, view);
	if (has_score(view))
		write_score(html, view);
	standing_write_attempt(html, view);
	standing_write(html, view);
	history_write_line(html, view);
	html_close(html, "div");
	if (is_scored(view) && n_steps > 0)
		staircase_write(html, is_whole ? "Points by level" : "Points by level, so far", steps, n_steps);
	html_close(html, "header");
}

static void write_page(struct view *view, struct clippings *clippings, struct text *out)
{
	struct html html = html_start(out);
	html.clippings = clippings;
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s: masked attention",
			*view->student->name == '\0' ? "(no name)" : view->student->name);
	page_open_scripted(&html, text_string(&title), script);
	write_once(&html, view, "header", write_header);
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		const struct section *section = &sections[i];
		if (section->audience > view->audience || !section->applies(view))
			continue;
		page_open_section(&html, section->id, section->title);
		if (section->varies)
			section->write(&html, view);
		else
			write_once(&html, view, section->id, section->write);
		html_close(&html, "section");
	}
	page_close(&html, view->course);
	html_finish(&html);
}

/* Is the page small enough? */
static bool try_page(struct student_writer *writer, struct view *view, unsigned thrift)
{
	view_economise(view, thrift);
	text_clear(&writer->page);
	write_page(view, writer->common, &writer->page);
	return writer->page.length <= PAGE_BYTES;
}

/* With the least thrift that makes it small enough, found by halving. */
static void fit_page(struct student_writer *writer, struct view *view)
{
	unsigned low = 0, high = THRIFT_MAX; /* low is too little */
	view->room_bytes = PAGE_BYTES;
	if (try_page(writer, view, low))
		return;
	while (low + 1 < high) {
		unsigned thrift = (low + high) / 2;
		*(try_page(writer, view, thrift) ? &high : &low) = thrift;
	}
	view->room_bytes = SIZE_MAX; /* if it is too large with all thrift, so be it */
	try_page(writer, view, high);
}

/* ---- pages of a class ---------------------------------------------------------------------------- */

struct student_writer student_writer_create(void)
{
	return (struct student_writer){.common = clippings_create(COMMON_BYTES),
				       .articles = clippings_create(ARTICLES_BYTES)};
}

void student_writer_release(struct student_writer *writer)
{
	clippings_destroy(writer->common);
	clippings_destroy(writer->articles);
	text_release(&writer->page);
}

static void write_for(struct student_writer *writer, const struct course_record *course,
		      const struct student_record *student, enum audience audience)
{
	struct view view = view_create(course, student, audience, 0);
	view.articles = writer->articles;
	clippings_forget(writer->articles);
	fit_page(writer, &view);
}

const struct text *student_write(struct student_writer *writer, const struct course_record *course,
				 const struct student_record *student, enum audience audience)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	if (audience == AUDIENCE_INSTRUCTOR) {
		write_for(writer, course, student, audience);
	} else {
		const struct course_record shown = disclosure_one(course, student, arena);
		write_for(writer, &shown, shown.students, audience);
	}
	return &writer->page;
}

static void add_page(const struct course_record *course, const struct student_record *student, enum audience audience,
		     struct text *html)
{
	STUDENT_WRITER_SCOPED struct student_writer writer = student_writer_create();
	const struct text *page = student_write(&writer, course, student, audience);
	text_add_bytes(html, page->data, page->length);
}

void report_student_page(const struct course_record *course, const struct student_record *student, struct text *html)
{
	add_page(course, student, AUDIENCE_STUDENT, html);
}

void report_instructor_page(const struct course_record *course, const struct student_record *student, struct text *html)
{
	add_page(course, student, AUDIENCE_INSTRUCTOR, html);
}
