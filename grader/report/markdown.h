/*
 * Markdown through cmark. The tree is cleaned before it is rendered: raw HTML is dropped, an image becomes
 * its description, a link stays only if it leads to the web or to a mail address, and headings continue
 * the page's outline. So a statement can neither run anything nor make the browser fetch anything.
 */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H

#include "report/html.h"

/* Blocks. A heading of the text comes below `heading`, the level of the heading it stands under. */
void markdown_write(struct html *html, const char *markdown, int heading);

/* The text of one line, without blocks and links: for a hint, a summary, a heading. */
void markdown_write_inline(struct html *html, const char *markdown);

#endif
