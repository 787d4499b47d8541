/*
 * The plain sample under other names: VARIANT(function) says which, IMPLEMENTATION is the variable that they
 * are put into.
 */
#include "reference/harmless.h"

#define HONEST(function) VARIANT(function)
#include "generated/honest_names.h"

#include "../../submissions/samples/plain/attention.c"

#define TEXT(tokens) #tokens
#define TEXT_OF(macro) TEXT(macro)

/* In the order of the operation table. */
const struct implementation IMPLEMENTATION = {
	.name = TEXT_OF(IMPLEMENTATION),
	.symbols =
		{
#define OPERATION(name, ...) (attn_symbol) name,
#define OPERATION_BY(call, name, ...) (attn_symbol) name,
#include "contract/operations.def"
#undef OPERATION
#undef OPERATION_BY
		},
};
