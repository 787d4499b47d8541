/*
 * HTML that comes up again, by what it is made of: it is made once, then pasted. A class is the same exercises over and
 * over, and a page is tried in several lengths. Once more is kept than was allowed, all of it is forgotten.
 */
#ifndef REPORT_CLIPPINGS_H
#define REPORT_CLIPPINGS_H

#include <stdbool.h>
#include <stddef.h>

#include "core/text.h"
#include "report/html.h"

struct clippings;

struct clippings *clippings_create(size_t limit_bytes);
void clippings_destroy(struct clippings *clippings);
void clippings_forget(struct clippings *clippings);

/*
 * Pastes what is kept under the key; false if nothing is. The key holds all that the HTML is made of, and begins with
 * a word for the kind. Without clippings (NULL) nothing is ever kept.
 */
bool clippings_paste(const struct clippings *clippings, const struct text *key, struct html *html);

/* Keeps what was written since html_mark. */
void clippings_keep(struct clippings *clippings, const struct text *key, const struct html *html, size_t mark);

/* For use as CLIPPINGS_SCOPED struct clippings *c = clippings_create(...); */
void clippings_destroy_at(struct clippings **clippings);
#define CLIPPINGS_SCOPED __attribute__((cleanup(clippings_destroy_at)))

#endif
