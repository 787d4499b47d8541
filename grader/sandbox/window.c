#include "sandbox/window.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/mman.h>

#include "sandbox/memory.h"

static bool map(struct shared_window *window, const char *name, uint64_t bytes)
{
	window->fd = memory_create(name, bytes);
	if (window->fd < 0)
		return false;
	void *start = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, window->fd, 0);
	if (start == MAP_FAILED) {
		int error = errno;
		descriptor_close_at(&window->fd);
		errno = error;
		return false;
	}
	window->start = start;
	window->bytes = bytes;
	return true;
}

bool window_fit(struct shared_window *window, uint64_t bytes)
{
	if (window->bytes >= bytes)
		return true;
	window_release(window);
	return map(window, "outputs", bytes);
}

bool window_fit_sealed(struct shared_window *window, uint64_t bytes)
{
	if (window->bytes >= bytes)
		return true;
	window_release(window);
	return map(window, "inputs", bytes) && fcntl(window->fd, F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) == 0;
}

void window_release(struct shared_window *window)
{
	if (window->start != NULL)
		munmap(window->start, window->bytes);
	descriptor_close_at(&window->fd);
	*window = (struct shared_window){.fd = -1};
}
