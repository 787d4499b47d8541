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

/* Where the numbers of a list go; all NULL while they are only counted. */
struct leaves {
	struct number *numbers;
	const char **written;
	size_t count;
};

static bool gather(struct reader *reader, const struct parameter *parameter, const struct node *node, size_t levels,
		   struct leaves *leaves)
{
	if (levels == 0) {
		size_t at = leaves->count++;
		if (leaves->numbers == NULL)
			return true;
		leaves->written[at] = node->text;
		return list_number(reader, parameter, node, &leaves->numbers[at]);
	}
	if (node->kind != NODE_LIST) {
		if (leaves->numbers != NULL)
			reader_unfit(reader, node, levels == 1 ? "a list of numbers" : "a list of rows");
		return false;
	}
	bool all = true;
	for (size_t i = 0; i < node->count; i++) {
		const struct node *item = node->entries[i].value;
		all = gather(reader, parameter, item, levels - 1, leaves) && all;
		if (levels > 1 && item->kind != NODE_LIST)
			return false; /* the next ones are no rows either, most likely */
	}
	return all;
}

bool list_read(struct reader *reader, const struct parameter *parameter, const struct node *node, struct list *list)
{
	size_t levels = shape_extents(parameter->shape);
	struct leaves leaves = {0};
	gather(reader, parameter, node, levels, &leaves);
	leaves.numbers = arena_array(reader->arena, leaves.count, sizeof(struct number));
	leaves.written = arena_array(reader->arena, leaves.count, sizeof(char *));
	leaves.count = 0;
	if (!gather(reader, parameter, node, levels, &leaves))
		return false;
	*list = (struct list){node, leaves.count, leaves.numbers, leaves.written};
	return true;
}

static bool fits(struct reader *reader, const struct parameter *parameter, const struct node *node,
		 const struct shape *shape, size_t axis)
{
	if (axis == shape->n_extents)
		return true;
	bool all = node->count == shape->extents[axis];
	if (!all)
		reader_error(reader, node->place, "a list of %zu in \"%s\" where %s is %zu", node->count,
			     parameter->name, shape_extent(reader->arena, parameter->shape, axis),
			     shape->extents[axis]);
	for (size_t i = 0; i < node->count; i++)
		all = fits(reader, parameter, node->entries[i].value, shape, axis + 1) && all;
	return all;
}

bool list_fits(struct reader *reader, const struct parameter *parameter, const struct list *list,
	       const struct shape *shape)
{
	return fits(reader, parameter, list->node, shape, 0);
}
