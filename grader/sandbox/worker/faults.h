/*
 * Signal handlers that tell the grader what went wrong and where, then end the process. A submission may
 * replace them (all but that of SIGSYS); then the grader judges by how the process ends.
 */
#ifndef WORKER_FAULTS_H
#define WORKER_FAULTS_H

#include <stdbool.h>
#include <stdint.h>

/* Installs the handlers and their stack, once, in the zygote: children inherit both. */
bool faults_catch(void);

/* The nonce that a fault message of this child must carry. */
void faults_sign(uint64_t nonce);

#endif
