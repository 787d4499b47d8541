/*
 * What a call would have come to if the code had answered so: misconceptions and other known answers are judged
 * by the same judges as submissions, without a sandbox.
 */
#ifndef GRADING_SIMULATED_H
#define GRADING_SIMULATED_H

#include "contract/operation.h"
#include "core/arena.h"
#include "reference.h"
#include "sandbox/sandbox.h"

/*
 * The outcome of code that returns 0 and leaves its outputs as they are: full of junk. INOUT buffers are copies of
 * what is given. The outputs of all that follow may be written over.
 */
struct call_outcome simulated_nothing(const struct batch_case *given, struct arena *arena);

/* The outcome of calling code that is trusted: the inputs are ours, no sandbox is between. */
struct call_outcome simulated_call(const struct batch_case *given, attn_symbol symbol, struct arena *arena);

/*
 * The outcome of code that returns the answer's status and writes its numbers, rounded to the elements' types. After
 * an error it leaves its outputs as they were. The outcome lives in the arena.
 */
struct call_outcome simulated_outcome(const struct batch_case *given, const struct answer *answer, struct arena *arena);

#endif
