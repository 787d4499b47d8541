/* What the speed of a submission is measured against: the fast functions of the reference, for the sandbox. */
#ifndef GRADING_BAR_H
#define GRADING_BAR_H

#include "sandbox/sandbox.h"

/* Takes it like a submission, out of the grader itself. False, with why, on a harness fault. */
bool bar_open(struct submission *bar, struct text *why);

#endif
