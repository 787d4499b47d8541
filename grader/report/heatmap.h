/*
 * A matrix as a picture that is a table: few bytes a cell, and readers of screens walk it. Blue is positive,
 * orange negative, the paler the nearer to 0: two hues that colour-blind people tell apart. What is no finite
 * number, or no number at all, is told by a glyph; what a row does not see is hatched, and a row that sees
 * nothing is marked; where a got matrix leaves the expected one is outlined. A narrow matrix has its numbers
 * in its cells, to a few digits; the rest of them is told on hover and on focus.
 *
 * A large matrix is shown in part: the part around the first difference.
 */
#ifndef REPORT_HEATMAP_H
#define REPORT_HEATMAP_H

#include <stdbool.h>

#include "core/book.h"
#include "core/record.h"
#include "report/html.h"

enum { HEATMAP_EDGE_MAX = 16, HEATMAP_LEVELS = 8 };

/* The part that is shown, the magnitude that gets the deepest colour, and the largest difference that is none. */
struct heatmap_view {
	size_t row, column, rows, columns;
	double limit, least;
};

/* Of so many rows or columns, how many are shown. */
size_t heatmap_edge(size_t count);

/* A view fit for a matrix, or for an expected (`matrix`) and a got one (`got`, or NULL) side by side. */
struct heatmap_view heatmap_view_of(const struct matrix_record *matrix, const struct matrix_record *got);

/* How deep a finite value is coloured: -HEATMAP_LEVELS (orange) .. HEATMAP_LEVELS (blue). */
int heatmap_level(double value, double limit);

/* A number for a cell: at most 6 characters, or its sign and exponent alone take more. */
void heatmap_add_number(struct text *out, double value);

/* Matrices side by side. They may be scrolled and looked at closely, so the keyboard comes here too. */
void heatmap_open_row(struct html *html);
void heatmap_close_row(struct html *html);

/* `expected` is NULL unless `matrix` is a got one. */
void heatmap_write(struct html *html, const struct matrix_record *matrix, const struct matrix_record *expected,
		   const struct heatmap_view *view);

/* A figure of the book: a whole matrix, of at most HEATMAP_EDGE_MAX rows and columns, under a caption of its own. */
void heatmap_write_figure(struct html *html, const struct figure_record *figure);

/* What the two do not have in common, number by number. They have the same shape. */
void heatmap_write_difference(struct html *html, const struct matrix_record *got, const struct matrix_record *expected,
			      const struct heatmap_view *view);

/* What was expected and is what was got. */
void heatmap_write_agreed(struct html *html, const struct matrix_record *got, const struct heatmap_view *view);

/* The hatching that staircases refer to; once a page, before the first. */
void heatmap_write_patterns(struct html *html);

/* What the colours and marks mean. */
void heatmap_write_legend(struct html *html);

#endif
