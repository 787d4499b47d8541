/*
 * The loader of course.yaml. Every file in tests/bad-course has one fault, which its name names; what the loader says
 * of it stands beside it in NAME.expected, to the letter. UPDATE_GOLDEN=1 writes those anew.
 */
#include "exercise/course.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "suite.h"

static const char folder[] = TESTS_DIR "/bad-course/";

static struct arena *arena;
static struct diagnostics *diagnostics;
static char directory[256];

static void set_up(void)
{
	const char *base = getenv("TMPDIR");
	snprintf(directory, sizeof(directory), "%.200s/course-XXXXXX", base != NULL ? base : "/tmp");
	ck_assert_ptr_nonnull(mkdtemp(directory));
	arena = arena_create();
	diagnostics = diagnostics_create();
}

static void tear_down(void)
{
	TEXT_SCOPED struct text command = {0};
	text_add_format(&command, "rm -r '%s'", directory);
	ck_assert_int_eq(system(text_string(&command)), 0);
	diagnostics_destroy(diagnostics);
	arena_destroy(arena);
}

static const char *path_of(const char *name)
{
	return arena_format(arena, "%s/%s", directory, name);
}

static void write_file(const char *name, const char *data)
{
	TEXT_SCOPED struct text why = {0};
	const char *path = path_of(name);
	ck_assert(directory_create(arena_format(arena, "%.*s", (int)(strrchr(path, '/') - path), path), &why));
	ck_assert_msg(file_write(path, data, strlen(data), &why), "%s", text_string(&why));
}

static const struct course *load(const char *data)
{
	write_file("course.yaml", data);
	return course_load(path_of("course.yaml"), COURSE_WHOLE, arena, diagnostics);
}

/* What is printed, without the folder. */
static void print(struct text *printed)
{
	char *output = NULL;
	size_t length = 0;
	FILE *stream = open_memstream(&output, &length);
	diagnostics_print(diagnostics, stream, false);
	fclose(stream);
	for (const char *at = output; *at != '\0';)
		if (strncmp(at, folder, strlen(folder)) == 0)
			at += strlen(folder);
		else
			text_add_bytes(printed, at++, 1);
	free(output);
}

static void expect_complaints(const char *path)
{
	TEXT_SCOPED struct text expected = {0}, printed = {0}, why = {0};
	char *beside = arena_format(arena, "%.*s.expected", (int)(strlen(path) - strlen(".yaml")), path);
	diagnostics_destroy(diagnostics);
	diagnostics = diagnostics_create();
	ck_assert_msg(course_load(path, COURSE_WHOLE, arena, diagnostics) == NULL, "%s is sound", path);
	print(&printed);
	if (getenv("UPDATE_GOLDEN") != NULL)
		ck_assert(file_write(beside, printed.data, printed.length, &why));
	ck_assert_msg(file_read(beside, 1 << 16, &expected, &why), "%s", text_string(&why));
	ck_assert_str_eq(text_string(&printed), text_string(&expected));
}

START_TEST(every_fault_is_told_with_its_place)
{
	glob_t files;
	ck_assert_int_eq(glob(TESTS_DIR "/bad-course/*.yaml", 0, NULL, &files), 0);
	ck_assert_uint_ge(files.gl_pathc, 33);
	for (size_t i = 0; i < files.gl_pathc; i++)
		expect_complaints(files.gl_pathv[i]);
	globfree(&files);
}
END_TEST

START_TEST(a_title_is_enough)
{
	const struct course *course = load("title: Attention\n");
	const struct policy none = policy_none();
	ck_assert_ptr_nonnull(course);
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
	ck_assert_str_eq(course->policy.title, "Attention");
	ck_assert_ptr_null(course->roster);
	ck_assert(!course->policy.has_due && !course->policy.has_end);
	ck_assert_uint_eq(course->policy.attempts, 0);
	ck_assert_int_eq(course->policy.counting, COUNTING_LAST);
	ck_assert_mem_eq(course->policy.weights, none.weights, sizeof(none.weights));
	ck_assert_uint_eq(course->policy.feedback_before, FEEDBACK_ALL);
	ck_assert_uint_eq(course->policy.feedback_after, FEEDBACK_ALL);
}
END_TEST

START_TEST(all_keys_are_read)
{
	write_file("class.csv", "id,name\ns1,Ada\ns2,Bob\n");
	const struct course *course = load("title: Attention\ndue: 2026-03-01T23:59:59+01:00\ngrace: 15m\n"
					   "late: {per_day: 12.5%, at_most: 50%, no_later_than: 7d}\ncounts: best\n"
					   "attempts: 3\nweights: {L1: 0, L3: 2.5}\n"
					   "feedback:\n  before: []\n  after: [public, hints]\nroster: class.csv\n");
	ck_assert_ptr_nonnull(course);
	const struct policy *policy = &course->policy;
	ck_assert_int_eq(policy->due_at, 1772405999);
	ck_assert_int_eq(policy->grace_s, 900);
	ck_assert_double_eq(policy->per_day, 12.5);
	ck_assert_double_eq(policy->at_most, 50);
	ck_assert(policy->has_end);
	ck_assert_int_eq(policy->end_s, 7 * 86400);
	ck_assert_int_eq(policy->counting, COUNTING_BEST);
	ck_assert_uint_eq(policy->attempts, 3);
	ck_assert_double_eq(policy->weights[1], 0);
	ck_assert_double_eq(policy->weights[2], 1);
	ck_assert_double_eq(policy->weights[3], 2.5);
	ck_assert_uint_eq(policy->feedback_before, 0);
	ck_assert_uint_eq(policy->feedback_after, 1U << FEEDBACK_PUBLIC | 1U << FEEDBACK_HINTS);
	ck_assert_uint_eq(course->roster->count, 2);
	ck_assert_str_eq(course->roster->entries[1].name, "Bob");
}
END_TEST

static const struct {
	const char *written;
	int64_t seconds;
} moments[] = {
	{"1970-01-01T00:00:00Z", 0},
	{"1970-01-01T00:00Z", 0},
	{"1970-01-01T01:30:00+01:30", 0},
	{"1969-12-31T19:00:00-05:00", 0},
	{"2000-02-29T00:00:00Z", 951782400},
	{"2026-03-29T02:30:00+01:00", 1774747800}, /* a time that clocks in Berlin skip */
	{"2026-10-25T02:30:00+02:00", 1792888200}, /* and one that they show twice */
	{"2026-10-25T02:30:00+01:00", 1792891800},
	{"\"2026-03-01T22:59:59Z\"", 1772405999},
};

START_TEST(times_are_of_a_zone)
{
	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
		const struct course *course = load(arena_format(arena, "title: t\ndue: %s\n", moments[i].written));
		ck_assert_msg(course != NULL, "%s", moments[i].written);
		ck_assert_msg(course->policy.due_at == moments[i].seconds, "%s: %lld", moments[i].written,
			      (long long)course->policy.due_at);
	}
}
END_TEST

START_TEST(spans_have_a_unit)
{
	static const struct {
		const char *written;
		int64_t seconds;
	} spans[] = {{"0s", 0}, {"90s", 90}, {"15m", 900}, {"2h", 7200}, {"3d", 259200}, {"3660d", 316224000}};
	for (size_t i = 0; i < sizeof(spans) / sizeof(spans[0]); i++) {
		const struct course *course =
			load(arena_format(arena, "title: t\ndue: 2026-03-01T00:00Z\ngrace: %s\n", spans[i].written));
		ck_assert_msg(course != NULL && course->policy.grace_s == spans[i].seconds, "%s", spans[i].written);
	}
	ck_assert_ptr_null(load("title: t\ndue: 2026-03-01T00:00Z\ngrace: 3661d\n"));
	ck_assert_ptr_null(load("title: t\ndue: 2026-03-01T00:00Z\ngrace: 1.5h\n"));
}
END_TEST

/* Rules are known by the bytes of both files: a change of either is one, and what moves from one to the other. */
START_TEST(a_change_of_either_file_is_another_course)
{
	static const struct {
		const char *rules, *roster;
	} files[] = {
		{"title: t\nroster: class.csv\n", "id\ns1\n"},
		{"title: t\nroster: class.csv\n", "id\ns2\n"},
		{"title: t\nroster: class.csv\ncounts: best\n", "id\ns1\n"},
		{"title: t\nroster: class.csv\n", "#name,id\nx,s1\n"},
		{"title: t\nroster: class.csv\n#", "name,id\nx,s1\n"},
		{"title: t\n", "id\ns1\n"},
	};
	enum { COUNT = sizeof(files) / sizeof(files[0]) };
	struct digest hashes[COUNT];
	for (size_t i = 0; i < COUNT; i++) {
		write_file("class.csv", files[i].roster);
		const struct course *first = load(files[i].rules), *again = load(files[i].rules);
		ck_assert_msg(first != NULL && again != NULL && digest_equal(&first->hash, &again->hash), "%zu", i);
		hashes[i] = first->hash;
		for (size_t k = 0; k < i; k++)
			ck_assert_msg(!digest_equal(&hashes[k], &hashes[i]), "%zu is taken for %zu", i, k);
	}
}
END_TEST

START_TEST(students_need_no_roster)
{
	write_file("course.yaml", "title: t\nroster: nowhere.csv\n");
	ck_assert_ptr_nonnull(course_load(path_of("course.yaml"), COURSE_RULES, arena, diagnostics));
	ck_assert_ptr_null(course_load(path_of("course.yaml"), COURSE_WHOLE, arena, diagnostics));
}
END_TEST

START_TEST(rules_lie_beside_the_levels)
{
	const char *const inside[] = {"", "L2-b", "L2-b/", "L2-b/x.yaml", "L2-b/deep/x.yaml", "course.yaml"};
	write_file("L2-b/x.yaml", "");
	write_file("other.yaml", "");
	ck_assert_ptr_null(course_find(directory, arena));
	write_file("course.yaml", "title: t\n");
	for (size_t i = 0; i < sizeof(inside) / sizeof(inside[0]); i++)
		ck_assert_str_eq(course_find(path_of(inside[i]), arena), path_of("course.yaml"));
	ck_assert_str_eq(course_find(directory, arena), path_of("course.yaml"));
	ck_assert_ptr_null(course_find(path_of("other.yaml"), arena));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {every_fault_is_told_with_its_place,
				      a_title_is_enough,
				      all_keys_are_read,
				      times_are_of_a_zone,
				      spans_have_a_unit,
				      a_change_of_either_file_is_another_course,
				      students_need_no_roster,
				      rules_lie_beside_the_levels};
	return SUITE_RUN("exercise: course", tests, set_up, tear_down);
}
