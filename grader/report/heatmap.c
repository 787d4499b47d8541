#include "report/heatmap.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/*
 * Which elements of a got matrix are outlined: those that are off by more than this share of the largest
 * expected magnitude. It guides the eye; what passes was judged elsewhere, by the tolerance.
 */
static const double noticeable = 1e-5;

enum {
	NUMBERS_ROWS = 16, /* a matrix up to this size has numbers in its cells */
	NUMBERS_COLUMNS = 8,
	LABELLED_CELLS = 64, /* and one up to this many elements is read out in words */
	TOP = 16	     /* room for the column numbers */
};

/* How large a cell is, in pixels. */
struct cell_size {
	int width, height, every; /* every how many rows and columns are numbered */
};

static const struct cell_size with_numbers = {46, 26, 1}, without_numbers = {15, 15, 4};

/* How an element is drawn that is no visible finite number. */
enum mark { MARK_NUMBER, MARK_NAN, MARK_PLUS_INF, MARK_MINUS_INF, MARK_UNWRITTEN };

static const struct {
	const char *class, *glyph, *small_glyph, *word;
} marks[] = {
	[MARK_NAN] = {"nan", "NaN", "N", "NaN"},
	[MARK_PLUS_INF] = {"p8", "+∞", "∞", "+inf"},
	[MARK_MINUS_INF] = {"n8", "−∞", "∞", "-inf"},
	[MARK_UNWRITTEN] = {"unw", "?", "?", "not written"},
};

static size_t at(const struct matrix_record *matrix, size_t row, size_t column)
{
	return row * matrix->columns + column;
}

static bool is_hidden(const struct matrix_record *matrix, size_t index)
{
	return matrix->hidden != NULL && matrix->hidden[index] != 0;
}

static enum mark mark_of(const struct matrix_record *matrix, size_t index)
{
	if (matrix->unwritten != NULL && matrix->unwritten[index] != 0)
		return MARK_UNWRITTEN;
	if (isnan(matrix->values[index]))
		return MARK_NAN;
	if (isinf(matrix->values[index]))
		return matrix->values[index] > 0 ? MARK_PLUS_INF : MARK_MINUS_INF;
	return MARK_NUMBER;
}

/* The largest finite magnitude that a row sees, 0 if there is none: junk in the future must not dim the rest. */
static double magnitude(const struct matrix_record *matrix)
{
	double largest = 0;
	for (size_t i = 0; i < matrix->rows * matrix->columns; i++)
		if (mark_of(matrix, i) == MARK_NUMBER && !is_hidden(matrix, i))
			largest = fmax(largest, fabs(matrix->values[i]));
	return largest;
}

static bool same_shape(const struct matrix_record *a, const struct matrix_record *b)
{
	return a->rows == b->rows && a->columns == b->columns;
}

static bool differs(const struct matrix_record *got, const struct matrix_record *expected, size_t index, double limit)
{
	enum mark mark = mark_of(got, index);
	if (mark != mark_of(expected, index))
		return true;
	if (is_hidden(expected, index)) /* a hidden weight is exactly 0 */
		limit = 0;
	return mark == MARK_NUMBER && fabs(got->values[index] - expected->values[index]) > noticeable * limit;
}

/* Of `count` rows or columns, the first that is shown if number `wanted` is to be seen. */
static size_t window_start(size_t count, size_t wanted)
{
	if (count <= HEATMAP_EDGE_MAX || wanted < HEATMAP_EDGE_MAX / 2)
		return 0;
	size_t start = wanted - HEATMAP_EDGE_MAX / 2;
	return start + HEATMAP_EDGE_MAX > count ? count - HEATMAP_EDGE_MAX : start;
}

struct heatmap_view heatmap_view_of(const struct matrix_record *matrix, const struct matrix_record *got)
{
	struct heatmap_view view = {.limit = magnitude(matrix)};
	size_t count = matrix->rows * matrix->columns, first = 0;
	if (got != NULL && same_shape(matrix, got)) {
		if (view.limit == 0)
			view.limit = magnitude(got);
		while (first < count && !differs(got, matrix, first, view.limit))
			first++;
	}
	if (first >= count)
		first = 0;
	view.row = count == 0 ? 0 : window_start(matrix->rows, first / matrix->columns);
	view.column = count == 0 ? 0 : window_start(matrix->columns, first % matrix->columns);
	view.rows = matrix->rows < HEATMAP_EDGE_MAX ? matrix->rows : HEATMAP_EDGE_MAX;
	view.columns = matrix->columns < HEATMAP_EDGE_MAX ? matrix->columns : HEATMAP_EDGE_MAX;
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

void heatmap_add_number(struct text *out, double value)
{
	static const char *const formats[] = {"%.3g", "%.2g", "%.1e", "%.0e"};
	char number[32];
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		const char *format = formats[i];
		/* the formats are ours, a line above */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
		snprintf(number, sizeof(number), format, value);
#pragma GCC diagnostic pop
		shorten_exponent(number);
		if (strlen(number) <= 6)
			break;
	}
	text_add(out, number[0] == '-' ? "−" : "");
	text_add(out, number + (number[0] == '-'));
}

/* ---- drawing ------------------------------------------------------------------------------------- */

struct drawing {
	struct html *html;
	const struct matrix_record *matrix, *expected;
	const struct heatmap_view *view;
	struct cell_size size;
	int left; /* room for the row numbers */
};

static bool has_numbers(const struct heatmap_view *view)
{
	return view->rows <= NUMBERS_ROWS && view->columns <= NUMBERS_COLUMNS;
}

static bool is_off(const struct drawing *drawing, size_t index)
{
	return drawing->expected != NULL && differs(drawing->matrix, drawing->expected, index, drawing->view->limit);
}

/* What one reads on hover: "1, 2: 0.880797". */
static void add_reading(struct text *out, const struct matrix_record *matrix, size_t index)
{
	enum mark mark = mark_of(matrix, index);
	if (mark == MARK_NUMBER)
		text_add_format(out, "%.9g", matrix->values[index]);
	else
		text_add(out, marks[mark].word);
	if (is_hidden(matrix, index))
		text_add(out, " (hidden)");
}

/* A short whole number in its cell says all there is to say. */
static void write_reading(const struct drawing *drawing, size_t index)
{
	double value = drawing->matrix->values[index];
	bool is_told = has_numbers(drawing->view) && mark_of(drawing->matrix, index) == MARK_NUMBER &&
		       !is_hidden(drawing->matrix, index) && value == nearbyint(value) && fabs(value) < 1000;
	if (is_told)
		return;
	TEXT_SCOPED struct text reading = {0};
	add_reading(&reading, drawing->matrix, index);
	html_open(drawing->html, "title");
	html_format(drawing->html, "%zu, %zu: %s", index / drawing->matrix->columns, index % drawing->matrix->columns,
		    text_string(&reading));
	html_close(drawing->html, "title");
}

static void write_ground(const struct drawing *drawing, size_t index, const char *class, int x)
{
	struct html *html = drawing->html;
	html_open_class(html, "rect", class);
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "width", "%d", drawing->size.width);
	html_attribute_format(html, "height", "%d", drawing->size.height);
	write_reading(drawing, index);
	html_close(html, "rect");
}

static void write_glyph(const struct drawing *drawing, size_t index, int x)
{
	struct html *html = drawing->html;
	enum mark mark = mark_of(drawing->matrix, index);
	bool numbers = has_numbers(drawing->view);
	if (mark == MARK_NUMBER && !numbers)
		return;
	html_open(html, "text");
	html_attribute_format(html, "x", "%d", x + drawing->size.width / 2);
	html_attribute_format(html, "y", "%d", drawing->size.height / 2 + 4);
	TEXT_SCOPED struct text number = {0};
	if (mark == MARK_NUMBER)
		heatmap_add_number(&number, drawing->matrix->values[index]);
	else
		text_add(&number, numbers ? marks[mark].glyph : marks[mark].small_glyph);
	html_text(html, text_string(&number));
	html_close(html, "text");
}

/* Dark at the edge of a pale cell, light a little inside a deep one. */
static void write_outline(const struct drawing *drawing, const char *class, int x)
{
	struct html *html = drawing->html;
	bool is_deep = strcmp(class, "nan") == 0 || (strchr("pn", class[0]) != NULL && class[1] >= '6');
	int inset = is_deep ? 3 : 1;
	html_open_class(html, "rect", is_deep ? "off deep" : "off");
	html_attribute_format(html, "x", "%d", x + inset);
	html_attribute_format(html, "y", "%d", inset);
	html_attribute_format(html, "width", "%d", drawing->size.width - 2 * inset);
	html_attribute_format(html, "height", "%d", drawing->size.height - 2 * inset);
	html_close(html, "rect");
}

static void choose_class(const struct drawing *drawing, size_t index, char class[16])
{
	enum mark mark = mark_of(drawing->matrix, index);
	int level = mark == MARK_NUMBER ? heatmap_level(drawing->matrix->values[index], drawing->view->limit) : 0;
	if (is_hidden(drawing->matrix, index) && mark != MARK_UNWRITTEN)
		snprintf(class, 16, "h");
	else if (mark != MARK_NUMBER)
		snprintf(class, 16, "%s", marks[mark].class);
	else if (level == 0)
		snprintf(class, 16, "z");
	else
		snprintf(class, 16, "%c%d", level > 0 ? 'p' : 'n', level > 0 ? level : -level);
}

/* A hidden 0 that is as it should be is hatching alone: so the staircase shows. */
static bool is_plain_hidden(const struct drawing *drawing, size_t index)
{
	return is_hidden(drawing->matrix, index) && mark_of(drawing->matrix, index) == MARK_NUMBER &&
	       drawing->matrix->values[index] == 0 && !is_off(drawing, index);
}

static void write_cell(const struct drawing *drawing, size_t row, size_t column)
{
	size_t index = at(drawing->matrix, row, column);
	int x = drawing->left + (int)(column - drawing->view->column) * drawing->size.width;
	char class[16];
	choose_class(drawing, index, class);
	write_ground(drawing, index, class, x);
	if (!is_plain_hidden(drawing, index))
		write_glyph(drawing, index, x);
	if (is_off(drawing, index))
		write_outline(drawing, class, x);
}

static void write_label(const struct drawing *drawing, int x, int y, const char *class, size_t number)
{
	html_open_class(drawing->html, "text", class);
	html_attribute_format(drawing->html, "x", "%d", x);
	html_attribute_format(drawing->html, "y", "%d", y);
	html_format(drawing->html, "%zu", number);
	html_close(drawing->html, "text");
}

static void write_row(const struct drawing *drawing, size_t row)
{
	const struct heatmap_view *view = drawing->view;
	html_open(drawing->html, "g");
	html_attribute_format(drawing->html, "transform", "translate(0 %d)",
			      TOP + (int)(row - view->row) * drawing->size.height);
	if (row % (size_t)drawing->size.every == 0)
		write_label(drawing, drawing->left - 5, drawing->size.height / 2 + 4, "r", row);
	for (size_t column = view->column; column < view->column + view->columns; column++)
		write_cell(drawing, row, column);
	html_close(drawing->html, "g");
}

static void write_column_labels(const struct drawing *drawing)
{
	const struct heatmap_view *view = drawing->view;
	int width = drawing->size.width;
	for (size_t column = view->column; column < view->column + view->columns; column++)
		if (column % (size_t)drawing->size.every == 0)
			write_label(drawing, drawing->left + (int)(column - view->column) * width + width / 2, 11, "c",
				    column);
}

/* The figure in words: its shape, and its elements if they are few. */
static void add_label(struct text *out, const struct matrix_record *matrix)
{
	static const char *const roles[] = {"given", "expected", "got"};
	text_add_format(out, "%s %s, %zu × %zu", matrix->name, roles[matrix->role], matrix->rows, matrix->columns);
	if (matrix->rows * matrix->columns > LABELLED_CELLS)
		return;
	for (size_t row = 0; row < matrix->rows; row++)
		for (size_t column = 0; column < matrix->columns; column++) {
			text_add(out, column > 0 ? ", " : row > 0 ? "; " : ": ");
			size_t index = at(matrix, row, column);
			if (is_hidden(matrix, index) && matrix->values[index] == 0)
				text_add(out, "hidden");
			else if (mark_of(matrix, index) == MARK_NUMBER)
				text_add_format(out, "%.3g", matrix->values[index]);
			else
				text_add(out, marks[mark_of(matrix, index)].word);
		}
}

static void write_svg(const struct drawing *drawing)
{
	struct html *html = drawing->html;
	const struct heatmap_view *view = drawing->view;
	int width = drawing->left + (int)view->columns * drawing->size.width + 1;
	int height = TOP + (int)view->rows * drawing->size.height + 1;
	TEXT_SCOPED struct text label = {0};
	add_label(&label, drawing->matrix);
	html_open_class(html, "svg", has_numbers(view) ? "map" : "map tiny");
	html_attribute_format(html, "viewBox", "0 0 %d %d", width, height);
	html_attribute_format(html, "width", "%d", width);
	html_attribute_format(html, "height", "%d", height);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	write_column_labels(drawing);
	for (size_t row = view->row; row < view->row + view->rows; row++)
		write_row(drawing, row);
	html_close(html, "svg");
}

static void write_caption(struct html *html, const struct matrix_record *matrix, const struct heatmap_view *view)
{
	static const char *const roles[] = {"given", "expected", "got"};
	html_open(html, "figcaption");
	html_element(html, "b", NULL, matrix->name);
	html_format(html, " %s", roles[matrix->role]);
	html_open_class(html, "span", "shape");
	html_format(html, " %zu × %zu", matrix->rows, matrix->columns);
	if (view->rows < matrix->rows || view->columns < matrix->columns)
		html_text(html, ", in part");
	html_close(html, "span");
	html_close(html, "figcaption");
}

static int label_room(size_t last)
{
	int room = 16;
	for (; last >= 10; last /= 10)
		room += 7;
	return room;
}

void heatmap_write(struct html *html, const struct matrix_record *matrix, const struct matrix_record *expected,
		   const struct heatmap_view *view)
{
	assert(view->row + view->rows <= matrix->rows && view->column + view->columns <= matrix->columns);
	if (expected != NULL && !same_shape(matrix, expected))
		expected = NULL;
	struct drawing drawing = {.html = html,
				  .matrix = matrix,
				  .expected = expected,
				  .view = view,
				  .size = has_numbers(view) ? with_numbers : without_numbers,
				  .left = label_room(view->row + view->rows)};
	html_open(html, "figure");
	write_caption(html, matrix, view);
	if (view->rows * view->columns > 0)
		write_svg(&drawing);
	html_close(html, "figure");
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

struct swatch {
	const char *class, *glyph;
};

static void write_swatch(struct html *html, const struct swatch *swatch, int x, bool is_off)
{
	html_open_class(html, "rect", swatch->class);
	html_attribute_format(html, "x", "%d", x);
	html_attribute(html, "width", "30");
	html_attribute(html, "height", "18");
	html_close(html, "rect");
	if (swatch->glyph != NULL) {
		html_open(html, "text");
		html_attribute_format(html, "x", "%d", x + 15);
		html_attribute(html, "y", "13");
		html_text(html, swatch->glyph);
		html_close(html, "text");
	}
	if (is_off)
		html_trusted(html, "<rect class=\"off\" x=\"1\" y=\"1\" width=\"28\" height=\"16\"/>");
}

static void write_entry(struct html *html, const struct swatch *swatches, size_t count, bool is_off, const char *words)
{
	html_open(html, "li");
	html_open_class(html, "svg", "map");
	html_attribute_format(html, "width", "%zu", 30 * count);
	html_attribute(html, "height", "18");
	html_attribute(html, "aria-hidden", "true");
	for (size_t i = 0; i < count; i++)
		write_swatch(html, &swatches[i], 30 * (int)i, is_off);
	html_close(html, "svg");
	html_format(html, " %s", words);
	html_close(html, "li");
}

void heatmap_write_legend(struct html *html)
{
	static const struct {
		struct swatch swatches[5];
		size_t count;
		bool is_off;
		const char *words;
	} entries[] = {
		{{{"n8", NULL}, {"n4", NULL}, {"z", "0"}, {"p4", NULL}, {"p8", NULL}},
		 5,
		 false,
		 "negative to positive"},
		{{{"h", NULL}}, 1, false, "hidden from the row"},
		{{{"p2", NULL}}, 1, true, "differs from the expected"},
		{{{"nan", "NaN"}}, 1, false, "not a number"},
		{{{"n8", "−∞"}, {"p8", "+∞"}}, 2, false, "infinite"},
		{{{"unw", "?"}}, 1, false, "never written"},
	};
	html_open_class(html, "ul", "legend");
	html_attribute(html, "aria-label", "How to read the figures");
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		write_entry(html, entries[i].swatches, entries[i].count, entries[i].is_off, entries[i].words);
	html_close(html, "ul");
}
