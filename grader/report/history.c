#include "report/history.h"

#include <math.h>

#include "core/policy.h"
#include "report/page.h"
#include "report/result.h"

enum {
	ATTEMPTS_SHOWN = 24, /* the latest ones */
	CHANGES_SHOWN = 6,   /* of those that lost, and of those that gained */
	STEP = 14,
	HEIGHT = 32,
	MARGIN = 5
};

static const double noticeable = 0.005; /* points are shown to two digits */

/* ---- the line ------------------------------------------------------------------------------------ */

struct line {
	const struct past_record *past; /* the first that is shown */
	size_t count, number;		/* how many, and which hand-in the first is */
	double points, won[ATTEMPTS_SHOWN];
};

static int y_of(const struct line *line, size_t index)
{
	double share = line->points > 0 ? line->won[index] / line->points : 0;
	return HEIGHT - MARGIN - (int)lround(fmin(fmax(share, 0), 1) * (HEIGHT - 2 * MARGIN));
}

static void add_label(const struct line *line, struct text *out)
{
	text_add(out, "Points by hand-in:");
	for (size_t i = 0; i < line->count; i++) {
		text_add_format(out, "%s hand-in %zu ", i > 0 ? "," : "", line->number + i);
		if (line->past[i].verdict == VERDICT_GRADED)
			points_add(out, line->won[i]);
		else
			text_add(out, "rejected");
	}
}

static void add_path(const struct line *line, struct text *out)
{
	for (size_t i = 0; i < line->count; i++)
		if (line->past[i].verdict == VERDICT_GRADED)
			text_add_format(out, "%s%zu %d", out->length == 0 ? "M" : "L", MARGIN + i * STEP,
					y_of(line, i));
}

static void write_dot(struct html *html, const struct line *line, size_t index)
{
	bool is_graded = line->past[index].verdict == VERDICT_GRADED;
	html_open_class(html, "circle", !is_graded ? "rejected" : index + 1 == line->count ? "latest" : "earlier");
	html_attribute_format(html, "cx", "%zu", MARGIN + index * STEP);
	html_attribute_format(html, "cy", "%d", is_graded ? y_of(line, index) : HEIGHT - MARGIN);
	html_attribute(html, "r", index + 1 == line->count ? "4" : "2.5");
	html_close(html, "circle");
}

static void write_svg(struct html *html, const struct line *line)
{
	TEXT_SCOPED struct text label = {0}, path = {0};
	size_t width = (line->count - 1) * STEP + MARGIN + MARGIN;
	add_label(line, &label);
	add_path(line, &path);
	html_open(html, "svg");
	html_attribute_format(html, "viewBox", "0 0 %zu %d", width, HEIGHT);
	html_attribute_format(html, "width", "%zu", width);
	html_attribute_format(html, "height", "%d", HEIGHT);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	html_open_class(html, "path", "floor");
	html_attribute_format(html, "d", "M0 %dH%zu", HEIGHT - 1, width);
	html_close(html, "path");
	html_open(html, "path");
	html_attribute(html, "d", text_string(&path));
	html_close(html, "path");
	for (size_t i = 0; i < line->count; i++)
		write_dot(html, line, i);
	html_close(html, "svg");
}

void history_write_line(struct html *html, const struct view *view)
{
	const struct student_record *student = view->student;
	if (student->n_past < 2)
		return;
	size_t skipped = student->n_past > ATTEMPTS_SHOWN ? student->n_past - ATTEMPTS_SHOWN : 0;
	struct line line = {student->past + skipped, student->n_past - skipped, skipped + 1, student->points, {0}};
	for (size_t i = 0; i < line.count; i++)
		line.won[i] = policy_past(view->course, student, &line.past[i]);
	html_open_class(html, "figure", "history");
	write_svg(html, &line);
	html_open(html, "figcaption");
	const size_t attempts = view_attempts(view);
	html_format(html, "%zu attempt%s", attempts, text_plural((double)attempts));
	if (attempts < student->n_past)
		html_format(html, " in %zu hand-ins", student->n_past);
	if (skipped > 0)
		html_format(html, ", the latest %zu shown", line.count);
	html_close(html, "figcaption");
	html_close(html, "figure");
}

/* ---- the newest, and the last that was graded ------------------------------------------------------ */

bool history_has_newer(const struct view *view)
{
	const unsigned shown = view->student->standing.hand_in;
	return shown > 0 && shown < view->student->n_past;
}

static void write_attempt(struct html *html, const struct view *view, size_t index)
{
	html_format(html, "Attempt %zu, handed in ", view_attempt_of(view, index));
	page_write_time(html, view->student->past[index].handed_in_at);
}

/* Was it graded in all that no score was given by hand for? */
static bool is_whole(const struct view *view, const struct past_record *past)
{
	for (size_t e = 0; past->results != NULL && e < view->course->n_exercises; e++)
		if (!past->results[e].is_known && policy_manual(view->student, view->course->exercises[e].id) == NULL)
			return false;
	return true;
}

static void write_points(struct html *html, const struct view *view, size_t index)
{
	TEXT_SCOPED struct text points = {0};
	const struct past_record *past = &view->student->past[index];
	points_add_of(&points, policy_past(view->course, view->student, past), view->student->points);
	html_format(html, ", came to %s points%s.", text_string(&points),
		    is_whole(view, past) ? "" : ", as far as it is graded");
}

void history_write_newer(struct html *html, const struct view *view)
{
	const size_t newest = view->student->n_past - 1;
	const struct past_record *past = &view->student->past[newest];
	html_open(html, "p");
	write_attempt(html, view, newest);
	if (past->verdict != VERDICT_GRADED)
		html_text(html, ", was rejected.");
	else if (past->standing.set_aside)
		html_text(html, ", does not count by the rules of the course.");
	else
		write_points(html, view, newest);
	html_format(html, " Attempt %zu is the one that counts.", view_attempt(view));
	html_close(html, "p");
	if (*past->reason != '\0')
		page_write_message(html, "message", past->reason);
}

void history_write_graded(struct html *html, const struct view *view)
{
	size_t last = view->student->n_past;
	while (last > 0 && view->student->past[last - 1].verdict != VERDICT_GRADED)
		last--;
	if (last == 0)
		return;
	html_open(html, "p");
	write_attempt(html, view, last - 1);
	write_points(html, view, last - 1);
	html_text(html, " The newest hand-in counts, so this one does not.");
	html_close(html, "p");
}

/* ---- changes ------------------------------------------------------------------------------------- */

void history_write_change(struct html *html, double points)
{
	if (fabs(points) < noticeable)
		return;
	TEXT_SCOPED struct text number = {0};
	points_add(&number, fabs(points));
	html_open(html, "span");
	html_attribute_format(html, "class", "change %s", points > 0 ? "up" : "down");
	html_open(html, "span");
	html_attribute(html, "aria-hidden", "true");
	html_text(html, points > 0 ? "▲" : "▼");
	html_close(html, "span");
	html_format(html, " %s%s", points > 0 ? "+" : "−", text_string(&number));
	html_close(html, "span");
}

static void write_one(struct html *html, const struct view *view, size_t index)
{
	const struct past_result *before = &view_before(view)->results[index];
	html_open(html, "li");
	history_write_change(html, view_change(view, index));
	html_text(html, " ");
	result_write_link(html, view->course, index);
	if (!before->is_same_exercise)
		html_text(html, " (the exercise has changed, too)");
	html_close(html, "li");
}

/* Those that are worse, or those that are better. */
static size_t write_some(struct html *html, const struct view *view, double sign)
{
	size_t count = 0;
	for (size_t i = 0; i < view->student->n_results; i++)
		if (sign * view_change(view, i) >= noticeable && count++ < CHANGES_SHOWN)
			write_one(html, view, i);
	if (count > CHANGES_SHOWN) {
		html_open(html, "li");
		html_format(html, "… and %zu more that %s", count - CHANGES_SHOWN, sign > 0 ? "gained" : "lost");
		html_close(html, "li");
	}
	return count;
}

/* As the headline counts. */
static double sum_of(const struct view *view)
{
	double sum = 0;
	for (size_t i = 0; i < view->student->n_results; i++)
		sum += policy_weight(view->course->policy, view->course->exercises[i].level) * view_change(view, i);
	return sum;
}

static bool is_weighted(const struct view *view)
{
	for (size_t i = 0; i < view->student->n_results; i++) {
		const double weight = policy_weight(view->course->policy, view->course->exercises[i].level);
		if ((weight < 1 || weight > 1) && fabs(view_change(view, i)) >= noticeable)
			return true;
	}
	return false;
}

/* A score given by hand for the whole course stays what it is, whatever is handed in. */
static void write_measure(struct html *html, const struct view *view)
{
	if (view->course->policy != NULL)
		html_text(html, ", by the rules of the course");
	if (policy_manual(view->student, "") != NULL)
		html_text(html, ", but for the score given by hand");
	html_text(html, is_weighted(view) ? "; below, each exercise before its level is weighed." : ".");
}

static void write_sum(struct html *html, const struct view *view)
{
	const double sum = sum_of(view);
	TEXT_SCOPED struct text points = {0};
	points_add(&points, fabs(sum));
	html_open(html, "p");
	if (fabs(sum) < noticeable)
		html_text(html, "As many points as before");
	else
		html_format(html, "%s point%s %s than before", text_string(&points), text_plural(fabs(sum)),
			    sum > 0 ? "more" : "fewer");
	write_measure(html, view);
	html_close(html, "p");
}

void history_write_changes(struct html *html, const struct view *view)
{
	write_sum(html, view);
	html_open_class(html, "ul", "changes");
	size_t count = write_some(html, view, -1);
	count += write_some(html, view, 1);
	if (count == 0)
		html_element(html, "li", NULL, "No exercise gained or lost any.");
	html_close(html, "ul");
}
