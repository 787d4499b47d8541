/* grader lint: every kind of finding, on small exercises made to have it and no other of its kind. */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"
#include "suite.h"

static bool says(const struct text *text, const char *words)
{
	return strstr(text_string(text), words) != NULL;
}

/* A note takes nothing from an exercise. */
static bool complains(const struct text *text)
{
	return says(text, " error: ") || says(text, " warning: ");
}

/* Lints a file with that content. */
static struct program lint(const char *yaml)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text level = {0};
	text_add_format(&level, "%s/L3-analysis", folder);
	const char *const argv[] = {"mkdir", text_string(&level), NULL};
	PROGRAM_SCOPED struct program made = program_run(NULL, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(text_string(&level), "mine.yaml", yaml);
	return GRADER(folder, "lint", "L3-analysis/mine.yaml");
}

/* ---- an exercise that catches all that it should, and what becomes of it -------------------------- */

#define EDGES_BODY "title: t\nfunction: attn_edges\npoints: 10\nstatement: s\n"
#define EDGES "id: L3.1\n" EDGES_BODY
#define HELP "hints: [a, b]\nrecall: [{q: a, a: b}]\n"
#define OPEN "- {name: open, public: true, given: {n: 3}, expect: {full: 9}}\n"
#define SMALL "- {name: small, given: {n: 70}, expect: {full: 4900}}\n"
#define LARGE "- {name: large, given: {n: {int: [3000000001, 4294967295]}}, repeat: 4}\n"
#define BEYOND_KEYS "name: beyond, given: {n: 4294967296}, returns: ATTN_ERANGE}\n"
#define BEYOND "{" BEYOND_KEYS
#define SOUND EDGES HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND

START_TEST(a_sound_exercise_passes)
{
	PROGRAM_SCOPED struct program program = lint(SOUND);
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert(!complains(&program.err));
	ck_assert_msg(says(&program.out, "1 exercise read: 0 errors, 0 warnings\n"), "%s", text_string(&program.out));
	ck_assert(says(&program.out, "  c  hidden  large: catches "));
}
END_TEST

#define RARE \
	"id: L2.1\ntitle: t\nfunction: attn_visible_keys\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, public: true, given: {row: 1, n_k: 2, offset: 0}}\n" \
	"- {name: b, public: true, repeat: 1000, given: {row: {int: [0, 514]}, " \
	"n_k: {product: [row, {difference: [514, row]}]}, offset: 0}}\n"

/* What random rows of a softmax do not catch, leaving out nothing that they do. */
#define SOFTMAX "id: L2.1\ntitle: t\nfunction: attn_softmax\npoints: 10\nstatement: s\n"
#define ROW_OPEN "- {name: a, public: true, given: {n_q: 1, n_k: 2, scores: [[0, 0]]}"
#define ROWS "- {name: rows, given: {n_q: 4, n_k: 9, scores: {normal: [0, 2]}}}\n"

#define CAUSAL(property) \
	"id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\ncases:\n" \
	"- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n" \
	"- {name: p, property: " property ", "

static const struct {
	const char *what, *yaml, *says;
	int status;
} findings[] = {
	{"missed", EDGES "cases:\n" OPEN SMALL LARGE,
	 "mine.yaml:6:1: error: M114 edges_unchecked (counts that do not fit wrap around) passes every hidden case: "
	 "add a case that it gets wrong, like `given: {n: 4294967296}`, or say why it need not be caught: `not_for: "
	 "[{id: M114, why: ...}]`\n",
	 EXIT_FINDINGS},
	{"caught in public only",
	 EDGES "cases:\n" OPEN SMALL LARGE "- {name: open 2, public: true, given: {n: 4294967296}}\n",
	 "add a case that it gets wrong, a hidden one like \"open 2\", or say", EXIT_FINDINGS},
	{"too near",
	 SOFTMAX "tolerance: 1000\ncases:\n" ROW_OPEN "}\n" ROWS "- {name: eps, given: {n_q: 1, n_k: 3, scores: -9}}\n",
	 "and 4 are wanted; make \"eps\" sharper or add a case that it gets more wrong (the one suggested for M43 will "
	 "do), ",
	 EXIT_FINDINGS},
	{"caught by luck", EDGES "cases:\n" OPEN SMALL LARGE "- {name: drawn, given: {n: {choice: [4294967296, 5]}}}\n",
	 "mine.yaml:10:3: error: M114 edges_unchecked (counts that do not fit wrap around) is caught by luck: of 32 "
	 "other secrets, under ",
	 EXIT_FINDINGS},
	{"missed, but not by far",
	 SOFTMAX "tolerance: 1000\nnot_for: [{id: M43, why: no score is so large}]\ncases:\n" ROW_OPEN "}\n" ROWS
		 "- {name: eps, given: {n_q: 1, n_k: 3, scores: -7}}\n",
	 "mine.yaml:11:3: error: M89 no_max_sub_eps (no maximum is subtracted, and a small number is added to the sum) "
	 "passes every hidden case (\"eps\" comes nearest, 0.",
	 EXIT_FINDINGS},
	{"missed by one case", SOFTMAX "cases:\n" ROW_OPEN "}\n" ROWS,
	 "mine.yaml:6:1: error: M44 max_init_zero (the search for the maximum starts at 0), M45 max_clamp_1e4 (the "
	 "search for the maximum starts at -1e4 or the like, NaN below) and M92 max_clamp_1e4_zero (the search for the "
	 "maximum starts at -1e4 or the like, zeros below) pass every hidden case: add a case that they get wrong, "
	 "like `given: {n_q: 1, n_k: 1, scores: -",
	 EXIT_FINDINGS},
	{"all of them excused at once", SOFTMAX "cases:\n" ROW_OPEN "}\n" ROWS,
	 "or say why they need not be caught: `not_for: [{id: M44, why: ...}, {id: M45, why: ...}, {id: M92, why: "
	 "...}]`\n",
	 EXIT_FINDINGS},
	{"redundant", SOUND,
	 "mine.yaml:10:3: note: case \"small\" is redundant: \"large\" catches all that it does; leave it out, or keep "
	 "it for what the catalogue does not know\n   10 | - {name: small",
	 EXIT_WELL},
	{"of two the same one", SOUND "- {name: again, given: {n: 5000000000}, returns: ATTN_ERANGE}\n",
	 "mine.yaml:13:3: note: case \"again\" is redundant: \"beyond\" catches all", EXIT_WELL},
	{"catches nothing", SOUND "- {name: none, worth: 1, given: {n: 0}}\n",
	 "mine.yaml:13:3: note: case \"none\" is redundant: ", EXIT_WELL},
	{"excused", EDGES HELP "not_for: [{id: M114, why: no border here}]\ncases:\n" OPEN SMALL LARGE, "", EXIT_WELL},
	{"excused, yet caught", EDGES "not_for:\n- {id: M114, why: no border}\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:7:3: error: M114 edges_unchecked (counts that do not fit wrap around) is caught, by \"beyond\": "
	 "delete it from `not_for`",
	 EXIT_FINDINGS},
	{"excused, no mistake here", EDGES "not_for: [{id: M43, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:11: error: M43 no_max_sub (the maximum is not subtracted before exp) is no mistake in "
	 "`attn_edges`, whose answers it leaves right: delete it",
	 EXIT_FINDINGS},
	{"excused, unheard of", EDGES "not_for: [{id: M1140, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "error: no misconception is called \"M1140\"; there are M110 length_not_advanced (the cache's length stays as "
	 "it was), M114 edges_unchecked (counts that do not fit wrap around)",
	 EXIT_FINDINGS},
	{"excused, not in the catalogue",
	 EDGES "not_for: [{id: M54, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:11: error: M54 denom_eps (a small number added to a sum of at least 1) is not in the catalogue: "
	 "it moves a weight by less than honest rounding may; beside a sum that can be small it is M88 and M89; delete "
	 "it from `not_for`\n",
	 EXIT_FINDINGS},
	{"trivial", EDGES "cases:\n" OPEN "- {name: none, given: {n: 0}}\n",
	 "mine.yaml:8:3: error: a function that answers \"zeros\" (all zeros), \"values\" (the input of the output's "
	 "size handed back), \"input\" (the first input handed back) passes every hidden case, \"none\": add one that "
	 "asks for something else\n    8 | - {name: none, given: {n: 0}}\n      |   ^\n",
	 EXIT_FINDINGS},
	{"useless", EDGES "cases:\n" OPEN "- {name: none, given: {n: 0}}\n",
	 "L3-analysis/mine.yaml:6:1: error: the hidden cases tell little from nothing: 5 misconceptions of 5 pass them "
	 "all; begin with a hidden case of random numbers and several rows, then see what is left of M112, M113, M114, "
	 "M115, M116\n    6 | cases:\n      | ^\n",
	 EXIT_FINDINGS},
	{"trivially rich", EDGES "cases:\n" OPEN SMALL LARGE "- {name: none, worth: 9, given: {n: 0}}\n- " BEYOND,
	 "size handed back), \"input\" (the first input handed back) earns 69% of the points, with \"none\": give more "
	 "`worth` to the cases that it fails",
	 EXIT_WELL},
	{"hard on honest code", SOFTMAX "tolerance: 0.01\ncases:\n" ROW_OPEN "}\n" ROWS,
	 "times the tolerance in case \"rows\", in `weights`: less than 0.5 is wanted, so that no other honest code "
	 "fails; take less extreme numbers, or raise `tolerance`",
	 EXIT_FINDINGS},
	{"impossible for honest code",
	 "id: L2.1\ntitle: t\nfunction: attn_scores\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: a, public: true, given: {n_q: 1, n_k: 1, d_k: 1, q: 1, k: 1}}\n"
	 "- {name: huge, given: {n_q: 1, n_k: 1, d_k: 1, q: 1e20, k: 1e20}}\n",
	 "mine.yaml:8:3: error: a number overflows in float in case \"huge\", at [0][0] of `scores`: no honest float "
	 "code can pass; take less extreme numbers\n    8 |",
	 EXIT_FINDINGS},
	{"an overflow on the way",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
	 "- {name: huge, given: {n: 2, d_k: 1, d_v: 1, q: 1e20, k: [[1e20], [1]], v: [[1], [2]], weights: ~}}\n",
	 "honest programs fail case \"huge\" by more than any tolerance allows, in `out`: a number overflows in float "
	 "on the way to an answer that does not; take less extreme numbers\n",
	 EXIT_FINDINGS},
	{"any number passes",
	 "id: L2.1\ntitle: t\nfunction: attn_scores\npoints: 10\nstatement: s\ntolerance: 1000\ncases:\n"
	 "- {name: a, public: true, given: {n_q: 1, n_k: 1, d_k: 1, q: 1, k: 1}}\n"
	 "- {name: vague, given: {n_q: 1, n_k: 1, d_k: 4, q: [[1e19, 1e19, 1, 1]], k: [[1e19, -1e19, 1, 1]]}}\n",
	 "error: any number passes in case \"vague\", at [0][0] of `scores`: ", EXIT_FINDINGS},
	{"left open by the contract",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
	 "- {name: open, given: {n: 2, d_k: 1, d_v: 1, q: 1, k: [[-inf], [1]], v: [[nan], [2]], weights: ~}}\n",
	 "mine.yaml:8:3: error: case \"open\" asks what the contract leaves open", EXIT_FINDINGS},
	{"two errors at once",
	 "id: L2.1\ntitle: t\nfunction: attn_decode\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: open, returns: ATTN_EINVAL, given: {capacity: 2, d_k: 0, d_v: 1, length: {choice: [1, 2]}, keys: 0, "
	 "values: 0, query: 0, key: 0, value: 1}, repeat: 8}\n",
	 "error: case \"open\" asks in 4 of 8 repetitions (1, 2, 5, 6) what the contract leaves open", EXIT_FINDINGS},
	{"hard for some of honest code", SOFTMAX "tolerance: 0.3\ncases:\n" ROW_OPEN "}\n" ROWS,
	 "error: honest code, \"", EXIT_FINDINGS},
	{"wrong number", SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.6]]}, digits: 3}\n" ROWS,
	 "mine.yaml:7:95: error: `expect` says 0.6 for [0][1] of `weights`, the reference says 0.50000 (to 3 "
	 "digits)\n",
	 EXIT_FINDINGS},
	{"wrong numbers",
	 SOFTMAX "cases:\n" ROW_OPEN
		 "}\n- {name: b, given: {n_q: 4, n_k: 2, scores: 0}, expect: {weights: [[1, 2], [3, 4], [5, 0.5], [7, "
		 "8]]}}\n" ROWS,
	 "error: 2 more numbers of `weights` under `expect` are not what the reference says\n", EXIT_FINDINGS},
	{"more digits than there are",
	 SOFTMAX "cases:\n" ROW_OPEN "}\n- {name: b, given: {n_q: 1, n_k: 3, scores: 0}, digits: 12, "
		 "expect: {weights: 0.33333334}}\n" ROWS,
	 "; a float has no more digits than the two have in common: lower `digits`\n", EXIT_FINDINGS},
	{"too few digits agree", SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.501]]}, digits: 3}\n" ROWS,
	 "`expect` says 0.501", EXIT_FINDINGS},
	{"wrong status", EDGES "cases:\n- {name: open, public: true, given: {n: 3}, returns: ATTN_EINVAL}\n" SMALL,
	 "says that ATTN_EINVAL is returned", EXIT_FINDINGS},
	{"a size that few draws make too large", RARE "- {name: c, given: {row: 1, n_k: 2, offset: 0}}\n",
	 "\"n_k\" must be 0 to 65536", EXIT_FINDINGS},
	{"a wrong status at times",
	 EDGES "cases:\n" OPEN SMALL LARGE "- " BEYOND
	       "- {name: c, given: {n: {choice: [3, 4294967296]}}, returns: ATTN_OK, repeat: 8}\n",
	 "case \"c\" says that ATTN_OK is returned, the reference returns ATTN_ERANGE in 2 of 8 repetitions (0, 3)",
	 EXIT_FINDINGS},
	{"a status at times",
	 EDGES "cases:\n" OPEN SMALL LARGE "- " BEYOND
	       "- {name: c, given: {n: {choice: [3, 4294967296]}}, repeat: 8}\n",
	 "warning: case \"c\" makes the function return ATTN_ERANGE in ", EXIT_WELL},
	{"the public cases win",
	 EDGES "cases:\n- {name: open, public: true, worth: 1000, given: {n: 3}}\n" SMALL LARGE "- " BEYOND,
	 "warning: the public cases win 100% of the points", EXIT_WELL},
	{"the same again", EDGES "cases:\n" OPEN SMALL LARGE "- " BEYOND "- {name: twin, given: {n: 3}}\n",
	 "warning: case \"twin\" gives what \"open\" gives, number for number, and students see one of them: one of ",
	 EXIT_WELL},
	{"repeated for nothing",
	 EDGES "cases:\n" OPEN SMALL LARGE "- " BEYOND "- {name: c, repeat: 3, given: {n: 9}}\n",
	 "warning: case \"c\" is 3 times the same: nothing in it is drawn", EXIT_WELL},
	{"unheard of", EDGES "not_for: [{id: M777, why: none}]\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "error: no misconception is called \"M777\"; there are 1", EXIT_FINDINGS},
	{"a property of one row", CAUSAL("causal") "given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:8:3: error: property \"causal\" asks nothing in any repetition of \"p\": ", EXIT_FINDINGS},
	{"a property without sums", CAUSAL("rows_sum_to_one") "given: {n: 2, d_k: 1, d_v: 1, q: nan, k: 1, v: 1}}\n",
	 "property \"rows_sum_to_one\" asks nothing in any repetition of \"p\": there is no row of numbers",
	 EXIT_FINDINGS},
	{"a permutation of one", CAUSAL("permutation") "given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "property \"permutation\" asks nothing in any repetition of \"p\": ", EXIT_FINDINGS},
	{"a property of an error", CAUSAL("causal") "given: {n: 2, d_k: 0, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "property \"causal\" asks nothing in any repetition of \"p\": the function returns an error", EXIT_FINDINGS},
	{"no time",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\nlimits: {cpu_ms: 1}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
	 "- {name: long, given: {n: 64, d_k: 1024, d_v: 1024, q: 1, k: 1, v: 1, weights: ~}}\n",
	 " ms of CPU time where `cpu_ms` allows 1: honest code may time out; make it smaller, or allow ",
	 EXIT_FINDINGS},
	{"no time for what is large",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\nlimits: {cpu_ms: 1}\n"
	 "large:\n  name: much\n  given: {n: 512, d_k: 16, d_v: 16, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:8:3: error: the large call takes plain float code ", EXIT_FINDINGS},
	{"too large for floats",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "large:\n  name: much\n  given: {n: 64, d_k: 1, d_v: 1, q: 1e30, k: 1e30, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:7:3: error: plain float code is not right in the large call: ", EXIT_FINDINGS},
	{"a large call that is too large",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\nlimits: {cpu_ms: 1000}\n"
	 "large:\n  name: much\n  given: {n: 65536, d_k: 8, d_v: 8, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:8:3: warning: the large call is too large to be audited, and to be graded quickly: plain code "
	 "makes "
	 "some 7e+10 multiplications for it, which takes every submission about 1.1e+02 s: make it smaller\n",
	 EXIT_FINDINGS},
	{"a timed call that is too large",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\nlimits: {cpu_ms: 1000}\n"
	 "speed:\n  given: {n: 65536, d_k: 8, d_v: 8, q: 1, k: 1, v: 1, weights: ~}\n  rungs: [{ratio: 4}]\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:8:3: warning: the timed call is too large to be audited, and to be graded quickly: plain code "
	 "makes some 7e+10 multiplications for it, which takes every submission about 4.4e+02 s: make it smaller\n",
	 EXIT_FINDINGS},
	{"a timed call that the contract refuses",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "speed:\n  given: {n: 64, d_k: 0, d_v: 1, q: 1, k: 1, v: 1, weights: ~}\n  rungs: [{ratio: 4}]\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:7:3: error: honest code answers the timed call with ATTN_EINVAL, as the contract has it, ",
	 EXIT_FINDINGS},
	{"a large call that the contract refuses",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "large:\n  name: much\n  given: {n: 64, d_k: 0, d_v: 1, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:7:3: error: honest code answers the large call with ATTN_EINVAL, as the contract has it, ",
	 EXIT_FINDINGS},
	{"a large call of no rows",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "large:\n  name: much\n  given: {n: 0, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:7:3: error: whoever writes nothing is right in the large call: ", EXIT_FINDINGS},
	{"a large call's hint with what is hidden",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "large:\n  name: much\n  hint: is 70 much?\n"
	 "  given: {n: 64, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
	 "- {name: b, given: {n: 70, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:7:3: warning: a hint has the number 70 in it, ", EXIT_FINDINGS},
	{"a large call's hint in a table",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n"
	 "large:\n  name: much\n  hint: |\n    | a |\n    | b |\n"
	 "  given: {n: 64, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "mine.yaml:9:5: warning: a line of a table: ", EXIT_FINDINGS},
	{"too large to be audited",
	 "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\ncases:\n"
	 "- {name: a, public: true, given: {n: 1, d_k: 1, d_v: 1, q: 1, k: 1, v: 1, weights: ~}}\n"
	 "- {name: vast, given: {n: 65536, d_k: 8, d_v: 8, q: 1, k: 1, v: 1, weights: ~}}\n",
	 "warning: case \"vast\" is too large to be audited, and to be graded quickly: it is not audited; plain code "
	 "makes some 7e+10 multiplications for it, which takes every submission about ",
	 EXIT_FINDINGS},
	{"nothing public", EDGES HELP "cases:\n" SMALL LARGE "- " BEYOND,
	 "L3-analysis/mine.yaml:8:1: warning: no case is public: a student has nothing to try `grader check` on; write "
	 "one with `public: true`, small enough to be worked out by hand\n    8 | cases:\n      | "
	 "^\nL3-analysis/mine.yaml:9:",
	 EXIT_WELL},
	{"no hints", EDGES "recall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:1:1: warning: no `hints`: whoever fails has nothing to go by; write two or more, ", EXIT_WELL},
	{"one hint", EDGES "hints: [a]\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:1: warning: one hint: the second failed attempt uncovers nothing more; add one that says more "
	 "than the first\n",
	 EXIT_WELL},
	{"no recall", EDGES "hints: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:1:1: warning: no `recall`: the handout has no question on it for self-testing; write ", EXIT_WELL},
	{"one hidden case", EDGES HELP "not_for: [{id: M114, why: none}]\ncases:\n" OPEN LARGE,
	 "mine.yaml:11:3: warning: \"large\" is the only hidden case, so a submission wins all the hidden points or "
	 "none: add ",
	 EXIT_WELL},
	{"a hint with a hidden name",
	 EDGES "hints: [think, what is BEYOND  64 bits]\nrecall: []\ncases:\n" OPEN SMALL LARGE
	       "- {name: beyond 64 bits, given: {n: 4294967296}, returns: ATTN_ERANGE}\n",
	 "mine.yaml:6:1: warning: a hint has the name of the hidden case \"beyond 64 bits\" in it, ", EXIT_WELL},
	{"a hint with a hidden number",
	 EDGES HELP "cases:\n" OPEN SMALL LARGE
		    "- {name: beyond, hint: what of 4294967296?, given: {n: 4294967296}, returns: ATTN_ERANGE}\n",
	 "mine.yaml:12:3: warning: a hint has the number 4294967296 in it, which stands in the hidden case "
	 "\"beyond\": ",
	 EXIT_WELL},
	{"a hint with a hidden element",
	 SOFTMAX HELP "cases:\n" ROW_OPEN "}\n" ROWS
		      "- {name: low, hint: try -20000.5 for all, given: {n_q: 1, n_k: 2, scores: -20000.5}}\n",
	 "mine.yaml:11:3: warning: a hint has the number -20000.5 in it, which stands in the hidden case \"low\": ",
	 EXIT_FINDINGS},
	{"a hint with a hidden number behind a sign",
	 EDGES "hints: [a, try n=70]\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:1: warning: a hint has the number 70 in it, ", EXIT_WELL},
	{"a hint with a hidden number as code",
	 EDGES "hints: [a, try `70`]\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:1: warning: a hint has the number 70 in it, ", EXIT_WELL},
	{"a hint with a hidden number in a list",
	 EDGES "hints: [a, \"try [70, 1]\"]\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:6:1: warning: a hint has the number 70 in it, ", EXIT_WELL},
	{"a hint with numbers in names",
	 EDGES "hints: [a, \"keep 70-bit sums of f70, x_70, L3.70 and 2^70\"]\nrecall: []\ncases:\n" OPEN SMALL LARGE
	       "- " BEYOND,
	 "", EXIT_WELL},
	{"a hint with a number of nothing hidden",
	 EDGES "hints: [a, 2^64 is not 71]\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND, "", EXIT_WELL},
	{"a needless tolerance", SOFTMAX HELP "tolerance: 1000\ncases:\n" ROW_OPEN "}\n" ROWS,
	 "mine.yaml:8:1: warning: a `tolerance` of 1000 lets more pass than the usual 8, and no honest code has need "
	 "of it, ",
	 EXIT_FINDINGS},
	{"written to fewer digits",
	 SOFTMAX "cases:\n- {name: a, public: true, given: {n_q: 1, n_k: 3, scores: 0}, expect: "
		 "{weights: 0.333}}\n" ROWS,
	 "the reference says 0.33333333 (to 6 digits); what is written is right to `digits: 3`\n", EXIT_FINDINGS},
	{"expected of what is drawn", EDGES "cases:\n- {name: a, given: {n: {int: [3, 9]}}, expect: {full: 1}}\n",
	 "; numbers of this case are drawn, and `expect` is for those that are written out\n", EXIT_FINDINGS},
	{"nothing worked by hand",
	 EDGES HELP "cases:\n- {name: open, public: true, given: {n: 3}}\n" SMALL LARGE "- " BEYOND,
	 "mine.yaml:9:3: warning: no public case has `expect`, so there is none to follow by hand: add what you work "
	 "out for \"open\", as `expect: {full: ...}`; the reference is held to it\n",
	 EXIT_WELL},
	{"nothing that could be worked by hand",
	 EDGES HELP "cases:\n- {name: open, public: true, given: {n: {int: [3, 9]}}}\n" SMALL LARGE
		    "- {public: true, " BEYOND_KEYS,
	 "mine.yaml:8:1: warning: no public case has `expect`, so there is none to follow by hand: add a public case "
	 "of few numbers that are written out, with its answer as `expect: {full: ...}`\n",
	 EXIT_FINDINGS},
	{"a table in the statement",
	 "id: L3.1\ntitle: t\nfunction: attn_edges\npoints: 10\nstatement: |\n  All:\n\n  ```\n  | code |\n  ```\n\n"
	 "   | n | edges\n  |---|---|\n" HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:12:4: warning: a line of a table: pages show it as it stands, with its bars, for Markdown is "
	 "CommonMark here, which has none; write a list, or put the lines between two of ```\n   12 |    | n | edges\n",
	 EXIT_WELL},
	{"a table in a hint",
	 EDGES "hints:\n- a\n- |\n  b\n\n  | c |\nrecall: []\ncases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:11:3: warning: a line of a table: ", EXIT_WELL},
	{"a table in quotes",
	 "id: L3.1\ntitle: t\nfunction: attn_edges\npoints: 10\nstatement: \"a\\n\\n|b|\"\n" HELP
	 "cases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:5:12: warning: a line of a table: ", EXIT_WELL},
	{"bars of no table",
	 "id: L3.1\ntitle: t\nfunction: attn_edges\npoints: 10\nstatement: |\n  |x| is code:\n\n      | a |\n" HELP
	 "cases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "", EXIT_WELL},
	{"an id of another level", "id: L2.7-b\n" EDGES_BODY HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:1:1: warning: the id \"L2.7-b\" says level 2, the folder says 3, and that counts: move the file "
	 "into a folder \"L2-...\", or give it an id of level 3\n",
	 EXIT_WELL},
	{"an id behind other keys", EDGES_BODY "id: L1.1\n" HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND,
	 "mine.yaml:5:1: warning: the id \"L1.1\" says level 1, ", EXIT_WELL},
	{"an id of no level", "id: L31.7\n" EDGES_BODY HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND, "", EXIT_WELL},
	{"everything public", EDGES "cases:\n" OPEN, "every case is public", EXIT_FINDINGS},
	{"no such function", "id: L2.1\ntitle: t\nfunction: attn_sofmax\npoints: 10\nstatement: s\ncases:\n" OPEN,
	 "attn_sofmax", EXIT_FINDINGS},
};

START_TEST(a_finding_says_what_to_do)
{
	PROGRAM_SCOPED struct program program = lint(findings[_i].yaml);
	const char *what = findings[_i].what;
	ck_assert_msg(says(&program.err, findings[_i].says), "%s: %s", what, text_string(&program.err));
	ck_assert_msg(program.status == findings[_i].status, "%s: %d: %s", what, program.status,
		      text_string(&program.err));
	ck_assert_msg(says(&program.out, findings[_i].status == EXIT_WELL ? "1 exercise read: 0 errors, " : " error"),
		      "%s: %s", what, text_string(&program.out));
	/* How long it takes to compute nothing tells nothing. */
	ck_assert(!says(&program.err, ", and computes nothing: ") || !says(&program.err, "takes plain float code"));
	if (findings[_i].says[0] == '\0')
		ck_assert(!complains(&program.err));
	else
		ck_assert(says(&program.err, "L3-analysis/mine.yaml:"));
}
END_TEST

/* Numbers are compared to the digits that are stated. */
START_TEST(digits_bind)
{
	PROGRAM_SCOPED struct program program =
		lint(SOFTMAX "cases:\n" ROW_OPEN ", expect: {weights: [[0.5, 0.501]]}, digits: 2}\n" ROWS);
	ck_assert(says(&program.err, "passes every hidden case"));
	ck_assert_msg(!says(&program.err, "`expect`"), "%s", text_string(&program.err));
}
END_TEST

/* What is not tried may be what needs it. */
START_TEST(a_tolerance_beside_what_is_not_tried_is_left_alone)
{
	static const char vast[] = "- {name: vast, given: {n: 65536, d_k: 8, d_v: 8, q: 1, k: 1, v: 1, weights: ~}}\n";
	TEXT_SCOPED struct text yaml = {0};
	text_add(&yaml, "id: L2.1\ntitle: t\nfunction: attn_causal\npoints: 10\nstatement: s\n" HELP
			"tolerance: 1000\ncases:\n"
			"- {name: rows, given: {n: 4, d_k: 2, d_v: 2, q: {normal: [0, 1]}, k: {normal: [0, 1]}, "
			"v: {normal: [0, 1]}}}\n");
	PROGRAM_SCOPED struct program before = lint(text_string(&yaml));
	ck_assert(says(&before.err, "no honest code has need of it"));
	text_add(&yaml, vast);
	PROGRAM_SCOPED struct program after = lint(text_string(&yaml));
	ck_assert_msg(says(&after.err, "\"vast\" is too large to be audited"), "%s", text_string(&after.err));
	ck_assert(!says(&after.err, "no honest code has need of it"));
}
END_TEST

/* Adds a hidden case for each `given` that is suggested. */
static size_t take_advice(const char *advice, struct text *yaml)
{
	static const char start[] = "like `", end[] = "`, or say";
	size_t count = 0;
	for (const char *stop; (advice = strstr(advice, start)) != NULL; advice = stop) {
		advice += strlen(start);
		stop = strstr(advice, end);
		ck_assert_ptr_nonnull(stop);
		text_add_format(yaml, "- {name: advice %zu, %.*s}\n", count++, (int)(stop - advice), advice);
	}
	return count;
}

/* What lint suggests is a case as it stands, and catches what it is to catch. */
START_TEST(advice_helps)
{
	static const char *const exercises[] = {
		"id: L2.1\ntitle: t\nfunction: attn_masked_softmax\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, public: true, given: {n_q: 1, n_k: 2, scores: 0, mask: 0}}\n"
		"- {name: b, given: {n_q: 2, n_k: 3, scores: {normal: [0, 1]}, mask: {causal: 0}}}\n",
		"id: L2.1\ntitle: t\nfunction: attn_padded\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, public: true, given: {batch: 1, n: 1, d_k: 1, d_v: 1, lengths: 1, q: 1, k: 1, v: 1}}\n"
		"- {name: b, given: {batch: 1, n: 2, d_k: 1, d_v: 1, lengths: 2, q: 0, k: 0, v: [[[2], [4]]]}}\n",
		"id: L2.1\ntitle: t\nfunction: attn_decode\npoints: 10\nstatement: s\ncases:\n"
		"- {name: a, given: {capacity: 1, d_k: 1, d_v: 1, length: 0, keys: 0, values: 0, query: 1, key: 1, "
		"value: 1}}\n"
		"- {name: b, given: {capacity: 2, d_k: 1, d_v: 1, length: 1, keys: 0, values: [[2], [0]], query: 1, "
		"key: 0, value: 4}}\n",
	};
	TEXT_SCOPED struct text yaml = {0};
	text_add(&yaml, exercises[_i]);
	PROGRAM_SCOPED struct program before = lint(text_string(&yaml));
	ck_assert_int_eq(before.status, EXIT_FINDINGS);
	ck_assert_uint_ge(take_advice(text_string(&before.err), &yaml), 8); /* what several want is said once */
	PROGRAM_SCOPED struct program after = lint(text_string(&yaml));
	ck_assert_msg(after.status == EXIT_WELL, "%s", text_string(&after.err));
}
END_TEST

/* Where one case will do for two findings, it is written out in one of them. */
START_TEST(no_case_is_suggested_twice)
{
	PROGRAM_SCOPED struct program program = lint(
		"id: L3.1\ntitle: t\nfunction: attn_masked_softmax\npoints: 10\nstatement: s\n" HELP "cases:\n"
		"- {name: any, given: {n_q: {int: [2, 33]}, n_k: n_q, scores: {normal: [0, 3]}, mask: {causal: 0}}, "
		"put: [{in: scores, where: future, value: nan}], repeat: 20}\n");
	ck_assert(says(&program.err, "M89 no_max_sub_eps (no maximum is subtracted, and a small number is added to the "
				     "sum) is caught by luck"));
	ck_assert_msg(says(&program.err, "whatever is drawn (the one suggested for M43 will do), or say why"),
		      "%.4000s", text_string(&program.err));
	const char *first = strstr(text_string(&program.err), "like `given: {n_q: 1, n_k: 1, scores: 90, mask: 0}`");
	ck_assert_ptr_nonnull(first);
	ck_assert_ptr_null(strstr(first + 1, "like `given: {n_q: 1, n_k: 1, scores: 90, mask: 0}`"));
}
END_TEST

START_TEST(lint_says_why_it_is_not_content)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program empty = GRADER(folder, "lint", ".");
	ck_assert_int_eq(empty.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&empty.err),
			 "grader: error: no exercise in \".\": files called *.yaml are wanted\n");
	PROGRAM_SCOPED struct program nameless = GRADER(folder, "lint", "");
	ck_assert_int_eq(nameless.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&nameless.err), "error: \"\" cannot be read: no such file or directory\n");
}
END_TEST

/* What may follow from other mistakes comes after them, wherever it stands. */
START_TEST(causes_come_first)
{
	PROGRAM_SCOPED struct program program = lint(SOFTMAX "tolerance: 0.01\ncases:\n" ROW_OPEN
							     ", expect: {weights: [[0.5, 0.6]]}, digits: 3}\n" ROWS);
	const char *expected = strstr(text_string(&program.err), "mine.yaml:8:"),
		   *hard = strstr(text_string(&program.err), "mine.yaml:9:"),
		   *missed = strstr(text_string(&program.err), "error: M68 nan_to_num");
	ck_assert_msg(expected != NULL && hard != NULL && missed != NULL, "%s", text_string(&program.err));
	ck_assert(expected < hard && hard < missed);
}
END_TEST

/* Notes are for who looks at one exercise, or at all matrices. */
START_TEST(notes_come_with_the_matrix)
{
	static const char folder[] = SOURCE_DIR "/exercises/L1-recognition";
	PROGRAM_SCOPED struct program lines = GRADER(NULL, "lint", folder);
	ck_assert(!says(&lines.err, " is redundant: "));
	PROGRAM_SCOPED struct program whole = GRADER(NULL, "lint", "--matrix", folder);
	ck_assert(says(&whole.err, " is redundant: \""));
	ck_assert(says(&whole.err, " is redundant: the other hidden cases catch all that it does; "));
}
END_TEST

/* ---- forms ---------------------------------------------------------------------------------------- */

/* A folder's exercises in a line each; their matrices if that is asked for. */
START_TEST(matrices_come_when_asked_for)
{
	static const char folder[] = SOURCE_DIR "/exercises/L1-recognition";
	PROGRAM_SCOPED struct program lines = GRADER(NULL, "lint", folder);
	ck_assert_msg(says(&lines.out, "\nL1.3    "), "%s", text_string(&lines.out));
	ck_assert(!says(&lines.out, "M04  transposed_mask"));
	PROGRAM_SCOPED struct program whole = GRADER(NULL, "lint", "--matrix", folder);
	ck_assert(says(&whole.out, "\nL1.3    "));
	ck_assert(says(&whole.out, "M04  transposed_mask"));
}
END_TEST

START_TEST(lint_speaks_json)
{
	PROGRAM_SCOPED struct program program =
		GRADER(NULL, "lint", "--format", "json", SOURCE_DIR "/exercises/L3-analysis");
	json_error_t error;
	json_t *root = json_loads(text_string(&program.out), 0, &error);
	ck_assert_msg(root != NULL, "%s", error.text);
	const size_t count = (size_t)json_integer_value(json_object_get(root, "exercises"));
	const json_t *coverage = json_object_get(root, "coverage");
	ck_assert_uint_gt(count, 0);
	ck_assert_uint_eq(json_array_size(coverage), count);
	ck_assert(json_is_array(json_object_get(root, "findings")));
	ck_assert_str_eq(json_string_value(json_object_get(json_array_get(coverage, 0), "id")), "L3.1");
	json_decref(root);
}
END_TEST

START_TEST(lint_writes_a_page)
{
	static const char exercises[] = SOURCE_DIR "/exercises/L3-analysis/L3.1-half-the-edges.yaml";
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text page = {0};
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "-o", "audit.html", exercises);
	ck_assert(program.status == EXIT_WELL || program.status == EXIT_FINDINGS);
	ck_assert(folder_read(folder, "audit.html", &page));
	ck_assert(says(&page, "What the exercises catch"));
	ck_assert(says(&page, "id=\"L3.1-title\""));
	PROGRAM_SCOPED struct program nowhere = GRADER(folder, "lint", "-o", "not/here.html", exercises);
	ck_assert_int_eq(nowhere.status, EXIT_HARNESS);
	ck_assert_msg(says(&nowhere.err, "not/here.html"), "%s", text_string(&nowhere.err));
}
END_TEST

#define EDGES_CALLED(id) "id: " id "\ntitle: t\nfunction: attn_edges\npoints: 10\nstatement: s\n"
#define REQUIRES(id) "requires: [" id "]\n"
#define CASES HELP "cases:\n" OPEN SMALL LARGE "- " BEYOND

/* An exercise beside two others, one of which may be broken. */
static const struct {
	const char *what, *mine, *other, *third, *says;
	int status;
} courses[] = {
	{"all is well", EDGES_CALLED("L3.1") REQUIRES("L1.1") CASES, EDGES_CALLED("L1.1") CASES,
	 EDGES_CALLED("L3.2") CASES, "", EXIT_WELL},
	{"an id that is taken", EDGES_CALLED("L3.1") CASES, EDGES_CALLED("L3.1") CASES, EDGES_CALLED("L3.2") CASES,
	 "L3-x/mine.yaml:1:1: error: duplicate id \"L3.1\", also in ./L1-y/other.yaml; \"L3.3\" is free\n    1 | id: ",
	 EXIT_FINDINGS},
	{"an id that is taken, beside a broken one", EDGES_CALLED("L3.1") CASES, EDGES_CALLED("L3.1") CASES,
	 EDGES_CALLED("L3.2") "colour: red\n" CASES,
	 "L3-x/mine.yaml:1:1: error: duplicate id \"L3.1\", also in ./L1-y/other.yaml\n    1 | id: ", EXIT_FINDINGS},
	{"nothing to require", EDGES_CALLED("L3.1") REQUIRES("L1.2") CASES, EDGES_CALLED("L1.1") CASES,
	 EDGES_CALLED("L3.2") CASES, "L3-x/mine.yaml:6:12: error: no exercise \"L1.2\" to require", EXIT_FINDINGS},
	{"a circle", EDGES_CALLED("L3.1") REQUIRES("L1.1") CASES, EDGES_CALLED("L1.1") REQUIRES("L3.2") CASES,
	 EDGES_CALLED("L3.2") REQUIRES("L3.1") CASES,
	 "L3-x/mine.yaml:6:12: error: requires goes in a circle: \"L3.1\", \"L1.1\", \"L3.2\", \"L3.1\"\n",
	 EXIT_FINDINGS},
	{"a broken one beside it", EDGES_CALLED("L3.1") REQUIRES("L1.2") CASES,
	 EDGES_CALLED("L1.1") "colour: red\n" CASES, EDGES_CALLED("L3.2") CASES,
	 "L3-x/mine.yaml:1:1: note: \"./L1-y/other.yaml\" cannot be read, so whether another has its id, and whether "
	 "those that it requires exist, was not checked in full: see what `grader lint ./L1-y/other.yaml` says\n",
	 EXIT_WELL},
};

START_TEST(one_file_is_held_against_its_course)
{
	FOLDER_SCOPED char *folder = folder_create();
	const char *const argv[] = {"mkdir", "L3-x", "L1-y", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(folder, "L3-x/mine.yaml", courses[_i].mine);
	folder_write(folder, "L1-y/other.yaml", courses[_i].other);
	folder_write(folder, "L3-x/third.yaml", courses[_i].third);
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "L3-x/mine.yaml");
	ck_assert_msg(strncmp(text_string(&program.err), courses[_i].says, strlen(courses[_i].says)) == 0, "%s: %s",
		      courses[_i].what, text_string(&program.err));
	ck_assert_msg(program.status == courses[_i].status, "%s: %d", courses[_i].what, program.status);
	ck_assert(courses[_i].says[0] != '\0' || !complains(&program.err));
	ck_assert(!says(&program.err, "colour"));
	TEXT_SCOPED struct text inside = {0};
	text_add_format(&inside, "%s/L3-x", folder);
	PROGRAM_SCOPED struct program here = GRADER(text_string(&inside), "lint", "mine.yaml");
	ck_assert_msg(here.status == courses[_i].status, "%s: %s", courses[_i].what, text_string(&here.err));
}
END_TEST

/* What is free nobody knows who has not seen the others. */
START_TEST(of_two_files_no_free_id_is_said)
{
	FOLDER_SCOPED char *folder = folder_create();
	const char *const argv[] = {"mkdir", "L3-x", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	folder_write(folder, "L3-x/first.yaml", EDGES_CALLED("L3.1") CASES);
	folder_write(folder, "L3-x/one.yaml", EDGES_CALLED("L3.2") CASES);
	folder_write(folder, "L3-x/two.yaml", EDGES_CALLED("L3.2") CASES);
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "L3-x/one.yaml", "L3-x/two.yaml");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert_msg(says(&program.err, "duplicate id \"L3.2\", first in L3-x/one.yaml\n"), "%s",
		      text_string(&program.err));
	PROGRAM_SCOPED struct program whole = GRADER(folder, "lint", ".");
	ck_assert_msg(says(&whole.err, "first in ./L3-x/one.yaml; \"L3.3\" is free\n"), "%s", text_string(&whole.err));
}
END_TEST

/* Whoever comes first, findings come in the order of the exercises, and the same. */
START_TEST(audits_side_by_side_say_the_same)
{
	FOLDER_SCOPED char *folder = folder_create();
	const char *const argv[] = {"mkdir", "L3-x", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	folder_write(folder, "L3-x/a.yaml", EDGES_CALLED("L3.1") "cases:\n" OPEN SMALL LARGE);
	folder_write(folder, "L3-x/b.yaml", EDGES_CALLED("L3.2") "cases:\n" OPEN SMALL);
	folder_write(folder, "L3-x/c.yaml", EDGES_CALLED("L3.3") "cases:\n" SMALL);
	PROGRAM_SCOPED struct program alone = GRADER(folder, "lint", "--jobs", "1", ".");
	PROGRAM_SCOPED struct program together = GRADER(folder, "lint", "--jobs", "3", ".");
	ck_assert_int_eq(alone.status, EXIT_FINDINGS);
	ck_assert_str_eq(text_string(&alone.err), text_string(&together.err));
	ck_assert_str_eq(text_string(&alone.out), text_string(&together.out));
	ck_assert_msg(says(&alone.err, "c.yaml:6:1: warning: no case is public"), "%s", text_string(&alone.err));
	ck_assert_msg(says(&alone.err, "    6 | cases:\n"), "%s", text_string(&alone.err));
}
END_TEST

START_TEST(the_page_has_the_findings)
{
	FOLDER_SCOPED char *folder = folder_create();
	TEXT_SCOPED struct text page = {0};
	const char *const argv[] = {"mkdir", "L3-x", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	folder_write(folder, "L3-x/a.yaml", EDGES_CALLED("L3.1") HELP "cases:\n" OPEN SMALL LARGE);
	folder_write(folder, "L3-x/b.yaml", EDGES_CALLED("L3.2") "colour: red\n" CASES);
	PROGRAM_SCOPED struct program program = GRADER(folder, "lint", "-o", "audit.html", ".");
	ck_assert_int_eq(program.status, EXIT_FINDINGS);
	ck_assert(folder_read(folder, "audit.html", &page));
	ck_assert_msg(
		says(&page, "<b>0</b> of 1 exercise that could be tried has no error; 2 errors, 0 warnings in all"),
		"%s", text_string(&page));
	ck_assert(says(&page, "L3-x/b.yaml:6: unknown key"));
	ck_assert(says(&page, "given: {n: 4294967296}"));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("lint");
	TCase *tests = tcase_create("lint");
	tcase_set_timeout(tests, 120);
	tcase_add_test(tests, a_sound_exercise_passes);
	tcase_add_loop_test(tests, a_finding_says_what_to_do, 0,
			    (int)SUITE_SHARE(sizeof(findings) / sizeof(findings[0])));
	tcase_add_test(tests, digits_bind);
	tcase_add_test(tests, a_tolerance_beside_what_is_not_tried_is_left_alone);
	tcase_add_test(tests, causes_come_first);
	tcase_add_test(tests, notes_come_with_the_matrix);
	tcase_add_loop_test(tests, advice_helps, 0, 3);
	tcase_add_test(tests, no_case_is_suggested_twice);
	tcase_add_test(tests, lint_says_why_it_is_not_content);
	tcase_add_test(tests, matrices_come_when_asked_for);
	tcase_add_test(tests, lint_speaks_json);
	tcase_add_test(tests, lint_writes_a_page);
	tcase_add_loop_test(tests, one_file_is_held_against_its_course, 0, (int)(sizeof(courses) / sizeof(courses[0])));
	tcase_add_test(tests, of_two_files_no_free_id_is_said);
	tcase_add_test(tests, audits_side_by_side_say_the_same);
	tcase_add_test(tests, the_page_has_the_findings);
	suite_add_tcase(suite, tests);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
