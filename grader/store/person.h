/*
 * Who hands in, for the files of this module.
 */
#ifndef STORE_PERSON_H
#define STORE_PERSON_H

#include "store/connection.h"

/* The row of a student: of that very name, or made. */
bool person_enter(struct store *store, const char *name, int64_t *id, struct text *why);

/*
 * Of that name or, if there is nobody, of whom it is shown as the name; 0 if there is neither. Somebody may be called
 * by what another's name is shown as: the name itself comes first.
 */
bool person_find(struct store *store, const char *name, int64_t *id, struct text *why);

#endif
