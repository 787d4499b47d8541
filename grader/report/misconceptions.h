/*
 * What a class has in its heads: each misconception with the students who hold it and the exercises where it
 * shows, the most common first.
 */
#ifndef REPORT_MISCONCEPTIONS_H
#define REPORT_MISCONCEPTIONS_H

#include "core/record.h"
#include "report/html.h"

void misconceptions_write(struct html *html, const struct course_record *course);

#endif
