#include "exercise/scalar.h"

#include <stdint.h>
#include <string.h>

#include "exercise/advice.h"
#include "exercise/given.h"
#include "exercise/rehearsal.h"

/* ---- evaluating ----------------------------------------------------------------------------------- */

/* 0 .. span - 1 (0: 2^64), by chance or as the rehearsal wants it. */
static uint64_t pick(const struct draw *draw, struct stream *stream, uint64_t span, enum rehearsal_kind kind)
{
	return draw->rehearsal == NULL ? stream_below(stream, span)
				       : rehearsal_pick(draw->rehearsal, stream, span, kind);
}

static bool too_large(struct draw *draw, const struct scalar *scalar)
{
	reader_error(draw->reader, scalar->place, "the result does not fit 64 bits");
	return false;
}

static bool evaluate_whole(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	(void)draw;
	(void)stream;
	*value = scalar->whole;
	return true;
}

static bool evaluate_name(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	(void)stream;
	return draw_scalar(draw, scalar->parameter, value);
}

static bool evaluate_int(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	__int128 lo, hi;
	if (!scalar_evaluate(scalar->operands[0], draw, stream, &lo) ||
	    !scalar_evaluate(scalar->operands[1], draw, stream, &hi))
		return false;
	char digits[2][NUMBER_DIGITS];
	if (lo > hi) {
		reader_error(draw->reader, scalar->place, "empty range: \"%s\" is greater than \"%s\"",
			     number_print(lo, digits[0]), number_print(hi, digits[1]));
		return false;
	}
	if (hi - lo > UINT64_MAX)
		return too_large(draw, scalar);
	*value = lo + pick(draw, stream, (uint64_t)(hi - lo + 1), REHEARSAL_RANGE);
	return true;
}

static bool evaluate_choice(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	uint64_t index = pick(draw, stream, scalar->n_operands, REHEARSAL_LIST);
	return scalar_evaluate(scalar->operands[index], draw, stream, value);
}

static bool evaluate_sum(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	*value = 0;
	for (size_t i = 0; i < scalar->n_operands; i++) {
		__int128 operand;
		if (!scalar_evaluate(scalar->operands[i], draw, stream, &operand))
			return false;
		*value += operand;
	}
	return true;
}

static bool evaluate_difference(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	__int128 a, b;
	if (!scalar_evaluate(scalar->operands[0], draw, stream, &a) ||
	    !scalar_evaluate(scalar->operands[1], draw, stream, &b))
		return false;
	*value = a - b;
	return true;
}

static bool evaluate_product(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	*value = 1;
	for (size_t i = 0; i < scalar->n_operands; i++) {
		__int128 operand;
		if (!scalar_evaluate(scalar->operands[i], draw, stream, &operand))
			return false;
		if (__builtin_mul_overflow(*value, operand, value))
			return too_large(draw, scalar);
	}
	return true;
}

bool scalar_evaluate(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value)
{
	if (!scalar->evaluate(scalar, draw, stream, value))
		return false;
	return (*value <= UINT64_MAX && *value >= INT64_MIN) || too_large(draw, scalar);
}

/* ---- ranges --------------------------------------------------------------------------------------- */

static __int128 least(__int128 a, __int128 b)
{
	return a < b ? a : b;
}

static __int128 most(__int128 a, __int128 b)
{
	return a > b ? a : b;
}

static struct scalar_range join_ends(struct scalar_range a, struct scalar_range b)
{
	return (struct scalar_range){a.lo, b.hi};
}

static struct scalar_range join_any(struct scalar_range a, struct scalar_range b)
{
	return (struct scalar_range){least(a.lo, b.lo), most(a.hi, b.hi)};
}

static struct scalar_range join_sum(struct scalar_range a, struct scalar_range b)
{
	return (struct scalar_range){a.lo + b.lo, a.hi + b.hi};
}

static struct scalar_range join_difference(struct scalar_range a, struct scalar_range b)
{
	return (struct scalar_range){a.lo - b.hi, a.hi - b.lo};
}

static struct scalar_range join_product(struct scalar_range a, struct scalar_range b)
{
	return (struct scalar_range){least(least(a.lo * b.lo, a.lo * b.hi), least(a.hi * b.lo, a.hi * b.hi)),
				     most(most(a.lo * b.lo, a.lo * b.hi), most(a.hi * b.lo, a.hi * b.hi))};
}

/* Far beyond every size, and products of two still fit. */
static struct scalar_range clamp(struct scalar_range range)
{
	static const __int128 far = (__int128)1 << 62;
	return (struct scalar_range){most(least(range.lo, far), -far), most(least(range.hi, far), -far)};
}

struct scalar_range scalar_range(const struct scalar *scalar, const struct given *given)
{
	if (scalar == NULL)
		return clamp((struct scalar_range){INT64_MIN, UINT64_MAX});
	if (scalar->is_name)
		return given->ranges[scalar->parameter];
	if (scalar->n_operands == 0)
		return clamp((struct scalar_range){scalar->whole, scalar->whole});
	struct scalar_range range = scalar_range(scalar->operands[0], given);
	for (size_t i = 1; i < scalar->n_operands; i++)
		range = clamp(scalar->join(range, scalar_range(scalar->operands[i], given)));
	return range;
}

bool scalar_constant(const struct scalar *scalar, const struct given *given)
{
	if (scalar->random)
		return false;
	if (scalar->is_name) {
		const struct scalar *other = given->scalars[scalar->parameter];
		return other != NULL && scalar_constant(other, given);
	}
	for (size_t i = 0; i < scalar->n_operands; i++)
		if (!scalar_constant(scalar->operands[i], given))
			return false;
	return true;
}

const struct scalar *scalar_drawn(const struct scalar *scalar, const struct given *given)
{
	if (scalar == NULL || scalar->random)
		return scalar;
	const struct scalar *drawn = scalar->is_name ? scalar_drawn(given->scalars[scalar->parameter], given) : NULL;
	for (size_t i = 0; i < scalar->n_operands && drawn == NULL; i++)
		drawn = scalar_drawn(scalar->operands[i], given);
	return drawn;
}

/* ---- reading -------------------------------------------------------------------------------------- */

static const struct form {
	const char *name, *example;
	size_t least, most; /* operands */
	bool random;
	bool (*evaluate)(const struct scalar *scalar, struct draw *draw, struct stream *stream, __int128 *value);
	struct scalar_range (*join)(struct scalar_range a, struct scalar_range b);
} forms[] = {
	{"int", "{int: [1, 9]}", 2, 2, true, evaluate_int, join_ends},
	{"choice", "{choice: [1, 4, 9]}", 1, SIZE_MAX, true, evaluate_choice, join_any},
	{"sum", "{sum: [n_k, 1]}", 1, SIZE_MAX, false, evaluate_sum, join_sum},
	{"difference", "{difference: [n_k, 1]}", 2, 2, false, evaluate_difference, join_difference},
	{"product", "{product: [n_k, 2]}", 1, SIZE_MAX, false, evaluate_product, join_product},
};
enum { N_FORMS = sizeof(forms) / sizeof(forms[0]) };

/* The name of a generator without what it takes. */
static bool is_bare(struct reader *reader, const struct node *node)
{
	for (size_t i = 0; i < N_FORMS; i++)
		if (strcmp(forms[i].name, node->text) == 0) {
			reader_error(reader, node->place, "a whole number is wanted here, not \"%s\"; write %s",
				     node->text, forms[i].example);
			return true;
		}
	return false;
}

static bool read_name(struct reader *reader, const struct operation *operation, const struct node *node,
		      struct scalar *scalar)
{
	const char *names[OPERATION_PARAMETERS_MAX] = {NULL};
	size_t n_names = 0;
	for (size_t i = 0; i < operation->n_parameters; i++) {
		if (parameter_is_buffer(&operation->parameters[i]))
			continue;
		names[n_names++] = operation->parameters[i].name;
		if (strcmp(operation->parameters[i].name, node->text) == 0) {
			scalar->is_name = true;
			scalar->parameter = i;
			scalar->evaluate = evaluate_name;
			return true;
		}
	}
	if (is_bare(reader, node))
		return false;
	const char *advice = advice_on_number(reader->arena, node->text);
	if (advice[0] == '\0')
		advice = advice_on_arithmetic(reader->arena, node->text);
	reader_error(reader, node->place, "\"%.80s\" is neither a whole number nor a scalar of %s%s", node->text,
		     operation->name, advice[0] != '\0' ? advice : reader_suggest(reader, node->text, names, n_names));
	return false;
}

static bool read_plain(struct reader *reader, const struct operation *operation, const struct node *node,
		       struct scalar *scalar)
{
	struct number number;
	const char *advice = advice_on_policy(operation, node->text);
	if (!node->quoted && advice[0] != '\0') {
		reader_error(reader, node->place, "a whole number is wanted here, not \"%s\"%s", node->text, advice);
		return false;
	}
	if (node->quoted || reader_is_null(node) || number_parse(node->text, &number)) {
		scalar->evaluate = evaluate_whole;
		return reader_whole(reader, node, &scalar->whole);
	}
	return read_name(reader, operation, node, scalar);
}

static const struct form *find_form(struct reader *reader, const struct node *node)
{
	const char *names[N_FORMS] = {NULL};
	if (node->count != 1 || node->entries[0].key->kind != NODE_SCALAR) {
		reader_error(reader, node->place, "a generator is a map of one key, like {int: [1, 9]}");
		return NULL;
	}
	const struct node *key = node->entries[0].key;
	for (size_t i = 0; i < N_FORMS; i++) {
		names[i] = forms[i].name;
		if (strcmp(forms[i].name, key->text) == 0)
			return &forms[i];
	}
	reader_error(reader, key->place, "no generator of whole numbers is called \"%.80s\"%s", key->text,
		     reader_choices(reader, key->text, names, N_FORMS));
	return NULL;
}

static bool read_form(struct reader *reader, const struct operation *operation, const struct node *node,
		      struct scalar *scalar)
{
	const struct form *form = find_form(reader, node);
	if (form == NULL)
		return false;
	scalar->random = form->random;
	scalar->evaluate = form->evaluate;
	scalar->join = form->join;
	const struct node *list = node->entries[0].value;
	if (list->kind == NODE_LIST && list->count >= form->least && list->count <= form->most)
		return scalar_list(reader, operation, list, form->least, form->most, &scalar->operands,
				   &scalar->n_operands);
	reader_error(reader, list->place, "\"%s\" takes a list of %zu%s, like %s", form->name, form->least,
		     form->most > form->least ? " or more" : "", form->example);
	return false;
}

const struct scalar *scalar_read(struct reader *reader, const struct operation *operation, const struct node *node)
{
	struct scalar *scalar = arena_alloc(reader->arena, sizeof(*scalar));
	scalar->place = node->place;
	if (node->kind == NODE_SCALAR)
		return read_plain(reader, operation, node, scalar) ? scalar : NULL;
	if (node->kind == NODE_MAP)
		return read_form(reader, operation, node, scalar) ? scalar : NULL;
	if (node->kind == NODE_LIST)
		reader_error(
			reader, node->place,
			"a whole number, the name of a scalar or a generator is wanted here, not a list; to draw one "
			"of several write {choice: [1, 4, 9]}");
	else
		reader_unfit(reader, node, "a whole number, the name of a scalar or a generator");
	return NULL;
}

bool scalar_list(struct reader *reader, const struct operation *operation, const struct node *node, size_t least,
		 size_t most, const struct scalar *const **list, size_t *count)
{
	if (node->kind != NODE_LIST) {
		reader_unfit(reader, node, "a list");
		return false;
	}
	if (node->count < least || node->count > most) {
		reader_error(reader, node->place, "a list of %zu%s is wanted here, not of %zu", least,
			     most > least ? " or more" : "", node->count);
		return false;
	}
	const struct scalar **scalars = arena_array(reader->arena, node->count, sizeof(struct scalar *));
	bool all = true;
	for (size_t i = 0; i < node->count; i++) {
		scalars[i] = scalar_read(reader, operation, node->entries[i].value);
		all = scalars[i] != NULL && all;
	}
	*list = scalars;
	*count = node->count;
	return all;
}
