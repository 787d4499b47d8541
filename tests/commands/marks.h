/* What the grader's JSON says of a student, and what honest work must get. */
#ifndef TESTS_COMMANDS_MARKS_H
#define TESTS_COMMANDS_MARKS_H

#include <jansson.h>

#include "commands/program.h"

/* The student of that name; the test fails if there is none. */
const json_t *marks_student(const json_t *course, const char *name);

double marks_number(const json_t *object, const char *key);
const char *marks_word(const json_t *object, const char *key);

/* Every point but those for rungs of speed that were not reached. */
void marks_expect_everything(const json_t *student);

/*
 * At most those groups are lost that hold NaN or an infinity, or an exact zero to be found, under the secret of
 * FOLDER/grades.db.
 */
void marks_expect_all_but_specials(const json_t *student, const char *folder);

/* Copies the exercises to FOLDER/exercises, without those that take seconds. */
void marks_light_exercises(const char *folder);

/* Copies them with the one of long rows, whose rounding is the largest, and without those in speed and in memory. */
void marks_long_exercises(const char *folder);

/* Copies them to FOLDER/exercises, all of them; under sanitizers the light ones. */
void marks_exercises(const char *folder);

#endif
