#include "commands/margins.h"

#include "grading/margin.h"

static const struct exercise *find(const struct catalogue *catalogue, const struct digest *hash)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (digest_equal(&catalogue->exercises[i]->hash, hash))
			return catalogue->exercises[i];
	return NULL;
}

void margins_measure(const struct catalogue *catalogue, struct arena *arena, struct course_record *course)
{
	const struct coverage_record **coverage =
		arena_array(arena, course->n_exercises, sizeof(struct coverage_record *));
	for (size_t i = 0; i < course->n_exercises; i++) {
		const struct exercise *exercise = find(catalogue, &course->exercises[i].hash);
		struct coverage_record *record = arena_alloc(arena, sizeof(*record));
		if (exercise != NULL && margin_measure(exercise, arena, record))
			coverage[i] = record;
	}
	course->coverage = coverage;
}
