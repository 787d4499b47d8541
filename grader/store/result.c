#include "store/result.h"

#include <assert.h>
#include <math.h>

#include "core/list.h"
#include "store/matrix.h"

struct result_writer {
	struct store *store;
	int64_t run, submission;
	struct statement result, group, matrix;
	struct explanation_writer explanation;
};

static void release_writer(struct result_writer *writer)
{
	statement_release(&writer->result);
	statement_release(&writer->group);
	statement_release(&writer->matrix);
	explanation_writer_release(&writer->explanation);
}

/* The conflict target is named, so that only a result that is already there is passed over, and no mistake. */
static void prepare_writer(struct result_writer *writer)
{
	statement_prepare(
		&writer->result, writer->store,
		"INSERT INTO result (submission, exercise, reference, secret_id, sandbox, verdict, points, won,"
		" message, printed, cpu_ms, speed, grader_version, host)"
		" VALUES (?, (SELECT id FROM exercise WHERE hash = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
		" (SELECT grader_version FROM run WHERE id = ?), (SELECT host FROM run WHERE id = ?))"
		" ON CONFLICT (submission, exercise, reference, secret_id, sandbox) DO NOTHING");
	statement_prepare(&writer->group, writer->store,
			  "INSERT INTO group_result (result, position, name, is_public, worth, repetitions, passed,"
			  " verdict, hint, place, message, ratio, rung, shown_verdict, scalars, returned,"
			  " expected_return) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	matrix_prepare_insert(&writer->matrix, writer->store, "matrix", "group_result");
	explanation_writer_prepare(&writer->explanation, writer->store);
}

static void bind_shown(struct statement *insert, const struct case_record *shown)
{
	if (shown == NULL) {
		for (int i = 0; i < 4; i++)
			statement_bind_null(insert);
		return;
	}
	statement_bind_verdict(insert, shown->verdict);
	statement_bind_string(insert, shown->scalars);
	statement_bind_string(insert, shown->returned);
	statement_bind_string(insert, shown->expected_return);
}

/* `rung`: the ratio that it asks for, of what is no group of cases; else 0. */
static bool write_group(struct result_writer *writer, int64_t result, size_t position, const struct group_record *group,
			double rung, struct text *why)
{
	assert(group->is_public || group->shown == NULL);
	struct statement *insert = &writer->group;
	statement_bind_integer(insert, result);
	statement_bind_integer(insert, (int64_t)position);
	statement_bind_string(insert, group->name);
	statement_bind_integer(insert, group->is_public);
	statement_bind_integer(insert, group->worth);
	statement_bind_integer(insert, group->repetitions);
	statement_bind_integer(insert, group->passed);
	statement_bind_verdict(insert, group->verdict);
	statement_bind_string(insert, group->hint);
	statement_bind_string(insert, group->place);
	statement_bind_string(insert, group->message);
	statement_bind_real(insert, group->ratio);
	statement_bind_real(insert, rung);
	bind_shown(insert, group->shown);
	if (!statement_run(insert, why))
		return false;
	int64_t id = sqlite3_last_insert_rowid(writer->store->database);
	return group->shown == NULL ||
	       matrix_insert_all(&writer->matrix, id, group->shown->matrices, group->shown->n_matrices, why);
}

/* In the rows behind those of the groups. */
static bool write_rung(struct result_writer *writer, int64_t id, size_t index, const struct result_record *result,
		       struct text *why)
{
	const struct rung_record *rung = &result->speed.rungs[index];
	TEXT_SCOPED struct text name = {0};
	text_add_format(&name, "speed: at most %g times the fast path", rung->ratio);
	const struct group_record row = {
		.name = text_string(&name),
		.is_public = true,
		.worth = rung->worth,
		.repetitions = 1,
		.passed = rung->reached,
		.verdict = rung->reached ? VERDICT_PASSED : VERDICT_SLOW,
		.hint = "",
		.place = "",
		.message = result->speed.message,
	};
	return write_group(writer, id, result->n_groups + index, &row, rung->ratio, why);
}

static void bind_result(struct result_writer *writer, const struct result_record *result)
{
	struct statement *insert = &writer->result;
	statement_bind_integer(insert, writer->submission);
	statement_bind_digest(insert, &result->exercise);
	statement_bind_digest(insert, &result->reference);
	statement_bind_digest(insert, &result->secret_id);
	statement_bind_string(insert, result->sandbox);
	statement_bind_verdict(insert, result->verdict);
	statement_bind_real(insert, result->points);
	statement_bind_real(insert, result->won);
	statement_bind_string(insert, result->message);
	statement_bind_string(insert, result->printed);
	statement_bind_real(insert, result->cpu_ms);
	statement_bind_real(insert, result->speed.ratio);
	statement_bind_integer(insert, writer->run);
	statement_bind_integer(insert, writer->run);
}

static bool write_one(struct result_writer *writer, const struct result_record *result, struct text *why)
{
	assert(isfinite(result->points) && isfinite(result->won));
	bind_result(writer, result);
	if (!statement_run(&writer->result, why))
		return false;
	if (sqlite3_changes(writer->store->database) == 0)
		return true;
	int64_t id = sqlite3_last_insert_rowid(writer->store->database);
	for (size_t i = 0; i < result->n_groups; i++)
		if (!write_group(writer, id, i, &result->groups[i], 0, why))
			return false;
	for (size_t i = 0; i < result->speed.n_rungs; i++)
		if (!write_rung(writer, id, i, result, why))
			return false;
	return explanation_insert(&writer->explanation, id, result, why);
}

bool result_insert(struct store *store, int64_t run, int64_t submission, const struct result_record *results,
		   size_t count, struct text *why)
{
	__attribute__((cleanup(release_writer))) struct result_writer writer = {
		.store = store, .run = run, .submission = submission};
	prepare_writer(&writer);
	for (size_t i = 0; i < count; i++)
		if (results[i].verdict != VERDICT_HARNESS_FAULT && !write_one(&writer, &results[i], why))
			return false;
	return true;
}

bool store_know_results(struct store *store, int64_t run_id, const struct digest *submission, bool *known,
			size_t n_known, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(
		&ask, store,
		"SELECT position FROM submission CROSS JOIN run CROSS JOIN run_exercise ON"
		" run_exercise.run = run.id"
		" JOIN result ON result.submission = submission.id AND result.exercise = run_exercise.exercise"
		" AND result.reference = run.reference AND result.secret_id = run.secret_id"
		" AND result.sandbox = run.sandbox"
		" WHERE sha256 = ? AND run.id = ?");
	statement_bind_digest(&ask, submission);
	statement_bind_integer(&ask, run_id);
	while (statement_row(&ask)) {
		const uint64_t position = (uint64_t)statement_take_integer(&ask);
		if (position < n_known)
			known[position] = true;
	}
	return statement_well(&ask, why);
}

/* A statement that asks for a column, or in gradebooks of before there was speed for 0 in its place. */
static void prepare_around(struct statement *statement, struct store *store, const char *before, const char *column,
			   const char *behind)
{
	TEXT_SCOPED struct text sql = {0};
	text_add_format(&sql, "%s%s%s", before, store->version < SPEED_SINCE_VERSION ? "0" : column, behind);
	statement_prepare(statement, store, text_string(&sql));
}

void result_reader_prepare(struct result_reader *reader)
{
	prepare_around(&reader->results, reader->store,
		       "SELECT result.id, result.reference, result.secret_id, result.sandbox, verdict, points, won,"
		       " message, printed, cpu_ms, ",
		       "speed",
		       ", graded_at"
		       " FROM run JOIN run_exercise ON"
		       " run_exercise.run = run.id"
		       " LEFT JOIN result ON result.submission = ? AND result.exercise = run_exercise.exercise"
		       " AND result.reference = run.reference AND result.secret_id = run.secret_id"
		       " AND result.sandbox = run.sandbox"
		       " WHERE run.id = ? ORDER BY position");
	prepare_around(&reader->groups, reader->store,
		       "SELECT id, name, is_public, worth, repetitions, passed, verdict, hint, place, message, ratio, ",
		       "rung",
		       ", shown_verdict, scalars, returned, expected_return"
		       " FROM group_result WHERE result = ? ORDER BY position");
	matrix_prepare_read(&reader->matrices, reader->store, "matrix", "group_result");
	explanation_reader_prepare(&reader->explanation, reader->store);
	reader->pool = pool_create(reader->arena);
	reader->results.pool = reader->groups.pool = reader->matrices.pool = reader->pool;
	reader->explanation.diagnoses.pool = reader->explanation.counterexample.pool = reader->pool;
	reader->explanation.matrices.pool = reader->pool;
}

void result_reader_release(struct result_reader *reader)
{
	statement_release(&reader->results);
	statement_release(&reader->groups);
	statement_release(&reader->matrices);
	explanation_reader_release(&reader->explanation);
	pool_destroy(reader->pool);
}

static struct case_record *take_shown(struct statement *ask, struct arena *arena)
{
	if (statement_next_is_null(ask))
		return NULL;
	struct case_record *shown = arena_alloc(arena, sizeof(*shown));
	shown->verdict = statement_take_verdict(ask);
	shown->scalars = statement_take_string(ask, arena);
	shown->returned = statement_take_string(ask, arena);
	shown->expected_return = statement_take_string(ask, arena);
	return shown;
}

static bool read_group(struct result_reader *reader, struct group_record *group, double *rung, struct text *why)
{
	struct statement *ask = &reader->groups;
	int64_t id = statement_take_integer(ask);
	group->name = statement_take_string(ask, reader->arena);
	group->is_public = statement_take_integer(ask) != 0;
	group->worth = (unsigned)statement_take_integer(ask);
	group->repetitions = (unsigned)statement_take_integer(ask);
	group->passed = (unsigned)statement_take_integer(ask);
	group->verdict = statement_take_verdict(ask);
	group->hint = statement_take_string(ask, reader->arena);
	group->place = statement_take_string(ask, reader->arena);
	group->message = statement_take_string(ask, reader->arena);
	group->ratio = statement_take_real(ask);
	*rung = statement_take_real(ask);
	struct case_record *shown = take_shown(ask, reader->arena);
	group->shown = shown;
	return shown == NULL ||
	       matrix_read_all(&reader->matrices, id, &shown->matrices, &shown->n_matrices, reader->arena, why);
}

struct rung_record result_take_rung(const struct group_record *row, double ratio)
{
	return (struct rung_record){ratio, row->worth, row->verdict == VERDICT_PASSED};
}

static bool read_groups(struct result_reader *reader, struct result_record *result, struct text *why)
{
	struct statement *ask = &reader->groups;
	ARENA_SCOPED struct arena *gathered = arena_create();
	struct group_record *list = NULL;
	struct rung_record *rungs = NULL;
	statement_bind_integer(ask, result->id);
	while (statement_row(ask)) {
		struct group_record group;
		double ratio;
		if (!read_group(reader, &group, &ratio, why))
			return false;
		if (ratio > 0) {
			rungs = list_extend(reader->arena, rungs, result->speed.n_rungs, sizeof(*rungs));
			rungs[result->speed.n_rungs++] = result_take_rung(&group, ratio);
			result->speed.message = group.message;
		} else {
			list = list_extend(gathered, list, result->n_groups, sizeof(*list));
			list[result->n_groups++] = group;
		}
	}
	result->groups = list_settle(reader->arena, list, result->n_groups, sizeof(*list));
	result->speed.rungs = rungs;
	statement_rewind(ask);
	return statement_well(ask, why);
}

/* Not graded yet, or never: the grader failed or was stopped, and the next run will try again. */
static void set_missing(struct result_record *result, const struct exercise_record *exercise)
{
	*result = (struct result_record){
		.exercise_id = exercise->id,
		.exercise = exercise->hash,
		.sandbox = "",
		.verdict = VERDICT_HARNESS_FAULT,
		.points = exercise->points,
		.message = "not graded yet",
		.fix_first = "",
		.printed = "",
		.graded_at = "",
	};
}

static bool read_one(struct result_reader *reader, struct result_record *result, const struct exercise_record *exercise,
		     struct text *why)
{
	struct statement *ask = &reader->results;
	struct arena *arena = reader->arena;
	set_missing(result, exercise);
	if (statement_next_is_null(ask))
		return true;
	result->id = statement_take_integer(ask);
	result->reference = statement_take_digest(ask);
	result->secret_id = statement_take_digest(ask);
	result->sandbox = statement_take_string(ask, arena);
	result->verdict = statement_take_verdict(ask);
	result->points = statement_take_real(ask);
	result->won = statement_take_real(ask);
	result->message = "";
	if (reader->scores_only)
		return true;
	result->message = statement_take_string(ask, arena);
	result->printed = statement_take_string(ask, arena);
	result->cpu_ms = statement_take_real(ask);
	result->speed.ratio = statement_take_real(ask);
	result->graded_at = statement_take_string(ask, arena);
	return read_groups(reader, result, why) && explanation_read(&reader->explanation, result, arena, why);
}

bool result_read(struct result_reader *reader, int64_t submission, struct result_record **results, struct text *why)
{
	struct statement *ask = &reader->results;
	struct result_record *list = arena_array(reader->arena, reader->n_exercises, sizeof(*list));
	statement_bind_integer(ask, submission);
	statement_bind_integer(ask, reader->run);
	for (size_t i = 0; i < reader->n_exercises && statement_row(ask); i++)
		if (!read_one(reader, &list[i], &reader->exercises[i], why))
			return false;
	*results = list;
	statement_rewind(ask);
	return statement_well(ask, why);
}
