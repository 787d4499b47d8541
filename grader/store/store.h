/*
 * The gradebook: one SQLite file. It takes and gives plain records. Content-addressed: a result belongs to
 * (submission bytes, exercise bytes, reference version, secret, sandbox mode), so that grading the same
 * thing again finds it. Results are never updated. One transaction a submission.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/record.h"
#include "core/text.h"

struct store;

enum store_access { STORE_READ, STORE_WRITE }; /* STORE_WRITE creates the file and its secret if need be */

/*
 * Opens a gradebook, bringing an older schema up to date (STORE_WRITE) or reading it as it is. NULL with a
 * one-line reason if that cannot be: no such file, no database, damaged, of a newer version, read-only,
 * locked for more than a few seconds. Not shared between threads unless calls are serialised.
 */
struct store *store_open(const char *path, enum store_access access, struct text *why);
void store_close(struct store *store);

/* The course secret, made with getrandom when the gradebook was created. */
void store_secret(struct store *store, unsigned char secret[32]);

/* Replaces the secret of a gradebook that holds no result yet; false with a reason otherwise. */
bool store_set_secret(struct store *store, const unsigned char secret[32], struct text *why);

/* Is this submission known as rejected in this sandbox mode? */
bool store_is_rejected(struct store *store, const struct digest *submission, const char *sandbox, bool *found,
		       struct text *why);

/* A run of `grader grade`: the exercises and rules that count from now on, and where it runs. */
struct run_record {
	const char *grader_version, *host, *sandbox;
	struct digest reference, secret_id;
	size_t n_exercises;
	const struct exercise_record *exercises;
	const struct policy *policy; /* the rules that hold from now on; NULL: there are none */
	const struct roster *roster; /* who is in the class; NULL: that is not known */
	struct digest rules;	     /* of what both come from */
};

bool store_begin_run(struct store *store, const struct run_record *run, int64_t *run_id, struct text *why);

/*
 * Sets `known` for those exercises of the run, in its order, of which there is a result of this submission by the run's
 * reference, secret and sandbox. False with `why` set on an error.
 */
bool store_know_results(struct store *store, int64_t run_id, const struct digest *submission, bool *known,
			size_t n_known, struct text *why);

/*
 * One submission, in one transaction: the attempt (student, bytes, when; a student's repeated hand-in of
 * the same bytes as the latest attempt is no new attempt), whether it was graded or rejected, and the new
 * results. A result that is already there is left as it is.
 */
struct attempt_record {
	const char *student; /* untrusted */
	const char *path;
	struct digest submission;
	int64_t submission_bytes;
	const void *data;     /* these bytes, to be kept unless it was rejected; NULL: there are none */
	int64_t modified_at;  /* seconds since the epoch, of the file */
	enum verdict verdict; /* VERDICT_GRADED or VERDICT_REJECTED */
	const char *reason;   /* NULL: the verdict was found before, and that one holds */
	const char *sandbox;
	size_t n_results;
	const struct result_record *results;
	bool *is_new; /* set if it is stored: was an attempt added? NULL: nobody asks */
};

bool store_add_attempt(struct store *store, int64_t run_id, const struct attempt_record *attempt, struct text *why);

/*
 * A hand-in that the grader failed on: kept, one a student, until something of the student's is stored by
 * store_add_attempt, or until it is settled. No attempt is added. `failed_at` is not asked for.
 */
bool store_add_fault(struct store *store, int64_t run_id, const char *student, const struct fault_record *fault,
		     struct text *why);

/* The same of a student by the name that is shown, who handed in something before. */
bool store_add_fault_of_known(struct store *store, int64_t run_id, const char *student,
			      const struct fault_record *fault, struct text *why);

/* Those that wait, by name as it is shown. */
struct pending_record {
	const char *student, *path;
};

bool store_faults(struct store *store, struct arena *arena, const struct pending_record **list, size_t *count,
		  struct text *why);

/* It waits no longer: the file is gone, or was graded after all. */
bool store_settle_fault(struct store *store, const char *student, struct text *why);

/* Further results of a submission that was handed in before: no attempt is added. One transaction. */
bool store_add_results(struct store *store, int64_t run_id, const struct digest *submission, size_t count,
		       const struct result_record *results, struct text *why);

/* Keeps the bytes of a submission that was handed in before, if they are not kept yet. */
bool store_keep_content(struct store *store, const struct digest *submission, const void *data, size_t bytes,
			struct text *why);

/*
 * Adds the bytes that were kept of a submission. `found` says whether there are any: none are kept of what was
 * rejected, and older graders kept none.
 */
bool store_content(struct store *store, const struct digest *submission, struct text *bytes, bool *found,
		   struct text *why);

/* A hand-in that may count, though the latest run's exercises have no result of it, or not all have. */
struct stale_record {
	const char *student; /* as it is shown */
	const char *path;
	struct digest submission;
};

/*
 * All of the class, by student: of each the attempt that counts, and where the best counts all that may be it, without
 * those that were rejected in the latest run's sandbox.
 */
bool store_stale(struct store *store, struct arena *arena, const struct stale_record **list, size_t *count,
		 struct text *why);

/* A stored result as others are compared with it: of the groups without what they show. */
struct scored_record {
	struct result_record result;
	const char *grader_version;
};

/*
 * All that a submission ever won in the exercise of that id, whatever file, reference, secret and sandbox it was
 * graded by; the latest first.
 */
bool store_scored(struct store *store, const struct digest *submission, const char *exercise_id, struct arena *arena,
		  const struct scored_record **list, size_t *count, struct text *why);

/* The ids of all exercises that a submission ever had a result in. */
bool store_scored_ids(struct store *store, const struct digest *submission, struct arena *arena,
		      const char *const **ids, size_t *count, struct text *why);

/*
 * The course as it stands: exercises and rules of the latest run, and for each student the attempt that counts by
 * these rules (without rules: the latest) with the results under that run's reference, secret and sandbox, and the
 * score (core/policy.h). `student` limits it to one, the others being there by name only; or NULL. Who has no attempt
 * is in it only if a score was given by hand, or if the grader failed on the first one: the verdict is then a harness
 * fault. What was given by hand, or came to grief, under the other name that the roster has for a person is the
 * person's if nothing was handed in under it; and who is asked for by that name is found.
 */
bool store_course(struct store *store, const char *student, struct arena *arena, struct course_record *course,
		  struct text *why);

/* The same, results with their verdicts and points only: little memory for a large class. */
bool store_scores(struct store *store, struct arena *arena, struct course_record *course, struct text *why);

/*
 * Adds a score given by hand: from now on it holds, and the ones before stay. NaN points withdraw it. `given_at` is
 * not asked for. The student need not have handed in anything.
 */
bool store_give(struct store *store, const char *student, const struct manual_record *manual, struct text *why);

/* Where a score comes from: what it belongs to, and who found it, where and when. */
struct receipt_record {
	int64_t id; /* of the result; 0: there is none yet, and only exercise and points are set */
	const char *exercise_id;
	struct digest exercise;
	enum verdict verdict;
	double points, won;
	const char *grader_version, *host, *graded_at;
};

/* The receipts of a student's attempt that counts, under the latest run's exercises, reference, secret and sandbox. */
struct receipts {
	const char *student; /* as it is shown */
	const char *path;
	struct digest submission;
	int64_t submission_bytes;
	const char *handed_in_at, *seen_at;
	enum verdict verdict; /* graded or rejected */
	const char *reason;
	struct digest reference, secret_id;
	const char *sandbox;
	size_t count;
	const struct receipt_record *receipts; /* one an exercise; none unless graded */
};

/*
 * `found` says whether there is such a student: by the bytes of the name, by the name as it is shown, or by what else
 * the roster calls the person.
 */
bool store_receipts(struct store *store, const char *student, struct arena *arena, struct receipts *receipts,
		    bool *found, struct text *why);

#endif
