/*
 * Replacing one idea spoils every function built on it, and no other: what the catalogue of misconceptions
 * relies on. Also: the question of a replaced idea reaches it in full (hidden scores, whole functions).
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "answers.h"
#include "attention.h"
#include "reference/call.h"
#include "reference/draw.h"

/* ---- Some wrong ideas ---- */

static bool sees_past_only(const struct sight *sight, size_t row, size_t key)
{
	struct sight strict = *sight;
	strict.offset--;
	return idea_sees(&strict, row, key);
}

static bool hides_nothing(double mask)
{
	(void)mask;
	return false;
}

static double add_no_mask(double score, double mask)
{
	(void)mask;
	return score;
}

static double scale_none(size_t d_k, size_t n_heads)
{
	(void)d_k, (void)n_heads;
	return 1;
}

/* Softmax over all keys, the mask afterwards: needs the scores of hidden keys. */
static void weigh_then_mask(const struct ideas *ideas, struct row *row)
{
	(void)ideas;
	double sum = 0;
	for (size_t j = 0; j < row->n; j++)
		sum += exp(row->scores[j]);
	for (size_t j = 0; j < row->n; j++)
		row->weights[j] = row->visible[j] ? exp(row->scores[j]) / sum : 0;
}

static void fill_mean(struct row *row)
{
	for (size_t j = 0; j < row->n; j++) {
		row->visible[j] = true;
		row->weights[j] = 1.0 / (double)row->n;
	}
}

static double log_sum_of_maximum(const struct row *row)
{
	return row_maximum(row);
}

static void mix_first(const struct row *row, const struct matrix *v, double *out)
{
	(void)row;
	for (size_t c = 0; c < v->columns; c++)
		out[c] = v->values[c];
}

static void differentiate_nothing(const struct row *row, const double *d_weights, double *d_scores)
{
	for (size_t j = 0; j < row->n; j++)
		d_scores[j] = row->weights[j] * d_weights[j];
}

static void attend_upside_down(const struct ideas *ideas, const struct attention *attention, struct arena *arena,
			       struct attended *attended)
{
	idea_attend(ideas, attention, arena, attended);
	for (size_t i = 0; i < attended->out.rows; i++)
		for (size_t c = 0; c < attended->out.columns; c++)
			matrix_row(&attended->out, i)[c] *= -1;
}

static void project_nothing(const struct matrix *x, const struct matrix *w, struct matrix *product)
{
	for (size_t i = 0; i < x->rows; i++)
		for (size_t c = 0; c < w->columns; c++)
			matrix_row(product, i)[c] = 1;
}

static struct matrix head_first(const struct matrix *heads, size_t head, size_t d_head)
{
	(void)head;
	return idea_head(heads, 0, d_head);
}

static size_t kv_head_by_turns(size_t head, size_t n_heads, size_t n_kv_heads)
{
	(void)n_heads;
	return head % n_kv_heads;
}

static size_t cache_row_first(size_t length, size_t capacity)
{
	(void)length, (void)capacity;
	return 0;
}

static int answer_all_full(const struct question *question)
{
	(void)question;
	return ATTN_EFULL;
}

/* ---- What each spoils ---- */

#define ATTENTION " attn_causal attn_self attn_multi_head attn_padded attn_causal_offset attn_window "
#define MASKED " attn_masked_softmax attn_masked_softmax_policy "

static const struct {
	struct ideas changes;
	const char *spoils;
} wrong[] = {
	{{.sees = sees_past_only},
	 " attn_is_causal_mask attn_visible_keys attn_causal_mask attn_late_mask_mass attn_decode "
	 "attn_causal_backward" ATTENTION},
	{{.hides = hides_nothing, .add_mask = add_no_mask}, " attn_empty_rows" MASKED},
	{{.scale = scale_none}, " attn_scores attn_cross attn_decode attn_causal_backward" ATTENTION},
	{{.weigh = weigh_then_mask, .peeks = true}, " attn_cross attn_causal_backward" ATTENTION MASKED},
	{{.fill_empty = fill_mean}, " attn_causal_offset attn_padded attn_merge" MASKED},
	{{.log_sum = log_sum_of_maximum}, " attn_causal_offset attn_merge "},
	{{.mix = mix_first}, " attn_cross attn_decode attn_merge" ATTENTION},
	{{.differentiate = differentiate_nothing}, " attn_causal_backward "},
	{{.attend = attend_upside_down}, " attn_cross attn_decode" ATTENTION},
	{{.project = project_nothing}, " attn_self attn_multi_head "},
	{{.head = head_first}, " attn_multi_head "},
	{{.kv_head = kv_head_by_turns}, " attn_multi_head "},
	{{.cache_row = cache_row_first}, " attn_decode "},
	{{.whole[OP_attn_decode] = answer_all_full}, " attn_decode "},
};

/* A frame in which every idea matters: an empty row, a hidden key, several heads. */
static struct frame draw_telling_frame(struct draw *draw, enum operation_id operation, struct arena *arena)
{
	struct frame frame = draw_ordinary_frame(draw, operation, 3, arena);
	for (size_t p = 0; p < frame.operation->n_parameters; p++) {
		const char *name = frame.operation->parameters[p].name;
		size_t *size = &frame.arguments[p].size;
		if (strcmp(name, "n") == 0 || strcmp(name, "n_q") == 0 || strcmp(name, "n_k") == 0)
			*size = 5;
		if (strcmp(name, "capacity") == 0)
			*size = 6;
		if (strcmp(name, "n_heads") == 0)
			*size = 4;
		if (strcmp(name, "n_kv_heads") == 0 || strcmp(name, "window") == 0 || strcmp(name, "row") == 0)
			*size = 2;
		if (strcmp(name, "length") == 0)
			*size = 3;
		if (strcmp(name, "offset") == 0)
			frame.arguments[p].offset = operation == OP_attn_causal_offset ? -1 : 0;
	}
	frame_allocate(&frame, arena);
	draw_ordinary_inputs(draw, &frame);
	if (operation == OP_attn_decode)
		*(uint64_t *)frame_argument(&frame, "length")->buffer = 3;
	if (operation == OP_attn_padded)
		memcpy(frame_argument(&frame, "lengths")->buffer, (const uint64_t[]){0, 4}, 2 * sizeof(uint64_t));
	if (operation == OP_attn_merge)
		((float *)frame_argument(&frame, "lse_a")->buffer)[0] =
			((float *)frame_argument(&frame, "lse_b")->buffer)[0] = -INFINITY;
	if (operation_parameter(frame.operation, "mask", 4) < frame.operation->n_parameters)
		for (size_t i = 0; i < 25; i++)
			((float *)frame_argument(&frame, "mask")->buffer)[i] = i % 5 <= i / 5 && i >= 5 ? 0 : -INFINITY;
	if (operation == OP_attn_is_causal_mask)
		((float *)frame_argument(&frame, "mask")->buffer)[0] = 0;
	return frame;
}

static bool same_output(const struct answer_output *a, const struct answer_output *b)
{
	for (size_t i = 0; i < a->count; i++) {
		if (a->real != NULL) {
			bool both_nan = isnan(a->real[i]) && isnan(b->real[i]);
			double allowed = 8 * a->gauge[i];
			if (!both_nan && a->real[i] != b->real[i] && !(fabs(a->real[i] - b->real[i]) <= allowed))
				return false;
		} else if (a->integer[i] != b->integer[i]) {
			return false;
		}
	}
	return true;
}

static bool same_answer(const struct answer *a, const struct answer *b)
{
	if (a->status != b->status)
		return false;
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX; p++)
		if (!same_output(&a->outputs[p], &b->outputs[p]))
			return false;
	return true;
}

START_TEST(a_replaced_idea_spoils_what_is_built_on_it_and_nothing_else)
{
	struct ideas ideas = ideas_with(&wrong[_i].changes);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct draw draw = {o};
		struct frame frame = draw_telling_frame(&draw, o, arena);
		struct answer right, spoilt;
		reference_answer(&frame, arena, &right);
		reference_answer_with(&ideas, &frame, NULL, arena, &spoilt);
		ck_assert_int_eq(right.status, ATTN_OK);
		char name[64];
		snprintf(name, sizeof(name), " %s ", operations[o].name);
		bool spoils_it = strstr(wrong[_i].spoils, name) != NULL;
		ck_assert_msg(same_answer(&right, &spoilt) != spoils_it, "idea %d %s%s", _i,
			      spoils_it ? "does not spoil" : "spoils", name);
	}
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("reference: ideas");
	TCase *tcase = tcase_create("ideas");
	tcase_set_timeout(tcase, 120); /* against hanging only */
	tcase_add_loop_test(tcase, a_replaced_idea_spoils_what_is_built_on_it_and_nothing_else, 0,
			    sizeof(wrong) / sizeof(wrong[0]));
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
