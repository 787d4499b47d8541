/*
 * Worked examples: the numbers on the way lead to the answer. Tried on every public case of the shipped exercises, and
 * on the sentence of the walkthrough, whose numbers are known.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contract/header.h"
#include "core/matrix.h"
#include "grading/book.h"
#include "grading/walkthrough.h"
#include "report/heatmap.h"
#include "suite.h"

static struct arena *arena;
static const struct book_record *book;

static void set_up(void)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	arena = arena_create();
	ck_assert(catalogue_load(paths, 1, arena, diagnostics, &catalogue));
	book = book_make(&catalogue, "A course", NULL, "0.1.0", arena, diagnostics);
	ck_assert_ptr_nonnull(book);
}

static void tear_down(void)
{
	arena_destroy(arena);
}

static bool is_near(double got, double want)
{
	return (isnan(got) && isnan(want)) || got == want || fabs(got - want) <= 1e-6 * (1 + fabs(want));
}

/* ---- finding -------------------------------------------------------------------------------------- */

static const struct matrix_record *find_figure(const struct book_case_record *shown, const char *caption)
{
	for (size_t s = 0; s < shown->n_steps; s++)
		for (size_t f = 0; f < shown->steps[s].n_figures; f++)
			if (strcmp(shown->steps[s].figures[f].caption, caption) == 0)
				return &shown->steps[s].figures[f].matrix;
	return NULL;
}

static const struct matrix_record *find_matrix(const struct book_case_record *shown, const char *name,
					       enum matrix_role role)
{
	for (size_t i = 0; i < shown->shown.n_matrices; i++)
		if (shown->shown.matrices[i].role == role && strcmp(shown->shown.matrices[i].name, name) == 0)
			return &shown->shown.matrices[i];
	return NULL;
}

static bool is_hidden(const struct matrix_record *matrix, size_t index)
{
	return matrix->hidden != NULL && matrix->hidden[index] != 0;
}

/* Calls `look` for each case of the function; returns how many of them have steps. */
static size_t each(const char *function, void (*look)(const struct book_case_record *shown))
{
	size_t worked = 0;
	for (size_t e = 0; e < book->n_exercises; e++)
		for (size_t c = 0; c < book->exercises[e].n_cases; c++) {
			const struct book_case_record *shown = &book->exercises[e].cases[c];
			if (strcmp(book->exercises[e].exercise->function, function) != 0 || shown->n_steps == 0)
				continue;
			look(shown);
			worked++;
		}
	return worked;
}

/* ---- numbers -------------------------------------------------------------------------------------- */

/* Weights times values are the output, and a hidden value has no part in it. */
static void expect_mixed(const struct matrix_record *weights, const struct matrix_record *v,
			 const struct matrix_record *out)
{
	ck_assert(weights != NULL && v != NULL && out != NULL);
	ck_assert_uint_eq(weights->columns, v->rows);
	for (size_t i = 0; i < out->rows; i++)
		for (size_t c = 0; c < out->columns; c++) {
			double sum = 0;
			for (size_t j = 0; j < v->rows; j++)
				if (!is_hidden(weights, i * v->rows + j))
					sum += weights->values[i * v->rows + j] * v->values[j * v->columns + c];
			ck_assert_msg(is_near(sum, out->values[i * out->columns + c]), "%.9g, not %.9g", sum,
				      out->values[i * out->columns + c]);
		}
}

static void look_at_attention(const struct book_case_record *shown)
{
	const struct matrix_record *weights = find_figure(shown, "weights"),
				   *masked = find_figure(shown, "masked scores");
	const struct matrix_record *scores = find_figure(shown, "scores"), *dots = find_figure(shown, "q · k");
	const struct matrix_record *k = find_matrix(shown, "k", MATRIX_GIVEN);
	expect_mixed(weights, find_matrix(shown, "v", MATRIX_GIVEN), find_matrix(shown, "out", MATRIX_EXPECTED));
	ck_assert(masked != NULL && scores != NULL && dots != NULL && k != NULL);
	for (size_t i = 0; i < scores->rows * scores->columns; i++) {
		ck_assert(is_near(scores->values[i] * sqrt((double)k->columns), dots->values[i]));
		ck_assert(is_hidden(masked, i) == is_hidden(weights, i));
		ck_assert(is_hidden(masked, i) ? masked->values[i] == -INFINITY && weights->values[i] == 0
					       : is_near(masked->values[i], scores->values[i]));
	}
}

START_TEST(attention_comes_out_of_its_steps)
{
	static const char *const functions[] = {"attn_causal", "attn_causal_offset", "attn_window", "attn_cross"};
	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++)
		ck_assert_msg(each(functions[i], look_at_attention) > 0, "%s", functions[i]);
}
END_TEST

static void look_at_decoding(const struct book_case_record *shown)
{
	expect_mixed(find_figure(shown, "weights"), find_figure(shown, "values"),
		     find_matrix(shown, "out", MATRIX_EXPECTED));
}

static void look_at_projections(const struct book_case_record *shown)
{
	expect_mixed(find_figure(shown, "weights"), find_figure(shown, "v = x w_v"),
		     find_matrix(shown, "out", MATRIX_EXPECTED));
}

/* The heads' outputs are weights times values, head by head, and times w_o the output. */
static void look_at_heads(const struct book_case_record *shown)
{
	const struct matrix_record *heads = find_figure(shown, "heads");
	const struct matrix_record *w_o = find_matrix(shown, "w_o", MATRIX_GIVEN);
	const struct matrix_record *out = find_matrix(shown, "out", MATRIX_EXPECTED);
	ck_assert(heads != NULL && w_o != NULL && out != NULL);
	for (size_t i = 0; i < out->rows; i++)
		for (size_t c = 0; c < out->columns; c++) {
			double sum = 0;
			for (size_t h = 0; h < heads->columns; h++)
				sum += heads->values[i * heads->columns + h] * w_o->values[h * w_o->columns + c];
			ck_assert(is_near(sum, out->values[i * out->columns + c]));
		}
}

static void look_at_merging(const struct book_case_record *shown)
{
	const struct matrix_record *shares = find_figure(shown, "shares");
	const struct matrix_record *a = find_matrix(shown, "out_a", MATRIX_GIVEN);
	const struct matrix_record *b = find_matrix(shown, "out_b", MATRIX_GIVEN);
	const struct matrix_record *out = find_matrix(shown, "out", MATRIX_EXPECTED);
	ck_assert(shares != NULL && a != NULL && b != NULL && out != NULL);
	for (size_t i = 0; i < out->rows * out->columns; i++) {
		const double *share = &shares->values[2 * (i / out->columns)];
		const double sum =
			(share[0] == 0 ? 0 : share[0] * a->values[i]) + (share[1] == 0 ? 0 : share[1] * b->values[i]);
		ck_assert(is_near(sum, out->values[i]));
	}
}

/* What the mask leaves of the weights is the mass. */
static void look_at_late_mask(const struct book_case_record *shown)
{
	const struct matrix_record *weights = find_figure(shown, "weights");
	const struct matrix_record *mass = find_matrix(shown, "mass", MATRIX_EXPECTED);
	ck_assert(weights != NULL && mass != NULL);
	for (size_t i = 0; i < weights->rows; i++) {
		double sum = 0;
		for (size_t j = 0; j < weights->columns; j++)
			sum += is_hidden(weights, i * weights->columns + j) ? 0
									    : weights->values[i * weights->columns + j];
		ck_assert(is_near(sum, mass->values[i]));
	}
}

/* Of the stages of a row, the last is the exponentials divided by their sum. */
static void look_at_rows(const struct book_case_record *shown)
{
	enum { SCORE, LESS, EXP, WEIGHT, STAGES };
	size_t looked_at = 0;
	for (size_t s = 0; s < shown->n_steps; s++) {
		const struct step_record *step = &shown->steps[s];
		const struct matrix_record *row = &step->figures[0].matrix;
		if (strstr(step->title, "Softmax, row") == NULL)
			continue;
		double sum = 0, top = -INFINITY;
		ck_assert_uint_eq(row->rows, STAGES);
		const double *values[STAGES];
		for (size_t stage = 0; stage < STAGES; stage++)
			values[stage] = row->values + stage * row->columns;
		for (size_t j = 0; j < row->columns; j++) {
			sum += is_hidden(row, j) ? 0 : values[EXP][j];
			top = is_hidden(row, j) ? top : fmax(top, values[SCORE][j]);
		}
		for (size_t j = 0; j < row->columns; j++) {
			if (is_hidden(row, j))
				continue;
			ck_assert(is_near(values[LESS][j], values[SCORE][j] - top));
			ck_assert(is_near(values[EXP][j], exp(values[LESS][j])));
			ck_assert(is_near(values[WEIGHT][j], values[EXP][j] / sum));
		}
		looked_at++;
	}
	ck_assert_uint_le(looked_at, shown->n_steps);
}

/* Column c of the derivative by input `name`, from that by the scores or, `by`, another matrix of pairs. */
static void expect_collected(const struct book_case_record *shown, const char *by, bool along_rows, const char *from,
			     const char *to, double scale)
{
	const struct matrix_record *pairs = find_figure(shown, by), *given = find_matrix(shown, from, MATRIX_GIVEN);
	const struct matrix_record *want = find_matrix(shown, to, MATRIX_EXPECTED);
	ck_assert(pairs != NULL && given != NULL && want != NULL);
	for (size_t i = 0; i < want->rows; i++)
		for (size_t c = 0; c < want->columns; c++) {
			double sum = 0;
			for (size_t j = 0; j < pairs->rows; j++) {
				const size_t pair = along_rows ? i * pairs->columns + j : j * pairs->columns + i;
				sum += is_hidden(pairs, pair)
					       ? 0
					       : pairs->values[pair] * given->values[j * given->columns + c];
			}
			ck_assert(is_near(sum * scale, want->values[i * want->columns + c]));
		}
}

static void look_at_gradient(const struct book_case_record *shown)
{
	look_at_rows(shown);
	const double scale = 1 / sqrt((double)find_matrix(shown, "q", MATRIX_GIVEN)->columns);
	expect_collected(shown, "by scores", true, "k", "dq", scale);
	expect_collected(shown, "by scores", false, "q", "dk", scale);
	expect_collected(shown, "weights", false, "d_out", "dv", 1);
}

static void expect_same(const struct matrix_record *figure, const struct matrix_record *answer)
{
	ck_assert(figure != NULL && answer != NULL);
	ck_assert(matrix_same_shape(figure, answer));
	for (size_t i = 0; i < answer->rows * answer->columns; i++)
		ck_assert(is_near(figure->values[i], answer->values[i]));
}

/* Marked where it is not the causal mask: nowhere if the answer is yes. */
static void look_at_recognition(const struct book_case_record *shown)
{
	const struct figure_record *given = &shown->steps[1].figures[0];
	const struct matrix_record *causal = find_figure(shown, "causal");
	const struct matrix_record *answer = find_matrix(shown, "answer", MATRIX_EXPECTED);
	bool any = false;
	for (size_t i = 0; i < causal->rows * causal->columns; i++) {
		ck_assert_int_eq(given->marked[i] != 0, given->matrix.values[i] != causal->values[i]);
		any |= given->marked[i] != 0;
	}
	ck_assert_int_eq(any, answer->values[0] == 0);
}

static void look_at_sight(const struct book_case_record *shown)
{
	const struct matrix_record *keys = find_figure(shown, "j");
	const struct matrix_record *visible = find_matrix(shown, "visible", MATRIX_EXPECTED);
	for (size_t j = 0; j < keys->columns; j++)
		ck_assert_int_eq(is_hidden(keys, j), visible->values[j] == 0);
}

static void look_at_mask(const struct book_case_record *shown)
{
	const struct matrix_record *mask = find_matrix(shown, "mask", MATRIX_EXPECTED);
	const struct matrix_record *last = find_figure(shown, "last j");
	expect_same(find_figure(shown, "mask"), mask);
	for (size_t i = 0; i < mask->rows * mask->columns; i++)
		ck_assert_int_eq((double)(i % mask->columns) <= last->values[i / mask->columns], mask->values[i] == 0);
}

static void look_at_edges(const struct book_case_record *shown)
{
	const struct matrix_record *keys = find_figure(shown, "keys of each row");
	double sum = 0;
	for (size_t i = 0; keys != NULL && i < keys->rows; i++)
		sum += keys->values[i];
	ck_assert(keys == NULL || sum == find_matrix(shown, "causal", MATRIX_EXPECTED)->values[0]);
	ck_assert_uint_eq(shown->n_steps, 2);
}

static void look_at_empty_rows(const struct book_case_record *shown)
{
	const struct matrix_record *left = find_figure(shown, "keys left");
	const struct matrix_record *empty = find_matrix(shown, "empty", MATRIX_EXPECTED);
	for (size_t i = 0; i < left->rows; i++)
		ck_assert_int_eq(left->values[i] == 0, empty->values[i] != 0);
}

/* Out times the inverse is the weights. */
static void look_at_recovery(const struct book_case_record *shown)
{
	expect_mixed(find_matrix(shown, "out", MATRIX_GIVEN), find_figure(shown, "v⁻¹"), find_figure(shown, "weights"));
	expect_same(find_figure(shown, "weights"), find_matrix(shown, "weights", MATRIX_EXPECTED));
}

/* Where it is asked for, how it comes about is told. */
static void look_at_sums(const struct book_case_record *shown)
{
	const struct matrix_record *lse = find_matrix(shown, "lse", MATRIX_EXPECTED);
	ck_assert((lse != NULL) == (find_figure(shown, "lse") != NULL));
}

static void look_at_nothing(const struct book_case_record *shown)
{
	ck_assert_uint_gt(shown->n_steps, 0);
}

START_TEST(other_functions_come_out_of_theirs)
{
	static const struct {
		const char *function;
		void (*look)(const struct book_case_record *shown);
	} rows[] = {
		{"attn_is_causal_mask", look_at_recognition},
		{"attn_visible_keys", look_at_sight},
		{"attn_causal_mask", look_at_mask},
		{"attn_edges", look_at_edges},
		{"attn_empty_rows", look_at_empty_rows},
		{"attn_recover_weights", look_at_recovery},
		{"attn_decode", look_at_decoding},
		{"attn_self", look_at_projections},
		{"attn_multi_head", look_at_heads},
		{"attn_merge", look_at_merging},
		{"attn_late_mask_mass", look_at_late_mask},
		{"attn_softmax", look_at_rows},
		{"attn_masked_softmax", look_at_rows},
		{"attn_masked_softmax_policy", look_at_rows},
		{"attn_causal", look_at_rows},
		{"attn_scores", look_at_nothing},
		{"attn_padded", look_at_rows},
		{"attn_causal_backward", look_at_gradient},
		{"attn_causal_offset", look_at_sums},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		ck_assert_msg(each(rows[i].function, rows[i].look) > 0, "%s", rows[i].function);
}
END_TEST

START_TEST(the_cat_sat_down)
{
	static const double open[] = {0.199, 0.199, 0.199, 0.403}, masked[] = {1.0 / 3, 1.0 / 3, 1.0 / 3, 0};
	static const double dots[] = {1, 1, 1, 2}, out[] = {2, 4};
	const struct walkthrough_record made = walkthrough_make(arena);
	const size_t first = made.row * made.n;
	ck_assert_str_eq(made.tokens[made.row], "sat");
	ck_assert_str_eq(made.tokens[made.leak], "down");
	for (size_t j = 0; j < made.n; j++) {
		ck_assert_double_eq_tol(made.open_weights.values[first + j], open[j], 0.0005);
		ck_assert_double_eq_tol(made.weights.values[first + j], masked[j], 1e-12);
		ck_assert_double_eq(made.dots.values[first + j], dots[j]);
		ck_assert_double_eq_tol(made.scaled.values[first + j], dots[j] / sqrt(2), 1e-12);
		ck_assert_int_eq(made.weights.hidden[first + j], j > made.row);
		ck_assert(made.mask.values[first + j] == (j > made.row ? -INFINITY : 0));
	}
	for (size_t c = 0; c < 2; c++)
		ck_assert_double_eq_tol(made.out.values[2 * made.row + c], out[c], 1e-12);
}
END_TEST

START_TEST(what_is_given_is_not_hatched)
{
	for (size_t e = 0; e < book->n_exercises; e++)
		for (size_t c = 0; c < book->exercises[e].n_cases; c++) {
			const struct case_record *shown = &book->exercises[e].cases[c].shown;
			for (size_t m = 0; m < shown->n_matrices; m++)
				ck_assert(shown->matrices[m].role != MATRIX_GIVEN || shown->matrices[m].hidden == NULL);
			ck_assert_uint_eq(book->exercises[e].exercise->n_hints, 0);
		}
}
END_TEST

/* Whoever cannot read the numbers off the page cannot work the case out by hand. */
static void expect_told_apart(const struct matrix_record *given, const char *id, const char *name)
{
	for (size_t i = 0; i < given->rows * given->columns; i++)
		for (size_t j = 0; j < i; j++) {
			TEXT_SCOPED struct text one = {0}, other = {0};
			if (!isfinite(given->values[i]) || given->values[i] == given->values[j])
				continue;
			heatmap_add_number(&one, given->values[i]);
			heatmap_add_number(&other, given->values[j]);
			ck_assert_msg(strcmp(text_string(&one), text_string(&other)) != 0,
				      "%s, \"%s\": %s shows %.9g and %.9g as %s", id, name, given->name,
				      given->values[i], given->values[j], text_string(&one));
		}
}

START_TEST(given_numbers_can_be_told_apart)
{
	for (size_t e = 0; e < book->n_exercises; e++)
		for (size_t c = 0; c < book->exercises[e].n_cases; c++) {
			const struct book_case_record *shown = &book->exercises[e].cases[c];
			for (size_t m = 0; m < shown->shown.n_matrices; m++)
				if (shown->shown.matrices[m].role == MATRIX_GIVEN)
					expect_told_apart(&shown->shown.matrices[m], book->exercises[e].exercise->id,
							  shown->name);
		}
}
END_TEST

/* "nan" and "-2e+04" are how a program prints, not how a book does. */
START_TEST(steps_are_told_in_words_and_plain_numbers)
{
	for (size_t e = 0; e < book->n_exercises; e++)
		for (size_t c = 0; c < book->exercises[e].n_cases; c++) {
			const struct book_case_record *shown = &book->exercises[e].cases[c];
			for (size_t s = 0; s < shown->n_steps; s++)
				ck_assert_msg(strstr(shown->steps[s].words, "nan") == NULL &&
						      strstr(shown->steps[s].words, "e+") == NULL,
					      "%s, \"%s\": %s", book->exercises[e].exercise->id, shown->name,
					      shown->steps[s].words);
		}
}
END_TEST

START_TEST(every_function_is_declared)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++) {
		const char *declaration = header_declaration(operations[o].name, arena);
		ck_assert_msg(strncmp(declaration, "/*\n * ", 6) == 0, "%s", declaration);
		ck_assert_msg(strstr(declaration + 2, "/*") == NULL, "%s", declaration);
		ck_assert_ptr_nonnull(strstr(declaration, arena_format(arena, "\n */\nint %s(", operations[o].name)));
		ck_assert_int_eq(declaration[strlen(declaration) - 1], ';');
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {attention_comes_out_of_its_steps,
				      other_functions_come_out_of_theirs,
				      the_cat_sat_down,
				      what_is_given_is_not_hatched,
				      given_numbers_can_be_told_apart,
				      steps_are_told_in_words_and_plain_numbers,
				      every_function_is_declared};
	return SUITE_RUN("worked", tests, set_up, tear_down);
}
