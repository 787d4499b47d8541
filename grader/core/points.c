#include "core/points.h"

#include <stdio.h>
#include <string.h>

void points_add(struct text *out, double points)
{
	char number[32];
	snprintf(number, sizeof(number), "%.2f", points);
	char *end = number + strlen(number);
	while (strchr(number, '.') != NULL && (end[-1] == '0' || end[-1] == '.'))
		*--end = '\0';
	text_add(out, strcmp(number, "-0") == 0 ? "0" : number);
}

void points_add_of(struct text *out, double won, double points)
{
	points_add(out, won);
	text_add(out, " of ");
	points_add(out, points);
}

void points_add_word(struct text *out, double points)
{
	points_add(out, points);
	text_add_format(out, " point%s", text_plural(points));
}

void points_add_word_of(struct text *out, double won, double points)
{
	points_add(out, won);
	text_add(out, " of ");
	points_add_word(out, points);
}
