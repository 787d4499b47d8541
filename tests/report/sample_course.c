#include "report/sample_course.h"

#include <math.h>
#include <string.h>

#include "core/policy.h"

/* ---- exercises ----------------------------------------------------------------------------------- */

static const struct recall_record mask_recall[] = {
	{"Which value does a hidden key's score get, and when?", "`-inf`, **before** the softmax: `exp(-inf)` is 0."},
	{"Is the diagonal visible?", "Yes: row *i* sees key *i*, its own."},
};
static const char *const softmax_hints[] = {
	"Which is the largest score of the row, among those it *sees*?",
	"Subtract it before `expf`.",
	"A row that sees nothing has no largest score.",
};
static const struct exercise_record exercises[] = {
	{.id = "L1.1",
	 .title = "Recognise the causal mask",
	 .function = "attn_is_causal_mask",
	 .level = 1,
	 .points = 5,
	 .statement = "Return 1 if the mask is **exactly** the causal one: `0` where `j <= i`, `-inf` elsewhere.\n\n"
		      "- a transposed mask is not\n- one that hides the diagonal is not\n",
	 .n_recall = 2,
	 .recall = mask_recall},
	{.id = "L1.2",
	 .title = "Which keys does a row see?",
	 .function = "attn_visible_keys",
	 .level = 1,
	 .points = 5,
	 .statement = "Row *i* sees key *j* iff `j <= i + offset`."},
	{.id = "L2.1",
	 .title = "Softmax of one masked row",
	 .function = "attn_masked_softmax",
	 .level = 2,
	 .points = 10,
	 .statement =
		 "# The task\n\nGiven scores and an additive mask, write the weights.\n\n```c\nweights[i * n_k + j] = "
		 "...;\n```\n\n> Hidden keys weigh *exactly* 0.\n\n1. find the maximum\n2. exponentiate\n3. divide\n",
	 .n_hints = 3,
	 .hints = softmax_hints,
	 .n_recall = 2,
	 .recall = mask_recall},
	{.id = "L2.2",
	 .title = "Causal attention",
	 .function = "attn_causal",
	 .level = 2,
	 .points = 15,
	 .statement = "<script>alert('statement')</script>\n\nThe whole machine <img src=x onerror=alert(1)>. See ![a "
		      "picture](https://images.invalid/p.png), [a page](https://pages.invalid/x) and "
		      "[not this](javascript:alert(1)).\n\n# Deep\n\n##### Deeper\n\nAn entity: &#x202e;turned.\n"},
	{.id = "L2.3", .title = "Scaled scores", .function = "attn_scores", .level = 2, .points = 5, .statement = ""},
	{.id = "L3.1",
	 .title = "Count the edges",
	 .function = "attn_edges",
	 .level = 3,
	 .points = 5,
	 .statement = "How many pairs, with and without the mask?"},
	{.id = "L3.2",
	 .title = "Which rows are empty?",
	 .function = "attn_empty_rows",
	 .level = 3,
	 .points = 7.5,
	 .statement = "An empty row hides every key."},
	{.id = "L4.1",
	 .title = "One decoding step with a cache of keys and values",
	 .function = "attn_decode",
	 .level = 4,
	 .points = 15,
	 .statement = "Append, then attend."},
	{.id = "L4.2",
	 .title = "Projections first",
	 .function = "attn_self",
	 .level = 4,
	 .points = 10,
	 .statement = "`q = x w_q`, and so on."},
	{.id = "L4.3",
	 .title = "Many heads, few key/value heads",
	 .function = "attn_multi_head",
	 .level = 4,
	 .points = 10,
	 .statement = "Head `h` uses `h / (n_heads / n_kv_heads)`."},
	{.id = "L4.4",
	 .title = "A padded batch",
	 .function = "attn_padded",
	 .level = 4,
	 .points = 10,
	 .statement = "Causal **and** padding."},
	{.id = "L5.1",
	 .title = "A window that slides",
	 .function = "attn_window",
	 .level = 5,
	 .points = 10,
	 .statement = "Its own key counts."},
	{.id = "L5.2",
	 .title = "Merge two halves",
	 .function = "attn_merge",
	 .level = 5,
	 .points = 15,
	 .statement = "Exactly, empty parts included."},
	{.id = "L5.3",
	 .title = "The gradient",
	 .function = "attn_causal_backward",
	 .level = 5,
	 .points = 20,
	 .statement = "dQ, dK and dV."},
};

enum { N_EXERCISES = sizeof(exercises) / sizeof(exercises[0]) };

/* ---- cases --------------------------------------------------------------------------------------- */

#define INF INFINITY

static const unsigned char future4[] = {0, 1, 1, 1, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0};
static const unsigned char future3[] = {0, 1, 1, 0, 0, 1, 0, 0, 0};

static const double scores4[] = {2, 4, 1, 3, -1, 0.5, NAN, 2, 1.5, -2.25, 3, 1e30, 0, 1, 2, 3};
static const double mask4[] = {0, -INF, -INF, -INF, 0, 0, -INF, -INF, 0, 0, 0, -INF, 0, 0, 0, 0};
static const double weights4[] = {1,	    0,	      0,	0, 0.182425524, 0.817574476, 0,	       0,
				  0.181818, 0.004276, 0.813906, 0, 0.0320586,	0.0871443,   0.236883, 0.643914};
static const double late4[] = {0.0871443, 0, 0,	  0,	 NAN,	    NAN,       0,	 0,
			       0,	  0, INF, 1e-12, 0.0320586, 0.0871443, 0.236883, 0.643914};
static const unsigned char unwritten4[] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0};
static const struct matrix_record softmax_matrices[] = {
	{MATRIX_GIVEN, "scores", 4, 4, scores4, future4, NULL, 0, NULL},
	{MATRIX_GIVEN, "mask", 4, 4, mask4, future4, NULL, 0, NULL},
	{MATRIX_EXPECTED, "weights", 4, 4, weights4, future4, NULL, 0, NULL},
	{MATRIX_GOT, "weights", 4, 4, late4, future4, unwritten4, 0, NULL},
};
static const struct case_record softmax_case = {VERDICT_WRONG,	 "n_q = 4, n_k = 4", "ATTN_OK", "ATTN_OK", 4,
						softmax_matrices};

static const double q3[] = {1, 2, 3, 1, 2, 2};
static const double k3[] = {2, 1, 1, 3, 2, 1};
static const double v3[] = {1, -1, 0, 2, -3, 0.5};
static const double out3[] = {1, -1, 0.669761, 0.00928, -0.0, 1.2e-7};
static const double weights3[] = {1, 0, 0, 0.67, 0.33, 0, 0.163, 0.674, 0.163};
static const struct matrix_record causal_matrices[] = {
	{MATRIX_GIVEN, "q", 3, 2, q3, NULL, NULL, 0, NULL},
	{MATRIX_GIVEN, "k", 3, 2, k3, NULL, NULL, 0, NULL},
	{MATRIX_GIVEN, "v", 3, 2, v3, NULL, NULL, 0, NULL},
	{MATRIX_EXPECTED, "out", 3, 2, out3, NULL, NULL, 0, NULL},
	{MATRIX_GOT, "out", 3, 2, out3, NULL, NULL, 0, NULL},
	{MATRIX_EXPECTED, "weights", 3, 3, weights3, future3, NULL, 0, NULL},
	{MATRIX_GOT, "weights", 3, 3, weights3, future3, NULL, 0, NULL},
};
static const struct case_record causal_case = {VERDICT_PASSED, "n = 3, d_k = 2, d_v = 2", "ATTN_OK", "ATTN_OK", 7,
					       causal_matrices};

static const double one[] = {1};
static const double nought[] = {0};
static const struct matrix_record answer_matrices[] = {
	{MATRIX_GIVEN, "mask", 4, 4, mask4, future4, NULL, 0, NULL},
	{MATRIX_EXPECTED, "answer", 1, 1, one, NULL, NULL, 0, NULL},
	{MATRIX_GOT, "answer", 1, 1, one, NULL, NULL, 0, NULL},
};
static const struct case_record answer_case = {VERDICT_PASSED, "n = 4", "ATTN_OK", "ATTN_OK", 3, answer_matrices};
static const struct matrix_record wrong_answer_matrices[] = {
	{MATRIX_GIVEN, "mask", 4, 4, mask4, future4, NULL, 0, NULL},
	{MATRIX_EXPECTED, "answer", 1, 1, one, NULL, NULL, 0, NULL},
	{MATRIX_GOT, "answer", 1, 1, nought, NULL, NULL, 0, NULL},
};
static const struct case_record wrong_answer_case = {VERDICT_WRONG, "n = 4", "-7", "ATTN_OK", 3, wrong_answer_matrices};

static const unsigned char first_empty[] = {1, 1, 0, 1};
static const double weights2[] = {0, 0, 1, 0};

/* A crash leaves nothing to see but what was given, and a matrix without elements is no trouble. */
static const struct matrix_record crash_matrices[] = {
	{MATRIX_GIVEN, "keys", 3, 2, k3, NULL, NULL, 0, NULL},
	{MATRIX_GIVEN, "values", 0, 2, NULL, NULL, NULL, 0, NULL},
	{MATRIX_EXPECTED, "out", 1, 2, q3, NULL, NULL, 0, NULL},
	{MATRIX_EXPECTED, "weights", 2, 2, weights2, first_empty, NULL, 0, NULL},
};
static const struct case_record crash_case = {VERDICT_CRASHED, "capacity = 4, length = 3", "", "ATTN_OK", 4,
					      crash_matrices};

/* Too large to show whole: the one wrong element lies at the far end. */
static const struct case_record *large_case(struct arena *arena, size_t n)
{
	double *want = arena_array(arena, n * n, sizeof(*want)), *got = arena_array(arena, n * n, sizeof(*got));
	unsigned char *hidden = arena_array(arena, n * n, 1);
	for (size_t i = 0; i < n * n; i++) {
		size_t row = i / n, column = i % n;
		hidden[i] = column > row;
		want[i] = hidden[i] ? 0 : sin((double)(row * 7 + column * 3));
		got[i] = want[i];
	}
	got[(n - 2) * n + n / 2] = 0.9;
	struct matrix_record *matrices = arena_array(arena, 2, sizeof(*matrices));
	matrices[0] = (struct matrix_record){MATRIX_EXPECTED, "dq", n, n, want, hidden, NULL, 0, NULL};
	matrices[1] = (struct matrix_record){MATRIX_GOT, "dq", n, n, got, hidden, NULL, 0, NULL};
	struct case_record *shown = arena_alloc(arena, sizeof(*shown));
	*shown = (struct case_record){VERDICT_WRONG, arena_format(arena, "n = %zu", n), "ATTN_OK", "ATTN_OK", 2,
				      matrices};
	return shown;
}

/* ---- results ------------------------------------------------------------------------------------- */

static struct group_record public_group(const char *name, const struct case_record *shown)
{
	return (struct group_record){.name = name,
				     .is_public = true,
				     .worth = 1,
				     .repetitions = 1,
				     .passed = shown == NULL || shown->verdict == VERDICT_PASSED,
				     .verdict = shown == NULL ? VERDICT_PASSED : shown->verdict,
				     .hint = "",
				     .place = "",
				     .message = "",
				     .shown = shown};
}

static struct group_record hidden_group(enum verdict verdict, const char *message, const char *place, double ratio)
{
	return (struct group_record){.name = SAMPLE_HIDDEN_NAME,
				     .worth = 3,
				     .repetitions = 20,
				     .passed = verdict == VERDICT_PASSED ? 20 : 14,
				     .verdict = verdict,
				     .hint = verdict == VERDICT_PASSED ? ""
								       : "What does a row see that sees *nothing*?",
				     .place = place,
				     .message = message,
				     .ratio = ratio};
}

static struct result_record result(struct arena *arena, const struct exercise_record *exercise, enum verdict verdict,
				   struct group_record first, struct group_record second)
{
	struct group_record *groups = arena_array(arena, 2, sizeof(*groups));
	groups[0] = first;
	groups[1] = second;
	return (struct result_record){.exercise_id = exercise->id,
				      .exercise = digest_of(exercise->id, strlen(exercise->id)),
				      .sandbox = "bubblewrap",
				      .verdict = verdict,
				      .points = exercise->points,
				      .won = verdict == VERDICT_PASSED ? exercise->points : 0,
				      .automatic = verdict == VERDICT_PASSED ? exercise->points : 0,
				      .message = "",
				      .fix_first = "",
				      .printed = "",
				      .cpu_ms = 1.25,
				      .n_groups = 2,
				      .groups = groups,
				      .graded_at = "2026-03-02T10:00:05Z"};
}

static struct result_record passed(struct arena *arena, const struct exercise_record *exercise)
{
	return result(arena, exercise, VERDICT_PASSED,
		      public_group("worked example", exercise->level == 1 ? &answer_case : &causal_case),
		      hidden_group(VERDICT_PASSED, "", "", 0));
}

/* Right, and as fast as the first of two rungs asks for. */
static struct result_record slow(struct arena *arena, const struct exercise_record *exercise)
{
	static const struct rung_record rungs[] = {{10, 1, true}, {4, 1, false}};
	struct result_record made = passed(arena, exercise);
	made.verdict = VERDICT_SLOW;
	made.speed = (struct speed_record){5.28, "", 2, rungs};
	made.won = made.automatic = exercise->points * 5 / 6;
	return made;
}

/* Fails in the hidden group alone, with one verdict after another from exercise to exercise. */
static struct result_record failed(struct arena *arena, const struct exercise_record *exercise, enum verdict verdict)
{
	struct result_record made = result(arena, exercise, verdict, public_group("worked example", &causal_case),
					   hidden_group(verdict, "", "a row that sees no key", 64));
	made.won = made.automatic = exercise->points / 4;
	return made;
}

static const struct diagnosis_record late_mask = {"M18", "masked after the softmax, not before",
						  "You took the softmax over <all> keys & set the weights of hidden "
						  "ones to zero afterwards. Mask the scores first.",
						  0};
static const struct diagnosis_record either[] = {
	{"M01", "nothing is masked, not even padding", "You look at everything.", 0},
	{"M02", "the causal mask is forgotten", "You look into the future.", 0},
};

static const struct diagnosis_record both[] = {
	{"M32", "scores are not scaled", "You took the dot products as they are.", 0},
	{"M05", "the diagonal is masked", "No row sees itself.", 1},
	{"M06", "the first row is empty", "The first row sees nothing.", 1},
};

static const double ones2[] = {1, 1}, mask2[] = {0, -INF};
static const double right2[] = {1, 0}, wrong2[] = {0.5, 0};
static const unsigned char second2[] = {0, 1};
static const struct matrix_record smallest_matrices[] = {
	{MATRIX_GIVEN, "scores", 1, 2, ones2, second2, NULL, 0, NULL},
	{MATRIX_GIVEN, "mask", 1, 2, mask2, second2, NULL, 0, NULL},
	{MATRIX_EXPECTED, "weights", 1, 2, right2, second2, NULL, 0, NULL},
	{MATRIX_GOT, "weights", 1, 2, wrong2, second2, NULL, 0, NULL},
};

/* About as long as such programs are. */
static const char smallest_program[] =
	"/*\n * attn_masked_softmax: row 0, column 0 of weights: got 0.5, expected 1\n */\n"
	"#include <math.h>\n#include <stdio.h>\n\n#include \"attention.h\"\n\n"
	"static int differs(double got, double right, double allowed)\n{\n"
	"\tif (isnan(right) || isinf(right))\n\t\treturn isnan(right) ? !isnan(got) : got != right;\n"
	"\treturn !(fabs(got - right) <= allowed);\n}\n\n"
	"int main(void)\n{\n\tsize_t n_q = 1;\n\tsize_t n_k = 2;\n"
	"\t/* n_q, n_k: 1 x 2 */\n\tconst float scores[] = {1, 1};\n"
	"\t/* n_q, n_k: 1 x 2 */\n\tconst float mask[] = {0, -INFINITY};\n"
	"\t/* n_q, n_k: 1 x 2 */\n\tfloat weights[] = {-999, -999};\n"
	"\tconst double right_weights[] = {1, 0};\n\tconst double allowed_weights[] = {2.86e-06, 0};\n\n"
	"\tint status = attn_masked_softmax(n_q, n_k, scores, mask, weights);\n\n"
	"\tint wrong = status != ATTN_OK;\n"
	"\tprintf(\"returned %d, expected %d\\n\", status, ATTN_OK);\n"
	"\tfor (size_t i = 0; i < 2; i++) {\n"
	"\t\tint bad = differs(weights[i], right_weights[i], allowed_weights[i]);\n"
	"\t\tprintf(\"weights[%zu]: got %.9g, expected %.9g%s\\n\", i, (double)weights[i], right_weights[i],\n"
	"\t\t       bad ? \"   <- wrong\" : \"\");\n"
	"\t\twrong |= bad;\n\t}\n\treturn wrong;\n}\n";

static const struct counterexample_record smallest = {
	{VERDICT_WRONG, "n_q = 1, n_k = 2", "ATTN_OK", "ATTN_OK", 4, smallest_matrices},
	"row 0, column 0 of weights: got 0.5, expected 1",
	smallest_program};

/* The student whose page has something of everything. */
static struct result_record *mixed_results(struct arena *arena)
{
	static const enum verdict verdicts[N_EXERCISES] = {
		VERDICT_PASSED,	   VERDICT_WROTE_INPUT, VERDICT_WRONG,	  VERDICT_PASSED,      VERDICT_OUT_OF_BOUNDS,
		VERDICT_UNWRITTEN, VERDICT_PASSED,	VERDICT_CRASHED,  VERDICT_TIMED_OUT,   VERDICT_OUT_OF_MEMORY,
		VERDICT_EXITED,	   VERDICT_FORBIDDEN,	VERDICT_TAMPERED, VERDICT_INCONSISTENT};
	struct result_record *results = arena_array(arena, N_EXERCISES, sizeof(*results));
	for (size_t i = 0; i < N_EXERCISES; i++)
		results[i] = verdicts[i] == VERDICT_PASSED ? passed(arena, &exercises[i])
							   : failed(arena, &exercises[i], verdicts[i]);
	results[1] = result(arena, &exercises[1], VERDICT_WRONG, public_group("a square mask", &wrong_answer_case),
			    hidden_group(VERDICT_WROTE_INPUT, "", "", 0));
	struct group_record shown = public_group("worked example", &softmax_case);
	shown.place = "row 0, column 0 of weights";
	shown.ratio = 4194304;
	results[2] = result(arena, &exercises[2], VERDICT_WRONG, shown,
			    hidden_group(VERDICT_WRONG, "a row does not sum to 1", "a row that sees no key", 64));
	results[2].n_diagnoses = results[8].n_diagnoses = 1;
	results[2].diagnoses = results[8].diagnoses = &late_mask;
	results[2].counterexample = &smallest;
	results[4].n_diagnoses = 2;
	results[4].diagnoses = either;
	results[5].n_diagnoses = results[9].n_diagnoses = 3;
	results[5].diagnoses = results[9].diagnoses = both;
	results[2].fix_first = "L1.2";
	results[2].printed = SAMPLE_PRINTED " <b>bold</b>\x1b[31m red \xff\n";
	results[7] = result(arena, &exercises[7], VERDICT_CRASHED, public_group("three rows in use", &crash_case),
			    hidden_group(VERDICT_CRASHED, "segmentation fault", "", 0));
	results[7].message =
		"no small input that fails was found: all 312 that were tried pass, with up to 9 rows or columns; "
		"what fails is longer, or holds other numbers";
	results[6] = slow(arena, &exercises[6]);
	results[13] =
		result(arena, &exercises[13], VERDICT_INCONSISTENT, public_group("forty rows", large_case(arena, 40)),
		       hidden_group(VERDICT_INCONSISTENT, "", "", (double)INFINITY));
	return results;
}

static struct result_record *all_results(struct arena *arena, enum verdict verdict)
{
	struct result_record *results = arena_array(arena, N_EXERCISES, sizeof(*results));
	for (size_t i = 0; i < N_EXERCISES; i++)
		results[i] = verdict == VERDICT_PASSED ? passed(arena, &exercises[i])
						       : failed(arena, &exercises[i], verdict);
	for (size_t i = 0; verdict == VERDICT_MISSING && i < N_EXERCISES; i++) {
		results[i].n_groups = 0;
		results[i].won = results[i].automatic = 0;
	}
	return results;
}

/* Two attempts: one before that had other points in some exercises, and this one. */
static const struct past_record *make_past(struct arena *arena, const struct result_record *results, size_t count)
{
	struct past_record *past = arena_array(arena, 2, sizeof(*past));
	struct past_result *before = arena_array(arena, count, sizeof(*before));
	struct past_result *now = arena_array(arena, count, sizeof(*now));
	past[0] = (struct past_record){{{1}}, "2026-02-27T08:00:00Z", VERDICT_GRADED, "", {0}, before};
	past[1] = (struct past_record){{{2}}, "2026-03-01T21:47:00Z", VERDICT_GRADED, "", {0}, now};
	for (size_t i = 0; i < count; i++) {
		now[i] = (struct past_result){true, true, results[i].verdict, results[i].won};
		before[i] = now[i];
		if (i % 5 == 0)
			before[i].won = 0;
		else if (i % 5 == 1)
			before[i] = (struct past_result){true, i > 1, VERDICT_PASSED, results[i].points};
		else if (i == 3)
			before[i].is_known = false;
	}
	return past;
}

/* ---- students ------------------------------------------------------------------------------------ */

static struct student_record student_of(const char *name, enum verdict verdict, size_t n_results,
					const struct exercise_record *catalogue, const struct result_record *results)
{
	struct student_record made = {.name = name,
				      .submission = digest_of(name, strlen(name)),
				      .submission_bytes = 16384,
				      .verdict = verdict,
				      .reason = "",
				      .handed_in_at = "2026-03-01T21:47:00Z",
				      .attempts = 2,
				      .hand_ins = 2,
				      .n_results = results == NULL ? 0 : n_results,
				      .results = results};
	for (size_t i = 0; i < n_results; i++)
		made.points += catalogue[i].points;
	for (size_t i = 0; i < made.n_results; i++)
		made.won += results[i].won;
	return made;
}

static struct student_record student(const char *name, enum verdict verdict, const struct result_record *results)
{
	return student_of(name, verdict, N_EXERCISES, exercises, results);
}

static void add_hostile_names(struct arena *arena, struct student_record *students, size_t *n)
{
	static const char *const names[] = {
		"",
		"../../x",
		"<script>alert(1)</script>",
		"\" onmouseover=\"alert(1)",
		"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d \xd7\xa2\xd7\x95\xd7\x9c\xd7\x9d",
		"\xe2\x80\xaegnorw",
		"broken \xff\xc3 utf-8\x01",
	};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		students[(*n)++] = student(names[i], VERDICT_GRADED,
					   all_results(arena, i == 0 ? VERDICT_PASSED : VERDICT_MISSING));
	char *longest = arena_alloc(arena, 256);
	memset(longest, 'w', 255);
	students[(*n)++] = student(longest, VERDICT_GRADED, all_results(arena, VERDICT_WRONG));
}

struct course_record sample_course(struct arena *arena)
{
	static const char *const twins[] = {SAMPLE_TWIN};
	struct student_record *students = arena_array(arena, 32, sizeof(*students));
	size_t n = 0;
	add_hostile_names(arena, students, &n);
	const struct result_record *mixed = mixed_results(arena);
	students[n] = student("Ada Lovelace", VERDICT_GRADED, mixed);
	students[n].n_past = 2;
	students[n].past = make_past(arena, mixed, N_EXERCISES);
	students[n].n_twins = 1;
	students[n++].twins = twins;
	students[n++] = student("emmy.noether", VERDICT_GRADED, all_results(arena, VERDICT_PASSED));
	students[n] = student("grace-hopper", VERDICT_REJECTED, NULL);
	students[n++].reason = "built for \"aarch64\", this machine is x86-64 <&>";
	students[n] = student("kurt", VERDICT_HARNESS_FAULT, NULL);
	students[n++].reason = "bwrap: could not be started: \"No such file or directory\"";
	return (struct course_record){.grader_version = "1.0.0",
				      .host = SAMPLE_HOST,
				      .graded_at = "2026-03-02T10:00:00Z",
				      .sandbox = "bubblewrap",
				      .n_exercises = N_EXERCISES,
				      .exercises = exercises,
				      .n_students = n,
				      .students = students};
}

/* As much to say as there can be: nothing is like anything else, and all figures are as large as they get. */
static struct result_record ugliest(struct arena *arena, const struct exercise_record *exercise, size_t index)
{
	enum { GROUPS = 18, OPEN = 4 };
	const struct case_record *shown = large_case(arena, 16);
	struct group_record *groups = arena_array(arena, GROUPS, sizeof(*groups));
	for (size_t i = 0; i < GROUPS; i++) {
		groups[i] = i < OPEN ? public_group("many rows", shown) : hidden_group(VERDICT_WRONG, "", "", 64);
		groups[i].message =
			arena_format(arena, "a row of weights does not sum to 1, about %zu times the tolerance off", i);
		groups[i].hint = arena_format(arena, "What does a row see that sees *nothing*, and row %zu?", i);
	}
	struct result_record made = result(arena, exercise, VERDICT_WRONG, groups[0], groups[1]);
	made.n_groups = GROUPS;
	made.groups = groups;
	struct diagnosis_record *diagnosis = arena_alloc(arena, sizeof(*diagnosis));
	*diagnosis = late_mask;
	diagnosis->id = arena_format(arena, "M%zu", index);
	made.n_diagnoses = 1;
	made.diagnoses = diagnosis;
	made.counterexample = &smallest;
	return made;
}

static const struct manual_record by_hand[] = {
	{"L2.1", 9.5, "right in all but the <last> row", "ada@lab", "2026-03-04T09:00:00Z"},
	{"", 41, "oral exam", "ada@lab", "2026-03-04T09:30:00Z"},
};

static const struct roster_entry members[] = {{"ada", "Ada Lovelace", "ada@example.org", "A"},
					      {"grace-hopper", "Grace <Hopper> & \"G\"", "", "B"},
					      {"kurt",
					       "Kurt G\xc3\xb6"
					       "del",
					       "", "B"}};

static const struct roster members_of_course = {.count = 3, .entries = members};

static const struct policy rules = {
	.title = "Attention, spring 2026 <&>",
	.has_due = true,
	.due_at = 1772405999, /* 2026-03-01T22:59:59Z */
	.per_day = 10,
	.at_most = 50,
	.has_end = true,
	.end_s = 7 * 86400,
	.weights = {1, 1, 2, 1, 0.5, 1},
	.feedback_before = 1 << FEEDBACK_PUBLIC,
	.feedback_after = FEEDBACK_ALL & ~(1 << FEEDBACK_COUNTEREXAMPLE),
};

static void stand(const struct course_record *course, struct student_record *student, struct result_record *results,
		  int64_t late_s)
{
	const struct hand_in_record hand_in = {.submission = 1,
					       .handed_in_at = rules.due_at + late_s,
					       .graded = student->verdict == VERDICT_GRADED,
					       .whole = true};
	struct hand_in_record hand_ins[] = {hand_in};
	if (student->verdict != VERDICT_ABSENT)
		policy_choose(&rules, hand_ins, 1, &student->standing);
	student->results = results;
	policy_score(course, student, results);
}

struct course_record sample_ruled_course(struct arena *arena)
{
	struct student_record *students = arena_array(arena, 4, sizeof(*students));
	const struct course_record course = {.policy = &rules,
					     .roster = &members_of_course,
					     .withheld = FEEDBACK_ALL & ~(1U << FEEDBACK_PUBLIC),
					     .grader_version = "1.0.0",
					     .host = SAMPLE_HOST,
					     .graded_at = "2026-03-02T10:00:00Z",
					     .sandbox = "bubblewrap",
					     .n_exercises = N_EXERCISES,
					     .exercises = exercises,
					     .n_students = 4,
					     .students = students};
	struct result_record *mixed = mixed_results(arena), *right = all_results(arena, VERDICT_PASSED);
	students[0] = student("Ada Lovelace", VERDICT_GRADED, mixed);
	students[0].n_manual = 1;
	students[0].manual = by_hand;
	stand(&course, &students[0], mixed, 86401);
	students[1] = student("emmy.noether", VERDICT_GRADED, right);
	stand(&course, &students[1], right, 8 * 86400);
	students[2] = student("grace-hopper", VERDICT_REJECTED, NULL);
	students[2].reason = "built for \"aarch64\"";
	students[2].n_manual = 2;
	students[2].manual = by_hand;
	stand(&course, &students[2], NULL, 0);
	students[3] = student("kurt", VERDICT_ABSENT, NULL);
	students[3].attempts = students[3].hand_ins = 0;
	students[3].handed_in_at = "";
	stand(&course, &students[3], NULL, 0);
	return course;
}

static const struct roster_entry many_members[] = {
	{"failed-all", "Wolfeschlegelstein-Hausenberger, Maximiliana", "", "Tuesday, 10"},
	{"passed-all", "Miles O'Brien <&>", "", "Monday, 8"},
};

static const struct roster many_members_of_course = {.count = 2, .entries = many_members};

struct course_record sample_large_course(struct arena *arena, size_t n_exercises)
{
	struct exercise_record *many = arena_array(arena, n_exercises, sizeof(*many));
	struct result_record *wrong = arena_array(arena, n_exercises, sizeof(*wrong));
	struct result_record *right = arena_array(arena, n_exercises, sizeof(*right));
	char *statement = arena_alloc(arena, 1201);
	for (size_t i = 0; i < 1200; i++)
		statement[i] = "word "[i % 5];
	for (size_t i = 0; i < n_exercises; i++) {
		many[i] = exercises[2];
		many[i].id = arena_format(arena, "L%zu.%zu", 1 + i * 5 / n_exercises, i + 1);
		many[i].level = 1 + (int)(i * 5 / n_exercises);
		many[i].statement = statement;
		wrong[i] = ugliest(arena, &many[i], i);
		right[i] = passed(arena, &many[i]);
	}
	struct student_record *students = arena_array(arena, 2, sizeof(*students));
	students[0] = student_of("failed-all", VERDICT_GRADED, n_exercises, many, wrong);
	students[1] = student_of("passed-all", VERDICT_GRADED, n_exercises, many, right);
	return (struct course_record){.roster = &many_members_of_course,
				      .grader_version = "1.0.0",
				      .host = SAMPLE_HOST,
				      .graded_at = "2026-03-02T10:00:00Z",
				      .sandbox = "landlock",
				      .n_exercises = n_exercises,
				      .exercises = many,
				      .n_students = 2,
				      .students = students};
}
