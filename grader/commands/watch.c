/*
 * grader watch: grades what is dropped into a class folder, a batch at a time: whoever is due is looked up as `grade`
 * would find them, graded, stored, and shown, on their pages and in a line each. There is no state but the gradebook:
 * what a stopped watch left undone the next one, or `grade`, finds. Hand-ins of before that may count are graded by the
 * exercises as they are now while nobody hands in.
 */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/arrivals.h"
#include "commands/bulletin.h"
#include "commands/command.h"
#include "commands/desk.h"
#include "commands/earlier.h"
#include "commands/hand_in.h"
#include "commands/ripeness.h"
#include "commands/setting.h"
#include "core/list.h"
#include "core/stopwatch.h"

/*
 * Pages and lines come after so many hand-ins, or after so long; a flood is not to cost a look at the class for each.
 */
enum { BATCH_MAX = 512, BATCH_MS = 2000, NS_PER_MS = 1000000 };

/* Hand-ins of before come when nobody was due for so long, so many at once: whoever hands in then waits no longer. */
enum { IDLE_MS = 500, PART_MAX = 16 };

/* A hand-in of a batch, and what came of it. */
struct item {
	const char *name;   /* the student's, as the gradebook has it */
	struct stat status; /* of the file, when it was found ripe */
	bool seen;	    /* it arrived while watched */
	bool copied;	    /* what is graded is a copy of that file */
	bool changed;	    /* what would have been graded is no longer that file */
	bool later;	    /* it is for the next batch */
	bool is_new;	    /* the gradebook had another as the student's latest, or none */
	bool done, cached;
	bool failed; /* by a fault of ours, which pages tell of, */
	bool fault;  /* and that is not that there is no sandbox, which is said once */
	enum verdict verdict;
	const char *reason;
};

struct watch {
	const struct options *options;
	const char *class;
	struct desk desk;
	struct arrivals *arrivals;
	struct bulletin *bulletin;
	/* what was handed in before */
	struct arena *found; /* holds the list, and is NULL before it was looked for */
	struct earlier earlier;
	bool idle; /* nobody was due for a while */
	/* what was said of files that are left out */
	struct arena *said_arena;
	const char **said;
	size_t n_said;
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
		if (arrivals_takes_long(watch->arrivals, job->student, now))
			warn("\"%s\" is not complete yet, and graded once it is", job->path);
		return false;
	}
	watch->jobs[watch->count] = *job;
	watch->modified_at[watch->count] = modified_at;
	watch->items[watch->count++] = item;
	return true;
}

/* What waited to be tried again and is not there any more; if the gradebook cannot be read, the next look finds it. */
static void forget_gone(struct watch *watch, const struct hand_in *hand_in)
{
	bool any = false;
	desk_forget_gone(&watch->desk, &watch->class, 1, hand_in, &any);
	text_clear(&watch->desk.why);
	if (!any)
		return;
	bulletin_renew(watch->bulletin);
	bulletin_publish(watch->bulletin);
}

/* False if it is remembered already. */
static bool remember(struct watch *watch, const char *words)
{
	for (size_t i = 0; i < watch->n_said; i++)
		if (strcmp(watch->said[i], words) == 0)
			return false;
	watch->said = list_extend(watch->said_arena, watch->said, watch->n_said, sizeof(*watch->said));
	watch->said[watch->n_said++] = arena_string(watch->said_arena, words);
	return true;
}

/* Of what nobody has written to for a moment; a folder that is empty waits for its file. Once is enough. */
static void warn_of_left_out(struct watch *watch, const struct hand_in *hand_in, uint64_t now)
{
	for (size_t i = 0; i < hand_in->n_left_out; i++) {
		const struct left_out *left_out = &hand_in->left_out[i];
		const char *why = arrivals_due(watch->arrivals, left_out->owner, now) == NULL
					  ? NULL
					  : hand_in_explain(left_out, false, watch->arena);
		if (why != NULL && remember(watch, why))
			warn("%s", why);
	}
}

/* Takes whoever is due, as many as make a batch; of the others who are due nothing lies there. */
static bool gather(struct watch *watch, struct text *why)
{
	struct hand_in hand_in;
	const uint64_t now = now_ns();
	watch->count = 0;
	if (!hand_in_find_again(watch->class, watch->arena, &hand_in, why))
		return false;
	warn_of_left_out(watch, &hand_in, now);
	for (size_t i = 0; i < hand_in.count && watch->count < BATCH_MAX; i++) {
		const struct job *job = &hand_in.jobs[i];
		const struct arrival *arrival = arrivals_due(watch->arrivals, job->student, now);
		if (arrival != NULL && add_job(watch, job, hand_in.modified_at[i], arrival, now))
			arrivals_settle(watch->arrivals, job->student);
	}
	if (watch->count < BATCH_MAX)
		arrivals_settle_due(watch->arrivals, now);
	forget_gone(watch, &hand_in);
	return true;
}

/* ---- the crew's customer ---- */

/*
 * The crew copies a file some time after it was found ripe. If it was written to, or is gone, by then, nothing is kept
 * of it: the copy may be half of each.
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
	item->cached = done->cached;
	item->verdict = done->graded.verdict;
	item->reason = arena_string(watch->arena, done->graded.reason);
	item->failed = done->graded.verdict == VERDICT_HARNESS_FAULT;
	item->fault = item->failed && !done->unstarted;
	if (item->failed)
		return desk_fail(&watch->desk, &watch->jobs[done->index], done);
	if (!desk_keep(&watch->desk, &watch->jobs[done->index], watch->modified_at[done->index], done, &item->is_new))
		return false;
	if (done->graded.warning != NULL)
		warn("\"%s\": %s", watch->jobs[done->index].path, done->graded.warning);
	item->done = true;
	return true;
}

/* ---- what is shown ---- */

/* A line for whoever was graded or handed in; what lay there and was stored goes without a word. */
static void show(struct watch *watch)
{
	for (size_t i = 0; i < watch->count; i++) {
		const struct item *item = &watch->items[i];
		const struct notice notice = {item->name, item->verdict, item->reason, item->cached,
					      item->done && (!item->cached || item->seen || item->is_new)};
		if (item->done || item->failed)
			bulletin_add(watch->bulletin, &notice);
	}
	bulletin_publish(watch->bulletin);
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
	const struct crew_customer customer = {.context = watch, .wants = wants, .done = take_result};
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

/* ---- what was handed in before ---- */

static bool is_behind(const struct watch *watch)
{
	return watch->found == NULL || watch->earlier.finished < watch->earlier.count;
}

static bool grade_part(struct watch *watch, struct text *why)
{
	if (watch->found == NULL) {
		watch->found = arena_create();
		watch->earlier = (struct earlier){.desk = &watch->desk};
		if (!earlier_find(&watch->earlier, watch->found, why))
			return false;
	}
	return earlier_grade(&watch->earlier, PART_MAX, why);
}

/* Their students' pages are written with the next batch, or when all is done. A failure leaves it to `grade`. */
static void look_back(struct watch *watch)
{
	TEXT_SCOPED struct text why = {0};
	const size_t begin = watch->earlier.finished;
	const bool done = grade_part(watch, &why);
	for (size_t i = begin; i < watch->earlier.count && i < begin + PART_MAX; i++)
		bulletin_add(watch->bulletin,
			     &(const struct notice){watch->earlier.list[i].student, VERDICT_GRADED, "", true, false});
	if (!done)
		complain("%s", text_string(&why));
	if (done && is_behind(watch))
		return;
	if (!desk_stop || !done)
		earlier_tell(&watch->earlier);
	watch->earlier.count = watch->earlier.finished;
	bulletin_publish(watch->bulletin);
}

/* When to stop waiting for somebody who hands in. */
static uint64_t until_ns(const struct watch *watch)
{
	const uint64_t due_ns = bulletin_due_ns(watch->bulletin);
	const uint64_t back_ns = !is_behind(watch) ? UINT64_MAX
				 : watch->idle	   ? 0
						   : now_ns() + (uint64_t)IDLE_MS * NS_PER_MS;
	return due_ns < back_ns ? due_ns : back_ns;
}

/* Until a signal ends it. False if the folder is gone. */
static bool attend(struct watch *watch, struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	watch->arena = arena;
	for (; !desk_stop; arena_reset(arena)) {
		if (!arrivals_wait(watch->arrivals, until_ns(watch), &desk_stop, why) ||
		    (!desk_stop && !gather(watch, why)))
			return false;
		watch->idle = watch->count == 0;
		if (!desk_stop && watch->count > 0)
			grade_batch(watch);
		else if (!desk_stop && is_behind(watch))
			look_back(watch);
		else if (bulletin_due_ns(watch->bulletin) <= now_ns())
			bulletin_publish(watch->bulletin);
	}
	return true;
}

static int watch_folder(struct watch *watch)
{
	TEXT_SCOPED struct text why = {0};
	if (!watch->options->json)
		fprintf(stderr, "grader: watching \"%s\"; SIGINT or SIGTERM ends it\n", watch->class);
	watch->bulletin = bulletin_open(watch->options, &watch->desk.catalogue);
	bulletin_publish(watch->bulletin);
	const bool ended = attend(watch, &why);
	const bool shown = bulletin_close(watch->bulletin);
	if (watch->found != NULL)
		arena_destroy(watch->found);
	if (!ended)
		complain("%s", text_string(&why));
	return ended && shown ? EXIT_WELL : EXIT_HARNESS;
}

/* Without the slashes at its end, which would stand between it and its name. */
static const char *name_class(const char *path, struct arena *arena)
{
	size_t length = strlen(path);
	while (length > 1 && path[length - 1] == '/')
		length--;
	return arena_copy(arena, path, length);
}

/* Says what is left out, and keeps in mind that it did. */
static bool look_first(struct watch *watch, struct text *why)
{
	struct stat status;
	struct hand_in hand_in;
	if (stat(watch->class, &status) == 0 && !S_ISDIR(status.st_mode)) {
		text_add_format(why, "\"%s\" is no folder", watch->class);
		return false;
	}
	if (!hand_in_find(&watch->class, 1, watch->said_arena, &hand_in, why))
		return false;
	for (size_t i = 0; i < hand_in.n_left_out; i++) {
		const char *words = hand_in_explain(&hand_in.left_out[i], true, watch->said_arena);
		if (words != NULL)
			remember(watch, words);
	}
	return true;
}

int command_watch(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct watch watch = {
		.options = options,
		.class = name_class(options->operands[0], arena),
		.said_arena = arena,
	};
	desk_catch_signals();
	int status = desk_prepare(&watch.desk, options, arena);
	if (status >= 0)
		return status;
	if (!look_first(&watch, &why) || (watch.arrivals = arrivals_open(watch.class, &why)) == NULL) {
		complain("%s", text_string(&why));
		return EXIT_USAGE;
	}
	status = desk_open(&watch.desk, arena);
	if (status < 0)
		status = watch_folder(&watch);
	desk_close(&watch.desk);
	arrivals_close(watch.arrivals);
	return status;
}
