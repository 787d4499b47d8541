#include "report/case.h"

#include <string.h>

#include "report/heatmap.h"

static const struct matrix_record *find(const struct case_record *shown, enum matrix_role role, const char *name)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == role && strcmp(shown->matrices[i].name, name) == 0)
			return &shown->matrices[i];
	return NULL;
}

static void write_given(struct html *html, const struct case_record *shown)
{
	html_open_class(html, "div", "figures");
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == MATRIX_GIVEN) {
			struct heatmap_view part = heatmap_view_of(&shown->matrices[i], NULL);
			heatmap_write(html, &shown->matrices[i], NULL, &part);
		}
	html_close(html, "div");
}

/* An expected matrix and the got one of that name share a view. Where all is right, one of them is enough. */
static void write_answers(struct html *html, const struct case_record *shown)
{
	html_open_class(html, "div", "figures");
	for (size_t i = 0; i < shown->n_matrices; i++) {
		const struct matrix_record *matrix = &shown->matrices[i];
		if (matrix->role != MATRIX_EXPECTED)
			continue;
		const struct matrix_record *got = find(shown, MATRIX_GOT, matrix->name);
		struct heatmap_view part = heatmap_view_of(matrix, got);
		if (shown->verdict != VERDICT_PASSED || got == NULL)
			heatmap_write(html, matrix, NULL, &part);
		if (got != NULL && got->rows == matrix->rows && got->columns == matrix->columns)
			heatmap_write(html, got, matrix, &part);
	}
	html_close(html, "div");
}

static bool any(const struct case_record *shown, bool given)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if ((shown->matrices[i].role == MATRIX_GIVEN) == given)
			return true;
	return false;
}

/* "n = 3, d_k = 2; returned ATTN_OK" */
static void write_call(struct html *html, const struct case_record *shown)
{
	html_open_class(html, "p", "call");
	if (*shown->scalars != '\0')
		html_element(html, "code", NULL, shown->scalars);
	if (*shown->returned == '\0')
		html_text(html, " did not return");
	else {
		html_text(html, *shown->scalars == '\0' ? "returned " : " returned ");
		html_element(html, "code", NULL, shown->returned);
	}
	if (strcmp(shown->returned, shown->expected_return) != 0) {
		html_text(html, ", expected ");
		html_element(html, "code", NULL, shown->expected_return);
	}
	html_close(html, "p");
}

void case_write(struct html *html, struct view *view, const struct case_record *shown)
{
	write_call(html, shown);
	if (!view_afford(view, shown)) {
		html_element(html, "p", "note", "The figures are left out to keep this page small.");
		return;
	}
	if (any(shown, true))
		write_given(html, shown);
	if (any(shown, false))
		write_answers(html, shown);
}
