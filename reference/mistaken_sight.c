/*
 * Misconceptions about who sees whom: which way the triangle points, where it begins, and what padding and
 * windows do to it.
 */
#include <math.h>

#include "mistaken.h"

/* Padding and window alone. */
static struct sight forget_causal(const struct sight *sight)
{
	struct sight rest = *sight;
	rest.causal = false;
	return rest;
}

/* With the triangle's edge moved; offsets end where ptrdiff_t ends. */
static struct sight move(const struct sight *sight, ptrdiff_t by)
{
	struct sight moved = *sight;
	if (__builtin_add_overflow(sight->offset, by, &moved.offset))
		moved.offset = sight->offset;
	return moved;
}

static bool sees_everything(const struct sight *sight, size_t row, size_t key)
{
	(void)sight, (void)row, (void)key;
	return true;
}

static bool sees_future(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = forget_causal(sight);
	return idea_sees(&rest, row, key);
}

static bool sees_itself_and_future(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = forget_causal(sight),
		     past = move(&(struct sight){true, sight->offset, SIZE_MAX, SIZE_MAX}, -1);
	return idea_sees(&rest, row, key) && !(sight->causal && idea_sees(&past, row, key));
}

/* With row and key in each other's place. */
static bool sees_turned(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = forget_causal(sight), causal = sight_causal(sight->offset);
	return idea_sees(&rest, row, key) && (!sight->causal || idea_sees(&causal, key, row));
}

static bool sees_past_only(const struct sight *sight, size_t row, size_t key)
{
	struct sight moved = move(sight, -1);
	return idea_sees(&moved, row, key);
}

static bool sees_next(const struct sight *sight, size_t row, size_t key)
{
	struct sight moved = move(sight, 1);
	return idea_sees(&moved, row, key);
}

/* The mask of a square, whatever the offset. */
static bool sees_from_top_left(const struct sight *sight, size_t row, size_t key)
{
	struct sight square = *sight;
	square.offset = 0;
	return idea_sees(&square, row, key);
}

/* row + offset in size_t: a negative offset wraps around in the rows that it reaches beyond. */
static bool sees_unsigned(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = forget_causal(sight);
	return idea_sees(&rest, row, key) && (!sight->causal || key <= row + (size_t)sight->offset);
}

static bool sees_what_is_blocked(const struct sight *sight, size_t row, size_t key)
{
	return !idea_sees(sight, row, key);
}

static bool hides_the_kept(double mask)
{
	return !idea_hides(mask);
}

static double ignore_mask(double score, double mask)
{
	(void)mask;
	return score;
}

static bool hides_below_zero(double mask)
{
	return mask < 0;
}

static bool hides_unless_zero(double mask)
{
	return mask != 0;
}

/* ---- Padding ---- */

static bool sees_padding(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = *sight;
	rest.length = SIZE_MAX;
	return idea_sees(&rest, row, key);
}

static bool sees_by_length_alone(const struct sight *sight, size_t row, size_t key)
{
	return sight->length == SIZE_MAX ? idea_sees(sight, row, key) : key < sight->length;
}

static bool sees_by_either(const struct sight *sight, size_t row, size_t key)
{
	if (sight->length == SIZE_MAX || !sight->causal)
		return idea_sees(sight, row, key);
	return sees_padding(sight, row, key) || key < sight->length;
}

/* With padding on the right, a row that is no padding itself sees no padded key anyway. */
static bool sees_unless_padded(const struct sight *sight, size_t row, size_t key)
{
	return idea_sees(sight, row, key) && (!sight->causal || row < sight->length);
}

static bool sees_one_padded(const struct sight *sight, size_t row, size_t key)
{
	struct sight longer = *sight;
	longer.length += longer.length < SIZE_MAX;
	return idea_sees(&longer, row, key);
}

static bool sees_causally_across(const struct sight *sight, size_t row, size_t key)
{
	struct sight causal = *sight;
	if (!sight->causal)
		causal.causal = true, causal.offset = 0;
	return idea_sees(&causal, row, key);
}

/* ---- Windows ---- */

static bool sees_longer_window(const struct sight *sight, size_t row, size_t key)
{
	struct sight longer = *sight;
	longer.window += longer.window < SIZE_MAX;
	return idea_sees(&longer, row, key);
}

static bool sees_shorter_window(const struct sight *sight, size_t row, size_t key)
{
	struct sight shorter = *sight;
	shorter.window -= shorter.window < SIZE_MAX;
	return idea_sees(&shorter, row, key);
}

/* At least the row's own key. */
static bool sees_shorter_window_of_some(const struct sight *sight, size_t row, size_t key)
{
	struct sight shorter = *sight;
	shorter.window -= shorter.window < SIZE_MAX && shorter.window > 1;
	return idea_sees(&shorter, row, key);
}

static bool sees_longer_both_sides(const struct sight *sight, size_t row, size_t key)
{
	if (sight->window == SIZE_MAX)
		return idea_sees(sight, row, key);
	return (key > row ? key - row : row - key) <= sight->window;
}

static bool sees_half_both_sides(const struct sight *sight, size_t row, size_t key)
{
	if (sight->window == SIZE_MAX)
		return idea_sees(sight, row, key);
	return (key > row ? key - row : row - key) <= sight->window / 2;
}

static bool sees_both_sides(const struct sight *sight, size_t row, size_t key)
{
	if (sight->window == SIZE_MAX || key <= row)
		return idea_sees(sight, row, key);
	return key - row < sight->window;
}

static bool sees_beyond_window(const struct sight *sight, size_t row, size_t key)
{
	struct sight rest = *sight;
	rest.window = SIZE_MAX;
	return idea_sees(&rest, row, key);
}

/* ---- Where attention masks by itself ---- */

/* Moves rows down by one; the first is filled, with a NaN left as it is. */
static void shift_rows(struct matrix *matrix, double fill)
{
	for (size_t i = matrix->rows; i-- > (isnan(fill) ? 1 : 0);) {
		for (size_t c = 0; c < matrix->columns; c++) {
			matrix_row(matrix, i)[c] = i == 0 ? fill : matrix_row(matrix, i - 1)[c];
			if (matrix->errors != NULL)
				matrix_row_errors(matrix, i)[c] = i == 0 ? 0 : matrix_row_errors(matrix, i - 1)[c];
		}
	}
}

static void attend_seeing(const struct ideas *ideas, const struct attention *attention, struct sight sight,
			  struct arena *arena, struct attended *attended)
{
	struct attention changed = *attention;
	changed.sight = sight;
	idea_attend(ideas, &changed, arena, attended);
}

/* The last query belongs to the last key, whatever the offset. */
static void attend_from_bottom_right(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				     struct attended *attended)
{
	struct sight sight = attention->sight;
	sight.offset = (ptrdiff_t)attention->k.rows - (ptrdiff_t)attention->q.rows;
	attend_seeing(ideas, attention, sight, arena, attended);
}

/* With rows before the first query somewhere in a cache nothing is masked any more. */
static void attend_unmasked_after_cache(const struct ideas *ideas, const struct attention *attention,
					struct arena *arena, struct attended *attended)
{
	bool cached = attention->sight.causal && attention->sight.offset > 0;
	struct sight sight = cached ? forget_causal(&attention->sight) : attention->sight;
	attend_seeing(ideas, attention, sight, arena, attended);
}

static union argument find_bottom_right(const struct question *question)
{
	ptrdiff_t n_q = (ptrdiff_t)question_size(question, "n_q"), n_k = (ptrdiff_t)question_size(question, "n_k");
	return (union argument){.offset = n_k - n_q};
}

static int answer_from_bottom_right(const struct question *question)
{
	return answer_argument(question, "offset", find_bottom_right(question));
}

/* Of output, weights and log-sum-exps, the first `count`; the first row gets what is given, or keeps its own if NaN. */
static void attend_shifted(const struct ideas *ideas, const struct attention *attention, size_t count, double first,
			   double first_lse, struct arena *arena, struct attended *attended)
{
	struct matrix *results[] = {&attended->out, &attended->weights, &attended->lse};
	idea_attend(ideas, attention, arena, attended);
	for (size_t r = 0; r < count && attention->sight.causal; r++)
		if (results[r]->values != NULL)
			shift_rows(results[r], r == 2 ? first_lse : first);
}

/* Row i gets what row i - 1 should get, and the first row nothing. */
static void attend_row_late(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			    struct attended *attended)
{
	attend_shifted(ideas, attention, 3, 0, -INFINITY, arena, attended);
}

/* The same, but the first row has its own. */
static void attend_row_late_but_first(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				      struct attended *attended)
{
	attend_shifted(ideas, attention, 3, NAN, NAN, arena, attended);
}

static const struct misconception rows[] = {
	{
		.id = "M01",
		.name = "no_mask",
		.title = "nothing is masked, not even padding",
		.explanation = "You let every row look at every key, those of the future and of the padding too. The "
			       "result looks sensible because each row is still a mean of values. Take only the keys "
			       "that the row sees into its softmax.",
		.changes = REPLACES(.sees = sees_everything),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M02",
		.name = "causal_forgotten",
		.title = "the causal mask is forgotten",
		.explanation = "Your rows look into the future: padding and windows are respected, the causal mask is "
			       "not. With a whole sequence at hand nothing stops you from reading ahead, but a decoder "
			       "never has those tokens. Skip every key behind the row's own position.",
		.changes = REPLACES(.sees = sees_future),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(causal_backward),
	},
	{
		.id = "M04",
		.name = "transposed_mask",
		.title = "the triangle is transposed: the past is masked",
		.explanation = "You kept the keys from the row's own position on and masked those before it. Upper and "
			       "lower triangle are easily confused, all the more when rows and columns are swapped. "
			       "A row sees a key if the key's index is at most its own.",
		.changes = REPLACES(.sees = sees_itself_and_future),
		.also = CODINGS(REPLACES(.sees = sees_turned)),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(decode) | BREAKS(causal_backward),
	},
	{
		.id = "M05",
		.name = "diag_masked",
		.title = "the diagonal is masked: no token sees itself",
		.explanation = "You masked the diagonal too, as if a token were not there yet when its own row is "
			       "computed. But the row of a token predicts the next one and may look at the token "
			       "itself. Compare with at most, not with less than.",
		.changes = REPLACES(.sees = sees_past_only),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(decode) | BREAKS(causal_backward),
	},
	{
		.id = "M06",
		.name = "loose_by_one",
		.title = "the mask begins one key too late",
		.explanation = "Each row sees one key of the future: your mask begins one place too far from the "
			       "diagonal. Functions that cut out a triangle count diagonals, and which of them is the "
			       "first to go is easily missed. Mask every key whose index is greater than the row's, "
			       "the very next one included.",
		.changes = REPLACES(.sees = sees_next),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(causal_backward),
	},
	{
		.id = "M07",
		.name = "top_left",
		.title = "the offset is ignored: the triangle begins in the top left corner",
		.explanation = "You masked as if the first query stood beside the first key, whatever the offset. That "
			       "is right for a square, but with keys in a cache the queries come later and see more. "
			       "Compare the key's index with the row's plus the offset.",
		.changes = REPLACES(.sees = sees_from_top_left),
		.breaks = BREAKS(visible_keys) | BREAKS(causal_mask) | BREAKS(late_mask_mass) | BREAKS(causal_offset) |
			  BREAKS(decode),
	},
	{
		.id = "M08",
		.name = "bottom_right",
		.title = "the triangle always ends in the bottom right corner",
		.explanation =
			"You set the last query beside the last key, whatever the offset says. That holds if all keys "
			"before the queries come from a cache, and only then. Use the offset that you are given.",
		.changes = REPLACES(.attend = attend_from_bottom_right,
				    .whole[OP_attn_causal_mask] = answer_from_bottom_right,
				    .whole[OP_attn_late_mask_mass] = answer_from_bottom_right),
		.breaks = BREAKS(causal_mask) | BREAKS(late_mask_mass) | BREAKS(causal_offset),
	},
	{
		.id = "M84",
		.name = "unsigned_offset",
		.title = "a negative offset wraps around",
		.explanation = "You added a negative offset to an unsigned row index. Where the sum falls below zero "
			       "it wraps around to something huge, and a row that should see nothing sees everything. "
			       "Compare without such a sum, or do it in a signed type.",
		.changes = REPLACES(.sees = sees_unsigned),
		.breaks = BREAKS(visible_keys) | BREAKS(causal_mask) | BREAKS(late_mask_mass) | BREAKS(causal_offset),
	},
	{
		.id = "M09",
		.name = "row_shift",
		.title = "results stand one row too low",
		.explanation = "Your results are right but stand one row too low, and the first row holds nothing. A "
			       "row does predict the next token, but it is the targets of training that are shifted "
			       "for that, not the attention. Write what a row computes into that same row.",
		.changes = REPLACES(.attend = attend_row_late, .whole[OP_attn_decode] = answer_rightly),
		.also = CODINGS(REPLACES(.attend = attend_row_late_but_first)),
		.breaks = BREAKS_CAUSAL,
	},
	{
		.id = "M10",
		.name = "pad_ignored",
		.title = "padding is not masked",
		.explanation = "You did not mask the padding, so that rows look at tokens that are not there. The "
			       "causal mask hides the padding from real rows of the same sequence, which makes it easy "
			       "to overlook; other rows do see it. Skip keys from the length on as well.",
		.changes = REPLACES(.sees = sees_padding),
		.breaks = BREAKS(padded) | BREAKS(cross),
	},
	{
		.id = "M11",
		.name = "pad_replaces_causal",
		.title = "the padding mask replaces the causal one",
		.explanation = "Where a length is given you mask the padding and no longer the future. One mask has "
			       "overwritten the other. A key has to pass both.",
		.changes = REPLACES(.sees = sees_by_length_alone),
		.breaks = BREAKS(padded),
	},
	{
		.id = "M12",
		.name = "pad_or_causal",
		.title = "a key is seen if either mask lets it through",
		.explanation = "You let a key through if the causal mask or the padding mask does. The rule is often "
			       "told by what is forbidden, and there the word is or; of what is allowed, both must "
			       "hold. Combine them with and.",
		.changes = REPLACES(.sees = sees_by_either),
		.breaks = BREAKS(padded),
	},
	{
		.id = "M13",
		.name = "pad_on_queries",
		.title = "padding empties rows of queries",
		.explanation = "You emptied the rows of padded queries. It seems tidy, but padding hides keys and "
			       "nothing else: a padded row is computed like any other, and what it holds does no harm. "
			       "Mask the columns of padded keys and leave the rows alone.",
		.changes = REPLACES(.sees = sees_unless_padded),
		.breaks = BREAKS(padded),
	},
	{
		.id = "M97",
		.name = "pad_off_by_one",
		.title = "one padded key is seen",
		.explanation =
			"You let rows see one key of the padding: the key whose index is the length. Lengths count, "
			"indices begin at zero, so the last real key is the one before. Compare with less than.",
		.changes = REPLACES(.sees = sees_one_padded),
		.breaks = BREAKS(padded) | BREAKS(cross),
	},
	{
		.id = "M98",
		.name = "causal_in_cross",
		.title = "cross-attention is masked causally",
		.explanation =
			"You put a causal mask on cross-attention. The decoder writes token by token, but the source "
			"is there as a whole, and each query may look at all of it. Mask the padding only.",
		.changes = REPLACES(.sees = sees_causally_across),
		.breaks = BREAKS(cross),
	},
	{
		.id = "M14",
		.name = "polarity",
		.title = "the mask is read the wrong way round",
		.explanation =
			"You took what the mask keeps for what it blocks. Libraries do not agree whether true means "
			"keep or block, so a mask taken from one looks right in another. Here a key takes part if the "
			"mask holds anything but minus infinity, and if its index is at most the row's.",
		.changes = REPLACES(.sees = sees_what_is_blocked, .hides = hides_the_kept, .add_mask = ignore_mask,
				    .whole[OP_attn_decode] = answer_rightly),
		.also = CODINGS(REPLACES(.add_mask = idea_add_mask)),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS_MASKED | BREAKS(cross) | BREAKS(empty_rows) |
			  BREAKS(causal_backward),
	},
	{
		.id = "M133",
		.name = "mask_as_flag",
		.title = "the mask only hides keys, its numbers are not added",
		.explanation =
			"You asked of each entry of the mask whether it hides the key, and added none of them. A "
			"causal mask holds nothing but zero and minus infinity, so there it comes to the same. An "
			"additive mask may hold any number, a bias by distance for instance. Hide the keys "
			"at minus infinity, and add the rest to their scores.",
		.changes = REPLACES(.add_mask = ignore_mask),
		.also = CODINGS(REPLACES(.hides = hides_below_zero, .add_mask = ignore_mask),
				REPLACES(.hides = hides_unless_zero, .add_mask = ignore_mask)),
		.breaks = BREAKS_MASKED,
	},
	{
		.id = "M15",
		.name = "window_plus1",
		.title = "the window is one key too long",
		.explanation = "Your window holds one key more than it should: that many keys before the row's own. "
			       "Some interfaces count so. Here the row's own key is one of them: begin one key later.",
		.changes = REPLACES(.sees = sees_longer_window),
		.breaks = BREAKS(window),
	},
	{
		.id = "M16",
		.name = "window_minus1",
		.title = "the window is one key too short",
		.explanation = "Your window holds one key less than it should. A range that leaves out one of its ends "
			       "easily leaves out one too many. Count the row's own key and as many before it as the "
			       "window has left.",
		.changes = REPLACES(.sees = sees_shorter_window),
		.also = CODINGS(REPLACES(.sees = sees_shorter_window_of_some)),
		.breaks = BREAKS(window),
	},
	{
		.id = "M17",
		.name = "window_symmetric",
		.title = "the window reaches into the future",
		.explanation = "Your window reaches as far ahead as back, as a window around the row does. This one is "
			       "causal. Keep the keys of the past half only.",
		.changes = REPLACES(.sees = sees_both_sides),
		.also = CODINGS(REPLACES(.sees = sees_longer_both_sides), REPLACES(.sees = sees_half_both_sides)),
		.breaks = BREAKS(window),
	},
	{
		.id = "M99",
		.name = "window_ignored",
		.title = "the window is ignored",
		.explanation = "Your rows see the whole past, whatever the window. As long as the sequence is no "
			       "longer than the window, that makes no difference. Skip keys that are too far back.",
		.changes = REPLACES(.sees = sees_beyond_window),
		.breaks = BREAKS(window),
	},
	{
		.id = "M83",
		.name = "prefill_with_cache_unmasked",
		.title = "with rows in a cache, nothing is masked",
		.explanation = "With an offset above zero you mask nothing. A single new query after a cache indeed "
			       "sees everything, but several at once must not see one another's future. Apply the mask "
			       "whatever the offset is.",
		.changes = REPLACES(.attend = attend_unmasked_after_cache),
		.breaks = BREAKS(causal_offset),
	},
};

const struct misconception_family mistaken_sight = MISCONCEPTION_FAMILY("who sees whom", rows);
