#include "commands/course.h"

#include <check.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const samples[] = {"plain", "no-scaling", "no-maximum", "crashing", "unfinished", "blocked"};

static const struct {
	const char *name, *text;
} exercises[COURSE_EXERCISES] = {
	{"edges.yaml", "id: L3.1\ntitle: edges\nfunction: attn_edges\npoints: 10\nstatement: count\ncases:\n"
		       "- {name: one, public: true, given: {n: 1000}}\n"
		       "- {name: two, given: {n: {int: [1, 100000]}}, repeat: 5}\n"},
	{"scores.yaml", "id: L3.2\ntitle: scores\nfunction: attn_scores\npoints: 7\nstatement: scale\ncases:\n"
			"- {name: one, given: {n_q: 1, n_k: {int: [1, 4]}, d_k: 1, q: {normal: [0, 1]},"
			" k: {normal: [0, 1]}}, repeat: 3}\n"
			"- {name: any, given: {n_q: 3, n_k: {int: [1, 9]}, d_k: 4, q: {normal: [0, 1]},"
			" k: {normal: [0, 1]}}, repeat: 3}\n"},
	{"softmax.yaml", "id: L3.3\ntitle: softmax\nfunction: attn_softmax\npoints: 5\nstatement: sum\ncases:\n"
			 "- {name: small, public: true, given: {n_q: 2, n_k: 3, scores: {uniform: [-1, 1]}}}\n"
			 "- {name: large, given: {n_q: 2, n_k: 3, scores: {uniform: [900, 1000]}}, repeat: 4}\n"},
};

void course_copy_sample(const char *folder, const char *name, const char *sample, const char *mark)
{
	TEXT_SCOPED struct text source = {0}, target = {0}, bytes = {0};
	text_add_format(&source, "samples/%s.so", sample);
	text_add_format(&target, "%s/%s", folder, name);
	ck_assert_msg(folder_read(BUILD_DIR, text_string(&source), &bytes), "%s", text_string(&source));
	text_add(&bytes, mark); /* behind the sections: other bytes, the same code */
	FILE *file = fopen(text_string(&target), "we");
	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(bytes.data, 1, bytes.length, file), bytes.length);
	ck_assert_int_eq(fclose(file), 0);
}

static void make_folder(struct text *path, const char *folder, const char *name)
{
	text_add_format(path, "%s/%s", folder, name);
	ck_assert_int_eq(mkdir(text_string(path), 0755), 0);
}

void course_create(const char *folder, size_t count)
{
	TEXT_SCOPED struct text class = {0}, level = {0};
	make_folder(&class, folder, "class");
	make_folder(&level, folder, "L3-analysis");
	for (size_t i = 0; i < COURSE_EXERCISES; i++)
		folder_write(text_string(&level), exercises[i].name, exercises[i].text);
	for (size_t i = 0; i < count; i++) {
		char name[32], mark[32];
		snprintf(name, sizeof(name), "student-%03zu.so", i);
		snprintf(mark, sizeof(mark), "%zu", i);
		course_copy_sample(text_string(&class), name, samples[i % (sizeof(samples) / sizeof(samples[0]))],
				   mark);
	}
}

json_t *course_parse(const struct program *program)
{
	json_error_t error;
	json_t *root = json_loads(text_string(&program->out), 0, &error);
	ck_assert_msg(root != NULL, "%s in %s %s", error.text, text_string(&program->out), text_string(&program->err));
	return root;
}

void course_forget_times(json_t *course)
{
	size_t s, r;
	json_t *entry, *result;
	json_array_foreach(json_object_get(course, "students"), s, entry)
		json_array_foreach(json_object_get(entry, "results"), r, result) json_object_del(result, "cpu_ms");
}

void course_expect_same(const json_t *left, const json_t *right, const char *where)
{
	const char *key;
	size_t index;
	json_t *value;
	if (json_is_array(left) && json_array_size(left) == json_array_size(right))
		json_array_foreach(left, index, value) course_expect_same(value, json_array_get(right, index), where);
	else if (json_is_object(left))
		json_object_foreach((json_t *)(uintptr_t)left, key, value)
			course_expect_same(value, json_object_get(right, key), key);
	if (json_equal(left, right))
		return;
	char *one = json_dumps(left, JSON_ENCODE_ANY), *other = json_dumps(right, JSON_ENCODE_ANY);
	ck_abort_msg("%s: %.300s, %.300s", where, one, other);
}

static sqlite3 *open_book(const char *folder)
{
	sqlite3 *database;
	TEXT_SCOPED struct text path = {0};
	text_add_format(&path, "%s/grades.db", folder);
	ck_assert_int_eq(sqlite3_open_v2(text_string(&path), &database, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
	sqlite3_busy_timeout(database, 10000);
	return database;
}

int64_t course_ask(const char *folder, const char *sql)
{
	sqlite3 *database = open_book(folder);
	sqlite3_stmt *ask;
	ck_assert_msg(sqlite3_prepare_v2(database, sql, -1, &ask, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(database));
	ck_assert_msg(sqlite3_step(ask) == SQLITE_ROW, "%s: %s", sql, sqlite3_errmsg(database));
	int64_t answer = sqlite3_column_int64(ask, 0);
	sqlite3_finalize(ask);
	sqlite3_close(database);
	return answer;
}

void course_do(const char *folder, const char *sql)
{
	sqlite3 *database = open_book(folder);
	ck_assert_msg(sqlite3_exec(database, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(database));
	sqlite3_close(database);
}
