/*
 * A made-up course that shows a report everything it may meet: every verdict, matrices with NaN, infinite,
 * hidden and unwritten elements, a row that sees nothing, public and hidden groups, names that are markup, paths,
 * empty, long, broken or right-to-left, a rejected submission, a fault of the grader, and two who handed in the same.
 */
#ifndef TESTS_SAMPLE_COURSE_H
#define TESTS_SAMPLE_COURSE_H

#include "core/arena.h"
#include "core/record.h"

/* Words that only the instructor may read. */
#define SAMPLE_PRINTED "printed-by-the-code"
#define SAMPLE_HIDDEN_NAME "secret-group-name"
#define SAMPLE_TWIN "twin-of-somebody"
#define SAMPLE_HOST "grading-host"

struct course_record sample_course(struct arena *arena);

/*
 * Ada, late and with scores given by hand; Emmy, whose one hand-in was too late, and who is not in the roster; Grace,
 * who was rejected, and examined instead; and Kurt, who handed in nothing. All but what public cases say is withheld
 * from students until the due date.
 */
struct course_record sample_ruled_course(struct arena *arena);

/* A student who failed everything, and one who failed nothing, of a course with `n_exercises` exercises. */
struct course_record sample_large_course(struct arena *arena, size_t n_exercises);

#endif
