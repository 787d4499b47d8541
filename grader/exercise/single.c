/*
 * A case alone, for `grader answer`: no exercise around it, the public stream, exercise and group "answer".
 */
#include "exercise/exercise.h"

#include <string.h>

#include "core/text.h"
#include "exercise/given.h"
#include "exercise/reader.h"
#include "exercise/source.h"

struct single {
	const struct operation *operation;
	const struct node *given, *put;
};

static const struct key keys[] = {
	{"function", true, reader_operation, offsetof(struct single, operation), 0, 0},
	{"given", true, reader_node, offsetof(struct single, given), 0, 0},
	{"put", false, reader_node, offsetof(struct single, put), 0, 0},
};

/* A case stands alone in its file. */
static bool is_alone(struct reader *reader, const struct node *root)
{
	if (root->kind != NODE_MAP || reader_find(root, "cases") == NULL)
		return true;
	reader_error(reader, root->place,
		     "this is a whole exercise, but a case alone is wanted: \"function\", and \"given\" and \"put\" of "
		     "one of its cases");
	return false;
}

bool exercise_single_case(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
			  bool absent[OPERATION_PARAMETERS_MAX])
{
	static const struct secret public_secret;
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = arena_string(arena, path)};
	TEXT_SCOPED struct text data = {0};
	if (!source_read(&reader, &data))
		return false;
	const struct node *root = document_parse(&reader, text_string(&data), data.length);
	struct single single = {0};
	if (root == NULL || !is_alone(&reader, root) ||
	    !reader_map(&reader, root, keys, sizeof(keys) / sizeof(keys[0]), &single) || single.operation == NULL ||
	    single.given == NULL)
		return false;
	const struct given *given = given_read(&reader, single.operation, single.given, single.put);
	struct draw draw = {
		.reader = &reader,
		.source = {&public_secret, "answer", "answer", 0},
		.elements_max = ELEMENTS_MAX,
		.frame = frame,
	};
	memcpy(absent, given->absent, sizeof(given->absent));
	bool made = given_make(given, &draw);
	return made && reader.errors == 0;
}
