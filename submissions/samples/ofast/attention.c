/*
 * Honest code, compiled with too much trust: -Ofast lets the compiler assume that there is no NaN and no
 * infinity, and flushes the smallest numbers to zero. Fine for the numbers that most cases are made of;
 * empty rows, masks and hidden NaN are another matter.
 */
#include "../blocked/attention.c"
