#include "mistaken.h"

#include <assert.h>
#include <string.h>

int answer_with(const struct question *question, const struct ideas *changes)
{
	const struct ideas *rest = question->ideas->rest;
	struct ideas ideas = ideas_over(rest != NULL ? rest : &ideas_right, changes);
	struct question changed = *question;
	changed.ideas = &ideas;
	answer_compute(&changed);
	return changed.answer->status;
}

int answer_rightly(const struct question *question)
{
	return answer_with(question, REPLACES(.peeks = false));
}

int answer_unknown(const struct question *question, const char *output)
{
	int status = answer_rightly(question);
	struct answer_output *unknown = output_of(question, output);
	for (size_t i = 0; i < unknown->count && unknown->gauge != NULL; i++)
		unknown->gauge[i] = GAUGE_UNKNOWN;
	return status;
}

int answer_frame(const struct question *question, const struct frame *frame)
{
	struct question changed = *question;
	changed.frame = frame;
	return answer_rightly(&changed);
}

int answer_argument(const struct question *question, const char *name, union argument value)
{
	struct frame frame = *question->frame;
	*argument_of(&frame, name) = value;
	return answer_frame(question, &frame);
}

bool has_argument(const struct frame *frame, const char *name)
{
	return operation_parameter(frame->operation, name, strlen(name)) < frame->operation->n_parameters;
}

union argument *argument_of(struct frame *frame, const char *name)
{
	assert(has_argument(frame, name));
	return &frame->arguments[operation_parameter(frame->operation, name, strlen(name))];
}

struct answer_output *output_of(const struct question *question, const char *name)
{
	assert(has_argument(question->frame, name));
	return &question->answer->outputs[operation_parameter(question->frame->operation, name, strlen(name))];
}
