/*
 * Exercises: YAML files an instructor writes, loaded into plain structs, and the cases that they stand
 * for. exercises/README.md is the format's manual; schema.json its machine-readable twin.
 *
 * Loading checks everything that can be checked without an answer: unknown and duplicate keys, types,
 * shapes, limits. All errors of a file come at once, each with its place.
 */
#ifndef EXERCISE_EXERCISE_H
#define EXERCISE_EXERCISE_H

#include <stdbool.h>
#include <stddef.h>

#include "contract/operation.h"
#include "core/arena.h"
#include "core/diagnostic.h"
#include "core/digest.h"
#include "core/record.h"
#include "core/text.h"
#include "exercise/property.h"

struct given; /* how arguments are made: exercise/given.c */

struct limits {
	unsigned cpu_ms;     /* of one call */
	unsigned memory_mib; /* beyond what the worker, libraries, inputs and outputs need */
	unsigned threads;
};

/* A number the instructor wrote under `expect`, to be compared with the reference to `digits`. */
struct expectation {
	size_t parameter; /* index among the operation's parameters */
	size_t count;
	const double *values;	    /* row-major */
	const char *const *written; /* as they stand in the file; unsigned 64-bit integers are exact only here */
	const struct place *places; /* likewise; NULL: one number stands for all */
	struct place place;
};

struct group {
	const char *name;
	const char *why;  /* for instructors only, or "" */
	const char *hint; /* for students, or "" */
	bool is_public;
	unsigned worth;	 /* default 1 */
	unsigned repeat; /* default 1 */
	const struct given *given;
	const struct property *property; /* or NULL */
	int digits;			 /* significance of `expect`: decimals after the point; -1 if not stated */
	bool expects_status;
	int status; /* expected return value, if the author stated one */
	size_t n_expectations;
	const struct expectation *expectations;
	struct place place;
};

/* A misconception that the exercise is not meant to catch. Whether there is one of that id, lint checks. */
struct exemption {
	const char *id; /* "M43" */
	const char *why;
	struct place place;
};

/* A step of the stairs of an exercise in speed. */
struct rung {
	double ratio; /* reached in so many times the time of the fast path, or less */
	unsigned worth;
};

/* What is timed: a call of fixed sizes, made anew each time, against reference/fast. */
struct speed {
	const struct given *given;
	size_t n_rungs;
	const struct rung *rungs; /* each with a lower ratio than the one before */
	struct place place;
};

/* A call that is made once, beside the cases, and compared on sampled rows: what is too large for all of them. */
struct large {
	const char *name, *hint; /* the hint is for students, or "" */
	unsigned worth;		 /* default 1 */
	const struct given *given;
	struct place place;
};

struct exercise {
	const char *path;
	struct digest hash; /* of the file's bytes */
	const char *id, *title, *statement;
	int level;
	const struct operation *operation;
	double points;
	double tolerance; /* multiple of the gauge; 0: the function's default */
	struct limits limits;
	size_t n_requires;
	const char *const *requires;
	const struct place *requires_at; /* where each stands in the file */
	size_t n_hints;
	const char *const *hints;
	size_t n_recall;
	const struct recall_record *recall;
	size_t n_exemptions;
	const struct exemption *exemptions; /* `not_for` */
	size_t n_groups;
	const struct group *groups;
	const struct speed *speed; /* or NULL */
	const struct large *large; /* or NULL */
	size_t n_tables;
	const struct place *tables; /* the first of each text that students read, in Markdown */
	struct place place;	    /* the file's first key */
	/* these keys; all zeros where one is not there */
	struct place id_at;
	struct place hints_at;
	struct place recall_at;
	struct place tolerance_at;
	struct place cases_at;
};

/* All exercises of a run, ordered by level, then id (digits compare as numbers: L2.9 before L2.10). */
struct catalogue {
	size_t count;
	const struct exercise **exercises;
};

/* Loads one file; NULL if it has errors, all of which are then in `diagnostics`. */
const struct exercise *exercise_load(const char *path, struct arena *arena, struct diagnostics *diagnostics);

/* The same from memory; `path` names it in messages and gives the level (its directory, "L2-..."). */
const struct exercise *exercise_parse(const char *path, const char *data, size_t length, struct arena *arena,
				      struct diagnostics *diagnostics);

/*
 * Loads files and, recursively, directories (files called *.yaml, course.yaml aside). Checks what no file
 * can know alone: ids are unique, `requires` name exercises that exist and do not go in circles. Loads
 * what can be loaded; false if there was any error.
 */
bool catalogue_load(const char *const *paths, size_t n_paths, struct arena *arena, struct diagnostics *diagnostics,
		    struct catalogue *catalogue);

/*
 * For those of the paths that are files: checks what they have to do with the others of their course, in the folders
 * L1-... to L5-... beside their own, unless `catalogue` has them too. What is wrong with those others is not said, only
 * that they could not be read.
 */
void catalogue_check_siblings(const char *const *paths, size_t n_paths, const struct catalogue *catalogue,
			      struct arena *arena, struct diagnostics *diagnostics);

/* The exercise of that id, or NULL. */
const struct exercise *catalogue_find(const struct catalogue *catalogue, const char *id);

/*
 * What to put behind a finding about an id that is taken: another of that level, like "L2.13", that none of them has;
 * nothing unless they are all that there are, be it that some were not asked for or cannot be read.
 */
const char *catalogue_suggest_id(const struct catalogue *catalogue, bool whole, int level, struct arena *arena);

/* What the random cases depend on. Without a gradebook: the public stream, secret of all zeros. */
struct secret {
	unsigned char bytes[32];
};

/* A name for the secret that does not give it away. */
struct digest secret_id(const struct secret *secret);

/*
 * Makes case `repetition` of group `group`: a frame with all scalars and all inputs set (INOUT buffers
 * too), outputs NULL. A MAYBE output that the case does not want (`given: {weights: null}`) is recorded in
 * `absent[parameter]`. Depends on (secret, id, group, repetition) alone: same secret, same bits, on every
 * machine. Buffers live in `arena`. False, with an error, if a drawn size makes no sense (a shape over the
 * limit, a literal that does not fit).
 */
bool exercise_case(const struct exercise *exercise, size_t group, unsigned repetition, const struct secret *secret,
		   struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
		   bool absent[OPERATION_PARAMETERS_MAX]);

/*
 * The further calls that the group's property asks for, if it has one; frame and `absent` are those of exercise_case.
 * They depend on the same things and live in the arena. False, with an error, if the property makes no sense for the
 * case's data.
 */
bool exercise_echoes(const struct exercise *exercise, size_t group, unsigned repetition, const struct secret *secret,
		     const struct frame *frame, const bool *absent, struct arena *arena,
		     struct diagnostics *diagnostics, const struct echo **echoes, size_t *count);

/* Has the function a fast path that it can be timed against? */
bool exercise_can_be_timed(const struct operation *operation);

/*
 * Makes timed call `number` of an exercise that has `speed`, as exercise_case makes a case. It depends on (secret, id,
 * number) alone.
 */
bool exercise_timed_call(const struct exercise *exercise, unsigned number, const struct secret *secret,
			 struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
			 bool absent[OPERATION_PARAMETERS_MAX]);

/* Can rows of the function's answer be compared alone? */
bool exercise_can_be_sampled(const struct operation *operation);

/* Makes the call of an exercise that has `large`, as exercise_case makes a case. It depends on (secret, id) alone. */
bool exercise_large_call(const struct exercise *exercise, const struct secret *secret, struct arena *arena,
			 struct diagnostics *diagnostics, struct frame *frame, bool absent[OPERATION_PARAMETERS_MAX]);

/*
 * Draws the scalars of a group thousands of times, chance and extremes, and checks what follows from them (shapes,
 * limits, ranges, places) without making its data. What loading tries is a part of it. False, with an error, if
 * some secret could make a case that cannot be made.
 */
bool exercise_rehearse(const struct exercise *exercise, size_t group, struct diagnostics *diagnostics);

/*
 * Adds what students get of the exercise, as a file: its public cases, and of its keys those that are for students.
 * Comments, `why`, hints and hidden cases are not in it, aliases are written out. The file is read again. False, with
 * an error, if it has changed or has no public case.
 */
bool exercise_add_public(const struct exercise *exercise, struct arena *arena, struct diagnostics *diagnostics,
			 struct text *out);

/* Parses a case alone, as `grader answer CASE.yaml` takes it: keys function, given, put. */
bool exercise_single_case(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
			  bool absent[OPERATION_PARAMETERS_MAX]);

#endif
