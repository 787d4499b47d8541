#include "commands/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "export/export.h"

enum { JOBS_MAX = 256, POINTS_MAX = 1000000 };

/* Each setter returns NULL, or what is wrong with the value. */

static const char *set_exercises(struct options *options, const char *value)
{
	options->exercises = value;
	return NULL;
}

static const char *set_database(struct options *options, const char *value)
{
	options->database = value;
	return NULL;
}

static const char *set_output(struct options *options, const char *value)
{
	options->output = value;
	return NULL;
}

static const char *set_secret_file(struct options *options, const char *value)
{
	options->secret_file = value;
	return NULL;
}

static const char *set_sandbox(struct options *options, const char *value)
{
	static const enum sandbox_mode modes[] = {SANDBOX_BUBBLEWRAP, SANDBOX_LANDLOCK};
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++) {
		if (strcmp(value, sandbox_mode_name(modes[i])) != 0)
			continue;
		options->sandbox = modes[i];
		return NULL;
	}
	return "is neither bubblewrap nor landlock";
}

static const char *set_jobs(struct options *options, const char *value)
{
	char *end;
	errno = 0;
	unsigned long jobs = strtoul(value, &end, 10);
	if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || jobs < 1 || jobs > JOBS_MAX)
		return "is no number from 1 to 256";
	options->jobs = (unsigned)jobs;
	return NULL;
}

static const char *set_format(struct options *options, const char *value)
{
	options->json = strcmp(value, "json") == 0;
	return options->json || strcmp(value, "text") == 0 ? NULL : "is neither text nor json";
}

static const char *set_export_format(struct options *options, const char *value)
{
	options->format = value;
	return export_find(value) != NULL ? NULL : "is not among the formats";
}

static const char *set_student(struct options *options, const char *value)
{
	options->student = value;
	return NULL;
}

static const char *set_roster(struct options *options, const char *value)
{
	options->roster = value;
	return NULL;
}

static const char *set_gradescope(struct options *options, const char *value)
{
	options->gradescope = value;
	return NULL;
}

static const char *set_total(struct options *options, const char *value)
{
	(void)value;
	options->total = true;
	return NULL;
}

static const char *add_only(struct options *options, const char *value)
{
	options->only[options->n_only++] = value;
	return NULL;
}

static const char *set_verify(struct options *options, const char *value)
{
	(void)value;
	options->verify = true;
	return NULL;
}

static const char *set_explain(struct options *options, const char *value)
{
	(void)value;
	options->explain = true;
	return NULL;
}

static const char *set_dry_run(struct options *options, const char *value)
{
	(void)value;
	options->dry_run = true;
	return NULL;
}

static const char *set_timing(struct options *options, const char *value)
{
	(void)value;
	options->timing = true;
	return NULL;
}

/* As people write it: neither a sign nor an exponent. */
static const char *set_points(struct options *options, const char *value)
{
	const size_t whole = strspn(value, "0123456789");
	const size_t part = value[whole] == '.' ? strspn(value + whole + 1, "0123456789") + 1 : 0;
	options->points = strtod(value, NULL);
	options->has_points = true;
	return whole > 0 && value[whole + part] == '\0' && options->points <= POINTS_MAX
		       ? NULL
		       : "is no number from 0 to 1000000";
}

static const char *set_reason(struct options *options, const char *value)
{
	options->reason = value;
	return value[strspn(value, " \t\r\n")] != '\0' ? NULL : "says nothing";
}

static const char *set_withdraw(struct options *options, const char *value)
{
	(void)value;
	options->withdraw = true;
	return NULL;
}

static const char *set_matrix(struct options *options, const char *value)
{
	(void)value;
	options->matrix = true;
	return NULL;
}

static const char *set_misconceptions(struct options *options, const char *value)
{
	(void)value;
	options->misconceptions = true;
	return NULL;
}

static const char *set_all(struct options *options, const char *value)
{
	(void)value;
	options->all = true;
	return NULL;
}

static const struct row {
	char key; /* the short option, and its name in a command's `accepts` */
	const char *name;
	const char *value; /* what the option wants, or NULL: a flag */
	const char *brief;
	const char *(*set)(struct options *options, const char *value);
} rows[] = {
	{'x', "exercises", "PATH", "exercises to use: a file or a directory (exercises/)", set_exercises},
	{'e', "exercise", "ID", "only this exercise; may be given again", add_only},
	{'d', "db", "FILE", "the gradebook (grades.db)", set_database},
	{'o', "output", "PATH", "where to write: a folder (of report and watch: reports/), or a file", set_output},
	{'j', "jobs", "N", "submissions graded side by side (one a core)", set_jobs},
	{'s', "sandbox", "MODE", "bubblewrap (default), or landlock where there are no user namespaces", set_sandbox},
	{'f', "format", "FORMAT", "text (default) or json", set_format},
	{'F', "format", "FORMAT", "csv, csv-long, canvas, moodle, gradescope, junit or json", set_export_format},
	{'n', "student", "NAME", "only this student", set_student},
	{'r', "roster", "FILE", "who is in the class: CSV with the columns id, name, email, section", set_roster},
	{'T', "total", NULL, "a column more in canvas and moodle: all exercises together", set_total},
	{'k', "secret-file", "FILE", "share the course secret: read from FILE, or written there if it is not there yet",
	 set_secret_file},
	{'g', "gradescope", "FILE",
	 "in Gradescope's autograder: handed in when its submission_metadata.json says; no roster", set_gradescope},
	{'t', "timing", NULL, "say at the end where the time went", set_timing},
	{'m', "matrix", NULL, "show for each exercise which case catches which mistake", set_matrix},
	{'M', "misconceptions", NULL, "list the catalogue of misconceptions in place of the exercises",
	 set_misconceptions},
	{'a', "all", NULL, "show hints and recall too", set_all},
	{'p', "points", "NUMBER", "the points that count from now on", set_points},
	{'R', "reason", "TEXT", "why; the student reads it too", set_reason},
	{'W', "withdraw", NULL, "take the score given by hand back: the grader's counts again", set_withdraw},
	{'V', "verify", NULL, "grade the file again and compare with the receipts", set_verify},
	{'E', "explain", NULL, "say for each score that changed by how much, through which cases, and why",
	 set_explain},
	{'D', "dry-run", NULL, "grade and compare, but store nothing", set_dry_run},
};

enum { ROW_COUNT = sizeof(rows) / sizeof(rows[0]), KEY_HELP = 'h' };

static bool accepts(const struct command *command, const struct row *row)
{
	return strchr(command->accepts, row->key) != NULL;
}

static void add_option(struct text *text, const struct terminal *terminal, char key, const char *name,
		       const char *brief)
{
	TEXT_SCOPED struct text lead = {0};
	text_add_format(&lead, "  -%c, %-24s ", key, name);
	terminal_entry(text, terminal, text_string(&lead), brief);
}

void options_print_help(const struct command *command)
{
	const struct terminal terminal = terminal_of(STDOUT_FILENO);
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "usage: grader %s [OPTION]...%s%s\n\n", command->name,
			command->operands[0] == '\0' ? "" : " ", command->operands);
	terminal_hang(&text, &terminal, command->brief, 0);
	text_add(&text, "\n");
	for (size_t i = 0; i < ROW_COUNT; i++) {
		if (!accepts(command, &rows[i]))
			continue;
		char name[64];
		snprintf(name, sizeof(name), "--%s%s%s", rows[i].name, rows[i].value == NULL ? "" : "=",
			 rows[i].value == NULL ? "" : rows[i].value);
		add_option(&text, &terminal, rows[i].key, name, rows[i].brief);
	}
	add_option(&text, &terminal, KEY_HELP, "--help", "this text");
	fputs(text_string(&text), stdout);
}

static int misuse(const struct command *command, const char *what, const char *value, const char *why)
{
	fprintf(stderr, "grader %s: %s \"%s\" %s\ntry `grader %s --help`\n", command->name, what, value, why,
		command->name);
	return EXIT_USAGE;
}

static const struct row *row_of(int key)
{
	for (size_t i = 0; i < ROW_COUNT; i++)
		if (rows[i].key == key)
			return &rows[i];
	return NULL;
}

/* The options that the command takes, as getopt_long wants them. */
static void describe(const struct command *command, struct option *longs, char *shorts)
{
	*shorts++ = ':';
	for (size_t i = 0; i < ROW_COUNT; i++) {
		if (!accepts(command, &rows[i]))
			continue;
		int wants = rows[i].value == NULL ? no_argument : required_argument;
		*longs++ = (struct option){rows[i].name, wants, NULL, rows[i].key};
		*shorts++ = rows[i].key;
		if (wants == required_argument)
			*shorts++ = ':';
	}
	*longs++ = (struct option){"help", no_argument, NULL, KEY_HELP};
	*longs = (struct option){0};
	*shorts++ = KEY_HELP;
	*shorts = '\0';
}

static int count_operands(const struct command *command, const struct options *options)
{
	if ((int)options->n_operands < command->min_operands) {
		fprintf(stderr, "grader %s: %s is missing\ntry `grader %s --help`\n", command->name, command->operands,
			command->name);
		return EXIT_USAGE;
	}
	if (command->max_operands >= 0 && (int)options->n_operands > command->max_operands)
		return misuse(command, "operand", options->operands[command->max_operands], "is one too many");
	return -1;
}

static int parse_one(const struct command *command, int key, char **argv, struct options *options)
{
	char letter[] = {(char)optopt, '\0'};
	if (key == KEY_HELP) {
		options_print_help(command);
		return EXIT_WELL;
	}
	if (key == ':')
		return misuse(command, "option", argv[optind - 1], "wants a value");
	const struct row *row = row_of(key), *flag = row_of(optopt);
	if (row == NULL && flag != NULL && accepts(command, flag))
		return misuse(command, "option", argv[optind - 1], "takes no value"); /* --verify=yes */
	if (row == NULL)
		return misuse(command, "option", optopt != 0 ? letter : argv[optind - 1], "is not known here");
	const char *why = row->set(options, optarg);
	return why == NULL ? -1 : misuse(command, row->name, optarg, why);
}

int options_parse(const struct command *command, int argc, char **argv, struct options *options)
{
	struct option longs[ROW_COUNT + 2];
	char shorts[2 * ROW_COUNT + 3];
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	*options = (struct options){
		.program = argv[0],
		.database = "grades.db",
		.jobs = cores < 1	   ? 1
			: cores > JOBS_MAX ? JOBS_MAX
					   : (unsigned)cores,
		.terminal = terminal_of(STDOUT_FILENO),
		.only = calloc((size_t)argc + 1, sizeof(char *)),
	};
	if (options->only == NULL)
		abort();
	describe(command, longs, shorts);
	optind = 1;
	opterr = 0;
	for (int key; (key = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
		int status = parse_one(command, key, argv, options);
		if (status >= 0)
			return status;
	}
	options->operands = (const char *const *)(argv + optind);
	options->n_operands = (size_t)(argc - optind);
	return count_operands(command, options);
}

void options_release(struct options *options)
{
	free(options->only);
}
