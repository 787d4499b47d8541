/*
 * What a submission won in an exercise, now and before: a regrade adds a row, so the old ones are still there.
 */
#include "core/list.h"
#include "store/result.h"
#include "store/statement.h"
#include "store/store.h"
#include "store/transaction.h"

static const char results_sql[] =
	"SELECT result.id, exercise.hash, reference, secret_id, sandbox, verdict, result.points, won, grader_version,"
	" graded_at"
	" FROM result JOIN submission ON submission.id = result.submission"
	" JOIN exercise ON exercise.id = result.exercise"
	" WHERE sha256 = ? AND exercise.name = ? ORDER BY result.id DESC";

static void prepare_groups(struct statement *groups, struct store *store)
{
	TEXT_SCOPED struct text sql = {0};
	text_add_format(&sql,
			"SELECT name, is_public, worth, repetitions, passed, verdict, %s FROM group_result"
			" WHERE result = ? ORDER BY position",
			store->version < SPEED_SINCE_VERSION ? "0" : "rung");
	statement_prepare(groups, store, text_string(&sql));
}

static struct scored_record take_result(struct statement *ask, struct arena *arena)
{
	struct scored_record scored = {.result = {.message = "", .fix_first = "", .printed = ""}};
	struct result_record *result = &scored.result;
	result->id = statement_take_integer(ask);
	result->exercise = statement_take_digest(ask);
	result->reference = statement_take_digest(ask);
	result->secret_id = statement_take_digest(ask);
	result->sandbox = statement_take_string(ask, arena);
	result->verdict = statement_take_verdict(ask);
	result->points = statement_take_real(ask);
	result->won = statement_take_real(ask);
	scored.grader_version = statement_take_string(ask, arena);
	result->graded_at = statement_take_string(ask, arena);
	return scored;
}

static struct group_record take_group(struct statement *ask, struct arena *arena)
{
	struct group_record group = {.hint = "", .place = "", .message = ""};
	group.name = statement_take_string(ask, arena);
	group.is_public = statement_take_integer(ask) != 0;
	group.worth = (unsigned)statement_take_integer(ask);
	group.repetitions = (unsigned)statement_take_integer(ask);
	group.passed = (unsigned)statement_take_integer(ask);
	group.verdict = statement_take_verdict(ask);
	return group;
}

static bool read_groups(struct statement *ask, struct result_record *result, struct arena *arena, struct text *why)
{
	struct group_record *groups = NULL;
	struct rung_record *rungs = NULL;
	statement_bind_integer(ask, result->id);
	while (statement_row(ask)) {
		const struct group_record row = take_group(ask, arena);
		const double ratio = statement_take_real(ask);
		if (ratio > 0) {
			rungs = list_extend(arena, rungs, result->speed.n_rungs, sizeof(*rungs));
			rungs[result->speed.n_rungs++] = result_take_rung(&row, ratio);
		} else {
			groups = list_extend(arena, groups, result->n_groups, sizeof(*groups));
			groups[result->n_groups++] = row;
		}
	}
	result->groups = groups;
	result->speed.rungs = rungs;
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool store_scored(struct store *store, const struct digest *submission, const char *exercise_id, struct arena *arena,
		  const struct scored_record **list, size_t *count, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	STATEMENT_SCOPED struct statement results = {0}, groups = {0};
	struct scored_record *found = NULL;
	*count = 0;
	if (!transaction_begin(&transaction, store, STORE_READ, why))
		return false;
	statement_prepare(&results, store, results_sql);
	prepare_groups(&groups, store);
	statement_bind_digest(&results, submission);
	statement_bind_string(&results, exercise_id);
	while (statement_row(&results)) {
		found = list_extend(arena, found, *count, sizeof(*found));
		struct scored_record *scored = &found[(*count)++];
		*scored = take_result(&results, arena);
		scored->result.exercise_id = exercise_id;
		if (!read_groups(&groups, &scored->result, arena, why))
			return false;
	}
	*list = found;
	return statement_well(&results, why);
}

bool store_scored_ids(struct store *store, const struct digest *submission, struct arena *arena,
		      const char *const **ids, size_t *count, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	const char **found = NULL;
	statement_prepare(&ask, store,
			  "SELECT DISTINCT name FROM result JOIN exercise ON exercise.id = result.exercise"
			  " WHERE submission = (SELECT id FROM submission WHERE sha256 = ?) ORDER BY name");
	statement_bind_digest(&ask, submission);
	for (*count = 0; statement_row(&ask); ++*count) {
		found = list_extend(arena, found, *count, sizeof(*found));
		found[*count] = statement_take_string(&ask, arena);
	}
	*ids = found;
	return statement_well(&ask, why);
}
