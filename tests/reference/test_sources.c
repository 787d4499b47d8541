/*
 * No public report is lost: each stands in an exercise or in a test of the reference, named in full. Whoever
 * takes away the case that tries it must notice here.
 */
#include <check.h>
#include <ctype.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "core/file.h"
#include "suite.h"

/* owner/repo#number, parted by blanks. */
static const struct {
	const char *what, *reports;
} sources[] = {
	{"a row whose mask is all false", "pytorch/pytorch#103963 pytorch/pytorch#103749 pytorch/pytorch#24816 "
					  "pytorch/pytorch#131060 pytorch/pytorch#131863 pytorch/pytorch#133882"},
	{"its weights", "pytorch/pytorch#160064 pytorch/pytorch#152028 pytorch/pytorch#41508 pytorch/pytorch#196170"},
	{"a sequence that is all padding",
	 "pytorch/pytorch#40932 pytorch/pytorch#26098 pytorch/pytorch#27968 pytorch/pytorch#81077"},
	{"left padding empties the first rows",
	 "huggingface/transformers#26572 huggingface/transformers#38690 huggingface/transformers#47678 "
	 "unslothai/unsloth#9848 allenai/OLMo#322"},
	{"an empty row in one library, then and now", "ml-explore/mlx#2395 ml-explore/mlx#2406 ml-explore/mlx#2608"},
	{"softmax of a masked row: uniform, then zeros",
	 "keras-team/keras#21123 keras-team/keras#21149 keras-team/keras#21850"},
	{"an empty row as the mean of the values", "microsoft/onnxruntime#28904 microsoft/onnxruntime#28958"},
	{"one query after a cache, aligned top-left",
	 "pytorch/pytorch#103082 pytorch/pytorch#108108 pytorch/pytorch#126873"},
	{"surplus queries lead",
	 "Dao-AILab/flash-attention#20 Dao-AILab/flash-attention#282 Dao-AILab/flash-attention#402 "
	 "Dao-AILab/flash-attention#436 Dao-AILab/flash-attention#951 Dao-AILab/flash-attention#1778"},
	{"two triangles for a wide matrix", "facebookresearch/xformers#931"},
	{"two libraries, aligned in two ways",
	 "ml-explore/mlx#2835 ml-explore/mlx#2836 ml-explore/mlx#2967 ml-explore/mlx#3254 pytorch/executorch#22426"},
	{"the offset without a cache",
	 "onnx/onnx#8054 onnx/onnx#8068 microsoft/onnxruntime#29020 microsoft/onnxruntime#29050"},
	{"the offset of a stateful cache", "openvinotoolkit/openvino#36680"},
	{"prefill with a cache attached", "Mikyx-1/TinyLLM#17 Mikyx-1/TinyLLM#18"},
	{"a cached call of several tokens",
	 "hyprstream/hyprstream#1521 lucidrains/x-transformers#187 meta-llama/llama#899"},
	{"the mask is there only with a cache", "meta-pytorch/torchtune#959"},
	{"a transposed triangle", "pytorch/examples#649 pytorch/pytorch#28508"},
	{"the diagonal", "pytorch/tutorials#2250 karpathy/nanoGPT#170"},
	{"true keeps, or true blocks",
	 "pytorch/pytorch#120668 rasbt/LLMs-from-scratch#1061 lucidrains/halonet-pytorch#4 pytorch/pytorch#21518"},
	{"padded keys as padded queries", "pytorch/pytorch#63271"},
	{"a flag that is dropped on another path",
	 "keras-team/keras#23038 facebookresearch/xformers#103 openlm-research/open_llama#87"},
	{"a mask after the softmax", "huggingface/pytorch-image-models#2236 lucidrains/memory-compressed-attention#2"},
	{"-1e-9 for -1e9", "Shujun-He/RibonanzaNet#5 awslabs/gluonts#1401"},
	{"-1e4 is not low enough", "huggingface/transformers#17306 facebookresearch/fairseq#3575 google/flax#982 "
				   "google/flax#1527 lucidrains/nGPT-pytorch#11"},
	{"a constant shift", "tinygrad/tinygrad#2425"},
	{"hidden values and keys that are no numbers",
	 "pytorch/pytorch#101967 vllm-project/vllm#30887 thu-ml/SageAttention#376 thu-ml/SageAttention#377 "
	 "explosion/curated-transformers#360"},
	{"a visible NaN", "intel/torch-xpu-ops#5022 openvinotoolkit/openvino#36016"},
	{"no maximum subtracted", "ggml-org/llama.cpp#2665 intel/xFasterTransformer#326 uTensor/uTensor#175"},
	{"a floor under the maximum", "flashinfer-ai/flashinfer#4401 tracel-ai/burn#4697"},
	{"softmax down the columns", "labmlai/annotated_deep_learning_paper_implementations#146 "
				     "PetrochukM/PyTorch-NLP#2 datawhalechina/llms-from-scratch-cn#54"},
	{"the order of a sum",
	 "Dao-AILab/flash-attention#414 Dao-AILab/flash-attention#988 Dao-AILab/flash-attention#722"},
	{"the root of d_model",
	 "Graylab/DL4Proteins-notebooks#12 omihub777/ViT-CIFAR#11 FareedKhan-dev/train-llm-from-scratch#3 "
	 "aladdinpersson/Machine-Learning-Collection#65"},
	{"no scale, or its inverse", "mlc-ai/mlc-llm#3426 esceptico/perceiver-io#9"},
	{"query heads that share keys and values", "onnx/onnx#7274 microsoft/onnxruntime#25966 PSAL-POSTECH/ONNXim#34"},
	{"heads without the transposition", "onnx/onnx#7118 onnx/onnx#7142"},
	{"a window of W keys or of W + 1",
	 "huggingface/transformers#39408 huggingface/transformers#40163 huggingface/transformers#29623 "
	 "vllm-project/vllm#3385 NVIDIA-NeMo/Megatron-Bridge#2656 zml/zml#763"},
	{"an output over an input", "flashinfer-ai/flashinfer#4996 NVIDIA/cudnn-frontend#1012"},
	{"a gradient without the mask", "triton-lang/triton#4541"},
};

/* What exercises and tests say, this one left out. */
static void read_everything(struct text *all)
{
	static const char *const patterns[] = {SOURCE_DIR "/exercises/*/*.yaml",
					       SOURCE_DIR "/tests/reference/test_*.c"};
	for (size_t p = 0; p < sizeof(patterns) / sizeof(patterns[0]); p++) {
		glob_t files;
		ck_assert_int_eq(glob(patterns[p], 0, NULL, &files), 0);
		for (size_t i = 0; i < files.gl_pathc; i++) {
			TEXT_SCOPED struct text file = {0}, why = {0};
			if (strstr(files.gl_pathv[i], "/test_sources.c") != NULL)
				continue;
			ck_assert_msg(file_read(files.gl_pathv[i], 1 << 20, &file, &why), "%s", text_string(&why));
			text_add(all, text_string(&file));
		}
		globfree(&files);
	}
}

/* The number ends where the report does: #20 is not in #2017. */
static bool is_named(const char *all, const char *report)
{
	for (const char *place = all; (place = strstr(place, report)) != NULL; place++)
		if (!isdigit((unsigned char)place[strlen(report)]))
			return true;
	return false;
}

START_TEST(every_report_is_named_where_it_is_tried)
{
	TEXT_SCOPED struct text all = {0};
	read_everything(&all);
	for (size_t s = 0; s < sizeof(sources) / sizeof(sources[0]); s++) {
		char *reports = strdup(sources[s].reports), *rest = reports;
		for (char *report; (report = strtok_r(rest, " ", &rest)) != NULL;)
			ck_assert_msg(is_named(text_string(&all), report), "%s: %s is nowhere", sources[s].what,
				      report);
		free(reports);
	}
}
END_TEST

/* "owner/repo" ends here: a name, a slash and a name. */
static bool is_repository(const char *start, const char *end)
{
	size_t names[2] = {0, 0}, slashes = 0;
	for (; end > start && slashes < 2 && (isalnum((unsigned char)end[-1]) || strchr("._-/", end[-1]) != NULL);
	     end--)
		if (end[-1] == '/')
			slashes++;
		else
			names[slashes]++;
	return slashes == 1 && names[0] > 0 && names[1] > 0;
}

START_TEST(every_report_is_named_in_full)
{
	TEXT_SCOPED struct text all = {0};
	read_everything(&all);
	const char *start = text_string(&all);
	for (const char *place = start; (place = strchr(place, '#')) != NULL; place++)
		if (isdigit((unsigned char)place[1]) && !is_repository(start, place))
			ck_abort_msg("whose? \"%.*s\"", 40, place - start < 30 ? start : place - 30);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {every_report_is_named_where_it_is_tried, every_report_is_named_in_full};
	return SUITE_RUN("reference: sources", tests, NULL, NULL);
}
