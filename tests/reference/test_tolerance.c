/*
 * TOLERANCE.md is complete and true: every function, variant and misconception has its row; the first cases of
 * each cell, tried again, come out no farther than it says; and honest code keeps to half the tolerance, which no
 * misconception does.
 */
#include <check.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "reference/ratio.h"
#include "reference/tolerance.h"

#define KEPT SOURCE_DIR "/tests/reference/TOLERANCE.md"
#define BY_SIZE "## Honest code: the largest ratio by number of keys"
#define BY_VARIANT "## Honest code: the largest ratio of each variant"
#define BY_FUNCTION "## What is refused, by function"
#define BY_MISCONCEPTION "## What is refused, by misconception: where it goes least far"

/* Under sanitizers a few of each: the numbers are the same, and the code is walked through. */
#ifdef SANITIZED
enum { SAMPLED = 100 };
#else
enum { SAMPLED = 20 };
#endif
enum { CELLS_MAX = 16, HELD_KEYS = 512 };

/* Another compiler or C library may come out a little farther. */
static const double slack = 1.5;

/* A row of a table; cells without the blanks around them. */
struct row {
	size_t count;
	const char *cells[CELLS_MAX];
};

static struct row split_row(char *line)
{
	struct row row = {0};
	for (char *cell = line + 1, *end; (end = strchr(cell, '|')) != NULL && row.count < CELLS_MAX; cell = end + 1) {
		*end = '\0';
		cell += strspn(cell, " ");
		for (char *last = end; last > cell && last[-1] == ' ';)
			*--last = '\0';
		row.cells[row.count++] = cell;
	}
	return row;
}

/* The `index`th row below a heading, column titles and counts of cases included. */
static bool read_row(struct arena *arena, const char *kept, const char *heading, size_t index, struct row *row)
{
	const char *section = strstr(kept, heading);
	ck_assert_msg(section != NULL, "%s has no \"%s\"", KEPT, heading);
	char *rest = arena_string(arena, section);
	for (char *line = strtok_r(rest, "\n", &rest); (line = strtok_r(rest, "\n", &rest)) != NULL;) {
		if (strncmp(line, "## ", 3) == 0)
			return false;
		if (line[0] == '|' && line[2] != '-' && index-- == 0) {
			*row = split_row(line);
			return true;
		}
	}
	return false;
}

static struct row find_row(struct arena *arena, const char *kept, const char *heading, const char *first)
{
	struct row row;
	for (size_t i = 0; read_row(arena, kept, heading, i, &row); i++)
		if (strcmp(row.cells[0], first) == 0)
			return row;
	ck_abort_msg("%s: no row \"%s\"", heading, first);
}

static size_t count_rows(struct arena *arena, const char *kept, const char *heading)
{
	struct row row;
	size_t count = 0;
	while (read_row(arena, kept, heading, count, &row))
		count++;
	return count;
}

static double ratio_in(const struct row *row, size_t cell)
{
	ck_assert_uint_lt(cell, row->count);
	const char *text = row->cells[cell];
	char *end;
	if (strcmp(text, "exact") == 0)
		return 0;
	if (strcmp(text, "∞") == 0)
		return INFINITY;
	double ratio = strtod(text, &end);
	ck_assert_msg(end != text && *end == '\0', "%s: \"%s\" is no ratio", row->cells[0], text);
	return ratio;
}

static char *read_kept(struct arena *arena)
{
	TEXT_SCOPED struct text text = {0}, why = {0};
	if (!file_read(KEPT, 1 << 20, &text, &why))
		ck_abort_msg("%s", text_string(&why));
	return arena_string(arena, text_string(&text));
}

static char *code(struct arena *arena, const char *name)
{
	TEXT_SCOPED struct text text = {0};
	text_add_format(&text, "`%s`", name);
	return arena_string(arena, text_string(&text));
}

/* ---- Complete ---- */

START_TEST(it_says_how_it_was_made)
{
	static const struct {
		const char *first;
		enum operation_id operation;
	} counts[] = {
		{"cases, few queries", OP_attn_cross},
		{"cases, as many queries as keys", OP_attn_causal},
		{"cases, a system of equations", OP_attn_recover_weights},
	};
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *kept = read_kept(arena);
	ck_assert_ptr_nonnull(strstr(kept, "from the seed (8 i + s) 21 + f"));
	ck_assert_ptr_nonnull(strstr(kept, "Compiler "));
	for (size_t c = 0; c < sizeof(counts) / sizeof(counts[0]); c++) {
		struct row row = find_row(arena, kept, BY_SIZE, counts[c].first);
		for (size_t s = 0; s < TOLERANCE_SIZES; s++)
			ck_assert_uint_eq(strtoul(row.cells[1 + s], NULL, 10), tolerance_cases(counts[c].operation, s));
	}
}
END_TEST

START_TEST(it_has_a_row_for_everything)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *kept = read_kept(arena);
	for (size_t f = 0; f < OPERATION_COUNT; f++) {
		find_row(arena, kept, BY_SIZE, code(arena, operations[f].name));
		find_row(arena, kept, BY_FUNCTION, code(arena, operations[f].name));
	}
	struct variants variants = tolerance_variants(arena);
	for (size_t h = 0; h < variants.count; h++)
		find_row(arena, kept, BY_VARIANT, code(arena, variants.implementations[h].name));
	ck_assert_uint_eq(count_rows(arena, kept, BY_SIZE), 5 + OPERATION_COUNT);
	ck_assert_uint_eq(count_rows(arena, kept, BY_VARIANT), 1 + variants.count);
	ck_assert_uint_eq(count_rows(arena, kept, BY_FUNCTION), 1 + OPERATION_COUNT);
	ck_assert_uint_eq(count_rows(arena, kept, BY_MISCONCEPTION), 1 + misconception_count());
}
END_TEST

/* ---- True ---- */

/* What is printed has two digits. */
static bool no_farther(double ratio, double said)
{
	return ratio <= slack * said + 0.05;
}

static void check_cell(const struct variants *variants, enum operation_id operation, size_t size, const struct row *row,
		       struct arena *arena)
{
	size_t count = tolerance_cases(operation, size);
	bool exact = strcmp(row->cells[2 + size], "exact") == 0;
	if (count == 0)
		return;
	ck_assert_msg(!exact || !ratio_is_continuous(&operations[operation]), "%s is not exact", row->cells[0]);
	double said = ratio_in(row, 2 + size), held = reference_tolerance(operation) / 2;
	struct tolerance_cell cell = tolerance_measure(variants, operation, size, count / SAMPLED, arena);
	const char *variant = variants->implementations[cell.variant].name, *keys = tolerance_sizes[size].name;
	ck_assert_msg(exact ? cell.worst == 0 : no_farther(cell.worst, said), "%s, %s keys: %s comes out at %g, not %g",
		      row->cells[0], keys, variant, cell.worst, said);
	if (tolerance_sizes[size].high <= HELD_KEYS)
		ck_assert_msg(fmax(said, cell.worst) <= held, "%s, %s keys: over half the tolerance", row->cells[0],
			      keys);
}

START_TEST(honest_code_comes_out_as_it_says)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *kept = read_kept(arena);
	struct variants variants = tolerance_variants(arena);
	struct row row = find_row(arena, kept, BY_SIZE, code(arena, operations[_i].name));
	ck_assert_double_eq(strtod(row.cells[1], NULL), reference_tolerance((enum operation_id)_i));
	for (size_t s = 0; s < TOLERANCE_SIZES; s++)
		check_cell(&variants, (enum operation_id)_i, s, &row, arena);
}
END_TEST

/* Its first case beyond the tolerance is there, and no farther than the farthest that the row tells of. */
static void check_reach(const struct misconception *misconception, enum operation_id operation, double said)
{
	double tolerance = reference_tolerance(operation);
	struct tolerance_reach reach = tolerance_mistaken(misconception, operation, tolerance);
	ck_assert_msg(misconception_breaks(misconception, operation), "%s breaks no %s", misconception->name,
		      operations[operation].name);
	ck_assert_msg(said > tolerance, "%s in %s is within the tolerance", misconception->name,
		      operations[operation].name);
	ck_assert_msg(reach.refused > 0 && no_farther(reach.largest, said), "%s in %s comes out at %g, not %g",
		      misconception->name, operations[operation].name, reach.largest, said);
}

static enum operation_id operation_in(const struct row *row, size_t cell)
{
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++)
		if (strncmp(row->cells[cell] + 1, operations[operation].name, strlen(row->cells[cell]) - 2) == 0 &&
		    strlen(operations[operation].name) == strlen(row->cells[cell]) - 2)
			return operation;
	ck_abort_msg("%s is no function", row->cells[cell]);
}

static const struct misconception *misconception_in(const struct row *row, size_t cell)
{
	const char *name = strchr(row->cells[cell], ' ');
	const struct misconception *misconception = name == NULL ? NULL : misconception_find(name + 1);
	ck_assert_msg(misconception != NULL, "%s is no misconception", row->cells[cell]);
	return misconception;
}

START_TEST(misconceptions_come_out_as_it_says)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *kept = read_kept(arena);
	const struct misconception *misconception = misconception_at((size_t)_i);
	struct row row;
	ck_assert(read_row(arena, kept, BY_MISCONCEPTION, 1 + (size_t)_i, &row));
	ck_assert_ptr_eq(misconception_in(&row, 0), misconception);
	ck_assert_int_eq(strtol(row.cells[1], NULL, 10), __builtin_popcountll(misconception->breaks));
	check_reach(misconception, operation_in(&row, 2), ratio_in(&row, 3));
}
END_TEST

START_TEST(what_is_refused_comes_out_as_it_says)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const char *kept = read_kept(arena);
	struct row row = find_row(arena, kept, BY_FUNCTION, code(arena, operations[_i].name));
	double tolerance = reference_tolerance((enum operation_id)_i);
	int count = 0;
	for (size_t m = 0; m < misconception_count(); m++)
		count += misconception_breaks(misconception_at(m), (enum operation_id)_i);
	ck_assert_double_eq(strtod(row.cells[1], NULL), tolerance);
	ck_assert(!ratio_is_continuous(&operations[_i]) || ratio_in(&row, 2) > tolerance);
	ck_assert_int_eq(strtol(row.cells[3], NULL, 10), count);
	check_reach(misconception_in(&row, 4), (enum operation_id)_i, ratio_in(&row, 5));
}
END_TEST

int main(void)
{
	/* Arenas come and go by the thousand: let their memory stay. */
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	Suite *suite = suite_create("reference: tolerance");
	TCase *tcase = tcase_create("tolerance");
	tcase_set_timeout(tcase, 600); /* against hanging only */
	tcase_add_test(tcase, it_says_how_it_was_made);
	tcase_add_test(tcase, it_has_a_row_for_everything);
	tcase_add_loop_test(tcase, honest_code_comes_out_as_it_says, 0, OPERATION_COUNT);
	tcase_add_loop_test(tcase, misconceptions_come_out_as_it_says, 0, (int)misconception_count());
	tcase_add_loop_test(tcase, what_is_refused_comes_out_as_it_says, 0, OPERATION_COUNT);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
