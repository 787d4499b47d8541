/* Whole messages in and out of the worker's sockets. */
#ifndef WORKER_CHANNEL_H
#define WORKER_CHANNEL_H

#include <stdbool.h>

#include "sandbox/worker/protocol.h"

/* Sends a child's message; async-signal-safe. False if the grader is gone. */
bool channel_answer(const struct message *message);

/* Waits for the grader's next message. False if it is gone, or the message is none. */
bool channel_next(struct message *message);

/* The zygote's side. `fds` gets START_FDS descriptors, or all -1 if none came. */
bool channel_request(struct request *request, int fds[START_FDS]);
bool channel_reply(const struct reply *reply);

#endif
