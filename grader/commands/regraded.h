/*
 * What a regrade found, as text and as JSON. For the instructor: groups are named, hidden ones too.
 */
#ifndef COMMANDS_REGRADED_H
#define COMMANDS_REGRADED_H

#include "commands/comparison.h"
#include "commands/terminal.h"

enum regraded_state {
	REGRADED_COMPARED,
	REGRADED_NOT_FOUND, /* no file at its path, or one of other bytes, and the gradebook kept none */
	REGRADED_FAULT,	    /* the grader could not grade it */
};

struct regraded_student {
	const char *name, *path;
	struct digest submission;
	enum regraded_state state;
	size_t n_comparisons; /* by exercise */
	const struct comparison *comparisons;
};

struct regraded {
	bool is_last; /* nothing had to be graded: the last change in the gradebook is told */
	bool stored;
	const char *why_not; /* stored; "" if it is, or there was nothing to store */
	size_t count;
	const struct regraded_student *students;
};

struct regraded_count {
	size_t changed, unchanged, not_found, faults;
};

struct regraded_count regraded_count(const struct regraded *regraded);

/* `explain`: by exercise, with groups and causes; else a line a student. */
void regraded_print(const struct terminal *terminal, const struct regraded *regraded, bool explain);
void regraded_print_json(const struct regraded *regraded, bool dry_run);

#endif
