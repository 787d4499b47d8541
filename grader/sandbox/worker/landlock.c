#include "sandbox/worker/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Written out, since the kernel's header on the build machine may be older than the kernel that we run on. */
struct ruleset {
	uint64_t handled_fs, handled_net, scoped;
};

struct path_rule {
	uint64_t allowed;
	int32_t fd;
} __attribute__((packed));

enum { CREATE_VERSION = 1, RULE_PATH_BENEATH = 1 };

#define FS_EXECUTE (UINT64_C(1) << 0)
#define FS_READ_FILE (UINT64_C(1) << 2)
#define BITS(count) ((UINT64_C(1) << (count)) - 1)

/* What each ABI added: how many bits of each word it knows, and how long its struct is. */
static const struct abi {
	int version;
	unsigned fs, net, scoped;
	size_t bytes;
} abis[] = {
	{1, 13, 0, 0, sizeof(uint64_t)},     /* the file system */
	{2, 14, 0, 0, sizeof(uint64_t)},     /* refer */
	{3, 15, 0, 0, sizeof(uint64_t)},     /* truncate */
	{4, 15, 2, 0, 2 * sizeof(uint64_t)}, /* TCP bind and connect */
	{5, 16, 2, 0, 2 * sizeof(uint64_t)}, /* ioctl on devices */
	{6, 16, 2, 2, 3 * sizeof(uint64_t)}, /* abstract sockets, signals */
};

int landlock_abi(void)
{
	long version = syscall(SYS_landlock_create_ruleset, NULL, 0, CREATE_VERSION);
	return version < 0 ? -errno : (int)version;
}

static const struct abi *newest(int version)
{
	const struct abi *abi = &abis[0];
	for (size_t i = 0; i < sizeof(abis) / sizeof(abis[0]) && abis[i].version <= version; i++)
		abi = &abis[i];
	return abi;
}

static bool allow(int ruleset, const char *file)
{
	int fd = open(file, O_PATH | O_CLOEXEC);
	if (fd < 0)
		return errno == ENOENT;
	struct path_rule rule = {.allowed = FS_EXECUTE | FS_READ_FILE, .fd = fd};
	bool added = syscall(SYS_landlock_add_rule, ruleset, RULE_PATH_BENEATH, &rule, 0) == 0;
	int error = errno;
	close(fd);
	errno = error;
	return added;
}

int landlock_ruleset(int version, char *const *files, size_t n_files)
{
	const struct abi *abi = newest(version);
	struct ruleset rules = {BITS(abi->fs), BITS(abi->net), BITS(abi->scoped)};
	int ruleset = (int)syscall(SYS_landlock_create_ruleset, &rules, abi->bytes, 0);
	for (size_t i = 0; ruleset >= 0 && i < n_files; i++) {
		if (allow(ruleset, files[i]))
			continue;
		int error = errno;
		close(ruleset);
		ruleset = -1;
		errno = error;
	}
	return ruleset;
}

bool landlock_enter(int ruleset)
{
	return syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
}
