/*
 * What a call would have come to if the code had answered so: misconceptions and other known answers are judged
 * by the same judges as submissions, without a sandbox.
 */
#ifndef GRADING_SIMULATED_H
#define GRADING_SIMULATED_H

#include "core/arena.h"
#include "reference.h"
#include "sandbox/sandbox.h"

/*
 * The outcome of code that returns the answer's status and writes its numbers, rounded to the elements' types. After
 * an error it leaves its outputs as they were. The outcome lives in the arena.
 */
struct call_outcome simulated_outcome(const struct batch_case *given, const struct answer *answer, struct arena *arena);

#endif
