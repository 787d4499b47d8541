/*
 * What was handed in: the submissions below the paths of the command line. A class folder holds
 * STUDENT.so files and STUDENT/ folders with *.so files, of which the newest counts. A file called
 * attention.so, as the starter's Makefile calls it, is named after its folder. Hidden files do not count.
 *
 * Whoever meant to hand in should not vanish: a folder without a *.so is warned about, with the file in it, or
 * one folder deeper, that was probably meant; so are archives and libraries of other systems, names that end in
 * .SO, links to folders, and links that lead nowhere. What is there and cannot be looked at is among the jobs, as a
 * fault of the grader's. The gym's own folders `template` and `samples` may lie there
 * without a word.
 */
#ifndef COMMANDS_HAND_IN_H
#define COMMANDS_HAND_IN_H

#include <stdint.h>

#include "core/arena.h"
#include "core/text.h"
#include "grading/crew.h"

/* An entry of a class folder, or of a student's, that holds no submission. */
struct left_out {
	const char *path;
	const char *owner; /* the student whose it would be */
	bool is_folder;
};

struct hand_in {
	size_t count;
	const struct job *jobs;	    /* by student, then path */
	const int64_t *modified_at; /* seconds since the epoch */
	size_t n_left_out;
	const struct left_out *left_out;
	bool is_class; /* a class folder was looked through, not only files that were named */
};

/*
 * Paths name files or class folders. False, with the reason, if one cannot be read. A student who appears
 * twice is taken by the newest file; what is left out is complained about.
 */
bool hand_in_find(const char *const *paths, size_t n_paths, struct arena *arena, struct hand_in *hand_in,
		  struct text *why);

/* What is in a class folder now, without a word about what is left out: hand_in_explain() has words for it. */
bool hand_in_find_again(const char *class, struct arena *arena, struct hand_in *hand_in, struct text *why);

/*
 * The path and why it is left out, for a warning; NULL if nobody meant it as a hand-in. A folder with nothing in it
 * that was meant is worth a word only if `even_empty`.
 */
const char *hand_in_explain(const struct left_out *left_out, bool even_empty, struct arena *arena);

/* Is a file called so surely meant to be handed in, and left out? */
bool hand_in_is_misnamed(const char *name);

/* Is a file called so one of ours to look at? Hidden files are not: file managers leave such things behind. */
bool hand_in_is_named(const char *name);

/*
 * Whose file is it? STUDENT.so names the student; attention.so, as the starter's Makefile calls it, is named
 * after its folder.
 */
const char *hand_in_owner(const char *path, struct arena *arena);

/* Is it the path, or below it? */
bool hand_in_covers(const char *folder, const char *path);

#endif
