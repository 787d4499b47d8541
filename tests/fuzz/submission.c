/* What is looked at of a submission before anything loads it: it is taken whole and sealed, or refused with words. */
#include <elf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>

#include "core/digest.h"
#include "fuzz/file.h"
#include "sandbox/sandbox.h"

static void must_be_taken(const struct submission *submission, const uint8_t *data, size_t size)
{
	Elf64_Ehdr header;
	MUST(submission->bytes == size && size >= sizeof(header));
	memcpy(&header, data, sizeof(header));
	MUST(memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 && header.e_type == ET_DYN);
	struct digest digest = digest_of(data, size);
	MUST(memcmp(submission->sha256, digest.bytes, sizeof(submission->sha256)) == 0);
	const void *copy = mmap(NULL, size, PROT_READ, MAP_SHARED, submission->memfd, 0);
	MUST(copy != MAP_FAILED && memcmp(copy, data, size) == 0);
	munmap((void *)(uintptr_t)copy, size);
	MUST((fcntl(submission->memfd, F_GETFL) & O_ACCMODE) == O_RDONLY);
	MUST((fcntl(submission->memfd, F_GET_SEALS) & (F_SEAL_WRITE | F_SEAL_SHRINK)) ==
	     (F_SEAL_WRITE | F_SEAL_SHRINK));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	TEXT_SCOPED struct text reason = {0};
	struct submission submission;
	const char *path = write_input(data, size);
	const int free_before = dup(STDIN_FILENO);
	close(free_before);
	if (submission_open(path, &submission, &reason)) {
		must_be_taken(&submission, data, size);
		MUST(reason.length == 0);
		submission_close(&submission);
	} else {
		MUST(submission.memfd == -1 && reason.length > 0);
		must_be_harmless(text_string(&reason), reason.length);
	}
	const int free_after = dup(STDIN_FILENO);
	close(free_after);
	MUST(free_before == free_after);
	return 0;
}
