#include "store/result.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "store/list.h"

static const char *const roles[] = {
	[MATRIX_GIVEN] = "given",
	[MATRIX_EXPECTED] = "expected",
	[MATRIX_GOT] = "got",
};

enum { ROLES = sizeof(roles) / sizeof(roles[0]) };

struct result_writer {
	struct store *store;
	int64_t run, submission;
	struct statement result, group, matrix;
};

static void release_writer(struct result_writer *writer)
{
	statement_release(&writer->result);
	statement_release(&writer->group);
	statement_release(&writer->matrix);
}

/* The conflict target is named, so that only a result that is already there is passed over, and no mistake. */
static void prepare_writer(struct result_writer *writer)
{
	statement_prepare(
		&writer->result, writer->store,
		"INSERT INTO result (submission, exercise, reference, secret_id, sandbox, verdict, points, won,"
		" message, printed, cpu_ms, grader_version, host)"
		" VALUES (?, (SELECT id FROM exercise WHERE hash = ?), ?, ?, ?, ?, ?, ?, ?, ?, ?,"
		" (SELECT grader_version FROM run WHERE id = ?), (SELECT host FROM run WHERE id = ?))"
		" ON CONFLICT (submission, exercise, reference, secret_id, sandbox) DO NOTHING");
	statement_prepare(&writer->group, writer->store,
			  "INSERT INTO group_result (result, position, name, is_public, worth, repetitions, passed,"
			  " verdict, hint, place, message, ratio, shown_verdict, scalars, returned, expected_return)"
			  " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
	statement_prepare(&writer->matrix, writer->store,
			  "INSERT INTO matrix (group_result, position, role, name, n_rows, n_columns, elements, hidden,"
			  " unwritten) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)");
}

static void bind_mask(struct statement *insert, const unsigned char *mask, size_t length)
{
	if (mask == NULL)
		statement_bind_null(insert);
	else
		statement_bind_bytes(insert, mask, length);
}

static bool write_matrix(struct result_writer *writer, int64_t group, size_t position,
			 const struct matrix_record *matrix, struct text *why)
{
	struct statement *insert = &writer->matrix;
	size_t count;
	if (__builtin_mul_overflow(matrix->rows, matrix->columns, &count))
		assert(!"a matrix larger than memory");
	statement_bind_integer(insert, group);
	statement_bind_integer(insert, (int64_t)position);
	statement_bind_string(insert, roles[matrix->role]);
	statement_bind_string(insert, matrix->name);
	statement_bind_integer(insert, (int64_t)matrix->rows);
	statement_bind_integer(insert, (int64_t)matrix->columns);
	statement_bind_doubles(insert, matrix->values, count);
	bind_mask(insert, matrix->hidden, count);
	bind_mask(insert, matrix->unwritten, count);
	return statement_run(insert, why);
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

static bool write_group(struct result_writer *writer, int64_t result, size_t position, const struct group_record *group,
			struct text *why)
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
	bind_shown(insert, group->shown);
	if (!statement_run(insert, why))
		return false;
	int64_t id = sqlite3_last_insert_rowid(writer->store->database);
	for (size_t i = 0; group->shown != NULL && i < group->shown->n_matrices; i++)
		if (!write_matrix(writer, id, i, &group->shown->matrices[i], why))
			return false;
	return true;
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
		if (!write_group(writer, id, i, &result->groups[i], why))
			return false;
	return true;
}

bool result_insert(struct store *store, int64_t run, int64_t submission, const struct result_record *results,
		   size_t count, struct text *why)
{
	__attribute__((cleanup(release_writer))) struct result_writer writer = {store, run, submission, {0}, {0}, {0}};
	prepare_writer(&writer);
	for (size_t i = 0; i < count; i++)
		if (results[i].verdict != VERDICT_HARNESS_FAULT && !write_one(&writer, &results[i], why))
			return false;
	return true;
}

bool store_has_result(struct store *store, const struct result_key *key, bool *found, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store,
			  "SELECT 1 FROM result WHERE submission = (SELECT id FROM submission WHERE sha256 = ?)"
			  " AND exercise = (SELECT id FROM exercise WHERE hash = ?)"
			  " AND reference = ? AND secret_id = ? AND sandbox = ?");
	statement_bind_digest(&ask, &key->submission);
	statement_bind_digest(&ask, &key->exercise);
	statement_bind_digest(&ask, &key->reference);
	statement_bind_digest(&ask, &key->secret_id);
	statement_bind_string(&ask, key->sandbox);
	*found = statement_row(&ask);
	return statement_well(&ask, why);
}

void result_reader_prepare(struct result_reader *reader)
{
	statement_prepare(&reader->results, reader->store,
			  "SELECT result.id, result.reference, result.secret_id, result.sandbox, verdict, points, won,"
			  " message, printed, cpu_ms, graded_at"
			  " FROM run JOIN run_exercise ON run_exercise.run = run.id"
			  " LEFT JOIN result ON result.submission = ? AND result.exercise = run_exercise.exercise"
			  " AND result.reference = run.reference AND result.secret_id = run.secret_id"
			  " AND result.sandbox = run.sandbox"
			  " WHERE run.id = ? ORDER BY position");
	statement_prepare(
		&reader->groups, reader->store,
		"SELECT id, name, is_public, worth, repetitions, passed, verdict, hint, place, message, ratio,"
		" shown_verdict, scalars, returned, expected_return"
		" FROM group_result WHERE result = ? ORDER BY position");
	statement_prepare(&reader->matrices, reader->store,
			  "SELECT role, name, n_rows, n_columns, elements, hidden, unwritten"
			  " FROM matrix WHERE group_result = ? ORDER BY position");
}

void result_reader_release(struct result_reader *reader)
{
	statement_release(&reader->results);
	statement_release(&reader->groups);
	statement_release(&reader->matrices);
}

static enum matrix_role take_role(struct statement *ask, struct arena *arena)
{
	const char *name = statement_take_string(ask, arena);
	for (size_t i = 0; i < ROLES; i++)
		if (strcmp(name, roles[i]) == 0)
			return (enum matrix_role)i;
	ask->code = SQLITE_CORRUPT;
	return MATRIX_GIVEN;
}

static void take_matrix(struct statement *ask, struct arena *arena, struct matrix_record *matrix)
{
	size_t count;
	matrix->role = take_role(ask, arena);
	matrix->name = statement_take_string(ask, arena);
	matrix->rows = (size_t)statement_take_integer(ask);
	matrix->columns = (size_t)statement_take_integer(ask);
	if (__builtin_mul_overflow(matrix->rows, matrix->columns, &count)) {
		ask->code = SQLITE_CORRUPT;
		return;
	}
	matrix->values = statement_take_doubles(ask, count, arena);
	matrix->hidden = statement_take_bytes(ask, count, arena);
	matrix->unwritten = statement_take_bytes(ask, count, arena);
}

static bool read_matrices(struct result_reader *reader, int64_t group, struct case_record *shown, struct text *why)
{
	struct statement *ask = &reader->matrices;
	struct matrix_record *list = NULL;
	statement_bind_integer(ask, group);
	while (statement_row(ask)) {
		list = list_extend(reader->arena, list, shown->n_matrices, sizeof(*list));
		take_matrix(ask, reader->arena, &list[shown->n_matrices++]);
	}
	shown->matrices = list;
	statement_rewind(ask);
	return statement_well(ask, why);
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

static bool read_group(struct result_reader *reader, struct group_record *group, struct text *why)
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
	struct case_record *shown = take_shown(ask, reader->arena);
	group->shown = shown;
	return shown == NULL || read_matrices(reader, id, shown, why);
}

static bool read_groups(struct result_reader *reader, struct result_record *result, struct text *why)
{
	struct statement *ask = &reader->groups;
	struct group_record *list = NULL;
	statement_bind_integer(ask, result->id);
	while (statement_row(ask)) {
		list = list_extend(reader->arena, list, result->n_groups, sizeof(*list));
		if (!read_group(reader, &list[result->n_groups++], why))
			return false;
	}
	result->groups = list;
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
	result->message = statement_take_string(ask, arena);
	result->printed = statement_take_string(ask, arena);
	result->cpu_ms = statement_take_real(ask);
	result->graded_at = statement_take_string(ask, arena);
	return read_groups(reader, result, why);
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
