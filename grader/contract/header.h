/* The contract as text: attention.h as it was when this was built, and what it says of one function. */
#ifndef CONTRACT_HEADER_H
#define CONTRACT_HEADER_H

#include "core/arena.h"

extern const char header_text[];

/* The function's prototype with the comment above it. Asserts that the function is in the header. */
const char *header_declaration(const char *function, struct arena *arena);

#endif
