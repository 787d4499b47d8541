#include "contract/status.h"

#include <stddef.h>
#include <string.h>

#include "attention.h"

static const struct {
	const char *name;
	int status;
} statuses[] = {
	{"ATTN_OK", ATTN_OK},	    {"ATTN_EINVAL", ATTN_EINVAL},	{"ATTN_ERANGE", ATTN_ERANGE},
	{"ATTN_EFULL", ATTN_EFULL}, {"ATTN_ESINGULAR", ATTN_ESINGULAR},
};

enum { STATUS_COUNT = sizeof(statuses) / sizeof(statuses[0]) };

const char *status_name(int status)
{
	for (size_t i = 0; i < STATUS_COUNT; i++)
		if (statuses[i].status == status)
			return statuses[i].name;
	return NULL;
}

bool status_parse(const char *name, int *status)
{
	for (size_t i = 0; i < STATUS_COUNT; i++) {
		if (strcmp(statuses[i].name, name) != 0)
			continue;
		*status = statuses[i].status;
		return true;
	}
	return false;
}
