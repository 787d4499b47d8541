#include "store/matrix.h"

#include <assert.h>
#include <string.h>

#include "core/list.h"

static const char *const roles[] = {
	[MATRIX_GIVEN] = "given",
	[MATRIX_EXPECTED] = "expected",
	[MATRIX_GOT] = "got",
};

enum { ROLES = sizeof(roles) / sizeof(roles[0]) };

enum { PARTS_SINCE_VERSION = 5, COUNTS_SINCE_VERSION = 9 }; /* of the schema */

#define COLUMNS "position, role, name, n_rows, n_columns, elements, hidden, unwritten"

void matrix_prepare_insert(struct statement *insert, struct store *store, const char *table, const char *owner)
{
	TEXT_SCOPED struct text sql = {0};
	text_add_format(&sql,
			"INSERT INTO %s (%s, " COLUMNS ", part_rows, counts) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
			table, owner);
	statement_prepare(insert, store, text_string(&sql));
}

void matrix_prepare_read(struct statement *ask, struct store *store, const char *table, const char *owner)
{
	TEXT_SCOPED struct text sql = {0};
	text_add_format(&sql, "SELECT " COLUMNS ", %s, %s FROM %s WHERE %s = ? ORDER BY position",
			store->version < PARTS_SINCE_VERSION ? "0" : "part_rows",
			store->version < COUNTS_SINCE_VERSION ? "NULL" : "counts", table, owner);
	statement_prepare(ask, store, text_string(&sql));
}

static void bind_mask(struct statement *insert, const unsigned char *mask, size_t length)
{
	if (mask == NULL)
		statement_bind_null(insert);
	else
		statement_bind_bytes(insert, mask, length);
}

static bool write(struct statement *insert, int64_t owner, size_t position, const struct matrix_record *matrix,
		  struct text *why)
{
	size_t count;
	if (__builtin_mul_overflow(matrix->rows, matrix->columns, &count))
		assert(!"a matrix larger than memory");
	statement_bind_integer(insert, owner);
	statement_bind_integer(insert, (int64_t)position);
	statement_bind_string(insert, roles[matrix->role]);
	statement_bind_string(insert, matrix->name);
	statement_bind_integer(insert, (int64_t)matrix->rows);
	statement_bind_integer(insert, (int64_t)matrix->columns);
	statement_bind_doubles(insert, matrix->values, count);
	bind_mask(insert, matrix->hidden, count);
	bind_mask(insert, matrix->unwritten, count);
	statement_bind_integer(insert, (int64_t)matrix->part_rows);
	statement_bind_counts(insert, matrix->counts, count);
	return statement_run(insert, why);
}

bool matrix_insert_all(struct statement *insert, int64_t owner, const struct matrix_record *matrices, size_t count,
		       struct text *why)
{
	for (size_t i = 0; i < count; i++)
		if (!write(insert, owner, i, &matrices[i], why))
			return false;
	return true;
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

static void take(struct statement *ask, struct arena *arena, struct matrix_record *matrix)
{
	size_t count;
	statement_skip(ask, 1); /* the position, by which they are sorted */
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
	matrix->part_rows = (size_t)statement_take_integer(ask);
	matrix->counts = statement_take_counts(ask, count, arena);
}

bool matrix_read_all(struct statement *ask, int64_t owner, const struct matrix_record **matrices, size_t *count,
		     struct arena *arena, struct text *why)
{
	ARENA_SCOPED struct arena *gathered = arena_create();
	struct matrix_record *list = NULL;
	*count = 0;
	statement_bind_integer(ask, owner);
	while (statement_row(ask)) {
		list = list_extend(gathered, list, *count, sizeof(*list));
		take(ask, arena, &list[(*count)++]);
	}
	*matrices = list_settle(arena, list, *count, sizeof(*list));
	statement_rewind(ask);
	return statement_well(ask, why);
}
