/* Packets as only an attacker sends them: any length, any bytes, any number of descriptors. */
#ifndef TESTS_FUZZ_PACKET_H
#define TESTS_FUZZ_PACKET_H

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include "fuzz/script.h"

enum { PACKET_DESCRIPTORS_MAX = 20, PACKET_BYTES_MAX = 1200, DESCRIPTORS_SEEN = 40 };

static inline void packet_send(int socket, const void *data, size_t bytes, size_t n_fds)
{
	union {
		struct cmsghdr header;
		char bytes[CMSG_SPACE(PACKET_DESCRIPTORS_MAX * sizeof(int))];
	} control = {0};
	struct iovec part = {(void *)(uintptr_t)data, bytes};
	struct msghdr header = {.msg_iov = &part, .msg_iovlen = 1};
	if (n_fds > 0) {
		control.header.cmsg_level = SOL_SOCKET;
		control.header.cmsg_type = SCM_RIGHTS;
		control.header.cmsg_len = CMSG_LEN(n_fds * sizeof(int));
		memset(CMSG_DATA(&control.header), STDIN_FILENO, n_fds * sizeof(int));
		header.msg_control = control.bytes;
		header.msg_controllen = CMSG_SPACE(n_fds * sizeof(int));
	}
	/* a full socket or one without a reader is no finding */
	(void)!sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT);
}

/* Sends the first bytes of `data`, as many as a right packet has or as the script says. */
static inline void packet_send_by(struct script *script, int socket, const void *data, size_t right, bool odd_length)
{
	uint8_t bytes[PACKET_BYTES_MAX] = {0};
	size_t length = odd_length ? script_number(script) % sizeof(bytes) : right;
	memcpy(bytes, data, right < length ? right : length);
	packet_send(socket, bytes, length, odd_length ? script_below(script, PACKET_DESCRIPTORS_MAX + 1) : 0);
}

/* How many descriptors are open: as many after a run as before it. */
static inline unsigned open_descriptors(void)
{
	unsigned count = 0;
	for (int fd = 0; fd < DESCRIPTORS_SEEN; fd++)
		count += fcntl(fd, F_GETFD) >= 0;
	return count;
}

#endif
