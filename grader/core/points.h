/* Points as people write them: 12, 7.5, 3.33, 36107.14. */
#ifndef CORE_POINTS_H
#define CORE_POINTS_H

#include "core/text.h"

void points_add(struct text *out, double points);

/* "7.5 of 12" */
void points_add_of(struct text *out, double won, double points);

/* "7.5 points", "7.5 of 12 points" */
void points_add_word(struct text *out, double points);
void points_add_word_of(struct text *out, double won, double points);

#endif
