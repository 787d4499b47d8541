#include "reference/tolerance.h"

#include <gnu/libc-version.h>
#include <math.h>
#include <stdlib.h>

#include "reference/draw.h"
#include "reference/edge.h"
#include "reference/ratio.h"

/* ---- Honest code ---- */

struct variants tolerance_variants(struct arena *arena)
{
	struct variants variants = {0, arena_array(arena, honest_count(), sizeof(struct implementation)),
				    arena_array(arena, honest_count(), sizeof(char *))};
	for (size_t h = 0; h < honest_count(); h++) {
		if (honest_at(h)->finite_only)
			continue;
		variants.titles[variants.count] = honest_at(h)->title;
		variants.implementations[variants.count++] = implementation_of(honest_at(h));
	}
	return variants;
}

/* What a case costs as keys become more: n for a few queries, n^2 for as many, n^3 for a system of equations. */
enum work { FEW, SQUARE, CUBE, WORKS };

static const enum work works[OPERATION_COUNT] = {
	[OP_attn_is_causal_mask] = SQUARE,  [OP_attn_causal] = SQUARE,	      [OP_attn_self] = SQUARE,
	[OP_attn_multi_head] = SQUARE,	    [OP_attn_padded] = SQUARE,	      [OP_attn_window] = SQUARE,
	[OP_attn_causal_backward] = SQUARE, [OP_attn_recover_weights] = CUBE,
};

const struct tolerance_size tolerance_sizes[TOLERANCE_SIZES] = {
	{"1–8", 1, 8},	   {"16", 16, 16},	  {"64", 64, 64},	 {"256", 256, 256},
	{"512", 512, 512}, {"1,024", 1024, 1024}, {"4,096", 4096, 4096}, {"16,384", 16384, 16384},
};

static const size_t cases[WORKS][TOLERANCE_SIZES] = {
	[FEW] = {10000, 3000, 2000, 1000, 600, 400, 200, 100},
	[SQUARE] = {10000, 3000, 1000, 200, 60, 20},
	[CUBE] = {10000, 3000, 200, 20},
};

size_t tolerance_cases(enum operation_id operation, size_t size)
{
	return cases[works[operation]][size];
}

static void try_case(const struct variants *variants, const struct frame *frame, struct arena *arena,
		     struct tolerance_cell *cell)
{
	struct answer answer;
	reference_answer(frame, arena, &answer);
	for (size_t h = 0; h < variants->count; h++) {
		struct ratio ratio = ratio_of_call(&variants->implementations[h], frame, &answer, arena);
		cell->by_variant[h] = fmax(cell->by_variant[h], ratio.worst);
		if (ratio.worst > cell->worst) {
			cell->worst = ratio.worst;
			cell->parameter = ratio.parameter;
			cell->variant = h;
		}
	}
}

struct tolerance_cell tolerance_measure(const struct variants *variants, enum operation_id operation, size_t size,
					size_t count, struct arena *arena)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct tolerance_cell cell = {.by_variant = arena_array(arena, variants->count, sizeof(double))};
	for (size_t i = 0; i < count; i++) {
		struct draw draw = {(i * TOLERANCE_SIZES + size) * OPERATION_COUNT + operation};
		arena_reset(scratch);
		size_t n = draw_size(&draw, tolerance_sizes[size].low, tolerance_sizes[size].high);
		struct frame frame = draw_sized_frame(&draw, operation, n, scratch);
		try_case(variants, &frame, scratch, &cell);
	}
	return cell;
}

/* ---- Half precision ---- */

enum { HALF_CASES = 1000, HALF_LARGEST = 16 };

static int compare_doubles(const void *a, const void *b)
{
	double one = *(const double *)a, other = *(const double *)b;
	return (one > other) - (one < other);
}

/* The median of the ratios of ordinary cases whose inputs are stored in half precision. */
static double measure_half(const struct implementation *plain, enum operation_id operation)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	double ratios[HALF_CASES];
	for (size_t i = 0; i < HALF_CASES; i++) {
		struct draw draw = {i * OPERATION_COUNT + operation};
		arena_reset(arena);
		struct frame frame = draw_ordinary_frame(&draw, operation, HALF_LARGEST, arena);
		struct answer answer;
		reference_answer(&frame, arena, &answer);
		ratio_store_in_half(&frame);
		ratios[i] = ratio_of_call(plain, &frame, &answer, arena).worst_finite;
	}
	qsort(ratios, HALF_CASES, sizeof(double), compare_doubles);
	return ratios[HALF_CASES / 2];
}

/* ---- Misconceptions ---- */

enum { MISTAKEN_RANDOM = 400, MISTAKEN_EDGE = 800, MISTAKEN_LARGEST = 8 };

static double try_mistaken(const struct misconception *misconception, enum operation_id operation, size_t i,
			   struct arena *arena)
{
	struct draw draw = {i * OPERATION_COUNT + operation};
	struct frame frame = i < MISTAKEN_RANDOM ? draw_frame(&draw, operation, MISTAKEN_LARGEST, arena)
						 : draw_edge_frame(&draw, operation, arena);
	struct answer right, mistaken;
	reference_answer(&frame, arena, &right);
	misconception_answer(misconception, &frame, NULL, arena, &mistaken);
	return ratio_of_answer(&frame, &right, &mistaken).worst;
}

struct tolerance_reach tolerance_mistaken(const struct misconception *misconception, enum operation_id operation,
					  double enough)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct tolerance_reach reach = {0, 0};
	for (size_t i = 0; i < MISTAKEN_RANDOM + MISTAKEN_EDGE && reach.largest <= enough; i++) {
		arena_reset(arena);
		double ratio = try_mistaken(misconception, operation, i, arena);
		reach.largest = fmax(reach.largest, ratio);
		reach.refused += ratio > reference_tolerance(operation);
	}
	return reach;
}

/* ---- Tables ---- */

static void write_number(struct text *text, double number)
{
	if (isinf(number))
		text_add(text, " ∞ |");
	else if (number < 1000)
		text_add_format(text, " %.*f |", number < 1 ? 2 : number < 10 ? 1 : 0, number);
	else
		text_add_format(text, " %.1e |", number);
}

static void write_header(struct text *text)
{
	text_add(text, "# Tolerances, proven\n\n"
		       "Ratios of error to gauge (`reference/gauge.h`), which the default tolerance bounds. Written by "
		       "`make tolerance`;\n`make check` derives a part of it anew and holds it against this file.\n\n");
	text_add_format(text,
			"Case i of column s and function f is drawn by SplitMix64 from the seed (%d i + s) %d + f, in "
			"the order of the table,\nfrom 0. Compiler %s, C library %s: with others the last digit may "
			"differ.\n\n",
			TOLERANCE_SIZES, OPERATION_COUNT, __VERSION__, gnu_get_libc_version());
}

static void write_columns(struct text *text)
{
	static const char *const names[WORKS] = {"few queries", "as many queries as keys", "a system of equations"};
	text_add(text, "| keys |");
	for (size_t s = 0; s < TOLERANCE_SIZES; s++)
		text_add_format(text, " %s |", tolerance_sizes[s].name);
	text_add(text, "\n| --- |");
	for (size_t s = 0; s < TOLERANCE_SIZES; s++)
		text_add(text, " --: |");
	for (size_t w = 0; w < WORKS; w++) {
		text_add_format(text, "\n| cases, %s |", names[w]);
		for (size_t s = 0; s < TOLERANCE_SIZES; s++)
			text_add_format(text, cases[w][s] > 0 ? " %zu |" : " – |", cases[w][s]);
	}
	text_add(text, "\n\n");
}

/* What the first table leaves behind for the next: the worst of each implementation, and where. */
struct peak {
	double worst;
	enum operation_id operation;
	size_t size;
};

static void keep_peaks(const struct tolerance_cell *cell, enum operation_id operation, size_t size, size_t count,
		       struct peak *peaks)
{
	for (size_t h = 0; h < count; h++)
		if (cell->by_variant[h] > peaks[h].worst)
			peaks[h] = (struct peak){cell->by_variant[h], operation, size};
}

static void write_function(struct text *text, const struct variants *variants, enum operation_id operation,
			   struct peak *peaks, struct arena *arena)
{
	struct tolerance_cell worst = {0};
	const struct operation *row = &operations[operation];
	text_add_format(text, "| `%s` | %g |", row->name, reference_tolerance(operation));
	for (size_t s = 0; s < TOLERANCE_SIZES; s++) {
		size_t count = tolerance_cases(operation, s);
		struct tolerance_cell cell = tolerance_measure(variants, operation, s, count, arena);
		keep_peaks(&cell, operation, s, variants->count, peaks);
		if (cell.worst > worst.worst)
			worst = cell;
		if (count == 0)
			text_add(text, " – |");
		else if (!ratio_is_continuous(row) && cell.worst == 0)
			text_add(text, " exact |");
		else
			write_number(text, cell.worst);
	}
	if (worst.worst > 0)
		text_add_format(text, " %s: `%s` |\n", variants->implementations[worst.variant].name,
				row->parameters[worst.parameter].name);
	else
		text_add(text, " |\n");
}

static void write_honest(struct text *text, const struct variants *variants, struct peak *peaks, struct arena *arena)
{
	text_add(text, "## Honest code: the largest ratio by number of keys\n\n");
	write_columns(text);
	text_add(text, "| function | tolerance |");
	for (size_t s = 0; s < TOLERANCE_SIZES; s++)
		text_add_format(text, " %s |", tolerance_sizes[s].name);
	text_add(text, " largest |\n| --- | --: |");
	for (size_t s = 0; s < TOLERANCE_SIZES; s++)
		text_add(text, " --: |");
	text_add(text, " --- |\n");
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++)
		write_function(text, variants, operation, peaks, arena);
}

static void write_variants(struct text *text, const struct variants *variants, const struct peak *peaks)
{
	text_add(text,
		 "\n## Honest code: the largest ratio of each variant\n\n"
		 "| variant | what is done otherwise | ratio | function | keys |\n| --- | --- | --: | --- | --: |\n");
	for (size_t h = 0; h < variants->count; h++) {
		text_add_format(text, "| `%s` | %s |", variants->implementations[h].name, variants->titles[h]);
		write_number(text, peaks[h].worst);
		text_add_format(text, " `%s` | %s |\n", operations[peaks[h].operation].name,
				tolerance_sizes[peaks[h].size].name);
	}
}

/* How far each misconception goes in each function; nowhere where it is right. */
typedef struct tolerance_reach reaches[OPERATION_COUNT];

static reaches *measure_reaches(struct arena *arena)
{
	reaches *all = arena_array(arena, misconception_count(), sizeof(*all));
	for (size_t m = 0; m < misconception_count(); m++)
		for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++)
			if (misconception_breaks(misconception_at(m), operation))
				all[m][operation] = tolerance_mistaken(misconception_at(m), operation, INFINITY);
	return all;
}

/* Is a mistake nearer to the truth than another? */
static bool is_nearer(struct tolerance_reach one, struct tolerance_reach other)
{
	return one.largest != other.largest ? one.largest < other.largest : one.refused < other.refused;
}

static void write_reach(struct text *text, struct tolerance_reach reach)
{
	write_number(text, reach.largest);
	text_add_format(text, " %.1f %% |\n", 100.0 * (double)reach.refused / (MISTAKEN_RANDOM + MISTAKEN_EDGE));
}

static void write_nearest_of(struct text *text, enum operation_id operation, reaches *all)
{
	size_t nearest = SIZE_MAX, count = 0;
	for (size_t m = 0; m < misconception_count(); m++) {
		if (!misconception_breaks(misconception_at(m), operation))
			continue;
		count++;
		if (nearest == SIZE_MAX || is_nearer(all[m][operation], all[nearest][operation]))
			nearest = m;
	}
	text_add_format(text, " %zu | %s %s |", count, misconception_at(nearest)->id, misconception_at(nearest)->name);
	write_reach(text, all[nearest][operation]);
}

static void write_refused(struct text *text, const struct implementation *plain, reaches *all)
{
	text_add(text, "\n## What is refused, by function\n\n");
	text_add_format(
		text,
		"Half precision: inputs rounded to 11 bits, the median of %d ordinary cases with up to %d keys. "
		"Nearest: of the\nmisconceptions, how many of which break the function, the one whose largest ratio "
		"over "
		"%d random cases and %d at the\nedges is the smallest, and the share of these cases that is beyond the "
		"tolerance. ∞: not a number, or no number,\nwhere the other is wanted, or 0 or an integer missed.\n\n"
		"| function | tolerance | half precision | misconceptions | nearest | ratio | refused |\n"
		"| --- | --: | --: | --: | --- | --: | --: |\n",
		HALF_CASES, HALF_LARGEST, MISTAKEN_RANDOM, MISTAKEN_EDGE);
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
		text_add_format(text, "| `%s` | %g |", operations[operation].name, reference_tolerance(operation));
		if (ratio_is_continuous(&operations[operation]))
			write_number(text, measure_half(plain, operation));
		else
			text_add(text, " |");
		write_nearest_of(text, operation, all);
	}
}

static void write_misconceptions(struct text *text, reaches *all)
{
	text_add(text, "\n## What is refused, by misconception: where it goes least far\n\n"
		       "| misconception | functions | least far in | ratio | refused |\n"
		       "| --- | --: | --- | --: | --: |\n");
	for (size_t m = 0; m < misconception_count(); m++) {
		const struct misconception *misconception = misconception_at(m);
		enum operation_id least = OPERATION_COUNT;
		size_t count = 0;
		for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++) {
			if (!misconception_breaks(misconception, operation))
				continue;
			count++;
			if (least == OPERATION_COUNT || is_nearer(all[m][operation], all[m][least]))
				least = operation;
		}
		text_add_format(text, "| %s %s | %zu | `%s` |", misconception->id, misconception->name, count,
				operations[least].name);
		write_reach(text, all[m][least]);
	}
}

void tolerance_write(struct text *text)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct variants variants = tolerance_variants(arena);
	struct peak *peaks = arena_array(arena, variants.count, sizeof(*peaks));
	write_header(text);
	write_honest(text, &variants, peaks, arena);
	write_variants(text, &variants, peaks);
	reaches *all = measure_reaches(arena);
	write_refused(text, &variants.implementations[0], all);
	write_misconceptions(text, all);
}
