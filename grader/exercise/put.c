#include "exercise/put.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "exercise/given.h"

enum needs {
	NEEDS_ROWS = 1,
	NEEDS_MATRIX = 2,
	NEEDS_PADDING = 4, /* a parameter that says how many rows are real */
	NEEDS_CACHE = 8	   /* one that says how many rows of a cache are in use */
};

/* An overlay at work: what `where` needs to know to judge an element. */
struct area {
	const struct put *put;
	const struct shape *shape;
	__int128 indices[SHAPE_EXTENTS_MAX]; /* counted from the start */
	__int128 offset;
	__int128 length;	 /* rows that are real */
	const uint64_t *lengths; /* the same for each batch, or NULL */
};

/* An element by its coordinates; the matrix is the last two extents. */
struct element_at {
	size_t at[SHAPE_EXTENTS_MAX];
	size_t batch, row, column;
};

enum axis { ROWS, COLUMNS, EACH };

struct where {
	const char *name;
	size_t n_indices; /* SIZE_MAX: as many as extents */
	bool bare;	  /* its one index stands alone, not in a list */
	enum axis axis;	  /* what its indices count; EACH: the first counts in the first extent, and so on */
	unsigned needs;
	bool (*covers)(const struct area *area, const struct element_at *element);
};

/* ---- the words ------------------------------------------------------------------------------------ */

static bool covers_all(const struct area *area, const struct element_at *element)
{
	(void)area;
	(void)element;
	return true;
}

static bool covers_diagonal(const struct area *area, const struct element_at *element)
{
	(void)area;
	return element->row == element->column;
}

static bool covers_future(const struct area *area, const struct element_at *element)
{
	return element->column > element->row + area->offset;
}

static bool covers_past(const struct area *area, const struct element_at *element)
{
	return element->column < element->row + area->offset;
}

static bool covers_rest(const struct area *area, const struct element_at *element)
{
	if (area->lengths != NULL)
		return element->row >= area->lengths[element->batch];
	return element->row >= area->length;
}

static bool covers_row(const struct area *area, const struct element_at *element)
{
	return element->row == area->indices[0];
}

static bool covers_column(const struct area *area, const struct element_at *element)
{
	return element->column == area->indices[0];
}

static bool covers_rows(const struct area *area, const struct element_at *element)
{
	return element->row >= area->indices[0] && element->row <= area->indices[1];
}

static bool covers_columns(const struct area *area, const struct element_at *element)
{
	return element->column >= area->indices[0] && element->column <= area->indices[1];
}

static bool covers_at(const struct area *area, const struct element_at *element)
{
	for (size_t i = 0; i < area->shape->n_extents; i++)
		if (element->at[i] != area->indices[i])
			return false;
	return true;
}

static const struct where wheres[] = {
	{"all", 0, false, ROWS, 0, covers_all},
	{"diagonal", 0, false, ROWS, NEEDS_ROWS | NEEDS_MATRIX, covers_diagonal},
	{"future", 0, false, ROWS, NEEDS_ROWS | NEEDS_MATRIX, covers_future},
	{"past", 0, false, ROWS, NEEDS_ROWS | NEEDS_MATRIX, covers_past},
	{"padding", 0, false, ROWS, NEEDS_ROWS | NEEDS_PADDING, covers_rest},
	{"unused", 0, false, ROWS, NEEDS_ROWS | NEEDS_CACHE, covers_rest},
	{"row", 1, true, ROWS, NEEDS_ROWS, covers_row},
	{"column", 1, true, COLUMNS, NEEDS_ROWS | NEEDS_MATRIX, covers_column},
	{"rows", 2, false, ROWS, NEEDS_ROWS, covers_rows},
	{"columns", 2, false, COLUMNS, NEEDS_ROWS | NEEDS_MATRIX, covers_columns},
	{"at", SIZE_MAX, false, EACH, 0, covers_at},
};
enum { N_WHERES = sizeof(wheres) / sizeof(wheres[0]) };

/* ---- reading -------------------------------------------------------------------------------------- */

struct reading {
	const struct node *in, *where, *value;
};

static const struct key keys[] = {
	{"in", true, reader_node, offsetof(struct reading, in), 0, 0},
	{"where", true, reader_node, offsetof(struct reading, where), 0, 0},
	{"value", true, reader_node, offsetof(struct reading, value), 0, 0},
};

static size_t find_parameter(const struct operation *operation, const char *name)
{
	return operation_parameter(operation, name, strlen(name));
}

/* The parameter that says how many rows are real, if the word needs one; n_parameters if there is none. */
static size_t find_length(const struct operation *operation, unsigned needs)
{
	size_t length = find_parameter(operation, "length"), none = operation->n_parameters;
	bool is_cache = length < none && parameter_is_buffer(&operation->parameters[length]);
	if ((needs & NEEDS_CACHE) != 0)
		return is_cache ? length : none;
	return length < none && !is_cache ? length : find_parameter(operation, "lengths");
}

static bool read_in(struct reader *reader, const struct operation *operation, const struct node *node, struct put *put)
{
	const char *name = reader_string(reader, node);
	const char *names[OPERATION_PARAMETERS_MAX] = {NULL};
	size_t n_names = 0;
	if (name == NULL)
		return false;
	for (size_t i = 0; i < operation->n_parameters; i++) {
		if (!parameter_is_read(&operation->parameters[i]))
			continue;
		names[n_names++] = operation->parameters[i].name;
		if (strcmp(operation->parameters[i].name, name) == 0) {
			put->parameter = i;
			return true;
		}
	}
	reader_error(reader, node->place, "\"%.80s\" is no buffer that %s reads%s", name, operation->name,
		     reader_choices(reader, name, names, n_names));
	return false;
}

/* For one who writes "column 0" in place of {column: 0}. */
static const char *suggest_braces(struct reader *reader, const char *word)
{
	for (size_t i = 0; i < N_WHERES; i++) {
		size_t length = strlen(wheres[i].name);
		const char *rest = word + length;
		if (wheres[i].n_indices == 0 || strncmp(word, wheres[i].name, length) != 0 ||
		    strchr(" =[(", *rest) == NULL)
			continue;
		rest += strspn(rest, " =");
		return arena_format(reader->arena, "; write {%s: %.80s}", wheres[i].name, *rest == '\0' ? "0" : rest);
	}
	return "";
}

static const struct where *find_where(struct reader *reader, const struct node *word, bool has_indices)
{
	const char *names[N_WHERES] = {NULL};
	for (size_t i = 0; i < N_WHERES; i++) {
		names[i] = wheres[i].name;
		if (strcmp(word->text, wheres[i].name) != 0)
			continue;
		if (has_indices == (wheres[i].n_indices > 0))
			return &wheres[i];
		reader_error(reader, word->place, "\"%s\" takes %s", word->text,
			     has_indices ? "no index" : "an index, like {row: 0}, {rows: [0, 1]} or {at: [0, 0]}");
		return NULL;
	}
	const char *braces = suggest_braces(reader, word->text);
	reader_error(reader, word->place, "no place is called \"%.80s\"%s", word->text,
		     braces[0] != '\0' ? braces : reader_choices(reader, word->text, names, N_WHERES));
	return NULL;
}

static bool check_needs(struct reader *reader, const struct operation *operation, const struct node *node,
			const struct put *put)
{
	const struct parameter *parameter = &operation->parameters[put->parameter];
	size_t extents = shape_extents(parameter->shape);
	unsigned needs = put->where->needs;
	size_t length = find_length(operation, needs);
	bool wants_length = (needs & (NEEDS_PADDING | NEEDS_CACHE)) != 0;
	if ((needs & NEEDS_ROWS) != 0 && extents == 0)
		reader_error(reader, node->place, "\"%s\" wants rows, but \"%s\" is one element", put->where->name,
			     parameter->name);
	else if ((needs & NEEDS_MATRIX) != 0 && extents < 2)
		reader_error(reader, node->place, "\"%s\" wants a matrix, but \"%s\" is a vector", put->where->name,
			     parameter->name);
	else if (wants_length && length == operation->n_parameters)
		reader_error(reader, node->place, "%s has no %s", operation->name,
			     (needs & NEEDS_CACHE) != 0 ? "cache with unused rows" : "length, so no padding");
	else if (wants_length && operation->parameters[length].shape[0] != '\0' && extents < 3)
		reader_error(reader, node->place, "\"padding\" wants a batch, but \"%s\" is none", parameter->name);
	else
		return true;
	return false;
}

static bool read_indices(struct reader *reader, const struct operation *operation, const struct node *node,
			 struct put *put)
{
	size_t wanted = put->where->n_indices;
	if (wanted == SIZE_MAX)
		wanted = shape_extents(operation->parameters[put->parameter].shape);
	if (!put->where->bare)
		return scalar_list(reader, operation, node, wanted, wanted, &put->indices, &put->n_indices);
	const struct scalar **index = arena_alloc(reader->arena, sizeof(struct scalar *));
	*index = scalar_read(reader, operation, node);
	put->indices = index;
	put->n_indices = 1;
	return *index != NULL;
}

static bool read_where(struct reader *reader, const struct operation *operation, const struct node *node,
		       struct put *put)
{
	bool has_indices = node->kind == NODE_MAP;
	if (node->kind == NODE_LIST || node->kind == NODE_BROKEN ||
	    (has_indices && (node->count != 1 || node->entries[0].key->kind != NODE_SCALAR))) {
		reader_unfit(reader, node, "a place, like all, future, {row: 0} or {at: [0, 0]},");
		return false;
	}
	put->where = find_where(reader, has_indices ? node->entries[0].key : node, has_indices);
	if (put->where == NULL || !check_needs(reader, operation, node, put))
		return false;
	return !has_indices || read_indices(reader, operation, node->entries[0].value, put);
}

static bool read_put(struct reader *reader, const struct operation *operation, const struct node *node, struct put *put)
{
	struct reading reading = {0};
	*put = (struct put){.place = node->place}; /* the slot may hold one that was left out */
	if (!reader_map(reader, node, keys, sizeof(keys) / sizeof(keys[0]), &reading) || reading.in == NULL ||
	    reading.where == NULL || reading.value == NULL || !read_in(reader, operation, reading.in, put))
		return false;
	bool placed = read_where(reader, operation, reading.where, put);
	put->value = value_read(reader, operation, &operation->parameters[put->parameter], reading.value, VALUE_PUT);
	return placed && put->value != NULL;
}

void put_read(struct reader *reader, const struct operation *operation, const struct node *node,
	      const struct put **puts, size_t *count)
{
	*count = 0;
	if (node->kind != NODE_LIST) {
		reader_unfit(reader, node, "a list of overlays, like [{in: q, where: all, value: 0}],");
		return;
	}
	struct put *list = arena_array(reader->arena, node->count, sizeof(*list));
	for (size_t i = 0; i < node->count; i++)
		*count += read_put(reader, operation, node->entries[i].value, &list[*count]);
	*puts = list;
}

/* ---- applying ------------------------------------------------------------------------------------- */

/* The extent that an index counts in. */
static size_t axis_of(const struct where *where, size_t n_extents, size_t index)
{
	if (where->axis == EACH)
		return index;
	return n_extents < 2 || where->axis == COLUMNS ? n_extents - 1 : n_extents - 2;
}

static void check_index(struct reader *reader, const struct given *given, const struct put *put, size_t index)
{
	const struct parameter *parameter = &given->operation->parameters[put->parameter];
	size_t axis = axis_of(put->where, shape_extents(parameter->shape), index);
	bool is_range = put->where->axis != EACH && put->where->n_indices == 2; /* its ends may lie outside */
	bool drawn = !scalar_constant(put->indices[index], given) || !draw_extent_constant(given, put->parameter, axis);
	struct scalar_range range = scalar_range(put->indices[index], given);
	__int128 most = draw_extent_most(given, put->parameter, axis);
	bool beyond = range.lo >= most && !(is_range && index == 1);
	bool before = range.hi < -most && !(is_range && index == 0);
	char digits[2][NUMBER_DIGITS];
	if (drawn && (beyond || before))
		reader_warn(reader, put->indices[index]->place,
			    "index \"%s\" is outside \"%s\" in every draw, %s is %s at most: nothing is written",
			    number_print(beyond ? range.lo : range.hi, digits[0]), parameter->name,
			    shape_extent(reader->arena, parameter->shape, axis), number_print(most, digits[1]));
}

void put_check_reach(struct reader *reader, const struct given *given, const struct put *put)
{
	for (size_t i = 0; i < put->n_indices; i++)
		check_index(reader, given, put, i);
}

/* A drawn size may leave an index outside, where there is nothing to write; a stated one is a mistake. */
static bool place_index(struct area *area, size_t index, struct draw *draw, struct stream *stream)
{
	const struct put *put = area->put;
	const struct parameter *parameter = &draw->given->operation->parameters[put->parameter];
	const struct scalar *scalar = put->indices[index];
	size_t axis = axis_of(put->where, area->shape->n_extents, index);
	__int128 extent = area->shape->extents[axis], written;
	if (!scalar_evaluate(scalar, draw, stream, &written))
		return false;
	area->indices[index] = written < 0 ? written + extent : written;
	bool inside = area->indices[index] >= 0 && area->indices[index] < extent;
	if (inside || !scalar_constant(scalar, draw->given) || !draw_extent_constant(draw->given, put->parameter, axis))
		return true;
	char digits[2][NUMBER_DIGITS];
	reader_error(draw->reader, scalar->place, "index \"%s\" is outside \"%s\", where %s is %s",
		     number_print(written, digits[0]), parameter->name,
		     shape_extent(draw->reader->arena, parameter->shape, axis), number_print(extent, digits[1]));
	return false;
}

static bool place_indices(struct area *area, struct draw *draw, struct stream *stream)
{
	const struct put *put = area->put;
	bool constant = true;
	for (size_t i = 0; i < put->n_indices; i++) {
		if (!place_index(area, i, draw, stream))
			return false;
		size_t axis = axis_of(put->where, area->shape->n_extents, i);
		constant = constant && scalar_constant(put->indices[i], draw->given) &&
			   draw_extent_constant(draw->given, put->parameter, axis);
	}
	bool range = put->n_indices == 2 && put->where->axis != EACH;
	if (!range || !constant || area->indices[0] <= area->indices[1])
		return true;
	char digits[2][NUMBER_DIGITS];
	reader_error(draw->reader, put->indices[0]->place, "empty range: index \"%s\" is greater than \"%s\"",
		     number_print(area->indices[0], digits[0]), number_print(area->indices[1], digits[1]));
	return false;
}

static bool measure(struct area *area, struct draw *draw)
{
	const struct operation *operation = draw->given->operation;
	size_t offset = find_parameter(operation, "offset");
	size_t length = find_length(operation, area->put->where->needs);
	if (offset < operation->n_parameters && !draw_scalar(draw, offset, &area->offset))
		return false;
	if ((area->put->where->needs & (NEEDS_PADDING | NEEDS_CACHE)) == 0)
		return true;
	if (!parameter_is_buffer(&operation->parameters[length]))
		return draw_scalar(draw, length, &area->length);
	const uint64_t *lengths = draw->frame->arguments[length].buffer;
	if (lengths == NULL) /* a trial that made no such buffer */
		return false;
	if ((area->put->where->needs & NEEDS_CACHE) != 0)
		area->length = lengths[0];
	else
		area->lengths = lengths;
	return true;
}

static struct element_at locate(const struct shape *shape, size_t index)
{
	struct element_at element = {0};
	for (size_t axis = shape->n_extents; axis-- > 0; index /= shape->extents[axis])
		element.at[axis] = index % shape->extents[axis];
	size_t n = shape->n_extents;
	element.column = n > 0 ? element.at[n - 1] : 0;
	element.row = n > 1 ? element.at[n - 2] : element.column;
	element.batch = n > 2 ? element.at[n - 3] : 0;
	return element;
}

bool put_apply(const struct put *put, size_t number, struct draw *draw, const struct shape *shape, void *buffer)
{
	const struct parameter *parameter = &draw->given->operation->parameters[put->parameter];
	struct area area = {.put = put, .shape = shape};
	struct spot spot = {.shape = shape};
	struct maker maker;
	struct stream stream;
	char name[32];
	snprintf(name, sizeof(name), "put/%zu", number);
	stream_open(&stream, &draw->source, name);
	if (!measure(&area, draw) || !place_indices(&area, draw, &stream) ||
	    !value_prepare(&maker, put->value, parameter, draw, &stream))
		return false;
	for (size_t i = 0; buffer != NULL && i < shape->count; i++) {
		struct element_at element = locate(shape, i);
		if (!put->where->covers(&area, &element))
			continue;
		if (!value_make(draw->reader, &maker, &stream, &spot, buffer, i))
			return false;
		spot.index++;
	}
	return true;
}
