/*
 * What to do about a slip, for authors who know neither YAML nor C: the words behind a message that says what
 * is wrong. Each function gives "" where there is nothing to advise. All of it is tables.
 */
#ifndef EXERCISE_ADVICE_H
#define EXERCISE_ADVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "contract/operation.h"
#include "core/arena.h"

/* On what libyaml says, with its context ("" if none) and the character that it stopped at. */
const char *advice_on_syntax(struct arena *arena, const char *problem, const char *context, char at);

/*
 * On a line that has a fault, or lies before it: typographic quotes, a comment that may be none. `column` gets
 * where it stands, in bytes from 0.
 */
const char *advice_on_line(const char *line, size_t *column);

/* Bytes of a line before a no-break space that stands where only a space will do, or all if there is none. */
size_t advice_no_break(const char *line);

/* Does what follows a plain text begin a comment that was hardly meant as one, like " #2"? */
bool advice_is_cut(const char *rest);

/* On a key that the map, whose keys are `names`, does not have. */
const char *advice_on_key(const char *word, const char *const *names, size_t count);

/* On a word that stands where a number should. */
const char *advice_on_number(struct arena *arena, const char *word);

/* On a word that stands where true or false should. */
const char *advice_on_flag(const char *word, bool quoted);

/* On text like "n + 1" or "2..9" where a scalar should stand. */
const char *advice_on_arithmetic(struct arena *arena, const char *text);

/* The generator of buffers that others call so, or "". */
const char *advice_on_generator(const char *word);

/* On a word that others use for a buffer of one and the same number. */
const char *advice_on_constant(const char *word);

/* On a word that stands for a policy, in a function that takes one. */
const char *advice_on_policy(const struct operation *operation, const char *word);

#endif
