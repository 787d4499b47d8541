/*
 * The real grader watching a folder: what is dropped, rewritten, moved or copied in halves is graded once it is
 * complete, and pages follow. Every wait is for what the grader says; the suite's limit is against hanging alone. That
 * something is left alone shows when somebody is graded who came later.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/course.h"
#include "commands/program.h"
#include "report/report.h"
#include "suite.h"

#define WATCH BUILD_DIR "/grader", "watch", "-o", "pages", "-f", "json"

static const char *const samples[] = {"plain", "no-scaling", "no-maximum", "blocked"};
static char *folder;
static struct running running;
static struct text told; /* what it printed so far */

static void set_up(void)
{
	folder = folder_create();
	course_create(folder, 0);
	signal(SIGINT, SIG_DFL); /* what is started in the background may have it ignored */
}

static void tear_down(void)
{
	folder_remove(&folder);
	text_release(&told);
}

/* ---- the grader ---- */

static void begin(void)
{
	running = program_begin(folder, (const char *const[]){WATCH, "-x", "L3-analysis", "class", NULL});
}

/* Reads its lines until the words were there so many times. */
static void await(const char *words, size_t times)
{
	char byte;
	for (size_t from = 0; times > 0;) {
		const char *found = strstr(text_string(&told) + from, words);
		if (found != NULL) {
			from = (size_t)(found - text_string(&told)) + 1;
			times--;
			continue;
		}
		const bool more = read(running.out, &byte, 1) == 1;
		ck_assert_msg(more, "it ended before %s: %s", words, text_string(&told));
		text_add_bytes(&told, &byte, 1);
	}
}

static void await_graded(const char *student, size_t times)
{
	TEXT_SCOPED struct text words = {0};
	text_add_format(&words, "\"student\":\"%s\",\"verdict\":\"graded\"", student);
	await(text_string(&words), times);
}

static size_t count(const char *words)
{
	size_t times = 0;
	for (const char *at = text_string(&told); (at = strstr(at, words)) != NULL; at++)
		times++;
	return times;
}

static struct program end_by(int signal_number)
{
	kill(running.pid, signal_number);
	struct program program = program_finish(&running);
	text_add(&told, text_string(&program.out));
	ck_assert_msg(program.status == EXIT_WELL, "%d: %s", program.status, text_string(&program.err));
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"),
			 course_ask(folder, "SELECT count(DISTINCT student || ' ' || submission) FROM attempt"));
	return program;
}

static struct program end(void)
{
	return end_by(SIGTERM);
}

static void end_well(void)
{
	PROGRAM_SCOPED struct program program = end();
	ck_assert_ptr_null(strstr(text_string(&program.err), "error"));
}

/* What happens until it is woken it finds at once. */
static void put_to_sleep(void)
{
	ck_assert_int_eq(kill(running.pid, SIGSTOP), 0);
	ck_assert_int_eq(waitpid(running.pid, NULL, WUNTRACED), running.pid);
}

static void wake(void)
{
	ck_assert_int_eq(kill(running.pid, SIGCONT), 0);
}

/* ---- the folder ---- */

/* The path below the test's folder; the last four are kept. */
static const char *path_of(const char *name)
{
	static char paths[4][512];
	static unsigned next;
	char *path = paths[next++ % 4];
	ck_assert_int_lt(snprintf(path, sizeof(paths[0]), "%s/%s", folder, name), sizeof(paths[0]));
	return path;
}

static void move(const char *from, const char *to)
{
	ck_assert_int_eq(rename(path_of(from), path_of(to)), 0);
}

static void drop(const char *name, const char *sample)
{
	course_copy_sample(folder, name, sample, "");
}

static void make_folder(const char *name)
{
	ck_assert_int_eq(mkdir(path_of(name), 0755), 0);
}

static bool exists(const char *name)
{
	return access(path_of(name), F_OK) == 0;
}

static void read_sample(struct text *bytes)
{
	ck_assert(folder_read(BUILD_DIR, "samples/plain.so", bytes));
}

static void write_part(int file, const struct text *bytes, size_t from, size_t to)
{
	ck_assert_int_eq(pwrite(file, bytes->data + from, to - from, (off_t)from), (ssize_t)(to - from));
}

static int open_new(const char *name)
{
	const int file = open(path_of(name), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	ck_assert_int_ge(file, 0);
	return file;
}

/* What is dropped from now on it sees coming; of what it finds and knows it would not speak. */
static void begin_with_ada(void)
{
	drop("class/ada.so", "plain");
	begin();
	await_graded("ada", 1);
}

/* ---- arrivals ---- */

START_TEST(what_is_dropped_is_graded_and_shown)
{
	TEXT_SCOPED struct text index = {0}, page = {0};
	begin_with_ada();
	ck_assert(exists("pages/students/ada.html"));
	ck_assert_int_eq(unlink(path_of("pages/students/ada.html")), 0);
	drop("class/bob.so", "no-scaling");
	await_graded("bob", 1);
	ck_assert(exists("pages/students/bob.html"));
	ck_assert(!exists("pages/students/ada.html")); /* nothing of hers is new */
	ck_assert(folder_read(folder, "pages/class/index.html", &index));
	ck_assert_ptr_nonnull(strstr(text_string(&index), "bob"));
	report_file_name("L3.1", &page);
	ck_assert(folder_read(path_of("pages/class/exercises"), text_string(&page), &index));
	ck_assert_ptr_null(strstr(text_string(&index), "Not measured"));
	drop("class/bob.so", "blocked"); /* rewritten */
	await_graded("bob", 2);
	end_well();
	ck_assert_uint_eq(count("\"student\":\"ada\""), 1);
}
END_TEST

/* In the words of the board of `grade`. */
START_TEST(who_is_not_in_the_roster_is_named)
{
	folder_write(folder, "class.csv", "id\nada\n");
	folder_write(folder, "course.yaml", "title: t\nroster: class.csv\n");
	drop("class/ada.so", "plain");
	running = program_begin(folder, (const char *const[]){BUILD_DIR "/grader", "watch", "-o", "pages", "-x",
							      "L3-analysis", "class", NULL});
	await("  ada  22 of 22  graded\n", 1);
	drop("class/eve.so", "plain");
	await("  eve  22 of 22  graded  not in the roster\n", 1);
	end_well();
}
END_TEST

static bool is_accused(const char *student, const char *twin)
{
	TEXT_SCOPED struct text page = {0}, name = {0};
	report_file_name(student, &name);
	ck_assert(folder_read(path_of("pages/class/students"), text_string(&name), &page));
	text_clear(&name);
	text_add(&name, "<li><a href=\"");
	report_file_name(twin, &name);
	return strstr(text_string(&page), text_string(&name)) != NULL;
}

/* Of the same file, and no longer than it is. */
START_TEST(who_shared_a_file_is_told_of_on_the_pages_of_others)
{
	begin_with_ada();
	drop("class/bob.so", "plain");
	await_graded("bob", 1);
	ck_assert(is_accused("ada", "bob") && is_accused("bob", "ada"));
	drop("class/cy.so", "plain");
	await_graded("cy", 1);
	ck_assert(is_accused("ada", "cy") && is_accused("bob", "cy"));
	drop("class/bob.so", "blocked");
	await_graded("bob", 2);
	ck_assert(!is_accused("ada", "bob") && !is_accused("cy", "bob") && !is_accused("bob", "ada"));
	ck_assert(is_accused("ada", "cy") && is_accused("cy", "ada"));
	end_well();
}
END_TEST

/* Complete by its looks, but for a hole that is still to be filled. */
START_TEST(who_writes_is_waited_for)
{
	TEXT_SCOPED struct text bytes = {0};
	read_sample(&bytes);
	const size_t half = bytes.length / 2, third = bytes.length / 3;
	const int found = open_new("class/ada.so"), fresh = open_new("class/cy.so");
	write_part(found, &bytes, 0, third);
	write_part(found, &bytes, half, bytes.length);
	begin();
	drop("class/bob.so", "blocked");
	await_graded("bob", 1);
	write_part(fresh, &bytes, 0, third);
	write_part(fresh, &bytes, half, bytes.length);
	drop("class/dee.so", "no-maximum");
	await_graded("dee", 1);
	write_part(found, &bytes, third, half);
	write_part(fresh, &bytes, third, half);
	close(found);
	close(fresh);
	await_graded("ada", 1);
	await_graded("cy", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 4);
}
END_TEST

/* An upload that was cut and goes on: nobody has the file open meanwhile. */
START_TEST(half_a_file_is_waited_for)
{
	TEXT_SCOPED struct text bytes = {0};
	read_sample(&bytes);
	const int file = open_new("class/ada.so");
	write_part(file, &bytes, 0, bytes.length - 1); /* but for the end of a table that no loader reads */
	close(file);
	folder_write(folder, "class/cy.so", "");
	begin();
	drop("class/bob.so", "blocked");
	await_graded("bob", 1);
	const int again = open_new("class/ada.so");
	write_part(again, &bytes, bytes.length - 1, bytes.length);
	close(again);
	await_graded("ada", 1);
	drop("class/cy.so", "no-maximum");
	await_graded("cy", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 3);
}
END_TEST

START_TEST(names_change)
{
	begin();
	drop("new", "plain");
	move("new", "class/ada.so");
	await_graded("ada", 1);
	make_folder("class/bob");
	drop("class/bob/one.so", "blocked");
	await_graded("bob", 1);
	move("class/bob", "class/cy");
	await_graded("cy", 1);
	drop("class/cy/two.so", "no-scaling"); /* still watched, under its new name */
	await_graded("cy", 2);
	end_well();
	ck_assert_uint_eq(count("\"student\":\"bob\""), 1);
}
END_TEST

/* A link has the inotify number of what it leads to, be it the class, and would be graded with a classmate's file. */
START_TEST(links_to_folders_are_left_alone)
{
	begin();
	make_folder("class/cy");
	drop("class/cy/one.so", "plain");
	await_graded("cy", 1);
	ck_assert_int_eq(symlink("cy", path_of("class/dee")), 0);
	ck_assert_int_eq(symlink(".", path_of("class/self")), 0);
	drop("class/ada.so", "blocked");
	await_graded("ada", 1);
	ck_assert_int_eq(unlink(path_of("class/self")), 0);
	ck_assert_int_eq(unlink(path_of("class/dee")), 0);
	drop("class/cy/two.so", "no-maximum");
	await_graded("cy", 2);
	drop("class/bob.so", "no-scaling");
	await_graded("bob", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(DISTINCT student) FROM attempt"), 3);
}
END_TEST

static void expect_said(const struct text *err, const char *words, size_t times)
{
	size_t said = 0;
	for (const char *at = text_string(err); (at = strstr(at, words)) != NULL; at++)
		said++;
	ck_assert_msg(said == times, "%zu times \"%s\": %s", said, words, text_string(err));
}

/* As `grade` warns of them, each once: whoever is graded came later. */
START_TEST(wrong_names_are_warned_of)
{
	drop("class/dora.SO", "plain");
	make_folder("class/gil");
	drop("class/gil/attention.SO", "plain");
	begin_with_ada();
	drop("class/erik.SO", "plain");
	make_folder("class/fay");
	drop("class/fay/attention.SO", "plain");
	make_folder("class/hal");
	ck_assert_int_eq(symlink("ada.so", path_of("class/ian.zip")), 0);
	ck_assert_int_eq(symlink("gil", path_of("class/jan")), 0);
	ck_assert_int_eq(symlink("nowhere", path_of("class/kim")), 0);
	ck_assert_int_eq(symlink("nowhere", path_of("class/lea.so")), 0);
	drop("class/bob.so", "no-scaling");
	await_graded("bob", 1);
	drop("class/fay/attention.SO", "plain"); /* the same again */
	ck_assert_int_eq(unlink(path_of("class/erik.SO")), 0);
	drop("class/erik.SO", "plain");
	drop("class/gil/attention.zip", "plain");
	drop("class/bob.so", "blocked");
	await_graded("bob", 2);
	drop("class/fay/attention.so", "no-maximum"); /* then all is well */
	await_graded("fay", 1);
	PROGRAM_SCOPED struct program program = end();
	static const char *const words[] = {
		"\"class/dora.SO\" is left out: STUDENT.so or STUDENT/*.so is wanted\n",
		"\"class/gil\" is left out: it holds no *.so; \"class/gil/attention.SO\" is not looked at\n",
		"\"class/erik.SO\" is left out: STUDENT.so or STUDENT/*.so is wanted\n",
		"\"class/fay\" is left out: it holds no *.so; \"class/fay/attention.SO\" is not looked at\n",
		"\"class/ian.zip\" is left out: STUDENT.so or STUDENT/*.so is wanted\n",
		"\"class/jan\" is left out: it is a symbolic link, not a folder\n",
		"\"class/kim\" is left out: the link leads nowhere: no such file or directory\n",
		"\"class/lea.so\" is left out: the link leads nowhere: no such file or directory\n",
	};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		expect_said(&program.err, words[i], 1);
	expect_said(&program.err, "warning: ", sizeof(words) / sizeof(words[0]));
}
END_TEST

/* The gradebook has another name for them, and pages and lines have that. */
START_TEST(who_is_called_in_latin_1_is_shown)
{
	begin_with_ada();
	drop("class/Jos\xe9.so", "blocked");
	await_graded("Jos\\\\xe9", 1);
	end_well();
	ck_assert(course_ask(folder, "SELECT count(*) FROM student WHERE name = 'Jos\\xe9'") == 1);
}
END_TEST

/* `grade` says the same of each. */
START_TEST(what_is_no_file_is_rejected)
{
	static const struct {
		const char *student, *verdict;
	} strangers[] = {
		{"link", "rejected"}, {"folder", "rejected"}, {"pipe", "rejected"},
		{"text", "rejected"}, {"hard", "graded"},     {"a\\nb\\u001B[2J", "graded"},
	};
	make_folder("hidden");
	drop("hidden/x", "plain");
	begin();
	ck_assert_int_eq(symlink("../hidden/x", path_of("class/link.so")), 0);
	ck_assert_int_eq(link(path_of("hidden/x"), path_of("class/hard.so")), 0);
	ck_assert_int_eq(mkfifo(path_of("class/pipe.so"), 0644), 0);
	make_folder("class/folder.so");
	folder_write(folder, "class/text.so", "int attn_edges;");
	folder_write(folder, "class/notes.txt", "none");
	drop("class/a\nb\033[2J.so", "blocked");
	for (size_t i = 0; i < sizeof(strangers) / sizeof(strangers[0]); i++) {
		TEXT_SCOPED struct text words = {0};
		text_add_format(&words, "\"student\":\"%s\",\"verdict\":\"%s\"", strangers[i].student,
				strangers[i].verdict);
		await(text_string(&words), 1);
	}
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 6);
	PROGRAM_SCOPED struct program again = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 6);
}
END_TEST

START_TEST(what_may_not_be_read_is_looked_at_when_it_may)
{
	drop("new", "plain");
	ck_assert_int_eq(chmod(path_of("new"), 0), 0);
	begin();
	move("new", "class/ada.so");
	TEXT_SCOPED struct text err = {0};
	if (geteuid() == 0)
		await_graded("ada", 1);
	else
		ck_assert(program_await(&running, "Permission denied", &err));
	ck_assert_int_eq(chmod(path_of("class/ada.so"), 0644), 0);
	await_graded("ada", geteuid() == 0 ? 2 : 1);
	PROGRAM_SCOPED struct program program = end();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
}
END_TEST

/* ---- many at once ---- */

START_TEST(a_flood_loses_nobody)
{
	enum { FLOOD = 500 };
	begin_with_ada();
	for (int i = 0; i < FLOOD; i++) {
		char name[32];
		snprintf(name, sizeof(name), "class/s%03d.so", i);
		drop(name, samples[i % 4]);
	}
	await("\"verdict\":\"graded\"", FLOOD + 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(DISTINCT student) FROM attempt"), FLOOD + 1);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 4 * COURSE_EXERCISES);
	ck_assert(exists("pages/students/s000.html") && exists("pages/students/s499.html"));
}
END_TEST

static long events_max(void)
{
	TEXT_SCOPED struct text number = {0};
	ck_assert(folder_read("/proc/sys/fs/inotify", "max_queued_events", &number));
	return strtol(text_string(&number), NULL, 10);
}

/* Two files in turn, since the kernel tells once of the same thing twice. */
START_TEST(what_the_kernel_does_not_tell_of_is_looked_up)
{
	begin_with_ada();
	const int files[] = {open_new("class/one.txt"), open_new("class/two.txt")};
	put_to_sleep();
	for (long i = events_max(); i >= 0; i--)
		ck_assert_int_eq(fchmod(files[i % 2], 0644), 0);
	drop("class/bob.so", "blocked");
	make_folder("class/cy");
	drop("class/cy/one.so", "no-maximum");
	wake();
	await_graded("bob", 1);
	await_graded("cy", 1);
	drop("class/cy/two.so", "no-scaling");
	await_graded("cy", 2);
	close(files[0]);
	close(files[1]);
	end_well();
}
END_TEST

START_TEST(two_grade_into_one_gradebook)
{
	enum { STUDENTS = 8 };
	begin_with_ada();
	for (int i = 0; i < STUDENTS; i++) {
		char name[32];
		snprintf(name, sizeof(name), "class/s%d.so", i);
		drop(name, samples[i % 4]);
	}
	PROGRAM_SCOPED struct program other = GRADER(folder, "grade", "-x", "L3-analysis", "class");
	ck_assert_msg(other.status == EXIT_FINDINGS, "%s", text_string(&other.err));
	drop("class/last.so", "plain");
	await_graded("last", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), STUDENTS + 2);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 4 * COURSE_EXERCISES);
	ck_assert(exists("pages/students/s0.html") && exists("pages/students/s7.html"));
}
END_TEST

/* ---- meanwhile ---- */

/* Grades one at a time, by an exercise in which `bob` sleeps until he is out of time; returns while he does. */
static void begin_slowly(void)
{
	make_folder("L3-slow");
	folder_write(folder, "L3-slow/edges.yaml",
		     "id: L3.1\ntitle: edges\nfunction: attn_edges\npoints: 10\nstatement: count\n"
		     "limits: {cpu_ms: 100}\ncases:\n- {name: one, given: {n: {int: [1, 1000]}}}\n");
	drop("class/ada.so", "plain");
	TEXT_SCOPED struct text bytes = {0};
	ck_assert(folder_read(BUILD_DIR, "hostile/sleep_forever.so", &bytes));
	const int file = open_new("class/bob.so");
	write_part(file, &bytes, 0, bytes.length);
	close(file);
	running = program_begin(folder, (const char *const[]){WATCH, "-j", "1", "-x", "L3-slow", "class", NULL});
	while (!exists("grades.db") ||
	       course_ask(folder, "SELECT count(*) FROM sqlite_schema WHERE name = 'attempt'") == 0 ||
	       course_ask(folder, "SELECT count(*) FROM attempt") == 0)
		usleep(1000);
}

/* Cy's file is gone and dee's is being written anew when it is their turn. */
START_TEST(what_changes_before_its_turn_comes_again)
{
	drop("class/cy.so", "blocked");
	drop("class/dee.so", "blocked");
	begin_slowly();
	unlink(path_of("class/cy.so"));
	folder_write(folder, "class/dee.so", "\177ELF");
	await_graded("bob", 1);
	drop("class/eve.so", "no-maximum");
	await_graded("eve", 1);
	drop("class/dee.so", "plain");
	await_graded("dee", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM admission WHERE verdict <> 'graded'"), 0);
}
END_TEST

static void end_and_go_on(int signal_number)
{
	drop("class/cy.so", "blocked");
	begin_slowly();
	PROGRAM_SCOPED struct program program = end_by(signal_number);
	ck_assert_ptr_nonnull(strstr(text_string(&program.err), "stopping after the submissions at hand"));
	ck_assert_ptr_null(strstr(text_string(&program.err), "error"));
	const int64_t done = course_ask(folder, "SELECT count(*) FROM attempt");
	ck_assert_int_ge(done, 1);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), done);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM admission WHERE verdict <> 'graded'"), 0);
	ck_assert_uint_eq(count("\"verdict\""), (size_t)done);
	ck_assert(exists("pages/students/ada.html"));
	running = program_begin(folder, (const char *const[]){WATCH, "-x", "L3-slow", "class", NULL});
	drop("class/dee.so", "no-maximum");
	await_graded("dee", 1);
	end_well();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 4);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM result"), 4);
}

START_TEST(terminated_it_finishes_what_is_at_hand_and_the_next_goes_on)
{
	end_and_go_on(SIGTERM);
}
END_TEST

START_TEST(interrupted_it_does_the_same)
{
	end_and_go_on(SIGINT);
}
END_TEST

START_TEST(interrupted_while_it_waits_it_ends_well)
{
	begin_with_ada();
	PROGRAM_SCOPED struct program program = end_by(SIGINT);
	ck_assert_ptr_null(strstr(text_string(&program.err), "error"));
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 1);
}
END_TEST

/* A grader that finds no bubblewrap grades nothing: that is no attempt of anybody. */
START_TEST(a_fault_of_the_grader_is_tried_again)
{
	TEXT_SCOPED struct text path = {0}, err = {0};
	text_add_format(&path, "PATH=%s/bin", folder);
	make_folder("bin");
	folder_write(folder, "L3-analysis/course.yaml", "title: t\nattempts: 1\n");
	running = program_begin(folder, (const char *const[]){"/usr/bin/env", text_string(&path), WATCH, "-x",
							      "L3-analysis", "class", NULL});
	drop("class/ada.so", "plain");
	ck_assert(program_await(&running, "tried again", &err));
	ck_assert_ptr_nonnull(strstr(text_string(&err), "bubblewrap is missing"));
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 0);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 1);
	ck_assert_int_eq(symlink("/usr/bin/bwrap", path_of("bin/bwrap")), 0);
	ck_assert_int_eq(chmod(path_of("class/ada.so"), 0644), 0); /* which spares us the wait */
	await_graded("ada", 1);
	PROGRAM_SCOPED struct program program = end();
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 1);
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM fault"), 0);
	PROGRAM_SCOPED struct program receipt = GRADER(folder, "receipt", "-x", "L3-analysis", "ada");
	ck_assert_msg(strstr(text_string(&receipt.out), "22 of 22 points") != NULL, "%s", text_string(&receipt.out));
}
END_TEST

/*
 * Bob's bytes are ada's, and nothing is left to be graded; but they are his first. Of what was stored there is no line.
 */
START_TEST(what_is_known_of_another_has_a_line)
{
	begin_with_ada();
	end_well();
	drop("class/bob.so", "plain");
	begin();
	await_graded("bob", 1);
	drop("class/cy.so", "blocked");
	await_graded("cy", 1);
	end_well();
	ck_assert_uint_eq(count("\"student\":\"ada\""), 1);
	ck_assert_uint_eq(count("\"student\":\"bob\""), 1);
}
END_TEST

/* Writers keep it open, readers find it by its name. */
START_TEST(what_cannot_be_told_at_once_is_told_later)
{
	TEXT_SCOPED struct text err = {0};
	begin_with_ada();
	move("grades.db", "elsewhere.db");
	drop("class/bob.so", "blocked");
	ck_assert(program_await(&running, "grades.db\"", &err));
	move("elsewhere.db", "grades.db");
	await_graded("bob", 1);
	ck_assert(exists("pages/students/bob.html"));
	end_well();
}
END_TEST

START_TEST(what_cannot_be_told_is_said_once_and_at_the_end)
{
	static const char said[] =
		"\"grades.db\" is gone: no such file or directory; what is graded is shown once it can "
		"be read\n";
	TEXT_SCOPED struct text err = {0};
	begin_with_ada();
	move("grades.db", "elsewhere.db");
	drop("class/bob.so", "blocked");
	ck_assert(program_await(&running, said, &err));
	kill(running.pid, SIGTERM);
	PROGRAM_SCOPED struct program program = program_finish(&running);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	ck_assert_msg(strstr(text_string(&program.err), "is gone") == NULL, "%s", text_string(&program.err));
	ck_assert_msg(strstr(text_string(&program.err), "error: \"bob\": graded, but nothing shows it; ") != NULL, "%s",
		      text_string(&program.err));
	move("elsewhere.db", "grades.db");
	ck_assert_int_eq(course_ask(folder, "SELECT count(*) FROM attempt"), 2);
}
END_TEST

static void expect_end(const char *words)
{
	PROGRAM_SCOPED struct program program = program_finish(&running);
	ck_assert_int_eq(program.status, EXIT_HARNESS);
	ck_assert_msg(strstr(text_string(&program.err), words) != NULL, "%s", text_string(&program.err));
}

START_TEST(without_its_folder_it_ends)
{
	begin_with_ada();
	move("class", "other");
	expect_end("\"class\" is gone");
	make_folder("class");
	begin();
	drop("class/bob.so", "blocked");
	await_graded("bob", 1);
	ck_assert_int_eq(unlink(path_of("class/bob.so")), 0);
	ck_assert_int_eq(rmdir(path_of("class")), 0);
	expect_end("\"class\" is gone");
	PROGRAM_SCOPED struct program missing = GRADER(folder, "watch", "-x", "L3-analysis", "class");
	ck_assert_int_eq(missing.status, EXIT_USAGE);
	folder_write(folder, "class", "");
	PROGRAM_SCOPED struct program file = GRADER(folder, "watch", "-x", "L3-analysis", "class");
	ck_assert_int_eq(file.status, EXIT_USAGE);
	ck_assert_ptr_nonnull(strstr(text_string(&file.err), "\"class\" is no folder"));
}
END_TEST

/* In a namespace of its own, where whoever runs the test may mount; or nowhere. */
START_TEST(with_its_folder_unmounted_it_ends)
{
	static const char script[] = "mount -t tmpfs none class && { (read -r _ <go; umount class) & "
				     "exec \"$0\" watch -x L3-analysis -o pages class; }";
	TEXT_SCOPED struct text err = {0};
	PROGRAM_SCOPED struct program can = program_run(
		folder, (const char *const[]){"unshare", "-rm", "mount", "-t", "tmpfs", "none", "class", NULL});
	if (can.status != 0) {
		printf("watch: with_its_folder_unmounted_it_ends: skipped, nobody may mount here: %s",
		       text_string(&can.err));
		fflush(stdout);
		return;
	}
	ck_assert_int_eq(mkfifo(path_of("go"), 0600), 0);
	running = program_begin(folder,
				(const char *const[]){"unshare", "-rm", "sh", "-c", script, BUILD_DIR "/grader", NULL});
	ck_assert(program_await(&running, "grader: watching", &err));
	folder_write(folder, "go", "\n");
	expect_end("\"class\" is gone, was moved or unmounted");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		what_is_dropped_is_graded_and_shown,
		who_is_not_in_the_roster_is_named,
		who_shared_a_file_is_told_of_on_the_pages_of_others,
		who_writes_is_waited_for,
		half_a_file_is_waited_for,
		names_change,
		links_to_folders_are_left_alone,
		wrong_names_are_warned_of,
		who_is_called_in_latin_1_is_shown,
		what_is_no_file_is_rejected,
		what_may_not_be_read_is_looked_at_when_it_may,
		a_flood_loses_nobody,
		what_the_kernel_does_not_tell_of_is_looked_up,
		two_grade_into_one_gradebook,
		what_changes_before_its_turn_comes_again,
		terminated_it_finishes_what_is_at_hand_and_the_next_goes_on,
		interrupted_it_does_the_same,
		interrupted_while_it_waits_it_ends_well,
		what_is_known_of_another_has_a_line,
		what_cannot_be_told_at_once_is_told_later,
		what_cannot_be_told_is_said_once_and_at_the_end,
		a_fault_of_the_grader_is_tried_again,
		without_its_folder_it_ends,
		with_its_folder_unmounted_it_ends,
	};
	return SUITE_RUN("watch", tests, set_up, tear_down);
}
