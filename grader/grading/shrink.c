#include "grading/shrink.h"

#include <math.h>
#include <string.h>

#include "core/list.h"
#include "grading/compare.h"

/* What is being made. Inputs that ask another kind of question, or an unfair one, are left out. */
struct builder {
	const struct batch_case *from;
	int status;
	struct arena *arena;
	struct inputs inputs;
};

static struct builder begin(const struct batch_case *from, const struct answer *answer, struct arena *arena)
{
	return (struct builder){.from = from, .status = answer->status, .arena = arena};
}

static bool add(struct builder *builder, const struct batch_case *given)
{
	struct inputs *inputs = &builder->inputs;
	if (inputs->count == SHRINK_STEPS_MAX)
		return false;
	struct answer answer = {0};
	reference_answer_with(&ideas_right, &given->frame, given->absent, builder->arena, &answer);
	if (answer.status != builder->status || !candidate_is_fair(given, &answer))
		return false;
	inputs->cases = list_extend(builder->arena, inputs->cases, inputs->count, sizeof(*inputs->cases));
	inputs->answers = list_extend(builder->arena, inputs->answers, inputs->count, sizeof(*inputs->answers));
	inputs->cases[inputs->count] = *given;
	inputs->answers[inputs->count++] = answer;
	return true;
}

/* ---- shapes as products of sizes ---- */

/* A shape's sizes, outermost first: those of "n, heads*d" are n, heads and d. */
struct factors {
	size_t count;
	size_t parameters[OPERATION_PARAMETERS_MAX];
};

static struct factors factors_of(const struct operation *operation, size_t parameter)
{
	struct factors factors = {0};
	const char *text = operation->parameters[parameter].shape;
	while (*text != '\0') {
		size_t length = strcspn(text, ", *");
		factors.parameters[factors.count++] = operation_parameter(operation, text, length);
		text += length;
		text += strspn(text, ", *");
	}
	return factors;
}

static bool is_extent(const struct operation *operation, size_t scalar)
{
	for (size_t p = 0; p < operation->n_parameters; p++) {
		if (!parameter_is_buffer(&operation->parameters[p]))
			continue;
		struct factors factors = factors_of(operation, p);
		for (size_t f = 0; f < factors.count; f++)
			if (factors.parameters[f] == scalar)
				return true;
	}
	return false;
}

/* ---- keeping a part ---- */

/* Of one size, the indices from `first` on; then one more is left out, if `without` lies among them. */
struct part {
	size_t scalar, first, count, without;
};

static size_t part_index(const struct part *part, size_t index)
{
	index += part->first;
	return index >= part->without ? index + 1 : index;
}

static void copy_part(const struct batch_case *from, struct batch_case *to, size_t parameter, const struct part *part,
		      struct arena *arena)
{
	const struct operation *operation = from->frame.operation;
	size_t bytes = element_bytes(operation->parameters[parameter].element);
	struct factors factors = factors_of(operation, parameter);
	struct shape shape;
	if (!frame_shape(&to->frame, parameter, &shape))
		return;
	char *made = arena_array(arena, shape.count + 1, bytes);
	const char *given = from->frame.arguments[parameter].buffer;
	for (size_t i = 0; i < shape.count; i++) {
		size_t rest = i, stride = 1, source = 0;
		for (size_t f = factors.count; f-- > 0;) {
			size_t scalar = factors.parameters[f], size = to->frame.arguments[scalar].size;
			size_t index = rest % size;
			rest /= size;
			source += stride * (scalar == part->scalar ? part_index(part, index) : index);
			stride *= from->frame.arguments[scalar].size;
		}
		memcpy(made + i * bytes, given + source * bytes, bytes);
	}
	to->frame.arguments[parameter].buffer = made;
}

static struct batch_case keep(const struct batch_case *from, const struct part *part, struct arena *arena)
{
	const struct operation *operation = from->frame.operation;
	struct batch_case to = *from;
	to.frame.arguments[part->scalar].size = part->count;
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (parameter_is_read(&operation->parameters[p]))
			copy_part(from, &to, p, part, arena);
	return to;
}

/* Counts of rows in use go down together with the rows. */
static bool lower_counts(struct batch_case *given, struct arena *arena)
{
	const struct operation *operation = given->frame.operation;
	bool any = false;
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_read(&operation->parameters[p]) || operation->parameters[p].element != ELEMENT_U64 ||
		    !frame_shape(&given->frame, p, &shape))
			continue;
		uint64_t *counts = arena_array(arena, shape.count + 1, sizeof(*counts));
		memcpy(counts, given->frame.arguments[p].buffer, shape.count * sizeof(*counts));
		for (size_t i = 0; i < shape.count; i++)
			if (counts[i] > 0)
				counts[i]--, any = true;
		given->frame.arguments[p].buffer = counts;
	}
	return any;
}

/* A part as it is, with counts lowered, and with another scalar moved by one: an offset, a window, a length. */
static void add_part(struct builder *builder, const struct part *part)
{
	const struct operation *operation = builder->from->frame.operation;
	struct batch_case given = keep(builder->from, part, builder->arena);
	add(builder, &given);
	for (size_t p = 0; p < operation->n_parameters; p++) {
		const struct parameter *parameter = &operation->parameters[p];
		if (parameter_is_buffer(parameter) || parameter->kind == PARAMETER_CHOICE || is_extent(operation, p))
			continue;
		for (int step = -1; step <= 1; step += 2) {
			struct batch_case moved = given;
			moved.frame.arguments[p].number += (uint64_t)(int64_t)step;
			bool wraps = parameter->kind != PARAMETER_OFFSET && moved.frame.arguments[p].number > INT64_MAX;
			if (!wraps)
				add(builder, &moved);
		}
	}
	if (lower_counts(&given, builder->arena))
		add(builder, &given);
}

static void add_parts(struct builder *builder, size_t scalar)
{
	size_t size = builder->from->frame.arguments[scalar].size;
	if (size < 2 || !is_extent(builder->from->frame.operation, scalar))
		return;
	for (size_t i = 0; i < size && size > 2; i++)
		add_part(builder, &(struct part){scalar, i, 1, SIZE_MAX});
	for (size_t i = size; i-- > 0;)
		add_part(builder, &(struct part){scalar, 0, size - 1, i});
}

/* Two sizes that only go down together, as numbers of heads that must divide. */
static void add_pairs(struct builder *builder, size_t scalar)
{
	const struct operation *operation = builder->from->frame.operation;
	size_t size = builder->from->frame.arguments[scalar].size;
	for (size_t p = scalar + 1; p < operation->n_parameters; p++) {
		size_t other = builder->from->frame.arguments[p].size;
		if (operation->parameters[p].kind != PARAMETER_SIZE || other < 2 || size < 2 ||
		    !is_extent(operation, p) || !is_extent(operation, scalar))
			continue;
		struct batch_case half = keep(builder->from, &(struct part){scalar, 0, size - 1, size}, builder->arena);
		struct batch_case given = keep(&half, &(struct part){p, 0, other - 1, other}, builder->arena);
		add(builder, &given);
	}
}

/* ---- other scalars ---- */

static void add_lower(struct builder *builder, size_t scalar)
{
	const struct operation *operation = builder->from->frame.operation;
	enum parameter_kind kind = operation->parameters[scalar].kind;
	union argument is = builder->from->frame.arguments[scalar];
	bool negative = (kind == PARAMETER_OFFSET && is.offset < 0) || (kind == PARAMETER_CHOICE && is.choice < 0);
	if (is_extent(operation, scalar))
		return;
	uint64_t value = kind == PARAMETER_CHOICE ? (uint64_t)(int64_t)is.choice : is.number;
	uint64_t magnitude = negative ? 0 - value : value;
	/* by all of it, by half, by a quarter, ... by one: how far it goes is found in few rounds */
	for (uint64_t less = magnitude; less > 0; less /= 2) {
		struct batch_case given = *builder->from;
		uint64_t lower = negative ? 0 - (magnitude - less) : magnitude - less;
		if (kind == PARAMETER_CHOICE)
			given.frame.arguments[scalar].choice = (int32_t)(int64_t)lower;
		else
			given.frame.arguments[scalar].number = lower;
		add(builder, &given);
	}
}

static void add_without(struct builder *builder, size_t parameter)
{
	if (builder->from->frame.operation->parameters[parameter].kind != PARAMETER_MAYBE ||
	    builder->from->absent[parameter])
		return;
	struct batch_case given = *builder->from;
	given.absent[parameter] = true;
	add(builder, &given);
}

struct inputs shrink_sizes(const struct batch_case *from, const struct answer *answer, struct arena *arena)
{
	const struct operation *operation = from->frame.operation;
	struct builder builder = begin(from, answer, arena);
	for (size_t p = 0; p < operation->n_parameters; p++) {
		if (operation->parameters[p].kind == PARAMETER_SIZE)
			add_pairs(&builder, p);
		add_without(&builder, p);
	}
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (operation->parameters[p].kind == PARAMETER_SIZE)
			add_parts(&builder, p);
	for (size_t p = 0; p < operation->n_parameters; p++)
		if (!parameter_is_buffer(&operation->parameters[p]))
			add_lower(&builder, p);
	return builder.inputs;
}

/* ---- elements ---- */

static void make_edit(struct batch_case *given, const struct edit *edit, struct arena *arena)
{
	struct shape shape;
	enum element type = given->frame.operation->parameters[edit->parameter].element;
	if (!frame_shape(&given->frame, edit->parameter, &shape))
		return;
	void *copy =
		arena_copy(arena, given->frame.arguments[edit->parameter].buffer, shape.count * element_bytes(type));
	if (type == ELEMENT_F32)
		((float *)copy)[edit->element] = (float)edit->value;
	else
		((uint64_t *)copy)[edit->element] = (uint64_t)edit->value;
	given->frame.arguments[edit->parameter].buffer = copy;
}

/* Numbers, the simplest first. */
static const double numbers[] = {0, 1, -1, 2, -2, 10, -10, 100, -100, 1000, -1000};
static const double mask_entries[] = {0, -INFINITY, 1};
enum { SIMPLER_MAX = sizeof(numbers) / sizeof(numbers[0]) };

/* What an element may become: a simpler number that is not larger; a count, what it was less one. */
static size_t simpler(const struct parameter *parameter, double is, double values[SIMPLER_MAX])
{
	size_t count = 0;
	if (parameter->element == ELEMENT_U64) {
		if (is > 0)
			values[count++] = 0;
		if (is > 1)
			values[count++] = is - 1;
		return count;
	}
	bool mask = strcmp(parameter->name, "mask") == 0;
	const double *list = mask ? mask_entries : numbers;
	size_t length = mask ? sizeof(mask_entries) / sizeof(mask_entries[0]) : SIMPLER_MAX;
	for (size_t i = 0; i < length && is != list[i]; i++)
		if (mask || !isfinite(is) || fabs(list[i]) <= ceil(fabs(is)))
			values[count++] = list[i];
	return count;
}

struct inputs shrink_elements(const struct batch_case *from, const struct answer *answer, const struct edit **edits,
			      struct arena *arena)
{
	const struct operation *operation = from->frame.operation;
	struct builder builder = begin(from, answer, arena);
	struct edit *list = arena_array(arena, SHRINK_STEPS_MAX, sizeof(*list));
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_read(&operation->parameters[p]) || !frame_shape(&from->frame, p, &shape))
			continue;
		for (size_t i = 0; i < shape.count; i++) {
			double values[SIMPLER_MAX], is = element_value(operation->parameters[p].element,
								       from->frame.arguments[p].buffer, i);
			size_t count = simpler(&operation->parameters[p], is, values);
			for (size_t k = 0; k < count; k++) {
				struct edit edit = {p, i, values[k]};
				struct batch_case given = *from;
				make_edit(&given, &edit, arena);
				if (add(&builder, &given))
					list[builder.inputs.count - 1] = edit;
			}
		}
	}
	*edits = list;
	return builder.inputs;
}

struct inputs shrink_together(const struct batch_case *from, const struct answer *answer, const struct edit *edits,
			      size_t count, struct arena *arena)
{
	struct builder builder = begin(from, answer, arena);
	for (size_t n = count; n >= 2; n--) {
		struct batch_case given = *from;
		for (size_t i = 0; i < n; i++)
			make_edit(&given, &edits[i], arena);
		add(&builder, &given);
	}
	return builder.inputs;
}
