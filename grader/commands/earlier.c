#include "commands/earlier.h"

#include "commands/kept.h"
#include "commands/setting.h"

/* Jobs of a crew that grades part of the list. */
struct part {
	struct earlier *earlier;
	size_t begin, count;
};

bool earlier_find(struct earlier *earlier, struct arena *arena, struct text *why)
{
	const struct stale_record *all;
	size_t count;
	if (!store_stale(earlier->desk->store, arena, &all, &count, why))
		return false;
	struct stale_record *list = arena_array(arena, count, sizeof(*list));
	earlier->jobs = arena_array(arena, count, sizeof(*earlier->jobs));
	for (size_t i = 0; i < count; i++) {
		if (earlier->is_wanted != NULL && !earlier->is_wanted(earlier->context, &all[i]))
			continue;
		list[earlier->count] = all[i];
		earlier->jobs[earlier->count++] = (struct job){.path = all[i].path, .student = all[i].student};
	}
	earlier->list = list;
	return true;
}

/* ---- the crew's customer ---- */

static const struct stale_record *stale_of(const struct part *part, size_t index)
{
	return &part->earlier->list[part->begin + index];
}

static bool open_kept(void *context, size_t index, struct submission *submission, struct text *reason)
{
	const struct part *part = context;
	const struct stale_record *stale = stale_of(part, index);
	return kept_open(part->earlier->desk->store, stale->path, &stale->submission, submission, reason) !=
	       KEPT_NOWHERE;
}

static bool wants(void *context, size_t index, const struct digest *submission, bool *wanted)
{
	const struct part *part = context;
	(void)index;
	return desk_wants(part->earlier->desk, submission, wanted);
}

static bool is_whole(const struct graded *graded)
{
	for (size_t i = 0; i < graded->n_results; i++)
		if (graded->results[i].verdict == VERDICT_HARNESS_FAULT)
			return false;
	return graded->verdict == VERDICT_GRADED;
}

static bool keep(struct desk *desk, const struct job_done *done)
{
	return store_keep_content(desk->store, &done->submission, done->data, done->submission_bytes, &desk->why) &&
	       store_add_results(desk->store, desk->run_id, &done->submission, done->graded.n_results,
				 done->graded.results, &desk->why);
}

/* It was graded before, so that it is not loaded any more is our fault. */
static bool take_result(void *context, const struct job_done *done)
{
	const struct part *part = context;
	struct earlier *earlier = part->earlier;
	const struct stale_record *stale = stale_of(part, done->index);
	if (done->unstarted) /* nothing is, and why is said once */
		return true;
	const bool lost = !digest_equal(&done->submission, &stale->submission);
	const bool fault =
		lost ? done->graded.verdict == VERDICT_HARNESS_FAULT : !done->cached && !is_whole(&done->graded);
	earlier->finished++;
	earlier->faults += fault;
	earlier->lost += lost && !fault;
	earlier->graded += !lost && !fault && !done->cached;
	if (fault)
		complain("\"%s\" of before: %s", stale->path,
			 done->graded.reason[0] != '\0' ? done->graded.reason : "could not be graded");
	if (!lost && done->graded.verdict == VERDICT_GRADED && !keep(earlier->desk, done))
		return false;
	if (earlier->follow != NULL)
		earlier->follow(earlier->context);
	return true;
}

bool earlier_grade(struct earlier *earlier, size_t limit, struct text *why)
{
	struct part part = {
		.earlier = earlier, .begin = earlier->finished, .count = earlier->count - earlier->finished};
	const struct crew_customer customer = {
		.context = &part, .wants = wants, .done = take_result, .open = open_kept};
	struct desk *desk = earlier->desk;
	if (part.count > limit)
		part.count = limit;
	if (part.count > 0 && !crew_grade(desk->exam, &desk->sandbox, earlier->jobs + part.begin, part.count,
					  desk->options->jobs, &desk_stop, &customer, why))
		return false;
	text_add_bytes(why, text_string(&desk->why), desk->why.length);
	text_clear(&desk->why);
	return why->length == 0;
}

/* ---- what is left ---- */

size_t earlier_left(const struct earlier *earlier)
{
	return earlier->count - earlier->finished + earlier->faults;
}

void earlier_tell(const struct earlier *earlier)
{
	const size_t left = earlier_left(earlier);
	if (earlier->lost > 0)
		warn("%zu earlier hand-in%s that may count cannot be graded by the exercises as they are now: nobody "
		     "has "
		     "a copy",
		     earlier->lost, text_plural((double)earlier->lost));
	if (left > 0)
		complain("%zu earlier hand-in%s still to be graded by the exercises as they are now; `grader grade` "
			 "goes "
			 "on with %s",
			 left, left == 1 ? " is" : "s are", left == 1 ? "it" : "them");
}
