#include "store/fault.h"

#include "core/list.h"
#include "store/person.h"
#include "store/transaction.h"

void fault_reader_prepare(struct fault_reader *reader, struct store *store)
{
	reader->missing = store->version < FAULTS_SINCE_VERSION;
	if (!reader->missing)
		statement_prepare(&reader->ask, store,
				  "SELECT path, reason, failed_at, sha256 FROM fault WHERE student IN (?, ?)"
				  " ORDER BY failed_at DESC LIMIT 1");
}

void fault_reader_release(struct fault_reader *reader)
{
	statement_release(&reader->ask);
}

bool fault_read(struct fault_reader *reader, const int64_t student_ids[2], struct arena *arena,
		struct student_record *student, struct text *why)
{
	struct statement *ask = &reader->ask;
	if (reader->missing)
		return true;
	statement_bind_integer(ask, student_ids[0]);
	statement_bind_integer(ask, student_ids[1]);
	if (statement_row(ask)) {
		struct fault_record *fault = arena_alloc(arena, sizeof(*fault));
		*fault = (struct fault_record){.path = statement_take_string(ask, arena)};
		fault->reason = statement_take_string(ask, arena);
		fault->failed_at = statement_take_string(ask, arena);
		fault->was_read = !statement_next_is_null(ask);
		if (fault->was_read)
			fault->submission = statement_take_digest(ask);
		student->fault = fault;
	}
	statement_rewind(ask);
	return statement_well(ask, why);
}

bool fault_settle(struct store *store, int64_t student_id, struct text *why)
{
	STATEMENT_SCOPED struct statement delete = {0};
	statement_prepare(&delete, store, "DELETE FROM fault WHERE student = ?");
	statement_bind_integer(&delete, student_id);
	return statement_run(&delete, why);
}

static bool write_fault(struct store *store, int64_t run_id, int64_t student_id, const struct fault_record *fault,
			struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT OR REPLACE INTO fault (student, path, sha256, reason, run) VALUES (?, ?, ?, ?, ?)");
	statement_bind_integer(&insert, student_id);
	statement_bind_string(&insert, fault->path);
	if (fault->was_read)
		statement_bind_digest(&insert, &fault->submission);
	else
		statement_bind_null(&insert);
	statement_bind_string(&insert, fault->reason);
	statement_bind_integer(&insert, run_id);
	return statement_run(&insert, why);
}

bool store_add_fault(struct store *store, int64_t run_id, const char *student, const struct fault_record *fault,
		     struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t id;
	return transaction_begin(&transaction, store, STORE_WRITE, why) && person_enter(store, student, &id, why) &&
	       write_fault(store, run_id, id, fault, why) && transaction_commit(&transaction, why);
}

bool store_add_fault_of_known(struct store *store, int64_t run_id, const char *student,
			      const struct fault_record *fault, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t id;
	return transaction_begin(&transaction, store, STORE_WRITE, why) && person_find(store, student, &id, why) &&
	       write_fault(store, run_id, id, fault, why) && transaction_commit(&transaction, why);
}

bool store_faults(struct store *store, struct arena *arena, const struct pending_record **list, size_t *count,
		  struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	struct pending_record *made = NULL;
	statement_prepare(&ask, store, "SELECT name, path FROM fault JOIN student ON student.id = fault.student");
	for (*count = 0; statement_row(&ask); ++*count) {
		made = list_extend(arena, made, *count, sizeof(*made));
		made[*count].student = statement_take_string(&ask, arena);
		made[*count].path = statement_take_string(&ask, arena);
	}
	*list = made;
	return statement_well(&ask, why);
}

bool store_settle_fault(struct store *store, const char *student, struct text *why)
{
	TRANSACTION_SCOPED struct transaction transaction = {0};
	int64_t id;
	return transaction_begin(&transaction, store, STORE_WRITE, why) && person_find(store, student, &id, why) &&
	       fault_settle(store, id, why) && transaction_commit(&transaction, why);
}
