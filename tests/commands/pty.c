#include "commands/pty.h"

#include <check.h>
#include <errno.h>
#include <pty.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int pty_begin(const char *folder, const char *const *argv, size_t columns, int *pid)
{
	const struct winsize size = {.ws_row = 24, .ws_col = (unsigned short)columns};
	int terminal;
	*pid = forkpty(&terminal, NULL, NULL, &size);
	ck_assert_int_ge(*pid, 0);
	if (*pid == 0) {
		char *arguments[16] = {NULL};
		for (size_t i = 0; argv[i] != NULL && i + 1 < sizeof(arguments) / sizeof(arguments[0]); i++)
			arguments[i] = strdup(argv[i]);
		if (folder == NULL || chdir(folder) == 0)
			execv(arguments[0], arguments);
		_exit(127);
	}
	return terminal;
}

int pty_run(const char *folder, const char *const *argv, size_t columns, struct text *written)
{
	int pid, status, terminal = pty_begin(folder, argv, columns, &pid);
	char buffer[4096];
	for (ssize_t got; (got = read(terminal, buffer, sizeof(buffer))) > 0 || (got < 0 && errno == EINTR);)
		text_add_bytes(written, buffer, got > 0 ? (size_t)got : 0);
	close(terminal);
	ck_assert_int_eq(waitpid(pid, &status, 0), pid);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Of UTF-8 characters of one column each, colours and the clearing of a line apart. */
static size_t seen_columns(const char *line, size_t length)
{
	size_t columns = 0;
	for (size_t i = 0; i < length; i++) {
		if (line[i] == '\033')
			i += strcspn(line + i, "mK");
		else
			columns += ((unsigned char)line[i] & 0xc0) != 0x80;
	}
	return columns;
}

/* One that is too long is a path that stays whole, in a line of its own. */
static bool is_path(const char *line, size_t length)
{
	const size_t blanks = strspn(line, " ");
	return blanks < length && memchr(line + blanks, ' ', length - blanks) == NULL &&
	       memchr(line + blanks, '/', length - blanks) != NULL;
}

void pty_expect_width(const struct text *written, size_t columns)
{
	for (const char *line = text_string(written); *line != '\0';) {
		size_t length = strcspn(line, "\r\n");
		ck_assert_msg(seen_columns(line, length) <= columns || is_path(line, length), "%.*s", (int)length,
			      line);
		line += length;
		line += strspn(line, "\r\n");
	}
}
