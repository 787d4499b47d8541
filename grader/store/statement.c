#include "store/statement.h"

#include <endian.h>
#include <math.h>
#include <string.h>

/* One with that text which nobody uses now, or NULL. */
static sqlite3_stmt *take_spare(struct store *store, const char *sql)
{
	for (size_t i = 0; i < SPARE_STATEMENTS; i++) {
		sqlite3_stmt *handle = store->spare[i];
		if (handle == NULL || strcmp(sqlite3_sql(handle), sql) != 0)
			continue;
		store->spare[i] = NULL;
		return handle;
	}
	return NULL;
}

void statement_prepare(struct statement *statement, struct store *store, const char *sql)
{
	*statement = (struct statement){.store = store, .handle = take_spare(store, sql)};
	if (statement->handle == NULL)
		statement->code = sqlite3_prepare_v3(store->database, sql, -1, SQLITE_PREPARE_PERSISTENT,
						     &statement->handle, NULL);
}

/* To prepare a statement takes longer than to run most: what went well is kept for the next who asks for it. */
void statement_release(struct statement *statement)
{
	size_t free = 0;
	while (statement->handle != NULL && free < SPARE_STATEMENTS && statement->store->spare[free] != NULL)
		free++;
	if (statement->handle != NULL && statement->code == SQLITE_OK && free < SPARE_STATEMENTS) {
		statement_rewind(statement);
		statement->store->spare[free] = statement->handle;
	} else {
		sqlite3_finalize(statement->handle);
	}
	statement->handle = NULL;
}

void statement_forget_spare(struct store *store)
{
	for (size_t i = 0; i < SPARE_STATEMENTS; i++) {
		sqlite3_finalize(store->spare[i]);
		store->spare[i] = NULL;
	}
}

static bool fine(const struct statement *statement)
{
	return statement->code == SQLITE_OK;
}

void statement_bind_integer(struct statement *statement, int64_t value)
{
	if (fine(statement))
		statement->code = sqlite3_bind_int64(statement->handle, ++statement->parameter, value);
}

void statement_bind_real(struct statement *statement, double value)
{
	if (fine(statement))
		statement->code = sqlite3_bind_double(statement->handle, ++statement->parameter, value);
}

void statement_bind_string(struct statement *statement, const char *value)
{
	if (!fine(statement))
		return;
	size_t length = strlen(value);
	if (utf8_valid(value, length)) {
		statement->code = sqlite3_bind_text64(statement->handle, ++statement->parameter, value, length,
						      SQLITE_STATIC, SQLITE_UTF8);
		return;
	}
	TEXT_SCOPED struct text visible = {0};
	text_add_kept(&visible, value);
	statement->code = sqlite3_bind_text64(statement->handle, ++statement->parameter, text_string(&visible),
					      visible.length, SQLITE_TRANSIENT, SQLITE_UTF8);
}

void statement_bind_bytes(struct statement *statement, const void *value, size_t length)
{
	if (fine(statement))
		statement->code =
			sqlite3_bind_blob64(statement->handle, ++statement->parameter, value, length, SQLITE_STATIC);
}

void statement_bind_digest(struct statement *statement, const struct digest *value)
{
	statement_bind_bytes(statement, value->bytes, DIGEST_BYTES);
}

void statement_bind_verdict(struct statement *statement, enum verdict value)
{
	statement_bind_string(statement, verdict_name(value));
}

/* Numbers of 64 bits, whatever they mean. */
static void bind_words(struct statement *statement, const void *words, size_t count)
{
	if (!fine(statement))
		return;
	TEXT_SCOPED struct text coded = {0};
	for (size_t i = 0; i < count; i++) {
		uint64_t bits;
		memcpy(&bits, (const char *)words + i * sizeof(bits), sizeof(bits));
		bits = htole64(bits);
		text_add_bytes(&coded, &bits, sizeof(bits));
	}
	statement->code = sqlite3_bind_blob64(statement->handle, ++statement->parameter, text_string(&coded),
					      coded.length, SQLITE_TRANSIENT);
}

void statement_bind_doubles(struct statement *statement, const double *values, size_t count)
{
	bind_words(statement, values, count);
}

void statement_bind_counts(struct statement *statement, const uint64_t *counts, size_t count)
{
	if (counts == NULL)
		statement_bind_null(statement);
	else
		bind_words(statement, counts, count);
}

void statement_bind_null(struct statement *statement)
{
	if (fine(statement))
		statement->code = sqlite3_bind_null(statement->handle, ++statement->parameter);
}

bool statement_row(struct statement *statement)
{
	if (!fine(statement))
		return false;
	statement->column = 0;
	int code = sqlite3_step(statement->handle);
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		statement->code = code;
	return code == SQLITE_ROW;
}

void statement_rewind(struct statement *statement)
{
	sqlite3_reset(statement->handle);
	sqlite3_clear_bindings(statement->handle);
	statement->parameter = 0;
}

bool statement_well(const struct statement *statement, struct text *why)
{
	if (!fine(statement))
		connection_explain(statement->store, statement->code, why);
	return fine(statement);
}

bool statement_run(struct statement *statement, struct text *why)
{
	statement_row(statement);
	bool well = statement_well(statement, why);
	if (well)
		statement_rewind(statement);
	return well;
}

bool statement_next_is_null(const struct statement *statement)
{
	return sqlite3_column_type(statement->handle, statement->column) == SQLITE_NULL;
}

void statement_skip(struct statement *statement, int columns)
{
	statement->column += columns;
}

int64_t statement_take_integer(struct statement *statement)
{
	return sqlite3_column_int64(statement->handle, statement->column++);
}

double statement_take_real(struct statement *statement)
{
	bool null = statement_next_is_null(statement);
	double value = sqlite3_column_double(statement->handle, statement->column++);
	return null ? NAN : value;
}

static const void *keep(struct statement *statement, const void *value, size_t length, struct arena *arena)
{
	return statement->pool != NULL ? pool_keep(statement->pool, value, length) : arena_copy(arena, value, length);
}

const char *statement_take_string(struct statement *statement, struct arena *arena)
{
	int column = statement->column++;
	const void *value = sqlite3_column_text(statement->handle, column);
	if (value == NULL) {
		statement->code = SQLITE_CORRUPT;
		return "";
	}
	return keep(statement, value, (size_t)sqlite3_column_bytes(statement->handle, column), arena);
}

/* The bytes of the next column if they are a blob of this length; NULL, and damage, if they are not. */
static const void *take_blob(struct statement *statement, size_t length)
{
	int column = statement->column++;
	const void *value = sqlite3_column_blob(statement->handle, column);
	if (sqlite3_column_type(statement->handle, column) == SQLITE_BLOB &&
	    (size_t)sqlite3_column_bytes(statement->handle, column) == length)
		return length == 0 ? "" : value;
	statement->code = SQLITE_CORRUPT;
	return NULL;
}

void statement_take_blob(struct statement *statement, struct text *bytes)
{
	const int column = statement->column++;
	const void *value = sqlite3_column_blob(statement->handle, column);
	if (value != NULL)
		text_add_bytes(bytes, value, (size_t)sqlite3_column_bytes(statement->handle, column));
}

struct digest statement_take_digest(struct statement *statement)
{
	struct digest digest = {{0}};
	const void *value = take_blob(statement, DIGEST_BYTES);
	if (value != NULL)
		memcpy(digest.bytes, value, DIGEST_BYTES);
	return digest;
}

enum verdict statement_take_verdict(struct statement *statement)
{
	const char *name = (const char *)sqlite3_column_text(statement->handle, statement->column++);
	enum verdict verdict = name == NULL ? VERDICT_COUNT : verdict_parse(name);
	if (verdict != VERDICT_COUNT)
		return verdict;
	statement->code = SQLITE_CORRUPT;
	return VERDICT_HARNESS_FAULT;
}

/* In memory of their own; NULL, and damage, if there are not so many. */
static const void *take_words(struct statement *statement, size_t count, struct arena *arena)
{
	size_t bytes;
	if (__builtin_mul_overflow(count, sizeof(uint64_t), &bytes)) {
		statement->code = SQLITE_CORRUPT;
		return NULL;
	}
	const unsigned char *coded = take_blob(statement, bytes);
	if (coded == NULL)
		return NULL;
	TEXT_SCOPED struct text words = {0};
	text_add_bytes(&words, coded, bytes);
	for (size_t i = 0; i < count; i++) {
		uint64_t bits;
		memcpy(&bits, words.data + i * sizeof(bits), sizeof(bits));
		bits = le64toh(bits);
		memcpy(words.data + i * sizeof(bits), &bits, sizeof(bits));
	}
	return keep(statement, words.data, words.length, arena);
}

const double *statement_take_doubles(struct statement *statement, size_t count, struct arena *arena)
{
	return take_words(statement, count, arena);
}

const uint64_t *statement_take_counts(struct statement *statement, size_t count, struct arena *arena)
{
	if (!statement_next_is_null(statement))
		return take_words(statement, count, arena);
	statement_skip(statement, 1);
	return NULL;
}

const unsigned char *statement_take_bytes(struct statement *statement, size_t length, struct arena *arena)
{
	if (statement_next_is_null(statement)) {
		statement_skip(statement, 1);
		return NULL;
	}
	const void *value = take_blob(statement, length);
	return value == NULL ? NULL : keep(statement, value, length, arena);
}
