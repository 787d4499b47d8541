#include "report/margin.h"

#include <math.h>

#include "report/page.h"

void margin_add_ratio(struct text *out, double ratio)
{
	if (isinf(ratio))
		text_add(out, "∞");
	else
		text_add_format(out, ratio < 100 ? "%.2g" : "%.0f", ratio);
}

void margin_write_badge(struct html *html, bool good, const char *value)
{
	html_open(html, "span");
	html_attribute_format(html, "class", "badge %s", good ? "good" : "bad");
	html_text(html, value);
	html_close(html, "span");
}

/* ---- the exercise --------------------------------------------------------------------------------- */

static void write_fact(struct html *html, const char *term, double ratio, bool good, const char *unit)
{
	TEXT_SCOPED struct text value = {0};
	margin_add_ratio(&value, ratio);
	html_element(html, "dt", NULL, term);
	html_open(html, "dd");
	margin_write_badge(html, good, text_string(&value));
	html_text(html, unit);
}

/* The group of cases that it is the ratio of, if it is that of any. */
static void write_where(struct html *html, const struct coverage_record *coverage, double ratio, size_t group)
{
	if (ratio > 0 && group < coverage->n_groups)
		html_format(html, ", in \"%s\"", coverage->groups[group].name);
	html_close(html, "dd");
}

static void write_worst(struct html *html, const struct coverage_record *coverage, const struct coverage_honest *worst)
{
	write_fact(html, "Honest code, at worst", worst->ratio, worst->ratio < COVERAGE_MARGIN, " of the tolerance: ");
	html_element(html, "code", NULL, worst->name);
	write_where(html, coverage, worst->ratio, worst->group);
}

static void write_nearest(struct html *html, const struct coverage_record *coverage, const struct coverage_row *nearest)
{
	write_fact(html, "Nearest mistake", nearest->ratio, coverage_catch(nearest->ratio) == CATCH_WELL,
		   " times the tolerance: ");
	html_format(html, "%s, %s", nearest->id, nearest->title);
	write_where(html, coverage, nearest->ratio, nearest->group);
}

static bool was_tried(const struct coverage_record *coverage, size_t group)
{
	for (size_t i = 0; i < coverage->n_honest; i++)
		if (!isnan(coverage->honest[i].ratios[group]))
			return true;
	return false;
}

static bool is_whole(const struct coverage_record *coverage)
{
	for (size_t g = 0; g < coverage->n_groups; g++)
		if (!was_tried(coverage, g))
			return false;
	return true;
}

static void write_nothing(struct html *html, const char *why)
{
	html_open_class(html, "p", "note");
	html_format(html, "Not measured: %s. grader lint measures a file.", why);
	html_close(html, "p");
}

static void write_measured(struct html *html, const struct coverage_record *coverage)
{
	const struct coverage_row *nearest = coverage_nearest(coverage);
	const struct coverage_honest *worst = coverage_worst(coverage);
	html_open_class(html, "dl", "facts");
	write_worst(html, coverage, worst);
	if (nearest != NULL)
		write_nearest(html, coverage, nearest);
	else
		page_write_fact(html, "Nearest mistake", "none to catch");
	html_close(html, "dl");
	html_element(html, "p", "note",
		     is_whole(coverage)
			     ? "As lint measures it, on cases of the public stream."
			     : "As lint measures it, on cases of the public stream; groups of cases that take "
			       "long are left out here.");
}

void margin_write(struct html *html, const struct coverage_record *coverage)
{
	page_open_section(html, "margin", "Margin");
	if (coverage == NULL)
		write_nothing(html, "the exercise as it was graded was not at hand");
	else if (coverage_worst(coverage) == NULL)
		write_nothing(html, "every group of its cases takes too long to be measured here");
	else
		write_measured(html, coverage);
	html_close(html, "section");
}

/* ---- a group -------------------------------------------------------------------------------------- */

static void write_number(struct html *html, const char *number)
{
	html_element(html, "td", "number", number);
}

static void write_honest(struct html *html, const struct coverage_record *coverage, size_t group)
{
	TEXT_SCOPED struct text text = {0};
	double worst = 0;
	for (size_t i = 0; i < coverage->n_honest; i++)
		worst = fmax(worst, coverage->honest[i].ratios[group]); /* whatever is NaN was not tried */
	margin_add_ratio(&text, worst);
	write_number(html, text_string(&text));
}

static void write_caught(struct html *html, const struct coverage_record *coverage, size_t group)
{
	TEXT_SCOPED struct text text = {0};
	size_t tried = 0, caught = 0;
	for (size_t i = 0; i < coverage->n_misconceptions; i++) {
		tried += !isnan(coverage->misconceptions[i].ratios[group]);
		caught += coverage->misconceptions[i].ratios[group] > 1;
	}
	text_add_format(&text, "%zu of %zu", caught, tried);
	write_number(html, text_string(&text));
}

void margin_write_group(struct html *html, const struct coverage_record *coverage, size_t group)
{
	if (group < coverage->n_groups && was_tried(coverage, group)) {
		write_honest(html, coverage, group);
		write_caught(html, coverage, group);
		return;
	}
	write_number(html, "–");
	write_number(html, "–");
}
