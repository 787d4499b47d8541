/*
 * Bugs that people reported in public, as tiny calls: the right answer, and the wrong ones that the report
 * lists, which must lie outside the tolerance. One head and d_k = 1 unless the call says otherwise.
 *
 * A call without the wrong answer of its report stands where the report lists none. Reports that the
 * contract cannot say:
 *
 *  - Boolean masks that mean "keep" or "block" (pytorch/pytorch#120668): the contract has additive masks
 *    only. The two answers are told apart all the same.
 *  - An output that overlaps an input (flashinfer-ai/flashinfer#4996): the contract says that buffers never
 *    overlap. The spoilt answers are told apart all the same.
 *  - A dispatch on dropout, on an attached cache object or on a device (keras-team/keras#23038): the
 *    contract has no such switch; the paths it does have (weights or lse wanted or not) are the frame's
 *    business, not the answer's.
 */
#include <check.h>

#include "attention.h"
#include "reference/call.h"

#define COUNT(array) (sizeof(array) / sizeof(*(array)))

/* Calls that several reports share. */
#define TRAP "n 3  d_k 1  d_v 3  q 1 1 1  k 2 3 4  v 10 0 0  0 10 0  0 0 10"
#define CACHE "n_q 2  n_k 4  d_k 1  d_v 2  offset 2  q 1 2  k 0 1 2 1  v 1 0  0 1  5 2  -3 7"
#define DECODE "n_q 1  n_k 3  d_k 1  d_v 1  offset 2  q 1  k 0 1 0  v 1 2 4"
#define WIDE "n_q 2  n_k 3  d_k 1  d_v 1  offset 0  q 1 2  k 0 1 2  v 1 10 100"
#define SCALED \
	"n 3  d_k 4  d_v 5  q 1 1 0 2  2 0 1 1  1 2 1 1  k 1 0 1 1  0 2 1 0  1 1 0 2  " \
	"v 10 0 0 0 7  0 10 0 0 7  0 0 10 0 7"
#define VERY_NEGATIVE "n 2  d_k 1  d_v 1  q 1 1  k -20000 -20001  v 1 2"
#define ROW_2_3_4 "n_q 1  n_k 3  scores 2 3 4  mask 0 0 -inf"

static const struct fact empty_rows[] = {
	{
		/* Row 0 of the report is a sequence without a key here, row 1 the last row of another. */
		.source = "pytorch/pytorch#103963: a row that keeps nothing turns to NaN",
		.also = "pytorch/pytorch#103749 pytorch/pytorch#24816 pytorch/pytorch#131060 pytorch/pytorch#131863 "
			"pytorch/pytorch#133882",
		.function = "attn_padded",
		.given = "batch 2  n 2  d_k 1  d_v 1  lengths 0 2  q 1 1  1 1  k 0 1  0 1  v 3 5  3 5",
		.expect = "out 0 0  3 4.462117",
		.wrong = {"out nan nan  3 4.462117"},
	},
	{
		.source = "pytorch/pytorch#160064: the weights of that row are still NaN",
		.also = "pytorch/pytorch#152028 pytorch/pytorch#41508 pytorch/pytorch#196170",
		.function = "attn_masked_softmax",
		.given = "n_q 2  n_k 2  scores 0 1  0 1  mask -inf -inf  0 0",
		.expect = "weights 0 0  0.2689414 0.7310586",
		.wrong = {"weights nan nan  0.2689414 0.7310586"},
	},
	{
		.source = "pytorch/pytorch#40932: the whole sequence is padding",
		.also = "pytorch/pytorch#26098 pytorch/pytorch#27968",
		.function = "attn_cross",
		.given = "n_q 2  n_k 2  d_k 1  d_v 1  length 0  q 1 1  k 0 1  v 3 5",
		.expect = "out 0 0",
		.wrong = {"out nan nan", "out 4 4"},
	},
	{
		.source = "pytorch/pytorch#81077: a sequence of length 0 in a batch",
		.function = "attn_padded",
		.given = "batch 1  n 2  d_k 1  d_v 1  lengths 0  q 1 1  k 0 1  v 3 5",
		.expect = "out 0 0",
		.wrong = {"out nan nan", "out 4 4", "out 3 4.462117"},
	},
	{
		/* The padded key left out: row i sees j <= i - 1 of the other two. */
		.source = "huggingface/transformers#26572: left padding makes the first row empty",
		.also = "huggingface/transformers#38690 huggingface/transformers#47678 unslothai/unsloth#9848 "
			"allenai/OLMo#322",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 1  offset -1  q 1 1 1  k 1 2  v 1 4",
		.expect = "out 0 1 3.193176  lse _ _ _",
		.wrong = {"out nan 1 3.193176", "out 35 1 3.193176", "out 11.90875 1 3.193176"},
	},
	{
		.source = "huggingface/transformers#26572: its weights, with the padded key",
		.function = "attn_masked_softmax",
		.given = "n_q 3  n_k 3  scores 0 1 2  0 1 2  0 1 2  mask -inf -inf -inf  -inf 0 -inf  -inf 0 0",
		.expect = "weights 0 0 0  0 1 0  0 0.2689414 0.7310586",
		.wrong = {"weights nan nan nan  0 1 0  0 0.2689414 0.7310586",
			  "weights 0.3333333 0.3333333 0.3333333  0 1 0  0 0.2689414 0.7310586",
			  "weights 0.0900306 0.2447285 0.6652410  0 1 0  0 0.2689414 0.7310586"},
	},
	{
		.source = "huggingface/transformers#26572: -1e9 is no -inf, so both roundings of the sum are honest",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 2  scores 0 1  mask -1e9 -1e9",
		.expect = "weights _ _",
		.honest = {"weights 0.5 0.5", "weights 0.2689414 0.7310586"},
	},
	{
		.source = "huggingface/transformers#26572: neither of them is the answer to -inf",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 2  scores 0 1  mask -inf -inf",
		.expect = "weights 0 0",
		.wrong = {"weights 0.5 0.5", "weights 0.2689414 0.7310586"},
	},
	{
		.source = "ml-explore/mlx#2608: an empty row is not the mean of the values",
		.also = "ml-explore/mlx#2395 ml-explore/mlx#2406",
		.function = "attn_cross",
		.given = "n_q 1  n_k 2  d_k 1  d_v 1  length 0  q 1  k 0 1  v 3 5",
		.expect = "out 0",
		.wrong = {"out 4", "out nan"},
	},
	{
		.source = "keras-team/keras#21149: softmax of a fully masked row",
		.also = "keras-team/keras#21123 keras-team/keras#21850",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 2  scores 1 2  mask -inf -inf",
		.expect = "weights 0 0",
		.wrong = {"weights 0.5 0.5"},
	},
	{
		.source = "microsoft/onnxruntime#28904: a finite cap turns an empty row into the mean",
		.also = "microsoft/onnxruntime#28958",
		.function = "attn_causal_offset",
		.given = "n_q 1  n_k 2  d_k 1  d_v 1  offset -1  q 1  k 0 1  v 3 5",
		.expect = "out 0  lse -inf",
		.wrong = {"out 4"},
	},
};

static const struct fact alignment[] = {
	{
		.source = "pytorch/pytorch#103082: aligned top-left, a decoding step sees one key",
		.also = "pytorch/pytorch#108108 pytorch/pytorch#126873",
		.function = "attn_causal_offset",
		.given = DECODE,
		.expect = "out 2.211942  lse _",
		.wrong = {"out 1"},
	},
	{
		.source = "ml-explore/mlx#2835: the same, between two libraries",
		.also = "ml-explore/mlx#2836 ml-explore/mlx#2967 ml-explore/mlx#3254 pytorch/executorch#22426",
		.function = "attn_decode",
		.given = "capacity 3  d_k 1  d_v 1  length 2  keys 0 1 nan  values 1 2 nan  query 1  key 0  value 4",
		.expect = "out 2.211942  length 3  keys 0 1 0  values 1 2 4",
		.wrong = {"out 1"},
	},
	{
		.source = "Dao-AILab/flash-attention#1778: aligned bottom-right, surplus rows lead and are zeros",
		.also = "Dao-AILab/flash-attention#20 Dao-AILab/flash-attention#282 Dao-AILab/flash-attention#402 "
			"Dao-AILab/flash-attention#436 Dao-AILab/flash-attention#951",
		.function = "attn_causal_offset",
		.given = "n_q 3  n_k 2  d_k 1  d_v 1  offset -1  q 0 0 0  k 0 0  v 1 10",
		.expect = "out 0 1 5.5  lse -inf 0 0.6931472",
		.wrong = {"out 1 5.5 5.5"},
	},
	{
		.source = "facebookresearch/xformers#931: two triangles for wide scores",
		.function = "attn_causal_offset",
		.given = CACHE,
		.expect = "out 3.416235 1.57521  3.578246 2.391556",
		.wrong = {"out 1 0  0.1192029 0.880797"},
	},
	{
		.source = "onnx/onnx#8068, microsoft/onnxruntime#29020: without a cache the offset is 0",
		.also = "onnx/onnx#8054 microsoft/onnxruntime#29050",
		.function = "attn_causal_offset",
		.given = WIDE,
		.expect = "out 1 8.927174",
		.wrong = {"out 7.579527 87.87032"},
	},
	{
		.source = "openvinotoolkit/openvino#36680: bottom-right only with a cache",
		.function = "attn_causal_offset",
		.given = "n_q 2  n_k 3  d_k 1  d_v 1  offset 1  q 1 2  k 0 1 2  v 1 10 100",
		.expect = "out 7.579527 87.87031",
		.wrong = {"out 1 8.927174"},
	},
};

static const struct fact caches[] = {
	{
		.source = "Mikyx-1/TinyLLM#17: prefill with a cache attached skips the mask",
		.also = "Mikyx-1/TinyLLM#18",
		.function = "attn_causal_offset",
		.given = CACHE,
		.expect = "out 3.416235 1.57521  _ _",
		.wrong = {"out 2.154727 2.641789  _ _"},
	},
	{
		.source = "hyprstream/hyprstream#1521: two cached tokens are two steps, the first",
		.also = "lucidrains/x-transformers#187 meta-llama/llama#899",
		.function = "attn_decode",
		.given = "capacity 4  d_k 1  d_v 2  length 2  keys 0 1 nan nan  values 1 0  0 1  nan nan  nan nan  "
			 "query 1  key 2  value 5 2",
		.expect = "out 3.416235 1.57521  length 3  keys 0 1 2 _  values 1 0  0 1  5 2  _ _",
	},
	{
		.source = "hyprstream/hyprstream#1521: two cached tokens are two steps, the second",
		.function = "attn_decode",
		.given = "capacity 4  d_k 1  d_v 2  length 3  keys 0 1 2 nan  values 1 0  0 1  5 2  nan nan  "
			 "query 2  key 1  value -3 7",
		.expect = "out 3.578246 2.391556  length 4  keys 0 1 2 1  values 1 0  0 1  5 2  -3 7",
	},
	{
		.source = "meta-pytorch/torchtune#959: the mask is built only where a cache is",
		.function = "attn_causal",
		.given = TRAP,
		.expect = "out 10 0 0  _ _ _  _ _ _",
		.wrong = {"out 0.9003057 2.447285 6.65241  _ _ _  _ _ _"},
	},
};

static const struct fact triangles[] = {
	{
		.source = "pytorch/pytorch#28508: the triangle is transposed",
		.also = "pytorch/examples#649",
		.function = "attn_causal",
		.given = TRAP,
		.expect = "out 10 0 0  2.689414 7.310586 0  0.900306 2.447285 6.65241",
		.wrong = {"out _ _ _  _ _ _  0 0 10"},
	},
	{
		.source = "pytorch/pytorch#28508: the mask that was built",
		.function = "attn_is_causal_mask",
		.given = "n 3  mask 0 0 0  -inf 0 0  -inf -inf 0",
		.expect = "answer 0",
	},
	{
		.source = "pytorch/tutorials#2250: the diagonal stays visible",
		.also = "karpathy/nanoGPT#170",
		.function = "attn_causal",
		.given = "n 1  d_k 3  d_v 2  q 3 -1 2  k 1 1 1  v 5 -6",
		.expect = "out 5 -6  weights 1",
		.wrong = {"out nan nan", "out 0 0", "weights 0", "weights nan"},
	},
	{
		.source = "pytorch/pytorch#120668: true means keep, or does it mean block?",
		.also = "rasbt/LLMs-from-scratch#1061 lucidrains/halonet-pytorch#4 pytorch/pytorch#21518",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 1  v 1 10",
		.expect = "out 1 7.579527",
		.wrong = {"out 10 0", "out 10 nan"},
	},
	{
		.source = "pytorch/pytorch#63271: a padded key is no padded query",
		.function = "attn_padded",
		.given = "batch 1  n 3  d_k 1  d_v 1  lengths 2  q 1 1 1  k 0 1 2  v 1 10 100",
		.expect = "out 1 7.579527 7.579527",
		.wrong = {"out 1 7.579527 0", "out 7.579527 _ _", "out _ _ 69.06141"},
	},
	{
		.source = "keras-team/keras#23038: the causal flag is dropped on a fallback path",
		.also = "facebookresearch/xformers#103 openlm-research/open_llama#87",
		.function = "attn_causal",
		.given = TRAP,
		.expect = "weights 1 0 0  _ _ _  _ _ _",
		.wrong = {"out 0.9003057 2.447285 6.65241  _ _ _  _ _ _",
			  "weights 0.09003057 0.2447285 0.665241  _ _ _  _ _ _"},
	},
};

static const struct fact applications[] = {
	{
		.source = "huggingface/pytorch-image-models#2236: the mask comes after the softmax",
		.function = "attn_masked_softmax",
		.given = ROW_2_3_4,
		.expect = "weights 0.2689414 0.7310586 0",
		.wrong = {"weights 0.09003057 0.2447285 0"},
	},
	{
		.source = "huggingface/pytorch-image-models#2236: the mass that is left",
		.function = "attn_late_mask_mass",
		.given = "n_q 1  n_k 3  offset 1  scores 2 3 4",
		.expect = "mass 0.3347590",
		.wrong = {"mass 1"},
	},
	{
		.source = "Shujun-He/RibonanzaNet#5: -1e-9 for -1e9",
		.also = "awslabs/gluonts#1401",
		.function = "attn_masked_softmax",
		.given = ROW_2_3_4,
		.expect = "weights 0.2689414 0.7310586 0",
		.wrong = {"weights 0.2594965 0.7053845 0.03511903", "weights 0.09003057 0.2447285 0.665241"},
	},
	{
		.source = "lucidrains/memory-compressed-attention#2: two minus signs",
		.function = "attn_masked_softmax",
		.given = ROW_2_3_4,
		.expect = "weights 0.2689414 0.7310586 0",
		.wrong = {"weights nan nan nan", "weights 0 0 nan"},
	},
	{
		.source = "huggingface/transformers#17306: -1e4 is not low enough",
		.also = "facebookresearch/fairseq#3575 google/flax#982 google/flax#1527 lucidrains/nGPT-pytorch#11",
		.function = "attn_causal",
		.given = VERY_NEGATIVE,
		.expect = "out 1 1.268941",
		.wrong = {"out 2 _"},
	},
	{
		.source = "exercises, L3.2, made to happen: -1e9 loses to real scores",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k -2e9 5  v 1 2",
		.expect = "out 1 2  weights 1 0  0 1",
		.wrong = {"out 2 _", "weights 0 1  _ _"},
	},
	{
		.source = "tinygrad/tinygrad#2425: a constant shift is harmless",
		.function = "attn_masked_softmax",
		.given = "n_q 1  n_k 3  scores 2 3 4  mask 1 1 -inf",
		.expect = "weights 0.2689414 0.7310586 0",
	},
};

static const struct fact hidden_data[] = {
	{
		.source = "pytorch/pytorch#101967: NaN in a hidden value",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 0  v 3 nan",
		.expect = "out 3 nan  weights 1 0  0.5 0.5",
		.wrong = {"out nan nan", "out 3 3"},
	},
	{
		.source = "vllm-project/vllm#30887: NaN in a hidden key",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 nan  v 3 5",
		.expect = "out 3 nan  weights 1 0  nan nan",
		.wrong = {"out nan nan"},
	},
	{
		.source = "thu-ml/SageAttention#376: inf in a hidden value",
		.also = "thu-ml/SageAttention#377 explosion/curated-transformers#360",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 0  v 3 inf",
		.expect = "out 3 inf",
		.wrong = {"out nan inf"},
	},
	{
		.source = "intel/torch-xpu-ops#5022: a visible NaN must survive",
		.also = "openvinotoolkit/openvino#36016",
		.function = "attn_causal",
		.given = "n 3  d_k 1  d_v 1  q 1 1 1  k 0 nan 1  v 1 2 4",
		.expect = "out 1 nan nan  weights 1 0 0  nan nan 0  nan nan nan",
		.wrong = {"out 1 1 3.193176", "out 1 0 0"},
	},
};

static const struct fact arithmetic[] = {
	{
		.source = "ggml-org/llama.cpp#2665: the maximum is not subtracted",
		.also = "intel/xFasterTransformer#326 uTensor/uTensor#175",
		.function = "attn_causal",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 100 101  v 1 2",
		.expect = "out 1 1.731059",
		.wrong = {"out nan nan"},
	},
	{
		.source = "flashinfer-ai/flashinfer#4401: the maximum starts from a finite floor",
		.also = "tracel-ai/burn#4697",
		.function = "attn_causal",
		.given = VERY_NEGATIVE,
		.expect = "out 1 1.268941",
		.wrong = {"out 0 0", "out nan nan"},
	},
	{
		.source = "labmlai/annotated_deep_learning_paper_implementations#146: softmax over the wrong axis",
		.also = "PetrochukM/PyTorch-NLP#2 datawhalechina/llms-from-scratch-cn#54",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  6.697615 _",
		.wrong = {"out 5 0  5 10"},
	},
	{
		.source = "Dao-AILab/flash-attention#414: a sum that cancels depends on its order",
		.also = "Dao-AILab/flash-attention#988 Dao-AILab/flash-attention#722",
		.function = "attn_cross",
		.given = "n_q 1  n_k 3  d_k 1  d_v 1  length 3  q 0  k 0 0 0  v 1e8 1 -1e8",
		.expect = "out 0.3333333",
		.honest = {"out 0", "out 0.3333333"},
	},
};

static const struct fact scales[] = {
	{
		/* x holds queries, keys and values side by side; the projections pick them out. */
		.source = "Graylab/DL4Proteins-notebooks#12: sqrt(d_model) for sqrt(d_k)",
		.also = "omihub777/ViT-CIFAR#11 FareedKhan-dev/train-llm-from-scratch#3 "
			"aladdinpersson/Machine-Learning-Collection#65",
		.function = "attn_multi_head",
		.given = "n 2  d_model 12  n_heads 2  n_kv_heads 2  d_head 2  "
			 "x 1 2 0 1  1 0 2 1  1 0 5 0  2 1 1 0  0 1 1 2  0 1 0 5  "
			 "w_q 1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  "
			 "0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  "
			 "w_k 0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  "
			 "0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  "
			 "w_v 0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  0 0 0 0  "
			 "1 0 0 0  0 1 0 0  0 0 1 0  0 0 0 1  "
			 "w_o 1 0 0 0 0 0 0 0 0 0 0 0  0 1 0 0 0 0 0 0 0 0 0 0  0 0 1 0 0 0 0 0 0 0 0 0  "
			 "0 0 0 1 0 0 0 0 0 0 0 0",
		.expect = "out 1 0 5 0 0 0 0 0 0 0 0 0  0.6697615 0.3302385 3.348808 1.651192 0 0 0 0 0 0 0 0",
		.wrong = {"out _ _ _ _ _ _ _ _ _ _ _ _  0.6224594 0.3775407 3.112297 1.887703 _ _ _ _ _ _ _ _"},
	},
	{
		.source = "mlc-ai/mlc-llm#3426: no scale; also 1/d_k, and times sqrt(d_k) (esceptico/perceiver-io#9)",
		.function = "attn_causal",
		.given = SCALED,
		.expect = "out _ _ _ _ _  8.175745 1.824255 0 0 7  _ _ _ _ _",
		.wrong = {"out _ _ _ _ _  9.525742 0.4742587 0 0 7  _ _ _ _ _",
			  "out _ _ _ _ _  6.791787 3.208213 0 0 7  _ _ _ _ _",
			  "out _ _ _ _ _  9.975274 0.02472623 0 0 7  _ _ _ _ _"},
	},
};

#define ZEROS_6 "0 0 0 0 0 0"

static const struct fact heads_and_windows[] = {
	{
		/* Queries and keys are 0; x is the three values. */
		.source = "onnx/onnx#7274: six query heads share three key/value heads",
		.also = "microsoft/onnxruntime#25966 PSAL-POSTECH/ONNXim#34",
		.function = "attn_multi_head",
		.given = "n 1  d_model 6  n_heads 6  n_kv_heads 3  d_head 1  x 1 2 3 0 0 0  "
			 "w_q " ZEROS_6 " " ZEROS_6 " " ZEROS_6 " " ZEROS_6 " " ZEROS_6 " " ZEROS_6 " "
			 "w_k " ZEROS_6 " " ZEROS_6 " " ZEROS_6 " w_v 1 0 0  0 1 0  0 0 1  0 0 0  0 0 0  0 0 0  "
			 "w_o 1 0 0 0 0 0  0 1 0 0 0 0  0 0 1 0 0 0  0 0 0 1 0 0  0 0 0 0 1 0  0 0 0 0 0 1",
		.expect = "out 1 1 2 2 3 3",
		.wrong = {"out 1 2 3 1 2 3", "out 1 1 1 2 2 2"},
	},
	{
		.source = "onnx/onnx#7118: heads reshaped without the transpose",
		.also = "onnx/onnx#7142",
		.function = "attn_multi_head",
		.given = "n 2  d_model 6  n_heads 2  n_kv_heads 2  d_head 1  x 1 2 1 -1 1 10  0 3 0 1 2 20  "
			 "w_q 1 0  0 1  0 0  0 0  0 0  0 0  w_k 0 0  0 0  1 0  0 1  0 0  0 0  "
			 "w_v 0 0  0 0  0 0  0 0  1 0  0 1  w_o 1 0 0 0 0 0  0 1 0 0 0 0",
		.expect = "out 1 10 0 0 0 0  1.5 19.97527 0 0 0 0",
		.wrong = {"out 1 2 0 0 0 0  1.161876 19.14634 0 0 0 0"},
	},
	{
		.source = "huggingface/transformers#39408: a window of W keys counts the current one",
		.also = "huggingface/transformers#40163 huggingface/transformers#29623 vllm-project/vllm#3385 "
			"NVIDIA-NeMo/Megatron-Bridge#2656 zml/zml#763",
		.function = "attn_window",
		.given = "n 4  d_k 1  d_v 1  window 2  q 0 0 0 0  k 0 0 0 0  v 1 10 100 1000",
		.expect = "out 1 5.5 55 550",
		.wrong = {"out 1 5.5 37 370", "out 5.5 37 370 550"},
	},
};

static const struct fact overlap_and_training[] = {
	{
		.source = "flashinfer-ai/flashinfer#4996: the output overwrites the values",
		.also = "NVIDIA/cudnn-frontend#1012",
		.function = "attn_causal",
		.given = "n 3  d_k 1  d_v 1  q 1 1 1  k 2 2 1  v 2 4 0",
		.expect = "out 2 3 2.533913",
		.wrong = {"out 2 3 2.111594"},
	},
	{
		.source = "flashinfer-ai/flashinfer#4996: the output overwrites the queries",
		.function = "attn_causal",
		.given = "n 2  d_k 2  d_v 2  q 1 0  0 1  k 1 1  2 0  v 10 0  0 10",
		.expect = "out 10 0  _ 3.302385",
		.wrong = {"out 10 0  6.697616 9.825158"},
	},
	{
		.source = "triton-lang/triton#4541: the backward pass ignores the mask",
		.function = "attn_causal_backward",
		.given = "n 2  d_k 1  d_v 1  q 1 1  k 0 1  v 1 10  d_out 1 1",
		.expect = "dq 0 1.769507  dk -1.769507 1.769507  dv 1.268941 0.7310586",
		.wrong = {"dq 1.769507 1.769507", "dk -3.539015 3.539015", "dv 0.5378828 1.462117"},
	},
};

static const struct chapter {
	const char *name;
	const struct fact *facts;
	size_t count;
} chapters[] = {
	{"rows that see no key", empty_rows, COUNT(empty_rows)},
	{"more keys than queries, or fewer", alignment, COUNT(alignment)},
	{"caches", caches, COUNT(caches)},
	{"which triangle", triangles, COUNT(triangles)},
	{"how the mask is applied", applications, COUNT(applications)},
	{"hidden data", hidden_data, COUNT(hidden_data)},
	{"softmax arithmetic", arithmetic, COUNT(arithmetic)},
	{"scale", scales, COUNT(scales)},
	{"heads and windows", heads_and_windows, COUNT(heads_and_windows)},
	{"overlap and training", overlap_and_training, COUNT(overlap_and_training)},
};

START_TEST(test_chapter)
{
	const struct chapter *chapter = &chapters[_i];
	ck_assert(chapter->count > 0);
	for (size_t i = 0; i < chapter->count; i++)
		fact_check(&chapter->facts[i]);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("cases");
	TCase *reports = tcase_create("reports");
	tcase_set_timeout(reports, 120); /* against hanging only */
	tcase_add_loop_test(reports, test_chapter, 0, COUNT(chapters));
	suite_add_tcase(suite, reports);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed > 0;
}
