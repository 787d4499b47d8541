#include "core/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

const char *file_error(int error)
{
	static const struct {
		int error;
		const char *words;
	} table[] = {
		{ENOENT, "no such file or directory"},
		{ENOTDIR, "part of the path is not a directory"},
		{EISDIR, "it is a directory"},
		{EACCES, "permission denied"},
		{EPERM, "not permitted"},
		{EROFS, "the file system is read-only"},
		{ENOSPC, "the disk is full"},
		{EDQUOT, "your quota of the disk is used up"},
		{EFBIG, "the file would be too large"},
		{EIO, "the disk or its connection failed"},
		{ELOOP, "the symbolic links go in a circle"},
		{ENAMETOOLONG, "the path is too long"},
		{EMFILE, "too many open files"},
		{ENFILE, "too many open files in the system"},
		{ENOMEM, "out of memory"},
		{EPIPE, "nobody reads it any more"},
	};
	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		if (table[i].error == error)
			return table[i].words;
	return error == 0 ? "no reason was given" : strerror(error);
}

/* cannot WHAT "PATH": REASON; always false. */
static bool complain(struct text *why, const char *what, const char *path, const char *reason)
{
	text_clear(why);
	text_add_format(why, "cannot %s \"", what);
	text_add_visible(why, path, strlen(path));
	text_add_format(why, "\": %s", reason);
	return false;
}

static void close_at(int *file)
{
	if (*file >= 0)
		close(*file);
}
#define DESCRIPTOR_SCOPED __attribute__((cleanup(close_at)))

static void free_at(char **memory)
{
	free(*memory);
}
#define FREE_SCOPED __attribute__((cleanup(free_at)))

/* The next piece of a file: its length, 0 at the end, -1 for an error. */
static ssize_t read_some(int file, char *buffer, size_t length)
{
	ssize_t got;
	do
		got = read(file, buffer, length);
	while (got < 0 && errno == EINTR);
	return got;
}

bool file_read(const char *path, size_t limit_bytes, struct text *data, struct text *why)
{
	/* Opening a pipe would wait for a writer without O_NONBLOCK. */
	DESCRIPTOR_SCOPED int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	text_clear(data);
	if (file < 0 || fstat(file, &status) != 0)
		return complain(why, "read", path, file_error(errno));
	if (S_ISDIR(status.st_mode))
		return complain(why, "read", path, file_error(EISDIR));
	if (!S_ISREG(status.st_mode))
		return complain(why, "read", path, "it is not a regular file");
	/* The size is not asked for: it may change, and files of /proc have none. */
	char buffer[16 * 1024];
	ssize_t got;
	while ((got = read_some(file, buffer, sizeof(buffer))) > 0) {
		if ((size_t)got > limit_bytes - data->length) {
			char reason[64];
			snprintf(reason, sizeof(reason), "it is larger than %zu bytes", limit_bytes);
			return complain(why, "read", path, reason);
		}
		text_add_bytes(data, buffer, (size_t)got);
	}
	return got == 0 || complain(why, "read", path, file_error(errno));
}

bool file_holds(const char *path, const void *data, size_t length)
{
	DESCRIPTOR_SCOPED int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct stat status;
	if (file < 0 || fstat(file, &status) != 0 || !S_ISREG(status.st_mode) || (size_t)status.st_size != length)
		return false;
	const char *rest = data;
	char buffer[16 * 1024];
	ssize_t got;
	while ((got = read_some(file, buffer, sizeof(buffer))) > 0) {
		if ((size_t)got > length || memcmp(buffer, rest, (size_t)got) != 0)
			return false;
		rest += got;
		length -= (size_t)got;
	}
	return got == 0 && length == 0;
}

static bool write_all(int file, const char *data, size_t length)
{
	while (length > 0) {
		ssize_t done = write(file, data, length);
		if (done < 0 && errno != EINTR)
			return false;
		if (done > 0) {
			data += done;
			length -= (size_t)done;
		}
	}
	return true;
}

/* Writes and closes; whatever goes wrong is in errno. */
static bool write_and_close(int file, const char *data, size_t length)
{
	bool written = write_all(file, data, length);
	int error = errno;
	bool closed = close(file) == 0; /* network file systems tell of a full disk here */
	if (!written)
		errno = error;
	return written && closed;
}

static bool write_through(const char *path, const void *data, size_t length)
{
	int file = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	return file >= 0 && write_and_close(file, data, length);
}

/* A name in the directory of `path` that nobody else uses; not made from its name, which may be as long as can be. */
static void add_temporary_name(struct text *name, const char *path)
{
	const char *slash = strrchr(path, '/');
	uint64_t random = 0;
	if (getrandom(&random, sizeof(random), 0) != (ssize_t)sizeof(random))
		random = (uint64_t)getpid(); /* O_EXCL sees to the rest */
	text_add_bytes(name, path, slash == NULL ? 0 : (size_t)(slash + 1 - path));
	text_add_format(name, ".grader-%016" PRIx64, random);
}

/* Writes beside `path` and moves it there; `old` is what is there now, or NULL. */
static bool replace(const char *path, const struct stat *old, const void *data, size_t length)
{
	TEXT_SCOPED struct text temporary = {0};
	add_temporary_name(&temporary, path);
	int file = open(text_string(&temporary), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
	if (file < 0)
		return false;
	if (old != NULL)
		fchmod(file, old->st_mode & 0777);
	if (write_and_close(file, data, length) && rename(text_string(&temporary), path) == 0)
		return true;
	int error = errno;
	unlink(text_string(&temporary));
	errno = error;
	return false;
}

bool file_write(const char *path, const void *data, size_t length, struct text *why)
{
	struct stat status;
	bool exists = stat(path, &status) == 0;
	FREE_SCOPED char *target = exists ? realpath(path, NULL) : NULL;
	bool done;
	if (exists && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode))
		done = write_through(path, data, length);
	else
		done = replace(target != NULL ? target : path, exists ? &status : NULL, data, length);
	return done || complain(why, "write", path, file_error(errno));
}

static bool is_directory(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

bool directory_create(const char *path, struct text *why)
{
	TEXT_SCOPED struct text part = {0};
	size_t length = 0;
	do {
		length += strspn(path + length, "/");
		length += strcspn(path + length, "/");
		text_clear(&part);
		text_add_bytes(&part, path, length);
		/* Whether mkdir says EEXIST, EACCES or EROFS of a directory that is there is its own affair. */
		if (mkdir(text_string(&part), 0777) != 0) {
			int error = errno;
			if (!is_directory(text_string(&part)))
				return complain(why, "create directory", path,
						file_error(error == EEXIST ? ENOTDIR : error));
		}
	} while (path[length] != '\0');
	return true;
}
