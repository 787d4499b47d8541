#include "grading/sampled.h"

#include <sys/random.h>

#include "contract/status.h"
#include "reference.h"

enum { ROWS = 16 };

/* Which parameter is what, of a function that attends; attn_causal's are those of the others but for their number. */
static const struct setting {
	enum operation_id operation;
	size_t n_q, n_k, d_k, d_v, q, k, v, out;
} settings[] = {
	{OP_attn_causal, 0, 0, 1, 2, 3, 4, 5, 6},
	{OP_attn_causal_offset, 0, 1, 2, 3, 5, 6, 7, 8},
	{OP_attn_window, 0, 0, 1, 2, 4, 5, 6, 7},
};
enum { WINDOW_SIZE = 3 };	       /* of attn_window */
enum { OFFSET = 4, OUT = 8, LSE = 9 }; /* of attn_causal_offset */

static const struct setting *find(const struct operation *operation)
{
	for (size_t i = 0; i < sizeof(settings) / sizeof(settings[0]); i++)
		if (operation == &operations[settings[i].operation])
			return &settings[i];
	return NULL;
}

bool sampled_has_rows(const struct operation *operation)
{
	return find(operation) != NULL;
}

static size_t size_of(const struct frame *frame, size_t parameter)
{
	return frame->arguments[parameter].size;
}

static float *row_of(const struct frame *frame, size_t parameter, size_t row, size_t width)
{
	return (float *)frame->arguments[parameter].buffer + row * width;
}

/* Which keys a row sees: `count` from `*first` on. */
static size_t find_keys(const struct setting *setting, const struct frame *frame, size_t row, size_t *first)
{
	const size_t n_k = size_of(frame, setting->n_k);
	ptrdiff_t end = (ptrdiff_t)row + 1;
	if (setting->operation == OP_attn_causal_offset)
		end += frame->arguments[OFFSET].offset;
	const size_t seen = end <= 0 ? 0 : (size_t)end < n_k ? (size_t)end : n_k;
	size_t window = seen;
	if (setting->operation == OP_attn_window && size_of(frame, WINDOW_SIZE) < seen)
		window = size_of(frame, WINDOW_SIZE);
	*first = seen - window;
	return window;
}

/* One row as a call of its own: a query that sees all keys. */
static struct frame single(const struct setting *setting, const struct frame *frame, size_t row)
{
	const struct setting *one = &settings[1];
	const size_t d_k = size_of(frame, setting->d_k), d_v = size_of(frame, setting->d_v);
	struct frame alone = {.operation = &operations[OP_attn_causal_offset]};
	size_t first;
	const size_t count = find_keys(setting, frame, row, &first);
	alone.arguments[one->n_q].size = 1;
	alone.arguments[one->n_k].size = count;
	alone.arguments[one->d_k].size = d_k;
	alone.arguments[one->d_v].size = d_v;
	alone.arguments[OFFSET].offset = (ptrdiff_t)count - 1;
	alone.arguments[one->q].buffer = row_of(frame, setting->q, row, d_k);
	alone.arguments[one->k].buffer = row_of(frame, setting->k, first, d_k);
	alone.arguments[one->v].buffer = row_of(frame, setting->v, first, d_v);
	return alone;
}

static struct comparison compare_row(const struct setting *setting, const struct batch_case *given, size_t row,
				     double tolerance, const struct call_outcome *outcome)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const size_t from = row * size_of(&given->frame, setting->d_v);
	const struct frame alone = single(setting, &given->frame, row);
	const bool absent[OPERATION_PARAMETERS_MAX] = {[LSE] = true};
	void *outputs[OPERATION_PARAMETERS_MAX] = {[OUT] = (float *)outcome->outputs[setting->out] + from};
	const void *junk[OPERATION_PARAMETERS_MAX] = {[OUT] = (const float *)outcome->junk[setting->out] + from};
	struct answer answer;
	reference_answer_with(&ideas_right, &alone, absent, arena, &answer);
	struct comparison comparison = compare_outcome(&alone, &answer, tolerance, outcome->returned, outputs, junk);
	comparison.parameter = setting->out;
	comparison.element += from;
	return comparison;
}

/* One row of each ROWS-th part, drawn by the system's noise. */
static size_t draw_row(size_t n, size_t part)
{
	uint32_t noise = 0;
	const size_t from = n * part / ROWS, to = n * (part + 1) / ROWS;
	if (getrandom(&noise, sizeof(noise), 0) != sizeof(noise) || to <= from)
		return from;
	return from + noise % (to - from);
}

static struct comparison compare_rows(const struct setting *setting, const struct batch_case *given, double tolerance,
				      const struct call_outcome *outcome)
{
	const size_t n = size_of(&given->frame, setting->n_q);
	const size_t count = n * size_of(&given->frame, setting->d_v);
	struct comparison comparison = {.verdict = VERDICT_PASSED};
	if (outcome->returned != 0)
		return (struct comparison){.verdict = VERDICT_WRONG, .difference = DIFFERENCE_STATUS};
	for (size_t i = 0; i < count; i++)
		if (element_same(ELEMENT_F32, outcome->outputs[setting->out], outcome->junk[setting->out], i))
			return (struct comparison){VERDICT_UNWRITTEN, DIFFERENCE_UNWRITTEN, setting->out, i, 0};
	for (size_t part = 0; part < ROWS && n > 0 && comparison.verdict == VERDICT_PASSED; part++)
		comparison = compare_row(setting, given, draw_row(n, part), tolerance, outcome);
	return comparison;
}

struct comparison sampled_compare(const struct batch_case *given, double tolerance, const struct call_outcome *outcome,
				  struct arena *arena)
{
	const struct setting *setting = find(given->frame.operation);
	struct answer answer;
	if (setting != NULL)
		return compare_rows(setting, given, tolerance, outcome);
	reference_answer_with(&ideas_right, &given->frame, given->absent, arena, &answer);
	return compare_outcome(&given->frame, &answer, tolerance, outcome->returned, outcome->outputs, outcome->junk);
}

const char *sampled_place(const struct frame *frame, const struct comparison *comparison, struct arena *arena)
{
	const char *name = frame->operation->parameters[comparison->parameter].name;
	struct shape shape;
	if (comparison->difference <= DIFFERENCE_STATUS || !frame_shape(frame, comparison->parameter, &shape) ||
	    shape.n_extents != 2)
		return "";
	return arena_format(arena, "row %zu, column %zu of %s", comparison->element / shape.extents[1],
			    comparison->element % shape.extents[1], name);
}

const char *sampled_status(int returned, unsigned memory_mib, struct arena *arena)
{
	const char *name = status_name(returned);
	return arena_format(arena, "returned %s, expected %s; an allocation may have failed at the limit of %u MiB",
			    name != NULL ? name : "a status that attention.h does not know", status_name(0),
			    memory_mib);
}
