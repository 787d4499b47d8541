/*
 * Hand-ins that may count, though no file of them lies where hand-ins are looked for: a newer one took its place, or it
 * was removed. Where exercises have changed since, they are graded by them as well, from what the gradebook kept of
 * them. Else a change of no weight, like a remark, would let their scores go.
 */
#ifndef COMMANDS_EARLIER_H
#define COMMANDS_EARLIER_H

#include "commands/desk.h"

struct earlier {
	struct desk *desk;
	void *context;
	bool (*is_wanted)(void *context, const struct stale_record *stale); /* NULL: all are */
	void (*follow)(void *context);					    /* NULL, or called as each is finished */
	/* set by earlier_find */
	size_t count;
	const struct stale_record *list;
	struct job *jobs;
	/* and by earlier_grade */
	size_t finished, graded;
	size_t lost;   /* nobody has their bytes */
	size_t faults; /* they could not be graded, which is said */
};

/* Finds what is not graded by all exercises of the run that has begun. False, and why, if the gradebook fails. */
bool earlier_find(struct earlier *earlier, struct arena *arena, struct text *why);

/* Grades the next `limit` of them, unless it is to stop. False, and why, if gradebook or sandbox fail. */
bool earlier_grade(struct earlier *earlier, size_t limit, struct text *why);

/* How many can be graded, but are not. */
size_t earlier_left(const struct earlier *earlier);

/* Says of how many that holds, and how many are lost. */
void earlier_tell(const struct earlier *earlier);

#endif
