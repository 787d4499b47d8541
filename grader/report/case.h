/*
 * A public case as figures: what was given, then what was expected beside what was got.
 */
#ifndef REPORT_CASE_H
#define REPORT_CASE_H

#include "report/html.h"
#include "report/view.h"

void case_write(struct html *html, struct view *view, const struct case_record *shown);

#endif
