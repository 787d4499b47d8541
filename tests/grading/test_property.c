/*
 * Properties, for every function that has one. Right answers hold them, under chance too; a submission whose answers
 * do not go together is found out, and told where. Answers are simulated; tests/commands/test_property.c
 * asks the samples.
 */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "grading/exam.h"
#include "grading/feedback.h"
#include "grading/judged.h"
#include "grading/simulated.h"
#include "grading/spot.h"
#include "misconceptions.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define NORMAL "{normal: [0, 1]}"
#define QKV "q: " NORMAL ", k: " NORMAL ", v: " NORMAL

/* Arguments for every function that has a property. */
static const struct {
	const char *function, *given;
} givens[] = {
	{"attn_visible_keys", "row: {int: [0, 5]}, n_k: {int: [0, 7]}, offset: {int: [-3, 3]}"},
	{"attn_causal_mask", "n_q: {int: [0, 5]}, n_k: {int: [0, 7]}, offset: {int: [-3, 3]}"},
	{"attn_softmax", "n_q: {int: [0, 5]}, n_k: {int: [0, 7]}, scores: {normal: [0, 3]}"},
	{"attn_masked_softmax", "n_q: {int: [0, 5]}, n_k: {int: [0, 7]}, scores: {normal: [0, 3]}, "
				"mask: {causal: {int: [-2, 2]}}"},
	{"attn_masked_softmax_policy", "n_q: {int: [0, 5]}, n_k: {int: [1, 7]}, policy: {int: [0, 2]}, "
				       "scores: {normal: [0, 3]}, mask: {causal: {int: [-2, 2]}}"},
	{"attn_late_mask_mass", "n_q: {int: [0, 5]}, n_k: {int: [1, 7]}, offset: {int: [-2, 2]}, scores: " NORMAL},
	{"attn_causal", "n: {int: [0, 6]}, d_k: {int: [1, 4]}, d_v: {int: [0, 3]}, " QKV},
	{"attn_decode", "capacity: {int: [4, 6]}, d_k: {int: [1, 4]}, d_v: {int: [0, 3]}, "
			"length: {integers: [0, 3]}, keys: " NORMAL ", values: " NORMAL ", query: " NORMAL
			", key: " NORMAL ", value: " NORMAL},
	{"attn_self", "n: {int: [0, 6]}, d_model: 3, d_k: 2, d_v: {int: [0, 3]}, x: " NORMAL ", w_q: " NORMAL
		      ", w_k: " NORMAL ", w_v: " NORMAL},
	{"attn_multi_head", "n: {int: [0, 6]}, d_model: 8, n_heads: 4, n_kv_heads: {choice: [1, 2, 4]}, d_head: 2, "
			    "x: " NORMAL ", w_q: " NORMAL ", w_k: " NORMAL ", w_v: " NORMAL ", w_o: {identity: 1}"},
	{"attn_cross", "n_q: {int: [0, 4]}, n_k: {int: [1, 6]}, d_k: 2, d_v: 2, length: {int: [0, n_k]}, " QKV},
	{"attn_padded", "batch: {int: [0, 3]}, n: 5, d_k: 2, d_v: 2, lengths: {integers: [0, 5]}, " QKV},
	{"attn_causal_offset", "n_q: {int: [0, 5]}, n_k: {int: [0, 6]}, d_k: 2, d_v: 2, offset: {int: [-7, 7]}, " QKV},
	{"attn_window", "n: {int: [0, 7]}, d_k: 2, d_v: 2, window: {int: [1, 8]}, " QKV},
	{"attn_merge",
	 "n: {int: [0, 4]}, d_v: 2, out_a: " NORMAL ", lse_a: " NORMAL ", out_b: " NORMAL ", lse_b: " NORMAL},
	{"attn_causal_backward", "n: {int: [0, 6]}, d_k: 2, d_v: 2, " QKV ", d_out: " NORMAL},
};

static const char *const names[] = {"rows_sum_to_one", "causal", "padding", "shift", "permutation"};

/* ---- an exercise of one case ---------------------------------------------------------------------- */

struct scene {
	struct arena *arena;
	struct exam *exam;
	struct exam_exercise *entry;
	struct call_outcome *outcomes;
	struct judged *judged;
};

static void scene_release(struct scene *scene)
{
	if (scene->exam != NULL)
		exam_release(scene->exam);
	arena_destroy(scene->arena);
}
#define SCENE_SCOPED __attribute__((cleanup(scene_release)))

/* NULL if the function does not have the property. */
static const struct exercise *parse(const char *function, const char *property, const char *given, struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *yaml = arena_format(arena,
					"id: T.1\ntitle: T\nfunction: %s\npoints: 1\nstatement: S\ncases:\n"
					"- name: c\n  public: true\n  repeat: 40\n  property: %s\n  given: {%s}\n",
					function, property, given);
	return exercise_parse("L2-test/t.yaml", yaml, strlen(yaml), arena, diagnostics);
}

/* The reference's answers to all calls, as if a submission had given them. False: there is no such property. */
static bool scene_open(struct scene *scene, const char *function, const char *property, const char *given)
{
	static const struct secret secret = {{7}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	scene->arena = arena_create();
	const struct exercise *exercise = parse(function, property, given, scene->arena);
	if (exercise == NULL)
		return false;
	const struct catalogue catalogue = {1, &exercise};
	scene->exam = exam_prepare(&catalogue, &secret, EXAM_ALL_GROUPS, scene->arena, diagnostics);
	ck_assert_ptr_nonnull(scene->exam);
	scene->entry = &scene->exam->exercises[0];
	TEXT_SCOPED struct text why = {0};
	ck_assert_msg(exam_ready(scene->entry, &why), "%s", text_string(&why));
	const size_t count = scene->entry->n_cases;
	scene->outcomes = arena_array(scene->arena, count, sizeof(*scene->outcomes));
	scene->judged = arena_array(scene->arena, count, sizeof(*scene->judged));
	for (size_t i = 0; i < count; i++)
		scene->outcomes[i] =
			simulated_outcome(&scene->entry->batch_cases[i], &scene->entry->cases[i].answer, scene->arena);
	return true;
}

/* The first call that did not pass, or NULL. */
static const struct judged *judge(struct scene *scene)
{
	for (size_t i = 0; i < scene->entry->n_cases; i++)
		judged_add(scene->entry, i, scene->outcomes, scene->judged);
	for (size_t i = 0; i < scene->entry->n_cases; i++)
		if (scene->judged[i].verdict != VERDICT_PASSED)
			return &scene->judged[i];
	return NULL;
}

/* ---- right answers -------------------------------------------------------------------------------- */

static void check_right(const char *function, const char *property, const char *given, size_t *seen)
{
	SCENE_SCOPED struct scene scene = {0};
	if (!scene_open(&scene, function, property, given))
		return;
	++*seen;
	const struct judged *wrong = judge(&scene);
	ck_assert_msg(wrong == NULL, "%s %s: %s, %s", function, property,
		      wrong == NULL ? "" : spot_describe(wrong, true, scene.arena),
		      wrong == NULL ? "" : feedback_message(wrong, true, scene.arena));
	/* it asked at least once, but for sums */
	ck_assert_msg((scene.entry->n_cases > 40) == (strcmp(property, "rows_sum_to_one") != 0), "%s %s: %zu", function,
		      property, scene.entry->n_cases);
}

/* As many as the manual lists. */
enum { PROPERTIES = 36, AGREEMENTS = 14 };

START_TEST(right_answers_hold)
{
	size_t seen = 0, agreements = 0;
	for (size_t g = 0; g < COUNT(givens); g++) {
		for (size_t i = 0; i < COUNT(names); i++)
			check_right(givens[g].function, names[i], givens[g].given, &seen);
		for (size_t o = 0; o < OPERATION_COUNT; o++) {
			ARENA_SCOPED struct arena *arena = arena_create();
			check_right(givens[g].function, arena_format(arena, "{agreement: %s}", operations[o].name),
				    givens[g].given, &agreements);
		}
	}
	ck_assert_uint_eq(seen, PROPERTIES);
	ck_assert_uint_eq(agreements, AGREEMENTS);
}
END_TEST

/* ---- answers that do not go together -------------------------------------------------------------- */

/* The answers of a misconception to all calls of one operation. */
static void mistake(struct scene *scene, const char *name, const struct operation *operation)
{
	const struct misconception *misconception = misconception_find(name);
	ck_assert_ptr_nonnull(misconception);
	for (size_t i = 0; i < scene->entry->n_cases; i++) {
		const struct batch_case *given = &scene->entry->batch_cases[i];
		struct answer answer;
		if (given->frame.operation != operation)
			continue;
		misconception_answer(misconception, &given->frame, given->absent, scene->arena, &answer);
		scene->outcomes[i] = simulated_outcome(given, &answer, scene->arena);
	}
}

static const struct {
	const char *function, *property, *misconception, *of; /* `of`: whose answers are mistaken */
	enum breach_kind kind;
	const char *says;
} broken[] = {
	{"attn_causal", "rows_sum_to_one", "mask_after_softmax", "attn_causal", BREACH_SUM,
	 "does not sum to 1 (it sums to"},
	{"attn_softmax", "rows_sum_to_one", "softmax_cols", "attn_softmax", BREACH_SUM, "expected 1"},
	{"attn_causal", "causal", "causal_forgotten", "attn_causal", BREACH_ECHO,
	 "what it must not see was changed (from"},
	{"attn_self", "causal", "loose_by_one", "attn_self", BREACH_ECHO, "what it must not see"},
	{"attn_window", "causal", "window_symmetric", "attn_window", BREACH_ECHO, "what it must not see"},
	{"attn_masked_softmax", "causal", "fill_1e9_typo", "attn_masked_softmax", BREACH_NONE, NULL},
	{"attn_cross", "padding", "pad_ignored", "attn_cross", BREACH_ECHO, "what does not count"},
	{"attn_decode", "padding", "reads_unwritten_slot", "attn_decode", BREACH_ECHO, "what does not count"},
	{"attn_softmax", "shift", "no_softmax", "attn_softmax", BREACH_ECHO, "raised by the same amount"},
	{"attn_causal", "shift", "no_softmax", "attn_causal", BREACH_ECHO, "raised by the same amount"},
	{"attn_softmax", "permutation", "softmax_cols", "attn_softmax", BREACH_NONE, NULL},
	{"attn_causal", "permutation", "diag_masked", "attn_causal", BREACH_ECHO, "in another order"},
	{"attn_causal", "{agreement: attn_decode}", "no_scale", "attn_causal", BREACH_ECHO, ", attn_decode says"},
	{"attn_causal", "{agreement: attn_decode}", "no_scale", "attn_decode", BREACH_ECHO,
	 " and is right, attn_decode says"},
	{"attn_decode", "{agreement: attn_causal}", "diag_masked", "attn_causal", BREACH_ECHO, "attn_causal says"},
	{"attn_causal_offset", "{agreement: attn_causal}", "top_left", "attn_causal_offset", BREACH_ECHO,
	 "do not agree"},
	{"attn_padded", "{agreement: attn_causal}", "pad_ignored", "attn_padded", BREACH_NONE, NULL},
	{"attn_multi_head", "{agreement: attn_self}", "gqa_tile", "attn_multi_head", BREACH_ECHO, "attn_self says"},
	{"attn_causal_mask", "{agreement: attn_visible_keys}", "transposed_mask", "attn_visible_keys", BREACH_ECHO,
	 " and is right, attn_visible_keys says"},
	{"attn_masked_softmax_policy", "{agreement: attn_masked_softmax}", "no_max_sub", "attn_masked_softmax",
	 BREACH_NONE, NULL},
};

static const char *given_of(const char *function)
{
	for (size_t i = 0; i < COUNT(givens); i++)
		if (strcmp(givens[i].function, function) == 0)
			return givens[i].given;
	ck_abort_msg("%s", function);
}

/* The first breach among the judged, or NULL. */
static const struct judged *breach_in(const struct scene *scene)
{
	for (size_t i = 0; i < scene->entry->n_cases; i++)
		if (scene->judged[i].breach.kind != BREACH_NONE)
			return &scene->judged[i];
	return NULL;
}

START_TEST(mistakes_break_properties)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, broken[_i].function, broken[_i].property, given_of(broken[_i].function)));
	mistake(&scene, broken[_i].misconception, operation_find(broken[_i].of));
	judge(&scene);
	const struct judged *found = breach_in(&scene);
	const char *says = found == NULL ? "" : feedback_message(found, true, scene.arena);
	ck_assert_msg((found == NULL ? BREACH_NONE : found->breach.kind) == broken[_i].kind, "%s: \"%s\"",
		      broken[_i].misconception, says);
	if (found == NULL)
		return;
	ck_assert_msg(strstr(says, broken[_i].says) != NULL, "%s", says);
	ck_assert_int_eq(found->verdict, VERDICT_WRONG);
	ck_assert_str_ne(spot_describe(found, true, scene.arena), "");
	const bool was_right = found->asked != NULL && strcmp(broken[_i].of, broken[_i].function) != 0;
	ck_assert_msg((strstr(says, "is right") != NULL) == was_right, "%s", says);
	/* of a hidden case no number is told, but how many tolerances */
	const char *hidden = feedback_message(found, false, scene.arena);
	const char *tolerances = strstr(hidden, ", about ");
	const size_t told = tolerances == NULL ? strlen(hidden) : (size_t)(tolerances - hidden);
	ck_assert_uint_ge(strcspn(hidden, "023456789"), told);
	ck_assert_ptr_null(strstr(hidden, "says"));
}
END_TEST

/* One unit in the last place of one kept element: nothing to any tolerance, and a breach of "every bit". */
START_TEST(every_bit_is_every_bit)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, "attn_causal", "causal", given_of("attn_causal")));
	for (size_t i = 0; i < scene.entry->n_cases; i++) {
		const struct echo *echo = scene.entry->cases[i].echo;
		if (echo == NULL || echo->n_links == 0)
			continue;
		const struct link *link = &echo->links[0];
		float *kept = (float *)scene.outcomes[i].outputs[link->echo_parameter] + link->echo_element;
		*kept = nextafterf(*kept, INFINITY);
		judge(&scene);
		ck_assert_int_eq(scene.judged[i].verdict, VERDICT_WRONG);
		ck_assert_int_eq(scene.judged[i].breach.kind, BREACH_ECHO);
		ck_assert_uint_eq(scene.judged[i].breach.element, link->element);
		return;
	}
	ck_abort_msg("no echo has a link");
}
END_TEST

/* Junk is no answer: what was not written, or belongs to a call that gave up, breaks no property. */
START_TEST(junk_is_no_answer)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, "attn_causal", "causal", "n: 3, d_k: 1, d_v: 1, q: 1, k: 1, v: 1"));
	const struct exam_case *cases = scene.entry->cases;
	ck_assert_ptr_null(cases[0].echo);
	ck_assert_ptr_nonnull(cases[1].echo);
	/* the case: its own verdict says it */
	float *out = scene.outcomes[0].outputs[operation_parameter(&operations[OP_attn_causal], "out", 3)];
	*out = *(const float *)scene.outcomes[0].junk[operation_parameter(&operations[OP_attn_causal], "out", 3)];
	judge(&scene);
	ck_assert_int_eq(scene.judged[0].verdict, VERDICT_UNWRITTEN);
	ck_assert_int_eq(scene.judged[1].breach.kind, BREACH_NONE);
	/* the echo: it is the only one that can */
	for (size_t i = 2; i < scene.entry->n_cases; i++)
		if (cases[i].echo != NULL) {
			const size_t parameter = cases[i].echo->links[0].echo_parameter;
			out = scene.outcomes[i].outputs[parameter];
			*out = *(const float *)scene.outcomes[i].junk[parameter];
			judge(&scene);
			ck_assert_int_eq(scene.judged[i].breach.kind, BREACH_UNWRITTEN);
			ck_assert_int_eq(scene.judged[i].verdict, VERDICT_UNWRITTEN);
			return;
		}
	ck_abort_msg("no echo");
}
END_TEST

START_TEST(who_gives_up_has_no_sum)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, "attn_softmax", "rows_sum_to_one", "n_q: 2, n_k: 3, scores: 1"));
	scene.outcomes[0].returned = -1;
	memcpy(scene.outcomes[0].outputs[3], scene.outcomes[0].junk[3], 6 * sizeof(float));
	judge(&scene);
	ck_assert_int_eq(scene.judged[0].verdict, VERDICT_WRONG);
	ck_assert_int_eq(scene.judged[0].breach.kind, BREACH_NONE);
	ck_assert_ptr_nonnull(strstr(feedback_message(&scene.judged[0], true, scene.arena), "returned"));
	/* one element of a row left out */
	scene.outcomes[0].returned = 0;
	judge(&scene);
	ck_assert_int_eq(scene.judged[0].verdict, VERDICT_UNWRITTEN);
	ck_assert_int_eq(scene.judged[0].breach.kind, BREACH_NONE);
}
END_TEST

/* A row as a whole has no column that could be hidden. */
START_TEST(a_sum_is_about_its_row)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, "attn_masked_softmax", "rows_sum_to_one",
			     "n_q: 2, n_k: 3, scores: 1, mask: [[-.inf, 0, 0], [-.inf, 0, 0]]"));
	float *weights = scene.outcomes[0].outputs[4];
	weights[1] = 0.25f;
	judge(&scene);
	ck_assert_int_eq(scene.judged[0].breach.kind, BREACH_SUM);
	ck_assert_str_eq(spot_describe(&scene.judged[0], false, scene.arena), "the first row, in weights");
	ck_assert_str_eq(spot_describe(&scene.judged[0], true, scene.arena), "row 0 of weights");
}
END_TEST

START_TEST(a_partner_that_fails_or_is_missing)
{
	SCENE_SCOPED struct scene scene = {0};
	ck_assert(scene_open(&scene, "attn_causal", "{agreement: attn_decode}",
			     "n: 2, d_k: 1, d_v: 1, q: 1, k: 1, v: 1"));
	scene.outcomes[1].returned = -7;
	const struct judged *wrong = judge(&scene);
	ck_assert_ptr_eq(wrong, &scene.judged[1]);
	ck_assert_int_eq(wrong->breach.kind, BREACH_STATUS);
	scene.outcomes[1].returned = 0;
	scene.outcomes[2] = (struct call_outcome){.verdict = VERDICT_MISSING};
	wrong = judge(&scene);
	ck_assert_ptr_eq(wrong, &scene.judged[2]);
	ck_assert_int_eq(wrong->verdict, VERDICT_WRONG);
	ck_assert_str_eq(feedback_message(wrong, false, scene.arena), "there is no attn_decode for it to agree with");
	scene.outcomes[2] = (struct call_outcome){.verdict = VERDICT_CRASHED, .message = "crashed"};
	wrong = judge(&scene);
	ck_assert_int_eq(wrong->verdict, VERDICT_CRASHED);
	ck_assert_ptr_nonnull(strstr(feedback_message(wrong, false, scene.arena), "attn_decode, which is to agree"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("property");
	TCase *cases = tcase_create("property");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, right_answers_hold);
	tcase_add_loop_test(cases, mistakes_break_properties, 0, COUNT(broken));
	tcase_add_test(cases, every_bit_is_every_bit);
	tcase_add_test(cases, junk_is_no_answer);
	tcase_add_test(cases, who_gives_up_has_no_sum);
	tcase_add_test(cases, a_sum_is_about_its_row);
	tcase_add_test(cases, a_partner_that_fails_or_is_missing);
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
