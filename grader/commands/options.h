/*
 * Options of the command line: one table of all there are; each command says which it takes. From the
 * table come parsing, `--help` and the messages for misuse.
 */
#ifndef COMMANDS_OPTIONS_H
#define COMMANDS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "commands/terminal.h"
#include "sandbox/sandbox.h"

struct command;

struct options {
	const char *program;   /* argv[0] */
	const char *exercises; /* --exercises: file or directory; default: see place.h */
	const char *database;  /* --db */
	const char *output;    /* --output, NULL: not given */
	const char *secret_file;
	const char *format;	/* of export; NULL: not given */
	const char *student;	/* --student, NULL: all */
	const char *roster;	/* --roster, NULL: none */
	const char *gradescope; /* --gradescope, NULL: not there */
	enum sandbox_mode sandbox;
	unsigned jobs;
	bool json;	     /* --format json */
	bool matrix;	     /* --matrix */
	bool misconceptions; /* --misconceptions */
	bool all;	     /* --all */
	bool verify;	     /* --verify */
	bool explain;	     /* --explain */
	bool dry_run;	     /* --dry-run */
	bool timing;
	bool total;		  /* --total */
	bool withdraw;		  /* --withdraw */
	bool has_points;	  /* --points */
	double points;		  /* likewise */
	const char *reason;	  /* --reason, NULL: not given */
	struct terminal terminal; /* behind stdout */
	size_t n_only;
	const char **only; /* --exercise ID, any number */
	size_t n_operands;
	const char *const *operands;
};

/*
 * Parses what follows the command's name. Returns -1 to go on, or an exit code: after --help, or after a
 * misuse that was explained on stderr. Lists point into `argv`, which is rearranged.
 */
int options_parse(const struct command *command, int argc, char **argv, struct options *options);

void options_release(struct options *options);

void options_print_help(const struct command *command);

#endif
