/* The grader's ends of the sockets to the worker. */
#ifndef SANDBOX_SOCKET_H
#define SANDBOX_SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A pair: `ends[0]` is ours and learns the sender's pid, `ends[1]` is the worker's. */
bool socket_pair(int ends[2]);

/* One message, with descriptors if there are any. Never blocks, never raises SIGPIPE. */
bool socket_send(int socket, void *data, size_t bytes, const int *fds, size_t n_fds);

/*
 * Takes the next message if there is one, and tells its true length, which may be more than `bytes`; -1 and
 * errno (EAGAIN: none there). `pid` (or NULL) gets the sender's, as we see it. 0 also means the end.
 */
ssize_t socket_receive(int socket, void *data, size_t bytes, pid_t *pid);

/* Waits for something to read, or the end. False when the time is up. */
bool socket_wait(int socket, uint64_t timeout_ms);

#endif
