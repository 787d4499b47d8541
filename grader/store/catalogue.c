#include "store/catalogue.h"

#include "core/list.h"
#include "store/statement.h"

struct catalogue_writer {
	struct statement exercise, requirement, hint, recall, entry;
};

static void release(struct catalogue_writer *writer)
{
	statement_release(&writer->exercise);
	statement_release(&writer->requirement);
	statement_release(&writer->hint);
	statement_release(&writer->recall);
	statement_release(&writer->entry);
}

static void prepare(struct catalogue_writer *writer, struct store *store)
{
	statement_prepare(&writer->exercise, store,
			  "INSERT INTO exercise (hash, name, title, function, points, statement)"
			  " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING");
	statement_prepare(&writer->requirement, store,
			  "INSERT INTO requirement (exercise, position, name) VALUES (?, ?, ?)");
	statement_prepare(&writer->hint, store, "INSERT INTO hint (exercise, position, text) VALUES (?, ?, ?)");
	statement_prepare(&writer->recall, store,
			  "INSERT INTO recall (exercise, position, question, answer) VALUES (?, ?, ?, ?)");
	statement_prepare(&writer->entry, store,
			  "INSERT INTO run_exercise (run, position, exercise, level)"
			  " VALUES (?, ?, (SELECT id FROM exercise WHERE hash = ?), ?)");
}

static bool write_strings(struct statement *insert, int64_t id, const char *const *strings, size_t count,
			  struct text *why)
{
	for (size_t i = 0; i < count; i++) {
		statement_bind_integer(insert, id);
		statement_bind_integer(insert, (int64_t)i);
		statement_bind_string(insert, strings[i]);
		if (!statement_run(insert, why))
			return false;
	}
	return true;
}

static bool write_lists(struct catalogue_writer *writer, int64_t id, const struct exercise_record *exercise,
			struct text *why)
{
	if (!write_strings(&writer->requirement, id, exercise->requires, exercise->n_requires, why) ||
	    !write_strings(&writer->hint, id, exercise->hints, exercise->n_hints, why))
		return false;
	for (size_t i = 0; i < exercise->n_recall; i++) {
		statement_bind_integer(&writer->recall, id);
		statement_bind_integer(&writer->recall, (int64_t)i);
		statement_bind_string(&writer->recall, exercise->recall[i].question);
		statement_bind_string(&writer->recall, exercise->recall[i].answer);
		if (!statement_run(&writer->recall, why))
			return false;
	}
	return true;
}

static bool write_exercise(struct catalogue_writer *writer, struct store *store, const struct exercise_record *exercise,
			   struct text *why)
{
	struct statement *insert = &writer->exercise;
	statement_bind_digest(insert, &exercise->hash);
	statement_bind_string(insert, exercise->id);
	statement_bind_string(insert, exercise->title);
	statement_bind_string(insert, exercise->function);
	statement_bind_real(insert, exercise->points);
	statement_bind_string(insert, exercise->statement);
	if (!statement_run(insert, why))
		return false;
	bool known = sqlite3_changes(store->database) == 0;
	return known || write_lists(writer, sqlite3_last_insert_rowid(store->database), exercise, why);
}

static bool write_entry(struct statement *insert, int64_t run, size_t position, const struct exercise_record *exercise,
			struct text *why)
{
	statement_bind_integer(insert, run);
	statement_bind_integer(insert, (int64_t)position);
	statement_bind_digest(insert, &exercise->hash);
	statement_bind_integer(insert, exercise->level);
	return statement_run(insert, why);
}

bool catalogue_write(struct store *store, int64_t run, const struct exercise_record *exercises, size_t count,
		     struct text *why)
{
	__attribute__((cleanup(release))) struct catalogue_writer writer = {0};
	prepare(&writer, store);
	for (size_t i = 0; i < count; i++)
		if (!write_exercise(&writer, store, &exercises[i], why) ||
		    !write_entry(&writer.entry, run, i, &exercises[i], why))
			return false;
	return true;
}

static bool read_strings(struct statement *ask, int64_t id, struct arena *arena, const char *const **strings,
			 size_t *count, struct text *why)
{
	const char **list = NULL;
	statement_bind_integer(ask, id);
	while (statement_row(ask)) {
		list = list_extend(arena, list, *count, sizeof(*list));
		list[(*count)++] = statement_take_string(ask, arena);
	}
	*strings = list;
	statement_rewind(ask);
	return statement_well(ask, why);
}

static bool read_recall(struct statement *ask, int64_t id, struct arena *arena, struct exercise_record *exercise,
			struct text *why)
{
	struct recall_record *recall = NULL;
	statement_bind_integer(ask, id);
	while (statement_row(ask)) {
		recall = list_extend(arena, recall, exercise->n_recall, sizeof(*recall));
		struct recall_record *one = &recall[exercise->n_recall++];
		one->question = statement_take_string(ask, arena);
		one->answer = statement_take_string(ask, arena);
	}
	exercise->recall = recall;
	statement_rewind(ask);
	return statement_well(ask, why);
}

static int64_t take_exercise(struct statement *ask, struct arena *arena, struct exercise_record *exercise)
{
	int64_t id = statement_take_integer(ask);
	exercise->id = statement_take_string(ask, arena);
	exercise->title = statement_take_string(ask, arena);
	exercise->function = statement_take_string(ask, arena);
	exercise->hash = statement_take_digest(ask);
	exercise->level = (int)statement_take_integer(ask);
	exercise->points = statement_take_real(ask);
	exercise->statement = statement_take_string(ask, arena);
	return id;
}

bool catalogue_read(struct store *store, int64_t run, struct arena *arena, const struct exercise_record **exercises,
		    size_t *count, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0}, requirements = {0}, hints = {0}, recall = {0};
	statement_prepare(&ask, store,
			  "SELECT exercise.id, name, title, function, hash, level, points, statement"
			  " FROM run_exercise JOIN exercise ON exercise.id = run_exercise.exercise"
			  " WHERE run = ? ORDER BY position");
	statement_prepare(&requirements, store, "SELECT name FROM requirement WHERE exercise = ? ORDER BY position");
	statement_prepare(&hints, store, "SELECT text FROM hint WHERE exercise = ? ORDER BY position");
	statement_prepare(&recall, store, "SELECT question, answer FROM recall WHERE exercise = ? ORDER BY position");
	statement_bind_integer(&ask, run);
	struct exercise_record *list = NULL;
	*count = 0;
	while (statement_row(&ask)) {
		list = list_extend(arena, list, *count, sizeof(*list));
		struct exercise_record *exercise = &list[(*count)++];
		int64_t id = take_exercise(&ask, arena, exercise);
		if (!read_strings(&requirements, id, arena, &exercise->requires, &exercise->n_requires, why) ||
		    !read_strings(&hints, id, arena, &exercise->hints, &exercise->n_hints, why) ||
		    !read_recall(&recall, id, arena, exercise, why))
			return false;
	}
	*exercises = list;
	return statement_well(&ask, why);
}
