#include "core/digest.h"

#include <string.h>

#include <sodium.h>

_Static_assert(DIGEST_BYTES == crypto_hash_sha256_BYTES, "a digest is a SHA-256");

struct digest digest_of(const void *data, size_t length)
{
	struct digest digest;
	crypto_hash_sha256(digest.bytes, data, length);
	return digest;
}

struct digest digest_keyed(const void *key, size_t key_length, const void *data, size_t length)
{
	struct digest digest;
	crypto_auth_hmacsha256_state state;
	crypto_auth_hmacsha256_init(&state, key, key_length);
	crypto_auth_hmacsha256_update(&state, data, length);
	crypto_auth_hmacsha256_final(&state, digest.bytes);
	return digest;
}

void digest_hex(const struct digest *digest, char hex[DIGEST_HEX])
{
	sodium_bin2hex(hex, DIGEST_HEX, digest->bytes, DIGEST_BYTES);
}

_Static_assert(sodium_base64_ENCODED_LEN(DIGEST_BYTES, sodium_base64_VARIANT_ORIGINAL) == DIGEST_BASE64,
	       "a digest fits");

void digest_base64(const struct digest *digest, char base64[DIGEST_BASE64])
{
	sodium_bin2base64(base64, DIGEST_BASE64, digest->bytes, DIGEST_BYTES, sodium_base64_VARIANT_ORIGINAL);
}

bool digest_parse(const char *hex, struct digest *digest)
{
	size_t length;
	return strlen(hex) == DIGEST_HEX - 1 &&
	       sodium_hex2bin(digest->bytes, DIGEST_BYTES, hex, DIGEST_HEX - 1, NULL, &length, NULL) == 0 &&
	       length == DIGEST_BYTES;
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
	return memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0;
}
