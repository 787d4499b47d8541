#include "report/staircase.h"

#include <math.h>

#include "core/policy.h"
#include "core/score.h"
#include "report/page.h"

enum { NAME_WIDTH = 96, CELL = 28, GAP = 3, ROW = CELL + GAP };

/* Of letters of 13 pixels, rather too much than too little. */
static const double digit_width = 8.4, other_width = 4.6, score_gap = 10;

const char *level_name(int level)
{
	static const char *const names[] = {"", "Recognition", "Application", "Analysis", "Synthesis", "Mastery"};
	return level >= 0 && (size_t)level < sizeof(names) / sizeof(names[0]) ? names[level] : "";
}

static struct step *find(struct step *steps, size_t n_steps, int level)
{
	for (size_t i = 0; i < n_steps; i++)
		if (steps[i].level == level)
			return &steps[i];
	return NULL;
}

/* Keeps the steps in order; a level too many is left out of the figure. */
static size_t insert(struct step *steps, size_t n_steps, int level)
{
	if (n_steps == LEVELS_MAX || find(steps, n_steps, level) != NULL)
		return n_steps;
	size_t place = n_steps;
	for (; place > 0 && steps[place - 1].level > level; place--)
		steps[place] = steps[place - 1];
	steps[place] = (struct step){.level = level};
	return n_steps + 1;
}

size_t staircase_steps(const struct course_record *course, struct step steps[LEVELS_MAX])
{
	size_t n_steps = 0;
	for (size_t i = 0; i < course->n_exercises; i++)
		n_steps = insert(steps, n_steps, course->exercises[i].level);
	for (size_t i = 0; i < course->n_exercises; i++) {
		struct step *step = find(steps, n_steps, course->exercises[i].level);
		if (step != NULL)
			step->points += policy_weight(course->policy, step->level) * course->exercises[i].points;
	}
	return n_steps;
}

void staircase_add(const struct course_record *course, const struct student_record *student, struct step *steps,
		   size_t n_steps)
{
	for (size_t i = 0; i < student->n_results && i < course->n_exercises; i++) {
		struct step *step = find(steps, n_steps, course->exercises[i].level);
		if (step != NULL)
			step->won += policy_weight(course->policy, step->level) * student->results[i].won;
	}
}

bool staircase_narrow(const struct course_record *course, const struct student_record *student, struct step *steps,
		      size_t n_steps)
{
	bool is_whole = true;
	for (size_t i = 0; i < course->n_exercises; i++) {
		const struct exercise_record *exercise = &course->exercises[i];
		struct step *step = find(steps, n_steps, exercise->level);
		if (!isnan(score_of_exercise(course, student, i)))
			continue;
		is_whole = false;
		if (step != NULL)
			step->points -= policy_weight(course->policy, exercise->level) * exercise->points;
	}
	return is_whole;
}

static void write_rect(struct html *html, const char *class, double x, double y, double width)
{
	html_open_class(html, "rect", class);
	html_attribute_format(html, "x", "%.5g", x);
	html_attribute_format(html, "y", "%.5g", y);
	html_attribute_format(html, "width", "%.5g", width);
	html_attribute_format(html, "height", "%d", CELL);
	html_close(html, "rect");
}

static void write_word(struct html *html, const char *class, int x, int y, const char *word)
{
	html_open_class(html, "text", class);
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "y", "%d", y);
	html_text(html, word);
	html_close(html, "text");
}

static double share(const struct step *step)
{
	double part = step->points > 0 ? step->won / step->points : 0;
	return part > 1 ? 1 : part < 0 ? 0 : part;
}

static void add_score(struct text *out, const struct step *step)
{
	if (step->points > 0)
		points_add(out, step->won);
	else
		text_add(out, "–");
	text_add(out, " / ");
	points_add(out, step->points);
}

/* What the longest score takes beside the cells. */
static int measure_scores(const struct step *steps, size_t n_steps)
{
	double widest = 0;
	for (size_t i = 0; i < n_steps; i++) {
		TEXT_SCOPED struct text score = {0};
		add_score(&score, &steps[i]);
		double width = score_gap;
		for (const char *at = text_string(&score); *at != '\0'; at++)
			width += *at >= '0' && *at <= '9' ? digit_width : other_width;
		widest = fmax(widest, width);
	}
	return (int)ceil(widest);
}

/* Row `row`: cells up to the diagonal, filled from the left; the future hatched. */
static void write_step(struct html *html, const struct step *step, size_t row, size_t n_steps, int width)
{
	int y = (int)row * ROW;
	double filled = share(step) * (double)(row + 1);
	for (size_t column = 0; column < n_steps; column++) {
		double x = NAME_WIDTH + (double)column * ROW;
		double part = filled - (double)column;
		write_rect(html, column > row ? "future" : "step", x, y, CELL);
		if (column <= row && part > 0)
			write_rect(html, "won", x, y, part >= 1 ? CELL : part * CELL);
	}
	TEXT_SCOPED struct text name = {0}, score = {0};
	text_add_format(&name, "%d %s", step->level, level_name(step->level));
	add_score(&score, step);
	write_word(html, "name", 0, y + 19, text_string(&name));
	write_word(html, "score", width, y + 19, text_string(&score));
}

/* The edge between what a row sees and its future. */
static void write_edge(struct html *html, size_t n_steps)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "M%d 0", NAME_WIDTH - 1);
	for (size_t i = 0; i < n_steps; i++)
		text_add_format(&path, "h%dv%d", ROW, i + 1 < n_steps ? ROW : CELL);
	html_open_class(html, "path", "edge");
	html_attribute(html, "d", text_string(&path));
	html_close(html, "path");
}

static void add_label(struct text *out, const struct step *steps, size_t n_steps)
{
	for (size_t i = 0; i < n_steps; i++) {
		text_add_format(out, "%slevel %d %s: ", i > 0 ? "; " : "", steps[i].level, level_name(steps[i].level));
		points_add_of(out, steps[i].won, steps[i].points);
	}
}

void staircase_write(struct html *html, const char *caption, const struct step *steps, size_t n_steps)
{
	TEXT_SCOPED struct text label = {0};
	const int width = NAME_WIDTH + (int)n_steps * ROW + measure_scores(steps, n_steps);
	add_label(&label, steps, n_steps);
	html_open_class(html, "figure", "staircase");
	html_open(html, "svg");
	html_attribute_format(html, "viewBox", "0 0 %d %d", width, (int)n_steps * ROW);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	for (size_t i = 0; i < n_steps; i++)
		write_step(html, &steps[i], i, n_steps, width);
	write_edge(html, n_steps);
	html_close(html, "svg");
	html_element(html, "figcaption", NULL, caption);
	html_close(html, "figure");
}
