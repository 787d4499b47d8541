/*
 * Hand-ins that may count and are not graded by all exercises of the latest run. Read in one transaction, like the
 * course.
 */
#include "core/list.h"
#include "store/rules.h"
#include "store/standing.h"
#include "store/transaction.h"

struct stale_reader {
	struct arena *arena;
	struct standing_reader standings;
	struct statement students, attempt;
	struct stale_record *list;
	size_t count;
};

static void release(struct stale_reader *reader)
{
	standing_reader_release(&reader->standings);
	statement_release(&reader->students);
	statement_release(&reader->attempt);
}

static void prepare(struct stale_reader *reader, struct store *store)
{
	standing_reader_prepare(&reader->standings);
	statement_prepare(&reader->students, store, "SELECT id, name FROM student ORDER BY name");
	statement_prepare(&reader->attempt, store,
			  "SELECT path, sha256 FROM attempt JOIN submission ON submission.id = attempt.submission"
			  " WHERE attempt.id = ?");
}

static bool add(struct stale_reader *reader, int64_t attempt, const char *student, struct text *why)
{
	struct statement *ask = &reader->attempt;
	statement_bind_integer(ask, attempt);
	if (statement_row(ask)) {
		reader->list = list_extend(reader->arena, reader->list, reader->count, sizeof(*reader->list));
		struct stale_record *stale = &reader->list[reader->count++];
		stale->student = arena_string(reader->arena, student);
		stale->path = statement_take_string(ask, reader->arena);
		stale->submission = statement_take_digest(ask);
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

static bool add_student(struct stale_reader *reader, int64_t id, const char *name, struct arena *arena,
			struct text *why)
{
	struct hand_ins hand_ins;
	struct standing standing;
	if (!standing_hand_ins(&reader->standings, id, arena, &hand_ins, why))
		return false;
	policy_choose(reader->standings.course->policy, hand_ins.list, hand_ins.count, &standing);
	for (size_t i = 0; i < hand_ins.count; i++)
		if (hand_ins.list[i].may_count && !hand_ins.list[i].whole &&
		    !add(reader, hand_ins.attempts[i], name, why))
			return false;
	return true;
}

static bool add_all(struct stale_reader *reader, struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create(); /* of one student at a time */
	struct statement *ask = &reader->students;
	for (; statement_row(ask); arena_reset(arena)) {
		const int64_t id = statement_take_integer(ask);
		if (!add_student(reader, id, statement_take_string(ask, arena), arena, why))
			return false;
	}
	return statement_well(ask, why);
}

bool store_stale(struct store *store, struct arena *arena, const struct stale_record **list, size_t *count,
		 struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	struct course_record course = {.sandbox = ""};
	const struct policy none = policy_none();
	int64_t run;
	*list = NULL;
	*count = 0;
	if (!transaction_begin(&transaction, store, STORE_READ, why) ||
	    !rules_read_latest(store, arena, &course, &run, why))
		return false;
	if (course.policy == NULL)
		course.policy = &none;
	__attribute__((cleanup(release))) struct stale_reader reader = {
		.arena = arena, .standings = {.store = store, .run = run, .course = &course, .asks_all = true}};
	prepare(&reader, store);
	if (!add_all(&reader, why))
		return false;
	*list = reader.list;
	*count = reader.count;
	return true;
}
