/*
 * For the fuzzers of exercises: makes huge buffers small, and says what must hold for diagnostics and frames.
 */
#ifndef TESTS_FUZZ_MADE_H
#define TESTS_FUZZ_MADE_H

#include "core/diagnostic.h"
#include "exercise/given.h"
#include "fuzz/fuzz.h"

/* Buffers with more elements are not made, so that a run stays fast: the linker puts this before the real one. */
enum { MADE_ELEMENTS_MAX = 4096 };

bool __real_given_make(const struct given *given, struct draw *draw);
bool __wrap_given_make(const struct given *given, struct draw *draw);

bool __wrap_given_make(const struct given *given, struct draw *draw)
{
	if (draw->elements_max > MADE_ELEMENTS_MAX)
		draw->elements_max = MADE_ELEMENTS_MAX;
	return __real_given_make(given, draw);
}

/* Whatever stood in the file, the complaint about it is harmless, and its caret is in its line. */
static inline void must_be_printable(const struct diagnostics *diagnostics)
{
	char *printed = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&printed, &length);
	diagnostics_print(diagnostics, stream, false);
	fclose(stream);
	must_be_harmless(printed, length);
	free(printed);
	for (size_t i = 0; i < diagnostics_total(diagnostics); i++) {
		const struct diagnostic *diagnostic = diagnostics_get(diagnostics, i);
		MUST(diagnostic->message[0] != '\0');
		MUST(diagnostic->excerpt != NULL || diagnostic->caret < 0);
	}
}

/* Every input that is small enough is there. */
static inline void must_be_whole(const struct frame *frame)
{
	for (size_t i = 0; i < frame->operation->n_parameters; i++) {
		const struct parameter *parameter = &frame->operation->parameters[i];
		struct shape shape;
		if (!parameter_is_buffer(parameter))
			continue;
		MUST(frame_shape(frame, i, &shape));
		MUST(shape.count <= ELEMENTS_MAX || !parameter_is_read(parameter));
		if (parameter_is_read(parameter) && shape.count <= MADE_ELEMENTS_MAX)
			MUST(frame->arguments[i].buffer != NULL);
	}
}

#endif
