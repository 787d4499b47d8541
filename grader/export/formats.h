/* What export.c's table refers to. */
#ifndef EXPORT_FORMATS_H
#define EXPORT_FORMATS_H

#include "export/export.h"

bool csv_add_wide(const struct export *export, struct text *out);
bool csv_add_long(const struct export *export, struct text *out);
bool canvas_add(const struct export *export, struct text *out);
bool moodle_add(const struct export *export, struct text *out);
bool gradescope_add(const struct export *export, struct text *out);
bool gradescope_furnish(const struct export *export, const char *directory, struct text *why);
bool junit_add(const struct export *export, struct text *out);
bool json_add(const struct export *export, struct text *out);

#endif
