#include "commands/matrices.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/pair.h"

enum {
	ROWS_MAX = 12,
	CAPTION_MAX = 8 /* lines */,
	GAP = 3,
	CELL_MAX = 32,
	SEPARATOR = 2 /* the second is for the mark */,
	CUTS = 3
};

static const char mark_wrong = '*';

enum kind { KIND_GIVEN, KIND_EXPECTED, KIND_GOT, KIND_DIFFERENCE, KIND_AGREED };

/* The part of a matrix that is shown. */
struct window {
	size_t row, column, rows, columns;
};

/* One matrix as it is to be drawn. */
struct block {
	enum kind kind;
	const struct matrix_record *matrix;
	const struct pair *pair; /* NULL: of what is given */
	struct window window;
	struct text lines[CAPTION_MAX + 2 * ROWS_MAX]; /* with a blank one above the rows of another sequence */
	size_t n_lines, width;
};

/* Blocks beside each other, then below. */
struct flow {
	struct text *text;
	const struct terminal *terminal;
	size_t indent;
	struct block blocks[3];
	size_t count, width;
};

/* ---- cells ---- */

static bool is_off(const struct block *block, size_t index)
{
	const struct pair *pair = block->pair;
	return pair != NULL && pair->differs && matrix_differs(pair->got, pair->expected, index, pair->contrast.least);
}

static void write_whole(char *cell, const struct matrix_record *matrix, size_t index)
{
	TEXT_SCOPED struct text digits = {0};
	matrix_add_whole(&digits, matrix, index);
	snprintf(cell, CELL_MAX, "%s", text_string(&digits));
}

/* What stands beside others has fewer digits: the difference tells the rest. */
static void write_number(char *cell, const struct block *block, size_t index)
{
	const struct matrix_record *matrix = block->matrix;
	const double value = matrix->values[index];
	const int digits = block->pair != NULL && block->pair->differs ? 4 : 5;
	if (matrix_look(matrix, index) == LOOK_UNWRITTEN)
		snprintf(cell, CELL_MAX, "?");
	else if (isnan(value))
		snprintf(cell, CELL_MAX, "nan"); /* whatever its sign */
	else if (matrix_is_whole(matrix, index))
		write_whole(cell, matrix, index);
	else
		snprintf(cell, CELL_MAX, "%.*g", digits, value);
}

static void write_difference(char *cell, const struct pair *pair, size_t index)
{
	if (matrix_look(pair->got, index) == LOOK_NUMBER && matrix_look(pair->expected, index) == LOOK_NUMBER)
		snprintf(cell, CELL_MAX, "%+.2g", matrix_difference(pair->got, pair->expected, index));
	else
		snprintf(cell, CELL_MAX, "!=");
}

/* What a row does not see, and is as it should be. What is given there may be what the case is about. */
static bool is_plain_future(const struct block *block, size_t index)
{
	if (block->kind == KIND_GIVEN || !matrix_hides(block->matrix, index))
		return false;
	return block->matrix->values[index] == 0 && (block->kind == KIND_EXPECTED || !is_off(block, index));
}

/* Returns how many columns it takes. */
static size_t write_cell(const struct block *block, const struct terminal *terminal, size_t index, char *cell)
{
	const bool is_future = is_plain_future(block, index);
	if (is_future)
		snprintf(cell, CELL_MAX, "%s", terminal_sign(terminal, SIGN_FUTURE));
	else if (block->kind == KIND_DIFFERENCE && !is_off(block, index))
		snprintf(cell, CELL_MAX, "=");
	else if (block->kind == KIND_DIFFERENCE)
		write_difference(cell, block->pair, index);
	else
		write_number(cell, block, index);
	return is_future ? 1 : strlen(cell);
}

static enum paint paint_of(const struct block *block, size_t index)
{
	if (is_off(block, index) && !is_plain_future(block, index))
		return block->kind == KIND_EXPECTED ? PAINT_GOOD : PAINT_BAD;
	return matrix_hides(block->matrix, index) || block->kind == KIND_DIFFERENCE ? PAINT_FAINT : PAINT_PLAIN;
}

/* The columns that a column of the matrix takes, mark and blanks apart. */
static size_t measure_column(const struct block *block, const struct terminal *terminal, size_t column)
{
	size_t widest = 1;
	for (size_t row = 0; row < block->matrix->rows; row++) {
		char cell[CELL_MAX];
		size_t columns = write_cell(block, terminal, row * block->matrix->columns + column, cell);
		widest = columns > widest ? columns : widest;
	}
	return widest;
}

static void add_cell(struct text *text, const struct block *block, const struct terminal *terminal, size_t index,
		     size_t width)
{
	char cell[CELL_MAX];
	const bool is_marked = is_off(block, index) && block->kind == KIND_GOT;
	const size_t columns = write_cell(block, terminal, index, cell);
	text_add_format(text, " %*s", (int)(width - columns), "");
	TEXT_SCOPED struct text marked = {0};
	text_add_format(&marked, "%c%s", is_marked ? mark_wrong : ' ', cell);
	terminal_paint(text, terminal->has_colour, paint_of(block, index), text_string(&marked));
}

/* ---- what is shown of it ---- */

/* Takes the column in if there is room for it. */
static bool take(const struct block *block, const struct terminal *terminal, size_t column, size_t *room)
{
	const size_t width = measure_column(block, terminal, column) + SEPARATOR;
	if (width > *room)
		return false;
	*room -= width;
	return true;
}

/* The column that is to be seen, and of those on its sides, one of each in turn, as many as there is room for. */
static void fit_columns(const struct block *block, const struct terminal *terminal, size_t room, size_t wanted,
			struct window *window)
{
	size_t end = wanted + 1;
	window->column = wanted;
	take(block, terminal, wanted, &room);
	for (bool more = true; more;) {
		more = false;
		if (window->column > 0 && take(block, terminal, window->column - 1, &room))
			window->column--, more = true;
		if (end < block->matrix->columns && take(block, terminal, end, &room))
			end++, more = true;
	}
	window->columns = end - window->column;
}

/* Around `wanted`. Where columns are cut away on either side, signs tell. */
static struct window choose(const struct block *block, const struct terminal *terminal, size_t room, size_t wanted)
{
	const size_t rows = block->matrix->rows, columns = block->matrix->columns;
	struct window window = {.rows = rows < ROWS_MAX ? rows : ROWS_MAX, .columns = columns};
	if (columns == 0)
		return window;
	window.row = matrix_window_start(rows, window.rows, wanted / columns);
	fit_columns(block, terminal, room, wanted % columns, &window);
	if (window.columns < columns)
		fit_columns(block, terminal, room > CUTS ? room - CUTS : 0, wanted % columns, &window);
	return window;
}

/* What is shown of both. */
static struct window intersect(struct window a, struct window b)
{
	size_t end = a.column + a.columns < b.column + b.columns ? a.column + a.columns : b.column + b.columns;
	a.column = a.column > b.column ? a.column : b.column;
	a.columns = end > a.column ? end - a.column : 0;
	return a;
}

/* ---- a block ---- */

static bool is_whole_matrix(const struct block *block)
{
	return block->window.rows == block->matrix->rows && block->window.columns == block->matrix->columns;
}

static void add_caption(struct text *text, const struct block *block)
{
	static const char *const kinds[] = {"given ", "expected ", "got ", "difference", "expected and got "};
	const struct window *window = &block->window;
	const bool is_first = block->kind != KIND_GOT && block->kind != KIND_DIFFERENCE;
	text_add_format(text, "%s%s", kinds[block->kind], block->kind == KIND_DIFFERENCE ? "" : block->matrix->name);
	if (is_first) {
		text_add(text, " (");
		matrix_add_shape(text, block->matrix, " x ");
		text_add(text, ")");
	}
	if (is_first && !is_whole_matrix(block))
		text_add_format(text, " from row %zu, column %zu", window->row, window->column);
}

/* Which queries see no key: that of the row, or those of columns. */
static void add_empty(struct text *text, const struct matrix_record *matrix, size_t row)
{
	if (matrix->columns > 0 && matrix_row_is_empty(matrix, row)) {
		text_add(text, "  empty");
		return;
	}
	bool is_first = true;
	for (size_t column = 0; column < matrix->columns; column++)
		if (matrix_column_is_empty(matrix, column)) {
			text_add_format(text, "%s%zu", is_first ? "  empty: " : ", ", column);
			is_first = false;
		}
}

static void add_row(struct text *text, const struct block *block, const struct terminal *terminal, size_t row)
{
	const struct window *window = &block->window;
	const struct matrix_record *matrix = block->matrix;
	const char *cut = terminal_sign(terminal, SIGN_CUT);
	text_add_format(text, "%s", window->column > 0 ? cut : "");
	for (size_t column = window->column; column < window->column + window->columns; column++)
		add_cell(text, block, terminal, row * matrix->columns + column,
			 measure_column(block, terminal, column));
	text_add_format(text, "%s%s", window->column + window->columns < matrix->columns ? " " : "",
			window->column + window->columns < matrix->columns ? cut : "");
	if (block->kind == KIND_EXPECTED || block->kind == KIND_AGREED)
		add_empty(text, matrix, row);
}

/* Of a string with colours in it. */
static size_t seen_columns(const struct text *text)
{
	TEXT_SCOPED struct text seen = {0};
	for (const char *at = text_string(text); *at != '\0';) {
		size_t plain = strcspn(at, "\033");
		text_add_bytes(&seen, at, plain);
		at += plain;
		at += strcspn(at, "m") + (*at != '\0');
	}
	return terminal_columns(text_string(&seen), seen.length);
}

/* The caption in lines of so many columns, of which narrow terminals may need several. */
static void draw_caption(struct block *block, size_t room)
{
	TEXT_SCOPED struct text caption = {0}, lines = {0};
	add_caption(&caption, block);
	terminal_wrap(&lines, text_string(&caption), 0, room);
	for (const char *line = text_string(&lines); *line != '\0' && block->n_lines < CAPTION_MAX;) {
		const size_t length = strcspn(line, "\n");
		text_add_bytes(&block->lines[block->n_lines++], line, length);
		line += length + 1;
	}
}

static void draw(struct block *block, const struct terminal *terminal, size_t room)
{
	draw_caption(block, room);
	for (size_t r = 0; r < block->window.rows; r++) {
		block->n_lines += r > 0 && matrix_begins_part(block->matrix, block->window.row + r);
		add_row(&block->lines[block->n_lines++], block, terminal, block->window.row + r);
	}
	for (size_t i = 0; i < block->n_lines; i++) {
		size_t columns = seen_columns(&block->lines[i]);
		block->width = columns > block->width ? columns : block->width;
	}
}

/* ---- blocks beside each other ---- */

static void flush(struct flow *flow)
{
	size_t height = 0;
	for (size_t b = 0; b < flow->count; b++)
		height = flow->blocks[b].n_lines > height ? flow->blocks[b].n_lines : height;
	for (size_t line = 0; line < height; line++) {
		size_t missing = flow->indent;
		for (size_t b = 0; b < flow->count; b++) {
			const struct block *block = &flow->blocks[b];
			size_t columns = line < block->n_lines ? seen_columns(&block->lines[line]) : 0;
			if (columns > 0)
				text_add_format(flow->text, "%*s%s", (int)missing, "",
						text_string(&block->lines[line]));
			missing = (columns > 0 ? 0 : missing) + block->width - columns + GAP;
		}
		text_add(flow->text, "\n");
	}
	for (size_t b = 0; b < flow->count; b++)
		for (size_t line = 0; line < flow->blocks[b].n_lines; line++)
			text_release(&flow->blocks[b].lines[line]);
	flow->count = flow->width = 0;
}

/* Takes over the block. */
static void add_block(struct flow *flow, struct block block)
{
	const size_t room = flow->terminal->width - flow->indent;
	draw(&block, flow->terminal, room);
	size_t max = sizeof(flow->blocks) / sizeof(flow->blocks[0]);
	if (flow->count == max || (flow->count > 0 && flow->width + GAP + block.width > room))
		flush(flow);
	flow->width += block.width + (flow->count > 0 ? GAP : 0);
	flow->blocks[flow->count++] = block;
}

static void add_given(struct flow *flow, const struct matrix_record *matrix)
{
	struct block block = {.kind = KIND_GIVEN, .matrix = matrix};
	block.window = choose(&block, flow->terminal, flow->terminal->width - flow->indent, 0);
	add_block(flow, block);
}

/* All of it through the same window. */
static void add_pair(struct flow *flow, const struct pair *pair)
{
	struct block blocks[] = {
		{.kind = pair->got != NULL && !pair->differs && !pair->is_rounded ? KIND_AGREED : KIND_EXPECTED,
		 .matrix = pair->expected},
		{.kind = KIND_GOT, .matrix = pair->got},
		{.kind = KIND_DIFFERENCE, .matrix = pair->expected},
	};
	const size_t count = pair->differs	? 3
			     : pair->is_rounded ? 2
						: 1,
		     wanted = pair->differs ? pair->contrast.first : 0;
	const size_t room = flow->terminal->width - flow->indent;
	assert(count == 1 || pair->got != NULL);
	for (size_t i = 0; i < count; i++) {
		blocks[i].pair = pair;
		blocks[i].window = choose(&blocks[i], flow->terminal, room, wanted);
	}
	for (size_t i = 1; i < count; i++)
		blocks[0].window = intersect(blocks[0].window, blocks[i].window);
	flush(flow);
	for (size_t i = 0; i < count; i++) {
		blocks[i].window = blocks[0].window;
		add_block(flow, blocks[i]);
	}
	flush(flow);
}

/* ---- a case ---- */

void matrices_add(struct text *text, const struct terminal *terminal, const struct case_record *shown, size_t indent)
{
	struct flow flow = {.text = text, .terminal = terminal, .indent = indent};
	for (size_t i = 0; i < shown->n_matrices; i++) {
		const struct matrix_record *matrix = &shown->matrices[i];
		if (matrix->role == MATRIX_GIVEN)
			add_given(&flow, matrix);
		if (matrix->role != MATRIX_EXPECTED)
			continue;
		const struct pair pair = pair_of(shown, i);
		add_pair(&flow, &pair);
	}
	flush(&flow);
}

bool matrices_are_small(const struct case_record *shown)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].rows * shown->matrices[i].columns > MATRICES_SMALL)
			return false;
	return true;
}

void matrices_add_legend(struct text *text, const struct terminal *terminal)
{
	text_add_format(text, "%c wrong, = right, %s not seen by its row", mark_wrong,
			terminal_sign(terminal, SIGN_FUTURE));
}
