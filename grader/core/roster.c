#include "core/roster.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/file.h"
#include "core/policy.h"
#include "core/text.h"

enum { FILE_BYTES_MAX = 16 << 20, COLUMNS_MAX = 64, FIELDS = 4 };

static const char *const field_names[FIELDS] = {"id", "name", "email", "section"};

struct reading {
	const char *at, *end;
	char separator;	    /* of cells */
	struct place place; /* of the row at hand */
	size_t line;	    /* where `at` is */
	struct arena *arena;
	struct diagnostics *diagnostics;
};

struct row {
	size_t count;
	const char *cells[COLUMNS_MAX];
};

/* ---- CSV ---- */

static void complain(struct reading *reading, const char *what, const char *value)
{
	diagnostics_add(reading->diagnostics, SEVERITY_ERROR, reading->place, "%s \"%s\"", what, value);
}

/* Behind the opening quote. False if it is never closed. */
static bool read_quoted(struct reading *reading, struct text *cell)
{
	for (; reading->at < reading->end; reading->at++) {
		if (*reading->at == '"' && (reading->at + 1 == reading->end || reading->at[1] != '"')) {
			reading->at++;
			return true;
		}
		reading->at += *reading->at == '"'; /* two stand for one */
		reading->line += *reading->at == '\n';
		text_add_bytes(cell, reading->at, 1);
	}
	return false;
}

static bool ends_cell(const struct reading *reading)
{
	return reading->at == reading->end || *reading->at == reading->separator || *reading->at == '\r' ||
	       *reading->at == '\n';
}

static bool is_blank(char character)
{
	return character == ' ' || character == '\t';
}

static void pass_blanks(struct reading *reading)
{
	while (reading->at < reading->end && is_blank(*reading->at))
		reading->at++;
}

/* Up to the end of the cell; blanks before that are no part of it. */
static bool read_plain(struct reading *reading, struct text *cell)
{
	const char *begin = reading->at;
	for (; !ends_cell(reading); reading->at++) {
		if (*reading->at != '"')
			continue;
		text_add_bytes(cell, begin, (size_t)(reading->at + 1 - begin));
		complain(reading, "a quote within a cell without quotes:", text_string(cell));
		return false;
	}
	const char *end = reading->at;
	while (end > begin && is_blank(end[-1]))
		end--;
	text_add_bytes(cell, begin, (size_t)(end - begin));
	return true;
}

/* Blanks around the cell are no part of it, those within quotes are. */
static bool read_cell(struct reading *reading, struct text *cell)
{
	pass_blanks(reading);
	if (reading->at == reading->end || *reading->at != '"')
		return read_plain(reading, cell);
	reading->at++;
	const bool closed = read_quoted(reading, cell);
	pass_blanks(reading);
	if (closed && ends_cell(reading))
		return true;
	complain(reading, "the quotes are not closed where the cell ends:", text_string(cell));
	return false;
}

/* The first one in the header: spreadsheets write ";" where "," stands in numbers. */
static char find_separator(const struct reading *reading)
{
	bool quoted = false;
	for (const char *at = reading->at; at < reading->end; at++) {
		quoted ^= *at == '"';
		if (!quoted && strchr(",;\r\n", *at) != NULL)
			return *at == ';' ? ';' : ',';
	}
	return ',';
}

/* The cells up to the end of the line, which is passed over. */
static bool read_row(struct reading *reading, struct row *row)
{
	reading->place.line = reading->line;
	for (row->count = 0;; reading->at++) {
		TEXT_SCOPED struct text cell = {0};
		if (!read_cell(reading, &cell))
			return false;
		if (row->count == COLUMNS_MAX) {
			complain(reading, "a row has too many columns, from", text_string(&cell));
			return false;
		}
		row->cells[row->count++] = arena_copy(reading->arena, text_string(&cell), cell.length);
		if (reading->at == reading->end || *reading->at != reading->separator)
			break;
	}
	reading->at += reading->at < reading->end && *reading->at == '\r';
	if (reading->at < reading->end && *reading->at == '\n') {
		reading->at++;
		reading->line++;
	}
	return true;
}

static bool is_empty(const struct row *row)
{
	return row->count == 1 && row->cells[0][strspn(row->cells[0], " \t")] == '\0';
}

/* ---- rows ---- */

/* Quoted or not, blanks around it are no part of it. */
static bool names_field(const char *cell, const char *field)
{
	const char *begin = cell + strspn(cell, " \t");
	const size_t length = strlen(field);
	return strncasecmp(begin, field, length) == 0 && begin[length + strspn(begin + length, " \t")] == '\0';
}

/* Which column holds which field; COLUMNS_MAX for none. */
static bool read_header(struct reading *reading, const struct row *row, size_t columns[FIELDS])
{
	for (size_t f = 0; f < FIELDS; f++) {
		columns[f] = COLUMNS_MAX;
		for (size_t c = 0; c < row->count; c++) {
			if (!names_field(row->cells[c], field_names[f]))
				continue;
			if (columns[f] != COLUMNS_MAX) {
				complain(reading, "a second column", field_names[f]);
				return false;
			}
			columns[f] = c;
		}
	}
	if (columns[0] != COLUMNS_MAX || columns[1] != COLUMNS_MAX)
		return true;
	complain(reading, "the header names neither id nor name (of id, name, email, section):",
		 row->count > 0 ? row->cells[0] : "");
	return false;
}

static const char *field_of(const struct row *row, const size_t columns[FIELDS], size_t field)
{
	return columns[field] < row->count ? row->cells[columns[field]] : "";
}

static void check_entry(struct reading *reading, const struct roster *roster, const struct roster_entry *entry)
{
	if (entry->id[0] == '\0' && entry->name[0] == '\0')
		complain(reading, "a student has neither id nor name:", entry->email);
	for (size_t i = 0; i < roster->count && entry->id[0] != '\0'; i++)
		if (strcmp(roster->entries[i].id, entry->id) == 0)
			complain(reading, "two students have the id", entry->id);
}

static void read_rows(struct reading *reading, size_t width, const size_t columns[FIELDS], struct roster *roster)
{
	size_t room = 1;
	for (const char *at = reading->at; at < reading->end; at++)
		room += *at == '\n' || *at == '\r';
	struct roster_entry *entries = arena_array(reading->arena, room, sizeof(*entries));
	roster->entries = entries;
	while (reading->at < reading->end) {
		struct row row;
		if (!read_row(reading, &row))
			return;
		if (is_empty(&row))
			continue;
		if (row.count != width) {
			diagnostics_add(reading->diagnostics, SEVERITY_ERROR, reading->place,
					"%zu column%s, but the header has %zu, in the row of \"%s\"", row.count,
					text_plural((double)row.count), width, row.cells[0]);
			continue;
		}
		const struct roster_entry entry = {field_of(&row, columns, 0), field_of(&row, columns, 1),
						   field_of(&row, columns, 2), field_of(&row, columns, 3)};
		check_entry(reading, roster, &entry);
		entries[roster->count++] = entry;
	}
}

/* ---- the file ---- */

static bool check_bytes(struct reading *reading, const struct text *data)
{
	size_t at = 0, line = 1;
	for (size_t step; at < data->length; at += step) {
		step = utf8_character(data->data + at, data->length - at);
		if (step == 0 || data->data[at] == '\0')
			break;
		line += data->data[at] == '\n';
	}
	reading->place.line = line;
	if (at < data->length)
		diagnostics_add(reading->diagnostics, SEVERITY_ERROR, reading->place, "not text in UTF-8");
	return at == data->length;
}

static bool read_all(struct reading *reading, const struct text *data, struct roster *roster)
{
	static const char byte_order_mark[] = "\xef\xbb\xbf";
	size_t columns[FIELDS];
	struct row row;
	if (!check_bytes(reading, data))
		return false;
	reading->at = text_string(data);
	reading->end = reading->at + data->length;
	if (strncmp(reading->at, byte_order_mark, strlen(byte_order_mark)) == 0)
		reading->at += strlen(byte_order_mark);
	reading->separator = find_separator(reading);
	if (!read_row(reading, &row) || !read_header(reading, &row, columns))
		return false;
	read_rows(reading, row.count, columns, roster);
	return diagnostics_count(reading->diagnostics, SEVERITY_ERROR) == 0;
}

bool roster_parse(const char *path, const struct text *data, struct arena *arena, struct diagnostics *diagnostics,
		  struct roster *roster)
{
	struct reading reading = {.place = {.file = path}, .line = 1, .arena = arena, .diagnostics = diagnostics};
	*roster = (struct roster){0};
	const bool read = read_all(&reading, data, roster);
	roster_sort(roster, arena);
	return read;
}

bool roster_read(const char *path, struct arena *arena, struct diagnostics *diagnostics, struct roster *roster)
{
	TEXT_SCOPED struct text data = {0}, why = {0};
	if (file_read(path, FILE_BYTES_MAX, &data, &why))
		return roster_parse(path, &data, arena, diagnostics, roster);
	diagnostics_add(diagnostics, SEVERITY_ERROR, (struct place){0}, "%s", text_string(&why));
	return false;
}

/* ---- who is who ---- */

static int compare(const char *a, const char *b, const struct roster_entry *first, const struct roster_entry *second)
{
	const int order = strcmp(a, b);
	return order != 0 ? order : (first > second) - (first < second);
}

static int by_id(const void *left, const void *right)
{
	const struct roster_entry *a = *(const struct roster_entry *const *)left;
	const struct roster_entry *b = *(const struct roster_entry *const *)right;
	return compare(a->id, b->id, a, b);
}

static int by_own_name(const void *left, const void *right)
{
	const struct roster_entry *a = *(const struct roster_entry *const *)left;
	const struct roster_entry *b = *(const struct roster_entry *const *)right;
	return compare(a->name, b->name, a, b);
}

static const struct roster_entry *const *sort(const struct roster *roster, struct arena *arena,
					      int (*order)(const void *left, const void *right))
{
	const struct roster_entry **sorted = arena_array(arena, roster->count, sizeof(struct roster_entry *));
	for (size_t i = 0; i < roster->count; i++)
		sorted[i] = &roster->entries[i];
	if (roster->count > 0)
		qsort(sorted, roster->count, sizeof(struct roster_entry *), order);
	return sorted;
}

void roster_sort(struct roster *roster, struct arena *arena)
{
	roster->by_id = sort(roster, arena, by_id);
	roster->by_name = sort(roster, arena, by_own_name);
}

static const char *id_of(const struct roster_entry *entry)
{
	return entry->id;
}

static const char *name_of(const struct roster_entry *entry)
{
	return entry->name;
}

/* Of the sorted entries the first that is not before `word`. */
static size_t find_first(const struct roster *roster, const struct roster_entry *const *sorted,
			 const char *(*word_of)(const struct roster_entry *entry), const char *word)
{
	size_t low = 0, high = roster->count;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (strcmp(word_of(sorted[middle]), word) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static const struct roster_entry *look_up_sorted(const struct roster *roster, const char *student, size_t *namesakes)
{
	const size_t with_id = find_first(roster, roster->by_id, id_of, student);
	const size_t named = find_first(roster, roster->by_name, name_of, student);
	if (with_id < roster->count && strcmp(roster->by_id[with_id]->id, student) == 0)
		return roster->by_id[with_id];
	while (named + *namesakes < roster->count && strcmp(roster->by_name[named + *namesakes]->name, student) == 0)
		++*namesakes;
	return *namesakes == 1 ? roster->by_name[named] : NULL;
}

static const struct roster_entry *look_up(const struct roster *roster, const char *student, size_t *namesakes)
{
	const struct roster_entry *named = NULL;
	*namesakes = 0;
	if (student[0] != '\0' && roster->by_id != NULL)
		return look_up_sorted(roster, student, namesakes);
	for (size_t i = 0; i < roster->count && student[0] != '\0'; i++) {
		const struct roster_entry *entry = &roster->entries[i];
		if (strcmp(entry->id, student) == 0)
			return entry;
		if (strcmp(entry->name, student) == 0) {
			named = entry;
			++*namesakes;
		}
	}
	return *namesakes == 1 ? named : NULL;
}

bool roster_has(const struct roster *roster, const char *student)
{
	size_t namesakes;
	return look_up(roster, student, &namesakes) != NULL;
}

bool roster_misses(const struct roster *roster, const char *student)
{
	return roster->count > 0 && !roster_has(roster, student);
}

const struct roster_entry *roster_find(const struct roster *roster, const char *student)
{
	static const struct roster_entry nobody = {"", "", "", ""};
	size_t namesakes;
	const struct roster_entry *entry = look_up(roster, student, &namesakes);
	return entry == NULL ? &nobody : entry;
}

const char *roster_other_name(const struct roster *roster, const char *student)
{
	const struct roster_entry *entry = roster == NULL ? NULL : roster_find(roster, student);
	if (entry == NULL || entry->id[0] == '\0' || strcmp(entry->id, entry->name) == 0)
		return NULL;
	if (strcmp(entry->id, student) != 0)
		return entry->id;
	return roster_find(roster, entry->name) == entry ? entry->name : NULL;
}

const struct student_record *roster_student(const struct course_record *course, const char *name)
{
	const char *other_name = roster_other_name(course->roster, name);
	const struct student_record *other = NULL;
	for (size_t i = 0; i < course->n_students; i++) {
		const struct student_record *student = &course->students[i];
		if (strcmp(student->name, name) == 0)
			return student;
		if (other_name != NULL && strcmp(student->name, other_name) == 0)
			other = student;
	}
	return other;
}

bool roster_is_second(const struct roster *roster, const struct course_record *course, const char *student)
{
	const char *id = roster_find(roster, student)->id;
	if (id[0] == '\0' || strcmp(id, student) == 0)
		return false;
	for (size_t i = 0; i < course->n_students; i++)
		if (strcmp(course->students[i].name, id) == 0)
			return true;
	for (size_t i = 0; i < course->n_others; i++)
		if (strcmp(course->others[i], id) == 0)
			return true;
	return false;
}

void roster_warn(const struct roster *roster, const struct course_record *course, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < course->n_students; i++) {
		size_t namesakes;
		const char *name = course->students[i].name;
		if (look_up(roster, name, &namesakes) == NULL)
			diagnostics_add(diagnostics, SEVERITY_WARNING, (struct place){0},
					namesakes > 1 ? "several students of the roster are called \"%s\": name the "
							"submission after the id"
						      : "\"%s\" is not in the roster",
					name);
		else if (roster_is_second(roster, course, name))
			diagnostics_add(diagnostics, SEVERITY_WARNING, (struct place){0},
					"\"%s\" is \"%s\" of the roster, who handed in under that id, too: "
					"exports have what came under the id alone",
					name, roster_find(roster, name)->id);
	}
}

/* ---- who is not there ---- */

static void mark_present(const struct roster *roster, const char *student, bool *present)
{
	size_t namesakes;
	const struct roster_entry *entry = look_up(roster, student, &namesakes);
	if (entry != NULL)
		present[entry - roster->entries] = true;
}

static struct student_record make_absent(const struct course_record *course, const struct roster_entry *entry)
{
	struct student_record student = {
		.name = entry->id[0] != '\0' ? entry->id : entry->name,
		.verdict = VERDICT_ABSENT,
		.reason = "",
		.handed_in_at = "",
	};
	policy_score(course, &student, NULL);
	return student;
}

static int by_name(const void *left, const void *right)
{
	const struct student_record *a = left, *b = right;
	return strcmp(a->name, b->name);
}

void roster_add_absent(struct course_record *course, struct arena *arena)
{
	if (course->roster == NULL)
		return;
	const size_t room = course->n_students + course->roster->count;
	struct student_record *students = arena_array(arena, room, sizeof(*students));
	bool *present = arena_array(arena, course->roster->count, sizeof(bool));
	for (size_t i = 0; i < course->n_students; i++)
		mark_present(course->roster, course->students[i].name, present);
	for (size_t i = 0; i < course->n_others; i++)
		mark_present(course->roster, course->others[i], present);
	if (course->n_students > 0)
		memcpy(students, course->students, course->n_students * sizeof(*students));
	for (size_t i = 0; i < course->roster->count; i++)
		if (!present[i])
			students[course->n_students++] = make_absent(course, &course->roster->entries[i]);
	if (course->n_students > 0)
		qsort(students, course->n_students, sizeof(*students), by_name);
	course->students = students;
}

void roster_drop_seconds(struct course_record *course, struct arena *arena)
{
	if (course->roster == NULL)
		return;
	struct student_record *kept = arena_array(arena, course->n_students, sizeof(*kept));
	size_t count = 0;
	for (size_t i = 0; i < course->n_students; i++)
		if (!roster_is_second(course->roster, course, course->students[i].name))
			kept[count++] = course->students[i];
	course->students = kept;
	course->n_students = count;
}
