/*
 * How the points of a class are spread: a bar for each tenth of what there is to win.
 */
#ifndef REPORT_DISTRIBUTION_H
#define REPORT_DISTRIBUTION_H

#include "core/record.h"
#include "report/html.h"

void distribution_write(struct html *html, const struct course_record *course);

#endif
