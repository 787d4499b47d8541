/* Files that are no submission: each is refused at once, with the reason; and the copy is taken once. */
#include <check.h>
#include <elf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/digest.h"
#include "sandbox/trial.h"
#include "suite.h"

static char folder[64], file[128];

static void set_up(void)
{
	strcpy(folder, "/tmp/test-files-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(file, sizeof(file), "%s/attention.so", folder);
}

static void tear_down(void)
{
	unlink(file);
	rmdir(file);
	rmdir(folder);
}

static void write_file(const void *data, size_t bytes)
{
	FILE *stream = fopen(file, "we");
	ck_assert_ptr_nonnull(stream);
	ck_assert_uint_eq(fwrite(data, 1, bytes, stream), bytes);
	ck_assert_int_eq(fclose(stream), 0);
}

static void refuse(const char *path, const char *says)
{
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	ck_assert_msg(!submission_open(path, &submission, &reason), "%s is accepted", path);
	ck_assert_msg(strstr(text_string(&reason), says) != NULL, "says \"%s\", not \"%s\"", text_string(&reason),
		      says);
	ck_assert_int_eq(submission.memfd, -1);
}

/* All of a file, to be changed. */
static unsigned char *read_sample(size_t *bytes)
{
	/* one that needs the C library */
	FILE *stream = fopen(BUILD_DIR "/hostile/prints_score.so", "re");
	struct stat status;
	ck_assert_ptr_nonnull(stream);
	ck_assert_int_eq(fstat(fileno(stream), &status), 0);
	*bytes = (size_t)status.st_size;
	unsigned char *data = malloc(*bytes);
	ck_assert_ptr_nonnull(data);
	ck_assert_uint_eq(fread(data, 1, *bytes, stream), *bytes);
	fclose(stream);
	return data;
}

static void refuse_changed(void (*change)(unsigned char *data, size_t bytes), const char *says)
{
	size_t bytes;
	unsigned char *data = read_sample(&bytes);
	change(data, bytes);
	write_file(data, bytes);
	free(data);
	refuse(file, says);
}

START_TEST(test_kinds)
{
	write_file("", 0);
	refuse(file, "empty");
	write_file("#include <math.h>\n", 18);
	refuse(file, "a text file");
	write_file("\x7f"
		   "ELF\2\1\1",
		   7);
	refuse(file, "truncated");
	write_file("!<arch>\n\0\0", 10);
	refuse(file, "a static library");
	write_file("\0\1\2\3", 4);
	refuse(file, "not a shared object");
	refuse(folder, "a directory");
	unlink(file);
	refuse(file, "No such file");
	ck_assert_int_eq(mkfifo(file, 0600), 0);
	refuse(file, "a named pipe");
	unlink(file);
	ck_assert_int_eq(symlink(BUILD_DIR "/hostile/honest.so", file), 0);
	refuse(file, "a symbolic link");
	refuse("/dev/null", "a device");
}
END_TEST

START_TEST(test_socket)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	strcpy(address.sun_path, file);
	ck_assert_int_eq(bind(fd, (const struct sockaddr *)&address, sizeof(address)), 0);
	refuse(file, "socket");
	close(fd);
}
END_TEST

START_TEST(test_unreadable)
{
	if (geteuid() == 0)
		return;
	write_file("x", 1);
	ck_assert_int_eq(chmod(file, 0), 0);
	refuse(file, "Permission denied");
	/* it is there, and it is us who cannot read it */
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	ck_assert(!submission_open(file, &submission, &reason));
	ck_assert(submission.harness_fault);
}
END_TEST

/* What this machine cannot do now is nothing to hold against the file. */
START_TEST(test_whose_fault)
{
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	ck_assert(!submission_open(file, &submission, &reason)); /* gone since it was listed */
	ck_assert(submission.harness_fault);
	ck_assert_int_eq(symlink("nowhere", file), 0);
	ck_assert(!submission_open(file, &submission, &reason));
	ck_assert(submission.harness_fault);
	ck_assert_int_eq(unlink(file), 0);
	ck_assert_int_eq(symlink("/", file), 0);
	ck_assert(!submission_open(file, &submission, &reason));
	ck_assert(!submission.harness_fault);
	ck_assert_int_eq(unlink(file), 0);
	write_file("no ELF", 6);
	ck_assert(!submission_open(file, &submission, &reason));
	ck_assert(!submission.harness_fault);
	struct digest digest = digest_of("no ELF", 6);
	ck_assert_mem_eq(submission.sha256, digest.bytes, sizeof(digest.bytes));
	struct rlimit usual;
	ck_assert_int_eq(getrlimit(RLIMIT_NOFILE, &usual), 0);
	const struct rlimit none = {0, usual.rlim_max};
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &none), 0);
	bool taken = submission_open(file, &submission, &reason);
	ck_assert_int_eq(setrlimit(RLIMIT_NOFILE, &usual), 0);
	ck_assert(!taken && submission.harness_fault);
}
END_TEST

START_TEST(test_huge)
{
	write_file("x", 1);
	ck_assert_int_eq(truncate(file, (off_t)4 << 30), 0);
	refuse(file, "4096 MiB");
}
END_TEST

static void become_i386(unsigned char *data, size_t bytes)
{
	Elf32_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS32, ELFDATA2LSB, EV_CURRENT}};
	header.e_type = ET_DYN;
	header.e_machine = EM_386;
	ck_assert_uint_ge(bytes, sizeof(header));
	memcpy(data, &header, sizeof(header));
}

static void change_machine(unsigned char *data, size_t bytes)
{
	Elf64_Half machine = EM_S390;
	(void)bytes;
	memcpy(data + offsetof(Elf64_Ehdr, e_machine), &machine, sizeof(machine));
}

static void set_type(unsigned char *data, Elf64_Half type)
{
	memcpy(data + offsetof(Elf64_Ehdr, e_type), &type, sizeof(type));
}

static void become_object(unsigned char *data, size_t bytes)
{
	(void)bytes;
	set_type(data, ET_REL);
}

static void become_program(unsigned char *data, size_t bytes)
{
	(void)bytes;
	set_type(data, ET_EXEC);
}

START_TEST(test_headers)
{
	refuse_changed(become_i386, "built for i386");
	refuse_changed(change_machine, "built for s390x");
	refuse_changed(become_object, "an object file, not a shared object: link with -shared");
	refuse_changed(become_program, "a program, not a shared object");
}
END_TEST

/* Copied in part, as an upload that broke off: the loader would only crash. */
START_TEST(test_cut_short)
{
	size_t bytes;
	unsigned char *data = read_sample(&bytes);
	static const struct {
		size_t divisor;
		const char *says;
	} cuts[] = {{1000000, "a truncated file"}, {2, "less than its segments need; copy it again"}};
	for (size_t i = 0; i < sizeof(cuts) / sizeof(cuts[0]); i++) {
		write_file(data, bytes / cuts[i].divisor + 8);
		refuse(file, cuts[i].says);
	}
	write_file(data, sizeof(Elf64_Ehdr) + 8);
	refuse(file, "its table of segments is not in it");
	free(data);
}
END_TEST

/* The file's header passes, the loader refuses: rejected with its words, in both modes. */
static void reject(const char *path, const char *says)
{
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	bool defined[OPERATION_COUNT];
	ck_assert_msg(submission_open(path, &submission, &reason), "%s", text_string(&reason));
	for (enum sandbox_mode mode = SANDBOX_BUBBLEWRAP; mode <= SANDBOX_LANDLOCK; mode++) {
		text_clear(&reason);
		struct sandbox *sandbox = trial_open(mode);
		ck_assert_int_eq(sandbox_probe(sandbox, &submission, defined, &reason), VERDICT_REJECTED);
		ck_assert_msg(strstr(text_string(&reason), says) != NULL, "says \"%s\", not \"%s\"",
			      text_string(&reason), says);
		ck_assert_msg(strstr(text_string(&reason), "/proc/self/fd") == NULL, "%s", text_string(&reason));
		trial_honest(sandbox);
		trial_close(sandbox);
	}
	submission_close(&submission);
}

static void reject_changed(void (*change)(unsigned char *data, size_t bytes), const char *says)
{
	size_t bytes;
	unsigned char *data = read_sample(&bytes);
	change(data, bytes);
	write_file(data, bytes);
	free(data);
	reject(file, says);
}

/* Gives its writable segment 100 GB of zeros. */
static void grow_bss(unsigned char *data, size_t bytes)
{
	Elf64_Ehdr header;
	(void)bytes;
	memcpy(&header, data, sizeof(header));
	for (size_t i = 0; i < header.e_phnum; i++) {
		Elf64_Phdr segment;
		unsigned char *at = data + header.e_phoff + i * sizeof(segment);
		memcpy(&segment, at, sizeof(segment));
		if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W) != 0)
			segment.p_memsz = UINT64_C(100) << 30;
		memcpy(at, &segment, sizeof(segment));
	}
}

/* Asks for another library, one that exists on most machines. */
static void need_other(unsigned char *data, size_t bytes)
{
	static const char from[] = "libc.so.6", to[] = "libz.so.1";
	unsigned char *at = memmem(data, bytes, from, sizeof(from));
	ck_assert_ptr_nonnull(at);
	memcpy(at, to, sizeof(to));
}

static void cut(unsigned char *data, size_t bytes)
{
	memset(data + sizeof(Elf64_Ehdr), 0xff, bytes - sizeof(Elf64_Ehdr));
}

START_TEST(test_program)
{
	reject(BUILD_DIR "/grader-worker", "cannot dynamically load");
}
END_TEST

START_TEST(test_bss)
{
	reject_changed(grow_bss, "map segment");
}
END_TEST

START_TEST(test_library)
{
	reject_changed(need_other, "libz.so.1");
}
END_TEST

START_TEST(test_ruin)
{
	reject_changed(cut, "");
}
END_TEST

START_TEST(test_copy)
{
	size_t bytes;
	unsigned char *data = read_sample(&bytes);
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	write_file(data, bytes);
	ck_assert(submission_open(file, &submission, &reason));
	/* replaced while it is graded: the copy and its hash stay */
	write_file("other", 5);
	unsigned char *copy = malloc(bytes);
	ck_assert_int_eq(pread(submission.memfd, copy, bytes, 0), (ssize_t)bytes);
	ck_assert_mem_eq(copy, data, bytes);
	struct digest digest = digest_of(data, bytes);
	ck_assert_mem_eq(submission.sha256, digest.bytes, sizeof(digest.bytes));
	ck_assert_uint_eq(submission.bytes, bytes);
	ck_assert_int_lt(write(submission.memfd, "x", 1), 0);
	ck_assert_int_lt(ftruncate(submission.memfd, 0), 0);
	submission_close(&submission);
	free(copy);
	free(data);
}
END_TEST

/* Bytes that were kept are taken as a file's are, within the same limits. */
START_TEST(test_kept_bytes)
{
	enum { TOO_MANY = (64 << 20) + 1 };
	size_t bytes;
	unsigned char *data = read_sample(&bytes), *large = calloc(TOO_MANY, 1);
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	ck_assert_ptr_nonnull(large);
	ck_assert(submission_open_copy(data, bytes, &submission, &reason));
	ck_assert_uint_eq(submission.bytes, bytes);
	ck_assert_mem_eq(submission.data, data, bytes);
	const struct digest digest = digest_of(data, bytes);
	ck_assert_mem_eq(submission.sha256, digest.bytes, sizeof(digest.bytes));
	ck_assert_int_lt(write(submission.memfd, "x", 1), 0);
	submission_close(&submission);
	ck_assert_ptr_null(submission.data);
	ck_assert(!submission_open_copy("text", 4, &submission, &reason) && !submission.harness_fault);
	ck_assert(!submission_open_copy("", 0, &submission, &reason) && submission.harness_fault);
	memcpy(large, data, bytes);
	ck_assert(!submission_open_copy(large, TOO_MANY, &submission, &reason) && submission.memfd == -1);
	ck_assert_ptr_nonnull(strstr(text_string(&reason), "67108865 bytes cannot be copied"));
	free(large);
	free(data);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_kinds,   test_socket,    test_unreadable, test_whose_fault, test_huge,
				      test_headers, test_cut_short, test_program,    test_bss,	       test_library,
				      test_ruin,    test_copy,	    test_kept_bytes};
	return SUITE_RUN("files", tests, set_up, tear_down);
}
