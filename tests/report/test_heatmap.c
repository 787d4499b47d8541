#include <check.h>
#include <math.h>
#include <string.h>

#include "report/clippings.h"
#include "report/heatmap.h"
#include "suite.h"

static struct text out;

static void set_up(void)
{
	out = (struct text){0};
}

static void tear_down(void)
{
	text_release(&out);
}

static const char *draw(const struct matrix_record *matrix, const struct matrix_record *expected)
{
	text_clear(&out);
	struct html html = html_start(&out);
	html_open(&html, "div");
	struct heatmap_view view = expected == NULL ? heatmap_view_of(matrix, NULL) : heatmap_view_of(expected, matrix);
	heatmap_write(&html, matrix, expected, &view);
	html_close(&html, "div");
	html_finish(&html);
	return text_string(&out);
}

static const char *draw_difference(const struct matrix_record *got, const struct matrix_record *expected)
{
	text_clear(&out);
	struct html html = html_start(&out);
	struct heatmap_view view = heatmap_view_of(expected, got);
	heatmap_open_row(&html);
	heatmap_write_difference(&html, got, expected, &view);
	heatmap_close_row(&html);
	html_finish(&html);
	return text_string(&out);
}

/* With what was got, the difference; else what is agreed on. */
static void draw_all(struct text *drawn, struct clippings *kept, const struct matrix_record *matrix,
		     const struct matrix_record *expected, const struct heatmap_view *view)
{
	struct html html = html_start(drawn);
	html.clippings = kept;
	html_open(&html, "div");
	heatmap_write(&html, matrix, expected, view);
	if (expected != NULL)
		heatmap_write_difference(&html, matrix, expected, view);
	else
		heatmap_write_agreed(&html, matrix, view);
	html_close(&html, "div");
	html_finish(&html);
}

static void check_kept(struct clippings *kept, const struct matrix_record *matrix, const struct matrix_record *expected,
		       const struct heatmap_view *view)
{
	TEXT_SCOPED struct text anew = {0}, again = {0};
	draw_all(&anew, NULL, matrix, expected, view);
	draw_all(&again, kept, matrix, expected, view);
	ck_assert_str_eq(text_string(&again), text_string(&anew));
}

static size_t count(const char *markup, const char *wanted)
{
	size_t found = 0;
	for (const char *rest = markup; (rest = strstr(rest, wanted)) != NULL; rest++)
		found++;
	return found;
}

static struct matrix_record matrix(enum matrix_role role, size_t rows, size_t columns, const double *values)
{
	return (struct matrix_record){role, "weights", rows, columns, values, NULL, NULL, 0, NULL};
}

START_TEST(the_scale_has_two_ends_and_a_middle)
{
	ck_assert_int_eq(heatmap_level(0, 1), 0);
	ck_assert_int_eq(heatmap_level(-0.0, 1), 0);
	ck_assert_int_eq(heatmap_level(1, 1), HEATMAP_LEVELS);
	ck_assert_int_eq(heatmap_level(-1, 1), -HEATMAP_LEVELS);
	ck_assert_int_eq(heatmap_level(5, 1), HEATMAP_LEVELS);
	ck_assert_int_eq(heatmap_level(-5, 1), -HEATMAP_LEVELS);
	ck_assert_int_eq(heatmap_level(1e-30, 1), 1);
	ck_assert_int_eq(heatmap_level(-1e-30, 1), -1);
	ck_assert_int_eq(heatmap_level(0.5, 1), HEATMAP_LEVELS / 2);
	ck_assert_int_eq(heatmap_level(3, 0), 0);
}
END_TEST

START_TEST(colours_go_by_sign_and_magnitude)
{
	static const double values[] = {-4, -0.1, 0, 2, 4};
	struct matrix_record given = matrix(MATRIX_GIVEN, 1, 5, values);
	const char *markup = draw(&given, NULL);
	static const char *const classes[] = {"\"n8\"", "\"n1\"", "\"z\"", "\"p4\"", "\"p8\""};
	for (size_t i = 0; i < 5; i++)
		ck_assert_uint_eq(count(markup, classes[i]), 1);
}
END_TEST

START_TEST(what_is_no_finite_number_has_a_glyph)
{
	static const double values[] = {NAN, INFINITY, -INFINITY, 7};
	static const unsigned char unwritten[] = {0, 0, 0, 1};
	struct matrix_record got = matrix(MATRIX_GOT, 2, 2, values);
	got.unwritten = unwritten;
	const char *markup = draw(&got, NULL);
	ck_assert_ptr_nonnull(strstr(markup, "<td class=\"nan\">NaN<td class=\"p8 i\">+∞\n"));
	ck_assert_ptr_nonnull(strstr(markup, "<td class=\"n8 i\">−∞<td class=\"unw\">?\n"));
}
END_TEST

START_TEST(the_future_is_hatched)
{
	static const double values[] = {1, 0, 0.5, 0.5};
	static const unsigned char hidden[] = {0, 1, 0, 0};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 2, 2, values);
	expected.hidden = hidden;
	const char *markup = draw(&expected, NULL);
	ck_assert_ptr_nonnull(strstr(markup, "<tr><th>0<td class=\"p8\">1<td class=\"h\">\n"));
	ck_assert_uint_eq(count(markup, "class=\"h\""), 1);
	ck_assert_ptr_null(strstr(markup, "empty"));
}
END_TEST

START_TEST(a_row_that_sees_nothing_is_marked)
{
	static const double values[] = {5, 5, 0.5, 0.5};
	static const unsigned char hidden[] = {1, 1, 0, 0};
	struct matrix_record given = matrix(MATRIX_GIVEN, 2, 2, values);
	given.hidden = hidden;
	ck_assert_ptr_nonnull(
		strstr(draw(&given, NULL), "<tr class=\"empty\"><th>0<td class=\"h\">5<td class=\"h\">5\n"));
	ck_assert_uint_eq(count(text_string(&out), "empty"), 1);
}
END_TEST

/* Of outputs, too, whose rows have no future to be hatched: rows, numbers of queries, or the only number. */
START_TEST(what_sees_no_key_is_marked_in_outputs)
{
	static const double values[] = {0, 0, 0.5, 0.5};
	static const unsigned char of_no_key[] = {MATRIX_OF_NO_KEY, MATRIX_OF_NO_KEY, 0, 0};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 2, 2, values);
	expected.hidden = of_no_key;
	ck_assert_ptr_nonnull(
		strstr(draw(&expected, NULL), "<tr class=\"empty\"><th>0<td class=\"z\">0<td class=\"z\">0\n"));
	ck_assert_uint_eq(count(text_string(&out), "empty"), 1);
	expected = matrix(MATRIX_EXPECTED, 1, 2, values + 1);
	expected.hidden = of_no_key + 1;
	ck_assert_ptr_nonnull(strstr(draw(&expected, NULL), "<th class=\"empty\">0<th>1\n"));
	ck_assert_uint_eq(count(text_string(&out), "empty"), 1);
	expected = matrix(MATRIX_EXPECTED, 1, 1, values);
	expected.hidden = of_no_key;
	ck_assert_ptr_nonnull(strstr(draw(&expected, NULL), "<tr class=\"empty\"><th>0<td class=\"z\">0\n"));
}
END_TEST

/* It may be what is wrong with the mask. */
START_TEST(a_given_nought_is_shown_where_it_is_hidden)
{
	static const double values[] = {0, 0, 0, 0};
	static const unsigned char hidden[] = {0, 1, 0, 0};
	struct matrix_record given = matrix(MATRIX_GIVEN, 2, 2, values);
	given.hidden = hidden;
	ck_assert_ptr_nonnull(strstr(draw(&given, NULL), "<td class=\"z\">0<td class=\"h\">0\n"));
}
END_TEST

START_TEST(the_sequences_of_a_batch_are_drawn_apart)
{
	static const double values[] = {1, 2, 3, 4, 5, 6};
	static const unsigned char hidden[] = {0, 0, 1, 0, 1, 1};
	struct matrix_record given = matrix(MATRIX_GIVEN, 6, 1, values);
	given.part_rows = 2;
	given.hidden = hidden;
	const char *markup = draw(&given, NULL);
	ck_assert_ptr_nonnull(strstr(markup, " 3 × 2 × 1"));
	ck_assert_uint_eq(count(markup, "<tr class=\"empty part\"><th>2<"), 1);
	ck_assert_uint_eq(count(markup, "<tr class=\"empty part\"><th>4<"), 1);
	ck_assert_uint_eq(count(markup, "part\""), 2);
	given.hidden = NULL;
	ck_assert_uint_eq(count(draw(&given, NULL), "<tr class=\"part\">"), 2);
}
END_TEST

START_TEST(all_digits_are_told_besides_the_few)
{
	static const double values[] = {0.880797078, 2, -0.25, 0.119202922};
	struct matrix_record given = matrix(MATRIX_GIVEN, 2, 2, values);
	const char *markup = draw(&given, NULL);
	ck_assert_ptr_nonnull(strstr(markup, "title=\"0.880797078\">0.881<"));
	ck_assert_ptr_nonnull(strstr(markup, "title=\"0.119202922\">0.119\n"));
	ck_assert_uint_eq(count(markup, "title"), 2);
	static const double wide[9] = {0.880797078};
	struct matrix_record row = matrix(MATRIX_GIVEN, 1, 9, wide);
	ck_assert_ptr_nonnull(strstr(draw(&row, NULL), "<table class=\"tiny\">"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "title=\"0.8808\"><td class=\"z\" title=\"0\">"));
}
END_TEST

START_TEST(a_difference_shows_nothing_but_what_is_off)
{
	static const double want[] = {1, 0, 0.25, 0.75}, have[] = {0.5, 0.25, 0.25, NAN};
	static const unsigned char hidden[] = {0, 1, 0, 0};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 2, 2, want), got = matrix(MATRIX_GOT, 2, 2, have);
	expected.hidden = got.hidden = hidden;
	const char *markup = draw_difference(&got, &expected);
	ck_assert_ptr_nonnull(strstr(markup, "<tr><th>0<td class=\"n4\">−0.5<td class=\"p2\">0.25\n"));
	ck_assert_ptr_nonnull(strstr(markup, "<tr><th>1<td><td class=\"nan\">≠\n"));
}
END_TEST

START_TEST(junk_in_the_future_does_not_dim_the_rest)
{
	static const double values[] = {1, 1e30, 2, 1};
	static const unsigned char hidden[] = {0, 1, 0, 0};
	struct matrix_record given = matrix(MATRIX_GIVEN, 2, 2, values);
	given.hidden = hidden;
	ck_assert_double_eq(heatmap_view_of(&given, NULL).limit, 2);
	ck_assert_ptr_nonnull(strstr(draw(&given, NULL), "<td class=\"h\">1e30\n"));
}
END_TEST

START_TEST(what_differs_is_outlined)
{
	static const double want[] = {1, 0, 0.5, 0.5}, have[] = {1, 1e-12, 0.5000001, NAN};
	static const unsigned char hidden[] = {0, 1, 0, 0};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 2, 2, want), got = matrix(MATRIX_GOT, 2, 2, have);
	expected.hidden = hidden;
	got.hidden = hidden;
	/* a hidden weight is exactly 0; a rounding error is nothing to point at */
	ck_assert_uint_eq(count(draw(&got, &expected), " off\""), 2);
	ck_assert_uint_eq(count(draw(&expected, &expected), " off\""), 0);
}
END_TEST

START_TEST(what_nobody_would_notice_is_outlined_if_it_is_all)
{
	static const double want[] = {1, 0.5}, have[] = {1, 0.5000001};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 1, 2, want), got = matrix(MATRIX_GOT, 1, 2, have);
	ck_assert_ptr_nonnull(
		strstr(draw(&got, &expected), "<td class=\"p8\">1<td class=\"p5 off\" title=\"0.5000001\">0.5\n"));
	ck_assert_ptr_nonnull(strstr(draw_difference(&got, &expected), "<td><td class=\"p1\">1e-7\n"));
}
END_TEST

START_TEST(numbers_fit_their_cells)
{
	static const struct {
		double value;
		const char *shown;
	} cases[] = {{0, "0"},
		     {-0.0, "−0"},
		     {1, "1"},
		     {-2.25, "−2.25"},
		     {0.123456, "0.123"},
		     {1e30, "1e30"},
		     {-1e-30, "−1e-30"},
		     {0.000123, "1.2e-4"},
		     {999.4, "999"},
		     {999.7, "1000"},
		     {1001, "1001"},
		     {-20001, "−20001"},
		     {123456, "123456"},
		     {-123456, "−1.2e5"},
		     {1234567, "1.23e6"},
		     {-0.0321, "−0.032"},
		     {18446744073709551615.0, "1.8e19"},
		     {1e300, "1e300"},
		     {-1.5e-300, "−2e-300"}};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		text_clear(&out);
		heatmap_add_number(&out, cases[i].value);
		ck_assert_str_eq(text_string(&out), cases[i].shown);
	}
}
END_TEST

/* Of counts that a double does not hold, all digits are told, and the last one differs. */
START_TEST(large_counts_are_told_to_the_last_digit)
{
	static const double rounded[] = {0x1p64, 7};
	static const uint64_t right[] = {UINT64_MAX, 7}, wrong[] = {UINT64_MAX - 1, 7};
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 1, 2, rounded), got = matrix(MATRIX_GOT, 1, 2, rounded);
	expected.counts = right, got.counts = wrong;
	ck_assert_ptr_nonnull(strstr(draw(&expected, NULL), " title=\"18446744073709551615\">1.8e19"));
	const char *drawn = draw(&got, &expected);
	ck_assert_ptr_nonnull(strstr(drawn, " off\" title=\"18446744073709551614\">1.8e19"));
	ck_assert_uint_eq(count(drawn, " off"), 1);
	ck_assert_ptr_nonnull(strstr(draw_difference(&got, &expected), "<td class=\"n1\">−1<td>"));
	got.columns = expected.columns = 1;
	ck_assert_ptr_nonnull(strstr(draw(&got, &expected), "<code class=\"off\">18446744073709551614</code>"));
}
END_TEST

START_TEST(a_large_matrix_is_shown_where_it_differs)
{
	enum { ROWS = 50, COLUMNS = 300 };
	static double want[ROWS * COLUMNS], have[ROWS * COLUMNS];
	memcpy(have, want, sizeof(have));
	have[40 * COLUMNS + 299] = 3;
	struct matrix_record expected = matrix(MATRIX_EXPECTED, ROWS, COLUMNS, want);
	struct matrix_record got = matrix(MATRIX_GOT, ROWS, COLUMNS, have);
	struct heatmap_view view = heatmap_view_of(&expected, &got);
	ck_assert_uint_eq(view.rows, HEATMAP_EDGE_MAX);
	ck_assert_uint_eq(view.columns, HEATMAP_EDGE_MAX);
	ck_assert(view.row <= 40 && 40 < view.row + view.rows);
	ck_assert_uint_eq(view.column, COLUMNS - HEATMAP_EDGE_MAX);
	const char *markup = draw(&got, &expected);
	ck_assert_uint_eq(count(markup, " off\""), 1);
	ck_assert_ptr_nonnull(strstr(markup, "<th>299\n"));
	ck_assert_ptr_nonnull(strstr(markup, "<tr><th>40<"));
	ck_assert_ptr_nonnull(strstr(markup, "<td class=\"p8 off\" title=\"3\">\n"));
	ck_assert_ptr_nonnull(strstr(markup, "in part"));
}
END_TEST

START_TEST(nothing_is_drawn_of_nothing)
{
	struct matrix_record empty = matrix(MATRIX_GIVEN, 0, 4, NULL);
	const char *markup = draw(&empty, NULL);
	ck_assert_ptr_null(strstr(markup, "<table"));
	ck_assert_ptr_nonnull(strstr(markup, "0 × 4"));
}
END_TEST

/* As what it is, with all its digits, and without numbers of rows and columns. */
START_TEST(a_single_number_is_no_table)
{
	static const double values[] = {0.123456789, 15}, wrong[] = {16}, count64[] = {1000002000001};
	static const unsigned char hidden[] = {1};
	struct matrix_record given = matrix(MATRIX_GIVEN, 1, 1, values), unseen = matrix(MATRIX_GIVEN, 1, 1, values);
	ck_assert_str_eq(draw(&given, NULL), "<div><p><b>weights</b> given <code>0.123456789</code></p>\n</div>\n");
	struct matrix_record expected = matrix(MATRIX_EXPECTED, 1, 1, &values[1]),
			     got = matrix(MATRIX_GOT, 1, 1, wrong);
	ck_assert_str_eq(draw(&expected, NULL), "<div><p><b>weights</b> expected <code>15</code></p>\n</div>\n");
	ck_assert_str_eq(draw(&got, &expected),
			 "<div><p><b>weights</b> got <code class=\"off\">16</code></p>\n</div>\n");
	got.values = count64;
	ck_assert_ptr_nonnull(strstr(draw(&got, NULL), "<code>1000002000001</code>"));
	got.unwritten = hidden;
	ck_assert_ptr_nonnull(strstr(draw(&got, NULL), "<code>?</code>"));
	unseen.hidden = hidden;
	ck_assert_ptr_nonnull(strstr(draw(&unseen, NULL), "<tr class=\"empty\">"));
}
END_TEST

START_TEST(the_legend_explains_every_mark)
{
	struct html html = html_start(&out);
	html_open(&html, "div");
	heatmap_write_legend(&html);
	html_close(&html, "div");
	html_finish(&html);
	static const char *const classes[] = {"\"h\"",	    "\"nan\"", "\"unw\"", "off\"",
					      "\"no-key\"", "\"n8\"",  "\"p8\"",  "\"z\""};
	for (size_t i = 0; i < sizeof(classes) / sizeof(classes[0]); i++)
		ck_assert_msg(strstr(text_string(&out), classes[i]) != NULL, "no %s in the legend", classes[i]);
}
END_TEST

/* Drawn twice, what is drawn by what was kept of others is as it is without them. */
START_TEST(nothing_passes_for_another)
{
	static const double values[] = {1, 0, 2, 4}, others[] = {1, 0, 2, 3};
	static const unsigned char hidden[] = {0, 1, 0, 0}, unwritten[] = {1, 0, 0, 0};
	static const uint64_t counts[] = {1, 0, 2, 4}, more[] = {1, 0, 2, (1ULL << 53) + 1};
	static struct matrix_record drawn[] = {
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, others, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "b", 2, 2, values, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 1, 4, values, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 4, 1, values, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, hidden, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, hidden, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, unwritten, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, NULL, 1, NULL},
		{MATRIX_EXPECTED, "a", 2, 2, values, NULL, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, unwritten, NULL, 0, NULL},
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, NULL, 0, counts},
		{MATRIX_GIVEN, "a", 2, 2, values, NULL, NULL, 0, more},
		{MATRIX_GOT, "a", 2, 2, values, NULL, NULL, 0, NULL},
	};
	enum { DRAWN = sizeof(drawn) / sizeof(drawn[0]) };
	const struct matrix_record expected[] = {drawn[1], drawn[5], drawn[9]}, *got = &drawn[DRAWN - 1];
	CLIPPINGS_SCOPED struct clippings *kept = clippings_create(1 << 20);
	for (int round = 0; round < 2; round++) {
		for (size_t i = 0; i < DRAWN; i++) {
			const struct heatmap_view view = heatmap_view_of(&drawn[i], NULL);
			check_kept(kept, &drawn[i], NULL, &view);
		}
		for (size_t i = 0; i < 3; i++) {
			const struct heatmap_view view = heatmap_view_of(&expected[i], got), part = {0, 1, 2, 1, 4, 0},
						  lower = {1, 1, 1, 1, 4, 0}, deeper = {1, 1, 1, 1, 8, 0},
						  blind = {1, 1, 1, 1, 8, 5};
			check_kept(kept, got, &expected[i], &view);
			check_kept(kept, got, &expected[i], &part);
			check_kept(kept, got, &expected[i], &lower);
			check_kept(kept, got, &expected[i], &deeper);
			check_kept(kept, got, &expected[i], &blind);
		}
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_scale_has_two_ends_and_a_middle,
				      colours_go_by_sign_and_magnitude,
				      what_is_no_finite_number_has_a_glyph,
				      the_future_is_hatched,
				      a_row_that_sees_nothing_is_marked,
				      what_sees_no_key_is_marked_in_outputs,
				      a_given_nought_is_shown_where_it_is_hidden,
				      the_sequences_of_a_batch_are_drawn_apart,
				      all_digits_are_told_besides_the_few,
				      a_difference_shows_nothing_but_what_is_off,
				      what_nobody_would_notice_is_outlined_if_it_is_all,
				      junk_in_the_future_does_not_dim_the_rest,
				      what_differs_is_outlined,
				      numbers_fit_their_cells,
				      large_counts_are_told_to_the_last_digit,
				      a_large_matrix_is_shown_where_it_differs,
				      nothing_is_drawn_of_nothing,
				      a_single_number_is_no_table,
				      nothing_passes_for_another,
				      the_legend_explains_every_mark};
	return SUITE_RUN("report/heatmap", tests, set_up, tear_down);
}
