/*
 * What is wrong with something a person wrote: `file:line:col: error: what`, the line, and a caret.
 * Diagnostics are collected, so that all errors of a file come at once; a command prints them.
 */
#ifndef CORE_DIAGNOSTIC_H
#define CORE_DIAGNOSTIC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE };

/* Line and column count from 1, columns in characters; 0 where there is none. */
struct place {
	const char *file; /* NULL where there is none */
	size_t line;
	size_t column;
};

struct diagnostic {
	enum severity severity;
	struct place place;
	const char *message;
	const char *excerpt; /* the line it is about, or NULL */
	int caret;	     /* characters of the excerpt before the place, or -1 if it is not in there */
	bool follows;	     /* may be a consequence of others */
};

struct diagnostics;

struct diagnostics *diagnostics_create(void);
void diagnostics_destroy(struct diagnostics *diagnostics);
void diagnostics_destroy_at(struct diagnostics **diagnostics);
#define DIAGNOSTICS_SCOPED __attribute__((cleanup(diagnostics_destroy_at)))

/*
 * Names the text that later diagnostics about `file` quote lines of. The text is copied. One text at a
 * time: the next call replaces it.
 */
void diagnostics_quote(struct diagnostics *diagnostics, const char *file, const char *data, size_t length);

/*
 * Message: lowercase, no full stop, the offending value in quotes. Untrusted text is made visible. The same
 * words about the same place are kept once.
 */
void diagnostics_add(struct diagnostics *diagnostics, enum severity severity, struct place place, const char *format,
		     ...) __attribute__((format(printf, 4, 5)));

/* What is added from now on may follow from what was added before, and is printed behind all that of the same file. */
void diagnostics_follow(struct diagnostics *diagnostics);

size_t diagnostics_count(const struct diagnostics *diagnostics, enum severity severity);
size_t diagnostics_total(const struct diagnostics *diagnostics);
const struct diagnostic *diagnostics_get(const struct diagnostics *diagnostics, size_t index);

/* Adds copies of all that `more` holds. */
void diagnostics_merge(struct diagnostics *diagnostics, const struct diagnostics *more);

/* Prints all of them, within a file in the order of their places, consequences last; colour only if told. */
void diagnostics_print(const struct diagnostics *diagnostics, FILE *stream, bool colour);

#endif
