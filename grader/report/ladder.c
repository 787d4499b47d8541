#include "report/ladder.h"

#include "core/points.h"
#include "core/speed.h"
#include "core/worth.h"

enum { LEFT = 4, RIGHT = 36, LABEL = 48, WIDTH = 176, STEP = 20, BASELINE = 5 };

/* The first rung is the lowest. */
static int y_of(const struct speed_record *speed, size_t index)
{
	return (int)(speed->n_rungs - index) * STEP - STEP / 2;
}

static void add_rung(const struct result_record *result, size_t index, struct text *out)
{
	const struct rung_record *rung = &result->speed.rungs[index];
	text_add_format(out, "%g×: ", rung->ratio);
	points_add_word(out, worth_points(result, rung->worth));
}

static const char *state_of(const struct result_record *result, size_t index)
{
	const size_t next = speed_next(result);
	return index < next ? "reached" : index == next ? "next" : "above";
}

static void write_rung(struct html *html, const struct result_record *result, size_t index)
{
	const int y = y_of(&result->speed, index);
	TEXT_SCOPED struct text words = {0};
	add_rung(result, index, &words);
	html_open_class(html, "path", state_of(result, index));
	html_attribute_format(html, "d", "M%d %dH%d", LEFT, y, RIGHT);
	html_close(html, "path");
	html_open(html, "text");
	html_attribute_format(html, "x", "%d", LABEL);
	html_attribute_format(html, "y", "%d", y + BASELINE);
	html_text(html, text_string(&words));
	html_close(html, "text");
}

static void write_rails(struct html *html, int height)
{
	html_open_class(html, "path", "rails");
	html_attribute_format(html, "d", "M%d 0V%dM%d 0V%d", LEFT, height, RIGHT, height);
	html_close(html, "path");
}

static void write_svg(struct html *html, const struct result_record *result)
{
	const int height = (int)result->speed.n_rungs * STEP;
	TEXT_SCOPED struct text label = {0};
	for (size_t i = 0; i < result->speed.n_rungs; i++) {
		text_add(&label, i > 0 ? "; " : "Rungs: ");
		add_rung(result, i, &label);
		text_add_format(&label, ", %s", state_of(result, i));
	}
	html_open_class(html, "svg", "ladder");
	html_attribute_format(html, "viewBox", "0 0 %d %d", WIDTH, height);
	html_attribute_format(html, "width", "%d", WIDTH);
	html_attribute_format(html, "height", "%d", height);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	write_rails(html, height);
	for (size_t i = 0; i < result->speed.n_rungs; i++)
		write_rung(html, result, i);
	html_close(html, "svg");
}

/* " 11.76 of 20 points are for speed, 2.35 of which are won." */
static void add_points(const struct result_record *result, struct text *out)
{
	text_add(out, " ");
	points_add(out, speed_points(result));
	text_add(out, " of ");
	points_add_word(out, result->points);
	text_add(out, " are for speed");
	if (result->speed.ratio > 0) {
		text_add(out, ", ");
		points_add(out, speed_won(result));
		text_add(out, " of which are won");
	}
	text_add(out, ".");
}

void ladder_write(struct html *html, const struct result_record *result)
{
	TEXT_SCOPED struct text line = {0};
	if (!speed_is_asked(result))
		return;
	speed_describe_points(result, &line);
	text_add(&line, ".");
	add_points(result, &line);
	html_element(html, "p", "message", text_string(&line));
	if (!(result->speed.ratio > 0))
		return;
	write_svg(html, result);
	if (speed_advice(result)[0] == '\0')
		return;
	html_open_class(html, "p", "hint");
	html_element(html, "b", NULL, "What helps:");
	html_format(html, " %s.", speed_advice(result));
	html_close(html, "p");
}
