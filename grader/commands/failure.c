#include "commands/failure.h"

#include <string.h>

#include "commands/matrices.h"
#include "core/speed.h"

enum { INDENT = 2, DEEPER = 4, TAB = 4, WIDEST = 100 /* what is wider is hard to read */ };

static void add_words(struct text *text, const struct terminal *terminal, size_t indent, const char *words)
{
	terminal_wrap(text, words, indent, terminal->width < WIDEST ? terminal->width : WIDEST);
}

void failure_add_case(struct text *text, const struct terminal *terminal, const struct case_record *shown)
{
	if (shown->scalars[0] != '\0')
		add_words(text, terminal, DEEPER, shown->scalars);
	matrices_add(text, terminal, shown, DEEPER);
}

/* ---- diagnoses ---- */

/* What stands before the title of diagnosis `i`. */
static const char *introduce(const struct result_record *result, size_t i, bool two)
{
	if (result->n_diagnoses == 1)
		return "it looks like this mistake: ";
	bool either = i > 0 && result->diagnoses[i].mistake == result->diagnoses[i - 1].mistake;
	return two && either ? "- or " : "- ";
}

static void add_diagnoses(struct text *text, const struct terminal *terminal, const struct result_record *result,
			  const char *told_at)
{
	TEXT_SCOPED struct text line = {0};
	const size_t count = result->n_diagnoses;
	const bool two = count > 1 && result->diagnoses[count - 1].mistake > 0;
	if (count > 1)
		add_words(text, terminal, INDENT,
			  two ? "it looks like two mistakes at once:" : "it looks like one of these mistakes:");
	for (size_t i = 0; i < count; i++) {
		text_clear(&line);
		text_add_format(&line, "%s%s", introduce(result, i, two), result->diagnoses[i].title);
		if (told_at != NULL && i + 1 == count)
			text_add_format(&line, ", as in %s", told_at);
		add_words(text, terminal, INDENT, text_string(&line));
		if (told_at == NULL)
			add_words(text, terminal, DEEPER, result->diagnoses[i].explanation);
	}
}

/* ---- groups ---- */

/* "wrong: name of the group (3 of 8 right)" */
static void add_group_line(struct text *text, const struct terminal *terminal, const struct group_record *group)
{
	TEXT_SCOPED struct text line = {0}, words = {0};
	text_add_format(&line, ": %s", group->name);
	if (group->repetitions > 1)
		text_add_format(&line, " (%u of %u right)", group->passed, group->repetitions);
	text_add_format(text, "%*s", INDENT, "");
	terminal_verdict(text, terminal->has_colour, group->verdict);
	terminal_fit(&words, terminal, PAINT_PLAIN, text_string(&line),
		     terminal->width - INDENT - strlen(verdict_name(group->verdict)));
	text_add_bytes(text, words.data, words.length);
	while (text->length > 0 && text->data[text->length - 1] == ' ')
		text->data[--text->length] = '\0';
	text_add(text, "\n");
}

/* `where`: how to see its case, if that is not shown here. */
static void add_group(struct text *text, const struct terminal *terminal, const struct group_record *group,
		      const char *where)
{
	TEXT_SCOPED struct text line = {0};
	add_group_line(text, terminal, group);
	text_add_format(&line, "%s%s%s", group->place, group->place[0] == '\0' ? "" : ": ", group->message);
	add_words(text, terminal, DEEPER, text_string(&line));
	text_clear(&line);
	text_add_format(&line, "hint: %s", group->hint);
	if (group->hint[0] != '\0')
		add_words(text, terminal, DEEPER, text_string(&line));
	if (group->shown != NULL && where == NULL)
		failure_add_case(text, terminal, group->shown);
	else if (group->shown != NULL)
		add_words(text, terminal, DEEPER, where);
}

static void add_speed(struct text *text, const struct terminal *terminal, const struct result_record *result)
{
	TEXT_SCOPED struct text line = {0};
	speed_describe(result, &line);
	if (line.length > 0)
		add_words(text, terminal, INDENT, text_string(&line));
}

/* ---- the counterexample ---- */

/* Lines of C, to be copied. */
static void add_program(struct text *text, const char *program)
{
	for (const char *at = program; *at != '\0'; at += strcspn(at, "\n"), at += *at == '\n') {
		size_t tabs = strspn(at, "\t"), length = strcspn(at, "\n");
		text_add_format(text, "%*s", length == 0 ? 0 : (int)(DEEPER + TAB * tabs), "");
		text_add_visible(text, at + tabs, length - tabs);
		text_add(text, "\n");
	}
}

static void add_counterexample(struct text *text, const struct terminal *terminal,
			       const struct exercise_record *exercise,
			       const struct counterexample_record *counterexample, bool full)
{
	TEXT_SCOPED struct text line = {0};
	add_words(text, terminal, INDENT, "the smallest input found that fails:");
	add_words(text, terminal, DEEPER, counterexample->message);
	failure_add_case(text, terminal, &counterexample->shown);
	if (!full)
		text_add_format(&line, "`-e %s` shows it as a C program", exercise->id);
	else
		text_add(&line, "the same as a program, example.c:");
	add_words(text, terminal, full ? INDENT : DEEPER, text_string(&line));
	if (full)
		add_program(text, counterexample->program);
}

/* ---- an exercise ---- */

/*
 * All with their cases; or the first failure with its case, if that is small and the mistake was not explained before,
 * and the others in a line each.
 */
static void add_groups(struct text *text, const struct terminal *terminal, const struct result_record *result,
		       bool told_before, bool full)
{
	TEXT_SCOPED struct text where = {0};
	bool told = false;
	text_add_format(&where, "`-e %s` shows the case", result->exercise_id);
	for (size_t g = 0; g < result->n_groups; g++) {
		const struct group_record *group = &result->groups[g];
		const bool is_shown =
			full || (!told_before && group->shown != NULL && matrices_are_small(group->shown));
		if (group->verdict == VERDICT_PASSED)
			continue;
		if (told && !full)
			add_group_line(text, terminal, group);
		else
			add_group(text, terminal, group, is_shown ? NULL : text_string(&where));
		told = true;
	}
}

bool failure_tells(const struct result_record *result, bool full)
{
	return !verdict_is_right(result->verdict) && result->verdict != VERDICT_MISSING &&
	       (full || result->fix_first[0] == '\0');
}

bool failure_has_more(const struct result_record *result)
{
	return result->n_groups > 0 || result->n_diagnoses > 0 || result->counterexample != NULL ||
	       result->message[0] != '\0';
}

/* "L2.7  The whole machine (attn_causal)", or the function on a line of its own. */
static void add_head(struct text *text, const struct terminal *terminal, const struct exercise_record *exercise)
{
	TEXT_SCOPED struct text title = {0}, function = {0};
	text_add_format(&title, "%s  %s", exercise->id, exercise->title);
	text_add_format(&function, " (%s)", exercise->function);
	const size_t columns = terminal_columns(text_string(&title), title.length);
	const bool fits = columns + function.length <= terminal->width;
	text_add(text, "\n");
	terminal_fit(text, terminal, PAINT_STRONG, text_string(&title),
		     columns < terminal->width ? columns : terminal->width);
	text_add(text, fits ? "" : "\n ");
	terminal_fit(text, terminal, PAINT_PLAIN, text_string(&function),
		     fits || function.length < terminal->width ? function.length : terminal->width - 1);
	text_add(text, "\n");
}

void failure_add(struct text *text, const struct terminal *terminal, const struct exercise_record *exercise,
		 const struct result_record *result, const char *told_at, bool full)
{
	add_head(text, terminal, exercise);
	add_diagnoses(text, terminal, result, told_at);
	add_groups(text, terminal, result, told_at != NULL, full);
	add_speed(text, terminal, result);
	if (result->message[0] != '\0')
		add_words(text, terminal, INDENT, result->message);
	if (result->counterexample != NULL && (told_at == NULL || full))
		add_counterexample(text, terminal, exercise, result->counterexample, full);
}
