/*
 * Counterexamples, through the real sandbox: honest code has none, each mistaken sample has one for each
 * function that it gets wrong, as small as can be, and as a program that shows it.
 */
#include <check.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "attention.h"
#include "grading/counterexample.h"
#include "grading/desk.h"
#include "grading/shrink.h"
#include "grading/trial.h"
#include "honest.h"
#include "suite.h"

#define ATTENDS "attn_causal attn_self attn_multi_head attn_padded attn_causal_offset attn_window attn_causal_backward "
#define MASKS "attn_is_causal_mask attn_visible_keys attn_causal_mask attn_late_mask_mass attn_decode "
/* Which functions each sample gets wrong. */
static const struct {
	const char *name, *wrong;
} samples[] = {
	{"plain", ""},
	{"blocked", ""},
	{"reference", ""},
	{"no-mask", ATTENDS},
	{"transposed-mask", ATTENDS MASKS},
	{"diagonal-masked", ATTENDS MASKS},
	{"mask-after-softmax", ATTENDS "attn_masked_softmax attn_masked_softmax_policy attn_cross "},
	{"no-scaling", ATTENDS "attn_scores attn_decode attn_cross "},
	{"no-maximum", ATTENDS "attn_softmax attn_masked_softmax attn_masked_softmax_policy attn_late_mask_mass "
			       "attn_decode attn_cross attn_merge "},
	{"crashing", "attn_scores "},
	{"never-ending", "attn_window "},
};

static bool is_wrong(int sample, const char *function)
{
	char word[64];
	snprintf(word, sizeof(word), "%s ", function);
	return strstr(samples[sample].wrong, word) != NULL;
}

/* No row, column or element can be dropped or made 0, whatever the sandbox said on the way. */
static void expect_minimal(const struct judged *found, const char *name, double tolerance, struct arena *arena)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/samples/%s.so", BUILD_DIR, name);
	void *library = dlopen(text_string(&path), RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	const struct edit *edits;
	struct inputs smaller = shrink_sizes(found->given, found->answer, arena);
	struct inputs simpler = shrink_elements(found->given, found->answer, &edits, arena);
	const char *function = found->given->frame.operation->name;
	ck_assert_msg(!desk_passes(library, found->given, found->answer, tolerance), "%s %s passes", name, function);
	for (size_t i = 0; i < smaller.count; i++)
		ck_assert_msg(desk_passes(library, &smaller.cases[i], &smaller.answers[i], tolerance),
			      "%s %s: step %zu leads to something smaller", name, function, i);
	for (size_t i = 0; i < simpler.count; i++)
		ck_assert_msg(desk_passes(library, &simpler.cases[i], &simpler.answers[i], tolerance),
			      "%s %s: element %zu of %s may be %g", name, function, edits[i].element,
			      found->given->frame.operation->parameters[edits[i].parameter].name, edits[i].value);
	dlclose(library);
}

static void expect_small(const struct counterexample_record *found)
{
	ck_assert_uint_gt(found->shown.n_matrices, 0);
	for (size_t i = 0; i < found->shown.n_matrices; i++)
		ck_assert_uint_le(found->shown.matrices[i].rows, 4);
}

/* How a program ends that shows it: by what it returns, or by a signal. */
enum end { RETURNS, KILLED };

static enum end ends_of(enum verdict verdict)
{
	return verdict == VERDICT_WRONG || verdict == VERDICT_UNWRITTEN ? RETURNS : KILLED;
}

/* The program compiles without a word, fails with the submission and succeeds with honest code. */
static void expect_program(struct desk *desk, const struct counterexample_record *found, const char *path, enum end end)
{
	char *folder = desk_folder(desk), *file = arena_format(desk->arena, "%s/example.c", folder);
	FILE *stream = fopen(file, "w");
	ck_assert_ptr_nonnull(stream);
	fputs(found->program, stream);
	fclose(stream);
	desk_run(0, "cp %s/%s.so %s/attention.so", BUILD_DIR, path, folder);
	desk_run(0, "cd %s && cc -std=c99 -Wall -Wextra -Werror -I%s/reference -o example example.c ./attention.so -lm",
		 folder, SOURCE_DIR);
	desk_run(0, "cd %s && { ./example; status=$?; } >printed 2>&1; [ $status %s ]", folder,
		 end == RETURNS ? "-eq 1" : "-ge 128");
	desk_run(0, "cp %s/%s.so %s/attention.so", BUILD_DIR, "samples/plain", folder);
	desk_run(0, "cd %s && ./example >/dev/null", folder);
	desk_run(0, "rm -r %s", folder);
}

static const struct judged *search(struct desk *desk, const char *path, enum operation_id operation)
{
	struct submission submission = desk_submission(path);
	const char *why_none;
	const struct judged *found = counterexample_search(&desk->exam, desk_sitting(desk, operation), desk->sandbox,
							   &submission, desk->arena, &why_none);
	submission_close(&submission);
	return found;
}

/* What is said where there is none. */
static const char *explain_none(struct desk *desk, const char *path, enum operation_id operation)
{
	struct submission submission = desk_submission(path);
	const char *why_none;
	ck_assert_ptr_null(counterexample_search(&desk->exam, desk_sitting(desk, operation), desk->sandbox, &submission,
						 desk->arena, &why_none));
	submission_close(&submission);
	return why_none;
}

static const struct counterexample_record *find(struct desk *desk, const char *path, enum operation_id operation)
{
	struct submission submission = desk_submission(path);
	const char *why_none;
	const struct counterexample_record *found = counterexample_find(
		&desk->exam, desk_sitting(desk, operation), desk->sandbox, &submission, desk->arena, &why_none);
	submission_close(&submission);
	return found;
}

/* Whatever the file is called, the command that the program begins with compiles it, and runs nothing else. */
static const char *const names[] = {
	"attention.so",	 "-lx.so",    "a b.so",	       "it's.so",     "$(touch x).so",		 "`touch x`.so",
	"a;touch x;.so", "sub/y.so",  "sub/*/../*.so", "\\\\'\"?.so", "\xc3\xa9\xe2\x82\xac.so", "#!~ &|<>.so",
	"%s%n.so",	 "-foo/a.so", "@d/a.so",       ".so",
};

START_TEST(programs_name_the_file_that_was_handed_in)
{
	DESK_SCOPED struct desk desk = desk_open();
	const char *folder = desk_folder(&desk);
	struct submission submission = desk_submission("samples/no-scaling");
	submission.name = names[_i];
	const struct counterexample_record *found =
		counterexample_find(&desk.exam, desk_sitting(&desk, OP_attn_scores), desk.sandbox, &submission,
				    desk.arena, &(const char *){NULL});
	ck_assert_ptr_nonnull(found);
	FILE *program = fopen(arena_format(desk.arena, "%s/example.c", folder), "w");
	fputs(found->program, program);
	fclose(program);
	desk_run(0, "cd '%s' && mkdir -p 'sub/*' ./-foo @d", folder);
	ck_assert_int_eq(
		symlink(BUILD_DIR "/samples/no-scaling.so", arena_format(desk.arena, "%s/%s", folder, names[_i])), 0);
	desk_run(0, "cp %s/reference/attention.h %s", SOURCE_DIR, folder);
	const char *command = strstr(found->program, "cc example.c ");
	ck_assert_ptr_nonnull(command);
	desk_run(1, "cd %s && %.*s >printed", folder, (int)strcspn(command, "\n"), command);
	desk_run(0, "cd %s && [ ! -e x ] && rm -r %s", folder, folder);
	submission_close(&submission);
}
END_TEST

/* Nor is a name that no line can hold written anywhere. */
START_TEST(a_name_that_no_line_can_hold_is_left_out)
{
	static const char *const names_left_out[] = {"a\n*/ int x;.so", "\x1b[31m.so", "\xff.so"};
	DESK_SCOPED struct desk desk = desk_open();
	for (size_t i = 0; i < sizeof(names_left_out) / sizeof(names_left_out[0]); i++) {
		struct submission submission = desk_submission("samples/no-scaling");
		submission.name = names_left_out[i];
		const struct counterexample_record *found =
			counterexample_find(&desk.exam, desk_sitting(&desk, OP_attn_scores), desk.sandbox, &submission,
					    desk.arena, &(const char *){NULL});
		ck_assert_ptr_nonnull(strstr(found->program, " cc example.c ./attention.so -lm"));
		submission_close(&submission);
	}
}
END_TEST

START_TEST(samples_have_counterexamples_where_they_are_wrong)
{
	DESK_SCOPED struct desk desk = desk_open();
	const char *name = samples[_i].name, *path = arena_format(desk.arena, "samples/%s", name);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		const struct judged *found = search(&desk, path, o);
		if (!is_wrong(_i, operations[o].name)) {
			ck_assert_msg(found == NULL, "%s: %s has a counterexample", name, operations[o].name);
			continue;
		}
		ck_assert_msg(found != NULL, "%s: %s has no counterexample", name, operations[o].name);
		/* a call that takes its time each time is not tried to the end */
		if (found->verdict == VERDICT_WRONG)
			expect_minimal(found, name, reference_tolerance(o), desk.arena);
	}
}
END_TEST

START_TEST(programs_show_what_is_wrong)
{
	DESK_SCOPED struct desk desk = desk_open();
	const char *path = arena_format(desk.arena, "samples/%s", samples[_i].name);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		if (!is_wrong(_i, operations[o].name))
			continue;
		const struct counterexample_record *found = find(&desk, path, o);
		ck_assert_ptr_nonnull(found);
		expect_small(found);
		expect_program(&desk, found, path, ends_of(found->shown.verdict));
	}
}
END_TEST

static const struct {
	const char *name;
	enum operation_id operation;
	enum verdict verdict;
	enum end end;
	const char *says;
} harmful[] = {
	{"overrun_one", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, "past the end of `weights`"},
	{"overrun_byte", OP_attn_visible_keys, VERDICT_OUT_OF_BOUNDS, KILLED, "past the end of `visible`"},
	{"overrun_small", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, "past the end of `weights`"},
	{"overrun_quiet", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, RETURNS, "past the end of `weights`"},
	{"underrun_one", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, "before the start of `weights`"},
	{"underrun_quiet", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, RETURNS, "before the start of `weights`"},
	{"underrun_far", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, ""},
	{"read_past_input", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, "past the end of `scores`"},
	{"read_before_input", OP_attn_softmax, VERDICT_OUT_OF_BOUNDS, KILLED, "before the start of `scores`"},
	{"write_input", OP_attn_softmax, VERDICT_WROTE_INPUT, KILLED, "wrote to the input `scores`"},
	{"null_write", OP_attn_edges, VERDICT_CRASHED, KILLED, "null pointer"},
	{"wild_write", OP_attn_edges, VERDICT_CRASHED, KILLED, "SIGSEGV"},
	{"abort", OP_attn_edges, VERDICT_CRASHED, KILLED, "SIGABRT"},
	{"double_free", OP_attn_edges, VERDICT_CRASHED, KILLED, "SIGABRT"},
	{"raise_sigkill", OP_attn_edges, VERDICT_CRASHED, KILLED, "SIGKILL"},
	{"stack_overflow", OP_attn_edges, VERDICT_CRASHED, KILLED, "stack overflow"},
	{"crash_on_five", OP_attn_edges, VERDICT_CRASHED, KILLED, "SIGABRT"},
	{"write_nothing", OP_attn_softmax, VERDICT_UNWRITTEN, RETURNS, "never written"},
	{"last_row_unwritten", OP_attn_softmax, VERDICT_UNWRITTEN, RETURNS, "never written"},
	{"gives_up", OP_attn_edges, VERDICT_WRONG, RETURNS, "ATTN_EINVAL"},
	{"all_nan", OP_attn_softmax, VERDICT_WRONG, RETURNS, "got nan, expected 1"},
	{"loop", OP_attn_edges, VERDICT_TIMED_OUT, KILLED, "attn_edges did not return within 200 ms here"},
	{"sleep_forever", OP_attn_edges, VERDICT_TIMED_OUT, KILLED, "waiting"},
	{"exit", OP_attn_edges, VERDICT_EXITED, RETURNS, "ended the process"},
	{"exit_at_once", OP_attn_edges, VERDICT_EXITED, RETURNS, "ended the process"},
};

/* Whatever harms is not called in this process: the steps go through the sandbox too. */
static void expect_harmless(struct desk *desk, const char *path, enum operation_id operation,
			    const struct inputs *inputs, const char *what)
{
	struct submission submission = desk_submission(path);
	struct trial trial = trial_begin(desk_exercise(desk, operation),
					 candidate_pool_part(desk->exam.candidates, &operations[operation], 0),
					 desk->sandbox, &submission, desk->arena);
	const struct judged *judged = inputs->count == 0 ? NULL : trial_run(&trial, inputs, true);
	trial_rest(&trial);
	ck_assert_msg(inputs->count == 0 || trial_first(judged, inputs->count) == inputs->count,
		      "%s: there is something %s", path, what);
	submission_close(&submission);
}

START_TEST(harm_is_shown_too)
{
	DESK_SCOPED struct desk desk = desk_open();
	const char *path = arena_format(desk.arena, "hostile/%s", harmful[_i].name);
	const enum operation_id operation = harmful[_i].operation;
	const struct judged *judged = search(&desk, path, operation);
	ck_assert_ptr_nonnull(judged);
	ck_assert_int_eq(judged->verdict, harmful[_i].verdict);
	const struct edit *edits;
	struct inputs smaller = shrink_sizes(judged->given, judged->answer, desk.arena);
	struct inputs simpler = shrink_elements(judged->given, judged->answer, &edits, desk.arena);
	/* a time-out is not waited for again and again */
	if (judged->verdict != VERDICT_TIMED_OUT) {
		expect_harmless(&desk, path, operation, &smaller, "smaller");
		expect_harmless(&desk, path, operation, &simpler, "simpler");
	}
	struct submission submission = desk_submission(path);
	const struct counterexample_record *found =
		counterexample_show(judged, desk_exercise(&desk, operation), &submission, desk.arena);
	submission_close(&submission);
	expect_small(found);
	ck_assert_msg(strstr(found->message, harmful[_i].says) != NULL, "%s", found->message);
	ck_assert_ptr_nonnull(strstr(found->program, harmful[_i].says));
	expect_program(&desk, found, path, harmful[_i].end);
}
END_TEST

/* A loop is waited for as often as a search may, however little time the exercise allows: it does not sleep. */
START_TEST(a_loop_is_no_sleeper)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct submission submission = desk_submission("hostile/loop");
	struct exam_exercise entry = *desk_exercise(&desk, OP_attn_edges);
	struct exercise hasty = *entry.exercise;
	const struct candidates *part = candidate_pool_part(desk.exam.candidates, &operations[OP_attn_edges], 0);
	hasty.limits.cpu_ms = 60;
	entry.exercise = &hasty;
	struct trial trial = trial_begin(&entry, part, desk.sandbox, &submission, desk.arena);
	ck_assert_ptr_nonnull(trial_run_part(&trial, part, false));
	trial_rest(&trial);
	ck_assert_uint_eq(trial.n_run, 3);
	submission_close(&submission);
}
END_TEST

/*
 * Kept state, forbidden calls: no input shows them, and to look for one would take long. Nor does one show what is
 * right for all that is small. What was tried is said.
 */
static const struct {
	const char *path;
	enum operation_id operation;
	const char *says;
} silent[] = {
	{"hostile/static_counter", OP_attn_softmax, "a small input fails after other calls but not alone: "},
	{"hostile/cache_by_pointer", OP_attn_softmax, "a small input fails after other calls but not alone: "},
	{"hostile/fork", OP_attn_edges, "no small input was looked for: the first ends as \"forbidden\" too"},
	{"hostile/forged_done", OP_attn_edges, "no small input was looked for: the first ends as \"tampered\" too"},
	{"samples/plain", OP_attn_softmax, " that were tried pass, with up to 4 rows or columns"},
};

START_TEST(what_no_input_shows_has_none)
{
	DESK_SCOPED struct desk desk = desk_open();
	const char *said = explain_none(&desk, silent[_i].path, silent[_i].operation);
	ck_assert_msg(strstr(said, silent[_i].says) != NULL, "%s: %s", silent[_i].path, said);
}
END_TEST

/* All that were tried passed, but not all could be: that is no word about the submission. */
START_TEST(a_fault_of_ours_is_no_finding)
{
	DESK_SCOPED struct desk desk = desk_open();
	const struct candidates *part = candidate_pool_part(desk.exam.candidates, &operations[OP_attn_softmax], 1);
	ck_assert_ptr_nonnull(part);
	struct candidates *second = (struct candidates *)(uintptr_t)part, kept = *part;
	second->batch = NULL;
	second->inputs = (struct inputs){0};
	ck_assert_str_eq(explain_none(&desk, "samples/plain", OP_attn_softmax), "");
	*second = kept;
}
END_TEST

START_TEST(the_same_is_found_again)
{
	DESK_SCOPED struct desk one = desk_open(), other = desk_open();
	const struct counterexample_record *first = find(&one, "samples/no-scaling", OP_attn_causal);
	const struct counterexample_record *again = find(&other, "samples/no-scaling", OP_attn_causal);
	ck_assert_str_eq(first->program, again->program);
	ck_assert_str_eq(first->message, again->message);
}
END_TEST

/* ---- candidates ---- */

static bool is_degenerate(const struct frame *frame, const struct answer *answer)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (parameter_is_buffer(&frame->operation->parameters[p]) &&
		    (!frame_shape(frame, p, &shape) || shape.count == 0))
			return true;
	}
	return answer->status != ATTN_OK;
}

/* They are one batch: if one could not be laid out, none would be tried. */
START_TEST(each_function_has_many_candidates)
{
	enum { FEWEST = 16, FEWEST_OF_BUFFERS = 200 };
	struct candidate_pool *pool = candidate_pool_create();
	const struct candidates *part;
	size_t count = 0;
	for (size_t i = 0; (part = candidate_pool_part(pool, &operations[_i], i)) != NULL; i++) {
		ck_assert_ptr_nonnull(part->batch);
		count += part->inputs.count;
	}
	bool reads = false;
	for (size_t p = 0; p < operations[_i].n_parameters; p++)
		reads |= parameter_is_read(&operations[_i].parameters[p]);
	ck_assert_msg(count >= (reads ? FEWEST_OF_BUFFERS : FEWEST), "%s has %zu candidates", operations[_i].name,
		      count);
	candidate_pool_destroy(pool);
}
END_TEST

START_TEST(calls_that_make_no_sense_come_last)
{
	struct candidate_pool *pool = candidate_pool_create();
	const struct candidates *part;
	size_t degenerate = 0, count = 0;
	for (size_t i = 0; (part = candidate_pool_part(pool, &operations[_i], i)) != NULL; i++)
		for (size_t c = 0; c < part->inputs.count; c++, count++) {
			const struct frame *frame = &part->inputs.cases[c].frame;
			const struct answer *answer = &part->inputs.answers[c];
			ck_assert(candidate_is_fair(&part->inputs.cases[c], answer));
			degenerate += is_degenerate(frame, answer);
			ck_assert(degenerate == 0 || is_degenerate(frame, answer));
		}
	ck_assert_uint_gt(degenerate, 0);
	ck_assert_uint_gt(count, degenerate);
	candidate_pool_destroy(pool);
}
END_TEST

/* Is there anything in it that float code with fast-math may get wrong? */
static bool is_finite(const struct frame *frame, const struct answer *answer)
{
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || !frame_shape(frame, p, &shape))
			continue;
		for (size_t i = 0; i < shape.count; i++)
			if (!isfinite(element_value(parameter->element, frame->arguments[p].buffer, i)))
				return false;
	}
	return !is_degenerate(frame, answer);
}

START_TEST(honest_code_passes_all_candidates)
{
	struct candidate_pool *pool = candidate_pool_create();
	const struct candidates *part;
	for (size_t i = 0; (part = candidate_pool_part(pool, &operations[_i], i)) != NULL; i++)
		for (size_t c = 0; c < part->inputs.count * honest_count(); c++) {
			const struct honest *honest = honest_at(c % honest_count());
			const struct batch_case *given = &part->inputs.cases[c / honest_count()];
			const struct answer *answer = &part->inputs.answers[c / honest_count()];
			if (is_degenerate(&given->frame, answer) ||
			    (honest->finite_only && !is_finite(&given->frame, answer)))
				continue;
			ck_assert_msg(desk_symbol_passes(honest->symbols[_i], given, answer,
							 reference_tolerance((enum operation_id)_i)),
				      "%s: %s fails candidate %zu of part %zu", operations[_i].name, honest->name,
				      c / honest_count(), i);
		}
	candidate_pool_destroy(pool);
}
END_TEST

/* ---- steps ---- */

/* attn_multi_head, 2 tokens, 2 heads that share one of keys, of length 2; every element another. */
static struct batch_case two_heads(void)
{
	struct batch_case given = {.frame = {.operation = &operations[OP_attn_multi_head]}};
	static const size_t sizes[] = {2, 1, 2, 1, 2};
	for (size_t i = 0; i < 5; i++)
		given.frame.arguments[i].size = sizes[i];
	static float x[2] = {1, 2}, w_q[4] = {3, 4, 5, 6}, w_k[2] = {7, 8}, w_v[2] = {9, 10}, w_o[4] = {11, 12, 13, 14};
	float *const all[] = {x, w_q, w_k, w_v, w_o};
	for (size_t i = 0; i < 5; i++)
		given.frame.arguments[5 + i].buffer = all[i];
	return given;
}

static bool holds(const struct batch_case *given, size_t parameter, size_t count, const float *values)
{
	return memcmp(given->frame.arguments[parameter].buffer, values, count * sizeof(float)) == 0;
}

START_TEST(a_head_goes_out_of_all_matrices)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case given = two_heads();
	struct answer answer;
	reference_answer(&given.frame, arena, &answer);
	struct inputs inputs = shrink_sizes(&given, &answer, arena);
	unsigned first = 0, second = 0, lengths = 0;
	for (size_t i = 0; i < inputs.count; i++) {
		const struct batch_case *made = &inputs.cases[i];
		bool one_head = made->frame.arguments[2].size == 1 && made->frame.arguments[4].size == 2 &&
				made->frame.arguments[0].size == 2;
		first += one_head && holds(made, 6, 2, (float[]){3, 4}) && holds(made, 9, 2, (float[]){11, 12});
		second += one_head && holds(made, 6, 2, (float[]){5, 6}) && holds(made, 9, 2, (float[]){13, 14});
		lengths += made->frame.arguments[4].size == 1 && holds(made, 6, 2, (float[]){4, 6}) &&
			   holds(made, 7, 1, (float[]){8}) && holds(made, 9, 2, (float[]){12, 14});
	}
	ck_assert_uint_eq(first, 1);
	ck_assert_uint_eq(second, 1);
	ck_assert_uint_eq(lengths, 1);
}
END_TEST

START_TEST(steps_keep_the_question)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct batch_case given = two_heads();
	struct answer answer;
	const struct edit *edits;
	reference_answer(&given.frame, arena, &answer);
	struct inputs smaller = shrink_sizes(&given, &answer, arena);
	for (size_t i = 0; i < smaller.count; i++) {
		ck_assert_int_eq(smaller.answers[i].status, ATTN_OK);
		for (size_t p = 0; p < 5; p++)
			ck_assert_uint_gt(smaller.cases[i].frame.arguments[p].size, 0);
	}
	struct inputs simpler = shrink_elements(&given, &answer, &edits, arena);
	/* 1 may be 0; 2 may be 0, 1, -1; 3 to 10 also 2 and -2; 11 to 14 also 10 and -10 */
	ck_assert_uint_eq(simpler.count, 1 + 3 + 8 * 5 + 4 * 7);
	for (size_t i = 0; i < simpler.count; i++) {
		const float *values = simpler.cases[i].frame.arguments[edits[i].parameter].buffer;
		ck_assert(values[edits[i].element] == (float)edits[i].value);
	}
	struct edit both[] = {edits[0], edits[simpler.count - 1]};
	struct inputs together = shrink_together(&given, &answer, both, 2, arena);
	ck_assert_uint_eq(together.count, 1);
	ck_assert(holds(&together.cases[0], 5, 2, (float[]){0, 2}));
	ck_assert(holds(&together.cases[0], 9, 4, (float[]){11, 12, 13, -10}));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("counterexample");
	TCase *tests = tcase_create("counterexample");
	const int n_samples = sizeof(samples) / sizeof(samples[0]);
	tcase_set_timeout(tests, 300); /* against hanging only */
	tcase_add_loop_test(tests, samples_have_counterexamples_where_they_are_wrong, 0, SUITE_SHARE(n_samples));
	tcase_add_loop_test(tests, programs_show_what_is_wrong, 0, SUITE_SHARE(n_samples));
	tcase_add_loop_test(tests, programs_name_the_file_that_was_handed_in, 0,
			    SUITE_SHARE(sizeof(names) / sizeof(names[0])));
	tcase_add_test(tests, a_name_that_no_line_can_hold_is_left_out);
	tcase_add_loop_test(tests, harm_is_shown_too, 0, SUITE_SHARE(sizeof(harmful) / sizeof(harmful[0])));
	tcase_add_loop_test(tests, what_no_input_shows_has_none, 0, sizeof(silent) / sizeof(silent[0]));
	tcase_add_test(tests, a_loop_is_no_sleeper);
	tcase_add_test(tests, a_fault_of_ours_is_no_finding);
	tcase_add_test(tests, the_same_is_found_again);
	tcase_add_loop_test(tests, each_function_has_many_candidates, 0, OPERATION_COUNT);
	tcase_add_loop_test(tests, calls_that_make_no_sense_come_last, 0, OPERATION_COUNT);
	tcase_add_loop_test(tests, honest_code_passes_all_candidates, 0, OPERATION_COUNT);
	tcase_add_test(tests, a_head_goes_out_of_all_matrices);
	tcase_add_test(tests, steps_keep_the_question);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
