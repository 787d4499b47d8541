/*
 * Text and numbers that any reader of a file takes. A byte that is no UTF-8, and a character that XML 1.0 forbids
 * (controls other than tab and line ends among them), becomes an escape that can be seen; all else is kept.
 */
#ifndef EXPORT_PLAIN_H
#define EXPORT_PLAIN_H

#include "core/text.h"

void plain_add(struct text *out, const char *string);

/* As few digits as tell the number from its neighbours of 15 digits: 7.5, 10, 3.33333333333333. */
void plain_add_number(struct text *out, double number);

#endif
