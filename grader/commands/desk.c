#include "commands/desk.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/run.h"
#include "commands/secret.h"
#include "commands/setting.h"

/* ---- signals ---- */

volatile sig_atomic_t desk_stop;

/* The first asks; after it the next of either kind does what it does by itself. */
static void ask_to_stop(int signal_number)
{
	static const char words[] = "\ngrader: stopping after the submissions at hand; a second signal stops at once\n";
	const struct sigaction by_itself = {.sa_handler = SIG_DFL};
	int error = errno;
	(void)signal_number;
	desk_stop = 1;
	sigaction(SIGINT, &by_itself, NULL);
	sigaction(SIGTERM, &by_itself, NULL);
	if (write(STDERR_FILENO, words, sizeof(words) - 1) < 0)
		desk_stop = 1; /* nobody listens; it stops all the same */
	errno = error;
}

/* A signal that whoever started the grader has it ignore (as a shell does in the background) stays ignored. */
static void catch_to_stop(int signal_number)
{
	struct sigaction action = {.sa_handler = ask_to_stop, .sa_flags = SA_RESTART}, old;
	sigaddset(&action.sa_mask, SIGINT);
	sigaddset(&action.sa_mask, SIGTERM);
	if (sigaction(signal_number, NULL, &old) == 0 && old.sa_handler != SIG_IGN)
		sigaction(signal_number, &action, NULL);
}

void desk_catch_signals(void)
{
	const struct sigaction ignore = {.sa_handler = SIG_IGN};
	catch_to_stop(SIGINT);
	catch_to_stop(SIGTERM);
	sigaction(SIGXFSZ, &ignore, NULL); /* a file at its limit is an error like any other, to be told */
}

/* ---- what is known, and what came of it ---- */

/* An error here leaves the exercises wanted; the gradebook will say again what is wrong when it is written. */
bool desk_wants(struct desk *desk, const struct digest *submission, bool *wanted)
{
	bool found = false, any = false;
	if (store_is_rejected(desk->store, submission, sandbox_mode_name(desk->options->sandbox), &found, &desk->why) &&
	    found)
		return false;
	const size_t n = desk->exam->n_exercises;
	memset(wanted, 0, n * sizeof(*wanted));
	store_know_results(desk->store, desk->run_id, submission, wanted, n, &desk->why);
	for (size_t i = 0; i < n; i++)
		any |= wanted[i] = !wanted[i];
	return any;
}

/*
 * The content that an attempt is known by. What could not be read (a link, an empty file) has none: it is
 * named after the student and the reason, so that nobody shares it.
 */
static struct digest content_of(const struct job *job, const struct job_done *done)
{
	static const struct digest nothing;
	if (!digest_equal(&done->submission, &nothing))
		return done->submission;
	TEXT_SCOPED struct text name = {0};
	text_add_bytes(&name, job->student, strlen(job->student) + 1);
	text_add(&name, done->graded.reason);
	return digest_of(name.data, name.length);
}

bool desk_keep(struct desk *desk, const struct job *job, int64_t modified_at, const struct job_done *done, bool *is_new)
{
	struct attempt_record attempt = {
		.student = job->student,
		.path = job->path,
		.submission = content_of(job, done),
		.submission_bytes = (int64_t)done->submission_bytes,
		.data = done->data,
		.modified_at = modified_at,
		.verdict = done->graded.verdict,
		.reason = done->cached ? NULL : done->graded.reason,
		.sandbox = sandbox_mode_name(desk->options->sandbox),
		.n_results = done->graded.n_results,
		.results = done->graded.results,
		.is_new = is_new,
	};
	return store_add_attempt(desk->store, desk->run_id, &attempt, &desk->why);
}

/* ---- what the grader failed on ---- */

static bool is_gone(const char *path)
{
	struct stat status;
	return lstat(path, &status) != 0 && (errno == ENOENT || errno == ENOTDIR);
}

bool desk_fail(struct desk *desk, const struct job *job, const struct job_done *done)
{
	static const struct digest nothing;
	const struct fault_record fault = {
		.path = job->path,
		.reason = done->graded.reason,
		.was_read = !digest_equal(&done->submission, &nothing),
		.submission = done->submission,
	};
	return is_gone(job->path) || store_add_fault(desk->store, desk->run_id, job->student, &fault, &desk->why);
}

static bool has_job(const struct hand_in *found, const char *student)
{
	for (size_t i = 0; i < found->count; i++) {
		TEXT_SCOPED struct text name = {0};
		text_add_kept(&name, found->jobs[i].student);
		if (strcmp(text_string(&name), student) == 0)
			return true;
	}
	return false;
}

static bool lies_in(const char *const *paths, size_t n_paths, const char *path)
{
	for (size_t i = 0; i < n_paths; i++)
		if (hand_in_covers(paths[i], path))
			return true;
	return false;
}

bool desk_forget_gone(struct desk *desk, const char *const *paths, size_t n_paths, const struct hand_in *found,
		      bool *any)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct pending_record *list;
	size_t count;
	if (!store_faults(desk->store, arena, &list, &count, &desk->why))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (!lies_in(paths, n_paths, list[i].path) || !is_gone(list[i].path) || has_job(found, list[i].student))
			continue;
		if (!store_settle_fault(desk->store, list[i].student, &desk->why))
			return false;
		if (any != NULL)
			*any = true;
	}
	return true;
}

/* ---- opening ---- */

int desk_prepare(struct desk *desk, const struct options *options, struct arena *arena)
{
	*desk = (struct desk){.options = options};
	int status = setting_catalogue(options, arena, &desk->catalogue);
	if (status < 0)
		status = setting_course(options, options->gradescope == NULL ? COURSE_WHOLE : COURSE_RULES, arena,
					&desk->course);
	if (status < 0)
		status = setting_sandbox(options, arena, &desk->sandbox);
	return status;
}

int desk_open(struct desk *desk, struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct secret secret;
	if ((desk->store = store_open(desk->options->database, STORE_WRITE, &desk->why)) == NULL)
		return complain_of(&desk->why);
	store_secret(desk->store, secret.bytes);
	const char *file = desk->options->secret_file;
	if (file != NULL && !secret_share(file, desk->store, secret.bytes, &desk->why))
		return complain_of(&desk->why);
	desk->exam = exam_prepare(&desk->catalogue, &secret, EXAM_ALL_GROUPS, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (desk->exam == NULL)
		return EXIT_USAGE; /* mistakes in exercises, like those that show when they are loaded */
	return run_begin(desk->store, desk->exam, desk->course, desk->options->sandbox, arena, &desk->run_id,
			 &desk->why)
		       ? -1
		       : complain_of(&desk->why);
}

void desk_close(struct desk *desk)
{
	if (desk->exam != NULL)
		exam_release(desk->exam);
	if (desk->store != NULL)
		store_close(desk->store);
	text_release(&desk->why);
}
