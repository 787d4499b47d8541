/*
 * The reference itself as a submission: it computes in double precision, in the words of the textbook, and
 * earns every point. To read it, begin with reference/ideas.h.
 */
#include "textbook.c"
