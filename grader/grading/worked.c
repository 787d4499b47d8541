#include "grading/worked.h"

#include <math.h>
#include <string.h>

#include "core/text.h"
#include "grading/ask.h"
#include "grading/sheet.h"
#include "grading/worked_masks.h"

enum { EDGE_MAX = 8, ROW_STAGES = 4 };

/* ---- one row of a softmax ------------------------------------------------------------------------- */

/* Scores as they enter the softmax, which keys are hidden, and the weights that come out. */
struct rows {
	size_t n_q, n_k;
	const double *scores, *weights;
	const unsigned char *hidden; /* or NULL */
};

static bool is_seen(const struct rows *rows, size_t index)
{
	return rows->hidden == NULL || rows->hidden[index] == 0;
}

/* A row that shows how it is done: the last with two or more finite scores, and something hidden if there is one. */
static size_t choose_row(const struct rows *rows)
{
	size_t chosen = rows->n_q, most = 0;
	for (size_t i = 0; i < rows->n_q; i++) {
		size_t seen = 0;
		for (size_t j = 0; j < rows->n_k; j++)
			seen += is_seen(rows, i * rows->n_k + j) && isfinite(rows->scores[i * rows->n_k + j]);
		const size_t worth = seen < 2 ? 0 : seen < rows->n_k ? 2 : 1;
		if (worth > 0 && worth >= most) {
			chosen = i;
			most = worth;
		}
	}
	return chosen;
}

static double largest(const struct rows *rows, size_t row)
{
	double found = -INFINITY;
	for (size_t j = 0; j < rows->n_k; j++)
		if (is_seen(rows, row * rows->n_k + j))
			found = fmax(found, rows->scores[row * rows->n_k + j]);
	return found;
}

/* As it stands in a sentence. */
static const char *name_number(double value, struct arena *arena)
{
	if (isnan(value))
		return "NaN";
	return fabs(value) < 1000 ? arena_format(arena, "%.4g", value) : arena_format(arena, "%.6g", value);
}

static void add_row(struct sheet *sheet, const struct rows *rows, const char *label)
{
	static const char *const stages[ROW_STAGES] = {"score", "− largest", "exp", "÷ sum"};
	const size_t row = choose_row(rows), n = rows->n_k;
	if (row == rows->n_q)
		return;
	const double top = largest(rows, row);
	double *values = arena_array(sheet->arena, ROW_STAGES * n, sizeof(double)), sum = 0;
	unsigned char *hidden = arena_array(sheet->arena, ROW_STAGES * n, 1);
	for (size_t j = 0; j < n; j++) {
		const double score = rows->scores[row * n + j];
		const bool seen = is_seen(rows, row * n + j);
		const double column[ROW_STAGES] = {score, score - top, exp(score - top), rows->weights[row * n + j]};
		for (size_t s = 0; s < ROW_STAGES; s++) {
			hidden[s * n + j] = !seen;
			values[s * n + j] = seen ? column[s] : 0;
		}
		sum += seen ? column[2] : 0;
	}
	sheet_step(sheet, arena_format(sheet->arena, "%sSoftmax, row %zu", label, row),
		   arena_format(sheet->arena, "Its largest visible score is %s; the exponentials sum to %s.",
				name_number(top, sheet->arena), name_number(sum, sheet->arena)));
	sheet_place(sheet, arena_format(sheet->arena, "row %zu", row), ROW_STAGES, n, values, hidden)->row_names =
		stages;
}

/* ---- the machine ---------------------------------------------------------------------------------- */

/* Queries and keys on their way to weights. */
struct machine {
	const char *label; /* before each title, "" if there is one machine only */
	size_t n_q, n_k, d_k;
	const float *q, *k;
	struct sight sight;
};

static const char *describe_sight(const struct machine *machine, struct arena *arena)
{
	const struct sight *sight = &machine->sight;
	TEXT_SCOPED struct text words = {0};
	if (sight->causal && sight->offset == 0)
		text_add(&words, "Row i sees key j if j ≤ i.");
	else if (sight->causal)
		text_add_format(&words, "Row i sees key j if j ≤ i %s %td.", sight->offset < 0 ? "−" : "+",
				sight->offset < 0 ? -sight->offset : sight->offset);
	if (sight->window < machine->n_k)
		text_add_format(&words, " Of those the last %zu, its own key counted.", sight->window);
	if (sight->length < machine->n_k)
		text_add_format(&words, "%sKeys from %zu on are padding.", words.length > 0 ? " " : "", sight->length);
	return arena_string(arena, words.length > 0 ? text_string(&words) : "Every row sees every key.");
}

/* Returns the scores with -inf where a key is hidden, and marks those. */
static const double *mask_scores(const struct machine *machine, const double *scores, unsigned char *hidden,
				 struct arena *arena)
{
	double *masked = arena_array(arena, machine->n_q * machine->n_k, sizeof(double));
	for (size_t i = 0; i < machine->n_q; i++)
		for (size_t j = 0; j < machine->n_k; j++) {
			const size_t at = i * machine->n_k + j;
			hidden[at] = !idea_sees(&machine->sight, i, j);
			masked[at] = hidden[at] ? -INFINITY : scores[at];
		}
	return masked;
}

static void add_scores(struct sheet *sheet, const struct machine *machine, const double *scores)
{
	const double *dots = ask_dots(machine->n_q, machine->n_k, machine->d_k, machine->q, machine->k, sheet->arena);
	sheet_step(sheet,
		   arena_format(sheet->arena, "%sDot products, then divide by √%zu", machine->label, machine->d_k),
		   arena_format(sheet->arena, "Query i times key j, element by element; √%zu is %.4g.", machine->d_k,
				sqrt((double)machine->d_k)));
	sheet_place(sheet, "q · k", machine->n_q, machine->n_k, dots, NULL);
	sheet_place(sheet, "scores", machine->n_q, machine->n_k, scores, NULL);
}

/* From queries and keys to weights, which it returns. */
static const double *run(struct sheet *sheet, const struct machine *machine)
{
	const size_t n_q = machine->n_q, n_k = machine->n_k;
	unsigned char *hidden = arena_array(sheet->arena, n_q * n_k, 1);
	const double *scores = ask_scores(n_q, n_k, machine->d_k, machine->q, machine->k, sheet->arena);
	const double *masked = mask_scores(machine, scores, hidden, sheet->arena);
	float mask[EDGE_MAX * EDGE_MAX] = {0};
	for (size_t i = 0; i < n_q * n_k; i++)
		mask[i] = hidden[i] ? -INFINITY : 0;
	const double *weights = ask_weights(n_q, n_k, ask_floats(scores, n_q * n_k, sheet->arena), mask, sheet->arena);
	const struct rows rows = {n_q, n_k, scores, weights, hidden};
	add_scores(sheet, machine, scores);
	sheet_step(sheet, arena_format(sheet->arena, "%sMask", machine->label), describe_sight(machine, sheet->arena));
	sheet_place(sheet, "masked scores", n_q, n_k, masked, hidden);
	add_row(sheet, &rows, machine->label);
	sheet_step(sheet, arena_format(sheet->arena, "%sWeights", machine->label), "Every row in the same way.");
	sheet_place(sheet, "weights", n_q, n_k, weights, hidden);
	return weights;
}

static bool is_small(size_t a, size_t b, size_t c)
{
	return a > 0 && b > 0 && c > 0 && a <= EDGE_MAX && b <= EDGE_MAX && c <= EDGE_MAX;
}

static void add_mix(struct sheet *sheet)
{
	sheet_step(sheet, "Output", "Each row mixes the values that it sees, by its weights.");
	sheet_place_given(sheet, "v");
	sheet_place_answer(sheet, "out");
}

/* ---- functions ------------------------------------------------------------------------------------ */

static void work_scores(struct sheet *sheet)
{
	const struct machine machine = {"",
					sheet_size(sheet, "n_q"),
					sheet_size(sheet, "n_k"),
					sheet_size(sheet, "d_k"),
					sheet_floats(sheet, "q"),
					sheet_floats(sheet, "k"),
					{0}};
	if (is_small(machine.n_q, machine.n_k, machine.d_k))
		add_scores(sheet, &machine, sheet_answer(sheet, "scores"));
}

/* The sum of scores and mask, and which keys the mask hides. */
static const double *add_mask(struct sheet *sheet, size_t count, unsigned char *hidden)
{
	double *sum = arena_array(sheet->arena, count, sizeof(double));
	for (size_t i = 0; i < count; i++) {
		const double mask = (double)sheet_floats(sheet, "mask")[i];
		hidden[i] = idea_hides(mask);
		sum[i] = hidden[i] ? -INFINITY : idea_add_mask((double)sheet_floats(sheet, "scores")[i], mask);
	}
	return sum;
}

static void work_masked_softmax(struct sheet *sheet)
{
	const size_t n_q = sheet_size(sheet, "n_q"), n_k = sheet_size(sheet, "n_k");
	if (!is_small(n_q, n_k, 1))
		return;
	unsigned char *hidden = arena_array(sheet->arena, n_q * n_k, 1);
	const double *sum = add_mask(sheet, n_q * n_k, hidden);
	sheet_step(sheet, "Scores plus mask", "Where the mask is −∞, the key is hidden.");
	sheet_place(sheet, "scores + mask", n_q, n_k, sum, hidden);
	const struct rows rows = {n_q, n_k, sum, sheet_answer(sheet, "weights"), hidden};
	add_row(sheet, &rows, "");
}

static void work_softmax(struct sheet *sheet)
{
	const size_t n_q = sheet_size(sheet, "n_q"), n_k = sheet_size(sheet, "n_k");
	if (!is_small(n_q, n_k, 1))
		return;
	const struct rows rows = {n_q, n_k, sheet_doubles(sheet, "scores", n_q * n_k), sheet_answer(sheet, "weights"),
				  NULL};
	add_row(sheet, &rows, "");
}

/* Whatever attends by q, k and v of its own: its sight is read from the arguments that it has. */
static void work_attention(struct sheet *sheet)
{
	const bool is_cross = sheet->frame->operation == &operations[OP_attn_cross];
	const size_t n = sheet_size_or(sheet, "n", 0), d_v = sheet_size(sheet, "d_v");
	struct machine machine = {
		"",
		sheet_size_or(sheet, "n_q", n),
		sheet_size_or(sheet, "n_k", n),
		sheet_size(sheet, "d_k"),
		sheet_floats(sheet, "q"),
		sheet_floats(sheet, "k"),
		sight_causal(sheet_has(sheet, "offset") ? sheet_argument(sheet, "offset")->offset : 0)};
	machine.sight.causal = !is_cross;
	machine.sight.window = sheet_size_or(sheet, "window", SIZE_MAX);
	machine.sight.length = sheet_size_or(sheet, "length", SIZE_MAX);
	if (!is_small(machine.n_q, machine.n_k, machine.d_k) || !is_small(d_v, 1, 1))
		return;
	run(sheet, &machine);
	add_mix(sheet);
	if (sheet_has(sheet, "lse") && sheet_answer(sheet, "lse") != NULL) {
		sheet_step(sheet, "Log-sum-exp",
			   "The largest score of a row, plus the logarithm of what its exponentials sum to.");
		sheet_place_answer(sheet, "lse");
	}
}

static void work_padded(struct sheet *sheet)
{
	enum { SEQUENCES_MAX = 2 };
	const size_t batch = sheet_size(sheet, "batch"), n = sheet_size(sheet, "n"), d_k = sheet_size(sheet, "d_k");
	if (!is_small(n, d_k, sheet_size(sheet, "d_v")) || batch == 0 || batch > SEQUENCES_MAX)
		return;
	for (size_t b = 0; b < batch; b++) {
		struct machine machine = {arena_format(sheet->arena, "Sequence %zu: ", b),
					  n,
					  n,
					  d_k,
					  sheet_floats(sheet, "q") + b * n * d_k,
					  sheet_floats(sheet, "k") + b * n * d_k,
					  sight_causal(0)};
		machine.sight.length = (size_t)((const uint64_t *)sheet_argument(sheet, "lengths")->buffer)[b];
		run(sheet, &machine);
	}
	add_mix(sheet);
}

/* The rows in use, and the new one behind them. */
static const float *append(const struct sheet *sheet, const char *cache, const char *added, size_t length,
			   size_t columns)
{
	float *all = arena_array(sheet->arena, (length + 1) * columns, sizeof(float));
	memcpy(all, sheet_floats(sheet, cache), length * columns * sizeof(float));
	memcpy(all + length * columns, sheet_floats(sheet, added), columns * sizeof(float));
	return all;
}

static void work_decode(struct sheet *sheet)
{
	const size_t length = (size_t) * (const uint64_t *)sheet_argument(sheet, "length")->buffer;
	const size_t d_k = sheet_size(sheet, "d_k"), d_v = sheet_size(sheet, "d_v");
	if (!is_small(length + 1, d_k, d_v))
		return;
	const float *keys = append(sheet, "keys", "key", length, d_k);
	const struct machine machine = {
		"", 1, length + 1, d_k, sheet_floats(sheet, "query"), keys, {.window = SIZE_MAX, .length = SIZE_MAX}};
	run(sheet, &machine);
	sheet_step(sheet, "Output", "The values in the cache and the new one, by their weights.");
	const float *values = append(sheet, "values", "value", length, d_v);
	double *shown = arena_array(sheet->arena, (length + 1) * d_v, sizeof(double));
	for (size_t i = 0; i < (length + 1) * d_v; i++)
		shown[i] = (double)values[i];
	sheet_place(sheet, "values", length + 1, d_v, shown, NULL);
	sheet_place_answer(sheet, "out");
}

/* x w, placed in the step. */
static const float *project(struct sheet *sheet, const char *caption, const char *weights, size_t columns)
{
	const size_t n = sheet_size(sheet, "n"), d_model = sheet_size(sheet, "d_model");
	const struct matrix tokens = {n, d_model, d_model, sheet_doubles(sheet, "x", n * d_model), NULL};
	const struct matrix matrix = {d_model, columns, columns, sheet_doubles(sheet, weights, d_model * columns),
				      NULL};
	struct matrix product = {n, columns, columns, arena_array(sheet->arena, n * columns, sizeof(double)), NULL};
	idea_project(&tokens, &matrix, &product);
	sheet_place(sheet, caption, n, columns, product.values, NULL);
	return ask_floats(product.values, n * columns, sheet->arena);
}

static void work_self(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n"), d_k = sheet_size(sheet, "d_k"), d_v = sheet_size(sheet, "d_v");
	if (!is_small(n, d_k, d_v) || !is_small(sheet_size(sheet, "d_model"), 1, 1))
		return;
	sheet_step(sheet, "Projections", "Every token's row of x times each matrix.");
	const float *q = project(sheet, "q = x w_q", "w_q", d_k);
	const float *k = project(sheet, "k = x w_k", "w_k", d_k);
	project(sheet, "v = x w_v", "w_v", d_v);
	const struct machine machine = {"", n, n, d_k, q, k, sight_causal(0)};
	run(sheet, &machine);
	sheet_step(sheet, "Output", "Each row mixes the values that it sees, by its weights.");
	sheet_place_answer(sheet, "out");
}

/* The columns of one head. */
static const float *take_head(const struct sheet *sheet, const float *heads, size_t columns, size_t head)
{
	const size_t n = sheet_size(sheet, "n"), d_head = sheet_size(sheet, "d_head");
	float *part = arena_array(sheet->arena, n * d_head, sizeof(float));
	for (size_t i = 0; i < n; i++)
		memcpy(part + i * d_head, heads + i * columns + head * d_head, d_head * sizeof(float));
	return part;
}

static void work_multi_head(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n"), d_head = sheet_size(sheet, "d_head");
	const size_t n_heads = sheet_size(sheet, "n_heads"), n_kv_heads = sheet_size(sheet, "n_kv_heads");
	const size_t across = n_heads * d_head, kv_across = n_kv_heads * d_head;
	if (!is_small(n, across, sheet_size(sheet, "d_model")))
		return;
	sheet_step(sheet, "Projections", "Every token's row of x times each matrix.");
	const float *q = project(sheet, "q, all heads", "w_q", across);
	const float *k = project(sheet, "k", "w_k", kv_across);
	const float *v = project(sheet, "v", "w_v", kv_across);
	double *heads = arena_array(sheet->arena, n * across, sizeof(double));
	sheet_step(sheet, "Weights of each head", "Causal attention, head by head; all share the mask.");
	for (size_t h = 0; h < n_heads; h++) {
		const size_t kv = idea_kv_head(h, n_heads, n_kv_heads);
		const union argument arguments[] = {{.size = n},
						    {.size = d_head},
						    {.size = d_head},
						    ask_buffer(take_head(sheet, q, across, h)),
						    ask_buffer(take_head(sheet, k, kv_across, kv)),
						    ask_buffer(take_head(sheet, v, kv_across, kv)),
						    {.buffer = NULL},
						    {.buffer = NULL}};
		const double *out = ask(OP_attn_causal, arguments, "out", &ideas_right, sheet->arena);
		unsigned char *hidden = arena_array(sheet->arena, n * n, 1);
		for (size_t i = 0; i < n * n; i++)
			hidden[i] = i % n > i / n;
		sheet_place(sheet, arena_format(sheet->arena, "head %zu, keys of %zu", h, kv), n, n,
			    ask(OP_attn_causal, arguments, "weights", &ideas_right, sheet->arena), hidden);
		for (size_t i = 0; i < n; i++)
			memcpy(heads + i * across + h * d_head, out + i * d_head, d_head * sizeof(double));
	}
	sheet_step(sheet, "Outputs side by side, times w_o", "");
	sheet_place(sheet, "heads", n, across, heads, NULL);
	sheet_place_answer(sheet, "out");
}

/* The trap: the softmax sees everything, and what the mask leaves does not sum to 1. */
static void work_late_mask(struct sheet *sheet)
{
	const size_t n_q = sheet_size(sheet, "n_q"), n_k = sheet_size(sheet, "n_k");
	const struct sight sight = sight_causal(sheet_argument(sheet, "offset")->offset);
	if (!is_small(n_q, n_k, 1))
		return;
	unsigned char *hidden = arena_array(sheet->arena, n_q * n_k, 1);
	for (size_t i = 0; i < n_q * n_k; i++)
		hidden[i] = !idea_sees(&sight, i / n_k, i % n_k);
	const double *weights = ask_weights(n_q, n_k, sheet_floats(sheet, "scores"), NULL, sheet->arena);
	sheet_step(sheet, "Softmax of all keys, then the mask", "What is hatched is struck out, too late.");
	sheet_place(sheet, "weights", n_q, n_k, weights, hidden);
	sheet_step(sheet, "What is left", "The sum of the weights that are not struck out.");
	sheet_place_answer(sheet, "mass");
}

static void work_merge(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n"), d_v = sheet_size(sheet, "d_v");
	const double *lse = sheet_answer(sheet, "lse");
	static const char *const sides[] = {"of a", "of b"};
	if (!is_small(n, d_v, 1))
		return;
	double *shares = arena_array(sheet->arena, 2 * n, sizeof(double));
	for (size_t i = 0; i < n; i++) {
		const bool is_empty = lse[i] == -INFINITY;
		shares[2 * i] = is_empty ? 0 : exp((double)sheet_floats(sheet, "lse_a")[i] - lse[i]);
		shares[2 * i + 1] = is_empty ? 0 : exp((double)sheet_floats(sheet, "lse_b")[i] - lse[i]);
	}
	sheet_step(sheet, "How much each part counts", "exp(its log-sum-exp − that of both together).");
	sheet_place_answer(sheet, "lse");
	sheet_place(sheet, "shares", n, 2, shares, NULL)->column_names = sides;
	sheet_step(sheet, "Output", "Both outputs, by their shares.");
	sheet_place_answer(sheet, "out");
}

/* The derivative by each score: that by its weight, less the row's mean by the weights, times the weight. */
static const double *through_softmax(const struct sheet *sheet, size_t n, const double *weights,
				     const double *by_weights, const unsigned char *hidden)
{
	double *by_scores = arena_array(sheet->arena, n * n, sizeof(double));
	for (size_t i = 0; i < n; i++) {
		double mean = 0;
		for (size_t j = i * n; j < (i + 1) * n; j++)
			mean += hidden[j] ? 0 : weights[j] * by_weights[j];
		for (size_t j = i * n; j < (i + 1) * n; j++)
			by_scores[j] = hidden[j] ? 0 : weights[j] * (by_weights[j] - mean);
	}
	return by_scores;
}

static void work_backward(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n"), d_k = sheet_size(sheet, "d_k"), d_v = sheet_size(sheet, "d_v");
	if (!is_small(n, d_k, d_v))
		return;
	const struct machine machine = {
		"", n, n, d_k, sheet_floats(sheet, "q"), sheet_floats(sheet, "k"), sight_causal(0)};
	const double *weights = run(sheet, &machine);
	const double *by_weights =
		ask_dots(n, n, d_v, sheet_floats(sheet, "d_out"), sheet_floats(sheet, "v"), sheet->arena);
	unsigned char *hidden = arena_array(sheet->arena, n * n, 1);
	for (size_t i = 0; i < n * n; i++)
		hidden[i] = i % n > i / n;
	sheet_step(sheet, "Back to the weights", "Row i of d_out times value j.");
	sheet_place(sheet, "by weights", n, n, by_weights, hidden);
	sheet_step(sheet, "Back to the scores",
		   "From each subtract the mean of its row by the weights; then multiply by its weight.");
	sheet_place(sheet, "by scores", n, n, through_softmax(sheet, n, weights, by_weights, hidden), hidden);
	sheet_step(sheet, "Back to queries, keys and values",
		   "dq: row i of the matrix above times the keys; dk: its column j times the queries; both divided by "
		   "√d_k. dv: column j of the weights times d_out. What is hidden passes nothing on.");
	sheet_place_answer(sheet, "dq");
	sheet_place_answer(sheet, "dk");
	sheet_place_answer(sheet, "dv");
}

/* Where the output is weights times v, it is weights again times what undoes v. */
static void work_recover(struct sheet *sheet)
{
	const size_t n = sheet_size(sheet, "n"), n_q = sheet_size(sheet, "n_q");
	if (!is_small(n, n_q, 1))
		return;
	float identity[EDGE_MAX * EDGE_MAX] = {0};
	for (size_t i = 0; i < n; i++)
		identity[i * n + i] = 1;
	const union argument arguments[] = {
		{.size = n}, {.size = n}, ask_buffer(sheet_floats(sheet, "v")), ask_buffer(identity), {.buffer = NULL}};
	const double *inverse = ask(OP_attn_recover_weights, arguments, "weights", &ideas_right, sheet->arena);
	sheet_step(sheet, "What undoes v", "Its inverse: v times it is 1 on the diagonal, 0 elsewhere.");
	sheet_place_given(sheet, "v");
	sheet_place(sheet, "v⁻¹", n, n, inverse, NULL);
	sheet_step(sheet, "Weights",
		   "Each row of out times that. A program solves w v = out by elimination instead, "
		   "exchanging rows: it is quicker, and rounds less.");
	sheet_place_answer(sheet, "weights");
}

static const struct {
	enum operation_id operation;
	void (*work)(struct sheet *sheet);
} works[] = {
	{OP_attn_is_causal_mask, work_is_causal_mask},
	{OP_attn_visible_keys, work_visible_keys},
	{OP_attn_causal_mask, work_causal_mask},
	{OP_attn_edges, work_edges},
	{OP_attn_empty_rows, work_empty_rows},
	{OP_attn_scores, work_scores},
	{OP_attn_softmax, work_softmax},
	{OP_attn_masked_softmax, work_masked_softmax},
	{OP_attn_masked_softmax_policy, work_masked_softmax},
	{OP_attn_causal, work_attention},
	{OP_attn_late_mask_mass, work_late_mask},
	{OP_attn_decode, work_decode},
	{OP_attn_self, work_self},
	{OP_attn_multi_head, work_multi_head},
	{OP_attn_cross, work_attention},
	{OP_attn_padded, work_padded},
	{OP_attn_causal_offset, work_attention},
	{OP_attn_window, work_attention},
	{OP_attn_merge, work_merge},
	{OP_attn_causal_backward, work_backward},
	{OP_attn_recover_weights, work_recover},
};

const struct step_record *worked_steps(const struct frame *frame, const struct answer *answer, size_t *count,
				       struct arena *arena)
{
	struct sheet sheet = sheet_blank(frame, answer, arena);
	for (size_t i = 0; i < sizeof(works) / sizeof(works[0]) && answer->status == ATTN_OK; i++)
		if (frame->operation == &operations[works[i].operation])
			works[i].work(&sheet);
	*count = sheet.count;
	return sheet.steps;
}
