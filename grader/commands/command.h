/*
 * The commands of the grader: one row a command in command.c, one file each. A command chooses the exit
 * code; nothing below it does.
 */
#ifndef COMMANDS_COMMAND_H
#define COMMANDS_COMMAND_H

#include "commands/options.h"

/* 0 all well, 1 findings (failed cases, lint errors), 2 usage, 3 the grader itself failed. */
enum { EXIT_WELL = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_HARNESS = 3 };

struct command {
	const char *name;
	const char *operands; /* as in "FILE.so" */
	const char *brief;
	const char *accepts;		/* keys of the options it takes: see options.c */
	int min_operands, max_operands; /* max -1: any number */
	int (*run)(const struct options *options);
};

extern const struct command commands[];
extern const size_t command_count;

int command_answer(const struct options *options);
int command_check(const struct options *options);
int command_doctor(const struct options *options);
int command_export(const struct options *options);
int command_grade(const struct options *options);
int command_handout(const struct options *options);
int command_lint(const struct options *options);
int command_list(const struct options *options);
int command_receipt(const struct options *options);
int command_regrade(const struct options *options);
int command_report(const struct options *options);
int command_score(const struct options *options);
int command_show(const struct options *options);
int command_watch(const struct options *options);

#endif
