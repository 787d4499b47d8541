#include "exercise/list.h"

#include <stdint.h>
#include <string.h>

struct element_range element_range(enum element element)
{
	switch (element) {
	case ELEMENT_U8:
		return (struct element_range){0, UINT8_MAX};
	case ELEMENT_I32:
		return (struct element_range){INT32_MIN, INT32_MAX};
	default:
		return (struct element_range){0, UINT64_MAX};
	}
}

size_t shape_extents(const char *shape)
{
	size_t extents = *shape != '\0';
	for (; *shape != '\0'; shape++)
		extents += *shape == ',';
	return extents;
}

const char *shape_extent(struct arena *arena, const char *shape, size_t axis)
{
	for (; axis > 0; axis--)
		shape = strchr(shape, ',') + 2;
	return arena_copy(arena, shape, strcspn(shape, ","));
}

bool list_number(struct reader *reader, const struct parameter *parameter, const struct node *node,
		 struct number *number)
{
	if (parameter->element == ELEMENT_F32)
		return reader_number(reader, node, number);
	*number = (struct number){.is_whole = true};
	struct element_range range = element_range(parameter->element);
	if (!reader_whole(reader, node, &number->whole))
		return false;
	number->real = (double)number->whole;
	if (number->whole >= range.lo && number->whole <= range.hi)
		return true;
	char lo[NUMBER_DIGITS], hi[NUMBER_DIGITS];
	reader_error(reader, node->place, "an element of \"%s\" is %s to %s, not \"%s\"", parameter->name,
		     number_print(range.lo, lo), number_print(range.hi, hi), node->text);
	return false;
}

/* "a list of n_q rows of d_k numbers", with an example. Sizes go by their names, since they may be drawn. */
static const char *describe(struct arena *arena, const char *shape)
{
	size_t extents = shape_extents(shape);
	if (extents == 1)
		return arena_format(arena, "a list of %s numbers, like [1, 2]", shape);
	const char *numbers = arena_format(arena, "%s numbers", shape_extent(arena, shape, extents - 1));
	const char *rows = arena_format(arena, "%s rows of %s", shape_extent(arena, shape, extents - 2), numbers);
	if (extents == 2)
		return arena_format(arena, "a list of %s, like [[1, 2], [3, 4]]", rows);
	return arena_format(arena, "a list of %s matrices of %s, like [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]",
			    shape_extent(arena, shape, 0), rows);
}

/* An item that should be a list, of numbers or of such lists. */
static void complain_flat(struct reader *reader, const struct parameter *parameter, const struct node *item,
			  size_t levels)
{
	if (item->kind != NODE_BROKEN)
		reader_error(reader, item->place, "\"%s\" is %s; here a %s in brackets should begin", parameter->name,
			     describe(reader->arena, parameter->shape), levels == 1 ? "row" : "matrix");
}

static void complain_deep(struct reader *reader, const struct parameter *parameter, const struct node *item)
{
	reader_error(reader, item->place, "\"%s\" is %s; here a bracket too many begins", parameter->name,
		     describe(reader->arena, parameter->shape));
}

/* Where the numbers of a list go; all NULL while they are only counted. */
struct leaves {
	struct number *numbers;
	const char **written;
	struct place *places;
	size_t count;
	bool flat; /* it was complained of an item's brackets; the next ones are like it, most likely */
};

static bool gather(struct reader *reader, const struct parameter *parameter, const struct node *node, size_t levels,
		   struct leaves *leaves)
{
	if (levels == 0) {
		size_t at = leaves->count++;
		if (leaves->numbers == NULL)
			return true;
		leaves->written[at] = node->text;
		leaves->places[at] = node->place;
		if (node->kind == NODE_LIST && parameter->shape[0] != '\0') {
			if (!leaves->flat)
				complain_deep(reader, parameter, node);
			leaves->flat = true;
			return false;
		}
		return list_number(reader, parameter, node, &leaves->numbers[at]);
	}
	if (node->kind != NODE_LIST) {
		if (leaves->numbers != NULL && !leaves->flat)
			complain_flat(reader, parameter, node, levels);
		leaves->flat = true;
		return false;
	}
	bool all = true;
	for (size_t i = 0; i < node->count; i++)
		all = gather(reader, parameter, node->entries[i].value, levels - 1, leaves) && all;
	return all;
}

bool list_read(struct reader *reader, const struct parameter *parameter, const struct node *node, struct list *list)
{
	size_t levels = shape_extents(parameter->shape);
	struct leaves leaves = {0};
	gather(reader, parameter, node, levels, &leaves);
	leaves.numbers = arena_array(reader->arena, leaves.count, sizeof(struct number));
	leaves.written = arena_array(reader->arena, leaves.count, sizeof(char *));
	leaves.places = arena_array(reader->arena, leaves.count, sizeof(struct place));
	leaves.count = 0;
	leaves.flat = false;
	if (!gather(reader, parameter, node, levels, &leaves))
		return false;
	*list = (struct list){node, leaves.count, leaves.numbers, leaves.written, leaves.places};
	return true;
}

static bool fits(struct reader *reader, const struct parameter *parameter, const struct node *node,
		 const struct shape *shape, size_t axis)
{
	if (axis == shape->n_extents)
		return true;
	bool all = node->count == shape->extents[axis];
	if (!all)
		reader_error(reader, node->place, "a list of %zu in \"%s\" where %s is %zu%s", node->count,
			     parameter->name, shape_extent(reader->arena, parameter->shape, axis), shape->extents[axis],
			     shape->extents[axis] > 1 && node->count == 2 * shape->extents[axis] &&
					     axis + 1 == shape->n_extents
				     ? "; a fraction is written with a point, a comma begins the next number"
				     : "");
	for (size_t i = 0; i < node->count; i++)
		all = fits(reader, parameter, node->entries[i].value, shape, axis + 1) && all;
	return all;
}

bool list_fits(struct reader *reader, const struct parameter *parameter, const struct list *list,
	       const struct shape *shape)
{
	return fits(reader, parameter, list->node, shape, 0);
}
