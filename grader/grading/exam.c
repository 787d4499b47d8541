#include "grading/exam.h"

#include <string.h>

#include "core/stopwatch.h"
#include "misconceptions.h"

/* The batch of several exercises: NULL until somebody asks. */
struct exam_shared {
	pthread_mutex_t mutex;
	struct batch *joint;
};

struct digest exam_reference(void)
{
	TEXT_SCOPED struct text version = {0};
	text_add_format(&version, "%s, %s, %s", reference_version, property_version, fast_version);
	return digest_of(text_string(&version), version.length);
}

/* The cases of an exercise as they are drawn. */
struct drawing {
	struct exam_exercise *entry;
	struct batch_case *batch_cases;
	size_t capacity;
	const struct secret *secret;
	struct arena *arena;
	struct diagnostics *diagnostics;
};

static void *grow(struct arena *arena, const void *list, size_t count, size_t bytes)
{
	void *larger = arena_array(arena, 2 * count, bytes);
	memcpy(larger, list, count * bytes);
	return larger;
}

/* Room for one more. Returns its index. */
static size_t append(struct drawing *drawing, size_t group, unsigned repetition)
{
	struct exam_exercise *entry = drawing->entry;
	const size_t count = entry->n_cases;
	if (count == drawing->capacity) {
		drawing->capacity = 2 * count;
		entry->cases = grow(drawing->arena, entry->cases, count, sizeof(*entry->cases));
		drawing->batch_cases = grow(drawing->arena, drawing->batch_cases, count, sizeof(*drawing->batch_cases));
	}
	entry->cases[count] = (struct exam_case){.group = group, .repetition = repetition};
	return entry->n_cases++;
}

/* Nothing in a company is more secret than the rest, and what is asked further is so as the case is. */
enum company { COMPANY_PUBLIC = 1, COMPANY_HIDDEN };

/* A case and its echoes. */
static bool draw_case(struct drawing *drawing, size_t group, unsigned repetition)
{
	const struct exercise *exercise = drawing->entry->exercise;
	const struct echo *echoes = NULL;
	size_t n_echoes = 0;
	const size_t asked = append(drawing, group, repetition);
	struct batch_case given = {0};
	if (!exercise_case(exercise, group, repetition, drawing->secret, drawing->arena, drawing->diagnostics,
			   &given.frame, given.absent) ||
	    !exercise_echoes(exercise, group, repetition, drawing->secret, &given.frame, given.absent, drawing->arena,
			     drawing->diagnostics, &echoes, &n_echoes))
		return false;
	given.company = exercise->groups[group].is_public ? COMPANY_PUBLIC : COMPANY_HIDDEN;
	drawing->batch_cases[asked] = given;
	for (size_t i = 0; i < n_echoes; i++) {
		const size_t index = append(drawing, group, repetition);
		drawing->entry->cases[index].echo = &echoes[i];
		drawing->entry->cases[index].asked = asked;
		drawing->batch_cases[index].company = given.company;
		drawing->batch_cases[index].frame = echoes[i].frame;
		memcpy(drawing->batch_cases[index].absent, echoes[i].absent, sizeof(echoes[i].absent));
	}
	return true;
}

static bool draw_cases(struct exam_exercise *entry, const struct secret *secret, enum exam_scope scope,
		       struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	enum { CASES_AT_FIRST = 16 };
	struct drawing drawing = {
		.entry = entry,
		.batch_cases = arena_array(arena, CASES_AT_FIRST, sizeof(struct batch_case)),
		.capacity = CASES_AT_FIRST,
		.secret = secret,
		.arena = arena,
		.diagnostics = diagnostics,
	};
	bool whole = true;
	entry->cases = arena_array(arena, CASES_AT_FIRST, sizeof(*entry->cases));
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (scope == EXAM_ALL_GROUPS || exercise->groups[g].is_public)
			for (unsigned r = 0; r < exercise->groups[g].repeat && whole; r++)
				whole = draw_case(&drawing, g, r);
	entry->batch_cases = drawing.batch_cases;
	return whole;
}

static void order_cases(struct exam_exercise *entry, struct arena *arena)
{
	size_t *order = arena_array(arena, entry->n_cases, sizeof(*order));
	size_t count = 0;
	for (int is_public = 1; is_public >= 0; is_public--)
		for (size_t i = 0; i < entry->n_cases; i++)
			if (exam_is_public(entry, i) == (is_public != 0))
				order[count++] = i;
	entry->order = order;
}

static void answer_cases(struct exam_exercise *entry)
{
	if (entry->arena != NULL)
		return;
	entry->arena = arena_create();
	for (size_t i = 0; i < entry->n_cases; i++)
		reference_answer_with(&ideas_right, &entry->batch_cases[i].frame, entry->batch_cases[i].absent,
				      entry->arena, &entry->cases[i].answer);
}

void exam_answer(struct exam_exercise *entry)
{
	STOPWATCH(PHASE_PREPARE);
	pthread_mutex_lock(&entry->mutex);
	answer_cases(entry);
	pthread_mutex_unlock(&entry->mutex);
}

bool exam_ready(struct exam_exercise *entry, struct text *why)
{
	STOPWATCH(PHASE_PREPARE);
	pthread_mutex_lock(&entry->mutex);
	answer_cases(entry);
	if (entry->batch == NULL && entry->n_cases > 0)
		entry->batch = batch_create(entry->batch_cases, entry->n_cases, why);
	bool ready = entry->batch != NULL;
	pthread_mutex_unlock(&entry->mutex);
	if (entry->n_cases == 0)
		text_add_format(why, "exercise \"%s\" has no case to run", entry->exercise->id);
	return ready;
}

static struct batch *lay_out_joint(const struct exam *exam, struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case *cases = arena_array(arena, exam->n_joint, sizeof(*cases));
	for (size_t i = 0; i < exam->n_exercises; i++) {
		const struct exam_exercise *entry = &exam->exercises[i];
		if (entry->is_joint)
			memcpy(&cases[entry->joint], entry->batch_cases, entry->n_cases * sizeof(*cases));
	}
	return batch_create(cases, exam->n_joint, why);
}

const struct batch *exam_joint_cases(const struct exam *exam, struct text *why)
{
	STOPWATCH(PHASE_PREPARE);
	pthread_mutex_lock(&exam->shared->mutex);
	if (exam->shared->joint == NULL)
		exam->shared->joint = lay_out_joint(exam, why);
	const struct batch *batch = exam->shared->joint;
	pthread_mutex_unlock(&exam->shared->mutex);
	return batch;
}

bool exam_is_public(const struct exam_exercise *entry, size_t index)
{
	return entry->exercise->groups[entry->cases[index].group].is_public;
}

/* Where the answer is kept, or will be. */
static const struct answer **find_mistaken(struct exam_exercise *entry, size_t misconception, size_t coding,
					   size_t index)
{
	if (entry->mistaken == NULL)
		entry->mistaken =
			arena_array(entry->arena, misconception_count() * entry->n_cases, sizeof(*entry->mistaken));
	struct exam_mistaken *mistaken = &entry->mistaken[misconception * entry->n_cases + index];
	if (mistaken->answers == NULL)
		mistaken->answers = arena_array(entry->arena, misconception_codings(misconception_at(misconception)),
						sizeof(const struct answer *));
	return &mistaken->answers[coding];
}

const struct answer *exam_mistaken_answer(struct exam_exercise *entry, size_t misconception, size_t coding,
					  size_t index)
{
	pthread_mutex_lock(&entry->mutex);
	const struct answer **slot = find_mistaken(entry, misconception, coding, index);
	if (*slot == NULL) {
		const struct batch_case *given = &entry->batch_cases[index];
		struct answer *answer = arena_alloc(entry->arena, sizeof(*answer));
		misconception_answer_coded(misconception_at(misconception), coding, &given->frame, given->absent,
					   entry->arena, answer);
		*slot = answer;
	}
	const struct answer *answer = *slot;
	pthread_mutex_unlock(&entry->mutex);
	return answer;
}

static bool prepare(struct exam_exercise *entry, const struct secret *secret, enum exam_scope scope,
		    struct arena *arena, struct diagnostics *diagnostics)
{
	const struct exercise *exercise = entry->exercise;
	enum operation_id operation = (enum operation_id)(exercise->operation - operations);
	entry->tolerance = exercise->tolerance > 0 ? exercise->tolerance : reference_tolerance(operation);
	entry->limits = (struct call_limits){
		.cpu_ms = exercise->limits.cpu_ms,
		.memory_mib = exercise->limits.memory_mib,
		.threads = exercise->limits.threads,
	};
	pthread_mutex_init(&entry->mutex, NULL);
	const bool whole = draw_cases(entry, secret, scope, arena, diagnostics);
	order_cases(entry, arena);
	return whole;
}

/* ---- who may run with whom ---- */

enum { JOINT_BYTES_MAX = 1 << 20 }; /* of a case */

static bool is_small(const struct batch_case *given)
{
	const struct operation *operation = given->frame.operation;
	size_t bytes = 0;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_buffer(&operation->parameters[p]) || !frame_shape(&given->frame, p, &shape))
			continue;
		if (shape.count > JOINT_BYTES_MAX)
			return false;
		bytes += shape.count * element_bytes(operation->parameters[p].element);
	}
	return bytes <= JOINT_BYTES_MAX;
}

/* How many exercises have these limits. */
static size_t count_limits(const struct exam *exam, const struct call_limits *limits)
{
	size_t count = 0;
	for (size_t i = 0; i < exam->n_exercises; i++)
		count += call_limits_equal(&exam->exercises[i].limits, limits);
	return count;
}

static void look_at_cases(struct exam_exercise *entry)
{
	entry->is_joint = entry->n_cases > 0 && entry->limits.threads <= 1 && entry->exercise->speed == NULL;
	for (size_t i = 0; i < entry->n_cases; i++) {
		entry->functions |= (uint64_t)1 << (entry->batch_cases[i].frame.operation - operations);
		entry->is_joint = entry->is_joint && is_small(&entry->batch_cases[i]);
	}
}

static void join(struct exam *exam)
{
	size_t most = 0;
	for (size_t i = 0; i < exam->n_exercises; i++)
		if (count_limits(exam, &exam->exercises[i].limits) > count_limits(exam, &exam->exercises[most].limits))
			most = i;
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		look_at_cases(entry);
		entry->is_joint = entry->is_joint && call_limits_equal(&entry->limits, &exam->exercises[most].limits);
		entry->joint = exam->n_joint;
		exam->n_joint += entry->is_joint ? entry->n_cases : 0;
	}
}

static const struct exercise_record *describe(const struct catalogue *catalogue, struct arena *arena)
{
	struct exercise_record *records = arena_array(arena, catalogue->count, sizeof(*records));
	for (size_t i = 0; i < catalogue->count; i++) {
		const struct exercise *exercise = catalogue->exercises[i];
		records[i] = (struct exercise_record){
			.id = exercise->id,
			.title = exercise->title,
			.function = exercise->operation->name,
			.hash = exercise->hash,
			.level = exercise->level,
			.points = exercise->points,
			.statement = exercise->statement,
			.n_requires = exercise->n_requires,
			.requires = exercise->requires,
			.n_hints = exercise->n_hints,
			.hints = exercise->hints,
			.n_recall = exercise->n_recall,
			.recall = exercise->recall,
		};
	}
	return records;
}

struct exam *exam_prepare(const struct catalogue *catalogue, const struct secret *secret, enum exam_scope scope,
			  struct arena *arena, struct diagnostics *diagnostics)
{
	struct exam *exam = arena_alloc(arena, sizeof(*exam));
	exam->reference = exam_reference();
	exam->secret = *secret;
	exam->secret_id = secret_id(secret);
	exam->candidates = candidate_pool_create();
	exam->n_exercises = catalogue->count;
	exam->records = describe(catalogue, arena);
	exam->exercises = arena_array(arena, catalogue->count, sizeof(*exam->exercises));
	exam->shared = arena_alloc(arena, sizeof(*exam->shared));
	pthread_mutex_init(&exam->shared->mutex, NULL);
	for (size_t i = 0; i < catalogue->count; i++)
		exam->exercises[i].exercise = catalogue->exercises[i];
	bool whole = true;
	for (size_t i = 0; i < catalogue->count; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		whole = prepare(entry, secret, scope, arena, diagnostics) && whole;
	}
	if (whole)
		join(exam);
	if (whole)
		return exam;
	exam_release(exam);
	return NULL;
}

void exam_release(struct exam *exam)
{
	candidate_pool_destroy(exam->candidates);
	batch_destroy(exam->shared->joint);
	pthread_mutex_destroy(&exam->shared->mutex);
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		batch_destroy(entry->batch);
		arena_destroy(entry->arena);
		pthread_mutex_destroy(&entry->mutex);
	}
}
