/*
 * Receipts: what each score of a student's attempt that counts belongs to. Read in one transaction, like the course.
 */
#include "core/list.h"
#include "core/roster.h"
#include "store/person.h"
#include "store/rules.h"
#include "store/standing.h"
#include "store/statement.h"
#include "store/store.h"
#include "store/transaction.h"

static const char attempt_sql[] =
	"SELECT run.id, reference, secret_id, run.sandbox, submission.id, name, path, sha256, submission.bytes,"
	" coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', handed_in_at, 'unixepoch'), '@' || handed_in_at), seen_at,"
	" coalesce(admission.verdict, 'graded'), coalesce(admission.reason, '')"
	" FROM attempt JOIN student ON student.id = attempt.student"
	" JOIN submission ON submission.id = attempt.submission"
	" JOIN run ON run.id = (SELECT max(id) FROM run)"
	" LEFT JOIN admission ON admission.id = (SELECT max(id) FROM admission AS judged"
	" WHERE judged.submission = attempt.submission AND judged.sandbox = run.sandbox)"
	" WHERE attempt.id = ?";

static const char receipts_sql[] =
	"SELECT exercise.name, exercise.hash, exercise.points, result.id, verdict, result.points, won,"
	" result.grader_version, result.host, graded_at"
	" FROM run JOIN run_exercise ON run_exercise.run = run.id JOIN exercise ON exercise.id = run_exercise.exercise"
	" LEFT JOIN result ON result.submission = ? AND result.exercise = exercise.id"
	" AND result.reference = run.reference AND result.secret_id = run.secret_id AND result.sandbox = run.sandbox"
	" WHERE run.id = ? ORDER BY position";

/* The attempt that counts of the student, or else of whoever the roster calls so, too; 0 if there is none. */
static bool find_attempt(struct store *store, const char *student, struct arena *arena, int64_t *attempt,
			 struct text *why)
{
	struct course_record course = {.sandbox = ""};
	struct standing standing;
	int64_t id;
	__attribute__((cleanup(standing_reader_release))) struct standing_reader reader = {
		.store = store, .arena = arena, .course = &course};
	*attempt = 0;
	if (!rules_read_latest(store, arena, &course, &reader.run, why))
		return false;
	standing_reader_prepare(&reader);
	const char *const names[] = {student, roster_other_name(course.roster, student)};
	for (size_t i = 0; i < 2 && names[i] != NULL && *attempt == 0; i++)
		if (!person_find(store, names[i], &id, why) ||
		    (id != 0 && !standing_read(&reader, id, attempt, &standing, why)))
			return false;
	return true;
}

static bool read_attempt(struct store *store, int64_t attempt, struct arena *arena, struct receipts *receipts,
			 int64_t *run, int64_t *submission, bool *found, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, attempt_sql);
	statement_bind_integer(&ask, attempt);
	*found = statement_row(&ask);
	if (*found) {
		*run = statement_take_integer(&ask);
		receipts->reference = statement_take_digest(&ask);
		receipts->secret_id = statement_take_digest(&ask);
		receipts->sandbox = statement_take_string(&ask, arena);
		*submission = statement_take_integer(&ask);
		receipts->student = statement_take_string(&ask, arena);
		receipts->path = statement_take_string(&ask, arena);
		receipts->submission = statement_take_digest(&ask);
		receipts->submission_bytes = statement_take_integer(&ask);
		receipts->handed_in_at = statement_take_string(&ask, arena);
		receipts->seen_at = statement_take_string(&ask, arena);
		receipts->verdict = statement_take_verdict(&ask);
		receipts->reason = statement_take_string(&ask, arena);
	}
	return statement_well(&ask, why);
}

static struct receipt_record take_receipt(struct statement *ask, struct arena *arena)
{
	struct receipt_record receipt = {
		.verdict = VERDICT_HARNESS_FAULT,
		.grader_version = "",
		.host = "",
		.graded_at = "",
	};
	receipt.exercise_id = statement_take_string(ask, arena);
	receipt.exercise = statement_take_digest(ask);
	receipt.points = statement_take_real(ask);
	if (statement_next_is_null(ask))
		return receipt;
	receipt.id = statement_take_integer(ask);
	receipt.verdict = statement_take_verdict(ask);
	receipt.points = statement_take_real(ask);
	receipt.won = statement_take_real(ask);
	receipt.grader_version = statement_take_string(ask, arena);
	receipt.host = statement_take_string(ask, arena);
	receipt.graded_at = statement_take_string(ask, arena);
	return receipt;
}

static bool read_receipts(struct store *store, int64_t run, int64_t submission, struct arena *arena,
			  struct receipts *receipts, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	struct receipt_record *list = NULL;
	statement_prepare(&ask, store, receipts_sql);
	statement_bind_integer(&ask, submission);
	statement_bind_integer(&ask, run);
	while (statement_row(&ask)) {
		list = list_extend(arena, list, receipts->count, sizeof(*list));
		list[receipts->count++] = take_receipt(&ask, arena);
	}
	receipts->receipts = list;
	return statement_well(&ask, why);
}

bool store_receipts(struct store *store, const char *student, struct arena *arena, struct receipts *receipts,
		    bool *found, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t attempt, run = 0, submission = 0;
	*receipts = (struct receipts){0};
	*found = false;
	return transaction_begin(&transaction, store, STORE_READ, why) &&
	       find_attempt(store, student, arena, &attempt, why) &&
	       read_attempt(store, attempt, arena, receipts, &run, &submission, found, why) &&
	       (!*found || receipts->verdict != VERDICT_GRADED ||
		read_receipts(store, run, submission, arena, receipts, why));
}
