/*
 * What lint says of a call that an exercise makes beside its cases, for size or for speed: is it small enough to be
 * tried, has honest code time for it, does the contract let it be computed, and is honest code right in it?
 */
#ifndef GRADING_AUDIT_CALL_H
#define GRADING_AUDIT_CALL_H

#include "core/diagnostic.h"
#include "exercise/exercise.h"
#include "sandbox/sandbox.h"

struct audit_call {
	const struct exercise *exercise;
	const char *name; /* "the large call" */
	struct place place;
	struct batch_case given;
	unsigned audited, graded; /* how often it is computed, about, to be audited, and at least for each submission */
	struct diagnostics *diagnostics;
};

/* How far off an answer may be, in gauges. */
double audit_call_tolerance(const struct audit_call *call);

/* CPU time of this thread in ms, since some moment. */
double audit_call_now_ms(void);

/* Can it be afforded? If not, says so, and whether honest code has time for it by what it costs. */
bool audit_call_bound(const struct audit_call *call);

/* Has plain code that takes so long time for it? */
void audit_call_time(const struct audit_call *call, double plain_ms);

/* Was it computed? Says so if it was answered with another status than 0. */
bool audit_call_computed(const struct audit_call *call, int status);

/* `whose` code, "plain float", is wrong in it. */
void audit_call_wrong(const struct audit_call *call, const char *whose);

#endif
