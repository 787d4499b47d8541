/*
 * Grading one submission, through the real sandbox: groups and worth, requirements, what is not worth
 * running, state that shows, and that nothing run is never a pass.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/stopwatch.h"
#include "grading/grade.h"
#include "sandbox/inside.h"

/* A submission compiled from text, an exam from exercises in text, and what came of it. */
struct scene {
	struct arena *arena;
	struct exam *exam;
	struct sandbox *sandbox;
	struct graded graded;
};

static void compile(const char *source, char *object)
{
	char command[512], folder[] = "/tmp/gym-grade-XXXXXX";
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(object, 256, "%s/attention.so", folder);
	snprintf(command, sizeof(command), "cc -shared -fPIC -O1 -w -I%s/reference -x c - -o %s -lm", SOURCE_DIR,
		 object);
	FILE *compiler = popen(command, "we");
	ck_assert_ptr_nonnull(compiler);
	fputs("#include <math.h>\n#include <stdlib.h>\n#include \"attention.h\"\n", compiler);
	fputs(source, compiler);
	ck_assert_int_eq(pclose(compiler), 0);
}

static void discard(char *object)
{
	unlink(object);
	*strrchr(object, '/') = '\0';
	rmdir(object);
}

/* The exam and a sandbox. */
static struct scene scene_open(const char *const *yaml, size_t n_yaml, enum exam_scope scope)
{
	static const struct secret secret = {{1, 2, 3}};
	struct scene scene = {.arena = arena_create()};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text why = {0};
	const struct exercise *exercises[4];
	for (size_t i = 0; i < n_yaml; i++) {
		exercises[i] =
			exercise_parse("L2-application/x.yaml", yaml[i], strlen(yaml[i]), scene.arena, diagnostics);
		diagnostics_print(diagnostics, stderr, false);
		ck_assert_ptr_nonnull(exercises[i]);
	}
	struct catalogue catalogue = {n_yaml, exercises};
	scene.exam = exam_prepare(&catalogue, &secret, scope, scene.arena, diagnostics);
	ck_assert_ptr_nonnull(scene.exam);
	struct sandbox_options options = {.mode = SANDBOX_BUBBLEWRAP, .worker = BUILD_DIR "/grader-worker"};
	scene.sandbox = sandbox_open(&options, &why);
	ck_assert_msg(scene.sandbox != NULL, "%s", text_string(&why));
	scene.sandbox->swift_ns = UINT64_MAX;
	return scene;
}

/* NULL: all exercises are wanted. */
static void take(struct scene *scene, const char *source, const bool *wanted)
{
	TEXT_SCOPED struct text why = {0};
	char object[256];
	struct submission submission;
	compile(source, object);
	ck_assert_msg(submission_open(object, &submission, &why), "%s", text_string(&why));
	discard(object);
	scene->graded =
		grade_submission(scene->exam, scene->sandbox, "bubblewrap", &submission, wanted, NULL, scene->arena);
	submission_close(&submission);
}

static struct scene grade_wanted(const char *const *yaml, size_t n_yaml, const char *source, enum exam_scope scope,
				 const bool *wanted)
{
	struct scene scene = scene_open(yaml, n_yaml, scope);
	take(&scene, source, wanted);
	return scene;
}

static struct scene grade(const char *const *yaml, size_t n_yaml, const char *source, enum exam_scope scope)
{
	return grade_wanted(yaml, n_yaml, source, scope, NULL);
}

static void release(struct scene *scene)
{
	sandbox_close(scene->sandbox);
	exam_release(scene->exam);
	arena_destroy(scene->arena);
}
#define SCENE_SCOPED __attribute__((cleanup(release)))

#define EDGES(id, more, cases) \
	"id: " id "\ntitle: t\nfunction: attn_edges\npoints: 12\nstatement: s\n" more "cases:\n" cases
#define HONEST "*full = n * n; *causal = n * (n + 1) / 2;"
#define FUNCTION(body) "int attn_edges(uint64_t n, uint64_t *full, uint64_t *causal) { " body " return ATTN_OK; }\n"

static const char *const three_groups[] = {EDGES("L2.1", "",
						 "- {name: small, public: true, given: {n: 3}}\n"
						 "- {name: large, worth: 2, hint: think big, given: {n: 70000}}\n"
						 "- {name: many, worth: 3, repeat: 4, given: {n: {int: [10, 20]}}}\n")};

START_TEST(points_go_by_worth)
{
	SCENE_SCOPED struct scene scene =
		grade(three_groups, 1, FUNCTION("unsigned m = n * n; " HONEST " *full = m;"), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.verdict, VERDICT_GRADED);
	const struct result_record *result = &scene.graded.results[0];
	ck_assert_uint_eq(result->n_groups, 3);
	ck_assert_double_eq(result->won, 12.0 * 4 / 6);
	ck_assert_int_eq(result->verdict, VERDICT_WRONG);
	ck_assert_int_eq(result->groups[1].verdict, VERDICT_WRONG);
	ck_assert_str_eq(result->groups[1].hint, "think big");
	ck_assert_ptr_null(result->groups[1].shown);
	ck_assert_ptr_nonnull(result->groups[0].shown);
	ck_assert_uint_eq(result->groups[2].repetitions, 4);
	ck_assert_uint_eq(result->groups[2].passed, 4);
}
END_TEST

START_TEST(one_failed_repetition_fails_the_group)
{
	SCENE_SCOPED struct scene scene =
		grade(three_groups, 1, FUNCTION(HONEST " if (n == 13) *full = 0;"), EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[0];
	const struct group_record *many = &result->groups[2];
	if (many->passed == many->repetitions) /* 13 was not drawn: then nothing may be lost */
		ck_assert_double_eq(result->won, 12);
	else
		ck_assert_double_eq(result->won, 6);
}
END_TEST

START_TEST(everything_right_is_everything_won)
{
	SCENE_SCOPED struct scene scene = grade(three_groups, 1, FUNCTION(HONEST), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_PASSED);
	ck_assert_double_eq(scene.graded.results[0].won, 12);
}
END_TEST

START_TEST(public_scope_runs_public_groups_only)
{
	SCENE_SCOPED struct scene scene = grade(three_groups, 1, FUNCTION(HONEST), EXAM_PUBLIC_GROUPS);
	ck_assert_uint_eq(scene.graded.results[0].n_groups, 1);
	ck_assert_double_eq(scene.graded.results[0].won, 12);
}
END_TEST

START_TEST(no_case_run_is_no_pass)
{
	static const char *const hidden[] = {EDGES("L2.1", "", "- {name: a, given: {n: 3}}\n")};
	SCENE_SCOPED struct scene scene = grade(hidden, 1, FUNCTION(HONEST), EXAM_PUBLIC_GROUPS);
	ck_assert_int_eq(scene.graded.verdict, VERDICT_HARNESS_FAULT);
	ck_assert_uint_eq(scene.graded.n_results, 0);
	ck_assert_ptr_nonnull(strstr(scene.graded.reason, "no case to run"));
}
END_TEST

/* The other exercise of the function, of which nothing is asked but what its cases say of the mistake, has none. */
START_TEST(a_witness_without_a_word_is_done_without)
{
	static const char *const two[] = {
		EDGES("L2.1", "", "- {name: a, public: true, repeat: 9, given: {n: {int: [4, 90]}}}\n"),
		EDGES("L2.2", "", "- {name: a, given: {n: 3}}\n"),
	};
	static const bool wanted[] = {true, false};
	const char *strict = FUNCTION("*full = n * n; *causal = n * (n - 1) / 2;");
	SCENE_SCOPED struct scene scene = grade_wanted(two, 2, strict, EXAM_PUBLIC_GROUPS, wanted);
	ck_assert_msg(scene.graded.verdict == VERDICT_GRADED, "%s", scene.graded.reason);
	ck_assert_uint_eq(scene.graded.n_results, 1);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_WRONG);
	ck_assert_uint_ge(scene.graded.results[0].n_diagnoses, 1);
}
END_TEST

START_TEST(missing_functions_lose_only_their_exercise)
{
	static const char *const two[] = {
		EDGES("L2.1", "", "- {name: a, given: {n: 3}}\n"),
		"id: L2.2\ntitle: t\nfunction: attn_causal_mask\npoints: 5\nstatement: s\ncases:\n"
		"- {name: a, given: {n_q: 2, n_k: 2, offset: 0}}\n",
	};
	SCENE_SCOPED struct scene scene = grade(two, 2, FUNCTION(HONEST), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(scene.graded.results[1].verdict, VERDICT_MISSING);
	ck_assert_double_eq(scene.graded.results[1].won, 0);
	ck_assert_ptr_nonnull(strstr(scene.graded.results[1].message, "attn_causal_mask"));
}
END_TEST

START_TEST(failed_requirements_are_named)
{
	static const char *const chain[] = {
		EDGES("L2.1", "", "- {name: a, given: {n: 3}}\n"),
		EDGES("L2.2", "requires: [L2.1]\n", "- {name: a, given: {n: 4}}\n"),
		EDGES("L2.3", "requires: [L2.2]\n", "- {name: a, given: {n: 5}}\n"),
	};
	SCENE_SCOPED struct scene scene = grade(chain, 3, FUNCTION(HONEST " if (n != 4) *full = 0;"), EXAM_ALL_GROUPS);
	const struct result_record *results = scene.graded.results;
	ck_assert_str_eq(results[0].fix_first, "");
	ck_assert_int_eq(results[1].verdict, VERDICT_PASSED); /* still graded, and right */
	ck_assert_str_eq(results[1].fix_first, "");
	ck_assert_int_eq(results[2].verdict, VERDICT_WRONG);
	ck_assert_str_eq(results[2].fix_first, ""); /* what it requires passed */
	SCENE_SCOPED struct scene worse = grade(chain, 3, FUNCTION(HONEST " *full = 0;"), EXAM_ALL_GROUPS);
	ck_assert_str_eq(worse.graded.results[1].fix_first, "L2.1");
	ck_assert_str_eq(worse.graded.results[2].fix_first, "L2.2");
}
END_TEST

START_TEST(a_function_that_never_returns_costs_little)
{
	static const char *const slow[] = {EDGES("L2.1", "limits: {cpu_ms: 30}\n",
						 "- {name: a, repeat: 500, given: {n: 3}}\n"
						 "- {name: b, repeat: 500, given: {n: 4}}\n"
						 "- {name: c, repeat: 500, given: {n: 5}}\n")};
	SCENE_SCOPED struct scene scene = grade(slow, 1, FUNCTION("for (volatile int i = 1; i;) ;"), EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[0];
	ck_assert_uint_eq(result->n_groups, 3);
	for (size_t g = 0; g < 3; g++) {
		ck_assert_int_eq(result->groups[g].verdict, VERDICT_TIMED_OUT);
		ck_assert_uint_eq(result->groups[g].passed, 0);
	}
	ck_assert_ptr_nonnull(strstr(result->groups[2].message, "not run"));
	ck_assert_double_lt(result->cpu_ms, 1000); /* two time-outs, not 1500 */
	ck_assert_double_eq(result->won, 0);
}
END_TEST

#define BRIEF "limits: {cpu_ms: 30}\n"
#define ONE_CAUSAL(id) \
	"id: " id "\ntitle: t\nfunction: attn_causal\npoints: 1\nstatement: s\n" BRIEF \
	"cases:\n- {name: a, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"

/* Two exercises are enough to tell, for those that ask the function beside another as well. */
START_TEST(what_never_returned_is_not_called_again_where_one_gives_up)
{
	static const char *const yaml[] = {
		ONE_CAUSAL("L2.1"), ONE_CAUSAL("L2.2"), ONE_CAUSAL("L2.3"),
		"id: L2.4\ntitle: t\nfunction: attn_self\npoints: 1\nstatement: s\n" BRIEF "cases:\n"
		"- {name: a, property: {agreement: attn_causal}, given: {n: 1, d_model: 1, d_k: 1, d_v: 1, x: 2, w_q: "
		"1, w_k: 1, w_v: 3}}\n"
		"- {name: b, given: {n: 1, d_model: 1, d_k: 1, d_v: 1, x: 3, w_q: 1, w_k: 1, w_v: 3}}\n"};
	static const char source[] =
		"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,"
		" float *out, float *weights) { for (volatile int i = 1; i;) ; return 0; }\n"
		"int attn_self(size_t n, size_t d_model, size_t d_k, size_t d_v, const float *x, const float *w_q,"
		" const float *w_k, const float *w_v, float *out) { *out = *x * *w_v; return 0; }\n";
	for (int gives_up = 0; gives_up <= 1; gives_up++) {
		SCENE_SCOPED struct scene scene = scene_open(yaml, 4, EXAM_ALL_GROUPS);
		scene.exam->gives_up = gives_up;
		take(&scene, source, NULL);
		const struct result_record *results = scene.graded.results;
		for (size_t i = 0; i < 4; i++)
			ck_assert_int_eq(results[i].verdict, VERDICT_TIMED_OUT);
		ck_assert_double_gt(results[1].cpu_ms, 0);
		ck_assert(gives_up == (results[2].cpu_ms <= 0));
		ck_assert(gives_up ==
			  (strstr(results[2].groups[0].message,
				  "not called here, since attn_causal never returned in L2.1 and L2.2") != NULL));
		ck_assert_int_eq(results[3].groups[0].verdict, VERDICT_TIMED_OUT);
		ck_assert(gives_up == (strstr(results[3].groups[0].message,
					      "not called here, since attn_causal never returned") != NULL));
		ck_assert_int_eq(results[3].groups[1].verdict, VERDICT_PASSED);
	}
}
END_TEST

/*
 * Two mistakes: what is hidden is multiplied by 0, and no maximum is subtracted, which plain numbers show sooner. The
 * public cases show the first alone.
 */
START_TEST(where_only_nan_fails_the_counterexample_has_it)
{
	static const char *const yaml[] = {
		"id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 1\nstatement: s\ncases:\n"
		"- {name: plain, public: true, given: {n: 2, d_k: 1, d_v: 1, q: 1, k: 1, v: 2, weights: ~}}\n"
		"- {name: nan, public: true, given: {n: 2, d_k: 1, d_v: 1, q: 1, k: 1, v: [[1], [nan]], weights: ~}}\n"
		"- {name: large, given: {n: 1, d_k: 1, d_v: 1, q: 100, k: 100, v: 1, weights: ~}}\n"};
	static const char source[] =
		"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,"
		" float *out, float *weights) { if (d_k == 0) return ATTN_EINVAL;\n"
		"for (size_t i = 0; i < n; i++) { float w[64] = {0}, sum = 0;\n"
		"for (size_t j = 0; j <= i; j++) { float s = 0;\n"
		"for (size_t c = 0; c < d_k; c++) s += q[i * d_k + c] * k[j * d_k + c];\n"
		"sum += w[j] = expf(s / sqrtf(d_k)); }\n"
		"for (size_t j = 0; j < n; j++) { w[j] /= j <= i ? sum : 1; if (weights) weights[i * n + j] = w[j]; }\n"
		"for (size_t c = 0; c < d_v; c++) { out[i * d_v + c] = 0;\n"
		"for (size_t j = 0; j < n; j++) out[i * d_v + c] += w[j] * v[j * d_v + c]; } } return 0; }\n";
	SCENE_SCOPED struct scene scene = grade(yaml, 1, source, EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[0];
	ck_assert_int_eq(result->groups[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(result->groups[2].verdict, VERDICT_WRONG);
	const struct case_record *shown = &result->counterexample->shown;
	ck_assert_str_eq(shown->scalars, "n = 2, d_k = 1, d_v = 1");
	ck_assert_str_eq(shown->matrices[2].name, "v");
	ck_assert(isnan(shown->matrices[2].values[1]));
	for (size_t m = 0; m < 2; m++)
		ck_assert(isfinite(shown->matrices[m].values[0]) && isfinite(shown->matrices[m].values[1]));
}
END_TEST

START_TEST(what_returned_once_is_called_all_the_same)
{
	static const char *const yaml[] = {EDGES("L2.1", BRIEF, "- {name: a, given: {n: 3}}\n"),
					   EDGES("L2.2", BRIEF, "- {name: a, given: {n: 4}}\n"),
					   EDGES("L2.3", BRIEF, "- {name: a, given: {n: 5}}\n"),
					   EDGES("L2.4", BRIEF, "- {name: a, given: {n: 3}}\n")};
	SCENE_SCOPED struct scene scene = scene_open(yaml, 4, EXAM_ALL_GROUPS);
	scene.exam->gives_up = true;
	take(&scene, FUNCTION("for (volatile int i = n != 3; i;) ; " HONEST), NULL);
	const struct result_record *results = scene.graded.results;
	ck_assert_int_eq(results[2].verdict, VERDICT_TIMED_OUT);
	ck_assert_double_gt(results[2].cpu_ms, 0);
	ck_assert_int_eq(results[3].verdict, VERDICT_PASSED);
}
END_TEST

START_TEST(a_crash_loses_its_group_only)
{
	SCENE_SCOPED struct scene scene =
		grade(three_groups, 1, FUNCTION(HONEST " if (n > 1000) abort();"), EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[0];
	ck_assert_int_eq(result->groups[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(result->groups[1].verdict, VERDICT_CRASHED);
	ck_assert_int_eq(result->groups[2].verdict, VERDICT_PASSED);
	ck_assert_double_eq(result->won, 12.0 * 4 / 6);
}
END_TEST

#define SOFTMAX_BODY(last) \
	"int attn_softmax(size_t n_q, size_t n_k, const float *s, float *w) { static int calls; " \
	"for (size_t i = 0; i < n_q; i++) { float m = -INFINITY, sum = 0; " \
	"for (size_t j = 0; j < n_k; j++) m = fmaxf(m, s[i * n_k + j]); " \
	"for (size_t j = 0; j < n_k; j++) sum += expf(s[i * n_k + j] - m); " \
	"for (size_t j = 0; j < n_k; j++) w[i * n_k + j] = expf(s[i * n_k + j] - m) / sum; } " last \
	" calls++; return ATTN_OK; }\n"

static const char *const rows[] = {"id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 10\nstatement: s\ncases:\n"
				   "- {name: a, repeat: 5, given: {n_q: 2, n_k: 3, scores: {normal: [0, 1]}}}\n"};

START_TEST(kept_state_shows_even_within_the_tolerance)
{
	SCENE_SCOPED struct scene honest = grade(rows, 1, SOFTMAX_BODY(""), EXAM_ALL_GROUPS);
	ck_assert_int_eq(honest.graded.results[0].verdict, VERDICT_PASSED);
	SCENE_SCOPED struct scene drifting =
		grade(rows, 1, SOFTMAX_BODY("if (calls > 3) w[0] = nextafterf(w[0], 1);"), EXAM_ALL_GROUPS);
	ck_assert_int_eq(drifting.graded.results[0].verdict, VERDICT_INCONSISTENT);
	ck_assert_double_eq(drifting.graded.results[0].won, 0);
}
END_TEST

/* Public cases run first: the case that comes after all the others is a hidden one wherever it stands. */
START_TEST(kept_state_shows_whatever_group_stands_last)
{
	static const char *const mixed[] = {
		"id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, given: {n_q: 1, n_k: 2, scores: [[1, 2]]}}\n"
		"- {name: b, given: {n_q: 1, n_k: 2, scores: [[1, 3]]}}\n"
		"- {name: c, public: true, given: {n_q: 1, n_k: 2, scores: [[1, 4]]}}\n"};
	SCENE_SCOPED struct scene scene =
		grade(mixed, 1, SOFTMAX_BODY("if (calls > 3) w[0] = nextafterf(w[0], 1);"), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].groups[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(scene.graded.results[0].groups[1].verdict, VERDICT_INCONSISTENT);
	ck_assert_int_eq(scene.graded.results[0].groups[2].verdict, VERDICT_PASSED);
}
END_TEST

/* Three exercises share a child to run again in; what each may use there alone is too little for all of them. */
START_TEST(memory_of_other_exercises_is_not_held_against_one)
{
#define EDGES_IN_40_MIB(id) EDGES(id, "limits: {memory_mib: 40}\n", "- {name: one, given: {n: 3}}\n")
	static const char *const three[] = {EDGES_IN_40_MIB("L2.1"), EDGES_IN_40_MIB("L2.2"), EDGES_IN_40_MIB("L2.3")};
	SCENE_SCOPED struct scene scene = grade(three, 3,
						FUNCTION("static void *volatile kept; kept = malloc(16 << 20); if "
							 "(kept == NULL) return ATTN_EINVAL; " HONEST),
						EXAM_ALL_GROUPS);
	for (size_t i = 0; i < 3; i++)
		ck_assert_int_eq(scene.graded.results[i].verdict, VERDICT_PASSED);
}
END_TEST

START_TEST(right_in_one_layout_only_is_inconsistent)
{
	/* The second layout begins its buffers at a page. */
	SCENE_SCOPED struct scene scene =
		grade(rows, 1, SOFTMAX_BODY("if ((size_t)w % 4096 == 0) w[0] = 2;"), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_INCONSISTENT);
}
END_TEST

START_TEST(what_was_not_written_is_told_apart)
{
	SCENE_SCOPED struct scene scene =
		grade(rows, 1, "int attn_softmax(size_t n, size_t m, const float *s, float *w) { return ATTN_OK; }\n",
		      EXAM_ALL_GROUPS);
	const struct group_record *group = &scene.graded.results[0].groups[0];
	ck_assert_int_eq(group->verdict, VERDICT_UNWRITTEN);
	ck_assert_ptr_nonnull(strstr(group->message, "never written"));
}
END_TEST

START_TEST(hidden_places_are_kinds)
{
	static const char *const masked[] = {
		"id: L2.1\ntitle: t\nfunction: attn_causal_mask\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, given: {n_q: 3, n_k: 3, offset: 0}}\n"
		"- {name: b, public: true, given: {n_q: 3, n_k: 3, offset: 0}}\n"};
	SCENE_SCOPED struct scene scene =
		grade(masked, 1,
		      "int attn_causal_mask(size_t r, size_t c, ptrdiff_t o, float *m) { for (size_t i = 0; i < r * c; "
		      "i++) m[i] = i / c == 1 && i % c == 2 ? 7 : (i % c > i / c ? -INFINITY : 0); return 0; }\n",
		      EXAM_ALL_GROUPS);
	const struct group_record *groups = scene.graded.results[0].groups;
	ck_assert_str_eq(groups[0].place, "a key that the row does not see, in mask");
	ck_assert_str_eq(groups[0].message, "an infinity is right here, something else was written");
	ck_assert_str_eq(groups[1].place, "row 1, column 2 of mask");
	ck_assert_str_eq(groups[1].message, "got 7, expected -inf");
}
END_TEST

/* ---- what is said of a failure ---- */

#define SAMPLE(function) \
	"#define " function " plain_" function "\n#include \"" SOURCE_DIR \
	"/submissions/samples/plain/attention.c\"\n#undef " function "\n"
#define CAUSAL(body) \
	SAMPLE("attn_causal") \
	"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v, float " \
	"*out,\n" \
	"\t\tfloat *weights)\n" \
	"{\n" \
	"\tint status = plain_attn_causal(n, d_k, d_v, q, k, v, out, weights);\n" \
	"\t" body "\n" \
	"\treturn status;\n" \
	"}\n"
#define ASKED_TWICE(more) \
	"id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, property: causal, repeat: 8, given: {n: 3, d_k: 2, d_v: 2, q: {normal: [0, 1]}, " \
	"k: {normal: [0, 1]}, v: {normal: [0, 1]}}}\n" more

/* The first number is off by its last unit, if a key says so that its row does not see. */
#define LAST_UNIT \
	"if (n > 1 && d_k * d_v > 0 && k[(n - 1) * d_k] > 0 && isnormal(out[0]))" \
	" out[0] *= 1 + 0x1p-23f;"

/* What a search says that cannot have found it. */
static const struct {
	const char *yaml, *source, *says;
} unfound[] = {
	{ASKED_TWICE(""), CAUSAL(LAST_UNIT),
	 " rows or columns; each number alone is right, and what must hold between them does not"},
	{ASKED_TWICE("- {name: b, given: {n: 40, d_k: 1, d_v: 1, q: 1, k: 1, v: 1}}\n"),
	 CAUSAL(LAST_UNIT " if (n == 40) out[0] = 7;"),
	 " rows or columns; what fails is longer, or holds other numbers"},
	{EDGES("L2.1", "", "- {name: a, given: {n: 10}}\n"), "int fork(void);\n" FUNCTION("if (n > 2) fork(); " HONEST),
	 " passed, and the next ended as \"forbidden\""},
};

START_TEST(what_was_not_found_is_explained)
{
	SCENE_SCOPED struct scene scene = grade(&unfound[_i].yaml, 1, unfound[_i].source, EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[0];
	ck_assert_int_ne(result->verdict, VERDICT_PASSED);
	ck_assert_ptr_null(result->counterexample);
	ck_assert_msg(strstr(result->message, unfound[_i].says) != NULL, "%s", result->message);
}
END_TEST

#define SCORES(id) \
	"id: " id "\ntitle: t\nfunction: attn_scores\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, repeat: 4, given: {n_q: 2, n_k: 2, d_k: 4, q: {normal: [0, 1]}, k: {normal: [0, 1]}}}\n"

/* Without the others of its function a mistake may look like another: then nothing is said. */
START_TEST(a_witness_that_cannot_be_heard_is_missed)
{
	static const char *const two[] = {SCORES("L2.1"), SCORES("L2.2")};
	static const bool wanted[] = {true, false};
	static const char source[] = "#define SCALE(d_k) 1.0f\n" SAMPLE("nothing");
	SCENE_SCOPED struct scene heard = grade_wanted(two, 2, source, EXAM_ALL_GROUPS, wanted);
	ck_assert_uint_eq(heard.graded.results[0].n_diagnoses, 1);
	ck_assert_ptr_null(heard.graded.warning);
	SCENE_SCOPED struct scene unheard = scene_open(two, 2, EXAM_ALL_GROUPS);
	struct exam_exercise *witness = &unheard.exam->exercises[1];
	struct batch_case endless[4];
	memcpy(endless, witness->batch_cases, sizeof(endless));
	endless[0].frame.arguments[0].size = SIZE_MAX;
	endless[0].frame.arguments[2].size = 0; /* refused before it is looked at */
	witness->batch_cases = endless;
	take(&unheard, source, wanted);
	ck_assert_int_eq(unheard.graded.verdict, VERDICT_GRADED);
	ck_assert_int_eq(unheard.graded.results[0].verdict, VERDICT_WRONG);
	ck_assert_uint_eq(unheard.graded.results[0].n_diagnoses, 0);
	ck_assert_ptr_nonnull(
		strstr(unheard.graded.warning, "no diagnosis of attn_scores, for L2.2 could not be run: "));
}
END_TEST

/* ---- rounds ---- */

/* It dies in a round, and no call of that round does when it is made alone. */
START_TEST(a_call_that_dies_only_after_others)
{
	static const char *const five[] = {
		EDGES("L2.1", "", "- {name: many, public: true, repeat: 5, given: {n: {int: [10, 20]}}}\n")};
	SCENE_SCOPED struct scene scene =
		grade(five, 1, FUNCTION("static int calls; if (++calls == 9) abort();" HONEST), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_INCONSISTENT);
	ck_assert_uint_eq(scene.graded.results[0].groups[0].passed, 4);
}
END_TEST

/* Together they take longer than one may; none of them does. */
START_TEST(slow_calls_in_one_round)
{
	static const char *const five[] = {
		EDGES("L2.1", "limits: {cpu_ms: 10}\n", "- {name: many, repeat: 5, given: {n: {int: [10, 20]}}}\n")};
	SCENE_SCOPED struct scene scene = grade(
		five, 1, "#include <unistd.h>\n" FUNCTION("if (usleep(200000) != 0) abort();" HONEST), EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_PASSED);
}
END_TEST

/* Groups of two kinds: the child that runs public cases sees no hidden one at the same time. */
START_TEST(hidden_cases_keep_to_themselves)
{
	static const char *const both[] = {
		EDGES("L2.1", "",
		      "- {name: shown, public: true, repeat: 6, given: {n: {int: [10, 20]}}}\n"
		      "- {name: secret, repeat: 6, given: {n: {int: [10, 20]}}}\n"
		      "- {name: more, repeat: 6, given: {n: {int: [10, 20]}}}\n")};
	SCENE_SCOPED struct scene scene = grade(both, 1, FUNCTION(HONEST), EXAM_ALL_GROUPS);
	const struct exam_exercise *entry = &scene.exam->exercises[0];
	for (size_t i = 0; i < entry->n_cases; i++)
		for (size_t j = 0; j < entry->n_cases; j++)
			ck_assert_int_eq(entry->batch_cases[i].company == entry->batch_cases[j].company,
					 (entry->cases[i].group == 0) == (entry->cases[j].group == 0));
	ck_assert_uint_ne(entry->batch_cases[0].company, 0);
}
END_TEST

/* ---- exercises in one child ---- */

#define MASK(id, cases) "id: " id "\ntitle: t\nfunction: attn_causal_mask\npoints: 12\nstatement: s\ncases:\n" cases
#define SHOWN "- {name: shown, public: true, given: {n: 3}}\n"
#define HIDDEN "- {name: secret, repeat: 3, given: {n: {int: [1000, 2000]}}}\n"
#define SHOWN_MASK "- {name: shown, public: true, given: {n_q: 2, n_k: 3, offset: 1}}\n"
#define BUILD_MASK(body) \
	"int attn_causal_mask(size_t n_q, size_t n_k, ptrdiff_t offset, float *mask) {" body \
	" for (size_t i = 0; i < n_q; i++) for (size_t j = 0; j < n_k; j++)" \
	" mask[i * n_k + j] = (ptrdiff_t)j <= (ptrdiff_t)i + offset ? 0 : -INFINITY; return ATTN_OK; }\n"

static const char *const together[] = {EDGES("L2.1", "", SHOWN HIDDEN), EDGES("L2.2", "", SHOWN),
				       MASK("L2.3", SHOWN_MASK)};

/* To see what there is, to take the exercises, and to look for state. */
enum { CHILDREN_OF_WHO_IS_RIGHT = 3 };

/* Grades, and says how many children that took. */
static uint64_t count_children(const char *source, struct scene *scene)
{
	const uint64_t before = stopwatch_counted(TALLY_CHILDREN);
	*scene = grade(together, 3, source, EXAM_ALL_GROUPS);
	ck_assert_uint_eq(scene->graded.n_results, 3);
	return stopwatch_counted(TALLY_CHILDREN) - before;
}

static void expect_verdicts(const struct scene *scene, enum verdict first, enum verdict second, enum verdict third)
{
	const enum verdict expected[] = {first, second, third};
	for (size_t i = 0; i < 3; i++)
		ck_assert_msg(scene->graded.results[i].verdict == expected[i], "exercise %zu: %s", i,
			      verdict_name(scene->graded.results[i].verdict));
}

START_TEST(who_is_right_takes_one_child)
{
	SCENE_SCOPED struct scene scene;
	ck_assert_uint_eq(count_children(FUNCTION(HONEST) BUILD_MASK(""), &scene), CHILDREN_OF_WHO_IS_RIGHT);
	expect_verdicts(&scene, VERDICT_PASSED, VERDICT_PASSED, VERDICT_PASSED);
}
END_TEST

/* What has seen hidden cases would spoil the public ones of the next exercise. */
START_TEST(public_cases_of_all_come_first)
{
	SCENE_SCOPED struct scene scene;
	const char *source =
		"static int seen;\n" FUNCTION(HONEST " seen |= n >= 1000; if (n < 1000) *full += seen;") BUILD_MASK("");
	ck_assert_uint_eq(count_children(source, &scene), CHILDREN_OF_WHO_IS_RIGHT);
	expect_verdicts(&scene, VERDICT_PASSED, VERDICT_PASSED, VERDICT_PASSED);
}
END_TEST

/* It would go unnoticed in the second exercise, which is not the first of any child that it shares. */
START_TEST(what_is_wrong_once_is_wrong_in_each_exercise)
{
	static const char *const three[] = {EDGES("L2.1", "", SHOWN), EDGES("L2.2", "", SHOWN),
					    EDGES("L2.3", "", SHOWN)};
	SCENE_SCOPED struct scene scene =
		grade(three, 3, "static int calls;\n" FUNCTION(HONEST " *full += calls++ == 0;"), EXAM_ALL_GROUPS);
	expect_verdicts(&scene, VERDICT_WRONG, VERDICT_WRONG, VERDICT_WRONG);
}
END_TEST

START_TEST(what_another_function_leaves_behind_is_no_help)
{
	SCENE_SCOPED struct scene scene;
	count_children("static int ready;\n" FUNCTION(HONEST " ready = 1;") BUILD_MASK("offset += !ready;"), &scene);
	expect_verdicts(&scene, VERDICT_PASSED, VERDICT_PASSED, VERDICT_WRONG);
}
END_TEST

START_TEST(a_crash_costs_no_other_function_anything)
{
	SCENE_SCOPED struct scene scene;
	count_children(FUNCTION("abort();") BUILD_MASK(""), &scene);
	expect_verdicts(&scene, VERDICT_CRASHED, VERDICT_CRASHED, VERDICT_PASSED);
}
END_TEST

/* As one call after the other it would pass: it dies in a round that ends with a case of the other function. */
START_TEST(who_dies_only_after_others_is_found_together_too)
{
	static const char *const two[] = {
		EDGES("L2.1", "", "- {name: many, public: true, repeat: 4, given: {n: {int: [10, 20]}}}\n"),
		MASK("L2.2", SHOWN_MASK)};
	SCENE_SCOPED struct scene scene =
		grade(two, 2, FUNCTION("static int calls; if (++calls == 7) abort();" HONEST) BUILD_MASK(""),
		      EXAM_ALL_GROUPS);
	ck_assert_int_eq(scene.graded.results[0].verdict, VERDICT_INCONSISTENT);
	ck_assert_int_eq(scene.graded.results[1].verdict, VERDICT_PASSED);
}
END_TEST

/* Its last bit depends on another function, so it is taken again, alone: as a whole. */
START_TEST(who_is_taken_again_has_the_large_call_again)
{
	static const char *const two[] = {
		MASK("L2.1", SHOWN_MASK),
		"id: L2.2\ntitle: t\nfunction: attn_causal\npoints: 4\nstatement: s\n"
		"large: {name: long, worth: 3, given: {n: 40, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
		"cases:\n- {name: a, public: true, given: {n: 3, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"};
	static const char source[] =
		"static int ready;\n"
		"int attn_causal(size_t n, size_t d_k, size_t d_v, const float *q, const float *k, const float *v,"
		" float *out, float *weights) { for (size_t i = 0; i < n * d_v; i++)"
		" out[i] = n == 40 ? 2 : ready ? 1 + 0x1p-23f : 1; return ATTN_OK; }\n" BUILD_MASK("ready = 1;");
	SCENE_SCOPED struct scene scene = grade(two, 2, source, EXAM_ALL_GROUPS);
	const struct result_record *result = &scene.graded.results[1];
	ck_assert_uint_eq(result->n_groups, 2);
	ck_assert_int_eq(result->groups[0].verdict, VERDICT_PASSED);
	ck_assert_int_eq(result->groups[1].verdict, VERDICT_WRONG);
	ck_assert_int_eq(result->verdict, VERDICT_WRONG);
	ck_assert_double_eq(result->won, 1);
}
END_TEST

START_TEST(what_is_printed_is_told_of_its_exercise)
{
	SCENE_SCOPED struct scene scene;
	count_children("#include <stdio.h>\n" FUNCTION(HONEST) BUILD_MASK("puts(\"here\");"), &scene);
	expect_verdicts(&scene, VERDICT_PASSED, VERDICT_PASSED, VERDICT_PASSED);
	ck_assert_str_eq(scene.graded.results[0].printed, "");
	ck_assert_str_eq(scene.graded.results[2].printed, "here\nhere\n");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("grade");
	TCase *tests = tcase_create("grade");
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, points_go_by_worth);
	tcase_add_test(tests, one_failed_repetition_fails_the_group);
	tcase_add_test(tests, everything_right_is_everything_won);
	tcase_add_test(tests, public_scope_runs_public_groups_only);
	tcase_add_test(tests, no_case_run_is_no_pass);
	tcase_add_test(tests, a_witness_without_a_word_is_done_without);
	tcase_add_test(tests, missing_functions_lose_only_their_exercise);
	tcase_add_test(tests, failed_requirements_are_named);
	tcase_add_test(tests, a_function_that_never_returns_costs_little);
	tcase_add_test(tests, what_never_returned_is_not_called_again_where_one_gives_up);
	tcase_add_test(tests, what_returned_once_is_called_all_the_same);
	tcase_add_test(tests, where_only_nan_fails_the_counterexample_has_it);
	tcase_add_test(tests, a_crash_loses_its_group_only);
	tcase_add_test(tests, kept_state_shows_even_within_the_tolerance);
	tcase_add_test(tests, kept_state_shows_whatever_group_stands_last);
	tcase_add_test(tests, memory_of_other_exercises_is_not_held_against_one);
	tcase_add_test(tests, right_in_one_layout_only_is_inconsistent);
	tcase_add_test(tests, what_was_not_written_is_told_apart);
	tcase_add_test(tests, hidden_places_are_kinds);
	tcase_add_loop_test(tests, what_was_not_found_is_explained, 0, sizeof(unfound) / sizeof(unfound[0]));
	tcase_add_test(tests, a_witness_that_cannot_be_heard_is_missed);
	tcase_add_test(tests, a_call_that_dies_only_after_others);
	tcase_add_test(tests, slow_calls_in_one_round);
	tcase_add_test(tests, hidden_cases_keep_to_themselves);
	tcase_add_test(tests, who_is_right_takes_one_child);
	tcase_add_test(tests, public_cases_of_all_come_first);
	tcase_add_test(tests, what_is_wrong_once_is_wrong_in_each_exercise);
	tcase_add_test(tests, what_another_function_leaves_behind_is_no_help);
	tcase_add_test(tests, a_crash_costs_no_other_function_anything);
	tcase_add_test(tests, who_dies_only_after_others_is_found_together_too);
	tcase_add_test(tests, who_is_taken_again_has_the_large_call_again);
	tcase_add_test(tests, what_is_printed_is_told_of_its_exercise);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
