#include "report/report.h"

#include <string.h>

#include "core/arena.h"
#include "core/file.h"
#include "core/file_name.h"

void report_file_name(const char *student, struct text *name)
{
	file_name_add(name, student);
	text_add(name, ".html");
}

static bool write_page(const char *directory, const char *file, const struct text *page, struct text *why)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, file);
	return file_write(text_string(&path), page->data, page->length, why);
}

static bool create_directory(const char *directory, const char *name, struct text *why)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, name);
	return directory_create(text_string(&path), why);
}

/* The kinds of pages there is one of for each student. */
static const struct {
	const char *directory;
	void (*make)(const struct course_record *course, const struct student_record *student, struct text *html);
} kinds[] = {
	{"students", report_student_page},
	{"class/students", report_instructor_page},
};

static bool write_student(const char *directory, const struct course_record *course,
			  const struct student_record *student, struct text *why)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		TEXT_SCOPED struct text page = {0}, file = {0};
		text_add_format(&file, "%s/", kinds[i].directory);
		report_file_name(student->name, &file);
		kinds[i].make(course, student, &page);
		if (!write_page(directory, text_string(&file), &page, why))
			return false;
	}
	return true;
}

static bool write_exercise(const char *directory, const struct course_record *course, size_t index, struct text *why)
{
	TEXT_SCOPED struct text page = {0}, file = {0};
	text_add(&file, "class/exercises/");
	report_file_name(course->exercises[index].id, &file);
	report_exercise_page(course, index, &page);
	return write_page(directory, text_string(&file), &page, why);
}

static bool create_directories(const char *directory, struct text *why)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (!create_directory(directory, kinds[i].directory, why))
			return false;
	return create_directory(directory, "class/exercises", why);
}

/* The index comes last: where it is, what it links to is there too. */
static bool write_class(const char *directory, const struct course_record *course, struct text *why)
{
	for (size_t i = 0; i < course->n_exercises; i++)
		if (!write_exercise(directory, course, i, why))
			return false;
	TEXT_SCOPED struct text page = {0};
	report_index_page(course, &page);
	return write_page(directory, "class/index.html", &page, why);
}

bool report_write(const char *directory, const struct course_record *course, struct text *why)
{
	if (!create_directories(directory, why))
		return false;
	for (size_t i = 0; i < course->n_students; i++)
		if (!write_student(directory, course, &course->students[i], why))
			return false;
	return write_class(directory, course, why);
}

static bool has_handed_in(const struct student_record *student, const struct digest *submission)
{
	for (size_t i = 0; i < student->n_past; i++)
		if (digest_equal(&student->past[i].submission, submission))
			return true;
	return false;
}

static bool is_one_of(const struct student_record *student, const char *const *names, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(student->name, names[i]) == 0)
			return true;
	return false;
}

/* Is a page about one of them, or does it name one for having handed in the same file, or did so before? */
static bool concerns(const struct student_record *student, const struct student_record *const *changed, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (changed[i] == student || has_handed_in(changed[i], &student->submission))
			return true;
	return false;
}

bool report_refresh(const char *directory, const struct course_record *course, const char *const *names, size_t count,
		    struct text *why)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct student_record **changed = arena_array(arena, course->n_students, sizeof(struct student_record *));
	size_t n_changed = 0;
	for (size_t i = 0; i < course->n_students; i++)
		if (is_one_of(&course->students[i], names, count))
			changed[n_changed++] = &course->students[i];
	if (!create_directories(directory, why))
		return false;
	for (size_t i = 0; i < course->n_students; i++)
		if (concerns(&course->students[i], changed, n_changed) &&
		    !write_student(directory, course, &course->students[i], why))
			return false;
	return write_class(directory, course, why);
}
