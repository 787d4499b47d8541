/*
 * The whole corpus through the real grader, in one class folder: as root, as an ordinary user, and as one
 * without user namespaces. Each submission must get the verdict it was promised, and the honest one behind it
 * full points; afterwards nothing runs, nothing lies about, and the gradebook is sound. Prints the table of
 * verdicts, which must be the one in tests/hostile/README.md; UPDATE_GOLDEN=1 writes it there.
 *
 * Root also does the ordinary users' part, as somebody else; an ordinary user does only that.
 */
#include <errno.h>
#include <ftw.h>
#include <grp.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/command.h"
#include "commands/program.h"
#include "core/digest.h"
#include "corpus/class.h"

enum { SOMEBODY = 65533, ORPHAN_SECONDS = 10 };

#define TABLE_BEGIN "<!-- table: begin -->\n"
#define TABLE_END "<!-- table: end -->\n"

static const struct mode {
	const char *name, *sandbox;
	bool root;
} modes[] = {
	{"root", "bubblewrap", true},
	{"user", "bubblewrap", false},
	{"user, landlock", "landlock", false},
};

enum { MODE_COUNT = sizeof(modes) / sizeof(modes[0]) };

struct trial {
	const struct mode *mode;
	const struct class *class;
	const char *self;
	char *folder;
	struct program graded[CLASS_EXERCISES_MAX], everywhere;
	struct digest replaced;
	int watch; /* inotify, on the submission that is to be replaced */
	atomic_bool over;
	char verdicts[ENTRANTS_MAX][24];
};

/* ---- complaints ---- */

static size_t complaints;

__attribute__((format(printf, 2, 3))) static void object_to(const struct trial *trial, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	fprintf(stderr, "%s: ", trial == NULL ? "all" : trial->mode->name);
	vfprintf(stderr, format, arguments);
	fputc('\n', stderr);
	va_end(arguments);
	complaints++;
}

static void must(bool done, const char *what)
{
	if (done)
		return;
	fprintf(stderr, "%s: %s\n", what, strerror(errno));
	abort();
}

/* ---- before ---- */

static char *below(const struct trial *trial, const char *name)
{
	char *path = NULL;
	must(asprintf(&path, "%s/%s", trial->folder, name) > 0, name);
	return path;
}

static void make_directory(const struct trial *trial, const char *name)
{
	char *path = below(trial, name);
	must(mkdir(path, 0755) == 0, path);
	free(path);
}

static void copy(const struct trial *trial, const char *from, const char *to)
{
	const char *const argv[] = {"cp", "-r", from, to, NULL};
	PROGRAM_SCOPED struct program program = program_run(trial->folder, argv);
	must(program.status == 0, text_string(&program.err));
}

static int give_away(const char *path, const struct stat *status, int kind, struct FTW *place)
{
	(void)status, (void)kind, (void)place;
	return lchown(path, SOMEBODY, SOMEBODY);
}

static void note_replaced(struct trial *trial)
{
	TEXT_SCOPED struct text bytes = {0};
	char *path = below(trial, CLASS_REPLACED_FILE);
	must(folder_read(trial->folder, CLASS_REPLACED_FILE, &bytes), path);
	trial->replaced = digest_of(bytes.data, bytes.length);
	trial->watch = inotify_init1(IN_CLOEXEC);
	must(trial->watch >= 0 && inotify_add_watch(trial->watch, path, IN_CLOSE_NOWRITE) >= 0, "inotify");
	free(path);
}

/* All that the grader needs, where the one who runs it may read it and nobody else writes. */
static void prepare(struct trial *trial)
{
	static const char *const folders[] = {"bin", "books", "class", "L1-small", "everywhere"};
	trial->folder = folder_create();
	for (size_t i = 0; i < sizeof(folders) / sizeof(folders[0]); i++)
		make_directory(trial, folders[i]);
	copy(trial, BUILD_DIR "/grader", "bin/");
	copy(trial, BUILD_DIR "/grader-worker", "bin/");
	copy(trial, SOURCE_DIR "/exercises", "course");
	char *class = below(trial, "class"), *small = below(trial, "L1-small");
	class_make(trial->class, class);
	class_write_exercises(trial->class, small);
	free(class);
	free(small);
	for (size_t i = 0; i < trial->class->count; i++) {
		char from[128];
		const struct promise *promise = &trial->class->entrants[i].promise;
		snprintf(from, sizeof(from), BUILD_DIR "/hostile/%s.so", promise->name);
		if (promise->everywhere < VERDICT_COUNT)
			copy(trial, from, "everywhere/");
	}
	folder_write(trial->folder, "secret", "5ec2e7005ec2e7005ec2e7005ec2e7005ec2e7005ec2e7005ec2e7005ec2e700\n");
	if (geteuid() == 0 && !trial->mode->root)
		must(nftw(trial->folder, give_away, 16, FTW_PHYS) == 0, "chown");
	note_replaced(trial);
}

/* ---- the run ---- */

/* Puts another file in the place of one that the grader has just read, while it is graded. */
static void *replace(void *context)
{
	struct trial *trial = context;
	char event[sizeof(struct inotify_event) + 256];
	struct pollfd entry = {.fd = trial->watch, .events = POLLIN};
	int ready;
	do
		ready = poll(&entry, 1, 100);
	while (ready <= 0 && !atomic_load(&trial->over));
	if (ready <= 0 || read(trial->watch, event, sizeof(event)) < 0)
		return NULL;
	char *path = below(trial, CLASS_REPLACED_FILE), *other = below(trial, "class/.other");
	folder_write(trial->folder, "class/.other", "somebody else's\n");
	must(rename(other, path) == 0, "rename");
	free(path);
	free(other);
	return NULL;
}

/* What is wrong in every exercise is so in every mode: one will do. */
static bool in_course(const struct trial *trial)
{
	return !trial->mode->root && strcmp(trial->mode->sandbox, "bubblewrap") == 0;
}

static struct program grade(const struct trial *trial, const char *exercises, const char *database, const char *class,
			    const char *more)
{
	const char *const argv[] = {
		trial->self, "--as",   "65533", "bin/grader",	      "grade", "-x", exercises, "-d",	database,
		"-k",	     "secret", "-s",	trial->mode->sandbox, "-j",    "1",  "-f",	"json", class,
		more,	     NULL};
	const bool change = geteuid() == 0 && !trial->mode->root;
	return program_run(trial->folder, change ? argv : argv + 3);
}

static void *run(void *context)
{
	struct trial *trial = context;
	pthread_t replacer;
	must(pthread_create(&replacer, NULL, replace, trial) == 0, "thread");
	for (size_t i = 0; i < trial->class->n_exercises; i++) {
		const char *id = trial->class->exercises[i];
		char exercise[128], folder[128], database[128];
		snprintf(exercise, sizeof(exercise), "L1-small/%s.yaml", id);
		snprintf(folder, sizeof(folder), "class/%s", id);
		/* a gradebook each: in one, those before would be graded by the exercise of those behind */
		snprintf(database, sizeof(database), "books/%s.db", id);
		trial->graded[i] = grade(trial, exercise, database, folder,
					 strcmp(id, CLASS_USUAL) == 0 ? "/dev/" CLASS_DEVICE : NULL);
	}
	if (in_course(trial))
		trial->everywhere = grade(trial, "course", "books/course.db", "everywhere", NULL);
	atomic_store(&trial->over, true);
	pthread_join(replacer, NULL);
	return NULL;
}

static int become_somebody(char **argv)
{
	const id_t id = (id_t)strtoul(argv[0], NULL, 10);
	must(setgroups(0, NULL) == 0 && setgid(id) == 0 && setuid(id) == 0, "cannot become somebody");
	execv(argv[1], argv + 1);
	must(false, argv[1]);
	return EXIT_FAILURE;
}

/* ---- what came of it ---- */

static const char *word(const json_t *object, const char *key)
{
	const char *value = json_string_value(json_object_get(object, key));
	return value == NULL ? "" : value;
}

static double number(const json_t *object, const char *key)
{
	return json_number_value(json_object_get(object, key));
}

static const json_t *find(const json_t *list, const char *key, const char *value)
{
	for (size_t i = 0; i < json_array_size(list); i++)
		if (strcmp(word(json_array_get(list, i), key), value) == 0)
			return json_array_get(list, i);
	return NULL;
}

/* What the grader cannot read is its own fault, and said beside the scores. */
static json_t *parse(const struct trial *trial, const struct program *program, int end)
{
	json_t *root = json_loads(text_string(&program->out), 0, NULL);
	if (program->status != end || root == NULL || (program->err.length > 0) != (end == EXIT_HARNESS))
		object_to(trial, "the grader ended with %d: %s", program->status, text_string(&program->err));
	return root;
}

static void check_words(const struct trial *trial, const struct promise *promise, const char *message)
{
	if (strstr(message, promise->says) == NULL)
		object_to(trial, "%s: says \"%s\", not \"%s\"", promise->name, message, promise->says);
	if (strstr(message, promise->advises) == NULL)
		object_to(trial, "%s: says \"%s\", not \"%s\"", promise->name, message, promise->advises);
}

/* The verdict of one entrant as it is stored; checks its words and points. */
static const char *judge(const struct trial *trial, const struct promise *promise, const json_t *student)
{
	const json_t *fault = json_object_get(student, "fault");
	if (strcmp(word(student, "verdict"), "graded") != 0) {
		check_words(trial, promise, word(json_is_object(fault) ? fault : student, "reason"));
		return word(student, "verdict");
	}
	const json_t *result = json_array_get(json_object_get(student, "results"), 0);
	const json_t *group = json_array_get(json_object_get(result, "groups"), 0);
	const bool passed = strcmp(word(result, "verdict"), "passed") == 0;
	if (!(number(result, "won") == (passed ? 10 : 0)))
		object_to(trial, "%s: %s, and %g points", promise->name, word(result, "verdict"),
			  number(result, "won"));
	if (!passed)
		check_words(trial, promise, group == NULL ? word(result, "message") : word(group, "message"));
	return word(result, "verdict");
}

static void check_entrant(struct trial *trial, size_t index, const json_t *students)
{
	const struct entrant *entrant = &trial->class->entrants[index];
	struct promise promise = entrant->promise;
	char honest[80];
	snprintf(honest, sizeof(honest), "%s.honest", promise.name);
	const json_t *student = find(students, "student", promise.name);
	const json_t *next = find(students, "student", honest);
	if (entrant->root_may && trial->mode->root) {
		promise.graded = VERDICT_PASSED;
		promise.says[0] = '\0';
	}
	const char *verdict = judge(trial, &promise, student);
	snprintf(trial->verdicts[index], sizeof(trial->verdicts[index]), "%s", verdict);
	if (strcmp(verdict, verdict_name(promise.graded)) != 0)
		object_to(trial, "%s: %s instead of %s (%s)", promise.name, verdict, verdict_name(promise.graded),
			  word(student, "reason"));
	if (!(number(next, "points") > 0) || number(next, "won") < number(next, "points"))
		object_to(trial, "%s: the honest submission behind it won %g of %g points", promise.name,
			  number(next, "won"), number(next, "points"));
}

static void check_replaced(const struct trial *trial, const json_t *students)
{
	char sha256[DIGEST_HEX];
	TEXT_SCOPED struct text now = {0};
	digest_hex(&trial->replaced, sha256);
	if (strcmp(word(find(students, "student", CLASS_REPLACED), "sha256"), sha256) != 0)
		object_to(trial, "the copy taken first is not what was graded");
	folder_read(trial->folder, CLASS_REPLACED_FILE, &now);
	if (strcmp(text_string(&now), "somebody else's\n") != 0)
		object_to(trial, "nothing was replaced");
}

static void check_everywhere(const struct trial *trial)
{
	json_t *root = parse(trial, &trial->everywhere, EXIT_FINDINGS);
	const json_t *students = json_object_get(root, "students");
	for (size_t i = 0; i < trial->class->count; i++) {
		const struct promise *promise = &trial->class->entrants[i].promise;
		if (promise->everywhere == VERDICT_COUNT)
			continue;
		const json_t *results = json_object_get(find(students, "student", promise->name), "results");
		if (json_array_size(results) < OPERATION_COUNT)
			object_to(trial, "%s: only %zu results", promise->name, json_array_size(results));
		for (size_t j = 0; j < json_array_size(results); j++) {
			const json_t *result = json_array_get(results, j);
			if (strcmp(word(result, "verdict"), verdict_name(promise->everywhere)) != 0)
				object_to(trial, "%s: %s in %s", promise->name, word(result, "verdict"),
					  word(result, "exercise"));
		}
	}
	json_decref(root);
}

/* ---- what is left ---- */

static void check_gradebook(const struct trial *trial, const char *name)
{
	char *path = below(trial, name);
	sqlite3 *database = NULL;
	sqlite3_stmt *statement = NULL;
	bool sound = sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK &&
		     sqlite3_prepare_v2(database, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
		     sqlite3_step(statement) == SQLITE_ROW &&
		     strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
	if (!sound)
		object_to(trial, "%s: %s", name, sqlite3_errmsg(database));
	sqlite3_finalize(statement);
	sqlite3_close(database);
	free(path);
}

static void check_files(const struct trial *trial)
{
	const char *const argv[] = {"sh", "-c", "ls -A; ls -A books | wc -l; ls class/* | grep -c 'so$'", NULL};
	PROGRAM_SCOPED struct program list = program_run(trial->folder, argv);
	TEXT_SCOPED struct text expected = {0};
	/* an honest one each, and all but the device */
	text_add_format(&expected, "L1-small\nbin\nbooks\nclass\ncourse\neverywhere\nsecret\n%zu\n%zu\n",
			trial->class->n_exercises + in_course(trial), 2 * trial->class->count - 1);
	if (strcmp(text_string(&list.out), text_string(&expected)) != 0)
		object_to(trial, "other files than before: %s not %s", text_string(&list.out), text_string(&expected));
}

/* Where tests/hostile/create_files.c and others try to leave something: what is there, and since when. */
static void note_outside(struct text *notes)
{
	static const char *const outside[] = {"/gym-was-here", "/tmp/gym-was-here", "/dev/shm/gym-was-here",
					      "/dev/mqueue/gym-was-here"};
	for (size_t i = 0; i < sizeof(outside) / sizeof(outside[0]); i++) {
		struct stat status;
		if (lstat(outside[i], &status) == 0)
			text_add_format(notes, "%s %lld.%09ld\n", outside[i], (long long)status.st_ctim.tv_sec,
					status.st_ctim.tv_nsec);
	}
}

/* With what a run ends: by what is promised of whom it is about. */
static int promised_end(const struct trial *trial, size_t exercise)
{
	int end = EXIT_WELL;
	for (size_t i = 0; i < trial->class->count; i++) {
		const struct entrant *entrant = &trial->class->entrants[i];
		const bool right =
			entrant->promise.graded == VERDICT_PASSED || (entrant->root_may && trial->mode->root);
		if (entrant->exercise != exercise || right)
			continue;
		if (entrant->promise.graded == VERDICT_HARNESS_FAULT)
			return EXIT_HARNESS;
		end = EXIT_FINDINGS;
	}
	return end;
}

/* One exercise's run: those whom it is about, and the honest ones behind them. */
static void check_exercise(struct trial *trial, size_t exercise)
{
	json_t *root = parse(trial, &trial->graded[exercise], promised_end(trial, exercise));
	const json_t *students = json_object_get(root, "students");
	for (size_t i = 0; i < trial->class->count; i++)
		if (trial->class->entrants[i].exercise == exercise)
			check_entrant(trial, i, students);
	if (strcmp(trial->class->exercises[exercise], CLASS_USUAL) == 0)
		check_replaced(trial, students);
	json_decref(root);
	program_release(&trial->graded[exercise]);
}

static void check(struct trial *trial)
{
	check_files(trial); /* before gradebooks are read, which leaves some beside them */
	for (size_t i = 0; i < trial->class->n_exercises; i++) {
		char database[128];
		snprintf(database, sizeof(database), "books/%s.db", trial->class->exercises[i]);
		check_exercise(trial, i);
		check_gradebook(trial, database);
	}
	if (in_course(trial)) {
		check_everywhere(trial);
		check_gradebook(trial, "books/course.db");
	}
	program_release(&trial->everywhere);
	folder_remove(&trial->folder);
	close(trial->watch);
}

static void check_processes(void)
{
	alarm(ORPHAN_SECONDS);
	while (waitpid(-1, NULL, 0) > 0)
		continue;
	alarm(0);
	if (errno != ECHILD)
		object_to(NULL, "a process is left running");
}

static void read_mounts(struct text *mounts)
{
	must(folder_read("/proc/self", "mountinfo", mounts), "mountinfo");
}

static void note_world(struct text *notes)
{
	read_mounts(notes);
	note_outside(notes);
}

/* ---- the table ---- */

static void add_row(struct text *text, const struct trial *trials, size_t index)
{
	text_add_format(text, "| `%s` |", trials[MODE_COUNT - 1].class->entrants[index].promise.name);
	for (size_t m = 0; m < MODE_COUNT; m++)
		text_add_format(text, " %s |", trials[m].verdicts[index][0] == '\0' ? "-" : trials[m].verdicts[index]);
	text_add(text, "\n");
}

static void make_table(struct text *text, const struct trial *trials)
{
	text_add(text, "| submission |");
	for (size_t m = 0; m < MODE_COUNT; m++)
		text_add_format(text, " %s |", modes[m].name);
	text_add(text, "\n| --- | --- | --- | --- |\n");
	for (size_t i = 0; i < trials[MODE_COUNT - 1].class->count; i++)
		add_row(text, trials, i);
}

/* Does a row of the README say what was seen? "-" on either side: nothing was. */
static bool row_agrees(const char *row, const char *seen)
{
	for (; *seen != '\n'; row += strcspn(row, "|\n") + 1, seen += strcspn(seen, "|\n") + 1) {
		size_t length = strcspn(seen, "|\n");
		bool unseen = length == 3 && strncmp(seen, " - ", 3) == 0;
		if (!unseen && (strcspn(row, "|\n") != length || strncmp(row, seen, length) != 0))
			return false;
		if (row[strcspn(row, "|\n")] != '|')
			return false;
	}
	return true;
}

static void check_table(const struct text *seen)
{
	TEXT_SCOPED struct text readme = {0};
	must(folder_read(TESTS_DIR, "hostile/README.md", &readme), "README.md");
	const char *begin = strstr(text_string(&readme), TABLE_BEGIN), *end = strstr(text_string(&readme), TABLE_END);
	if (begin == NULL || end == NULL) {
		object_to(NULL, "no table in tests/hostile/README.md");
		return;
	}
	for (const char *row = text_string(seen); *row != '\0'; row = strchr(row, '\n') + 1) {
		const size_t name = strcspn(row + 1, "|") + 2;
		const char *written = begin;
		while (written < end && strncmp(written, row, name) != 0)
			written = strchr(written, '\n') + 1;
		if (written >= end || !row_agrees(written, row))
			object_to(NULL, "tests/hostile/README.md (UPDATE_GOLDEN=1 rewrites it) does not say: %.*s",
				  (int)strcspn(row, "\n"), row);
	}
}

/* Rows that nobody makes any more show in their number. */
static void count_rows(const struct trial *trials)
{
	TEXT_SCOPED struct text readme = {0};
	size_t rows = 0, files = trials[MODE_COUNT - 1].class->count;
	must(folder_read(TESTS_DIR, "hostile/README.md", &readme), "README.md");
	const char *begin = strstr(text_string(&readme), TABLE_BEGIN), *end = strstr(text_string(&readme), TABLE_END);
	for (const char *row = begin; row != NULL && row < end; row = strchr(row, '\n') + 1)
		rows += strncmp(row, "| `", 3) == 0;
	if (rows < files || (rows > files && promise_is_for_here(&(struct promise){.machine = "x86_64"})))
		object_to(NULL, "tests/hostile/README.md has %zu rows, the corpus %zu", rows, files);
}

static void update_table(const struct text *seen)
{
	TEXT_SCOPED struct text readme = {0};
	TEXT_SCOPED struct text updated = {0};
	must(folder_read(TESTS_DIR, "hostile/README.md", &readme), "README.md");
	const char *begin = strstr(text_string(&readme), TABLE_BEGIN), *end = strstr(text_string(&readme), TABLE_END);
	must(begin != NULL && end != NULL, "no table to update");
	text_add_bytes(&updated, readme.data, (size_t)(begin + strlen(TABLE_BEGIN) - readme.data));
	text_add(&updated, text_string(seen));
	text_add(&updated, end);
	folder_write(TESTS_DIR, "hostile/README.md", text_string(&updated));
}

/* ---- the whole ---- */

static void run_all(struct trial *trials, const struct class *class, const char *self)
{
	pthread_t threads[MODE_COUNT];
	for (size_t m = 0; m < MODE_COUNT; m++) {
		trials[m] = (struct trial){.mode = &modes[m], .class = class, .self = self};
		if (geteuid() != 0 && modes[m].root)
			continue;
		prepare(&trials[m]);
		must(pthread_create(&threads[m], NULL, run, &trials[m]) == 0, "thread");
	}
	for (size_t m = 0; m < MODE_COUNT; m++)
		if (trials[m].folder != NULL)
			pthread_join(threads[m], NULL);
}

int main(int argc, char **argv)
{
	static struct class class;
	static struct trial trials[MODE_COUNT];
	TEXT_SCOPED struct text before = {0};
	TEXT_SCOPED struct text after = {0};
	TEXT_SCOPED struct text table = {0};
	if (argc > 3 && strcmp(argv[1], "--as") == 0)
		return become_somebody(argv + 2);
	must(prctl(PR_SET_CHILD_SUBREAPER, 1) == 0, "subreaper");
	class_list(&class);
	note_world(&before);
	char *self = realpath("/proc/self/exe", NULL);
	run_all(trials, &class, self);
	check_processes();
	note_world(&after);
	if (strcmp(text_string(&before), text_string(&after)) != 0)
		object_to(NULL, "other mounts or files than before: %s, %s", text_string(&before), text_string(&after));
	for (size_t m = 0; m < MODE_COUNT; m++)
		if (trials[m].folder != NULL)
			check(&trials[m]);
	make_table(&table, trials);
	fputs(text_string(&table), stdout);
	if (getenv("UPDATE_GOLDEN") != NULL && geteuid() == 0)
		update_table(&table);
	check_table(&table);
	count_rows(trials);
	printf("%zu submissions, %zu complaints\n", class.count, complaints);
	free(self);
	return complaints == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
