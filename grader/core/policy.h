/*
 * The rules of a course, and what they make of a student's hand-ins: which one counts, what is taken off for being
 * late, what a level weighs. Pure: hand-ins and times come as arguments, and no clock is asked.
 *
 * Late is who hands in after the due date and the grace. Then so much is taken off for each day begun since the due
 * date (not since the end of the grace): of the points won, not of those there are, and never more than `at_most`.
 * What comes later than `end_s` after the due date does not count.
 *
 * Attempts are files that differ: the same bytes again are the same attempt, and so need no further one. What was
 * rejected uses none up, and what the grader failed on was never kept. An attempt beyond the number that counts is
 * graded and shown, and does not count.
 *
 * A score given by hand is final: it wins over the grader's, and nothing is taken off.
 */
#ifndef CORE_POLICY_H
#define CORE_POLICY_H

#include "core/arena.h"
#include "core/record.h"
#include "core/text.h"

enum { POLICY_LEVELS = 5 };

/* What a student may be shown beside points and verdicts. */
enum feedback {
	FEEDBACK_PUBLIC,	 /* public cases */
	FEEDBACK_HIDDEN,	 /* hidden ones, as far as they are ever told */
	FEEDBACK_DIAGNOSIS,	 /* the mistake it looks like */
	FEEDBACK_COUNTEREXAMPLE, /* the smallest input that fails */
	FEEDBACK_HINTS,
	FEEDBACK_COUNT
};

/* As they are called in course.yaml and in gradebooks. */
extern const char *const feedback_names[FEEDBACK_COUNT];

enum { FEEDBACK_ALL = (1 << FEEDBACK_COUNT) - 1 };

enum counting { COUNTING_LAST, COUNTING_BEST, COUNTING_COUNT };

extern const char *const counting_names[COUNTING_COUNT];

struct policy {
	const char *title; /* "": the course has no name of its own */
	bool has_due;
	int64_t due_at; /* seconds since 1970 */
	int64_t grace_s;
	double per_day, at_most; /* percent of the points won */
	bool has_end;
	int64_t end_s; /* after the due date */
	enum counting counting;
	unsigned attempts;			  /* that count; 0: any number */
	double weights[POLICY_LEVELS + 1];	  /* by level; [0] is of no level */
	unsigned feedback_before, feedback_after; /* the due date: bits, 1 << FEEDBACK_... */
};

/* Rules that change nothing. */
struct policy policy_none(void);

/* What its rules call a course; "Masked attention in C" where they are NULL or have no title. */
const char *policy_title(const struct policy *policy);

/* What a level counts. */
double policy_weight(const struct policy *policy, int level);

/* What there is to win in a course, as its levels weigh. */
double policy_points(const struct course_record *course);

/* Sets lateness, late_s, days and penalty. */
void policy_time(const struct policy *policy, int64_t handed_in_at, struct standing *standing);

/* "2026-03-01 22:59:59 UTC" */
void policy_add_due(const struct policy *policy, struct text *out);

/* What students are not shown at a time: bits. The due date has passed when nobody can be in time any more. */
unsigned policy_withheld(const struct policy *policy, int64_t now);

/* A hand-in as far as the rules ask, in the order of being seen. */
struct hand_in_record {
	int64_t submission; /* the same number: the same bytes */
	int64_t handed_in_at;
	bool graded; /* not rejected */
	bool whole;  /* every exercise that there is now has a result; not asked of what was rejected */
	bool kept;   /* its bytes are, so that it can be graded again */
	double won;  /* by the grader, weighted */
	/* set by policy_choose */
	size_t first;	/* the first of the same bytes */
	unsigned used;	/* attempts that were used up before that one */
	bool may_count; /* it does, or could if it won more, and was not rejected; one of those of the same bytes */
};

/*
 * Which of them counts, from 0; the last, set aside, if none does. Of the best ones the latest. One whose results
 * are not whole is no candidate for the best while another is whole: exercises have changed since. What was rejected
 * is the best of nothing.
 */
size_t policy_choose(const struct policy *policy, struct hand_in_record *hand_ins, size_t count,
		     struct standing *standing);

/* How one of them stands, whether it is chosen or not, once policy_choose has seen them. */
struct standing policy_judge(const struct policy *policy, const struct hand_in_record *hand_ins, size_t index);

/* The score given by hand for an exercise ("": for the whole), or NULL. */
const struct manual_record *policy_manual(const struct student_record *student, const char *exercise_id);

/*
 * Works out what counts: `won` of each result and `points`, `won` and `automatic` of the student. Before, `won` of a
 * result is what the grader found, and the student's standing and scores given by hand are set.
 */
void policy_score(const struct course_record *course, struct student_record *student, struct result_record *results);

/* What points by the grader in a hand-in that stands so come to in an exercise. Before its level is weighed. */
double policy_settle(const struct student_record *student, const struct standing *standing, const char *exercise_id,
		     double automatic);

/* What an attempt came to, as `won` of a student, but for a score given by hand for the whole course. */
double policy_past(const struct course_record *course, const struct student_record *student,
		   const struct past_record *past);

/* Of a hand-in that the grader failed on, to the student: why is no business of theirs. */
extern const char policy_fault_words[];

/*
 * Why the score of an exercise, or of the course (NULL), is not simply what the grader found for the latest hand-in:
 * phrases, none of which tells anything that the student may not know.
 */
size_t policy_reasons(const struct course_record *course, const struct student_record *student, const char *exercise_id,
		      struct arena *arena, const char *const **reasons);

/*
 * What students are told of the rules beforehand, a sentence each: the due date, late hand-ins, which attempts count,
 * what levels weigh, of those that the course has.
 */
size_t policy_rules(const struct policy *policy, const bool has_level[POLICY_LEVELS + 1], struct arena *arena,
		    const char *const **rules);

/* For the instructor, in a word each, with something between them: "late", "given by hand", "not in the roster". */
void policy_add_notes(const struct course_record *course, const struct student_record *student, const char *between,
		      struct text *out);

#endif
