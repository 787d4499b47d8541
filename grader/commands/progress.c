#include "commands/progress.h"

enum { BAR_WIDTH = 40, MINUTE_S = 60, HOUR_S = 60 * MINUTE_S };

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

void progress_describe(const struct progress *progress, struct text *text)
{
	size_t filled = progress->total == 0 ? 0 : progress->finished * BAR_WIDTH / progress->total;
	text_add(text, "[");
	for (size_t i = 0; i < BAR_WIDTH; i++)
		text_add(text, i < filled ? "#" : ".");
	text_add_format(text, "] %zu of %zu", progress->finished, progress->total);
	if (progress->worked == 0 || progress->elapsed_ms == 0 || progress->finished == progress->total)
		return;
	double per_second = (double)progress->worked * 1000 / (double)progress->elapsed_ms;
	add_rate(text, per_second);
	text_add(text, "  ");
	add_duration(text, (double)(progress->total - progress->finished) / per_second);
	text_add(text, " left");
}
