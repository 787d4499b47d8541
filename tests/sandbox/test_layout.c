/* Where buffers lie: each at a guard, apart from the others, at the end or the start of its pages. */
#include <check.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/layout.h"
#include "suite.h"

static struct batch_case softmax(size_t rows, size_t columns)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_masked_softmax]};
	given.frame.arguments[0].size = rows;
	given.frame.arguments[1].size = columns;
	return given;
}

/* Pages, guards and sizes that any layout must keep to. */
static void check_layout(const struct layout *layout, enum side side)
{
	const uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE);
	uint64_t ends[] = {[WINDOW_INPUTS] = 0, [WINDOW_OUTPUTS] = 0};
	for (size_t i = 0; i < OPERATION_PARAMETERS_MAX; i++) {
		const struct slot *slot = &layout->slots[i];
		if (slot->window == WINDOW_NONE)
			continue;
		ck_assert_uint_eq(slot->pages_offset % page, 0);
		ck_assert_uint_eq(slot->pages_bytes % page, 0);
		ck_assert_uint_lt(slot->pages_bytes, slot->bytes + page);
		ck_assert_uint_ge(slot->pages_offset, ends[slot->window] + GUARD_BYTES);
		ends[slot->window] = slot->pages_offset + slot->pages_bytes;
		if (side == LAYOUT_END)
			ck_assert_uint_eq(slot->offset + slot->bytes, ends[slot->window]);
		else
			ck_assert_uint_eq(slot->offset, slot->pages_offset);
	}
	ck_assert_uint_eq(layout->inputs_bytes, ends[WINDOW_INPUTS] + GUARD_BYTES);
	ck_assert_uint_eq(layout->outputs_bytes, ends[WINDOW_OUTPUTS] + GUARD_BYTES);
}

START_TEST(test_guards)
{
	static const size_t sizes[][2] = {{1, 1}, {3, 5}, {32, 32}, {64, 64}, {1, 1025}, {300, 7}};
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct batch_case given = softmax(sizes[i][0], sizes[i][1]);
		for (enum side side = 0; side < LAYOUTS; side++) {
			struct layout layout;
			ck_assert(layout_make(&given, side, &layout));
			ck_assert_int_eq(layout.slots[0].window, WINDOW_NONE);
			ck_assert_int_eq(layout.slots[2].window, WINDOW_INPUTS);
			ck_assert_int_eq(layout.slots[3].window, WINDOW_INPUTS);
			ck_assert_int_eq(layout.slots[4].window, WINDOW_OUTPUTS);
			ck_assert_uint_eq(layout.slots[4].bytes, sizes[i][0] * sizes[i][1] * sizeof(float));
			check_layout(&layout, side);
		}
	}
}
END_TEST

START_TEST(test_empty)
{
	struct batch_case given = softmax(0, 5);
	struct layout layout;
	ck_assert(layout_make(&given, LAYOUT_END, &layout));
	ck_assert_int_eq(layout.slots[4].window, WINDOW_OUTPUTS);
	ck_assert_uint_eq(layout.slots[4].pages_bytes, 0);
	/* its address lies between two guards, so that it is no NULL and cannot be used */
	ck_assert_uint_eq(layout.slots[4].offset, GUARD_BYTES);
	ck_assert_uint_ge(layout.outputs_bytes, 2 * GUARD_BYTES);
}
END_TEST

START_TEST(test_absent)
{
	struct batch_case given = {.frame.operation = &operations[OP_attn_causal], .absent[7] = true};
	struct layout layout;
	for (size_t i = 0; i < 3; i++)
		given.frame.arguments[i].size = 4;
	ck_assert(layout_make(&given, LAYOUT_START, &layout));
	ck_assert_int_eq(layout.slots[6].window, WINDOW_OUTPUTS);
	ck_assert_int_eq(layout.slots[7].window, WINDOW_NONE);
	check_layout(&layout, LAYOUT_START);
}
END_TEST

START_TEST(test_too_large)
{
	struct layout layout;
	struct batch_case overflow = softmax(SIZE_MAX, 2), huge = softmax((size_t)1 << 30, 1 << 20);
	ck_assert(!layout_make(&overflow, LAYOUT_END, &layout));
	ck_assert(!layout_make(&huge, LAYOUT_END, &layout));
}
END_TEST

START_TEST(test_nearest)
{
	struct batch_case given = softmax(3, 5);
	struct layout layout;
	size_t parameter;
	enum relation relation;
	ck_assert(layout_make(&given, LAYOUT_START, &layout));
	const struct slot *first = &layout.slots[2], *second = &layout.slots[3];
	const struct {
		uint64_t offset;
		size_t parameter;
		enum relation relation;
	} rows[] = {
		{0, 2, RELATION_BEFORE},
		{first->offset - 1, 2, RELATION_BEFORE},
		{first->offset, 2, RELATION_INSIDE},
		{first->offset + first->bytes - 1, 2, RELATION_INSIDE},
		{first->offset + first->bytes, 2, RELATION_AFTER},
		{second->offset - 4, 3, RELATION_BEFORE},
		{second->offset + second->bytes + 100000, 3, RELATION_AFTER},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		ck_assert(layout_nearest(&layout, WINDOW_INPUTS, rows[i].offset, &parameter, &relation));
		ck_assert_uint_eq(parameter, rows[i].parameter);
		ck_assert_int_eq(relation, rows[i].relation);
	}
	struct batch_case scalars = {.frame.operation = &operations[OP_attn_edges]};
	ck_assert(layout_make(&scalars, LAYOUT_END, &layout));
	ck_assert(!layout_nearest(&layout, WINDOW_INPUTS, 0, &parameter, &relation));
}
END_TEST

/* A parameter lies at the same guard in the layout of every call, and what is empty lies where nobody may touch. */
START_TEST(test_spread)
{
	static const size_t sizes[][2] = {{1, 1}, {64, 64}, {0, 3}, {32, 40}};
	static const uint64_t widest[] = {[2] = 4 * 4096, 4 * 4096, 4 * 4096};
	struct widths widths = {0};
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct batch_case given = softmax(sizes[i][0], sizes[i][1]);
		struct layout layout;
		ck_assert(layout_make(&given, LAYOUT_END, &layout));
		widths_add(&widths, &layout);
	}
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		struct batch_case given = softmax(sizes[i][0], sizes[i][1]);
		given.absent[3] = i == 3;
		for (enum side side = 0; side < LAYOUTS; side++) {
			struct layout layout;
			ck_assert(layout_make(&given, side, &layout));
			layout_spread(&layout, side, &widths);
			ck_assert_uint_eq(layout.inputs_bytes, 3 * GUARD_BYTES + widest[2] + widest[3]);
			ck_assert_uint_eq(layout.outputs_bytes, 2 * GUARD_BYTES + widest[4]);
			const uint64_t begins[] = {[2] = GUARD_BYTES, 2 * GUARD_BYTES + widest[2], GUARD_BYTES};
			for (size_t p = 2; p < 5; p++) {
				const struct slot *slot = &layout.slots[p];
				const uint64_t end = begins[p] + widest[p];
				if (slot->window == WINDOW_NONE)
					ck_assert(given.absent[p]);
				else if (slot->bytes == 0)
					ck_assert(slot->offset > end && slot->offset < end + GUARD_BYTES);
				else if (side == LAYOUT_START)
					ck_assert(slot->offset == begins[p] && slot->pages_offset == begins[p]);
				else
					ck_assert(slot->offset + slot->bytes == end &&
						  slot->pages_offset + slot->pages_bytes == end);
			}
		}
	}
}
END_TEST

/* Whatever the function, a parameter has its place in a window, and none in a window where it never is. */
START_TEST(test_spread_of_several_functions)
{
	struct batch_case given[] = {softmax(2, 3), {.frame.operation = &operations[OP_attn_causal_mask]}};
	struct layout layouts[2];
	struct widths widths = {0};
	given[1].frame.arguments[0].size = given[1].frame.arguments[1].size = 3;
	for (size_t i = 0; i < 2; i++) {
		ck_assert(layout_make(&given[i], LAYOUT_END, &layouts[i]));
		widths_add(&widths, &layouts[i]);
	}
	for (size_t i = 0; i < 2; i++)
		layout_spread(&layouts[i], LAYOUT_END, &widths);
	ck_assert_int_eq(layouts[0].slots[3].window, WINDOW_INPUTS);
	ck_assert_int_eq(layouts[1].slots[3].window, WINDOW_OUTPUTS);
	ck_assert_uint_eq(layouts[0].slots[2].pages_offset, GUARD_BYTES);
	ck_assert_uint_eq(layouts[0].slots[3].pages_offset, 2 * GUARD_BYTES + 4096);
	ck_assert_uint_eq(layouts[1].slots[3].pages_offset, GUARD_BYTES);
	ck_assert_uint_eq(layouts[0].slots[4].pages_offset, 2 * GUARD_BYTES + 4096);
	for (size_t i = 0; i < 2; i++) {
		ck_assert_uint_eq(layouts[i].inputs_bytes, 3 * GUARD_BYTES + 2 * 4096);
		ck_assert_uint_eq(layouts[i].outputs_bytes, 3 * GUARD_BYTES + 2 * 4096);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_guards, test_spread, test_spread_of_several_functions,
				      test_empty,  test_absent, test_too_large,
				      test_nearest};
	return SUITE_RUN("layout", tests, NULL, NULL);
}
