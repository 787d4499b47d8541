/* One exercise of the book: what is asked, the function, its public cases with answers folded, and recall cards. */
#ifndef REPORT_BOOK_EXERCISE_H
#define REPORT_BOOK_EXERCISE_H

#include "core/book.h"
#include "report/html.h"

/* Writes it under a heading of level 2. */
void book_exercise_write(struct html *html, const struct book_record *book,
			 const struct book_exercise_record *exercise);

#endif
