#include "grading/candidate.h"

#include <float.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "grading/compare.h"
#include "grading/filling.h"

enum { PART_CASES = 64, PARTS_MAX = 10, CANDIDATES_MAX = PARTS_MAX * PART_CASES };
enum { VALUES_MAX = 8, COMBINATIONS_MAX = 4096, DRAWS_MAX = 256 };

/* How many candidates to draw, with which fillings, and how many of those that turn out to be so are kept. */
enum tier { TIER_WHOLE, TIER_ORDINARY, TIER_EXTREME, TIER_SPECIAL, TIER_DEGENERATE, TIERS };
static const struct {
	size_t draws;
	enum filling first, end;
	size_t keeps;
} tiers[TIERS] = {
	[TIER_WHOLE] = {64, FILLING_INTEGERS, FILLING_QUARTERS, 96},
	[TIER_ORDINARY] = {128, FILLING_QUARTERS, FILLING_EXTREME, 128},
	[TIER_EXTREME] = {160, FILLING_EXTREME, FILLING_SPECIAL, 160},
	[TIER_SPECIAL] = {256, FILLING_SPECIAL, FILLING_COUNT, 256},
	[TIER_DEGENERATE] = {.keeps = 96},
};

/* What a scalar may be, by what it is called; the first value is the plainest. */
struct scalar {
	const char *name;
	enum parameter_kind kind;
	size_t n_usual, n_odd;
	int64_t usual[VALUES_MAX];
	int64_t odd[VALUES_MAX]; /* tried one at a time */
};

static const struct scalar scalars[] = {
	{"n", PARAMETER_SIZE, 4, 1, {2, 3, 1, 4}, {0}},
	{"n_q", PARAMETER_SIZE, 3, 2, {2, 3, 1}, {0, 4}},
	{"n_k", PARAMETER_SIZE, 3, 2, {2, 3, 1}, {0, 4}},
	{"d_k", PARAMETER_SIZE, 2, 3, {2, 1}, {0, 4, 9}},
	{"d_v", PARAMETER_SIZE, 2, 2, {1, 2}, {0, 9}},
	{"d_model", PARAMETER_SIZE, 2, 1, {1, 2}, {0}},
	{"d_head", PARAMETER_SIZE, 2, 1, {1, 2}, {0}},
	{"n_heads", PARAMETER_SIZE, 3, 2, {2, 1, 4}, {0, 3}},
	{"n_kv_heads", PARAMETER_SIZE, 2, 2, {2, 1}, {0, 3}},
	{"batch", PARAMETER_SIZE, 2, 1, {1, 2}, {0}},
	{"capacity", PARAMETER_SIZE, 3, 1, {2, 3, 1}, {0}},
	{"length", PARAMETER_SIZE, 3, 1, {2, 1, 0}, {3}},
	{"window", PARAMETER_SIZE, 3, 2, {1, 2, 3}, {0, -1}},
	{"row", PARAMETER_SIZE, 4, 1, {1, 0, 2, 3}, {-1}},
	{"offset", PARAMETER_OFFSET, 5, 4, {0, 1, -1, 2, -2}, {-5, 5, INT64_MAX, INT64_MIN}},
	{"policy", PARAMETER_CHOICE, 3, 2, {0, 1, 2}, {3, -1}},
	{"n",
	 PARAMETER_NUMBER,
	 8,
	 8,
	 {2, 3, 4, 1, 5, 6, 7, 8},
	 {0, 65536, 92682, INT64_C(3037000500), INT64_C(4294967295), INT64_C(4294967296), INT64_C(6074001000), -1}},
};

/* For parameters that no row of the table knows. */
static const struct scalar unknown = {"", PARAMETER_SIZE, 3, 1, {2, 1, 3}, {0}};

struct found {
	struct batch_case given;
	struct answer answer;
	enum tier tier;
	size_t cost;
	size_t order;
};

struct pool_entry {
	bool made;
	struct batch *batch;
	size_t n_parts;
	struct candidates parts[PARTS_MAX];
};

struct candidate_pool {
	pthread_mutex_t mutex; /* guards all that follows */
	struct arena *arena;
	struct pool_entry entries[OPERATION_COUNT];
};

struct candidate_pool *candidate_pool_create(void)
{
	struct arena *arena = arena_create();
	struct candidate_pool *pool = arena_alloc(arena, sizeof(*pool));
	pool->arena = arena;
	pthread_mutex_init(&pool->mutex, NULL);
	return pool;
}

void candidate_pool_destroy(struct candidate_pool *pool)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		batch_destroy(pool->entries[o].batch);
	pthread_mutex_destroy(&pool->mutex);
	arena_destroy(pool->arena);
}

bool candidate_is_fair(const struct batch_case *given, const struct answer *answer)
{
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++) {
		const struct answer_output *output = &answer->outputs[p];
		for (size_t i = 0; output->real != NULL && i < output->count; i++)
			if (isfinite(output->real[i]) &&
			    (fabs(output->real[i]) > (double)FLT_MAX || !isfinite(output->gauge[i])))
				return false;
	}
	return !reference_is_open(&given->frame, given->absent, answer);
}

/* ---- scalars ---- */

static const struct scalar *scalar_of(const struct parameter *parameter)
{
	for (size_t i = 0; i < sizeof(scalars) / sizeof(scalars[0]); i++)
		if (scalars[i].kind == parameter->kind && strcmp(scalars[i].name, parameter->name) == 0)
			return &scalars[i];
	return &unknown;
}

static void set_scalar(union argument *argument, enum parameter_kind kind, int64_t value)
{
	*argument = (union argument){0};
	if (kind == PARAMETER_CHOICE)
		argument->choice = (int32_t)value;
	else if (kind == PARAMETER_OFFSET)
		argument->offset = (ptrdiff_t)value;
	else
		argument->number = (uint64_t)value; /* sizes too: 64 bits, the sandbox runs nowhere else */
}
_Static_assert(sizeof(size_t) == sizeof(uint64_t), "sizes have 64 bits");

static size_t count_combinations(const struct operation *operation)
{
	size_t count = 1;
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (!parameter_is_buffer(&operation->parameters[p]))
			count *= scalar_of(&operation->parameters[p])->n_usual;
	return count < COMBINATIONS_MAX ? count : COMBINATIONS_MAX;
}

/* Combination 0 is the plainest. */
static struct batch_case combine(const struct operation *operation, size_t combination)
{
	struct batch_case given = {.frame = {.operation = operation}};
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		if (parameter_is_buffer(parameter))
			continue;
		const struct scalar *scalar = scalar_of(parameter);
		set_scalar(&given.frame.arguments[p], parameter->kind, scalar->usual[combination % scalar->n_usual]);
		combination /= scalar->n_usual;
	}
	return given;
}

/* ---- drawing ---- */

/* A list of what was found, and where it comes from. */
struct drawing {
	const struct operation *operation;
	struct arena *arena;
	struct found *list;
	size_t count, capacity;
};

static size_t log_2(uint64_t value)
{
	size_t digits = 0;
	for (; value > 0; value >>= 1)
		digits++;
	return digits;
}

/* What there is to look at. */
static size_t cost_of(const struct batch_case *given, bool *empty)
{
	size_t cost = 0;
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &given->frame.operation->parameters[p];
		const union argument *argument = &given->frame.arguments[p];
		struct shape shape;
		if (parameter_is_buffer(parameter) && frame_shape(&given->frame, p, &shape))
			cost += shape.count, *empty |= shape.count == 0;
		else if (parameter->kind == PARAMETER_OFFSET && argument->offset < 0)
			cost += log_2(0 - (uint64_t)argument->offset);
		else if (!parameter_is_buffer(parameter))
			cost += log_2(argument->number);
	}
	return cost;
}

/* Outputs that may be absent are absent in every third candidate. */
static void leave_out(struct batch_case *given, uint64_t seed)
{
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++)
		given->absent[p] = given->frame.operation->parameters[p].kind == PARAMETER_MAYBE && seed % 3 == 2;
}

/* What a reader has to put up with. In a mask, -inf is nothing special. */
static enum tier tier_of_element(double value, bool mask)
{
	double size = fabs(value);
	if (!isfinite(value))
		return mask && value == -INFINITY ? TIER_WHOLE : TIER_SPECIAL;
	if (size > 100 || (size > 0 && size < 0.01))
		return TIER_EXTREME;
	return size < 10 && size == floor(size) ? TIER_WHOLE : TIER_ORDINARY;
}

static enum tier tier_of(const struct batch_case *given)
{
	enum tier tier = TIER_WHOLE;
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &given->frame.operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || !frame_shape(&given->frame, p, &shape))
			continue;
		bool mask = strcmp(parameter->name, "mask") == 0;
		for (size_t i = 0; i < shape.count; i++) {
			double value = element_value(parameter->element, given->frame.arguments[p].buffer, i);
			enum tier needed = tier_of_element(value, mask);
			tier = needed > tier ? needed : tier;
		}
	}
	return tier;
}

uint64_t candidate_specials(const struct batch_case *given)
{
	uint64_t specials = 0;
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &given->frame.operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || !frame_shape(&given->frame, p, &shape))
			continue;
		const bool mask = strcmp(parameter->name, "mask") == 0;
		for (size_t i = 0; i < shape.count; i++) {
			const double value = element_value(parameter->element, given->frame.arguments[p].buffer, i);
			if (tier_of_element(value, mask) == TIER_SPECIAL)
				specials |= (uint64_t)(isnan(value) ? 1 : 2) << (2 * p);
		}
	}
	return specials;
}
_Static_assert(2 * OPERATION_PARAMETERS_MAX <= 64, "two bits for each parameter");

static void draw(struct drawing *drawing, struct batch_case given, enum filling filling, uint64_t seed)
{
	struct found *found = &drawing->list[drawing->count];
	bool empty = false;
	filling_make(&given, filling, seed, drawing->arena);
	leave_out(&given, seed);
	*found = (struct found){.given = given, .cost = cost_of(&given, &empty), .order = drawing->count};
	reference_answer_with(&ideas_right, &given.frame, given.absent, drawing->arena, &found->answer);
	found->tier = found->answer.status != 0 || empty ? TIER_DEGENERATE : tier_of(&given);
	if (candidate_is_fair(&given, &found->answer))
		drawing->count++;
}

static bool reads_buffers(const struct operation *operation)
{
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (parameter_is_read(&operation->parameters[p]))
			return true;
	return false;
}

/* Sizes and contents as they usually are: again and again, with other contents, until there are enough. */
static void draw_usual(struct drawing *drawing, enum tier tier)
{
	size_t combinations = count_combinations(drawing->operation), wanted = tiers[tier].draws;
	uint64_t id = (uint64_t)(drawing->operation - operations);
	if (combinations > wanted || !reads_buffers(drawing->operation))
		wanted = combinations;
	for (size_t i = 0; i < wanted; i++) {
		uint64_t seed = filling_mix(filling_mix(id, tier), i);
		size_t kinds = (size_t)(tiers[tier].end - tiers[tier].first);
		/* seed / 16 goes on to other contents, so the kind takes other bits of it */
		draw(drawing, combine(drawing->operation, i % combinations),
		     (enum filling)(tiers[tier].first + (seed >> 40) % kinds), seed);
	}
}

static void draw_odd(struct drawing *drawing)
{
	const struct operation *operation = drawing->operation;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		const struct scalar *scalar = scalar_of(parameter);
		for (size_t i = 0; !parameter_is_buffer(parameter) && i < scalar->n_odd; i++) {
			struct batch_case given = combine(operation, 0);
			set_scalar(&given.frame.arguments[p], parameter->kind, scalar->odd[i]);
			draw(drawing, given, FILLING_INTEGERS, filling_mix(p, i));
		}
	}
}

/* ---- choosing ---- */

static int by_rank(const void *left, const void *right)
{
	const struct found *a = left, *b = right;
	if (a->tier != b->tier)
		return a->tier < b->tier ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost < b->cost ? -1 : 1;
	return a->order < b->order ? -1 : 1;
}

/* Of too many in a tier, some of every size are kept. */
static size_t thin(struct found *list, size_t count)
{
	size_t kept = 0;
	for (size_t first = 0, end; first < count; first = end) {
		for (end = first; end < count && list[end].tier == list[first].tier;)
			end++;
		size_t have = end - first, keep = tiers[list[first].tier].keeps;
		for (size_t i = 0; i < have; i++)
			if (have <= keep || i * keep / have != (i + 1) * keep / have)
				list[kept++] = list[first + i];
	}
	return kept;
}

static void lay_out(struct pool_entry *entry, const struct found *list, size_t count, struct arena *arena)
{
	TEXT_SCOPED struct text why = {0};
	struct batch_case *cases = arena_array(arena, count, sizeof(*cases));
	struct answer *answers = arena_array(arena, count, sizeof(*answers));
	for (size_t i = 0; i < count; i++) {
		cases[i] = list[i].given;
		answers[i] = list[i].answer;
	}
	entry->batch = batch_create(cases, count, &why);
	for (size_t first = 0; entry->batch != NULL && first < count; first += PART_CASES) {
		const size_t rest = count - first;
		entry->parts[entry->n_parts++] = (struct candidates){
			.inputs = {rest < PART_CASES ? rest : PART_CASES, &cases[first], &answers[first]},
			.batch = entry->batch,
			.first = first,
		};
	}
}

static void make(struct candidate_pool *pool, struct pool_entry *entry, const struct operation *operation)
{
	size_t capacity = TIERS * (count_combinations(operation) + DRAWS_MAX) + operation->n_parameters * VALUES_MAX;
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct drawing drawing = {operation, pool->arena, NULL, 0, capacity};
	drawing.list = arena_array(scratch, capacity, sizeof(*drawing.list));
	for (enum tier tier = TIER_WHOLE; tier <= (reads_buffers(operation) ? TIER_SPECIAL : TIER_WHOLE); tier++)
		draw_usual(&drawing, tier);
	draw_odd(&drawing);
	qsort(drawing.list, drawing.count, sizeof(*drawing.list), by_rank);
	size_t count = thin(drawing.list, drawing.count);
	entry->made = true;
	lay_out(entry, drawing.list, count < CANDIDATES_MAX ? count : CANDIDATES_MAX, pool->arena);
}

const struct candidates *candidate_pool_part(struct candidate_pool *pool, const struct operation *operation,
					     size_t index)
{
	struct pool_entry *entry = &pool->entries[operation - operations];
	pthread_mutex_lock(&pool->mutex);
	if (!entry->made)
		make(pool, entry, operation);
	pthread_mutex_unlock(&pool->mutex);
	return index < entry->n_parts ? &entry->parts[index] : NULL;
}
