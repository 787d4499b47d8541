#include "store/manual.h"

#include <string.h>

#include "core/list.h"
#include "store/person.h"
#include "store/rules.h"
#include "store/transaction.h"

void manual_reader_prepare(struct manual_reader *reader, struct store *store)
{
	reader->missing = store->version < RULES_SINCE_VERSION;
	if (!reader->missing)
		statement_prepare(&reader->ask, store,
				  "SELECT exercise, points, reason, given_by, given_at FROM manual_score AS given"
				  " WHERE student IN (?1, ?2) AND points IS NOT NULL AND id = (SELECT max(id) FROM"
				  " manual_score WHERE student IN (?1, ?2) AND exercise = given.exercise) ORDER BY"
				  " exercise");
}

void manual_reader_release(struct manual_reader *reader)
{
	statement_release(&reader->ask);
}

static bool is_stray(const struct course_record *course, const char *exercise_id)
{
	for (size_t e = 0; e < course->n_exercises; e++)
		if (strcmp(course->exercises[e].id, exercise_id) == 0)
			return false;
	return exercise_id[0] != '\0';
}

bool manual_read(struct manual_reader *reader, const int64_t student_ids[2], const struct course_record *course,
		 struct arena *arena, struct student_record *student, struct text *why)
{
	struct statement *ask = &reader->ask;
	struct manual_record *list = NULL, *stray = NULL;
	if (reader->missing)
		return true;
	statement_bind_integer(ask, student_ids[0]);
	statement_bind_integer(ask, student_ids[1]);
	while (statement_row(ask)) {
		struct manual_record manual = {.exercise_id = statement_take_string(ask, arena)};
		manual.points = statement_take_real(ask);
		manual.reason = statement_take_string(ask, arena);
		manual.given_by = statement_take_string(ask, arena);
		manual.given_at = statement_take_string(ask, arena);
		if (is_stray(course, manual.exercise_id)) {
			stray = list_extend(arena, stray, student->n_stray, sizeof(*stray));
			stray[student->n_stray++] = manual;
		} else {
			list = list_extend(arena, list, student->n_manual, sizeof(*list));
			list[student->n_manual++] = manual;
		}
	}
	student->manual = list;
	student->stray = stray;
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool store_give(struct store *store, const char *student, const struct manual_record *manual, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t id;
	if (!transaction_begin(&transaction, store, STORE_WRITE, why) || !person_find(store, student, &id, why) ||
	    (id == 0 && !person_enter(store, student, &id, why)))
		return false;
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(
		&insert, store,
		"INSERT INTO manual_score (student, exercise, points, reason, given_by) VALUES (?, ?, ?, ?, ?)");
	statement_bind_integer(&insert, id);
	statement_bind_string(&insert, manual->exercise_id);
	statement_bind_real(&insert, manual->points);
	statement_bind_string(&insert, manual->reason);
	statement_bind_string(&insert, manual->given_by);
	return statement_run(&insert, why) && transaction_commit(&transaction, why);
}
