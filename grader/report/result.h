/*
 * One exercise of a student: a passed one in two lines that unfold, a failed one with what failed, where,
 * and by how much.
 */
#ifndef REPORT_RESULT_H
#define REPORT_RESULT_H

#include "report/html.h"
#include "report/view.h"

/* Writes exercise `index`, under a heading of level 3. */
void result_write(struct html *html, struct view *view, size_t index);

/* What went wrong first, in a few lines. */
void result_write_brief(struct html *html, const struct result_record *result);

/* A link to exercise `index`: its id and title. */
void result_write_link(struct html *html, const struct course_record *course, size_t index);

#endif
