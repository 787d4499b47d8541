#include "store/explanation.h"

#include "core/list.h"
#include "store/matrix.h"

enum { SINCE_VERSION = 2, SECOND_SINCE_VERSION = 3 };

void explanation_writer_prepare(struct explanation_writer *writer, struct store *store)
{
	statement_prepare(&writer->diagnosis, store,
			  "INSERT INTO diagnosis (result, position, name, title, explanation, mistake)"
			  " VALUES (?, ?, ?, ?, ?, ?)");
	statement_prepare(&writer->counterexample, store,
			  "INSERT INTO counterexample (result, verdict, scalars, returned, expected_return, message,"
			  " program) VALUES (?, ?, ?, ?, ?, ?, ?)");
	matrix_prepare_insert(&writer->matrix, store, "counterexample_matrix", "result");
}

void explanation_writer_release(struct explanation_writer *writer)
{
	statement_release(&writer->diagnosis);
	statement_release(&writer->counterexample);
	statement_release(&writer->matrix);
}

static bool write_diagnosis(struct statement *insert, int64_t id, size_t position,
			    const struct diagnosis_record *diagnosis, struct text *why)
{
	statement_bind_integer(insert, id);
	statement_bind_integer(insert, (int64_t)position);
	statement_bind_string(insert, diagnosis->id);
	statement_bind_string(insert, diagnosis->title);
	statement_bind_string(insert, diagnosis->explanation);
	statement_bind_integer(insert, diagnosis->mistake);
	return statement_run(insert, why);
}

static bool write_counterexample(struct explanation_writer *writer, int64_t id,
				 const struct counterexample_record *counterexample, struct text *why)
{
	struct statement *insert = &writer->counterexample;
	const struct case_record *shown = &counterexample->shown;
	statement_bind_integer(insert, id);
	statement_bind_verdict(insert, shown->verdict);
	statement_bind_string(insert, shown->scalars);
	statement_bind_string(insert, shown->returned);
	statement_bind_string(insert, shown->expected_return);
	statement_bind_string(insert, counterexample->message);
	statement_bind_string(insert, counterexample->program);
	return statement_run(insert, why) &&
	       matrix_insert_all(&writer->matrix, id, shown->matrices, shown->n_matrices, why);
}

bool explanation_insert(struct explanation_writer *writer, int64_t id, const struct result_record *result,
			struct text *why)
{
	for (size_t i = 0; i < result->n_diagnoses; i++)
		if (!write_diagnosis(&writer->diagnosis, id, i, &result->diagnoses[i], why))
			return false;
	return result->counterexample == NULL || write_counterexample(writer, id, result->counterexample, why);
}

void explanation_reader_prepare(struct explanation_reader *reader, struct store *store)
{
	reader->missing = store->version < SINCE_VERSION;
	if (reader->missing)
		return;
	statement_prepare(&reader->diagnoses, store,
			  store->version < SECOND_SINCE_VERSION
				  ? "SELECT name, title, explanation, 0 FROM diagnosis WHERE result = ?"
				    " ORDER BY position"
				  : "SELECT name, title, explanation, mistake FROM diagnosis WHERE result = ?"
				    " ORDER BY position");
	statement_prepare(&reader->counterexample, store,
			  "SELECT verdict, scalars, returned, expected_return, message, program"
			  " FROM counterexample WHERE result = ?");
	matrix_prepare_read(&reader->matrices, store, "counterexample_matrix", "result");
}

void explanation_reader_release(struct explanation_reader *reader)
{
	statement_release(&reader->diagnoses);
	statement_release(&reader->counterexample);
	statement_release(&reader->matrices);
}

static bool read_diagnoses(struct statement *ask, struct result_record *result, struct arena *arena, struct text *why)
{
	struct diagnosis_record *list = NULL;
	statement_bind_integer(ask, result->id);
	while (statement_row(ask)) {
		list = list_extend(arena, list, result->n_diagnoses, sizeof(*list));
		struct diagnosis_record *diagnosis = &list[result->n_diagnoses++];
		diagnosis->id = statement_take_string(ask, arena);
		diagnosis->title = statement_take_string(ask, arena);
		diagnosis->explanation = statement_take_string(ask, arena);
		diagnosis->mistake = (unsigned)statement_take_integer(ask);
	}
	result->diagnoses = list;
	statement_rewind(ask);
	return statement_well(ask, why);
}

static bool read_counterexample(struct explanation_reader *reader, struct result_record *result, struct arena *arena,
				struct text *why)
{
	struct statement *ask = &reader->counterexample;
	struct counterexample_record *counterexample = NULL;
	statement_bind_integer(ask, result->id);
	if (statement_row(ask)) {
		counterexample = arena_alloc(arena, sizeof(*counterexample));
		struct case_record *shown = &counterexample->shown;
		shown->verdict = statement_take_verdict(ask);
		shown->scalars = statement_take_string(ask, arena);
		shown->returned = statement_take_string(ask, arena);
		shown->expected_return = statement_take_string(ask, arena);
		counterexample->message = statement_take_string(ask, arena);
		counterexample->program = statement_take_string(ask, arena);
		if (!matrix_read_all(&reader->matrices, result->id, &shown->matrices, &shown->n_matrices, arena, why))
			return false;
	}
	result->counterexample = counterexample;
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool explanation_read(struct explanation_reader *reader, struct result_record *result, struct arena *arena,
		      struct text *why)
{
	return reader->missing || (read_diagnoses(&reader->diagnoses, result, arena, why) &&
				   read_counterexample(reader, result, arena, why));
}
