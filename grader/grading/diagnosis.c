#include "grading/diagnosis.h"

#include <string.h>

#include "grading/leftover.h"
#include "grading/pair.h"
#include "misconceptions.h"

static void add(struct diagnosis *diagnosis, size_t misconception, unsigned mistake)
{
	const struct misconception *row = misconception_at(misconception);
	diagnosis->list[diagnosis->count++] = (struct diagnosis_record){row->id, row->title, row->explanation, mistake};
}

static size_t index_of(const char *id)
{
	size_t m = 0;
	while (strcmp(misconception_at(m)->id, id) != 0)
		m++;
	return m;
}

static bool names(const struct diagnosis *diagnosis, const char *id)
{
	for (size_t i = 0; i < diagnosis->count; i++)
		if (strcmp(diagnosis->list[i].id, id) == 0)
			return true;
	return false;
}

static bool has_spare(const struct diagnosis *diagnosis, const char *id)
{
	if (diagnosis->spare == 0)
		return false;
	const struct diagnosis spare = {.count = diagnosis->spare, .list = diagnosis->list + diagnosis->count};
	return names(&spare, id);
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

/* What there is to go by, and who may have done it. */
struct inquiry {
	const struct clue *clues;
	size_t n_clues;
	size_t *suspects;
	size_t n_suspects;
	enum demand demand;
	bool apart;	/* may outputs be explained each for itself though all is demanded? */
	uint64_t wrong; /* outputs, a bit each, that are wrong in some clue */
};

static uint64_t find_wrong(const struct inquiry *inquiry)
{
	uint64_t wrong = 0;
	for (size_t c = 0; c < inquiry->n_clues && wrong != UINT64_MAX; c++)
		wrong |= clue_errors(&inquiry->clues[c], inquiry->demand);
	return wrong;
}

/* Clearly wrong cases without which nothing is said of a part of the answers. */
enum { NEEDED = 2 };

/*
 * Are enough cases clearly wrong of which the coding tells every answer? To leave them open explains nothing. One is
 * enough for who explains all and leaves nothing open.
 */
static bool has_witnesses(const struct inquiry *inquiry, size_t misconception, size_t coding)
{
	size_t witnesses = 0, open = 0;
	for (size_t c = 0; c < inquiry->n_clues; c++) {
		const bool told = clue_is_told(&inquiry->clues[c], misconception, coding);
		open += !told;
		witnesses += told && clue_count_wrong(&inquiry->clues[c], 1, inquiry->demand) > 0;
	}
	return witnesses >= (inquiry->demand == DEMAND_ALL && open == 0 ? 1 : NEEDED);
}

/* Does the coding explain all that every clue holds? */
static bool explains_all(const struct inquiry *inquiry, size_t misconception, size_t coding)
{
	for (size_t c = 0; c < inquiry->n_clues; c++)
		if (clue_misfits(&inquiry->clues[c], misconception, coding, inquiry->demand) != 0)
			return false;
	return has_witnesses(inquiry, misconception, coding);
}

/* The outputs, of those that are wrong in some clue, that the coding does not explain in all clues. */
static uint64_t find_unexplained(const struct inquiry *inquiry, size_t misconception, size_t coding)
{
	uint64_t found = 0;
	for (size_t c = 0; c < inquiry->n_clues && found != inquiry->wrong; c++)
		found |= clue_misfits(&inquiry->clues[c], misconception, coding, inquiry->demand) & inquiry->wrong;
	return found == inquiry->wrong || has_witnesses(inquiry, misconception, coding) ? found : inquiry->wrong;
}

/*
 * Does one coding explain everything, if all is demanded; else: is each output that is wrong in some clue explained by
 * a coding, the same in all clues? Outputs may be computed in several ways side by side: weights once more, beside an
 * output that was mixed another way. What is right needs no explanation, even if the misconception would spoil it.
 */
static bool explains(const struct inquiry *inquiry, size_t misconception)
{
	const size_t codings = misconception_codings(misconception_at(misconception));
	uint64_t left = inquiry->wrong;
	for (size_t coding = 0; coding < codings && left != 0; coding++)
		if (inquiry->demand != DEMAND_ALL || inquiry->apart)
			left &= find_unexplained(inquiry, misconception, coding);
		else if (explains_all(inquiry, misconception, coding))
			left = 0;
	return left == 0;
}

/* Whoever is named with a part of it shows no more than that part, which is true of both. */
static void drop_wholes(struct diagnosis *diagnosis)
{
	const struct diagnosis all = *diagnosis;
	size_t kept = 0;
	for (size_t i = 0; i < all.count; i++) {
		const char *part = misconception_find(all.list[i].id)->holds;
		if (part == NULL || !names(&all, part))
			diagnosis->list[kept++] = all.list[i];
	}
	diagnosis->count = kept;
}

/* Those that explain every clue. */
static void find_one(const struct inquiry *inquiry, struct diagnosis *diagnosis)
{
	for (size_t s = 0; s < inquiry->n_suspects; s++)
		if (explains(inquiry, inquiry->suspects[s]))
			add(diagnosis, inquiry->suspects[s], 0);
	drop_wholes(diagnosis);
}

/* Those that explain every clue together. */
static void find_two(const struct inquiry *inquiry, struct diagnosis *diagnosis)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	unsigned *side = arena_array(arena, misconception_count(), sizeof(*side));
	pair_find(inquiry->clues, inquiry->n_clues, inquiry->suspects, inquiry->n_suspects, inquiry->demand, side);
	for (unsigned mistake = 0; mistake < 2; mistake++)
		for (size_t s = 0; s < inquiry->n_suspects; s++)
			if ((side[s] & ~PAIR_CODED) == mistake + 1)
				add(diagnosis, inquiry->suspects[s], mistake);
	for (size_t s = 0; s < inquiry->n_suspects; s++)
		diagnosis->n_coded += (side[s] & PAIR_CODED) != 0;
}

static struct diagnosis search(void (*find)(const struct inquiry *inquiry, struct diagnosis *diagnosis),
			       struct inquiry *inquiry, enum demand demand, struct arena *arena)
{
	struct diagnosis found = {.list = arena_array(arena, misconception_count(), sizeof(*found.list))};
	inquiry->demand = demand;
	inquiry->wrong = find_wrong(inquiry);
	if (clue_count_wrong(inquiry->clues, inquiry->n_clues, demand) >= (demand == DEMAND_ALL ? 1 : NEEDED))
		find(inquiry, &found);
	return found;
}

/*
 * Those who demand less, in this order. What is not made of ordinary numbers is little to go by: of several names
 * none is said then, unless other functions speak for it.
 */
static struct diagnosis search_leniently(struct inquiry *inquiry, struct arena *arena)
{
	static const enum demand demands[] = {DEMAND_RULED, DEMAND_ORDINARY, DEMAND_NUMBERS};
	struct diagnosis found = {0};
	/* who is wrong in nothing but rows that see nothing has no rule for them that is right by accident */
	const bool seeing = clue_count_wrong(inquiry->clues, inquiry->n_clues, DEMAND_SEEING) > 0;
	for (size_t i = 0; i < sizeof(demands) / sizeof(demands[0]) && found.count == 0; i++)
		if (seeing || demands[i] != DEMAND_RULED)
			found = search(find_one, inquiry, demands[i], arena);
	found.is_weak = clue_count_wrong(inquiry->clues, inquiry->n_clues, DEMAND_ORDINARY) == 0;
	if (found.is_weak && found.count > 1) {
		found.spare = found.count;
		found.count = 0;
	}
	return found;
}

/*
 * Who demands less finds more, and two mistakes explain nearly anything: they come before who demands less only if they
 * are few names, and else when nothing else is found.
 */
static struct diagnosis search_all(struct inquiry *inquiry, struct arena *arena)
{
	enum { FEW = 4 };
	struct diagnosis found = search(find_one, inquiry, DEMAND_ALL, arena);
	if (found.count > 0)
		return found;
	const struct diagnosis two = search(find_two, inquiry, DEMAND_ALL, arena);
	if (two.count > 0 && two.count - two.n_coded <= FEW)
		return two;
	found = search_leniently(inquiry, arena);
	if (found.count + found.spare == 0)
		found = two;
	return found.count + found.spare > 0 ? found : search(find_two, inquiry, DEMAND_ORDINARY, arena);
}

static void add_others(struct diagnosis *diagnosis, const struct diagnosis *others)
{
	for (size_t i = 0; i < others->count; i++)
		if (!names(diagnosis, others->list[i].id) && !has_spare(diagnosis, others->list[i].id))
			diagnosis->list[diagnosis->count + diagnosis->spare++] = others->list[i];
}

/* Of a single mistake there may be others that explain less: what is ordinary, or what is wrong alone. */
static void add_spare(struct inquiry *inquiry, struct diagnosis *diagnosis, struct arena *arena)
{
	if (diagnosis->count == 0 || diagnosis->list[diagnosis->count - 1].mistake > 0)
		return;
	const struct diagnosis ordinary = search(find_one, inquiry, DEMAND_ORDINARY, arena);
	add_others(diagnosis, &ordinary);
	inquiry->apart = true;
	const struct diagnosis apart = search(find_one, inquiry, DEMAND_ALL, arena);
	add_others(diagnosis, &apart);
}

static struct diagnosis name_leftover(struct arena *arena)
{
	struct diagnosis_record *record = arena_alloc(arena, sizeof(*record));
	*record = leftover_record();
	return (struct diagnosis){.count = 1, .list = record, .is_certain = true};
}

struct diagnosis diagnosis_make(const struct evidence *evidence, size_t count, struct arena *arena)
{
	if (leftover_is_added_to(evidence, count))
		return name_leftover(arena);
	struct clue *clues;
	size_t n_clues = clue_collect(evidence, count, &clues, arena);
	if (n_clues == 0)
		return (struct diagnosis){0};
	struct inquiry inquiry = {clues, n_clues,
				  .suspects = arena_array(arena, misconception_count(), sizeof(size_t))};
	inquiry.n_suspects = list_suspects((enum operation_id)(evidence->exercise->exercise->operation - operations),
					   inquiry.suspects);
	struct diagnosis diagnosis = search_all(&inquiry, arena);
	add_spare(&inquiry, &diagnosis, arena);
	return diagnosis;
}

static bool shows(const struct evidence *evidence, size_t misconception)
{
	for (size_t i = 0; i < evidence->exercise->n_cases; i++) {
		const struct judged *judged = &evidence->judged[i];
		const struct clue clue = {.exercise = evidence->exercise, .index = i, .judged = judged};
		if (judged->verdict == VERDICT_WRONG &&
		    judged->given->frame.operation == evidence->exercise->exercise->operation &&
		    clue_shows(&clue, misconception))
			return true;
	}
	return false;
}

bool diagnosis_concerns(const struct diagnosis *diagnosis, const struct evidence *evidence)
{
	bool concerns = diagnosis->is_certain;
	for (size_t i = 0; i < diagnosis->count && !concerns; i++)
		concerns = diagnosis->list[i].mistake > 0 || shows(evidence, index_of(diagnosis->list[i].id));
	return concerns;
}

/* ---- settling ------------------------------------------------------------------------------------- */

/* Longer cases are not asked again only to choose between names. */
enum { CONTRADICTION_ELEMENTS_MAX = 4096 };

/* All diagnoses of a submission. */
struct settling {
	const struct diagnosis *by_operation;
	const struct testimony *testimonies;
	/* by demand, then misconception, then operation; -1: not looked at yet */
	signed char *contradicted[DEMAND_COUNT];
};

static bool contradicts_case(const struct evidence *evidence, size_t index, size_t misconception, enum demand demand)
{
	const struct judged *judged = &evidence->judged[index];
	const struct clue clue = {.exercise = evidence->exercise, .index = index, .judged = judged};
	const bool answered = judged->verdict == VERDICT_PASSED || judged->verdict == VERDICT_WRONG;
	return answered && judged->given->frame.operation == evidence->exercise->exercise->operation &&
	       clue_size(judged) <= CONTRADICTION_ELEMENTS_MAX && !clue_explained_somehow(&clue, misconception, demand);
}

/* Is there a case of the function that whoever holds the misconception would have answered otherwise? */
static bool contradicts(const struct testimony *testimony, size_t misconception, enum demand demand)
{
	for (size_t e = 0; e < testimony->count; e++)
		for (size_t i = 0; i < testimony->evidence[e].exercise->n_cases; i++)
			if (contradicts_case(&testimony->evidence[e], i, misconception, demand))
				return true;
	return false;
}

static bool is_contradicted(const struct settling *settling, size_t misconception, size_t operation, enum demand demand)
{
	signed char *known = &settling->contradicted[demand][misconception * OPERATION_COUNT + operation];
	if (*known < 0)
		*known = contradicts(&settling->testimonies[operation], misconception, demand);
	return *known != 0;
}

/* What a function says for or against it: to be named says more than any number of spare ones. */
enum { NAMED = OPERATION_COUNT + 1, SPARE = 1 };

/* Would it show in the function, and does not, nor may there be a rule that it does not? */
static bool is_denied(const struct settling *settling, size_t operation, size_t misconception)
{
	const struct misconception *row = misconception_at(misconception);
	return misconception_breaks(row, (enum operation_id)operation) &&
	       !names(&settling->by_operation[operation], row->id) &&
	       !has_spare(&settling->by_operation[operation], row->id) &&
	       is_contradicted(settling, misconception, operation, DEMAND_RULED);
}

/* How well it fits all functions. In nobody's head as a whole it is no wider than others of its kind. */
static long fits(const struct settling *settling, size_t misconception)
{
	const char *id = misconception_at(misconception)->id;
	long sum = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (names(&settling->by_operation[o], id))
			sum += NAMED;
		else if (has_spare(&settling->by_operation[o], id))
			sum += SPARE;
		else if (is_denied(settling, o, misconception))
			sum -= NAMED;
	return sum > 0 ? sum : 0;
}

static bool is_denied_somewhere(const struct settling *settling, size_t misconception)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (is_denied(settling, o, misconception))
			return true;
	return false;
}

/* Two names for one mistake in a function. */
struct dispute {
	size_t function, one, other;
	unsigned mistake; /* of two at once */
	bool spare;	  /* is any of them there in place of others only? */
	bool admits;	  /* is it asked whether the other may be named too, though it explains less? */
	bool stays;	  /* is it asked whether the one may? Then all that is said for it counts */
};

/* Do both functions have no other name for that mistake in common, or is there no function that it does not explain? */
static bool is_shared(const struct settling *settling, const struct dispute *dispute, size_t operation)
{
	const struct diagnosis *among = &settling->by_operation[dispute->function];
	const struct diagnosis *with = &settling->by_operation[operation];
	bool others = false;
	for (size_t i = 0; i < among->count; i++)
		others |= among->list[i].mistake == dispute->mistake && index_of(among->list[i].id) != dispute->one &&
			  names(with, among->list[i].id);
	return names(with, misconception_at(dispute->one)->id) &&
	       !(others && is_denied_somewhere(settling, dispute->one));
}

/*
 * Does another function speak for the one against the other? Not if the other explains there what is made of numbers,
 * for then it may be meant there as well, beside something else.
 */
static bool speaks(const struct settling *settling, const struct dispute *dispute, size_t operation)
{
	const struct diagnosis *diagnosis = &settling->by_operation[operation];
	if (names(diagnosis, misconception_at(dispute->other)->id))
		return false;
	if (dispute->stays)
		return names(diagnosis, misconception_at(dispute->one)->id);
	return is_shared(settling, dispute, operation) &&
	       (settling->testimonies[operation].count == 0 ||
		is_contradicted(settling, dispute->other, operation, DEMAND_NUMBERS));
}

/* All that is said for the one, the function's own word counted. */
static long hear(const struct settling *settling, const struct dispute *dispute)
{
	const char *id = misconception_at(dispute->one)->id;
	long sum = 0;
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		if (o == dispute->function ? names(&settling->by_operation[o], id) : speaks(settling, dispute, o))
			sum += NAMED;
		else if (dispute->spare && has_spare(&settling->by_operation[o], id))
			sum += SPARE;
	return sum;
}

/* By how much the one fits better than the other, as the functions say; not at all if as many deny it. */
static long outdoes(const struct settling *settling, const struct dispute *dispute)
{
	struct dispute turned = *dispute;
	turned.one = dispute->other, turned.other = dispute->one, turned.stays = dispute->admits;
	const long gain = hear(settling, dispute) - hear(settling, &turned);
	return gain > 0 && fits(settling, dispute->one) == 0 ? 0 : gain;
}

/* Do other functions have to speak for it, and none does? */
static bool is_alone(const struct settling *settling, const struct diagnosis *among, size_t index)
{
	const long fit = fits(settling, index_of(among->list[index].id));
	return index >= among->count ? fit <= SPARE : among->is_weak && fit == 0;
}

/*
 * By how much one has to fit better. A spare one has to by whole functions; and it stays beside one that is named if
 * another function speaks for it and some function denies that one.
 */
static long required(const struct settling *settling, const struct dispute *dispute)
{
	if (dispute->admits)
		return is_denied_somewhere(settling, dispute->one) ? 0 : 1 - NAMED;
	return dispute->spare ? NAMED : 1;
}

/* Is there another for the same mistake that fits better? */
static bool is_outdone(const struct settling *settling, size_t function, size_t index)
{
	const struct diagnosis *among = &settling->by_operation[function];
	const struct diagnosis_record *record = &among->list[index];
	const bool outdone_spare = index >= among->count;
	for (size_t i = 0; i < among->count + among->spare; i++) {
		const bool spare = i >= among->count;
		const struct dispute dispute = {
			.function = function,
			.one = index_of(among->list[i].id),
			.other = index_of(record->id),
			.mistake = record->mistake,
			.spare = spare || outdone_spare,
			.admits = outdone_spare && !spare,
		};
		const long enough = spare && outdone_spare ? 1 : required(settling, &dispute);
		if (i != index && among->list[i].mistake == record->mistake && outdoes(settling, &dispute) >= enough)
			return true;
	}
	return false;
}

static struct diagnosis keep_widest(const struct settling *settling, size_t operation, struct arena *arena)
{
	const struct diagnosis *from = &settling->by_operation[operation];
	const size_t count = from->count + from->spare;
	if (from->is_certain)
		return *from;
	struct diagnosis kept = {.list = arena_array(arena, count, sizeof(*kept.list))};
	for (size_t i = 0; i < count; i++)
		if (!is_outdone(settling, operation, i) && !is_alone(settling, from, i))
			kept.list[kept.count++] = from->list[i];
	return kept;
}

void diagnosis_settle(struct diagnosis *by_operation, const struct testimony *testimonies, struct arena *arena)
{
	struct diagnosis settled[OPERATION_COUNT];
	const size_t count = misconception_count();
	struct settling settling = {by_operation, testimonies, {0}};
	for (size_t d = 0; d < DEMAND_COUNT; d++) {
		settling.contradicted[d] = arena_alloc(arena, count * OPERATION_COUNT);
		memset(settling.contradicted[d], -1, count * OPERATION_COUNT);
	}
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		settled[o] = keep_widest(&settling, o, arena);
	memcpy(by_operation, settled, sizeof(settled));
}
