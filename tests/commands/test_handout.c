/*
 * grader handout: what students get is whole, works as it lies there, comes out the same every time, takes nothing from
 * anybody's folder, and has nothing hidden in it. UPDATE_GOLDEN=1 writes the golden files anew.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "commands/command.h"
#include "commands/program.h"
#include "core/file.h"
#include "exercise/exercise.h"
#include "suite.h"

/* Whatever is marked, or has these digits, is not for students. */
#define MARK "MARK"
#define DIGITS "77003"

static const char first[] =
	"# " MARK "\n"
	"id: L1.1\n"
	"title: Count <them> & \"these\"\n"
	"function: attn_edges\n"
	"points: 1\n"
	"statement: How *many*? <b>Bold</b> claims.\n"
	"cases:\n"
	"- {name: four tokens, public: true, given: {n: 4}, why: " MARK "}\n"
	"- {name: " MARK " many, given: {n: 770031}}\n"
	"- {name: too many, public: true, given: {n: 18446744073709551615}, returns: ATTN_ERANGE}\n";

static const char second[] =
	"id: L2.1\n"
	"title: Two tokens\n"
	"function: attn_causal\n"
	"points: 2.5\n"
	"requires: [L1.1]\n"
	"statement: |\n"
	"  Row 0 sees itself.\n"
	"hints: [" MARK " one, " MARK " two]\n"
	"not_for: [{id: M43, why: " MARK "}]\n"
	"recall:\n"
	"- {q: What does row 0 see?, a: \"Itself, *alone*.\"}\n"
	"cases:\n"
	"- name: by hand\n"
	"  public: true\n"
	"  given: {n: 2, d_k: 1, d_v: 1, q: [[1], [2]], k: [[0], [1]], v: [[4], [8]]}\n"
	"  # " MARK " 0." DIGITS "\n"
	"- name: " MARK " by machine\n"
	"  why: " MARK "\n"
	"  hint: " MARK "\n"
	"  property: rows_sum_to_one\n"
	"  given: {n: 1, d_k: 1, d_v: 1, q: [[1]], k: [[" DIGITS "311]], v: [[0.00" DIGITS "311]]}\n"
	"  put: [{in: v, where: all, value: " DIGITS "e+3}]\n"
	"  expect: {out: [[" DIGITS "e+3]]}\n"
	"- name: drawn\n"
	"  public: true\n"
	"  repeat: 3\n"
	"  property: causal\n"
	"  given: {n: 3, d_k: 2, d_v: 2, q: {integers: [-2, 2]}, k: {integers: [-2, 2]}, v: {integers: [0, 9]}}\n";

static const char rules[] = "# " MARK "\n"
			    "title: Two <small> exercises\n"
			    "due: 2026-03-01T12:00:00Z # " MARK "\n"
			    "late: {per_day: 10%}\n"
			    "attempts: 3\n"
			    "weights: {L2: 2}\n"
			    "feedback: {before: [public, diagnosis]}\n"
			    "roster: " MARK ".csv\n";

/* A course of two exercises below FOLDER/exercises. */
static void write_course(const char *folder)
{
	const char *const argv[] = {"mkdir", "-p", "exercises/L1-recognition", "exercises/L2-application", NULL};
	PROGRAM_SCOPED struct program made = program_run(folder, argv);
	ck_assert_int_eq(made.status, 0);
	folder_write(folder, "exercises/L1-recognition/" MARK "-file.yaml", first);
	folder_write(folder, "exercises/L2-application/" MARK "-file.yaml", second);
	folder_write(folder, "exercises/course.yaml", rules);
	folder_write(folder, "exercises/" MARK ".csv", "id,name\n" MARK "," MARK "\n");
}

static void hand_out(const char *folder, const char *to)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", "exercises", "-o", to);
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert_str_eq(text_string(&program.err), "");
}

static void refuse(const char *folder, const char *to, const char *says)
{
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", "exercises", "-o", to);
	ck_assert_int_eq(program.status, EXIT_USAGE);
	ck_assert_msg(strstr(text_string(&program.err), says) != NULL, "%s", text_string(&program.err));
}

#define RUN(folder, command) program_run(folder, (const char *const[]){"sh", "-c", command, NULL})

static void shell(const char *folder, const char *command, const char *prints)
{
	PROGRAM_SCOPED struct program program = RUN(folder, command);
	ck_assert_msg(program.status == 0, "%s: %s%s", command, text_string(&program.out), text_string(&program.err));
	if (prints != NULL)
		ck_assert_str_eq(text_string(&program.out), prints);
}

/* ---- what is in it -------------------------------------------------------------------------------- */

START_TEST(it_is_what_was_promised_and_no_more)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", "exercises", "-o", "a/deep/one");
	ck_assert_str_eq(text_string(&program.out), "2 exercises, 4 public cases; open a/deep/one/index.html\n");
	shell(folder, "cd a/deep/one && find . -type f | LC_ALL=C sort",
	      "./L1.html\n./L2.html\n./Makefile\n./README.md\n./SHA256SUMS\n./attention.c\n./attention.h\n"
	      "./exercises/L1-recognition/L1.1.yaml\n./exercises/L2-application/L2.1.yaml\n./exercises/course.yaml\n"
	      "./index.html\n");
	shell(folder, "cd a/deep/one && sha256sum --check --quiet --strict SHA256SUMS", "");
	shell(folder, "cd a/deep/one && grep -cv '^#' SHA256SUMS", "10\n");
	shell(folder, "ls -A", "a\nexercises\n"); /* no gradebook came of it */
	shell(folder, "cd a/deep/one && " BUILD_DIR "/grader check " BUILD_DIR "/samples/plain.so", NULL);
	shell(folder, "cmp a/deep/one/attention.h " SOURCE_DIR "/reference/attention.h", "");
	shell(folder, "cmp a/deep/one/attention.c " SOURCE_DIR "/submissions/template/attention.c", "");
	shell(folder, "cmp a/deep/one/Makefile " SOURCE_DIR "/submissions/template/Makefile", "");
}
END_TEST

/* The style sheet and the version change for reasons of their own. */
static void neutralize(struct text *page)
{
	char *start = strstr(page->data, "<style>"), *end = strstr(page->data, "</style>");
	if (start != NULL && end != NULL) {
		memmove(start + strlen("<style>"), end, strlen(end) + 1);
		page->length = strlen(page->data);
	}
	char *version = strstr(page->data, "grader " GRADER_VERSION);
	if (version != NULL)
		memset(version + strlen("grader "), 'x', strlen(GRADER_VERSION));
}

START_TEST(it_is_as_it_was)
{
	static const char *const names[] = {"index.html",
					    "L1.html",
					    "L2.html",
					    "exercises/L1-recognition/L1.1.yaml",
					    "exercises/L2-application/L2.1.yaml",
					    "exercises/course.yaml"};
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		TEXT_SCOPED struct text path = {0}, got = {0}, want = {0}, why = {0};
		const char *slash = strrchr(names[i], '/'), *golden = slash == NULL ? names[i] : slash + 1;
		text_add_format(&path, "given/%s", names[i]);
		ck_assert(folder_read(folder, text_string(&path), &got));
		neutralize(&got);
		text_clear(&path);
		text_add_format(&path, "%s/golden/handout/%s", TESTS_DIR, golden);
		if (getenv("UPDATE_GOLDEN") != NULL)
			ck_assert(file_write(text_string(&path), got.data, got.length, &why));
		ck_assert(folder_read(TESTS_DIR "/golden/handout", golden, &want));
		ck_assert_msg(strcmp(text_string(&got), text_string(&want)) == 0, "%s", names[i]);
	}
}
END_TEST

START_TEST(it_comes_out_the_same_from_anywhere)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "one");
	shell(folder, "cd exercises && TZ=Asia/Tokyo LC_ALL=C " BUILD_DIR "/grader handout -x . -o ../two", NULL);
	shell(folder, "diff -r one two", "");
}
END_TEST

/* ---- nothing hidden ------------------------------------------------------------------------------- */

START_TEST(nothing_hidden_is_in_it)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	shell(folder, "grep -raE 'MARK|77003|7\\.7e7|7\\.7e\\+|0\\.0077|770k' given || echo none", "none\n");
	shell(folder, "find given | grep MARK || echo none", "none\n");
	/* It would have been found: what is public is there, in each of the forms. */
	shell(folder, "grep -rlaE 'four tokens' given | LC_ALL=C sort",
	      "given/L1.html\ngiven/exercises/L1-recognition/L1.1.yaml\n");
	shell(folder, "grep -laE 'MARK|77003' exercises/*/*.yaml | wc -l", "2\n");
}
END_TEST

/* When it is due, what lateness costs, which attempts count, and what points weigh. */
START_TEST(the_rules_are_told)
{
	static const char *const told[] = {"Due 2026-03-01 12:00:00 UTC.",
					   "10 % of the points won are taken off for each day begun",
					   "The first 3 attempts may count; of these, the last one does.",
					   "A point counts 1 at level 1, 2 at level 2."};
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	PROGRAM_SCOPED struct program readme = RUN(folder, "cat given/README.md");
	PROGRAM_SCOPED struct program book = RUN(folder, "cat given/index.html");
	for (size_t i = 0; i < sizeof(told) / sizeof(told[0]); i++) {
		ck_assert_msg(strstr(text_string(&readme.out), told[i]) != NULL, "the README lacks '%s'", told[i]);
		ck_assert_msg(strstr(text_string(&book.out), told[i]) != NULL, "the book lacks '%s'", told[i]);
	}
	ck_assert_ptr_nonnull(strstr(text_string(&book.out), "2 exercises, 6 points"));
	ck_assert_int_eq(strncmp(text_string(&readme.out), "# Two <small> exercises\n", 24), 0);
	ck_assert_ptr_nonnull(strstr(text_string(&readme.out), "grader show L1.1  "));
	ck_assert_ptr_null(strstr(text_string(&readme.out), "L2.7"));
}
END_TEST

/* Whatever the exercise is called that stands for all. */
START_TEST(remarks_are_in_line)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	PROGRAM_SCOPED struct program found = RUN(folder, "grep '^    grader .*  # ' given/README.md");
	const char *line = text_string(&found.out);
	const ptrdiff_t column = strchr(line, '#') - line;
	size_t count = 0;
	for (; *line != '\0'; line += strcspn(line, "\n") + 1, count++)
		ck_assert_msg(strchr(line, '#') - line == column, "%s", line);
	ck_assert_uint_eq(count, 5);
}
END_TEST

START_TEST(a_gradebook_makes_no_difference)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "before");
	shell(folder, "mkdir submissions && cp " BUILD_DIR "/samples/plain.so submissions/ada.so", "");
	PROGRAM_SCOPED struct program graded =
		GRADER(folder, "grade", "-x", "exercises", "--secret-file", "secret", "submissions");
	ck_assert_msg(graded.status <= EXIT_FINDINGS, "%s", text_string(&graded.err));
	shell(folder, "test -s secret && test -s grades.db && chmod 0 grades.db secret", "");
	hand_out(folder, "after");
	shell(folder, "diff -r before after", "");
}
END_TEST

/* The names of hidden cases stand nowhere as such, those of public ones on a page and in a file. */
START_TEST(of_the_course_every_public_case_is_there)
{
	FOLDER_SCOPED char *folder = folder_create();
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *whole_path = SOURCE_DIR "/exercises";
	const char *given_path = arena_format(arena, "%s/given/exercises", folder);
	struct catalogue whole, given;
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", SOURCE_DIR "/exercises", "-o", "given");
	ck_assert_msg(program.status == EXIT_WELL, "%s", text_string(&program.err));
	ck_assert(catalogue_load(&whole_path, 1, arena, diagnostics, &whole));
	ck_assert(catalogue_load(&given_path, 1, arena, diagnostics, &given));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
	ck_assert_uint_eq(whole.count, given.count);
	for (size_t i = 0; i < whole.count; i++) {
		const struct exercise *exercise = whole.exercises[i];
		TEXT_SCOPED struct text page = {0};
		size_t n_public = 0;
		ck_assert(folder_read(folder, arena_format(arena, "given/L%d.html", exercise->level), &page));
		ck_assert_uint_lt(page.length, 1000 * 1000);
		ck_assert_str_eq(exercise->id, given.exercises[i]->id);
		ck_assert_ptr_nonnull(
			strstr(page.data, arena_format(arena, "<article class=\"exercise\" id=\"%s\">", exercise->id)));
		for (size_t g = 0; g < exercise->n_groups; g++) {
			const struct group *group = &exercise->groups[g];
			const char *title = arena_format(arena, "Public case</span> %s", group->name);
			if (strpbrk(group->name, "&<>\"'") == NULL)
				ck_assert_msg((strstr(page.data, title) != NULL) == group->is_public, "%s, %s",
					      exercise->id, group->name);
			if (group->is_public)
				ck_assert_str_eq(given.exercises[i]->groups[n_public++].name, group->name);
		}
		ck_assert_uint_eq(given.exercises[i]->n_groups, n_public);
		for (size_t h = 0; h < exercise->n_hints; h++)
			ck_assert_ptr_null(strstr(page.data, exercise->hints[h]));
	}
}
END_TEST

/* ---- a student's way ------------------------------------------------------------------------------ */

START_TEST(a_student_types_make_check)
{
	FOLDER_SCOPED char *folder = folder_create();
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", SOURCE_DIR "/exercises", "-o", "given");
	ck_assert_int_eq(program.status, EXIT_WELL);
	PROGRAM_SCOPED struct program checked =
		RUN(folder, "cd given && make EXTRA_CFLAGS=-Werror GRADER=" BUILD_DIR "/grader check");
	const char *out = text_string(&checked.out);
	ck_assert_msg(strstr(out, "missing, not yet begun: attn_is_causal_mask") != NULL, "%s%s", out,
		      text_string(&checked.err));
	ck_assert_ptr_nonnull(strstr(out, "ok  L1.2"));
	ck_assert_ptr_nonnull(strstr(out, "/48, hidden are graded when you hand in"));
	PROGRAM_SCOPED struct program right =
		RUN(folder, "cd given && " BUILD_DIR "/grader check " BUILD_DIR "/samples/plain.so");
	ck_assert_msg(right.status == EXIT_WELL, "%s", text_string(&right.out));
	PROGRAM_SCOPED struct program shown = RUN(folder, "cd given && " BUILD_DIR "/grader show --all L2.12");
	ck_assert_ptr_nonnull(strstr(text_string(&shown.out), "the whole table"));
	ck_assert_ptr_null(strstr(text_string(&shown.out), "hints"));
	PROGRAM_SCOPED struct program listed = RUN(folder, "cd given && " BUILD_DIR "/grader list");
	ck_assert_ptr_nonnull(strstr(text_string(&listed.out), " 3 public cases "));
	ck_assert_ptr_null(strstr(text_string(&listed.out), " cases public"));
}
END_TEST

/* ---- folders of others ---------------------------------------------------------------------------- */

START_TEST(what_others_left_is_not_touched)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	shell(folder, "mkdir full && echo mine >full/index.html", "");
	refuse(folder, "full", "\"full\" is not empty and holds no earlier handout");
	refuse(folder, "exercises/L1-recognition/" MARK "-file.yaml", "is not empty");
	shell(folder, "cat full/*", "mine\n");
	shell(folder, "sha256sum full/index.html >sums && mv sums full/SHA256SUMS", "");
	refuse(folder, "full", "holds no earlier handout");
	shell(folder, "cat full/index.html", "mine\n");
	PROGRAM_SCOPED struct program nowhere = GRADER(folder, "handout", "-x", "exercises");
	ck_assert_int_eq(nowhere.status, EXIT_USAGE);
	ck_assert_ptr_nonnull(strstr(text_string(&nowhere.err), "--output"));
}
END_TEST

START_TEST(an_earlier_handout_is_replaced)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	shell(folder,
	      "echo mine >given/notes.txt && rm given/README.md && rm -r exercises/L2-application && "
	      "sed -i 's/four tokens/five tokens/' exercises/*/*.yaml",
	      "");
	hand_out(folder, "given");
	hand_out(folder, "fresh");
	shell(folder, "diff -r fresh given || true", "Only in given: notes.txt\n");
	shell(folder, "cat given/notes.txt", "mine\n");
}
END_TEST

START_TEST(work_in_a_handout_is_not_lost)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	hand_out(folder, "given");
	shell(folder, "cp -r given before && echo '/* mine */' >>given/attention.c && cp given/attention.c before", "");
	refuse(folder, "given", "\"given/attention.c\" is not as it was handed out");
	shell(folder, "diff -r given before", "");
	/* Neither is a file in the way of a new one, nor one that a forged list names. */
	shell(folder,
	      "cp before/L1.html given/L3.html && sed 's/L1/L3/;s/^id: L1/id: L3/' exercises/L1*/*.yaml >x && "
	      "mkdir exercises/L3-analysis && mv x exercises/L3-analysis/x.yaml && "
	      "rm given/attention.c",
	      "");
	refuse(folder, "given", "\"given/L3.html\" is not as it was handed out");
	shell(folder,
	      "rm given/L3.html && echo kept >kept && "
	      "(cat given/SHA256SUMS && echo \"$(sha256sum kept | cut -c1-64)  ../kept\") >s && mv s given/SHA256SUMS",
	      "");
	refuse(folder, "given", "holds no earlier handout");
	shell(folder, "cat kept", "kept\n");
}
END_TEST

START_TEST(a_course_with_faults_is_not_handed_out)
{
	FOLDER_SCOPED char *folder = folder_create();
	write_course(folder);
	shell(folder, "sed -i 's/public: true, //' exercises/L1*/*.yaml", "");
	PROGRAM_SCOPED struct program program = GRADER(folder, "handout", "-x", "exercises", "-o", "given");
	ck_assert_int_eq(program.status, EXIT_USAGE);
	ck_assert_msg(strstr(text_string(&program.err), "no case is public") != NULL, "%s", text_string(&program.err));
	shell(folder, "ls", "exercises\n");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {it_is_what_was_promised_and_no_more,
				      it_is_as_it_was,
				      it_comes_out_the_same_from_anywhere,
				      nothing_hidden_is_in_it,
				      the_rules_are_told,
				      remarks_are_in_line,
				      a_gradebook_makes_no_difference,
				      of_the_course_every_public_case_is_there,
				      a_student_types_make_check,
				      what_others_left_is_not_touched,
				      an_earlier_handout_is_replaced,
				      work_in_a_handout_is_not_lost,
				      a_course_with_faults_is_not_handed_out};
	return SUITE_RUN("handout", tests, NULL, NULL);
}
