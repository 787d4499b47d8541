/* verdict: crashed; function: attn_softmax; says: could not be loaded again */
/*
 * Loads when it is probed; then, where there is room for inputs, has its constructor forge the loader's words out of
 * what lies there and end the process. What a student reads must not be those words.
 */
#include <stdio.h>
#include <sys/mman.h>

#include "forge.h"
#include "honest.h"

enum { PAGE = 4096, EMPTY_ARENA = 512 << 10, HELLO = 1, UNLOADABLE = 4, WORDS = 16, WORDS_BYTES = 384 };

/* The greeting that the worker has just sent lies on its stack; its nonce, or 0. */
static uint64_t find_nonce(void)
{
	const unsigned char *stack = __builtin_frame_address(0);
	for (int i = 0; i < 60000; i += 8) {
		uint32_t words[2];
		uint64_t nonce, arena;
		memcpy(words, stack + i, sizeof(words));
		memcpy(&nonce, stack + i + 8, sizeof(nonce));
		memcpy(&arena, stack + i + 16, sizeof(arena));
		if (words[0] == HELLO && words[1] == 0 && arena % 4096 == 0 && arena >> 32 != 0)
			return nonce;
	}
	return 0;
}

__attribute__((constructor)) static void carry(void)
{
	static unsigned char message[FORGE_BYTES];
	char *arena = (char *)UINT64_C(0x200000000000);
	if (mprotect(arena + EMPTY_ARENA, PAGE, PROT_READ) != 0)
		return; /* there is no room for a buffer: the probe */
	uint64_t nonce = find_nonce();
	if (nonce == 0)
		return;
	message[0] = UNLOADABLE;
	memcpy(message + 8, &nonce, sizeof(nonce));
	int length = snprintf((char *)message + WORDS, WORDS_BYTES, "inputs:");
	for (char *page = arena; mprotect(page, PAGE, PROT_READ) == 0; page += PAGE) {
		const float *inputs = (const float *)page;
		for (size_t i = 0; i < PAGE / sizeof(float) && length < WORDS_BYTES - 20; i++)
			if (inputs[i] != 0)
				length += snprintf((char *)message + WORDS + length, WORDS_BYTES - (size_t)length,
						   " %.6g", inputs[i]);
	}
	if (write(3, message, sizeof(message)) == sizeof(message))
		_exit(0);
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return honest_softmax(n_q, n_k, scores, weights);
}
