/* How the terminal and JSON tell one of several mistakes from several at once. */
#include <check.h>
#include <string.h>

#include "commands/failure.h"
#include "core/repetition.h"
#include "export/json.h"
#include "suite.h"

static const struct exercise_record exercise = {.id = "L2.2", .title = "Scores", .function = "attn_scores"};
static const struct diagnosis_record either[] = {{"M32", "first title", "First words.", 0},
						 {"M33", "second title", "Second words.", 0}};
static const struct diagnosis_record both[] = {{"M32", "first title", "First words.", 0},
					       {"M05", "second title", "Second words.", 1},
					       {"M06", "third title", "Third words.", 1}};

static struct result_record diagnosed(const struct diagnosis_record *diagnoses, size_t count)
{
	return (struct result_record){.exercise_id = "L2.2",
				      .verdict = VERDICT_WRONG,
				      .message = "",
				      .fix_first = "",
				      .n_diagnoses = count,
				      .diagnoses = diagnoses};
}

static void expect(const struct diagnosis_record *diagnoses, size_t count, const char *told_at, const char *words)
{
	TEXT_SCOPED struct text text = {0};
	struct result_record result = diagnosed(diagnoses, count);
	failure_add(&text, &(struct terminal){.width = 80}, &exercise, &result, told_at, false);
	const char *end = strchr(text_string(&text) + 1, '\n'); /* behind an empty line and the title */
	ck_assert_ptr_nonnull(end);
	ck_assert_str_eq(end + 1, words);
}

START_TEST(the_terminal_says_which)
{
	expect(NULL, 0, NULL, "");
	expect(either, 1, NULL, "  it looks like this mistake: first title\n    First words.\n");
	expect(either, 2, NULL,
	       "  it looks like one of these mistakes:\n  - first title\n    First words.\n"
	       "  - second title\n    Second words.\n");
	expect(both, 2, NULL,
	       "  it looks like two mistakes at once:\n  - first title\n    First words.\n"
	       "  - second title\n    Second words.\n");
	expect(both, 3, "L2.1",
	       "  it looks like two mistakes at once:\n  - first title\n  - second title\n"
	       "  - or third title, as in L2.1\n");
}
END_TEST

START_TEST(json_says_which)
{
	struct result_record result = diagnosed(both, 3);
	json_t *object = json_result(&result);
	const json_t *diagnoses = json_object_get(object, "diagnoses");
	ck_assert_uint_eq(json_array_size(diagnoses), 3);
	for (size_t i = 0; i < 3; i++)
		ck_assert_int_eq(json_integer_value(json_object_get(json_array_get(diagnoses, i), "mistake")),
				 both[i].mistake);
	json_decref(object);
}
END_TEST

/* Explained once: the same two mistakes, but not one of them in place of both. */
START_TEST(a_repetition_is_of_the_same_kind)
{
	static const struct diagnosis_record one[] = {{"M32", "first title", "First words.", 0},
						      {"M05", "second title", "Second words.", 0}};
	struct result_record first = diagnosed(both, 2), again = diagnosed(both, 2), other = diagnosed(one, 2);
	ck_assert(repetition_of(&first, &again));
	ck_assert(!repetition_of(&other, &first));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_terminal_says_which, json_says_which, a_repetition_is_of_the_same_kind};
	return SUITE_RUN("commands: diagnoses", tests, NULL, NULL);
}
