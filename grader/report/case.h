/*
 * A public case as figures: what was given, then what was expected beside what was got and how they differ.
 */
#ifndef REPORT_CASE_H
#define REPORT_CASE_H

#include <stdbool.h>

#include "core/record.h"
#include "report/html.h"

/* Where there is no room for the figures, it says so and where they can be seen. */
void case_write(struct html *html, const struct case_record *shown, bool has_room);

#endif
