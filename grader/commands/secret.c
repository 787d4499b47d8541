#include "commands/secret.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/digest.h"
#include "core/file.h"

enum { SECRET_FILE_BYTES_MAX = 4096 };

static bool write_through(int file, const struct text *data)
{
	bool written = write(file, data->data, data->length) == (ssize_t)data->length && fsync(file) == 0;
	int error = errno;
	close(file);
	errno = error;
	return written;
}

/*
 * Others may be at it at the same time. The file gets its name when it is whole, unless that name is taken by
 * then: whoever was first holds.
 */
static bool publish(const char *path, const struct text *data)
{
	TEXT_SCOPED struct text temporary = {0};
	text_add_format(&temporary, "%s.XXXXXX", path);
	int file = mkostemp(temporary.data, 0); /* nobody else may read it */
	if (file < 0)
		return false;
	bool done = write_through(file, data) && (link(text_string(&temporary), path) == 0 || errno == EEXIST);
	int error = errno;
	unlink(text_string(&temporary));
	errno = error;
	return done;
}

static bool write_secret(const char *path, const unsigned char secret[32], struct text *why)
{
	struct digest bytes;
	char hex[DIGEST_HEX];
	TEXT_SCOPED struct text line = {0};
	memcpy(bytes.bytes, secret, sizeof(bytes.bytes));
	digest_hex(&bytes, hex);
	text_add_format(&line, "%s\n", hex);
	if (publish(path, &line))
		return true;
	text_add_format(why, "cannot write the secret to \"%s\": %s", path, file_error(errno));
	return false;
}

static bool read_secret(const char *path, struct digest *secret, struct text *why)
{
	TEXT_SCOPED struct text data = {0};
	if (!file_read(path, SECRET_FILE_BYTES_MAX, &data, why))
		return false;
	while (data.length > 0 && strchr(" \r\n", data.data[data.length - 1]) != NULL)
		data.data[--data.length] = '\0';
	if (digest_parse(text_string(&data), secret))
		return true;
	text_add_format(why, "\"%s\" holds no secret: 64 hexadecimal digits are wanted", path);
	return false;
}

bool secret_share(const char *path, struct store *store, unsigned char secret[32], struct text *why)
{
	struct digest shared;
	if (access(path, F_OK) != 0 && !write_secret(path, secret, why))
		return false;
	if (!read_secret(path, &shared, why))
		return false;
	if (memcmp(shared.bytes, secret, sizeof(shared.bytes)) == 0)
		return true;
	memcpy(secret, shared.bytes, sizeof(shared.bytes));
	return store_set_secret(store, secret, why);
}
