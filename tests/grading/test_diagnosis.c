/*
 * Diagnoses, through the real sandbox on the shipped exercises: each mistaken sample is found out wherever
 * its mistake lives, two mistakes at once are both found out, and nobody is told something false: honest,
 * unfinished, crashing, slightly or wildly wrong submissions hear nothing.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>

#include "grading/desk.h"
#include "grading/diagnosis.h"
#include "grading/grade.h"
#include "grading/simulated.h"
#include "misconceptions.h"
#include "suite.h"

/* All exercises but those that take seconds. */
static struct exam *prepare_scope(struct desk *desk, enum exam_scope scope)
{
	static const struct secret secret = {{1, 2, 3}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *path = SOURCE_DIR "/exercises";
	struct catalogue all;
	ck_assert(catalogue_load(&path, 1, desk->arena, diagnostics, &all));
	size_t kept = 0;
	for (size_t i = 0; i < all.count; i++) {
		const struct exercise *exercise = all.exercises[i];
		if (strcmp(exercise->id, "L5.7") != 0 && exercise->speed == NULL && exercise->large == NULL)
			all.exercises[kept++] = exercise;
	}
	ck_assert_uint_lt(kept, all.count);
	all.count = kept;
	struct exam *exam = exam_prepare(&all, &secret, scope, desk->arena, diagnostics);
	ck_assert_ptr_nonnull(exam);
	return exam;
}

static struct exam *prepare(struct desk *desk)
{
	return prepare_scope(desk, EXAM_ALL_GROUPS);
}

static struct graded grade(struct desk *desk, const struct exam *exam, const char *path)
{
	TEXT_SCOPED struct text why = {0};
	struct submission submission;
	ck_assert_msg(submission_open(path, &submission, &why), "%s", text_string(&why));
	struct graded graded =
		grade_submission(exam, desk->sandbox, "bubblewrap", &submission, NULL, NULL, desk->arena);
	submission_close(&submission);
	ck_assert_msg(graded.verdict == VERDICT_GRADED, "%s", graded.reason);
	return graded;
}

static struct graded grade_sample(struct desk *desk, const struct exam *exam, const char *name)
{
	return grade(desk, exam, arena_format(desk->arena, "%s/samples/%s.so", BUILD_DIR, name));
}

static const struct {
	const char *name, *misconception;
	size_t exercises; /* at least so many are wrong */
} mistaken[] = {
	{"no-mask", "causal_forgotten", 12},	{"transposed-mask", "transposed_mask", 18},
	{"diagonal-masked", "diag_masked", 18}, {"mask-after-softmax", "mask_after_softmax", 15},
	{"no-scaling", "no_scale", 15},		{"no-maximum", "no_max_sub", 15},
};

START_TEST(mistaken_samples_are_found_out)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	struct graded graded = grade_sample(&desk, exam, mistaken[_i].name);
	const struct misconception *right = misconception_find(mistaken[_i].misconception);
	size_t wrong = 0;
	ck_assert_ptr_nonnull(right);
	for (size_t i = 0; i < graded.n_results; i++) {
		const struct result_record *result = &graded.results[i];
		if (result->verdict == VERDICT_PASSED) {
			ck_assert_uint_eq(result->n_diagnoses, 0);
			continue;
		}
		wrong++;
		ck_assert_int_eq(result->verdict, VERDICT_WRONG);
		ck_assert_msg(result->n_diagnoses == 1, "%s: %zu diagnoses", result->exercise_id, result->n_diagnoses);
		ck_assert_str_eq(result->diagnoses[0].id, right->id);
		ck_assert_str_eq(result->diagnoses[0].title, right->title);
		ck_assert_str_eq(result->diagnoses[0].explanation, right->explanation);
	}
	ck_assert_uint_ge(wrong, mistaken[_i].exercises);
	exam_release(exam);
}
END_TEST

/* One exam for all, as a class has: what one submission had computed is not mistaken for another's. */
START_TEST(the_class_shares_an_exam)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	for (size_t s = 0; s < 3; s++) {
		struct graded graded = grade_sample(&desk, exam, mistaken[s].name);
		const struct misconception *right = misconception_find(mistaken[s].misconception);
		for (size_t i = 0; i < graded.n_results; i++)
			if (graded.results[i].verdict == VERDICT_WRONG)
				ck_assert_str_eq(graded.results[i].diagnoses[0].id, right->id);
	}
	exam_release(exam);
}
END_TEST

static const char *const silent[] = {"plain", "blocked",  "reference",	 "unfinished",
				     "ofast", "crashing", "never-ending"};

START_TEST(others_hear_nothing)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	struct graded graded = grade_sample(&desk, exam, silent[_i]);
	for (size_t i = 0; i < graded.n_results; i++)
		ck_assert_msg(graded.results[i].n_diagnoses == 0, "%s %s: %s", silent[_i],
			      graded.results[i].exercise_id, graded.results[i].diagnoses[0].title);
	exam_release(exam);
}
END_TEST

#define PLAIN "#include \"" SOURCE_DIR "/submissions/samples/plain/attention.c\"\n"
#define WRAP_SOFTMAX(line) \
	"#define attn_softmax plain_softmax\n" PLAIN "#undef attn_softmax\n" \
	"int attn_softmax(size_t n_q, size_t n_k, const float *scores, float *weights)\n" \
	"{\n" \
	"\tint status = plain_softmax(n_q, n_k, scores, weights);\n" \
	"\tfor (size_t i = 0; i < n_q * n_k; i++)\n" \
	"\t\tweights[i] " line ";\n" \
	"\treturn status;\n" \
	"}\n"

#define WRAP_POLICY(before, after) \
	"#define attn_masked_softmax_policy plain_policy\n" PLAIN "#undef attn_masked_softmax_policy\n" \
	"int attn_masked_softmax_policy(size_t n_q, size_t n_k, int32_t policy, const float *scores,\n" \
	"\t\t\t       const float *mask, float *weights)\n" \
	"{\n" \
	"\tfloat own[n_q * n_k + 1];\n" \
	"\tfor (size_t i = 0; i < n_q * n_k; i++)\n" \
	"\t\town[i] = " before ";\n" \
	"\tint status = plain_policy(n_q, n_k, policy, scores, own, weights);\n" \
	"\tfor (size_t i = 0; i < n_q && status == ATTN_OK; i++, scores += n_k, mask += n_k, weights += n_k) {\n" \
	"\t\tint left = 0, heard = 0;\n" \
	"\t\tfor (size_t j = 0; j < n_k; j++)\n" \
	"\t\t\tleft |= mask[j] != -INFINITY, heard |= mask[j] != -INFINITY && scores[j] != -INFINITY;\n" \
	"\t\tfor (size_t j = 0; j < n_k; j++)\n" \
	"\t\t\t" after ";\n" \
	"\t}\n" \
	"\treturn status;\n" \
	"}\n"

/* Compiles and grades a source. */
static struct graded grade_source(struct desk *desk, const struct exam *exam, const char *text)
{
	char *folder = desk_folder(desk);
	FILE *source = fopen(arena_format(desk->arena, "%s/attention.c", folder), "w");
	ck_assert_ptr_nonnull(source);
	fputs(text, source);
	fclose(source);
	desk_run(0, "cd %s && cc -O1 -w -shared -fPIC -I%s/reference -o attention.so attention.c -lm", folder,
		 SOURCE_DIR);
	struct graded graded = grade(desk, exam, arena_format(desk->arena, "%s/attention.so", folder));
	desk_run(0, "rm -r %s", folder);
	return graded;
}

/* Submissions that are wrong in no way of the catalogue. */
static const char *const inventions[] = {
	"#define SCALE(d_k) (1.03f / sqrtf((float)(d_k)))\n" PLAIN,
	WRAP_SOFTMAX("*= 1.03f"),
	WRAP_SOFTMAX("*= 1 + 0.2f * sinf(i * 12.9898f)"),
	WRAP_SOFTMAX("= weights[i] > 0.5f"),
	/* rounding, three dozen times the tolerance: wrong, but whose idea is that */
	WRAP_SOFTMAX("*= 1 + 4e-5f"),
	/* a mistake that is made in a part of the cases */
	"#define SCALE(d_k) ((d_k) > 3 ? 1.0f : 1.0f / sqrtf((float)(d_k)))\n" PLAIN,
	/* the policy is forgotten for some rows that see nothing, and obeyed for others */
	WRAP_POLICY("mask[i]", "weights[j] = left && !heard ? 0 : weights[j]"),
};

START_TEST(inventions_are_not_explained_away)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	struct graded graded = grade_source(&desk, exam, inventions[_i]);
	size_t failed = 0;
	for (size_t i = 0; i < graded.n_results; i++) {
		const struct result_record *result = &graded.results[i];
		failed += result->verdict != VERDICT_PASSED;
		ck_assert_msg(result->n_diagnoses == 0, "%s: %s", result->exercise_id,
			      result->n_diagnoses == 0 ? "" : result->diagnoses[0].title);
	}
	ck_assert_uint_gt(failed, 0);
	exam_release(exam);
}
END_TEST

#define UNSCALED "#define SCALE(d_k) 1.0f\n"
#define UNMASKED "#define ATTENDS(i, j, offset) ((void)(offset), 1)\n"
#define SELFLESS "#define SEES(i, j, offset) (sees(i, j, offset) && (j) != (i) + (size_t)(offset))\n"
#define UNSHIFTED "#define ROW_MAXIMUM(n, scores, visible) 0.0f\n"

/* Two at once. Where one of them cannot show, the other is there alone. */
static const struct {
	const char *source;
	const char *misconceptions[2];
	size_t together, alone; /* at least so many exercises hear of both, of one */
} doubles[] = {
	{UNSCALED UNMASKED PLAIN, {"no_scale", "causal_forgotten"}, 10, 3},
	{UNSCALED SELFLESS PLAIN, {"no_scale", "diag_masked"}, 11, 4},
	{UNSHIFTED SELFLESS PLAIN, {"no_max_sub", "diag_masked"}, 8, 6},
	{UNSHIFTED UNSCALED PLAIN, {"no_max_sub", "no_scale"}, 10, 4},
};

static bool is_one_of_two(int pair, const char *id)
{
	return strcmp(id, misconception_find(doubles[pair].misconceptions[0])->id) == 0 ||
	       strcmp(id, misconception_find(doubles[pair].misconceptions[1])->id) == 0;
}

START_TEST(two_at_once_are_both_named)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	struct graded graded = grade_source(&desk, exam, doubles[_i].source);
	size_t together = 0, alone = 0;
	for (size_t i = 0; i < graded.n_results; i++) {
		const struct result_record *result = &graded.results[i];
		ck_assert_uint_le(result->n_diagnoses, 2);
		for (size_t d = 0; d < result->n_diagnoses; d++)
			ck_assert_msg(is_one_of_two(_i, result->diagnoses[d].id), "%s: %s", result->exercise_id,
				      result->diagnoses[d].title);
		if (result->n_diagnoses == 2) {
			ck_assert_uint_eq(result->diagnoses[0].mistake, 0);
			ck_assert_uint_eq(result->diagnoses[1].mistake, 1);
			ck_assert_str_ne(result->diagnoses[0].id, result->diagnoses[1].id);
		}
		together += result->n_diagnoses == 2;
		alone += result->n_diagnoses == 1;
	}
	ck_assert_msg(together >= doubles[_i].together && alone >= doubles[_i].alone, "%zu together, %zu alone",
		      together, alone);
	exam_release(exam);
}
END_TEST

/* Adds to outputs what they should hold, times a factor: all of it, or all but the last element, which stays. */
#define ADDING(missed, times) \
	"#define attn_scores plain_scores\n#define attn_visible_keys plain_visible_keys\n" PLAIN \
	"#undef attn_scores\n#undef attn_visible_keys\n" \
	"int attn_scores(size_t n_q, size_t n_k, size_t d_k, const float *q, const float *k, float *scores)\n" \
	"{\n" \
	"\tfloat own[n_q * n_k + 1];\n" \
	"\tint status = plain_scores(n_q, n_k, d_k, q, k, own);\n" \
	"\tfor (size_t i = 0; i + " missed " < n_q * n_k && status == 0; i++)\n" \
	"\t\tscores[i] += own[i] * " times ";\n" \
	"\treturn status;\n" \
	"}\n" \
	"int attn_visible_keys(size_t row, size_t n_k, ptrdiff_t offset, uint8_t *visible, uint64_t *count)\n" \
	"{\n" \
	"\tuint64_t own;\n" \
	"\tint status = plain_visible_keys(row, n_k, offset, visible, &own);\n" \
	"\t*count += own + " missed ";\n" \
	"\treturn status;\n" \
	"}\n"

/* The same of attn_causal, a key at a time; of weights, which may not be asked for, what `weights` says. */
#define ADDING_CAUSAL(out, weights) \
	"#define attn_causal plain_causal\n" PLAIN "#undef attn_causal\n" \
	"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float " \
	"*out,\n" \
	"\t\tfloat *weights)\n" \
	"{\n" \
	"\tfloat p[n * n + 1], *own = malloc((n * d_v + 1) * sizeof(*own));\n" \
	"\tint status = plain_causal(n, d_k, d_v, q, k, v, own, p);\n" \
	"\tfor (size_t i = 0; i < n && status == 0; i++) {\n" \
	"\t\tfor (size_t c = 0; c < d_v; c++)\n" \
	"\t\t\t" out ";\n" \
	"\t\tfor (size_t j = 0; j < n && weights != NULL; j++)\n" \
	"\t\t\tweights[i * n + j] " weights ";\n" \
	"\t}\n" \
	"\tfree(own);\n" \
	"\treturn status;\n" \
	"}\n"
#define BY_AND_BY "for (size_t j = 0; j <= i; j++) out[i * d_v + c] += p[i * n + j] * v[j * d_v + c]"
#define AT_ONCE "out[i * d_v + c] = own[i * d_v + c]"

static size_t count_named_by(struct desk *desk, const struct exam *exam, const char *source, const char *id)
{
	struct graded graded = grade_source(desk, exam, source);
	size_t named = 0;
	for (size_t i = 0; i < graded.n_results; i++)
		for (size_t d = 0; d < graded.results[i].n_diagnoses; d++) {
			ck_assert_str_eq(graded.results[i].diagnoses[d].id, id);
			named++;
		}
	return named;
}

static const struct {
	const char *source;
	size_t on_public, on_all; /* exercises that hear of it */
} added[] = {
	{ADDING("0", "1"), 3, 3},
	{ADDING("1", "1"), 0, 0},
	/* scores are added, but not the right ones */
	{ADDING("0", "2"), 2, 2},
	{ADDING_CAUSAL(BY_AND_BY, "= p[i * n + j]"), 9, 9},
	{ADDING_CAUSAL(AT_ONCE, "+= p[i * n + j]"), 9, 9},
	/* and something else that is wrong */
	{ADDING_CAUSAL(BY_AND_BY, "= 7"), 0, 0},
};

START_TEST(what_is_added_to_is_told)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *all = prepare(&desk), *open = prepare_scope(&desk, EXAM_PUBLIC_GROUPS);
	ck_assert_uint_eq(count_named_by(&desk, open, added[_i].source, "M61"), added[_i].on_public);
	ck_assert_uint_eq(count_named_by(&desk, all, added[_i].source, "M61"), added[_i].on_all);
	exam_release(open);
	exam_release(all);
}
END_TEST

/* An empty row is spread evenly in one function; another adds hidden values, times 0. */
#define TWO_IN_TWO \
	"#define attn_masked_softmax plain_masked\n#define attn_causal plain_causal\n" PLAIN \
	"#undef attn_masked_softmax\n#undef attn_causal\n" \
	"int attn_masked_softmax(size_t n_q, size_t n_k, const float *scores, const float *mask, float *weights)\n" \
	"{\n" \
	"\tint status = plain_masked(n_q, n_k, scores, mask, weights);\n" \
	"\tfor (size_t i = 0; i < n_q; i++, weights += n_k) {\n" \
	"\t\tint empty = 1;\n" \
	"\t\tfor (size_t j = 0; j < n_k; j++)\n" \
	"\t\t\tempty &= weights[j] == 0;\n" \
	"\t\tfor (size_t j = 0; j < n_k && empty; j++)\n" \
	"\t\t\tweights[j] = 1 / (float)n_k;\n" \
	"\t}\n" \
	"\treturn status;\n" \
	"}\n" \
	"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float " \
	"*out,\n" \
	"\t\tfloat *weights)\n" \
	"{\n" \
	"\tint status = plain_causal(n, d_k, d_v, q, k, v, out, weights);\n" \
	"\tfor (size_t i = 0; i < n; i++)\n" \
	"\t\tfor (size_t j = i + 1; j < n; j++)\n" \
	"\t\t\tfor (size_t c = 0; c < d_v; c++)\n" \
	"\t\t\t\tout[i * d_v + c] += 0 * v[j * d_v + c];\n" \
	"\treturn status;\n" \
	"}\n"

/* What fits both, without being either, drives out neither. */
START_TEST(what_is_wrong_elsewhere_drives_out_no_name)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare_scope(&desk, EXAM_PUBLIC_GROUPS);
	struct graded graded = grade_source(&desk, exam, TWO_IN_TWO);
	size_t even = 0, mixed = 0;
	for (size_t i = 0; i < graded.n_results; i++)
		for (size_t d = 0; d < graded.results[i].n_diagnoses; d++) {
			even += strcmp(graded.results[i].diagnoses[d].id, "M70") == 0;
			mixed += strcmp(graded.results[i].diagnoses[d].id, "M62") == 0;
		}
	ck_assert_uint_gt(even, 0);
	ck_assert_uint_gt(mixed, 0);
	exam_release(exam);
}
END_TEST

/* No maximum is subtracted, and hidden values are multiplied by 0. */
#define UNSHIFTED_MIXED \
	"#define ROW_MAXIMUM(n, scores, visible) 0.0f\n" \
	"#define MIX(n, d_v, w, visible, v, out) \\\n" \
	"\tfor (size_t j_ = 0; j_ < (n); j_++) \\\n" \
	"\t\tfor (size_t c_ = 0; c_ < (d_v); c_++) \\\n" \
	"\t\t\t(out)[c_] += (w)[j_] * (v)[j_ * (d_v) + c_];\n" PLAIN

START_TEST(a_mistake_is_not_named_where_it_does_not_show)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare_scope(&desk, EXAM_PUBLIC_GROUPS);
	struct graded graded = grade_source(&desk, exam, UNSHIFTED_MIXED);
	size_t named = 0, elsewhere = 0;
	for (size_t i = 0; i < graded.n_results; i++) {
		const struct result_record *result = &graded.results[i];
		for (size_t d = 0; d < result->n_diagnoses; d++)
			named += strcmp(result->diagnoses[d].id, "M43") == 0;
		if (strcmp(result->exercise_id, "L2.9") != 0) /* its scores are all 0 */
			continue;
		elsewhere++;
		ck_assert_int_eq(result->verdict, VERDICT_WRONG);
		ck_assert_uint_eq(result->n_diagnoses, 0);
	}
	ck_assert_uint_gt(named, 0);
	ck_assert_uint_eq(elsewhere, 1);
	exam_release(exam);
}
END_TEST

/* Answers of 0 are those of several mistakes where cases are few. */
START_TEST(a_stub_hears_nothing)
{
	static const char stub[] = "#include \"attention.h\"\n"
				   "#include <string.h>\n"
				   "int attn_window(size_t n, size_t d_k, size_t d_v, size_t window, const float *q,\n"
				   "\t\tconst float *k, const float *v, float *out)\n"
				   "{\n"
				   "\tmemset(out, 0, n * d_v * sizeof(*out));\n"
				   "\treturn ATTN_OK;\n"
				   "}\n";
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare_scope(&desk, EXAM_PUBLIC_GROUPS);
	struct graded graded = grade_source(&desk, exam, stub);
	size_t wrong = 0;
	for (size_t i = 0; i < graded.n_results; i++) {
		wrong += graded.results[i].verdict == VERDICT_WRONG;
		ck_assert_uint_eq(graded.results[i].n_diagnoses, 0);
	}
	ck_assert_uint_gt(wrong, 0);
	exam_release(exam);
}
END_TEST

/* What right code says to all exercises of a function. */
static struct testimony right_testimony(struct exam *exam, enum operation_id operation, struct arena *arena)
{
	struct evidence *evidence = arena_array(arena, exam->n_exercises, sizeof(*evidence));
	struct testimony testimony = {0, evidence};
	TEXT_SCOPED struct text why = {0};
	for (size_t e = 0; e < exam->n_exercises; e++) {
		struct exam_exercise *entry = &exam->exercises[e];
		if (entry->exercise->operation != &operations[operation])
			continue;
		ck_assert(exam_ready(entry, &why));
		struct call_outcome *outcomes = arena_array(arena, entry->n_cases, sizeof(*outcomes));
		struct judged *judged = arena_array(arena, entry->n_cases, sizeof(*judged));
		for (size_t i = 0; i < entry->n_cases; i++)
			outcomes[i] = simulated_outcome(&entry->batch_cases[i], &entry->cases[i].answer, arena);
		for (size_t i = 0; i < entry->n_cases; i++)
			judged_add(entry, i, outcomes, judged);
		evidence[testimony.count++] = (struct evidence){entry, judged};
	}
	ck_assert_uint_gt(testimony.count, 0);
	return testimony;
}

/* One mistake would explain both, but other functions, in which it would show, are right. */
START_TEST(two_mistakes_in_two_functions_are_not_one)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *exam = prepare(&desk);
	struct diagnosis_record causal[] = {{.id = "M01"}, {.id = "M02"}}, cross[] = {{.id = "M01"}, {.id = "M10"}};
	struct diagnosis by_operation[OPERATION_COUNT] = {{0}};
	struct testimony testimonies[OPERATION_COUNT] = {{0}};
	by_operation[OP_attn_causal] = (struct diagnosis){.count = 2, .list = causal};
	by_operation[OP_attn_cross] = (struct diagnosis){.count = 2, .list = cross};
	diagnosis_settle(by_operation, testimonies, desk.arena);
	ck_assert_uint_eq(by_operation[OP_attn_causal].count, 1);
	ck_assert_str_eq(by_operation[OP_attn_cross].list[0].id, "M01");
	by_operation[OP_attn_causal] = (struct diagnosis){.count = 2, .list = causal};
	by_operation[OP_attn_cross] = (struct diagnosis){.count = 2, .list = cross};
	testimonies[OP_attn_padded] = right_testimony(exam, OP_attn_padded, desk.arena);
	testimonies[OP_attn_window] = right_testimony(exam, OP_attn_window, desk.arena);
	diagnosis_settle(by_operation, testimonies, desk.arena);
	ck_assert_uint_eq(by_operation[OP_attn_causal].count, 2);
	ck_assert_uint_eq(by_operation[OP_attn_cross].count, 2);
	exam_release(exam);
}
END_TEST

/* ---- what counts as evidence ---- */

enum { CASES_MAX = 4 };

/* attn_scores of one query and `n_k` like keys, d_k = 2: right is 1 / sqrt(2), without scale it is 1. */
struct scene {
	size_t n_k;
	float q[CASES_MAX][2], *k, *got[CASES_MAX];
	struct batch_case given[CASES_MAX];
	struct exam_case cases[CASES_MAX];
	struct call_outcome outcomes[CASES_MAX];
	struct judged judged[CASES_MAX];
	struct exercise exercise;
	struct exam_exercise entry;
};

static void set_case(struct scene *scene, size_t i, struct arena *arena)
{
	struct frame *frame = &scene->given[i].frame;
	float *junk = arena_array(arena, scene->n_k, sizeof(float));
	for (size_t j = 0; j < scene->n_k; j++)
		junk[j] = 12345;
	frame->operation = &operations[OP_attn_scores];
	frame->arguments[0].size = 1;
	frame->arguments[1].size = scene->n_k;
	frame->arguments[2].size = 2;
	frame->arguments[3].buffer = scene->q[i];
	frame->arguments[4].buffer = scene->k;
	reference_answer(frame, arena, &scene->cases[i].answer);
	scene->got[i] = arena_array(arena, scene->n_k, sizeof(float));
	scene->outcomes[i].outputs[5] = scene->outcomes[i].outputs_again[5] = scene->got[i];
	scene->outcomes[i].junk[5] = scene->outcomes[i].junk_again[5] = junk;
}

/* In the last `n_nan` cases the query is NaN. */
static void set_many(struct scene *scene, size_t n_cases, size_t n_nan, size_t n_k, struct arena *arena)
{
	*scene = (struct scene){.n_k = n_k, .k = arena_array(arena, n_k, 2 * sizeof(float))};
	scene->exercise.operation = &operations[OP_attn_scores];
	scene->entry = (struct exam_exercise){.exercise = &scene->exercise,
					      .tolerance = 8,
					      .n_cases = n_cases,
					      .cases = scene->cases,
					      .batch_cases = scene->given,
					      .mutex = PTHREAD_MUTEX_INITIALIZER,
					      .arena = arena};
	for (size_t j = 0; j < n_k; j++)
		scene->k[2 * j] = 1;
	for (size_t i = 0; i < n_cases; i++) {
		scene->q[i][0] = i < n_cases - n_nan ? 1 : NAN;
		set_case(scene, i, arena);
	}
}

static void set(struct scene *scene, struct arena *arena)
{
	set_many(scene, 2, 0, 1, arena);
}

static struct diagnosis diagnose(struct scene *scene, struct arena *arena)
{
	for (size_t i = 0; i < scene->entry.n_cases; i++)
		scene->judged[i] = judged_make(&scene->given[i], &scene->cases[i].answer, 8, &scene->outcomes[i]);
	struct evidence evidence = {&scene->entry, scene->judged};
	return diagnosis_make(&evidence, 1, arena);
}

static const float right = 0.70710678f;

START_TEST(all_cases_must_fit)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set(&scene, arena);
	scene.got[0][0] = scene.got[1][0] = 1;
	struct diagnosis both = diagnose(&scene, arena);
	ck_assert_uint_ge(both.count, 1);
	bool found = false;
	for (size_t i = 0; i < both.count; i++)
		found |= strcmp(both.list[i].id, misconception_find("no_scale")->id) == 0;
	ck_assert(found);
	scene.got[1][0] = right;
	ck_assert_uint_eq(diagnose(&scene, arena).count, 0);
	scene.got[0][0] = right;
	ck_assert_uint_eq(diagnose(&scene, arena).count, 0);
}
END_TEST

static const struct {
	enum verdict verdict;
	bool allowed;
} beside[] = {
	{VERDICT_TIMED_OUT, true},    {VERDICT_OUT_OF_MEMORY, true}, {VERDICT_COUNT, true},
	{VERDICT_CRASHED, false},     {VERDICT_UNWRITTEN, false},    {VERDICT_OUT_OF_BOUNDS, false},
	{VERDICT_WROTE_INPUT, false}, {VERDICT_EXITED, false},	     {VERDICT_FORBIDDEN, false},
	{VERDICT_TAMPERED, false},    {VERDICT_INCONSISTENT, false}, {VERDICT_MISSING, false},
};

START_TEST(what_happens_beside_counts)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set(&scene, arena);
	scene.got[0][0] = 1;
	scene.outcomes[1].verdict = beside[_i].verdict;
	ck_assert_int_eq(diagnose(&scene, arena).count > 0, beside[_i].allowed);
}
END_TEST

/* Whatever the misconception, and in any coding. */
static void answer_everything_with(struct scene *scene, double *number, struct arena *arena)
{
	struct answer *same = arena_alloc(arena, sizeof(*same));
	*same = scene->cases[0].answer;
	same->outputs[5].real = number;
	scene->entry.mistaken = arena_array(arena, misconception_count() * 2, sizeof(*scene->entry.mistaken));
	for (size_t i = 0; i < misconception_count() * 2; i++) {
		const size_t codings = misconception_codings(misconception_at(i / 2));
		scene->entry.mistaken[i].answers = arena_array(arena, codings, sizeof(struct answer *));
		for (size_t c = 0; c < codings; c++)
			scene->entry.mistaken[i].answers[c] = same;
	}
}

START_TEST(what_is_barely_wrong_is_no_idea)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set(&scene, arena);
	/* the only misconception there is would fit, had it been a clear one */
	scene.got[0][0] = scene.got[1][0] = right * (1 + 1e-5f);
	ck_assert_int_eq(compare_outcome(&scene.given[0].frame, &scene.cases[0].answer, 8, 0, scene.outcomes[0].outputs,
					 scene.outcomes[0].junk)
				 .verdict,
			 VERDICT_WRONG);
	double number = (double)scene.got[0][0];
	answer_everything_with(&scene, &number, arena);
	ck_assert_uint_eq(diagnose(&scene, arena).count, 0);
	scene.got[0][0] = scene.got[1][0] = 1;
	number = 1;
	ck_assert_uint_gt(diagnose(&scene, arena).count, 0);
}
END_TEST

/* Queries and keys swapped: of one query and several keys nobody can tell what comes of it. */
START_TEST(what_is_left_open_explains_nothing)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set_many(&scene, 4, 0, 3, arena);
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 3; j++)
			scene.got[i][j] = right * 1.03f;
	ck_assert_uint_eq(diagnose(&scene, arena).count, 0);
}
END_TEST

/* Without scale, and with zeros in place of NaN. */
static size_t count_named(size_t n_cases, size_t n_nan, size_t n_k)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set_many(&scene, n_cases, n_nan, n_k, arena);
	for (size_t i = 0; i < n_cases; i++)
		for (size_t j = 0; j < n_k; j++)
			scene.got[i][j] = i < n_cases - n_nan ? 1 : 0;
	return diagnose(&scene, arena).count;
}

START_TEST(two_need_more_than_a_case_each)
{
	ck_assert_uint_eq(count_named(4, 2, 1), 2);
	/* what several cases of numbers tell is told all the same */
	ck_assert_uint_eq(count_named(4, 3, 1), 0);
	ck_assert_uint_eq(count_named(4, 1, 1), 1);
	ck_assert_uint_eq(count_named(2, 1, 1), 0);
}
END_TEST

/* Two short cases, of that query and without scale, and a long one, without scale but for its first number. */
static size_t count_beside_long(float query, float first)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct scene scene;
	set_many(&scene, 3, 0, 1001, arena);
	for (size_t j = 0; j < 1001; j++)
		scene.got[2][j] = j == 0 ? first : 1;
	scene.n_k = 1;
	for (size_t i = 0; i < 2; i++) {
		scene.q[i][0] = query;
		set_case(&scene, i, arena);
		scene.got[i][0] = query;
	}
	return diagnose(&scene, arena).count;
}

START_TEST(long_cases_speak_where_no_short_one_is_wrong)
{
	ck_assert_uint_eq(count_beside_long(1, 1), 1);
	ck_assert_uint_eq(count_beside_long(1, 0.9f), 1);
	ck_assert_uint_eq(count_beside_long(0, 1), 1);
	ck_assert_uint_eq(count_beside_long(0, 0.9f), 0);
}
END_TEST

START_TEST(the_search_for_two_is_bounded)
{
	ck_assert_uint_eq(count_named(4, 2, 1000), 2);
	/* each case could be asked, but not for every pair; or none could: one is named that explains the numbers */
	ck_assert_uint_eq(count_named(4, 2, 2300), 1);
	ck_assert_uint_eq(count_named(4, 2, 2500), 1);
}
END_TEST

/*
 * Queries of zero, and rows that are right but for the first, which is zeros: results one row too low of a mask that
 * begins one key too late come to the same, and nobody makes both to be right in all other rows.
 */
static struct diagnosis diagnose_first_row(const char *queries, struct exam **exam, struct arena *arena)
{
	static const struct secret secret = {{7}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text why = {0};
	const char *yaml = arena_format(
		arena,
		"id: T.1\ntitle: T\nfunction: attn_causal\npoints: 1\nstatement: S\ncases:\n- name: c\n  repeat: 6\n"
		"  given: {n: {int: [3, 6]}, d_k: 2, d_v: 2, q: %s, k: {normal: [0, 1]}, v: {normal: [0, 1]}}\n",
		queries);
	const struct exercise *exercise = exercise_parse("L2-test/t.yaml", yaml, strlen(yaml), arena, diagnostics);
	const struct catalogue catalogue = {1, &exercise};
	ck_assert_ptr_nonnull(exercise);
	*exam = exam_prepare(&catalogue, &secret, EXAM_ALL_GROUPS, arena, diagnostics);
	struct exam_exercise *entry = &(*exam)->exercises[0];
	ck_assert(exam_ready(entry, &why));
	struct call_outcome *outcomes = arena_array(arena, entry->n_cases, sizeof(*outcomes));
	struct judged *judged = arena_array(arena, entry->n_cases, sizeof(*judged));
	for (size_t i = 0; i < entry->n_cases; i++) {
		outcomes[i] = simulated_outcome(&entry->batch_cases[i], &entry->cases[i].answer, arena);
		float *out = outcomes[i].outputs[6];
		float *weights = outcomes[i].outputs[7];
		out[0] = out[1] = weights[0] = 0;
		judged_add(entry, i, outcomes, judged);
	}
	return diagnosis_make(&(struct evidence){entry, judged}, 1, arena);
}

START_TEST(two_that_undo_each_other_were_not_made)
{
	static const char *const queries[] = {"0", "{normal: [0, 1]}"};
	for (size_t i = 0; i < 2; i++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct exam *exam;
		ck_assert_uint_eq(diagnose_first_row(queries[i], &exam, arena).count, 0);
		exam_release(exam);
	}
}
END_TEST

START_TEST(the_widest_explanation_stays)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct diagnosis by_operation[OPERATION_COUNT] = {{0}};
	struct diagnosis_record both[] = {{.id = "M01"}, {.id = "M02"}}, one[] = {{.id = "M02"}},
				other[] = {{.id = "M04"}, {.id = "M05"}},
				two[] = {{.id = "M01"},
					 {.id = "M06"},
					 {.id = "M02", .mistake = 1},
					 {.id = "M07", .mistake = 1}};
	by_operation[2] = (struct diagnosis){.count = 2, .list = both};
	by_operation[4] = (struct diagnosis){.count = 1, .list = one};
	by_operation[7] = (struct diagnosis){.count = 2, .list = other};
	by_operation[8] = (struct diagnosis){.count = 4, .list = two};
	diagnosis_settle(by_operation, (const struct testimony[OPERATION_COUNT]){{0}}, arena);
	ck_assert_uint_eq(by_operation[2].count, 1);
	ck_assert_str_eq(by_operation[2].list[0].id, "M02");
	ck_assert_uint_eq(by_operation[4].count, 1);
	ck_assert_uint_eq(by_operation[7].count, 2);
	ck_assert_str_eq(by_operation[7].list[1].id, "M05");
	ck_assert_uint_eq(by_operation[8].count, 2);
	ck_assert_str_eq(by_operation[8].list[0].id, "M01");
	ck_assert_str_eq(by_operation[8].list[1].id, "M02");
	ck_assert_uint_eq(by_operation[8].list[1].mistake, 1);
	ck_assert_uint_eq(by_operation[0].count, 0);
}
END_TEST

#define LOOP(function, table) tcase_add_loop_test(tests, function, 0, SUITE_SHARE(sizeof(table) / sizeof((table)[0])))

int main(void)
{
	Suite *suite = suite_create("diagnosis");
	TCase *tests = tcase_create("diagnosis");
	tcase_set_timeout(tests, 300); /* against hanging only */
	LOOP(mistaken_samples_are_found_out, mistaken);
	LOOP(others_hear_nothing, silent);
	LOOP(inventions_are_not_explained_away, inventions);
	LOOP(two_at_once_are_both_named, doubles);
	LOOP(what_happens_beside_counts, beside);
	tcase_add_test(tests, the_class_shares_an_exam);
	tcase_add_test(tests, all_cases_must_fit);
	tcase_add_test(tests, what_is_barely_wrong_is_no_idea);
	tcase_add_test(tests, what_is_left_open_explains_nothing);
	tcase_add_test(tests, two_need_more_than_a_case_each);
	tcase_add_test(tests, long_cases_speak_where_no_short_one_is_wrong);
	tcase_add_test(tests, the_search_for_two_is_bounded);
	LOOP(what_is_added_to_is_told, added);
	tcase_add_test(tests, two_that_undo_each_other_were_not_made);
	tcase_add_test(tests, a_stub_hears_nothing);
	tcase_add_test(tests, what_is_wrong_elsewhere_drives_out_no_name);
	tcase_add_test(tests, a_mistake_is_not_named_where_it_does_not_show);
	tcase_add_test(tests, two_mistakes_in_two_functions_are_not_one);
	tcase_add_test(tests, the_widest_explanation_stays);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
