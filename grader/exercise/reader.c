#include "exercise/reader.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include "contract/operation.h"
#include "core/text.h"
#include "exercise/advice.h"

static void __attribute__((format(printf, 4, 0)))
say(struct reader *reader, enum severity severity, struct place place, const char *format, va_list arguments)
{
	TEXT_SCOPED struct text message = {0};
	text_add_list(&message, format, arguments);
	if (reader->suffix != NULL)
		text_add(&message, reader->suffix);
	diagnostics_add(reader->diagnostics, severity, place, "%s", text_string(&message));
}

void reader_error(struct reader *reader, struct place place, const char *format, ...)
{
	va_list arguments;
	reader->errors++;
	if (reader->errors > READER_ERRORS_MAX)
		return;
	va_start(arguments, format);
	say(reader, SEVERITY_ERROR, place, format, arguments);
	va_end(arguments);
	if (reader->errors == READER_ERRORS_MAX)
		diagnostics_add(reader->diagnostics, SEVERITY_NOTE, (struct place){0},
				"\"%s\" has too many errors, the rest is not shown", reader->path);
}

void reader_warn(struct reader *reader, struct place place, const char *format, ...)
{
	va_list arguments;
	reader->warnings++;
	if (reader->warnings > READER_ERRORS_MAX)
		return;
	va_start(arguments, format);
	say(reader, SEVERITY_WARNING, place, format, arguments);
	va_end(arguments);
}

void reader_unfit(struct reader *reader, const struct node *node, const char *wanted)
{
	struct number number;
	if (node->kind == NODE_LIST)
		reader_error(reader, node->place, "%s is wanted here, not a list", wanted);
	else if (node->kind == NODE_MAP)
		reader_error(reader, node->place, "%s is wanted here, not a map", wanted);
	else if (node->kind == NODE_SCALAR && reader_is_null(node))
		reader_error(reader, node->place, "%s is wanted here, not nothing%s", wanted,
			     node->cut ? "; \" #\" begins a comment: put text that has it in quotes" : "");
	else if (node->kind == NODE_SCALAR && node->quoted && number_parse(node->text, &number))
		reader_error(reader, node->place, "%s is wanted here, not the text \"%s\"; take the quotes away",
			     wanted, node->text);
	else if (node->kind == NODE_SCALAR)
		reader_error(reader, node->place, "%s is wanted here, not \"%.80s\"%s", wanted, node->text,
			     node->quoted ? "" : advice_on_number(reader->arena, node->text));
}

/* ---- suggestions ---------------------------------------------------------------------------------- */

/* Is `begin`, a word of three letters or more, how `word` begins? */
static bool begins(const char *word, const char *begin)
{
	return strlen(begin) >= 3 && strncmp(word, begin, strlen(begin)) == 0;
}

const char *reader_suggest(struct reader *reader, const char *word, const char *const *names, size_t count)
{
	const char *nearest = NULL;
	size_t least = strlen(word) < 6 ? 1 : strlen(word) / 3;
	if (strlen(word) > TEXT_EDITS_WORD_MAX)
		return "";
	for (size_t i = 0; i < count; i++) {
		if (strlen(names[i]) > TEXT_EDITS_WORD_MAX)
			continue;
		size_t edits = begins(word, names[i]) || begins(names[i], word) ? 1 : text_edits(word, names[i]);
		if (edits <= least && edits < strlen(names[i]) && (nearest == NULL || edits < least)) {
			nearest = names[i];
			least = edits;
		}
	}
	return nearest == NULL ? "" : arena_format(reader->arena, ", did you mean \"%s\"?", nearest);
}

const char *reader_choices(struct reader *reader, const char *word, const char *const *names, size_t count)
{
	const char *nearest = reader_suggest(reader, word, names, count);
	TEXT_SCOPED struct text choices = {0};
	for (size_t i = 0; i < count; i++)
		text_add_format(&choices, "%s%s", i > 0 ? ", " : count == 1 ? "; there is " : "; there are ", names[i]);
	return nearest[0] != '\0' ? nearest : arena_string(reader->arena, text_string(&choices));
}

/* ---- maps ----------------------------------------------------------------------------------------- */

const struct node *reader_find(const struct node *map, const char *name)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct node *key = map->entries[i].key;
		if (key->kind == NODE_SCALAR && strcmp(key->text, name) == 0)
			return map->entries[i].value;
	}
	return NULL;
}

/* Behind "unknown key": a comma cuts text in braces, and what is left of it stands there as a key without a value. */
static const char *advise(struct reader *reader, const struct node *map, size_t index, const char *const *names,
			  size_t count)
{
	const struct entry *entry = &map->entries[index];
	if (map->flow && !entry->key->quoted && reader_is_null(entry->value) && entry->value->text[0] == '\0')
		return "; put text that has a comma in it in quotes";
	const char *advice = advice_on_key(entry->key->text, names, count);
	return advice[0] != '\0' ? advice : reader_suggest(reader, entry->key->text, names, count);
}

static void check_known(struct reader *reader, const struct node *node, const struct key *keys, size_t n_keys)
{
	const char **names = arena_array(reader->arena, n_keys, sizeof(char *));
	for (size_t i = 0; i < n_keys; i++)
		names[i] = keys[i].name;
	for (size_t i = 0; i < node->count; i++) {
		const struct node *word = node->entries[i].key;
		if (word->kind != NODE_SCALAR || (strcmp(word->text, "<<") == 0 && !word->quoted))
			continue;
		size_t k = 0;
		while (k < n_keys && strcmp(names[k], word->text) != 0)
			k++;
		if (k == n_keys)
			reader_error(reader, word->place, "unknown key \"%.80s\"%s", word->text,
				     advise(reader, node, i, names, n_keys));
	}
}

bool reader_map(struct reader *reader, const struct node *node, const struct key *keys, size_t n_keys, void *target)
{
	if (node->kind != NODE_MAP) {
		reader_unfit(reader, node, "a map of keys");
		return false;
	}
	check_known(reader, node, keys, n_keys);
	for (const struct key *key = keys; key < keys + n_keys; key++) {
		const struct node *value = reader_find(node, key->name);
		if (value != NULL)
			key->read(reader, value, key, target);
		else if (key->required)
			reader_error(reader, node->place, "key \"%s\" is missing", key->name);
	}
	return true;
}

/* Where a key's value goes. */
static void *slot(const struct key *key, void *target)
{
	return (char *)target + key->offset;
}

/* ---- values --------------------------------------------------------------------------------------- */

bool reader_is_null(const struct node *node)
{
	static const char *const words[] = {"", "~", "null", "Null", "NULL"};
	if (node->kind != NODE_SCALAR || node->quoted)
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcmp(node->text, words[i]) == 0)
			return true;
	return false;
}

static bool parse(struct reader *reader, const struct node *node, const char *wanted, struct number *number)
{
	if (node->kind == NODE_SCALAR && !node->quoted && number_parse(node->text, number))
		return true;
	reader_unfit(reader, node, wanted);
	return false;
}

bool reader_number(struct reader *reader, const struct node *node, struct number *number)
{
	if (!parse(reader, node, "a number", number))
		return false;
	if (number->fit == NUMBER_FITS)
		return true;
	reader_error(reader, node->place, "\"%.80s\" is too %s for a float", node->text,
		     number->fit == NUMBER_OVERFLOWS ? "large" : "small");
	return false;
}

bool reader_whole(struct reader *reader, const struct node *node, __int128 *whole)
{
	struct number number;
	if (!parse(reader, node, "a whole number", &number))
		return false;
	*whole = number.whole;
	if (!number.is_whole)
		reader_unfit(reader, node, "a whole number");
	else if (number.whole > UINT64_MAX || number.whole < INT64_MIN)
		reader_error(reader, node->place, "\"%.80s\" does not fit 64 bits", node->text);
	else
		return true;
	return false;
}

const char *reader_string(struct reader *reader, const struct node *node)
{
	if (node->kind != NODE_SCALAR || reader_is_null(node)) {
		reader_unfit(reader, node, "text");
		return NULL;
	}
	if (node->text[strspn(node->text, " \t\r\n")] == '\0') {
		reader_error(reader, node->place, "text is wanted here, not blanks");
		return NULL;
	}
	if (node->cut)
		reader_warn(
			reader, node->place,
			"the text ends where \" #\" begins a comment; put it in quotes, or a space behind the \"#\"");
	return node->text;
}

void reader_text(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	const char *text = reader_string(reader, node);
	if (text != NULL)
		*(const char **)slot(key, target) = text;
}

void reader_line(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	const char *text = reader_string(reader, node);
	size_t left = text == NULL ? 0 : strlen(text), count = 0;
	for (const char *at = text; left > 0; count++) {
		size_t step = utf8_character(at, left);
		if (step == 0 || utf8_hidden(at, step)) {
			reader_error(reader, node->place, "\"%s\" must be one line of plain text, without \"%.*s\"",
				     key->name, (int)(step == 0 ? 1 : step), at);
			return;
		}
		at += step;
		left -= step;
	}
	if (count > (size_t)key->hi)
		reader_error(reader, node->place, "\"%s\" has %zu characters, the limit is %g", key->name, count,
			     key->hi);
	else if (text != NULL)
		*(const char **)slot(key, target) = text;
}

void reader_flag(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	static const char *const words[] = {"false", "true", "False", "True", "FALSE", "TRUE"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (node->kind == NODE_SCALAR && !node->quoted && strcmp(node->text, words[i]) == 0) {
			bool flag = i % 2 == 1;
			*(bool *)slot(key, target) = flag;
			return;
		}
	const char *advice = node->kind == NODE_SCALAR ? advice_on_flag(node->text, node->quoted) : "";
	if (advice[0] != '\0')
		reader_error(reader, node->place, "true or false is wanted here, not %s\"%s\"%s",
			     node->quoted ? "the text " : "", node->text, advice);
	else
		reader_unfit(reader, node, "true or false");
}

void reader_positive(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	struct number number;
	if (!reader_number(reader, node, &number))
		return;
	if (number.real > key->lo && number.real <= key->hi)
		*(double *)slot(key, target) = number.real;
	else
		reader_error(reader, node->place, "\"%s\" must be greater than %g and at most %g, not \"%s\"",
			     key->name, key->lo, key->hi, node->text);
}

void reader_unsigned(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	__int128 whole;
	if (!reader_whole(reader, node, &whole))
		return;
	unsigned value = (unsigned)whole;
	if (whole >= (__int128)key->lo && whole <= (__int128)key->hi)
		*(unsigned *)slot(key, target) = value;
	else
		reader_error(reader, node->place, "\"%s\" must be %g to %g, not \"%s\"", key->name, key->lo, key->hi,
			     node->text);
}

/* Also to those who leave out the "attn_". */
static const char *suggest_operation(struct reader *reader, const char *name)
{
	const char *names[OPERATION_COUNT] = {NULL};
	const char *whole = arena_format(reader->arena, "attn_%.80s", name);
	for (size_t i = 0; i < OPERATION_COUNT; i++) {
		names[i] = operations[i].name;
		if (strcmp(whole, names[i]) == 0)
			return arena_format(reader->arena, ", did you mean \"%s\"?", whole);
	}
	const char *nearest = reader_suggest(reader, name, names, OPERATION_COUNT);
	return nearest[0] != '\0' ? nearest : reader_choices(reader, whole, names, OPERATION_COUNT);
}

void reader_operation(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	const char *name = reader_string(reader, node);
	const struct operation *operation = name == NULL ? NULL : operation_find(name);
	if (operation != NULL)
		*(const struct operation **)slot(key, target) = operation;
	else if (name != NULL)
		reader_error(reader, node->place, "no function \"%.80s\" in attention.h%s", name,
			     suggest_operation(reader, name));
}

void reader_node(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)reader;
	*(const struct node **)slot(key, target) = node;
}
