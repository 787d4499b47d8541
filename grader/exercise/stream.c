#include "exercise/stream.h"

#include <string.h>

#include "core/digest.h"
#include "core/text.h"

_Static_assert(CHACHA_KEY_SIZE == DIGEST_BYTES, "a digest is a key");

static const double TWO_TO_32 = 4294967296.0;

static void derive(struct stream *stream)
{
	const struct stream_source *source = stream->source;
	static const uint8_t nonce[CHACHA_NONCE_SIZE];
	TEXT_SCOPED struct text message = {0};
	text_add_bytes(&message, "attention-gym/1", sizeof("attention-gym/1"));
	text_add_bytes(&message, source->id, strlen(source->id) + 1);
	text_add_bytes(&message, source->group, strlen(source->group) + 1);
	text_add_format(&message, "%u", source->repetition);
	text_add_bytes(&message, "", 1);
	text_add(&message, stream->parameter);
	struct digest key =
		digest_keyed(source->secret->bytes, sizeof(source->secret->bytes), message.data, message.length);
	chacha_set_key(&stream->chacha, key.bytes);
	chacha_set_nonce(&stream->chacha, nonce); /* the counter starts at 0 */
	stream->source = NULL;
}

void stream_open(struct stream *stream, const struct stream_source *source, const char *parameter)
{
	stream->source = source;
	stream->parameter = parameter;
	stream->used = sizeof(stream->words);
}

uint32_t stream_word(struct stream *stream)
{
	if (stream->used == sizeof(stream->words)) {
		static const uint8_t zeros[sizeof(stream->words)];
		if (stream->source != NULL)
			derive(stream);
		chacha_crypt(&stream->chacha, sizeof(stream->words), stream->words, zeros);
		stream->used = 0;
	}
	const unsigned char *bytes = stream->words + stream->used;
	stream->used += 4;
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

/* Words at or above the largest multiple of `span` would favour small numbers: they are drawn again. */
uint64_t stream_below(struct stream *stream, uint64_t span)
{
	uint64_t surplus = span == 0 ? 0 : (UINT64_MAX % span + 1) % span; /* 2^64 mod span */
	for (;;) {
		uint64_t low = stream_word(stream);
		uint64_t word = low | (uint64_t)stream_word(stream) << 32;
		if (surplus == 0 || word < 0 - surplus)
			return span == 0 ? word : word % span;
	}
}

double stream_uniform(struct stream *stream, double lo, double hi)
{
	return lo + (hi - lo) * (stream_word(stream) / TWO_TO_32);
}

double stream_normal(struct stream *stream, double mean, double sd)
{
	uint64_t sum = 0;
	for (int i = 0; i < 12; i++)
		sum += stream_word(stream);
	return ((double)sum / TWO_TO_32 - 6) * sd + mean;
}

struct digest secret_id(const struct secret *secret)
{
	static const char message[] = "attention-gym/secret";
	return digest_keyed(secret->bytes, sizeof(secret->bytes), message, sizeof(message) - 1);
}
