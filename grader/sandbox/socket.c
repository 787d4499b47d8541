#include "sandbox/socket.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { DESCRIPTORS_MAX = 8 };

bool socket_pair(int ends[2])
{
	const int yes = 1;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0)
		return false;
	if (setsockopt(ends[0], SOL_SOCKET, SO_PASSCRED, &yes, sizeof(yes)) == 0)
		return true;
	close(ends[0]);
	close(ends[1]);
	return false;
}

bool socket_send(int socket, void *data, size_t bytes, const int *fds, size_t n_fds)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(DESCRIPTORS_MAX * sizeof(int))];
	} control = {0};
	struct iovec part = {data, bytes};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	assert(n_fds <= DESCRIPTORS_MAX);
	if (n_fds > 0) {
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		memcpy(CMSG_DATA(&control.header), fds, n_fds * sizeof(int));
		header.msg_control = control.bytes;
		header.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
	}
	ssize_t sent;
	do
		sent = sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
	while (sent < 0 && errno == EINTR);
	return sent == (ssize_t)bytes;
}

/* Closes descriptors that a message brought against all agreement, and finds the sender's pid. */
static void read_control(struct msghdr *header, pid_t *pid)
{
	for (struct cmsghdr *c = CMSG_FIRSTHDR(header); c != NULL; c = CMSG_NXTHDR(header, c)) {
		if (c->cmsg_level != SOL_SOCKET)
			continue;
		if (c->cmsg_type == SCM_CREDENTIALS && pid != NULL) {
			struct ucred credentials;
			memcpy(&credentials, CMSG_DATA(c), sizeof(credentials));
			*pid = credentials.pid;
		} else if (c->cmsg_type == SCM_RIGHTS) {
			for (size_t at = 0; CMSG_LEN(at + sizeof(int)) <= c->cmsg_len; at += sizeof(int)) {
				int fd;
				memcpy(&fd, CMSG_DATA(c) + at, sizeof(fd));
				close(fd);
			}
		}
	}
}

ssize_t socket_receive(int socket, void *data, size_t bytes, pid_t *pid)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(sizeof(struct ucred)) + CMSG_SPACE(DESCRIPTORS_MAX * sizeof(int))];
	} control;
	struct iovec part = {data, bytes};
	struct msghdr header = {
		.msg_iov = &part,
		.msg_iovlen = 1,
		.msg_control = control.bytes,
		.msg_controllen = sizeof(control.bytes),
	};
	ssize_t got;
	do
		got = recvmsg(socket, &header, MSG_DONTWAIT | MSG_TRUNC | MSG_CMSG_CLOEXEC);
	while (got < 0 && errno == EINTR);
	if (got >= 0)
		read_control(&header, pid);
	return got;
}

bool socket_wait(int socket, uint64_t timeout_ms)
{
	struct pollfd entry = {.fd = socket, .events = POLLIN};
	int ready;
	do
		ready = poll(&entry, 1, (int)timeout_ms);
	while (ready < 0 && errno == EINTR);
	return ready > 0;
}
