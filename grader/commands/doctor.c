/* grader doctor: what the sandbox needs, whether it is here, how to get it; and proof that it holds. */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "export/json.h"

static void print_json(const struct sandbox_finding *findings, size_t count)
{
	json_t *list = json_array();
	for (size_t i = 0; i < count; i++) {
		json_t *object = json_object();
		json_object_set_new(object, "what", json_text(findings[i].what));
		json_object_set_new(object, "holds", json_boolean(findings[i].holds));
		json_object_set_new(object, "detail", json_text(findings[i].detail));
		json_object_set_new(object, "cure", json_text(findings[i].cure));
		json_array_append_new(list, object);
	}
	json_print(list);
}

static void print_text(const struct sandbox_finding *findings, size_t count, const struct terminal *terminal)
{
	enum { CURE = 8 };
	TEXT_SCOPED struct text text = {0};
	for (size_t i = 0; i < count; i++) {
		const char *status = findings[i].holds ? "  ok  " : "FAIL  ";
		TEXT_SCOPED struct text what = {0};
		text_add_format(&what, "%-34s ", findings[i].what);
		terminal_paint(&text, terminal->has_colour, findings[i].holds ? PAINT_GOOD : PAINT_BAD, status);
		text_add(&text, text_string(&what));
		terminal_hang(&text, terminal, findings[i].detail, strlen(status) + what.length);
		if (!findings[i].holds && findings[i].cure[0] != '\0')
			terminal_wrap(&text, findings[i].cure, CURE, terminal->width);
	}
	fputs(text_string(&text), stdout);
}

int command_doctor(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct sandbox_options sandbox;
	const struct sandbox_finding *findings;
	int status = setting_sandbox(options, arena, &sandbox);
	if (status >= 0)
		return status;
	size_t count = sandbox_examine(&sandbox, arena, &findings), failed = 0;
	for (size_t i = 0; i < count; i++)
		failed += !findings[i].holds;
	if (options->json) {
		print_json(findings, count);
		return failed > 0 ? EXIT_HARNESS : EXIT_WELL;
	}
	print_text(findings, count, &options->terminal);
	if (failed > 0)
		printf("the sandbox is not whole here (%zu of %zu): nothing will be graded\n", failed, count);
	else
		printf("the sandbox is whole: %s\n", sandbox_mode_name(sandbox.mode));
	return failed > 0 ? EXIT_HARNESS : EXIT_WELL;
}
