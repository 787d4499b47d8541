#include "exercise/document.h"

#include <stdint.h>
#include <string.h>
#include <yaml.h>

#include "core/list.h"
#include "core/text.h"
#include "exercise/advice.h"
#include "exercise/reader.h"

struct anchor {
	const char *name;
	const struct node *node;
	const struct anchor *older;
};

struct composer {
	struct reader *reader;
	const char *data;
	size_t length;
	size_t *lines; /* index, in characters, of the first character of each line */
	size_t n_lines;
	size_t character, byte; /* the same place, counted in both; the last that was asked for */
	yaml_parser_t parser;
	const struct anchor *anchors; /* newest first */
	size_t nodes;		      /* by visits */
	bool stopped;		      /* there is no going on: bad syntax or a limit */
};

static void release_event(yaml_event_t *event)
{
	yaml_event_delete(event);
}
#define EVENT_SCOPED __attribute__((cleanup(release_event)))

static void release_parser(struct composer *composer)
{
	yaml_parser_delete(&composer->parser);
}
#define COMPOSER_SCOPED __attribute__((cleanup(release_parser)))

/* ---- places --------------------------------------------------------------------------------------- */

/*
 * libyaml counts lines by its own idea of a line break (a lone CR and U+2028 are some), editors and our
 * excerpts by '\n'. Only its character index can be trusted, so lines are counted again from that.
 */
static void index_lines(struct composer *composer)
{
	size_t lines = 1, character = 0;
	for (size_t i = 0; i < composer->length; i++)
		lines += composer->data[i] == '\n';
	composer->lines = arena_array(composer->reader->arena, lines, sizeof(size_t));
	composer->n_lines = 1;
	for (size_t i = 0; i < composer->length; i++) {
		character += ((unsigned char)composer->data[i] & 0xc0) != 0x80;
		if (composer->data[i] == '\n')
			composer->lines[composer->n_lines++] = character;
	}
}

static struct place place_of(const struct composer *composer, size_t character)
{
	size_t first = 0, last = composer->n_lines;
	while (last - first > 1) {
		size_t middle = first + (last - first) / 2;
		if (composer->lines[middle] <= character)
			first = middle;
		else
			last = middle;
	}
	return (struct place){composer->reader->path, first + 1, character - composer->lines[first] + 1};
}

/* Where a character index is, in bytes. They are asked for in their order, mostly. */
static size_t find_byte(struct composer *composer, size_t character)
{
	if (character < composer->character)
		composer->character = composer->byte = 0;
	for (; composer->byte < composer->length && composer->character < character; composer->character++)
		composer->byte += utf8_character(composer->data + composer->byte, composer->length - composer->byte);
	return composer->byte;
}

/* The byte at a character index, '\0' at the end. */
static char byte_at(struct composer *composer, size_t character)
{
	size_t at = find_byte(composer, character);
	return at < composer->length ? composer->data[at] : '\0';
}

/* What stands at a character index, to the end of its line. */
static const char *rest_of_line(struct composer *composer, size_t character)
{
	const char *rest = composer->data + find_byte(composer, character), *end = composer->data + composer->length;
	const char *newline = memchr(rest, '\n', (size_t)(end - rest));
	size_t length = (size_t)((newline == NULL ? end : newline) - rest);
	return arena_copy(composer->reader->arena, rest, length - (length > 0 && rest[length - 1] == '\r'));
}

/* ---- bytes ---------------------------------------------------------------------------------------- */

/* The code point of a UTF-8 character that YAML does not allow (control or no character), or -1. */
static int forbidden(const char *character, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)character;
	if (length == 1 && (bytes[0] < 0x20 || bytes[0] == 0x7f))
		return bytes[0] == '\t' || bytes[0] == '\n' || bytes[0] == '\r' ? -1 : bytes[0];
	if (length == 2 && bytes[0] == 0xc2 && bytes[1] < 0xa0)
		return bytes[1] == 0x85 ? -1 : bytes[1];
	return length == 3 && bytes[0] == 0xef && bytes[1] == 0xbf && bytes[2] >= 0xbe ? 0xff40 + bytes[2] : -1;
}

/* The encoding that the first bytes give away, or NULL: a mark, or zeros beside a character of ASCII. */
static const char *wide_encoding(const char *data, size_t length)
{
	unsigned zeros = 0;
	for (size_t i = 0; i < 4; i++)
		zeros |= (unsigned)(i < length && data[i] == '\0') << i;
	bool utf_32 = length >= 4 && (memcmp(data, "\xff\xfe\0\0", 4) == 0 || memcmp(data, "\0\0\xfe\xff", 4) == 0 ||
				      zeros == 0xe || zeros == 0x7);
	if (utf_32)
		return "UTF-32";
	bool utf_16 = length >= 2 &&
		      (memcmp(data, "\xff\xfe", 2) == 0 || memcmp(data, "\xfe\xff", 2) == 0 || (zeros & 0x3) != 0);
	return utf_16 ? "UTF-16" : NULL;
}

/* libyaml reports bad bytes without a place; so they are found before it sees them. */
static bool check_bytes(struct reader *reader, const char *data, size_t length)
{
	struct place place = {reader->path, 1, 1};
	const char *wide = wide_encoding(data, length);
	if (wide != NULL) {
		reader_error(reader, (struct place){reader->path, 0, 0}, "the file is %s, save it as UTF-8", wide);
		return false;
	}
	for (size_t i = 0, step; i < length; i += step) {
		step = utf8_character(data + i, length - i);
		if (step == 0) {
			reader_error(reader, place, "byte 0x%02x is not UTF-8", (unsigned char)data[i]);
			return false;
		}
		int point = forbidden(data + i, step);
		if (point >= 0) {
			reader_error(reader, place, "control character U+%04X is not allowed", (unsigned)point);
			return false;
		}
		place.column++;
		if (data[i] == '\n')
			place = (struct place){reader->path, place.line + 1, 1};
	}
	return true;
}

/* ---- events --------------------------------------------------------------------------------------- */

/* The place of a syntax error; at the end of the file, the end of the last line that has text. */
static struct place place_of_problem(struct composer *composer, size_t character)
{
	struct place place = place_of(composer, character);
	if (place.line > 1 && place.line == composer->n_lines && place.column == 1 &&
	    byte_at(composer, character) == '\0') {
		place.line--;
		place.column = composer->lines[place.line] - composer->lines[place.line - 1];
	}
	return place;
}

static size_t count_characters(const char *text, size_t length)
{
	size_t count = 0;
	for (size_t i = 0; i < length; i++)
		count += ((unsigned char)text[i] & 0xc0) != 0x80;
	return count;
}

/* A no-break space looks like a space and is none: complains of the last in some lines, if there is one. */
static bool report_no_break(struct composer *composer, size_t first, size_t last)
{
	for (size_t line = last; line >= first && line > 0; line--) {
		const char *text = rest_of_line(composer, composer->lines[line - 1]);
		size_t before = advice_no_break(text);
		if (text[before] == '\0')
			continue;
		reader_error(composer->reader,
			     (struct place){composer->reader->path, line, count_characters(text, before) + 1},
			     "a no-break space (U+00A0) stands here, use ordinary spaces");
		return true;
	}
	return false;
}

/* What in some lines may have led to a fault in the last of them, or else what the fault itself suggests. */
static const char *advise(struct composer *composer, size_t first, size_t last)
{
	struct arena *arena = composer->reader->arena;
	const yaml_parser_t *parser = &composer->parser;
	for (size_t line = last; line >= first && line > 0; line--) {
		size_t column;
		const char *advice = advice_on_line(rest_of_line(composer, composer->lines[line - 1]), &column);
		if (advice[0] != '\0' && line == last)
			return arena_format(arena, "; %s", advice);
		if (advice[0] != '\0')
			return arena_format(arena, "; %s (line %zu)", advice, line);
	}
	return advice_on_syntax(arena, parser->problem, parser->context == NULL ? "" : parser->context,
				byte_at(composer, parser->problem_mark.index));
}

static void report_syntax(struct composer *composer)
{
	const yaml_parser_t *parser = &composer->parser;
	TEXT_SCOPED struct text message = {0};
	if (parser->problem == NULL) {
		reader_error(composer->reader, (struct place){composer->reader->path, 0, 0}, "out of memory");
		return;
	}
	text_add(&message, parser->problem);
	if (parser->context != NULL)
		text_add_format(&message, " %s", parser->context);
	if (strcmp(text_string(&message), "found incompatible YAML document") == 0)
		text_add_format(&message, " \"%.80s\", only \"%%YAML 1.1\" and \"%%YAML 1.2\" are read",
				rest_of_line(composer, parser->problem_mark.index));
	struct place context = place_of(composer, parser->context_mark.index);
	struct place place = place_of_problem(composer, parser->problem_mark.index);
	if (parser->context != NULL && context.line != place.line)
		text_add_format(&message, " that begins in line %zu", context.line);
	size_t first = parser->context != NULL ? context.line : place.line - (place.line > 1);
	if (report_no_break(composer, first, place.line))
		return;
	text_add(&message, advise(composer, first, place.line));
	reader_error(composer->reader, place, "%s", text_string(&message));
}

static bool advance(struct composer *composer, yaml_event_t *event)
{
	if (!composer->stopped && !yaml_parser_parse(&composer->parser, event)) {
		report_syntax(composer);
		composer->stopped = true;
	}
	return !composer->stopped;
}

/* ---- nodes ---------------------------------------------------------------------------------------- */

/* Counts nodes; false once there are too many. */
static bool count(struct composer *composer, struct place place, size_t nodes)
{
	composer->nodes += nodes;
	if (composer->nodes <= DOCUMENT_NODES_MAX)
		return true;
	reader_error(composer->reader, place, "more than %d YAML nodes, every visit by an alias counted",
		     DOCUMENT_NODES_MAX);
	composer->stopped = true;
	return false;
}

static bool check_nesting(struct composer *composer, struct place place, size_t depth)
{
	if (depth <= DOCUMENT_NESTING_MAX)
		return true;
	reader_error(composer->reader, place, "nested more than %d deep", DOCUMENT_NESTING_MAX);
	composer->stopped = true;
	return false;
}

static void check_tag(struct reader *reader, struct place place, const yaml_char_t *tag)
{
	static const char standard[] = "tag:yaml.org,2002:";
	const char *text = (const char *)tag;
	if (text == NULL)
		return;
	bool is_standard = strncmp(text, standard, sizeof(standard) - 1) == 0;
	reader_error(reader, place,
		     "tag \"%s%s\" is not allowed, exercises have no tags; put text that begins with \"!\" in quotes",
		     is_standard ? "!!" : "", is_standard ? text + sizeof(standard) - 1 : text);
}

static struct node *begin(struct composer *composer, enum node_kind kind, const yaml_event_t *event,
			  const yaml_char_t *tag, const yaml_char_t *anchor)
{
	struct arena *arena = composer->reader->arena;
	struct node *node = arena_alloc(arena, sizeof(*node));
	node->kind = kind;
	node->place = place_of(composer, event->start_mark.index);
	node->text = "";
	node->height = 1;
	check_tag(composer->reader, node->place, tag);
	if (anchor != NULL) {
		struct anchor *named = arena_alloc(arena, sizeof(*named));
		*named = (struct anchor){arena_string(arena, (const char *)anchor), node, composer->anchors};
		composer->anchors = named;
	}
	count(composer, node->place, 1);
	return node;
}

/* Only the next characters are looked at: a line may be long, and have many scalars. */
static bool is_cut(struct composer *composer, size_t character)
{
	char next[4] = "";
	size_t at = find_byte(composer, character);
	for (size_t i = 0; i + 1 < sizeof(next) && at + i < composer->length; i++)
		next[i] = composer->data[at + i];
	return advice_is_cut(next);
}

static const struct node *compose_scalar(struct composer *composer, const yaml_event_t *event)
{
	struct node *node = begin(composer, NODE_SCALAR, event, event->data.scalar.tag, event->data.scalar.anchor);
	const char *text = (const char *)event->data.scalar.value;
	size_t length = event->data.scalar.length;
	node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
	node->text = arena_copy(composer->reader->arena, text, length);
	node->cut = !node->quoted && is_cut(composer, event->end_mark.index);
	node->weight = 1;
	if (strlen(node->text) != length) {
		reader_error(composer->reader, node->place, "text with a NUL character in it");
		node->kind = NODE_BROKEN;
	}
	return node;
}

static const struct node *make_broken(struct composer *composer, struct place place)
{
	struct node *node = arena_alloc(composer->reader->arena, sizeof(*node));
	*node = (struct node){.kind = NODE_BROKEN, .place = place, .text = "", .weight = 1, .height = 1};
	return node;
}

static const struct node *follow(struct composer *composer, const yaml_event_t *event, size_t depth)
{
	const char *name = (const char *)event->data.alias.anchor;
	struct place place = place_of(composer, event->start_mark.index);
	const struct anchor *anchor = composer->anchors;
	while (anchor != NULL && strcmp(anchor->name, name) != 0)
		anchor = anchor->older;
	if (anchor == NULL)
		reader_error(composer->reader, place,
			     "no anchor \"&%s\" stands before its alias; put text that begins with \"*\" in quotes",
			     name);
	else if (anchor->node->weight == 0)
		reader_error(composer->reader, place, "\"*%s\" stands within the value that it names", name);
	else if (count(composer, place, anchor->node->weight) &&
		 check_nesting(composer, place, depth + anchor->node->height - 1))
		return anchor->node;
	return make_broken(composer, place);
}

/* Keys are words, each at most once. */
static void check_key(struct reader *reader, const struct node *map, size_t index)
{
	const struct node *key = map->entries[index].key;
	if (key->kind != NODE_SCALAR) {
		reader_unfit(reader, key, "a word as key");
		return;
	}
	if (!key->quoted && strcmp(key->text, "<<") == 0)
		reader_error(reader, key->place, "merge keys (\"<<\") are not allowed, write the keys out");
	for (size_t i = 0; i < index; i++) {
		const struct node *other = map->entries[i].key;
		if (other->kind == NODE_SCALAR && strcmp(other->text, key->text) == 0) {
			reader_error(reader, key->place, "duplicate key \"%s\", first in line %zu", key->text,
				     other->place.line);
			return;
		}
	}
}

/* Values one by one; those of a map are keys and values in turn. */
struct children {
	const struct node **nodes;
	size_t count;
};

static void append(struct arena *arena, struct children *children, const struct node *node)
{
	children->nodes = list_extend(arena, children->nodes, children->count, sizeof(struct node *));
	children->nodes[children->count++] = node;
}

static void enclose(struct reader *reader, struct node *node, const struct children *children)
{
	size_t step = node->kind == NODE_MAP ? 2 : 1;
	node->count = children->count / step;
	struct entry *entries = arena_array(reader->arena, node->count, sizeof(*entries));
	node->entries = entries;
	node->weight = 1;
	for (size_t i = 0; i < children->count; i++) {
		node->weight += children->nodes[i]->weight;
		if (node->height <= children->nodes[i]->height)
			node->height = children->nodes[i]->height + 1;
	}
	for (size_t i = 0; i < node->count; i++) {
		entries[i].value = children->nodes[step * i + step - 1];
		if (node->kind == NODE_LIST)
			continue;
		entries[i].key = children->nodes[step * i];
		check_key(reader, node, i);
	}
}

static const struct node *compose(struct composer *composer, const yaml_event_t *event, size_t depth);

static const struct node *compose_collection(struct composer *composer, const yaml_event_t *event, size_t depth)
{
	bool map = event->type == YAML_MAPPING_START_EVENT;
	struct node *node =
		map ? begin(composer, NODE_MAP, event, event->data.mapping_start.tag, event->data.mapping_start.anchor)
		    : begin(composer, NODE_LIST, event, event->data.sequence_start.tag,
			    event->data.sequence_start.anchor);
	node->flow = map ? event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE
			 : event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
	struct children children = {0};
	if (!check_nesting(composer, node->place, depth))
		return node;
	for (;;) {
		EVENT_SCOPED yaml_event_t next = {0};
		if (!advance(composer, &next))
			return node;
		if (next.type == YAML_MAPPING_END_EVENT || next.type == YAML_SEQUENCE_END_EVENT)
			break;
		append(composer->reader->arena, &children, compose(composer, &next, depth + 1));
	}
	enclose(composer->reader, node, &children);
	return node;
}

static const struct node *compose(struct composer *composer, const yaml_event_t *event, size_t depth)
{
	if (event->type == YAML_ALIAS_EVENT)
		return follow(composer, event, depth);
	if (event->type == YAML_SCALAR_EVENT)
		return compose_scalar(composer, event);
	return compose_collection(composer, event, depth);
}

/* ---- the document --------------------------------------------------------------------------------- */

/* Goes on to the next event but those that only frame the stream; false if there is none. */
static bool next_content(struct composer *composer, yaml_event_t *event)
{
	while (advance(composer, event)) {
		if (event->type == YAML_STREAM_END_EVENT)
			return false;
		if (event->type != YAML_STREAM_START_EVENT && event->type != YAML_DOCUMENT_END_EVENT)
			return true;
		yaml_event_delete(event);
	}
	return false;
}

static const struct node *compose_document(struct composer *composer)
{
	struct reader *reader = composer->reader;
	EVENT_SCOPED yaml_event_t start = {0};
	EVENT_SCOPED yaml_event_t content = {0};
	EVENT_SCOPED yaml_event_t more = {0};
	if (!next_content(composer, &start)) {
		if (!composer->stopped)
			reader_error(reader, (struct place){reader->path, 1, 1}, "the file is empty");
		return NULL;
	}
	if (!advance(composer, &content))
		return NULL;
	const struct node *root = compose(composer, &content, 1);
	if (next_content(composer, &more))
		reader_error(reader, place_of(composer, more.start_mark.index),
			     "a second document begins here, only one may stand in a file");
	return composer->stopped ? NULL : root;
}

/* Lines are quoted without the CR that ends those of Windows. */
static void quote(struct reader *reader, const char *data, size_t length)
{
	TEXT_SCOPED struct text lines = {0};
	for (const char *at = data, *end = data + length; at < end;) {
		const char *newline = memchr(at, '\n', (size_t)(end - at));
		size_t line = (size_t)((newline == NULL ? end : newline) - at);
		bool windows = newline != NULL && line > 0 && newline[-1] == '\r';
		text_add_bytes(&lines, at, line - windows);
		text_add(&lines, newline == NULL ? "" : "\n");
		at = newline == NULL ? end : newline + 1;
	}
	diagnostics_quote(reader->diagnostics, reader->path, text_string(&lines), lines.length);
}

const struct node *document_parse(struct reader *reader, const char *data, size_t length)
{
	static const char mark[] = "\xef\xbb\xbf"; /* a byte order mark, which some editors write */
	if (length >= 3 && memcmp(data, mark, 3) == 0) {
		data += 3;
		length -= 3;
	}
	quote(reader, data, length);
	if (length > DOCUMENT_BYTES_MAX) {
		reader_error(reader, (struct place){reader->path, 0, 0}, "the file is larger than %d bytes",
			     DOCUMENT_BYTES_MAX);
		return NULL;
	}
	if (!check_bytes(reader, data, length))
		return NULL;
	COMPOSER_SCOPED struct composer composer = {.reader = reader, .data = data, .length = length};
	if (!yaml_parser_initialize(&composer.parser)) {
		reader_error(reader, (struct place){reader->path, 0, 0}, "out of memory");
		return NULL;
	}
	index_lines(&composer);
	yaml_parser_set_encoding(&composer.parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input_string(&composer.parser, (const unsigned char *)data, length);
	return compose_document(&composer);
}
