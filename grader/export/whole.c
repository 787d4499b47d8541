#include "export/whole.h"

#include "core/policy.h"

void whole_warn(const struct export *export, const char *remedy)
{
	const char *first = NULL;
	size_t count = 0;
	for (size_t s = export->course->n_students; s-- > 0;) {
		if (policy_manual(&export->course->students[s], "") == NULL)
			continue;
		first = export->course->students[s].name;
		count++;
	}
	if (count > 0)
		diagnostics_add(export->diagnostics, SEVERITY_WARNING, (struct place){0},
				"%zu score%s given by hand for the whole course, the first for \"%s\", %s not in this "
				"document: %s",
				count, text_plural((double)count), first, count == 1 ? "is" : "are", remedy);
}
