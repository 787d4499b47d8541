#include "honest.h"

#include <assert.h>

extern const attn_symbol honest_plain[OPERATION_COUNT], honest_reversed[OPERATION_COUNT],
	honest_blocked[OPERATION_COUNT], honest_ofast[OPERATION_COUNT];

static const struct honest table[] = {
	{"plain", "one loop after the other", false, honest_plain},
	{"reversed", "the same, with every sum taken from its end", false, honest_reversed},
	{"blocked", "keys in blocks, softmax on the fly", false, honest_blocked},
	{"ofast", "that compiled with -Ofast, where all numbers are finite", true, honest_ofast},
};

size_t honest_count(void)
{
	return sizeof(table) / sizeof(table[0]);
}

const struct honest *honest_at(size_t index)
{
	assert(index < honest_count());
	return &table[index];
}
