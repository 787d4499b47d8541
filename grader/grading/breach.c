#include "grading/breach.h"

#include <math.h>
#include <string.h>

#include "grading/compare.h"

/* ---- sums ----------------------------------------------------------------------------------------- */

/*
 * What adding up n weights, and dividing by a sum of n, costs in binary32, as a multiple of the tolerance: the terms
 * of the gauge of a weight (gauge.h) that do not cancel in the sum of all.
 */
static double sum_gauge(size_t n)
{
	return 0x1p-24 * (4 + 2 * sqrt((double)n));
}

static double add_up(const double *values, size_t n)
{
	double sum = 0;
	for (size_t i = 0; i < n; i++)
		sum += values[i];
	return sum;
}

/* What was never written says nothing. */
static bool is_written(const struct spoken *spoken, size_t parameter, size_t element)
{
	const struct call_outcome *outcome = spoken->outcome;
	const enum element type = spoken->frame->operation->parameters[parameter].element;
	return outcome->junk[parameter] == NULL ||
	       !element_same(type, outcome->outputs[parameter], outcome->junk[parameter], element);
}

struct breach breach_of_sums(const struct spoken *spoken, double tolerance)
{
	const struct operation *operation = spoken->frame->operation;
	const size_t parameter = operation_parameter(operation, "weights", strlen("weights"));
	const float *weights = spoken->outcome->outputs[parameter];
	struct breach worst = {.kind = BREACH_NONE};
	struct shape shape;
	if (spoken->answer->status != 0 || spoken->outcome->returned != 0 || weights == NULL ||
	    !frame_shape(spoken->frame, parameter, &shape))
		return worst;
	const size_t columns = shape.extents[shape.n_extents - 1];
	for (size_t first = 0; columns > 0 && first < shape.count; first += columns) {
		const double right = add_up(&spoken->answer->outputs[parameter].real[first], columns);
		double sum = 0;
		bool written = true;
		for (size_t j = 0; j < columns; j++) {
			sum += weights[first + j];
			written &= is_written(spoken, parameter, first + j);
		}
		/* NaN is another story than a sum, and told as one */
		const double ratio = fabs(sum - right) / (tolerance * sum_gauge(columns));
		if (written && isfinite(right) && isfinite(sum) && ratio > 1 && ratio > worst.ratio)
			worst = (struct breach){BREACH_SUM, parameter, first, sum, right, ratio};
	}
	return worst;
}

/* ---- echoes --------------------------------------------------------------------------------------- */

/* One element of a link. */
struct pair {
	enum element here_type, there_type;
	const void *here, *there;
	size_t here_at, there_at;
	const struct answer_output *here_right, *there_right;
};

static double value_here(const struct pair *pair)
{
	return element_value(pair->here_type, pair->here, pair->here_at);
}

static double value_there(const struct pair *pair)
{
	return element_value(pair->there_type, pair->there, pair->there_at);
}

/* Two real numbers that differ by what the reference says, as near as rounding allows. 0: they do. */
static double ratio_of_reals(const struct pair *pair, double tolerance)
{
	const double here = value_here(pair), there = value_there(pair);
	const double right_here = pair->here_right->real[pair->here_at];
	const double right_there = pair->there_right->real[pair->there_at];
	const double gauge = pair->here_right->gauge[pair->here_at] + pair->there_right->gauge[pair->there_at];
	if (isnan(here) || isnan(there))
		return isnan(here) && isnan(there) ? 0 : INFINITY;
	if (isinf(here) || isinf(there))
		return here == there ? 0 : INFINITY;
	/* where the right answers are no numbers, they cannot say by how much these differ */
	const double apart = isfinite(right_there - right_here) ? right_there - right_here : 0;
	const double error = fabs((there - here) - apart), allowed = isfinite(gauge) ? tolerance * gauge : 0;
	return error <= allowed ? 0 : error / allowed;
}

static bool is_seen(enum element type, const void *buffer, size_t at)
{
	return type == ELEMENT_F32 ? ((const float *)buffer)[at] == 0 : ((const uint8_t *)buffer)[at] == 1;
}

/* 0: the two are the same, as far as the relation goes. */
static double ratio_of(const struct pair *pair, enum relation relation, double tolerance)
{
	if (relation == RELATION_SEEN)
		return is_seen(pair->here_type, pair->here, pair->here_at) ==
				       is_seen(pair->there_type, pair->there, pair->there_at)
			       ? 0
			       : INFINITY;
	if (relation == RELATION_TOLERANCE && pair->here_right->real != NULL && pair->there_right->real != NULL)
		return ratio_of_reals(pair, tolerance);
	const size_t bytes = element_bytes(pair->here_type);
	/* a NaN may have any bits, as long as it is one */
	const bool both_nan = isnan(value_here(pair)) && isnan(value_there(pair));
	return both_nan || memcmp((const char *)pair->here + pair->here_at * bytes,
				  (const char *)pair->there + pair->there_at * bytes, bytes) == 0
		       ? 0
		       : INFINITY;
}

/* The worst element of a link, on one side: both outcomes in the first layout, or both in the second. */
static void look(struct breach *worst, const struct spoken *spoken, const struct spoken *echoed,
		 const struct link *link, enum relation relation, double tolerance, bool again)
{
	struct pair pair = {
		.here_type = spoken->frame->operation->parameters[link->parameter].element,
		.there_type = echoed->frame->operation->parameters[link->echo_parameter].element,
		.here = (again ? spoken->outcome->outputs_again : spoken->outcome->outputs)[link->parameter],
		.there = (again ? echoed->outcome->outputs_again : echoed->outcome->outputs)[link->echo_parameter],
		.here_right = &spoken->answer->outputs[link->parameter],
		.there_right = &echoed->answer->outputs[link->echo_parameter],
	};
	for (size_t i = 0; pair.here != NULL && pair.there != NULL && i < link->count; i++) {
		pair.here_at = link->element + i * link->stride;
		pair.there_at = link->echo_element + i * link->stride;
		if (!is_written(spoken, link->parameter, pair.here_at))
			continue;
		if (!is_written(echoed, link->echo_parameter, pair.there_at)) {
			if (worst->kind == BREACH_NONE)
				*worst = (struct breach){.kind = BREACH_UNWRITTEN,
							 .parameter = link->parameter,
							 .element = pair.here_at};
			continue;
		}
		const double ratio = ratio_of(&pair, relation, tolerance);
		if (ratio > worst->ratio)
			*worst = (struct breach){BREACH_ECHO,	    link->parameter,	pair.here_at,
						 value_here(&pair), value_there(&pair), ratio};
	}
}

struct breach breach_of_echo(const struct spoken *spoken, const struct echo *echo, const struct spoken *echoed,
			     double tolerance)
{
	struct breach worst = {.kind = BREACH_NONE};
	if (echoed->outcome->verdict == VERDICT_MISSING)
		return (struct breach){.kind = BREACH_UNASKED};
	/* what the case itself returned is judged by itself */
	if (spoken->answer->status != 0 || spoken->outcome->returned != 0)
		return worst;
	if (echoed->outcome->returned != echoed->answer->status)
		return (struct breach){.kind = BREACH_STATUS};
	if (echoed->answer->status != 0)
		return worst;
	for (size_t i = 0; i < echo->n_links; i++) {
		look(&worst, spoken, echoed, &echo->links[i], echo->relation, tolerance, false);
		look(&worst, spoken, echoed, &echo->links[i], echo->relation, tolerance, true);
	}
	return worst;
}
