/*
 * What most commands begin with: exercises loaded, the worker found, complaints printed. Each function
 * prints what is wrong to stderr and returns false; the exit code is the command's.
 */
#ifndef COMMANDS_SETTING_H
#define COMMANDS_SETTING_H

#include <stdio.h>

#include "commands/options.h"
#include "exercise/exercise.h"
#include "sandbox/sandbox.h"

/* The exercises of --exercises, or those of the usual place; narrowed to --exercise ID if given. */
bool setting_catalogue(const struct options *options, struct arena *arena, struct catalogue *catalogue);

bool setting_sandbox(const struct options *options, struct arena *arena, struct sandbox_options *sandbox);

/* "grader COMMAND-less message": "grader: error: ..." on stderr, untrusted text made visible. */
void complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Is stderr a terminal that wants colour? */
bool colour_on_stderr(void);

#endif
