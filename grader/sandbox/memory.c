#include "sandbox/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int memory_create(const char *name, uint64_t bytes)
{
	int fd = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
	if (fd < 0)
		return -1;
	if (ftruncate(fd, (off_t)bytes) == 0 && fcntl(fd, F_ADD_SEALS, F_SEAL_GROW | F_SEAL_SHRINK) == 0)
		return fd;
	int error = errno;
	close(fd);
	errno = error;
	return -1;
}

int memory_reopen(int fd)
{
	char path[32];
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	return open(path, O_RDONLY | O_CLOEXEC);
}

int memory_freeze(int fd)
{
	/* A descriptor opened for reading makes shared mappings that can never become writable. */
	int frozen = -1;
	if (fcntl(fd, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL) == 0)
		frozen = memory_reopen(fd);
	int error = errno;
	close(fd);
	errno = error;
	return frozen;
}

bool memory_wipe(int fd, uint64_t bytes)
{
	return fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)bytes) == 0;
}

void descriptor_close_at(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}
