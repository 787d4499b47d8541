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

/* ---- settling ------------------------------------------------------------------------------------- */

/* Longer cases are not asked again only to choose between names. */
enum { CONTRADICTION_ELEMENTS_MAX = 4096 };

/* All diagnoses of a submission. */
struct settling {
	const struct diagnosis *by_operation;
	const struct testimony *testimonies;
	long *fits; /* by misconception, see count_functions; -1: not counted yet */
};

static bool names(const struct diagnosis *diagnosis, const char *id)
{
	for (size_t i = 0; i < diagnosis->count; i++)
		if (strcmp(diagnosis->list[i].id, id) == 0)
			return true;
	return false;
}

static bool contradicts_case(const struct evidence *evidence, size_t index, size_t misconception)
{
	const struct judged *judged = &evidence->judged[index];
	const struct clue clue = {.exercise = evidence->exercise, .index = index, .judged = judged};
	const bool answered = judged->verdict == VERDICT_PASSED || judged->verdict == VERDICT_WRONG;
	return answered && judged->given->frame.operation == evidence->exercise->exercise->operation &&
	       clue_size(judged) <= CONTRADICTION_ELEMENTS_MAX && !clue_explained(&clue, misconception);
}

/* Is there a case of the function that whoever holds the misconception would have answered otherwise? */
static bool contradicts(const struct testimony *testimony, size_t misconception)
{
	for (size_t e = 0; e < testimony->count; e++)
		for (size_t i = 0; i < testimony->evidence[e].exercise->n_cases; i++)
			if (contradicts_case(&testimony->evidence[e], i, misconception))
				return true;
	return false;
}

/* How many functions it fits, less those that contradict it. */
static long count_functions(const struct settling *settling, size_t misconception)
{
	const struct misconception *row = misconception_at(misconception);
	long count = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (names(&settling->by_operation[o], row->id))
			count++;
		else if (misconception_breaks(row, (enum operation_id)o) &&
			 contradicts(&settling->testimonies[o], misconception))
			count--;
	/* in nobody's head as a whole: no wider than others of its kind */
	return count > 0 ? count : 0;
}

static long fits(const struct settling *settling, const char *id)
{
	size_t m = 0;
	while (strcmp(misconception_at(m)->id, id) != 0)
		m++;
	if (settling->fits[m] < 0)
		settling->fits[m] = count_functions(settling, m);
	return settling->fits[m];
}

/* Is there another for the same mistake that fits more functions? */
static bool is_outdone(const struct settling *settling, const struct diagnosis *among,
		       const struct diagnosis_record *record)
{
	for (size_t i = 0; i < among->count; i++)
		if (among->list[i].mistake == record->mistake &&
		    fits(settling, among->list[i].id) > fits(settling, record->id))
			return true;
	return false;
}

static struct diagnosis keep_widest(const struct settling *settling, size_t operation, struct arena *arena)
{
	const struct diagnosis *from = &settling->by_operation[operation];
	struct diagnosis kept = {0, arena_array(arena, from->count, sizeof(*kept.list))};
	for (size_t i = 0; i < from->count; i++)
		if (!is_outdone(settling, from, &from->list[i]))
			kept.list[kept.count++] = from->list[i];
	return kept;
}

void diagnosis_settle(struct diagnosis *by_operation, const struct testimony *testimonies, struct arena *arena)
{
	struct diagnosis settled[OPERATION_COUNT];
	const size_t count = misconception_count();
	const struct settling settling = {by_operation, testimonies, arena_array(arena, count, sizeof(long))};
	for (size_t m = 0; m < count; m++)
		settling.fits[m] = -1;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		settled[o] = keep_widest(&settling, o, arena);
	memcpy(by_operation, settled, sizeof(settled));
}
