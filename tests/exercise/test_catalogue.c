/*
 * Many exercises: which files are found, in which order they come, and what only shows between them.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "exercise/making.h"
#include "suite.h"

static char folder[] = "/tmp/test-catalogue-XXXXXX";
static struct arena *arena;
static struct diagnostics *diagnostics;
static struct catalogue catalogue;

static void make_folder(void)
{
	strcpy(folder + sizeof(folder) - 7, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	arena = arena_create();
	diagnostics = diagnostics_create();
}

static void remove_folder(void)
{
	const char *command = arena_format(arena, "rm -r %s", folder);
	ck_assert_int_eq(system(command), 0);
	arena_destroy(arena);
	diagnostics_destroy(diagnostics);
}

static const char *path_of(const char *name)
{
	return arena_format(arena, "%s/%s", folder, name);
}

/* Writes an exercise to a path below the folder, whose directories are made. */
static void write_exercise(const char *name, const char *id, const char *more)
{
	char *path = arena_string(arena, path_of(name));
	for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')) != NULL; slash++) {
		*slash = '\0';
		mkdir(path, 0700);
		*slash = '/';
	}
	FILE *file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fprintf(file,
		"id: %s\ntitle: T\nfunction: attn_softmax\npoints: 1\nstatement: S\n%s"
		"cases:\n- name: a\n  given: {n_q: 1, n_k: 1, scores: 0}\n",
		id, more);
	fclose(file);
}

static bool load(const char *name)
{
	const char *paths[] = {path_of(name)};
	return catalogue_load(paths, 1, arena, diagnostics, &catalogue);
}

static const char *complaints(void)
{
	struct making making = {.arena = arena, .diagnostics = diagnostics};
	return making_complaints(&making);
}

/* The ids in the catalogue's order, with a blank behind each. */
static const char *ids(void)
{
	const char *list = "";
	for (size_t i = 0; i < catalogue.count; i++)
		list = arena_format(arena, "%s%s ", list, catalogue.exercises[i]->id);
	return list;
}

START_TEST(order_is_by_level_then_number)
{
	write_exercise("L2-b/a.yaml", "L2.10", "");
	write_exercise("L2-b/b.yaml", "L2.9", "");
	write_exercise("L2-b/c.yaml", "L2.9-b", "");
	write_exercise("L2-b/d.yaml", "L2.2", "");
	write_exercise("L1-z/e.yaml", "z", "");
	write_exercise("L1-z/f.yaml", "a20b3", "");
	write_exercise("L1-z/g.yaml", "a20b10", "");
	write_exercise("L1-z/h.yaml", "a020b4", "");
	write_exercise("L1-z/i.yaml", "A", "");
	write_exercise("L1-z/a.yaml", "a020b2", "");
	ck_assert_msg(load("."), "%s", complaints());
	ck_assert_str_eq(ids(), "A a020b2 a20b3 a020b4 a20b10 z L2.2 L2.9 L2.9-b L2.10 ");
	ck_assert_ptr_eq(catalogue_find(&catalogue, "L2.9"), catalogue.exercises[7]);
	ck_assert_ptr_null(catalogue_find(&catalogue, "L2"));
}
END_TEST

START_TEST(rules_are_no_exercise)
{
	write_exercise("L1-a/one.yaml", "one", "");
	write_exercise("L1-a/course.yaml", "course", "");
	const char *const paths[] = {path_of("."), path_of("L1-a/course.yaml")};
	ck_assert_msg(catalogue_load(paths, 2, arena, diagnostics, &catalogue), "%s", complaints());
	ck_assert_str_eq(ids(), "one ");
	ck_assert_ptr_nonnull(strstr(complaints(), "L1-a/course.yaml: warning: not read"));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 2);
}
END_TEST

START_TEST(files_are_found_in_all_directories)
{
	write_exercise("L1-a/one.yaml", "one", "");
	write_exercise("L1-a/more/deep/two.yaml", "two", "");
	write_exercise("course.yaml", "course", "");
	write_exercise("L1-a/.hidden.yaml", "hidden", "");
	write_exercise("L1-a/.git/inside.yaml", "inside", "");
	write_exercise("L1-a/notes.txt", "notes", "");
	ck_assert_int_eq(symlink("one.yaml", path_of("L1-a/again.yaml")), 0);
	ck_assert_msg(load("."), "%s", complaints());
	ck_assert_str_eq(ids(), "one two ");
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
}
END_TEST

START_TEST(files_may_be_named)
{
	write_exercise("L1-a/one.yaml", "one", "");
	write_exercise("L1-a/two.txt", "two", "");
	const char *paths[] = {path_of("L1-a/two.txt"), path_of("L1-a"), path_of("L1-a/one.yaml")};
	ck_assert_msg(catalogue_load(paths, 3, arena, diagnostics, &catalogue), "%s", complaints());
	ck_assert_str_eq(ids(), "one two ");
}
END_TEST

START_TEST(another_ending_is_pointed_out)
{
	write_exercise("L1-a/one.yaml", "one", "");
	write_exercise("L1-a/two.yml", "two", "");
	ck_assert(load("."));
	ck_assert_str_eq(ids(), "one ");
	ck_assert_uint_eq(diagnostics_count(diagnostics, SEVERITY_WARNING), 1);
	ck_assert_ptr_nonnull(strstr(complaints(), "two.yml: warning: not read, exercises are called \"*.yaml\"\n"));
}
END_TEST

START_TEST(what_only_seems_to_be_an_exercise_is_pointed_out)
{
	write_exercise("L1-a/one.yaml", "one", "");
	write_exercise("L1-a/two.YAML", "two", "");
	write_exercise("L1-a/three.Yml", "three", "");
	write_exercise("L1-a/dir.yaml/four.yaml", "four", "");
	write_exercise("L1-a/.five.YAML", "five", "");
	ck_assert_int_eq(mkfifo(path_of("L1-a/pipe.yaml"), 0600), 0);
	ck_assert_int_eq(mkfifo(path_of("L1-a/pipe"), 0600), 0);
	ck_assert_int_eq(symlink("nowhere", path_of("L1-a/gone.yml")), 0);
	ck_assert_int_eq(symlink("nowhere", path_of("L1-a/gone")), 0);
	ck_assert_msg(load("."), "%s", complaints());
	ck_assert_str_eq(ids(), "four one ");
	static const char *const said[] = {
		"/two.YAML: warning: not read, exercises are called \"*.yaml\"\n",
		"/three.Yml: warning: not read, exercises are called \"*.yaml\"\n",
		"/dir.yaml: warning: a directory is no exercise; the exercises in it are read\n",
		"/pipe.yaml: warning: not read, it is no regular file\n",
		"/gone.yml: warning: not read, exercises are called \"*.yaml\"\n",
	};
	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++)
		ck_assert_msg(strstr(complaints(), said[i]) != NULL, "%s%s", said[i], complaints());
	ck_assert_uint_eq(diagnostics_total(diagnostics), sizeof(said) / sizeof(said[0]));
}
END_TEST

START_TEST(an_empty_path_is_quoted)
{
	const char *paths[] = {""};
	ck_assert(!catalogue_load(paths, 1, arena, diagnostics, &catalogue));
	ck_assert_str_eq(complaints(), "error: \"\" cannot be read: no such file or directory\n");
}
END_TEST

START_TEST(what_is_not_there_is_an_error)
{
	ck_assert(!load("none"));
	ck_assert_uint_eq(catalogue.count, 0);
	ck_assert_str_eq(complaints(),
			 arena_format(arena, "%s/none: error: cannot be read: no such file or directory\n", folder));
}
END_TEST

START_TEST(directories_that_contain_themselves_are_errors)
{
	write_exercise("L1-a/one.yaml", "one", "");
	ck_assert_int_eq(symlink(".", path_of("L1-a/loop")), 0);
	ck_assert_int_eq(symlink("nowhere", path_of("L1-a/gone.yaml")), 0);
	ck_assert(!load("."));
	ck_assert_str_eq(ids(), "one ");
	ck_assert_ptr_nonnull(strstr(complaints(), "/loop: error: cannot be read: a directory that contains itself\n"));
	ck_assert_ptr_nonnull(strstr(complaints(), "/gone.yaml: error: cannot be read: a link to what is not there\n"));
}
END_TEST

START_TEST(sound_files_load_beside_broken_ones)
{
	write_exercise("L1-a/one.yaml", "one", "requires: [two]\n");
	write_exercise("L1-a/two.yaml", "two", "colour: red\n");
	ck_assert(!load("."));
	ck_assert_str_eq(ids(), "one ");
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1); /* what `one` requires may be in the broken file */
}
END_TEST

START_TEST(duplicate_ids_are_errors)
{
	write_exercise("L1-a/one.yaml", "same", "");
	write_exercise("L2-b/two.yaml", "same", "");
	ck_assert(!load("."));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1);
	ck_assert_ptr_nonnull(strstr(complaints(), "/L2-b/two.yaml:1:1: error: duplicate id \"same\", first in "));
	ck_assert_ptr_nonnull(strstr(complaints(), "/L1-a/one.yaml; \"L2.1\" is free\n    1 | id: same\n      | ^\n"));
}
END_TEST

/* Others may have any id: of files that were named one by one, or where one cannot be read. */
START_TEST(what_is_free_is_said_of_a_whole_course_alone)
{
	write_exercise("L2-b/one.yaml", "L2.2", "");
	write_exercise("L2-b/two.yaml", "L2.2", "");
	const char *const paths[] = {path_of("L2-b/one.yaml"), path_of("L2-b/two.yaml")};
	ck_assert(!catalogue_load(paths, 2, arena, diagnostics, &catalogue));
	ck_assert_ptr_nonnull(strstr(complaints(), "duplicate id \"L2.2\", first in "));
	ck_assert_ptr_null(strstr(complaints(), " is free"));
	write_exercise("L2-b/three.yaml", "L2.1", "colour: red\n");
	ck_assert(!load("."));
	ck_assert_ptr_null(strstr(complaints(), " is free"));
}
END_TEST

START_TEST(required_exercises_must_exist)
{
	write_exercise("L1-a/one.yaml", "L1.1", "");
	write_exercise("L2-b/two.yaml", "L2.1", "requires: [L1.1, L1.2]\n");
	ck_assert(!load("."));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1);
	ck_assert_ptr_nonnull(strstr(complaints(),
				     "two.yaml:6:18: error: no exercise \"L1.2\" to require, did you mean "
				     "\"L1.1\"?\n    6 | requires: [L1.1, L1.2]\n"));
}
END_TEST

/* One level, or one file, is no reason to think that the rest does not exist. */
START_TEST(required_exercises_may_be_elsewhere)
{
	write_exercise("L2-b/two.yaml", "L2.1", "requires: [L1.1]\n");
	ck_assert(load("L2-b"));
	ck_assert(load("L2-b/two.yaml"));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 0);
	ck_assert(!load("."));
}
END_TEST

START_TEST(circles_are_errors)
{
	write_exercise("L1-a/a.yaml", "a", "requires: [b]\n");
	write_exercise("L1-a/b.yaml", "b", "requires: [c]\n");
	write_exercise("L1-a/c.yaml", "c", "requires: [d, b]\n");
	write_exercise("L1-a/d.yaml", "d", "");
	ck_assert(!load("."));
	ck_assert_uint_eq(diagnostics_total(diagnostics), 1);
	ck_assert_ptr_nonnull(
		strstr(complaints(), "c.yaml:6:15: error: requires goes in a circle: \"b\", \"c\", \"b\"\n"));
	ck_assert_str_eq(ids(), "a b c d ");
}
END_TEST

START_TEST(requiring_itself_is_a_circle)
{
	write_exercise("L1-a/a.yaml", "a", "requires: [a]\n");
	ck_assert(!load("."));
	ck_assert_ptr_nonnull(strstr(complaints(), "a.yaml:6:12: error: requires goes in a circle: \"a\", \"a\"\n"));
}
END_TEST

START_TEST(two_ways_to_the_same_are_no_circle)
{
	write_exercise("L1-a/a.yaml", "a", "requires: [b, c]\n");
	write_exercise("L1-a/b.yaml", "b", "requires: [d]\n");
	write_exercise("L1-a/c.yaml", "c", "requires: [d]\n");
	write_exercise("L1-a/d.yaml", "d", "");
	ck_assert_msg(load("."), "%s", complaints());
}
END_TEST

/* A chain of exercises, each of which requires the two before it, has many paths but few steps. */
START_TEST(many_paths_are_walked_once)
{
	for (int i = 2; i < 60; i++)
		write_exercise(arena_format(arena, "L1-a/%d.yaml", i), arena_format(arena, "%d", i),
			       i < 4 ? "" : arena_format(arena, "requires: [%d, %d]\n", i - 1, i - 2));
	ck_assert_msg(load("."), "%s", complaints());
	ck_assert_uint_eq(catalogue.count, 58);
}
END_TEST

int main(void)
{
	const TTest *tests[] = {
		order_is_by_level_then_number,
		rules_are_no_exercise,
		files_are_found_in_all_directories,
		files_may_be_named,
		another_ending_is_pointed_out,
		what_only_seems_to_be_an_exercise_is_pointed_out,
		an_empty_path_is_quoted,
		what_is_not_there_is_an_error,
		directories_that_contain_themselves_are_errors,
		sound_files_load_beside_broken_ones,
		duplicate_ids_are_errors,
		what_is_free_is_said_of_a_whole_course_alone,
		required_exercises_must_exist,
		required_exercises_may_be_elsewhere,
		circles_are_errors,
		requiring_itself_is_a_circle,
		two_ways_to_the_same_are_no_circle,
		many_paths_are_walked_once,
	};
	return SUITE_RUN("catalogue", tests, make_folder, remove_folder);
}
