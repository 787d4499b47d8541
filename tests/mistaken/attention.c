/*
 * Every misconception as a submission: the textbook, which holds the ideas of the one that is selected. There
 * is no environment in the sandbox to select it by, so its name stands in the data of the file, behind a mark,
 * and a test writes it into a copy (see grading/mistaken.h). As compiled, nothing is selected and all is right.
 */
#include "grading/mistaken.h"

#include "ideas.h"
#include "misconceptions.h"

static const volatile char selection[MISTAKEN_SELECTION_BYTES] = MISTAKEN_MARK;

static struct ideas select_ideas(void)
{
	char name[MISTAKEN_SELECTION_BYTES];
	for (size_t i = 0; i < sizeof(name); i++)
		name[i] = selection[i];
	const struct misconception *misconception = misconception_find(name + sizeof(MISTAKEN_MARK) - 1);
	return misconception == NULL ? ideas_right : ideas_with(misconception->changes);
}

#define TEXTBOOK_IDEAS select_ideas()
#include "textbook.c"
