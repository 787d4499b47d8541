/*
 * The score by level as a figure. Row i has i + 1 cells, filled as far as points were won, and beyond
 * them the future is hatched: the staircase of the causal mask, which is what the course is about.
 */
#ifndef REPORT_STAIRCASE_H
#define REPORT_STAIRCASE_H

#include "core/record.h"
#include "report/html.h"

enum { LEVELS_MAX = 10 };

struct step {
	int level;
	double points, won;
};

/* The levels the course has, lowest first, with the points there are; returns how many. */
size_t staircase_steps(const struct course_record *course, struct step steps[LEVELS_MAX]);

/* Adds what a student won to the steps. */
void staircase_add(const struct course_record *course, const struct student_record *student, struct step *steps,
		   size_t n_steps);

/* Leaves what the student has no score for yet out of the points there are; false if there is anything such. */
bool staircase_narrow(const struct course_record *course, const struct student_record *student, struct step *steps,
		      size_t n_steps);

/* "Recognition", or "" for a level without a name. */
const char *level_name(int level);

void staircase_write(struct html *html, const char *caption, const struct step *steps, size_t n_steps);

#endif
