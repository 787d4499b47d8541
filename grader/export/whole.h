/* Scores for the whole course, which most documents have no column for. */
#ifndef EXPORT_WHOLE_H
#define EXPORT_WHOLE_H

#include "export/export.h"

/* A warning if there are any, of which a document without a column for them says nothing. */
void whole_warn(const struct export *export, const char *remedy);

#endif
