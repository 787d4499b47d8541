#include "exercise/echo.h"

#include <assert.h>
#include <string.h>

#include "core/list.h"

static size_t find(const struct frame *frame, const char *name)
{
	const size_t index = operation_parameter(frame->operation, name, strlen(name));
	assert(index < frame->operation->n_parameters);
	return index;
}

static struct shape shape_of(const struct frame *frame, size_t index)
{
	struct shape shape = {0};
	/* the case's own sizes, or smaller ones: they fit */
	const bool known = frame_shape(frame, index, &shape);
	assert(known);
	(void)known;
	return shape;
}

size_t echo_size(const struct frame *frame, const char *name)
{
	return frame->arguments[find(frame, name)].size;
}

ptrdiff_t echo_offset(const struct frame *frame)
{
	const size_t index = operation_parameter(frame->operation, "offset", strlen("offset"));
	return index < frame->operation->n_parameters ? frame->arguments[index].offset : 0;
}

const float *echo_floats(const struct frame *frame, const char *name)
{
	return frame->arguments[find(frame, name)].buffer;
}

uint64_t echo_whole(const struct frame *frame, const char *name, size_t element)
{
	return ((const uint64_t *)frame->arguments[find(frame, name)].buffer)[element];
}

static struct echo *append(struct echoes *echoes, const struct echo *echo)
{
	echoes->list = list_extend(echoes->arena, echoes->list, echoes->count, sizeof(*echoes->list));
	echoes->list[echoes->count] = *echo;
	return &echoes->list[echoes->count++];
}

struct echo *echo_repeat(struct echoes *echoes, enum relation relation)
{
	struct echo echo = {.frame = *echoes->frame, .relation = relation};
	memcpy(echo.absent, echoes->absent, sizeof(echo.absent));
	return append(echoes, &echo);
}

struct echo *echo_add(struct echoes *echoes, enum operation_id operation, enum relation relation)
{
	struct echo echo = {.frame = {.operation = &operations[operation]}, .relation = relation};
	for (size_t i = 0; i < operations[operation].n_parameters; i++)
		echo.absent[i] = operations[operation].parameters[i].kind == PARAMETER_MAYBE;
	return append(echoes, &echo);
}

void echo_set(struct echo *echo, const char *name, int64_t value)
{
	const size_t index = find(&echo->frame, name);
	union argument *argument = &echo->frame.arguments[index];
	switch (echo->frame.operation->parameters[index].kind) {
	case PARAMETER_OFFSET:
		argument->offset = (ptrdiff_t)value;
		break;
	case PARAMETER_CHOICE:
		argument->choice = (int32_t)value;
		break;
	default:
		argument->size = (size_t)value;
	}
}

void *echo_make(struct echoes *echoes, struct echo *echo, const char *name)
{
	const size_t index = find(&echo->frame, name);
	const struct shape shape = shape_of(&echo->frame, index);
	void *buffer = arena_array(echoes->arena, shape.count,
				   element_bytes(echo->frame.operation->parameters[index].element));
	echo->frame.arguments[index].buffer = buffer;
	return buffer;
}

void *echo_own(struct echoes *echoes, struct echo *echo, const char *name)
{
	const size_t index = find(&echo->frame, name);
	const void *shared = echoes->frame->arguments[index].buffer;
	if (echo->frame.arguments[index].buffer != shared)
		return echo->frame.arguments[index].buffer;
	const struct shape shape = shape_of(&echo->frame, index);
	void *own = echo_make(echoes, echo, name);
	if (shape.count > 0)
		memcpy(own, shared, shape.count * element_bytes(echo->frame.operation->parameters[index].element));
	return own;
}

void echo_copy(struct echoes *echoes, struct echo *echo, const char *name, size_t to, const char *from, size_t first,
	       size_t count)
{
	float *into = echo->frame.arguments[find(&echo->frame, name)].buffer;
	if (count > 0)
		memcpy(into + to, echo_floats(echoes->frame, from) + first, count * sizeof(*into));
}

/* Does the link go on where the one before ends? */
static bool extends(const struct echo *echo, const struct link *link)
{
	const struct link *last = echo->n_links == 0 ? NULL : &echo->links[echo->n_links - 1];
	return last != NULL && last->stride == 1 && link->stride == 1 && last->parameter == link->parameter &&
	       last->echo_parameter == link->echo_parameter && last->element + last->count == link->element &&
	       last->echo_element + last->count == link->echo_element;
}

static void add_link(struct echoes *echoes, struct echo *echo, const struct link *link)
{
	if (link->count == 0 || echoes->absent[link->parameter] || echo->absent[link->echo_parameter])
		return;
	if (extends(echo, link)) {
		echo->links[echo->n_links - 1].count += link->count;
		return;
	}
	echo->links = list_extend(echoes->arena, echo->links, echo->n_links, sizeof(*echo->links));
	echo->links[echo->n_links++] = *link;
}

void echo_link(struct echoes *echoes, struct echo *echo, const char *name, size_t element, const char *other,
	       size_t echo_element, size_t count)
{
	const struct link link = {
		find(echoes->frame, name), element, find(&echo->frame, other), echo_element, count, 1};
	add_link(echoes, echo, &link);
}

void echo_link_column(struct echoes *echoes, struct echo *echo, const char *name, size_t from, size_t to)
{
	const size_t index = find(echoes->frame, name);
	const struct shape shape = shape_of(echoes->frame, index);
	const struct link link = {index, from, index, to, shape.extents[0], shape.extents[1]};
	add_link(echoes, echo, &link);
}
