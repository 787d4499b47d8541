/*
 * One exercise file: its keys as tables, and its cases. A case is read, then tried once under the public
 * stream, so that what only shows with actual sizes (a list that does not fit, an index outside) shows at
 * load.
 */
#include "exercise/exercise.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "core/text.h"
#include "exercise/given.h"
#include "exercise/prose.h"
#include "exercise/reader.h"
#include "exercise/rehearsal.h"
#include "exercise/source.h"
#include "exercise/speed.h"
#include "exercise/large.h"

enum { GROUPS_MAX = 64, REPEAT_MAX = 1000, ID_MAX = 32, LINE_MAX_CHARACTERS = 100 };
enum { TRIAL_ELEMENTS_MAX = 65536, EXPECTED_MAX = 65536 };
enum { NUMBERS_MAX = 1 << 26 }; /* of all cases of an exercise together, inputs and outputs */

static const struct secret public_secret;

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- keys of a case ------------------------------------------------------------------------------- */

struct case_reading {
	struct group group;
	const struct node *name, *given, *put, *property, *expect, *digits;
	size_t numbers; /* that one repetition has, at most */
};

static void read_digits(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	struct case_reading *reading = target;
	unsigned digits = 0;
	struct key plain = *key;
	plain.offset = 0;
	reader_unsigned(reader, node, &plain, &digits);
	reading->group.digits = (int)digits;
	reading->digits = node;
}

static const struct {
	const char *name;
	int status;
} statuses[] = {
	{"ATTN_OK", ATTN_OK},	    {"ATTN_EINVAL", ATTN_EINVAL},	{"ATTN_ERANGE", ATTN_ERANGE},
	{"ATTN_EFULL", ATTN_EFULL}, {"ATTN_ESINGULAR", ATTN_ESINGULAR},
};

static const char *status_name(int status)
{
	size_t i = 0;
	while (i + 1 < COUNT_OF(statuses) && statuses[i].status != status)
		i++;
	return statuses[i].name;
}

static void read_status(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct group *group = &((struct case_reading *)target)->group;
	const char *names[COUNT_OF(statuses)] = {NULL};
	const char *word = reader_string(reader, node);
	for (size_t i = 0; word != NULL && i < COUNT_OF(statuses); i++) {
		names[i] = statuses[i].name;
		if (strcmp(word, statuses[i].name) != 0)
			continue;
		group->expects_status = true;
		group->status = statuses[i].status;
		return;
	}
	if (word != NULL)
		reader_error(reader, node->place, "no status is called \"%.80s\"%s", word,
			     reader_choices(reader, word, names, COUNT_OF(statuses)));
}

static const struct key case_keys[] = {
	{"name", true, reader_line, offsetof(struct case_reading, group.name), 0, LINE_MAX_CHARACTERS},
	{"name", false, reader_node, offsetof(struct case_reading, name), 0, 0},
	{"public", false, reader_flag, offsetof(struct case_reading, group.is_public), 0, 0},
	{"why", false, reader_text, offsetof(struct case_reading, group.why), 0, 0},
	{"hint", false, reader_text, offsetof(struct case_reading, group.hint), 0, 0},
	{"repeat", false, reader_unsigned, offsetof(struct case_reading, group.repeat), 1, REPEAT_MAX},
	{"worth", false, reader_unsigned, offsetof(struct case_reading, group.worth), 1, 1000},
	{"digits", false, read_digits, 0, 0, 15},
	{"returns", false, read_status, 0, 0, 0},
	{"given", true, reader_node, offsetof(struct case_reading, given), 0, 0},
	{"put", false, reader_node, offsetof(struct case_reading, put), 0, 0},
	{"property", false, reader_node, offsetof(struct case_reading, property), 0, 0},
	{"expect", false, reader_node, offsetof(struct case_reading, expect), 0, 0},
};

/* ---- expect --------------------------------------------------------------------------------------- */

/* What a case expects is read against the shapes that its trial has found. */
struct expecting {
	struct reader *reader;
	const struct given *given;
	struct draw *trial;
	const struct group *group;
};

static bool check_expected(const struct expecting *expecting, size_t index, const struct node *key)
{
	const struct parameter *parameter = &expecting->given->operation->parameters[index];
	struct reader *reader = expecting->reader;
	bool fails = expecting->group->expects_status && expecting->group->status != ATTN_OK;
	if (!parameter_is_written(parameter))
		reader_error(reader, key->place, "\"%s\" is an input, it cannot be expected", parameter->name);
	else if (expecting->given->absent[index])
		reader_error(reader, key->place, "\"%s\" is given as null, so it cannot be expected", parameter->name);
	else if (fails && parameter->kind != PARAMETER_INOUT)
		reader_error(
			reader, key->place,
			"\"%s\" is not written when the function fails, as \"returns: %s\" says it does: only one of "
			"\"returns\" and \"expect\" can be right",
			parameter->name, status_name(expecting->group->status));
	else
		return true;
	return false;
}

static void store_list(struct arena *arena, const struct list *list, struct expectation *expectation)
{
	double *values = arena_array(arena, list->count, sizeof(double));
	for (size_t i = 0; i < list->count; i++)
		values[i] = list->numbers[i].real;
	expectation->count = list->count;
	expectation->values = values;
	expectation->written = list->written;
	expectation->places = list->places;
}

/* A bare number stands for every element. */
static void store_number(struct arena *arena, const struct number *number, const char *text, size_t count,
			 struct expectation *expectation)
{
	double *values = arena_array(arena, count, sizeof(double));
	const char **written = arena_array(arena, count, sizeof(char *));
	for (size_t i = 0; i < count; i++) {
		values[i] = number->real;
		written[i] = text;
	}
	expectation->count = count;
	expectation->values = values;
	expectation->written = written;
}

static bool sizes_constant(const struct given *given, size_t index)
{
	size_t extents = shape_extents(given->operation->parameters[index].shape);
	for (size_t axis = 0; axis < extents; axis++)
		if (!draw_extent_constant(given, index, axis))
			return false;
	return true;
}

/* Each element is kept by itself, also if one number stands for all. */
static bool check_count(struct reader *reader, const struct parameter *parameter, const struct node *node, size_t count)
{
	/* what is over the limit of all buffers was complained about when the case was tried */
	if (count > EXPECTED_MAX && count <= ELEMENTS_MAX)
		reader_error(reader, node->place, "\"%s\" has %zu elements, at most %d can be expected",
			     parameter->name, count, EXPECTED_MAX);
	return count <= EXPECTED_MAX;
}

static bool read_expected(const struct expecting *expecting, size_t index, const struct node *node,
			  struct expectation *expectation)
{
	struct reader *reader = expecting->reader;
	const struct parameter *parameter = &expecting->given->operation->parameters[index];
	struct number number;
	struct list list;
	struct shape shape;
	bool is_list = node->kind == NODE_LIST && parameter->shape[0] != '\0';
	bool read = is_list ? list_read(reader, parameter, node, &list) : list_number(reader, parameter, node, &number);
	if (!read || !draw_shape(expecting->trial, index, &shape))
		return false;
	if (!sizes_constant(expecting->given, index)) {
		reader_error(reader, node->place, "\"%s\" has a drawn size, so its elements cannot be expected",
			     parameter->name);
		return false;
	}
	*expectation = (struct expectation){.parameter = index, .place = node->place};
	if (!check_count(reader, parameter, node, shape.count) ||
	    (is_list && !list_fits(reader, parameter, &list, &shape)))
		return false;
	if (is_list)
		store_list(reader->arena, &list, expectation);
	else
		store_number(reader->arena, &number, node->text, shape.count, expectation);
	return true;
}

static void read_expect(const struct expecting *expecting, const struct node *node, struct group *group)
{
	struct reader *reader = expecting->reader;
	const struct operation *operation = expecting->given->operation;
	const char *names[OPERATION_PARAMETERS_MAX] = {NULL};
	size_t n_names = 0;
	if (node->kind != NODE_MAP) {
		reader_unfit(reader, node, "a map from outputs to values, like {out: 0},");
		return;
	}
	if (node->count == 0)
		reader_error(reader, node->place, "\"expect\" names no output");
	struct expectation *expectations = arena_array(reader->arena, node->count, sizeof(*expectations));
	for (size_t i = 0; i < operation->n_parameters; i++)
		if (parameter_is_written(&operation->parameters[i]))
			names[n_names++] = operation->parameters[i].name;
	for (size_t i = 0; i < node->count; i++) {
		const struct entry *entry = &node->entries[i];
		if (entry->key->kind != NODE_SCALAR)
			continue;
		size_t index = operation_parameter(operation, entry->key->text, strlen(entry->key->text));
		if (index == operation->n_parameters)
			reader_error(reader, entry->key->place, "%s has no output \"%.80s\"%s", operation->name,
				     entry->key->text, reader_suggest(reader, entry->key->text, names, n_names));
		else if (check_expected(expecting, index, entry->key))
			group->n_expectations +=
				read_expected(expecting, index, entry->value, &expectations[group->n_expectations]);
	}
	group->expectations = expectations;
}

/* ---- cases ---------------------------------------------------------------------------------------- */

/* A trial makes no large buffer. */
static bool is_made(const struct frame *frame)
{
	for (size_t i = 0; i < frame->operation->n_parameters; i++)
		if (parameter_is_read(&frame->operation->parameters[i]) && frame->arguments[i].buffer == NULL)
			return false;
	return true;
}

static void try_property(struct reader *reader, const struct draw *draw, const struct group *group)
{
	const struct echo *echoes;
	const char *complaint = NULL;
	struct stream stream;
	if (group->property == NULL || !is_made(draw->frame))
		return;
	stream_open(&stream, &draw->source, "property");
	property_echoes(group->property, draw->frame, group->given->absent, &stream, reader->arena, &echoes,
			&complaint);
	if (complaint != NULL)
		reader_error(reader, group->place, "%s", complaint);
}

/* Makes repetition 0 for its complaints; the buffers are thrown away. */
static void try_case(struct reader *reader, const struct exercise *exercise, struct case_reading *reading)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct group *group = &reading->group;
	struct reader trial = *reader;
	struct frame frame;
	trial.arena = scratch;
	struct draw draw = {
		.reader = &trial,
		.source = {&public_secret, exercise->id, group->name, 0},
		.elements_max = TRIAL_ELEMENTS_MAX,
		/* a property is tried on what is there */
		.drawn_max = group->property == NULL ? 1 : 0,
		.frame = &frame,
	};
	given_make(group->given, &draw);
	if (trial.errors == reader->errors)
		reading->numbers = rehearsal_run(&trial, exercise, group, REHEARSAL_QUICK);
	if (trial.errors == reader->errors && reading->numbers <= NUMBERS_MAX)
		try_property(&trial, &draw, group);
	reader->errors = trial.errors;
	if (reading->expect != NULL)
		read_expect(&(struct expecting){reader, group->given, &draw, group}, reading->expect, group);
}

/* A function that fails writes nothing that could be compared. */
static void read_property(struct reader *reader, const struct operation *operation, struct case_reading *reading)
{
	struct group *group = &reading->group;
	if (group->expects_status && group->status != ATTN_OK)
		reader_error(reader, reading->property->place, "a case that fails has no property to hold");
	else
		group->property = property_read(reader, operation, reading->property, group->given->absent);
}

static void read_case(struct reader *reader, const struct exercise *exercise, const struct node *node,
		      struct case_reading *reading)
{
	*reading = (struct case_reading){.group = {.name = "",
						   .why = "",
						   .hint = "",
						   .worth = 1,
						   .repeat = 1,
						   .digits = -1,
						   .place = node->place}};
	if (!reader_map(reader, node, case_keys, COUNT_OF(case_keys), reading))
		return;
	if (reading->digits != NULL && reading->expect == NULL)
		reader_error(reader, reading->digits->place, "\"digits\" belongs to \"expect\", which is not there");
	if (exercise->operation == NULL || reading->given == NULL)
		return;
	reading->group.given = given_read(reader, exercise->operation, reading->given, reading->put);
	if (reading->property != NULL)
		read_property(reader, exercise->operation, reading);
	try_case(reader, exercise, reading);
}

static void check_unique(struct reader *reader, const struct group *groups, size_t index, const struct node *name)
{
	for (size_t i = 0; i < index; i++)
		if (name != NULL && groups[index].name[0] != '\0' && strcmp(groups[i].name, groups[index].name) == 0) {
			reader_error(reader, name->place, "a second case called \"%.80s\"", groups[index].name);
			return;
		}
}

/* Complains about the case with which the exercise becomes too large. */
static void check_numbers(struct reader *reader, const struct case_reading *reading, size_t *total)
{
	size_t before = *total;
	*total += reading->numbers * reading->group.repeat;
	if (before <= NUMBERS_MAX && *total > NUMBERS_MAX)
		reader_error(
			reader, reading->group.place,
			"with \"%s\", the buffers of all cases and repetitions have up to %zu elements, the limit is "
			"%d",
			reading->group.name, *total, NUMBERS_MAX);
}

static void read_cases(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	if (node->kind != NODE_LIST) {
		reader_unfit(reader, node, "a list of cases");
		return;
	}
	if (node->count == 0 || node->count > GROUPS_MAX) {
		reader_error(reader, node->place, "an exercise has 1 to %d cases, not %zu", GROUPS_MAX, node->count);
		return;
	}
	struct group *groups = arena_array(reader->arena, node->count, sizeof(*groups));
	size_t numbers = 0;
	for (size_t i = 0; i < node->count; i++) {
		struct case_reading reading;
		read_case(reader, exercise, node->entries[i].value, &reading);
		groups[i] = reading.group;
		check_unique(reader, groups, i, reading.name);
		if (exercise->large != NULL && reading.name != NULL && groups[i].name[0] != '\0' &&
		    strcmp(groups[i].name, exercise->large->name) == 0)
			reader_error(reader, reading.name->place, "the large call is called \"%.80s\", too",
				     groups[i].name);
		check_numbers(reader, &reading, &numbers);
	}
	exercise->n_groups = node->count;
	exercise->groups = groups;
}

/* ---- keys of an exercise -------------------------------------------------------------------------- */

static const char *read_id_text(struct reader *reader, const struct node *node)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-";
	const char *id = reader_string(reader, node);
	if (id == NULL || (strlen(id) <= ID_MAX && id[strspn(id, letters)] == '\0'))
		return id;
	reader_error(reader, node->place, "an id is 1 to %d letters, digits, \".\" and \"-\", not \"%.80s\"", ID_MAX,
		     id);
	return NULL;
}

static void read_id(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	const char *id = read_id_text(reader, node);
	if (id != NULL)
		((struct exercise *)target)->id = id;
}

static bool is_list(struct reader *reader, const struct node *node)
{
	if (node->kind == NODE_MAP)
		reader_error(reader, node->place,
			     "a list is wanted here, not a map; begin each item with \"- \", in a line of its own");
	else if (node->kind == NODE_SCALAR && !reader_is_null(node))
		reader_error(reader, node->place,
			     "a list is wanted here, not \"%.80s\"; begin each item with \"- \", in a line of its own",
			     node->text);
	else if (node->kind != NODE_LIST)
		reader_unfit(reader, node, "a list");
	return node->kind == NODE_LIST;
}

static bool is_new(const char *id, const char *const *ids, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(ids[i], id) == 0)
			return false;
	return true;
}

static void read_requires(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	if (!is_list(reader, node))
		return;
	const char **ids = arena_array(reader->arena, node->count, sizeof(char *));
	struct place *places = arena_array(reader->arena, node->count, sizeof(struct place));
	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = node->entries[i].value;
		const char *id = read_id_text(reader, item);
		if (id == NULL)
			continue;
		if (!is_new(id, ids, exercise->n_requires))
			reader_error(reader, item->place, "\"%s\" is required twice", id);
		ids[exercise->n_requires] = id;
		places[exercise->n_requires++] = item->place;
	}
	exercise->requires = ids;
	exercise->requires_at = places;
}

static void read_hints(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	if (!is_list(reader, node))
		return;
	const char **hints = arena_array(reader->arena, node->count, sizeof(char *));
	for (size_t i = 0; i < node->count; i++)
		hints[i] = reader_string(reader, node->entries[i].value);
	exercise->n_hints = node->count;
	exercise->hints = hints;
}

static const struct key recall_keys[] = {
	{"q", true, reader_text, offsetof(struct recall_record, question), 0, 0},
	{"a", true, reader_text, offsetof(struct recall_record, answer), 0, 0},
};

static void read_recall(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	if (!is_list(reader, node))
		return;
	struct recall_record *recall = arena_array(reader->arena, node->count, sizeof(*recall));
	for (size_t i = 0; i < node->count; i++)
		if (node->entries[i].value->kind == NODE_MAP)
			reader_map(reader, node->entries[i].value, recall_keys, COUNT_OF(recall_keys), &recall[i]);
		else
			reader_unfit(reader, node->entries[i].value,
				     "a question with its answer, like {q: \"Why?\", a: \"Since ...\"},");
	exercise->n_recall = node->count;
	exercise->recall = recall;
}

static void read_misconception(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	enum { DIGITS_MAX = 4 };
	const char *id = reader_string(reader, node);
	if (id == NULL)
		return;
	const size_t digits = id[0] == 'M' ? strspn(id + 1, "0123456789") : 0;
	if (digits == 0 || digits > DIGITS_MAX || id[1 + digits] != '\0')
		reader_error(reader, node->place,
			     "a misconception is an M and its number, like M18, not \"%.80s\"; `grader list "
			     "--misconceptions` has all of them",
			     id);
	else
		((struct exemption *)target)->id = id;
}

static const struct key exemption_keys[] = {
	{"id", true, read_misconception, 0, 0, 0},
	{"why", true, reader_text, offsetof(struct exemption, why), 0, 0},
};

/* One who writes the id alone is shown the form. */
static void read_exemption(struct reader *reader, const struct node *node, struct exemption *exemption)
{
	exemption->place = node->place;
	if (node->kind == NODE_MAP)
		reader_map(reader, node, exemption_keys, COUNT_OF(exemption_keys), exemption);
	else
		reader_unfit(reader, node,
			     "a misconception with the reason, like {id: M18, why: no row is empty here},");
}

static void read_exemptions(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	if (!is_list(reader, node))
		return;
	struct exemption *exemptions = arena_array(reader->arena, node->count, sizeof(*exemptions));
	for (size_t i = 0; i < node->count; i++) {
		struct exemption *read = &exemptions[exercise->n_exemptions];
		read_exemption(reader, node->entries[i].value, read);
		if (read->id == NULL)
			continue;
		for (size_t e = 0; e < exercise->n_exemptions; e++)
			if (strcmp(exemptions[e].id, read->id) == 0)
				reader_error(reader, read->place, "\"%s\" stands twice under `not_for`", read->id);
		exercise->n_exemptions++;
	}
	exercise->exemptions = exemptions;
}

static const struct key limits_keys[] = {
	{"cpu_ms", false, reader_unsigned, offsetof(struct limits, cpu_ms), 1, 60000},
	{"memory_mib", false, reader_unsigned, offsetof(struct limits, memory_mib), 1, 4096},
	{"threads", false, reader_unsigned, offsetof(struct limits, threads), 1, 64},
};

static void read_limits(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	reader_map(reader, node, limits_keys, COUNT_OF(limits_keys), &((struct exercise *)target)->limits);
}

static void read_speed(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	exercise->speed = speed_read(reader, exercise, node);
}

static void read_large(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct exercise *exercise = target;
	exercise->large = large_read(reader, exercise, node);
}

/* In the order in which they are read: a case needs the id and the function, speed the limits too. */
static const struct key exercise_keys[] = {
	{"id", true, read_id, 0, 0, 0},
	{"title", true, reader_line, offsetof(struct exercise, title), 0, LINE_MAX_CHARACTERS},
	{"function", true, reader_operation, offsetof(struct exercise, operation), 0, 0},
	{"points", true, reader_positive, offsetof(struct exercise, points), 0, 1000},
	{"requires", false, read_requires, 0, 0, 0},
	{"statement", true, reader_text, offsetof(struct exercise, statement), 0, 0},
	{"hints", false, read_hints, 0, 0, 0},
	{"recall", false, read_recall, 0, 0, 0},
	{"tolerance", false, reader_positive, offsetof(struct exercise, tolerance), 0, 1000},
	{"not_for", false, read_exemptions, 0, 0, 0},
	{"limits", false, read_limits, 0, 0, 0},
	{"speed", false, read_speed, 0, 0, 0},
	{"large", false, read_large, 0, 0, 0},
	{"cases", true, read_cases, 0, 0, 0},
};

/* ---- loading -------------------------------------------------------------------------------------- */

/* Keys that findings point at. */
static void keep_places(const struct node *root, struct exercise *exercise)
{
	const struct {
		const char *key;
		struct place *place;
	} kept[] = {
		{"id", &exercise->id_at},	  {"hints", &exercise->hints_at},
		{"recall", &exercise->recall_at}, {"tolerance", &exercise->tolerance_at},
		{"cases", &exercise->cases_at},
	};
	for (size_t i = 0; i < root->count && root->kind == NODE_MAP; i++)
		for (size_t k = 0; k < COUNT_OF(kept); k++)
			if (strcmp(root->entries[i].key->text, kept[k].key) == 0)
				*kept[k].place = root->entries[i].key->place;
}

static void add_table(struct exercise *exercise, struct place *tables, const char *markdown, struct place from,
		      const char *data, size_t length)
{
	const struct place place = prose_table(markdown, from, data, length);
	tables[exercise->n_tables] = place;
	exercise->n_tables += place.line > 0;
}

/* What students read. */
static void keep_tables(struct reader *reader, const struct node *root, struct exercise *exercise, const char *data,
			size_t length)
{
	const struct node *statement = reader_find(root, "statement");
	const size_t room = 1 + exercise->n_hints + 2 * exercise->n_recall + exercise->n_groups + 1;
	struct place *tables = arena_array(reader->arena, room, sizeof(*tables));
	exercise->tables = tables;
	add_table(exercise, tables, exercise->statement, statement->place, data, length);
	for (size_t i = 0; i < exercise->n_hints; i++)
		add_table(exercise, tables, exercise->hints[i], exercise->hints_at, data, length);
	for (size_t i = 0; i < exercise->n_recall; i++) {
		add_table(exercise, tables, exercise->recall[i].question, exercise->recall_at, data, length);
		add_table(exercise, tables, exercise->recall[i].answer, exercise->recall_at, data, length);
	}
	for (size_t g = 0; g < exercise->n_groups; g++)
		add_table(exercise, tables, exercise->groups[g].hint, exercise->groups[g].place, data, length);
	if (exercise->large != NULL)
		add_table(exercise, tables, exercise->large->hint, exercise->large->place, data, length);
}

static const struct exercise *parse(struct reader *reader, const char *data, size_t length, int level)
{
	const struct node *root = document_parse(reader, data, length);
	if (root == NULL)
		return NULL;
	struct exercise *exercise = arena_alloc(reader->arena, sizeof(*exercise));
	*exercise = (struct exercise){
		.path = reader->path,
		.hash = digest_of(data, length),
		.id = "",
		.level = level,
		.limits = {.cpu_ms = 500, .memory_mib = 256, .threads = 1},
		.place = root->place,
	};
	if (level == 0)
		reader_error(reader, (struct place){reader->path, 0, 0},
			     "no directory on the path gives the level, like \"L2-application/\"");
	reader_map(reader, root, exercise_keys, COUNT_OF(exercise_keys), exercise);
	keep_places(root, exercise);
	if (reader->errors > 0)
		return NULL;
	keep_tables(reader, root, exercise, data, length);
	return exercise;
}

const struct exercise *exercise_parse(const char *path, const char *data, size_t length, struct arena *arena,
				      struct diagnostics *diagnostics)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = arena_string(arena, path)};
	return parse(&reader, data, length, source_level(path));
}

/* The level that the path gives, or failing that, the place where the file really is. */
static int find_level(const char *path)
{
	int level = source_level(path);
	char real[PATH_MAX];
	return level == 0 && realpath(path, real) != NULL ? source_level(real) : level;
}

const struct exercise *exercise_load(const char *path, struct arena *arena, struct diagnostics *diagnostics)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = arena_string(arena, path)};
	TEXT_SCOPED struct text data = {0};
	if (!source_read(&reader, &data))
		return NULL;
	return parse(&reader, text_string(&data), data.length, find_level(path));
}

/* Complains with the repetition that it is about. */
static struct reader read_repetition(const struct exercise *exercise, size_t group, unsigned repetition,
				     struct arena *arena, struct diagnostics *diagnostics)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = exercise->path};
	if (repetition > 0)
		reader.suffix =
			arena_format(arena, " (repetition %u of \"%s\")", repetition, exercise->groups[group].name);
	return reader;
}

bool exercise_case(const struct exercise *exercise, size_t group, unsigned repetition, const struct secret *secret,
		   struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
		   bool absent[OPERATION_PARAMETERS_MAX])
{
	const struct group *made = &exercise->groups[group];
	struct reader reader = read_repetition(exercise, group, repetition, arena, diagnostics);
	struct draw draw = {
		.reader = &reader,
		.source = {secret, exercise->id, made->name, repetition},
		.elements_max = ELEMENTS_MAX,
		.frame = frame,
	};
	memcpy(absent, made->given->absent, sizeof(made->given->absent));
	return given_make(made->given, &draw);
}

bool exercise_echoes(const struct exercise *exercise, size_t group, unsigned repetition, const struct secret *secret,
		     const struct frame *frame, const bool *absent, struct arena *arena,
		     struct diagnostics *diagnostics, const struct echo **echoes, size_t *count)
{
	const struct group *made = &exercise->groups[group];
	const struct stream_source source = {secret, exercise->id, made->name, repetition};
	struct stream stream;
	const char *complaint = NULL;
	*count = 0;
	if (made->property == NULL)
		return true;
	stream_open(&stream, &source, "property");
	*count = property_echoes(made->property, frame, absent, &stream, arena, echoes, &complaint);
	if (complaint == NULL)
		return true;
	struct reader reader = read_repetition(exercise, group, repetition, arena, diagnostics);
	reader_error(&reader, made->place, "%s", complaint);
	return false;
}

bool exercise_rehearse(const struct exercise *exercise, size_t group, struct diagnostics *diagnostics)
{
	struct reader reader = {.diagnostics = diagnostics, .path = exercise->path};
	rehearsal_run(&reader, exercise, &exercise->groups[group], REHEARSAL_THOROUGH);
	return reader.errors == 0;
}
