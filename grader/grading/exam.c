#include "grading/exam.h"

#include <string.h>

struct digest exam_reference(void)
{
	return digest_of(reference_version, strlen(reference_version));
}

/* Index of the required exercise. The catalogue has seen to it that it exists, unless only some were loaded. */
static size_t index_of(const struct exam *exam, const char *id)
{
	size_t i = 0;
	while (i < exam->n_exercises && strcmp(exam->exercises[i].exercise->id, id) != 0)
		i++;
	return i;
}

static void link_requires(struct exam *exam, struct exam_exercise *entry, struct arena *arena)
{
	size_t *indices = arena_array(arena, entry->exercise->n_requires, sizeof(size_t));
	for (size_t i = 0; i < entry->exercise->n_requires; i++) {
		size_t index = index_of(exam, entry->exercise->requires[i]);
		if (index < exam->n_exercises)
			indices[entry->n_requires++] = index;
	}
	entry->requires = indices;
}

/* Requirements go in no circle, so this ends; each is computed once. */
static const struct digest *identify(struct exam *exam, struct exam_exercise *entry)
{
	static const struct digest unknown;
	if (!digest_equal(&entry->identity, &unknown))
		return &entry->identity;
	TEXT_SCOPED struct text content = {0};
	text_add_bytes(&content, entry->exercise->hash.bytes, DIGEST_BYTES);
	for (size_t i = 0; i < entry->n_requires; i++)
		text_add_bytes(&content, identify(exam, &exam->exercises[entry->requires[i]])->bytes, DIGEST_BYTES);
	entry->identity = digest_of(content.data, content.length);
	return &entry->identity;
}

static size_t count_cases(const struct exercise *exercise, enum exam_scope scope)
{
	size_t count = 0;
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (scope == EXAM_ALL_GROUPS || exercise->groups[g].is_public)
			count += exercise->groups[g].repeat;
	return count;
}

static bool draw_cases(struct exam_exercise *entry, const struct secret *secret, enum exam_scope scope,
		       struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	size_t count = count_cases(exercise, scope);
	struct exam_case *cases = arena_array(arena, count, sizeof(*cases));
	struct batch_case *batch_cases = arena_array(arena, count, sizeof(*batch_cases));
	bool whole = true;
	for (size_t g = 0; g < exercise->n_groups; g++) {
		if (scope == EXAM_PUBLIC_GROUPS && !exercise->groups[g].is_public)
			continue;
		for (unsigned r = 0; r < exercise->groups[g].repeat && whole; r++) {
			struct batch_case *batch_case = &batch_cases[entry->n_cases];
			struct exam_case *exam_case = &cases[entry->n_cases++];
			exam_case->group = g;
			exam_case->repetition = r;
			whole = exercise_case(exercise, g, r, secret, arena, diagnostics, &batch_case->frame,
					      batch_case->absent);
		}
	}
	entry->cases = cases;
	entry->batch_cases = batch_cases;
	return whole;
}

bool exam_ready(struct exam_exercise *entry, struct text *why)
{
	pthread_mutex_lock(&entry->mutex);
	if (entry->batch == NULL && entry->n_cases > 0) {
		if (entry->arena == NULL)
			entry->arena = arena_create();
		for (size_t i = 0; i < entry->n_cases; i++)
			reference_answer_with(&ideas_right, &entry->batch_cases[i].frame, entry->batch_cases[i].absent,
					      entry->arena, &entry->cases[i].answer);
		entry->batch = batch_create(entry->batch_cases, entry->n_cases, why);
	}
	bool ready = entry->batch != NULL;
	pthread_mutex_unlock(&entry->mutex);
	if (entry->n_cases == 0)
		text_add_format(why, "exercise \"%s\" has no case to run", entry->exercise->id);
	return ready;
}

static bool prepare(struct exam_exercise *entry, const struct secret *secret, enum exam_scope scope,
		    struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	enum operation_id operation = (enum operation_id)(exercise->operation - operations);
	entry->tolerance = exercise->tolerance > 0 ? exercise->tolerance : reference_tolerance(operation);
	pthread_mutex_init(&entry->mutex, NULL);
	return draw_cases(entry, secret, scope, arena, diagnostics);
}

struct exam *exam_prepare(const struct catalogue *catalogue, const struct secret *secret, enum exam_scope scope,
			  struct arena *arena, struct diagnostics *diagnostics)
{
	struct exam *exam = arena_alloc(arena, sizeof(*exam));
	exam->reference = exam_reference();
	exam->secret_id = secret_id(secret);
	exam->candidates = candidate_pool_create();
	exam->n_exercises = catalogue->count;
	exam->exercises = arena_array(arena, catalogue->count, sizeof(*exam->exercises));
	for (size_t i = 0; i < catalogue->count; i++)
		exam->exercises[i].exercise = catalogue->exercises[i];
	bool whole = true;
	for (size_t i = 0; i < catalogue->count; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		link_requires(exam, entry, arena);
		whole = prepare(entry, secret, scope, arena, diagnostics) && whole;
	}
	for (size_t i = 0; i < catalogue->count; i++)
		identify(exam, &exam->exercises[i]);
	if (whole)
		return exam;
	exam_release(exam);
	return NULL;
}

void exam_release(struct exam *exam)
{
	candidate_pool_destroy(exam->candidates);
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		if (entry->batch != NULL)
			batch_destroy(entry->batch);
		arena_destroy(entry->arena);
		pthread_mutex_destroy(&entry->mutex);
	}
}

const struct exercise_record *exam_records(const struct exam *exam, struct arena *arena)
{
	struct exercise_record *records = arena_array(arena, exam->n_exercises, sizeof(*records));
	for (size_t i = 0; i < exam->n_exercises; i++) {
		const struct exercise *exercise = exam->exercises[i].exercise;
		records[i] = (struct exercise_record){
			.id = exercise->id,
			.title = exercise->title,
			.function = exercise->operation->name,
			.hash = exam->exercises[i].identity,
			.level = exercise->level,
			.points = exercise->points,
			.statement = exercise->statement,
			.n_hints = exercise->n_hints,
			.hints = exercise->hints,
			.n_recall = exercise->n_recall,
			.recall = exercise->recall,
		};
	}
	return records;
}
