/* A case alone, as `grader answer` reads it. */
#include "exercise/exercise.h"
#include "fuzz/file.h"
#include "fuzz/made.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	bool absent[OPERATION_PARAMETERS_MAX];
	struct frame frame;
	bool made = exercise_single_case(write_input(data, size), arena, diagnostics, &frame, absent);
	MUST(made == (diagnostics_count(diagnostics, SEVERITY_ERROR) == 0));
	must_be_printable(diagnostics);
	if (made)
		must_be_whole(&frame);
	return 0;
}
