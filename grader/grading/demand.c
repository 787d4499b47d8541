#include "grading/demand.h"

#include <math.h>
#include <string.h>

#include "grading/picture.h"
#include "misconceptions.h"

static bool is_real(const struct frame *frame, size_t parameter)
{
	return frame->operation->parameters[parameter].element == ELEMENT_F32;
}

/* A mask is made of zeros and -inf: there -inf is a number like any other. */
static bool is_number(float value, bool mask)
{
	return isfinite(value) || (mask && value == -INFINITY);
}

static bool is_read(const struct parameter *parameter)
{
	return parameter->kind == PARAMETER_IN || parameter->kind == PARAMETER_INOUT;
}

static bool holds_numbers(const struct frame *frame, size_t parameter)
{
	const struct parameter *row = &frame->operation->parameters[parameter];
	const float *values = frame->arguments[parameter].buffer;
	struct shape shape;
	if (!is_read(row) || !is_real(frame, parameter) || !frame_shape(frame, parameter, &shape))
		return true;
	for (size_t i = 0; i < shape.count; i++)
		if (!is_number(values[i], strcmp(row->name, "mask") == 0))
			return false;
	return true;
}

static bool is_made_of_numbers(const struct frame *frame)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (!holds_numbers(frame, p))
			return false;
	return true;
}

static bool is_in_empty_row(const struct frame *frame, size_t parameter, size_t element)
{
	const struct grid grid = picture_grid(frame, parameter);
	const size_t columns = picture_is_vector(frame, parameter) || grid.columns == 0 ? 1 : grid.columns;
	return reference_row_empty(frame, parameter, element / columns);
}

/* A comparison in which some elements do not count. */
struct reading {
	const struct judged *judged;
	const struct answer *answer;
	double tolerance;
	enum demand demand;
	bool numbers; /* is it made of numbers? Of no account if all is demanded, or all but ruled rows. */
};

static struct reading read_judged(const struct judged *judged, const struct answer *answer, double tolerance,
				  enum demand demand)
{
	const bool asks = demand == DEMAND_NUMBERS || demand == DEMAND_ORDINARY;
	return (struct reading){judged, answer, tolerance, demand, asks && is_made_of_numbers(&judged->given->frame)};
}

static bool is_right(const struct reading *reading, size_t parameter, size_t element)
{
	const struct judged *judged = reading->judged;
	return compare_element(&judged->given->frame, judged->answer, reading->tolerance, judged->outcome->outputs,
			       parameter, element);
}

/* There is no telling what code with the misconception answers here. */
static bool is_unknown(const struct answer *answer, size_t parameter, size_t element)
{
	const double *gauge = answer->outputs[parameter].gauge;
	return gauge != NULL && isfinite(gauge[element]) && gauge[element] >= GAUGE_UNKNOWN;
}

static bool is_of_no_account(const struct reading *reading, size_t parameter, size_t element)
{
	const struct frame *frame = &reading->judged->given->frame;
	if (reading->demand == DEMAND_ALL || !is_real(frame, parameter))
		return false;
	switch (reading->demand) {
	case DEMAND_RULED:
		return is_in_empty_row(frame, parameter, element) && is_right(reading, parameter, element);
	case DEMAND_SEEING:
		return is_in_empty_row(frame, parameter, element);
	case DEMAND_NUMBERS:
		return !reading->numbers;
	default:
		return !reading->numbers || is_in_empty_row(frame, parameter, element);
	}
}

static bool exempts(const void *context, size_t parameter, size_t element)
{
	const struct reading *reading = context;
	return is_unknown(reading->answer, parameter, element) || is_of_no_account(reading, parameter, element);
}

struct comparison demand_compare(const struct judged *judged, const struct answer *answer, double tolerance,
				 enum demand demand)
{
	const struct call_outcome *outcome = judged->outcome;
	const struct frame *frame = &judged->given->frame;
	const struct reading reading = read_judged(judged, answer, tolerance, demand);
	const struct comparison_exemption exemption = {exempts, &reading};
	return compare_most(frame, answer, tolerance, outcome->returned, outcome->outputs, outcome->junk, &exemption);
}

uint64_t demand_misfits(const struct judged *judged, const struct answer *answer, double tolerance, enum demand demand)
{
	const struct call_outcome *outcome = judged->outcome;
	const struct frame *frame = &judged->given->frame;
	const struct reading reading = read_judged(judged, answer, tolerance, demand);
	const struct comparison_exemption exemption = {exempts, &reading};
	return compare_misfits(frame, answer, tolerance, outcome->returned, outcome->outputs, outcome->junk,
			       &exemption);
}

bool demand_counts(const struct judged *judged, double tolerance, enum demand demand, size_t parameter, size_t element)
{
	const struct reading reading = read_judged(judged, judged->answer, tolerance, demand);
	return !is_of_no_account(&reading, parameter, element);
}

bool demand_is_told(const struct judged *judged, const struct answer *answer)
{
	for (size_t p = 0; p < judged->given->frame.operation->n_parameters; p++)
		for (size_t i = 0; judged->outcome->outputs[p] != NULL && i < answer->outputs[p].count; i++)
			if (is_unknown(answer, p, i))
				return false;
	return true;
}
