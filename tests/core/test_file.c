/* Whole files: what is read is what was written, and what cannot be is refused with a reason. */
#include "core/file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite.h"

static char directory[256];
static struct text data, why;

/* Each test works in a directory of its own, so paths are plain names. */
static void set_up(void)
{
	const char *temporary = getenv("TMPDIR");
	snprintf(directory, sizeof(directory), "%s/file-XXXXXX", temporary == NULL ? "/tmp" : temporary);
	ck_assert_ptr_nonnull(mkdtemp(directory));
	ck_assert_int_eq(chdir(directory), 0);
}

static void empty_directory(const char *path)
{
	DIR *list = opendir(path);
	ck_assert_ptr_nonnull(list);
	for (struct dirent *entry; (entry = readdir(list)) != NULL;) {
		char name[600];
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		snprintf(name, sizeof(name), "%s/%s", path, entry->d_name);
		if (entry->d_type == DT_DIR)
			empty_directory(name);
		remove(name);
	}
	closedir(list);
}

static void tear_down(void)
{
	empty_directory(".");
	ck_assert_int_eq(chdir("/"), 0);
	ck_assert_int_eq(rmdir(directory), 0);
	text_release(&data);
	text_release(&why);
}

static void must_write(const char *path, const void *bytes, size_t length)
{
	ck_assert_msg(file_write(path, bytes, length, &why), "%s", text_string(&why));
}

static void must_hold(const char *path, const void *bytes, size_t length)
{
	ck_assert_msg(file_read(path, 1 << 20, &data, &why), "%s", text_string(&why));
	ck_assert_uint_eq(data.length, length);
	ck_assert(length == 0 || memcmp(data.data, bytes, length) == 0);
}

static void refused(bool done, const char *reason)
{
	ck_assert(!done);
	ck_assert_str_eq(text_string(&why), reason);
}

static size_t count_entries(void)
{
	size_t count = 0;
	DIR *list = opendir(".");
	while (readdir(list) != NULL)
		count++;
	closedir(list);
	return count - 2;
}

START_TEST(bytes_come_back)
{
	char bytes[100000];
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 7 + i / 256);
	must_write("x", bytes, sizeof(bytes));
	must_hold("x", bytes, sizeof(bytes));
	must_write("x", "a\0b\n", 4);
	must_hold("x", "a\0b\n", 4);
	must_write("x", "", 0);
	must_hold("x", "", 0);
	ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(a_file_holds_all_of_its_bytes_and_no_more)
{
	enum { LONG = 40000 };
	char bytes[LONG];
	memset(bytes, 'x', LONG);
	must_write("file", bytes, LONG);
	ck_assert(file_holds("file", bytes, LONG));
	ck_assert(!file_holds("file", bytes, LONG - 1));
	bytes[LONG - 1] = 'y';
	ck_assert(!file_holds("file", bytes, LONG));
	must_write("file", "", 0);
	ck_assert(file_holds("file", "", 0));
	ck_assert(!file_holds("file", "x", 1));
	ck_assert(!file_holds("none", "", 0));
	ck_assert(!file_holds("/dev/null", "", 0));
	ck_assert(!file_holds(".", "", 0));
}
END_TEST

START_TEST(the_limit_is_the_last_size_allowed)
{
	char bytes[40000] = {1};
	must_write("x", bytes, sizeof(bytes));
	ck_assert(file_read("x", 40000, &data, &why));
	ck_assert_uint_eq(data.length, 40000);
	refused(file_read("x", 39999, &data, &why), "cannot read \"x\": it is larger than 39999 bytes");
	refused(file_read("x", 0, &data, &why), "cannot read \"x\": it is larger than 0 bytes");
	must_write("x", "", 0);
	ck_assert(file_read("x", 0, &data, &why));
}
END_TEST

START_TEST(a_file_without_a_size_is_read_too)
{
	ck_assert_msg(file_read("/proc/self/status", 1 << 20, &data, &why), "%s", text_string(&why));
	ck_assert_ptr_nonnull(strstr(text_string(&data), "Pid:"));
	refused(file_read("/proc/self/status", 10, &data, &why),
		"cannot read \"/proc/self/status\": it is larger than 10 bytes");
}
END_TEST

START_TEST(only_regular_files_are_read)
{
	ck_assert_int_eq(mkfifo("pipe", 0600), 0); /* with nobody at the other end */
	refused(file_read("pipe", 100, &data, &why), "cannot read \"pipe\": it is not a regular file");
	refused(file_read("/dev/zero", 100, &data, &why), "cannot read \"/dev/zero\": it is not a regular file");
	refused(file_read(".", 100, &data, &why), "cannot read \".\": it is a directory");
	refused(file_read("none", 100, &data, &why), "cannot read \"none\": no such file or directory");
	refused(file_read("", 100, &data, &why), "cannot read \"\": no such file or directory");
	must_write("x", "x", 1);
	refused(file_read("x/y", 100, &data, &why), "cannot read \"x/y\": part of the path is not a directory");
	ck_assert_int_eq(symlink("loop", "loop"), 0);
	refused(file_read("loop", 100, &data, &why), "cannot read \"loop\": the symbolic links go in a circle");
}
END_TEST

START_TEST(a_failed_read_leaves_no_old_data)
{
	must_write("x", "x", 1);
	must_hold("x", "x", 1);
	ck_assert(!file_read("none", 100, &data, &why));
	ck_assert_uint_eq(data.length, 0);
}
END_TEST

START_TEST(the_path_in_a_message_is_made_visible)
{
	refused(file_read("\x1b[2J\xff", 100, &data, &why),
		"cannot read \"\\u001b[2J\\xff\": no such file or directory");
	refused(file_write("none/%s", "", 0, &why), "cannot write \"none/%s\": no such file or directory");
}
END_TEST

START_TEST(no_descriptor_is_left_open)
{
	int before = dup(0);
	close(before);
	must_write("x", "x", 1);
	must_hold("x", "x", 1);
	file_read(".", 100, &data, &why);
	file_read("x", 0, &data, &why);
	file_write("none/x", "", 0, &why);
	file_write(".", "x", 1, &why);
	int after = dup(0);
	close(after);
	ck_assert_int_eq(before, after);
}
END_TEST

static mode_t mode_of(const char *path)
{
	struct stat status;
	ck_assert_int_eq(lstat(path, &status), 0);
	return status.st_mode & 07777;
}

START_TEST(the_mode_is_that_of_before_or_the_umasks)
{
	mode_t mask = umask(027);
	must_write("x", "x", 1);
	umask(mask);
	ck_assert_int_eq(mode_of("x"), 0640);
	chmod("x", 0604);
	must_write("x", "y", 1);
	ck_assert_int_eq(mode_of("x"), 0604);
}
END_TEST

/* Who has the old file open goes on reading it whole: it is replaced, not written over. */
START_TEST(a_file_is_replaced_at_once)
{
	must_write("x", "old", 3);
	int file = open("x", O_RDONLY);
	ck_assert_int_eq(link("x", "other"), 0);
	must_write("x", "new!", 4);
	char bytes[8];
	ck_assert_int_eq(read(file, bytes, sizeof(bytes)), 3);
	ck_assert_mem_eq(bytes, "old", 3);
	close(file);
	must_hold("other", "old", 3);
	must_hold("x", "new!", 4);
}
END_TEST

START_TEST(a_failed_write_leaves_the_old_file_and_nothing_else)
{
	char bytes[20000] = {0};
	must_write("x", "old", 3);
	struct rlimit limit = {10000, 10000};
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		signal(SIGXFSZ, SIG_IGN);
		setrlimit(RLIMIT_FSIZE, &limit);
		bool done = file_write("x", bytes, sizeof(bytes), &why);
		_exit(done || strcmp(text_string(&why), "cannot write \"x\": the file would be too large") != 0);
	}
	int status;
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert_int_eq(status, 0);
	must_hold("x", "old", 3);
	ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(a_directory_is_not_replaced)
{
	ck_assert_int_eq(mkdir("d", 0700), 0);
	refused(file_write("d", "x", 1, &why), "cannot write \"d\": it is a directory");
	refused(file_write("", "x", 1, &why), "cannot write \"\": no such file or directory");
	ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

START_TEST(a_link_stays_a_link)
{
	ck_assert_int_eq(mkdir("d", 0700), 0);
	must_write("d/x", "old", 3);
	ck_assert_int_eq(symlink("d/x", "link"), 0);
	must_write("link", "new", 3);
	struct stat status;
	ck_assert_int_eq(lstat("link", &status), 0);
	ck_assert(S_ISLNK(status.st_mode));
	must_hold("d/x", "new", 3);
}
END_TEST

/*
 * -o /dev/stdout must not replace the device, least of all for root. A pipe of our own stands for all of them:
 * a test that goes wrong must not take a device with it.
 */
START_TEST(what_is_no_regular_file_is_written_through)
{
	char bytes[8];
	struct stat status;
	ck_assert_int_eq(mkfifo("pipe", 0600), 0);
	ck_assert_int_eq(symlink("pipe", "link"), 0);
	int end = open("pipe", O_RDONLY | O_NONBLOCK);
	must_write("pipe", "hello", 5);
	ck_assert_int_eq(read(end, bytes, sizeof(bytes)), 5);
	ck_assert_mem_eq(bytes, "hello", 5);
	must_write("link", "again", 5);
	ck_assert_int_eq(read(end, bytes, sizeof(bytes)), 5);
	ck_assert_mem_eq(bytes, "again", 5);
	close(end);
	ck_assert_int_eq(stat("pipe", &status), 0);
	ck_assert(S_ISFIFO(status.st_mode));
}
END_TEST

START_TEST(the_longest_name_is_no_problem)
{
	char name[256];
	memset(name, 'n', 255);
	name[255] = '\0';
	must_write(name, "x", 1);
	must_hold(name, "x", 1);
	char longer[257];
	memset(longer, 'n', 256);
	longer[256] = '\0';
	ck_assert(!file_write(longer, "x", 1, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "the path is too long"));
	ck_assert_uint_eq(count_entries(), 1);
}
END_TEST

static bool is_there(const char *path)
{
	struct stat status;
	return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

START_TEST(directories_are_created_all_the_way)
{
	static const char *const paths[] = {"a", "b/c/d", "b/c/e//f/", "./g/../h", "a", "/", ".", "b/c/d/"};
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++) {
		ck_assert_msg(directory_create(paths[i], &why), "%s: %s", paths[i], text_string(&why));
		ck_assert_msg(is_there(paths[i]), "%s", paths[i]);
	}
	char absolute[300];
	snprintf(absolute, sizeof(absolute), "%s/x/y", directory);
	ck_assert(directory_create(absolute, &why));
	ck_assert(is_there("x/y"));
	ck_assert_int_eq(symlink("x", "link"), 0);
	ck_assert(directory_create("link/z", &why));
	ck_assert(is_there("x/z"));
}
END_TEST

START_TEST(directories_that_cannot_be)
{
	must_write("x", "x", 1);
	refused(directory_create("x", &why), "cannot create directory \"x\": part of the path is not a directory");
	refused(directory_create("x/y", &why), "cannot create directory \"x/y\": part of the path is not a directory");
	refused(directory_create("", &why), "cannot create directory \"\": no such file or directory");
	ck_assert(!directory_create("/proc/none/x", &why));
	ck_assert_int_eq(symlink("nowhere", "dangling"), 0);
	ck_assert(!directory_create("dangling", &why));
}
END_TEST

START_TEST(errors_have_words)
{
	ck_assert_str_eq(file_error(EACCES), "permission denied");
	ck_assert_str_eq(file_error(EDOM), strerror(EDOM));
	ck_assert_str_eq(file_error(0), "no reason was given");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		bytes_come_back,
		a_file_holds_all_of_its_bytes_and_no_more,
		the_limit_is_the_last_size_allowed,
		a_file_without_a_size_is_read_too,
		only_regular_files_are_read,
		a_failed_read_leaves_no_old_data,
		the_path_in_a_message_is_made_visible,
		no_descriptor_is_left_open,
		the_mode_is_that_of_before_or_the_umasks,
		a_file_is_replaced_at_once,
		a_failed_write_leaves_the_old_file_and_nothing_else,
		a_directory_is_not_replaced,
		a_link_stays_a_link,
		what_is_no_regular_file_is_written_through,
		the_longest_name_is_no_problem,
		directories_are_created_all_the_way,
		directories_that_cannot_be,
		errors_have_words,
	};
	return SUITE_RUN("core: file", tests, set_up, tear_down);
}
