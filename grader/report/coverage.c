/*
 * What exercises catch, on one page for the instructor: a line for each, then its groups, and which of them a wrong
 * answer fails and honest code comes near to failing.
 */
#include "core/coverage.h"

#include <math.h>
#include <string.h>

#include "report/margin.h"
#include "report/page.h"
#include "report/report.h"

static void write_number(struct html *html, double number, const char *unit)
{
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "%.0f%s", number, unit);
	html_element(html, "td", "number", text_string(&text));
}

static void write_ratio(struct html *html, double ratio)
{
	TEXT_SCOPED struct text text = {0};
	margin_add_ratio(&text, ratio);
	html_element(html, "td", "number", text_string(&text));
}

/* What the sort of an answer is called, and its largest ratio or its share. */
static void write_named(struct html *html, bool good, const char *name, const char *value)
{
	html_open(html, "td");
	margin_write_badge(html, good, value);
	html_format(html, " %s", name);
	html_close(html, "td");
}

/* ---- all exercises -------------------------------------------------------------------------------- */

static void write_link(struct html *html, const struct coverage_record *record)
{
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_open(html, "a");
	html_attribute_format(html, "href", "#%s-title", record->id);
	html_format(html, "%s %s", record->id, record->title);
	html_close(html, "a");
	html_close(html, "th");
}

static void write_caught(struct html *html, const struct coverage_record *record)
{
	TEXT_SCOPED struct text caught = {0}, of = {0};
	text_add_format(&caught, "%zu", coverage_caught(record));
	text_add_format(&of, "of %zu", coverage_to_catch(record));
	write_named(html, coverage_caught(record) == coverage_to_catch(record), text_string(&of), text_string(&caught));
}

static void write_nearest(struct html *html, const struct coverage_row *nearest)
{
	TEXT_SCOPED struct text ratio = {0}, name = {0};
	if (nearest == NULL) {
		html_element(html, "td", NULL, "none to catch");
		return;
	}
	margin_add_ratio(&ratio, nearest->ratio);
	text_add_format(&name, "%s %s", nearest->id, nearest->name);
	write_named(html, coverage_catch(nearest->ratio) == CATCH_WELL, text_string(&name), text_string(&ratio));
}

static void write_worst(struct html *html, const struct coverage_honest *worst)
{
	TEXT_SCOPED struct text ratio = {0};
	margin_add_ratio(&ratio, worst->ratio);
	write_named(html, worst->ratio < COVERAGE_MARGIN, worst->name, text_string(&ratio));
}

static void write_richest(struct html *html, const struct coverage_row *richest)
{
	static const double share_max = 0.5;
	TEXT_SCOPED struct text share = {0};
	text_add_format(&share, "%.0f%%", 100 * richest->share);
	write_named(html, richest->share <= share_max, richest->name, text_string(&share));
}

static void write_line(struct html *html, const struct coverage_record *record)
{
	html_open(html, "tr");
	write_link(html, record);
	write_caught(html, record);
	write_nearest(html, coverage_nearest(record));
	write_worst(html, coverage_worst(record));
	write_richest(html, coverage_richest(record));
	html_open_class(html, "td", "number");
	html_format(html, "%zu of %zu", coverage_count_redundant(record), record->n_groups);
	html_close(html, "td");
	html_close(html, "tr");
}

static void write_lines(struct html *html, const struct coverage_record *records, size_t count)
{
	page_open_section(html, "catalogue", "All exercises");
	page_open_table(html, "coverage",
			"Misconceptions that hidden groups catch; the one, and the honest code, nearest to the "
			"tolerance; the trivial answer "
			"that earns most; groups that catch nothing by themselves");
	page_write_column_head(html, NULL, "Exercise");
	page_write_column_head(html, NULL, "Caught");
	page_write_column_head(html, NULL, "Nearest to passing");
	page_write_column_head(html, NULL, "Honest code");
	page_write_column_head(html, NULL, "Trivial answer");
	page_write_column_head(html, "number", "Redundant");
	page_open_table_body(html);
	for (size_t i = 0; i < count; i++)
		write_line(html, &records[i]);
	page_close_table(html);
	html_close(html, "section");
}

/* ---- one exercise --------------------------------------------------------------------------------- */

/* A group's number, by which the other tables call it. */
static void write_group(struct html *html, const struct coverage_group *group, size_t number)
{
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_format(html, "%zu. %s", number, group->name);
	html_close(html, "th");
	html_element(html, "td", NULL, group->is_public ? "public" : "hidden");
	write_number(html, group->worth, "");
	write_number(html, group->repetitions, "");
	write_number(html, (double)group->caught, "");
	if (group->is_public)
		html_element(html, "td", NULL, "");
	else if (coverage_redundant(group)) {
		html_open_class(html, "td", "number");
		html_element(html, "span", "badge none", "redundant");
		html_close(html, "td");
	} else
		write_number(html, (double)group->alone, "");
	html_close(html, "tr");
}

/* Captions name regions, and so no two may be the same. */
static void open_table(struct html *html, const struct coverage_record *record, const char *class, const char *caption)
{
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "%s: %s", record->id, caption);
	page_open_table(html, class, text_string(&text));
}

static void write_groups(struct html *html, const struct coverage_record *record)
{
	open_table(html, record, "coverage", "groups of cases, and how many of the wrong answers below fail them");
	page_write_column_head(html, NULL, "Group");
	page_write_column_head(html, NULL, "Seen");
	page_write_column_head(html, "number", "Worth");
	page_write_column_head(html, "number", "Cases");
	page_write_column_head(html, "number", "Catches");
	page_write_column_head(html, "number", "Catches alone");
	page_open_table_body(html);
	for (size_t g = 0; g < record->n_groups; g++)
		write_group(html, &record->groups[g], g + 1);
	page_close_table(html);
}

static void open_matrix(struct html *html, const struct coverage_record *record, const char *what, const char *caption,
			const char *last)
{
	open_table(html, record, "matrix", caption);
	page_write_column_head(html, NULL, what);
	for (size_t g = 0; g < record->n_groups; g++) {
		html_open_class(html, "th", "cell");
		html_attribute(html, "scope", "col");
		html_attribute(html, "title", record->groups[g].name);
		html_format(html, "%zu", g + 1);
		html_close(html, "th");
	}
	page_write_column_head(html, "number", last);
	page_open_table_body(html);
}

static void write_mark(struct html *html, const struct coverage_group *group, double ratio, const char *class,
		       const char *mark)
{
	TEXT_SCOPED struct text number = {0};
	html_open(html, "td");
	html_attribute_format(html, "class", "cell%s", class);
	margin_add_ratio(&number, ratio);
	if (isnan(ratio))
		html_attribute_format(html, "title", "%s: not tried", group->name);
	else
		html_attribute_format(html, "title", "%s: %s", group->name, text_string(&number));
	html_text(html, mark);
	html_close(html, "td");
}

static const struct {
	const char *class, *mark, *meaning;
} marks[] = {
	[CATCH_UNTRIED] = {"", " ", "not tried: a group of shorter cases catches it, or the exercise is not for it"},
	[CATCH_MISSED] = {"", "·", "passes"},
	[CATCH_BARELY] = {" bad", "~", "fails, but by less than 4 times the tolerance"},
	[CATCH_WELL] = {" good", "✓", "fails, by 4 times the tolerance or more"},
};

static void open_row(struct html *html, const char *id, const char *words)
{
	html_open(html, "tr");
	html_open(html, "th");
	html_attribute(html, "scope", "row");
	html_element(html, "span", "id", id);
	html_format(html, " %s", words);
}

static void write_badge(struct html *html, const char *class, const char *word)
{
	html_text(html, " ");
	html_element(html, "span", class, word);
}

/* Why the exercise need not catch it, or that it does not. */
static void write_remark(struct html *html, const struct coverage_row *row)
{
	if (row->excuse != NULL) {
		write_badge(html, "badge none", "not for");
		html_format(html, " %s", row->excuse);
	} else if (coverage_fault(row) != NULL) {
		write_badge(html, "badge bad", coverage_fault(row));
	}
}

static void write_misconceptions(struct html *html, const struct coverage_record *record)
{
	open_matrix(html, record, "Misconception", "which groups a misconception fails", "Hidden");
	for (size_t i = 0; i < record->n_misconceptions; i++) {
		const struct coverage_row *row = &record->misconceptions[i];
		open_row(html, row->id, row->title);
		write_remark(html, row);
		html_close(html, "th");
		for (size_t g = 0; g < record->n_groups; g++) {
			const enum catch catch = coverage_catch(row->ratios[g]);
			write_mark(html, &record->groups[g], row->ratios[g], marks[catch].class, marks[catch].mark);
		}
		write_ratio(html, row->ratio);
		html_close(html, "tr");
	}
	page_close_table(html);
}

static void write_trivial(struct html *html, const struct coverage_record *record)
{
	open_matrix(html, record, "Trivial answer", "which groups an answer without thought fails", "Earns");
	for (size_t i = 0; i < record->n_trivial; i++) {
		const struct coverage_row *row = &record->trivial[i];
		open_row(html, row->id, row->title);
		if (!(row->ratio > 1))
			write_badge(html, "badge bad", "missed");
		html_close(html, "th");
		for (size_t g = 0; g < record->n_groups; g++) {
			const bool fails = row->ratios[g] > 1;
			write_mark(html, &record->groups[g], row->ratios[g], fails ? " good" : "", fails ? "✓" : "·");
		}
		write_number(html, 100 * row->share, "%");
		html_close(html, "tr");
	}
	page_close_table(html);
}

static void write_honest(struct html *html, const struct coverage_record *record)
{
	open_matrix(html, record, "Honest code", "how near honest code comes to failing a group", "Worst");
	for (size_t i = 0; i < record->n_honest; i++) {
		const struct coverage_honest *honest = &record->honest[i];
		open_row(html, honest->name, honest->title);
		html_close(html, "th");
		for (size_t g = 0; g < record->n_groups; g++) {
			const double ratio = honest->ratios[g];
			const bool near = ratio >= COVERAGE_MARGIN;
			write_mark(html, &record->groups[g], ratio, near ? " bad" : "",
				   isnan(ratio) ? " "
				   : near	? "!"
						: "·");
		}
		write_ratio(html, honest->ratio);
		html_close(html, "tr");
	}
	page_close_table(html);
}

/* ---- findings -------------------------------------------------------------------------------------- */

static const struct {
	const char *word, *class;
} severities[] = {
	[SEVERITY_ERROR] = {"error", "badge bad"},
	[SEVERITY_WARNING] = {"warning", "badge none"},
	[SEVERITY_NOTE] = {"note", "badge none"},
};

static bool is_about(const struct diagnostic *finding, const char *file)
{
	return file == NULL || (finding->place.file != NULL && strcmp(finding->place.file, file) == 0);
}

static void write_finding(struct html *html, const struct diagnostic *finding, bool with_file)
{
	html_open(html, "li");
	html_element(html, "span", severities[finding->severity].class, severities[finding->severity].word);
	if (finding->place.file != NULL && with_file)
		html_format(html, " %s", finding->place.file);
	if (finding->place.line > 0)
		html_format(html, "%s%zu", with_file && finding->place.file != NULL ? ":" : " line ",
			    finding->place.line);
	html_format(html, ": %s", finding->message);
	html_close(html, "li");
}

/* Those about one file, or all, the worst first. */
static void write_findings(struct html *html, const struct diagnostics *findings, const char *file)
{
	size_t count = 0;
	for (int severity = SEVERITY_ERROR; severity <= SEVERITY_NOTE; severity++)
		for (size_t i = 0; i < diagnostics_total(findings); i++) {
			const struct diagnostic *finding = diagnostics_get(findings, i);
			if ((int)finding->severity != severity || !is_about(finding, file))
				continue;
			if (count++ == 0)
				html_open_class(html, "ul", "findings");
			write_finding(html, finding, file == NULL);
		}
	if (count > 0)
		html_close(html, "ul");
}

static void write_all_findings(struct html *html, const struct diagnostics *findings)
{
	if (diagnostics_total(findings) == 0)
		return;
	page_open_section(html, "findings", "What is to be mended");
	write_findings(html, findings, NULL);
	html_close(html, "section");
}

static bool has_error(const struct diagnostics *findings, const char *file)
{
	for (size_t i = 0; i < diagnostics_total(findings); i++)
		if (diagnostics_get(findings, i)->severity == SEVERITY_ERROR &&
		    is_about(diagnostics_get(findings, i), file))
			return true;
	return false;
}

/* ---- one exercise, whole ---------------------------------------------------------------------------- */

static void write_exercise(struct html *html, const struct coverage_record *record, const struct diagnostics *findings)
{
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s %s", record->id, record->title);
	page_open_section(html, record->id, text_string(&title));
	html_open_class(html, "p", "note");
	html_element(html, "code", NULL, record->function);
	html_text(html, " in ");
	html_element(html, "code", NULL, record->file);
	html_close(html, "p");
	write_findings(html, findings, record->file);
	write_groups(html, record);
	write_misconceptions(html, record);
	write_trivial(html, record);
	write_honest(html, record);
	html_close(html, "section");
}

/* ---- the page ------------------------------------------------------------------------------------- */

static size_t count_sound(const struct coverage_record *records, size_t count, const struct diagnostics *findings)
{
	size_t sound = 0;
	for (size_t i = 0; i < count; i++)
		sound += !has_error(findings, records[i].file);
	return sound;
}

/* "3 errors, 1 warning" */
static void add_counts(struct text *text, const struct diagnostics *findings)
{
	const size_t errors = diagnostics_count(findings, SEVERITY_ERROR);
	const size_t warnings = diagnostics_count(findings, SEVERITY_WARNING);
	text_add_format(text, "%zu error%s, %zu warning%s", errors, text_plural((double)errors), warnings,
			text_plural((double)warnings));
}

static void write_key(struct html *html)
{
	html_open_class(html, "ul", "legend");
	html_attribute(html, "aria-label", "Marks");
	for (int catch = CATCH_WELL; catch > CATCH_UNTRIED; catch --) {
		html_open(html, "li");
		html_open(html, "span");
		html_attribute_format(html, "class", "glyph%s", marks[catch].class);
		html_text(html, marks[catch].mark);
		html_close(html, "span");
		html_text(html, marks[catch].meaning);
		html_close(html, "li");
	}
	html_open(html, "li");
	html_element(html, "span", "glyph bad", "!");
	html_text(html, "honest code is off by half the tolerance or more");
	html_close(html, "li");
	html_open(html, "li");
	html_format(html, "Blank: %s.", marks[CATCH_UNTRIED].meaning);
	html_close(html, "li");
	html_close(html, "ul");
}

static void write_header(struct html *html, const struct coverage_record *records, size_t count,
			 const struct diagnostics *findings)
{
	TEXT_SCOPED struct text counts = {0};
	add_counts(&counts, findings);
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_element(html, "p", "kicker", "Audit, for the instructor");
	html_element(html, "h1", NULL, "What the exercises catch");
	html_open_class(html, "p", "total");
	html_open(html, "b");
	html_format(html, "%zu", count_sound(records, count, findings));
	html_close(html, "b");
	html_format(html, " of %zu exercise%s that could be tried ha%s no error; %s in all", count,
		    text_plural((double)count), count == 1 ? "s" : "ve", text_string(&counts));
	html_close(html, "p");
	html_element(html, "p", "note",
		     "A ratio is an error as a multiple of the tolerance: above 1 a case fails; ∞ stands for what no "
		     "tolerance allows. A hidden group is redundant if other hidden groups catch all that it does.");
	write_key(html);
	html_close(html, "div");
	html_close(html, "header");
}

void report_coverage_page(const struct coverage_record *records, size_t count, const struct diagnostics *findings,
			  const char *grader_version, struct text *out)
{
	struct html html = html_start(out);
	page_open(&html, "What the exercises catch");
	write_header(&html, records, count, findings);
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	write_all_findings(&html, findings);
	write_lines(&html, records, count);
	for (size_t i = 0; i < count; i++)
		write_exercise(&html, &records[i], findings);
	page_open_footer(&html);
	html_format(&html, "grader %s, cases of the public stream", grader_version);
	page_close_footer(&html);
	html_finish(&html);
}
