/*
 * How arguments are made. Golden numbers come from another implementation of the format's generator
 * (HMAC of Python's hashlib, ChaCha20 of OpenSSL), so they hold the stream to its specification.
 */
#include <check.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/digest.h"
#include "exercise/making.h"
#include "exercise/stream.h"
#include "suite.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- the stream ----------------------------------------------------------------------------------- */

START_TEST(stream_is_the_specified_one)
{
	static const uint32_t public_words[] = {0x024f9c8cu, 0x51188a46u, 0x20916ba7u, 0xebfc1698u,
						0xf9c8674du, 0xc5c6e538u, 0xa69830adu, 0x6bc3daabu};
	static const uint32_t counting_words[] = {0x799d4b3cu, 0x94d45bffu, 0xa9f797c2u, 0x9d99c65cu,
						  0x2f22951du, 0x275fbe84u, 0xb7b4a01au, 0x1a032516u};
	struct secret public_secret = {0}, counting = {0};
	for (size_t i = 0; i < sizeof(counting.bytes); i++)
		counting.bytes[i] = (unsigned char)i;
	struct stream stream;
	stream_open(&stream, &(struct stream_source){&public_secret, "L2.1", "random rows", 7}, "scores");
	for (size_t i = 0; i < COUNT_OF(public_words); i++)
		ck_assert_uint_eq(stream_word(&stream), public_words[i]);
	for (size_t i = COUNT_OF(public_words); i < 1000; i++)
		stream_word(&stream);
	ck_assert_uint_eq(stream_word(&stream), 0x27101631u);
	stream_open(&stream, &(struct stream_source){&counting, "L2.1", "random rows", 7}, "scores");
	for (size_t i = 0; i < COUNT_OF(counting_words); i++)
		ck_assert_uint_eq(stream_word(&stream), counting_words[i]);
}
END_TEST

/* Every part of what a stream depends on makes another stream. */
START_TEST(streams_differ_by_every_part)
{
	struct secret zeros = {0}, other = {.bytes = {[31] = 1}};
	const struct {
		struct stream_source source;
		const char *parameter;
	} names[] = {
		{{&zeros, "a", "b", 0}, "c"},  {{&other, "a", "b", 0}, "c"}, {{&zeros, "aa", "b", 0}, "c"},
		{{&zeros, "a", "bb", 0}, "c"}, {{&zeros, "a", "b", 1}, "c"}, {{&zeros, "a", "b", 0}, "d"},
	};
	uint32_t first[COUNT_OF(names)];
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct stream stream;
		stream_open(&stream, &names[i].source, names[i].parameter);
		first[i] = stream_word(&stream);
		for (size_t k = 0; k < i; k++)
			ck_assert_uint_ne(first[i], first[k]);
	}
}
END_TEST

START_TEST(secret_id_does_not_change)
{
	struct digest id = secret_id(&(struct secret){0});
	char hex[DIGEST_HEX];
	digest_hex(&id, hex);
	ck_assert_str_eq(hex, "a1c7837703bddd98c58a5090e8f546b947e7667c09c8cf6a5804ad38da6a3c38");
}
END_TEST

/* ---- scalars -------------------------------------------------------------------------------------- */

START_TEST(int_draws_golden_numbers)
{
	static const size_t golden[] = {10, 4, 18, 14, 5, 28, 5, 32, 18, 20, 7, 5};
	MAKING_SCOPED struct making making;
	making_case(&making, "attn_softmax", "  given: {n_q: {int: [2, 33]}, n_k: 1, scores: 0}\n");
	for (unsigned i = 0; i < COUNT_OF(golden); i++) {
		ck_assert(making_draw(&making, i));
		ck_assert_uint_eq(making_argument(&making, "n_q").size, golden[i]);
	}
}
END_TEST

START_TEST(int_spans_64_bits)
{
	static const uint64_t golden[] = {12264953235239744605u, 14829763915968481974u, 5730559357032070182u};
	MAKING_SCOPED struct making making;
	making_case(&making, "attn_edges", "  given: {n: {int: [0, 18446744073709551615]}}\n");
	for (unsigned i = 0; i < COUNT_OF(golden); i++) {
		ck_assert(making_draw(&making, i));
		ck_assert_uint_eq(making_argument(&making, "n").number, golden[i]);
	}
}
END_TEST

/* Repetition 1 draws a word that would favour small numbers, and another in its place. */
START_TEST(int_rejects_what_would_not_be_fair)
{
	static const uint64_t golden[] = {12264953235239744605u, 1505612377504363985u, 5730559357032070182u,
					  8735220297665191420u,	 7226536098177138906u, 21907793121128065u,
					  2783033712236987864u,	 1087213491963996367u, 1164856363863813268u,
					  10685963583506653171u, 3277453371399918476u, 5791185913146599612u};
	MAKING_SCOPED struct making making;
	making_case(&making, "attn_edges", "  given: {n: {int: [0, 13835058055282163711]}}\n");
	for (unsigned i = 0; i < COUNT_OF(golden); i++) {
		ck_assert(making_draw(&making, i));
		ck_assert_uint_eq(making_argument(&making, "n").number, golden[i]);
	}
}
END_TEST

START_TEST(choice_draws_golden_numbers)
{
	static const size_t golden[] = {11, 7, 17, 7, 7, 7, 17, 11};
	MAKING_SCOPED struct making making;
	making_case(&making, "attn_softmax", "  given: {n_q: {choice: [7, 11, 13, 17, 19]}, n_k: 1, scores: 0}\n");
	for (unsigned i = 0; i < COUNT_OF(golden); i++) {
		ck_assert(making_draw(&making, i));
		ck_assert_uint_eq(making_argument(&making, "n_q").size, golden[i]);
	}
}
END_TEST

START_TEST(operands_draw_one_after_the_other)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax",
		  "  given: {n_q: 1, n_k: {sum: [{int: [0, 9]}, {int: [10, 1000]}]}, scores: 0}\n");
	ck_assert_uint_eq(making_argument(&making, "n_k").size, 685);
}
END_TEST

START_TEST(scalars_refer_to_each_other_in_any_order)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_multi_head",
		  "  given:\n"
		  "    w_q: 0\n    w_k: 0\n    w_v: 0\n    w_o: 0\n    x: 0\n"
		  "    d_model: {product: [n_heads, d_head]}\n"
		  "    n_heads: {product: [n_kv_heads, 3]}\n"
		  "    n: {difference: [d_model, n_heads]}\n"
		  "    d_head: {sum: [n_kv_heads, 1, 0x2]}\n"
		  "    n_kv_heads: 2\n");
	ck_assert_uint_eq(making_argument(&making, "n_heads").size, 6);
	ck_assert_uint_eq(making_argument(&making, "d_head").size, 5);
	ck_assert_uint_eq(making_argument(&making, "d_model").size, 30);
	ck_assert_uint_eq(making_argument(&making, "n").size, 24);
}
END_TEST

START_TEST(scalars_reach_the_ends_of_their_types)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_visible_keys", "  given: {row: 65536, n_k: 0, offset: -9223372036854775808}\n");
	ck_assert_int_eq(making_argument(&making, "offset").offset, PTRDIFF_MIN);
	ck_assert_uint_eq(making_argument(&making, "row").size, 65536);
	making_release(&making);
	making_do(&making, "attn_edges", "  given: {n: 0xffffffffffffffff}\n");
	ck_assert_uint_eq(making_argument(&making, "n").number, UINT64_MAX);
	making_release(&making);
	making_do(&making, "attn_masked_softmax_policy",
		  "  given: {n_q: 0, n_k: 0, policy: -0x80000000, scores: [], mask: 0}\n");
	ck_assert_int_eq(making_argument(&making, "policy").choice, INT32_MIN);
}
END_TEST

/* ---- buffers -------------------------------------------------------------------------------------- */

/* Checks the elements of `scores`, n_q x n_k, that a value makes: every bit, even of a NaN. */
static void check_scores(size_t n_q, size_t n_k, const char *value, const float *expected)
{
	TEXT_SCOPED struct text body = {0};
	MAKING_SCOPED struct making making;
	text_add_format(&body, "  given: {n_q: %zu, n_k: %zu, scores: %s}\n", n_q, n_k, value);
	making_do(&making, "attn_softmax", text_string(&body));
	const float *scores = making_floats(&making, "scores");
	for (size_t i = 0; i < n_q * n_k; i++)
		ck_assert_msg(memcmp(&scores[i], &expected[i], sizeof(float)) == 0, "%s: element %zu is %a, not %a",
			      value, i, (double)scores[i], (double)expected[i]);
}

START_TEST(literals_are_row_major)
{
	check_scores(2, 3, "[[1, 2, 3], [4, 5, 6]]", (float[]){1, 2, 3, 4, 5, 6});
	check_scores(2, 2, "7.5", (float[]){7.5f, 7.5f, 7.5f, 7.5f});
	check_scores(1, 8, "[[.nan, .inf, -.inf, 0x1.8p+1, -0.0, 1e-45, 3.4028235e38, 0o17]]",
		     (float[]){NAN, INFINITY, -INFINITY, 3, -0.0f, 0x1p-149f, 0x1.fffffep127f, 15});
	check_scores(1, 6, "[[nan, inf, -inf, +.INF, .5, 5.]]", (float[]){NAN, INFINITY, -INFINITY, INFINITY, 0.5f, 5});
	check_scores(1, 3, "[[010, 1e3, +7]]", (float[]){10, 1000, 7});
}
END_TEST

START_TEST(generators_draw_golden_numbers)
{
	check_scores(2, 3, "{normal: [1, 3]}",
		     (float[]){0x1.50f530p+0f, -0x1.0a1d8cp+0f, 0x1.4bdc60p+2f, -0x1.d3c4e6p+0f, -0x1.cf0766p+0f,
			       -0x1.58eb1cp+0f});
	check_scores(2, 3, "{uniform: [-2, 5]}",
		     (float[]){0x1.0ed0eep+0f, -0x1.4e35a2p-1f, 0x1.58aafcp-2f, 0x1.c9b8eep+1f, 0x1.aa8638p-5f,
			       0x1.90e874p+1f});
	check_scores(3, 4, "{integers: [-4, 4]}", (float[]){-4, 3, 0, -1, -1, 2, 0, -3, 3, -2, -4, -2});
	check_scores(3, 4, "{choice: [0.5, 2, -8]}", (float[]){0.5f, 2, 2, 0.5f, 0.5f, 0.5f, 2, 2, 2, -8, 0.5f, -8});
	check_scores(2, 2, "{sum: [{normal: [0, 1]}, {uniform: [0, 100]}]}",
		     (float[]){0x1.2d0410p+6f, 0x1.5d3bcep+6f, 0x1.c9b59cp+4f, 0x1.08eed2p+3f});
}
END_TEST

START_TEST(generators_make_matrices)
{
	const float hidden = -INFINITY;
	check_scores(3, 3, "{causal: 0}", (float[]){0, hidden, hidden, 0, 0, hidden, 0, 0, 0});
	check_scores(2, 3, "{causal: 1}", (float[]){0, 0, hidden, 0, 0, 0});
	check_scores(2, 3, "{causal: -1}", (float[]){hidden, hidden, hidden, 0, hidden, hidden});
	check_scores(2, 3, "{causal: {difference: [n_k, n_q]}}", (float[]){0, 0, hidden, 0, 0, 0});
	check_scores(2, 3, "{identity: 2.5}", (float[]){2.5f, 0, 0, 0, 2.5f, 0});
	check_scores(2, 3, "{ramp: [1, -0.5]}", (float[]){1, 0.5f, 0, -0.5f, -1, -1.5f});
	check_scores(2, 2, "{sum: [{ramp: [0, 1]}, 10, [[1, 2], [3, .nan]]]}", (float[]){11, 13, 15, NAN});
	check_scores(1, 2, "{sum: [.inf, -.inf]}", (float[]){NAN, NAN});
}
END_TEST

/* Matrix generators work on the last two extents, for every batch. */
START_TEST(generators_repeat_for_each_batch)
{
	static const float expected[] = {1, 0, 0, 1, 1, 0, 0, 1};
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_padded",
		  "  given: {batch: 2, n: 2, d_k: 2, d_v: 1, lengths: [2, 1], q: {identity: 1}, k: 0, v: 0}\n");
	ck_assert_mem_eq(making_floats(&making, "q"), expected, sizeof(expected));
}
END_TEST

START_TEST(whole_number_buffers_are_exact)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_padded",
		  "  given: {batch: 3, n: 9, d_k: 1, d_v: 1, lengths: [18446744073709551615, 9007199254740993, 0],\n"
		  "    q: 0, k: 0, v: 0}\n");
	const uint64_t *lengths = making_argument(&making, "lengths").buffer;
	ck_assert_uint_eq(lengths[0], UINT64_MAX);
	ck_assert_uint_eq(lengths[1], 9007199254740993u);
	making_release(&making);
	making_do(&making, "attn_padded",
		  "  given: {batch: 50, n: 9, d_k: 1, d_v: 1, lengths: {integers: [1, n]}, q: 0, k: 0, v: 0}\n");
	lengths = making_argument(&making, "lengths").buffer;
	for (size_t i = 0; i < 50; i++)
		ck_assert(lengths[i] >= 1 && lengths[i] <= 9);
	making_release(&making);
	making_do(&making, "attn_padded",
		  "  given: {batch: 4, n: 9, d_k: 1, d_v: 1, lengths: {sum: [{ramp: [0, 2]}, 1]}, q: 0, k: 0, v: 0}\n");
	lengths = making_argument(&making, "lengths").buffer;
	for (size_t i = 0; i < 4; i++)
		ck_assert_uint_eq(lengths[i], 2 * i + 1);
}
END_TEST

START_TEST(empty_buffers_are_not_null)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax", "  given: {n_q: 0, n_k: 3, scores: []}\n");
	making_floats(&making, "scores");
	making_release(&making);
	making_do(&making, "attn_softmax", "  given: {n_q: 2, n_k: 0, scores: [[], []]}\n");
	making_floats(&making, "scores");
}
END_TEST

START_TEST(outputs_are_null_and_may_be_absent)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_causal", "  given: {n: 2, d_k: 1, d_v: 1, q: 0, k: 0, v: 0, weights: ~}\n");
	size_t weights = operation_parameter(making.exercise->operation, "weights", strlen("weights"));
	for (size_t i = 0; i < making.exercise->operation->n_parameters; i++)
		ck_assert_int_eq(making.absent[i], i == weights);
	ck_assert_ptr_null(making_argument(&making, "weights").buffer);
	ck_assert_ptr_null(making_argument(&making, "out").buffer);
}
END_TEST

START_TEST(absent_outputs_have_no_limit)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_causal", "  given: {n: 5000, d_k: 1, d_v: 1, q: 0, k: 0, v: 0, weights: ~}\n");
	ck_assert_uint_eq(making_argument(&making, "n").size, 5000);
}
END_TEST

/* ---- overlays ------------------------------------------------------------------------------------- */

/* Checks what overlays make of a matrix of zeros. `put` holds the list's items, one a line. */
static void check_put(const char *function, const char *given, const char *put, const char *buffer, size_t count,
		      const float *expected)
{
	TEXT_SCOPED struct text body = {0};
	MAKING_SCOPED struct making making;
	text_add_format(&body, "  given: %s\n  put: %s\n", given, put);
	making_do(&making, function, text_string(&body));
	const float *made = making_floats(&making, buffer);
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(made[i] == expected[i], "%s: element %zu is %g, not %g", put, i, (double)made[i],
			      (double)expected[i]);
}

START_TEST(overlays_cover_what_their_words_say)
{
	static const struct {
		const char *where;
		float expected[12]; /* 3 x 4 */
	} rows[] = {
		{"all", {1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"diagonal", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}},
		{"future", {0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1}},
		{"past", {0, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0}},
		{"{row: 1}", {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}},
		{"{row: -1}", {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1}},
		{"{column: 0}", {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0}},
		{"{column: -1}", {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}},
		{"{column: {difference: [n_k, n_q]}}", {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}},
		{"{rows: [1, -1]}", {0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1}},
		{"{columns: [1, 2]}", {0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1, 0}},
		{"{at: [2, -4]}", {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}},
	};
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		TEXT_SCOPED struct text put = {0};
		text_add_format(&put, "[{in: scores, where: %s, value: 1}]", rows[i].where);
		check_put("attn_softmax", "{n_q: 3, n_k: 4, scores: 0}", text_string(&put), "scores", 12,
			  rows[i].expected);
	}
}
END_TEST

START_TEST(overlays_follow_the_offset)
{
	static const float future[] = {0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0};
	static const float past[] = {1, 0, 0, 0, 1, 1, 0, 0, 1, 1, 1, 0};
	static const float diagonal[] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
	const char *given = "{n_q: 3, n_k: 4, offset: 1, scores: 0}";
	check_put("attn_late_mask_mass", given, "[{in: scores, where: future, value: 1}]", "scores", 12, future);
	check_put("attn_late_mask_mass", given, "[{in: scores, where: past, value: 1}]", "scores", 12, past);
	check_put("attn_late_mask_mass", given, "[{in: scores, where: diagonal, value: 1}]", "scores", 12, diagonal);
}
END_TEST

START_TEST(overlays_know_padding_and_caches)
{
	check_put("attn_cross", "{n_q: 1, n_k: 3, d_k: 2, d_v: 1, length: 1, q: 0, k: 0, v: 0}",
		  "[{in: k, where: padding, value: 1}]", "k", 6, (float[]){0, 0, 1, 1, 1, 1});
	check_put("attn_padded", "{batch: 3, n: 2, d_k: 1, d_v: 1, lengths: [1, 2, 0], q: 0, k: 0, v: 0}",
		  "[{in: v, where: padding, value: 1}]", "v", 6, (float[]){0, 1, 0, 0, 1, 1});
	check_put("attn_padded", "{batch: 2, n: 2, d_k: 2, d_v: 1, lengths: 2, q: 0, k: 0, v: 0}",
		  "[{in: k, where: {row: 1}, value: 1}, {in: k, where: {at: [1, 0, -1]}, value: 2}]", "k", 8,
		  (float[]){0, 0, 1, 1, 0, 2, 1, 1});
	check_put("attn_decode",
		  "{capacity: 3, d_k: 2, d_v: 1, length: 2, keys: 0, values: 0, query: 0, key: 0, value: 0}",
		  "[{in: keys, where: unused, value: 1}]", "keys", 6, (float[]){0, 0, 0, 0, 1, 1});
}
END_TEST

START_TEST(overlays_reach_vectors)
{
	const char *given = "{n: 3, d_v: 1, out_a: 0, lse_a: 0, out_b: 0, lse_b: 0}";
	check_put("attn_merge", given, "[{in: lse_a, where: {row: -1}, value: 1}]", "lse_a", 3, (float[]){0, 0, 1});
	check_put("attn_merge", given, "[{in: lse_a, where: {at: [1]}, value: 1}]", "lse_a", 3, (float[]){0, 1, 0});
	check_put("attn_merge", given, "[{in: lse_a, where: {rows: [0, 1]}, value: 1}]", "lse_a", 3,
		  (float[]){1, 1, 0});
}
END_TEST

START_TEST(overlays_come_in_order_and_draw_on_their_own)
{
	check_put("attn_softmax", "{n_q: 1, n_k: 3, scores: {ramp: [0, 1]}}",
		  "[{in: scores, where: all, value: 5}, {in: scores, where: {column: 1}, value: 6}]", "scores", 3,
		  (float[]){5, 6, 5});
	check_put("attn_softmax", "{n_q: 1, n_k: 3, scores: {normal: [0, 9]}}",
		  "[{in: scores, where: all, value: {normal: [0, 1]}}]", "scores", 3,
		  (float[]){-0x1.0efacap+0f, -0x1.06268ap+1f, 0x1.545cd4p+0f});
	check_put("attn_softmax", "{n_q: 3, n_k: 4, scores: 0}",
		  "[{in: scores, where: {row: 0}, value: 7},\n"
		  "    {in: scores, where: {row: {int: [0, 2]}}, value: {integers: [100, 999]}}]",
		  "scores", 12, (float[]){7, 7, 7, 7, 265, 199, 788, 612, 0, 0, 0, 0});
	check_put("attn_softmax", "{n_q: 2, n_k: 2, scores: 0}", "[{in: scores, where: past, value: {ramp: [3, 1]}}]",
		  "scores", 4, (float[]){0, 0, 3, 0});
	check_put("attn_softmax", "{n_q: 3, n_k: 3, scores: 0}", "[{in: scores, where: past, value: {ramp: [3, 1]}}]",
		  "scores", 9, (float[]){0, 0, 0, 3, 0, 0, 4, 5, 0});
}
END_TEST

/* A drawn size may be too small for an index: then there is nothing to write. */
START_TEST(overlays_outside_a_drawn_size_write_nothing)
{
	MAKING_SCOPED struct making making;
	making_case(
		&making, "attn_softmax",
		"  given: {n_q: {int: [1, 3]}, n_k: 1, scores: 0}\n"
		"  put:\n  - {in: scores, where: {row: 2}, value: 1}\n  - {in: scores, where: {row: -2}, value: 2}\n");
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	bool seen[4] = {false};
	for (unsigned i = 0; i < 40; i++) {
		ck_assert(making_draw(&making, i));
		size_t n = making_argument(&making, "n_q").size;
		const float *scores = making_floats(&making, "scores");
		seen[n] = true;
		for (size_t row = 0; row < n; row++)
			ck_assert(scores[row] == (row + 2 == n ? 2.0f : row == 2 ? 1.0f : 0.0f));
	}
	ck_assert(seen[1] && seen[2] && seen[3]);
}
END_TEST

/* ---- determinism ---------------------------------------------------------------------------------- */

/* Editing one value leaves the others as they were. */
START_TEST(parameters_draw_on_their_own)
{
	MAKING_SCOPED struct making one;
	MAKING_SCOPED struct making other;
	making_do(&one, "attn_scores", "  given: {n_q: 3, n_k: 3, d_k: 2, q: {normal: [0, 1]}, k: {normal: [0, 1]}}\n");
	making_do(&other, "attn_scores",
		  "  given: {k: {normal: [0, 1]}, n_q: 3, n_k: 3, d_k: 2, q: {uniform: [0, 1]}}\n");
	ck_assert_mem_eq(making_floats(&one, "k"), making_floats(&other, "k"), 6 * sizeof(float));
	ck_assert_mem_ne(making_floats(&one, "q"), making_floats(&other, "q"), 6 * sizeof(float));
	ck_assert_mem_ne(making_floats(&one, "q"), making_floats(&one, "k"), 6 * sizeof(float));
}
END_TEST

START_TEST(same_secret_same_case)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax", "  given: {n_q: 2, n_k: 3, scores: {normal: [0, 1]}}\n");
	const float *first = making_floats(&making, "scores");
	ck_assert(making_draw(&making, 0));
	ck_assert_ptr_ne(making_floats(&making, "scores"), first);
	ck_assert_mem_eq(making_floats(&making, "scores"), first, 6 * sizeof(float));
	ck_assert(making_draw(&making, 1));
	ck_assert_mem_ne(making_floats(&making, "scores"), first, 6 * sizeof(float));
	ck_assert(exercise_case(making.exercise, 0, 0, &(struct secret){.bytes = {1}}, making.arena, making.diagnostics,
				&making.frame, making.absent));
	ck_assert_mem_ne(making_floats(&making, "scores"), first, 6 * sizeof(float));
}
END_TEST

START_TEST(normal_stays_within_six_deviations)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax", "  given: {n_q: 100, n_k: 100, scores: {normal: [10, 2]}}\n");
	const float *scores = making_floats(&making, "scores");
	double sum = 0, squares = 0;
	for (size_t i = 0; i < 10000; i++) {
		ck_assert(fabs(scores[i] - 10) <= 12);
		sum += scores[i] - 10;
		squares += (scores[i] - 10) * (scores[i] - 10);
	}
	ck_assert(fabs(sum / 10000) < 0.1);
	ck_assert(fabs(squares / 10000 - 4) < 0.2);
}
END_TEST

/* ---- what only shows when a case is made ---------------------------------------------------------- */

/* Sound at both ends of what it draws, over the limit in between. */
static void make_late_fault(struct making *making)
{
	making_case(making, "attn_visible_keys",
		    "  given:\n    row: {int: [0, 514]}\n    n_k: {product: [row, {difference: [514, row]}]}\n"
		    "    offset: 0\n");
}

START_TEST(late_faults_name_the_repetition)
{
	MAKING_SCOPED struct making making;
	make_late_fault(&making);
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	unsigned repetition = 0;
	while (repetition < 1000 && making_draw(&making, repetition))
		repetition++;
	ck_assert_uint_lt(repetition, 1000);
	TEXT_SCOPED struct text suffix = {0};
	text_add_format(&suffix, " (repetition %u of \"golden\")\n", repetition);
	const char *complaints = making_complaints(&making);
	ck_assert_ptr_nonnull(strstr(complaints, text_string(&suffix)));
	ck_assert_ptr_eq(strstr(complaints, "L2-test/exercise.yaml:11:10: error: \"n_k\" must be 0 to 65536"),
			 complaints);
}
END_TEST

START_TEST(rehearsals_find_late_faults)
{
	MAKING_SCOPED struct making making;
	make_late_fault(&making);
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	ck_assert(!exercise_rehearse(making.exercise, 0, making.diagnostics));
	const char *complaints = making_complaints(&making);
	ck_assert_ptr_eq(strstr(complaints, "L2-test/exercise.yaml:11:10: error: \"n_k\" must be 0 to 65536"),
			 complaints);
	ck_assert_ptr_nonnull(strstr(complaints, " (some draws of \"golden\")\n"));
}
END_TEST

/* An element that the buffer cannot hold, which no size gives away. */
START_TEST(rehearsals_make_small_buffers)
{
	MAKING_SCOPED struct making making;
	making_case(
		&making, "attn_padded",
		"  given:\n    batch: 2\n    n: {int: [20, 40]}\n    d_k: 1\n    d_v: 1\n    q: 0\n    k: 0\n    v: 0\n"
		"    lengths: {integers: [{difference: [39, n]}, n]}\n");
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	ck_assert(!exercise_rehearse(making.exercise, 0, making.diagnostics));
	ck_assert_ptr_nonnull(strstr(making_complaints(&making), "of \"lengths\" would be "));
}
END_TEST

START_TEST(rehearsals_let_sound_cases_pass)
{
	MAKING_SCOPED struct making making;
	making_case(&making, "attn_softmax",
		    "  given: {n_q: {int: [0, 4096]}, n_k: {choice: [1, 4, 16]}, scores: {normal: [0, 1]}}\n"
		    "  put: [{in: scores, where: {at: [{int: [-9, 9]}, {int: [0, n_k]}]}, value: nan}]\n");
	ck_assert_msg(making.exercise == NULL, "4096 * 16 * 2 * 1000 is too much");
	making_release(&making);
	making_case(&making, "attn_softmax",
		    "  given: {n_q: {int: [0, 2048]}, n_k: {choice: [1, 4, 16]}, scores: {normal: [0, 1]}}\n"
		    "  put: [{in: scores, where: {at: [{int: [-9, 9]}, {int: [0, n_k]}]}, value: nan}]\n");
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	ck_assert_msg(exercise_rehearse(making.exercise, 0, making.diagnostics), "%s", making_complaints(&making));
}
END_TEST

int main(void)
{
	const TTest *tests[] = {
		stream_is_the_specified_one,
		streams_differ_by_every_part,
		secret_id_does_not_change,
		int_draws_golden_numbers,
		int_spans_64_bits,
		int_rejects_what_would_not_be_fair,
		choice_draws_golden_numbers,
		operands_draw_one_after_the_other,
		scalars_refer_to_each_other_in_any_order,
		scalars_reach_the_ends_of_their_types,
		literals_are_row_major,
		generators_draw_golden_numbers,
		generators_make_matrices,
		generators_repeat_for_each_batch,
		whole_number_buffers_are_exact,
		empty_buffers_are_not_null,
		outputs_are_null_and_may_be_absent,
		absent_outputs_have_no_limit,
		overlays_cover_what_their_words_say,
		overlays_follow_the_offset,
		overlays_know_padding_and_caches,
		overlays_reach_vectors,
		overlays_come_in_order_and_draw_on_their_own,
		overlays_outside_a_drawn_size_write_nothing,
		parameters_draw_on_their_own,
		same_secret_same_case,
		normal_stays_within_six_deviations,
		late_faults_name_the_repetition,
		rehearsals_find_late_faults,
		rehearsals_make_small_buffers,
		rehearsals_let_sound_cases_pass,
	};
	return SUITE_RUN("given", tests, NULL, NULL);
}
