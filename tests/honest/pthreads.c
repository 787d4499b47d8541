/* A thread for half of the rows, where the exercise allows one; on one's own otherwise. */
#define attn_softmax plain_softmax
#include "../../submissions/samples/plain/attention.c"
#undef attn_softmax

#include <pthread.h>
#include <unistd.h>

struct half {
	size_t n_q, n_k;
	const float *scores;
	float *weights;
	int status;
};

static void *soften_half(void *argument)
{
	struct half *half = argument;
	volatile char stack[1 << 20];
	stack[0] = stack[sizeof(stack) - 1] = 1;
	half->status = plain_softmax(half->n_q, half->n_k, half->scores, half->weights);
	return NULL;
}

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	pthread_t thread;
	size_t first = n_q / 2;
	struct half other = {n_q - first, n_k, scores + first * n_k, weights + first * n_k, -99};
	if (pthread_create(&thread, NULL, soften_half, &other) != 0)
		return -98;
	int status = plain_softmax(first, n_k, scores, weights);
	pthread_join(thread, NULL);
	return status != ATTN_OK ? status : other.status;
}
