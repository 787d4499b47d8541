/* Properties on the samples, as a student meets them. */
#include <check.h>
#include <string.h>
#include <sys/stat.h>

#include "commands/command.h"
#include "commands/program.h"
#include "core/arena.h"
#include "core/text.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
#define QKV "q: {normal: [0, 1]}, k: {normal: [0, 1]}, v: {normal: [0, 1]}"

static const char exercise[] = "id: L4.90\n"
			       "title: Ask twice\n"
			       "function: attn_causal\n"
			       "points: 6\n"
			       "statement: Ask twice.\n"
			       "cases:\n"
			       "- name: by steps\n"
			       "  public: true\n"
			       "  property: {agreement: attn_decode}\n"
			       "  given: {n: 4, d_k: 2, d_v: 2, " QKV "}\n"
			       "- name: unheard future\n"
			       "  public: true\n"
			       "  property: causal\n"
			       "  repeat: 3\n"
			       "  given: {n: 4, d_k: 2, d_v: 2, " QKV "}\n"
			       "- name: unheard and unseen\n"
			       "  property: causal\n"
			       "  given: {n: 5, d_k: 2, d_v: 2, " QKV "}\n";

static const struct {
	const char *sample;
	int status;
	const char *says; /* NULL: passed */
	bool is_shown;	  /* with its numbers, and a small input was looked for */
} samples[] = {
	{"plain", EXIT_WELL, NULL, false},
	{"blocked", EXIT_WELL, NULL, false},
	{"fast", EXIT_WELL, NULL, false},
	{"reference", EXIT_WELL, NULL, false},
	{"ofast", EXIT_WELL, NULL, false},
	{"unfinished", EXIT_FINDINGS, "there is no attn_decode for it to agree with", false},
	{"no-mask", EXIT_FINDINGS, "was changed (from", true},
};

START_TEST(samples_are_asked)
{
	FOLDER_SCOPED char *folder = folder_create();
	ARENA_SCOPED struct arena *arena = arena_create();
	ck_assert_int_eq(mkdir(arena_format(arena, "%s/L4-test", folder), 0755), 0);
	folder_write(folder, "L4-test/ask.yaml", exercise);
	const char *file = arena_format(arena, "%s/samples/%s.so", BUILD_DIR, samples[_i].sample);
	PROGRAM_SCOPED struct program program = GRADER(folder, "check", "-x", ".", "-e", "L4.90", file);
	TEXT_SCOPED struct text flat = {0};
	for (const char *c = text_string(&program.out); *c != '\0'; c++)
		if (*c != ' ' || (flat.length > 0 && flat.data[flat.length - 1] != ' '))
			text_add_format(&flat, "%c", *c == '\n' ? ' ' : *c);
	ck_assert_msg(program.status == samples[_i].status, "%s", text_string(&program.out));
	if (samples[_i].says != NULL)
		ck_assert_msg(strstr(text_string(&flat), samples[_i].says) != NULL, "%s", text_string(&flat));
	ck_assert_msg((strstr(text_string(&flat), "given q") != NULL) == samples[_i].is_shown, "%s",
		      text_string(&flat));
	ck_assert_msg((strstr(text_string(&flat), " small") != NULL) == samples[_i].is_shown, "%s", text_string(&flat));
}
END_TEST

static const char last_by_property[] = "id: L4.91\n"
				       "title: Ask for a row twice\n"
				       "function: attn_visible_keys\n"
				       "points: 6\n"
				       "statement: Ask twice.\n"
				       "cases:\n"
				       "- name: the first call of all\n"
				       "  public: true\n"
				       "  given: {row: 2, n_k: 4, offset: 0}\n"
				       "- name: by rows\n"
				       "  property: {agreement: attn_causal_mask}\n"
				       "  repeat: 3\n"
				       "  given: {row: 2, n_k: 4, offset: 0}\n";

/* The case that runs again in a fresh child is the exercise's own, though another function is asked last. */
START_TEST(what_is_asked_further_hides_no_state)
{
	FOLDER_SCOPED char *folder = folder_create();
	ARENA_SCOPED struct arena *arena = arena_create();
	ck_assert_int_eq(mkdir(arena_format(arena, "%s/L4-test", folder), 0755), 0);
	folder_write(folder, "L4-test/ask.yaml", last_by_property);
	PROGRAM_SCOPED struct program program =
		GRADER(folder, "grade", "-x", "L4-test", "-f", "json", BUILD_DIR "/hostile/wrong_first_row.so");
	ck_assert_msg(program.status == EXIT_FINDINGS, "%s%s", text_string(&program.out), text_string(&program.err));
	ck_assert_ptr_nonnull(strstr(text_string(&program.out), "\"verdict\": \"inconsistent\""));
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("property");
	TCase *cases = tcase_create("property");
	tcase_set_timeout(cases, 120);
	tcase_add_test(cases, what_is_asked_further_hides_no_state);
	tcase_add_loop_test(cases, samples_are_asked, 0, COUNT(samples));
	suite_add_tcase(suite, cases);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	const int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed != 0;
}
