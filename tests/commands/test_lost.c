/*
 * Nothing is lost, and nothing counts twice: graders that are killed, stopped, set on one gradebook together,
 * out of disk, or given files that are no gradebook. Everything with the real program.
 *
 * `make check` grades a small course; GYM_LOST=full (make check-lost) a large one, killed two hundred times.
 */
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <sched.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "suite.h"

enum { GRADERS = 8, REAP_S = 30, TEST_S = 1200 };

static const struct size {
	size_t students;      /* of the course that is killed, stopped and shared */
	unsigned kills;	      /* of a grader at work on it */
	size_t disk_students; /* of the course that the disk is too small for */
	size_t disk_step;     /* pages that the disk has more each time */
	unsigned lock_s;      /* for which somebody else holds the gradebook */
	bool patient;	      /* also test what takes as long as the grader waits */
} brief = {20, 5, 4, 18, 1, false}, small = {40, 16, 6, 9, 1, false}, full = {300, 200, 20, 1, 5, true};

static const struct size *size;
static char *folder; /* of the test: class/, L3-analysis/, secret, and folders with a gradebook each */

static void set_up(void)
{
	const char *wish = getenv("GYM_LOST");
	/* what is lost is no matter of sanitizers, which take long to start */
	size = wish != NULL && strcmp(wish, "full") == 0 ? &full : SUITE_IS_SANITIZED ? &brief : &small;
	folder = folder_create();
	folder_write(folder, "secret", "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\n");
}

static void tear_down(void)
{
	folder_remove(&folder);
}

/* A grader in a folder below the test's. */
#define GRADE(...) BUILD_DIR "/grader", "grade", "-x", "../L3-analysis", "-j", "2", __VA_ARGS__, "../class", NULL
static const char *const usual[] = {GRADE("-k", "../secret", "-f", "json")};
static const char *const talking[] = {GRADE("-k", "../secret")};

/* The folder, made; to be freed. */
static char *place(const char *name)
{
	char *path = NULL;
	ck_assert_int_gt(asprintf(&path, "%s/%s", folder, name), 0);
	ck_assert_int_eq(mkdir(path, 0755), 0);
	return path;
}

static void release_place(char **path)
{
	free(*path);
}
#define PLACE_SCOPED __attribute__((cleanup(release_place)))

static uint64_t now_us(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static void expect_words(const struct program *program, const char *words)
{
	ck_assert_msg(strstr(text_string(&program->err), words) != NULL, "exit %d, says \"%s\", not \"%s\"",
		      program->status, text_string(&program->err), words);
}

/* ---- what must hold of a gradebook ---- */

/* Is there a gradebook yet? A grader may have died before. */
static bool exists(const char *where)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/grades.db", where);
	return access(text_string(&path), F_OK) == 0 &&
	       course_ask(where, "SELECT count(*) FROM sqlite_schema WHERE name = 'attempt'") == 1;
}

static size_t count_attempts(const char *where)
{
	return exists(where) ? (size_t)course_ask(where, "SELECT count(*) FROM attempt") : 0;
}

/* Sound; nobody in it twice; and whoever has an attempt has every result of it: never half a submission. */
static size_t expect_whole(const char *where)
{
	if (!exists(where))
		return 0;
	ck_assert_int_eq(course_ask(where, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"), 1);
	ck_assert_int_eq(course_ask(where, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	int64_t attempts = course_ask(where, "SELECT count(*) FROM attempt");
	ck_assert_int_eq(course_ask(where, "SELECT count(*) FROM result"), COURSE_EXERCISES * attempts);
	ck_assert_int_eq(course_ask(where, "SELECT count(DISTINCT student) FROM attempt"), attempts);
	return (size_t)attempts;
}

/* The same, and nothing of what was done is gone. */
static size_t expect_no_less(const char *where, size_t done)
{
	size_t now = expect_whole(where);
	ck_assert_msg(now >= done, "%zu were done, now %zu", done, now);
	return now;
}

/* The course, without what may differ between two honest runs. */
static json_t *course_of(const struct program *program)
{
	ck_assert_msg(program->status == EXIT_FINDINGS, "exit %d: %s", program->status, text_string(&program->err));
	json_t *course = course_parse(program);
	course_forget_times(course);
	return course;
}

/* Grades in a new folder that nobody disturbs. */
static json_t *grade_undisturbed(const char *const *argv)
{
	PLACE_SCOPED char *calm = place("calm");
	PROGRAM_SCOPED struct program program = program_run(calm, argv);
	return course_of(&program);
}

/* Grades what is left in the folder; then all is as if nobody had disturbed it. */
static void expect_course(const char *where, const char *const *argv, json_t *undisturbed)
{
	PROGRAM_SCOPED struct program program = program_run(where, argv);
	json_t *course = course_of(&program);
	course_expect_same(undisturbed, course, "the course");
	ck_assert_uint_eq(expect_whole(where), json_array_size(json_object_get(undisturbed, "students")));
	json_decref(course);
	json_decref(undisturbed);
}

/* ---- killed ---- */

/* Waits until every process that the killed one left behind has ended; they are ours now. */
static void expect_no_survivor(void)
{
	const uint64_t end = now_us() + REAP_S * UINT64_C(1000000);
	pid_t pid;
	while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && now_us() < end)
		if (pid == 0)
			usleep(1000);
	ck_assert_msg(pid < 0 && errno == ECHILD, "a process lives on");
}

static void kill_within(const char *where, uint64_t window_us)
{
	pid_t pid = program_start(where, usual);
	usleep((useconds_t)((uint64_t)random() % window_us));
	ck_assert_int_eq(kill(pid, SIGKILL), 0);
	ck_assert_int_eq(waitpid(pid, NULL, 0), pid);
	expect_no_survivor();
}

/* Looking at a gradebook also tidies it up; so that graders find it as it was left, not every time. */
START_TEST(killed_at_any_moment_it_goes_on)
{
	enum { LOOK_EVERY = 4 };
	PLACE_SCOPED char *killed = place("killed");
	course_create(folder, size->students);
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	uint64_t begun = now_us();
	json_t *course = grade_undisturbed(usual);
	/* Twice the mean: all is done after about so many kills, and some come before anything is. */
	uint64_t window_us = 2 * (now_us() - begun) / size->kills + 150000;
	size_t done = 0;
	for (unsigned i = 1; i <= size->kills; i++) {
		kill_within(killed, window_us);
		if (i % LOOK_EVERY == 0)
			done = expect_no_less(killed, done);
	}
	printf("killed %u times; %zu of %zu were done\n", size->kills, done, size->students);
	expect_course(killed, usual, course);
}
END_TEST

/* ---- stopped ---- */

static void await_attempt(const char *where, pid_t grader)
{
	while (count_attempts(where) == 0) {
		siginfo_t ended = {0};
		ck_assert_int_eq(waitid(P_PID, (id_t)grader, &ended, WEXITED | WNOHANG | WNOWAIT), 0);
		ck_assert_msg(ended.si_pid == 0, "the grader ended before it graded anybody");
		usleep(2000);
	}
}

/* Processes of a process group. */
static unsigned count_group(int group)
{
	unsigned count = 0;
	glob_t found;
	ck_assert_int_eq(glob("/proc/[0-9]*/stat", GLOB_NOSORT, NULL, &found), 0);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		int of = 0;
		FILE *file = fopen(found.gl_pathv[i], "re");
		if (file == NULL)
			continue; /* it has ended meanwhile */
		count += fscanf(file, "%*d (%*[^)]) %*c %*d %d", &of) == 1 && of == group;
		fclose(file);
	}
	globfree(&found);
	return count;
}

/* As Ctrl-C does it, the signal goes to the whole group; the sandboxes are not in it and do not hear of it. */
static void stop_by(const char *where, int signal_number)
{
	const char *const argv[] = {"setsid", GRADE("-k", "../secret")};
	struct running running = program_begin(where, argv);
	await_attempt(where, running.pid);
	while (count_group(running.pid) > 1) /* one that is being started leaves the group at once; others would stay */
		usleep(2000);
	ck_assert_int_eq(kill(-running.pid, signal_number), 0);
	PROGRAM_SCOPED struct program program = program_finish(&running);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	expect_words(&program, "stopping after the submissions at hand");
	expect_words(&program, "the same command goes on from there");
	ck_assert_msg(strstr(text_string(&program.out), "0 to be tried again") != NULL, "%s",
		      text_string(&program.out));
	size_t done = expect_whole(where);
	ck_assert_uint_gt(done, 0);
	ck_assert_uint_lt(done, size->students);
	TEXT_SCOPED struct text count = {0};
	text_add_format(&count, "stopped after %zu of %zu submissions", done, size->students);
	expect_words(&program, text_string(&count));
}

START_TEST(stopped_it_finishes_what_is_at_hand)
{
	PLACE_SCOPED char *interrupted = place("interrupted");
	PLACE_SCOPED char *terminated = place("terminated");
	course_create(folder, size->students);
	stop_by(interrupted, SIGINT);
	stop_by(terminated, SIGTERM);
	json_t *course = grade_undisturbed(usual);
	expect_course(terminated, usual, json_incref(course));
	expect_course(interrupted, usual, course);
}
END_TEST

/* The second student's code never ends; by its limits that takes seconds, and who asks twice will not wait. */
START_TEST(a_second_signal_ends_it_at_once)
{
	static const char window[] =
		"id: L3.4\ntitle: window\nfunction: attn_window\npoints: 1\nstatement: look\nlimits: {cpu_ms: 9000}\n"
		"cases:\n- {name: one, given: {n: 4, d_k: 1, d_v: 1, window: 2, q: 1, k: 1, v: {normal: [0, 1]}}}\n";
	const char *const argv[] = {BUILD_DIR "/grader", "grade", "-x", "../L3-analysis", "-j", "1", "../class", NULL};
	PLACE_SCOPED char *where = place("twice");
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	course_create(folder, 1);
	folder_write(folder, "L3-analysis/window.yaml", window);
	course_copy_sample(folder, "class/the-second.so", "never-ending", "");
	struct running running = program_begin(where, argv);
	TEXT_SCOPED struct text err = {0};
	await_attempt(where, running.pid);
	usleep(50000); /* by now the second is at hand */
	kill(running.pid, SIGINT);
	ck_assert(program_await(&running, "a second signal stops at once", &err));
	kill(running.pid, SIGTERM);
	PROGRAM_SCOPED struct program program = program_finish(&running);
	ck_assert_int_eq(program.status, 128 + SIGTERM);
	expect_no_survivor();
	ck_assert_uint_eq(count_attempts(where), 1);
}
END_TEST

/* ---- together ---- */

START_TEST(graders_together_count_each_result_once)
{
	const char *const argv[] = {GRADE("-k", "../shared", "-f", "json")}; /* one of them makes the secret */
	PLACE_SCOPED char *shared = place("together");
	pid_t pids[GRADERS];
	course_create(folder, size->students);
	for (int i = 0; i < GRADERS; i++)
		pids[i] = program_start(shared, argv);
	for (int i = 0; i < GRADERS; i++) {
		int status;
		ck_assert_int_eq(waitpid(pids[i], &status, 0), pids[i]);
		ck_assert_msg(WIFEXITED(status) && WEXITSTATUS(status) == EXIT_FINDINGS, "status %x", status);
	}
	ck_assert_int_eq(course_ask(shared, "SELECT count(*) FROM run"), GRADERS);
	ck_assert_uint_eq(expect_whole(shared), size->students);
	expect_course(shared, argv, grade_undisturbed(argv));
}
END_TEST

/* ---- no room ---- */

static void write_map(const char *path, unsigned id)
{
	FILE *file = fopen(path, "we");
	ck_assert_ptr_nonnull(file);
	fprintf(file, "%u %u 1\n", id, id);
	ck_assert_int_eq(fclose(file), 0);
}

/* A small disk at the folder, for this process and its children. False where that is not allowed. */
static bool mount_disk(const char *where)
{
	const unsigned uid = geteuid(), gid = getegid();
	if (unshare(uid == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS) != 0)
		return false;
	if (uid != 0) {
		folder_write("/proc/self", "setgroups", "deny");
		write_map("/proc/self/uid_map", uid);
		write_map("/proc/self/gid_map", gid);
	}
	return mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
	       mount("none", where, "tmpfs", 0, "size=16m,mode=0755") == 0;
}

/* Fills the disk but for some pages. */
static void leave_room(const char *where, size_t pages)
{
	struct statvfs room;
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/ballast", where);
	int file = open(text_string(&path), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
	ck_assert_int_ge(file, 0);
	ck_assert_int_eq(statvfs(where, &room), 0);
	ck_assert_uint_gt(room.f_bfree, pages);
	ck_assert_int_eq(posix_fallocate(file, 0, (off_t)((room.f_bfree - pages) * room.f_bsize)), 0);
	close(file);
}

static void remove_ballast(const char *where)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/ballast", where);
	ck_assert_int_eq(unlink(text_string(&path)), 0);
}

START_TEST(a_full_disk_loses_nothing)
{
	PLACE_SCOPED char *disk = place("disk");
	course_create(folder, size->disk_students);
	json_t *course = grade_undisturbed(usual);
	if (!mount_disk(disk)) {
		json_decref(course);
		return; /* limits_lose_nothing does what can be done */
	}
	size_t done = 0, refused = 0;
	for (;; refused++) {
		leave_room(disk, refused * size->disk_step);
		PROGRAM_SCOPED struct program program = program_run(disk, usual);
		remove_ballast(disk);
		if (program.status == EXIT_FINDINGS)
			break;
		ck_assert_int_eq(program.status, EXIT_HARNESS);
		expect_words(&program, "the disk is full");
		done = expect_no_less(disk, done);
	}
	printf("the disk was full %zu times; %zu of %zu were done\n", refused, done, size->disk_students);
	ck_assert_uint_gt(refused, 4);
	expect_course(disk, usual, course);
	ck_assert_int_eq(umount2(disk, MNT_DETACH), 0);
}
END_TEST

/* What a shell's ulimit takes from the grader, ever less: nothing to hold against a student. */
static const struct {
	const char *option;
	unsigned first, last, step;
} limits[] = {
	{"-f", 0, 1600, 200}, /* bytes of a file, by 512 */
	{"-n", 5, 14, 1},     /* open files */
};

START_TEST(limits_lose_nothing)
{
	PLACE_SCOPED char *where = place("limited");
	course_create(folder, size->disk_students);
	json_t *course = grade_undisturbed(usual);
	size_t done = 0, refused = 0;
	for (unsigned limit = limits[_i].first; limit <= limits[_i].last; limit += limits[_i].step) {
		TEXT_SCOPED struct text script = {0};
		/* what whoever started the tests left open would count */
		for (unsigned descriptor = 3; descriptor < 10; descriptor++)
			text_add_format(&script, "exec %u<&-; ", descriptor);
		text_add_format(&script, "ulimit -S %s %u; exec \"$0\" \"$@\"", limits[_i].option, limit);
		const char *const argv[] = {"sh", "-c", text_string(&script), GRADE("-k", "../secret", "-f", "json")};
		PROGRAM_SCOPED struct program program = program_run(where, argv);
		ck_assert_msg(program.status == EXIT_HARNESS || program.status == EXIT_FINDINGS, "%s: exit %d: %s",
			      text_string(&script), program.status, text_string(&program.err));
		refused += program.status == EXIT_HARNESS;
		done = expect_no_less(where, done);
	}
	ck_assert_uint_gt(refused, 2);
	expect_course(where, usual, course);
}
END_TEST

START_TEST(output_that_does_not_arrive_is_told)
{
	const char *const argv[] = {"sh", "-c", "exec \"$0\" list -x ../L3-analysis >/dev/full", BUILD_DIR "/grader",
				    NULL};
	PLACE_SCOPED char *where = place("output");
	course_create(folder, 0);
	PROGRAM_SCOPED struct program program = program_run(where, argv);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	expect_words(&program, "the output could not be written");
}
END_TEST

/* ---- no gradebook ---- */

static void make_text(const char *where)
{
	folder_write(where, "grades.db", "student,points\nada,10\n");
}

static void make_other(const char *where)
{
	folder_write(where, "grades.db", "");
	course_do(where, "CREATE TABLE recipes (soup TEXT)");
}

static void make_newer(const char *where)
{
	PROGRAM_SCOPED struct program program = program_run(where, usual);
	course_do(where, "PRAGMA user_version = 99");
}

static void make_truncated(const char *where)
{
	PROGRAM_SCOPED struct program program = program_run(where, usual);
	TEXT_SCOPED struct text path = {0};
	struct stat status;
	text_add_format(&path, "%s/grades.db", where);
	ck_assert_int_eq(stat(text_string(&path), &status), 0);
	ck_assert_int_eq(truncate(text_string(&path), status.st_size / 2), 0);
}

static const struct {
	void (*make)(const char *where);
	const char *says;
} strangers[] = {
	{make_text, "\"grades.db\" is not a gradebook"},
	{make_other, "is not a gradebook but some other SQLite file"},
	{make_newer, "was written by a newer grader"},
	{make_truncated, "is damaged"},
};

START_TEST(what_is_no_gradebook_is_left_alone)
{
	PLACE_SCOPED char *where = place("stranger");
	TEXT_SCOPED struct text before = {0}, after = {0};
	course_create(folder, 3);
	strangers[_i].make(where);
	ck_assert(folder_read(where, "grades.db", &before));
	PROGRAM_SCOPED struct program program = program_run(where, talking);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	expect_words(&program, strangers[_i].says);
	ck_assert_str_eq(text_string(&program.out), "");
	ck_assert(folder_read(where, "grades.db", &after));
	ck_assert_uint_eq(before.length, after.length);
	ck_assert_mem_eq(before.data, after.data, before.length);
}
END_TEST

START_TEST(a_read_only_gradebook_is_left_alone)
{
	PLACE_SCOPED char *disk = place("disk");
	course_create(folder, 3);
	json_t *course = grade_undisturbed(usual);
	if (!mount_disk(disk)) {
		json_decref(course);
		return;
	}
	expect_course(disk, usual, json_incref(course));
	course_copy_sample(folder, "class/new.so", "plain", "new");
	ck_assert_int_eq(mount(NULL, disk, NULL, MS_REMOUNT | MS_RDONLY, NULL), 0);
	PROGRAM_SCOPED struct program program = program_run(disk, usual);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	expect_words(&program, "read-only");
	ck_assert_int_eq(mount(NULL, disk, NULL, MS_REMOUNT, NULL), 0);
	ck_assert_uint_eq(expect_whole(disk), 3);
	PROGRAM_SCOPED struct program again = program_run(disk, usual);
	ck_assert_int_eq(again.status, EXIT_FINDINGS);
	ck_assert_uint_eq(expect_whole(disk), 4);
	ck_assert_int_eq(umount2(disk, MNT_DETACH), 0);
	json_decref(course);
}
END_TEST

/* ---- locked ---- */

static sqlite3 *lock(const char *where)
{
	sqlite3 *database;
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/grades.db", where);
	ck_assert_int_eq(sqlite3_open(text_string(&path), &database), SQLITE_OK);
	ck_assert_int_eq(sqlite3_exec(database, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
	return database;
}

START_TEST(a_lock_is_waited_for)
{
	PLACE_SCOPED char *where = place("locked");
	course_create(folder, 3);
	PROGRAM_SCOPED struct program first = program_run(where, usual);
	course_copy_sample(folder, "class/new.so", "plain", "new");
	sqlite3 *other = lock(where);
	struct running running = program_begin(where, usual);
	sleep(size->lock_s);
	ck_assert_int_eq(waitpid(running.pid, NULL, WNOHANG), 0); /* it waits */
	ck_assert_int_eq(sqlite3_close(other), SQLITE_OK);
	PROGRAM_SCOPED struct program program = program_finish(&running);
	ck_assert_msg(program.status == EXIT_FINDINGS, "exit %d: %s", program.status, text_string(&program.err));
	ck_assert_uint_eq(expect_whole(where), 4);
}
END_TEST

START_TEST(a_lock_for_too_long_is_told)
{
	PLACE_SCOPED char *where = place("locked");
	if (!size->patient)
		return; /* the suite of the store does it with less patience */
	course_create(folder, 3);
	PROGRAM_SCOPED struct program first = program_run(where, usual);
	course_copy_sample(folder, "class/new.so", "plain", "new");
	sqlite3 *other = lock(where);
	PROGRAM_SCOPED struct program program = program_run(where, usual);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	expect_words(&program, "is locked by another program");
	ck_assert_int_eq(sqlite3_close(other), SQLITE_OK);
	PROGRAM_SCOPED struct program again = program_run(where, usual);
	ck_assert_int_eq(again.status, EXIT_FINDINGS);
	ck_assert_uint_eq(expect_whole(where), 4);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lost");
	TCase *tests = tcase_create("lost");
	tcase_add_checked_fixture(tests, set_up, tear_down);
	tcase_set_timeout(tests, TEST_S);
	tcase_add_test(tests, killed_at_any_moment_it_goes_on);
	tcase_add_test(tests, stopped_it_finishes_what_is_at_hand);
	tcase_add_test(tests, a_second_signal_ends_it_at_once);
	tcase_add_test(tests, graders_together_count_each_result_once);
	tcase_add_test(tests, a_full_disk_loses_nothing);
	tcase_add_loop_test(tests, limits_lose_nothing, 0, (int)(sizeof(limits) / sizeof(limits[0])));
	tcase_add_test(tests, output_that_does_not_arrive_is_told);
	tcase_add_loop_test(tests, what_is_no_gradebook_is_left_alone, 0,
			    (int)(sizeof(strangers) / sizeof(strangers[0])));
	tcase_add_test(tests, a_read_only_gradebook_is_left_alone);
	tcase_add_test(tests, a_lock_is_waited_for);
	tcase_add_test(tests, a_lock_for_too_long_is_told);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
