/*
 * The public part of an exercise file, and of the rules of a course. Nothing is cut out of the file: it is written anew
 * from the checked tree, and tables say which keys are written. So what nobody thought of (a comment, a key that is
 * new) stays behind.
 */
#include <string.h>
#include <yaml.h>

#include "exercise/course.h"
#include "exercise/exercise.h"
#include "exercise/reader.h"
#include "exercise/source.h"

/* Hints are not for all: a student's page shows one more for each failed attempt. */
static const char *const exercise_keys[] = {"id",	 "title",  "function",	"points", "requires",
					    "statement", "recall", "tolerance", "limits", "speed",
					    "large",	 "cases",  NULL};
static const char *const case_keys[] = {"name", "public",   "hint",    "repeat", "worth",  "given",
					"put",	"property", "returns", "expect", "digits", NULL};
/* Who is in the class is nobody's business. */
static const char *const course_keys[] = {"title",    "due",	 "grace",    "late", "counts",
					  "attempts", "weights", "feedback", NULL};

struct writer {
	const struct exercise *exercise; /* NULL of a course */
	yaml_emitter_t emitter;
	bool failed; /* out of memory */
};

static void release(struct writer *writer)
{
	yaml_emitter_delete(&writer->emitter);
}
#define WRITER_SCOPED __attribute__((cleanup(release)))

static int receive(void *out, unsigned char *data, size_t length)
{
	text_add_bytes(out, data, length);
	return 1;
}

/* Takes an event, and whether it could be made. */
static void emit(struct writer *writer, yaml_event_t *event, int made)
{
	if (made != 0 && writer->failed)
		yaml_event_delete(event);
	else
		writer->failed = made == 0 || yaml_emitter_emit(&writer->emitter, event) == 0;
}

static void write_scalar(struct writer *writer, const struct node *node)
{
	yaml_event_t event;
	const char *text = reader_is_null(node) ? "null" : node->text;
	const yaml_scalar_style_t style = !node->quoted			     ? YAML_PLAIN_SCALAR_STYLE
					  : strchr(node->text, '\n') != NULL ? YAML_LITERAL_SCALAR_STYLE
									     : YAML_DOUBLE_QUOTED_SCALAR_STYLE;
	const int made = yaml_scalar_event_initialize(&event, NULL, NULL, (const yaml_char_t *)text, (int)strlen(text),
						      !node->quoted, 1, style);
	emit(writer, &event, made);
}

static bool is_among(const char *const *names, const char *name)
{
	while (*names != NULL && strcmp(*names, name) != 0)
		names++;
	return *names != NULL;
}

static void write_node(struct writer *writer, const struct node *node);

static void begin_list(struct writer *writer, const struct node *list)
{
	yaml_event_t event;
	emit(writer, &event,
	     yaml_sequence_start_event_initialize(&event, NULL, NULL, 1,
						  list->flow ? YAML_FLOW_SEQUENCE_STYLE : YAML_BLOCK_SEQUENCE_STYLE));
}

static void end_list(struct writer *writer)
{
	yaml_event_t event;
	emit(writer, &event, yaml_sequence_end_event_initialize(&event));
}

static void write_cases(struct writer *writer, const struct node *cases);

/* A map of the keys that are among `keys`, or of all if that is NULL. */
static void write_map(struct writer *writer, const struct node *map, const char *const *keys)
{
	yaml_event_t event;
	emit(writer, &event,
	     yaml_mapping_start_event_initialize(&event, NULL, NULL, 1,
						 map->flow ? YAML_FLOW_MAPPING_STYLE : YAML_BLOCK_MAPPING_STYLE));
	for (size_t i = 0; i < map->count; i++) {
		const struct entry *entry = &map->entries[i];
		if (keys != NULL && !is_among(keys, entry->key->text))
			continue;
		write_scalar(writer, entry->key);
		if (keys == exercise_keys && strcmp(entry->key->text, "cases") == 0)
			write_cases(writer, entry->value);
		else
			write_node(writer, entry->value);
	}
	emit(writer, &event, yaml_mapping_end_event_initialize(&event));
}

static void write_cases(struct writer *writer, const struct node *cases)
{
	begin_list(writer, cases);
	for (size_t i = 0; i < cases->count; i++)
		if (writer->exercise->groups[i].is_public)
			write_map(writer, cases->entries[i].value, case_keys);
	end_list(writer);
}

static void write_node(struct writer *writer, const struct node *node)
{
	if (node->kind == NODE_MAP)
		write_map(writer, node, NULL);
	else if (node->kind != NODE_LIST)
		write_scalar(writer, node);
	else {
		begin_list(writer, node);
		for (size_t i = 0; i < node->count; i++)
			write_node(writer, node->entries[i].value);
		end_list(writer);
	}
}

static bool write_document(const struct exercise *exercise, const struct node *root, const char *const *keys,
			   struct text *out)
{
	enum { WIDTH = 120 };
	yaml_event_t event;
	WRITER_SCOPED struct writer writer = {.exercise = exercise};
	if (!yaml_emitter_initialize(&writer.emitter))
		return false;
	yaml_emitter_set_output(&writer.emitter, receive, out);
	yaml_emitter_set_unicode(&writer.emitter, 1);
	yaml_emitter_set_width(&writer.emitter, WIDTH);
	emit(&writer, &event, yaml_stream_start_event_initialize(&event, YAML_UTF8_ENCODING));
	emit(&writer, &event, yaml_document_start_event_initialize(&event, NULL, NULL, NULL, 1));
	write_map(&writer, root, keys);
	emit(&writer, &event, yaml_document_end_event_initialize(&event, 1));
	emit(&writer, &event, yaml_stream_end_event_initialize(&event));
	return !writer.failed && yaml_emitter_flush(&writer.emitter) != 0;
}

static bool has_public(const struct exercise *exercise)
{
	for (size_t g = 0; g < exercise->n_groups; g++)
		if (exercise->groups[g].is_public)
			return true;
	return false;
}

bool exercise_add_public(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
			 struct text *out)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = exercise->path};
	TEXT_SCOPED struct text data = {0};
	if (!source_read(&reader, &data))
		return false;
	const struct digest hash = digest_of(text_string(&data), data.length);
	const struct node *root = document_parse(&reader, text_string(&data), data.length);
	if (!digest_equal(&hash, &exercise->hash))
		reader_error(&reader, (struct place){reader.path, 0, 0}, "has changed since it was read, try again");
	else if (!has_public(exercise))
		reader_error(&reader, exercise->place, "no case is public: there is nothing to give to students");
	else if (!write_document(exercise, root, exercise_keys, out))
		reader_error(&reader, (struct place){reader.path, 0, 0}, "out of memory");
	return reader.errors == 0;
}

bool course_add_public(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct text *out)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = arena_string(arena, path)};
	TEXT_SCOPED struct text data = {0};
	if (!source_read(&reader, &data))
		return false;
	const struct node *root = document_parse(&reader, text_string(&data), data.length);
	if (root == NULL || root->kind != NODE_MAP)
		return false;
	if (!write_document(NULL, root, course_keys, out))
		reader_error(&reader, (struct place){reader.path, 0, 0}, "out of memory");
	return reader.errors == 0;
}
