#include "store/standing.h"

#include "core/list.h"
#include "store/content.h"

/* Nobody hands in later than it is seen: a clock may be wrong. */
#define HAND_INS(kept) \
	"SELECT attempt.id, submission, min(handed_in_at, CAST(strftime('%s', seen_at) AS INTEGER))," \
	" coalesce((SELECT verdict FROM admission WHERE submission = attempt.submission" \
	" AND sandbox = ?2 ORDER BY id DESC LIMIT 1), 'graded'), " kept " FROM attempt WHERE student = ?1 ORDER BY id"

void standing_reader_prepare(struct standing_reader *reader)
{
	struct store *store = reader->store;
	statement_prepare(&reader->latest, store, "SELECT coalesce(max(id), 0) FROM attempt WHERE student = ?");
	if (reader->course->policy == NULL)
		return;
	statement_prepare(&reader->hand_ins, store,
			  store->version < CONTENT_SINCE_VERSION
				  ? HAND_INS("0")
				  : HAND_INS("EXISTS (SELECT 1 FROM content WHERE submission = attempt.submission)"));
	statement_prepare(&reader->results, store,
			  "SELECT level, won FROM run JOIN run_exercise ON run_exercise.run = run.id"
			  " LEFT JOIN result ON result.submission = ? AND result.exercise = run_exercise.exercise"
			  " AND result.reference = run.reference AND result.secret_id = run.secret_id"
			  " AND result.sandbox = run.sandbox WHERE run.id = ?");
}

void standing_reader_release(struct standing_reader *reader)
{
	statement_release(&reader->latest);
	statement_release(&reader->hand_ins);
	statement_release(&reader->results);
}

static bool read_latest(struct standing_reader *reader, int64_t student, int64_t *attempt, struct text *why)
{
	statement_bind_integer(&reader->latest, student);
	if (statement_row(&reader->latest))
		*attempt = statement_take_integer(&reader->latest);
	statement_rewind(&reader->latest);
	return statement_well(&reader->latest, why);
}

/* What a hand-in won, and whether all of it is known. */
static bool read_won(struct standing_reader *reader, struct hand_in_record *hand_in, struct text *why)
{
	struct statement *ask = &reader->results;
	hand_in->whole = true;
	if (!hand_in->graded || (reader->course->policy->counting != COUNTING_BEST && !reader->asks_all))
		return true;
	statement_bind_integer(ask, hand_in->submission);
	statement_bind_integer(ask, reader->run);
	while (statement_row(ask)) {
		const int64_t level = statement_take_integer(ask);
		if (statement_next_is_null(ask))
			hand_in->whole = false;
		else
			hand_in->won += policy_weight(reader->course->policy, (int)level) * statement_take_real(ask);
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool standing_hand_ins(struct standing_reader *reader, int64_t student, struct arena *arena, struct hand_ins *hand_ins,
		       struct text *why)
{
	struct statement *ask = &reader->hand_ins;
	*hand_ins = (struct hand_ins){0};
	statement_bind_integer(ask, student);
	statement_bind_string(ask, reader->course->sandbox);
	while (statement_row(ask)) {
		const size_t i = hand_ins->count++;
		hand_ins->list = list_extend(arena, hand_ins->list, i, sizeof(*hand_ins->list));
		hand_ins->attempts = list_extend(arena, hand_ins->attempts, i, sizeof(*hand_ins->attempts));
		hand_ins->attempts[i] = statement_take_integer(ask);
		hand_ins->list[i] = (struct hand_in_record){.submission = statement_take_integer(ask)};
		hand_ins->list[i].handed_in_at = statement_take_integer(ask);
		hand_ins->list[i].graded = statement_take_verdict(ask) == VERDICT_GRADED;
		hand_ins->list[i].kept = statement_take_integer(ask) != 0;
		if (!read_won(reader, &hand_ins->list[i], why))
			return false;
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

static void judge_each(struct standing_reader *reader, const struct hand_ins *hand_ins)
{
	struct standing *each = arena_array(reader->arena, hand_ins->count, sizeof(*each));
	for (size_t i = 0; i < hand_ins->count; i++)
		each[i] = policy_judge(reader->course->policy, hand_ins->list, i);
	reader->each = each;
}

bool standing_read(struct standing_reader *reader, int64_t student, int64_t *attempt, struct standing *standing,
		   struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct hand_ins hand_ins;
	*standing = (struct standing){0};
	*attempt = 0;
	reader->each = NULL;
	if (reader->course->policy == NULL)
		return read_latest(reader, student, attempt, why);
	if (!standing_hand_ins(reader, student, arena, &hand_ins, why))
		return false;
	if (hand_ins.count == 0)
		return true;
	*attempt = hand_ins.attempts[policy_choose(reader->course->policy, hand_ins.list, hand_ins.count, standing)];
	judge_each(reader, &hand_ins);
	return true;
}
