#include "grading/desk.h"

#include <check.h>
#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

struct desk desk_open(void)
{
	TEXT_SCOPED struct text why = {0};
	struct sandbox_options options = {.mode = SANDBOX_BUBBLEWRAP, .worker = BUILD_DIR "/grader-worker"};
	struct desk desk = {.arena = arena_create(), .sandbox = sandbox_open(&options, &why)};
	ck_assert_msg(desk.sandbox != NULL, "%s", text_string(&why));
	desk.exam.candidates = candidate_pool_create();
	return desk;
}

void desk_close(struct desk *desk)
{
	sandbox_close(desk->sandbox);
	candidate_pool_destroy(desk->exam.candidates);
	arena_destroy(desk->arena);
}

struct exam_exercise *desk_exercise(struct desk *desk, enum operation_id operation)
{
	struct exercise *exercise = arena_alloc(desk->arena, sizeof(*exercise));
	struct exam_exercise *entry = arena_alloc(desk->arena, sizeof(*entry));
	exercise->operation = &operations[operation];
	exercise->limits.cpu_ms = 500;
	exercise->limits.memory_mib = 256;
	exercise->limits.threads = 1;
	entry->exercise = exercise;
	entry->tolerance = reference_tolerance(operation);
	return entry;
}

const struct sitting *desk_sitting(struct desk *desk, enum operation_id operation)
{
	struct sitting *sitting = arena_alloc(desk->arena, sizeof(*sitting));
	sitting->exercise = desk_exercise(desk, operation);
	return sitting;
}

struct exam *desk_exam(struct desk *desk, const char *yaml)
{
	static const struct secret secret = {{7}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const struct exercise *exercise = exercise_parse("L5-x/x.yaml", yaml, strlen(yaml), desk->arena, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert_ptr_nonnull(exercise);
	struct exam *exam =
		exam_prepare(&(struct catalogue){1, &exercise}, &secret, EXAM_ALL_GROUPS, desk->arena, diagnostics);
	ck_assert_ptr_nonnull(exam);
	return exam;
}

struct submission desk_submission(const char *name)
{
	TEXT_SCOPED struct text path = {0}, why = {0};
	struct submission submission;
	text_add_format(&path, "%s/%s.so", BUILD_DIR, name);
	ck_assert_msg(submission_open(text_string(&path), &submission, &why), "%s: %s", text_string(&path),
		      text_string(&why));
	return submission;
}

bool desk_passes(void *library, const struct batch_case *given, const struct answer *answer, double tolerance)
{
	const char *name = given->frame.operation->name;
	attn_symbol symbol = (attn_symbol)(uintptr_t)dlsym(library, name);
	ck_assert_msg(symbol != NULL, "no %s", name);
	return desk_symbol_passes(symbol, given, answer, tolerance);
}

bool desk_symbol_passes(attn_symbol symbol, const struct batch_case *given, const struct answer *answer,
			double tolerance)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct operation *operation = given->frame.operation;
	struct frame frame = given->frame;
	void *outputs[OPERATION_PARAMETERS_MAX] = {0};
	const void *junk[OPERATION_PARAMETERS_MAX] = {0};
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_written(&operation->parameters[p]) || given->absent[p])
			continue;
		ck_assert(frame_shape(&frame, p, &shape));
		size_t bytes = shape.count * element_bytes(operation->parameters[p].element);
		char *before = arena_alloc(arena, bytes + 1);
		memset(before, 0x5a, bytes);
		if (operation->parameters[p].kind == PARAMETER_INOUT)
			memcpy(before, frame.arguments[p].buffer, bytes);
		junk[p] = before;
		outputs[p] = frame.arguments[p].buffer = arena_copy(arena, before, bytes);
	}
	int returned = frame_call(&frame, symbol);
	return compare_outcome(&given->frame, answer, tolerance, returned, outputs, junk).verdict == VERDICT_PASSED;
}

char *desk_folder(struct desk *desk)
{
	char *folder = arena_string(desk->arena, "/tmp/gym-desk-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	return folder;
}

void desk_run(int status, const char *format, ...)
{
	TEXT_SCOPED struct text command = {0};
	va_list arguments;
	va_start(arguments, format);
	text_add_list(&command, format, arguments);
	va_end(arguments);
	int ended = system(text_string(&command));
	ck_assert_msg(WIFEXITED(ended) && WEXITSTATUS(ended) == status, "%s: ended with %#x", text_string(&command),
		      (unsigned)ended);
}
