/*
 * A number for some bytes, for tables in memory: quickly made, and nothing to rely on against somebody who looks for
 * two with the same.
 */
#ifndef CORE_HASH_H
#define CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Eight bytes at a time. */
static inline uint64_t hash_of(const void *data, size_t length)
{
	const unsigned char *bytes = data;
	uint64_t hash = length, word;
	for (size_t i = 0; i < length; i += sizeof(word)) {
		const size_t left = length - i;
		word = 0;
		memcpy(&word, bytes + i, left < sizeof(word) ? left : sizeof(word));
		hash = (hash ^ word) * 0x9e3779b97f4a7c15;
		hash ^= hash >> 32;
	}
	return hash;
}

#endif
