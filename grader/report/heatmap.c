#include "report/heatmap.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/matrix.h"
#include "report/clippings.h"

enum {
	NUMBERS_COLUMNS = 8, /* a matrix up to this width has numbers in its cells, */
	NUMBER_LENGTH = 6    /* of up to this many characters */
};

/* How an element is drawn that is no visible finite number. */
static const struct {
	const char *class, *glyph, *small_glyph, *word;
} marks[] = {
	[LOOK_NAN] = {"nan", "NaN", "N", "NaN"},
	[LOOK_PLUS_INF] = {"p8 i", "+∞", "∞", "+inf"},
	[LOOK_MINUS_INF] = {"n8 i", "−∞", "∞", "-inf"},
	[LOOK_UNWRITTEN] = {"unw", "?", "?", "not written"},
};

static size_t at(const struct matrix_record *matrix, size_t row, size_t column)
{
	return row * matrix->columns + column;
}

/* The first element that differs, or of all the first. */
static size_t look_for(const struct matrix_record *got, const struct matrix_record *expected, struct heatmap_view *view)
{
	if (view->limit == 0)
		view->limit = matrix_magnitude(got);
	const struct contrast contrast = matrix_contrast(got, expected, view->limit);
	view->least = contrast.least;
	return contrast.first == got->rows * got->columns ? 0 : contrast.first;
}

size_t heatmap_edge(size_t count)
{
	return count < HEATMAP_EDGE_MAX ? count : HEATMAP_EDGE_MAX;
}

struct heatmap_view heatmap_view_of(const struct matrix_record *matrix, const struct matrix_record *got)
{
	struct heatmap_view view = {.limit = matrix_magnitude(matrix)};
	view.least = matrix_least(view.limit);
	size_t count = matrix->rows * matrix->columns, first = 0;
	if (got != NULL && matrix_same_shape(matrix, got))
		first = look_for(got, matrix, &view);
	view.row = count == 0 ? 0 : matrix_window_start(matrix->rows, HEATMAP_EDGE_MAX, first / matrix->columns);
	view.column = count == 0 ? 0 : matrix_window_start(matrix->columns, HEATMAP_EDGE_MAX, first % matrix->columns);
	view.rows = heatmap_edge(matrix->rows);
	view.columns = heatmap_edge(matrix->columns);
	return view;
}

int heatmap_level(double value, double limit)
{
	if (value == 0 || limit == 0)
		return 0;
	double level = ceil(fabs(value) / limit * HEATMAP_LEVELS);
	level = fmin(level, HEATMAP_LEVELS);
	return value > 0 ? (int)level : -(int)level;
}

/* "1e-05" to "1e-5", "1e+10" to "1e10". */
static void shorten_exponent(char *number)
{
	char *exponent = strchr(number, 'e');
	if (exponent == NULL)
		return;
	char *digits = exponent + 2, *end = exponent + 1 + (exponent[1] == '-');
	while (*digits == '0' && digits[1] != '\0')
		digits++;
	memmove(end, digits, strlen(digits) + 1);
}

/* With a minus sign as wide as a plus, and no zeros in its exponent. */
static void add_digits(struct text *out, const char *format, double value)
{
	char number[32];
	/* the formats are ours, all in this file */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
	snprintf(number, sizeof(number), format, value);
#pragma GCC diagnostic pop
	shorten_exponent(number);
	text_add(out, number[0] == '-' ? "−" : "");
	text_add(out, number + (number[0] == '-'));
}

void heatmap_add_number(struct text *out, double value)
{
	/* Scores of 1000 and 1001 are not the same to whoever works a case out by hand. */
	static const char *const formats[] = {"%.0f", "%.3g", "%.2g", "%.1e", "%.0e"};
	TEXT_SCOPED struct text number = {0};
	for (size_t i = fabs(value) >= 999.5 ? 0 : 1; i < sizeof(formats) / sizeof(formats[0]); i++) {
		text_clear(&number);
		add_digits(&number, formats[i], fabs(value));
		if (number.length + signbit(value) <= NUMBER_LENGTH)
			break;
	}
	text_add(out, signbit(value) ? "−" : "");
	text_add(out, text_string(&number));
}

/* ---- drawing ------------------------------------------------------------------------------------- */

enum kind { KIND_GIVEN, KIND_EXPECTED, KIND_GOT, KIND_DIFFERENCE, KIND_AGREED };

static const char *const kinds[] = {"given", "expected", "got", "difference", "expected and got"};

struct drawing {
	struct html *html;
	const struct matrix_record *matrix, *expected;
	const struct heatmap_view *view;
	enum kind kind;
	const struct figure_record *figure; /* or NULL */
};

/* What a cell holds: how it is coloured, what stands in it, and what is told besides. */
struct cell {
	const char *class;
	bool is_off;
	struct text shown, told;
};

static bool has_numbers(const struct heatmap_view *view)
{
	return view->columns <= NUMBERS_COLUMNS;
}

static bool is_off(const struct drawing *drawing, size_t index)
{
	if (drawing->figure != NULL)
		return drawing->figure->marked != NULL && drawing->figure->marked[index] != 0;
	return drawing->expected != NULL &&
	       matrix_differs(drawing->matrix, drawing->expected, index, drawing->view->least);
}

static const char *colour(double value, double limit)
{
	static const char *const scale[] = {"n8", "n7", "n6", "n5", "n4", "n3", "n2", "n1", "z",
					    "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};
	return scale[heatmap_level(value, limit) + HEATMAP_LEVELS];
}

/* A number short enough for its cell; all of it is told besides, if that says more. */
static void show_number(struct cell *cell, const struct matrix_record *matrix, size_t index, bool in_cell)
{
	const double value = matrix->values[index];
	if (matrix->counts != NULL)
		matrix_add_whole(&cell->told, matrix, index);
	else
		add_digits(&cell->told, matrix_is_whole(matrix, index) ? "%.0f" : in_cell ? "%.9g" : "%.4g", value);
	if (!in_cell)
		return;
	heatmap_add_number(&cell->shown, value);
	if (strcmp(text_string(&cell->shown), text_string(&cell->told)) == 0)
		text_clear(&cell->told);
}

/* A hidden 0 that is as it should be is hatching alone: so the staircase shows. What is given may not be so. */
static bool is_plain_hidden(const struct drawing *drawing, size_t index)
{
	return (drawing->kind != KIND_GIVEN || drawing->figure != NULL) && matrix_hides(drawing->matrix, index) &&
	       matrix_look(drawing->matrix, index) == LOOK_NUMBER && drawing->matrix->values[index] == 0 &&
	       !is_off(drawing, index);
}

static void fill(const struct drawing *drawing, size_t index, struct cell *cell)
{
	enum element_look look = matrix_look(drawing->matrix, index);
	bool numbers = has_numbers(drawing->view);
	const double value = drawing->matrix->values[index];
	cell->is_off = is_off(drawing, index);
	cell->class = look == LOOK_NUMBER ? colour(value, drawing->view->limit) : marks[look].class;
	if (matrix_hides(drawing->matrix, index) && look != LOOK_UNWRITTEN)
		cell->class = "h";
	if (is_plain_hidden(drawing, index))
		return;
	if (look == LOOK_NUMBER)
		show_number(cell, drawing->matrix, index, numbers);
	else
		text_add(&cell->shown, numbers ? marks[look].glyph : marks[look].small_glyph);
}

/* Got less expected: nothing where they agree, so that what is off stands alone. */
static void fill_difference(const struct drawing *drawing, size_t index, struct cell *cell)
{
	enum element_look got = matrix_look(drawing->matrix, index), want = matrix_look(drawing->expected, index);
	cell->class = matrix_hides(drawing->expected, index) ? "h" : "";
	if (!is_off(drawing, index))
		return;
	const double off = matrix_difference(drawing->matrix, drawing->expected, index);
	if (got != LOOK_NUMBER || want != LOOK_NUMBER) {
		cell->class = "nan";
		text_add(&cell->shown, "≠");
		return;
	}
	cell->class = colour(off, drawing->view->limit > 0 ? drawing->view->limit : fabs(off));
	heatmap_add_number(has_numbers(drawing->view) ? &cell->shown : &cell->told, off);
}

static void write_cell(const struct drawing *drawing, size_t index)
{
	struct html *html = drawing->html;
	struct cell cell = {0};
	(drawing->kind == KIND_DIFFERENCE ? fill_difference : fill)(drawing, index, &cell);
	html_open(html, "td");
	if (*cell.class != '\0')
		html_attribute_format(html, "class", "%s%s", cell.class, cell.is_off ? " off" : "");
	if (cell.told.length > 0)
		html_attribute(html, "title", text_string(&cell.told));
	html_text(html, text_string(&cell.shown));
	html_close(html, "td");
	text_release(&cell.shown);
	text_release(&cell.told);
}

/* The number of a row or column, or the name that a figure gives it. */
static void write_label(const struct drawing *drawing, const char *const *names, size_t number, bool is_empty)
{
	html_open(drawing->html, "th");
	if (is_empty)
		html_attribute(drawing->html, "class", "empty");
	if (names != NULL)
		html_text(drawing->html, names[number]);
	else
		html_format(drawing->html, "%zu", number);
	html_close(drawing->html, "th");
}

static void write_row(const struct drawing *drawing, size_t row)
{
	const struct heatmap_view *view = drawing->view;
	const bool is_empty = matrix_row_is_empty(drawing->matrix, row),
		   begins = matrix_begins_part(drawing->matrix, row);
	html_open(drawing->html, "tr");
	if (is_empty || begins)
		html_attribute(drawing->html, "class", is_empty && begins ? "empty part" : begins ? "part" : "empty");
	write_label(drawing, drawing->figure == NULL ? NULL : drawing->figure->row_names, row, false);
	for (size_t column = view->column; column < view->column + view->columns; column++)
		write_cell(drawing, at(drawing->matrix, row, column));
	html_close(drawing->html, "tr");
}

/* A single number has no rows and columns to be told by, unless it is in a row that does not see it. */
static bool is_single(const struct drawing *drawing)
{
	const struct matrix_record *matrix = drawing->matrix;
	return drawing->figure == NULL && matrix->rows == 1 && matrix->columns == 1 && !matrix_row_is_empty(matrix, 0);
}

static void write_shape(struct html *html, const struct matrix_record *matrix)
{
	TEXT_SCOPED struct text shape = {0};
	matrix_add_shape(&shape, matrix, " × ");
	html_format(html, " %s", text_string(&shape));
}

static void write_caption(const struct drawing *drawing)
{
	struct html *html = drawing->html;
	const struct matrix_record *matrix = drawing->matrix;
	if (drawing->figure != NULL) {
		html_text(html, drawing->figure->caption);
		return;
	}
	html_element(html, "b", NULL, matrix->name);
	html_format(html, " %s", kinds[drawing->kind]);
	if (drawing->kind != KIND_GOT && drawing->kind != KIND_DIFFERENCE && !is_single(drawing))
		write_shape(html, matrix);
	if (drawing->view->rows < matrix->rows || drawing->view->columns < matrix->columns)
		html_text(html, ", in part");
}

static void write_head(const struct drawing *drawing)
{
	const struct heatmap_view *view = drawing->view;
	html_open(drawing->html, "tr");
	html_open(drawing->html, "td");
	html_close(drawing->html, "td");
	for (size_t column = view->column; column < view->column + view->columns; column++)
		write_label(drawing, drawing->figure == NULL ? NULL : drawing->figure->column_names, column,
			    matrix_column_is_empty(drawing->matrix, column));
	html_close(drawing->html, "tr");
}

static void write_single(const struct drawing *drawing)
{
	struct html *html = drawing->html;
	struct cell cell = {0};
	fill(drawing, 0, &cell);
	html_open(html, "p");
	write_caption(drawing);
	html_text(html, " ");
	html_element(html, "code", cell.is_off ? "off" : NULL,
		     text_string(cell.told.length > 0 ? &cell.told : &cell.shown));
	html_close(html, "p");
	text_release(&cell.shown);
	text_release(&cell.told);
}

static void write_table(const struct drawing *drawing)
{
	struct html *html = drawing->html;
	const struct heatmap_view *view = drawing->view;
	const char *tag = view->rows * view->columns == 0 ? "p" : "table";
	html_open(html, tag);
	if (!has_numbers(view))
		html_attribute(html, "class", "tiny");
	if (view->rows * view->columns == 0) {
		write_caption(drawing);
	} else {
		html_open(html, "caption");
		write_caption(drawing);
		html_close(html, "caption");
		write_head(drawing);
		for (size_t row = view->row; row < view->row + view->rows; row++)
			write_row(drawing, row);
	}
	html_close(html, tag);
}

static void add_matrix(struct text *key, const struct matrix_record *matrix)
{
	const size_t count = matrix->rows * matrix->columns;
	const size_t shape[] = {matrix->rows,		matrix->columns,	   matrix->part_rows,
				matrix->hidden != NULL, matrix->unwritten != NULL, matrix->counts != NULL};
	text_add_bytes(key, shape, sizeof(shape));
	text_add_bytes(key, matrix->values, count * sizeof(*matrix->values));
	text_add_bytes(key, matrix->hidden, matrix->hidden == NULL ? 0 : count);
	text_add_bytes(key, matrix->unwritten, matrix->unwritten == NULL ? 0 : count);
	text_add_bytes(key, matrix->counts, matrix->counts == NULL ? 0 : count * sizeof(*matrix->counts));
}

/* All that a drawing that is no figure of the book is made of. */
static void add_key(struct text *key, const struct drawing *drawing)
{
	const struct heatmap_view *view = drawing->view;
	const size_t part[] = {drawing->kind, view->row,     view->column,
			       view->rows,    view->columns, drawing->expected != NULL};
	const double scale[] = {view->limit, view->least};
	text_add(key, "matrix ");
	text_add_bytes(key, drawing->matrix->name, strlen(drawing->matrix->name) + 1);
	text_add_bytes(key, part, sizeof(part));
	text_add_bytes(key, scale, sizeof(scale));
	add_matrix(key, drawing->matrix);
	if (drawing->expected != NULL)
		add_matrix(key, drawing->expected);
}

static void draw(const struct drawing *drawing)
{
	struct html *html = drawing->html;
	TEXT_SCOPED struct text key = {0};
	add_key(&key, drawing);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	(is_single(drawing) ? write_single : write_table)(drawing);
	clippings_keep(html->clippings, &key, html, mark);
}

void heatmap_write(struct html *html, const struct matrix_record *matrix, const struct matrix_record *expected,
		   const struct heatmap_view *view)
{
	static const enum kind of_role[] = {KIND_GIVEN, KIND_EXPECTED, KIND_GOT};
	assert(view->row + view->rows <= matrix->rows && view->column + view->columns <= matrix->columns);
	if (expected != NULL && !matrix_same_shape(matrix, expected))
		expected = NULL;
	struct drawing drawing = {html, matrix, expected, view, of_role[matrix->role], NULL};
	draw(&drawing);
}

void heatmap_write_figure(struct html *html, const struct figure_record *figure)
{
	const struct heatmap_view view = heatmap_view_of(&figure->matrix, NULL);
	const struct drawing drawing = {html, &figure->matrix, NULL, &view, KIND_GIVEN, figure};
	assert(view.rows == figure->matrix.rows && view.columns == figure->matrix.columns);
	write_table(&drawing);
}

void heatmap_open_row(struct html *html)
{
	html_open_class(html, "div", "figures");
	html_attribute(html, "tabindex", "0");
}

void heatmap_close_row(struct html *html)
{
	html_close(html, "div");
}

void heatmap_write_difference(struct html *html, const struct matrix_record *got, const struct matrix_record *expected,
			      const struct heatmap_view *view)
{
	assert(matrix_same_shape(got, expected));
	struct drawing drawing = {html, got, expected, view, KIND_DIFFERENCE, NULL};
	draw(&drawing);
}

void heatmap_write_agreed(struct html *html, const struct matrix_record *got, const struct heatmap_view *view)
{
	struct drawing drawing = {html, got, NULL, view, KIND_AGREED, NULL};
	draw(&drawing);
}

void heatmap_write_patterns(struct html *html)
{
	html_trusted(html, "<svg class=\"patterns\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
			   "<pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
			   "<rect class=\"hatch-ground\" width=\"6\" height=\"6\"/>"
			   "<path class=\"hatch-line\" d=\"M-1 7L7 -1M-1 1L1 -1M5 7L7 5\"/></pattern>"
			   "</defs></svg>\n");
}

/* ---- the legend ---------------------------------------------------------------------------------- */

#define NBSP "\xc2\xa0"

void heatmap_write_legend(struct html *html)
{
	static const struct {
		struct {
			const char *class, *glyph;
		} swatches[5];
		const char *words;
	} entries[] = {
		{{{"n8", NBSP}, {"n4", NBSP}, {"z", "0"}, {"p4", NBSP}, {"p8", NBSP}}, "negative to positive"},
		{{{"h", NBSP}}, "hidden from the row"},
		{{{"no-key", "∅"}}, "a row that sees no key"},
		{{{"p2 off", NBSP}}, "differs from the expected"},
		{{{"nan", "NaN"}}, "not a number"},
		{{{"n8", "−∞"}, {"p8", "+∞"}}, "infinite"},
		{{{"unw", "?"}}, "never written"},
	};
	html_open_class(html, "ul", "legend");
	html_attribute(html, "aria-label", "How to read the figures");
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++) {
		html_open(html, "li");
		html_open_class(html, "span", "swatches");
		html_attribute(html, "aria-hidden", "true");
		for (size_t k = 0; k < 5 && entries[i].swatches[k].class != NULL; k++)
			html_element(html, "span", entries[i].swatches[k].class, entries[i].swatches[k].glyph);
		html_close(html, "span");
		html_format(html, " %s", entries[i].words);
		html_close(html, "li");
	}
	html_close(html, "ul");
}
