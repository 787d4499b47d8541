/*
 * What is wrong with what the cases ask: numbers and statuses that the author has otherwise than the reference, answers
 * that float cannot hold, that any float will do for, or that the contract leaves open.
 */
#include "grading/audit.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contract/status.h"
#include "core/text.h"

/* An element of an output, of a repetition. */
struct spot {
	const struct group *group;
	const struct exam_case *asked;
	const struct frame *frame;
	size_t parameter, element;
	bool is_drawn; /* the numbers of the case are */
};

/* "[2][1] of `out`", and of which repetition if there are several */
static void add_spot(struct text *text, const struct spot *spot)
{
	const struct parameter *parameter = &spot->frame->operation->parameters[spot->parameter];
	audit_add_index(text, spot->frame, spot->parameter, spot->element);
	const bool indexed = text->length > 0 && text->data[text->length - 1] == ']';
	text_add_format(text, "%s`%s`", indexed ? " of " : "", parameter->name);
	if (spot->group->repeat > 1)
		text_add_format(text, " (repetition %u)", spot->asked->repetition);
}

void audit_add_index(struct text *text, const struct frame *frame, size_t parameter, size_t element)
{
	struct shape shape;
	if (!frame_shape(frame, parameter, &shape))
		return;
	size_t inside = shape.count;
	for (size_t e = 0; e < shape.n_extents && shape.extents[e] > 0 && inside > 0; e++) {
		inside /= shape.extents[e];
		text_add_format(text, "[%zu]", element / (inside > 0 ? inside : 1) % shape.extents[e]);
	}
}

/* ---- numbers that the author wrote ---------------------------------------------------------------- */

/* Half a unit of the last digit, and a hair for the decimal number that binary cannot hold. */
static double allowance(int digits)
{
	return 0.5 * pow(10, -digits) * (1 + 1e-9);
}

static bool agrees(double reference, double written, int digits)
{
	if (isnan(written) || isnan(reference))
		return isnan(written) && isnan(reference);
	if (isinf(written) || isinf(reference))
		return written == reference;
	double spacing = 4 * DBL_EPSILON * fabs(reference);
	return fabs(reference - written) <= allowance(digits) + spacing;
}

static bool is_as_written(const struct answer_output *output, const struct expectation *expectation, size_t i,
			  int digits)
{
	if (output->real != NULL)
		return agrees(output->real[i], expectation->values[i], digits);
	return (double)output->integer[i] == expectation->values[i] ||
	       (double)(int64_t)output->integer[i] == expectation->values[i];
}

/* How many decimals a number is written with, if it is right to those; else -1. */
static int right_decimals(const char *written, double reference)
{
	const char *point = written == NULL ? NULL : strchr(written, '.');
	const size_t decimals = point == NULL ? 0 : strspn(point + 1, "0123456789");
	if (decimals == 0 || decimals > DBL_DIG || point[1 + decimals] != '\0')
		return -1;
	return agrees(reference, strtod(written, NULL), (int)decimals) ? (int)decimals : -1;
}

/* As many decimals as make sense of the reference's number. */
static void add_reference(struct text *text, const struct answer_output *output, const struct expectation *expectation,
			  size_t i, int digits)
{
	const double written = expectation->values[i];
	if (output->real == NULL) {
		text_add_format(text, "the reference says %" PRIu64, output->integer[i]);
		return;
	}
	text_add_format(text, "the reference says %.*f (to %d digit%s)", digits + 2, output->real[i], digits,
			text_plural(digits));
	if (fabs(output->real[i] - written) <= FLT_EPSILON * fabs(output->real[i]))
		text_add(text, "; a float has no more digits than the two have in common: lower `digits`");
	else if (expectation->written != NULL && right_decimals(expectation->written[i], output->real[i]) > 0)
		text_add_format(text, "; what is written is right to `digits: %d`",
				right_decimals(expectation->written[i], output->real[i]));
}

/* Author and reference must agree on every element; the first that do not are named, each at its own place. */
static void audit_expectation(const struct spot *spot, const struct expectation *expectation,
			      struct diagnostics *diagnostics)
{
	enum { TOLD_MAX = 5 };
	const struct answer_output *output = &spot->asked->answer.outputs[expectation->parameter];
	const char *name = spot->frame->operation->parameters[expectation->parameter].name;
	const int digits = spot->group->digits < 0 ? 6 : spot->group->digits;
	size_t wrong = 0;
	if (output->count != expectation->count) {
		diagnostics_add(diagnostics, SEVERITY_ERROR, expectation->place,
				"`%s` has %zu element%s under `expect`, the answer has %zu (repetition %u)", name,
				expectation->count, text_plural((double)expectation->count), output->count,
				spot->asked->repetition);
		return;
	}
	for (size_t i = 0; i < output->count; i++) {
		TEXT_SCOPED struct text text = {0};
		struct spot at = *spot;
		at.parameter = expectation->parameter;
		at.element = i;
		if (is_as_written(output, expectation, i, digits) || wrong++ >= TOLD_MAX)
			continue;
		text_add_format(&text, "`expect` says %s for ",
				expectation->written == NULL ? "" : expectation->written[i]);
		add_spot(&text, &at);
		text_add(&text, ", ");
		add_reference(&text, output, expectation, i, digits);
		if (spot->is_drawn)
			text_add(&text,
				 "; numbers of this case are drawn, and `expect` is for those that are written out");
		diagnostics_add(diagnostics, SEVERITY_ERROR,
				expectation->places == NULL ? expectation->place : expectation->places[i], "%s",
				text_string(&text));
	}
	if (wrong > TOLD_MAX)
		diagnostics_add(diagnostics, SEVERITY_ERROR, expectation->place,
				"%zu more number%s of `%s` under `expect` %s not what the reference says",
				wrong - TOLD_MAX, text_plural((double)(wrong - TOLD_MAX)), name,
				wrong - TOLD_MAX == 1 ? "is" : "are");
}

/* ---- statuses ------------------------------------------------------------------------------------- */

/* The cases of a group, without echoes. */
struct sitting_group {
	const struct exam_exercise *entry;
	const struct group *group;
	size_t first, end; /* of the entry's cases */
};

static bool is_own(const struct sitting_group *cases, size_t index)
{
	return cases->entry->cases[index].echo == NULL;
}

/* Repetitions of a group of which something is so, out of how many. */
struct share {
	size_t all, count;
	struct text numbers;
};

static void count_share(struct share *share, const struct exam_case *asked, bool is_so)
{
	enum { TOLD_MAX = 8 };
	share->all++;
	share->count += is_so;
	if (is_so && share->count <= TOLD_MAX)
		text_add_format(&share->numbers, "%s%u", share->count > 1 ? ", " : "", asked->repetition);
	else if (is_so && share->count == TOLD_MAX + 1)
		text_add(&share->numbers, ", ...");
}

/* In how many of its repetitions, and in which, as long as it is not in all. */
static void add_share(struct text *text, const struct share *share)
{
	if (share->count < share->all)
		text_add_format(text, " in %zu of %zu repetitions (%s)", share->count, share->all,
				text_string(&share->numbers));
}

static void release_share(struct share *share)
{
	text_release(&share->numbers);
}

#define SHARE_SCOPED __attribute__((cleanup(release_share)))

static void audit_status(const struct sitting_group *cases, struct diagnostics *diagnostics)
{
	const struct group *group = cases->group;
	const int wanted = group->expects_status ? group->status : 0;
	SHARE_SCOPED struct share others = {0};
	int other = 0;
	for (size_t i = cases->first; i < cases->end; i++) {
		const struct exam_case *asked = &cases->entry->cases[i];
		if (!is_own(cases, i))
			continue;
		other = others.count == 0 ? asked->answer.status : other;
		count_share(&others, asked, asked->answer.status != wanted);
	}
	if (others.count == 0)
		return;
	TEXT_SCOPED struct text share = {0};
	add_share(&share, &others);
	if (group->expects_status)
		diagnostics_add(diagnostics, SEVERITY_ERROR, group->place,
				"case \"%s\" says that %s is returned, the reference returns %s%s", group->name,
				status_name(group->status), status_name(other), text_string(&share));
	else if (others.count == others.all)
		diagnostics_add(diagnostics, SEVERITY_WARNING, group->place,
				"case \"%s\" makes the function return %s; say so with `returns: %s` if that is meant",
				group->name, status_name(other), status_name(other));
	else
		diagnostics_add(diagnostics, SEVERITY_WARNING, group->place,
				"case \"%s\" makes the function return %s%s: draw what never does, and make another "
				"case, with `returns: %s`, of what always does",
				group->name, status_name(other), text_string(&share), status_name(other));
}

/* ---- numbers that are no fair question ------------------------------------------------------------ */

/* A right answer that binary32 cannot hold. */
static bool overflows(double real, double gauge, double tolerance)
{
	(void)tolerance;
	return isfinite(real) && (fabs(real) > FLT_MAX || !isfinite(gauge));
}

/* No float, or none that is at all likely, is farther off than is allowed. */
static bool is_anything(double real, double gauge, double tolerance)
{
	static const double absurd = 1e30;
	const double allowed = tolerance * gauge;
	return isfinite(real) && (allowed >= FLT_MAX || (allowed > absurd && allowed > fabs(real)));
}

static const struct {
	bool (*is_so)(double real, double gauge, double tolerance);
	const char *what, *advice;
} unfair[] = {
	{overflows, "a number overflows in float", "no honest float code can pass; take less extreme numbers"},
	{is_anything, "any number passes", "rounding alone may cost as much; take less extreme numbers"},
};

/* The first such element of the group is named. */
static bool audit_numbers(const struct sitting_group *cases, size_t how, struct diagnostics *diagnostics)
{
	const struct operation *operation = cases->entry->exercise->operation;
	for (size_t i = cases->first; i < cases->end; i++) {
		const struct exam_case *asked = &cases->entry->cases[i];
		for (size_t p = 0; p < operation->n_parameters && is_own(cases, i); p++) {
			const struct answer_output *output = &asked->answer.outputs[p];
			for (size_t e = 0; output->real != NULL && e < output->count; e++) {
				if (!unfair[how].is_so(output->real[e], output->gauge[e], cases->entry->tolerance))
					continue;
				TEXT_SCOPED struct text text = {0};
				const struct frame *frame = &cases->entry->batch_cases[i].frame;
				add_spot(&text, &(struct spot){cases->group, asked, frame, p, e, false});
				diagnostics_add(diagnostics, SEVERITY_ERROR, cases->group->place,
						"%s in case \"%s\", at %s: %s", unfair[how].what, cases->group->name,
						text_string(&text), unfair[how].advice);
				return true;
			}
		}
	}
	return false;
}

static bool audit_open(const struct sitting_group *cases, struct diagnostics *diagnostics)
{
	SHARE_SCOPED struct share open = {0};
	for (size_t i = cases->first; i < cases->end; i++) {
		const struct batch_case *given = &cases->entry->batch_cases[i];
		const struct exam_case *asked = &cases->entry->cases[i];
		if (is_own(cases, i))
			count_share(&open, asked, reference_is_open(&given->frame, given->absent, &asked->answer));
	}
	if (open.count == 0)
		return false;
	TEXT_SCOPED struct text share = {0};
	add_share(&share, &open);
	diagnostics_add(
		diagnostics, SEVERITY_ERROR, cases->group->place,
		"case \"%s\" asks%s what the contract leaves open (attention.h: \"left open, and never asked\"), "
		"so that honest code may fail it: a NaN or infinite value behind a weight of 0, the log-sum-exp "
		"of +inf, sums of infinities, or two errors at once; change its numbers",
		cases->group->name, text_string(&share));
	return true;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

/* Of the numbers under `expect`, those of the first repetition: they are the same in all, or one differs. */
static void audit_expectations(const struct sitting_group *cases, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = cases->entry->exercise;
	const bool is_drawn = cases->group->n_expectations > 0 &&
			      !audit_is_fixed(exercise, (size_t)(cases->group - exercise->groups));
	for (size_t i = cases->first; i < cases->end; i++) {
		const struct exam_case *asked = &cases->entry->cases[i];
		const size_t errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
		const struct spot spot = {cases->group, asked, &cases->entry->batch_cases[i].frame, 0, 0, is_drawn};
		if (!is_own(cases, i) || asked->answer.status != 0)
			continue;
		for (size_t e = 0; e < cases->group->n_expectations; e++)
			audit_expectation(&spot, &cases->group->expectations[e], diagnostics);
		if (diagnostics_count(diagnostics, SEVERITY_ERROR) > errors)
			return;
	}
}

void audit_answers(const struct exam_exercise *entry, struct diagnostics *diagnostics, bool *is_unfair)
{
	for (size_t first = 0, end; first < entry->n_cases; first = end) {
		const size_t g = entry->cases[first].group;
		for (end = first; end < entry->n_cases && entry->cases[end].group == g;)
			end++;
		const struct sitting_group cases = {entry, &entry->exercise->groups[g], first, end};
		audit_status(&cases, diagnostics);
		for (size_t how = 0; how < sizeof(unfair) / sizeof(unfair[0]) && !is_unfair[g]; how++)
			is_unfair[g] = audit_numbers(&cases, how, diagnostics);
		is_unfair[g] = is_unfair[g] || audit_open(&cases, diagnostics);
		audit_expectations(&cases, diagnostics);
	}
}
