/*
 * Records as JSON (jansson). Numbers that JSON does not know are the strings "nan", "inf" and "-inf".
 */
#ifndef COMMANDS_JSON_H
#define COMMANDS_JSON_H

#include <jansson.h>

#include "core/record.h"

json_t *json_number(double value);
json_t *json_text(const char *string);
json_t *json_matrix(const struct matrix_record *matrix);
json_t *json_result(const struct result_record *result);
json_t *json_exercise(const struct exercise_record *exercise);

/* One student with all results. */
json_t *json_student(const struct student_record *student);

/* Prints and releases. */
void json_print(json_t *value);

#endif
