/*
 * The course as it stands, read in one transaction, so that a grader at work does not show half of a
 * submission.
 */
#include <string.h>

#include "core/list.h"
#include "core/policy.h"
#include "core/requirement.h"
#include "core/roster.h"
#include "store/catalogue.h"
#include "store/fault.h"
#include "store/history.h"
#include "store/manual.h"
#include "store/result.h"
#include "store/rules.h"
#include "store/standing.h"
#include "store/statement.h"
#include "store/transaction.h"
#include "store/twin.h"

struct course_reader {
	const struct course_record *course;
	struct result_reader results;
	struct history_reader history;
	struct standing_reader standings;
	struct manual_reader manual;
	struct fault_reader faults;
	struct twin_reader twins;
	struct statement students, known, attempt;
};

static void release(struct course_reader *reader)
{
	result_reader_release(&reader->results);
	history_reader_release(&reader->history);
	standing_reader_release(&reader->standings);
	manual_reader_release(&reader->manual);
	fault_reader_release(&reader->faults);
	twin_reader_release(&reader->twins);
	statement_release(&reader->students);
	statement_release(&reader->known);
	statement_release(&reader->attempt);
}

/* The latest run, or 0 if there is none. */
static bool read_run(struct store *store, struct arena *arena, struct course_record *course, int64_t *run,
		     struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	*course = (struct course_record){.grader_version = "", .host = "", .graded_at = "", .sandbox = ""};
	*run = 0;
	statement_prepare(&ask, store,
			  "SELECT id, grader_version, host, begun_at, sandbox FROM run ORDER BY id DESC LIMIT 1");
	if (statement_row(&ask)) {
		*run = statement_take_integer(&ask);
		course->grader_version = statement_take_string(&ask, arena);
		course->host = statement_take_string(&ask, arena);
		course->graded_at = statement_take_string(&ask, arena);
		course->sandbox = statement_take_string(&ask, arena);
	}
	return statement_well(&ask, why);
}

#define STUDENTS(others) \
	"SELECT ?1 IS NULL OR bytes = ?1, name, id, (SELECT count(DISTINCT submission) FROM attempt WHERE student = " \
	"student.id) AS attempts," \
	" (SELECT count(*) FROM attempt WHERE student = student.id)" \
	" FROM student WHERE (attempts > 0" others ")"
#define HAS(table) " OR EXISTS (SELECT 1 FROM " table " WHERE student = student.id)"

/* Who handed in something, which may wait, or has a score given by hand. */
static const char *students_sql(const struct store *store)
{
	return store->version < RULES_SINCE_VERSION    ? STUDENTS("")
	       : store->version < FAULTS_SINCE_VERSION ? STUDENTS(HAS("manual_score"))
						       : STUDENTS(HAS("manual_score") HAS("fault"));
}

/* Somebody by one of the names that a line of the roster has for one person. */
struct known {
	int64_t id; /* 0: there is nobody by that name */
	int64_t attempts;
};

static bool look_up(struct course_reader *reader, const char *name, struct known *known, struct text *why)
{
	struct statement *ask = &reader->known;
	*known = (struct known){0};
	if (name == NULL)
		return true;
	statement_bind_bytes(ask, name, strlen(name));
	if (statement_row(ask)) {
		statement_take_integer(ask);
		statement_skip(ask, 1);
		known->id = statement_take_integer(ask);
		known->attempts = statement_take_integer(ask);
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

/*
 * Is somebody who handed in nothing told of with the other name of the person? With that which handed in something,
 * or else with the id. What was given by hand, or came to grief, under either is the person's.
 */
static bool joins(const struct known *known, const char *name, const struct known *other, const char *other_name,
		  const struct roster *roster)
{
	return known->attempts == 0 && other->id != 0 &&
	       (other->attempts > 0 || strcmp(roster_find(roster, other_name)->id, name) != 0);
}

/* Who is asked for under a name that the gradebook has not, or not apart, has another there. */
static bool find_asked(struct course_reader *reader, const char **student, struct text *why)
{
	const struct roster *roster = reader->course->roster;
	const char *other_name = *student == NULL ? NULL : roster_other_name(roster, *student);
	struct known known, other;
	if (other_name == NULL)
		return true;
	if (!look_up(reader, *student, &known, why) || !look_up(reader, other_name, &other, why))
		return false;
	if (known.id == 0 ? other.id != 0 : joins(&known, *student, &other, other_name, roster))
		*student = other_name;
	return true;
}

/*
 * A submission that this sandbox has not seen yet counts as graded: its results say that they are missing.
 * A time that SQLite cannot write as a date is shown as the number it is.
 */
static bool prepare(struct course_reader *reader, struct store *store, const char *student, struct text *why)
{
	struct arena *arena = reader->results.arena;
	result_reader_prepare(&reader->results);
	history_reader_prepare(&reader->history);
	standing_reader_prepare(&reader->standings);
	manual_reader_prepare(&reader->manual, store);
	fault_reader_prepare(&reader->faults, store);
	twin_reader_prepare(&reader->twins);
	statement_prepare(&reader->known, store, arena_format(arena, "%s AND bytes = ?1", students_sql(store)));
	if (!find_asked(reader, &student, why))
		return false;
	statement_prepare(&reader->students, store, arena_format(arena, "%s ORDER BY name", students_sql(store)));
	if (student == NULL)
		statement_bind_null(&reader->students);
	else
		statement_bind_bytes(&reader->students, student, strlen(student));
	statement_prepare(&reader->attempt, store,
			  "SELECT submission.id, sha256, submission.bytes,"
			  " coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', handed_in_at, 'unixepoch'), '@' || handed_in_at),"
			  " coalesce(admission.verdict, 'graded'), coalesce(admission.reason, '')"
			  " FROM attempt JOIN submission ON submission.id = attempt.submission"
			  " LEFT JOIN admission ON admission.id = (SELECT max(id) FROM admission AS judged"
			  " WHERE judged.submission = attempt.submission AND judged.sandbox = ?2)"
			  " WHERE attempt.id = ?1");
	return true;
}

static bool read_results(struct course_reader *reader, int64_t submission, struct student_record *student,
			 struct result_record **list, struct text *why)
{
	const struct result_reader *results = &reader->results;
	if (!result_read(&reader->results, submission, list, why))
		return false;
	struct result_record **each = arena_array(results->arena, results->n_exercises, sizeof(struct result_record *));
	for (size_t i = 0; i < results->n_exercises; i++)
		each[i] = &(*list)[i];
	requirement_resolve(results->exercises, results->n_exercises, each);
	student->results = *list;
	student->n_results = results->n_exercises;
	return true;
}

static bool read_attempt(struct course_reader *reader, int64_t attempt, struct student_record *student,
			 int64_t *submission, struct text *why)
{
	struct arena *arena = reader->results.arena;
	struct statement *ask = &reader->attempt;
	statement_bind_integer(ask, attempt);
	statement_bind_string(ask, reader->course->sandbox);
	if (statement_row(ask)) {
		*submission = statement_take_integer(ask);
		student->submission = statement_take_digest(ask);
		student->submission_bytes = statement_take_integer(ask);
		student->handed_in_at = statement_take_string(ask, arena);
		student->verdict = statement_take_verdict(ask);
		student->reason = statement_take_string(ask, arena);
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

/* Somebody of the gradebook, and the same person by the other name that the roster has. */
struct person {
	int64_t id;
	int64_t other; /* who is called by the other name, or 0: scores given by hand are the person's */
	int64_t told;  /* the same if that one is told of with this one, or 0 */
	bool is_apart; /* or is this one told of with the other? */
};

static bool find_person(struct course_reader *reader, int64_t id, const struct student_record *student,
			struct person *person, struct text *why)
{
	const struct roster *roster = reader->course->roster;
	const char *other_name = roster_other_name(roster, student->name);
	const struct known known = {id, student->attempts};
	struct known other;
	if (!look_up(reader, other_name, &other, why))
		return false;
	*person = (struct person){.id = id, .other = other.id};
	person->is_apart = !joins(&known, student->name, &other, other_name, roster);
	if (other.id != 0 && joins(&other, other_name, &known, student->name, roster))
		person->told = other.id;
	return true;
}

static bool read_student(struct course_reader *reader, const struct person *person, struct student_record *student,
			 struct text *why)
{
	struct result_record *results = NULL;
	int64_t attempt, submission = 0;
	struct arena *arena = reader->results.arena;
	const int64_t id = person->id;
	if (!manual_read(&reader->manual, (const int64_t[]){id, person->other}, reader->course, arena, student, why) ||
	    !fault_read(&reader->faults, (const int64_t[]){id, person->told}, arena, student, why) ||
	    !standing_read(&reader->standings, id, &attempt, &student->standing, why) ||
	    (attempt != 0 && (!read_attempt(reader, attempt, student, &submission, why) ||
			      !twins_read(&reader->twins, id, submission, student, why))) ||
	    (student->verdict == VERDICT_GRADED && !read_results(reader, submission, student, &results, why)))
		return false;
	if (attempt == 0 && student->fault != NULL)
		student->verdict = VERDICT_HARNESS_FAULT;
	policy_score(reader->course, student, results);
	return reader->results.scores_only || history_read(&reader->history, id, reader->standings.each, student, why);
}

static bool read_students(struct course_reader *reader, struct course_record *course, struct text *why)
{
	struct arena *arena = reader->results.arena;
	struct student_record *list = NULL;
	const char **others = NULL;
	while (statement_row(&reader->students)) {
		struct student_record student = {.verdict = VERDICT_ABSENT, .reason = "", .handed_in_at = ""};
		struct person person;
		const bool is_asked_for = statement_take_integer(&reader->students) != 0;
		student.name = statement_take_string(&reader->students, arena);
		const int64_t id = statement_take_integer(&reader->students);
		student.attempts = (unsigned)statement_take_integer(&reader->students);
		student.hand_ins = (unsigned)statement_take_integer(&reader->students);
		if (!find_person(reader, id, &student, &person, why) ||
		    (is_asked_for && !read_student(reader, &person, &student, why)))
			return false;
		if (person.is_apart && is_asked_for) {
			list = list_extend(arena, list, course->n_students, sizeof(*list));
			list[course->n_students++] = student;
		} else if (person.is_apart) {
			others = list_extend(arena, others, course->n_others, sizeof(*others));
			others[course->n_others++] = student.name;
		}
	}
	course->students = list;
	course->others = others;
	return statement_well(&reader->students, why);
}

static bool read_course(struct store *store, const char *student, bool scores_only, struct arena *arena,
			struct course_record *course, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t run;
	if (!transaction_begin(&transaction, store, STORE_READ, why) || !read_run(store, arena, course, &run, why) ||
	    !catalogue_read(store, run, arena, &course->exercises, &course->n_exercises, why) ||
	    !rules_read(store, run, arena, course, why))
		return false;
	__attribute__((cleanup(release))) struct course_reader reader = {
		.course = course,
		.standings = {.store = store, .run = run, .arena = arena, .course = course},
		.results = {.store = store,
			    .arena = arena,
			    .run = run,
			    .exercises = course->exercises,
			    .n_exercises = course->n_exercises,
			    .scores_only = scores_only},
		.history = {.store = store,
			    .arena = arena,
			    .exercises = course->exercises,
			    .n_exercises = course->n_exercises,
			    .sandbox = course->sandbox}};
	reader.twins = (struct twin_reader){.store = store, .arena = arena, .standings = &reader.standings};
	return prepare(&reader, store, student, why) && read_students(&reader, course, why);
}

bool store_course(struct store *store, const char *student, struct arena *arena, struct course_record *course,
		  struct text *why)
{
	return read_course(store, student, false, arena, course, why);
}

bool store_scores(struct store *store, struct arena *arena, struct course_record *course, struct text *why)
{
	return read_course(store, NULL, true, arena, course, why);
}
