/*
 * What the suites of diagnosis and counterexample share: a sandbox, the candidates, and submissions by name.
 */
#ifndef TESTS_DESK_H
#define TESTS_DESK_H

#include "grading/sitting.h"

struct desk {
	struct arena *arena;
	struct sandbox *sandbox;
	struct exam exam; /* without exercises */
};

struct desk desk_open(void);
void desk_close(struct desk *desk);
#define DESK_SCOPED __attribute__((cleanup(desk_close)))

/* An exercise of the function without cases. */
struct exam_exercise *desk_exercise(struct desk *desk, enum operation_id operation);

/* It as somebody took it. */
const struct sitting *desk_sitting(struct desk *desk, enum operation_id operation);

/* An exam of one exercise of level 5, all groups, under a secret that is always the same. Released by the caller. */
struct exam *desk_exam(struct desk *desk, const char *yaml);

/* A path below BUILD_DIR without its ".so": "samples/plain". Closed by the caller. */
struct submission desk_submission(const char *name);

/* Does the library, loaded into this very process, answer right? For those that do no harm. */
bool desk_passes(void *library, const struct batch_case *given, const struct answer *answer, double tolerance);
bool desk_symbol_passes(attn_symbol symbol, const struct batch_case *given, const struct answer *answer,
			double tolerance);

/* A folder for a compiler to work in, and its removal. */
char *desk_folder(struct desk *desk);
void desk_run(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
