/*
 * One mistake: dot products are taken as scores as they are, not divided by sqrt(d_k). It shows wherever
 * there is a dot product and d_k is not 1; softmax of given scores comes out right.
 */
#define SCALE(d_k) 1.0f
#include "../plain/attention.c"
