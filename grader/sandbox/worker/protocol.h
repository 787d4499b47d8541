/*
 * The wire format between the grader and the worker: fixed-size messages over SOCK_SEQPACKET sockets, in
 * the machine's own byte order, since both ends are built together and run on one machine.
 *
 * Two channels. The zygote's carries requests (start a child, reap it) and one reply for each reap. A
 * child's own carries one HELLO, one LOADED, UNLOADABLE or FULL, then one DONE for each GO; a FAULT may take
 * the place of any answer. Every message of a child carries the nonce that its request gave it.
 *
 * Several calls may be made in one go, a round: they are told in a script, which lies in the window of inputs, and
 * answered by one DONE. Whatever else than that DONE comes of a round, nothing in it counts, and its calls are made
 * one by one.
 *
 * The parent lays out the child's memory: a window of inputs and a window of outputs, side by side, called
 * the arena. A GO says which pages of it this call may touch, so the worker needs no arithmetic of its own.
 */
#ifndef WORKER_PROTOCOL_H
#define WORKER_PROTOCOL_H

#include <sched.h>
#include <stdint.h>

#include "contract/operation.h"

/* Descriptors of the zygote and of a child; nothing above them is open in a child. */
enum {
	WORKER_SOCKET = 3,     /* to the grader */
	WORKER_SUBMISSION = 4, /* the sealed copy of the shared object, until it is loaded */
	WORKER_FDS
};

enum {
	WORKER_STACK_BYTES = 16 << 20,
	WORKER_PRINTED_BYTES = 64 << 10, /* stdout and stderr together */
	WORKER_TEXT_BYTES = 384,
	WORKER_NAMESPACES = 6,
	ROUND_CALLS_MAX = 16
};

/* How the worker says that --as-user failed; an errno in words comes behind. */
#define WORKER_CANNOT_BECOME "cannot become the unprivileged user"

/* Things tried after lock-down to prove that they are denied. */
enum attempt {
	ATTEMPT_NONE,
	ATTEMPT_FORK,
	ATTEMPT_EXECVE,
	ATTEMPT_SOCKET,
	ATTEMPT_OPEN_FILE,
	ATTEMPT_OPEN_PROC,
	ATTEMPT_CREATE_FILE,
	ATTEMPT_PTRACE,
	ATTEMPT_KILL,
	ATTEMPT_COUNT
};

enum request_kind { REQUEST_START = 1, REQUEST_REAP };

/* Descriptors that travel with REQUEST_START, in this order. */
enum { START_SUBMISSION, START_INPUTS, START_OUTPUTS, START_PRINTED, START_SOCKET, START_FDS };

struct request {
	uint32_t kind;
	uint32_t threads;
	uint64_t nonce;
	uint64_t inputs_bytes, outputs_bytes; /* of the arena's windows; their memfds are as long */
	uint64_t memory_bytes;		      /* beyond what is mapped at lock-down */
	uint32_t cpu_seconds;		      /* a backstop: the grader's own clock decides */
	uint32_t attempt;		      /* enum attempt; ATTEMPT_NONE: load the submission */
	cpu_set_t processors;		      /* that it is bound to; none: as the zygote */
};

enum reply_kind { REPLY_READY = 1, REPLY_ENDED };

/* What the zygote lacks, if anything. */
enum lack { LACK_NOTHING, LACK_SECCOMP, LACK_LANDLOCK, LACK_PROC };

struct reply {
	uint32_t kind;
	uint32_t lack;				/* READY */
	int32_t error;				/* errno of what is lacking, or of the fork */
	int32_t landlock_abi;			/* READY */
	uint64_t namespaces[WORKER_NAMESPACES]; /* READY: inodes, in the order of worker_namespaces */
	int32_t status;				/* ENDED: as from wait4; -1 if there was no child */
	uint32_t same_number;			/* ENDED: was it numbered as all children are (birth.h)? */
	uint64_t cpu_ns;			/* ENDED */
	uint64_t all_cpu_ns;			/* ENDED: of the zygote and all its children so far */
};

#define WORKER_NAMESPACE_NAMES \
	{ \
		"user", "pid", "net", "mnt", "ipc", "uts" \
	}

enum message_kind {
	MESSAGE_HELLO = 1,  /* locked down; the submission is about to be loaded */
	MESSAGE_BROKEN,	    /* could not lock down (the grader's problem) */
	MESSAGE_LOADED,	    /* which functions it defines */
	MESSAGE_UNLOADABLE, /* the loader's words */
	MESSAGE_GO,	    /* grader to child: one call */
	MESSAGE_DONE,	    /* it returned */
	MESSAGE_FAULT,	    /* a signal */
	MESSAGE_TRIED,	    /* an attempt went through, or was refused with an errno */
	MESSAGE_FULL,	    /* it is loaded, and has no memory left to be called with */
	MESSAGE_ROUND	    /* grader to child: several calls */
};

enum page_access { PAGES_NONE, PAGES_READ, PAGES_WRITE, PAGES_KINDS };

/* One argument of a call: a scalar, or a buffer and the pages of the arena that it lies in. */
struct wire_argument {
	uint64_t value; /* the scalar; the buffer's offset in the arena */
	uint64_t pages_offset, pages_bytes;
	uint32_t is_buffer; /* a NULL buffer travels as scalar 0 */
	uint32_t access;    /* enum page_access */
};

struct wire_call {
	uint32_t operation; /* enum operation_id */
	uint32_t room;	    /* below ROUND_CALLS_MAX: calls in one room take each other's place */
	struct wire_argument arguments[OPERATION_PARAMETERS_MAX];
};

struct wire_round {
	uint32_t count; /* of the calls: at most ROUND_CALLS_MAX */
	uint32_t unused;
	uint64_t script_offset, script_bytes; /* where the arena holds as many wire_call, in pages of their own */
};

struct wire_return {
	int32_t returned;
	uint32_t float_mode_changed;
};

struct wire_fault {
	int32_t signal, code;
	uint64_t address; /* where; 0 if the kernel does not say */
	uint64_t stack;	  /* the stack pointer at that time */
	int32_t error;	  /* errno at that time */
	int32_t call;	  /* SIGSYS: number of the system call */
	uint32_t arch;	  /* SIGSYS: AUDIT_ARCH_... */
	uint32_t gate;	  /* 1: the instruction was a foreign system call gate (int 0x80) */
};

struct message {
	uint32_t kind;
	uint32_t sequence; /* GO, ROUND and DONE: number of the call, or of the round */
	uint64_t nonce;
	union {
		struct {
			uint64_t arena, stack; /* addresses: the arena, the top of the stack */
		} hello;
		struct {
			uint8_t defined[OPERATION_COUNT];
		} loaded;
		struct wire_call go;
		struct wire_round round;
		struct wire_return done[ROUND_CALLS_MAX]; /* by call */
		struct wire_fault fault;
		struct {
			int32_t error; /* 0: it went through */
		} tried;
		char text[WORKER_TEXT_BYTES]; /* BROKEN, UNLOADABLE */
	} as;
};

#endif
