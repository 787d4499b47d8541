/*
 * Between frames, which hold floats and addresses, and answers, which hold doubles.
 */
#include "question.h"

#include <assert.h>
#include <string.h>

static size_t find(const struct question *question, const char *name)
{
	const struct operation *operation = question->frame->operation;
	size_t index = operation_parameter(operation, name, strlen(name));
	assert(index < operation->n_parameters);
	return index;
}

static struct shape measure(const struct question *question, size_t index)
{
	struct shape shape;
	bool fits = frame_shape(question->frame, index, &shape);
	assert(fits);
	(void)fits;
	return shape;
}

static const union argument *get(const struct question *question, const char *name)
{
	return &question->frame->arguments[find(question, name)];
}

size_t question_size(const struct question *question, const char *name)
{
	return get(question, name)->size;
}

ptrdiff_t question_offset(const struct question *question, const char *name)
{
	return get(question, name)->offset;
}

uint64_t question_number(const struct question *question, const char *name)
{
	return get(question, name)->number;
}

int32_t question_choice(const struct question *question, const char *name)
{
	return get(question, name)->choice;
}

static struct matrix shape_matrix(const struct shape *shape)
{
	size_t columns = shape->n_extents == 0 ? 1 : shape->extents[shape->n_extents - 1];
	size_t rows = 1;
	for (size_t e = 0; e + 1 < shape->n_extents; e++)
		rows *= shape->extents[e];
	return (struct matrix){.rows = rows, .columns = columns, .stride = columns};
}

struct matrix question_matrix(const struct question *question, const char *name)
{
	size_t index = find(question, name);
	assert(parameter_is_read(&question->frame->operation->parameters[index]));
	struct shape shape = measure(question, index);
	struct matrix matrix = shape_matrix(&shape);
	const float *input = question->frame->arguments[index].buffer;
	matrix.values = arena_array(question->scratch, shape.count, sizeof(double));
	for (size_t i = 0; i < shape.count; i++)
		matrix.values[i] = (double)input[i];
	return matrix;
}

const uint64_t *question_integers(const struct question *question, const char *name)
{
	return get(question, name)->buffer;
}

/* The answer's place for an output, or NULL if the output is unwanted. */
static struct answer_output *claim(const struct question *question, const char *name, struct shape *shape)
{
	size_t index = find(question, name);
	assert(parameter_is_written(&question->frame->operation->parameters[index]));
	*shape = measure(question, index);
	if (question->absent != NULL && question->absent[index])
		return NULL;
	struct answer_output *output = &question->answer->outputs[index];
	output->count = shape->count;
	return output;
}

struct matrix question_real(const struct question *question, const char *name)
{
	struct shape shape;
	struct answer_output *output = claim(question, name, &shape);
	struct matrix matrix = shape_matrix(&shape);
	if (output == NULL)
		return matrix;
	matrix.values = output->real = arena_array(question->arena, shape.count, sizeof(double));
	if (question->gauged)
		matrix.errors = output->gauge = arena_array(question->arena, shape.count, sizeof(double));
	return matrix;
}

uint64_t *question_integer(const struct question *question, const char *name)
{
	struct shape shape;
	struct answer_output *output = claim(question, name, &shape);
	assert(output != NULL);
	output->integer = arena_array(question->arena, shape.count, sizeof(uint64_t));
	return output->integer;
}

struct matrix question_scratch(const struct question *question, size_t rows, size_t columns)
{
	struct matrix matrix = {.rows = rows, .columns = columns, .stride = columns};
	matrix.values = arena_array(question->scratch, rows * columns, sizeof(double));
	if (question->gauged)
		matrix.errors = arena_array(question->scratch, rows * columns, sizeof(double));
	return matrix;
}
