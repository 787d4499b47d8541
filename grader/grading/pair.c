#include "grading/pair.h"

#include <math.h>

#include "misconceptions.h"

enum {
	WORK_MAX = 1 << 27,	/* steps for one function: some tenths of a second */
	WORK_OF_CASE = 1 << 24, /* longer cases are passed over, like those that were cut short */
	WORK_OF_CALL = 1 << 10, /* what an answer takes beside its steps */
	NEEDED_MIN = 2,		/* cases that each of two does not explain alone */
	NEEDED_OF_ZEROS = 5,	/* wrong cases, if in too few of them anything but a 0 is wrong */
};

/* Of suspects, by their places in the list. */
struct pair {
	size_t one, other;
	size_t coding; /* of the one; the other is in its first */
	size_t told;   /* cases that are wrong of which they tell every answer */
};

struct search {
	const struct clue *clues;
	size_t n_clues;
	const size_t *suspects;
	enum demand demand;
	size_t left; /* work that may still be done */
	size_t n_pairs;
	struct pair *pairs; /* that fit so far */
};

static bool is_asked(const struct clue *clue)
{
	return clue->work <= WORK_OF_CASE;
}

static enum operation_id operation_of(const struct clue *clue)
{
	return (enum operation_id)(clue->judged->given->frame.operation - operations);
}

static const struct misconception *suspect(const struct search *search, size_t index)
{
	return misconception_at(search->suspects[index]);
}

static void list_pairs(struct search *search, size_t n_suspects, struct arena *arena)
{
	enum operation_id operation = operation_of(search->clues);
	search->pairs = arena_array(arena, n_suspects * n_suspects / 2 + 1, sizeof(*search->pairs));
	for (size_t i = 0; i < n_suspects; i++)
		for (size_t j = i + 1; j < n_suspects; j++)
			if (misconception_joins(suspect(search, i), suspect(search, j), operation))
				search->pairs[search->n_pairs++] = (struct pair){i, j, 0, 0};
}

static bool fits(const struct search *search, const struct clue *clue, struct pair *pair, struct arena *scratch)
{
	const struct batch_case *given = clue->judged->given;
	struct answer answer;
	arena_reset(scratch);
	misconception_answer_both(suspect(search, pair->one), pair->coding, suspect(search, pair->other), &given->frame,
				  given->absent, scratch, &answer);
	pair->told += clue->judged->verdict == VERDICT_WRONG && demand_is_told(clue->judged, &answer);
	return clue_fits(clue, &answer, search->demand);
}

/* Keeps the pairs that fit the clue. False if that is too much work. */
static bool keep_fitting(struct search *search, const struct clue *clue, struct arena *scratch)
{
	size_t kept = 0, cost = (clue->work + WORK_OF_CALL) * search->n_pairs;
	if (!is_asked(clue))
		return true;
	if (cost > search->left)
		return false;
	search->left -= cost;
	for (size_t p = 0; p < search->n_pairs; p++)
		if (fits(search, clue, &search->pairs[p], scratch))
			search->pairs[kept++] = search->pairs[p];
	search->n_pairs = kept;
	return true;
}

/* Failed cases tell more than those that passed; of either the small ones come first. */
static bool sift(struct search *search, struct arena *scratch)
{
	for (int passed = 0; passed <= 1; passed++)
		for (size_t c = 0; c < search->n_clues; c++)
			if ((search->clues[c].judged->verdict == VERDICT_PASSED) == (passed != 0) &&
			    !keep_fitting(search, &search->clues[c], scratch))
				return false;
	return true;
}

/* Is so much wrong that two mistakes can be told from it? A few zeros have too many causes. */
static bool is_told(const struct search *search)
{
	size_t wrong = 0, telling = 0;
	for (size_t c = 0; c < search->n_clues && telling < NEEDED_MIN && wrong < NEEDED_OF_ZEROS; c++) {
		wrong += search->clues[c].judged->verdict == VERDICT_WRONG;
		telling += clue_is_telling(&search->clues[c]);
	}
	return telling >= NEEDED_MIN || wrong >= NEEDED_OF_ZEROS;
}

/* What leaves the answers open goes with anything: those that tell enough of them stay. */
static void keep_telling(struct search *search)
{
	size_t kept = 0;
	for (size_t p = 0; p < search->n_pairs; p++)
		if (search->pairs[p].told >= NEEDED_MIN)
			search->pairs[kept++] = search->pairs[p];
	search->n_pairs = kept;
}

/* How many elements are wrong; and how many right, though each mistake alone would have spoilt them. */
struct balance {
	size_t wrong, undone;
};

static void weigh_up(const struct search *search, const struct clue *clue, const struct pair *pair,
		     struct balance *balance)
{
	const struct judged *judged = clue->judged;
	const struct answer *alone[] = {
		exam_mistaken_answer(clue->exercise, search->suspects[pair->one], 0, clue->index),
		exam_mistaken_answer(clue->exercise, search->suspects[pair->other], 0, clue->index),
	};
	void *const *outputs = judged->outcome->outputs;
	for (size_t p = 0; p < judged->given->frame.operation->n_parameters; p++)
		for (size_t i = 0; outputs[p] != NULL && i < judged->answer->outputs[p].count; i++) {
			const struct frame *frame = &judged->given->frame;
			const double tolerance = clue->exercise->tolerance;
			const bool right = compare_element(frame, judged->answer, tolerance, outputs, p, i);
			balance->wrong += !right;
			balance->undone += right && !compare_element(frame, alone[0], tolerance, outputs, p, i) &&
					   !compare_element(frame, alone[1], tolerance, outputs, p, i);
		}
}

/* Two mistakes that mostly undo each other were never made. */
static bool undo_each_other(const struct search *search, const struct pair *pair)
{
	struct balance balance = {0, 0};
	for (size_t c = 0; c < search->n_clues; c++)
		if (is_asked(&search->clues[c]))
			weigh_up(search, &search->clues[c], pair, &balance);
	return balance.undone > balance.wrong;
}

static void drop_undone(struct search *search)
{
	size_t kept = 0;
	for (size_t p = 0; p < search->n_pairs; p++)
		if (!undo_each_other(search, &search->pairs[p]))
			search->pairs[kept++] = search->pairs[p];
	search->n_pairs = kept;
}

/* Do the right answer and the mistaken one differ there by more than their arithmetic? */
static bool differs(const struct answer_output *right, const struct answer_output *mistaken, double tolerance, size_t i)
{
	if (right->real == NULL)
		return right->integer[i] != mistaken->integer[i];
	const double one = right->real[i], other = mistaken->real[i];
	const double gauge = right->gauge != NULL ? right->gauge[i] : 0;
	return !(one == other || (isnan(one) && isnan(other)) || fabs(one - other) <= tolerance * gauge);
}

/* Would it alone have spoilt anything in this case that is to be explained? */
static bool shows(const struct search *search, const struct clue *clue, size_t index)
{
	const struct judged *judged = clue->judged;
	const struct answer *right = judged->answer;
	const struct answer *alone = exam_mistaken_answer(clue->exercise, search->suspects[index], 0, clue->index);
	const double tolerance = clue->exercise->tolerance;
	if (alone->status != right->status)
		return true;
	for (size_t p = 0; p < judged->given->frame.operation->n_parameters; p++)
		for (size_t i = 0; judged->outcome->outputs[p] != NULL && i < right->outputs[p].count; i++)
			if (differs(&right->outputs[p], &alone->outputs[p], tolerance, i) &&
			    demand_counts(judged, tolerance, search->demand, p, i))
				return true;
	return false;
}

/* Who spoils nothing of that but through the other is there to make the pair fit. */
static bool is_shown(const struct search *search, size_t index)
{
	size_t shown = 0;
	for (size_t c = 0; c < search->n_clues && shown < NEEDED_MIN; c++)
		shown += is_asked(&search->clues[c]) && search->clues[c].judged->verdict == VERDICT_WRONG &&
			 shows(search, &search->clues[c], index);
	return shown >= NEEDED_MIN;
}

/* Are there enough cases that the suspect does not explain alone? */
static bool falls_short(const struct search *search, size_t index)
{
	size_t unexplained = 0;
	for (size_t c = 0; c < search->n_clues && unexplained < NEEDED_MIN; c++)
		unexplained += is_asked(&search->clues[c]) &&
			       !clue_explained_somehow(&search->clues[c], search->suspects[index], search->demand);
	return unexplained >= NEEDED_MIN;
}

static bool is_needed(const struct search *search)
{
	for (size_t p = 0; p < search->n_pairs; p++)
		if (!falls_short(search, search->pairs[p].one) || !falls_short(search, search->pairs[p].other) ||
		    !is_shown(search, search->pairs[p].one) || !is_shown(search, search->pairs[p].other))
			return false;
	return true;
}

/* If one of a pair is on a side, the other is on the other side. True if that was news. */
static bool take_sides(const struct pair *pair, unsigned *side)
{
	unsigned *one = &side[pair->one], *other = &side[pair->other];
	if ((*one == 0) == (*other == 0))
		return false;
	*(*one == 0 ? one : other) = 3 - *one - *other;
	return true;
}

/* Two sides such that every pair has one of each. False if there are none. */
static bool divide(const struct search *search, unsigned *side)
{
	bool news = true;
	side[search->pairs[0].one] = 1;
	while (news) {
		news = false;
		for (size_t p = 0; p < search->n_pairs; p++)
			news |= take_sides(&search->pairs[p], side);
	}
	for (size_t p = 0; p < search->n_pairs; p++)
		if (side[search->pairs[p].one] + side[search->pairs[p].other] != 3)
			return false;
	return true;
}

/* ---- other codings -------------------------------------------------------------------------------- */

/* Does it explain every clue? */
static bool explains(struct search *search, struct pair *pair, struct arena *scratch)
{
	for (size_t c = 0; c < search->n_clues; c++) {
		const struct clue *clue = &search->clues[c];
		const size_t cost = clue->work + WORK_OF_CALL;
		if (!is_asked(clue))
			continue;
		if (cost > search->left)
			return false;
		search->left -= cost;
		if (!fits(search, clue, pair, scratch))
			return false;
	}
	return pair->told >= NEEDED_MIN;
}

/* Is the suspect, written in another way, as good beside `other` as those that were found? */
static bool goes_with(struct search *search, size_t index, size_t other, struct arena *scratch)
{
	const struct misconception *one = suspect(search, index);
	for (size_t coding = 1; coding < misconception_codings(one); coding++) {
		struct pair pair = {index, other, coding, 0};
		if (misconception_joins_coded(one, coding, suspect(search, other), operation_of(search->clues)) &&
		    explains(search, &pair, scratch))
			return falls_short(search, index);
	}
	return false;
}

/* Who is on no side yet may belong beside one in another coding. */
static void add_codings(struct search *search, size_t n_suspects, unsigned *side, struct arena *scratch)
{
	const struct pair found = search->pairs[0];
	for (size_t s = 0; s < n_suspects; s++)
		if (side[s] == 0 && goes_with(search, s, found.other, scratch))
			side[s] = side[found.one] | PAIR_CODED;
		else if (side[s] == 0 && goes_with(search, s, found.one, scratch))
			side[s] = side[found.other] | PAIR_CODED;
}

void pair_find(const struct clue *clues, size_t n_clues, const size_t *suspects, size_t n_suspects, enum demand demand,
	       unsigned *side)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct search search = {
		.clues = clues, .n_clues = n_clues, .suspects = suspects, .demand = demand, .left = WORK_MAX};
	unsigned *found = arena_array(arena, n_suspects, sizeof(*found));
	if (!is_told(&search))
		return;
	list_pairs(&search, n_suspects, arena);
	if (!sift(&search, scratch))
		return;
	keep_telling(&search);
	drop_undone(&search);
	if (search.n_pairs == 0 || !is_needed(&search) || !divide(&search, found))
		return;
	add_codings(&search, n_suspects, found, scratch);
	for (size_t s = 0; s < n_suspects; s++)
		side[s] = found[s];
}
