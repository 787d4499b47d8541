#include "exercise/value.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "exercise/advice.h"

/* One element on its way: real for F32 buffers, whole for the others. */
union cell {
	double real;
	__int128 whole;
};

enum needs { NEEDS_REALS = 1, NEEDS_MATRIX = 2 };
enum operands { NUMBERS, SCALARS, VALUES };

struct value_form {
	const char *name;    /* NULL for those that are no generators */
	const char *example; /* what its name stands before */
	enum operands operands;
	size_t least, most;
	bool bare; /* its one operand stands alone, not in a list */
	unsigned needs;
	bool (*check)(struct reader *reader, const struct value *value); /* of literal operands, or NULL */
	union cell (*make)(const struct maker *maker, struct stream *stream, const struct spot *spot);
	double (*bound)(const struct value *value); /* no element is further from 0; NULL: it is not known */
};

/* ---- making --------------------------------------------------------------------------------------- */

static bool is_real(const struct maker *maker)
{
	return maker->parameter->element == ELEMENT_F32;
}

static union cell cell_of(const struct maker *maker, const struct number *number)
{
	return is_real(maker) ? (union cell){.real = number->real} : (union cell){.whole = number->whole};
}

static union cell make_number(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)stream;
	(void)spot;
	return cell_of(maker, &maker->value->list.numbers[0]);
}

static union cell make_list(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)stream;
	return cell_of(maker, &maker->value->list.numbers[spot->index]);
}

static union cell make_normal(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)spot;
	const struct number *numbers = maker->value->list.numbers;
	return (union cell){.real = stream_normal(stream, numbers[0].real, numbers[1].real)};
}

/* A sum of twelve is no further off than that. */
static double bound_normal(const struct value *value)
{
	return fabs(value->list.numbers[0].real) + 6 * value->list.numbers[1].real;
}

static union cell make_uniform(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)spot;
	const struct number *numbers = maker->value->list.numbers;
	return (union cell){.real = stream_uniform(stream, numbers[0].real, numbers[1].real)};
}

static double bound_uniform(const struct value *value)
{
	return fmax(fabs(value->list.numbers[0].real), fabs(value->list.numbers[1].real));
}

static union cell make_integers(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)spot;
	__int128 span = maker->bounds[1] - maker->bounds[0] + 1;
	__int128 whole = maker->bounds[0] + stream_below(stream, (uint64_t)span);
	return is_real(maker) ? (union cell){.real = (double)whole} : (union cell){.whole = whole};
}

static union cell make_choice(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)spot;
	const struct list *list = &maker->value->list;
	return cell_of(maker, &list->numbers[stream_below(stream, list->count)]);
}

/* Column minus row in the last two extents. */
static __int128 beyond_diagonal(const struct spot *spot)
{
	const size_t *extents = spot->shape->extents + spot->shape->n_extents - 2;
	size_t column = spot->index % extents[1];
	size_t row = spot->index / extents[1] % extents[0];
	return (__int128)column - (__int128)row;
}

static union cell make_causal(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)stream;
	return (union cell){.real = beyond_diagonal(spot) > maker->bounds[0] ? -INFINITY : 0};
}

static union cell make_identity(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)stream;
	static const struct number zero = {.is_whole = true};
	return cell_of(maker, beyond_diagonal(spot) == 0 ? &maker->value->list.numbers[0] : &zero);
}

static union cell make_ramp(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	(void)stream;
	const struct number *numbers = maker->value->list.numbers;
	if (is_real(maker))
		return (union cell){.real = numbers[0].real + numbers[1].real * (double)spot->index};
	return (union cell){.whole = numbers[0].whole + numbers[1].whole * (__int128)spot->index};
}

static union cell make(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	return maker->value->form->make(maker, stream, spot);
}

static union cell make_sum(const struct maker *maker, struct stream *stream, const struct spot *spot)
{
	union cell sum = make(&maker->operands[0], stream, spot);
	for (size_t i = 1; i < maker->value->n_values; i++) {
		union cell operand = make(&maker->operands[i], stream, spot);
		if (is_real(maker))
			sum.real += operand.real;
		else
			sum.whole += operand.whole;
	}
	return sum;
}

/* ---- checks of literal operands ------------------------------------------------------------------- */

static bool check_finite(struct reader *reader, const struct value *value)
{
	for (size_t i = 0; i < value->list.count; i++)
		if (!isfinite(value->list.numbers[i].real)) {
			reader_error(reader, value->place, "\"%s\" takes finite numbers, not \"%s\"", value->form->name,
				     value->list.written[i]);
			return false;
		}
	return true;
}

static bool check_normal(struct reader *reader, const struct value *value)
{
	if (!check_finite(reader, value))
		return false;
	if (value->list.numbers[1].real >= 0)
		return true;
	reader_error(reader, value->place, "the standard deviation \"%s\" is negative", value->list.written[1]);
	return false;
}

static bool check_uniform(struct reader *reader, const struct value *value)
{
	if (!check_finite(reader, value))
		return false;
	if (value->list.numbers[0].real <= value->list.numbers[1].real)
		return true;
	reader_error(reader, value->place, "empty range: \"%s\" is greater than \"%s\"", value->list.written[0],
		     value->list.written[1]);
	return false;
}

/* ---- the table ------------------------------------------------------------------------------------ */

static const struct value_form form_number = {.make = make_number};
static const struct value_form form_list = {.make = make_list};

static const struct value_form forms[] = {
	{"normal", "[0, 1]", NUMBERS, 2, 2, false, NEEDS_REALS, check_normal, make_normal, bound_normal},
	{"uniform", "[-1, 1]", NUMBERS, 2, 2, false, NEEDS_REALS, check_uniform, make_uniform, bound_uniform},
	{"integers", "[0, 9]", SCALARS, 2, 2, false, 0, NULL, make_integers, NULL},
	{"choice", "[-1, 0, 1]", NUMBERS, 1, SIZE_MAX, false, 0, NULL, make_choice, NULL},
	{"causal", "0", SCALARS, 1, 1, true, NEEDS_REALS | NEEDS_MATRIX, NULL, make_causal, NULL},
	{"identity", "1", NUMBERS, 1, 1, true, NEEDS_MATRIX, NULL, make_identity, NULL},
	{"ramp", "[0, 1]", NUMBERS, 2, 2, false, 0, check_finite, make_ramp, NULL},
	{"sum", "[1, {normal: [0, 1]}]", VALUES, 1, SIZE_MAX, false, 0, NULL, make_sum, NULL},
};
enum { N_FORMS = sizeof(forms) / sizeof(forms[0]) };

/* ---- reading -------------------------------------------------------------------------------------- */

/* What is read: a value for which buffer, and for all of it or a part. */
struct context {
	struct reader *reader;
	const struct operation *operation;
	const struct parameter *parameter;
	enum value_use use;
};

static bool read_numbers(const struct context *context, const struct node *const *nodes, size_t count,
			 struct value *value)
{
	struct number *numbers = arena_array(context->reader->arena, count, sizeof(*numbers));
	const char **written = arena_array(context->reader->arena, count, sizeof(*written));
	bool all = true;
	for (size_t i = 0; i < count; i++) {
		written[i] = nodes[i]->text;
		all = list_number(context->reader, context->parameter, nodes[i], &numbers[i]) && all;
	}
	value->list = (struct list){.count = count, .numbers = numbers, .written = written};
	return all;
}

static bool read_scalars(const struct context *context, const struct node *const *nodes, size_t count,
			 struct value *value)
{
	const struct scalar **scalars = arena_array(context->reader->arena, count, sizeof(struct scalar *));
	bool all = true;
	for (size_t i = 0; i < count; i++) {
		scalars[i] = scalar_read(context->reader, context->operation, nodes[i]);
		all = scalars[i] != NULL && all;
	}
	value->scalars = scalars;
	value->n_scalars = count;
	return all;
}

static bool read_values(const struct context *context, const struct node *const *nodes, size_t count,
			struct value *value)
{
	const struct value **values = arena_array(context->reader->arena, count, sizeof(struct value *));
	bool all = true;
	for (size_t i = 0; i < count; i++) {
		values[i] = value_read(context->reader, context->operation, context->parameter, nodes[i], context->use);
		all = values[i] != NULL && all;
	}
	value->values = values;
	value->n_values = count;
	return all;
}

static bool read_operands(const struct context *context, const struct node *node, struct value *value)
{
	static bool (*const read[])(const struct context *, const struct node *const *, size_t, struct value *) = {
		[NUMBERS] = read_numbers, [SCALARS] = read_scalars, [VALUES] = read_values};
	const struct value_form *form = value->form;
	if (form->bare && node->kind == NODE_LIST) {
		reader_error(context->reader, node->place, "\"%s\" takes no list, but one value, like {%s: %s}",
			     form->name, form->name, form->example);
		return false;
	}
	if (form->bare && reader_is_null(node)) {
		reader_error(context->reader, node->place, "\"%s\" takes a value, like {%s: %s}", form->name,
			     form->name, form->example);
		return false;
	}
	if (form->bare)
		return read[form->operands](context, &node, 1, value);
	if (node->kind != NODE_LIST || node->count < form->least || node->count > form->most) {
		reader_error(context->reader, node->place, "\"%s\" takes a list of %zu%s, like {%s: %s}", form->name,
			     form->least, form->most > form->least ? " or more" : "", form->name, form->example);
		return false;
	}
	const struct node **nodes = arena_array(context->reader->arena, node->count, sizeof(struct node *));
	for (size_t i = 0; i < node->count; i++)
		nodes[i] = node->entries[i].value;
	return read[form->operands](context, nodes, node->count, value);
}

/* The form of that name, or of what it is called elsewhere; NULL if there is none. */
static const struct value_form *find_called(const char *word)
{
	const char *name = advice_on_generator(word);
	for (size_t i = 0; i < N_FORMS; i++)
		if (strcmp(forms[i].name, name[0] != '\0' ? name : word) == 0)
			return &forms[i];
	return NULL;
}

static const struct value_form *find_form(const struct context *context, const struct node *node)
{
	const char *names[N_FORMS] = {NULL};
	if (node->count != 1 || node->entries[0].key->kind != NODE_SCALAR) {
		reader_error(context->reader, node->place, "a generator is a map of one key, like {normal: [0, 1]}");
		return NULL;
	}
	const struct node *key = node->entries[0].key;
	for (size_t i = 0; i < N_FORMS; i++) {
		names[i] = forms[i].name;
		if (strcmp(forms[i].name, key->text) == 0)
			return &forms[i];
	}
	const struct value_form *meant = find_called(key->text);
	const char *advice = advice_on_constant(key->text);
	reader_error(context->reader, key->place, "no generator of buffers is called \"%.80s\"%s", key->text,
		     advice[0] != '\0' ? advice
		     : meant != NULL   ? arena_format(context->reader->arena, ", did you mean \"%s\"?", meant->name)
				       : reader_choices(context->reader, key->text, names, N_FORMS));
	return NULL;
}

static bool check_needs(const struct context *context, const struct value *value)
{
	const struct parameter *parameter = context->parameter;
	unsigned needs = value->form->needs;
	if ((needs & NEEDS_REALS) != 0 && parameter->element != ELEMENT_F32)
		reader_error(context->reader, value->place,
			     "\"%s\" makes floats, but \"%s\" holds whole numbers: write one, or {integers: [0, 9]}",
			     value->form->name, parameter->name);
	else if ((needs & NEEDS_MATRIX) != 0 && context->use == VALUE_PUT)
		reader_error(context->reader, value->place,
			     "\"%s\" makes whole matrices, so it cannot be put: put a number, or use it under `given`",
			     value->form->name);
	else if ((needs & NEEDS_MATRIX) != 0 && shape_extents(parameter->shape) < 2)
		reader_error(context->reader, value->place,
			     "\"%s\" makes matrices, but \"%s\" is none: write a number, or {normal: [0, 1]}",
			     value->form->name, parameter->name);
	else
		return true;
	return false;
}

/* A buffer takes no names of scalars, but a generator that does can make it of one. */
static bool is_scalar_name(const struct context *context, const struct node *node)
{
	const struct operation *operation = context->operation;
	size_t index = operation_parameter(operation, node->text, strlen(node->text));
	if (node->quoted || index == operation->n_parameters || parameter_is_buffer(&operation->parameters[index]))
		return false;
	reader_error(context->reader, node->place, "a number is wanted here, not a name; write {integers: [%s, %s]}",
		     node->text, node->text);
	return true;
}

/* The name of a generator, or what one is called elsewhere, without what it takes. */
static bool is_bare(const struct context *context, const struct node *node, struct value *value)
{
	const char *word = arena_copy(context->reader->arena, node->text, strcspn(node->text, "("));
	const char *advice = advice_on_constant(word);
	value->form = find_called(word);
	if (node->quoted || (value->form == NULL && advice[0] == '\0'))
		return false;
	if (value->form == NULL)
		reader_error(context->reader, node->place, "a number is wanted here, not \"%.80s\"%s", node->text,
			     advice);
	else if (check_needs(context, value))
		reader_error(context->reader, node->place, "a number is wanted here, not a name; write {%s: %s}",
			     value->form->name, value->form->example);
	return true;
}

/* A word that is neither a number nor nearly one. */
static bool is_word(const struct context *context, const struct node *node)
{
	const char *names[N_FORMS];
	struct number number;
	if (node->quoted || reader_is_null(node) || number_parse(node->text, &number) ||
	    advice_on_number(context->reader->arena, node->text)[0] != '\0')
		return false;
	for (size_t i = 0; i < N_FORMS; i++)
		names[i] = forms[i].name;
	reader_error(context->reader, node->place, "a number or a generator, like %s, is wanted here, not \"%.80s\"%s",
		     context->parameter->element == ELEMENT_F32 ? "{normal: [0, 1]}" : "{integers: [0, 9]}", node->text,
		     reader_suggest(context->reader, node->text, names, N_FORMS));
	return true;
}

static bool read_alone(const struct context *context, const struct node *node, struct value *value)
{
	if (node->kind == NODE_SCALAR &&
	    (is_scalar_name(context, node) || is_bare(context, node, value) || is_word(context, node)))
		return false;
	value->form = &form_number;
	return read_numbers(context, &node, 1, value);
}

static bool read_form(const struct context *context, const struct node *node, struct value *value)
{
	value->form = find_form(context, node);
	return value->form != NULL && check_needs(context, value) &&
	       read_operands(context, node->entries[0].value, value) &&
	       (value->form->check == NULL || value->form->check(context->reader, value));
}

static bool read_list(const struct context *context, const struct node *node, struct value *value)
{
	value->form = &form_list;
	if (context->use == VALUE_PUT) {
		reader_unfit(context->reader, node, "a number or a generator");
		return false;
	}
	if (shape_extents(context->parameter->shape) == 0) {
		reader_unfit(context->reader, node, "a number");
		return false;
	}
	return list_read(context->reader, context->parameter, node, &value->list);
}

const struct value *value_read(struct reader *reader, const struct operation *operation,
			       const struct parameter *parameter, const struct node *node, enum value_use use)
{
	const struct context context = {reader, operation, parameter, use};
	struct value *value = arena_alloc(reader->arena, sizeof(*value));
	value->place = node->place;
	bool read = node->kind == NODE_MAP    ? read_form(&context, node, value)
		    : node->kind == NODE_LIST ? read_list(&context, node, value)
					      : read_alone(&context, node, value);
	return read ? value : NULL;
}

/* ---- preparing ------------------------------------------------------------------------------------ */

static bool check_range(const struct maker *maker, struct draw *draw)
{
	const __int128 *bounds = maker->bounds;
	char lo[NUMBER_DIGITS], hi[NUMBER_DIGITS];
	if (bounds[0] > bounds[1])
		reader_error(draw->reader, maker->value->place, "empty range: \"%s\" is greater than \"%s\"",
			     number_print(bounds[0], lo), number_print(bounds[1], hi));
	else if (bounds[1] - bounds[0] > UINT64_MAX)
		reader_error(draw->reader, maker->value->place, "a range of more than 64 bits");
	else
		return true;
	return false;
}

bool value_prepare(struct maker *maker, const struct value *value, const struct parameter *parameter, struct draw *draw,
		   struct stream *stream)
{
	*maker = (struct maker){.value = value, .parameter = parameter};
	for (size_t i = 0; i < value->n_scalars; i++)
		if (!scalar_evaluate(value->scalars[i], draw, stream, &maker->bounds[i]))
			return false;
	if (value->n_scalars == 2 && !check_range(maker, draw))
		return false;
	struct maker *operands = arena_array(draw->reader->arena, value->n_values, sizeof(*operands));
	for (size_t i = 0; i < value->n_values; i++)
		if (!value_prepare(&operands[i], value->values[i], parameter, draw, stream))
			return false;
	maker->operands = operands;
	return true;
}

bool value_fits(struct reader *reader, const struct value *value, const struct parameter *parameter,
		const struct shape *shape)
{
	bool all = value->form != &form_list || list_fits(reader, parameter, &value->list, shape);
	for (size_t i = 0; i < value->n_values; i++)
		all = value_fits(reader, value->values[i], parameter, shape) && all;
	return all;
}

bool value_always_fits(const struct value *value)
{
	return value->form->bound != NULL && value->form->bound(value) <= (double)FLT_MAX;
}

/* ---- storing -------------------------------------------------------------------------------------- */

/* One NaN for all: which bits arithmetic leaves in one differs between machines. */
static bool store_real(struct reader *reader, const struct maker *maker, double real, float *buffer, size_t index)
{
	buffer[index] = isnan(real) ? NAN : (float)real;
	if (!isinf(buffer[index]) || isinf(real))
		return true;
	reader_error(reader, maker->value->place, "element %zu of \"%s\" would be %.6g, too large for a float", index,
		     maker->parameter->name, real);
	return false;
}

static bool is_within(struct reader *reader, const struct maker *maker, __int128 whole, size_t index)
{
	struct element_range range = element_range(maker->parameter->element);
	if (whole >= range.lo && whole <= range.hi)
		return true;
	char digits[3][NUMBER_DIGITS];
	reader_error(reader, maker->value->place, "element %zu of \"%s\" would be %s, but must be %s to %s", index,
		     maker->parameter->name, number_print(whole, digits[0]), number_print(range.lo, digits[1]),
		     number_print(range.hi, digits[2]));
	return false;
}

bool value_make(struct reader *reader, const struct maker *maker, struct stream *stream, const struct spot *spot,
		void *buffer, size_t index)
{
	union cell cell = make(maker, stream, spot);
	enum element element = maker->parameter->element;
	if (element == ELEMENT_F32)
		return store_real(reader, maker, cell.real, buffer, index);
	if (!is_within(reader, maker, cell.whole, index))
		return false;
	if (element == ELEMENT_U8)
		((uint8_t *)buffer)[index] = (uint8_t)cell.whole;
	else if (element == ELEMENT_I32)
		((int32_t *)buffer)[index] = (int32_t)cell.whole;
	else
		((uint64_t *)buffer)[index] = (uint64_t)cell.whole;
	return true;
}
