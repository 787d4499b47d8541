#include "omissions.h"

#include <assert.h>
#include <string.h>

static const struct omission table[] = {
	{"M54", "denom_eps", "a small number added to a sum of at least 1",
	 "it moves a weight by less than honest rounding may; beside a sum that can be small it is M88 and M89", true},
	{"", "weights flushed to 0", "numbers below the smallest normal float dropped where weights are mixed",
	 "they are below the error that rounding may make there; for the other functions it is M66", true},
	{"M61", "acc_not_zeroed", "an output added to what it held before",
	 "answers depend on the junk that outputs arrive with, and no two are alike; the grader recognises it by the "
	 "junk that the output held before the call",
	 false},
	{"", "boolean mask", "1 or true for a key that is seen",
	 "masks are additive by the contract; one read the wrong way round is M14", false},
	{"", "padding on the left", "sequences that end at the same place and begin at others",
	 "the contract has none; a column mask made one of rows as well is M13", false},
	{"", "a gradient without the mask", "a backward pass that forgets what the forward pass hid",
	 "attn_causal_backward makes its own forward pass, which would be as wrong: M02", false},
	{"", "outputs over inputs, strides", "code that is right for separate, dense buffers alone",
	 "buffers never overlap and are dense", false},
	{"", "state between calls", "a mask, a cache or a sum kept in static memory",
	 "answers depend on what was called before; cases that run again tell", false},
};

size_t omission_count(void)
{
	return sizeof(table) / sizeof(table[0]);
}

const struct omission *omission_at(size_t index)
{
	assert(index < omission_count());
	return &table[index];
}

const struct omission *omission_find(const char *id_or_name)
{
	for (size_t i = 0; i < omission_count() && id_or_name[0] != '\0'; i++)
		if (strcmp(table[i].id, id_or_name) == 0 || strcmp(table[i].name, id_or_name) == 0)
			return &table[i];
	return NULL;
}
