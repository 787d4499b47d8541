#include "store/connection.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "store/statement.h"

void connection_complain(const struct store *store, struct text *why, const char *format, ...)
{
	text_clear(why);
	text_add(why, "gradebook \"");
	text_add_visible(why, store->path, strlen(store->path));
	text_add(why, "\" ");
	va_list arguments;
	va_start(arguments, format);
	text_add_list(why, format, arguments);
	va_end(arguments);
}

void connection_explain(const struct store *store, int code, struct text *why)
{
	static const struct {
		int code;
		const char *words;
	} table[] = {
		{SQLITE_BUSY, "is locked by another program, and has been for too long"},
		{SQLITE_LOCKED, "is locked by this program itself"},
		{SQLITE_FULL, "cannot be written: the disk is full"},
		{SQLITE_READONLY, "cannot be written: the file or its directory is read-only"},
		{SQLITE_CORRUPT, "is damaged: go on with a copy of it, or save what \"sqlite3 FILE .recover\" finds"},
		{SQLITE_NOTADB, "is not a gradebook"},
		{SQLITE_NOMEM, "needs more memory than there is"},
		{SQLITE_TOOBIG, "cannot take something so large"},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].code == (code & 0xff)) {
			connection_complain(store, why, "%s", table[i].words);
			return;
		}
	/* Not every error that comes from the system is noted. */
	int error = sqlite3_system_errno(store->database);
	const char *reason = error != 0 ? file_error(error) : sqlite3_errstr(code);
	if ((code & 0xff) == SQLITE_CANTOPEN)
		connection_complain(store, why, "cannot be opened: %s", reason);
	else if ((code & 0xff) == SQLITE_IOERR)
		connection_complain(store, why, "cannot be read or written: %s", reason);
	else
		connection_complain(store, why, "cannot be used: %s",
				    sqlite3_extended_errcode(store->database) == code ? sqlite3_errmsg(store->database)
										      : sqlite3_errstr(code));
}

/*
 * The file is created here rather than by SQLite, which would let others read the secret. O_EXCL also means
 * that a file in use is never opened and closed again here: closing it would drop this process's locks on it.
 */
static bool create(const struct store *store, struct text *why)
{
	int file = open(store->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	if (file < 0 && errno != EEXIST) {
		connection_complain(store, why, "cannot be created: %s", file_error(errno));
		return false;
	}
	if (file >= 0)
		close(file);
	return true;
}

bool connection_prepare(const struct store *store, enum store_access access, struct text *why)
{
	struct stat status;
	if (stat(store->path, &status) != 0) {
		if (errno == ENOENT && access == STORE_WRITE)
			return create(store, why);
		connection_complain(store, why, "cannot be opened: %s%s", file_error(errno),
				    errno == ENOENT ? "; run `grader grade` first, which makes it" : "");
		return false;
	}
	if (S_ISREG(status.st_mode))
		return true;
	connection_complain(store, why, S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file");
	return false;
}

/*
 * The path as a URI: always, so that a path is only ever a path, be it called ":memory:" or "file:x?mode=ro".
 * Everything but letters and digits is escaped.
 */
static void add_uri(struct text *uri, const char *path)
{
	text_add(uri, "file:");
	for (; *path != '\0'; path++)
		if (isalnum((unsigned char)*path) && (unsigned char)*path < 0x80)
			text_add_bytes(uri, path, 1);
		else
			text_add_format(uri, "%%%02x", (unsigned char)*path);
}

static bool connect(struct store *store, const char *uri, int flags, struct text *why)
{
	int code = sqlite3_open_v2(uri, &store->database, flags | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, NULL);
	if (code != SQLITE_OK) {
		connection_explain(store, code, why);
		return false;
	}
	sqlite3_extended_result_codes(store->database, 1);
	/* A gradebook may come from another machine: its schema is data like the rest and may call nothing. */
	sqlite3_db_config(store->database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(store->database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	sqlite3_db_config(store->database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
	return true;
}

/*
 * Readers connect for writing too where they may, and are then forbidden to write: only so can they finish
 * the log of a grader that was killed, and clear away the files beside the gradebook when they are done.
 */
bool connection_open(struct store *store, enum store_access access, int patience_ms, struct text *why)
{
	TEXT_SCOPED struct text uri = {0};
	add_uri(&uri, store->path);
	if (!connect(store, text_string(&uri), SQLITE_OPEN_READWRITE, why))
		return false;
	sqlite3_busy_timeout(store->database, patience_ms);
	if (access == STORE_WRITE && sqlite3_db_readonly(store->database, "main") == 1) {
		connection_explain(store, SQLITE_READONLY, why);
		return false;
	}
	return true;
}

bool connection_open_immutable(struct store *store, struct text *why)
{
	TEXT_SCOPED struct text log = {0};
	TEXT_SCOPED struct text uri = {0};
	struct stat status;
	text_add_format(&log, "%s-wal", store->path);
	if (stat(text_string(&log), &status) == 0 && status.st_size > 0) {
		connection_complain(store, why, "has an unfinished log beside it, and its directory is read-only: %s",
				    "copy both, or read it where you may write");
		return false;
	}
	add_uri(&uri, store->path);
	text_add(&uri, "?immutable=1");
	statement_forget_spare(store);
	sqlite3_close(store->database);
	store->database = NULL;
	return connect(store, text_string(&uri), SQLITE_OPEN_READONLY, why);
}
