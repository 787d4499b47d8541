/*
 * Loading an exercise: what its keys become, what may be left out, and that no file, however broken, makes
 * the loader crash, leak or hang.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "attention.h"
#include "exercise/making.h"
#include "suite.h"

static const char full[] = "id: L2.1-a\n"
			   "title: 'Softmax: one row'\n"
			   "function: attn_causal\n"
			   "points: 2.5\n"
			   "requires: [L1.1, L1.2]\n"
			   "statement: |\n"
			   "  First line.\n"
			   "  Second *line*.\n"
			   "hints: [look at row 0, \"subtract: the maximum\"]\n"
			   "recall: [{q: 1 + 1, a: 2}]\n"
			   "tolerance: 0x1p+4\n"
			   "limits: {cpu_ms: 1500, memory_mib: 64, threads: 4}\n"
			   "cases:\n"
			   "- name: worked\n"
			   "  public: true\n"
			   "  why: it shows the mean\n"
			   "  hint: look at the last row\n"
			   "  worth: 3\n"
			   "  given: {n: 2, d_k: 1, d_v: 1, q: 0, k: [[0], [0]], v: [[2], [4]]}\n"
			   "  expect: {out: [[2], [0x1.8p+1]], weights: [[1, 0], [.5, .nan]]}\n"
			   "  digits: 6\n"
			   "- name: no keys\n"
			   "  repeat: 20\n"
			   "  returns: ATTN_EINVAL\n"
			   "  given: {n: {int: [1, 4]}, d_k: 0, d_v: 1, q: 0, k: 0, v: 0, weights: null}\n";

START_TEST(every_key_is_kept)
{
	MAKING_SCOPED struct making making;
	making_parse(&making, full);
	const struct exercise *exercise = making.exercise;
	ck_assert_msg(exercise != NULL, "%s", making_complaints(&making));
	ck_assert_uint_eq(diagnostics_total(making.diagnostics), 0);
	ck_assert_str_eq(exercise->path, "L2-test/exercise.yaml");
	struct digest hash = digest_of(full, strlen(full));
	ck_assert(digest_equal(&exercise->hash, &hash));
	ck_assert_str_eq(exercise->id, "L2.1-a");
	ck_assert_str_eq(exercise->title, "Softmax: one row");
	ck_assert_str_eq(exercise->statement, "First line.\nSecond *line*.\n");
	ck_assert_int_eq(exercise->level, 2);
	ck_assert_ptr_eq(exercise->operation, &operations[OP_attn_causal]);
	ck_assert(exercise->points == 2.5 && exercise->tolerance == 16);
	ck_assert_uint_eq(exercise->limits.cpu_ms, 1500);
	ck_assert_uint_eq(exercise->limits.memory_mib, 64);
	ck_assert_uint_eq(exercise->limits.threads, 4);
	ck_assert_uint_eq(exercise->n_requires, 2);
	ck_assert_str_eq(exercise->requires[1], "L1.2");
	ck_assert_uint_eq(exercise->requires_at[1].line, 5);
	ck_assert_uint_eq(exercise->requires_at[1].column, 18);
	ck_assert_uint_eq(exercise->n_hints, 2);
	ck_assert_str_eq(exercise->hints[1], "subtract: the maximum");
	ck_assert_uint_eq(exercise->n_recall, 1);
	ck_assert_str_eq(exercise->recall[0].question, "1 + 1");
	ck_assert_str_eq(exercise->recall[0].answer, "2");
}
END_TEST

START_TEST(every_key_of_a_case_is_kept)
{
	MAKING_SCOPED struct making making;
	making_parse(&making, full);
	ck_assert_ptr_nonnull(making.exercise);
	ck_assert_uint_eq(making.exercise->n_groups, 2);
	const struct group *worked = &making.exercise->groups[0], *failing = &making.exercise->groups[1];
	ck_assert_str_eq(worked->name, "worked");
	ck_assert_str_eq(worked->why, "it shows the mean");
	ck_assert_str_eq(worked->hint, "look at the last row");
	ck_assert(worked->is_public && !failing->is_public);
	ck_assert_uint_eq(worked->worth, 3);
	ck_assert_uint_eq(worked->repeat, 1);
	ck_assert_int_eq(worked->digits, 6);
	ck_assert(!worked->expects_status);
	ck_assert_uint_eq(worked->place.line, 14);
	ck_assert_str_eq(failing->why, "");
	ck_assert_str_eq(failing->hint, "");
	ck_assert_uint_eq(failing->worth, 1);
	ck_assert_uint_eq(failing->repeat, 20);
	ck_assert_int_eq(failing->digits, -1);
	ck_assert(failing->expects_status);
	ck_assert_int_eq(failing->status, ATTN_EINVAL);
	ck_assert_uint_eq(failing->n_expectations, 0);
}
END_TEST

START_TEST(expectations_are_row_major)
{
	MAKING_SCOPED struct making making;
	making_parse(&making, full);
	ck_assert_ptr_nonnull(making.exercise);
	const struct group *worked = &making.exercise->groups[0];
	ck_assert_uint_eq(worked->n_expectations, 2);
	const struct expectation *out = &worked->expectations[0], *weights = &worked->expectations[1];
	ck_assert_str_eq(operations[OP_attn_causal].parameters[out->parameter].name, "out");
	ck_assert_str_eq(operations[OP_attn_causal].parameters[weights->parameter].name, "weights");
	ck_assert_uint_eq(out->count, 2);
	ck_assert(out->values[0] == 2 && out->values[1] == 3);
	ck_assert_str_eq(out->written[1], "0x1.8p+1");
	ck_assert_uint_eq(weights->count, 4);
	ck_assert(weights->values[0] == 1 && weights->values[2] == 0.5 && isnan(weights->values[3]));
	ck_assert_uint_eq(weights->place.line, 20);
}
END_TEST

START_TEST(expectations_of_whole_numbers_are_exact)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_edges",
		  "  given: {n: 4294967295}\n"
		  "  expect: {full: 18446744065119617025, causal: 9223372034707292160}\n");
	const struct group *group = &making.exercise->groups[0];
	ck_assert_uint_eq(group->n_expectations, 2);
	ck_assert_uint_eq(group->expectations[0].count, 1);
	ck_assert_str_eq(group->expectations[0].written[0], "18446744065119617025");
}
END_TEST

START_TEST(an_expected_number_stands_for_all_elements)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax", "  given: {n_q: 2, n_k: 4, scores: 0}\n  expect: {weights: 0.25}\n");
	const struct expectation *weights = &making.exercise->groups[0].expectations[0];
	ck_assert_uint_eq(weights->count, 8);
	for (size_t i = 0; i < 8; i++) {
		ck_assert(weights->values[i] == 0.25);
		ck_assert_str_eq(weights->written[i], "0.25");
	}
}
END_TEST

START_TEST(what_may_be_left_out_has_defaults)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_softmax", "  given: {n_q: 1, n_k: 1, scores: 0}\n");
	const struct exercise *exercise = making.exercise;
	ck_assert(exercise->tolerance == 0);
	ck_assert_uint_eq(exercise->limits.cpu_ms, 500);
	ck_assert_uint_eq(exercise->limits.memory_mib, 256);
	ck_assert_uint_eq(exercise->limits.threads, 1);
	ck_assert_uint_eq(exercise->n_requires + exercise->n_hints + exercise->n_recall, 0);
	ck_assert(!exercise->groups[0].is_public);
}
END_TEST

START_TEST(anchors_are_shared)
{
	MAKING_SCOPED struct making making;
	making_do(&making, "attn_scores",
		  "  given: {n_q: &two 2, n_k: *two, d_k: *two, q: &m [[1, 2], [3, 4]], k: *m}\n");
	ck_assert_mem_eq(making_floats(&making, "k"), ((float[]){1, 2, 3, 4}), 4 * sizeof(float));
}
END_TEST

/* Texts that " #" cuts, far more than anybody reads of: the file loads, and what is shown has an end. */
START_TEST(warnings_have_an_end)
{
	MAKING_SCOPED struct making making;
	TEXT_SCOPED struct text yaml = {0};
	text_add(&yaml, "id: A.1\ntitle: t\nfunction: attn_edges\npoints: 1\nstatement: s\n"
			"cases:\n- {name: a, given: {n: 1}}\nhints:\n");
	for (int i = 0; i < 300; i++)
		text_add(&yaml, "- row #1\n");
	making_parse(&making, text_string(&yaml));
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	ck_assert_uint_eq(making.exercise->n_hints, 300);
	ck_assert_str_eq(making.exercise->hints[299], "row");
	ck_assert_uint_eq(diagnostics_count(making.diagnostics, SEVERITY_WARNING), 100);
}
END_TEST

START_TEST(windows_files_load)
{
	TEXT_SCOPED struct text yaml = {0};
	MAKING_SCOPED struct making making;
	text_add(&yaml, "\xef\xbb\xbf");
	for (const char *at = full; *at != '\0'; at++)
		text_add_bytes(&yaml, *at == '\n' ? "\r\n" : at, *at == '\n' ? 2 : 1);
	making_parse(&making, text_string(&yaml));
	ck_assert_msg(making.exercise != NULL, "%s", making_complaints(&making));
	ck_assert_str_eq(making.exercise->statement, "First line.\nSecond *line*.\n");
	ck_assert_uint_eq(making.exercise->groups[1].place.line, 22);
}
END_TEST

/* ---- files ---------------------------------------------------------------------------------------- */

static char folder[] = "/tmp/test-exercise-XXXXXX";

static void make_folder(void)
{
	strcpy(folder + sizeof(folder) - 7, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
}

static void remove_folder(void)
{
	TEXT_SCOPED struct text command = {0};
	text_add_format(&command, "rm -r %s", folder);
	ck_assert_int_eq(system(text_string(&command)), 0);
}

static const char *write_file(struct arena *arena, const char *name, const char *data, size_t length)
{
	const char *path = arena_format(arena, "%s/%s", folder, name);
	FILE *file = fopen(path, "wb");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(data, 1, length, file), length);
	fclose(file);
	return path;
}

/* Loads a file that has an error, and checks how the complaint ends. */
static void check_fault(const char *path, const char *message)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	ck_assert_ptr_null(exercise_load(path, arena, diagnostics));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1);
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->message, message);
	ck_assert_str_eq(diagnostics_get(diagnostics, 0)->place.file, path);
}

START_TEST(files_that_cannot_be_read_are_named)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	check_fault(arena_format(arena, "%s/none.yaml", folder), "cannot be read: no such file or directory");
	check_fault(folder, "cannot be read: it is a directory");
}
END_TEST

START_TEST(files_have_a_largest_size)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text data = {0};
	text_add(&data, full);
	while (data.length < (1 << 20))
		text_add_bytes(&data, "#\n", 2);
	mkdir(arena_format(arena, "%s/L4-x", folder), 0700);
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *path = write_file(arena, "L4-x/fits.yaml", text_string(&data), 1 << 20);
	ck_assert_ptr_nonnull(exercise_load(path, arena, diagnostics));
	check_fault(write_file(arena, "L4-x/large.yaml", text_string(&data), (1 << 20) + 1),
		    "the file is larger than 1048576 bytes");
}
END_TEST

START_TEST(the_directory_gives_the_level)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	static const struct {
		const char *path;
		int level;
	} rows[] = {
		{"L1-recognition/a.yaml", 1}, {"x/L5-mastery/a.yaml", 5}, {"/L2-a/L4-b/sub/a.yaml", 4},
		{"L3-a/L9-b/a.yaml", 3},      {"L3-a.yaml", 0},		  {"L3/a.yaml", 0},
		{"XL3-a/a.yaml", 0},	      {"L0-a/a.yaml", 0},	  {"a.yaml", 0},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		const struct exercise *exercise = exercise_parse(rows[i].path, full, strlen(full), arena, diagnostics);
		ck_assert_msg((exercise == NULL) == (rows[i].level == 0), "%s", rows[i].path);
		if (exercise != NULL)
			ck_assert_int_eq(exercise->level, rows[i].level);
	}
	mkdir(arena_format(arena, "%s/L4-x", folder), 0700);
	write_file(arena, "L4-x/here.yaml", full, strlen(full));
	ck_assert_int_eq(chdir(arena_format(arena, "%s/L4-x", folder)), 0);
	const struct exercise *here = exercise_load("here.yaml", arena, diagnostics);
	ck_assert_ptr_nonnull(here);
	ck_assert_int_eq(here->level, 4);
	ck_assert_int_eq(chdir("/"), 0);
}
END_TEST

/* ---- a case alone --------------------------------------------------------------------------------- */

static bool load_single(struct making *making, const char *yaml)
{
	*making = (struct making){.arena = arena_create(), .diagnostics = diagnostics_create()};
	const char *path = write_file(making->arena, "case.yaml", yaml, strlen(yaml));
	return exercise_single_case(path, making->arena, making->diagnostics, &making->frame, making->absent);
}

START_TEST(a_case_alone_can_be_made)
{
	MAKING_SCOPED struct making making;
	ck_assert(load_single(&making, "function: attn_causal\n"
				       "given: {n: 2, d_k: 1, d_v: 1, q: 0, k: 0, v: [[1], [2]], weights: ~}\n"
				       "put: [{in: v, where: {row: 1}, value: 9}]\n"));
	ck_assert_ptr_eq(making.frame.operation, &operations[OP_attn_causal]);
	const float *v = making.frame.arguments[5].buffer;
	ck_assert(v[0] == 1 && v[1] == 9);
	ck_assert(making.absent[7] && !making.absent[6]);
}
END_TEST

START_TEST(a_case_alone_draws_from_its_own_stream)
{
	static const float golden[] = {0x1.ec5712p-1f, 0x1.f54f20p-3f, -0x1.f21dccp+0f};
	MAKING_SCOPED struct making making;
	ck_assert(load_single(&making, "function: attn_softmax\ngiven: {n_q: 1, n_k: 3, scores: {normal: [0, 1]}}\n"));
	ck_assert_mem_eq(making.frame.arguments[2].buffer, golden, sizeof(golden));
}
END_TEST

START_TEST(faults_of_a_case_alone_are_shown)
{
	static const char *const rows[][2] = {
		{"functions: attn_causal\n",
		 "case.yaml:1:1: error: unknown key \"functions\", did you mean \"function\"?"},
		{"function: attn_softmax\ngiven: {n_q: 1}\n", "case.yaml:2:8: error: \"n_k\" is not given"},
		{"function: attn_softmax\ngiven: {n_q: 2, n_k: 1, scores: [[1]]}\n",
		 "case.yaml:2:33: error: a list of 1 in \"scores\" where n_q is 2"},
		{"function: attn_softmax\ngiven: {n_q: 1, n_k: 1, scores: 0}\nput: [{in: q, where: all, value: 0}]\n",
		 "case.yaml:3:12: error: \"q\" is no buffer that attn_softmax reads"},
		{"id: x\n", "case.yaml:1:1: error: unknown key \"id\"; a case to be answered has \"function\""},
		{"id: L2.1\nfunction: attn_softmax\ncases: []\n",
		 "case.yaml:1:1: error: this is a whole exercise, but a case alone is wanted"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		MAKING_SCOPED struct making making;
		ck_assert(!load_single(&making, rows[i][0]));
		const char *complaints = making_complaints(&making);
		ck_assert_msg(strstr(complaints, rows[i][1]) != NULL, "%s", complaints);
	}
}
END_TEST

/* ---- whatever bytes come -------------------------------------------------------------------------- */

/* A small generator of its own, so that the test is the same everywhere. */
static unsigned next_random(unsigned long long *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return (unsigned)(*state >> 33);
}

/* Pieces that the format gives a meaning. */
static const char *const pieces[] = {
	"[",
	"]",
	"{",
	"}",
	": ",
	"- ",
	"\n",
	"&a ",
	"*a",
	"!!",
	"'",
	"\"",
	"nan",
	"1e999",
	"-1",
	"65536",
	"|",
	"\t",
	"{int: [0, 9]}",
	"{sum: [n, n]}",
	"n",
	"~",
	"all",
	"{row: -1}",
	"{normal: [0, 1]}",
	"\xff",
	"\r",
	"---\n",
	"?",
	"{causal: 0}",
	"[[1]]",
	"attn_edges",
	"{at: [0, 0]}",
	"#",
};

static void mutate(struct text *text, unsigned long long *state)
{
	size_t at = next_random(state) % text->length;
	const char *piece = pieces[next_random(state) % (sizeof(pieces) / sizeof(pieces[0]))];
	TEXT_SCOPED struct text mutant = {0};
	switch (next_random(state) % 5) {
	case 0: /* cut off */
		text_add_bytes(&mutant, text->data, at + 1);
		break;
	case 1: /* a byte becomes another */
		text_add_bytes(&mutant, text->data, text->length);
		mutant.data[at] = (char)next_random(state);
		break;
	case 2: /* some bytes go */
		text_add_bytes(&mutant, text->data, at + 1);
		at += next_random(state) % 8;
		if (at < text->length)
			text_add_bytes(&mutant, text->data + at, text->length - at);
		break;
	default: /* a piece comes in */
		text_add_bytes(&mutant, text->data, at);
		text_add(&mutant, piece);
		text_add_bytes(&mutant, text->data + at, text->length - at);
	}
	text_clear(text);
	text_add_bytes(text, mutant.data, mutant.length);
}

/* Parses it; what loads must be whole enough to make its cases or to complain. */
static bool try_parse(const struct text *text)
{
	static const struct secret public_secret;
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const struct exercise *exercise = exercise_parse("L2-x/a.yaml", text->data, text->length, arena, diagnostics);
	size_t errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
	ck_assert_msg((exercise == NULL) == (errors > 0), "%s", text_string(text));
	for (size_t g = 0; exercise != NULL && g < exercise->n_groups; g++)
		for (unsigned repetition = 0; repetition < 2; repetition++) {
			struct frame frame;
			bool absent[OPERATION_PARAMETERS_MAX];
			errors = diagnostics_count(diagnostics, SEVERITY_ERROR);
			bool made = exercise_case(exercise, g, repetition, &public_secret, arena, diagnostics, &frame,
						  absent);
			ck_assert(made == (diagnostics_count(diagnostics, SEVERITY_ERROR) == errors));
		}
	return exercise != NULL;
}

static const char seed[] =
	"id: L2.1\ntitle: T\nfunction: attn_padded\npoints: 1\nstatement: S\nhints: [a]\n"
	"requires: [L1.1]\nrecall: [{q: a, a: b}]\ncases:\n- name: a\n"
	"  given: {batch: {int: [1, 2]}, n: {sum: [batch, 1]}, d_k: 1, d_v: &x 1, lengths: {integers: [0, n]},\n"
	"    q: {normal: [0, 1]}, k: {sum: [{ramp: [0, 1]}, {identity: 2}]}, v: {choice: [1, nan]}}\n"
	"  put: [{in: v, where: padding, value: nan}, {in: q, where: {rows: [0, -1]}, value: *x}]\n"
	"- name: b\n  public: true\n  digits: 3\n"
	"  given: {batch: 1, n: 2, d_k: 1, d_v: 1, lengths: [2], q: 0, k: 0, v: [[[1], [3]]]}\n"
	"  put: [{in: k, where: {at: [0, 0, 0]}, value: 0}, {in: k, where: future, value: 1}]\n"
	"  expect: {out: [[[1], [2]]]}\n";

START_TEST(no_bytes_do_harm)
{
	const char *count = getenv("FUZZ_COUNT");
	const char *start = getenv("FUZZ_START");
	int rounds = count == NULL ? 1500 : atoi(count);
	unsigned long long state = start == NULL ? 1 : strtoull(start, NULL, 10);
	int loaded = 0;
	for (int i = 0; i < rounds; i++) {
		TEXT_SCOPED struct text text = {0};
		text_add(&text, i % 2 == 0 ? full : seed);
		for (unsigned changes = next_random(&state) % 4; changes > 0; changes--)
			mutate(&text, &state);
		loaded += try_parse(&text);
	}
	ck_assert_int_gt(loaded, rounds / 5);
	ck_assert_int_lt(loaded, rounds);
}
END_TEST

START_TEST(no_beginning_does_harm)
{
	for (size_t length = 1; length < sizeof(seed); length++) {
		TEXT_SCOPED struct text text = {0};
		text_add_bytes(&text, seed, length);
		bool loaded = try_parse(&text);
		if (length == sizeof(seed) - 1)
			ck_assert(loaded);
	}
}
END_TEST

int main(void)
{
	const TTest *tests[] = {
		every_key_is_kept,
		every_key_of_a_case_is_kept,
		expectations_are_row_major,
		expectations_of_whole_numbers_are_exact,
		an_expected_number_stands_for_all_elements,
		what_may_be_left_out_has_defaults,
		anchors_are_shared,
		warnings_have_an_end,
		windows_files_load,
		files_that_cannot_be_read_are_named,
		files_have_a_largest_size,
		the_directory_gives_the_level,
		a_case_alone_can_be_made,
		a_case_alone_draws_from_its_own_stream,
		faults_of_a_case_alone_are_shown,
		no_bytes_do_harm,
		no_beginning_does_harm,
	};
	return SUITE_RUN("exercise", tests, make_folder, remove_folder);
}
