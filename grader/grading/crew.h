/*
 * A crew of threads that grade a list of submissions, each thread with a sandbox of its own. Results are
 * handed over one at a time, as they are done.
 */
#ifndef GRADING_CREW_H
#define GRADING_CREW_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

#include "grading/grade.h"

/* One submission to grade. */
struct job {
	const char *path;
	const char *student;
	const char *fault; /* why it cannot even be looked at: a harness fault; NULL: it can */
};

/* What came of a job. `submission` is its content (all zeros if there was none to read). */
struct job_done {
	size_t index;
	struct digest submission;
	size_t submission_bytes;
	const void *data; /* the bytes, NULL if there were none to load; gone after the call, as the records are */
	struct graded graded;
	bool cached;	/* nothing had to be run */
	bool unstarted; /* a harness fault: there is no sandbox, which crew_grade says once */
};

/*
 * The crew calls these one at a time, never two at once.
 *
 * wants: which exercises to run for this content; false if none need to be (the job is then done, cached).
 * done:  takes the result; its records are gone after the call. Returns false to stop the crew;
 *        what other threads have at hand is then dropped.
 * open:  opens the submission of a job, as submission_open does; NULL: that is the file at its path.
 * ran:   another exercise of the job has run, so that `share` of those that it wants have; may be NULL.
 * beat:  some time has passed; may be NULL.
 */
struct crew_customer {
	void *context;
	bool (*wants)(void *context, size_t index, const struct digest *submission, bool *wanted);
	bool (*done)(void *context, const struct job_done *done);
	bool (*open)(void *context, size_t index, struct submission *submission, struct text *reason);
	void (*ran)(void *context, size_t index, double share);
	void (*beat)(void *context);
};

/*
 * Grades `count` jobs with `n_threads` threads; `*stop` set from outside (a signal handler) stops it after
 * the submissions at hand. False if a sandbox could not be started, with the reason: then whatever is left and has
 * anything to run is done, unstarted.
 */
bool crew_grade(const struct exam *exam, const struct sandbox_options *options, const struct job *jobs, size_t count,
		unsigned n_threads, const volatile sig_atomic_t *stop, const struct crew_customer *customer,
		struct text *why);

#endif
