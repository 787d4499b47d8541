/* The statuses of attention.h by name. */
#ifndef CONTRACT_STATUS_H
#define CONTRACT_STATUS_H

#include <stdbool.h>

/* "ATTN_OK", ...; NULL for a number that is none of them. */
const char *status_name(int status);

/* The other way round; false if there is no such name. */
bool status_parse(const char *name, int *status);

#endif
