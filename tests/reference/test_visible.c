/*
 * Who sees whom, as the reference tells reports and hints: drawn as one character an entry, `.` where the
 * row sees the key, `#` where it is hidden; a row that sees nothing ends in `!`.
 */
#include <check.h>
#include <string.h>

#include "grading/picture.h"
#include "reference.h"
#include "reference/call.h"

struct view {
	const char *function, *given, *parameter;
	const char *picture; /* rows, one after the other, separated by blanks */
};

static const struct view views[] = {
	{"attn_is_causal_mask", "n 3  mask 0 0 0  0 0 0  0 0 0", "mask", ".## ..# ..."},
	{"attn_causal_mask", "n_q 2  n_k 3  offset 1", "mask", "..# ..."},
	{"attn_causal_mask", "n_q 2  n_k 3  offset -1", "mask", "###! .##"},
	{"attn_softmax", "n_q 2  n_k 2  scores 0 -inf  -inf -inf", "weights", ".. ..!"},
	{"attn_masked_softmax", "n_q 2  n_k 2  scores 0 0  0 0  mask 0 -inf  -inf -inf", "weights", ".# ##!"},
	{"attn_masked_softmax", "n_q 1  n_k 2  scores 0 -inf  mask -inf 0", "scores", "#.!"},
	{"attn_masked_softmax", "n_q 1  n_k 2  scores 0 0  mask -1e9 nan", "mask", ".."},
	{"attn_masked_softmax_policy", "n_q 1  n_k 2  policy 2  scores 0 0  mask -inf -inf", "weights", "##!"},
	{"attn_causal", "n 2  d_k 1  d_v 1  q 0 0  k 0 0  v 0 0", "weights", ".# .."},
	{"attn_causal", "n 2  d_k 1  d_v 3  q 0 0  k 0 0  v 0 0 0  0 0 0", "out", "... ..."},
	{"attn_late_mask_mass", "n_q 2  n_k 2  offset -1  scores 0 0  0 0", "scores", "##! .#"},
	{"attn_cross", "n_q 2  n_k 2  d_k 1  d_v 1  length 0  q 0 0  k 0 0  v 0 0", "out", ".! .!"},
	{"attn_cross", "n_q 2  n_k 2  d_k 1  d_v 1  length 1  q 0 0  k 0 0  v 0 0", "out", ". ."},
	{"attn_padded", "batch 2  n 2  d_k 1  d_v 1  lengths 0 1  q 0 0 0 0  k 0 0 0 0  v 0 0 0 0", "out", ".! .! . ."},
	{"attn_causal_offset", "n_q 3  n_k 1  d_k 1  d_v 1  offset -2  q 0 0 0  k 0  v 0", "out", ".! .! ."},
	{"attn_causal_offset", "n_q 1  n_k 0  d_k 1  d_v 1  offset 0  q 0  k  v", "out", ".!"},
	{"attn_merge", "n 3  d_v 1  out_a 0 0 0  lse_a -inf 0 -inf  out_b 0 0 0  lse_b -inf -inf 0", "out", ".! . ."},
	{"attn_empty_rows", "n_q 2  n_k 2  mask -inf -inf  0 -inf", "mask", "##! .#"},
	{"attn_window", "n 2  d_k 1  d_v 1  window 1  q 0 0  k 0 0  v 0 0", "out", ". ."},
};

static size_t find(const struct operation *operation, const char *name)
{
	size_t index = operation_parameter(operation, name, strlen(name));
	ck_assert_uint_lt(index, operation->n_parameters);
	return index;
}

START_TEST(matrices_are_seen_as_drawn)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct view *view = &views[_i];
	struct call call = call_reference(arena, view->function, view->given);
	size_t parameter = find(call.frame.operation, view->parameter), row = 0, column = 0;
	for (const char *at = view->picture;; at++) {
		if (*at == '.' || *at == '#') {
			bool visible = reference_visible(&call.frame, parameter, row, column);
			ck_assert_msg(visible == (*at == '.'), "%s: row %zu, column %zu", view->function, row, column);
			column++;
			continue;
		}
		bool empty = reference_row_empty(&call.frame, parameter, row);
		ck_assert_msg(empty == (*at == '!'), "%s: row %zu", view->function, row);
		at += *at == '!';
		if (*at == '\0')
			return;
		row++;
		column = 0;
	}
}
END_TEST

/* A vector with one element a row. */
START_TEST(empty_rows_of_vectors_are_told_by_element)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call =
		call_reference(arena, "attn_causal_offset", "n_q 2  n_k 1  d_k 1  d_v 1  offset -1  q 0 0  k 0  v 0");
	size_t lse = find(call.frame.operation, "lse");
	ck_assert(reference_row_empty(&call.frame, lse, 0));
	ck_assert(!reference_row_empty(&call.frame, lse, 1));
	ck_assert(reference_visible(&call.frame, lse, 0, 1));
	call = call_reference(arena, "attn_late_mask_mass", "n_q 2  n_k 1  offset -1  scores 0 0");
	size_t mass = find(call.frame.operation, "mass");
	ck_assert(reference_row_empty(&call.frame, mass, 0));
	ck_assert(!reference_row_empty(&call.frame, mass, 1));
	call = call_reference(arena, "attn_empty_rows", "n_q 2  n_k 1  mask 0 -inf");
	size_t empty = find(call.frame.operation, "empty");
	ck_assert(!reference_row_empty(&call.frame, empty, 0));
	ck_assert(reference_row_empty(&call.frame, empty, 1));
}
END_TEST

/* Outputs have no future to be hatched, but rows of queries that see nothing. */
START_TEST(pictures_mark_what_sees_no_key)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call =
		call_reference(arena, "attn_causal_offset", "n_q 2  n_k 1  d_k 1  d_v 2  offset -1  q 0 0  k 0  v 0 0");
	static const unsigned char marks[] = {MATRIX_OF_NO_KEY, MATRIX_OF_NO_KEY, 0, 0};
	static const struct {
		const char *name;
		size_t count, first; /* elements, and of the marks the first */
	} pictures[] = {{"out", 4, 0}, {"lse", 2, 1}, {"q", 2, 1}};
	for (size_t i = 0; i < 3; i++) {
		size_t parameter = find(call.frame.operation, pictures[i].name);
		struct matrix_record made = *pictures[i].name == 'q'
						    ? picture_given(&call.frame, parameter, arena)
						    : picture_expected(&call.frame, &call.answer, parameter, arena);
		ck_assert_ptr_nonnull(made.hidden);
		ck_assert_mem_eq(made.hidden, marks + pictures[i].first, pictures[i].count);
	}
	struct matrix_record keys = picture_given(&call.frame, find(call.frame.operation, "k"), arena);
	ck_assert_ptr_null(keys.hidden);
	call = call_reference(arena, "attn_masked_softmax", "n_q 1  n_k 2  scores 0 0  mask 0 -inf");
	struct matrix_record mask = picture_given(&call.frame, find(call.frame.operation, "mask"), arena);
	ck_assert_int_eq(mask.hidden[0], 0);
	ck_assert_int_eq(mask.hidden[1], MATRIX_HIDDEN);
}
END_TEST

/* Keys and values have no rows that look at anything. */
START_TEST(where_the_question_makes_no_sense_nothing_is_hidden)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call = call_reference(arena, "attn_causal_offset",
					  "n_q 1  n_k 2  d_k 2  d_v 1  offset -1  q 0 0  k 0 0  0 0  v 0 0");
	size_t k = find(call.frame.operation, "k");
	ck_assert(reference_visible(&call.frame, k, 0, 1));
	ck_assert(!reference_row_empty(&call.frame, k, 0));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reference: visible");
	TCase *tcase = tcase_create("visible");
	tcase_set_timeout(tcase, 120); /* against hanging only */
	tcase_add_loop_test(tcase, matrices_are_seen_as_drawn, 0, sizeof(views) / sizeof(views[0]));
	tcase_add_test(tcase, empty_rows_of_vectors_are_told_by_element);
	tcase_add_test(tcase, pictures_mark_what_sees_no_key);
	tcase_add_test(tcase, where_the_question_makes_no_sense_nothing_is_hidden);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
