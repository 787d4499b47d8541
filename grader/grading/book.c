#include "grading/book.h"

#include "contract/header.h"
#include "grading/picture.h"
#include "grading/walkthrough.h"
#include "grading/worked.h"

/* Neither hints, which come with failed attempts, nor what tells this file from another. */
static const struct exercise_record *describe(const struct exercise *exercise, struct arena *arena)
{
	struct exercise_record *record = arena_alloc(arena, sizeof(*record));
	*record = (struct exercise_record){
		.id = exercise->id,
		.title = exercise->title,
		.function = exercise->operation->name,
		.level = exercise->level,
		.points = exercise->points,
		.statement = exercise->statement,
		.n_requires = exercise->n_requires,
		.requires = exercise->requires,
		.n_recall = exercise->n_recall,
		.recall = exercise->recall,
	};
	return record;
}

/* What is given is shown as it is: hatching is a part of the answer. */
static const struct matrix_record *unhatch(const struct matrix_record *matrices, size_t count, struct arena *arena)
{
	struct matrix_record *copy = arena_array(arena, count, sizeof(*copy));
	for (size_t i = 0; i < count; i++) {
		copy[i] = matrices[i];
		if (copy[i].role == MATRIX_GIVEN)
			copy[i].hidden = NULL;
	}
	return copy;
}

static bool make_case(const struct exercise *exercise, size_t group, struct arena *arena,
		      struct diagnostics *diagnostics, struct book_case_record *made)
{
	static const struct secret public_stream;
	const struct group *described = &exercise->groups[group];
	struct frame frame;
	struct answer answer;
	bool absent[OPERATION_PARAMETERS_MAX] = {0};
	if (!exercise_case(exercise, group, 0, &public_stream, arena, diagnostics, &frame, absent))
		return false;
	reference_answer_with(&ideas_right, &frame, absent, arena, &answer);
	*made = (struct book_case_record){
		.name = described->name,
		.repetitions = described->repeat,
		.property = described->property == NULL ? "" : property_asks(property_kind(described->property)),
		.returns = picture_status(answer.status, arena),
		.shown.scalars = picture_scalars(&frame, arena),
	};
	const struct matrix_record *matrices =
		picture_all(&frame, absent, &answer, NULL, NULL, &made->shown.n_matrices, arena);
	made->shown.matrices = unhatch(matrices, made->shown.n_matrices, arena);
	made->steps = worked_steps(&frame, &answer, &made->n_steps, arena);
	return true;
}

static bool make_exercise(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
			  struct book_exercise_record *made)
{
	struct book_case_record *cases = arena_array(arena, exercise->n_groups, sizeof(*cases));
	*made = (struct book_exercise_record){
		.exercise = describe(exercise, arena),
		.declaration = header_declaration(exercise->operation->name, arena),
		.cases = cases,
	};
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public &&
		    !make_case(exercise, g, arena, diagnostics, &cases[made->n_cases++]))
			return false;
	return true;
}

const struct book_record *book_make(const struct catalogue *catalogue, const char *title, const struct policy *policy,
				    const char *grader_version, struct arena *arena, struct diagnostics *diagnostics)
{
	struct book_exercise_record *exercises = arena_array(arena, catalogue->count, sizeof(*exercises));
	struct book_record *book = arena_alloc(arena, sizeof(*book));
	bool whole = true;
	for (size_t i = 0; i < catalogue->count; i++)
		whole = make_exercise(catalogue->exercises[i], arena, diagnostics, &exercises[i]) && whole;
	*book = (struct book_record){
		.title = title,
		.policy = policy,
		.grader_version = grader_version,
		.n_exercises = catalogue->count,
		.exercises = exercises,
		.walkthrough = walkthrough_make(arena),
	};
	return whole ? book : NULL;
}
