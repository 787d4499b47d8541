/*
 * How a student came here: the points of each attempt as a small line, and what changed since the one before.
 */
#ifndef REPORT_HISTORY_H
#define REPORT_HISTORY_H

#include "report/html.h"
#include "report/view.h"

/* The line, if there is more than one attempt. */
void history_write_line(struct html *html, const struct view *view);

/* What became of the newest hand-in where an earlier one counts, or of the one before where that was rejected. */
bool history_has_newer(const struct view *view);
void history_write_newer(struct html *html, const struct view *view);
void history_write_graded(struct html *html, const struct view *view);

/* What the latest attempt won and lost, exercise by exercise. */
void history_write_changes(struct html *html, const struct view *view);

/* "▲ 2.5", or "▼ 2.5" if points were lost; nothing if there is no change. */
void history_write_change(struct html *html, double points);

#endif
