#include "commands/bulletin.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/gradebook.h"
#include "commands/margins.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/file.h"
#include "core/list.h"
#include "core/policy.h"
#include "core/score.h"
#include "core/stopwatch.h"
#include "export/json.h"
#include "report/report.h"

struct bulletin {
	const struct options *options;
	const struct catalogue *catalogue;
	const char *directory;
	bool whole;	    /* all pages are to be written */
	uint64_t failed_ns; /* when the gradebook could not be read; 0: it was, when it was asked last */
	/* what is to be told */
	struct arena *arena;
	size_t count;
	struct notice *notices;
	/* as measured at first, by the exercises as they are graded */
	struct arena *measured;
	const struct coverage_record *const *coverage;
	size_t n_exercises;
};

struct bulletin *bulletin_open(const struct options *options, const struct catalogue *catalogue)
{
	struct bulletin *bulletin = calloc(1, sizeof(*bulletin));
	if (bulletin == NULL)
		abort();
	*bulletin = (struct bulletin){
		.options = options,
		.catalogue = catalogue,
		.directory = options->output != NULL ? options->output : "reports",
		.whole = true,
		.arena = arena_create(),
		.measured = arena_create(),
	};
	return bulletin;
}

void bulletin_add(struct bulletin *bulletin, const struct notice *notice)
{
	struct arena *arena = bulletin->arena;
	bulletin->notices = list_extend(arena, bulletin->notices, bulletin->count, sizeof(*bulletin->notices));
	struct notice *kept = &bulletin->notices[bulletin->count++];
	*kept = *notice;
	kept->student = arena_string(arena, notice->student);
	kept->reason = arena_string(arena, notice->reason);
}

void bulletin_renew(struct bulletin *bulletin)
{
	bulletin->whole = true;
}

static void forget(struct bulletin *bulletin)
{
	bulletin->count = 0;
	bulletin->notices = NULL;
	arena_reset(bulletin->arena);
}

/* ---- lines ---- */

static const struct student_record *find_student(const struct course_record *course, const char *name)
{
	for (size_t i = 0; i < course->n_students; i++)
		if (strcmp(course->students[i].name, name) == 0)
			return &course->students[i];
	return NULL;
}

static void print_json(const struct course_record *course, const struct student_record *student,
		       const struct notice *notice, const char *now)
{
	const double won = score_of_course(course, student);
	json_t *line = json_object();
	json_object_set_new(line, "time", json_text(now));
	json_object_set_new(line, "student", json_text(student->name));
	json_object_set_new(line, "verdict", json_text(verdict_name(notice->verdict)));
	json_object_set_new(line, "reason", json_text(notice->reason));
	json_object_set_new(line, "won", isnan(won) ? json_null() : json_number(won));
	json_object_set_new(line, "points", json_number(student->points));
	json_dumpf(line, stdout, JSON_COMPACT | JSON_REAL_PRECISION(15));
	json_decref(line);
	putchar('\n');
}

/* With the notes of the board: "late", "not in the roster". */
static void print_text(const struct bulletin *bulletin, const struct course_record *course,
		       const struct student_record *student, const struct notice *notice, const char *now)
{
	TEXT_SCOPED struct text line = {0}, notes = {0};
	text_add_format(&line, "%s  ", now);
	text_add_visible(&line, student->name, strlen(student->name));
	text_add(&line, "  ");
	score_add_of(&line, course, student);
	text_add(&line, "  ");
	terminal_verdict(&line, bulletin->options->terminal.has_colour, notice->verdict);
	if (notice->reason[0] != '\0') {
		text_add(&line, ": ");
		text_add_visible(&line, notice->reason, strlen(notice->reason));
	}
	policy_add_notes(course, student, ", ", &notes);
	text_add_format(&line, "%s%s", notes.length > 0 ? "  " : "", text_string(&notes));
	puts(text_string(&line));
}

static void print_lines(const struct bulletin *bulletin, const struct course_record *course)
{
	char now[32];
	const time_t seconds = time(NULL);
	struct tm parts;
	if (bulletin->options->json)
		strftime(now, sizeof(now), "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&seconds, &parts));
	else
		strftime(now, sizeof(now), "%H:%M:%S", localtime_r(&seconds, &parts));
	for (size_t i = 0; i < bulletin->count; i++) {
		struct notice notice = bulletin->notices[i];
		const struct student_record *student = find_student(course, notice.student);
		if (student == NULL || !notice.told)
			continue;
		if (notice.cached) { /* what was found before */
			notice.verdict = student->verdict;
			notice.reason = student->reason;
		}
		if (bulletin->options->json)
			print_json(course, student, &notice, now);
		else
			print_text(bulletin, course, student, &notice, now);
	}
	fflush(stdout);
}

/* ---- pages ---- */

static bool refresh(const struct bulletin *bulletin, const struct course_record *course, struct text *why)
{
	const char **names = arena_array(bulletin->arena, bulletin->count, sizeof(char *));
	for (size_t i = 0; i < bulletin->count; i++)
		names[i] = bulletin->notices[i].student;
	return report_refresh(bulletin->directory, course, names, bulletin->count, why);
}

static void write_pages(struct bulletin *bulletin, const struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	const bool written =
		bulletin->whole ? report_write(bulletin->directory, course, &why) : refresh(bulletin, course, &why);
	if (!written)
		complain("%s", text_string(&why));
	bulletin->whole = !written;
}

/* Measured once: the exercises of a run do not change. */
static void set_margins(struct bulletin *bulletin, struct course_record *course)
{
	if (bulletin->coverage == NULL || bulletin->n_exercises != course->n_exercises) {
		margins_measure(bulletin->catalogue, bulletin->measured, course);
		bulletin->coverage = course->coverage;
		bulletin->n_exercises = course->n_exercises;
	}
	course->coverage = bulletin->coverage;
}

/* ---- the whole ---- */

/* A gradebook that is gone was there when what is graded was to be stored: no advice to make one. */
static bool read_course(const struct bulletin *bulletin, struct arena *arena, struct course_record *course,
			struct text *why)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct options options = *bulletin->options;
	options.student = NULL;
	if (access(options.database, F_OK) != 0) {
		text_add_format(why, "\"%s\" is gone: %s", options.database, file_error(errno));
		return false;
	}
	return gradebook_try(&options, arena, diagnostics, course, why) < 0;
}

void bulletin_publish(struct bulletin *bulletin)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct course_record course;
	if (bulletin->count == 0 && !bulletin->whole)
		return;
	const bool read = read_course(bulletin, arena, &course, &why), failed = bulletin->failed_ns != 0;
	bulletin->failed_ns = read ? 0 : now_ns();
	if (!read && !failed)
		complain("%s; what is graded is shown once it can be read", text_string(&why));
	if (!read)
		return;
	set_margins(bulletin, &course);
	write_pages(bulletin, &course);
	print_lines(bulletin, &course);
	forget(bulletin);
}

uint64_t bulletin_due_ns(const struct bulletin *bulletin)
{
	return bulletin->failed_ns == 0 ? UINT64_MAX : bulletin->failed_ns + BULLETIN_RETRY_MS * UINT64_C(1000000);
}

static bool is_first(const struct bulletin *bulletin, size_t index)
{
	size_t i = 0;
	while (strcmp(bulletin->notices[i].student, bulletin->notices[index].student) != 0)
		i++;
	return i == index;
}

static void name_untold(const struct bulletin *bulletin)
{
	enum { NAMED_MAX = 20 };
	TEXT_SCOPED struct text names = {0};
	size_t count = 0;
	for (size_t i = 0; i < bulletin->count; i++) {
		const char *student = bulletin->notices[i].student;
		if (!is_first(bulletin, i) || count++ >= NAMED_MAX)
			continue;
		text_add(&names, count > 1 ? ", \"" : "\"");
		text_add_visible(&names, student, strlen(student));
		text_add(&names, "\"");
	}
	if (count > NAMED_MAX)
		text_add_format(&names, " and %zu more", count - NAMED_MAX);
	complain("%s: graded, but nothing shows it; `grader report` will, once the gradebook can be read",
		 text_string(&names));
}

bool bulletin_close(struct bulletin *bulletin)
{
	bulletin_publish(bulletin);
	const bool shown = bulletin->failed_ns == 0;
	if (bulletin->count > 0)
		name_untold(bulletin);
	arena_destroy(bulletin->arena);
	arena_destroy(bulletin->measured);
	free(bulletin);
	return shown;
}
