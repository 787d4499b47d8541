/*
 * Plain records: what grading hands to the gradebook, and what the gradebook hands to reports, exports and
 * the terminal. They hold facts, not behaviour, and nothing hidden: a hidden case leaves neither an input
 * nor an expected nor a got value here. Strings live in an arena of whoever made the record.
 */
#ifndef CORE_RECORD_H
#define CORE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/digest.h"
#include "core/verdict.h"

/* A matrix of a public case, for people to look at. */
enum matrix_role { MATRIX_GIVEN, MATRIX_EXPECTED, MATRIX_GOT };

/* Of an element that its row does not see (the future, padding), and of one of a query that sees no key at all. */
enum { MATRIX_HIDDEN = 1, MATRIX_OF_NO_KEY = 2 };

struct matrix_record {
	enum matrix_role role;
	const char *name; /* the parameter: "weights" */
	size_t rows, columns;
	const double *values;	     /* rows * columns */
	const unsigned char *hidden; /* rows * columns, or NULL: bits, as above; what is hidden is hatched */
	/* rows * columns, or NULL: 1 marks a got element that was never written, so has no value. */
	const unsigned char *unwritten;
	size_t part_rows; /* where parts stand below each other, like the sequences of a batch; 0: it is of one */
	/* rows * columns, or NULL: counts of which `values` do not hold every digit */
	const uint64_t *counts;
};

/* One public case as it is shown: the first that failed of its group, or the group's first. */
struct case_record {
	enum verdict verdict;
	const char *scalars;  /* "n = 3, d_k = 2" */
	const char *returned; /* "ATTN_OK", "-7", or "" if the function did not return */
	const char *expected_return;
	size_t n_matrices;
	const struct matrix_record *matrices;
};

struct group_record {
	const char *name;
	bool is_public;
	unsigned worth;			 /* its share of the exercise's points */
	unsigned repetitions;		 /* cases in the group; all must pass */
	unsigned passed;		 /* cases that did */
	enum verdict verdict;		 /* of the first case that failed, or passed */
	const char *hint;		 /* the author's, or "" */
	const char *place;		 /* public: "row 2, column 5 of weights"; hidden: the kind of place; or "" */
	const char *message;		 /* what happened, in words; safe to show to the student */
	double ratio;			 /* error as a multiple of the tolerance, a power of two; 0 if it has none */
	const struct case_record *shown; /* NULL for a hidden group */
};

/* A step of the stairs of an exercise in speed. */
struct rung_record {
	double ratio;	/* so many times as long as the fast path, or less, reaches it */
	unsigned worth; /* its share of the exercise's points */
	bool reached;
};

/* How fast an answer is comes after whether it is right, and apart from it. */
struct speed_record {
	double ratio;			 /* measured: so many times as long as the fast path; 0: was not */
	const char *message;		 /* of one with rungs: why it was not, or "" */
	size_t n_rungs;			 /* 0: nobody asked for speed */
	const struct rung_record *rungs; /* each with a lower ratio than the one before */
};

/*
 * What a student most likely had in mind: the mistake that explains all answers, right and wrong ones. Two mistakes
 * may have been made at once, and either may be one of several that cannot be told apart: those have its number.
 */
struct diagnosis_record {
	const char *id;		 /* "M18" */
	const char *title;	 /* a line, lowercase, no full stop */
	const char *explanation; /* to the student */
	unsigned mistake;	 /* 0, or 1 for the second of two */
};

/* A small input that the function fails on, found without looking at any hidden case. */
struct counterexample_record {
	struct case_record shown;
	const char *message; /* "row 1, column 0 of out: got 2, expected 1" */
	const char *program; /* C, complete: includes attention.h, calls the function, returns 1 if it is wrong */
};

struct result_record {
	const char *exercise_id;
	struct digest exercise;	 /* hash of the exercise file */
	struct digest reference; /* contract + reference version */
	struct digest secret_id; /* which secret; not the secret */
	const char *sandbox;	 /* "bubblewrap" or "landlock" */
	enum verdict verdict;	 /* passed, missing, that of the first group that failed, or that of speed */
	double points, won;	 /* points there are, points that count */
	double automatic;	 /* what the grader found, where the gradebook's rules make another `won` of it */
	const char *message;	 /* about the exercise as a whole, as why there is no counterexample, or "" */
	const char *fix_first;	 /* id of the required exercise that failed, or "" */
	const char *printed;	 /* what the code printed, capped: for the instructor only */
	double cpu_ms;		 /* of all calls together */
	struct speed_record speed;
	size_t n_groups;
	const struct group_record *groups;
	unsigned withheld_worth; /* of groups that were taken out since students may not see them now */
	size_t n_diagnoses; /* several if they cannot be told apart or there are two mistakes; 0 if nothing explains */
	const struct diagnosis_record *diagnoses;	    /* by mistake */
	const struct counterexample_record *counterexample; /* or NULL */
	/* set by the gradebook */
	int64_t id;
	const char *graded_at; /* UTC, ISO 8601 */
};

struct recall_record {
	const char *question, *answer;
};

/* An exercise as reports need it. */
struct exercise_record {
	const char *id, *title, *function;
	struct digest hash;
	int level;
	double points;
	const char *statement; /* Markdown */
	size_t n_requires;
	const char *const *requires; /* ids of exercises to pass before */
	size_t n_hints;
	const char *const *hints;
	size_t n_recall;
	const struct recall_record *recall;
};

/* How a hand-in stands to the due date. */
enum lateness { LATENESS_NONE, LATENESS_GRACE, LATENESS_LATE, LATENESS_REFUSED };

/*
 * What the rules of the course make of a hand-in: core/policy.h. All zeros where there are no rules. That of a student
 * is that of the hand-in that counts; if it is set aside, no other counts either.
 */
struct standing {
	unsigned hand_in; /* which one, from 1, of student_record.hand_ins, not of its attempts */
	bool set_aside;	  /* it does not count */
	enum lateness lateness;
	int64_t late_s;	  /* behind the due date */
	unsigned days;	  /* begun since the due date; 0 unless late */
	double penalty;	  /* percent of the points won */
	unsigned beyond;  /* hand-ins that do not count since there were enough before */
	unsigned refused; /* and since they were too late */
	/* Where the best counts: others that may be it, but are not graded by all exercises that there are now, */
	unsigned waiting; /* and can be, */
	unsigned lost;	  /* or cannot, as nobody has their bytes */
};

/* What an attempt won in an exercise, as it was graded last. */
struct past_result {
	bool is_known;	       /* it was graded */
	bool is_same_exercise; /* by the exercise as it is now */
	enum verdict verdict;
	double won;
};

/* An attempt of a student. */
struct past_record {
	struct digest submission;
	const char *handed_in_at;	   /* UTC, ISO 8601 */
	enum verdict verdict;		   /* graded or rejected */
	const char *reason;		   /* why it was rejected, or "" */
	struct standing standing;	   /* its own: nothing is said there of others */
	const struct past_result *results; /* one per exercise of the catalogue, same order */
};

/* A score that a person gave. */
struct manual_record {
	const char *exercise_id; /* "" for the whole course */
	double points;
	const char *reason, *given_by, *given_at; /* UTC, ISO 8601 */
};

/* A hand-in that the grader failed on, which nobody is to lose by. It is tried again. */
struct fault_record {
	const char *path, *reason; /* for the instructor */
	const char *failed_at;	   /* UTC, ISO 8601: the last time */
	bool was_read;
	struct digest submission; /* if it was */
};

/* Somebody in the class. */
struct roster_entry {
	const char *id, *name, *email, *section; /* "" where there is none */
};

struct roster {
	size_t count;
	const struct roster_entry *entries;
	const struct roster_entry *const *by_id, *const *by_name; /* sorted; NULL: whoever is asked for is looked for */
};

/* One student's attempt that counts, with the results of the current exercises, in the catalogue's order. */
struct student_record {
	const char *name; /* untrusted */
	struct digest submission;
	int64_t submission_bytes;
	enum verdict verdict;		  /* graded, rejected, absent or harness_fault */
	const char *reason;		  /* why it was rejected, or "" */
	const struct fault_record *fault; /* of a later hand-in than the one that counts, or of the first; or NULL */
	const char *handed_in_at;	  /* UTC, ISO 8601 */
	unsigned attempts, hand_ins;	  /* files that differ, and how often one came that was not the one before */
	double points, won;		  /* what counts: weighted, late hand-ins and what was given by hand seen to */
	double automatic;		  /* what the grader found, weighted */
	struct standing standing;
	size_t n_manual;
	const struct manual_record *manual; /* at most one an exercise, and one for the whole course */
	size_t n_stray;			    /* the same of exercises that are not in the catalogue: they do not count */
	const struct manual_record *stray;
	size_t n_results; /* 0 unless graded; else one per exercise of the catalogue, same order */
	const struct result_record *results;
	size_t n_past; /* all attempts, the latest last; 0 where they are not asked for */
	const struct past_record *past;
	size_t n_twins; /* other students who handed in the same bytes; for the instructor only */
	const char *const *twins;
};

struct policy;
struct coverage_record;

struct course_record {
	const struct policy *policy; /* NULL: there are no rules */
	const struct roster *roster; /* NULL: there is none */
	unsigned withheld;	     /* what students are not shown now: bits, 1 << FEEDBACK_... of core/policy.h */
	const char *grader_version, *host, *graded_at, *sandbox;
	size_t n_exercises;
	const struct exercise_record *exercises;
	size_t n_students;
	const struct student_record *students; /* by name */
	size_t n_others;
	const char *const *others; /* where one student was asked for: who else is in the gradebook, by name */
	/*
	 * How far cases are from failing honest code, and from passing mistakes, by exercise; NULL where not measured.
	 */
	const struct coverage_record *const *coverage;
};

#endif
