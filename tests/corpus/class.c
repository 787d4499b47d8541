#include "corpus/class.h"

#include <assert.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/program.h"

/* ---- bytes ---- */

static void must(bool done, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	abort();
}

static void read_build(const char *name, struct text *bytes)
{
	must(folder_read(BUILD_DIR, name, bytes), name);
}

static void write_bytes(const char *path, const void *data, size_t length)
{
	FILE *file = fopen(path, "we");
	must(file != NULL && fwrite(data, 1, length, file) == length && fclose(file) == 0, path);
}

/* The submission of that name below the build folder, with `extra` behind its last section. */
static void copy_object(const char *object, const char *extra, const char *path)
{
	TEXT_SCOPED struct text bytes = {0};
	read_build(object, &bytes);
	text_add(&bytes, extra);
	write_bytes(path, bytes.data, bytes.length);
}

static void change_header(const char *path, unsigned char class, uint16_t machine, uint16_t type)
{
	TEXT_SCOPED struct text bytes = {0};
	Elf64_Ehdr header;
	read_build("hostile/honest.so", &bytes);
	memcpy(&header, bytes.data, sizeof(header));
	header.e_ident[EI_CLASS] = class;
	header.e_machine = machine == EM_NONE ? header.e_machine : machine;
	header.e_type = type;
	memcpy(bytes.data, &header, sizeof(header));
	write_bytes(path, bytes.data, bytes.length);
}

/* ---- what is no submission ---- */

static void make_fifo(const char *path)
{
	must(mkfifo(path, 0644) == 0, path);
}

static void make_symlink(const char *path)
{
	must(symlink("honest.so", path) == 0, path);
}

static void make_directory(const char *path)
{
	must(mkdir(path, 0755) == 0, path);
}

static void make_unreadable(const char *path)
{
	copy_object("samples/plain.so", "unreadable", path);
	must(chmod(path, 0) == 0, path);
}

static void make_sparse(const char *path)
{
	write_bytes(path, "x", 1);
	must(truncate(path, (off_t)4 << 30) == 0, path);
}

static void make_empty(const char *path)
{
	write_bytes(path, "", 0);
}

static void make_text(const char *path)
{
	write_bytes(path, "#include \"attention.h\"\n", 23);
}

static void make_truncated(const char *path)
{
	TEXT_SCOPED struct text bytes = {0};
	read_build("hostile/honest.so", &bytes);
	write_bytes(path, bytes.data, 40);
}

static void make_half(const char *path)
{
	TEXT_SCOPED struct text bytes = {0};
	read_build("hostile/honest.so", &bytes);
	write_bytes(path, bytes.data, bytes.length / 8);
}

static void make_ruined(const char *path)
{
	TEXT_SCOPED struct text bytes = {0};
	read_build("hostile/honest.so", &bytes);
	memset(bytes.data + sizeof(Elf64_Ehdr), 0xff, bytes.length - sizeof(Elf64_Ehdr));
	write_bytes(path, bytes.data, bytes.length);
}

static void make_archive(const char *path)
{
	write_bytes(path, "!<arch>\n\0\0\0\0", 12);
}

static void make_i386(const char *path)
{
	change_header(path, ELFCLASS32, EM_386, ET_DYN);
}

static void make_s390(const char *path)
{
	change_header(path, ELFCLASS64, EM_S390, ET_DYN);
}

static void make_aarch64(const char *path)
{
	change_header(path, ELFCLASS64, EM_AARCH64, ET_DYN);
}

static void make_object(const char *path)
{
	change_header(path, ELFCLASS64, EM_NONE, ET_REL);
}

static void make_program(const char *path)
{
	copy_object("grader-worker", "", path);
}

/* What an honest student may hand in all the same. */
static void make_ofast(const char *path)
{
	copy_object("samples/ofast.so", "", path);
}

static void make_replaced(const char *path)
{
	copy_object("hostile/sleep_briefly.so", "replaced", path);
}

static const struct made {
	const char *name;
	void (*make)(const char *path); /* NULL: it is not in the folder */
	enum verdict verdict;
	const char *says;
	bool root_may;
} mades[] = {
	{"fifo", make_fifo, VERDICT_REJECTED, "a named pipe", false},
	{"symlink", make_symlink, VERDICT_REJECTED, "a symbolic link", false},
	{"directory", make_directory, VERDICT_REJECTED, "a directory", false},
	{CLASS_DEVICE, NULL, VERDICT_REJECTED, "a device", false},
	{"unreadable", make_unreadable, VERDICT_HARNESS_FAULT, "Permission denied", true},
	{"sparse_4gb", make_sparse, VERDICT_REJECTED, "4096 MiB", false},
	{"empty", make_empty, VERDICT_REJECTED, "empty", false},
	{"text", make_text, VERDICT_REJECTED, "a text file", false},
	{"truncated", make_truncated, VERDICT_REJECTED, "truncated", false},
	{"half", make_half, VERDICT_REJECTED, "", false},
	{"ruined", make_ruined, VERDICT_REJECTED, "", false},
	{"archive", make_archive, VERDICT_REJECTED, "a static library", false},
	{"i386", make_i386, VERDICT_REJECTED, "built for i386", false},
	{"s390", make_s390, VERDICT_REJECTED, "built for s390x", false},
#ifndef __aarch64__
	{"aarch64", make_aarch64, VERDICT_REJECTED, "built for aarch64", false},
#endif
	{"object_file", make_object, VERDICT_REJECTED, "link with -shared", false},
	{"pie", make_program, VERDICT_REJECTED, "link with -shared", false},
	{"ofast", make_ofast, VERDICT_PASSED, "", false},
	{CLASS_REPLACED, make_replaced, VERDICT_PASSED, "", false},
};

enum { MADE_COUNT = sizeof(mades) / sizeof(mades[0]) };

/* ---- the class ---- */

static int by_name(const void *left, const void *right)
{
	const struct entrant *a = left, *b = right;
	return strcmp(a->promise.name, b->promise.name);
}

/* The exercise that a promise is about, new if it is the first. */
static size_t find_exercise(struct class *class, const struct promise *promise)
{
	char id[CLASS_ID_BYTES];
	size_t i = 0;
	snprintf(id, sizeof(id), "%s.%u.%u.%u", promise->operation->name + strlen("attn_"), promise->limits.memory_mib,
		 promise->limits.threads, promise->limits.cpu_ms);
	for (char *at = id; (at = strchr(at, '_')) != NULL;)
		*at = '-';
	while (i < class->n_exercises && strcmp(class->exercises[i], id) != 0)
		i++;
	assert(i < CLASS_EXERCISES_MAX);
	class->n_exercises = i == class->n_exercises ? i + 1 : class->n_exercises;
	memcpy(class->exercises[i], id, sizeof(id));
	return i;
}

void class_list(struct class *class)
{
	glob_t files;
	must(glob(TESTS_DIR "/hostile/*.c", 0, NULL, &files) == 0, "tests/hostile");
	assert(files.gl_pathc + MADE_COUNT <= ENTRANTS_MAX);
	*class = (struct class){.count = 0};
	for (size_t i = 0; i < files.gl_pathc; i++) {
		struct promise promise = promise_read(files.gl_pathv[i]);
		if (promise_is_for_here(&promise))
			class->entrants[class->count++] = (struct entrant){.promise = promise};
	}
	globfree(&files);
	for (size_t i = 0; i < MADE_COUNT; i++) {
		struct promise promise = {
			.verdict = mades[i].verdict,
			.graded = mades[i].verdict,
			.everywhere = VERDICT_COUNT,
			.operation = &operations[OP_attn_edges],
			.limits = {.cpu_ms = PROMISE_LONG_MS, .memory_mib = 64, .threads = 1},
		};
		snprintf(promise.name, sizeof(promise.name), "%s", mades[i].name);
		snprintf(promise.says, sizeof(promise.says), "%s", mades[i].says);
		class->entrants[class->count++] = (struct entrant){.promise = promise, .root_may = mades[i].root_may};
	}
	for (size_t i = 0; i < class->count; i++)
		class->entrants[i].exercise = find_exercise(class, &class->entrants[i].promise);
	qsort(class->entrants, class->count, sizeof(class->entrants[0]), by_name);
}

static const struct made *made_find(const char *name)
{
	for (size_t i = 0; i < MADE_COUNT; i++)
		if (strcmp(mades[i].name, name) == 0)
			return &mades[i];
	return NULL;
}

static void make_entrant(const struct promise *promise, const char *folder)
{
	const struct made *made = made_find(promise->name);
	char path[512], object[128];
	snprintf(path, sizeof(path), "%s/%s.so", folder, promise->name);
	snprintf(object, sizeof(object), "hostile/%s.so", promise->name);
	if (made == NULL)
		copy_object(object, "", path);
	else if (made->make != NULL)
		made->make(path);
	snprintf(path, sizeof(path), "%s/%s.honest.so", folder, promise->name);
	copy_object("samples/plain.so", promise->name, path);
}

void class_make(const struct class *class, const char *folder)
{
	char path[256];
	for (size_t i = 0; i < class->n_exercises; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, class->exercises[i]);
		make_directory(path);
	}
	for (size_t i = 0; i < class->count; i++) {
		snprintf(path, sizeof(path), "%s/%s", folder, class->exercises[class->entrants[i].exercise]);
		make_entrant(&class->entrants[i].promise, path);
	}
}

/* ---- exercises ---- */

static const char *given_of(const struct operation *operation)
{
	static const struct {
		enum operation_id id;
		const char *given;
	} cases[] = {
		{OP_attn_edges, "n: {int: [4, 6]}"},
		{OP_attn_softmax, "n_q: {int: [3, 5]}, n_k: {int: [5, 9]}, scores: {normal: [0, 2]}"},
		{OP_attn_visible_keys, "row: {int: [0, 3]}, n_k: {int: [5, 9]}, offset: 1"},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (&operations[cases[i].id] == operation)
			return cases[i].given;
	must(false, operation->name);
	return NULL;
}

/* Public, since the words of a hidden case are fewer. */
static void write_exercise(const char *id, const struct promise *promise, const char *folder)
{
	char name[CLASS_ID_BYTES + 8], yaml[1024];
	snprintf(name, sizeof(name), "%s.yaml", id);
	snprintf(yaml, sizeof(yaml),
		 "id: %s\ntitle: %s\nfunction: %s\npoints: 10\nstatement: Endure.\n"
		 "limits: {cpu_ms: %u, memory_mib: %u, threads: %u}\n"
		 "cases:\n- {name: all, public: true, repeat: 4, given: {%s}}\n",
		 id, id, promise->operation->name, promise->limits.cpu_ms, promise->limits.memory_mib,
		 promise->limits.threads, given_of(promise->operation));
	folder_write(folder, name, yaml);
}

void class_write_exercises(const struct class *class, const char *folder)
{
	for (size_t i = 0; i < class->n_exercises; i++)
		for (size_t j = 0; j < class->count; j++)
			if (class->entrants[j].exercise == i) {
				write_exercise(class->exercises[i], &class->entrants[j].promise, folder);
				break;
			}
}
