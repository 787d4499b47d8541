/*
 * grader grade: runs what is new or changed, stores it as it is done, and prints in the order of the
 * students whatever the number of threads. What was stored stays stored: a grader that is killed goes on
 * where it was.
 */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/board.h"
#include "commands/command.h"
#include "commands/desk.h"
#include "commands/earlier.h"
#include "commands/hand_in.h"
#include "commands/progress.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/points.h"
#include "core/speed.h"
#include "core/roster.h"
#include "core/stopwatch.h"
#include "export/gradescope_metadata.h"
#include "export/json.h"
#include "store/store.h"

struct line {
	bool done;
	struct digest submission; /* what was graded */
	double share;		  /* of it, until it is done */
	struct text text;	  /* what to print for it */
};

struct session {
	const struct options *options;
	struct desk desk;
	struct hand_in hand_in;
	struct line *lines;
	struct earlier earlier;
	size_t printed, finished; /* lines printed; jobs done */
	size_t graded, cached, rejected, faults;
	size_t work;  /* jobs that are not known already, as far as a bar needs to know */
	double begun; /* what is done of those at hand, in sum */
	uint64_t begun_ns;
	bool terminal; /* a progress bar on stderr */
};

/* ---- progress ---- */

static void draw_bar(const struct session *session)
{
	if (!session->terminal)
		return;
	const struct earlier *earlier = &session->earlier;
	const struct progress progress = {
		.total = session->hand_in.count + earlier->count,
		.finished = session->finished + earlier->finished,
		.work = session->work + earlier->count,
		.worked = session->finished - session->cached + earlier->graded,
		.begun = session->begun,
		.elapsed_ms = (now_ns() - session->begun_ns) / 1000000,
	};
	const struct terminal terminal = terminal_of(STDERR_FILENO); /* it may have been resized */
	TEXT_SCOPED struct text line = {0};
	progress_describe(&progress, &terminal, &line);
	fprintf(stderr, "\r\033[K%s", text_string(&line));
	fflush(stderr);
}

/*
 * So that the time left is that of what takes time. What is graded is looked at again then: this is for the bar alone.
 */
static void count_work(struct session *session, struct arena *arena)
{
	bool *wanted = arena_array(arena, session->desk.exam->n_exercises, sizeof(*wanted));
	for (size_t i = 0; session->terminal && i < session->hand_in.count && !desk_stop; i++) {
		struct submission submission;
		struct digest digest;
		TEXT_SCOPED struct text why = {0};
		if (session->hand_in.jobs[i].fault != NULL ||
		    !submission_open(session->hand_in.jobs[i].path, &submission, &why))
			continue;
		memcpy(digest.bytes, submission.sha256, DIGEST_BYTES);
		session->work += desk_wants(&session->desk, &digest, wanted);
		submission_close(&submission);
	}
}

/* A long run of few submissions moves as its exercises do. */
static void follow(void *context, size_t index, double share)
{
	struct session *session = context;
	struct line *line = &session->lines[index];
	session->begun += share - line->share;
	line->share = share;
}

static void beat(void *context)
{
	draw_bar(context);
}

static void clear_bar(const struct session *session)
{
	if (session->terminal)
		fputs("\r\033[K", stderr);
}

/* Prints the lines that are due: each as soon as all before it are. */
static void print_due(struct session *session)
{
	clear_bar(session);
	while (session->printed < session->hand_in.count && session->lines[session->printed].done) {
		struct line *line = &session->lines[session->printed++];
		if (!session->options->json)
			fputs(text_string(&line->text), stdout);
		text_release(&line->text);
	}
	fflush(stdout);
	draw_bar(session);
}

/* Where somebody watches the bar, scores are told once, by the board; else a line each, as they come. */
static bool shows_bar_alone(const struct session *session)
{
	return session->terminal && session->options->terminal.is_live;
}

/* ", 2 of 10 for speed" */
static void add_speed(struct text *text, const struct graded *graded)
{
	double won = 0, points = 0;
	for (size_t i = 0; i < graded->n_results; i++) {
		won += speed_won(&graded->results[i]);
		points += speed_points(&graded->results[i]);
	}
	if (!(points > 0))
		return;
	text_add(text, ", ");
	points_add_of(text, won, points);
	text_add(text, " for speed");
}

static void describe(const struct session *session, const struct job_done *done, bool colour, struct text *text)
{
	const struct graded *graded = &done->graded;
	const char *student = session->hand_in.jobs[done->index].student;
	text_add_visible(text, student, strlen(student));
	text_add(text, ": ");
	terminal_verdict(text, colour, graded->verdict);
	if (graded->reason[0] != '\0') {
		text_add(text, ": ");
		text_add_visible(text, graded->reason, strlen(graded->reason));
	}
	if (graded->verdict == VERDICT_GRADED) {
		double won = 0, points = 0;
		for (size_t i = 0; i < graded->n_results; i++) {
			won += graded->results[i].won;
			points += graded->results[i].points;
		}
		text_add(text, " ");
		points_add_of(text, won, points);
		text_add_format(text, " point%s in %zu exercise%s", text_plural(points), graded->n_results,
				text_plural((double)graded->n_results));
		add_speed(text, graded);
	}
}

/* On a terminal that is too narrow for it, in several lines. */
static void add_line(const struct session *session, const struct job_done *done, struct text *text)
{
	const struct terminal *terminal = &session->options->terminal;
	TEXT_SCOPED struct text line = {0}, plain = {0};
	describe(session, done, terminal->has_colour, &line);
	describe(session, done, false, &plain);
	if (!terminal->is_live || terminal_columns(text_string(&plain), plain.length) <= terminal->width)
		text_add_format(text, "%s\n", text_string(&line));
	else
		terminal_wrap(text, text_string(&plain), 0, terminal->width);
}

/* ---- the crew's customer ---- */

static bool wants(void *context, size_t index, const struct digest *submission, bool *wanted)
{
	struct session *session = context;
	(void)index;
	return desk_wants(&session->desk, submission, wanted);
}

/* No score is kept. Lines for people say so in their turn; who reads JSON is told now. */
static bool take_fault(struct session *session, const struct job_done *done)
{
	session->faults++;
	if (session->options->json)
		complain("\"%s\": %s", session->hand_in.jobs[done->index].path, done->graded.reason);
	return desk_fail(&session->desk, &session->hand_in.jobs[done->index], done);
}

static bool take_result(void *context, const struct job_done *done)
{
	struct session *session = context;
	struct line *line = &session->lines[done->index];
	const struct job *job = &session->hand_in.jobs[done->index];
	line->submission = done->submission;
	if (done->unstarted)
		return desk_fail(&session->desk, job, done);
	const bool kept =
		done->graded.verdict == VERDICT_HARNESS_FAULT
			? take_fault(session, done)
			: desk_keep(&session->desk, job, session->hand_in.modified_at[done->index], done, NULL);
	if (!kept)
		return false;
	if (done->graded.warning != NULL)
		warn("\"%s\": %s", job->path, done->graded.warning);
	session->cached += done->cached;
	session->graded += !done->cached && done->graded.verdict == VERDICT_GRADED;
	session->rejected += !done->cached && done->graded.verdict == VERDICT_REJECTED;
	if (!done->cached && (done->graded.verdict != VERDICT_GRADED || !shows_bar_alone(session)))
		add_line(session, done, &line->text);
	line->done = true;
	session->begun -= line->share;
	session->finished++;
	print_due(session);
	return true;
}

/* ---- earlier hand-ins ---- */

/* Of those who hand in now, where only some were named; and not what was just graded, or just failed. */
static bool is_earlier(void *context, const struct stale_record *stale)
{
	const struct session *session = context;
	bool named = session->hand_in.is_class;
	for (size_t i = 0; i < session->hand_in.count; i++) {
		TEXT_SCOPED struct text name = {0};
		if (digest_equal(&session->lines[i].submission, &stale->submission))
			return false;
		if (named)
			continue;
		text_add_kept(&name, session->hand_in.jobs[i].student);
		named = strcmp(text_string(&name), stale->student) == 0;
	}
	return named;
}

static void follow_earlier(void *context)
{
	draw_bar(context);
}

/* False, and why, if it could not be done. */
static bool grade_earlier(struct session *session, struct arena *arena, struct text *why)
{
	session->earlier = (struct earlier){
		.desk = &session->desk, .context = session, .is_wanted = is_earlier, .follow = follow_earlier};
	return earlier_find(&session->earlier, arena, why) && earlier_grade(&session->earlier, SIZE_MAX, why);
}

static void add_earlier(const struct session *session, struct text *words)
{
	const struct earlier *earlier = &session->earlier;
	if (earlier->graded > 0)
		text_add_format(words, "; %zu earlier hand-in%s that may count graded by the exercises as they are now",
				earlier->graded, text_plural((double)earlier->graded));
}

/* ---- after ---- */

static void print_board(const struct session *session, const struct course_record *course, struct arena *arena)
{
	TEXT_SCOPED struct text text = {0};
	board_add(&text, &session->options->terminal, course, arena);
	fputs(text_string(&text), stdout);
}

static bool everything_won(const struct course_record *course)
{
	for (size_t i = 0; i < course->n_students; i++)
		if (course->students[i].verdict != VERDICT_GRADED ||
		    course->students[i].automatic < course->students[i].points)
			return false;
	return true;
}

static void print_summary(const struct session *session)
{
	const struct terminal *terminal = &session->options->terminal;
	const char *plural = text_plural((double)session->hand_in.count);
	TEXT_SCOPED struct text words = {0}, lines = {0};
	if (session->options->json)
		return;
	if (session->cached == session->hand_in.count)
		text_add_format(&words, "%zu submission%s, nothing new: nothing was graded again",
				session->hand_in.count, plural);
	else
		text_add_format(&words,
				"%zu submission%s: %zu graded, %zu rejected, %zu unchanged, %zu to be tried again",
				session->hand_in.count, plural, session->graded, session->rejected, session->cached,
				session->faults);
	add_earlier(session, &words);
	terminal_wrap(&lines, text_string(&words), 0, terminal->is_live ? terminal->width : SIZE_MAX);
	fputs(text_string(&lines), stdout);
}

static void say_how_to_go_on(const struct session *session)
{
	complain("stopped after %zu of %zu submission%s: all scores so far are kept, the same command goes on from "
		 "there",
		 session->finished, session->hand_in.count, text_plural((double)session->hand_in.count));
}

static int conclude(struct session *session, struct arena *arena)
{
	struct course_record course;
	clear_bar(session);
	const bool read = session->options->json
				  ? store_course(session->desk.store, NULL, arena, &course, &session->desk.why)
				  : store_scores(session->desk.store, arena, &course, &session->desk.why);
	if (!read)
		return complain_of(&session->desk.why);
	const bool won = everything_won(&course);
	roster_add_absent(&course, arena);
	print_summary(session);
	if (session->options->json)
		json_print_course(&course);
	else
		print_board(session, &course, arena);
	if (session->finished < session->hand_in.count) {
		say_how_to_go_on(session);
		return EXIT_HARNESS;
	}
	earlier_tell(&session->earlier);
	if (session->faults > 0)
		complain("%zu submission%s could not be graded; nothing was scored for %s, the same command tries "
			 "again",
			 session->faults, text_plural((double)session->faults), session->faults == 1 ? "it" : "them");
	return session->faults + earlier_left(&session->earlier) > 0 ? EXIT_HARNESS : won ? EXIT_WELL : EXIT_FINDINGS;
}

static void print_timing(const struct session *session)
{
	TEXT_SCOPED struct text text = {0};
	stopwatch_describe(&text, now_ns() - session->begun_ns, session->finished);
	fputs(text_string(&text), stderr);
}

/*
 * Where Gradescope grades, the file is as old as the run. An extension counts as if the hand-in were so much earlier:
 * days late are then days after the due date of that student.
 */
static bool date(const char *path, struct arena *arena, struct hand_in *hand_in, struct text *why)
{
	struct gradescope_metadata metadata;
	int64_t *handed_in_at = arena_array(arena, hand_in->count, sizeof(*handed_in_at));
	if (!gradescope_metadata_read(path, &metadata, why))
		return false;
	for (size_t i = 0; i < hand_in->count; i++)
		handed_in_at[i] = metadata.created_at - metadata.extension_s;
	hand_in->modified_at = handed_in_at;
	return true;
}

/* ---- the whole ---- */

static int grade(struct session *session, struct arena *arena)
{
	TEXT_SCOPED struct text why = {0};
	struct crew_customer customer = {
		.context = session, .wants = wants, .done = take_result, .ran = follow, .beat = beat};
	count_work(session, arena);
	session->begun_ns = now_ns();
	draw_bar(session);
	bool worked = crew_grade(session->desk.exam, &session->desk.sandbox, session->hand_in.jobs,
				 session->hand_in.count, session->options->jobs, &desk_stop, &customer, &why);
	if (session->options->timing)
		print_timing(session);
	for (size_t i = 0; i < session->hand_in.count; i++) {
		if (!session->options->json)
			fputs(text_string(&session->lines[i].text), stdout);
		text_release(&session->lines[i].text);
	}
	if (!worked || session->desk.why.length > 0) {
		clear_bar(session);
		complain("%s", worked ? text_string(&session->desk.why) : text_string(&why));
		if (session->finished < session->hand_in.count)
			say_how_to_go_on(session);
		return EXIT_HARNESS;
	}
	if (session->finished == session->hand_in.count && !desk_stop && !grade_earlier(session, arena, &why)) {
		clear_bar(session);
		complain("%s", text_string(&why));
		return EXIT_HARNESS;
	}
	return conclude(session, arena);
}

int command_grade(const struct options *options)
{
	static const char *const usual[] = {"submissions"};
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct session session = {.options = options, .terminal = terminal_of(STDERR_FILENO).is_live && !options->json};
	desk_catch_signals();
	int status = desk_prepare(&session.desk, options, arena);
	if (status >= 0)
		return status;
	const char *const *paths = options->n_operands > 0 ? options->operands : usual;
	size_t n_paths = options->n_operands > 0 ? options->n_operands : 1;
	if (!hand_in_find(paths, n_paths, arena, &session.hand_in, &why)) {
		complain("%s", text_string(&why));
		return EXIT_USAGE;
	}
	if (session.hand_in.count == 0) {
		complain("no submission in \"%s\": STUDENT.so or STUDENT/*.so is wanted", paths[0]);
		return EXIT_USAGE;
	}
	if (options->gradescope != NULL && !date(options->gradescope, arena, &session.hand_in, &why))
		return complain_of(&why);
	status = desk_open(&session.desk, arena);
	if (status < 0 && !desk_forget_gone(&session.desk, paths, n_paths, &session.hand_in, NULL)) {
		complain("%s", text_string(&session.desk.why));
		status = EXIT_HARNESS;
	}
	if (status < 0) {
		session.lines = arena_array(arena, session.hand_in.count, sizeof(*session.lines));
		status = grade(&session, arena);
	}
	desk_close(&session.desk);
	return status;
}
