/*
 * What most commands begin with: exercises loaded, the worker found, complaints printed.
 */
#ifndef COMMANDS_SETTING_H
#define COMMANDS_SETTING_H

#include <stdio.h>

#include "commands/options.h"
#include "exercise/course.h"
#include "exercise/exercise.h"
#include "sandbox/sandbox.h"

/*
 * The exercises of --exercises, or those of the usual place; narrowed to --exercise ID if given. Returns -1
 * to go on, or, what is wrong being said, the exit code: usage if there is no such file or exercise, findings
 * if there are mistakes in them.
 */
int setting_catalogue(const struct options *options, struct arena *arena, struct catalogue *catalogue);

/* The same, with the other exercises of the functions that those of --exercise are about. */
int setting_catalogue_around(const struct options *options, struct arena *arena, struct catalogue *catalogue);

/* Is it one of --exercise? Without that every exercise is. */
bool setting_asks_for(const struct options *options, const struct exercise *exercise);

/*
 * The rules that come with these exercises: NULL if they have no course.yaml. Returns -1 to go on, or, what is wrong
 * being said, the exit code.
 */
int setting_course(const struct options *options, enum course_part part, struct arena *arena,
		   const struct course **course);

/* The worker and how to run it. Returns -1 to go on, or the exit code of a grader that is not whole. */
int setting_sandbox(const struct options *options, struct arena *arena, struct sandbox_options *sandbox);

/* "grader: error: ..." on stderr, untrusted text made visible. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The same of words that are there already. Returns EXIT_HARNESS, for those that end a command by a fault of ours. */
int complain_of(const struct text *why);

/* "grader: warning: ...", the same way. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Is stderr a terminal that wants colour? */
bool colour_on_stderr(void);

#endif
