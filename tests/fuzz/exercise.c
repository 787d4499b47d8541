/* Exercise files: whatever a file holds is loaded or complained about, and what loads makes its cases. */
#include <string.h>

#include "exercise/exercise.h"
#include "fuzz/made.h"

static const struct secret public_secret;

static void must_be_same(const struct frame *one, const struct frame *other)
{
	for (size_t i = 0; i < one->operation->n_parameters; i++) {
		const struct parameter *parameter = &one->operation->parameters[i];
		const void *left = one->arguments[i].buffer, *right = other->arguments[i].buffer;
		struct shape shape;
		if (!parameter_is_buffer(parameter))
			MUST(one->arguments[i].number == other->arguments[i].number);
		else if (left != NULL && frame_shape(one, i, &shape))
			MUST(memcmp(left, right, shape.count * element_bytes(parameter->element)) == 0);
	}
}

/* A case made twice is the same to the bit. */
static void make(const struct exercise *exercise, size_t group, unsigned repetition)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	bool absent[OPERATION_PARAMETERS_MAX];
	struct frame first, second;
	bool made = exercise_case(exercise, group, repetition, &public_secret, arena, diagnostics, &first, absent);
	MUST(made == (diagnostics_count(diagnostics, SEVERITY_ERROR) == 0));
	MUST(made || repetition > 0); /* the first one was tried when the file was loaded */
	must_be_printable(diagnostics);
	if (!made)
		return;
	must_be_whole(&first);
	MUST(exercise_case(exercise, group, repetition, &public_secret, arena, diagnostics, &second, absent));
	must_be_same(&first, &second);
}

/* Calls beside the cases: what they are made of was tried when the file was loaded. */
static void make_fixed(const struct exercise *exercise)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	bool absent[OPERATION_PARAMETERS_MAX];
	struct frame frame;
	if (exercise->large != NULL) {
		MUST(exercise_large_call(exercise, &public_secret, arena, diagnostics, &frame, absent));
		must_be_whole(&frame);
	}
	if (exercise->speed != NULL) {
		MUST(exercise_timed_call(exercise, 1, &public_secret, arena, diagnostics, &frame, absent));
		must_be_whole(&frame);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const struct exercise *exercise =
		exercise_parse("L2-fuzz/fuzz.yaml", (const char *)data, size, arena, diagnostics);
	MUST((exercise == NULL) == (diagnostics_count(diagnostics, SEVERITY_ERROR) > 0));
	must_be_printable(diagnostics);
	for (size_t i = 0; exercise != NULL && i < exercise->n_groups; i++) {
		make(exercise, i, 0);
		if (exercise->groups[i].repeat > 1)
			make(exercise, i, exercise->groups[i].repeat - 1);
	}
	if (exercise != NULL)
		make_fixed(exercise);
	return 0;
}
