/*
 * Misconceptions about the setting: which head is where and which keys it uses, where the cache puts a row
 * and what is seen of it, which way round a projection stands.
 */
#include "gauge.h"
#include "mistaken.h"

/* ---- Heads ---- */

static size_t kv_head_by_turns(size_t head, size_t n_heads, size_t n_kv_heads)
{
	(void)n_heads;
	return head % n_kv_heads;
}

static size_t kv_head_first(size_t head, size_t n_heads, size_t n_kv_heads)
{
	(void)head, (void)n_heads, (void)n_kv_heads;
	return 0;
}

/* Beyond the last head there is no telling what such code reads, if it does not stop there or begin anew. */
static size_t kv_head_divided(size_t head, size_t n_heads, size_t n_kv_heads)
{
	(void)n_heads;
	size_t kv = head / n_kv_heads;
	return kv < n_kv_heads ? kv : n_kv_heads - 1;
}

static size_t kv_head_divided_again(size_t head, size_t n_heads, size_t n_kv_heads)
{
	(void)n_heads;
	return head / n_kv_heads % n_kv_heads;
}

static int answer_beyond_heads(const struct question *question)
{
	size_t n_heads = question_size(question, "n_heads"), n_kv_heads = question_size(question, "n_kv_heads");
	if (n_kv_heads > 0 && n_heads > n_kv_heads * n_kv_heads)
		return answer_unknown(question, "out");
	return answer_with(question, REPLACES(.kv_head = kv_head_divided));
}

/* Rows of heads side by side, read as if head after head lay there, each with all its rows. */
static struct matrix head_in_line(const struct matrix *heads, size_t head, size_t d_head)
{
	struct matrix part = *heads;
	part.columns = part.stride = d_head;
	part.values = heads->values + head * heads->rows * d_head;
	part.errors = heads->errors == NULL ? NULL : heads->errors + head * heads->rows * d_head;
	return part;
}

static struct matrix project(const struct question *question, const struct matrix *x, const char *w_name,
			     struct matrix product)
{
	struct matrix w = question_matrix(question, w_name);
	idea_project(x, &w, &product);
	if (question->gauged)
		gauge_project(x, &w, &product);
	return product;
}

/* Queries, keys and values taken in line, the output put together rightly. */
static int answer_in_line(const struct question *question)
{
	int status = answer_rightly(question);
	if (status != ATTN_OK)
		return status;
	struct matrix x = question_matrix(question, "x");
	size_t n_heads = question_size(question, "n_heads"), n_kv_heads = question_size(question, "n_kv_heads");
	size_t d_head = question_size(question, "d_head"), width = n_heads * d_head, kv_width = n_kv_heads * d_head;
	struct matrix q = project(question, &x, "w_q", question_scratch(question, x.rows, width));
	struct matrix k = project(question, &x, "w_k", question_scratch(question, x.rows, kv_width));
	struct matrix v = project(question, &x, "w_v", question_scratch(question, x.rows, kv_width));
	struct matrix heads = question_scratch(question, x.rows, width);
	for (size_t h = 0; h < n_heads; h++) {
		size_t kv = idea_kv_head(h, n_heads, n_kv_heads);
		struct attention attention = {
			.q = head_in_line(&q, h, d_head),
			.k = head_in_line(&k, kv, d_head),
			.v = head_in_line(&v, kv, d_head),
			.sight = sight_causal(0),
			.n_heads = n_heads,
		};
		struct attended attended = {.out = idea_head(&heads, h, d_head)};
		idea_attend(&ideas_right, &attention, question->scratch, &attended);
	}
	project(question, &heads, "w_o", question_real(question, "out"));
	return ATTN_OK;
}

/* ---- Projections ---- */

/* An r x c projection read as c x r and transposed: x w^T for a w that is stored the other way round. */
static float *turn_projection(const struct question *question, const char *name)
{
	struct matrix w = question_matrix(question, name);
	float *turned = arena_array(question->scratch, w.rows * w.columns, sizeof(float));
	for (size_t t = 0; t < w.rows; t++)
		for (size_t c = 0; c < w.columns; c++)
			turned[t * w.columns + c] = (float)w.values[c * w.rows + t];
	return turned;
}

/* Those of the projections from `first` on, `count` of them. */
static int answer_some_turned(const struct question *question, size_t first, size_t count)
{
	static const char *const projections[] = {"w_q", "w_k", "w_v", "w_o"};
	struct frame frame = *question->frame;
	for (size_t p = first; p < first + count; p++) {
		if (has_argument(&frame, projections[p]))
			argument_of(&frame, projections[p])->buffer = turn_projection(question, projections[p]);
	}
	return answer_frame(question, &frame);
}

static int answer_turned(const struct question *question)
{
	return answer_some_turned(question, 0, 4);
}

static int answer_turned_before(const struct question *question)
{
	return answer_some_turned(question, 0, 3);
}

static int answer_turned_after(const struct question *question)
{
	return answer_some_turned(question, 3, 1);
}

/* Heads side by side are the output, if they are as wide; else there is no telling what is cut off or left over. */
static int answer_unprojected(const struct question *question)
{
	size_t d_model = question_size(question, "d_model");
	if (question_size(question, "n_heads") * question_size(question, "d_head") != d_model)
		return answer_unknown(question, "out");
	float *identity = arena_array(question->scratch, d_model * d_model, sizeof(float));
	for (size_t i = 0; i < d_model; i++)
		identity[i * d_model + i] = 1;
	return answer_argument(question, "w_o", (union argument){.buffer = identity});
}

/* ---- The cache ---- */

static size_t cache_row_last(size_t length, size_t capacity)
{
	(void)capacity;
	return length == 0 ? 0 : length - 1;
}

static void attend_before_append(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
				 struct attended *attended)
{
	struct attention before = *attention;
	before.sight.offset--;
	idea_attend(ideas, &before, arena, attended);
}

static int answer_before_append(const struct question *question)
{
	return answer_with(question, REPLACES(.attend = attend_before_append));
}

static size_t get_length(const struct question *question)
{
	return (size_t)*question_integers(question, "length");
}

/* What was to be stored is taken from where it would have been stored, and so changes nothing. */
static int answer_unstored(const struct question *question, const char *vector, const char *cache, const char *width)
{
	struct frame frame = *question->frame;
	size_t length = get_length(question);
	if (length >= question_size(question, "capacity"))
		return answer_rightly(question);
	float *rows = argument_of(&frame, cache)->buffer;
	argument_of(&frame, vector)->buffer = rows + length * question_size(question, width);
	return answer_frame(question, &frame);
}

static int answer_without_value(const struct question *question)
{
	return answer_unstored(question, "value", "values", "d_v");
}

static int answer_without_key(const struct question *question)
{
	return answer_unstored(question, "key", "keys", "d_k");
}

/* The row behind the newest one is read too, whatever it holds, or lies behind the cache. */
static int answer_reading_on(const struct question *question)
{
	int status = answer_rightly(question);
	size_t count = get_length(question) + 2;
	if (status == ATTN_OK && count > question_size(question, "capacity"))
		return answer_unknown(question, "out");
	if (status != ATTN_OK)
		return status;
	size_t d_k = question_size(question, "d_k"), d_v = question_size(question, "d_v");
	struct answer_output *out = output_of(question, "out");
	struct attention attention = {
		.q = question_matrix(question, "query"),
		.k = {count, d_k, d_k, output_of(question, "keys")->real, NULL},
		.v = {count, d_v, d_v, output_of(question, "values")->real, NULL},
		.sight = sight_causal((ptrdiff_t)count - 1),
		.n_heads = 1,
	};
	struct attended attended = {.out = {1, d_v, d_v, out->real, out->gauge}};
	idea_attend(&ideas_right, &attention, question->scratch, &attended);
	return status;
}

static int answer_without_length(const struct question *question)
{
	int status = answer_rightly(question);
	*output_of(question, "length")->integer = get_length(question);
	return status;
}

static void restore(const struct question *question, const char *name)
{
	struct matrix held = question_matrix(question, name);
	double *restored = output_of(question, name)->real;
	for (size_t i = 0; i < held.rows * held.columns; i++)
		restored[i] = held.values[i];
}

/* The last row is never used. */
static int answer_full_early(const struct question *question)
{
	int status = answer_rightly(question);
	if (status != ATTN_OK || get_length(question) + 1 < question_size(question, "capacity"))
		return status;
	*output_of(question, "length")->integer = get_length(question);
	*output_of(question, "out") = (struct answer_output){0};
	restore(question, "keys");
	restore(question, "values");
	return ATTN_EFULL;
}

static const struct misconception rows[] = {
	{
		.id = "M73",
		.name = "gqa_tile",
		.title = "query heads take key/value heads by turns",
		.explanation = "Your query heads go through the key/value heads by turns, as tiling does. Here "
			       "neighbours share one: the first few query heads use the first, the next few the "
			       "second. Divide the head's index by the size of a group.",
		.changes = REPLACES(.kv_head = kv_head_by_turns),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M74",
		.name = "gqa_zero",
		.title = "all query heads use the first key/value head",
		.explanation = "All your query heads use the first key/value head, as if there were only one. That is "
			       "the special case of one shared head. Divide the head's index by the size of a group.",
		.changes = REPLACES(.kv_head = kv_head_first),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M75",
		.name = "gqa_div_hkv",
		.title = "a head's index is divided by the number of key/value heads",
		.explanation = "You divided the head's index by the number of key/value heads. What belongs there is "
			       "the size of a group, and the two are equal for some small numbers, which hides it. "
			       "Divide by the number of query heads for each key/value head.",
		.changes = REPLACES(.kv_head = kv_head_divided),
		.also = CODINGS(REPLACES(.kv_head = kv_head_divided_again),
				REPLACES(.whole[OP_attn_multi_head] = answer_beyond_heads)),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M76",
		.name = "heads_no_transpose",
		.title = "heads are taken as if each lay in one piece",
		.explanation =
			"You read queries, keys and values as if one head after the other lay there, each with all its "
			"rows. A reshape alone does that; the transposition after it is missing. Within a row, head "
			"after head stands side by side: step over the whole row to get to the next token.",
		.changes = REPLACES(.whole[OP_attn_multi_head] = answer_in_line),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M85",
		.name = "heads_in_line",
		.title = "heads are taken and put back as if each lay in one piece",
		.explanation = "You read queries, keys and values as if one head after the other lay there, and wrote "
			       "the output the same way. It looks consistent, but tokens and heads have been mixed up "
			       "on the way. Take and put heads side by side within the row of a token, in the input "
			       "and in the output.",
		.changes = REPLACES(.head = head_in_line),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M107",
		.name = "projection_turned",
		.title = "projections are read the other way round",
		.explanation = "You read each projection as outputs by inputs and multiplied by its transpose, as some "
			       "libraries store it. Here a projection is inputs by outputs, row-major. Multiply rows "
			       "of the input by columns of the projection.",
		.changes = REPLACES(.whole[OP_attn_self] = answer_turned, .whole[OP_attn_multi_head] = answer_turned),
		.also = CODINGS(REPLACES(.whole[OP_attn_multi_head] = answer_turned_before),
				REPLACES(.whole[OP_attn_multi_head] = answer_turned_after)),
		.breaks = BREAKS(self) | BREAKS(multi_head),
	},
	{
		.id = "M108",
		.name = "no_output_projection",
		.title = "the output projection is forgotten",
		.explanation = "You returned the heads side by side. If they are as wide as the model, nothing looks "
			       "amiss, but the heads have not been combined yet. Multiply by the output projection.",
		.changes = REPLACES(.whole[OP_attn_multi_head] = answer_unprojected),
		.breaks = BREAKS(multi_head),
	},
	{
		.id = "M78",
		.name = "cache_skips_new",
		.title = "the new token does not see itself",
		.explanation = "Your new query sees the cache as it was before this step, without the key that it "
			       "brings along. A row sees itself. Append first, then attend.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_before_append),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M79",
		.name = "cache_overwrites_last",
		.title = "the new row is stored over the last one",
		.explanation = "You stored the new key and value one row too early, over the newest row of the cache. "
			       "The length counts rows, and that makes it the index of the first free one, not of the "
			       "last. Store there, then count.",
		.changes = REPLACES(.cache_row = cache_row_last),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M80",
		.name = "v_not_cached",
		.title = "the value is not stored",
		.explanation = "You stored the new key but not the new value. The step then mixes whatever the cache "
			       "held in that place. Store both, before you attend.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_without_value),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M109",
		.name = "k_not_cached",
		.title = "the key is not stored",
		.explanation = "You stored the new value but not the new key. The step then compares with whatever the "
			       "cache held in that place. Store both, before you attend.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_without_key),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M81",
		.name = "reads_unwritten_slot",
		.title = "one row beyond the newest is read",
		.explanation = "Your query sees one row too many: the one behind the newest, which nobody has written "
			       "yet. The length was counted twice, or the comparison lets one more through. Stop where "
			       "the length after this step says.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_reading_on),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M110",
		.name = "length_not_advanced",
		.title = "the cache's length stays as it was",
		.explanation = "You stored the new row and attended to it, but the length of the cache stays as it "
			       "was. The next step would overwrite the row. Count it.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_without_length),
		.breaks = BREAKS(decode),
	},
	{
		.id = "M111",
		.name = "cache_full_early",
		.title = "the last row of the cache is never used",
		.explanation = "You call the cache full while it has room for one more row. It is full when its length "
			       "has reached the capacity, not before. Compare the length as it is before this step.",
		.changes = REPLACES(.whole[OP_attn_decode] = answer_full_early),
		.breaks = BREAKS(decode),
	},
};

const struct misconception_family mistaken_setting = MISCONCEPTION_FAMILY("heads, cache and projections", rows);
