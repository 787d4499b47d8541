/*
 * The stream of random numbers behind one parameter of one case: ChaCha20 under a key derived from the
 * course secret and the parameter's name. It is part of the exercise format for ever, since the same
 * secret must make the same cases on every machine; exercises/README.md says it in full.
 */
#ifndef EXERCISE_STREAM_H
#define EXERCISE_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "core/digest.h"
#include "exercise/exercise.h"

/* What all streams of a case have in common. */
struct stream_source {
	const struct secret *secret;
	const char *id, *group;
	unsigned repetition;
};

struct stream {
	const struct stream_source *source; /* whose key is yet to be derived; NULL: it has been */
	const char *parameter;
	struct digest key;
	uint64_t block; /* the next one of the key stream, of 64 bytes */
	unsigned char words[1024];
	size_t filled, used; /* bytes of `words`, and how many of them were given out */
};

/*
 * Derives its key when the first word is asked for, since most that are opened in a rehearsal give none: until then the
 * source, its secret and the parameter must be there.
 */
void stream_open(struct stream *stream, const struct stream_source *source, const char *parameter);

/* The next 32 bits. */
uint32_t stream_word(struct stream *stream);

/* A whole number in 0 .. span - 1, all equally likely; span 0 means 2^64. */
uint64_t stream_below(struct stream *stream, uint64_t span);

/* A number in lo .. hi. */
double stream_uniform(struct stream *stream, double lo, double hi);

/* A bell-shaped number, the sum of twelve uniform ones: never further than 6 sd from the mean. */
double stream_normal(struct stream *stream, double mean, double sd);

#endif
