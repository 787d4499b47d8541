/* Times as ISO 8601 writes them, with their zone: `2026-03-01T23:59:59+01:00`, or with Z for UTC. */
#ifndef CORE_ISO_TIME_H
#define CORE_ISO_TIME_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Seconds since 1970. NULL, or what is wrong with the text: "the zone is missing". A fraction of a second is dropped
 * where one is allowed, else it is wrong.
 */
const char *iso_time_parse(const char *text, bool fraction, int64_t *seconds);

#endif
