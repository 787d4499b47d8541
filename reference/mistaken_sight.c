/*
 * Misconceptions about who sees whom: which way the triangle points, where it begins, and what padding and
 * windows do to it.
 */
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

static const struct misconception rows[] = {
	{
		.id = "M01",
		.name = "no_mask",
		.title = "nothing is masked, not even padding",
		.explanation = "Every row looks at every key, those of the future and of the padding too. The result "
			       "looks sensible because each row is still a mean of values. Take only the keys that "
			       "the row sees into its softmax.",
		.changes = REPLACES(.sees = sees_everything),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(cross) | BREAKS(causal_backward),
	},
	{
		.id = "M02",
		.name = "causal_forgotten",
		.title = "the causal mask is forgotten",
		.explanation = "Rows look into the future: padding and windows are respected, the causal mask is not. "
			       "With a whole sequence at hand nothing stops you from reading ahead, but a decoder "
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
		.explanation = "Each row sees one key of the future: your mask begins one place beside the diagonal. "
			       "That is how a triangle above the first superdiagonal looks. Mask every key whose "
			       "index is greater than the row's, the very next one included.",
		.changes = REPLACES(.sees = sees_next),
		.breaks = BREAKS_BUILDERS | BREAKS_CAUSAL | BREAKS(causal_backward),
	},
};

const struct misconception_family mistaken_sight = MISCONCEPTION_FAMILY("who sees whom", rows);
