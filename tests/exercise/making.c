#include "exercise/making.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void making_release(struct making *making)
{
	arena_destroy(making->arena);
	diagnostics_destroy(making->diagnostics);
	*making = (struct making){0};
}

void making_parse(struct making *making, const char *yaml)
{
	*making = (struct making){.arena = arena_create(), .diagnostics = diagnostics_create()};
	making->exercise =
		exercise_parse("L2-test/exercise.yaml", yaml, strlen(yaml), making->arena, making->diagnostics);
}

void making_case(struct making *making, const char *function, const char *body)
{
	TEXT_SCOPED struct text yaml = {0};
	text_add_format(&yaml,
			"id: T.1\ntitle: Test\nfunction: %s\npoints: 1\nstatement: Test.\n"
			"cases:\n- name: golden\n  repeat: 1000\n%s",
			function, body);
	making_parse(making, text_string(&yaml));
}

bool making_draw(struct making *making, unsigned repetition)
{
	static const struct secret public_secret;
	return exercise_case(making->exercise, 0, repetition, &public_secret, making->arena, making->diagnostics,
			     &making->frame, making->absent);
}

void making_do(struct making *making, const char *function, const char *body)
{
	making_case(making, function, body);
	ck_assert_msg(making->exercise != NULL, "%s", making_complaints(making));
	ck_assert_msg(making_draw(making, 0), "%s", making_complaints(making));
}

union argument making_argument(const struct making *making, const char *name)
{
	const struct operation *operation = making->exercise->operation;
	size_t index = operation_parameter(operation, name, strlen(name));
	ck_assert_uint_lt(index, operation->n_parameters);
	return making->frame.arguments[index];
}

const float *making_floats(const struct making *making, const char *name)
{
	const float *floats = making_argument(making, name).buffer;
	ck_assert_ptr_nonnull(floats);
	return floats;
}

const char *making_complaints(const struct making *making)
{
	char *printed = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&printed, &length);
	diagnostics_print(making->diagnostics, stream, false);
	fclose(stream);
	const char *copy = arena_copy(making->arena, printed, length);
	free(printed);
	return copy;
}
