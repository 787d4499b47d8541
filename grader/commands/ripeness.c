#include "commands/ripeness.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sandbox/sandbox.h"

enum writer { WRITER_NONE, WRITER_AT_WORK, WRITER_UNKNOWN };

/*
 * A lease for reading is granted only while nobody can write, be it through memory. It is given back at once; for who
 * opens the file in between, SIGURG, which is ignored, takes the place of SIGIO, which would end us.
 */
static enum writer find_writer(int file)
{
	if (fcntl(file, F_SETSIG, SIGURG) == 0 && fcntl(file, F_SETLEASE, F_RDLCK) == 0) {
		fcntl(file, F_SETLEASE, F_UNLCK);
		return WRITER_NONE;
	}
	return errno == EAGAIN ? WRITER_AT_WORK : WRITER_UNKNOWN; /* not ours, or a file system without leases */
}

/* How much is left of the time for which there is doubt. */
static uint64_t left(uint64_t quiet_ms)
{
	return quiet_ms < RIPENESS_DOUBT_MS ? RIPENESS_DOUBT_MS - quiet_ms : 0;
}

static uint64_t judge(int file, bool closed, uint64_t quiet_ms)
{
	struct stat status;
	if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
		return 0;
	const enum writer writer = find_writer(file);
	if (writer == WRITER_AT_WORK)
		return RIPENESS_LOOK_MS;
	return (writer == WRITER_UNKNOWN && !closed) || submission_is_begun(file) ? left(quiet_ms) : 0;
}

uint64_t ripeness_wait_ms(const char *path, bool closed, uint64_t quiet_ms)
{
	const int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (file < 0)
		return errno == EACCES && !closed ? left(quiet_ms) : 0; /* some uploads may be read at their end only */
	const uint64_t wait_ms = judge(file, closed, quiet_ms);
	close(file);
	return wait_ms;
}
