/*
 * The call is described like a case, with sizes that are fixed: times of unlike calls cannot be compared. Rungs are the
 * steps of a staircase: whoever reaches one has reached those before it.
 */
#include "exercise/speed.h"

#include "exercise/fixed_call.h"
#include "exercise/list.h"

enum { RUNGS_MAX = 16, RATIO_MAX = 1000 };

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* The fast path itself has ratio 1, and is to reach every rung each time it is measured. */
static const double ratio_min = 1.25;

/* No case is called so: a name has one line. */
static const char stream[] = "speed\n";

/* What reference/fast has. */
static const enum operation_id fast[] = {
	OP_attn_causal,	       OP_attn_decode, OP_attn_multi_head,
	OP_attn_causal_offset, OP_attn_window, OP_attn_causal_backward,
};

bool exercise_can_be_timed(const struct operation *operation)
{
	for (size_t i = 0; i < COUNT_OF(fast); i++)
		if (operation == &operations[fast[i]])
			return true;
	return false;
}

/* ---- rungs ---------------------------------------------------------------------------------------- */

static const struct key rung_keys[] = {
	{"ratio", true, reader_positive, offsetof(struct rung, ratio), 0, RATIO_MAX},
	{"worth", false, reader_unsigned, offsetof(struct rung, worth), 1, 1000},
};

static void read_rung(struct reader *reader, const struct node *node, struct rung *rungs, size_t index)
{
	struct rung *rung = &rungs[index];
	*rung = (struct rung){.worth = 1};
	if (node->kind != NODE_MAP) {
		reader_unfit(reader, node, "a rung, like {ratio: 4, worth: 1},");
		return;
	}
	reader_map(reader, node, rung_keys, COUNT_OF(rung_keys), rung);
	if (rung->ratio > 0 && rung->ratio < ratio_min)
		reader_error(reader, node->place,
			     "a ratio of %g cannot be told from the fast path's own, which is 1: %g is the least",
			     rung->ratio, ratio_min);
	else if (rung->ratio > 0 && index > 0 && rungs[index - 1].ratio > 0 && rung->ratio >= rungs[index - 1].ratio)
		reader_error(reader, node->place, "each rung is harder than the one before: %g is no less than %g",
			     rung->ratio, rungs[index - 1].ratio);
}

static void read_rungs(struct reader *reader, const struct node *node, struct speed *speed)
{
	if (node->kind != NODE_LIST) {
		reader_unfit(reader, node, "a list of rungs, like [{ratio: 4, worth: 1}],");
		return;
	}
	if (node->count == 0 || node->count > RUNGS_MAX) {
		reader_error(reader, node->place, "there are 1 to %d rungs, not %zu", RUNGS_MAX, node->count);
		return;
	}
	struct rung *rungs = arena_array(reader->arena, node->count, sizeof(*rungs));
	for (size_t i = 0; i < node->count; i++)
		read_rung(reader, node->entries[i].value, rungs, i);
	speed->rungs = rungs;
	speed->n_rungs = node->count;
}

/* ---- the whole ------------------------------------------------------------------------------------ */

struct reading {
	const struct node *given, *rungs;
};

static const struct key speed_keys[] = {
	{"given", true, reader_node, offsetof(struct reading, given), 0, 0},
	{"rungs", true, reader_node, offsetof(struct reading, rungs), 0, 0},
};

static void complain_function(struct reader *reader, const struct operation *operation, const struct node *node)
{
	const char *names[COUNT_OF(fast)];
	for (size_t i = 0; i < COUNT_OF(fast); i++)
		names[i] = operations[fast[i]].name;
	reader_error(reader, node->place, "nothing fast is there to measure %s against%s", operation->name,
		     reader_choices(reader, operation->name, names, COUNT_OF(fast)));
}

const struct speed *speed_read(struct reader *reader, const struct exercise *exercise, const struct node *node)
{
	struct speed *speed = arena_alloc(reader->arena, sizeof(*speed));
	struct reading reading = {0};
	*speed = (struct speed){.place = node->place};
	if (!reader_map(reader, node, speed_keys, COUNT_OF(speed_keys), &reading))
		return NULL;
	if (reading.rungs != NULL)
		read_rungs(reader, reading.rungs, speed);
	if (exercise->limits.threads > 1)
		reader_error(reader, node->place,
			     "speed is what one thread does in its CPU time: `threads` must be 1, not %u",
			     exercise->limits.threads);
	if (exercise->operation != NULL && !exercise_can_be_timed(exercise->operation))
		complain_function(reader, exercise->operation, node);
	if (exercise->operation != NULL && reading.given != NULL)
		speed->given = fixed_call_read(reader, exercise, reading.given, stream);
	return speed;
}

bool exercise_timed_call(const struct exercise *exercise, unsigned number, const struct secret *secret,
			 struct arena *arena, struct diagnostics *diagnostics, struct frame *frame,
			 bool absent[OPERATION_PARAMETERS_MAX])
{
	return fixed_call_make(exercise, exercise->speed->given, stream, number, secret, arena, diagnostics, frame,
			       absent);
}
