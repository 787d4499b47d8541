/* Whoever compares rows alone must be able to ask the reference for one: that leaves out most functions. */
#include "exercise/large.h"

#include "exercise/fixed_call.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

enum { NAME_MAX_CHARACTERS = 100 };

/* No case is called so: a name has one line. */
static const char stream[] = "large\n";

/* What grading can compare by rows. */
static const enum operation_id by_rows[] = {OP_attn_causal, OP_attn_causal_offset, OP_attn_window};

bool exercise_can_be_sampled(const struct operation *operation)
{
	for (size_t i = 0; i < COUNT_OF(by_rows); i++)
		if (operation == &operations[by_rows[i]])
			return true;
	return false;
}

struct reading {
	struct large large;
	const struct node *given;
};

static const struct key keys[] = {
	{"name", true, reader_line, offsetof(struct reading, large.name), 0, NAME_MAX_CHARACTERS},
	{"hint", false, reader_text, offsetof(struct reading, large.hint), 0, 0},
	{"worth", false, reader_unsigned, offsetof(struct reading, large.worth), 1, 1000},
	{"given", true, reader_node, offsetof(struct reading, given), 0, 0},
};

static void complain_function(struct reader *reader, const struct operation *operation, const struct node *node)
{
	const char *names[COUNT_OF(by_rows)];
	for (size_t i = 0; i < COUNT_OF(by_rows); i++)
		names[i] = operations[by_rows[i]].name;
	reader_error(reader, node->place, "no row of %s can be had alone, to be compared%s", operation->name,
		     reader_choices(reader, operation->name, names, COUNT_OF(by_rows)));
}

const struct large *large_read(struct reader *reader, const struct exercise *exercise, const struct node *node)
{
	struct reading reading = {.large = {.name = "", .hint = "", .worth = 1, .place = node->place}};
	if (!reader_map(reader, node, keys, COUNT_OF(keys), &reading))
		return NULL;
	if (exercise->operation != NULL && !exercise_can_be_sampled(exercise->operation))
		complain_function(reader, exercise->operation, node);
	if (exercise->operation != NULL && reading.given != NULL)
		reading.large.given = fixed_call_read(reader, exercise, reading.given, stream);
	struct large *large = arena_alloc(reader->arena, sizeof(*large));
	*large = reading.large;
	return large;
}

bool exercise_large_call(const struct exercise *exercise, const struct secret *secret, struct arena *arena,
			 struct diagnostics *diagnostics, struct frame *frame, bool absent[OPERATION_PARAMETERS_MAX])
{
	return fixed_call_make(exercise, exercise->large->given, stream, 0, secret, arena, diagnostics, frame, absent);
}
