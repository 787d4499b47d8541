#include "store/person.h"

#include <string.h>

#include "store/statement.h"

static bool find(struct store *store, const char *name, int64_t *id, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT id FROM student WHERE bytes = ?");
	statement_bind_bytes(&ask, name, strlen(name));
	*id = statement_row(&ask) ? statement_take_integer(&ask) : 0;
	return statement_well(&ask, why);
}

bool person_find(struct store *store, const char *name, int64_t *id, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store,
			  "SELECT id FROM student WHERE bytes = ?1 OR name = ?2 ORDER BY bytes = ?1 DESC LIMIT 1");
	statement_bind_bytes(&ask, name, strlen(name));
	statement_bind_string(&ask, name);
	*id = statement_row(&ask) ? statement_take_integer(&ask) : 0;
	return statement_well(&ask, why);
}

/* Is the name, as it would be shown, that of somebody else? */
static bool is_taken(struct store *store, const char *shown, bool *taken, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT 1 FROM student WHERE name = ?");
	statement_bind_string(&ask, shown);
	*taken = statement_row(&ask);
	return statement_well(&ask, why);
}

/*
 * The name as it is shown. Broken UTF-8 is escaped when it is bound; as another student may be called just
 * that, a prime or more sets them apart: nobody is to be graded, or read, as somebody else.
 */
static bool make_shown(struct store *store, const char *name, struct text *shown, struct text *why)
{
	bool taken;
	text_add(shown, name);
	while (is_taken(store, text_string(shown), &taken, why)) {
		if (!taken)
			return true;
		text_add(shown, "'");
	}
	return false;
}

bool person_enter(struct store *store, const char *name, int64_t *id, struct text *why)
{
	if (!find(store, name, id, why))
		return false;
	if (*id != 0)
		return true;
	TEXT_SCOPED struct text shown = {0};
	STATEMENT_SCOPED struct statement insert = {0};
	if (!make_shown(store, name, &shown, why))
		return false;
	statement_prepare(&insert, store, "INSERT INTO student (bytes, name) VALUES (?, ?)");
	statement_bind_bytes(&insert, name, strlen(name));
	statement_bind_string(&insert, text_string(&shown));
	if (!statement_run(&insert, why))
		return false;
	*id = sqlite3_last_insert_rowid(store->database);
	return true;
}
