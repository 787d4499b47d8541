/* How fast an answer is, apart from whether it is right: in a line, and as a ladder of which some rungs are reached. */
#ifndef REPORT_LADDER_H
#define REPORT_LADDER_H

#include "core/record.h"
#include "report/html.h"

/* Nothing, unless speed was asked for. */
void ladder_write(struct html *html, const struct result_record *result);

#endif
