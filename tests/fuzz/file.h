/* For fuzzers of what is read from a file: one file in memory that holds the input of the moment. */
#ifndef TESTS_FUZZ_FILE_H
#define TESTS_FUZZ_FILE_H

#include <unistd.h>

#include "fuzz/fuzz.h"

static char input_path[] = "/dev/shm/gym-fuzz-XXXXXX";
static int input_file = -1;

static inline void remove_input(void)
{
	unlink(input_path);
}

/* The path of a file with these bytes. */
static inline const char *write_input(const uint8_t *data, size_t size)
{
	if (input_file < 0) {
		input_file = mkstemp(input_path);
		MUST(input_file >= 0 && atexit(remove_input) == 0);
	}
	MUST(ftruncate(input_file, 0) == 0);
	MUST(pwrite(input_file, data, size, 0) == (ssize_t)size);
	return input_path;
}

#endif
