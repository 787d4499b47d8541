/*
 * The shipped exercises in rounds and together, and call by call in a child each: whatever is stored of a submission is
 * the same, to the letter, but for times.
 */
#include <check.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "export/json.h"
#include "grading/desk.h"
#include "grading/grade.h"
#include "grading/product.h"
#include "suite.h"

static const char *const names[] = {"samples/plain", "samples/mask-after-softmax", "samples/crashing",
				    "hostile/zeros_everywhere"};

static void make_strangers(struct exam *exam, struct arena *arena)
{
	for (size_t i = 0; i < exam->n_exercises; i++) {
		struct exam_exercise *entry = &exam->exercises[i];
		struct batch_case *cases = arena_array(arena, entry->n_cases, sizeof(*cases));
		memcpy(cases, entry->batch_cases, entry->n_cases * sizeof(*cases));
		for (size_t c = 0; c < entry->n_cases; c++)
			cases[c].company = 0;
		entry->batch_cases = cases;
		entry->is_joint = false;
	}
}

static struct exam *open_exam(struct arena *arena)
{
	static const struct secret secret = {{1, 2, 3}};
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *path = SOURCE_DIR "/exercises";
	struct catalogue catalogue;
	ck_assert(catalogue_load(&path, 1, arena, diagnostics, &catalogue));
	struct exam *exam = exam_prepare(&catalogue, &secret, EXAM_ALL_GROUPS, arena, diagnostics);
	ck_assert_ptr_nonnull(exam);
	return exam;
}

/* All that is known of it but the time it took; to be freed. */
static char *grade(const struct desk *desk, const struct exam *exam, const char *name)
{
	const struct submission submission = desk_submission(name);
	bool *wanted = arena_array(desk->arena, exam->n_exercises, sizeof(bool));
	for (size_t i = 0; i < exam->n_exercises; i++)
		/* speed is never the same, and long rows take seconds */
		wanted[i] = exam->exercises[i].exercise->speed == NULL && exam->exercises[i].exercise->large == NULL &&
			    strcmp(exam->records[i].id, "L5.7") != 0;
	struct graded graded =
		grade_submission(exam, desk->sandbox, "bubblewrap", &submission, wanted, NULL, desk->arena);
	json_t *all = json_array();
	ck_assert_int_eq(graded.verdict, VERDICT_GRADED);
	for (size_t i = 0; i < graded.n_results; i++) {
		json_t *result = json_result(&graded.results[i]);
		ck_assert_int_eq(json_object_del(result, "cpu_ms"), 0);
		json_array_append_new(all, result);
	}
	char *dumped = json_dumps(all, JSON_INDENT(1) | JSON_SORT_KEYS);
	json_decref(all);
	close(submission.memfd);
	return dumped;
}

START_TEST(test_same_records)
{
	DESK_SCOPED struct desk desk = desk_open();
	struct exam *in_rounds = open_exam(desk.arena), *one_by_one = open_exam(desk.arena);
	make_strangers(one_by_one, desk.arena);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		char *expected = grade(&desk, one_by_one, names[i]), *got = grade(&desk, in_rounds, names[i]);
		ck_assert_msg(strcmp(expected, got) == 0, "%s", names[i]);
		free(expected);
		free(got);
	}
	exam_release(in_rounds);
	exam_release(one_by_one);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {test_same_records};
	return SUITE_RUN("rounds", tests, NULL, NULL);
}
