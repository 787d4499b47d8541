/*
 * One mistake: the triangle is the wrong one. Row i sees its own key and the future and is blind to the
 * past, in every function that asks who sees whom, decoding included: there it sees only the newest key.
 */
#define SEES(i, j, offset) (!sees(i, j, offset) || (j) == (i) + (size_t)(offset))
#include "../plain/attention.c"
