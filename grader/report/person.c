#include "report/person.h"

#include <string.h>

#include "core/roster.h"
#include "report/page.h"

static const struct roster_entry *find(const struct course_record *course, const char *student)
{
	static const struct roster nobody;
	return roster_find(course->roster == NULL ? &nobody : course->roster, student);
}

struct person_columns person_columns(const struct course_record *course)
{
	struct person_columns columns = {0};
	for (size_t i = 0; course->roster != NULL && i < course->roster->count; i++) {
		const struct roster_entry *entry = &course->roster->entries[i];
		columns.name |= *entry->id != '\0' && *entry->name != '\0';
		columns.section |= *entry->section != '\0';
	}
	return columns;
}

void person_write_heads(struct html *html, struct person_columns columns)
{
	if (columns.name)
		page_write_column_head(html, NULL, "Name");
	if (columns.section)
		page_write_column_head(html, NULL, "Section");
}

static void write_cell(struct html *html, const char *class, const char *words)
{
	html_open_class(html, "td", class);
	if (*words != '\0')
		html_element(html, "bdi", NULL, words);
	html_close(html, "td");
}

void person_write_cells(struct html *html, struct person_columns columns, const struct course_record *course,
			const struct student_record *student)
{
	if (columns.name)
		write_cell(html, "person", person_name(course, student->name));
	if (columns.section)
		write_cell(html, "section", find(course, student->name)->section);
}

const char *person_name(const struct course_record *course, const char *student)
{
	const char *name = find(course, student)->name;
	return strcmp(name, student) == 0 ? "" : name;
}

void person_write_name(struct html *html, const struct course_record *course, const char *student)
{
	const char *name = person_name(course, student);
	if (*name == '\0')
		return;
	html_text(html, " ");
	html_open_class(html, "span", "person");
	html_element(html, "bdi", NULL, name);
	html_close(html, "span");
}

void person_write_link(struct html *html, const struct course_record *course, const char *folder, const char *student)
{
	page_write_student_link(html, folder, student);
	person_write_name(html, course, student);
}
