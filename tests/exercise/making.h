/*
 * For tests: an exercise parsed from a string, and a case made from it.
 */
#ifndef EXERCISE_MAKING_H
#define EXERCISE_MAKING_H

#include "core/text.h"
#include "exercise/exercise.h"

struct making {
	struct arena *arena;
	struct diagnostics *diagnostics;
	const struct exercise *exercise; /* NULL if it has errors */
	struct frame frame;
	bool absent[OPERATION_PARAMETERS_MAX];
};

void making_release(struct making *making);
#define MAKING_SCOPED __attribute__((cleanup(making_release)))

/* Parses a whole file as "L2-test/exercise.yaml". */
void making_parse(struct making *making, const char *yaml);

/*
 * An exercise "T.1" of one case "golden" with 1,000 repetitions; `body` holds lines of the case, each
 * indented by two blanks: given, put, ...
 */
void making_case(struct making *making, const char *function, const char *body);

/* Makes the frame of a repetition under the public stream; false after complaints. */
bool making_draw(struct making *making, unsigned repetition);

/* Asserts that the case can be parsed and drawn, and does both. */
void making_do(struct making *making, const char *function, const char *body);

/* A scalar, and the elements of a buffer, by name. */
union argument making_argument(const struct making *making, const char *name);
const float *making_floats(const struct making *making, const char *name);

/* Everything that was complained about, as it is printed; lives in the making's arena. */
const char *making_complaints(const struct making *making);

#endif
