#include "report/book_exercise.h"

#include <string.h>

#include "report/book.h"
#include "report/heatmap.h"
#include "report/markdown.h"
#include "report/page.h"

/* ---- cases ---------------------------------------------------------------------------------------- */

static bool has_matrices(const struct case_record *shown, enum matrix_role role)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == role)
			return true;
	return false;
}

static void write_matrices(struct html *html, const struct case_record *shown, enum matrix_role role)
{
	if (!has_matrices(shown, role))
		return;
	heatmap_open_row(html);
	for (size_t i = 0; i < shown->n_matrices; i++) {
		const struct heatmap_view part = heatmap_view_of(&shown->matrices[i], NULL);
		if (shown->matrices[i].role == role)
			heatmap_write(html, &shown->matrices[i], NULL, &part);
	}
	heatmap_close_row(html);
}

static void write_step(struct html *html, const struct step_record *step)
{
	html_open(html, "li");
	html_open(html, "p");
	html_element(html, "b", NULL, step->title);
	if (*step->words != '\0')
		html_format(html, ". %s", step->words);
	html_close(html, "p");
	heatmap_open_row(html);
	for (size_t i = 0; i < step->n_figures; i++)
		heatmap_write_figure(html, &step->figures[i]);
	heatmap_close_row(html);
	html_close(html, "li");
}

static void write_steps(struct html *html, const struct book_case_record *shown)
{
	if (shown->n_steps == 0)
		return;
	html_open_class(html, "details", "steps");
	html_element(html, "summary", NULL, "Step by step");
	html_open(html, "ol");
	for (size_t i = 0; i < shown->n_steps; i++)
		write_step(html, &shown->steps[i]);
	html_close(html, "ol");
	html_close(html, "details");
}

static void write_answer(struct html *html, const struct book_case_record *shown)
{
	html_open_class(html, "details", "answer");
	html_element(html, "summary", NULL, "The answer");
	html_open_class(html, "p", "call");
	html_text(html, "Returns ");
	html_element(html, "code", NULL, shown->returns);
	html_text(html, strcmp(shown->returns, "ATTN_OK") == 0 ? "." : " and leaves every output as it was.");
	html_close(html, "p");
	write_matrices(html, &shown->shown, MATRIX_EXPECTED);
	html_close(html, "details");
}

static void write_case(struct html *html, const struct book_case_record *shown)
{
	html_open_class(html, "section", "case");
	html_open(html, "h3");
	html_element(html, "span", "kind", "Public case");
	html_format(html, " %s", shown->name);
	if (shown->repetitions > 1)
		html_format(html, ", the first of %u", shown->repetitions);
	html_close(html, "h3");
	if (*shown->shown.scalars != '\0') {
		html_open_class(html, "p", "call");
		html_element(html, "code", NULL, shown->shown.scalars);
		html_close(html, "p");
	}
	if (*shown->property != '\0') {
		html_open_class(html, "p", "call");
		html_format(html, "Asked further: %s.", shown->property);
		html_close(html, "p");
	}
	write_matrices(html, &shown->shown, MATRIX_GIVEN);
	write_steps(html, shown);
	write_answer(html, shown);
	html_close(html, "section");
}

/* ---- the parts of an exercise --------------------------------------------------------------------- */

static void write_statement(struct html *html, const struct book_exercise_record *exercise)
{
	html_open_class(html, "div", "prose");
	markdown_write(html, exercise->exercise->statement, 2);
	html_close(html, "div");
}

static void write_declaration(struct html *html, const struct book_exercise_record *exercise)
{
	html_open_class(html, "details", "declaration");
	html_attribute(html, "open", "");
	html_open(html, "summary");
	html_element(html, "code", NULL, exercise->exercise->function);
	html_text(html, " in attention.h");
	html_close(html, "summary");
	html_open(html, "pre");
	html_attribute(html, "tabindex", "0"); /* it may be wider than a phone */
	html_element(html, "code", NULL, exercise->declaration);
	html_close(html, "pre");
	html_close(html, "details");
}

static void write_cases(struct html *html, const struct book_exercise_record *exercise)
{
	for (size_t i = 0; i < exercise->n_cases; i++)
		write_case(html, &exercise->cases[i]);
}

static void write_recall(struct html *html, const struct book_exercise_record *exercise)
{
	if (exercise->exercise->n_recall == 0)
		return;
	html_element(html, "h3", NULL, "Recall");
	html_open_class(html, "div", "cards");
	for (size_t i = 0; i < exercise->exercise->n_recall; i++) {
		const struct recall_record *recall = &exercise->exercise->recall[i];
		html_open_class(html, "details", "card");
		html_open(html, "summary");
		markdown_write_inline(html, recall->question);
		html_close(html, "summary");
		html_open_class(html, "div", "prose");
		markdown_write(html, recall->answer, 3);
		html_close(html, "div");
		html_close(html, "details");
	}
	html_close(html, "div");
}

static void (*const parts[])(struct html *html, const struct book_exercise_record *exercise) = {
	write_statement, write_declaration, write_cases, write_recall};

/* ---- the head ------------------------------------------------------------------------------------- */

static const struct exercise_record *find(const struct book_record *book, const char *id)
{
	for (size_t i = 0; i < book->n_exercises; i++)
		if (strcmp(book->exercises[i].exercise->id, id) == 0)
			return book->exercises[i].exercise;
	return NULL;
}

/* A required exercise may be on another page, or not in the book. */
static void write_required(struct html *html, const struct book_record *book, const char *id)
{
	const struct exercise_record *required = find(book, id);
	if (required == NULL) {
		html_text(html, id);
		return;
	}
	TEXT_SCOPED struct text address = {0};
	book_add_level_file(&address, required->level);
	text_add_format(&address, "#%s", id);
	html_open(html, "a");
	html_attribute(html, "href", text_string(&address));
	html_text(html, id);
	html_close(html, "a");
}

static void write_head(struct html *html, const struct book_record *book, const struct exercise_record *exercise)
{
	TEXT_SCOPED struct text points = {0};
	points_add(&points, exercise->points);
	html_open_class(html, "header", "head");
	html_open(html, "h2");
	html_element(html, "span", "id", exercise->id);
	html_format(html, " %s", exercise->title);
	html_close(html, "h2");
	html_open_class(html, "span", "points");
	html_format(html, "%s point%s", text_string(&points), text_plural(exercise->points));
	html_close(html, "span");
	html_close(html, "header");
	if (exercise->n_requires == 0)
		return;
	html_open_class(html, "p", "call");
	html_text(html, "Builds on ");
	for (size_t i = 0; i < exercise->n_requires; i++) {
		html_text(html, i == 0 ? "" : ", ");
		write_required(html, book, exercise->requires[i]);
	}
	html_close(html, "p");
}

void book_exercise_write(struct html *html, const struct book_record *book, const struct book_exercise_record *exercise)
{
	html_open_class(html, "article", "exercise");
	html_attribute(html, "id", exercise->exercise->id);
	write_head(html, book, exercise->exercise);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		parts[i](html, exercise);
	html_close(html, "article");
}
