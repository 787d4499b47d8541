/*
 * The margin of an exercise on its page: how far within the tolerance honest code stays, and how far beyond it the
 * nearest mistake is. And the two numbers that the page of lint shares with it.
 */
#ifndef REPORT_MARGIN_H
#define REPORT_MARGIN_H

#include <stdbool.h>

#include "core/coverage.h"
#include "report/html.h"

/* A multiple of the tolerance, to two digits. */
void margin_add_ratio(struct text *out, double ratio);

/* It as a badge: is it as it should be? */
void margin_write_badge(struct html *html, bool good, const char *value);

/* NULL: not measured. */
void margin_write(struct html *html, const struct coverage_record *coverage);

/* Two cells of a table: the largest error of honest code in a group, and how many mistakes fail it. */
void margin_write_group(struct html *html, const struct coverage_record *coverage, size_t group);

#endif
