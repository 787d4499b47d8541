/* Some numbers, none below 0, as bars side by side, each with its name below and its value above. */
#ifndef REPORT_BARS_H
#define REPORT_BARS_H

#include "report/html.h"

struct bars {
	const char *caption;
	size_t count;
	const char *const *names;
	const double *values;
	const unsigned char *hidden; /* or NULL: 1 marks what is hatched, whatever its value */
	double top;		     /* the value that fills the height */
};

void bars_write(struct html *html, const struct bars *bars);

#endif
