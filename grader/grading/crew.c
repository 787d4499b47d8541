#include "grading/crew.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <string.h>
#include <time.h>

#include "core/stopwatch.h"

struct crew {
	const struct exam *exam;
	struct sandbox_options options;
	cpu_set_t processors; /* ours; none: threads go where they like */
	const struct job *jobs;
	size_t count;
	const volatile sig_atomic_t *stop;
	const struct crew_customer *customer;
	pthread_mutex_t mutex; /* guards what follows, and the customer */
	size_t next;
	unsigned settled; /* threads that have their processor */
	bool stopped;
	bool refused; /* by the customer: nothing more is delivered */
	bool failed;
	struct text *why;
};

static bool take(struct crew *crew, size_t *index)
{
	pthread_mutex_lock(&crew->mutex);
	bool more = !crew->stopped && !*crew->stop && crew->next < crew->count;
	if (more)
		*index = crew->next++;
	pthread_mutex_unlock(&crew->mutex);
	return more;
}

static bool open_job(struct crew *crew, size_t index, struct submission *submission, struct text *reason)
{
	if (crew->customer->open == NULL)
		return submission_open(crew->jobs[index].path, submission, reason);
	pthread_mutex_lock(&crew->mutex);
	bool taken = crew->customer->open(crew->customer->context, index, submission, reason);
	pthread_mutex_unlock(&crew->mutex);
	return taken;
}

static bool wants(struct crew *crew, size_t index, const struct digest *digest, bool *wanted)
{
	pthread_mutex_lock(&crew->mutex);
	bool any = crew->customer->wants(crew->customer->context, index, digest, wanted);
	pthread_mutex_unlock(&crew->mutex);
	return any;
}

static void deliver(struct crew *crew, const struct job_done *done)
{
	STOPWATCH(PHASE_STORE);
	pthread_mutex_lock(&crew->mutex);
	if (!crew->refused && !crew->customer->done(crew->customer->context, done))
		crew->refused = crew->stopped = true;
	pthread_mutex_unlock(&crew->mutex);
}

static void fail(struct crew *crew, const struct text *why)
{
	pthread_mutex_lock(&crew->mutex);
	if (!crew->failed)
		text_add_bytes(crew->why, why->data, why->length);
	crew->failed = true;
	crew->stopped = true;
	pthread_mutex_unlock(&crew->mutex);
}

static bool has_failed(struct crew *crew)
{
	pthread_mutex_lock(&crew->mutex);
	bool failed = crew->failed;
	pthread_mutex_unlock(&crew->mutex);
	return failed;
}

/* The thread's sandbox, started when it is first needed, unless another thread could start none. */
static struct sandbox *need_sandbox(struct crew *crew, struct sandbox **sandbox)
{
	TEXT_SCOPED struct text why = {0};
	if (*sandbox != NULL || has_failed(crew))
		return *sandbox;
	*sandbox = sandbox_open(&crew->options, &why);
	if (*sandbox == NULL)
		fail(crew, &why);
	return *sandbox;
}

/* The reason stays as it is once it is there. */
static struct job_done unstarted(const struct crew *crew, struct job_done done)
{
	done.unstarted = true;
	done.graded.verdict = VERDICT_HARNESS_FAULT;
	done.graded.reason = text_string(crew->why);
	return done;
}

/* ---- a job as it runs ---- */

struct running {
	struct crew *crew;
	size_t index, wanted, ran;
};

static void begins(void *context, size_t exercise)
{
	(void)context;
	(void)exercise;
}

static void ran(void *context, size_t exercise, const struct result_record *so_far)
{
	struct running *running = context;
	const struct crew_customer *customer = running->crew->customer;
	const double share = (double)++running->ran / (double)running->wanted;
	(void)exercise;
	(void)so_far;
	pthread_mutex_lock(&running->crew->mutex);
	customer->ran(customer->context, running->index, share);
	pthread_mutex_unlock(&running->crew->mutex);
}

static struct graded run_job(struct crew *crew, struct sandbox *sandbox, size_t index,
			     const struct submission *submission, const bool *wanted, struct arena *arena)
{
	struct running running = {.crew = crew, .index = index};
	const struct grade_follower follower = {&running, begins, ran};
	for (size_t e = 0; e < crew->exam->n_exercises; e++)
		running.wanted += wanted[e];
	return grade_submission(crew->exam, sandbox, sandbox_mode_name(crew->options.mode), submission, wanted,
				crew->customer->ran == NULL ? NULL : &follower, arena);
}

static void grade(struct crew *crew, struct sandbox **sandbox, size_t index, struct arena *arena)
{
	struct job_done done = {.index = index, .graded = {.verdict = VERDICT_REJECTED, .reason = ""}};
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	STOPWATCH(PHASE_EXAMINE);
	if (crew->jobs[index].fault != NULL) {
		done.graded = (struct graded){.verdict = VERDICT_HARNESS_FAULT, .reason = crew->jobs[index].fault};
		deliver(crew, &done);
		return;
	}
	bool taken = open_job(crew, index, &submission, &reason);
	memcpy(done.submission.bytes, submission.sha256, DIGEST_BYTES);
	done.submission_bytes = submission.bytes;
	done.data = submission.data;
	if (!taken) {
		done.graded.verdict = submission.harness_fault ? VERDICT_HARNESS_FAULT : VERDICT_REJECTED;
		done.graded.reason = text_string(&reason);
		deliver(crew, &done);
		return;
	}
	bool *wanted = arena_array(arena, crew->exam->n_exercises, sizeof(bool));
	done.cached = !wants(crew, index, &done.submission, wanted);
	if (done.cached)
		done.graded.verdict = VERDICT_GRADED;
	else if (need_sandbox(crew, sandbox) != NULL)
		done.graded = run_job(crew, *sandbox, index, &submission, wanted, arena);
	else
		done = unstarted(crew, done);
	deliver(crew, &done);
	submission_close(&submission);
}

/*
 * Where there is a thread for every processor, each keeps to one, with its sandbox: grader and child work in turn,
 * and to wake somebody on another processor takes longer than most calls do.
 */
static void settle(struct crew *crew)
{
	const int count = CPU_COUNT(&crew->processors);
	if (count == 0)
		return;
	pthread_mutex_lock(&crew->mutex);
	int nth = (int)(crew->settled++ % (unsigned)count);
	pthread_mutex_unlock(&crew->mutex);
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		cpu_set_t one;
		if (!CPU_ISSET(cpu, &crew->processors) || nth-- > 0)
			continue;
		CPU_ZERO(&one);
		CPU_SET(cpu, &one);
		sched_setaffinity(0, sizeof(one), &one); /* faster, not needed */
		return;
	}
}

static void *work(void *context)
{
	struct crew *crew = context;
	settle(crew);
	ARENA_SCOPED struct arena *arena = arena_create();
	struct sandbox *sandbox = NULL;
	for (size_t index; take(crew, &index); arena_reset(arena))
		grade(crew, &sandbox, index, arena);
	if (sandbox != NULL)
		sandbox_close(sandbox);
	stopwatch_gather();
	return NULL;
}

/* What nobody took since there is no sandbox: what is known already is told, all else is our fault. */
static void leave(struct crew *crew)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct sandbox *none = NULL;
	for (; !crew->refused && !*crew->stop && crew->next < crew->count; arena_reset(arena))
		grade(crew, &none, crew->next++, arena);
}

/* Waits for a thread to end, and lets the customer know meanwhile that time passes. */
static void join(struct crew *crew, pthread_t thread)
{
	enum { BEAT_NS = 500000000, SECOND_NS = 1000000000 };
	struct timespec next;
	int status;
	do {
		clock_gettime(CLOCK_REALTIME, &next);
		next.tv_nsec += BEAT_NS;
		next.tv_sec += next.tv_nsec / SECOND_NS;
		next.tv_nsec %= SECOND_NS;
		status = pthread_timedjoin_np(thread, NULL, &next);
		if (status != ETIMEDOUT || crew->customer->beat == NULL)
			continue;
		pthread_mutex_lock(&crew->mutex);
		crew->customer->beat(crew->customer->context);
		pthread_mutex_unlock(&crew->mutex);
	} while (status == ETIMEDOUT);
}

/* Starts the threads and waits for them; false if there are none. */
static bool run(struct crew *crew, size_t wished)
{
	enum { THREADS_MAX = 256 };
	pthread_t threads[THREADS_MAX];
	size_t started = 0;
	while (started < wished && started < THREADS_MAX && pthread_create(&threads[started], NULL, work, crew) == 0)
		started++;
	for (size_t i = 0; i < started; i++)
		join(crew, threads[i]);
	return started > 0;
}

bool crew_grade(const struct exam *exam, const struct sandbox_options *options, const struct job *jobs, size_t count,
		unsigned n_threads, const volatile sig_atomic_t *stop, const struct crew_customer *customer,
		struct text *why)
{
	struct crew crew = {
		.exam = exam,
		.options = *options,
		.jobs = jobs,
		.count = count,
		.stop = stop,
		.customer = customer,
		.mutex = PTHREAD_MUTEX_INITIALIZER,
		.why = why,
	};
	const size_t wished = n_threads < count ? n_threads : count;
	if (sched_getaffinity(0, sizeof(crew.processors), &crew.processors) == 0 &&
	    wished >= (size_t)CPU_COUNT(&crew.processors))
		crew.options.processors = &crew.processors;
	else
		CPU_ZERO(&crew.processors);
	crew.failed = !sandbox_has_proc(why);
	if (!crew.failed && wished > 0 && !run(&crew, wished)) {
		text_add(why, "cannot start a thread");
		crew.failed = true;
	}
	if (crew.failed)
		leave(&crew);
	return !crew.failed;
}
