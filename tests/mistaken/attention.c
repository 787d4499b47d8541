/*
 * Every misconception as a submission: the textbook, which holds the ideas of the one that is selected. There
 * is no environment in the sandbox to select it by, so its name stands in the data of the file, behind a mark,
 * and a test writes it into a copy (see grading/mistaken.h). As compiled, nothing is selected and all is right.
 */
#include "grading/mistaken.h"

#include <string.h>

#include "ideas.h"
#include "misconceptions.h"

static const volatile char selection[MISTAKEN_SELECTION_BYTES] = MISTAKEN_MARK;

/* Several, where names stand with a "+" between them. */
static struct ideas select_ideas(void)
{
	char names[MISTAKEN_SELECTION_BYTES], *rest = names + sizeof(MISTAKEN_MARK) - 1, *name;
	struct ideas ideas = ideas_right;
	for (size_t i = 0; i < sizeof(names); i++)
		names[i] = selection[i];
	while ((name = strsep(&rest, "+")) != NULL) {
		const struct misconception *misconception = misconception_find(name);
		if (misconception != NULL)
			ideas = ideas_over(&ideas, misconception->changes);
	}
	return ideas;
}

#define TEXTBOOK_IDEAS select_ideas()
#include "textbook.c"
