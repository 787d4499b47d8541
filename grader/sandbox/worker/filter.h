/*
 * The seccomp filter. The rules are data (filter.c); libseccomp turns them into BPF once, in the zygote,
 * and each child installs a copy made for its own pid.
 */
#ifndef WORKER_FILTER_H
#define WORKER_FILTER_H

#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>

struct filter {
	struct sock_filter *instructions;
	size_t count;
};

/* Builds the filter, with or without threads. 0, or an errno. */
int filter_build(bool threads, struct filter *filter);

/* Binds the filter to the calling process and installs it, for ever. Needs no_new_privs. */
bool filter_install(const struct filter *filter);

#endif
