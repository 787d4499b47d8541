/*
 * Nothing of a hidden case gets out: no number of an input, of an expected or of a got value stands in what
 * a student may see, the class index, the terminal or JSON. Tried on the shipped exercises by every number
 * of seven digits or more, and on exercises made for it by numbers that stand nowhere else. Nor does the name of a
 * hidden case stand on a student's page.
 */
#include <check.h>
#include <ctype.h>
#include <dirent.h>
#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/marks.h"
#include "commands/program.h"
#include "exercise/exercise.h"
#include "grading/compare.h"
#include "grading/counterexample.h"
#include "reference.h"
#include "store/store.h"

/* Of a long buffer the beginning is enough: what shows one element shows any. */
enum { DIGITS = 7, ELEMENTS_MAX = 512 };

/* Significant digits of a number as it may be printed, as one integer: 0.0012345678 is 1234567. */
struct set {
	uint32_t *members;
	size_t count, capacity;
};

static void add(struct set *set, uint32_t member)
{
	if (set->count == set->capacity) {
		set->capacity = set->capacity == 0 ? 1024 : 2 * set->capacity;
		set->members = realloc(set->members, set->capacity * sizeof(*set->members));
		ck_assert_ptr_nonnull(set->members);
	}
	set->members[set->count++] = member;
}

static int by_size(const void *left, const void *right)
{
	uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
	return a < b ? -1 : a > b;
}

static bool has(const struct set *set, uint32_t member)
{
	return set->count > 0 && bsearch(&member, set->members, set->count, sizeof(*set->members), by_size) != NULL;
}

/* The first DIGITS significant digits of the number at `text`; 0 if it has fewer. Moves on behind it. */
static uint32_t leading_digits(const char **text)
{
	uint32_t value = 0;
	int digits = 0;
	for (; isdigit((unsigned char)**text) || **text == '.'; (*text)++) {
		if (**text == '.' || digits == DIGITS || (digits == 0 && **text == '0'))
			continue;
		value = 10 * value + (uint32_t)(**text - '0');
		digits++;
	}
	return digits == DIGITS ? value : 0;
}

/*
 * A whole number says nothing, nor does a fraction with a small denominator, as uniform weights are and points won may
 * be. Beyond a hundred, floats are such fractions by their few bits, and what is printed of them is none any more.
 */
static bool is_fraction(double value)
{
	if (fabs(value) >= 100)
		return value == nearbyint(value);
	for (int denominator = 1; denominator <= 64; denominator++)
		if (fabs(value * denominator - nearbyint(value * denominator)) < 1e-6)
			return true;
	return false;
}

/* A value in each of the ways it may be printed. */
static void add_digits(struct set *set, double value)
{
	/* Rounded to so many digits, and cut off after them. */
	for (int precision = DIGITS; precision <= 17; precision += 10) {
		char printed[64];
		snprintf(printed, sizeof(printed), "%.*g", precision, value < 0 ? -value : value);
		const char *text = printed;
		uint32_t digits = leading_digits(&text);
		if (digits != 0)
			add(set, digits);
	}
}

static void add_value(struct set *set, double value)
{
	if (!is_fraction(value))
		add_digits(set, value);
}

static void add_buffer(struct set *set, const struct frame *frame, size_t parameter, const void *buffer)
{
	struct shape shape;
	ck_assert(frame_shape(frame, parameter, &shape));
	for (size_t i = 0; i < shape.count && i < ELEMENTS_MAX; i++)
		add_value(set, element_value(frame->operation->parameters[parameter].element, buffer, i));
}

/* What the submission writes. Only for submissions that do no harm. */
static void add_got(struct set *set, const struct frame *frame, void *library, struct arena *arena)
{
	struct frame call = *frame;
	attn_symbol symbol = (attn_symbol)(uintptr_t)dlsym(library, frame->operation->name);
	if (symbol == NULL)
		return;
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		struct shape shape;
		if (!parameter_is_buffer(parameter) || !parameter_is_written(parameter) ||
		    !frame_shape(frame, p, &shape))
			continue;
		size_t bytes = shape.count * element_bytes(parameter->element);
		call.arguments[p].buffer = arena_alloc(arena, bytes + 1);
		if (parameter->kind == PARAMETER_INOUT)
			memcpy(call.arguments[p].buffer, frame->arguments[p].buffer, bytes);
	}
	frame_call(&call, symbol);
	for (size_t p = 0; p < frame->operation->n_parameters; p++)
		if (parameter_is_written(&frame->operation->parameters[p]))
			add_buffer(set, frame, p, call.arguments[p].buffer);
}

/* The submissions that are called here too, so that what they got is known; NULL behind the last. */
static const char *const libraries[] = {BUILD_DIR "/samples/no-mask.so", BUILD_DIR "/samples/no-scaling.so", NULL};

static void add_case(struct set *set, const struct frame *frame, void *const *loaded, struct arena *arena)
{
	struct answer answer;
	reference_answer(frame, arena, &answer);
	for (size_t p = 0; p < frame->operation->n_parameters; p++) {
		const struct parameter *parameter = &frame->operation->parameters[p];
		if (!parameter_is_buffer(parameter))
			add_value(set, (double)frame->arguments[p].number);
		else if (parameter_is_read(parameter))
			add_buffer(set, frame, p, frame->arguments[p].buffer);
		size_t count = answer.outputs[p].count;
		for (size_t i = 0; answer.outputs[p].real != NULL && i < count && i < ELEMENTS_MAX; i++)
			add_value(set, answer.outputs[p].real[i]);
	}
	for (; *loaded != NULL; loaded++)
		add_got(set, frame, *loaded, arena);
}

/* What the property of a case asks further is as public or as hidden as the case. */
static void add_repetition(struct set *set, const struct exercise *exercise, size_t group, unsigned repetition,
			   const struct secret *secret, void *const *loaded)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	bool absent[OPERATION_PARAMETERS_MAX] = {0};
	const struct echo *echoes = NULL;
	size_t n_echoes = 0;
	struct frame frame;
	ck_assert(exercise_case(exercise, group, repetition, secret, arena, diagnostics, &frame, absent));
	ck_assert(exercise_echoes(exercise, group, repetition, secret, &frame, absent, arena, diagnostics, &echoes,
				  &n_echoes));
	add_case(set, &frame, loaded, arena);
	for (size_t i = 0; i < n_echoes; i++)
		add_case(set, &echoes[i].frame, loaded, arena);
}

/* Adds all numbers of the public or of the hidden groups of all exercises. */
static void collect(struct set *set, const struct catalogue *catalogue, const struct secret *secret, bool is_public,
		    void *const *loaded)
{
	for (size_t e = 0; e < catalogue->count; e++) {
		const struct exercise *exercise = catalogue->exercises[e];
		for (size_t g = 0; g < exercise->n_groups; g++)
			for (unsigned r = 0; r < exercise->groups[g].repeat; r++)
				if (exercise->groups[g].is_public == is_public)
					add_repetition(set, exercise, g, r, secret, loaded);
	}
	/* Errors are told as powers of two times the tolerance. */
	for (int exponent = 0; is_public && exponent < 200; exponent++)
		add_digits(set, exp2(exponent));
	qsort(set->members, set->count, sizeof(*set->members), by_size);
}

static void search(const struct text *text, const struct set *hidden, const struct set *open)
{
	for (const char *at = text_string(text); *at != '\0';) {
		const char *start = at;
		if (!isdigit((unsigned char)*at)) {
			at++;
			continue;
		}
		uint32_t digits = leading_digits(&at);
		if (digits != 0 && has(hidden, digits) && !has(open, digits) && !is_fraction(strtod(start, NULL)))
			ck_abort_msg("%.*s, a number of a hidden case, got out", (int)(at - start), start);
	}
}

/* Calls `visit` with each file below reports/ that is not for the instructor alone. */
static void read_pages(const char *folder, const char *name, struct text *all)
{
	char *path = NULL;
	ck_assert_int_gt(asprintf(&path, "%s/reports/%s", folder, name), 0);
	DIR *directory = opendir(path);
	for (struct dirent *item; directory != NULL && (item = readdir(directory)) != NULL;) {
		char *inner = NULL;
		ck_assert_int_gt(asprintf(&inner, "reports/%s/%s", name, item->d_name), 0);
		if (strstr(item->d_name, ".html") != NULL)
			ck_assert(folder_read(folder, inner, all));
		free(inner);
	}
	if (directory != NULL)
		closedir(directory);
	free(path);
}

static void copy_sample(const char *folder, const char *from, const char *name)
{
	char *to = NULL;
	ck_assert_int_gt(asprintf(&to, "%s/class/%s.so", folder, name), 0);
	const char *const argv[] = {"cp", from, to, NULL};
	PROGRAM_SCOPED struct program program = program_run(NULL, argv);
	ck_assert_int_eq(program.status, 0);
	free(to);
}

static const struct {
	const char *path, *name;
} handed_in[] = {
	{BUILD_DIR "/samples/no-mask.so", "no-mask"},
	{BUILD_DIR "/samples/no-scaling.so", "no-scaling"},
	{BUILD_DIR "/hostile/echo_inputs.so", "echo"},
	{BUILD_DIR "/hostile/carry_inputs.so", "carry"},
};

static void make_class(const char *folder)
{
	const char *const argv[] = {"mkdir", "class", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	ck_assert_int_eq(made.status, 0);
	for (size_t i = 0; i < sizeof(handed_in) / sizeof(handed_in[0]); i++)
		copy_sample(folder, handed_in[i].path, handed_in[i].name);
}

/* Measured times and points are numbers of no case. */
static bool is_measure(const char *line)
{
	static const char *const keys[] = {"\"cpu_ms\"", "\"won\"", "\"automatic\"", "\"points\""};
	line += strspn(line, " ");
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++)
		if (strncmp(line, keys[i], strlen(keys[i])) == 0)
			return true;
	return false;
}

static void add_without_measures(struct text *all, const char *json)
{
	for (const char *line = json; *line != '\0'; line += strcspn(line, "\n"), line += *line == '\n')
		if (!is_measure(line))
			text_add_bytes(all, line, strcspn(line, "\n") + 1);
}

/* All that grading the class says and shows: terminal, JSON, pages. */
static void grade_class(const char *folder, const char *exercises, struct text *all)
{
	make_class(folder);
	PROGRAM_SCOPED struct program text = GRADER(folder, "grade", "-x", exercises, "class");
	PROGRAM_SCOPED struct program json = GRADER(folder, "grade", "-x", exercises, "-f", "json", "class");
	PROGRAM_SCOPED struct program report = GRADER(folder, "report");
	ck_assert_int_eq(text.status, EXIT_FINDINGS);
	ck_assert_int_eq(report.status, EXIT_WELL);
	text_add(all, text_string(&text.out));
	text_add(all, text_string(&text.err));
	add_without_measures(all, text_string(&json.out));
	size_t before = all->length;
	read_pages(folder, ".", all);
	read_pages(folder, "students", all);
	ck_assert_uint_gt(all->length, before + 10000);
}

/* ---- counterexamples: found without any exercise, so whatever numbers they hold are no case's ---- */

static void add_text(struct set *set, const char *text)
{
	for (const char *at = text; *at != '\0';) {
		uint32_t digits = 0;
		if (isdigit((unsigned char)*at))
			digits = leading_digits(&at);
		else
			at++;
		if (digits != 0)
			add(set, digits);
	}
}

static void add_counterexample(struct set *set, const struct counterexample_record *found)
{
	if (found == NULL)
		return;
	add_text(set, found->message);
	add_text(set, found->program);
	for (size_t m = 0; m < found->shown.n_matrices; m++) {
		const struct matrix_record *matrix = &found->shown.matrices[m];
		for (size_t i = 0; i < matrix->rows * matrix->columns; i++)
			add_value(set, matrix->values[i]);
	}
}

static void add_counterexamples(struct set *set, const char *path, const struct catalogue *catalogue)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	struct sandbox_options options = {.mode = SANDBOX_BUBBLEWRAP, .worker = BUILD_DIR "/grader-worker"};
	struct sandbox *sandbox = sandbox_open(&options, &why);
	ck_assert_msg(sandbox != NULL, "%s", text_string(&why));
	struct exam exam = {.candidates = candidate_pool_create()};
	struct submission submission;
	ck_assert_msg(submission_open(path, &submission, &why), "%s", text_string(&why));
	for (size_t e = 0; e < catalogue->count; e++) {
		const struct exercise *exercise = catalogue->exercises[e];
		enum operation_id operation = (enum operation_id)(exercise->operation - operations);
		struct exam_exercise entry = {.exercise = exercise, .tolerance = exercise->tolerance};
		if (!(entry.tolerance > 0))
			entry.tolerance = reference_tolerance(operation);
		const struct sitting sitting = {.exercise = &entry};
		add_counterexample(
			set, counterexample_find(&exam, &sitting, sandbox, &submission, arena, &(const char *){NULL}));
	}
	submission_close(&submission);
	candidate_pool_destroy(exam.candidates);
	sandbox_close(sandbox);
	qsort(set->members, set->count, sizeof(*set->members), by_size);
}

/* ---- names ----------------------------------------------------------------------------------------- */

#define ARTICLE "<article class=\""
#define ID "<span class=\"id\">"

/* What begins at `article` names no hidden group of its exercise. */
static void search_article(const char *article, const struct catalogue *catalogue)
{
	const char *id = strstr(article, ID);
	ck_assert_ptr_nonnull(id);
	id += strlen(ID);
	char name[33] = {0};
	memcpy(name, id, strcspn(id, "<") < sizeof(name) ? strcspn(id, "<") : 0);
	const struct exercise *exercise = catalogue_find(catalogue, name);
	ck_assert_msg(exercise != NULL, "whose article? \"%s\"", name);
	for (size_t g = 0; g < exercise->n_groups; g++)
		ck_assert_msg(exercise->groups[g].is_public || strcasestr(article, exercise->groups[g].name) == NULL,
			      "%s: \"%s\", the name of a hidden case, got out", exercise->id, exercise->groups[g].name);
}

/* Article by article, since one exercise may well say what another one hides. */
static void search_names(const char *folder, const struct catalogue *catalogue)
{
	TEXT_SCOPED struct text pages = {0};
	size_t articles = 0;
	read_pages(folder, "students", &pages);
	for (char *article = strstr(pages.data, ARTICLE), *next; article != NULL; article = next, articles++) {
		next = strstr(article + 1, ARTICLE);
		if (next != NULL)
			*next = '\0';
		search_article(article, catalogue);
		if (next != NULL)
			*next = ARTICLE[0];
	}
	ck_assert_uint_eq(articles, catalogue->count * sizeof(handed_in) / sizeof(handed_in[0]));
}

START_TEST(shipped_exercises_keep_their_secrets)
{
	FOLDER_SCOPED char *folder = folder_create();
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	TEXT_SCOPED struct text all = {0}, why = {0};
	marks_exercises(folder);
	grade_class(folder, "exercises", &all);
	const char *path = arena_format(arena, "%s/exercises", folder);
	struct catalogue catalogue;
	struct secret secret;
	ck_assert(catalogue_load(&path, 1, arena, diagnostics, &catalogue));
	search_names(folder, &catalogue);
	struct store *store = store_open(arena_format(arena, "%s/grades.db", folder), STORE_READ, &why);
	ck_assert_msg(store != NULL, "%s", text_string(&why));
	store_secret(store, secret.bytes);
	store_close(store);
	struct set hidden = {0}, open = {0};
	void *loaded[sizeof(libraries) / sizeof(libraries[0])] = {0};
	for (size_t i = 0; libraries[i] != NULL; i++) {
		loaded[i] = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
		ck_assert_msg(loaded[i] != NULL, "%s", dlerror());
	}
	collect(&hidden, &catalogue, &secret, false, loaded);
	collect(&open, &catalogue, &secret, true, loaded);
	for (size_t i = 0; libraries[i] != NULL; i++)
		dlclose(loaded[i]);
	ck_assert_uint_gt(hidden.count, 1000);
	for (size_t i = 0; i < sizeof(handed_in) / sizeof(handed_in[0]); i++)
		add_counterexamples(&open, handed_in[i].path, &catalogue);
	search(&all, &hidden, &open);
	free(hidden.members);
	free(open.members);
}
END_TEST

/* As a float of that size has it, and as nine digits print it. */
START_TEST(a_value_is_found_as_it_is_printed)
{
	struct set set = {0};
	const char *at = "113452.984";
	add_value(&set, 113452.984375);
	ck_assert(!is_fraction(strtod(at, NULL)));
	ck_assert(has(&set, leading_digits(&at)));
	free(set.members);
}
END_TEST

/* The test itself must be able to fail: a public number is found by the same search. */
START_TEST(the_search_finds_what_is_there)
{
	TEXT_SCOPED struct text text = {0};
	uint32_t member = 1234567;
	struct set hidden = {&member, 1, 1}, none = {0};
	text_add(&text, "<td>0.001234567</td>");
	const char *at = strpbrk(text_string(&text), "0123456789");
	ck_assert_uint_eq(leading_digits(&at), member);
	ck_assert(has(&hidden, member));
	ck_assert(!has(&none, member));
}
END_TEST

static const char told_apart[] =
	"id: L2.7\ntitle: told apart\nfunction: attn_scores\npoints: 10\nstatement: s\ncases:\n"
	"- {name: open, public: true, given: {n_q: 1, n_k: 1, d_k: 1, q: [[61517]], k: [[1]]}}\n"
	"- name: kept-name-81818\n  why: kept-why-82828\n"
	"  given: {n_q: 1, n_k: 2, d_k: 1, q: [[71317]], k: [[2], [3.25]]}\n"
	"- {name: n, given: {n_q: 0, n_k: 53535, d_k: 1, q: [], k: 0}, returns: ATTN_OK}\n"
	"- {name: open again, public: true, given: {n_q: 1, n_k: 2, d_k: 1, q: [[2]], k: [[1], [5]]}}\n";

/* Inputs (71317 as bits too, as a status may carry it out), expected values, sizes, private words of the author. */
static const char *const secrets[] = {"71317", "142634",     "1.4263",	 "231780", "2.3178",
				      "53535", "1200310912", "kept-why", "82828"};

START_TEST(told_apart_numbers_stay_inside)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text all = {0};
	const char *const argv[] = {"mkdir", "L2-application", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	folder_write(folder, "L2-application/told-apart.yaml", told_apart);
	grade_class(folder, "L2-application", &all);
	for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++)
		ck_assert_msg(strstr(text_string(&all), secrets[i]) == NULL, "\"%s\" got out", secrets[i]);
	/* What is public is shown. */
	ck_assert_ptr_nonnull(strstr(text_string(&all), "61517"));
}
END_TEST

START_TEST(student_pages_name_no_hidden_group)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text all = {0}, pages = {0};
	const char *const argv[] = {"mkdir", "L2-application", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	folder_write(folder, "L2-application/told-apart.yaml", told_apart);
	grade_class(folder, "L2-application", &all);
	read_pages(folder, "students", &pages);
	ck_assert_uint_gt(pages.length, 1000);
	ck_assert_ptr_null(strstr(text_string(&pages), "kept-name"));
	PROGRAM_SCOPED struct program check = GRADER(folder, "check", "-x", "L2-application", "class/no-scaling.so");
	ck_assert_ptr_null(strstr(text_string(&check.out), "kept-name"));
	PROGRAM_SCOPED struct program show = GRADER(folder, "show", "-x", "L2-application", "L2.7");
	ck_assert_ptr_null(strstr(text_string(&show.out), "71317"));
	ck_assert_ptr_nonnull(strstr(text_string(&show.out), "61517"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("secrecy");
	TCase *tests = tcase_create("secrecy");
	tcase_set_timeout(tests, 300);
	tcase_add_test(tests, the_search_finds_what_is_there);
	tcase_add_test(tests, a_value_is_found_as_it_is_printed);
	tcase_add_test(tests, told_apart_numbers_stay_inside);
	tcase_add_test(tests, student_pages_name_no_hidden_group);
	tcase_add_test(tests, shipped_exercises_keep_their_secrets);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
