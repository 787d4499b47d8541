/*
 * The groups of cases of a result: what each won or lost and why. A student reads the hidden ones that came
 * out alike as one; the instructor, who sees their names, reads each.
 */
#ifndef REPORT_GROUP_H
#define REPORT_GROUP_H

#include "report/html.h"
#include "report/view.h"

/* All groups of the student's result `index`. */
void group_write_all(struct html *html, const struct view *view, size_t index);

/* "Lost 8.1 points: 2 of 3 public cases and 10 of 13 hidden groups fail." Nothing if there are no groups. */
void group_write_loss(struct html *html, const struct result_record *result);

/* Where a group fails, how, how far off, and the author's hint. */
void group_write_failure(struct html *html, const struct group_record *group);

#endif
