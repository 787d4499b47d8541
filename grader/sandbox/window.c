#include "sandbox/window.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

#include "sandbox/memory.h"

bool window_renew(struct shared_window *window, const char *name, uint64_t bytes)
{
	window_release(window);
	window->fd = memory_create(name, bytes);
	if (window->fd < 0)
		return false;
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, window->fd, 0);
	if (start == MAP_FAILED) {
		int error = errno;
		window_release(window);
		errno = error;
		return false;
	}
	window->start = start;
	window->bytes = bytes;
	return true;
}

bool window_seal(struct shared_window *window)
{
	return fcntl(window->fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0;
}

void window_release(struct shared_window *window)
{
	if (window->start != NULL)
		munmap(window->start, window->bytes);
	descriptor_close_at(&window->fd);
	*window = (struct shared_window){.fd = -1};
}
