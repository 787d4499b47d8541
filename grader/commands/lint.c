/*
 * grader lint: every exercise loads, the reference agrees with what its author wrote, and its hidden cases catch
 * every mistake that they should and nothing that is right.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/coverage.h"
#include "commands/place.h"
#include "commands/progress.h"
#include "commands/setting.h"
#include "core/file.h"
#include "core/stopwatch.h"
#include "export/json.h"
#include "grading/audit.h"
#include "report/report.h"

/* What came of an audit. */
struct audited {
	struct catalogue catalogue;
	struct diagnostics *diagnostics;
	size_t n_courses; /* course.yaml of the paths that were named */
	size_t n_records;
	struct coverage_record *records; /* of the exercises whose cases can be made */
	struct arena **arenas;		 /* which these live in */
};

static json_t *json_findings(const struct diagnostics *diagnostics)
{
	static const char *const severities[] = {
		[SEVERITY_ERROR] = "error", [SEVERITY_WARNING] = "warning", [SEVERITY_NOTE] = "note"};
	json_t *findings = json_array();
	for (size_t i = 0; i < diagnostics_total(diagnostics); i++) {
		const struct diagnostic *diagnostic = diagnostics_get(diagnostics, i);
		json_t *object = json_object();
		json_object_set_new(object, "severity", json_string(severities[diagnostic->severity]));
		json_object_set_new(object, "file",
				    diagnostic->place.file == NULL ? json_null() : json_text(diagnostic->place.file));
		json_object_set_new(object, "line", json_integer((json_int_t)diagnostic->place.line));
		json_object_set_new(object, "column", json_integer((json_int_t)diagnostic->place.column));
		json_object_set_new(object, "message", json_text(diagnostic->message));
		json_array_append_new(findings, object);
	}
	return findings;
}

static void print_json(const struct audited *audited)
{
	json_t *object = json_object(), *coverage = json_array();
	for (size_t i = 0; i < audited->n_records; i++)
		json_array_append_new(coverage, coverage_json(&audited->records[i]));
	json_object_set_new(object, "exercises", json_integer((json_int_t)audited->catalogue.count));
	json_object_set_new(object, "findings", json_findings(audited->diagnostics));
	json_object_set_new(object, "coverage", coverage);
	json_print(object);
}

/* A single exercise, or those of which the matrices are asked for: with its matrix, and what may go. */
static bool is_in_full(const struct audited *audited, const struct options *options)
{
	return options->matrix || (options->n_operands == 1 && audited->catalogue.count == 1);
}

static void print_text(const struct audited *audited, bool matrix, bool colour)
{
	TEXT_SCOPED struct text text = {0};
	const size_t count = audited->catalogue.count;
	const size_t errors = diagnostics_count(audited->diagnostics, SEVERITY_ERROR);
	const size_t warnings = diagnostics_count(audited->diagnostics, SEVERITY_WARNING);
	for (size_t i = 0; i < audited->n_records && matrix; i++)
		coverage_matrix(&text, colour, &audited->records[i]);
	coverage_table(&text, colour, audited->records, audited->n_records);
	text_add_format(&text, "%zu exercise%s read: %zu error%s, %zu warning%s\n", count, text_plural((double)count),
			errors, text_plural((double)errors), warnings, text_plural((double)warnings));
	diagnostics_print(audited->diagnostics, stderr, colour_on_stderr());
	fputs(text_string(&text), stdout);
}

static bool write_page(const struct audited *audited, const char *path)
{
	TEXT_SCOPED struct text page = {0}, why = {0};
	report_coverage_page(audited->records, audited->n_records, audited->diagnostics, GRADER_VERSION, &page);
	const bool written = file_write(path, page.data, page.length, &why);
	if (!written)
		complain("%s", text_string(&why));
	return written;
}

/* ---- the audits, side by side ---------------------------------------------------------------------- */

/* An exercise is audited by one thread, with an arena and findings of its own. */
struct task {
	const struct exercise *exercise;
	struct arena *arena;
	struct diagnostics *diagnostics;
	struct coverage_record record;
	bool measured;
};

struct queue {
	pthread_mutex_t mutex;
	struct task *tasks;
	size_t count, begun, finished;
	uint64_t begun_ns;
	bool terminal; /* a progress bar on stderr */
	bool in_full;  /* with notes */
};

static void draw_bar(const struct queue *queue)
{
	const struct progress progress = {
		.total = queue->count,
		.finished = queue->finished,
		.work = queue->count,
		.worked = queue->finished,
		.elapsed_ms = (now_ns() - queue->begun_ns) / 1000000,
	};
	const struct terminal terminal = terminal_of(STDERR_FILENO);
	TEXT_SCOPED struct text line = {0};
	if (!queue->terminal)
		return;
	progress_describe(&progress, &terminal, &line);
	fprintf(stderr, "\r\033[K%s", text_string(&line));
	fflush(stderr);
}

/* Lines are quoted from the file; not from a pipe, which was read to its end. */
static void quote(const struct task *task)
{
	enum { FILE_BYTES_MAX = 16 << 20 };
	TEXT_SCOPED struct text data = {0}, why = {0};
	struct stat file;
	const char *path = task->exercise->path;
	if (stat(path, &file) == 0 && S_ISREG(file.st_mode) && file_read(path, FILE_BYTES_MAX, &data, &why))
		diagnostics_quote(task->diagnostics, path, text_string(&data), data.length);
}

static void *work(void *argument)
{
	struct queue *queue = argument;
	pthread_mutex_lock(&queue->mutex);
	while (queue->begun < queue->count) {
		struct task *task = &queue->tasks[queue->begun++];
		pthread_mutex_unlock(&queue->mutex);
		quote(task);
		task->measured = audit_exercise(task->exercise, task->arena, task->diagnostics, &task->record);
		audit_speed(task->exercise, queue->in_full, task->diagnostics);
		audit_large(task->exercise, queue->in_full, task->diagnostics);
		if (task->measured && queue->in_full)
			audit_redundancy(task->exercise, &task->record, task->diagnostics);
		pthread_mutex_lock(&queue->mutex);
		queue->finished++;
		draw_bar(queue);
	}
	pthread_mutex_unlock(&queue->mutex);
	return NULL;
}

/* The calling thread is one of them. */
static void run(struct queue *queue, size_t n_threads)
{
	enum { THREADS_MAX = 64 };
	pthread_t threads[THREADS_MAX];
	size_t started = 0;
	draw_bar(queue);
	while (started + 1 < n_threads && started + 1 < queue->count && started < THREADS_MAX &&
	       pthread_create(&threads[started], NULL, work, queue) == 0)
		started++;
	work(queue);
	for (size_t i = 0; i < started; i++)
		pthread_join(threads[i], NULL);
	if (queue->terminal)
		fputs("\r\033[K", stderr);
}

/* What was found is told in the order of the exercises, whoever was first. */
static void audit(struct audited *audited, const struct options *options, struct arena *arena)
{
	const struct catalogue *catalogue = &audited->catalogue;
	struct queue queue = {
		.tasks = arena_array(arena, catalogue->count, sizeof(struct task)),
		.count = catalogue->count,
		.begun_ns = now_ns(),
		.terminal = terminal_of(STDERR_FILENO).is_live,
		.in_full = is_in_full(audited, options),
	};
	pthread_mutex_init(&queue.mutex, NULL);
	for (size_t i = 0; i < queue.count; i++)
		queue.tasks[i] = (struct task){.exercise = catalogue->exercises[i],
					       .arena = arena_create(),
					       .diagnostics = diagnostics_create()};
	run(&queue, options->jobs);
	audited->arenas = arena_array(arena, queue.count, sizeof(struct arena *));
	audited->records = arena_array(arena, queue.count, sizeof(*audited->records));
	for (size_t i = 0; i < queue.count; i++) {
		struct task *task = &queue.tasks[i];
		if (task->measured)
			audited->records[audited->n_records++] = task->record;
		audited->arenas[i] = task->arena;
		diagnostics_merge(audited->diagnostics, task->diagnostics);
		diagnostics_destroy(task->diagnostics);
	}
	pthread_mutex_destroy(&queue.mutex);
}

static void release(struct audited *audited)
{
	for (size_t i = 0; i < audited->catalogue.count; i++)
		arena_destroy(audited->arenas[i]);
}

/* The rules that the paths are under, each of them once. */
static size_t check_courses(const char *const *paths, size_t n_paths, struct arena *arena,
			    struct diagnostics *diagnostics)
{
	const char **courses = arena_array(arena, n_paths, sizeof(char *));
	size_t count = 0;
	for (size_t i = 0; i < n_paths; i++) {
		const char *course = course_find(paths[i], arena);
		size_t known = 0;
		while (course != NULL && known < count && strcmp(courses[known], course) != 0)
			known++;
		if (course == NULL || known < count)
			continue;
		courses[count++] = course;
		course_load(course, COURSE_WHOLE, arena, diagnostics);
	}
	return count;
}

/* A file that is not read has an error; a folder may hold nothing, and then nothing was found wrong. */
static void complain_empty(const char *const *paths, size_t n_paths)
{
	for (size_t i = 0; i < n_paths; i++)
		complain("no exercise in \"%s\": files called *.yaml are wanted", paths[i]);
}

static int tell(const struct audited *audited, const struct options *options)
{
	const size_t count = audited->catalogue.count;
	if (options->json)
		print_json(audited);
	else
		print_text(audited, is_in_full(audited, options), options->terminal.has_colour);
	if (options->output != NULL && !write_page(audited, options->output))
		return EXIT_HARNESS;
	return diagnostics_count(audited->diagnostics, SEVERITY_ERROR) > 0 || count + audited->n_courses == 0
		       ? EXIT_FINDINGS
		       : EXIT_WELL;
}

int command_lint(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	const char *usual = place_exercises(arena);
	const char *const *paths = options->n_operands > 0 ? options->operands : &usual;
	struct audited audited = {.diagnostics = diagnostics};
	if (options->n_operands == 0 && usual == NULL) {
		complain("no exercises found: name a file or a folder");
		return EXIT_USAGE;
	}
	size_t n_paths = options->n_operands > 0 ? options->n_operands : 1;
	catalogue_load(paths, n_paths, arena, diagnostics, &audited.catalogue);
	catalogue_check_siblings(paths, n_paths, &audited.catalogue, arena, diagnostics);
	audited.n_courses = check_courses(paths, n_paths, arena, diagnostics);
	audit(&audited, options, arena);
	const int status = tell(&audited, options);
	if (audited.catalogue.count + audited.n_courses == 0 && diagnostics_count(diagnostics, SEVERITY_ERROR) == 0)
		complain_empty(paths, n_paths);
	release(&audited);
	return status;
}
