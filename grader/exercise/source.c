#include "exercise/source.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"

static void close_file(FILE **file)
{
	if (*file != NULL)
		fclose(*file);
}

static bool complain(struct reader *reader, int error)
{
	reader_error(reader, (struct place){reader->path, 0, 0}, "cannot be read: %s", file_error(error));
	return false;
}

bool source_read(struct reader *reader, struct text *data)
{
	__attribute__((cleanup(close_file))) FILE *file = fopen(reader->path, "rbe");
	if (file == NULL)
		return complain(reader, errno);
	char block[16384];
	size_t length;
	while ((length = fread(block, 1, sizeof(block), file)) > 0) {
		size_t room = DOCUMENT_BYTES_MAX + 1 - data->length;
		text_add_bytes(data, block, length < room ? length : room);
		if (length >= room)
			break;
	}
	return !ferror(file) || complain(reader, errno);
}

int source_level(const char *path)
{
	int level = 0;
	for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(path, '/')) {
		if (path[0] == 'L' && path[1] >= '1' && path[1] <= '5' && path[2] == '-')
			level = path[1] - '0';
		path = slash + 1;
	}
	return level;
}
