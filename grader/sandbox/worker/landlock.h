/* Landlock: after it, a child can open the allowed library files for reading, and nothing else. */
#ifndef WORKER_LANDLOCK_H
#define WORKER_LANDLOCK_H

#include <stdbool.h>
#include <stddef.h>

/* What this kernel offers: 1 or more; negative (-errno) if nothing. */
int landlock_abi(void);

/* A rule set that allows reading and mapping exactly these files; -1 and errno if it cannot be made. */
int landlock_ruleset(int abi, char *const *files, size_t n_files);

/* Puts the calling process under a rule set, for ever. Needs no_new_privs. */
bool landlock_enter(int ruleset);

#endif
