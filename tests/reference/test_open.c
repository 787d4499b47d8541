/* What the contract leaves open is told from what it decides. */
#include <check.h>
#include <math.h>
#include <stdlib.h>

#include "attention.h"
#include "reference.h"

/* attn_causal_offset of one query and two keys, both visible with offset 1, the first alone with 0; d = 1. */
static const struct {
	const char *what;
	ptrdiff_t offset;
	float q, k[2], v[2];
	bool open;
} attentions[] = {
	{"plain", 1, 1, {1, 2}, {3, 4}, false},
	{"a NaN that is hidden", 0, 1, {1, NAN}, {3, NAN}, false},
	{"a NaN that is seen", 1, 1, {1, 2}, {3, NAN}, false},
	{"weight 0 of a number", 1, 1, {1, -INFINITY}, {3, 4}, false},
	{"weight 0 of NaN", 1, 1, {1, -INFINITY}, {3, NAN}, true},
	{"a weight that float has not", 1, 1, {1, -1e6F}, {3, INFINITY}, true},
	{"such a weight beside the same infinity", 1, 1, {1, -200}, {INFINITY, INFINITY}, true},
	{"all scores -inf", 1, 1, {-INFINITY, -INFINITY}, {3, 4}, false},
	{"all scores -inf, and NaN", 1, 1, {-INFINITY, -INFINITY}, {3, NAN}, true},
	{"a sum of infinity", 0, 1, {INFINITY, 1}, {3, 4}, true},
};

START_TEST(attention_is_open_where_zero_meets_infinity)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	float q = attentions[_i].q, k[] = {attentions[_i].k[0], attentions[_i].k[1]},
	      v[] = {attentions[_i].v[0], attentions[_i].v[1]};
	struct frame frame = {&operations[OP_attn_causal_offset],
			      {{.size = 1},
			       {.size = 2},
			       {.size = 1},
			       {.size = 1},
			       {.offset = attentions[_i].offset},
			       {.buffer = &q},
			       {.buffer = k},
			       {.buffer = v}}};
	struct answer answer;
	reference_answer(&frame, arena, &answer);
	ck_assert_msg(reference_is_open(&frame, NULL, &answer) == attentions[_i].open, "%s", attentions[_i].what);
}
END_TEST

/* attn_causal_backward of two rows, d = 1. */
static const struct {
	const char *what;
	float q[2], k[2], v[2], d_out[2];
	bool open;
} gradients[] = {
	{"plain", {1, 2}, {1, 2}, {1, 2}, {1, 2}, false},
	{"a value of infinity", {1, 2}, {1, 2}, {1, INFINITY}, {1, 2}, true},
	{"weight 0 of an infinite key", {1, 1}, {-INFINITY, 2}, {1, 2}, {1, 2}, true},
	{"a query of -inf: 0 times it", {-INFINITY, 1}, {1, 2}, {1, 2}, {1, 2}, true},
	{"a query of -inf beside NaN", {-INFINITY, 1}, {1, 2}, {1, NAN}, {1, 2}, false},
};

START_TEST(gradients_are_open_where_their_sums_are)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	float buffers[4][2];
	struct frame frame = {&operations[OP_attn_causal_backward], {{.size = 2}, {.size = 1}, {.size = 1}}};
	const float *const given[] = {gradients[_i].q, gradients[_i].k, gradients[_i].v, gradients[_i].d_out};
	for (size_t b = 0; b < 4; b++) {
		buffers[b][0] = given[b][0];
		buffers[b][1] = given[b][1];
		frame.arguments[3 + b].buffer = buffers[b];
	}
	struct answer answer;
	reference_answer(&frame, arena, &answer);
	ck_assert_msg(reference_is_open(&frame, NULL, &answer) == gradients[_i].open, "%s", gradients[_i].what);
}
END_TEST

/* attn_decode: which of two errors comes first is open, one alone is not. */
static const struct {
	size_t d_k, capacity;
	uint64_t length;
	bool open;
} errors[] = {{0, 2, 2, true}, {0, 2, 1, false}, {1, 2, 2, false}, {0, 2, 3, false}, {1, 2, 1, false}};

START_TEST(which_error_comes_first_is_open)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	float cache[3] = {0}, row[1] = {1};
	uint64_t length = errors[_i].length;
	struct frame frame = {&operations[OP_attn_decode],
			      {{.size = errors[_i].capacity},
			       {.size = errors[_i].d_k},
			       {.size = 1},
			       {.buffer = &length},
			       {.buffer = cache},
			       {.buffer = cache},
			       {.buffer = row},
			       {.buffer = row},
			       {.buffer = row}}};
	struct answer answer;
	reference_answer(&frame, arena, &answer);
	ck_assert_int_eq(reference_is_open(&frame, NULL, &answer), errors[_i].open);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("open");
	TCase *tests = tcase_create("open");
	tcase_set_timeout(tests, 120); /* against hanging only */
	tcase_add_loop_test(tests, attention_is_open_where_zero_meets_infinity, 0,
			    sizeof(attentions) / sizeof(attentions[0]));
	tcase_add_loop_test(tests, gradients_are_open_where_their_sums_are, 0,
			    sizeof(gradients) / sizeof(gradients[0]));
	tcase_add_loop_test(tests, which_error_comes_first_is_open, 0, sizeof(errors) / sizeof(errors[0]));
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
