#include "reference/call.h"

#include "attention.h"

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* "name value value ...": a name and the words behind it, still text. */
struct named {
	const char *name;
	size_t index; /* of the parameter */
	size_t n_values;
	const char **values;
};

struct list {
	size_t count;
	struct named named[OPERATION_PARAMETERS_MAX];
};

static bool is_value(const char *word)
{
	char *end;
	strtod(word, &end);
	return (end != word && *end == '\0') || strcmp(word, "_") == 0;
}

static void split(struct arena *arena, const struct operation *operation, const char *text, struct list *list)
{
	char *rest = arena_string(arena, text);
	const char **values = arena_array(arena, strlen(text) + 1, sizeof(*values));
	list->count = 0;
	for (char *word; (word = strtok_r(rest, " ", &rest)) != NULL;) {
		if (is_value(word)) {
			ck_assert_msg(list->count > 0, "a value without a name: \"%s\"", text);
			list->named[list->count - 1].n_values++;
			*values++ = word;
			continue;
		}
		size_t index = operation_parameter(operation, word, strlen(word));
		ck_assert_msg(index < operation->n_parameters, "%s has no \"%s\"", operation->name, word);
		list->named[list->count++] = (struct named){.name = word, .index = index, .values = values};
	}
}

static void put_element(enum element element, void *buffer, size_t i, const char *word)
{
	switch (element) {
	case ELEMENT_F32:
		((float *)buffer)[i] = strtof(word, NULL);
		return;
	case ELEMENT_U8:
		((uint8_t *)buffer)[i] = (uint8_t)strtoul(word, NULL, 0);
		return;
	case ELEMENT_I32:
		((int32_t *)buffer)[i] = (int32_t)strtol(word, NULL, 0);
		return;
	case ELEMENT_U64:
		((uint64_t *)buffer)[i] = strtoull(word, NULL, 0);
		return;
	}
}

static void give_buffer(struct arena *arena, struct frame *frame, const struct named *named)
{
	struct shape shape;
	ck_assert(frame_shape(frame, named->index, &shape));
	ck_assert_msg(named->n_values == shape.count, "\"%s\" takes %zu values, not %zu", named->name, shape.count,
		      named->n_values);
	enum element element = frame->operation->parameters[named->index].element;
	void *buffer = arena_array(arena, shape.count + 1, element_bytes(element));
	for (size_t i = 0; i < shape.count; i++)
		put_element(element, buffer, i, named->values[i]);
	frame->arguments[named->index].buffer = buffer;
}

static void give(struct arena *arena, struct frame *frame, const struct named *named)
{
	const struct parameter *parameter = &frame->operation->parameters[named->index];
	if (parameter_is_buffer(parameter)) {
		give_buffer(arena, frame, named);
		return;
	}
	ck_assert_msg(named->n_values == 1, "\"%s\" takes one value", named->name);
	union argument *argument = &frame->arguments[named->index];
	const char *word = named->values[0];
	if (parameter->kind == PARAMETER_SIZE)
		argument->size = strtoull(word, NULL, 0);
	else if (parameter->kind == PARAMETER_OFFSET)
		argument->offset = strtoll(word, NULL, 0);
	else if (parameter->kind == PARAMETER_NUMBER)
		argument->number = strtoull(word, NULL, 0);
	else
		argument->choice = (int32_t)strtol(word, NULL, 0);
}

struct call call_reference(struct arena *arena, const char *function, const char *given)
{
	struct call call = {.frame.operation = operation_find(function)};
	const struct operation *operation = call.frame.operation;
	ck_assert_msg(operation != NULL, "no function \"%s\"", function);
	struct list list;
	split(arena, operation, given, &list);
	bool set[OPERATION_PARAMETERS_MAX] = {false};
	for (size_t i = 0; i < list.count; i++) {
		give(arena, &call.frame, &list.named[i]);
		set[list.named[i].index] = true;
	}
	for (size_t i = 0; i < operation->n_parameters; i++) {
		const struct parameter *parameter = &operation->parameters[i];
		bool is_given = !parameter_is_buffer(parameter) || parameter_is_read(parameter);
		ck_assert_msg(set[i] == is_given, "%s: \"%s\" %s", function, parameter->name,
			      is_given ? "is missing" : "is an output");
	}
	call.tolerance = reference_tolerance((enum operation_id)(operation - operations));
	reference_answer(&call.frame, arena, &call.answer);
	return call;
}

const double *call_output(const struct call *call, const char *name, size_t *count)
{
	size_t index = operation_parameter(call->frame.operation, name, strlen(name));
	ck_assert_msg(index < call->frame.operation->n_parameters, "no output \"%s\"", name);
	const struct answer_output *output = &call->answer.outputs[index];
	ck_assert_msg(output->real != NULL, "\"%s\" holds no real numbers", name);
	*count = output->count;
	return output->real;
}

/* Half a unit of the last decimal that is printed, a hair more since decimals are rounded; 0 if none is. */
static double half_unit(const char *word)
{
	const char *point = strchr(word, '.');
	if (point == NULL || strpbrk(word, "xX") != NULL)
		return 0;
	return 0.5000001 * pow(10, -(double)strspn(point + 1, "0123456789"));
}

/* How an element of the answer compares with a word. */
enum likeness { LIKE, UNLIKE, UNSAID };

static enum likeness compare(const struct answer_output *output, size_t i, const char *word, double allowed)
{
	if (strcmp(word, "_") == 0)
		return UNSAID;
	if (output->real == NULL)
		return output->integer[i] == strtoull(word, NULL, 0) ? LIKE : UNLIKE;
	double want = output->real[i], got = strtod(word, NULL);
	if (isnan(want) || isnan(got))
		return isnan(want) && isnan(got) ? LIKE : UNLIKE;
	if (isinf(want) || isinf(got))
		return want == got ? LIKE : UNLIKE;
	return fabs(got - want) <= allowed ? LIKE : UNLIKE;
}

static const struct answer_output *find_output(const struct call *call, const struct named *named)
{
	const struct answer_output *output = &call->answer.outputs[named->index];
	ck_assert_msg(parameter_is_written(&call->frame.operation->parameters[named->index]), "\"%s\" is no output",
		      named->name);
	ck_assert_msg(named->n_values == output->count, "\"%s\" holds %zu values, not %zu", named->name, output->count,
		      named->n_values);
	return output;
}

static double gauge_at(const struct answer_output *output, size_t i)
{
	return output->real == NULL ? 0 : output->gauge[i];
}

/* A whole number or a hexadecimal one must be met within the tolerance, a printed one to its decimals. */
static void check_expect(const struct fact *fact, const struct call *call, const struct named *named)
{
	const struct answer_output *output = find_output(call, named);
	for (size_t i = 0; i < output->count; i++) {
		const char *word = named->values[i];
		double printed = half_unit(word);
		double allowed = printed > 0 ? printed : call->tolerance * gauge_at(output, i);
		ck_assert_msg(compare(output, i, word, allowed) != UNLIKE, "%s: %s[%zu] is %.17g, the source says %s",
			      fact->source, named->name, i, output->real ? output->real[i] : (double)output->integer[i],
			      word);
	}
}

/* Elements that a grader would refuse, were these a student's. The words' own rounding is on their side. */
static size_t count_refused(const struct call *call, const struct named *named)
{
	const struct answer_output *output = find_output(call, named);
	size_t refused = 0;
	for (size_t i = 0; i < output->count; i++) {
		double allowed = call->tolerance * gauge_at(output, i) + half_unit(named->values[i]);
		refused += compare(output, i, named->values[i], allowed) == UNLIKE;
	}
	return refused;
}

static size_t count_refused_of(struct arena *arena, const struct call *call, const char *text)
{
	struct list list;
	size_t refused = 0;
	split(arena, call->frame.operation, text, &list);
	for (size_t i = 0; i < list.count; i++)
		refused += count_refused(call, &list.named[i]);
	return refused;
}

void fact_check(const struct fact *fact)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct call call = call_reference(arena, fact->function, fact->given);
	ck_assert_msg(call.answer.status == fact->status, "%s: returns %d, not %d", fact->source, call.answer.status,
		      fact->status);
	struct list list;
	split(arena, call.frame.operation, fact->expect, &list);
	ck_assert_msg(fact->status != ATTN_OK || list.count > 0, "%s: expects nothing", fact->source);
	for (size_t i = 0; i < list.count; i++)
		check_expect(fact, &call, &list.named[i]);
	for (size_t i = 0; i < sizeof(fact->wrong) / sizeof(*fact->wrong) && fact->wrong[i] != NULL; i++)
		ck_assert_msg(count_refused_of(arena, &call, fact->wrong[i]) > 0, "%s: \"%s\" would pass for right",
			      fact->source, fact->wrong[i]);
	for (size_t i = 0; i < sizeof(fact->honest) / sizeof(*fact->honest) && fact->honest[i] != NULL; i++)
		ck_assert_msg(count_refused_of(arena, &call, fact->honest[i]) == 0, "%s: \"%s\" would be refused",
			      fact->source, fact->honest[i]);
}
