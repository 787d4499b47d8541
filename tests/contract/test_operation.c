/*
 * The operation table: that it says what attention.h says, that shapes come out right, and that trampolines
 * put each argument where it belongs.
 */
#include "contract/operation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "core/file.h"
#include "suite.h"

static const struct parameter *parameter_at(const struct operation *operation, size_t index)
{
	return &operation->parameters[index];
}

static bool is_named(const char *name)
{
	return islower((unsigned char)name[0]) && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == strlen(name);
}

START_TEST(every_operation_is_found_by_name)
{
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		ck_assert_ptr_eq(operation_find(operations[i].name), &operations[i]);
	ck_assert_ptr_null(operation_find("attn_"));
	ck_assert_ptr_null(operation_find(""));
	ck_assert_ptr_null(operation_find("attn_causal_"));
	ck_assert_str_eq(operations[OP_attn_causal].name, "attn_causal");
	ck_assert_str_eq(operations[OP_attn_causal_backward].name, "attn_causal_backward");
}
END_TEST

START_TEST(rows_are_whole)
{
	int level = 1;
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		const struct operation *operation = &operations[i];
		ck_assert_msg(strncmp(operation->name, "attn_", 5) == 0 && is_named(operation->name), "%s",
			      operation->name);
		ck_assert_ptr_nonnull(operation->call);
		ck_assert_uint_gt(strlen(operation->brief), 0);
		ck_assert_uint_gt(operation->n_parameters, 0);
		ck_assert_uint_le(operation->n_parameters, OPERATION_PARAMETERS_MAX);
		ck_assert_msg(operation->level >= level && operation->level <= 5, "%s: level %d after %d",
			      operation->name, operation->level, level);
		level = operation->level;
	}
	ck_assert_int_eq(level, 5);
}
END_TEST

START_TEST(parameters_are_found_by_name)
{
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		for (size_t k = 0; k < operations[i].n_parameters; k++) {
			const char *name = parameter_at(&operations[i], k)->name;
			ck_assert_msg(is_named(name), "%s", name);
			ck_assert_uint_eq(operation_parameter(&operations[i], name, strlen(name)), k);
			ck_assert_uint_ne(operation_parameter(&operations[i], name, strlen(name) - 1), k);
		}
	const struct operation *causal = &operations[OP_attn_causal];
	ck_assert_uint_eq(operation_parameter(causal, "d_v*x", 3), 2);
	ck_assert_uint_eq(operation_parameter(causal, "", 0), causal->n_parameters);
	ck_assert_uint_eq(operation_parameter(causal, "nn", 2), causal->n_parameters);
}
END_TEST

START_TEST(kinds)
{
	static const struct {
		enum parameter_kind kind;
		bool buffer, read, written;
	} table[] = {
		{PARAMETER_SIZE, false, false, false},	 {PARAMETER_OFFSET, false, false, false},
		{PARAMETER_NUMBER, false, false, false}, {PARAMETER_CHOICE, false, false, false},
		{PARAMETER_IN, true, true, false},	 {PARAMETER_OUT, true, false, true},
		{PARAMETER_MAYBE, true, false, true},	 {PARAMETER_INOUT, true, true, true},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct parameter parameter = {.kind = table[i].kind};
		ck_assert_int_eq(parameter_is_buffer(&parameter), table[i].buffer);
		ck_assert_int_eq(parameter_is_read(&parameter), table[i].read);
		ck_assert_int_eq(parameter_is_written(&parameter), table[i].written);
	}
	ck_assert_uint_eq(element_bytes(ELEMENT_F32), 4);
	ck_assert_uint_eq(element_bytes(ELEMENT_U8), 1);
	ck_assert_uint_eq(element_bytes(ELEMENT_I32), 4);
	ck_assert_uint_eq(element_bytes(ELEMENT_U64), 8);
}
END_TEST

/* An extent is a product of SIZE parameters of its row: else frame_shape would look beyond the arguments. */
START_TEST(shapes_name_sizes_of_their_row)
{
	for (size_t i = 0; i < OPERATION_COUNT; i++)
		for (size_t k = 0; k < operations[i].n_parameters; k++) {
			const struct parameter *parameter = parameter_at(&operations[i], k);
			const char *shape = parameter->shape;
			size_t extents = 0;
			if (!parameter_is_buffer(parameter))
				ck_assert_str_eq(shape, "");
			while (*shape != '\0') {
				size_t length = strcspn(shape, ",*");
				size_t at = operation_parameter(&operations[i], shape, length);
				ck_assert_msg(at < operations[i].n_parameters, "%s.%s: \"%s\"", operations[i].name,
					      parameter->name, shape);
				ck_assert_int_eq(parameter_at(&operations[i], at)->kind, PARAMETER_SIZE);
				extents += shape[length] != '*';
				shape += length + (shape[length] == ',' ? 2 : shape[length] == '*');
			}
			ck_assert_uint_le(extents, SHAPE_EXTENTS_MAX);
		}
}
END_TEST

/* ---- attention.h ---------------------------------------------------------------------------------- */

static struct text header, why;

static void read_header(void)
{
	ck_assert_msg(file_read(SOURCE_DIR "/reference/attention.h", 1 << 20, &header, &why), "%s", text_string(&why));
}

static void release_header(void)
{
	text_release(&header);
	text_release(&why);
}

START_TEST(the_header_has_the_same_functions_in_the_same_order)
{
	size_t count = 0;
	for (const char *at = text_string(&header); (at = strstr(at, "\nint attn_")) != NULL; count++) {
		at += 5;
		ck_assert_uint_lt(count, OPERATION_COUNT);
		const char *name = operations[count].name;
		ck_assert_msg(strncmp(at, name, strlen(name)) == 0 && at[strlen(name)] == '(', "%.40s is not %s", at,
			      name);
	}
	ck_assert_uint_eq(count, OPERATION_COUNT);
}
END_TEST

/* The comment before a prototype. */
static const char *find_comment(const struct operation *operation)
{
	TEXT_SCOPED struct text prototype = {0};
	text_add_format(&prototype, "\nint %s(", operation->name);
	const char *end = strstr(text_string(&header), text_string(&prototype));
	ck_assert_ptr_nonnull(end);
	const char *comment = NULL;
	for (const char *at = text_string(&header); (at = strstr(at, "\n/*\n")) != NULL && at < end; at++)
		comment = at;
	ck_assert_ptr_nonnull(comment);
	return comment;
}

/* "n, heads*d" as the header writes it: "n x (heads * d)". */
static void add_shape(struct text *text, const char *shape)
{
	bool alone = strchr(shape, ',') == NULL;
	while (*shape != '\0') {
		size_t length = strcspn(shape, ","), factor = strcspn(shape, "*,");
		bool product = factor < length;
		text_add(text, product && !alone ? "(" : "");
		text_add_bytes(text, shape, factor);
		if (product)
			text_add_format(text, " * %.*s", (int)(length - factor - 1), shape + factor + 1);
		text_add(text, product && !alone ? ")" : "");
		shape += length;
		if (*shape == ',') {
			text_add(text, " x ");
			shape += 2;
		}
	}
}

/* Each parameter has its line: name, direction, shape. attn_decode's cache is a struct in the header. */
static void check_line(const char **line, const struct operation *operation, const struct parameter *parameter)
{
	TEXT_SCOPED struct text shape = {0};
	char name[32], direction[16], rest[128];
	*line = strstr(*line, "\n *   ");
	ck_assert_ptr_nonnull(*line);
	ck_assert_int_eq(sscanf(*line, "\n *   %31s %15s %127[^\n]", name, direction, rest), 3);
	const char *expected = !parameter_is_buffer(parameter)	 ? "size"
			       : parameter->kind == PARAMETER_IN ? "in"
								 : "out";
	ck_assert_msg(strcmp(name, parameter->name) == 0 && strcmp(direction, expected) == 0, "%s: %s %s for %s %s",
		      operation->name, name, direction, parameter->name, expected);
	add_shape(&shape, parameter->shape);
	ck_assert_msg(strncmp(rest, text_string(&shape), shape.length) == 0 &&
			      (shape.length == 0 || strchr(",;:", rest[shape.length]) != NULL),
		      "%s: %s is %s for \"%s\"", operation->name, name, rest, parameter->shape);
	if (parameter->kind == PARAMETER_MAYBE) {
		const char *null = strstr(*line, "or NULL if the caller does not want");
		ck_assert_msg(null != NULL && null < strstr(*line, "*/"), "%s: %s", operation->name, name);
	}
	/* What goes on in the next line is indented further. */
	do
		*line = strchr(*line + 1, '\n');
	while (strncmp(*line, "\n *        ", 11) == 0);
}

START_TEST(the_header_describes_every_parameter)
{
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		const struct operation *operation = &operations[i];
		const char *line = find_comment(operation);
		if (i == OP_attn_decode)
			continue; /* a struct there, spelt out here */
		for (size_t k = 0; k < operation->n_parameters; k++)
			check_line(&line, operation, parameter_at(operation, k));
	}
}
END_TEST

/* ---- shapes --------------------------------------------------------------------------------------- */

static struct frame frame_of(enum operation_id id, const size_t *sizes, size_t n_sizes)
{
	struct frame frame = {.operation = &operations[id]};
	for (size_t i = 0; i < n_sizes; i++)
		frame.arguments[i].size = sizes[i];
	return frame;
}

static void has_shape(const struct frame *frame, const char *parameter, size_t n_extents, const size_t *extents)
{
	struct shape shape;
	size_t index = operation_parameter(frame->operation, parameter, strlen(parameter)), count = 1;
	ck_assert(frame_shape(frame, index, &shape));
	ck_assert_uint_eq(shape.n_extents, n_extents);
	for (size_t i = 0; i < n_extents; i++) {
		ck_assert_uint_eq(shape.extents[i], extents[i]);
		count *= extents[i];
	}
	ck_assert_uint_eq(shape.count, count);
}

START_TEST(shapes_by_hand)
{
	struct frame heads = frame_of(OP_attn_multi_head, (const size_t[]){3, 8, 6, 2, 5}, 5);
	has_shape(&heads, "x", 2, (const size_t[]){3, 8});
	has_shape(&heads, "w_q", 2, (const size_t[]){8, 30});
	has_shape(&heads, "w_k", 2, (const size_t[]){8, 10});
	has_shape(&heads, "w_o", 2, (const size_t[]){30, 8});
	has_shape(&heads, "out", 2, (const size_t[]){3, 8});
	struct frame padded = frame_of(OP_attn_padded, (const size_t[]){2, 3, 5, 7}, 4);
	has_shape(&padded, "lengths", 1, (const size_t[]){2});
	has_shape(&padded, "q", 3, (const size_t[]){2, 3, 5});
	has_shape(&padded, "out", 3, (const size_t[]){2, 3, 7});
	struct frame decode = frame_of(OP_attn_decode, (const size_t[]){9, 4, 6}, 3);
	has_shape(&decode, "length", 0, NULL);
	has_shape(&decode, "keys", 2, (const size_t[]){9, 4});
	has_shape(&decode, "values", 2, (const size_t[]){9, 6});
	has_shape(&decode, "out", 1, (const size_t[]){6});
	struct frame empty = frame_of(OP_attn_causal, (const size_t[]){0, 4, 6}, 3);
	has_shape(&empty, "q", 2, (const size_t[]){0, 4});
	has_shape(&empty, "weights", 2, (const size_t[]){0, 0});
}
END_TEST

START_TEST(shapes_that_overflow)
{
	const size_t half = (size_t)1 << 32;
	struct shape shape;
	struct frame square = frame_of(OP_attn_is_causal_mask, (const size_t[]){half}, 1);
	ck_assert(!frame_shape(&square, 1, &shape));
	square.arguments[0].size = half - 1;
	ck_assert(frame_shape(&square, 1, &shape));
	ck_assert_uint_eq(shape.count, (half - 1) * (half - 1));
	/* Within a product, and between extents. */
	struct frame heads = frame_of(OP_attn_multi_head, (const size_t[]){1, 1, half, 1, half}, 5);
	ck_assert(!frame_shape(&heads, operation_parameter(heads.operation, "w_q", 3), &shape));
	ck_assert(frame_shape(&heads, operation_parameter(heads.operation, "w_k", 3), &shape));
	struct frame padded = frame_of(OP_attn_padded, (const size_t[]){half, 2, half / 2, 1}, 4);
	ck_assert(!frame_shape(&padded, operation_parameter(padded.operation, "q", 1), &shape));
	ck_assert(frame_shape(&padded, operation_parameter(padded.operation, "v", 1), &shape));
}
END_TEST

/* ---- trampolines ---------------------------------------------------------------------------------- */

/* What the last call was given, each argument as an integer. */
static uintptr_t seen[OPERATION_PARAMETERS_MAX];
static char buffers[OPERATION_PARAMETERS_MAX];

/* A frame whose arguments all differ: sizes 100, 101, ...; buffers at distinct addresses. */
static struct frame distinct(enum operation_id id)
{
	struct frame frame = {.operation = &operations[id]};
	for (size_t i = 0; i < operations[id].n_parameters; i++) {
		if (parameter_is_buffer(parameter_at(&operations[id], i)))
			frame.arguments[i].buffer = &buffers[i];
		else
			frame.arguments[i].size = 100 + i;
	}
	return frame;
}

#define RECORD(...) \
	do { \
		const uintptr_t given[] = {__VA_ARGS__}; \
		memset(seen, 0, sizeof(seen)); \
		memcpy(seen, given, sizeof(given)); \
	} while (0)
#define P(pointer) (uintptr_t)(pointer)

static int record_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)
{
	RECORD(row, n_k, (uintptr_t)offset, P(visible), P(count));
	return 11;
}

static int record_edges(uint64_t n, uint64_t *full, uint64_t *causal)
{
	RECORD(n, P(full), P(causal));
	return -12;
}

static int record_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores, const float *mask, float *weights)
{
	RECORD(n_q, n_k, (uintptr_t)policy, P(scores), P(mask), P(weights));
	return 13;
}

static int record_multi_head(size_t n, size_t d_model, size_t n_heads, size_t n_kv_heads, size_t d_head, const float *x,
			     const float *w_q, const float *w_k, const float *w_v, const float *w_o, float *out)
{
	RECORD(n, d_model, n_heads, n_kv_heads, d_head, P(x), P(w_q), P(w_k), P(w_v), P(w_o), P(out));
	return 14;
}

static int record_padded(size_t batch, size_t n, size_t d_k, size_t d_v, const uint64_t *lengths, const float *q,
			 const float *k, const float *v, float *out)
{
	RECORD(batch, n, d_k, d_v, P(lengths), P(q), P(k), P(v), P(out));
	return 15;
}

static int record_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float *out,
			 float *weights)
{
	RECORD(n, d_k, d_v, P(q), P(k), P(v), P(out), P(weights));
	return 16;
}

static int record_backward(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,
			   const float *d_out, float *dq, float *dk, float *dv)
{
	RECORD(n, d_k, d_v, P(q), P(k), P(v), P(d_out), P(dq), P(dk), P(dv));
	return 17;
}

START_TEST(arguments_arrive_in_their_places)
{
	static const struct {
		enum operation_id id;
		attn_symbol symbol;
		int returned;
	} table[] = {
		{OP_attn_visible_keys, (attn_symbol)record_visible_keys, 11},
		{OP_attn_edges, (attn_symbol)record_edges, -12},
		{OP_attn_masked_softmax_policy, (attn_symbol)record_policy, 13},
		{OP_attn_multi_head, (attn_symbol)record_multi_head, 14},
		{OP_attn_padded, (attn_symbol)record_padded, 15},
		{OP_attn_causal, (attn_symbol)record_causal, 16},
		{OP_attn_causal_backward, (attn_symbol)record_backward, 17},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct frame frame = distinct(table[i].id);
		ck_assert_int_eq(frame_call(&frame, table[i].symbol), table[i].returned);
		for (size_t k = 0; k < frame.operation->n_parameters; k++)
			ck_assert_msg(seen[k] == frame.arguments[k].size, "%s: argument %zu", frame.operation->name, k);
	}
}
END_TEST

START_TEST(extreme_scalars_arrive)
{
	struct frame frame = distinct(OP_attn_visible_keys);
	frame.arguments[0].size = SIZE_MAX;
	frame.arguments[2].offset = PTRDIFF_MIN;
	frame_call(&frame, (attn_symbol)record_visible_keys);
	ck_assert_uint_eq(seen[0], SIZE_MAX);
	ck_assert_int_eq((ptrdiff_t)seen[2], PTRDIFF_MIN);
	frame = distinct(OP_attn_edges);
	frame.arguments[0].number = UINT64_MAX;
	frame_call(&frame, (attn_symbol)record_edges);
	ck_assert_uint_eq(seen[0], UINT64_MAX);
	frame = distinct(OP_attn_masked_softmax_policy);
	frame.arguments[2].choice = -1;
	frame_call(&frame, (attn_symbol)record_policy);
	ck_assert_int_eq((int32_t)seen[2], -1);
	frame = distinct(OP_attn_causal);
	frame.arguments[7].buffer = NULL;
	frame_call(&frame, (attn_symbol)record_causal);
	ck_assert_uint_eq(seen[7], 0);
}
END_TEST

/* Sees the whole cache, and changes all of it. */
static int record_decode(struct attn_cache *cache, const float *query, const float *key, const float *value, float *out)
{
	RECORD(cache->capacity, cache->d_k, cache->d_v, cache->length, P(cache->keys), P(cache->values), P(query),
	       P(key), P(value), P(out));
	*cache = (struct attn_cache){.length = 43};
	return ATTN_EFULL;
}

START_TEST(decode_sees_a_cache_and_gives_back_its_length)
{
	uint64_t length = 42;
	struct frame frame = distinct(OP_attn_decode);
	frame.arguments[3].buffer = &length;
	struct frame before = frame;
	ck_assert_int_eq(frame_call(&frame, (attn_symbol)record_decode), ATTN_EFULL);
	for (size_t i = 0; i < frame.operation->n_parameters; i++)
		ck_assert_msg(seen[i] == (i == 3 ? 42 : frame.arguments[i].size), "argument %zu", i);
	ck_assert_uint_eq(length, 43);
	ck_assert_mem_eq(&frame, &before, sizeof(frame)); /* the frame is ours: only the length came back */
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		every_operation_is_found_by_name,
		rows_are_whole,
		parameters_are_found_by_name,
		kinds,
		shapes_name_sizes_of_their_row,
		the_header_has_the_same_functions_in_the_same_order,
		the_header_describes_every_parameter,
		shapes_by_hand,
		shapes_that_overflow,
		arguments_arrive_in_their_places,
		extreme_scalars_arrive,
		decode_sees_a_cache_and_gives_back_its_length,
	};
	return SUITE_RUN("contract: operation", tests, read_header, release_header);
}
