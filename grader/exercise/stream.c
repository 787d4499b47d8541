#include "exercise/stream.h"

#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "core/digest.h"
#include "core/text.h"

_Static_assert(crypto_stream_chacha20_KEYBYTES == DIGEST_BYTES, "a digest is a key");

/* Few words are asked of most streams; of those of which more are, eight blocks come at once in wide registers. */
enum { WORD_BYTES = 4, BLOCK_BYTES = 64, FIRST_BYTES = 4 * BLOCK_BYTES };

static const double TWO_TO_32 = 4294967296.0;

static void derive(struct stream *stream)
{
	const struct stream_source *source = stream->source;
	TEXT_SCOPED struct text message = {0};
	text_add_bytes(&message, "attention-gym/1", sizeof("attention-gym/1"));
	text_add_bytes(&message, source->id, strlen(source->id) + 1);
	text_add_bytes(&message, source->group, strlen(source->group) + 1);
	text_add_format(&message, "%u", source->repetition);
	text_add_bytes(&message, "", 1);
	text_add(&message, stream->parameter);
	stream->key = digest_keyed(source->secret->bytes, sizeof(source->secret->bytes), message.data, message.length);
	stream->source = NULL;
	if (sodium_init() < 0) /* once for all: which registers there are */
		abort();
}

/* The next blocks of the key stream; its counter starts at 0. */
static void refill(struct stream *stream)
{
	static const unsigned char nonce[crypto_stream_chacha20_NONCEBYTES];
	stream->filled = stream->block == 0 ? (size_t)FIRST_BYTES : sizeof(stream->words);
	memset(stream->words, 0, stream->filled);
	crypto_stream_chacha20_xor_ic(stream->words, stream->words, stream->filled, nonce, stream->block,
				      stream->key.bytes);
	stream->block += stream->filled / BLOCK_BYTES;
	stream->used = 0;
}

void stream_open(struct stream *stream, const struct stream_source *source, const char *parameter)
{
	stream->source = source;
	stream->parameter = parameter;
	stream->block = 0;
	stream->filled = stream->used = 0;
}

static uint32_t word_at(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

uint32_t stream_word(struct stream *stream)
{
	if (stream->used == stream->filled) {
		if (stream->source != NULL)
			derive(stream);
		refill(stream);
	}
	const unsigned char *bytes = stream->words + stream->used;
	stream->used += WORD_BYTES;
	return word_at(bytes);
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

/* The sum of the next words: at once where all of them are at hand. */
static uint64_t sum_words(struct stream *stream, size_t count)
{
	const unsigned char *bytes = stream->words + stream->used;
	uint64_t sum = 0;
	if (stream->filled - stream->used >= count * WORD_BYTES) {
		for (size_t i = 0; i < count; i++)
			sum += word_at(bytes + i * WORD_BYTES);
		stream->used += count * WORD_BYTES;
		return sum;
	}
	for (size_t i = 0; i < count; i++)
		sum += stream_word(stream);
	return sum;
}

double stream_normal(struct stream *stream, double mean, double sd)
{
	const uint64_t sum = sum_words(stream, 12);
	return ((double)sum / TWO_TO_32 - 6) * sd + mean;
}

struct digest secret_id(const struct secret *secret)
{
	static const char message[] = "attention-gym/secret";
	return digest_keyed(secret->bytes, sizeof(secret->bytes), message, sizeof(message) - 1);
}
