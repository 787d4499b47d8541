/*
 * One mistake: a token must not look at itself, "it has not been generated yet". The last key that row i
 * ought to see is hidden, in every function that asks who sees whom; so the first row is empty, and a
 * decoding step does not see the key that it has just stored.
 */
#define SEES(i, j, offset) (sees(i, j, offset) && (j) != (i) + (size_t)(offset))
#include "../plain/attention.c"
