/* Runs a program as a user would and keeps what it said. For the tests of the real grader. */
#ifndef TESTS_COMMANDS_PROGRAM_H
#define TESTS_COMMANDS_PROGRAM_H

#include "core/text.h"

struct program {
	int status; /* exit code, or 128 + signal */
	struct text out, err;
};

void program_release(struct program *program);
/* Many are run for their effect alone: only gcc counts being released as use. */
#define PROGRAM_SCOPED __attribute__((cleanup(program_release), unused))

/* Runs argv (NULL-terminated) in `folder` (NULL: here), standard input empty. */
struct program program_run(const char *folder, const char *const *argv);

/* Starts it without waiting; output is thrown away. */
int program_start(const char *folder, const char *const *argv);

/* Starts it without waiting; what it prints is taken when it is finished, and waits in pipes until then. */
struct running {
	int pid, out, err;
};

struct running program_begin(const char *folder, const char *const *argv);
struct program program_finish(const struct running *running);

/* Reads from stderr, as it comes, until `words` were there; what was read is added to `err`. False: it ended. */
bool program_await(const struct running *running, const char *words, struct text *err);

/* The grader of this build: GRADER(folder, "list", "--format", "json"). */
#define GRADER(folder, ...) program_run(folder, (const char *const[]){BUILD_DIR "/grader", __VA_ARGS__, NULL})

/* A fresh folder below TMPDIR that others may read, and its removal with everything in it. */
char *folder_create(void);
void folder_remove(char **folder);
#define FOLDER_SCOPED __attribute__((cleanup(folder_remove)))

/* Writes a file below a folder; aborts if it cannot. */
void folder_write(const char *folder, const char *name, const char *data);

/* A file's content, appended. False if it cannot be read. */
bool folder_read(const char *folder, const char *name, struct text *text);

#endif
