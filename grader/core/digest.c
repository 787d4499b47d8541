#include "core/digest.h"

#include <string.h>

#include <nettle/base16.h>
#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/sha2.h>

_Static_assert(DIGEST_BYTES == SHA256_DIGEST_SIZE, "a digest is a SHA-256");

struct digest digest_of(const void *data, size_t length)
{
	struct digest digest;
	struct sha256_ctx context;
	sha256_init(&context);
	sha256_update(&context, length, data);
	sha256_digest(&context, DIGEST_BYTES, digest.bytes);
	return digest;
}

struct digest digest_keyed(const void *key, size_t key_length, const void *data, size_t length)
{
	struct digest digest;
	struct hmac_sha256_ctx context;
	hmac_sha256_set_key(&context, key_length, key);
	hmac_sha256_update(&context, length, data);
	hmac_sha256_digest(&context, DIGEST_BYTES, digest.bytes);
	return digest;
}

void digest_hex(const struct digest *digest, char hex[DIGEST_HEX])
{
	base16_encode_update(hex, DIGEST_BYTES, digest->bytes);
	hex[DIGEST_HEX - 1] = '\0';
}

_Static_assert(BASE64_ENCODE_RAW_LENGTH(DIGEST_BYTES) + 1 == DIGEST_BASE64, "a digest fits");

void digest_base64(const struct digest *digest, char base64[DIGEST_BASE64])
{
	base64_encode_raw(base64, DIGEST_BYTES, digest->bytes);
	base64[DIGEST_BASE64 - 1] = '\0';
}

bool digest_parse(const char *hex, struct digest *digest)
{
	if (strlen(hex) != DIGEST_HEX - 1 || strspn(hex, "0123456789abcdefABCDEF") != DIGEST_HEX - 1)
		return false;
	struct base16_decode_ctx context;
	base16_decode_init(&context);
	size_t length = DIGEST_BYTES;
	return base16_decode_update(&context, &length, digest->bytes, DIGEST_HEX - 1, hex) == 1 &&
	       base16_decode_final(&context) == 1;
}

bool digest_equal(const struct digest *a, const struct digest *b)
{
	return memcmp(a->bytes, b->bytes, DIGEST_BYTES) == 0;
}
