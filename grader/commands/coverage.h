/* What exercises catch, for a terminal of 80 columns and as JSON. */
#ifndef COMMANDS_COVERAGE_H
#define COMMANDS_COVERAGE_H

#include <jansson.h>

#include "core/coverage.h"
#include "core/text.h"

/* A line for each exercise under a head. */
void coverage_table(struct text *text, bool colour, const struct coverage_record *records, size_t count);

/* The matrix of one exercise: wrong answers by groups, and below it honest code. */
void coverage_matrix(struct text *text, bool colour, const struct coverage_record *record);

json_t *coverage_json(const struct coverage_record *record);

#endif
