#include "core/disclosure.h"

void disclosure_add_group_name(const struct result_record *result, size_t group, struct text *out)
{
	if (result->groups[group].is_public) {
		text_add(out, result->groups[group].name);
		return;
	}
	unsigned number = 1;
	for (size_t i = 0; i < group; i++)
		number += !result->groups[i].is_public;
	text_add_format(out, "hidden group %u", number);
}
