/*
 * One child of the zygote, seen from the grader: started, spoken to, timed, ended. Time is read from the
 * child's own CPU clock by the kernel's hand; nothing the child says enters into it.
 */
#ifndef SANDBOX_CHILD_H
#define SANDBOX_CHILD_H

#include <time.h>

#include "sandbox/inside.h"

struct spent {
	uint64_t cpu_ns, wall_ns;
};

struct child {
	struct sandbox *sandbox;
	int socket; /* -1: there is no child */
	int pidfd;
	pid_t pid; /* as the grader sees it */
	clockid_t clock;
	uint64_t nonce;
	uint64_t arena, stack; /* addresses in the child */
	uint32_t sequence;     /* of the latest call */
	uint64_t idle_ns;      /* in all its calls: time on the wall without CPU time */
	struct spent begun;    /* CPU time when it last answered; when it was last set to work */
};

struct budget {
	uint64_t cpu_ns, wall_ns;
	unsigned threads;
};

/* How waiting for an answer ended. */
enum wait_end {
	WAIT_ANSWERED, /* a well-formed message of this child */
	WAIT_CPU,      /* its CPU time is used up */
	WAIT_WALL,     /* it took too long by the clock on the wall */
	WAIT_IDLE,     /* none of its calls did, but all of them together */
	WAIT_ENDED,    /* it ended, or will never answer */
	WAIT_GARBAGE   /* it sent something else */
};

/*
 * Starts a child for the request (its nonce is filled in) and waits until it is locked down and about to
 * load. False, with why, if that failed: then the zygote is of no use any more, or the machine is short of
 * something.
 */
bool child_start(struct sandbox *sandbox, struct request *request, const struct submission *submission,
		 struct child *child, struct text *why);

/* Sends a call or a round, from which on the clock on the wall counts. False if the child is gone. */
bool child_go(struct child *child, struct message *go);

/*
 * Waits for the child's next message within the budget, and says what it took. CPU time counts from the answer
 * before: what its threads do between two calls is the next one's.
 */
enum wait_end child_wait(struct child *child, const struct budget *budget, struct message *answer, struct spent *spent);

/* CPU time that it has used since its answer. */
uint64_t child_since_ns(const struct child *child);

/* Ends the child if it still runs, and says how it ended. False if the zygote is gone. */
bool child_end(struct child *child, struct reply *ended);

#endif
