#include "mistaken.h"

#include <assert.h>
#include <string.h>

int answer_with(const struct question *question, const struct ideas *changes)
{
	struct ideas ideas = ideas_with(changes);
	struct question changed = *question;
	changed.ideas = &ideas;
	answer_compute(&changed);
	return changed.answer->status;
}

int answer_rightly(const struct question *question)
{
	return answer_with(question, &ideas_right);
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
	size_t index = operation_parameter(frame.operation, name, strlen(name));
	assert(index < frame.operation->n_parameters);
	frame.arguments[index] = value;
	return answer_frame(question, &frame);
}
