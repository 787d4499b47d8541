/*
 * What hints tell of hidden cases that they should not: a name, or a number that stands in one. A name of one word, as
 * "random", says nothing where it stands in a sentence, and neither does a small whole number.
 */
#include "grading/audit.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

/* A text that students read, with a blank before and between all words, and where it stands. */
struct told {
	struct text words;
	struct place place;
};

static void look_for_name(const struct told *told, const struct group *group, struct diagnostics *diagnostics)
{
	if (strchr(group->name, ' ') != NULL && strcasestr(text_string(&told->words), group->name) != NULL)
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, told->place,
			"a hint has the name of the hidden case \"%s\" in it, which students are not told: say it "
			"in other words, or rename the case",
			group->name);
}

/* Does a buffer of the case hold it? */
static bool holds(const struct frame *frame, size_t p, double number)
{
	const struct parameter *parameter = &frame->operation->parameters[p];
	struct shape shape;
	if (!parameter_is_buffer(parameter))
		return parameter->kind != PARAMETER_CHOICE && (double)(int64_t)frame->arguments[p].number == number;
	if (!parameter_is_read(parameter) || parameter->element != ELEMENT_F32 || frame->arguments[p].buffer == NULL ||
	    !frame_shape(frame, p, &shape))
		return false;
	for (size_t i = 0; i < shape.count; i++)
		if (((const float *)frame->arguments[p].buffer)[i] == (float)number)
			return true;
	return false;
}

/* Is no name, number or exponent before it that it may be the end of? */
static bool begins(const char *at)
{
	return isdigit((unsigned char)*at) && !isalnum((unsigned char)at[-1]) && strchr("_.^", at[-1]) == NULL;
}

/* Does a name follow, as in "64-bit"? */
static bool is_part(const char *end)
{
	end += *end == '-';
	return isalnum((unsigned char)*end) || *end == '_';
}

/* The first number of the text that is hardly there by chance and stands in the case; NAN if there is none. */
static double find_number(const struct told *told, const struct frame *frame)
{
	static const double common = 10;
	const char *at = text_string(&told->words) + 1, *end; /* behind the first blank */
	for (; *at != '\0'; at = end) {
		char *behind = NULL;
		const double number = begins(at) ? strtod(at, &behind) : NAN;
		end = behind == NULL ? at + 1 : behind;
		const double signed_number = at[-1] == '-' ? -number : number;
		if (!isfinite(number) || (number <= common && number == floor(number)) || is_part(end))
			continue;
		for (size_t p = 0; p < frame->operation->n_parameters; p++)
			if (holds(frame, p, signed_number))
				return signed_number;
	}
	return NAN;
}

static void look_for_numbers(const struct told *told, const struct exercise *exercise, size_t g,
			     struct diagnostics *diagnostics)
{
	static const struct secret public_stream;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create();
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX];
	if (!audit_is_fixed(exercise, g) ||
	    !exercise_case(exercise, g, 0, &public_stream, arena, known, &frame, absent))
		return;
	const double number = find_number(told, &frame);
	if (!isnan(number))
		diagnostics_add(
			diagnostics, SEVERITY_WARNING, told->place,
			"a hint has the number %.15g in it, which stands in the hidden case \"%s\": name the idea, not "
			"the number, or draw it",
			number, exercise->groups[g].name);
}

static void look(const struct told *told, const struct exercise *exercise, struct diagnostics *diagnostics)
{
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (!exercise->groups[g].is_public) {
			look_for_name(told, &exercise->groups[g], diagnostics);
			look_for_numbers(told, exercise, g, diagnostics);
		}
}

static void look_at(const char *words, struct place place, const struct exercise *exercise,
		    struct diagnostics *diagnostics)
{
	struct told told = {.place = place};
	text_add(&told.words, " ");
	text_add_words(&told.words, words);
	look(&told, exercise, diagnostics);
	text_release(&told.words);
}

void audit_hints(const struct exercise *exercise, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < exercise->n_hints; i++)
		look_at(exercise->hints[i], exercise->hints_at, exercise, diagnostics);
	for (size_t g = 0; g < exercise->n_groups; g++)
		look_at(exercise->groups[g].hint, exercise->groups[g].place, exercise, diagnostics);
	if (exercise->large != NULL)
		look_at(exercise->large->hint, exercise->large->place, exercise, diagnostics);
}
