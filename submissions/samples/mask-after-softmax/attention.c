/*
 * One mistake: weights first, mask afterwards. The softmax runs over all keys, those of the future and of
 * the padding too, and the weights that must not be are then set to 0, so that the rest no longer sums to 1.
 * Nothing is hidden in decoding, so that comes out right.
 */
#define MASK_BEFORE_SOFTMAX 0
#include "../plain/attention.c"
