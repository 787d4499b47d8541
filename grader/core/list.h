/*
 * Elements of unknown number, gathered in an array in an arena.
 */
#ifndef CORE_LIST_H
#define CORE_LIST_H

#include <string.h>

#include "core/arena.h"

/* The array with room for one more element behind its `count`: it is moved whenever it is full. */
static inline void *list_extend(struct arena *arena, void *elements, size_t count, size_t bytes)
{
	if ((count & (count - 1)) != 0) /* room was made at each power of two */
		return elements;
	void *larger = arena_array(arena, count == 0 ? 1 : 2 * count, bytes);
	if (elements != NULL)
		memcpy(larger, elements, count * bytes);
	return larger;
}

/* The array in an arena where it stays, without the room behind it. */
static inline void *list_settle(struct arena *arena, const void *elements, size_t count, size_t bytes)
{
	void *settled = arena_array(arena, count, bytes);
	if (elements != NULL)
		memcpy(settled, elements, count * bytes);
	return settled;
}

#endif
