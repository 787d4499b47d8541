/*
 * grader watch: grades what is dropped into a class folder, a batch at a time: whoever is due is looked up as `grade`
 * would find them, graded, stored, and shown, on their pages and in a line each. There is no state but the gradebook:
 * what a stopped watch left undone the next one, or `grade`, finds.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

#include "commands/arrivals.h"
#include "commands/command.h"
#include "commands/desk.h"
#include "commands/gradebook.h"
#include "commands/hand_in.h"
#include "commands/margins.h"
#include "commands/ripeness.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/stopwatch.h"
#include "export/json.h"
#include "report/report.h"

/* Pages and lines come after so many hand-ins, or after so long; a flood is not to cost a look at the class for each. */
enum { BATCH_MAX = 512, BATCH_MS = 2000, NS_PER_MS = 1000000 };

/* A hand-in of a batch, and what came of it. */
struct item {
	const char *name;   /* the student's, as the gradebook has it */
	struct stat status; /* of the file, when it was found ripe */
	bool seen;	    /* it arrived while watched */
	bool copied;	    /* what is graded is a copy of that file */
	bool changed;	    /* what would have been graded is no longer that file */
	bool later;	    /* it is for the next batch */
	bool done, fault, cached;
	enum verdict verdict;
	const char *reason;
};

struct watch {
	const struct options *options;
	const char *class, *directory;
	struct desk desk;
	struct arrivals *arrivals;
	bool whole; /* all pages are to be written */
	/* as measured at the first show, by the exercises as they are graded */
	struct arena *measured;
	const struct coverage_record *const *coverage;
	size_t n_exercises;
	/* the batch */
	struct arena *arena;
	uint64_t begun_ns;
	size_t count;
	struct job jobs[BATCH_MAX];
	int64_t modified_at[BATCH_MAX];
	struct item items[BATCH_MAX];
};

/* ---- the batch ---- */

/* Is the file the one that was looked at, unwritten since? */
static bool is_same(const struct stat *before, const char *path)
{
	struct stat now;
	return lstat(path, &now) == 0 && now.st_dev == before->st_dev && now.st_ino == before->st_ino &&
	       now.st_size == before->st_size && now.st_mtim.tv_sec == before->st_mtim.tv_sec &&
	       now.st_mtim.tv_nsec == before->st_mtim.tv_nsec && now.st_ctim.tv_sec == before->st_ctim.tv_sec &&
	       now.st_ctim.tv_nsec == before->st_ctim.tv_nsec;
}

static const char *name_kept(const char *student, struct arena *arena)
{
	TEXT_SCOPED struct text name = {0};
	text_add_kept(&name, student);
	return arena_string(arena, text_string(&name));
}

/* Looked at before it is found ripe, so that whatever is written later is seen. False if it is to be left alone. */
static bool add_job(struct watch *watch, const struct job *job, int64_t modified_at, const struct arrival *arrival,
		    uint64_t now)
{
	struct item item = {.name = name_kept(job->student, watch->arena), .seen = arrival->seen};
	if (lstat(job->path, &item.status) != 0)
		return true; /* it is gone */
	const uint64_t wait_ms = ripeness_wait_ms(job->path, arrival->closed, (now - arrival->stirred_ns) / NS_PER_MS);
	if (wait_ms > 0) {
		arrivals_put_off(watch->arrivals, job->student, item.seen, wait_ms);
		return false;
	}
	watch->jobs[watch->count] = *job;
	watch->modified_at[watch->count] = modified_at;
	watch->items[watch->count++] = item;
	return true;
}

/* Takes whoever is due, as many as make a batch; of the others who are due nothing lies there. */
static bool gather(struct watch *watch, struct text *why)
{
	struct hand_in hand_in;
	const uint64_t now = now_ns();
	watch->count = 0;
	if (!hand_in_find_again(watch->class, watch->arena, &hand_in, why))
		return false;
	for (size_t i = 0; i < hand_in.count && watch->count < BATCH_MAX; i++) {
		const struct job *job = &hand_in.jobs[i];
		const struct arrival *arrival = arrivals_due(watch->arrivals, job->student, now);
		if (arrival != NULL && add_job(watch, job, hand_in.modified_at[i], arrival, now))
			arrivals_settle(watch->arrivals, job->student);
	}
	if (watch->count < BATCH_MAX)
		arrivals_settle_due(watch->arrivals, now);
	return true;
}

/* ---- the crew's customer ---- */

/*
 * The crew copies a file some time after it was found ripe. If it was written to, or is gone, by then, nothing is kept of
 * it: the copy may be half of each.
 */
static bool wants(void *context, size_t index, const struct digest *submission, bool *wanted)
{
	struct watch *watch = context;
	struct item *item = &watch->items[index];
	item->copied = is_same(&item->status, watch->jobs[index].path);
	item->changed = !item->copied;
	if (item->changed || !desk_wants(&watch->desk, submission, wanted))
		return false;
	item->later = now_ns() >= watch->begun_ns + (uint64_t)BATCH_MS * NS_PER_MS;
	return !item->later;
}

static bool take_result(void *context, const struct job_done *done)
{
	struct watch *watch = context;
	struct item *item = &watch->items[done->index];
	item->changed = !item->copied && !is_same(&item->status, watch->jobs[done->index].path);
	if (item->changed || item->later)
		return true;
	item->fault = done->graded.verdict == VERDICT_HARNESS_FAULT;
	item->cached = done->cached;
	item->verdict = done->graded.verdict;
	item->reason = arena_string(watch->arena, done->graded.reason);
	if (!item->fault && !desk_keep(&watch->desk, &watch->jobs[done->index], watch->modified_at[done->index], done))
		return false;
	item->done = !item->fault;
	return true;
}

/* ---- what is shown ---- */

static const struct student_record *find_student(const struct course_record *course, const char *name)
{
	for (size_t i = 0; i < course->n_students; i++)
		if (strcmp(course->students[i].name, name) == 0)
			return &course->students[i];
	return NULL;
}

static void print_json(const struct student_record *student, const struct item *item, const char *now)
{
	json_t *line = json_object();
	json_object_set_new(line, "time", json_text(now));
	json_object_set_new(line, "student", json_text(student->name));
	json_object_set_new(line, "verdict", json_text(verdict_name(item->verdict)));
	json_object_set_new(line, "reason", json_text(item->reason));
	json_object_set_new(line, "won", json_number(student->won));
	json_object_set_new(line, "points", json_number(student->points));
	json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
	json_decref(line);
	putchar('\n');
}

static void print_text(const struct watch *watch, const struct student_record *student, const struct item *item,
		       const char *now)
{
	TEXT_SCOPED struct text line = {0};
	text_add_format(&line, "%s  ", now);
	text_add_visible(&line, student->name, strlen(student->name));
	text_add_format(&line, "  %.4g of %.4g  ", student->won, student->points);
	terminal_verdict(&line, watch->options->terminal.has_colour, item->verdict);
	if (item->reason[0] != '\0') {
		text_add(&line, ": ");
		text_add_visible(&line, item->reason, strlen(item->reason));
	}
	puts(text_string(&line));
}

/* A line for whoever was graded or handed in; what lay there and is known goes without a word. */
static void print_lines(const struct watch *watch, const struct course_record *course)
{
	char now[32];
	const time_t seconds = time(NULL);
	struct tm parts;
	if (watch->options->json)
		strftime(now, sizeof(now), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
	else
		strftime(now, sizeof(now), "%H:%M:%S", localtime_r(&seconds, &parts));
	for (size_t i = 0; i < watch->count; i++) {
		struct item item = watch->items[i];
		const struct student_record *student = find_student(course, item.name);
		if (student == NULL || !item.done || (item.cached && !item.seen))
			continue;
		if (item.cached) { /* what was found before */
			item.verdict = student->verdict;
			item.reason = student->reason;
		}
		if (watch->options->json)
			print_json(student, &item, now);
		else
			print_text(watch, student, &item, now);
	}
	fflush(stdout);
}

/* Pages that cannot be written now are written, with all others, as soon as anything is. */
static void write_pages(struct watch *watch, const struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	const char *names[BATCH_MAX];
	size_t count = 0;
	for (size_t i = 0; i < watch->count; i++)
		if (watch->items[i].done)
			names[count++] = watch->items[i].name;
	const bool written = watch->whole ? report_write(watch->directory, course, &why)
					  : report_refresh(watch->directory, course, names, count, &why);
	if (!written)
		complain("%s", text_string(&why));
	watch->whole = !written;
}

/* Measured once: the exercises of a run do not change. */
static void set_margins(struct watch *watch, struct course_record *course)
{
	if (watch->coverage == NULL || watch->n_exercises != course->n_exercises) {
		margins_measure(&watch->desk.catalogue, watch->measured, course);
		watch->coverage = course->coverage;
		watch->n_exercises = course->n_exercises;
	}
	course->coverage = watch->coverage;
}

static void show(struct watch *watch)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	ARENA_SCOPED struct arena *arena = arena_create();
	struct course_record course;
	struct options options = *watch->options;
	options.student = NULL;
	if (gradebook_read(&options, arena, diagnostics, &course) >= 0) {
		watch->whole = true;
		return;
	}
	set_margins(watch, &course);
	write_pages(watch, &course);
	print_lines(watch, &course);
}

/* ---- the whole ---- */

/* Whatever is not done is due again: what was our fault after a while, or for the next watch, all else soon. */
static void retry(struct watch *watch)
{
	size_t faults = 0;
	for (size_t i = 0; i < watch->count; i++) {
		const struct item *item = &watch->items[i];
		const bool ours = !item->changed && !item->later;
		if (item->done || (desk_stop && !item->fault))
			continue;
		if (item->fault)
			complain("\"%s\": %s", watch->jobs[i].path, item->reason);
		arrivals_put_off(watch->arrivals, watch->jobs[i].student, item->seen,
				 ours ? ARRIVALS_RETRY_MS : ARRIVALS_QUIET_MS);
		faults += ours;
	}
	if (faults > 0)
		complain("%zu submission%s could not be graded; nothing was scored for %s, %s tried again", faults,
			 text_plural((double)faults), faults == 1 ? "it" : "them", faults == 1 ? "it is" : "they are");
}

static void grade_batch(struct watch *watch)
{
	TEXT_SCOPED struct text why = {0};
	const struct crew_customer customer = {watch, wants, take_result};
	watch->begun_ns = now_ns();
	if (!crew_grade(watch->desk.exam, &watch->desk.sandbox, watch->jobs, watch->count, watch->options->jobs,
			&desk_stop, &customer, &why))
		complain("%s", text_string(&why));
	if (watch->desk.why.length > 0)
		complain("%s", text_string(&watch->desk.why));
	text_clear(&watch->desk.why);
	retry(watch);
	show(watch);
}

static int attend(struct watch *watch)
{
	TEXT_SCOPED struct text why = {0};
	ARENA_SCOPED struct arena *arena = arena_create();
	watch->arena = arena;
	show(watch);
	while (!desk_stop) {
		if (!arrivals_wait(watch->arrivals, &desk_stop, &why) || (!desk_stop && !gather(watch, &why))) {
			complain("%s", text_string(&why));
			return EXIT_HARNESS;
		}
		if (!desk_stop && watch->count > 0)
			grade_batch(watch);
		watch->count = 0;
		arena_reset(arena);
	}
	if (watch->whole)
		show(watch);
	return EXIT_WELL;
}

/* Without the slashes at its end, which would stand between it and its name. */
static const char *name_class(const char *path, struct arena *arena)
{
	size_t length = strlen(path);
	while (length > 1 && path[length - 1] == '/')
		length--;
	return arena_copy(arena, path, length);
}

/* Says once what is left out; arrivals are looked up without a word. */
static bool look_first(const struct watch *watch, struct arena *arena, struct text *why)
{
	struct stat status;
	struct hand_in hand_in;
	if (stat(watch->class, &status) == 0 && !S_ISDIR(status.st_mode)) {
		text_add_format(why, "\"%s\" is no folder", watch->class);
		return false;
	}
	return hand_in_find(&watch->class, 1, arena, &hand_in, why);
}

int command_watch(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct watch watch = {
		.options = options,
		.class = name_class(options->operands[0], arena),
		.directory = options->output != NULL ? options->output : "reports",
		.whole = true,
		.measured = arena,
	};
	desk_catch_signals();
	int status = desk_prepare(&watch.desk, options, arena);
	if (status >= 0)
		return status;
	if (!look_first(&watch, arena, &why) || (watch.arrivals = arrivals_open(watch.class, &why)) == NULL) {
		complain("%s", text_string(&why));
		return EXIT_USAGE;
	}
	status = desk_open(&watch.desk, arena);
	if (status < 0) {
		if (!options->json)
			fprintf(stderr, "grader: watching \"%s\"; SIGINT or SIGTERM ends it\n", watch.class);
		status = attend(&watch);
	}
	desk_close(&watch.desk);
	arrivals_close(watch.arrivals);
	return status;
}
