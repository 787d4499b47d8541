#include "sandbox/worker/channel.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

/* Plain write and read on the socket: after lock-down no other way to send is left. */
bool channel_answer(const struct message *message)
{
	ssize_t sent;
	do
		sent = write(WORKER_SOCKET, message, sizeof(*message));
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)sizeof(*message);
}

bool channel_next(struct message *message)
{
	ssize_t got;
	do
		got = read(WORKER_SOCKET, message, sizeof(*message));
	while (got < 0 && errno == EINTR);
	return got == (ssize_t)sizeof(*message);
}

/* Whatever has come: a request with too few of them fails later, and all are closed by whoever asked for them. */
static void take_descriptors(struct msghdr *header, int fds[START_FDS])
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c != NULL; c = CMSG_NXTHDR(header, c))
		if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_RIGHTS)
			memcpy(fds, CMSG_DATA(c), c->cmsg_len - CMSG_LEN(0));
}

bool channel_request(struct request *request, int fds[START_FDS])
{
	union {
		struct cmsghdr aligned;
		char bytes[CMSG_SPACE(START_FDS * sizeof(int))];
	} control;
	struct iovec part = {request, sizeof(*request)};
	struct msghdr header = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		/* not CMSG_SPACE, whose padding would let the kernel hand over one more */
		.msg_controllen = CMSG_LEN(START_FDS * sizeof(int)),
	};
	memset(fds, -1, START_FDS * sizeof(int));
	ssize_t got;
	do
		got = recvmsg(WORKER_SOCKET, &header, MSG_CMSG_CLOEXEC | MSG_TRUNC);
	while (got < 0 && errno == EINTR);
	if (got >= 0)
		take_descriptors(&header, fds);
	return got == (ssize_t)sizeof(*request);
}

bool channel_reply(const struct reply *reply)
{
	return send(WORKER_SOCKET, reply, sizeof(*reply), MSG_NOSIGNAL) == (ssize_t)sizeof(*reply);
}
