/*
 * Who handed in something in a class folder, told by inotify. A student is due when nothing of theirs has stirred for
 * a moment, so that a file copied in pieces, or ten files at once, are one hand-in; whether the file is all there is
 * for others to find out. What lies there at the start counts as just arrived; so does everything when the kernel lost
 * count. A student's folder is watched before it is looked into, so that no file in it is missed.
 */
#ifndef COMMANDS_ARRIVALS_H
#define COMMANDS_ARRIVALS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/text.h"

enum {
	ARRIVALS_NAME_MAX = 255,   /* bytes: of a file's name, by Linux */
	ARRIVALS_QUIET_MS = 300,   /* this long nothing of a student must stir */
	ARRIVALS_RETRY_MS = 10000, /* after a fault of the grader's */
	ARRIVALS_LONG_MS = 60000   /* who is put off for so long is worth a word */
};

struct arrival {
	char student[ARRIVALS_NAME_MAX + 1]; /* as hand_in.h names them */
	uint64_t arrived_ns;		     /* when the first was heard */
	uint64_t stirred_ns;
	uint64_t due_ns;
	bool told;   /* that it takes long was said */
	bool closed; /* what was heard last was not of a file that is being written */
	bool seen;   /* an event told of it, rather than a look at what there is */
};

struct arrivals;

/* NULL, with the reason, if the folder cannot be watched. */
struct arrivals *arrivals_open(const char *folder, struct text *why);
void arrivals_close(struct arrivals *arrivals);

/*
 * When a student is due of whom something stirred last; the first time at the latest after a minute, be there no moment
 * of quiet.
 */
uint64_t arrivals_quiet_ns(const struct arrival *arrival);

/*
 * Sleeps until somebody is due, until `until_ns` (UINT64_MAX: for ever), or until `*stop` is set by a signal handler.
 * False, with the reason, if the folder is gone.
 */
bool arrivals_wait(struct arrivals *arrivals, uint64_t until_ns, const volatile sig_atomic_t *stop, struct text *why);

/* The arrival of a student who was due at `now_ns`; else NULL. Valid until something is changed below. */
const struct arrival *arrivals_due(const struct arrivals *arrivals, const char *student, uint64_t now_ns);

/* Has the student, perhaps forgotten already, due after so long, or 300 ms after something stirs. */
void arrivals_put_off(struct arrivals *arrivals, const char *student, bool seen, uint64_t wait_ms);

/* Is a student, put off at `now_ns`, so for a minute already? True once: it is to be said once. */
bool arrivals_takes_long(struct arrivals *arrivals, const char *student, uint64_t now_ns);

/* Forgets one student, and all who were due at `now_ns`. */
void arrivals_settle(struct arrivals *arrivals, const char *student);
void arrivals_settle_due(struct arrivals *arrivals, uint64_t now_ns);

#endif
