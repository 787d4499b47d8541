/*
 * A course to grade again and again: students whose submissions are the samples in turn, and exercises small
 * enough for hundreds of them. And what tests ask of it afterwards.
 */
#ifndef TESTS_COMMANDS_COURSE_H
#define TESTS_COMMANDS_COURSE_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "commands/program.h"

enum { COURSE_EXERCISES = 3 };

/*
 * Writes `count` students below FOLDER/class and the exercises below FOLDER/L3-analysis. No two hand in the
 * same bytes.
 */
void course_create(const char *folder, size_t count);

/* Copies the sample submission as FOLDER/NAME, with `mark` behind its last byte. */
void course_copy_sample(const char *folder, const char *name, const char *sample, const char *mark);

/* The JSON that the program printed. */
json_t *course_parse(const struct program *program);

/* Removes what may differ between two honest runs: measured time. */
void course_forget_times(json_t *course);

/* json_equal, but says where the two part. */
void course_expect_same(const json_t *left, const json_t *right, const char *where);

/* The first column of the first row of what the SQL gives in FOLDER/grades.db, as an integer. */
int64_t course_ask(const char *folder, const char *sql);

/* Runs SQL that changes FOLDER/grades.db. */
void course_do(const char *folder, const char *sql);

#endif
