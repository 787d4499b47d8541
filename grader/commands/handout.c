/*
 * grader handout: a folder for students. All its files are made before any is written. SHA256SUMS lists them, so that a
 * handout can be written over an earlier one: of what lies there only files that are as they were handed out are
 * replaced or removed. No gradebook is opened, so no course secret is at hand.
 */
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/place.h"
#include "commands/setting.h"
#include "contract/header.h"
#include "core/file.h"
#include "core/policy.h"
#include "grading/book.h"
#include "report/book.h"
#include "report/staircase.h"

enum { FILE_BYTES_MAX = 16 << 20, LEVEL_MAX = 9 };

static const char sums_name[] = "SHA256SUMS";
static const char sums_mark[] = "# handed out by grader; `sha256sum --check SHA256SUMS` tells what has changed since\n";

static const char starter[] =
#include "generated/attention.c.h"
	;
static const char starter_makefile[] =
#include "generated/Makefile.h"
	;
static const char readme[] =
#include "generated/handout.md.h"
	;

/* A file of the handout; its name is relative to the folder, with "/" between its parts. */
struct file {
	const char *name, *data;
	size_t length;
};

struct handout {
	struct arena *arena;
	struct diagnostics *diagnostics;
	const struct book_record *book;
	const struct course *course; /* NULL: it has no rules */
	struct file *files;
	size_t count;
};

/* ---- making --------------------------------------------------------------------------------------- */

static void add(struct handout *handout, const char *name, const char *data, size_t length)
{
	handout->files[handout->count++] = (struct file){
		.name = arena_string(handout->arena, name),
		.data = arena_copy(handout->arena, data, length),
		.length = length,
	};
}

static void add_text(struct handout *handout, const char *name, const struct text *text)
{
	add(handout, name, text_string(text), text->length);
}

/* The rules of the course, as the book tells them. */
static void add_rules_told(const struct handout *handout, struct text *out)
{
	const char *const *rules;
	const size_t count = book_rules(handout->book, handout->arena, &rules);
	for (size_t i = 0; i < count; i++)
		text_add_format(out, "%s- %s\n", i == 0 ? "\n## Rules of the course\n\n" : "", rules[i]);
}

/* As it is, but with the course's title, and with an exercise of the course for an example; remarks stay in line. */
static void add_readme(const struct handout *handout, struct text *out)
{
	static const char title[] = "TITLE", example[] = "EXERCISE", remark[] = "  # ";
	const struct book_record *book = handout->book;
	const char *id = book->n_exercises == 0 ? "ID" : book->exercises[0].exercise->id;
	const size_t shorter = strlen(example) - (strlen(id) < strlen(example) ? strlen(id) : strlen(example));
	size_t owed = 0;
	for (const char *at = readme; *at != '\0';) {
		const bool is_title = strncmp(at, title, strlen(title)) == 0;
		if (is_title || strncmp(at, example, strlen(example)) == 0) {
			text_add(out, is_title ? book->title : id);
			at += is_title ? strlen(title) : strlen(example);
			owed = is_title ? owed : shorter;
			continue;
		}
		if (strncmp(at, remark, strlen(remark)) == 0)
			text_add_format(out, "%*s", (int)owed, "");
		owed = *at == '\n' || strncmp(at, remark, strlen(remark)) == 0 ? 0 : owed;
		text_add_bytes(out, at++, 1);
	}
	add_rules_told(handout, out);
}

static void add_fixed(struct handout *handout)
{
	TEXT_SCOPED struct text told = {0};
	add_readme(handout, &told);
	const struct {
		const char *name, *data;
	} files[] = {{"README.md", text_string(&told)},
		     {"attention.h", header_text},
		     {"attention.c", starter},
		     {"Makefile", starter_makefile}};
	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		add(handout, files[i].name, files[i].data, strlen(files[i].data));
}

static void add_pages(struct handout *handout)
{
	TEXT_SCOPED struct text index = {0};
	book_index_page(handout->book, &index);
	add_text(handout, "index.html", &index);
	for (int level = 1; level <= LEVEL_MAX; level++) {
		TEXT_SCOPED struct text name = {0}, page = {0};
		if (!book_has_level(handout->book, level))
			continue;
		book_add_level_file(&name, level);
		book_level_page(handout->book, level, &page);
		add_text(handout, text_string(&name), &page);
	}
}

/* "exercises/L2-application/L2.7.yaml"; what begins with a dot would be passed over when it is read. */
static const char *name_exercise(const struct exercise *exercise, struct arena *arena)
{
	TEXT_SCOPED struct text folder = {0};
	text_add_format(&folder, "exercises/L%d-", exercise->level);
	for (const char *letter = level_name(exercise->level); *letter != '\0'; letter++)
		text_add_bytes(&folder, (const char[]){(char)(*letter | 0x20)}, 1);
	return arena_format(arena, "%s/%s%s.yaml", text_string(&folder), exercise->id[0] == '.' ? "_" : "",
			    exercise->id);
}

/* What students get must load as it is. */
static bool add_exercise(struct handout *handout, const struct exercise *exercise)
{
	TEXT_SCOPED struct text yaml = {0};
	const char *name = name_exercise(exercise, handout->arena);
	if (!exercise_add_public(exercise, handout->arena, handout->diagnostics, &yaml) ||
	    exercise_parse(name, text_string(&yaml), yaml.length, handout->arena, handout->diagnostics) == NULL)
		return false;
	add_text(handout, name, &yaml);
	return true;
}

/* `grader check` goes by the rules for feedback that it finds beside the exercises. */
static bool add_rules(struct handout *handout, const char *exercises)
{
	TEXT_SCOPED struct text yaml = {0};
	if (handout->course == NULL)
		return true;
	if (!course_add_public(course_find(exercises, handout->arena), handout->arena, handout->diagnostics, &yaml))
		return false;
	add_text(handout, "exercises/course.yaml", &yaml);
	return true;
}

static void add_sums(struct handout *handout)
{
	TEXT_SCOPED struct text sums = {0};
	text_add(&sums, sums_mark);
	for (size_t i = 0; i < handout->count; i++) {
		const struct digest digest = digest_of(handout->files[i].data, handout->files[i].length);
		char hex[DIGEST_HEX];
		digest_hex(&digest, hex);
		text_add_format(&sums, "%s  %s\n", hex, handout->files[i].name);
	}
	add_text(handout, sums_name, &sums);
}

static bool make(struct handout *handout, const struct catalogue *catalogue, const char *exercises)
{
	enum { OTHER_FILES = 7 + LEVEL_MAX };
	const struct course *course = handout->course;
	const char *title = policy_title(course == NULL ? NULL : &course->policy);
	handout->files = arena_array(handout->arena, catalogue->count + OTHER_FILES, sizeof(struct file));
	handout->book = book_make(catalogue, title, course == NULL ? NULL : &course->policy, GRADER_VERSION,
				  handout->arena, handout->diagnostics);
	if (handout->book == NULL)
		return false;
	add_fixed(handout);
	add_pages(handout);
	bool whole = add_rules(handout, exercises);
	for (size_t i = 0; i < catalogue->count; i++)
		whole = add_exercise(handout, catalogue->exercises[i]) && whole;
	add_sums(handout);
	return whole;
}

/* ---- what lies there ------------------------------------------------------------------------------ */

static bool is_made(const struct handout *handout, const char *name)
{
	for (size_t i = 0; i < handout->count; i++)
		if (strcmp(handout->files[i].name, name) == 0)
			return true;
	return false;
}

/* Is it the name of a file that a handout may have? Others are nobody's to remove. */
static bool is_plain_name(const char *name)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_/";
	return name[0] != '\0' && name[0] != '/' && name[0] != '.' && strstr(name, "/.") == NULL &&
	       name[strspn(name, letters)] == '\0';
}

/* The files that an earlier handout lists, with the digests that they had. */
struct earlier {
	size_t count;
	struct listed {
		const char *name;
		struct digest digest;
	} * files;
};

static bool read_line(const char *line, struct arena *arena, struct listed *listed)
{
	enum { HEX = DIGEST_HEX - 1, BETWEEN = 2 };
	const size_t length = strcspn(line, "\n");
	if (length <= HEX + BETWEEN || strncmp(line + HEX, "  ", BETWEEN) != 0)
		return false;
	listed->name = arena_copy(arena, line + HEX + BETWEEN, length - HEX - BETWEEN);
	return is_plain_name(listed->name) && digest_parse(arena_copy(arena, line, HEX), &listed->digest);
}

static bool read_sums(const char *sums, struct arena *arena, struct earlier *earlier)
{
	const size_t mark = strlen(sums_mark);
	if (strncmp(sums, sums_mark, mark) != 0)
		return false;
	earlier->files = arena_array(arena, strlen(sums) / DIGEST_HEX + 1, sizeof(struct listed));
	for (const char *line = sums + mark; *line != '\0'; line = strchr(line, '\n') + 1)
		if (!read_line(line, arena, &earlier->files[earlier->count++]) || strchr(line, '\n') == NULL)
			return false;
	return true;
}

static const struct listed *find_listed(const struct earlier *earlier, const char *name)
{
	for (size_t i = 0; i < earlier->count; i++)
		if (strcmp(earlier->files[i].name, name) == 0)
			return &earlier->files[i];
	return NULL;
}

static bool is_empty(const char *folder)
{
	DIR *directory = opendir(folder);
	size_t count = 0;
	if (directory == NULL)
		return access(folder, F_OK) != 0;
	for (const struct dirent *entry; count == 0 && (entry = readdir(directory)) != NULL;)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(directory);
	return count == 0;
}

/* Is the file gone, or as it was handed out? */
static bool is_untouched(const char *path, const struct listed *listed)
{
	TEXT_SCOPED struct text data = {0}, why = {0};
	if (access(path, F_OK) != 0)
		return true;
	if (listed == NULL || !file_read(path, FILE_BYTES_MAX, &data, &why))
		return false;
	const struct digest digest = digest_of(text_string(&data), data.length);
	return digest_equal(&digest, &listed->digest);
}

/* May the handout be written there? What lies there is only touched if an earlier one put it there. */
static bool may_write(const struct handout *handout, const char *folder, struct earlier *earlier)
{
	TEXT_SCOPED struct text sums = {0}, why = {0};
	const char *path = arena_format(handout->arena, "%s/%s", folder, sums_name);
	if (is_empty(folder))
		return true;
	if (!file_read(path, FILE_BYTES_MAX, &sums, &why) || !read_sums(text_string(&sums), handout->arena, earlier)) {
		complain("\"%s\" is not empty and holds no earlier handout: name another folder", folder);
		return false;
	}
	for (size_t i = 0; i < earlier->count + handout->count; i++) {
		const char *name =
			i < earlier->count ? earlier->files[i].name : handout->files[i - earlier->count].name;
		path = arena_format(handout->arena, "%s/%s", folder, name);
		if (strcmp(name, sums_name) == 0 || is_untouched(path, find_listed(earlier, name)))
			continue;
		complain("\"%s\" is not as it was handed out: move it away, or name another folder", path);
		return false;
	}
	return true;
}

/* ---- writing -------------------------------------------------------------------------------------- */

/* Folders are left if anything else is in them. */
static void remove_stale(const struct handout *handout, const char *folder, const struct earlier *earlier)
{
	for (size_t i = 0; i < earlier->count; i++) {
		if (is_made(handout, earlier->files[i].name))
			continue;
		char *path = arena_format(handout->arena, "%s/%s", folder, earlier->files[i].name);
		unlink(path);
		for (char *slash = strrchr(path, '/'); strlen(path) > strlen(folder) + 1; slash = strrchr(path, '/')) {
			*slash = '\0';
			if (strlen(path) <= strlen(folder) || rmdir(path) != 0)
				break;
		}
	}
}

static bool write_file(const struct handout *handout, const char *folder, const struct file *file, struct text *why)
{
	char *path = arena_format(handout->arena, "%s/%s", folder, file->name), *slash = strrchr(path, '/');
	*slash = '\0';
	if (!directory_create(path, why))
		return false;
	*slash = '/';
	return file_write(path, file->data, file->length, why);
}

static bool write_all(const struct handout *handout, const char *folder)
{
	TEXT_SCOPED struct text why = {0};
	for (size_t i = 0; i < handout->count; i++) {
		if (write_file(handout, folder, &handout->files[i], &why))
			continue;
		complain("%s", text_string(&why));
		return false;
	}
	return true;
}

static size_t count_cases(const struct book_record *book)
{
	size_t count = 0;
	for (size_t i = 0; i < book->n_exercises; i++)
		count += book->exercises[i].n_cases;
	return count;
}

int command_handout(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct handout handout = {.arena = arena, .diagnostics = diagnostics};
	struct earlier earlier = {0};
	struct catalogue catalogue;
	if (options->output == NULL) {
		complain("name the folder to write with --output");
		return EXIT_USAGE;
	}
	int status = setting_catalogue(options, arena, &catalogue);
	if (status < 0)
		status = setting_course(options, COURSE_RULES, arena, &handout.course);
	if (status >= 0)
		return status;
	const char *exercises = options->exercises != NULL ? options->exercises : place_exercises(arena);
	const bool made = make(&handout, &catalogue, exercises);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (!made)
		return EXIT_USAGE;
	if (!may_write(&handout, options->output, &earlier))
		return EXIT_USAGE;
	if (!write_all(&handout, options->output))
		return EXIT_HARNESS;
	remove_stale(&handout, options->output, &earlier);
	const size_t n_cases = count_cases(handout.book);
	printf("%zu exercise%s, %zu public case%s; open %s/index.html\n", catalogue.count,
	       text_plural((double)catalogue.count), n_cases, text_plural((double)n_cases), options->output);
	return EXIT_WELL;
}
