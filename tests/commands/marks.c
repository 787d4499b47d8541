#include "commands/marks.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "exercise/exercise.h"
#include "reference.h"
#include "store/store.h"

const json_t *marks_student(const json_t *root, const char *name)
{
	size_t index;
	const json_t *entry;
	json_array_foreach(json_object_get(root, "students"), index,
			   entry) if (strcmp(json_string_value(json_object_get(entry, "student")), name) ==
				      0) return entry;
	ck_abort_msg("no student %s", name);
}

double marks_number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

const char *marks_word(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

static bool any_special(const struct frame *frame, const struct answer *answer)
{
	/* a pivot must be 0 to the bit, which it is not if a division may become a multiplication */
	if (answer->status == ATTN_ESINGULAR)
		return true;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		ck_assert(!parameter_is_buffer(parameter) || frame_shape(frame, p, &shape));
		const float *values = frame->arguments[p].buffer;
		if (parameter_is_read(parameter) && parameter->element == ELEMENT_F32)
			for (size_t i = 0; i < shape.count; i++)
				if (!isfinite(values[i]))
					return true;
		for (size_t i = 0; answer->outputs[p].real != NULL && i < answer->outputs[p].count; i++)
			if (!isfinite(answer->outputs[p].real[i]))
				return true;
	}
	return false;
}

/* Does any case of the group need what fast arithmetic gives up? */
static bool needs_specials(const struct catalogue *catalogue, const struct secret *secret, const char *id,
			   const char *name)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const struct exercise *exercise = catalogue_find(catalogue, id);
	ck_assert_ptr_nonnull(exercise);
	for (size_t g = 0; g < exercise->n_groups; g++)
		for (unsigned r = 0; r < exercise->groups[g].repeat; r++) {
			struct frame frame;
			struct answer answer;
			bool absent[OPERATION_PARAMETERS_MAX] = {0};
			if (strcmp(exercise->groups[g].name, name) != 0)
				break;
			ck_assert(exercise_case(exercise, g, r, secret, arena, diagnostics, &frame, absent));
			reference_answer(&frame, arena, &answer);
			if (any_special(&frame, &answer))
				return true;
		}
	return false;
}

static struct secret secret_of(const char *folder)
{
	struct secret secret;
	char *path = NULL;
	TEXT_SCOPED struct text why = {0};
	ck_assert_int_gt(asprintf(&path, "%s/grades.db", folder), 0);
	struct store *store = store_open(path, STORE_READ, &why);
	ck_assert_msg(store != NULL, "%s", text_string(&why));
	store_secret(store, secret.bytes);
	store_close(store);
	free(path);
	return secret;
}

/* The first group that was lost, and why, for the message of a test. */
static const char *first_loss(const json_t *student)
{
	static char words[500];
	size_t r, g;
	const json_t *result, *group;
	const char *reason = marks_word(student, "reason");
	snprintf(words, sizeof(words), "%s", reason == NULL ? "" : reason);
	json_array_foreach(json_object_get(student, "results"), r, result)
	{
		json_array_foreach(json_object_get(result, "groups"), g, group)
		{
			if (strcmp(marks_word(group, "verdict"), "passed") == 0)
				continue;
			snprintf(words, sizeof(words), "%s: %s: %s: %s", marks_word(result, "exercise"),
				 marks_word(group, "name"), marks_word(group, "verdict"), marks_word(group, "message"));
			return words;
		}
	}
	return words;
}

/* How much of the points is for rungs that were not reached: what honest work need not win. */
static double sum_slow(const json_t *student)
{
	double sum = 0;
	size_t r;
	const json_t *result;
	json_array_foreach(json_object_get(student, "results"), r, result)
	{
		const json_t *speed = json_object_get(result, "speed");
		if (strcmp(marks_word(result, "verdict"), "slow") == 0)
			sum += marks_number(speed, "points") - marks_number(speed, "won");
	}
	return sum;
}

void marks_expect_everything(const json_t *student)
{
	const double points = marks_number(student, "points");
	ck_assert_msg(points > 0 && fabs(marks_number(student, "won") + sum_slow(student) - points) < 1e-9 * points,
		      "%s: %g of %g: %s", marks_word(student, "student"), marks_number(student, "won"),
		      marks_number(student, "points"), first_loss(student));
}

void marks_expect_all_but_specials(const json_t *entry, const char *folder)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *path = SOURCE_DIR "/exercises";
	struct secret secret = secret_of(folder);
	struct catalogue catalogue;
	ck_assert(catalogue_load(&path, 1, arena, diagnostics, &catalogue));
	size_t r, g;
	const json_t *result, *group;
	json_array_foreach(json_object_get(entry, "results"), r, result) json_array_foreach(
		json_object_get(result, "groups"), g, group) if (strcmp(marks_word(group, "verdict"), "passed") != 0)
		ck_assert_msg(
			needs_specials(&catalogue, &secret, marks_word(result, "exercise"), marks_word(group, "name")),
			"%s: %s: %s", marks_word(result, "exercise"), marks_word(group, "name"),
			marks_word(group, "message"));
}

static void copy_exercises(const char *folder, const char *command)
{
	const char *const argv[] = {"sh", "-c", command, NULL};
	PROGRAM_SCOPED struct program program = program_run(folder, argv);
	ck_assert_msg(program.status == 0, "%s", text_string(&program.err));
}

#define COPY "cp -r " SOURCE_DIR "/exercises ."
#define WITHOUT_TIMED COPY " && rm $(grep -lE '^(speed|large):' exercises/*/*.yaml)"

void marks_light_exercises(const char *folder)
{
	copy_exercises(folder, WITHOUT_TIMED " exercises/*/L5.7-*");
}

void marks_long_exercises(const char *folder)
{
	copy_exercises(folder, WITHOUT_TIMED);
}

void marks_exercises(const char *folder)
{
#ifdef SANITIZED
	marks_light_exercises(folder);
#else
	copy_exercises(folder, COPY);
#endif
}
