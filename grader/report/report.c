#include "report/report.h"

#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "core/arena.h"
#include "core/file.h"
#include "core/file_name.h"
#include "report/student.h"

void report_file_name(const char *student, struct text *name)
{
	file_name_add(name, student);
	text_add(name, ".html");
}

/* What is so already is left alone: whoever copies pages elsewhere sees which are new. */
static bool write_page(const char *directory, const char *file, const struct text *page, struct text *why)
{
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/%s", directory, file);
	return file_holds(text_string(&path), page->data, page->length) ||
	       file_write(text_string(&path), page->data, page->length, why);
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
	enum audience audience;
} kinds[] = {
	{"students", AUDIENCE_STUDENT},
	{"class/students", AUDIENCE_INSTRUCTOR},
};

static bool write_student(const char *directory, const struct course_record *course,
			  const struct student_record *student, struct student_writer *writer, struct text *why)
{
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
		TEXT_SCOPED struct text file = {0};
		text_add_format(&file, "%s/", kinds[i].directory);
		report_file_name(student->name, &file);
		const struct text *page = student_write(writer, course, student, kinds[i].audience);
		if (!write_page(directory, text_string(&file), page, why))
			return false;
	}
	return true;
}

/* ---- several at once ---- */

/* Pages of students take the time: each thread takes the next who has none yet. */
struct writing {
	const char *directory;
	const struct course_record *course;
	const struct student_record *const *students;
	size_t count;
	pthread_mutex_t mutex; /* guards what follows */
	size_t next;
	bool failed;
	struct text *why;
};

static const struct student_record *take(struct writing *writing)
{
	pthread_mutex_lock(&writing->mutex);
	const bool more = !writing->failed && writing->next < writing->count;
	const struct student_record *student = more ? writing->students[writing->next++] : NULL;
	pthread_mutex_unlock(&writing->mutex);
	return student;
}

static void fail(struct writing *writing, const struct text *why)
{
	pthread_mutex_lock(&writing->mutex);
	if (!writing->failed)
		text_add(writing->why, text_string(why));
	writing->failed = true;
	pthread_mutex_unlock(&writing->mutex);
}

static void *work(void *context)
{
	struct writing *writing = context;
	STUDENT_WRITER_SCOPED struct student_writer writer = student_writer_create();
	for (const struct student_record *student; (student = take(writing)) != NULL;) {
		TEXT_SCOPED struct text why = {0};
		if (!write_student(writing->directory, writing->course, student, &writer, &why))
			fail(writing, &why);
	}
	return NULL;
}

static bool write_students(const char *directory, const struct course_record *course,
			   const struct student_record *const *students, size_t count, struct text *why)
{
	enum { HELPERS_MAX = 15 };
	struct writing writing = {directory, course, students, count, PTHREAD_MUTEX_INITIALIZER, .why = why};
	pthread_t helpers[HELPERS_MAX];
	const long processors = sysconf(_SC_NPROCESSORS_ONLN);
	size_t n_helpers = 0;
	while (n_helpers < HELPERS_MAX && (long)n_helpers + 1 < processors && n_helpers + 1 < count &&
	       pthread_create(&helpers[n_helpers], NULL, work, &writing) == 0)
		n_helpers++;
	work(&writing);
	for (size_t i = 0; i < n_helpers; i++)
		pthread_join(helpers[i], NULL);
	return !writing.failed;
}

/* ---- the whole ---- */

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
	ARENA_SCOPED struct arena *arena = arena_create();
	const struct student_record **all = arena_array(arena, course->n_students, sizeof(struct student_record *));
	for (size_t i = 0; i < course->n_students; i++)
		all[i] = &course->students[i];
	return write_students(directory, course, all, course->n_students, why) && write_class(directory, course, why);
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
	const struct student_record **concerned =
		arena_array(arena, course->n_students, sizeof(struct student_record *));
	size_t n_changed = 0, n_concerned = 0;
	for (size_t i = 0; i < course->n_students; i++)
		if (is_one_of(&course->students[i], names, count))
			changed[n_changed++] = &course->students[i];
	if (!create_directories(directory, why))
		return false;
	for (size_t i = 0; i < course->n_students; i++)
		if (concerns(&course->students[i], changed, n_changed))
			concerned[n_concerned++] = &course->students[i];
	return write_students(directory, course, concerned, n_concerned, why) && write_class(directory, course, why);
}
