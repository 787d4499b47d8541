#include "grading/product.h"

#include <check.h>
#include <float.h>
#include <math.h>
#include <string.h>

#include "grading/simulated.h"

static void keep_short(struct catalogue *catalogue)
{
	size_t kept = 0;
	for (size_t i = 0; i < catalogue->count; i++)
		if (strcmp(catalogue->exercises[i]->id, "L5.7") != 0)
			catalogue->exercises[kept++] = catalogue->exercises[i];
	ck_assert_uint_lt(kept, catalogue->count);
	catalogue->count = kept;
}

static void sort_evidence(struct product *product)
{
	for (size_t o = 0; o < OPERATION_COUNT; o++)
		product->evidence[o] = arena_array(product->arena, product->exam->n_exercises, sizeof(struct evidence));
	for (size_t i = 0; i < product->exam->n_exercises; i++) {
		TEXT_SCOPED struct text why = {0};
		struct exam_exercise *entry = &product->exam->exercises[i];
		size_t operation = (size_t)(entry->exercise->operation - operations);
		ck_assert_msg(exam_ready(entry, &why), "%s", text_string(&why));
		product->evidence[operation][product->n_evidence[operation]++].exercise = entry;
	}
}

struct product product_open_scope(enum exam_scope scope)
{
	static const struct secret secret = {{1, 2, 3}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *path = SOURCE_DIR "/exercises";
	struct product product = {.arena = arena_create(), .scratch = arena_create()};
	struct catalogue catalogue;
	ck_assert(catalogue_load(&path, 1, product.arena, diagnostics, &catalogue));
	keep_short(&catalogue);
	product.exam = exam_prepare(&catalogue, &secret, scope, product.arena, diagnostics);
	ck_assert_ptr_nonnull(product.exam);
	sort_evidence(&product);
	return product;
}

struct product product_open(void)
{
	return product_open_scope(EXAM_ALL_GROUPS);
}

void product_close(struct product *product)
{
	exam_release(product->exam);
	arena_destroy(product->scratch);
	arena_destroy(product->arena);
}

/* ---- submissions ---- */

/* Judges an exercise whose outcomes are there. */
static void judge(struct product *product, struct evidence *evidence, const struct call_outcome *outcomes)
{
	struct judged *judged = arena_array(product->scratch, evidence->exercise->n_cases, sizeof(*judged));
	for (size_t i = 0; i < evidence->exercise->n_cases; i++)
		judged_add(evidence->exercise, i, outcomes, judged);
	evidence->judged = judged;
}

void product_submit(struct product *product, enum operation_id operation, submission_answer *answer,
		    const void *submission)
{
	arena_reset(product->scratch);
	for (size_t e = 0; e < product->n_evidence[operation]; e++) {
		const struct exam_exercise *exercise = product->evidence[operation][e].exercise;
		struct call_outcome *outcomes = arena_array(product->scratch, exercise->n_cases, sizeof(*outcomes));
		for (size_t i = 0; i < exercise->n_cases; i++) {
			struct answer given = answer(submission, exercise, i, product->scratch);
			outcomes[i] = simulated_outcome(&exercise->batch_cases[i], &given, product->scratch);
		}
		judge(product, &product->evidence[operation][e], outcomes);
	}
}

static void call(struct product *product, enum operation_id operation, const attn_symbol *symbols)
{
	for (size_t e = 0; e < product->n_evidence[operation]; e++) {
		const struct exam_exercise *exercise = product->evidence[operation][e].exercise;
		struct call_outcome *outcomes = arena_array(product->scratch, exercise->n_cases, sizeof(*outcomes));
		for (size_t i = 0; i < exercise->n_cases; i++) {
			const struct batch_case *given = &exercise->batch_cases[i];
			outcomes[i] =
				simulated_call(given, symbols[given->frame.operation - operations], product->scratch);
		}
		judge(product, &product->evidence[operation][e], outcomes);
	}
}

void product_call(struct product *product, enum operation_id operation, const attn_symbol *symbols)
{
	arena_reset(product->scratch);
	call(product, operation, symbols);
}

void product_call_all(struct product *product, uint64_t which, const attn_symbol *symbols)
{
	arena_reset(product->scratch);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++)
		if (which >> o & 1)
			call(product, o, symbols);
}

bool product_is_wrong(const struct product *product, enum operation_id operation)
{
	for (size_t e = 0; e < product->n_evidence[operation]; e++) {
		const struct evidence *evidence = &product->evidence[operation][e];
		for (size_t i = 0; i < evidence->exercise->n_cases; i++)
			if (evidence->judged[i].asked == NULL && evidence->judged[i].verdict != VERDICT_PASSED)
				return true;
	}
	return false;
}

struct diagnosis product_diagnose(const struct product *product, enum operation_id operation, struct arena *arena)
{
	return diagnosis_make(product->evidence[operation], product->n_evidence[operation], arena);
}

static bool explains(size_t misconception, size_t coding, const struct evidence *evidence, size_t index)
{
	const struct judged *judged = &evidence->judged[index];
	const struct answer *mistaken = exam_mistaken_answer(evidence->exercise, misconception, coding, index);
	return compare_outcome(&judged->given->frame, mistaken, evidence->exercise->tolerance,
			       judged->outcome->returned, judged->outcome->outputs, judged->outcome->junk)
		       .verdict == VERDICT_PASSED;
}

static bool is_finite(const struct frame *frame)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		if (parameter->kind != PARAMETER_IN || parameter->element != ELEMENT_F32 ||
		    strcmp(parameter->name, "mask") == 0 || !frame_shape(frame, p, &shape))
			continue;
		for (size_t i = 0; i < shape.count; i++)
			if (!isfinite(((const float *)frame->arguments[p].buffer)[i]))
				return false;
	}
	return true;
}

static bool explains_all(const struct product *product, enum operation_id operation, size_t misconception,
			 size_t coding, bool finitely)
{
	for (size_t e = 0; e < product->n_evidence[operation]; e++) {
		const struct evidence *evidence = &product->evidence[operation][e];
		for (size_t i = 0; i < evidence->exercise->n_cases; i++) {
			const struct frame *frame = &evidence->judged[i].given->frame;
			if (frame->operation == &operations[operation] && (!finitely || is_finite(frame)) &&
			    !explains(misconception, coding, evidence, i))
				return false;
		}
	}
	return true;
}

static bool explains_somehow(const struct product *product, enum operation_id operation, size_t misconception,
			     bool finitely)
{
	for (size_t coding = 0; coding < misconception_codings(misconception_at(misconception)); coding++)
		if (explains_all(product, operation, misconception, coding, finitely))
			return true;
	return false;
}

bool product_explained(const struct product *product, enum operation_id operation, size_t misconception)
{
	return explains_somehow(product, operation, misconception, false);
}

bool product_explained_finitely(const struct product *product, enum operation_id operation, size_t misconception)
{
	return explains_somehow(product, operation, misconception, true);
}

/* ---- answers ---- */

/* SplitMix64. */
uint64_t product_draw(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

struct answer product_copy(const struct answer *answer, struct arena *arena)
{
	struct answer copy = *answer;
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX; p++) {
		struct answer_output *output = &copy.outputs[p];
		if (output->real != NULL)
			output->real = (double *)arena_copy(arena, output->real, output->count * sizeof(double));
		if (output->integer != NULL)
			output->integer =
				(uint64_t *)arena_copy(arena, output->integer, output->count * sizeof(uint64_t));
	}
	return copy;
}

struct answer product_roughen(const struct answer *answer, uint64_t seed, struct arena *arena)
{
	struct answer rough = product_copy(answer, arena);
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX; p++) {
		struct answer_output *output = &rough.outputs[p];
		for (size_t i = 0; output->real != NULL && i < output->count; i++) {
			double error = ((double)(product_draw(&seed) >> 11) * 0x1p-52 - 1) * output->gauge[i];
			if (fabs(error) <= FLT_MAX)
				output->real[i] += error;
		}
	}
	return rough;
}
