#include "export/gradescope_metadata.h"

#include <jansson.h>

#include "core/file.h"
#include "core/iso_time.h"

/* All earlier results of the student are in it. */
enum { METADATA_BYTES_MAX = 256 << 20 };

enum finding { FINDING_NONE, FINDING_TIME, FINDING_FAULT };

static enum finding find_time(const json_t *object, const char *key, int64_t *seconds, struct text *why)
{
	const json_t *value = json_object_get(object, key);
	if (value == NULL || json_is_null(value))
		return FINDING_NONE;
	const char *text = json_string_value(value);
	const char *wrong = text == NULL ? "it is no string" : iso_time_parse(text, true, seconds);
	if (wrong == NULL)
		return FINDING_TIME;
	text_add_format(why, "\"%s\" is no time: %s", key, wrong);
	return FINDING_FAULT;
}

static bool find_extension(const json_t *root, int64_t *extension_s, struct text *why)
{
	int64_t due_at, own_at;
	size_t i;
	const json_t *user;
	const enum finding due = find_time(json_object_get(root, "assignment"), "due_date", &due_at, why);
	*extension_s = 0;
	if (due != FINDING_TIME)
		return due == FINDING_NONE;
	json_array_foreach(json_object_get(root, "users"), i, user)
	{
		const enum finding own = find_time(json_object_get(user, "assignment"), "due_date", &own_at, why);
		if (own == FINDING_FAULT)
			return false;
		if (own == FINDING_TIME && own_at - due_at > *extension_s)
			*extension_s = own_at - due_at;
	}
	return true;
}

static bool find(const json_t *root, struct gradescope_metadata *metadata, struct text *why)
{
	const enum finding created = find_time(root, "created_at", &metadata->created_at, why);
	if (created == FINDING_NONE)
		text_add(why, "\"created_at\" is missing");
	return created == FINDING_TIME && find_extension(root, &metadata->extension_s, why);
}

bool gradescope_metadata_read(const char *path, struct gradescope_metadata *metadata, struct text *why)
{
	TEXT_SCOPED struct text data = {0}, what = {0};
	json_error_t error;
	if (!file_read(path, METADATA_BYTES_MAX, &data, why))
		return false;
	json_t *root = json_loadb(text_string(&data), data.length, 0, &error);
	if (root == NULL)
		text_add_format(&what, "line %d: %s", error.line, error.text);
	const bool found = root != NULL && find(root, metadata, &what);
	if (!found)
		text_add_format(why, "\"%s\": %s", path, text_string(&what));
	json_decref(root);
	return found;
}
