/* Starting: it is whole or it does not start, and says what is missing; doctor says the same and proves it. */
#include <check.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox/inside.h"
#include "sandbox/trial.h"
#include "sandbox/worker/birth.h"
#include "suite.h"

static const enum sandbox_mode modes[] = {SANDBOX_BUBBLEWRAP, SANDBOX_LANDLOCK};

static void refuse(enum sandbox_mode mode, const char *worker, const char *says)
{
	TEXT_SCOPED struct text why = {0};
	const struct sandbox_options options = {.mode = mode, .worker = worker};
	ck_assert_ptr_null(sandbox_open(&options, &why));
	ck_assert_msg(strstr(text_string(&why), says) != NULL, "says \"%s\", not \"%s\"", text_string(&why), says);
	ck_assert_msg(strchr(text_string(&why), '\n') == NULL, "more than one line: %s", text_string(&why));
}

START_TEST(test_names)
{
	ck_assert_str_eq(sandbox_mode_name(SANDBOX_BUBBLEWRAP), "bubblewrap");
	ck_assert_str_eq(sandbox_mode_name(SANDBOX_LANDLOCK), "landlock");
}
END_TEST

START_TEST(test_no_worker)
{
	for (size_t i = 0; i < 2; i++)
		refuse(modes[i], "/nonexistent/worker", "there is no worker at \"/nonexistent/worker\"");
}
END_TEST

START_TEST(test_wrong_worker)
{
	/* it ends at once without serving */
	refuse(SANDBOX_LANDLOCK, "/bin/true", "did not start (it ended without a word)");
	refuse(SANDBOX_BUBBLEWRAP, "/bin/true", "namespaces it needs (it ended without a word)");
	refuse(SANDBOX_BUBBLEWRAP, "/bin/true", "kernel.unprivileged_userns_clone");
}
END_TEST

START_TEST(test_no_bubblewrap)
{
	setenv("PATH", "/nonexistent", 1);
	refuse(SANDBOX_BUBBLEWRAP, BUILD_DIR "/grader-worker", "install the package \"bubblewrap\"");
	/* the other mode needs none */
	struct sandbox *sandbox = trial_open(SANDBOX_LANDLOCK);
	trial_honest(sandbox);
	trial_close(sandbox);
}
END_TEST

/* Has a shell script found in the place of bubblewrap. */
static void put_in_place(char *folder, char *program, const char *words)
{
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert_int_eq(chmod(folder, 0755), 0);
	sprintf(program, "%s/bwrap", folder);
	FILE *script = fopen(program, "we");
	ck_assert_ptr_nonnull(script);
	fprintf(script, "#!/bin/sh\n%s", words);
	fclose(script);
	ck_assert_int_eq(chmod(program, 0755), 0);
	setenv("PATH", folder, 1);
}

/* A bubblewrap that isolates nothing is found out. */
START_TEST(test_false_bubblewrap)
{
	char folder[] = "/tmp/test-open-XXXXXX", program[64];
	put_in_place(folder, program, "while [ \"$1\" != -- ]; do shift; done\nshift 2\nexec /proc/self/fd/4 \"$@\"\n");
	refuse(SANDBOX_BUBBLEWRAP, BUILD_DIR "/grader-worker", "did not isolate");
	unlink(program);
	rmdir(folder);
}
END_TEST

/* Where the zygote has no say in how its children are numbered, or asking ends bubblewrap, none comes after another. */
static const char *const reticent[] = {
	"for word; do shift; case $word in --cap-add|" BIRTH_CAPABILITY
	") ;; *) set -- \"$@\" \"$word\" ;; esac; done\n",
	"case \" $* \" in *\" --cap-add \"*) echo \"bwrap: unknown cap: " BIRTH_CAPABILITY "\" >&2; exit 1 ;; esac\n",
};

START_TEST(test_no_say_in_numbers)
{
	for (size_t i = 0; i < sizeof(reticent) / sizeof(reticent[0]); i++) {
		char folder[] = "/tmp/test-open-XXXXXX", program[64], words[512];
		snprintf(words, sizeof(words), "%sPATH=/usr/bin:/bin exec bwrap \"$@\"\n", reticent[i]);
		put_in_place(folder, program, words);
		struct sandbox *sandbox = trial_open(SANDBOX_BUBBLEWRAP);
		const pid_t first = sandbox->pid;
		trial_honest(sandbox);
		ck_assert(sandbox->counts);
		ck_assert_int_ne(sandbox->pid, first);
		trial_close(sandbox);
		unlink(program);
		rmdir(folder);
	}
}
END_TEST

/* The unprivileged user need not be able to read the folder that the worker lies in. */
START_TEST(test_closed_folder)
{
	char folder[] = "/tmp/test-open-XXXXXX", worker[64], command[600];
	ck_assert_ptr_nonnull(mkdtemp(folder)); /* 0700 */
	snprintf(worker, sizeof(worker), "%s/worker", folder);
	snprintf(command, sizeof(command), "cp %s/grader-worker %s && chmod 755 %s", BUILD_DIR, worker, worker);
	ck_assert_int_eq(system(command), 0);
	ck_assert_int_eq(chdir(folder), 0);
	for (size_t i = 0; i < 2; i++) {
		TEXT_SCOPED struct text why = {0};
		/* a relative path, too */
		const struct sandbox_options options = {.mode = modes[i], .worker = "worker"};
		struct sandbox *sandbox = sandbox_open(&options, &why);
		ck_assert_msg(sandbox != NULL, "%s", text_string(&why));
		trial_honest(sandbox);
		sandbox_close(sandbox);
	}
	unlink(worker);
	rmdir(folder);
}
END_TEST

/* Descriptors that the grader happens to have open, low or high, close-on-exec or not, do not matter. */
START_TEST(test_odd_descriptors)
{
	/* not below: the test runner has some of its own there */
	for (int fd = 20; fd < 60; fd++)
		ck_assert_int_eq(dup2(STDOUT_FILENO, fd), fd);
	close(STDIN_FILENO);
	for (size_t i = 0; i < 2; i++) {
		struct sandbox *sandbox = trial_open(modes[i]);
		trial_honest(sandbox);
		trial_close(sandbox);
	}
}
END_TEST

START_TEST(test_two_at_once)
{
	struct sandbox *first = trial_open(SANDBOX_BUBBLEWRAP), *second = trial_open(SANDBOX_LANDLOCK);
	trial_honest(first);
	trial_honest(second);
	sandbox_close(first);
	trial_honest(second);
	trial_close(second);
}
END_TEST

/* Opens a sandbox, runs a submission that never ends, and tells by a pipe that it is about to. */
_Noreturn static void run_forever(enum sandbox_mode mode, int started)
{
	static const size_t first[] = {0};
	const struct call_limits limits = {.cpu_ms = 60000, .memory_mib = 64, .threads = 1};
	struct text printed = {0}, why = {0};
	struct call_outcome outcome;
	struct submission submission;
	struct sandbox *sandbox = trial_open(mode);
	struct batch *batch = trial_batch(&operations[OP_attn_edges]);
	trial_submission("loop", &submission);
	if (write(started, "x", 1) == 1)
		sandbox_run(sandbox, &submission, batch, &limits, first, 1, arena_create(), &outcome, NULL, NULL,
			    &printed, &why);
	_exit(1);
}

/* A grader that is killed takes everything with it, the endless child included. */
START_TEST(test_killed_grader)
{
	ck_assert_int_eq(prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
	for (size_t i = 0; i < 2; i++) {
		int ends[2], status;
		char byte;
		ck_assert_int_eq(pipe(ends), 0);
		pid_t grader = fork();
		if (grader == 0)
			run_forever(modes[i], ends[1]);
		ck_assert_int_eq(read(ends[0], &byte, 1), 1);
		usleep(20000); /* it makes no difference how far it came */
		ck_assert_int_eq(kill(grader, SIGKILL), 0);
		ck_assert_int_eq(waitpid(grader, &status, 0), grader);
		ck_assert(WIFSIGNALED(status));
		/* what is left comes to us; if it does not end, the alarm does it */
		alarm(10);
		while (waitpid(-1, NULL, 0) > 0)
			continue;
		ck_assert_int_eq(errno, ECHILD);
		alarm(0);
		close(ends[0]);
		close(ends[1]);
	}
}
END_TEST

START_TEST(test_examine)
{
	for (size_t i = 0; i < 2; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		const struct sandbox_options options = {.mode = modes[i], .worker = BUILD_DIR "/grader-worker"};
		const struct sandbox_finding *findings;
		size_t count = sandbox_examine(&options, arena, &findings), proofs = 0;
		for (size_t j = 0; j < count; j++) {
			ck_assert_msg(findings[j].holds, "%s: %s", findings[j].what, findings[j].detail);
			ck_assert_str_eq(findings[j].cure, "");
			ck_assert_str_ne(findings[j].detail, "");
			proofs += strncmp(findings[j].what, "denied: ", 8) == 0;
		}
		ck_assert_uint_eq(proofs, 8);
	}
}
END_TEST

START_TEST(test_examine_missing)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct sandbox_options options = {.mode = SANDBOX_BUBBLEWRAP, .worker = "/nonexistent/worker"};
	const struct sandbox_finding *findings;
	size_t failed = 0;
	setenv("PATH", "/nonexistent", 1);
	size_t count = sandbox_examine(&options, arena, &findings);
	for (size_t i = 0; i < count; i++) {
		failed += !findings[i].holds;
		ck_assert(findings[i].holds || findings[i].cure[0] != '\0');
	}
	/* the worker, bubblewrap, and so the start */
	ck_assert_uint_eq(failed, 3);
}
END_TEST

static unsigned long data_kib(pid_t pid)
{
	char path[32], line[128];
	unsigned long kib = 0;
	snprintf(path, sizeof(path), "/proc/%d/status", pid);
	FILE *file = fopen(path, "re");
	ck_assert_ptr_nonnull(file);
	while (kib == 0 && fgets(line, sizeof(line), file) != NULL)
		if (strncmp(line, "VmData:", strlen("VmData:")) == 0)
			kib = strtoul(line + strlen("VmData:"), NULL, 10);
	fclose(file);
	return kib;
}

/* What the zygote has on its heap, each child pays for: it is no more than any process begins with. */
START_TEST(test_little_to_inherit)
{
	struct sandbox *sandbox = trial_open(SANDBOX_LANDLOCK);
	const unsigned long kib = data_kib(sandbox->pid);
	ck_assert_uint_gt(kib, 0);
	ck_assert_uint_le(kib, 256);
	trial_close(sandbox);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		test_names,
		test_no_worker,
		test_wrong_worker,
		test_no_bubblewrap,
		test_false_bubblewrap,
		test_closed_folder,
		test_no_say_in_numbers,
		test_odd_descriptors,
		test_two_at_once,
		test_killed_grader,
		test_examine,
		test_examine_missing,
		test_little_to_inherit,
	};
	return SUITE_RUN("open", tests, NULL, NULL);
}
