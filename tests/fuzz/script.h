/* The input read as a script: small numbers and runs of bytes; zeros without end after the last byte. */
#ifndef TESTS_FUZZ_SCRIPT_H
#define TESTS_FUZZ_SCRIPT_H

#include <string.h>

#include "fuzz/fuzz.h"

struct script {
	const uint8_t *data;
	size_t left;
};

static inline unsigned script_byte(struct script *script)
{
	if (script->left == 0)
		return 0;
	script->left--;
	return *script->data++;
}

static inline unsigned script_below(struct script *script, unsigned limit)
{
	return script_byte(script) % limit;
}

static inline uint64_t script_number(struct script *script)
{
	uint64_t number = 0;
	for (unsigned bytes = script_below(script, 9); bytes > 0; bytes--)
		number = number << 8 | script_byte(script);
	return number;
}

/* Overwrites at most `bytes` bytes; the first byte of the script says how many. */
static inline void script_overwrite(struct script *script, void *data, size_t bytes)
{
	size_t length = script_byte(script);
	length = length < bytes ? length : bytes;
	length = length < script->left ? length : script->left;
	memcpy(data, script->data, length);
	script->data += length;
	script->left -= length;
}

#endif
