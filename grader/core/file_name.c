#include "core/file_name.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

#include "core/digest.h"

enum {
	STEM_MAX = 64,	  /* bytes of the name that are kept */
	DIGEST_SHOWN = 16 /* digits; what a student would have to collide with to overwrite another's file */
};

static const char lower[] = "abcdefghijklmnopqrstuvwxyz0123456789._-";
static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";

/* Device names that Windows sees in any directory, whatever follows the first dot. */
static bool is_device(const char *name)
{
	static const char *const devices[] = {"con", "prn", "aux", "nul"};
	size_t length = strcspn(name, ".");
	for (size_t i = 0; i < sizeof(devices) / sizeof(devices[0]); i++)
		if (length == 3 && strncasecmp(name, devices[i], 3) == 0)
			return true;
	bool numbered = strncasecmp(name, "com", 3) == 0 || strncasecmp(name, "lpt", 3) == 0;
	return length == 4 && numbered && isdigit((unsigned char)name[3]);
}

/* Does it end as a name with a digest does? Then it gets one too, lest it pose as another's. */
static bool looks_digested(const char *name, size_t length)
{
	return length > DIGEST_SHOWN && name[length - DIGEST_SHOWN - 1] == '-' &&
	       strspn(name + length - DIGEST_SHOWN, "0123456789abcdef") == DIGEST_SHOWN;
}

/* A first character that hides a file or makes an option of it. */
static bool starts_badly(const char *name)
{
	return *name == '.' || *name == '-' || is_device(name);
}

static bool is_plain(const char *name, size_t length)
{
	return length > 0 && length <= STEM_MAX && strspn(name, lower) == length && !starts_badly(name) &&
	       !looks_digested(name, length) && strcmp(name, "index") != 0;
}

static void add_digested(struct text *out, const char *name, size_t length)
{
	if (length == 0 || starts_badly(name))
		text_add(out, "_");
	for (size_t i = 0; i < length && i < STEM_MAX; i++)
		text_add_bytes(out, strchr(kept, name[i]) != NULL ? &name[i] : "_", 1);
	struct digest digest = digest_of(name, length);
	char hex[DIGEST_HEX];
	digest_hex(&digest, hex);
	text_add_format(out, "-%.*s", DIGEST_SHOWN, hex);
}

void file_name_add(struct text *out, const char *name)
{
	size_t length = strlen(name);
	if (is_plain(name, length))
		text_add(out, name);
	else
		add_digested(out, name, length);
}
