/*
 * The worker: the only program in which a submission's code ever runs. It knows the contract and nothing
 * of answers, exercises or grades.
 *
 *   worker bubblewrap LIBRARY...        serve the grader on descriptor 3 (zygote.c), within namespaces
 *   worker landlock LIBRARY...          the same without them
 *   worker --as-user UID PROGRAM ARG... become that user, keep no group, and run PROGRAM: what a grader
 *                                       that is root does first, since it cannot do so between spawning
 *                                       and exec
 */
#include <errno.h>
#include <grp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sandbox/worker/protocol.h"
#include "sandbox/worker/zygote.h"

static int complain(const char *what)
{
	fprintf(stderr, "worker: %s: %s\n", what, strerror(errno));
	return EXIT_FAILURE;
}

static int run_as(const char *user, char **command)
{
	const unsigned long number = strtoul(user, NULL, 10);
	const uid_t uid = (uid_t)number;
	if (number == 0)
		return complain("refuse to run as root");
	if (setgroups(0, NULL) != 0 || setresgid(uid, uid, uid) != 0 || setresuid(uid, uid, uid) != 0)
		return complain(WORKER_CANNOT_BECOME);
	if (setuid(0) == 0 || getuid() != uid)
		return complain("still privileged");
	execve(command[0], command, (char *[]){NULL});
	return complain(command[0]);
}

int main(int argc, char **argv)
{
	if (argc >= 4 && strcmp(argv[1], "--as-user") == 0)
		return run_as(argv[2], argv + 3);
	const bool bubblewrap = argc >= 2 && strcmp(argv[1], "bubblewrap") == 0;
	if (bubblewrap || (argc >= 2 && strcmp(argv[1], "landlock") == 0))
		return zygote_run(bubblewrap, argv + 2, (size_t)(argc - 2));
	fprintf(stderr, "worker: started by the grader, not by hand\n");
	return 2;
}
