#include "report/book.h"

#include <string.h>

#include "core/policy.h"
#include "report/book_exercise.h"
#include "report/page.h"
#include "report/staircase.h"
#include "report/walkthrough.h"

static const char style[] =
#include "generated/book.css.h"
	;

enum { LEVEL_LAST = 9 };

bool book_has_level(const struct book_record *book, int level)
{
	for (size_t i = 0; i < book->n_exercises; i++)
		if (book->exercises[i].exercise->level == level)
			return true;
	return false;
}

void book_add_level_file(struct text *out, int level)
{
	text_add_format(out, "L%d.html", level);
}

/* ---- the shell ------------------------------------------------------------------------------------ */

static void open_page(struct html *html, const char *title)
{
	page_open_styled(html, title, style, "Skip to the exercises");
}

static void close_page(struct html *html, const struct book_record *book)
{
	page_open_footer(html);
	html_format(html,
		    "Answers by the reference of grader %s. Blue is positive, orange negative, hatched what a row "
		    "does not see. Rows and columns count from 0.",
		    book->grader_version);
	page_close_footer(html);
}

static void write_link(struct html *html, const char *address, const char *words)
{
	html_open(html, "a");
	html_attribute(html, "href", address);
	html_text(html, words);
	html_close(html, "a");
}

static void add_level_title(struct text *out, int level)
{
	text_add_format(out, "Level %d%s%s", level, *level_name(level) == '\0' ? "" : ": ", level_name(level));
}

static void write_level_link(struct html *html, int level)
{
	TEXT_SCOPED struct text file = {0}, title = {0};
	book_add_level_file(&file, level);
	add_level_title(&title, level);
	write_link(html, text_string(&file), text_string(&title));
}

/* The nearest level that has a page: below (`step` -1) or above (1); 0 if there is none. */
static int find_neighbour(const struct book_record *book, int level, int step)
{
	for (level += step; level > 0 && level <= LEVEL_LAST; level += step)
		if (book_has_level(book, level))
			return level;
	return 0;
}

/* ---- the index ------------------------------------------------------------------------------------ */

/* What students type; "%s" is an exercise that there is. */
static const struct {
	const char *command, *does;
} commands[] = {
	{"make", "attention.c becomes attention.so"},
	{"make check", "the public cases, in under a second"},
	{"grader check -e %s attention.so", "one exercise in full"},
	{"grader show %s", "an exercise in the terminal"},
};

static void write_commands(struct html *html, const char *id)
{
	html_open_class(html, "dl", "commands");
	for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
		const char *command = commands[i].command, *place = strstr(command, "%s");
		html_open(html, "dt");
		html_open(html, "code");
		html_text_bytes(html, command, place == NULL ? strlen(command) : (size_t)(place - command));
		if (place != NULL)
			html_format(html, "%s%s", id, place + strlen("%s"));
		html_close(html, "code");
		html_close(html, "dt");
		html_element(html, "dd", NULL, commands[i].does);
	}
	html_close(html, "dl");
}

size_t book_rules(const struct book_record *book, struct arena *arena, const char *const **rules)
{
	bool has_level[POLICY_LEVELS + 1];
	for (int level = 0; level <= POLICY_LEVELS; level++)
		has_level[level] = book_has_level(book, level);
	return book->policy == NULL ? 0 : policy_rules(book->policy, has_level, arena, rules);
}

static void write_rules(struct html *html, const struct book_record *book)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *const *rules;
	const size_t count = book_rules(book, arena, &rules);
	if (count == 0)
		return;
	html_element(html, "h3", NULL, "Rules of the course");
	html_open(html, "ul");
	for (size_t i = 0; i < count; i++)
		html_element(html, "li", NULL, rules[i]);
	html_close(html, "ul");
}

static void write_start(struct html *html, const struct book_record *book)
{
	html_open_class(html, "div", "prose");
	html_element(
		html, "p", NULL,
		"The functions are declared in attention.h, which says all there is to know of them. attention.c is "
		"yours to fill in; every function in it is switched off by #if 0 until you begin it.");
	write_commands(html, book->n_exercises == 0 ? "ID" : book->exercises[0].exercise->id);
	html_element(
		html, "p", NULL,
		"The cases of this book are the public ones. What you hand in, attention.so, is graded on more, which "
		"are hidden: other sizes, other numbers, and what the statements warn of. Work the answers out by hand "
		"before you unfold them.");
	write_rules(html, book);
	html_close(html, "div");
}

static void write_walkthrough(struct html *html, const struct book_record *book)
{
	walkthrough_write(html, &book->walkthrough);
}

static void write_entry(struct html *html, const struct exercise_record *exercise)
{
	TEXT_SCOPED struct text address = {0}, points = {0};
	book_add_level_file(&address, exercise->level);
	text_add_format(&address, "#%s", exercise->id);
	points_add(&points, exercise->points);
	html_open(html, "li");
	html_element(html, "span", "id", exercise->id);
	write_link(html, text_string(&address), exercise->title);
	html_element(html, "code", NULL, exercise->function);
	html_open_class(html, "span", "points");
	html_format(html, "%s point%s", text_string(&points), text_plural(exercise->points));
	html_close(html, "span");
	html_close(html, "li");
}

static void write_contents(struct html *html, const struct book_record *book)
{
	for (int level = find_neighbour(book, 0, 1); level > 0; level = find_neighbour(book, level, 1)) {
		html_open(html, "h3");
		write_level_link(html, level);
		html_close(html, "h3");
		html_open_class(html, "ul", "contents");
		for (size_t i = 0; i < book->n_exercises; i++)
			if (book->exercises[i].exercise->level == level)
				write_entry(html, book->exercises[i].exercise);
		html_close(html, "ul");
	}
}

static const struct section {
	const char *id, *title;
	void (*write)(struct html *html, const struct book_record *book);
} sections[] = {
	{"start", "How to begin", write_start},
	{"walkthrough", "Causal attention in seven steps", write_walkthrough},
	{"contents-of-levels", "Exercises", write_contents},
};

static void write_total(struct html *html, const struct book_record *book)
{
	TEXT_SCOPED struct text points = {0};
	double total = 0;
	for (size_t i = 0; i < book->n_exercises; i++)
		total += policy_weight(book->policy, book->exercises[i].exercise->level) *
			 book->exercises[i].exercise->points;
	points_add(&points, total);
	html_open_class(html, "p", "total");
	html_format(html, "%zu exercise%s, %s point%s", book->n_exercises, text_plural((double)book->n_exercises),
		    text_string(&points), text_plural(total));
	html_close(html, "p");
}

static void write_index_header(struct html *html, const struct book_record *book)
{
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_element(html, "p", "kicker", "Exercise book");
	html_element(html, "h1", NULL, book->title);
	write_total(html, book);
	html_open_class(html, "nav", "jumps");
	html_attribute(html, "aria-label", "Sections");
	html_open(html, "ul");
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		TEXT_SCOPED struct text address = {0};
		text_add_format(&address, "#%s-title", sections[i].id);
		html_open(html, "li");
		write_link(html, text_string(&address), sections[i].title);
		html_close(html, "li");
	}
	html_close(html, "ul");
	html_close(html, "nav");
	html_close(html, "div");
	html_close(html, "header");
}

void book_index_page(const struct book_record *book, struct text *out)
{
	struct html html = html_start(out);
	TEXT_SCOPED struct text title = {0};
	text_add_format(&title, "%s: exercise book", book->title);
	open_page(&html, text_string(&title));
	write_index_header(&html, book);
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	for (size_t i = 0; i < sizeof(sections) / sizeof(sections[0]); i++) {
		page_open_section(&html, sections[i].id, sections[i].title);
		sections[i].write(&html, book);
		html_close(&html, "section");
	}
	close_page(&html, book);
	html_finish(&html);
}

/* ---- a level -------------------------------------------------------------------------------------- */

static void write_chips(struct html *html, const struct book_record *book, int level)
{
	html_open_class(html, "nav", "glance");
	html_attribute(html, "aria-label", "Exercises");
	html_open(html, "ul");
	for (size_t i = 0; i < book->n_exercises; i++) {
		const struct exercise_record *exercise = book->exercises[i].exercise;
		if (exercise->level != level)
			continue;
		TEXT_SCOPED struct text address = {0};
		text_add_format(&address, "#%s", exercise->id);
		html_open(html, "li");
		write_link(html, text_string(&address), exercise->id);
		html_close(html, "li");
	}
	html_close(html, "ul");
	html_close(html, "nav");
}

static void write_level_header(struct html *html, const struct book_record *book, int level, const char *title)
{
	html_open_class(html, "header", "hero");
	html_open(html, "div");
	html_open_class(html, "p", "kicker");
	write_link(html, "index.html", "Exercise book");
	html_close(html, "p");
	html_element(html, "h1", NULL, title);
	write_chips(html, book, level);
	html_close(html, "div");
	html_close(html, "header");
}

static void write_neighbours(struct html *html, const struct book_record *book, int level)
{
	const int before = find_neighbour(book, level, -1), after = find_neighbour(book, level, 1);
	html_open_class(html, "nav", "jumps");
	html_attribute(html, "aria-label", "Other levels");
	html_open(html, "ul");
	for (int step = 0; step < 2; step++) {
		const int neighbour = step == 0 ? before : after;
		if (neighbour == 0)
			continue;
		html_open(html, "li");
		html_text(html, step == 0 ? "Before: " : "Next: ");
		write_level_link(html, neighbour);
		html_close(html, "li");
	}
	html_open(html, "li");
	write_link(html, "index.html", "All exercises");
	html_close(html, "li");
	html_close(html, "ul");
	html_close(html, "nav");
}

void book_level_page(const struct book_record *book, int level, struct text *out)
{
	struct html html = html_start(out);
	TEXT_SCOPED struct text title = {0}, page_title = {0};
	add_level_title(&title, level);
	text_add_format(&page_title, "%s: %s", text_string(&title), book->title);
	open_page(&html, text_string(&page_title));
	write_level_header(&html, book, level, text_string(&title));
	html_open(&html, "main");
	html_attribute(&html, "id", "main");
	for (size_t i = 0; i < book->n_exercises; i++)
		if (book->exercises[i].exercise->level == level)
			book_exercise_write(&html, book, &book->exercises[i]);
	write_neighbours(&html, book, level);
	close_page(&html, book);
	html_finish(&html);
}
