/*
 * What Markdown of an exercise says that pages do not show as it is meant: they render CommonMark, which has no tables.
 */
#ifndef EXERCISE_PROSE_H
#define EXERCISE_PROSE_H

#include "core/diagnostic.h"

/*
 * The place of the first row of a table, a line that begins with "|" and is no code: in the file's text behind `from`,
 * or `from` itself if it does not stand there as it is; all zeros if there is none.
 */
struct place prose_table(const char *markdown, struct place from, const char *data, size_t length);

#endif
