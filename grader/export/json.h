/*
 * Records as JSON (jansson), for exports and for what commands print. Numbers that JSON does not know are the
 * strings "nan", "inf" and "-inf", and whole ones beyond 2^53 strings of their digits, lest a reader round them.
 */
#ifndef EXPORT_JSON_H
#define EXPORT_JSON_H

#include <jansson.h>

#include "core/record.h"
#include "core/text.h"

json_t *json_number(double value);
json_t *json_text(const char *string);
json_t *json_matrix(const struct matrix_record *matrix);
json_t *json_result(const struct result_record *result);
json_t *json_exercise(const struct exercise_record *exercise);

/* What counts for a student, and why. */
json_t *json_standing(const struct course_record *course, const struct student_record *student);

/* Adds it as text, with as many digits of real numbers, and releases it. */
void json_write(struct text *out, json_t *value, int digits);

/* Prints and releases. */
void json_print(json_t *value);

/* The exercises, and all students with all results; a student at a time, for a class is large. */
void json_write_course(struct text *out, const struct course_record *course);
void json_print_course(const struct course_record *course);

#endif
