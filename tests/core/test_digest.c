/* SHA-256 and HMAC-SHA-256 against the published vectors, and their digits. */
#include "core/digest.h"

#include <stdlib.h>
#include <string.h>

#include "suite.h"

static void is(const struct digest *digest, const char *expected)
{
	char hex[DIGEST_HEX];
	memset(hex, 'x', sizeof(hex));
	digest_hex(digest, hex);
	ck_assert_str_eq(hex, expected);
}

static void hashes(const char *message, const char *expected)
{
	struct digest digest = digest_of(message, strlen(message));
	is(&digest, expected);
}

/* FIPS 180-4 (NIST's example values) and the empty message. */
START_TEST(sha256)
{
	hashes("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
	hashes("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	hashes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
	       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
	hashes("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrs"
	       "t"
	       "nopqrstu",
	       "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
	char *million = malloc(1000000);
	ck_assert_ptr_nonnull(million);
	memset(million, 'a', 1000000);
	struct digest digest = digest_of(million, 1000000);
	free(million);
	is(&digest, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}
END_TEST

/* RFC 4231, cases 1 to 4, 6 and 7: keys shorter and longer than a block. */
START_TEST(hmac)
{
	static const char test[] = "Test Using Larger Than Block-Size Key - Hash Key First";
	static const char longer[] = "This is a test using a larger than block-size key and a larger than block-size "
				     "data. The key needs to be hashed before being used by the HMAC algorithm.";
	static const char jefe[] = "what do ya want for nothing?";
	unsigned char key[131], data[50];
	memset(key, 0x0b, sizeof(key));
	struct digest digest = digest_keyed(key, 20, "Hi There", 8);
	is(&digest, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
	digest = digest_keyed("Jefe", 4, jefe, sizeof(jefe) - 1);
	is(&digest, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
	memset(key, 0xaa, sizeof(key));
	memset(data, 0xdd, sizeof(data));
	digest = digest_keyed(key, 20, data, sizeof(data));
	is(&digest, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe");
	digest = digest_keyed(key, sizeof(key), test, sizeof(test) - 1);
	is(&digest, "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
	digest = digest_keyed(key, sizeof(key), longer, sizeof(longer) - 1);
	is(&digest, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2");
	for (unsigned char i = 0; i < 25; i++)
		key[i] = i + 1;
	memset(data, 0xcd, sizeof(data));
	digest = digest_keyed(key, 25, data, sizeof(data));
	is(&digest, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b");
}
END_TEST

START_TEST(digits_there_and_back)
{
	char hex[DIGEST_HEX];
	struct digest digest = digest_of("x", 1), parsed;
	digest_hex(&digest, hex);
	ck_assert_uint_eq(strlen(hex), 64);
	ck_assert(digest_parse(hex, &parsed));
	ck_assert(digest_equal(&digest, &parsed));
	ck_assert(digest_parse("BA7816BF8F01CFEA414140DE5DAE2223B00361A396177A9CB410FF61F20015AD", &parsed));
	digest = digest_of("abc", 3);
	ck_assert(digest_equal(&digest, &parsed));
	char base64[DIGEST_BASE64];
	digest_base64(&digest, base64);
	ck_assert_str_eq(base64, "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=");
	parsed.bytes[31] ^= 1;
	ck_assert(!digest_equal(&digest, &parsed));
}
END_TEST

START_TEST(what_is_no_digest)
{
	static const char *const wrong[] = {
		"",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015a",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad0",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ag",
		"ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015adg",
		"  7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		" a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
		"ba7816bf8f01cfea414140de5dae2223 00361a396177a9cb410ff61f20015ad",
		"\377a7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
	};
	struct digest digest;
	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++)
		ck_assert_msg(!digest_parse(wrong[i], &digest), "\"%s\"", wrong[i]);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {sha256, hmac, digits_there_and_back, what_is_no_digest};
	return SUITE_RUN("core: digest", tests, NULL, NULL);
}
