/*
 * The plain sample with something added: before its softmax, `habit` is called, which does what students do
 * while they find their way, and says whether all went as it should. If not, the softmax is not computed.
 */
#define attn_softmax plain_softmax
#include "../../submissions/samples/plain/attention.c"
#undef attn_softmax

static int habit(void);

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights);

int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)
{
	return habit() ? plain_softmax(n_q, n_k, scores, weights) : -99;
}
