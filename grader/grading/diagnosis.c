#include "grading/diagnosis.h"

#include <string.h>

#include "grading/pair.h"
#include "misconceptions.h"

static void add(struct diagnosis *diagnosis, size_t misconception, unsigned mistake)
{
	const struct misconception *row = misconception_at(misconception);
	diagnosis->list[diagnosis->count++] = (struct diagnosis_record){row->id, row->title, row->explanation, mistake};
}

/* Those that spoil the function at all. */
static size_t list_suspects(enum operation_id operation, size_t *suspects)
{
	size_t count = 0;
	for (size_t m = 0; m < misconception_count(); m++)
		if (misconception_breaks(misconception_at(m), operation))
			suspects[count++] = m;
	return count;
}

/* Puts those that explain every clue into `found`. Case by case: few are left when the large ones come. */
static size_t sift(const struct clue *clues, size_t n_clues, const size_t *suspects, size_t count, size_t *found)
{
	memcpy(found, suspects, count * sizeof(*found));
	for (size_t c = 0; c < n_clues && count > 0; c++) {
		size_t kept = 0;
		for (size_t s = 0; s < count; s++)
			if (clue_explained(&clues[c], found[s]))
				found[kept++] = found[s];
		count = kept;
	}
	return count;
}

struct diagnosis diagnosis_make(const struct evidence *evidence, size_t count, struct arena *arena)
{
	struct clue *clues;
	size_t n_clues = clue_collect(evidence, count, &clues, arena);
	if (n_clues == 0)
		return (struct diagnosis){0};
	struct diagnosis diagnosis = {0, arena_array(arena, misconception_count(), sizeof(*diagnosis.list))};
	size_t *suspects = arena_array(arena, misconception_count(), sizeof(*suspects));
	size_t *found = arena_array(arena, misconception_count(), sizeof(*found));
	size_t n_suspects =
		list_suspects((enum operation_id)(evidence->exercise->exercise->operation - operations), suspects);
	size_t n_found = sift(clues, n_clues, suspects, n_suspects, found);
	for (size_t i = 0; i < n_found; i++)
		add(&diagnosis, found[i], 0);
	if (n_found > 0)
		return diagnosis;
	unsigned *side = arena_array(arena, misconception_count(), sizeof(*side));
	pair_find(clues, n_clues, suspects, n_suspects, side);
	for (unsigned mistake = 0; mistake < 2; mistake++)
		for (size_t s = 0; s < n_suspects; s++)
			if (side[s] == mistake + 1)
				add(&diagnosis, suspects[s], mistake);
	return diagnosis;
}

/* How many functions it fits. */
static size_t count_functions(const struct diagnosis *by_operation, const char *id)
{
	size_t count = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		for (size_t i = 0; i < by_operation[o].count; i++)
			count += strcmp(by_operation[o].list[i].id, id) == 0;
	return count;
}

/* Is there another for the same mistake that fits more functions? */
static bool is_outdone(const struct diagnosis *by_operation, const struct diagnosis *among,
		       const struct diagnosis_record *record)
{
	size_t functions = count_functions(by_operation, record->id);
	for (size_t i = 0; i < among->count; i++)
		if (among->list[i].mistake == record->mistake &&
		    count_functions(by_operation, among->list[i].id) > functions)
			return true;
	return false;
}

static struct diagnosis keep_widest(const struct diagnosis *by_operation, size_t operation, struct arena *arena)
{
	const struct diagnosis *from = &by_operation[operation];
	struct diagnosis kept = {0, arena_array(arena, from->count, sizeof(*kept.list))};
	for (size_t i = 0; i < from->count; i++)
		if (!is_outdone(by_operation, from, &from->list[i]))
			kept.list[kept.count++] = from->list[i];
	return kept;
}

void diagnosis_settle(struct diagnosis *by_operation, struct arena *arena)
{
	struct diagnosis settled[OPERATION_COUNT];
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		settled[o] = keep_widest(by_operation, o, arena);
	memcpy(by_operation, settled, sizeof(settled));
}
