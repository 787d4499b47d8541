#include "grading/sheet.h"

#include <assert.h>
#include <string.h>

#include "grading/picture.h"

enum { STEPS_MAX = 16, FIGURES_MAX = 8 };

struct sheet sheet_blank(const struct frame *frame, const struct answer *answer, struct arena *arena)
{
	return (struct sheet){
		.frame = frame,
		.answer = answer,
		.arena = arena,
		.steps = arena_array(arena, STEPS_MAX, sizeof(struct step_record)),
	};
}

static size_t find(const struct sheet *sheet, const char *name)
{
	return operation_parameter(sheet->frame->operation, name, strlen(name));
}

bool sheet_has(const struct sheet *sheet, const char *name)
{
	return find(sheet, name) < sheet->frame->operation->n_parameters;
}

static size_t need(const struct sheet *sheet, const char *name)
{
	assert(sheet_has(sheet, name));
	return find(sheet, name);
}

const union argument *sheet_argument(const struct sheet *sheet, const char *name)
{
	return &sheet->frame->arguments[need(sheet, name)];
}

size_t sheet_size(const struct sheet *sheet, const char *name)
{
	return sheet_argument(sheet, name)->size;
}

size_t sheet_size_or(const struct sheet *sheet, const char *name, size_t otherwise)
{
	return sheet_has(sheet, name) ? sheet_size(sheet, name) : otherwise;
}

const float *sheet_floats(const struct sheet *sheet, const char *name)
{
	return sheet_argument(sheet, name)->buffer;
}

double *sheet_doubles(const struct sheet *sheet, const char *name, size_t count)
{
	double *values = arena_array(sheet->arena, count, sizeof(double));
	for (size_t i = 0; i < count; i++)
		values[i] = (double)sheet_floats(sheet, name)[i];
	return values;
}

const double *sheet_answer(const struct sheet *sheet, const char *name)
{
	return sheet->answer->outputs[need(sheet, name)].real;
}

void sheet_step(struct sheet *sheet, const char *title, const char *words)
{
	assert(sheet->count < STEPS_MAX);
	sheet->figures = arena_array(sheet->arena, FIGURES_MAX, sizeof(struct figure_record));
	sheet->steps[sheet->count++] = (struct step_record){.title = title, .words = words, .figures = sheet->figures};
}

static struct figure_record *place(struct sheet *sheet, const char *caption, struct matrix_record matrix)
{
	struct step_record *step = &sheet->steps[sheet->count - 1];
	assert(sheet->count > 0 && step->n_figures < FIGURES_MAX);
	struct figure_record *figure = &sheet->figures[step->n_figures++];
	matrix.name = caption;
	*figure = (struct figure_record){.matrix = matrix, .caption = caption};
	return figure;
}

struct figure_record *sheet_place(struct sheet *sheet, const char *caption, size_t rows, size_t columns,
				  const double *values, const unsigned char *hidden)
{
	return place(sheet, caption,
		     (struct matrix_record){.rows = rows, .columns = columns, .values = values, .hidden = hidden});
}

void sheet_place_given(struct sheet *sheet, const char *name)
{
	place(sheet, name, picture_given(sheet->frame, need(sheet, name), sheet->arena));
}

void sheet_place_answer(struct sheet *sheet, const char *name)
{
	place(sheet, name, picture_expected(sheet->frame, sheet->answer, need(sheet, name), sheet->arena));
}
