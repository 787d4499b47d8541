#include "export/sample.h"

#include <string.h>

#include "core/policy.h"

enum { EXERCISES = 4 };

static const struct exercise_record exercises[EXERCISES] = {
	{.id = "L1.1", .title = "Which keys are seen?", .function = "attn_visible_keys", .level = 1, .points = 10},
	{.id = "L2.1",
	 .title = "=SUM(A1:A9), \"quoted\" <b>& more</b>",
	 .function = "attn_masked_softmax",
	 .level = 2,
	 .points = 7.5},
	{.id = "L2.2",
	 .title = "Na\xc3\xafve attention \xf0\x9f\xa6\x86",
	 .function = "attn_causal",
	 .level = 2,
	 .points = 100},
	{.id = "L3.1", .title = "Merge", .function = "attn_merge", .level = 3, .points = 1},
};

/* Worth 1, 1 and 1 of three: a third of the points is no number that ends. */
static const struct group_record right[] = {
	{.name = "by hand",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 1,
	 .passed = 1,
	 .hint = "",
	 .place = "",
	 .message = ""},
	{.name = SAMPLE_HIDDEN_NAME,
	 .worth = 2,
	 .repetitions = 20,
	 .passed = 20,
	 .hint = "",
	 .place = "",
	 .message = ""},
};
static const struct group_record wrong[] = {
	{.name = "by hand",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 1,
	 .passed = 1,
	 .hint = "",
	 .place = "",
	 .message = ""},
	{.name = SAMPLE_HIDDEN_NAME,
	 .worth = 1,
	 .repetitions = 20,
	 .passed = 13,
	 .verdict = VERDICT_WRONG,
	 .hint = "=does *every* row sum to one?",
	 .place = "a row that sees no key",
	 .message = "off by more than is allowed",
	 .ratio = 64},
	{.name = "two, \"quoted\" & <more>",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 1,
	 .verdict = VERDICT_WRONG,
	 .hint = "",
	 .place = "row 2, column 5 of weights",
	 .message = "got 0.5, expected 1 \x1b[31m]]>"},
};
static const struct group_record crashed[] = {
	{.name = SAMPLE_HIDDEN_NAME,
	 .worth = 1,
	 .repetitions = 3,
	 .verdict = VERDICT_CRASHED,
	 .hint = "",
	 .place = "",
	 .message = "a null pointer was followed (SIGSEGV)"},
};
static const struct group_record limited[] = {
	{.name = "large",
	 .is_public = true,
	 .worth = 1,
	 .repetitions = 3,
	 .verdict = VERDICT_TIMED_OUT,
	 .hint = "",
	 .place = "",
	 .message = ""},
};

static const struct diagnosis_record mistakes[] = {
	{"M32", "scores are not scaled", "Divide by the root of d_k.", 0},
	{"M05", "the diagonal is masked", "No row sees itself.", 1},
	{"M06", "the first row is empty", "The first row sees nothing.", 1},
};
static const struct counterexample_record smallest = {
	.shown = {.verdict = VERDICT_WRONG,
		  .scalars = "n = 1, d_k = 1",
		  .returned = "ATTN_OK",
		  .expected_return = "ATTN_OK"},
	.message = "row 0, column 0 of out: got 2, expected 1",
	.program = "int main(void)\n{\n\treturn 1;\n}\n",
};

static struct result_record result(size_t exercise, enum verdict verdict, double won, const struct group_record *groups,
				   size_t n_groups)
{
	return (struct result_record){.exercise_id = exercises[exercise].id,
				      .sandbox = "bubblewrap",
				      .verdict = verdict,
				      .points = exercises[exercise].points,
				      .won = won,
				      .automatic = won,
				      .message = "",
				      .fix_first = "",
				      .printed = SAMPLE_PRINTED,
				      .cpu_ms = 1.25,
				      .n_groups = n_groups,
				      .groups = groups,
				      .graded_at = "2026-03-02T10:00:05Z"};
}

#define RESULT(exercise, verdict, won, groups) \
	result(exercise, verdict, won, groups, sizeof(groups) / sizeof((groups)[0]))

static struct result_record *all_right(struct arena *arena)
{
	struct result_record *results = arena_array(arena, EXERCISES, sizeof(*results));
	for (size_t e = 0; e < EXERCISES; e++)
		results[e] = RESULT(e, VERDICT_PASSED, exercises[e].points, right);
	return results;
}

/* Something of everything. */
static struct result_record *mixed(struct arena *arena)
{
	struct result_record *results = all_right(arena);
	results[0] = RESULT(0, VERDICT_WRONG, 10. / 3, wrong);
	results[0].n_diagnoses = sizeof(mistakes) / sizeof(mistakes[0]);
	results[0].diagnoses = mistakes;
	results[0].counterexample = &smallest;
	results[1] = RESULT(1, VERDICT_CRASHED, 0, crashed);
	results[1].fix_first = "L1.1";
	results[2] = result(2, VERDICT_WRONG, 0, &wrong[1], 1);
	results[2].fix_first = "L1.1";
	results[3] = RESULT(3, VERDICT_TIMED_OUT, 0, limited);
	return results;
}

/* The third was not graded, and is not to be counted as 0. */
static struct result_record *half(struct arena *arena)
{
	struct result_record *results = all_right(arena);
	results[2] = result(2, VERDICT_HARNESS_FAULT, 0, NULL, 0);
	return results;
}

static struct result_record *missing(struct arena *arena)
{
	struct result_record *results = all_right(arena);
	for (size_t e = 0; e < EXERCISES; e++)
		results[e] = result(e, VERDICT_MISSING, 0, NULL, 0);
	return results;
}

static const char *const names[SAMPLE_STUDENTS] = {
	[SAMPLE_FORMULA] = "=cmd|' /C calc'!A0",
	[SAMPLE_QUOTED] = "o.neil",
	[SAMPLE_EMOJI] = "-\xf0\x9f\xa6\x86 M\xc3\xbcller;x",
	[SAMPLE_LINES] = "two\nlines\tand\r\nmore",
	[SAMPLE_BROKEN] = "broken \xff\x01 \xef\xbf\xbf",
	[SAMPLE_NAMELESS] = "",
	[SAMPLE_ZERO] = "0",
	[SAMPLE_MEANINGFUL] = "Points Possible",
	[SAMPLE_REJECTED] = "@rejected",
	[SAMPLE_FAULT] = "+fault",
	[SAMPLE_HALF] = "half",
	[SAMPLE_MISSING] = "missing",
};

static void fill(struct arena *arena, struct student_record *student, size_t index)
{
	*student = (struct student_record){.name = names[index],
					   .submission = digest_of(names[index], strlen(names[index])),
					   .submission_bytes = 16384,
					   .verdict = VERDICT_GRADED,
					   .reason = "",
					   .handed_in_at = "2026-03-01T21:47:00Z",
					   .attempts = 2,
					   .hand_ins = 3,
					   .n_results = EXERCISES};
	student->results = index == SAMPLE_QUOTED    ? mixed(arena)
			   : index == SAMPLE_HALF    ? half(arena)
			   : index == SAMPLE_MISSING ? missing(arena)
						     : all_right(arena);
	if (index == SAMPLE_REJECTED || index == SAMPLE_FAULT) {
		student->verdict = index == SAMPLE_FAULT ? VERDICT_HARNESS_FAULT : VERDICT_REJECTED;
		student->reason = index == SAMPLE_FAULT ? "bwrap is not there" : "built for \"aarch64\", <not> x86-64";
		student->n_results = 0;
	}
	for (size_t e = 0; e < EXERCISES; e++) {
		student->points += exercises[e].points;
		student->won += student->n_results > 0 ? student->results[e].won : 0;
	}
	student->automatic = student->won;
}

struct course_record sample_course(struct arena *arena)
{
	struct student_record *students = arena_array(arena, SAMPLE_STUDENTS, sizeof(*students));
	for (size_t s = 0; s < SAMPLE_STUDENTS; s++)
		fill(arena, &students[s], s);
	return (struct course_record){.grader_version = "1.0.0",
				      .host = "grading-host",
				      .graded_at = "2026-03-02T10:00:00Z",
				      .sandbox = "bubblewrap",
				      .n_exercises = EXERCISES,
				      .exercises = exercises,
				      .n_students = SAMPLE_STUDENTS,
				      .students = students};
}

/* ---- under rules ---- */

static const struct manual_record by_hand[] = {
	{"L2.1", 2.5, "=shown, at \"the\" desk", "ada@lab", "2026-03-04T09:00:00Z"},
	{"", 17, "oral exam", "ada@lab", "2026-03-04T09:30:00Z"},
};

static const struct student_record absent = {
	.name = "s0001", .verdict = VERDICT_ABSENT, .reason = "", .handed_in_at = ""};

/* Late, beyond the attempts, with scores given by hand; of the rejected and the absent each one too. */
static void apply_rules(const struct course_record *ruled, struct student_record *student, size_t index,
			struct arena *arena)
{
	struct result_record *results = NULL;
	if (index == SAMPLE_QUOTED || index == SAMPLE_LINES)
		student->standing = (struct standing){
			.hand_in = 2, .lateness = LATENESS_LATE, .late_s = 36 * 60 * 60, .days = 2, .penalty = 20};
	if (index == SAMPLE_EMOJI)
		student->standing = (struct standing){
			.hand_in = 2, .set_aside = true, .refused = 2, .lateness = LATENESS_REFUSED, .late_s = 864001};
	if (index == SAMPLE_MEANINGFUL)
		student->standing = (struct standing){.hand_in = 1, .beyond = 1};
	student->n_manual = index == SAMPLE_LINES || index == SAMPLE_REJECTED  ? 1
			    : index == SAMPLE_HALF || index == SAMPLE_STUDENTS ? 2
									       : 0;
	student->manual = by_hand;
	if (student->n_results > 0) {
		results = arena_array(arena, student->n_results, sizeof(*results));
		memcpy(results, student->results, student->n_results * sizeof(*results));
		student->results = results;
	}
	policy_score(ruled, student, results);
}

struct course_record sample_ruled(struct arena *arena)
{
	struct policy *policy = arena_alloc(arena, sizeof(*policy));
	struct course_record ruled = sample_course(arena);
	struct student_record *students = arena_array(arena, SAMPLE_STUDENTS + 1, sizeof(*students));
	*policy = policy_none();
	policy->title = "Attention, spring 2026";
	policy->has_due = true;
	policy->due_at = 1772405999;
	policy->per_day = 10;
	policy->attempts = 1;
	policy->weights[2] = 2;
	ruled.policy = policy;
	ruled.roster = &sample_roster;
	ruled.withheld = 1 << FEEDBACK_HIDDEN | 1 << FEEDBACK_HINTS | 1 << FEEDBACK_DIAGNOSIS;
	memcpy(students, ruled.students, SAMPLE_STUDENTS * sizeof(*students));
	students[SAMPLE_STUDENTS] = absent;
	ruled.students = students;
	ruled.n_students = SAMPLE_STUDENTS + 1;
	for (size_t s = 0; s < ruled.n_students; s++)
		apply_rules(&ruled, &students[s], s, arena);
	return ruled;
}

static const struct roster_entry entries[] = {
	{"o.neil", "O'Neil, \"Ada\"", "ada@example.org", "Tuesday; late"},
	{"s0042", "two\nlines\tand\r\nmore", "", ""},
	{"s0001", "nobody", "nobody@example.org", "Tuesday"},
};

const struct roster sample_roster = {.count = sizeof(entries) / sizeof(entries[0]), .entries = entries};
