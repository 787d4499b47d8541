#include "report/distribution.h"

#include <math.h>

#include "core/score.h"
#include "core/text.h"

enum { BINS = 10, BIN_WIDTH = 44, GAP = 4, BAR_HEIGHT = 80, TOP = 16, BOTTOM = 18 };

struct bins {
	size_t counts[BINS], highest;
};

/* All points are in the last bin, which has both its ends. */
static struct bins count_students(const struct course_record *course)
{
	struct bins bins = {.highest = 1};
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		if (student->n_results == 0 || !(student->points > 0) || isnan(score_of_course(course, student)))
			continue;
		double tenth = student->won / student->points * BINS;
		size_t bin = tenth >= BINS ? BINS - 1 : tenth > 0 ? (size_t)tenth : 0;
		if (++bins.counts[bin] > bins.highest)
			bins.highest = bins.counts[bin];
	}
	return bins;
}

static void add_label(const struct bins *bins, struct text *out)
{
	text_add(out, "students by percent of the points:");
	for (int i = 0; i < BINS; i++)
		text_add_format(out, "%s %d to %d: %zu", i > 0 ? "," : "", i * 100 / BINS, (i + 1) * 100 / BINS,
				bins->counts[i]);
}

static void write_word(struct html *html, int x, int y, const char *word)
{
	html_open(html, "text");
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "y", "%d", y);
	html_text(html, word);
	html_close(html, "text");
}

static void write_bin(struct html *html, const struct bins *bins, int bin)
{
	int height = (int)(bins->counts[bin] * BAR_HEIGHT / bins->highest), x = bin * (BIN_WIDTH + GAP);
	TEXT_SCOPED struct text count = {0}, percent = {0};
	html_open_class(html, "rect", "won");
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "y", "%d", TOP + BAR_HEIGHT - height);
	html_attribute_format(html, "width", "%d", BIN_WIDTH);
	html_attribute_format(html, "height", "%d", height);
	html_close(html, "rect");
	text_add_format(&count, "%zu", bins->counts[bin]);
	text_add_format(&percent, "%d", bin * 100 / BINS);
	if (bins->counts[bin] > 0)
		write_word(html, x + BIN_WIDTH / 2, TOP + BAR_HEIGHT - height - 4, text_string(&count));
	write_word(html, x, TOP + BAR_HEIGHT + BOTTOM - 4, text_string(&percent));
}

void distribution_write(struct html *html, const struct course_record *course)
{
	struct bins bins = count_students(course);
	TEXT_SCOPED struct text label = {0};
	add_label(&bins, &label);
	html_open_class(html, "figure", "distribution");
	html_open(html, "svg");
	html_attribute_format(html, "viewBox", "-8 0 %d %d", BINS * (BIN_WIDTH + GAP) + 16, TOP + BAR_HEIGHT + BOTTOM);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	for (int i = 0; i < BINS; i++)
		write_bin(html, &bins, i);
	html_open_class(html, "path", "edge");
	html_attribute_format(html, "d", "M0 %dH%d", TOP + BAR_HEIGHT, BINS * (BIN_WIDTH + GAP) - GAP);
	html_close(html, "path");
	html_close(html, "svg");
	html_element(html, "figcaption", NULL, "Students by percent of the points");
	html_close(html, "figure");
}
