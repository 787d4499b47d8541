/* Worked examples of the functions that make, read or count masks: see worked.h. */
#ifndef GRADING_WORKED_MASKS_H
#define GRADING_WORKED_MASKS_H

#include "grading/sheet.h"

void work_is_causal_mask(struct sheet *sheet);
void work_visible_keys(struct sheet *sheet);
void work_causal_mask(struct sheet *sheet);
void work_edges(struct sheet *sheet);
void work_empty_rows(struct sheet *sheet);

#endif
