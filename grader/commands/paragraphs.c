#include "commands/paragraphs.h"

#include <string.h>

enum { CODE = 4, WIDEST = 100 /* what is wider is hard to read */ };

struct filling {
	struct text *text;
	const struct terminal *terminal;
	struct text words; /* of the paragraph at hand, line by line */
	size_t hang;	   /* columns of blanks and of the mark of an item before it */
	bool is_fenced;
};

static void add_as_it_stands(struct text *text, const char *line, size_t length)
{
	text_add_visible(text, line, length);
	text_add(text, "\n");
}

static void end_paragraph(struct filling *filling)
{
	TEXT_SCOPED struct text lines = {0};
	const size_t width = filling->terminal->width < WIDEST ? filling->terminal->width : WIDEST;
	const char *words = text_string(&filling->words);
	if (filling->words.length == 0)
		return;
	terminal_wrap(&lines, words + filling->hang, filling->hang, width);
	text_add_visible(filling->text, words, filling->hang);
	/* Where a mark is all there is, a line end alone, not indented. */
	text_add(filling->text, text_string(&lines) + (lines.length > filling->hang ? filling->hang : 0));
	text_clear(&filling->words);
}

/* Bytes of a mark like "- " or "12. " at the beginning, and of the blanks behind it; 0 if there is none. */
static size_t measure_mark(const char *line, size_t length)
{
	const size_t digits = strspn(line, "0123456789");
	const size_t mark = digits > 0 ? digits + (line[digits] == '.') : strspn(line, "-*+") == 1;
	if (mark == digits || mark >= length || line[mark] != ' ')
		return 0;
	return mark + strspn(line + mark, " ");
}

static bool is_fence(const char *line)
{
	return strncmp(line, "```", 3) == 0 || strncmp(line, "~~~", 3) == 0;
}

static bool is_heading(const char *line)
{
	enum { DEEPEST = 6 };
	const size_t marks = strspn(line, "#");
	return marks > 0 && marks <= DEEPEST && strchr(" \n", line[marks]) != NULL; /* at the end, too */
}

/* Two blanks at its end ask for what comes next to be in a line of its own. */
static bool breaks(const char *line, size_t length)
{
	return length >= 2 && line[length - 1] == ' ' && line[length - 2] == ' ';
}

static void fill(struct filling *filling, const char *line, size_t length)
{
	const size_t blanks = strspn(line, " ") < length ? strspn(line, " ") : length;
	const size_t mark = measure_mark(line + blanks, length - blanks);
	const bool heads = is_heading(line + blanks);
	const bool is_first = filling->words.length == 0 || mark > 0 || heads || line[blanks] == '>';
	if (is_first) {
		end_paragraph(filling);
		filling->hang = blanks + mark;
	}
	text_add(&filling->words, is_first ? "" : "\n");
	text_add_bytes(&filling->words, line + (is_first ? 0 : blanks), length - (is_first ? 0 : blanks));
	if (heads || breaks(line, length))
		end_paragraph(filling);
}

static void take_line(struct filling *filling, const char *line, size_t length)
{
	const bool is_blank = strspn(line, " ") >= length, fences = is_fence(line + strspn(line, " "));
	const bool is_code = filling->words.length == 0 && strspn(line, " ") >= CODE;
	if (!is_blank && !fences && !filling->is_fenced && !is_code) {
		fill(filling, line, length);
		return;
	}
	end_paragraph(filling);
	add_as_it_stands(filling->text, line, length);
	filling->is_fenced ^= fences && !is_blank;
}

void paragraphs_add(struct text *text, const struct terminal *terminal, const char *markdown)
{
	struct filling filling = {.text = text, .terminal = terminal};
	for (const char *line = markdown; *line != '\0';) {
		const size_t length = strcspn(line, "\n");
		if (terminal->is_live)
			take_line(&filling, line, length);
		else
			add_as_it_stands(text, line, length);
		line += length + (line[length] == '\n');
	}
	end_paragraph(&filling);
	text_release(&filling.words);
}
