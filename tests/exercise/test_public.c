/*
 * What students get of an exercise file: public cases as they are, and nothing else. Tried on the shipped exercises,
 * field by field and case by case, and on a file that hides a mark wherever something can be hidden.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/file.h"
#include "exercise/exercise.h"
#include "suite.h"

static struct arena *arena;
static struct diagnostics *diagnostics;
static char folder[] = "/tmp/public-XXXXXX";

static void set_up(void)
{
	TEXT_SCOPED struct text why = {0};
	arena = arena_create();
	diagnostics = diagnostics_create();
	strcpy(folder, "/tmp/public-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	ck_assert(directory_create(arena_format(arena, "%s/L2-given", folder), &why));
}

static void tear_down(void)
{
	TEXT_SCOPED struct text command = {0};
	text_add_format(&command, "rm -rf '%s'", folder);
	ck_assert_int_eq(system(text_string(&command)), 0);
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

static const char *write_file(const char *yaml)
{
	TEXT_SCOPED struct text why = {0};
	const char *path = arena_format(arena, "%s/L2-given/given.yaml", folder);
	ck_assert_msg(file_write(path, yaml, strlen(yaml), &why), "%s", text_string(&why));
	return path;
}

static const struct exercise *load(const char *path)
{
	const struct exercise *exercise = exercise_load(path, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert_ptr_nonnull(exercise);
	return exercise;
}

/* What students get, loaded again as that of the same level. */
static const struct exercise *load_public(const struct exercise *exercise)
{
	TEXT_SCOPED struct text yaml = {0};
	ck_assert_msg(exercise_add_public(exercise, arena, diagnostics, &yaml), "%s", exercise->path);
	const char *path = arena_format(arena, "L%d-x/public.yaml", exercise->level);
	const struct exercise *given = exercise_parse(path, text_string(&yaml), yaml.length, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, false);
	ck_assert_msg(given != NULL, "%s", text_string(&yaml));
	return given;
}

/* ---- field by field ------------------------------------------------------------------------------- */

static void same_expectations(const struct group *a, const struct group *b)
{
	ck_assert_uint_eq(a->n_expectations, b->n_expectations);
	for (size_t e = 0; e < a->n_expectations; e++) {
		const struct expectation *one = &a->expectations[e], *other = &b->expectations[e];
		ck_assert_uint_eq(one->parameter, other->parameter);
		ck_assert_uint_eq(one->count, other->count);
		ck_assert_mem_eq(one->values, other->values, one->count * sizeof(double));
		ck_assert_int_eq(one->places == NULL, other->places == NULL);
		for (size_t i = 0; i < one->count && one->places != NULL; i++)
			ck_assert_str_eq(one->written[i], other->written[i]);
	}
}

static void same_group(const struct group *a, const struct group *b)
{
	ck_assert_str_eq(a->name, b->name);
	ck_assert_str_eq(a->hint, b->hint);
	ck_assert_str_eq(b->why, "");
	ck_assert(b->is_public);
	ck_assert_uint_eq(a->worth, b->worth);
	ck_assert_uint_eq(a->repeat, b->repeat);
	ck_assert_int_eq(a->property == NULL, b->property == NULL);
	if (a->property != NULL)
		ck_assert_str_eq(property_name(a->property, arena), property_name(b->property, arena));
	ck_assert_int_eq(a->digits, b->digits);
	ck_assert_int_eq(a->expects_status, b->expects_status);
	ck_assert_int_eq(a->status, b->status);
	same_expectations(a, b);
}

/* Every repetition: the same scalars, the same bytes of inputs, the same further calls. */
static void same_cases(const struct exercise *a, size_t at, const struct exercise *b, size_t bt)
{
	static const struct secret public_stream;
	for (unsigned repetition = 0; repetition < a->groups[at].repeat; repetition++) {
		struct frame one, other;
		bool absent[OPERATION_PARAMETERS_MAX], missing[OPERATION_PARAMETERS_MAX];
		const struct echo *echoes;
		size_t n_echoes, n_others;
		ck_assert(exercise_case(a, at, repetition, &public_stream, arena, diagnostics, &one, absent));
		ck_assert(exercise_case(b, bt, repetition, &public_stream, arena, diagnostics, &other, missing));
		ck_assert(exercise_echoes(a, at, repetition, &public_stream, &one, absent, arena, diagnostics, &echoes,
					  &n_echoes));
		ck_assert(exercise_echoes(b, bt, repetition, &public_stream, &other, missing, arena, diagnostics,
					  &echoes, &n_others));
		ck_assert_uint_eq(n_echoes, n_others);
		for (size_t p = 0; p < a->operation->n_parameters; p++) {
			const struct parameter *parameter = &a->operation->parameters[p];
			struct shape shape;
			if (!parameter_is_buffer(parameter)) {
				ck_assert_uint_eq(one.arguments[p].number, other.arguments[p].number);
				continue;
			}
			ck_assert_int_eq(absent[p], missing[p]);
			ck_assert(frame_shape(&one, p, &shape));
			if (parameter_is_read(parameter) && shape.count > 0)
				ck_assert_mem_eq(one.arguments[p].buffer, other.arguments[p].buffer,
						 shape.count * element_bytes(parameter->element));
		}
	}
}

static void same_exercise(const struct exercise *a, const struct exercise *b)
{
	ck_assert_str_eq(a->id, b->id);
	ck_assert_str_eq(a->title, b->title);
	ck_assert_str_eq(a->statement, b->statement);
	ck_assert_int_eq(a->level, b->level);
	ck_assert_ptr_eq(a->operation, b->operation);
	ck_assert_double_eq(a->points, b->points);
	ck_assert_double_eq(a->tolerance, b->tolerance);
	ck_assert_mem_eq(&a->limits, &b->limits, sizeof(a->limits));
	ck_assert_uint_eq(a->n_requires, b->n_requires);
	for (size_t i = 0; i < a->n_requires; i++)
		ck_assert_str_eq(a->requires[i], b -> requires[i]);
	ck_assert_uint_eq(a->n_recall, b->n_recall);
	for (size_t i = 0; i < a->n_recall; i++) {
		ck_assert_str_eq(a->recall[i].question, b->recall[i].question);
		ck_assert_str_eq(a->recall[i].answer, b->recall[i].answer);
	}
	ck_assert_uint_eq(b->n_hints, 0);
	ck_assert_uint_eq(b->n_exemptions, 0);
	size_t given = 0;
	for (size_t g = 0; g < a->n_groups; g++) {
		if (!a->groups[g].is_public)
			continue;
		ck_assert_uint_lt(given, b->n_groups);
		same_group(&a->groups[g], &b->groups[given]);
		same_cases(a, g, b, given++);
	}
	ck_assert_uint_eq(given, b->n_groups);
}

START_TEST(shipped_exercises_keep_their_public_cases)
{
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	ck_assert(catalogue_load(paths, 1, arena, diagnostics, &catalogue));
	ck_assert_uint_gt(catalogue.count, 40);
	for (size_t i = 0; i < catalogue.count; i++)
		same_exercise(catalogue.exercises[i], load_public(catalogue.exercises[i]));
}
END_TEST

START_TEST(shipped_exercises_keep_the_rest_to_themselves)
{
	const char *paths[] = {SOURCE_DIR "/exercises"};
	struct catalogue catalogue;
	ck_assert(catalogue_load(paths, 1, arena, diagnostics, &catalogue));
	for (size_t i = 0; i < catalogue.count; i++) {
		const struct exercise *exercise = catalogue.exercises[i];
		TEXT_SCOPED struct text yaml = {0};
		ck_assert(exercise_add_public(exercise, arena, diagnostics, &yaml));
		ck_assert_ptr_null(strstr(text_string(&yaml), "why:"));
		ck_assert_ptr_null(strstr(text_string(&yaml), "not_for"));
		for (size_t h = 0; h < exercise->n_hints; h++)
			ck_assert_ptr_null(strstr(text_string(&yaml), exercise->hints[h]));
		for (size_t g = 0; g < exercise->n_groups; g++)
			ck_assert_msg(exercise->groups[g].is_public ||
					      strstr(text_string(&yaml),
						     arena_format(arena, "name: %s\n", exercise->groups[g].name)) ==
						      NULL,
				      "%s: %s", exercise->id, exercise->groups[g].name);
	}
}
END_TEST

/* ---- a file full of marks ------------------------------------------------------------------------- */

static const char marked[] = "# MARK before all\n"
			     "id: L2.1 # MARK behind a value\n"
			     "\"title\": 'It''s: #1, “quoted”'\n"
			     "function: attn_masked_softmax\n"
			     "points: 7.5\n"
			     "requires: [ ] # MARK\n"
			     "statement: |2  # MARK behind the bar\n"
			     "    leading blanks\n"
			     "\n"
			     "  # a heading, no comment\n"
			     "  `- name: x` is *text*\n"
			     "# MARK behind a block\n"
			     "hints: [\"MARK one\", &h \"MARK two\"]\n"
			     "not_for:\n"
			     "- {id: M43, why: MARK}\n"
			     "recall:\n"
			     "- q: Why? # MARK\n"
			     "  a: \"two\\nlines\"\n"
			     "- {a: because, q: \"true\"}\n"
			     "limits:\n"
			     "  cpu_ms: 0x100\n"
			     "cases:\n"
			     "- why: MARK first key\n"
			     "  name: &one by hand\n"
			     "  public: true\n"
			     "  given: &given {n_q: 1, n_k: 4, scores: [[2, 4.50, -.inf, # MARK in a list\n"
			     "    .nan]], mask: {causal: 1}}\n"
			     "  expect: {weights: [[0.12, 0.88, 0, 0]]}\n"
			     "  digits: 2\n"
			     "- name: MARK hidden\n"
			     "  public: false\n"
			     "  hint: MARK hint\n"
			     "  why: &why MARK why\n"
			     "  given:\n"
			     "    n_q: 1\n"
			     "    n_k: &keys 2\n"
			     "    scores: &scores [[0.5, &number -2.25]]\n"
			     "    mask: {causal: 77003311}\n"
			     "  put: [{in: scores, where: {at: [0, 0]}, value: 77.003311}]\n"
			     "  expect: {weights: 0.77003311}\n"
			     "- {name: in braces, why: *why, public: true, worth: 2, repeat: 3,\n"
			     "   given: {n_q: 1, n_k: *keys, scores: *scores, mask: [[0, *number]]}}\n"
			     "- {name: MARK too, given: *given}\n"
			     "- why: |\n"
			     "    MARK\n"
			     "  name: last\n"
			     "  public: true\n"
			     "  given: # MARK\n"
			     "    n_q: 2\n"
			     "    n_k: 2\n"
			     "    # MARK\n"
			     "    scores:\n"
			     "    - [1, 2]\n"
			     "    -\n"
			     "      - 3\n"
			     "      - 4\n"
			     "    mask: {causal: 0}\n"
			     "  put:\n"
			     "  - {in: scores, where: future, value: nan}\n"
			     "# MARK after all\n";

static const char unmarked[] = "id: L2.1\n"
			       "\"title\": \"It's: #1, “quoted”\"\n"
			       "function: attn_masked_softmax\n"
			       "points: 7.5\n"
			       "requires: []\n"
			       "statement: |2\n"
			       "    leading blanks\n"
			       "\n"
			       "  # a heading, no comment\n"
			       "  `- name: x` is *text*\n"
			       "recall:\n"
			       "- q: Why?\n"
			       "  a: |-\n"
			       "    two\n"
			       "    lines\n"
			       "- {a: because, q: \"true\"}\n"
			       "limits:\n"
			       "  cpu_ms: 0x100\n"
			       "cases:\n"
			       "- name: by hand\n"
			       "  public: true\n"
			       "  given: {n_q: 1, n_k: 4, scores: [[2, 4.50, -.inf, .nan]], mask: {causal: 1}}\n"
			       "  expect: {weights: [[0.12, 0.88, 0, 0]]}\n"
			       "  digits: 2\n"
			       "- {name: in braces, public: true, worth: 2, repeat: 3, given: {n_q: 1, n_k: 2, scores: "
			       "[[0.5, -2.25]], mask: [[0, -2.25]]}}\n"
			       "- name: last\n"
			       "  public: true\n"
			       "  given:\n"
			       "    n_q: 2\n"
			       "    n_k: 2\n"
			       "    scores:\n"
			       "    - [1, 2]\n"
			       "    - - 3\n"
			       "      - 4\n"
			       "    mask: {causal: 0}\n"
			       "  put:\n"
			       "  - {in: scores, where: future, value: nan}\n";

START_TEST(what_is_marked_stays_behind)
{
	TEXT_SCOPED struct text yaml = {0};
	const struct exercise *exercise = load(write_file(marked));
	ck_assert(exercise_add_public(exercise, arena, diagnostics, &yaml));
	ck_assert_str_eq(text_string(&yaml), unmarked);
	same_exercise(exercise, load_public(exercise));
}
END_TEST

START_TEST(without_a_public_case_there_is_nothing_to_give)
{
	TEXT_SCOPED struct text yaml = {0};
	const struct exercise *exercise = load(write_file("id: L2.1\ntitle: x\nfunction: attn_edges\npoints: 1\n"
							  "statement: x\ncases:\n- {name: a, given: {n: 1}}\n"));
	ck_assert(!exercise_add_public(exercise, arena, diagnostics, &yaml));
	ck_assert_uint_eq(yaml.length, 0);
	ck_assert_ptr_nonnull(strstr(diagnostics_get(diagnostics, 0)->message, "no case is public"));
}
END_TEST

START_TEST(a_file_that_changed_is_not_given)
{
	TEXT_SCOPED struct text yaml = {0};
	const struct exercise *exercise = load(write_file(marked));
	write_file("cases: [{public: true}]\n");
	ck_assert(!exercise_add_public(exercise, arena, diagnostics, &yaml));
	ck_assert_uint_eq(yaml.length, 0);
	ck_assert_ptr_nonnull(strstr(diagnostics_get(diagnostics, 0)->message, "changed"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {shipped_exercises_keep_their_public_cases,
				      shipped_exercises_keep_the_rest_to_themselves, what_is_marked_stays_behind,
				      without_a_public_case_there_is_nothing_to_give, a_file_that_changed_is_not_given};
	return SUITE_RUN("public", tests, set_up, tear_down);
}
