#include "report/walkthrough.h"

#include <math.h>
#include <string.h>

#include "report/bars.h"
#include "report/heatmap.h"

enum { TOKENS_MAX = 8 };

/* ---- pieces --------------------------------------------------------------------------------------- */

static double at(const struct matrix_record *matrix, size_t row, size_t column)
{
	return matrix->values[row * matrix->columns + column];
}

__attribute__((format(printf, 2, 3))) static void write_words(struct html *html, const char *format, ...)
{
	TEXT_SCOPED struct text words = {0};
	va_list arguments;
	va_start(arguments, format);
	text_add_list(&words, format, arguments);
	va_end(arguments);
	html_element(html, "p", NULL, text_string(&words));
}

/* Matrices with signs between them. */
static void open_sum(struct html *html)
{
	html_open_class(html, "div", "figures sum");
	html_attribute(html, "tabindex", "0");
}

static void write_sign(struct html *html, const char *sign)
{
	html_element(html, "span", "sign", sign);
}

/* Rows are tokens; columns too, if they are as many. */
static void write_matrix(struct html *html, const struct walkthrough_record *walkthrough,
			 const struct matrix_record *matrix, const char *caption, const unsigned char *marked)
{
	heatmap_write_figure(html,
			     &(struct figure_record){
				     .matrix = *matrix,
				     .caption = caption,
				     .row_names = walkthrough->tokens,
				     .column_names = matrix->columns == walkthrough->n ? walkthrough->tokens : NULL,
				     .marked = marked,
			     });
}

/* The row that is looked at closely, of a matrix. */
static void write_bars(struct html *html, const struct walkthrough_record *walkthrough,
		       const struct matrix_record *matrix, const char *what, double top)
{
	const size_t first = walkthrough->row * matrix->columns;
	TEXT_SCOPED struct text caption = {0};
	text_add_format(&caption, "row “%s”, %s", walkthrough->tokens[walkthrough->row], what);
	bars_write(html, &(struct bars){
				 .caption = text_string(&caption),
				 .count = matrix->columns,
				 .names = walkthrough->tokens,
				 .values = matrix->values + first,
				 .hidden = matrix->hidden == NULL ? NULL : matrix->hidden + first,
				 .top = top,
			 });
}

/* ---- arrows --------------------------------------------------------------------------------------- */

enum { UNIT = 44, ARROWS_WIDTH = 150, ARROWS_HEIGHT = 118, ORIGIN_X = 28, ORIGIN_Y = 92 };

static void write_arrow(struct html *html, const char *class, double x, double y)
{
	enum { HEAD = 9, HALF_HEAD = 4 };
	const double length = sqrt(x * x + y * y), u = x / length, w = -y / length;
	const double tip_x = ORIGIN_X + x * UNIT, tip_y = ORIGIN_Y - y * UNIT;
	const double back_x = tip_x - HEAD * u, back_y = tip_y - HEAD * w;
	html_open_class(html, "path", class);
	html_attribute_format(html, "d", "M%d %dL%.1f %.1fM%.1f %.1fL%.1f %.1fL%.1f %.1fz", ORIGIN_X, ORIGIN_Y, back_x,
			      back_y, tip_x, tip_y, back_x - HALF_HEAD * w, back_y + HALF_HEAD * u,
			      back_x + HALF_HEAD * w, back_y - HALF_HEAD * u);
	html_close(html, "path");
}

/* A query and a key, which have two numbers each, as arrows: how far do they point the same way? */
static void write_arrows(struct html *html, const struct walkthrough_record *walkthrough, size_t key)
{
	const size_t row = walkthrough->row;
	const char *const asks = walkthrough->tokens[row], *const offers = walkthrough->tokens[key];
	const double dot = at(&walkthrough->dots, row, key);
	html_open(html, "figure");
	html_open(html, "figcaption");
	html_format(html, "query of “%s” · key of “%s” = %.3g", asks, offers, dot);
	html_close(html, "figcaption");
	html_open_class(html, "svg", "arrows");
	html_attribute_format(html, "viewBox", "0 0 %d %d", ARROWS_WIDTH, ARROWS_HEIGHT);
	html_attribute_format(html, "width", "%d", ARROWS_WIDTH);
	html_attribute_format(html, "height", "%d", ARROWS_HEIGHT);
	html_attribute(html, "role", "img");
	html_attribute_format(html, "aria-label",
			      "The query of %s is an arrow to %.3g, %.3g; the key of %s one to %.3g, %.3g", asks,
			      at(&walkthrough->q, row, 0), at(&walkthrough->q, row, 1), offers,
			      at(&walkthrough->k, key, 0), at(&walkthrough->k, key, 1));
	html_open_class(html, "path", "axes");
	html_attribute_format(html, "d", "M%d %dH%dM%d %dV8", ORIGIN_X - 8, ORIGIN_Y, ARROWS_WIDTH - 8, ORIGIN_X,
			      ORIGIN_Y + 8);
	html_close(html, "path");
	write_arrow(html, "key", at(&walkthrough->k, key, 0), at(&walkthrough->k, key, 1));
	write_arrow(html, "query", at(&walkthrough->q, row, 0), at(&walkthrough->q, row, 1));
	html_close(html, "svg");
	html_close(html, "figure");
}

/* ---- steps ---------------------------------------------------------------------------------------- */

static void write_glances(struct html *html, const struct walkthrough_record *walkthrough)
{
	unsigned char marked[TOKENS_MAX * TOKENS_MAX] = {0};
	marked[walkthrough->row * walkthrough->n + walkthrough->leak] = 1;
	write_words(
		html,
		"When a sentence is read, each token looks at each token, itself included. That makes a grid: a row "
		"for the one that looks, a column for the one that is looked at, and in the cell how much of its "
		"attention it spends there. A row sums to 1.");
	write_words(html,
		    "Nothing is masked yet. So in row “%s” the largest share, %.3f, goes to “%s” (outlined), a word "
		    "further on. Steps 2 to 6 tell where such numbers come from, and step 5 puts an end to that one.",
		    walkthrough->tokens[walkthrough->row],
		    at(&walkthrough->open_weights, walkthrough->row, walkthrough->leak),
		    walkthrough->tokens[walkthrough->leak]);
	heatmap_open_row(html);
	write_matrix(html, walkthrough, &walkthrough->open_weights, "who looks (rows) at whom (columns)", marked);
	heatmap_close_row(html);
}

static void write_dots(struct html *html, const struct walkthrough_record *walkthrough)
{
	const size_t row = walkthrough->row;
	write_words(html,
		    "Each token brings two vectors: a query, what it looks for, and a key, what it has to offer. How "
		    "well a "
		    "key suits a query is their dot product: multiply element by element, add up. It is large if both "
		    "arrows point the same way, and 0 if they stand at right angles.");
	heatmap_open_row(html);
	write_matrix(html, walkthrough, &walkthrough->q, "queries", NULL);
	write_matrix(html, walkthrough, &walkthrough->k, "keys", NULL);
	write_matrix(html, walkthrough, &walkthrough->dots, "every query · every key", NULL);
	heatmap_close_row(html);
	html_open_class(html, "div", "charts");
	write_arrows(html, walkthrough, row);
	write_arrows(html, walkthrough, walkthrough->leak);
	html_close(html, "div");
	html_open_class(html, "p", "note");
	html_text(html, "The thin arrow is the query, the thick one the key.");
	html_close(html, "p");
}

static void write_scaling(struct html *html, const struct walkthrough_record *walkthrough)
{
	const size_t row = walkthrough->row, d_k = walkthrough->q.columns;
	const double top = at(&walkthrough->dots, row, walkthrough->leak);
	write_words(
		html,
		"The more numbers a query and a key have, the larger their dot product tends to be: for random vectors "
		"its spread grows like the square root of d_k. The next steps take exponentials, and of large numbers "
		"those leave one winner and nothing for the rest. Dividing by the root keeps the spread where it was.");
	write_words(html, "Here d_k is %zu, so everything is divided by %.3f. Who is first stays first.", d_k,
		    sqrt((double)d_k));
	html_open_class(html, "div", "charts");
	write_bars(html, walkthrough, &walkthrough->dots, "dot products", top);
	write_bars(html, walkthrough, &walkthrough->scaled, "divided by the root", top);
	html_close(html, "div");
}

static void write_leak(struct html *html, const struct walkthrough_record *walkthrough)
{
	const size_t n = walkthrough->n;
	unsigned char marked[TOKENS_MAX * TOKENS_MAX] = {0};
	for (size_t i = 0; i < n * n; i++)
		marked[i] = walkthrough->weights.hidden[i];
	write_words(
		html,
		"Right of the diagonal a token looks at what comes after it. In training the whole sentence is there, "
		"and "
		"a model that may look ahead learns to copy the next word instead of predicting it. When it writes a "
		"sentence of its own, there is no next word yet, and it has learned nothing that helps.");
	write_words(html, "So these %zu of %zu cells (outlined) must have no say in their rows.", n * (n - 1) / 2,
		    n * n);
	heatmap_open_row(html);
	write_matrix(html, walkthrough, &walkthrough->scaled, "scores; outlined: the future", marked);
	heatmap_close_row(html);
}

static void write_mask(struct html *html, const struct walkthrough_record *walkthrough)
{
	write_words(html, "The mask is a second grid: 0 where row i may see key j, that is where j ≤ i, and −∞ where "
			  "it may not. It "
			  "is added to the scores, before the softmax. The diagonal stays 0: a token sees itself, and "
			  "so every row "
			  "sees something.");
	open_sum(html);
	write_matrix(html, walkthrough, &walkthrough->scaled, "scores", NULL);
	write_sign(html, "+");
	write_matrix(html, walkthrough, &walkthrough->mask, "mask", NULL);
	write_sign(html, "=");
	write_matrix(html, walkthrough, &walkthrough->masked, "masked scores", NULL);
	html_close(html, "div");
}

static void write_softmax(struct html *html, const struct walkthrough_record *walkthrough)
{
	const size_t row = walkthrough->row;
	write_words(html,
		    "Softmax takes the exponential of each score and divides by the sum of its row. exp(−∞) is 0, so a "
		    "masked "
		    "key adds nothing to the sum and gets exactly 0, and the others share the whole among themselves. "
		    "Had the "
		    "softmax come first and the mask after it, row “%s” would be left with %.3f in place of 1.",
		    walkthrough->tokens[row], 1 - at(&walkthrough->open_weights, row, walkthrough->leak));
	html_open_class(html, "div", "charts");
	write_bars(html, walkthrough, &walkthrough->open_weights, "without a mask", 1);
	write_bars(html, walkthrough, &walkthrough->weights, "masked first", 1);
	html_close(html, "div");
}

static void write_output(struct html *html, const struct walkthrough_record *walkthrough)
{
	const size_t row = walkthrough->row;
	write_words(
		html,
		"Each token also brings a value. A row's output is the sum of all values, each times its weight. The "
		"weights make a staircase: row i has i + 1 of them, and no value beyond has any part in the output, "
		"not even one that is NaN.");
	write_words(html, "Row “%s” comes out as (%.4g, %.4g).", walkthrough->tokens[row],
		    at(&walkthrough->out, row, 0), at(&walkthrough->out, row, 1));
	open_sum(html);
	write_matrix(html, walkthrough, &walkthrough->weights, "weights", NULL);
	write_sign(html, "×");
	write_matrix(html, walkthrough, &walkthrough->v, "values", NULL);
	write_sign(html, "=");
	write_matrix(html, walkthrough, &walkthrough->out, "output", NULL);
	html_close(html, "div");
}

static const struct {
	const char *title;
	void (*write)(struct html *html, const struct walkthrough_record *walkthrough);
} steps[] = {
	{"A grid of glances", write_glances},	      {"Query times key", write_dots},
	{"Divide by the root of d_k", write_scaling}, {"Where it leaks", write_leak},
	{"Add −∞ to the future", write_mask},	      {"Softmax makes clean zeros", write_softmax},
	{"Only the past is mixed", write_output},
};

void walkthrough_write(struct html *html, const struct walkthrough_record *walkthrough)
{
	html_open_class(html, "ol", "steps");
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		html_open(html, "li");
		html_open(html, "h3");
		html_format(html, "%zu. %s", i + 1, steps[i].title);
		html_close(html, "h3");
		steps[i].write(html, walkthrough);
		html_close(html, "li");
	}
	html_close(html, "ol");
}
