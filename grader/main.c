/*
 * grader COMMAND ...: finds the command's row and runs it.
 */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/terminal.h"

static void print_commands(FILE *stream)
{
	const struct terminal terminal = terminal_of(fileno(stream));
	TEXT_SCOPED struct text text = {0};
	text_add(&text, "usage: grader COMMAND [OPTION]... [OPERAND]...\n\n");
	terminal_hang(&text, &terminal, "Grades shared objects that implement masked attention (attention.h).", 0);
	text_add(&text, "\n");
	for (size_t i = 0; i < command_count; i++) {
		TEXT_SCOPED struct text lead = {0};
		text_add_format(&lead, "  %-8s %-18s ", commands[i].name, commands[i].operands);
		terminal_entry(&text, &terminal, text_string(&lead), commands[i].brief);
	}
	text_add(&text, "\n");
	terminal_hang(&text, &terminal,
		      "`grader COMMAND --help` tells more. Exit codes: 0 all well, 1 findings, 2 usage, 3 the grader "
		      "failed.",
		      0);
	fputs(text_string(&text), stream);
}

/* What was printed is only worth something if it arrived: a full disk shows here at the latest. */
static int deliver(int status)
{
	if (fflush(stdout) == 0 && ferror(stdout) == 0)
		return status;
	fputs("grader: error: the output could not be written\n", stderr);
	return EXIT_HARNESS;
}

static int run(int argc, char **argv)
{
	if (argc < 2) {
		print_commands(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
		print_commands(stdout);
		return EXIT_WELL;
	}
	if (strcmp(argv[1], "--version") == 0) {
		printf("grader %s\n", GRADER_VERSION);
		return EXIT_WELL;
	}
	for (size_t i = 0; i < command_count; i++) {
		if (strcmp(argv[1], commands[i].name) != 0)
			continue;
		struct options options;
		int status = options_parse(&commands[i], argc - 1, argv + 1, &options);
		if (status < 0)
			status = commands[i].run(&options);
		options_release(&options);
		return status;
	}
	fprintf(stderr, "grader: there is no command \"%s\"\ntry `grader --help`\n", argv[1]);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	return deliver(run(argc, argv));
}
