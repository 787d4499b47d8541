/*
 * All exercises of a run: found below the given paths, loaded, checked against each other, put in order.
 */
#include "exercise/exercise.h"

#include <ctype.h>
#include <errno.h>
#include <fts.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "core/file.h"
#include "core/list.h"
#include "core/text.h"
#include "exercise/reader.h"
#include "exercise/source.h"

struct collection {
	struct arena *arena;
	struct diagnostics *diagnostics;
	const struct exercise **exercises;
	size_t count;
	bool whole;   /* a directory that holds levels was named, so every exercise should be there */
	bool damaged; /* some file could not be loaded */
};

/* ---- finding files -------------------------------------------------------------------------------- */

static void add(struct collection *collection, const struct exercise *exercise)
{
	collection->exercises =
		list_extend(collection->arena, collection->exercises, collection->count, sizeof(struct exercise *));
	collection->exercises[collection->count++] = exercise;
}

/* A path named twice, or once itself and once by its directory, is one file. */
static bool is_loaded(const struct collection *collection, const struct stat *file)
{
	for (size_t i = 0; i < collection->count; i++) {
		struct stat other;
		if (stat(collection->exercises[i]->path, &other) == 0 && other.st_dev == file->st_dev &&
		    other.st_ino == file->st_ino)
			return true;
	}
	return false;
}

static void load(struct collection *collection, const char *path)
{
	const struct exercise *exercise = exercise_load(path, collection->arena, collection->diagnostics);
	if (exercise != NULL)
		add(collection, exercise);
	collection->damaged = collection->damaged || exercise == NULL;
}

static bool ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), wanted = strlen(end);
	return length > wanted && strcasecmp(name + length - wanted, end) == 0;
}

static bool is_course(const char *name)
{
	return strcmp(name, "course.yaml") == 0;
}

/* Would a person take it for an exercise? */
static bool seems_exercise(const char *name)
{
	return name[0] != '.' && !is_course(name) && (ends_with(name, ".yaml") || ends_with(name, ".yml"));
}

/* Is it one to us? Only as it is documented, in small letters. */
static bool is_exercise(const char *name)
{
	return seems_exercise(name) && strcmp(strrchr(name, '.'), ".yaml") == 0;
}

/* Nobody should believe that what was passed over was read. */
static void warn(struct collection *collection, const FTSENT *entry, const char *message)
{
	struct place place = {entry->fts_path, 0, 0};
	if (entry->fts_level != FTS_ROOTLEVEL && seems_exercise(entry->fts_name))
		diagnostics_add(collection->diagnostics, SEVERITY_WARNING, place, "%s",
				is_exercise(entry->fts_name) ? message : "not read, exercises are called \"*.yaml\"");
}

static void visit_directory(struct collection *collection, FTS *tree, FTSENT *entry)
{
	struct place place = {entry->fts_path, 0, 0};
	if (entry->fts_level == FTS_ROOTLEVEL)
		return;
	if (entry->fts_name[0] == '.')
		fts_set(tree, entry, FTS_SKIP);
	else if (seems_exercise(entry->fts_name))
		diagnostics_add(collection->diagnostics, SEVERITY_WARNING, place,
				"a directory is no exercise; the exercises in it are read");
}

/* The rules of the course are read by themselves, if they are where they belong. */
static void visit_course(struct collection *collection, const FTSENT *entry)
{
	struct place place = {entry->fts_path, 0, 0};
	if (source_level(entry->fts_path) != 0)
		diagnostics_add(collection->diagnostics, SEVERITY_WARNING, place,
				"not read, the rules of a course lie beside the folders of its levels");
}

static void visit_file(struct collection *collection, const FTSENT *entry)
{
	bool wanted = entry->fts_level == FTS_ROOTLEVEL || is_exercise(entry->fts_name);
	if (is_course(entry->fts_name))
		visit_course(collection, entry);
	else if (!wanted)
		warn(collection, entry, "not read");
	else if (!is_loaded(collection, entry->fts_statp))
		load(collection, entry->fts_accpath);
}

/* Why a link leads nowhere; fts does not say. */
static const char *explain_link(const FTSENT *entry)
{
	struct stat status;
	if (stat(entry->fts_accpath, &status) == 0)
		return "a link that changes"; /* it leads somewhere now */
	return errno == ENOENT ? "a link to what is not there" : file_error(errno);
}

static void visit_fault(struct collection *collection, const FTSENT *entry)
{
	struct place place = {entry->fts_path, 0, 0};
	const char *message = entry->fts_info == FTS_DC	      ? "a directory that contains itself"
			      : entry->fts_info == FTS_SLNONE ? explain_link(entry)
							      : file_error(entry->fts_errno);
	diagnostics_add(collection->diagnostics, SEVERITY_ERROR, place, "cannot be read: %s", message);
	collection->damaged = true;
}

static void visit_entry(struct collection *collection, FTS *tree, FTSENT *entry)
{
	bool named = entry->fts_level == FTS_ROOTLEVEL;
	switch (entry->fts_info) {
	case FTS_D:
		visit_directory(collection, tree, entry);
		break;
	case FTS_DP:
		break;
	case FTS_F:
		visit_file(collection, entry);
		break;
	case FTS_DEFAULT: /* a pipe, say: only if it was asked for */
		if (named)
			load(collection, entry->fts_accpath);
		else
			warn(collection, entry, "not read, it is no regular file");
		break;
	case FTS_SLNONE:
		if (named || is_exercise(entry->fts_name))
			visit_fault(collection, entry);
		else
			warn(collection, entry, "not read");
		break;
	default:
		visit_fault(collection, entry);
	}
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

static void close_tree(FTS **tree)
{
	if (*tree != NULL)
		fts_close(*tree);
}

static void complain_unread(struct collection *collection, const char *path, int error)
{
	diagnostics_add(collection->diagnostics, SEVERITY_ERROR, (struct place){0}, "\"%s\" cannot be read: %s", path,
			file_error(error));
	collection->damaged = true;
}

static void walk(struct collection *collection, const char *path)
{
	char *root = arena_string(collection->arena, path);
	char *roots[] = {root, NULL};
	__attribute__((cleanup(close_tree))) FTS *tree = fts_open(roots, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	if (tree == NULL) {
		complain_unread(collection, path, errno);
		return;
	}
	errno = 0;
	for (FTSENT *entry; (entry = fts_read(tree)) != NULL; errno = 0) {
		bool is_root = entry->fts_level == FTS_ROOTLEVEL && entry->fts_info == FTS_D;
		TEXT_SCOPED struct text inside = {0};
		text_add_format(&inside, "%s/", path);
		collection->whole = collection->whole || (is_root && source_level(text_string(&inside)) == 0);
		visit_entry(collection, tree, entry);
	}
	if (errno != 0)
		complain_unread(collection, path, errno);
}

/* ---- order ---------------------------------------------------------------------------------------- */

/* Runs of digits compare as numbers: L2.9 comes before L2.10. */
static int compare_ids(const char *a, const char *b)
{
	while (*a != '\0' && *b != '\0') {
		if (!isdigit((unsigned char)*a) || !isdigit((unsigned char)*b)) {
			if (*a != *b)
				return (unsigned char)*a - (unsigned char)*b;
			a++;
			b++;
			continue;
		}
		a += strspn(a, "0");
		b += strspn(b, "0");
		size_t a_digits = strspn(a, "0123456789"), b_digits = strspn(b, "0123456789");
		if (a_digits != b_digits)
			return a_digits < b_digits ? -1 : 1;
		int order = memcmp(a, b, a_digits);
		if (order != 0)
			return order;
		a += a_digits;
		b += b_digits;
	}
	return (unsigned char)*a - (unsigned char)*b;
}

static int compare(const void *left, const void *right)
{
	const struct exercise *a = *(const struct exercise *const *)left, *b = *(const struct exercise *const *)right;
	int order = a->level != b->level ? a->level - b->level : compare_ids(a->id, b->id);
	return order != 0 ? order : strcmp(a->id, b->id);
}

/* ---- checks --------------------------------------------------------------------------------------- */

/* Complains about a place in a file that was loaded before others. */
static void complain(const struct collection *collection, const struct exercise *exercise, struct place place,
		     const char *message)
{
	struct reader reader = {
		.arena = collection->arena, .diagnostics = collection->diagnostics, .path = exercise->path};
	TEXT_SCOPED struct text data = {0};
	if (source_read(&reader, &data))
		diagnostics_quote(collection->diagnostics, exercise->path, text_string(&data), data.length);
	diagnostics_add(collection->diagnostics, SEVERITY_ERROR, place, "%s", message);
}

static const char *find_free_id(const struct catalogue *catalogue, int level, struct arena *arena)
{
	for (size_t number = 1;; number++) {
		const char *id = arena_format(arena, "L%d.%zu", level, number);
		if (catalogue_find(catalogue, id) == NULL)
			return id;
	}
}

const char *catalogue_suggest_id(const struct catalogue *catalogue, bool whole, int level, struct arena *arena)
{
	return whole ? arena_format(arena, "; \"%s\" is free", find_free_id(catalogue, level, arena)) : "";
}

static bool is_whole(const struct collection *collection)
{
	return collection->whole && !collection->damaged;
}

static void check_unique(const struct collection *collection, const struct exercise *exercise, size_t index)
{
	for (size_t i = 0; i < index; i++) {
		const struct exercise *other = collection->exercises[i];
		if (strcmp(other->id, exercise->id) != 0)
			continue;
		complain(
			collection, exercise, exercise->id_at,
			arena_format(collection->arena, "duplicate id \"%s\", first in %s%s", exercise->id, other->path,
				     catalogue_suggest_id(&(struct catalogue){collection->count, collection->exercises},
							  is_whole(collection), exercise->level, collection->arena)));
		return;
	}
}

static const struct exercise *find(const struct collection *collection, const char *id)
{
	return catalogue_find(&(struct catalogue){collection->count, collection->exercises}, id);
}

/* What is required may also be in a file that does not load, or in one that was not asked for. */
static void check_requires(const struct collection *collection, const struct exercise *exercise)
{
	for (size_t i = 0; i < exercise->n_requires && is_whole(collection); i++) {
		const char *id = exercise->requires[i];
		if (find(collection, id) != NULL)
			continue;
		const char **ids = arena_array(collection->arena, collection->count, sizeof(char *));
		for (size_t k = 0; k < collection->count; k++)
			ids[k] = collection->exercises[k]->id;
		struct reader reader = {
			.arena = collection->arena, .diagnostics = collection->diagnostics, .path = exercise->path};
		complain(collection, exercise, exercise->requires_at[i],
			 arena_format(collection->arena, "no exercise \"%s\" to require%s", id,
				      reader_suggest(&reader, id, ids, collection->count)));
	}
}

/* Exercises on the way from one to those that it requires, to those that they require, and so on. */
struct trail {
	const struct trail *before;
	const struct exercise *exercise;
};

static void write_trail(struct text *text, const struct trail *trail, const struct exercise *first)
{
	if (trail->exercise != first)
		write_trail(text, trail->before, first);
	text_add_format(text, "\"%s\", ", trail->exercise->id);
}

/* What was followed to its end needs no second visit, so every circle is found once. */
static void follow(const struct collection *collection, const struct exercise *exercise, const struct trail *before,
		   bool *done)
{
	struct trail trail = {before, exercise};
	for (size_t i = 0; i < exercise->n_requires; i++) {
		const struct exercise *next = find(collection, exercise->requires[i]);
		const struct trail *seen = &trail;
		size_t index = 0;
		if (next == NULL)
			continue; /* said elsewhere */
		while (seen != NULL && seen->exercise != next)
			seen = seen->before;
		while (index < collection->count && collection->exercises[index] != next)
			index++;
		if (seen != NULL) {
			TEXT_SCOPED struct text text = {0};
			write_trail(&text, &trail, next);
			text_add_format(&text, "\"%s\"", next->id);
			complain(collection, exercise, exercise->requires_at[i],
				 arena_format(collection->arena, "requires goes in a circle: %s", text_string(&text)));
		} else if (index < collection->count && !done[index]) {
			follow(collection, next, &trail, done);
		}
	}
	for (size_t k = 0; k < collection->count; k++)
		done[k] = done[k] || collection->exercises[k] == exercise;
}

bool catalogue_load(const char *const *paths, size_t n_paths, struct arena *arena, struct diagnostics *diagnostics,
		    struct catalogue *catalogue)
{
	size_t before = diagnostics_count(diagnostics, SEVERITY_ERROR);
	struct collection collection = {.arena = arena, .diagnostics = diagnostics};
	for (size_t i = 0; i < n_paths; i++)
		walk(&collection, paths[i]);
	if (collection.count > 0)
		qsort(collection.exercises, collection.count, sizeof(struct exercise *), compare);
	bool *done = arena_array(arena, collection.count, sizeof(bool));
	for (size_t i = 0; i < collection.count; i++) {
		check_unique(&collection, collection.exercises[i], i);
		check_requires(&collection, collection.exercises[i]);
		if (!done[i])
			follow(&collection, collection.exercises[i], NULL, done);
	}
	*catalogue = (struct catalogue){collection.count, collection.exercises};
	return diagnostics_count(diagnostics, SEVERITY_ERROR) == before;
}

const struct exercise *catalogue_find(const struct catalogue *catalogue, const char *id)
{
	for (size_t i = 0; i < catalogue->count; i++)
		if (strcmp(catalogue->exercises[i]->id, id) == 0)
			return catalogue->exercises[i];
	return NULL;
}
