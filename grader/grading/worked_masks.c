#include "grading/worked_masks.h"

#include <inttypes.h>
#include <math.h>

#include "core/text.h"
#include "grading/ask.h"

enum { EDGE_MAX = 8 };

/* The indices of keys or rows, as numbers to calculate with. */
static const double *count_up(size_t count, double from, struct arena *arena)
{
	double *indices = arena_array(arena, count, sizeof(*indices));
	for (size_t i = 0; i < count; i++)
		indices[i] = from + (double)i;
	return indices;
}

/* "j ≤ i", "j ≤ i + 2" */
static const char *describe_rule(ptrdiff_t offset, struct arena *arena)
{
	if (offset == 0)
		return "j ≤ i";
	return arena_format(arena, "j ≤ i %s %td", offset < 0 ? "−" : "+", offset < 0 ? -offset : offset);
}

static double *make_mask(size_t n_q, size_t n_k, ptrdiff_t offset, struct arena *arena)
{
	const struct sight sight = sight_causal(offset);
	double *mask = arena_array(arena, n_q * n_k, sizeof(*mask));
	for (size_t i = 0; i < n_q * n_k; i++)
		mask[i] = idea_sees(&sight, i / n_k, i % n_k) ? 0 : -INFINITY;
	return mask;
}

void work_is_causal_mask(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n");
	if (n == 0 || n > EDGE_MAX)
		return;
	const double *given = sheet_doubles(sheet, "mask", n * n), *mask = make_mask(n, n, 0, sheet->arena);
	unsigned char *marked = arena_array(sheet->arena, n * n, 1);
	size_t off = 0;
	for (size_t i = 0; i < n * n; i++)
		off += marked[i] = given[i] != mask[i];
	sheet_step(sheet, "The causal mask of that size", "0 where j ≤ i, −∞ elsewhere.");
	sheet_place(sheet, "causal", n, n, mask, NULL);
	sheet_step(sheet, "Entry by entry",
		   off == 0
			   ? "All entries are the same: yes."
			   : arena_format(sheet->arena, "%zu entr%s: no.", off, off == 1 ? "y differs" : "ies differ"));
	sheet_place(sheet, "given", n, n, given, NULL)->marked = marked;
}

void work_visible_keys(struct sheet *sheet)
{
	const size_t row = sheet_size(sheet, "row"), n_k = sheet_size(sheet, "n_k");
	const ptrdiff_t offset = sheet_argument(sheet, "offset")->offset;
	const struct sight sight = sight_causal(offset);
	if (n_k == 0 || n_k > EDGE_MAX || row > EDGE_MAX)
		return;
	unsigned char *hidden = arena_array(sheet->arena, n_k, 1);
	size_t seen = 0;
	for (size_t j = 0; j < n_k; j++)
		seen += !(hidden[j] = !idea_sees(&sight, row, j));
	sheet_step(sheet, "The rule for this row",
		   arena_format(sheet->arena, "Row i sees key j if %s. With i = %zu: j ≤ %td.",
				describe_rule(offset, sheet->arena), row, (ptrdiff_t)row + offset));
	sheet_step(sheet, "Key by key", arena_format(sheet->arena, "Of the keys that there are, %zu.", seen));
	sheet_place(sheet, "j", 1, n_k, count_up(n_k, 0, sheet->arena), hidden);
}

void work_causal_mask(struct sheet *sheet)
{
	const size_t n_q = sheet_size(sheet, "n_q"), n_k = sheet_size(sheet, "n_k");
	const ptrdiff_t offset = sheet_argument(sheet, "offset")->offset;
	if (n_q == 0 || n_k == 0 || n_q > EDGE_MAX || n_k > EDGE_MAX)
		return;
	sheet_step(sheet, "How far each row sees",
		   arena_format(sheet->arena, "Row i sees key j if %s: up to this key, if it is there.",
				describe_rule(offset, sheet->arena)));
	sheet_place(sheet, "last j", n_q, 1, count_up(n_q, (double)offset, sheet->arena), NULL);
	sheet_step(sheet, "The mask", "0 up to there, −∞ behind it.");
	sheet_place(sheet, "mask", n_q, n_k, make_mask(n_q, n_k, offset, sheet->arena), NULL);
}

/* Small ones are counted row by row. */
void work_edges(struct sheet *sheet)
{
	const uint64_t n = sheet_argument(sheet, "n")->number;
	sheet_step(sheet, "Without a mask",
		   arena_format(sheet->arena, "Each of %" PRIu64 " rows looks at %" PRIu64 " keys: n · n.", n, n));
	sheet_step(sheet, "With the causal mask",
		   arena_format(sheet->arena,
				"Row i looks at i + 1 keys: 1 + 2 + … + %" PRIu64
				" = n (n + 1) / 2. Halve the even one of n and n + 1 before you multiply.",
				n));
	if (n > 0 && n <= EDGE_MAX)
		sheet_place(sheet, "keys of each row", n, 1, count_up(n, 1, sheet->arena), NULL);
}

void work_empty_rows(struct sheet *sheet)
{
	const size_t n_q = sheet_size(sheet, "n_q"), n_k = sheet_size(sheet, "n_k");
	if (n_q == 0 || n_k == 0 || n_q > EDGE_MAX || n_k > EDGE_MAX)
		return;
	const double *mask = sheet_doubles(sheet, "mask", n_q * n_k);
	double *left = arena_array(sheet->arena, n_q, sizeof(*left));
	unsigned char *marked = arena_array(sheet->arena, n_q, 1);
	for (size_t i = 0; i < n_q; i++) {
		for (size_t j = 0; j < n_k; j++)
			left[i] += !idea_hides(mask[i * n_k + j]);
		marked[i] = left[i] == 0;
	}
	sheet_step(sheet, "What the mask leaves of each row", "Entries other than −∞; a row with none is empty.");
	sheet_place(sheet, "keys left", n_q, 1, left, NULL)->marked = marked;
}
