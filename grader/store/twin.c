#include "store/twin.h"

#include <string.h>

#include "core/list.h"
#include "core/roster.h"

void twin_reader_prepare(struct twin_reader *reader)
{
	statement_prepare(&reader->ask, reader->store,
			  "SELECT student.id, name, submission, attempt.id ="
			  " (SELECT max(id) FROM attempt AS other WHERE other.student = attempt.student)"
			  " FROM attempt JOIN student ON student.id = attempt.student WHERE submission IN (?1,"
			  " (SELECT submission FROM attempt WHERE student = ?2 ORDER BY id DESC LIMIT 1))"
			  " AND student.id <> ?2 ORDER BY name");
}

void twin_reader_release(struct twin_reader *reader)
{
	statement_release(&reader->ask);
}

/* Makes room, at the first question. Of a number that is larger than makes sense nothing is kept. */
static bool prepare_counting(struct twin_reader *reader, struct text *why)
{
	enum { STUDENTS_MAX = 1 << 20 };
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, reader->store, "SELECT min(max(id) + 1, ?) FROM student");
	statement_bind_integer(&ask, STUDENTS_MAX);
	if (statement_row(&ask))
		reader->n_students = (size_t)statement_take_integer(&ask);
	reader->counting = arena_array(reader->arena, reader->n_students, sizeof(*reader->counting));
	return statement_well(&ask, why);
}

/* What counts of a student; their latest, where there are no rules. */
static bool find_counting(struct twin_reader *reader, int64_t student, int64_t *submission, struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct hand_ins hand_ins;
	struct standing standing;
	if (reader->counting == NULL && !prepare_counting(reader, why))
		return false;
	int64_t once = 0;
	int64_t *known = (uint64_t)student < reader->n_students ? &reader->counting[student] : &once;
	if (*known == 0) {
		if (!standing_hand_ins(reader->standings, student, arena, &hand_ins, why))
			return false;
		const size_t chosen =
			policy_choose(reader->standings->course->policy, hand_ins.list, hand_ins.count, &standing);
		*known = hand_ins.list[chosen].submission;
	}
	*submission = *known;
	return true;
}

/* Is the hand-in in the row, which is not of the student, one of the two that are looked at? */
static bool take(struct twin_reader *reader, const char **name, bool *is_twin, struct text *why)
{
	struct statement *ask = &reader->ask;
	const int64_t other = statement_take_integer(ask);
	*name = statement_take_string(ask, reader->arena);
	const int64_t submission = statement_take_integer(ask);
	int64_t counting = 0;
	*is_twin = statement_take_integer(ask) != 0;
	if (*is_twin || reader->standings->course->policy == NULL)
		return true;
	if (!find_counting(reader, other, &counting, why))
		return false;
	*is_twin = counting == submission;
	return true;
}

/* Does the roster have both names for one person, who may hand in the same under either? */
static bool is_same_person(const struct twin_reader *reader, const char *student, const char *name)
{
	const char *other_name = roster_other_name(reader->standings->course->roster, student);
	return other_name != NULL && strcmp(other_name, name) == 0;
}

bool twins_read(struct twin_reader *reader, int64_t student_id, int64_t submission, struct student_record *student,
		struct text *why)
{
	struct statement *ask = &reader->ask;
	const char **names = NULL;
	statement_bind_integer(ask, submission);
	statement_bind_integer(ask, student_id);
	while (statement_row(ask)) {
		const char *name;
		bool is_twin;
		if (!take(reader, &name, &is_twin, why))
			return false;
		const bool again = names != NULL && strcmp(names[student->n_twins - 1], name) == 0;
		if (!is_twin || again || is_same_person(reader, student->name, name))
			continue;
		names = list_extend(reader->arena, names, student->n_twins, sizeof(*names));
		names[student->n_twins++] = name;
	}
	student->twins = names;
	statement_rewind(ask);
	return statement_well(ask, why);
}
