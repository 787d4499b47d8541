/*
 * What the fuzzers share: the entry points that libFuzzer calls, a check that ends the run, and what must hold
 * for every word shown to a person.
 */
#ifndef TESTS_FUZZ_FUZZ_H
#define TESTS_FUZZ_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/text.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A condition that no input may break. */
#define MUST(condition) must((condition), #condition, __FILE__, __LINE__)

static inline void must(bool holds, const char *condition, const char *file, int line)
{
	if (holds)
		return;
	fprintf(stderr, "%s:%d: must hold: %s\n", file, line, condition);
	abort();
}

/* Nothing in it that a terminal would obey; lines may end. */
static inline void must_be_harmless(const char *string, size_t length)
{
	MUST(utf8_valid(string, length));
	for (size_t i = 0; i < length; i++)
		MUST((unsigned char)string[i] >= ' ' || string[i] == '\n' || string[i] == '\t');
}

#endif
