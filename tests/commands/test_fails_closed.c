/*
 * What the sandbox is made of is taken away, piece by piece: the real grader then grades nothing, says in one
 * message what is missing and how to get it, and doctor says the same in a row. What this machine cannot take
 * away is printed as skipped, with the reason.
 *
 * The test is its own launcher: `test_fails_closed --without THING PROGRAM ARG...` takes the thing away from
 * itself and runs the program. Root tries each as root and as somebody else.
 */
#include <check.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <jansson.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/program.h"
#include "suite.h"

enum { SOMEBODY = 65533, CANNOT_TAKE = 77 };

static char self[4096];

/* ---- taking away; each returns NULL, or what could not be done (errno says why) ---- */

static const char *put(const char *path, const char *words)
{
	int file = open(path, O_WRONLY | O_CLOEXEC);
	bool written = file >= 0 && write(file, words, strlen(words)) == (ssize_t)strlen(words);
	int error = errno;
	if (file >= 0)
		close(file);
	errno = error;
	return written ? NULL : path;
}

/* A user namespace in which `inside` is who we are. Root keeps all ids unless `alone`. */
static const char *enter_namespace(unsigned inside, bool alone)
{
	char uids[64], gids[64];
	const bool all = geteuid() == 0 && !alone;
	snprintf(uids, sizeof(uids), "%u %u %u", all ? 0 : inside, all ? 0 : geteuid(), all ? 65536 : 1);
	snprintf(gids, sizeof(gids), "%u %u %u", all ? 0 : inside, all ? 0 : getegid(), all ? 65536 : 1);
	if (!all) {
		if (unshare(CLONE_NEWUSER) != 0)
			return "a user namespace";
		put("/proc/self/setgroups", "deny");
		const char *failed = put("/proc/self/uid_map", uids);
		return failed != NULL ? failed : put("/proc/self/gid_map", gids);
	}
	/* several ids are mapped from outside */
	int ends[2], status;
	char byte = 0, path[64];
	const pid_t own = getpid();
	if (pipe(ends) != 0)
		return "pipe";
	pid_t helper = fork();
	if (helper == 0) {
		bool mapped = read(ends[0], &byte, 1) == 1;
		snprintf(path, sizeof(path), "/proc/%d/uid_map", own);
		mapped = mapped && put(path, uids) == NULL;
		snprintf(path, sizeof(path), "/proc/%d/gid_map", own);
		_exit(mapped && put(path, gids) == NULL ? 0 : 1);
	}
	if (helper < 0 || unshare(CLONE_NEWUSER) != 0 || write(ends[1], &byte, 1) != 1)
		return "a user namespace";
	close(ends[0]);
	close(ends[1]);
	return waitpid(helper, &status, 0) == helper && status == 0 ? NULL : "a user namespace with all ids";
}

static const char *without_namespaces(void)
{
	const char *failed = enter_namespace(geteuid(), false);
	return failed != NULL ? failed : put("/proc/sys/user/max_user_namespaces", "0");
}

static const char *without_bubblewrap(void)
{
	return setenv("PATH", "/nonexistent", 1) == 0 ? NULL : "PATH";
}

/* The calls fail as in a kernel that does not have them. */
static const char *fail_calls(int error, const char *const *names)
{
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
	for (; *names != NULL; names++)
		if (seccomp_rule_add(context, SCMP_ACT_ERRNO((uint32_t)error), seccomp_syscall_resolve_name(*names),
				     0) != 0)
			return *names;
	return seccomp_load(context) == 0 ? NULL : "a filter";
}

static const char *without_seccomp(void)
{
	static const int options[] = {PR_SET_SECCOMP, PR_GET_SECCOMP};
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
	int error = seccomp_rule_add(context, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(seccomp), 0);
	for (size_t i = 0; i < sizeof(options) / sizeof(options[0]) && error == 0; i++)
		error = seccomp_rule_add_array(context, SCMP_ACT_ERRNO(EINVAL), SCMP_SYS(prctl), 1,
					       &(struct scmp_arg_cmp){0, SCMP_CMP_EQ, (scmp_datum_t)options[i], 0});
	return error == 0 && seccomp_load(context) == 0 ? NULL : "a filter";
}

/* There is seccomp, but not filters. */
static const char *without_filters(void)
{
	return fail_calls(ENOSYS, (const char *const[]){"seccomp", NULL});
}

static const char *without_landlock(void)
{
	return fail_calls(ENOSYS, (const char *const[]){"landlock_create_ruleset", NULL});
}

static const char *without_landlock_enabled(void)
{
	return fail_calls(EOPNOTSUPP, (const char *const[]){"landlock_create_ruleset", NULL});
}

static const char *without_proc(void)
{
#ifdef SANITIZED
	/* it looks there for its options and for leaks, and its exit code would be that of not finding them */
	errno = ENOTSUP;
	return "a grader built with the address sanitizer, without /proc";
#endif
	if (geteuid() != 0) {
		const char *failed = enter_namespace(geteuid(), false);
		if (failed != NULL)
			return failed;
	}
	return unshare(CLONE_NEWNS) == 0 && mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
			       mount("none", "/proc", "tmpfs", 0, NULL) == 0
		       ? NULL
		       : "a mount over /proc";
}

/* As in a container that was given nothing: no capability, no further namespaces. */
static const char *without_privilege(void)
{
	struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
	struct __user_cap_data_struct none[2] = {{0}};
	const char *failed = without_namespaces();
	if (failed != NULL)
		return failed;
	for (int capability = 0; prctl(PR_CAPBSET_READ, capability) >= 0; capability++)
		if (prctl(PR_CAPBSET_DROP, capability) != 0)
			return "the bounding set";
	return syscall(SYS_capset, &header, none) == 0 ? NULL : "capabilities";
}

/* Root in a user namespace that knows of nobody else. */
static const char *without_others(void)
{
	return enter_namespace(0, true);
}

static const char *without_nothing(void)
{
	return NULL;
}

/* Answers like the first version of Landlock: no more than one word is understood. */
static void answer(int listener)
{
	struct seccomp_notif_sizes sizes;
	if (syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) != 0)
		_exit(CANNOT_TAKE);
	struct seccomp_notif *request = calloc(1, sizes.seccomp_notif);
	struct seccomp_notif_resp *response = calloc(1, sizes.seccomp_notif_resp);
	struct pollfd entry = {.fd = listener, .events = POLLIN};
	while (poll(&entry, 1, -1) > 0 && (entry.revents & POLLIN) != 0) {
		memset(request, 0, sizes.seccomp_notif);
		if (ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, request) != 0)
			continue;
		*response = (struct seccomp_notif_resp){.id = request->id};
		if (request->data.args[2] == LANDLOCK_CREATE_RULESET_VERSION)
			response->val = 1;
		else if (request->data.args[1] > sizeof(uint64_t))
			response->error = -E2BIG;
		else
			response->flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
		ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, response);
	}
	free(request);
	free(response);
}

/* The program goes on in a child; this process stays behind to answer for the kernel. */
static const char *with_old_landlock(void)
{
	scmp_filter_ctx context = seccomp_init(SCMP_ACT_ALLOW);
	if (seccomp_rule_add(context, SCMP_ACT_NOTIFY, SCMP_SYS(landlock_create_ruleset), 0) != 0 ||
	    seccomp_load(context) != 0)
		return "a filter that asks";
	int listener = seccomp_notify_fd(context), status;
	pid_t program = fork();
	if (program == 0) {
		close(listener);
		return NULL;
	}
	pid_t answering = fork();
	if (answering == 0) {
		answer(listener);
		_exit(0);
	}
	close(listener);
	waitpid(program, &status, 0);
	kill(answering, SIGKILL);
	waitpid(answering, NULL, 0);
	_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 128);
}

/* ---- what must come of it ---- */

enum who { ROOT = 1, USER = 2, ANYBODY = 3 };

static const struct thing {
	const char *name;
	const char *(*take)(void);
	enum who who;
	const char *sandbox;
	const char *finding; /* of doctor; NULL: nothing is missing, and it grades */
	const char *words[4];
} things[] = {
	{"namespaces",
	 without_namespaces,
	 ANYBODY,
	 "bubblewrap",
	 "user namespaces",
	 {"namespaces", "user.max_user_namespaces", "--sandbox=landlock"}},
	{"bubblewrap",
	 without_bubblewrap,
	 ANYBODY,
	 "bubblewrap",
	 "bubblewrap",
	 {"bubblewrap is missing", "install the package", "--sandbox=landlock"}},
	{"seccomp", without_seccomp, ANYBODY, "bubblewrap", "seccomp filters", {"seccomp", "CONFIG_SECCOMP_FILTER"}},
	{"seccomp", without_seccomp, ANYBODY, "landlock", "seccomp filters", {"seccomp", "CONFIG_SECCOMP_FILTER"}},
	{"filters",
	 without_filters,
	 ANYBODY,
	 "landlock",
	 "seccomp filters",
	 {"seccomp", "not implemented", "CONFIG_SECCOMP_FILTER"}},
	{"landlock", without_landlock, ANYBODY, "bubblewrap", "landlock", {"landlock is missing", "Linux 5.13"}},
	{"landlock", without_landlock, ANYBODY, "landlock", "landlock", {"landlock is missing", "Linux 5.13"}},
	{"landlock-enabled",
	 without_landlock_enabled,
	 ANYBODY,
	 "landlock",
	 "landlock",
	 {"landlock is missing", "lsm="}},
	{"proc", without_proc, ANYBODY, "bubblewrap", "/proc", {"/proc is missing", "mount -t proc"}},
	{"proc", without_proc, ANYBODY, "landlock", "/proc", {"/proc is missing", "mount -t proc"}},
	{"privilege",
	 without_privilege,
	 USER,
	 "bubblewrap",
	 "user namespaces",
	 {"namespaces", "in a container", "--sandbox=landlock"}},
	{"privilege",
	 without_privilege,
	 ROOT,
	 "bubblewrap",
	 "an unprivileged user",
	 {"root cannot become", "ordinary user", "CAP_SETUID"}},
	{"privilege",
	 without_privilege,
	 ROOT,
	 "landlock",
	 "an unprivileged user",
	 {"root cannot become", "ordinary user", "CAP_SETUID"}},
	{"others",
	 without_others,
	 ANYBODY,
	 "bubblewrap",
	 "an unprivileged user",
	 {"root cannot become", "ordinary user", "/etc/subuid"}},
	{"others",
	 without_others,
	 ANYBODY,
	 "landlock",
	 "an unprivileged user",
	 {"root cannot become", "ordinary user", "/etc/subuid"}},
	/* what still makes it whole */
	{"nothing", without_nothing, ANYBODY, "bubblewrap", NULL, {NULL}},
	{"privilege", without_privilege, USER, "landlock", NULL, {NULL}},
	{"namespaces", without_namespaces, ANYBODY, "landlock", NULL, {NULL}},
	{"old-landlock", with_old_landlock, ANYBODY, "bubblewrap", NULL, {NULL}},
	{"old-landlock", with_old_landlock, ANYBODY, "landlock", NULL, {NULL}},
};

enum { THING_COUNT = sizeof(things) / sizeof(things[0]) };

static void own(const char *folder, const char *name)
{
	char path[512];
	snprintf(path, sizeof(path), "%s/%s", folder, name);
	ck_assert_int_eq(chown(path, SOMEBODY, SOMEBODY), 0);
}

/* A grader of its own and a class of one. */
static char *prepare(bool somebody)
{
	char *folder = folder_create();
	const char *const argv[] = {"sh", "-c",
				    "mkdir bin class L1-recognition && cp " BUILD_DIR "/grader " BUILD_DIR
				    "/grader-worker bin && cp " BUILD_DIR "/hostile/honest.so class",
				    NULL};
	PROGRAM_SCOPED struct program program = program_run(folder, argv);
	ck_assert_msg(program.status == 0, "%s", text_string(&program.err));
	folder_write(folder, "L1-recognition/e.yaml",
		     "id: e\ntitle: e\nfunction: attn_edges\npoints: 10\nstatement: Count.\n"
		     "cases: [{name: one, public: true, given: {n: 5}}]\n");
	if (somebody)
		own(folder, ".");
	return folder;
}

static struct program run(const char *folder, const struct thing *thing, bool somebody, const char *const *more)
{
	const char *argv[24] = {self, "--without", thing->name, somebody ? "somebody" : "self", "bin/grader"};
	size_t count = 5;
	while (*more != NULL)
		argv[count++] = *more++;
	argv[count++] = "--sandbox";
	argv[count] = thing->sandbox;
	return program_run(folder, argv);
}

#define RUN(folder, thing, somebody, ...) run(folder, thing, somebody, (const char *const[]){__VA_ARGS__, NULL})

/* How many rows a table of the gradebook holds; none if there is no gradebook. */
static int count_rows(const char *folder, const char *table)
{
	char path[512], query[64];
	sqlite3 *database = NULL;
	sqlite3_stmt *statement = NULL;
	int rows = 0;
	snprintf(path, sizeof(path), "%s/grades.db", folder);
	snprintf(query, sizeof(query), "SELECT count(*) FROM %s", table);
	if (access(path, F_OK) != 0)
		return 0;
	ck_assert_int_eq(sqlite3_open_v2(path, &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_prepare_v2(database, query, -1, &statement, NULL), SQLITE_OK);
	ck_assert_int_eq(sqlite3_step(statement), SQLITE_ROW);
	rows = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	sqlite3_close(database);
	return rows;
}

static void expect_refusal(const struct thing *thing, const struct program *program)
{
	const char *message = text_string(&program->err);
	ck_assert_msg(program->status == EXIT_HARNESS, "without %s: exit %d: %s%s", thing->name, program->status,
		      message, text_string(&program->out));
	/* one message on one line; grade adds another, that what it has is kept */
	const char *rest = strchr(message, '\n');
	ck_assert_ptr_nonnull(rest);
	ck_assert_msg(rest[1] == '\0' || strncmp(rest + 1, "grader: error: stopped after 0 of 1", 35) == 0, "%s",
		      message);
	for (size_t i = 0; i < 4 && thing->words[i] != NULL; i++)
		ck_assert_msg(strstr(message, thing->words[i]) != NULL, "without %s (%s): \"%s\" does not say \"%s\"",
			      thing->name, thing->sandbox, message, thing->words[i]);
}

/* Doctor's rows: the one about the thing fails, with a cure; or all hold. */
static void expect_diagnosis(const struct thing *thing, const struct program *program)
{
	json_t *findings = json_loads(text_string(&program->out), 0, NULL);
	ck_assert_msg(findings != NULL, "%s", text_string(&program->err));
	bool found = false;
	for (size_t i = 0; i < json_array_size(findings); i++) {
		const json_t *row = json_array_get(findings, i);
		const char *what = json_string_value(json_object_get(row, "what"));
		const char *cure = json_string_value(json_object_get(row, "cure"));
		const bool holds = json_is_true(json_object_get(row, "holds"));
		ck_assert_msg(holds || thing->finding != NULL, "%s: %s", what,
			      json_string_value(json_object_get(row, "detail")));
		ck_assert_msg(holds || cure[0] != '\0', "%s: no cure", what);
		found |= !holds && strcmp(what, thing->finding) == 0;
	}
	ck_assert_int_eq(program->status, thing->finding == NULL ? EXIT_WELL : EXIT_HARNESS);
	ck_assert_msg(thing->finding == NULL || found, "without %s: doctor does not complain of \"%s\": %s",
		      thing->name, thing->finding, text_string(&program->out));
	json_decref(findings);
}

static void try(const struct thing *thing, bool somebody)
{
	FOLDER_SCOPED char *folder = prepare(somebody);
	PROGRAM_SCOPED struct program doctor = RUN(folder, thing, somebody, "doctor", "--format", "json");
	if (doctor.status == CANNOT_TAKE) {
		printf("skipped: without %s, as %s: this machine does not let it be taken away: %s", thing->name,
		       somebody || geteuid() != 0 ? "a user" : "root", text_string(&doctor.err));
		fflush(stdout);
		return;
	}
	expect_diagnosis(thing, &doctor);
	PROGRAM_SCOPED struct program grade = RUN(folder, thing, somebody, "grade", "-x", "L1-recognition", "class");
	PROGRAM_SCOPED struct program check =
		RUN(folder, thing, somebody, "check", "-x", "L1-recognition", "class/honest.so");
	if (thing->finding == NULL) {
		ck_assert_msg(grade.status == EXIT_WELL, "%s", text_string(&grade.err));
		ck_assert_msg(check.status == EXIT_WELL, "%s", text_string(&check.err));
		ck_assert_int_eq(count_rows(folder, "result"), 1);
		return;
	}
	expect_refusal(thing, &grade);
	expect_refusal(thing, &check);
	ck_assert_int_eq(count_rows(folder, "result"), 0);
	ck_assert_int_eq(count_rows(folder, "attempt"), 0);
}

START_TEST(test_thing)
{
	const struct thing *thing = &things[_i];
	const bool root = geteuid() == 0;
	/* who runs it is nothing that sanitizers look at: one is enough for them */
	const bool as_root = root && (thing->who & ROOT) != 0;
	if (as_root)
		try(thing, false);
	if ((thing->who & USER) != 0 && !(as_root && SUITE_IS_SANITIZED))
		try(thing, root);
}
END_TEST

/* ---- the launcher ---- */

static int launch(const char *name, const char *who, char **argv)
{
	const struct thing *thing = things;
	while (thing < things + THING_COUNT && strcmp(thing->name, name) != 0)
		thing++;
	if (thing == things + THING_COUNT)
		return EXIT_USAGE;
	if (strcmp(who, "somebody") == 0 && (setgroups(0, NULL) != 0 || setgid(SOMEBODY) != 0 ||
					     setuid(SOMEBODY) != 0 || prctl(PR_SET_DUMPABLE, 1) != 0))
		return EXIT_FAILURE;
	const char *failed = thing->take();
	if (failed != NULL) {
		fprintf(stderr, "%s: %s\n", failed, strerror(errno));
		return CANNOT_TAKE;
	}
	execv(argv[0], argv);
	perror(argv[0]);
	return EXIT_FAILURE;
}

int main(int argc, char **argv)
{
	if (argc > 4 && strcmp(argv[1], "--without") == 0)
		return launch(argv[2], argv[3], argv + 4);
	if (readlink("/proc/self/exe", self, sizeof(self) - 1) < 0)
		return EXIT_FAILURE;
	Suite *suite = suite_create("fails_closed");
	TCase *all = tcase_create("fails_closed");
	tcase_set_timeout(all, 120);
	tcase_add_loop_test(all, test_thing, 0, THING_COUNT);
	suite_add_tcase(suite, all);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
