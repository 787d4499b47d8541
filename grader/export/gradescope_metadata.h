/*
 * submission_metadata.json, which Gradescope lays beside a submission: when it was handed in, and for whom the due date
 * there is a later one. The due date itself is the course's (course.yaml): of what Gradescope says only the difference
 * counts that an extension makes. Of several who hand in together the longest extension holds for all.
 */
#ifndef EXPORT_GRADESCOPE_METADATA_H
#define EXPORT_GRADESCOPE_METADATA_H

#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

struct gradescope_metadata {
	int64_t created_at;  /* seconds since 1970 */
	int64_t extension_s; /* 0: none */
};

bool gradescope_metadata_read(const char *path, struct gradescope_metadata *metadata, struct text *why);

#endif
