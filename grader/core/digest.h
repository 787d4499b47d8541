/*
 * SHA-256 (libsodium), the name of everything content-addressed: submissions, exercise files, secrets.
 */
#ifndef CORE_DIGEST_H
#define CORE_DIGEST_H

#include <stdbool.h>
#include <stddef.h>

enum { DIGEST_BYTES = 32, DIGEST_HEX = 2 * DIGEST_BYTES + 1, DIGEST_BASE64 = 44 + 1 };

struct digest {
	unsigned char bytes[DIGEST_BYTES];
};

struct digest digest_of(const void *data, size_t length);

/* HMAC-SHA-256 (RFC 2104) of a message under a key. */
struct digest digest_keyed(const void *key, size_t key_length, const void *data, size_t length);

/* 64 lowercase digits and a NUL. */
void digest_hex(const struct digest *digest, char hex[DIGEST_HEX]);

/* As browsers write it: 44 characters and a NUL. */
void digest_base64(const struct digest *digest, char base64[DIGEST_BASE64]);

/* From hexadecimal digits; false if it is not 64 hexadecimal digits. */
bool digest_parse(const char *hex, struct digest *digest);

bool digest_equal(const struct digest *a, const struct digest *b);

#endif
