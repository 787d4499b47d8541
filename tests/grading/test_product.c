/*
 * Counterexamples over the whole product: every misconception in every function that it breaks, as a submission
 * of its own through the real sandbox. Each has one: at most four rows, small whole numbers unless the mistake
 * shows on other numbers only, nothing of it to spare, found in few rounds, and a program that shows it.
 */
#include <check.h>
#include <dlfcn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "attention.h"
#include "core/file.h"
#include "core/stopwatch.h"
#include "grading/counterexample.h"
#include "grading/desk.h"
#include "grading/mistaken.h"
#include "grading/shrink.h"
#include "misconceptions.h"

/* Sanitizers are slow, and look at the code that searches, which is the same for all. */
#ifdef SANITIZED
enum { EVERY = 9 };
#else
enum { EVERY = 1 };
#endif

enum { ROWS_MAX = 4, ROUNDS_MAX = 41, CALLS_MAX = 2000, PAIRS_MAX = 4096 };

/* What a mistake may ask of its reader, where whole numbers below 10 do not show it. */
enum numbers { WHOLE, SMALL, FINITE, ANY };
static const struct {
	const char *name;
	enum numbers numbers;
} exceptions[] = {
	/* what is hidden must be far above what is not, what is visible far below 0, or the exponential too large */
	{"mask_after_softmax_renorm", FINITE},
	{"mask_after_softmax_renorm_eps", SMALL},
	{"max_over_masked", FINITE},
	{"no_max_sub", SMALL},
	{"no_max_sub_eps", SMALL},
	{"max_init_zero", FINITE},
	/* scores below a certain number */
	{"max_clamp_1e4", FINITE},
	{"max_clamp_1e4_zero", FINITE},
	{"fill_1e4", FINITE},
	{"add_1e9", FINITE},
	{"fill_1e9", FINITE},
	{"low_is_hidden", FINITE},
	{"mask_judged_low", FINITE},
	/* tiny ones */
	{"ftz", FINITE},
	{"singular_by_threshold", FINITE},
	/* what is not finite, or scores of -inf in functions where no other row is empty */
	{"read_masked_v", ANY},
	{"nan_to_num", ANY},
	{"nan_hides", ANY},
	{"lse_empty_zero", ANY},
	{"naive_empty_row", ANY},
	{"empty_row_uniform", ANY},
	{"empty_row_attend_all", ANY},
	{"empty_row_first", ANY},
};

/* A misconception in a function, and what was found. */
struct pair {
	const struct misconception *misconception;
	enum operation_id operation;
	struct judged judged;
	uint64_t rounds, calls;
	double wall_ms;
};

struct product {
	struct desk desk;
	const char *folder;
	size_t count;
	struct pair pairs[PAIRS_MAX];
};

static const char *name_of(const struct pair *pair, struct arena *arena)
{
	return arena_format(arena, "%s %s in %s", pair->misconception->id, pair->misconception->name,
			    operations[pair->operation].name);
}

/* ---- what was found ---- */

static enum numbers numbers_of_element(double value, bool mask)
{
	if (!isfinite(value))
		return mask && value == -INFINITY ? WHOLE : ANY;
	if (value == floor(value) && fabs(value) < 10)
		return WHOLE;
	return fabs(value) <= 100 && fabs(value) >= 0.01 ? SMALL : FINITE;
}

static enum numbers numbers_of(const struct batch_case *given)
{
	enum numbers numbers = WHOLE;
	for (size_t p = 0; p < given->frame.operation->n_parameters; p++) {
		const struct parameter *parameter = &given->frame.operation->parameters[p];
		struct shape shape;
		if (!parameter_is_read(parameter) || !frame_shape(&given->frame, p, &shape))
			continue;
		for (size_t i = 0; i < shape.count; i++) {
			enum numbers element = numbers_of_element(
				element_value(parameter->element, given->frame.arguments[p].buffer, i),
				strcmp(parameter->name, "mask") == 0);
			numbers = element > numbers ? element : numbers;
		}
	}
	return numbers;
}

static void expect_small(const struct pair *pair, struct arena *arena)
{
	const struct frame *frame = &pair->judged.given->frame;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		struct shape shape;
		if (!parameter_is_buffer(&frame->operation->parameters[p]) || !frame_shape(frame, p, &shape))
			continue;
		for (size_t e = 0; e < shape.n_extents; e++)
			ck_assert_msg(shape.extents[e] <= ROWS_MAX, "%s: %s is large", name_of(pair, arena),
				      frame->operation->parameters[p].name);
	}
}

static void expect_passes(const struct pair *pair, void *library, const struct inputs *inputs, const char *what,
			  struct arena *arena)
{
	ck_assert_msg(inputs->count < SHRINK_STEPS_MAX, "%s: too many steps", name_of(pair, arena));
	for (size_t i = 0; i < inputs->count; i++)
		ck_assert_msg(desk_passes(library, &inputs->cases[i], &inputs->answers[i],
					  reference_tolerance(pair->operation)),
			      "%s: step %zu leads to something %s", name_of(pair, arena), i, what);
}

/* Elements one by one made 0: not by the steps of the search. */
static void expect_no_idle_number(const struct pair *pair, void *library, struct arena *arena)
{
	const struct operation *operation = &operations[pair->operation];
	for (size_t p = 0; p < operation->n_parameters; p++) {
		struct batch_case given = *pair->judged.given;
		size_t bytes = element_bytes(operation->parameters[p].element);
		struct shape shape;
		if (!parameter_is_read(&operation->parameters[p]) || !frame_shape(&given.frame, p, &shape))
			continue;
		for (size_t i = 0; i < shape.count; i++) {
			struct answer answer;
			char *buffer =
				arena_copy(arena, pair->judged.given->frame.arguments[p].buffer, shape.count * bytes);
			memset(buffer + i * bytes, 0, bytes);
			given.frame.arguments[p].buffer = buffer;
			reference_answer_with(&ideas_right, &given.frame, given.absent, arena, &answer);
			bool idle = memcmp(buffer, pair->judged.given->frame.arguments[p].buffer,
					   shape.count * bytes) != 0 &&
				    answer.status == pair->judged.answer->status &&
				    candidate_is_fair(&given, &answer) &&
				    !desk_passes(library, &given, &answer, reference_tolerance(pair->operation));
			ck_assert_msg(!idle, "%s: element %zu of %s may be 0", name_of(pair, arena), i,
				      operation->parameters[p].name);
		}
	}
}

static void expect_minimal(const struct pair *pair, const char *path)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct judged *judged = &pair->judged;
	void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	ck_assert_msg(library != NULL, "%s", dlerror());
	ck_assert_msg(!desk_passes(library, judged->given, judged->answer, reference_tolerance(pair->operation)),
		      "%s passes", name_of(pair, arena));
	const struct edit *edits;
	struct inputs smaller = shrink_sizes(judged->given, judged->answer, arena);
	struct inputs simpler = shrink_elements(judged->given, judged->answer, &edits, arena);
	expect_passes(pair, library, &smaller, "smaller", arena);
	expect_passes(pair, library, &simpler, "simpler", arena);
	expect_no_idle_number(pair, library, arena);
	dlclose(library);
}

/* ---- programs ---- */

static void write_text(const char *path, const char *text)
{
	TEXT_SCOPED struct text why = {0};
	ck_assert_msg(file_write(path, text, strlen(text), &why), "%s", text_string(&why));
}

/* One translation unit for all programs of a function, each unchanged in a file of its own. */
static void compile(struct product *product, size_t first)
{
	TEXT_SCOPED struct text all = {0};
	const char *folder = product->folder;
	for (size_t i = first; i < product->count; i++)
		text_add_format(&all,
				"#define main main_%zu\n#define differs differs_%zu\n#include \"%zu.c\"\n#undef main\n"
				"#undef differs\n",
				i, i, i);
	text_add(&all, "#include <stdlib.h>\nint main(int argc, char **argv)\n{\n"
		       "\tint only = argc > 1 ? atoi(argv[1]) : -1, failed = 0;\n");
	for (size_t i = first; i < product->count; i++)
		text_add_format(&all, "\tif (only < 0 || only == %zu)\n\t\tfailed |= main_%zu();\n", i, i);
	text_add(&all, "\treturn failed;\n}\n");
	write_text(arena_format(product->desk.arena, "%s/all.c", folder), text_string(&all));
	desk_run(0, "cd %s && cc -std=c99 -Wall -Wextra -Werror -I%s/reference -o all all.c ./attention.so -lm", folder,
		 SOURCE_DIR);
}

static void expect_programs(struct product *product, size_t first)
{
	compile(product, first);
	desk_run(0, "cd %s && ./all >/dev/null", product->folder);
	for (size_t i = first; i < product->count; i++)
		desk_run(0,
			 "cd %s/%s && ! ../all %zu >printed && { grep -q 'wrong$' printed || "
			 "! grep -Eq 'returned (.*), expected \\1$' printed; }",
			 product->folder, product->pairs[i].misconception->id, i);
}

/* ---- the search ---- */

/* The submission that has the misconception, made when it is first needed. */
static const char *path_of(struct product *product, const struct misconception *misconception)
{
	struct arena *arena = product->desk.arena;
	TEXT_SCOPED struct text why = {0};
	const char *folder = arena_format(arena, "%s/%s", product->folder, misconception->id);
	const char *path = arena_format(arena, "%s/attention.so", folder);
	ck_assert_msg(directory_create(folder, &why) && mistaken_write(path, misconception, &why), "%s",
		      text_string(&why));
	return path;
}

static void find(struct product *product, struct pair *pair, const char *path)
{
	struct arena *arena = product->desk.arena;
	TEXT_SCOPED struct text why = {0};
	struct submission submission;
	ck_assert_msg(submission_open(path, &submission, &why), "%s", text_string(&why));
	const struct exam_exercise *exercise = desk_exercise(&product->desk, pair->operation);
	pair->rounds = stopwatch_counted(TALLY_CHILDREN);
	pair->calls = stopwatch_counted(TALLY_CALLS);
	uint64_t since_ns = now_ns();
	const struct judged *judged =
		counterexample_search(&product->desk.exam, &(struct sitting){.exercise = exercise},
				      product->desk.sandbox, &submission, arena, &(const char *){NULL});
	pair->wall_ms = (double)(now_ns() - since_ns) / 1e6;
	pair->rounds = stopwatch_counted(TALLY_CHILDREN) - pair->rounds;
	pair->calls = stopwatch_counted(TALLY_CALLS) - pair->calls;
	submission_close(&submission);
	ck_assert_msg(judged != NULL, "%s: no counterexample", name_of(pair, arena));
	ck_assert_msg(judged->verdict == VERDICT_WRONG, "%s: %s", name_of(pair, arena), verdict_name(judged->verdict));
	ck_assert_msg(pair->rounds <= ROUNDS_MAX && pair->calls <= CALLS_MAX, "%s: %zu rounds, %zu calls",
		      name_of(pair, arena), (size_t)pair->rounds, (size_t)pair->calls);
	pair->judged = *judged;
	const struct counterexample_record *record = counterexample_show(judged, exercise, &submission, arena);
	write_text(arena_format(arena, "%s/%zu.c", product->folder, (size_t)(pair - product->pairs)), record->program);
}

static void examine(struct product *product, enum operation_id operation, size_t *met)
{
	const size_t first = product->count;
	for (size_t m = 0; m < misconception_count(); m++) {
		const struct misconception *misconception = misconception_at(m);
		if (!misconception_breaks(misconception, operation) || (*met)++ % EVERY != 0)
			continue;
		ck_assert_uint_lt(product->count, PAIRS_MAX);
		struct pair *pair = &product->pairs[product->count];
		*pair = (struct pair){.misconception = misconception, .operation = operation};
		const char *path = path_of(product, misconception);
		find(product, pair, path);
		product->count++;
		expect_small(pair, product->desk.arena);
		expect_minimal(pair, path);
	}
	if (product->count > first)
		expect_programs(product, first);
}

static enum numbers excepted(const struct misconception *misconception)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (strcmp(exceptions[i].name, misconception->name) == 0)
			return exceptions[i].numbers;
	return WHOLE;
}

/* Those that need other numbers are those of the table. */
static void expect_numbers(const struct product *product)
{
	size_t surprises = 0;
	for (size_t m = 0; m < misconception_count(); m++) {
		const struct misconception *misconception = misconception_at(m);
		enum numbers most = WHOLE;
		for (size_t i = 0; i < product->count; i++) {
			const struct pair *pair = &product->pairs[i];
			enum numbers numbers = numbers_of(pair->judged.given);
			if (pair->misconception == misconception && numbers > most)
				most = numbers;
		}
		bool fits = EVERY == 1 ? most == excepted(misconception) : most <= excepted(misconception);
		surprises += !fits;
		if (!fits)
			printf("\t{\"%s\", %s},\n", misconception->name,
			       (const char *const[]){"WHOLE", "SMALL", "FINITE", "ANY"}[most]);
	}
	fflush(stdout);
	ck_assert_uint_eq(surprises, 0);
}

static void print_slowest(const struct product *product)
{
	const struct pair *slowest = &product->pairs[0];
	uint64_t rounds = 0, calls = 0;
	double total_ms = 0;
	for (size_t i = 0; i < product->count; i++) {
		const struct pair *pair = &product->pairs[i];
		slowest = pair->wall_ms > slowest->wall_ms ? pair : slowest;
		rounds = pair->rounds > rounds ? pair->rounds : rounds;
		calls = pair->calls > calls ? pair->calls : calls;
		total_ms += pair->wall_ms;
	}
	printf("%zu counterexamples, %.0f ms each, the slowest %.0f ms (%s), at most %zu rounds and %zu calls\n",
	       product->count, total_ms / (double)product->count, slowest->wall_ms,
	       name_of(slowest, product->desk.arena), (size_t)rounds, (size_t)calls);
	fflush(stdout);
}

START_TEST(every_mistake_is_shown_wherever_it_is_made)
{
	DESK_SCOPED struct desk desk = desk_open();
	TEXT_SCOPED struct text why = {0};
	struct product *product = arena_alloc(desk.arena, sizeof(*product));
	product->desk = desk;
	product->folder = desk_folder(&desk);
	size_t met = 0;
	ck_assert_msg(mistaken_write(arena_format(desk.arena, "%s/attention.so", product->folder), NULL, &why), "%s",
		      text_string(&why));
	for (enum operation_id operation = 0; operation < OPERATION_COUNT; operation++)
		examine(product, operation, &met);
	ck_assert_uint_gt(product->count, OPERATION_COUNT);
	expect_numbers(product);
	print_slowest(product);
	desk_run(0, "rm -r %s", product->folder);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("product");
	TCase *tests = tcase_create("product");
	tcase_set_timeout(tests, 600); /* against hanging only */
	tcase_add_test(tests, every_mistake_is_shown_wherever_it_is_made);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
