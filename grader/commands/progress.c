#include "commands/progress.h"

#include <math.h>

enum {
	BAR_MIN = 10,
	BAR_MAX = 40,
	BRACKETS = 3,
	MINUTE_S = 60,
	HOUR_S = 60 * MINUTE_S,
	SETTLED_MS = 500 /* what comes before tells nothing of the rate */
};

static void add_duration(struct text *text, double seconds)
{
	if (seconds < MINUTE_S - 0.5)
		text_add_format(text, "%.0f s", seconds);
	else if (seconds < HOUR_S)
		text_add_format(text, "%.0f min", seconds / MINUTE_S);
	else
		text_add_format(text, "%.1f h", seconds / HOUR_S);
}

static void add_rate(struct text *text, double per_second)
{
	if (per_second >= 0.95)
		text_add_format(text, "  %.1f/s", per_second);
	else
		text_add_format(text, "  %.1f/min", per_second * MINUTE_S);
}

/* What stands behind the bar: all of it, or without the rate, or the count alone. */
static void add_figures(struct text *text, const struct progress *progress, int figures)
{
	text_add_format(text, "%zu of %zu", progress->finished, progress->total);
	const double worked = (double)progress->worked + progress->begun;
	if (worked <= 0 || progress->elapsed_ms < SETTLED_MS || progress->finished == progress->total)
		return;
	const double per_second = worked * 1000 / (double)progress->elapsed_ms;
	if (figures > 1)
		add_rate(text, per_second);
	if (figures == 0)
		return;
	text_add(text, "  ");
	add_duration(text, fmax((double)progress->work - worked, 0) / per_second);
	text_add(text, " left");
}

static void add_bar(struct text *text, const struct progress *progress, const struct terminal *terminal, size_t width)
{
	const double done = (double)progress->finished + progress->begun;
	size_t filled = progress->total == 0 ? 0 : (size_t)(done * (double)width / (double)progress->total);
	text_add(text, "[");
	for (size_t i = 0; i < width; i++)
		text_add(text, terminal_sign(terminal, i < filled ? SIGN_FULL : SIGN_FUTURE));
	text_add(text, "] ");
}

/* The last column stays free: there some terminals begin a new line. */
void progress_describe(const struct progress *progress, const struct terminal *terminal, struct text *text)
{
	TEXT_SCOPED struct text behind = {0};
	for (int figures = 2; figures >= 0; figures--) {
		text_clear(&behind);
		add_figures(&behind, progress, figures);
		if (behind.length + BAR_MIN + BRACKETS < terminal->width)
			break;
	}
	const size_t taken = behind.length + BRACKETS + 1;
	const size_t room = terminal->width > taken ? terminal->width - taken : 0;
	if (room >= BAR_MIN)
		add_bar(text, progress, terminal, room < BAR_MAX ? room : BAR_MAX);
	if (behind.length < terminal->width)
		text_add(text, text_string(&behind));
}
