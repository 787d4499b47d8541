/*
 * The exercise book that students get, as pages: an index with the walkthrough and the contents, and a page for each
 * level. Pages stand alone, like all reports; answers are folded.
 */
#ifndef REPORT_BOOK_H
#define REPORT_BOOK_H

#include "core/arena.h"
#include "core/book.h"
#include "core/text.h"

/* Has the level any exercise, and so a page? */
bool book_has_level(const struct book_record *book, int level);

/* The rules of the course as students are told them, none if it has none. */
size_t book_rules(const struct book_record *book, struct arena *arena, const char *const **rules);

/* "L2.html" */
void book_add_level_file(struct text *out, int level);

void book_index_page(const struct book_record *book, struct text *html);
void book_level_page(const struct book_record *book, int level, struct text *html);

#endif
