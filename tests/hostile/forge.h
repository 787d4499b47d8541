/*
 * For submissions that forge answers: finds the call that the worker has just read, which lies on its stack,
 * and with it the nonce that every message must carry.
 */
#ifndef HOSTILE_FORGE_H
#define HOSTILE_FORGE_H

#include <stdint.h>
#include <string.h>
#include <unistd.h>

enum { FORGE_GO = 5, FORGE_DONE = 6, FORGE_BYTES = 536 };

/* Sends a well-formed answer to call `sequence + ahead`. 0 if the nonce was not found. */
static inline int forge_done(uint32_t ahead)
{
	static unsigned char message[FORGE_BYTES];
	const unsigned char *stack = __builtin_frame_address(0);
	for (int i = 0; i < 4000; i += 8) {
		uint32_t words[2];
		memcpy(words, stack + i, sizeof(words));
		if (words[0] != FORGE_GO || words[1] == 0 || words[1] > 100)
			continue;
		words[0] = FORGE_DONE;
		words[1] += ahead;
		memcpy(message, words, sizeof(words));
		memcpy(message + 8, stack + i + 8, 8);
		return write(3, message, sizeof(message)) == FORGE_BYTES;
	}
	return 0;
}

#endif
