/*
 * Who looks at a student's results, and what they may see: every secrecy decision of a page is made here.
 *
 * A student sees, of a hidden group, its number, verdict, hint, kind of place, ratio and message; not its
 * name (the author wrote it, and it may say what is tested) and not how many of its cases passed. What
 * the code printed, how much time it took and who handed in the same bytes are the instructor's to see:
 * a submission runs on hidden inputs, and output and time are ways to carry them out.
 */
#ifndef REPORT_VIEW_H
#define REPORT_VIEW_H

#include "core/record.h"
#include "core/text.h"

enum audience { AUDIENCE_STUDENT, AUDIENCE_INSTRUCTOR };

/*
 * How much a result has to say: it is the one to begin with, has a mistake of its own, one made elsewhere, or nothing
 * but that all is right.
 */
enum rank { RANK_ADVISED, RANK_FAILED, RANK_FOLLOWS, RANK_PASSED, RANK_COUNT };

/*
 * A page that is too large goes without something. In this order: first what the book has as well, figures of what
 * passes and then statements, and last what shows how a function fails.
 */
enum {
	THRIFT_PASSED = 32, /* steps in which their figures go, */
	THRIFT_STATEMENTS = RANK_COUNT,
	THRIFT_FIGURES = 32,
	THRIFT_FAILURES = 32,
	THRIFT_COUNTEREXAMPLES = 64,
	THRIFT_MAX = THRIFT_PASSED + THRIFT_STATEMENTS + THRIFT_FIGURES + THRIFT_FAILURES + THRIFT_COUNTEREXAMPLES
};

/* What of an exercise there may be room for: a byte each, and from ROOM_GROUPS on one for each group's figures. */
enum { ROOM_STATEMENT, ROOM_COUNTEREXAMPLE, ROOM_ITS_FIGURES, ROOM_GROUPS };

struct view {
	const struct course_record *course;
	const struct student_record *student;
	enum audience audience;
	size_t advised;			 /* the exercise to begin with, or n_results */
	unsigned statements;		 /* that many ranks have theirs, and questions */
	size_t wished_cells[RANK_COUNT]; /* what each rank would show, without thrift */
	size_t wished_counterexamples[RANK_COUNT];
	size_t cells[RANK_COUNT];	    /* elements that may still be drawn, lest the page grow too large */
	size_t counterexamples[RANK_COUNT]; /* likewise */
	size_t failures;		    /* of hidden groups that are told of one exercise */
	size_t left_out;		    /* cases that pass and are not drawn for that */
	const char *room;		    /* in the exercise that is being written */
	size_t room_bytes;		    /* a page that is larger is given up */
	struct clippings *articles;	    /* what was made of it, by the room it had; NULL: nothing is kept */
};

struct view view_create(const struct course_record *course, const struct student_record *student,
			enum audience audience, unsigned thrift);

/* The same with another thrift, before anything is written. */
void view_economise(struct view *view, unsigned thrift);

enum rank view_rank(const struct view *view, size_t index);

/* Is there room for the statement of exercise `index`? */
bool view_has_statement(const struct view *view, size_t index);

/* The first exercise with the diagnosis of exercise `index`: itself, if there is none before. */
size_t view_first_alike(const struct view *view, size_t index);

/* Takes what there is to show of exercise `index` from the page's allowance: what there was room for. */
void view_add_room(struct view *view, size_t index, struct text *room);

/* Takes what a case's figures cost from the page's allowance; false if they do not fit. */
bool view_afford(struct view *view, const struct case_record *shown, enum rank rank);

/* Takes a counterexample from it; false if there were enough. */
bool view_afford_counterexample(struct view *view, enum rank rank);

/*
 * Attempts are files that differ: the same bytes again are the same attempt. How many there are, and which one the
 * hand-in is that is shown, from 1.
 */
size_t view_attempts(const struct view *view);
size_t view_attempt(const struct view *view);

/* Which attempt hand-in `index` of the past is. */
size_t view_attempt_of(const struct view *view, size_t index);

/* Attempts so far in which the function was there and the exercise failed. */
size_t view_failed_tries(const struct view *view, size_t index);

/* The attempt before the latest that was graded, or NULL; also if what is shown is not the latest. */
const struct past_record *view_before(const struct view *view);

/*
 * Points that count won since then in an exercise, or lost if negative, before its level is weighed; 0 also where there
 * is nothing to compare.
 */
double view_change(const struct view *view, size_t index);

/* "random rows", or "hidden group 2": the second hidden one of its exercise. */
void view_add_group_name(const struct view *view, const struct result_record *result, size_t group, struct text *out);

/* May the number of cases and of passed ones be told? */
bool view_tells_count(const struct view *view, const struct group_record *group);

bool view_is_instructor(const struct view *view);

/* Index of the exercise of that id in the catalogue, or n_exercises. */
size_t course_find_exercise(const struct course_record *course, const char *id);

#endif
