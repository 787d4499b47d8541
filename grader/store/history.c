#include "store/history.h"

#include <string.h>

#include "core/list.h"

void history_reader_prepare(struct history_reader *reader)
{
	statement_prepare(&reader->attempts, reader->store,
			  "SELECT attempt.id, submission.sha256,"
			  " coalesce(strftime('%Y-%m-%dT%H:%M:%SZ', handed_in_at, 'unixepoch'), '@' || handed_in_at),"
			  " coalesce(verdict, 'graded'), coalesce(reason, '')"
			  " FROM attempt JOIN submission ON submission.id = attempt.submission"
			  " LEFT JOIN admission ON admission.id = (SELECT max(latest.id) FROM admission AS latest"
			  " WHERE latest.submission = attempt.submission AND latest.sandbox = ?)"
			  " WHERE student = ? ORDER BY attempt.id");
	/* beside max(), the other columns are those of the row that holds it */
	statement_prepare(
		&reader->results, reader->store,
		"SELECT max(result.id), exercise.name, exercise.hash, result.verdict, result.won, result.points"
		" FROM attempt JOIN result ON result.submission = attempt.submission"
		" JOIN exercise ON exercise.id = result.exercise"
		" WHERE attempt.id = ? GROUP BY exercise.name");
}

void history_reader_release(struct history_reader *reader)
{
	statement_release(&reader->attempts);
	statement_release(&reader->results);
}

static size_t find(const struct history_reader *reader, const char *name)
{
	size_t i = 0;
	while (i < reader->n_exercises && strcmp(reader->exercises[i].id, name) != 0)
		i++;
	return i;
}

/* Points are those of the exercise as it is now. */
static void read_result(struct history_reader *reader, struct past_result *results)
{
	struct statement *ask = &reader->results;
	statement_skip(ask, 1);
	size_t index = find(reader, statement_take_string(ask, reader->arena));
	if (index == reader->n_exercises)
		return;
	const struct exercise_record *exercise = &reader->exercises[index];
	struct past_result *result = &results[index];
	struct digest hash = statement_take_digest(ask);
	result->is_known = true;
	result->is_same_exercise = memcmp(hash.bytes, exercise->hash.bytes, DIGEST_BYTES) == 0;
	result->verdict = statement_take_verdict(ask);
	double won = statement_take_real(ask), points = statement_take_real(ask);
	result->won = points > 0 ? won / points * exercise->points : 0;
}

static bool read_results(struct history_reader *reader, int64_t attempt, struct past_record *past, struct text *why)
{
	struct statement *ask = &reader->results;
	struct past_result *results = arena_array(reader->arena, reader->n_exercises, sizeof(*results));
	statement_bind_integer(ask, attempt);
	while (statement_row(ask))
		read_result(reader, results);
	past->results = results;
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool history_read(struct history_reader *reader, int64_t id, const struct standing *standings,
		  struct student_record *student, struct text *why)
{
	struct statement *ask = &reader->attempts;
	struct past_record *list = NULL;
	statement_bind_string(ask, reader->sandbox);
	statement_bind_integer(ask, id);
	while (statement_row(ask)) {
		list = list_extend(reader->arena, list, student->n_past, sizeof(*list));
		struct past_record *past = &list[student->n_past++];
		*past = (struct past_record){0};
		if (standings != NULL)
			past->standing = standings[student->n_past - 1];
		int64_t attempt = statement_take_integer(ask);
		past->submission = statement_take_digest(ask);
		past->handed_in_at = statement_take_string(ask, reader->arena);
		past->verdict = statement_take_verdict(ask);
		past->reason = statement_take_string(ask, reader->arena);
		if (!read_results(reader, attempt, past, why))
			return false;
	}
	student->past = list;
	statement_rewind(ask);
	return statement_well(ask, why);
}
