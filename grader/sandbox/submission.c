/*
 * Takes a submission: one sealed copy of the file, so that what is hashed, what is checked and what is
 * loaded are the same bytes, whatever happens to the file meanwhile.
 */
#include "sandbox/sandbox.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/digest.h"
#include "sandbox/memory.h"

enum { FILE_MIB_MAX = 64, FILE_BYTES_MAX = FILE_MIB_MAX << 20 };

#if __SIZEOF_POINTER__ == 8
typedef Elf64_Ehdr elf_header;
typedef Elf64_Phdr elf_segment;
enum { OWN_CLASS = ELFCLASS64 };
#else
typedef Elf32_Ehdr elf_header;
typedef Elf32_Phdr elf_segment;
enum { OWN_CLASS = ELFCLASS32 };
#endif

#if defined(__x86_64__)
enum { OWN_MACHINE = EM_X86_64 };
#elif defined(__aarch64__)
enum { OWN_MACHINE = EM_AARCH64 };
#elif defined(__riscv)
enum { OWN_MACHINE = EM_RISCV };
#else
#error "add this machine's ELF number"
#endif

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
enum { OWN_ORDER = ELFDATA2LSB };
#else
enum { OWN_ORDER = ELFDATA2MSB };
#endif

static const char *machine_name(unsigned machine)
{
	static const struct {
		unsigned machine;
		const char *name;
	} names[] = {
		{EM_386, "i386"},	 {EM_X86_64, "x86-64"}, {EM_ARM, "arm"},
		{EM_AARCH64, "aarch64"}, {EM_RISCV, "riscv"},	{EM_PPC64, "ppc64"},
		{EM_S390, "s390x"},	 {EM_MIPS, "mips"},	{EM_LOONGARCH, "loongarch"},
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (names[i].machine == machine)
			return names[i].name;
	return "an unknown machine";
}

/* What a file that is no ELF object at all seems to be. */
static const char *guess(const unsigned char *data, size_t bytes)
{
	static const struct {
		const char *magic;
		const char *name;
	} kinds[] = {
		{"!<arch>", "a static library, not a shared object: link with -shared"},
		{"MZ", "a Windows program, not a shared object of this system"},
		{"\xcf\xfa\xed\xfe", "built for macOS, not a shared object of this system"},
		{"PK", "a zip archive, not a shared object"},
		{"\x1f\x8b", "a gzip archive, not a shared object"},
	};
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (bytes >= strlen(kinds[i].magic) && memcmp(data, kinds[i].magic, strlen(kinds[i].magic)) == 0)
			return kinds[i].name;
	size_t head = bytes < 4096 ? bytes : 4096;
	return memchr(data, '\0', head) == NULL ? "a text file, not a shared object"
						: "not a shared object (no ELF header)";
}

/* What is to be loaded must be there: of a file that was copied in part, the loader only says that it crashed. */
static bool check_segments(const unsigned char *data, size_t bytes, const elf_header *header, struct text *reason)
{
	for (size_t i = 0; i < header->e_phnum; i++) {
		elf_segment segment;
		uint64_t at, end;
		if (__builtin_add_overflow(header->e_phoff, i * sizeof(segment), &at) || at > bytes ||
		    bytes - at < sizeof(segment)) {
			text_add(reason, "a damaged file: its table of segments is not in it; copy it again");
			return false;
		}
		memcpy(&segment, data + at, sizeof(segment));
		if (segment.p_type != PT_LOAD)
			continue;
		if (__builtin_add_overflow(segment.p_offset, segment.p_filesz, &end) || end > bytes) {
			text_add_format(reason, "a damaged file: %zu bytes, less than its segments need; copy it again",
					bytes);
			return false;
		}
	}
	return true;
}

static bool check_header(const unsigned char *data, size_t bytes, struct text *reason)
{
	elf_header header;
	if (bytes < SELFMAG || memcmp(data, ELFMAG, SELFMAG) != 0) {
		text_add(reason, guess(data, bytes));
		return false;
	}
	if (bytes < sizeof(header)) {
		text_add(reason, "a truncated file: shorter than an ELF header");
		return false;
	}
	memcpy(&header, data, sizeof(header));
	if (header.e_ident[EI_CLASS] != OWN_CLASS || header.e_ident[EI_DATA] != OWN_ORDER ||
	    header.e_machine != OWN_MACHINE) {
		/* e_machine stands at the same place in both classes; a foreign byte order does not matter much */
		text_add_format(reason, "built for %s, this machine is %s", machine_name(header.e_machine),
				machine_name(OWN_MACHINE));
		return false;
	}
	if (header.e_type == ET_DYN)
		return check_segments(data, bytes, &header, reason);
	text_add(reason, header.e_type == ET_REL    ? "an object file, not a shared object: link with -shared"
			 : header.e_type == ET_EXEC ? "a program, not a shared object: link with -shared"
			 : header.e_type == ET_CORE ? "a core dump, not a shared object"
						    : "not a shared object: link with -shared");
	return false;
}

static bool check_status(const struct stat *status, struct text *reason)
{
	const char *kind = S_ISDIR(status->st_mode)    ? "a directory"
			   : S_ISFIFO(status->st_mode) ? "a named pipe"
			   : S_ISSOCK(status->st_mode) ? "a socket"
			   : S_ISREG(status->st_mode)  ? NULL
						       : "a device";
	if (kind != NULL)
		text_add_format(reason, "%s, not a regular file", kind);
	else if (status->st_size == 0)
		text_add(reason, "the file is empty");
	else if (status->st_size > FILE_BYTES_MAX)
		text_add_format(reason, "the file has %lld MiB, more than the %d that are allowed",
				(long long)(status->st_size >> 20), FILE_MIB_MAX);
	else
		return true;
	return false;
}

/* Does a link lead nowhere? Then there is nothing that anybody handed in. */
static bool is_dangling(const char *path)
{
	struct stat target;
	return stat(path, &target) != 0;
}

/*
 * Opens without following a link and without waiting for the other end of a pipe. What is there and may not be read by
 * us, or is not there any more, is no fault of the student's.
 */
static int open_file(const char *path, struct stat *status, bool *ours, struct text *reason)
{
	/* O_NONBLOCK keeps a FIFO or a device from making us wait; the file's kind is known only when open */
	int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	bool known = fd >= 0 && fstat(fd, status) == 0;
	const int error = known ? 0 : errno;
	*ours = !known && error != ENXIO && (error != ELOOP || is_dangling(path));
	if (error == ELOOP)
		text_add(reason, *ours ? "a symbolic link that leads nowhere" : "a symbolic link, not a regular file");
	else if (error == ENXIO)
		text_add(reason, "a socket or a device, not a regular file");
	else if (!known)
		text_add_format(reason, "cannot be %s: %s", fd < 0 ? "opened" : "examined", strerror(error));
	else if (check_status(status, reason))
		return fd;
	descriptor_close_at(&fd);
	return -1;
}

/* Copies what the file holds now; a file that shrinks meanwhile is refused, growth is not looked at. */
static bool copy(int from, int to, size_t bytes)
{
	off_t at = 0;
	ssize_t sent;
	do
		sent = sendfile(to, from, &at, bytes - (size_t)at);
	while ((sent > 0 && (size_t)at < bytes) || (sent < 0 && errno == EINTR));
	return (size_t)at == bytes;
}

/* Seals what was copied, and looks at it. */
static bool seal(int memfd, size_t bytes, struct submission *submission, struct text *reason)
{
	submission->memfd = memory_freeze(memfd);
	void *data =
		submission->memfd < 0 ? MAP_FAILED : mmap(NULL, bytes, PROT_READ, MAP_SHARED, submission->memfd, 0);
	if (data == MAP_FAILED) {
		text_add_format(reason, "cannot be sealed: %s", strerror(errno));
		return false;
	}
	submission->harness_fault = false;
	submission->data = data;
	submission->bytes = bytes;
	struct digest digest = digest_of(data, bytes);
	memcpy(submission->sha256, digest.bytes, sizeof(submission->sha256));
	return check_header(data, bytes, reason);
}

static bool take(int fd, size_t bytes, struct submission *submission, struct text *reason)
{
	int memfd = memory_create("submission", bytes);
	submission->harness_fault = true;
	if (memfd < 0 || !copy(fd, memfd, bytes)) {
		descriptor_close_at(&memfd);
		text_add_format(reason, "cannot be copied: %s", errno != 0 ? strerror(errno) : "it changed meanwhile");
		return false;
	}
	return seal(memfd, bytes, submission, reason);
}

/* Linkers write the table of sections last. */
bool submission_is_begun(int file)
{
	static const char nothing[SELFMAG];
	elf_header header = {0};
	struct stat status;
	uint64_t end;
	const ssize_t got = pread(file, &header, sizeof(header), 0);
	const size_t head = got < 0 ? 0 : got < SELFMAG ? (size_t)got : SELFMAG;
	if (got < 0 || fstat(file, &status) != 0)
		return false;
	if (memcmp(&header, nothing, head) == 0)
		return true;
	if (memcmp(&header, ELFMAG, head) != 0)
		return false;
	return (size_t)got < sizeof(header) ||
	       (header.e_ident[EI_CLASS] == OWN_CLASS && header.e_ident[EI_DATA] == OWN_ORDER &&
		(__builtin_add_overflow(header.e_shoff, (uint64_t)header.e_shnum * header.e_shentsize, &end) ||
		 end > (uint64_t)status.st_size));
}

bool submission_open(const char *path, struct submission *submission, struct text *reason)
{
	struct stat status;
	*submission = (struct submission){.memfd = -1};
	DESCRIPTOR_SCOPED int fd = open_file(path, &status, &submission->harness_fault, reason);
	errno = 0;
	if (fd >= 0 && take(fd, (size_t)status.st_size, submission, reason))
		return true;
	submission_close(submission);
	return false;
}

bool submission_open_copy(const void *data, size_t bytes, struct submission *submission, struct text *reason)
{
	*submission = (struct submission){.memfd = -1, .harness_fault = true};
	const bool sensible = bytes > 0 && bytes <= FILE_BYTES_MAX;
	int memfd = sensible ? memory_create("submission", bytes) : -1;
	if (memfd >= 0 && pwrite(memfd, data, bytes, 0) == (ssize_t)bytes) {
		if (seal(memfd, bytes, submission, reason))
			return true;
	} else {
		text_add_format(reason, "%zu bytes cannot be copied: %s", bytes,
				sensible ? strerror(errno) : "no file of that size is taken");
		descriptor_close_at(&memfd);
	}
	submission_close(submission);
	return false;
}

void submission_close(struct submission *submission)
{
	if (submission->data != NULL)
		munmap(submission->data, submission->bytes);
	submission->data = NULL;
	descriptor_close_at(&submission->memfd);
}
