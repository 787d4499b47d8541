/*
 * What every part of the loader shares: complaining about a place, and reading a YAML map into a struct by
 * a table of keys. Each key's row says whether it is required, what reads it, and where the value goes.
 *
 * A reader returns or writes nothing where it complained; whoever asked goes on with what there is, so
 * that all errors of a file come at once.
 */
#ifndef EXERCISE_READER_H
#define EXERCISE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "core/arena.h"
#include "core/diagnostic.h"
#include "exercise/document.h"
#include "exercise/number.h"

struct reader {
	struct arena *arena;
	struct diagnostics *diagnostics;
	const char *path;
	const char *suffix; /* put behind every message, or NULL */
	size_t errors, warnings;
};

/* After this many errors of one file the rest is not worth reading; nor after as many warnings. */
enum { READER_ERRORS_MAX = 100 };

void reader_error(struct reader *reader, struct place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Something that is hardly meant, though it may be. */
void reader_warn(struct reader *reader, struct place place, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Says that `wanted` ("a number") should stand where the node stands; silent if the node is broken. */
void reader_unfit(struct reader *reader, const struct node *node, const char *wanted);

/* ", did you mean "x"?" with the nearest of the names, or "" if none is near. */
const char *reader_suggest(struct reader *reader, const char *word, const char *const *names, size_t count);

/* The same, but if none is near, "; there is ..." or "; there are ..." with all of them. */
const char *reader_choices(struct reader *reader, const char *word, const char *const *names, size_t count);

struct key {
	const char *name;
	bool required;
	void (*read)(struct reader *reader, const struct node *node, const struct key *key, void *target);
	size_t offset; /* where in the target */
	double lo, hi; /* of a number */
};

/* Reads the keys in the table's order. False if the node is no map. */
bool reader_map(struct reader *reader, const struct node *node, const struct key *keys, size_t n_keys, void *target);

/* The map's value for a key, or NULL. */
const struct node *reader_find(const struct node *map, const char *name);

/* Is it an empty value, ~ or null? */
bool reader_is_null(const struct node *node);

/* A number, or a whole number, written without quotes. False after a complaint. */
bool reader_number(struct reader *reader, const struct node *node, struct number *number);
bool reader_whole(struct reader *reader, const struct node *node, __int128 *whole);

/* A text of at least one visible character, or NULL after a complaint. */
const char *reader_string(struct reader *reader, const struct node *node);

/* Rows of key tables: what they read goes to target + key->offset. */
void reader_text(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_line(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_flag(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_positive(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_unsigned(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_operation(struct reader *reader, const struct node *node, const struct key *key, void *target);
void reader_node(struct reader *reader, const struct node *node, const struct key *key, void *target);

#endif
