/*
 * A sample submission as a part of the grader. Before including this, a file defines
 *
 *   HONEST(function)   what its functions are called here
 *   SYMBOLS            the variable that holds them, by operation
 *   SAMPLE             the source of the submission, and whatever that source lets one replace
 *
 * The names that are replaced come from the operation table: the build makes a #define of each row. With
 * HONEST_SUBMISSION such a file is a submission like any other.
 */
#ifdef HONEST_SUBMISSION
#include SAMPLE
#else

#include "contract/operation.h"
#include "generated/honest_names.h"

#include SAMPLE

extern const attn_symbol SYMBOLS[OPERATION_COUNT];

const attn_symbol SYMBOLS[OPERATION_COUNT] = {
#define OPERATION(name, ...) (attn_symbol) name,
#define OPERATION_BY(call, name, ...) (attn_symbol) name,
#include "contract/operations.def"
#undef OPERATION
#undef OPERATION_BY
};

#endif
