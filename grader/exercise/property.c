#include "exercise/property.h"

#include <string.h>

#include "exercise/agreement.h"
#include "exercise/change.h"
#include "exercise/reader.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

const char property_version[] = "properties 1";

/* ---- the table ------------------------------------------------------------------------------------ */

static const struct {
	const char *name, *asks, *broken;
} kinds[PROPERTY_KINDS] = {
	[PROPERTY_ROWS_SUM_TO_ONE] = {"rows_sum_to_one", "every row of weights sums to 1, one that sees no key to 0",
				      "a row of weights does not sum to 1"},
	[PROPERTY_CAUSAL] = {"causal", "whatever comes after a row is changed: the row keeps every bit",
			     "changed when only what it must not see was changed"},
	[PROPERTY_PADDING] = {"padding",
			      "what does not count, as padding or unused rows, is changed: nothing else does",
			      "changed when only what does not count was changed"},
	[PROPERTY_SHIFT] = {"shift", "all scores of a row are raised by the same amount: its weights stay",
			    "changed when all scores of the row were raised by the same amount"},
	[PROPERTY_PERMUTATION] = {"permutation", "the same keys and values come in another order: the answer stays",
				  "changed when what it sees came in another order"},
	[PROPERTY_AGREEMENT] = {"agreement", "another function of the submission is asked the same: both say the same",
				"two functions of the submission do not agree"},
};

#define SUM(function) \
	{ \
		.kind = PROPERTY_ROWS_SUM_TO_ONE, .operation = OP_##function, .partner = OPERATION_COUNT, \
		.kept = "weights" \
	}
#define CHANGE(kind_, function, make_, rows_, keys_, length_, kept_) \
	{ \
		.kind = PROPERTY_##kind_, .operation = OP_##function, .partner = OPERATION_COUNT, .make = make_, \
		.rows = rows_, .keys = keys_, .length = length_, .kept = kept_ \
	}
#define AGREE(function, partner_, make_, per_, extra_, refuses_) \
	{ \
		.kind = PROPERTY_AGREEMENT, .operation = OP_##function, .partner = OP_##partner_, .make = make_, \
		.per = per_, .extra = extra_, .refuses = refuses_ \
	}

static const struct property properties[] = {
	SUM(attn_softmax),
	SUM(attn_masked_softmax),
	SUM(attn_masked_softmax_policy),
	SUM(attn_causal),

	CHANGE(CAUSAL, attn_causal, change_future, "q", "k v", NULL, "out weights"),
	CHANGE(CAUSAL, attn_causal_offset, change_future, "q", "k v", NULL, "out lse"),
	CHANGE(CAUSAL, attn_window, change_future, "q", "k v", NULL, "out"),
	CHANGE(CAUSAL, attn_padded, change_future, "q", "k v", NULL, "out"),
	CHANGE(CAUSAL, attn_self, change_future, "x", NULL, NULL, "out"),
	CHANGE(CAUSAL, attn_multi_head, change_future, "x", NULL, NULL, "out"),
	CHANGE(CAUSAL, attn_causal_backward, change_future_of_gradient, "q d_out", "k v", NULL, "dq"),
	CHANGE(CAUSAL, attn_masked_softmax, change_masked, NULL, NULL, NULL, "weights"),
	CHANGE(CAUSAL, attn_masked_softmax_policy, change_masked, NULL, NULL, NULL, "weights"),

	CHANGE(PADDING, attn_cross, change_padding, NULL, "k v", "length", "out"),
	CHANGE(PADDING, attn_decode, change_padding, NULL, "keys values", "length", "out"),
	CHANGE(PADDING, attn_padded, change_padding_of_batch, NULL, "k v", "lengths", "out"),

	CHANGE(SHIFT, attn_softmax, change_scores, NULL, NULL, NULL, "weights"),
	CHANGE(SHIFT, attn_masked_softmax, change_scores, NULL, NULL, NULL, "weights"),
	CHANGE(SHIFT, attn_masked_softmax_policy, change_scores, NULL, NULL, NULL, "weights"),
	CHANGE(SHIFT, attn_late_mask_mass, change_scores, NULL, NULL, NULL, "mass"),
	CHANGE(SHIFT, attn_causal, change_keys, NULL, "k", NULL, "out weights"),
	CHANGE(SHIFT, attn_causal_offset, change_keys, NULL, "k", NULL, "out"),
	CHANGE(SHIFT, attn_window, change_keys, NULL, "k", NULL, "out"),
	CHANGE(SHIFT, attn_padded, change_keys, NULL, "k", NULL, "out"),
	CHANGE(SHIFT, attn_cross, change_keys, NULL, "k", NULL, "out"),
	CHANGE(SHIFT, attn_decode, change_keys, NULL, "keys key", NULL, "out"),

	CHANGE(PERMUTATION, attn_softmax, change_column_order, NULL, "scores", NULL, "weights"),
	CHANGE(PERMUTATION, attn_masked_softmax, change_column_order, NULL, "scores mask", NULL, "weights"),
	CHANGE(PERMUTATION, attn_masked_softmax_policy, change_column_order, NULL, "scores mask", NULL, "weights"),
	CHANGE(PERMUTATION, attn_causal, change_key_order, "q", "k v", NULL, "out"),
	CHANGE(PERMUTATION, attn_causal_offset, change_key_order, "q", "k v", NULL, "out lse"),
	CHANGE(PERMUTATION, attn_cross, change_key_order, NULL, "k v", "length", "out"),
	CHANGE(PERMUTATION, attn_decode, change_key_order, NULL, "keys values", "length", "out"),
	CHANGE(PERMUTATION, attn_self, change_past_order, "x", NULL, NULL, "out"),
	CHANGE(PERMUTATION, attn_multi_head, change_past_order, "x", NULL, NULL, "out"),
	CHANGE(PERMUTATION, attn_merge, change_sides, NULL, NULL, NULL, "out lse"),

	AGREE(attn_causal_mask, attn_visible_keys, agree_mask_visible, "n_q", NULL, NULL),
	AGREE(attn_visible_keys, attn_causal_mask, agree_visible_mask, NULL, NULL, NULL),
	AGREE(attn_masked_softmax, attn_softmax, agree_masked_plain, "n_q", NULL, NULL),
	AGREE(attn_masked_softmax_policy, attn_masked_softmax, agree_policy_masked, NULL, NULL, NULL),
	AGREE(attn_causal, attn_decode, agree_causal_decode, "n", NULL, NULL),
	AGREE(attn_causal, attn_causal_offset, agree_causal_chunks, NULL, NULL, NULL),
	AGREE(attn_causal, attn_window, agree_causal_window, NULL, NULL, NULL),
	AGREE(attn_decode, attn_causal, agree_decode_causal, NULL, NULL, NULL),
	AGREE(attn_self, attn_causal, agree_self_causal, NULL, agree_self_projections, NULL),
	AGREE(attn_multi_head, attn_self, agree_heads_self, "n_heads", NULL, agree_heads_refuses),
	AGREE(attn_cross, attn_causal_offset, agree_cross_offset, NULL, NULL, NULL),
	AGREE(attn_padded, attn_causal, agree_padded_causal, "batch", NULL, NULL),
	AGREE(attn_causal_offset, attn_causal, agree_offset_causal, NULL, NULL, NULL),
	AGREE(attn_window, attn_causal, agree_window_causal, NULL, NULL, NULL),
};

/* ---- reading -------------------------------------------------------------------------------------- */

static bool belongs(const struct property *property, const struct operation *operation, enum property_kind kind)
{
	return property->kind == kind && &operations[property->operation] == operation;
}

/* The row, or NULL after a complaint that lists what there is. */
static const struct property *find(struct reader *reader, const struct operation *operation, enum property_kind kind,
				   const struct node *node)
{
	const char *names[PROPERTY_KINDS] = {NULL};
	size_t count = 0;
	for (size_t i = 0; i < COUNT_OF(properties); i++) {
		const struct property *property = &properties[i];
		if (belongs(property, operation, kind))
			return property;
		const bool known = count > 0 && names[count - 1] == kinds[property->kind].name;
		if (&operations[property->operation] == operation && !known)
			names[count++] = kinds[property->kind].name;
	}
	reader_error(reader, node->place, "%s has no property \"%s\"%s", operation->name, kinds[kind].name,
		     count == 0 ? "" : reader_choices(reader, kinds[kind].name, names, count));
	return NULL;
}

static const struct property *read_partner(struct reader *reader, const struct operation *operation,
					   const struct node *node)
{
	const char *name = reader_string(reader, node);
	const char *names[COUNT_OF(properties)] = {NULL};
	size_t count = 0;
	if (name == NULL || find(reader, operation, PROPERTY_AGREEMENT, node) == NULL)
		return NULL;
	for (size_t i = 0; i < COUNT_OF(properties); i++) {
		if (!belongs(&properties[i], operation, PROPERTY_AGREEMENT))
			continue;
		names[count++] = operations[properties[i].partner].name;
		if (strcmp(name, names[count - 1]) == 0)
			return &properties[i];
	}
	reader_error(reader, node->place, "%s cannot be asked to agree with \"%.80s\"%s", operation->name, name,
		     reader_choices(reader, name, names, count));
	return NULL;
}

static const struct property *read_name(struct reader *reader, const struct operation *operation,
					const struct node *node)
{
	const char *name = reader_string(reader, node);
	const char *names[PROPERTY_KINDS] = {NULL};
	if (name == NULL)
		return NULL;
	for (size_t i = 0; i < PROPERTY_KINDS; i++) {
		names[i] = kinds[i].name;
		if (strcmp(name, names[i]) != 0)
			continue;
		if (i != PROPERTY_AGREEMENT)
			return find(reader, operation, (enum property_kind)i, node);
		reader_error(reader, node->place, "agreement with which function? Write {agreement: attn_...}");
		return NULL;
	}
	reader_error(reader, node->place, "no property is called \"%.80s\"%s", name,
		     reader_choices(reader, name, names, PROPERTY_KINDS));
	return NULL;
}

/* What is kept must be there to be looked at. */
static bool is_wanted(struct reader *reader, const struct property *property, const struct node *node,
		      const bool *absent)
{
	const struct operation *operation = &operations[property->operation];
	if (property->kind != PROPERTY_ROWS_SUM_TO_ONE ||
	    !absent[operation_parameter(operation, property->kept, strlen(property->kept))])
		return true;
	reader_error(reader, node->place, "\"%s\" is about \"%s\", which is given as null", kinds[property->kind].name,
		     property->kept);
	return false;
}

const struct property *property_read(struct reader *reader, const struct operation *operation, const struct node *node,
				     const bool *absent)
{
	struct {
		const struct node *partner;
	} map = {NULL};
	static const struct key keys[] = {{"agreement", true, reader_node, 0, 0, 0}};
	const struct property *property = NULL;
	if (node->kind == NODE_SCALAR)
		property = read_name(reader, operation, node);
	else if (node->kind != NODE_MAP)
		reader_unfit(reader, node, "the name of a property");
	else if (reader_map(reader, node, keys, COUNT_OF(keys), &map) && map.partner != NULL)
		property = read_partner(reader, operation, map.partner);
	return property != NULL && is_wanted(reader, property, node, absent) ? property : NULL;
}

/* What a call without any element takes to keep, as floats. */
enum { CALL_ELEMENTS = 256 };

/* ---- asking --------------------------------------------------------------------------------------- */

enum property_kind property_kind(const struct property *property)
{
	return property->kind;
}

const char *property_name(const struct property *property, struct arena *arena)
{
	const char *name = kinds[property->kind].name;
	return property->partner == OPERATION_COUNT
		       ? name
		       : arena_format(arena, "%s with %s", name, operations[property->partner].name);
}

const char *property_asks(enum property_kind kind)
{
	return kinds[kind].asks;
}

const char *property_broken(enum property_kind kind)
{
	return kinds[kind].broken;
}

const char *property_refuses(const struct property *property, const struct frame *frame, struct arena *arena)
{
	return property->refuses == NULL ? NULL : property->refuses(frame, arena);
}

size_t property_elements(const struct property *property, const struct frame *frame, size_t count)
{
	if (property->make == NULL)
		return 0;
	const size_t calls = property->per == NULL ? 2 : echo_size(frame, property->per);
	const size_t extra = property->extra == NULL ? 0 : property->extra(frame);
	return calls * (count + extra + CALL_ELEMENTS);
}

size_t property_echoes(const struct property *property, const struct frame *frame, const bool *absent,
		       struct stream *stream, struct arena *arena, const struct echo **list, const char **complaint)
{
	struct echoes echoes = {.frame = frame, .absent = absent, .stream = stream, .arena = arena};
	echoes.complaint = property_refuses(property, frame, arena);
	if (property->make != NULL && echoes.complaint == NULL)
		property->make(&echoes, property);
	*list = echoes.list;
	*complaint = echoes.complaint;
	return echoes.complaint == NULL ? echoes.count : 0;
}
