#include "report/case.h"

#include <string.h>

#include "core/pair.h"
#include "report/heatmap.h"

static void write_given(struct html *html, const struct case_record *shown)
{
	heatmap_open_row(html);
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == MATRIX_GIVEN) {
			struct heatmap_view part = heatmap_view_of(&shown->matrices[i], NULL);
			heatmap_write(html, &shown->matrices[i], NULL, &part);
		}
	heatmap_close_row(html);
}

/* Expected, got, and what they do not have in common, side by side in one view. Where they agree, one is enough. */
static void write_answer(struct html *html, const struct pair *pair)
{
	const struct matrix_record *expected = pair->expected, *got = pair->got;
	const struct heatmap_view part = heatmap_view_of(expected, pair->differs ? got : NULL);
	heatmap_open_row(html);
	if (got == NULL) {
		heatmap_write(html, expected, NULL, &part);
	} else if (!pair->differs && !pair->is_rounded) {
		heatmap_write_agreed(html, got, &part);
	} else {
		heatmap_write(html, expected, NULL, &part);
		heatmap_write(html, got, expected, &part);
		if (pair->differs && expected->rows * expected->columns > 1)
			heatmap_write_difference(html, got, expected, &part);
	}
	heatmap_close_row(html);
}

static void write_answers(struct html *html, const struct case_record *shown)
{
	for (size_t i = 0; i < shown->n_matrices; i++) {
		if (shown->matrices[i].role != MATRIX_EXPECTED)
			continue;
		const struct pair pair = pair_of(shown, i);
		write_answer(html, &pair);
	}
}

static bool has_given(const struct case_record *shown)
{
	for (size_t i = 0; i < shown->n_matrices; i++)
		if (shown->matrices[i].role == MATRIX_GIVEN)
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

void case_write(struct html *html, const struct case_record *shown, bool has_room)
{
	write_call(html, shown);
	if (!has_room) {
		html_element(html, "p", "note",
			     "The figures are left out to keep this page small: grader check shows them.");
		return;
	}
	if (has_given(shown))
		write_given(html, shown);
	write_answers(html, shown);
}
