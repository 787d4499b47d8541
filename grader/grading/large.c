#include "grading/large.h"

#include "core/stopwatch.h"
#include "grading/feedback.h"
#include "grading/sampled.h"

/* The call, laid out. NULL on a harness fault. */
static struct batch *lay_out(const struct exam *exam, const struct exam_exercise *entry, struct arena *arena,
			     struct batch_case *given, struct text *why)
{
	STOPWATCH(PHASE_PREPARE);
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	if (exercise_large_call(entry->exercise, &exam->secret, arena, diagnostics, &given->frame, given->absent))
		return batch_create(given, 1, why);
	text_add_format(why, "the large call of %s cannot be made", entry->exercise->id);
	return NULL;
}

static const char *describe(const struct judged *judged, unsigned memory_mib, struct arena *arena)
{
	return judged->verdict == VERDICT_WRONG && judged->comparison.difference == DIFFERENCE_STATUS
		       ? sampled_status(judged->outcome->returned, memory_mib, arena)
		       : feedback_message(judged, false, arena);
}

static struct large_outcome judge(const struct exam_exercise *entry, const struct batch_case *given,
				  const struct call_outcome *outcome, struct arena *arena)
{
	struct judged judged = {.given = given, .outcome = outcome, .verdict = outcome->verdict};
	STOPWATCH(PHASE_COMPARE);
	if (outcome->verdict == VERDICT_PASSED) {
		judged.comparison = sampled_compare(given, entry->tolerance, outcome, arena);
		judged.verdict = judged.comparison.verdict;
	}
	return (struct large_outcome){
		.verdict = judged.verdict,
		.message = describe(&judged, entry->limits.memory_mib, arena),
		.place = sampled_place(&given->frame, &judged.comparison, arena),
		.ratio = judged.verdict == VERDICT_WRONG ? feedback_ratio(&judged) : 0,
		.cpu_ms = outcome->cpu_ms,
	};
}

bool large_take(const struct exam *exam, const struct exam_exercise *entry, struct sandbox *sandbox,
		const struct submission *submission, struct arena *arena, struct text *printed,
		struct large_outcome *large, struct text *why)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct batch_case given = {0};
	struct call_outcome outcome;
	struct batch *batch = lay_out(exam, entry, scratch, &given, why);
	if (batch == NULL)
		return false;
	struct bout *bout = bout_create(sandbox, submission, batch, &entry->limits, 1, -1);
	const bool whole = bout_call(bout, batch, scratch, &outcome, why);
	if (whole)
		*large = judge(entry, &given, &outcome, arena);
	bout_destroy(bout, printed);
	batch_destroy(batch);
	return whole;
}
