/* Who is due, and whether a file is ripe, without a grader and at times that are given. */
#include <check.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/arrivals.h"
#include "commands/program.h"
#include "commands/ripeness.h"
#include "core/stopwatch.h"
#include "suite.h"

enum { ROOM = 512 };

static char *folder;
static char path[ROOM];

static void set_up(void)
{
	folder = folder_create();
	snprintf(path, sizeof(path), "%s/ada.so", folder);
}

static void tear_down(void)
{
	folder_remove(&folder);
}

START_TEST(who_was_put_off_is_due_again)
{
	static const volatile sig_atomic_t stop;
	TEXT_SCOPED struct text why = {0};
	struct arrivals *arrivals = arrivals_open(folder, &why);
	ck_assert_msg(arrivals != NULL, "%s", text_string(&why));
	arrivals_put_off(arrivals, "ada", true, ARRIVALS_RETRY_MS);
	arrivals_put_off(arrivals, "bob", false, 0);
	ck_assert(arrivals_wait(arrivals, UINT64_MAX, &stop, &why));
	const uint64_t now = now_ns();
	ck_assert_ptr_null(arrivals_due(arrivals, "ada", now));
	ck_assert_ptr_nonnull(arrivals_due(arrivals, "bob", now));
	const uint64_t later = now + ARRIVALS_RETRY_MS * UINT64_C(1000000);
	ck_assert_ptr_nonnull(arrivals_due(arrivals, "ada", later));
	ck_assert(arrivals_due(arrivals, "ada", later)->seen);
	arrivals_settle_due(arrivals, now);
	ck_assert_ptr_null(arrivals_due(arrivals, "bob", later));
	arrivals_settle(arrivals, "ada");
	ck_assert_ptr_null(arrivals_due(arrivals, "ada", later));
	arrivals_close(arrivals);
}
END_TEST

static const uint64_t long_ns = ARRIVALS_LONG_MS * UINT64_C(1000000);

/* However often it is put off; and of the next hand-in anew. */
START_TEST(that_it_takes_long_is_said_once)
{
	TEXT_SCOPED struct text why = {0};
	struct arrivals *arrivals = arrivals_open(folder, &why);
	ck_assert_msg(arrivals != NULL, "%s", text_string(&why));
	const uint64_t before = now_ns();
	arrivals_put_off(arrivals, "ada", true, RIPENESS_LOOK_MS);
	const uint64_t now = now_ns();
	arrivals_put_off(arrivals, "ada", true, RIPENESS_LOOK_MS);
	ck_assert(!arrivals_takes_long(arrivals, "ada", before + long_ns - 1));
	ck_assert(arrivals_takes_long(arrivals, "ada", now + long_ns));
	ck_assert(!arrivals_takes_long(arrivals, "ada", now + 2 * long_ns));
	ck_assert(!arrivals_takes_long(arrivals, "bob", now + long_ns));
	arrivals_settle(arrivals, "ada");
	arrivals_put_off(arrivals, "ada", true, RIPENESS_LOOK_MS);
	ck_assert(arrivals_takes_long(arrivals, "ada", now_ns() + long_ns));
	arrivals_close(arrivals);
}
END_TEST

/* Who writes without a pause is looked at too, for the word to be said. */
START_TEST(who_never_pauses_is_due_after_a_minute)
{
	const uint64_t quiet_ns = ARRIVALS_QUIET_MS * UINT64_C(1000000);
	struct arrival arrival = {.arrived_ns = 5, .stirred_ns = 7};
	ck_assert_uint_eq(arrivals_quiet_ns(&arrival), 7 + quiet_ns);
	arrival.stirred_ns = long_ns;
	ck_assert_uint_eq(arrivals_quiet_ns(&arrival), 5 + long_ns);
	arrival.told = true;
	ck_assert_uint_eq(arrivals_quiet_ns(&arrival), long_ns + quiet_ns);
}
END_TEST

static void write_bytes(const char *bytes, size_t count)
{
	FILE *file = fopen(path, "we");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes, 1, count, file), count);
	ck_assert_int_eq(fclose(file), 0);
}

static void expect_wait(bool closed, uint64_t quiet_ms, uint64_t wait_ms)
{
	ck_assert_uint_eq(ripeness_wait_ms(path, closed, quiet_ms), wait_ms);
}

START_TEST(half_a_file_is_left_alone_for_a_while)
{
	TEXT_SCOPED struct text whole = {0};
	ck_assert(folder_read(BUILD_DIR, "samples/plain.so", &whole));
	const size_t halves[] = {0, 1, 4, 20, 64, whole.length / 2, whole.length - 1};
	for (size_t i = 0; i < sizeof(halves) / sizeof(halves[0]); i++) {
		write_bytes(whole.data, halves[i]);
		expect_wait(true, 0, RIPENESS_DOUBT_MS);
		expect_wait(true, 1000, RIPENESS_DOUBT_MS - 1000);
		expect_wait(true, RIPENESS_DOUBT_MS, 0);
	}
	write_bytes("\0\0\0\0\0\0", 6); /* to be written over */
	expect_wait(true, 0, RIPENESS_DOUBT_MS);
}
END_TEST

START_TEST(what_no_more_bytes_would_mend_is_ripe)
{
	TEXT_SCOPED struct text whole = {0};
	ck_assert(folder_read(BUILD_DIR, "samples/plain.so", &whole));
	expect_wait(true, 0, 0); /* there is none */
	write_bytes(whole.data, whole.length);
	expect_wait(true, 0, 0);
	write_bytes("int x;", 6);
	expect_wait(true, 0, 0);
	write_bytes("i", 1);
	expect_wait(true, 0, 0);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	expect_wait(true, 0, 0);
	ck_assert_int_eq(rmdir(path), 0);
	ck_assert_int_eq(mkfifo(path, 0644), 0);
	expect_wait(true, 0, 0);
	ck_assert_int_eq(unlink(path), 0);
	ck_assert_int_eq(symlink("nowhere", path), 0);
	expect_wait(true, 0, 0);
}
END_TEST

/* However long nothing is heard of it. */
START_TEST(what_somebody_writes_is_not_ripe)
{
	write_bytes("int x;", 6);
	const int file = open(path, O_WRONLY | O_CLOEXEC);
	ck_assert_int_ge(file, 0);
	expect_wait(true, 100 * RIPENESS_DOUBT_MS, RIPENESS_LOOK_MS);
	close(file);
	expect_wait(false, 0, 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		who_was_put_off_is_due_again,		that_it_takes_long_is_said_once,
		who_never_pauses_is_due_after_a_minute, half_a_file_is_left_alone_for_a_while,
		what_no_more_bytes_would_mend_is_ripe,	what_somebody_writes_is_not_ripe,
	};
	return SUITE_RUN("arrivals", tests, set_up, tear_down);
}
