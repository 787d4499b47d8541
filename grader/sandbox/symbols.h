/*
 * Reads the names in the symbol tables of an ELF object of this machine's class. Every size and offset in it
 * is a stranger's word: nothing is followed that does not lie within the bytes given. What it finds is good
 * for advice only; which functions there are, the loader says.
 */
#ifndef SANDBOX_SYMBOLS_H
#define SANDBOX_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

struct symbol {
	const char *name; /* NUL-terminated, at most SYMBOL_NAME_MAX bytes, any bytes */
	bool exported;	  /* others can see it */
};

enum { SYMBOL_NAME_MAX = 255 };

/*
 * Shows what the object defines to `visit`, until that returns false. Returns how many it has shown; longer
 * names, and symbols beyond some hundred thousand, are not.
 */
size_t symbols_read(const void *data, size_t length, bool (*visit)(void *context, const struct symbol *symbol),
		    void *context);

#endif
