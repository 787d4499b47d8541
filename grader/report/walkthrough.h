/* The walkthrough of the book: causal attention in seven steps, each with its figure, on one short sentence. */
#ifndef REPORT_WALKTHROUGH_H
#define REPORT_WALKTHROUGH_H

#include "core/book.h"
#include "report/html.h"

/* Writes the steps, each under a heading of level 3. */
void walkthrough_write(struct html *html, const struct walkthrough_record *walkthrough);

#endif
