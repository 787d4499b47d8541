/*
 * Most functions that are handed in are right, and most of what it costs to find that out is children. So the
 * exercises are taken together first, in one child: the public cases of all, then the hidden ones. Only what is
 * right counts. Where anything is wrong, all exercises that call one of the functions concerned are left to be taken
 * alone, each in a child of its own, as if nothing had been before: no verdict but "passed" ever comes of a child
 * that has seen another exercise, and nothing that is shown of a public case comes of one that has seen a hidden
 * one. If anything is printed, or a call ends the child only where others are made with it, nothing counts, since
 * nobody could tell for which exercise it was.
 *
 * Who passes here only by what another function has left behind is found out where the last cases run again in another
 * child, in another order, and do not agree; then it is taken alone as well. Where a function that comes later leaves
 * the same behind, nobody notices: then all that is asked was answered right, as in a program that calls both.
 */
#ifndef GRADING_JOINT_H
#define GRADING_JOINT_H

#include "grading/sitting.h"

/*
 * Takes the wanted exercises (NULL: all) whose functions are defined, and sets the sittings of those that are right.
 * Whatever goes wrong, by the submission's fault or ours, will go wrong again alone.
 */
void joint_sit(const struct exam *exam, struct sandbox *sandbox, const struct submission *submission,
	       const bool *wanted, const bool *defined, struct sitting *sittings, struct arena *arena);

#endif
