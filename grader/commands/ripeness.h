/*
 * Is a file that lies in a class folder all there? Nothing in a file says so. Asked is, in this order: does anybody
 * have it open for writing, be it that they sleep, which the kernel tells its owner and root by refusing a lease; was
 * it closed since it was last written to, which inotify tells; and does it look like half a file, as one does whose
 * upload was cut and goes on later.
 */
#ifndef COMMANDS_RIPENESS_H
#define COMMANDS_RIPENESS_H

#include <stdbool.h>
#include <stdint.h>

enum {
	RIPENESS_DOUBT_MS = 30000, /* so long what may be half a file is left alone */
	RIPENESS_LOOK_MS = 1000	   /* so often it is looked whether a writer is still there */
};

/*
 * For how many milliseconds to leave the file alone; 0 if it is ripe, and if it is none or is gone, which is for others
 * to say. `closed`: nothing was heard of it since somebody closed it or moved it here. `quiet_ms`: so long nothing was
 * heard of it.
 */
uint64_t ripeness_wait_ms(const char *path, bool closed, uint64_t quiet_ms);

#endif
