/*
 * grader score STUDENT [EXERCISE]: a score given by hand, with the reason. It stands beside the grader's and wins over
 * it; a later one takes its place, and all of them are kept.
 */
#include <math.h>
#include <pwd.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "store/store.h"

/* Opened for reading, lest a name that is mistyped become a new gradebook. */
static int read_course(const struct options *options, struct arena *arena, struct course_record *course)
{
	TEXT_SCOPED struct text why = {0};
	struct store *store = store_open(options->database, STORE_READ, &why);
	const bool read = store != NULL && store_scores(store, arena, course, &why);
	store_close(store);
	if (!read)
		return complain_of(&why);
	roster_add_absent(course, arena);
	return -1;
}

static const struct exercise_record *find_exercise(const struct course_record *course, const char *id)
{
	for (size_t e = 0; e < course->n_exercises; e++)
		if (strcmp(course->exercises[e].id, id) == 0)
			return &course->exercises[e];
	return NULL;
}

static int check_options(const struct options *options)
{
	if (options->has_points == options->withdraw) {
		complain(options->withdraw ? "either --points or --withdraw, not both"
					   : "which score? say it with --points, or take it back with --withdraw");
		return EXIT_USAGE;
	}
	if (options->reason != NULL)
		return -1;
	complain("why? say it with --reason");
	return EXIT_USAGE;
}

/* What was given for an exercise that is not there now can be taken back all the same. */
static bool has_stray(const struct student_record *student, const char *id)
{
	for (size_t i = 0; i < student->n_stray; i++)
		if (strcmp(student->stray[i].exercise_id, id) == 0)
			return true;
	return false;
}

/* Is there what the score is about? And are the points not more than there are? Then they may be a bonus. */
static int check_subject(const struct options *options, const struct course_record *course,
			 const struct student_record *student, const char *id)
{
	const struct exercise_record *exercise = find_exercise(course, id);
	if (student == NULL) {
		complain("there is no student \"%s\" in \"%s\", nor in its roster", options->operands[0],
			 options->database);
		return EXIT_USAGE;
	}
	if (options->withdraw && has_stray(student, id))
		return -1;
	if (id[0] != '\0' && exercise == NULL) {
		complain("there is no exercise \"%s\" among those graded last", id);
		return EXIT_USAGE;
	}
	if (options->withdraw && policy_manual(student, id) == NULL) {
		complain("\"%s\" has no score given by hand%s%s", student->name, id[0] == '\0' ? "" : " for ", id);
		return EXIT_USAGE;
	}
	const double points = exercise == NULL ? student->points : exercise->points;
	if (options->has_points && options->points > points)
		warn("%.15g points are more than the %.15g there are", options->points, points);
	return -1;
}

/* "ada@lab": whose account, on which machine. */
static const char *name_giver(struct arena *arena)
{
	struct utsname host;
	const struct passwd *account = getpwuid(getuid());
	uname(&host);
	return account != NULL ? arena_format(arena, "%s@%s", account->pw_name, host.nodename)
			       : arena_format(arena, "%u@%s", (unsigned)getuid(), host.nodename);
}

static int give(const struct options *options, const struct student_record *student, const char *id,
		struct arena *arena)
{
	TEXT_SCOPED struct text why = {0};
	const struct manual_record manual = {
		.exercise_id = id,
		.points = options->withdraw ? (double)NAN : options->points,
		.reason = options->reason,
		.given_by = name_giver(arena),
	};
	struct store *store = store_open(options->database, STORE_WRITE, &why);
	const bool given = store != NULL && store_give(store, student->name, &manual, &why);
	store_close(store);
	return given ? -1 : complain_of(&why);
}

static void add_line(struct text *text, const char *line)
{
	text_add_visible(text, line, strlen(line));
	text_add(text, "\n");
}

static void print(const struct terminal *terminal, const struct course_record *course,
		  const struct student_record *student, struct arena *arena)
{
	TEXT_SCOPED struct text text = {0};
	const char *const *reasons;
	const size_t count = policy_reasons(course, student, NULL, arena, &reasons);
	text_add_visible(&text, student->name, strlen(student->name));
	text_add(&text, ": ");
	score_add_word_of(&text, course, student);
	text_add(&text, "\n");
	for (size_t i = 0; i < count; i++)
		add_line(&text, arena_format(arena, "  %s", reasons[i]));
	terminal_print(terminal, &text);
}

int command_score(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct course_record course = {0};
	const struct student_record *student = NULL;
	const char *id = options->n_operands > 1 ? options->operands[1] : "";
	int status = check_options(options);
	if (status < 0)
		status = read_course(options, arena, &course);
	if (status < 0) {
		student = roster_student(&course, options->operands[0]);
		status = check_subject(options, &course, student, id);
	}
	if (status < 0)
		status = give(options, student, id, arena);
	if (status < 0)
		status = read_course(options, arena, &course);
	if (status >= 0)
		return status;
	print(&options->terminal, &course, roster_student(&course, student->name), arena);
	return EXIT_WELL;
}
