/*
 * What an exercise that is looked at alone has to do with the others of its course: its id is its own, what it requires
 * is there and does not lead back to it.
 */
#include "exercise/exercise.h"

#include <glob.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/text.h"
#include "exercise/reader.h"
#include "exercise/source.h"

/* The exercises of a course, and the files that are none though they should be. */
struct course {
	char *folder;
	struct catalogue all;
	size_t n_unread;
	const char **unread; /* NULL among them: something that has no name */
};

/* ---- finding the course --------------------------------------------------------------------------- */

/* The folder that holds the folder of the level, or NULL if the path has none. */
static char *find_folder(const char *path, struct arena *arena)
{
	size_t length = SIZE_MAX;
	for (const char *name = path, *slash; (slash = strchr(name, '/')) != NULL; name = slash + 1) {
		const char *level = arena_copy(arena, name, (size_t)(slash - name) + 1);
		if (source_level(level) > 0)
			length = (size_t)(name - path);
	}
	char full[PATH_MAX];
	if (length == SIZE_MAX && path[0] != '/' && realpath(path, full) != NULL)
		return find_folder(full, arena);
	if (length == SIZE_MAX)
		return NULL;
	return length == 0 ? arena_string(arena, ".") : arena_copy(arena, path, length > 1 ? length - 1 : 1);
}

/* Is it about an exercise that could be loaded all the same, as an id that two have? */
static bool is_loaded(const struct catalogue *all, const char *file)
{
	for (size_t e = 0; e < all->count && file != NULL; e++)
		if (strcmp(all->exercises[e]->path, file) == 0)
			return true;
	return false;
}

/* Each file once: all errors of one come together. */
static void keep_unread(struct course *course, const struct diagnostics *known, struct arena *arena)
{
	course->unread = arena_array(arena, diagnostics_total(known), sizeof(char *));
	for (size_t i = 0; i < diagnostics_total(known); i++) {
		const struct diagnostic *fault = diagnostics_get(known, i);
		const char *file = fault->place.file;
		const char *last = course->n_unread > 0 ? course->unread[course->n_unread - 1] : NULL;
		if (fault->severity == SEVERITY_ERROR && !is_loaded(&course->all, file) &&
		    (file == NULL || last == NULL || strcmp(file, last) != 0))
			course->unread[course->n_unread++] = file == NULL ? NULL : arena_string(arena, file);
	}
}

static void load(struct course *course, struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *known = diagnostics_create();
	glob_t levels;
	if (glob(arena_format(arena, "%s/L[1-5]-*", course->folder), 0, NULL, &levels) == 0)
		catalogue_load((const char *const *)levels.gl_pathv, levels.gl_pathc, arena, known, &course->all);
	globfree(&levels);
	keep_unread(course, known, arena);
}

/* ---- checks --------------------------------------------------------------------------------------- */

static bool is_same_file(const char *a, const char *b)
{
	struct stat one, other;
	return stat(a, &one) == 0 && stat(b, &other) == 0 && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

static bool is_named(const struct catalogue *named, const char *path)
{
	for (size_t i = 0; i < named->count; i++)
		if (is_same_file(named->exercises[i]->path, path))
			return true;
	return false;
}

static void check_unique(const struct course *course, const struct exercise *exercise, const struct catalogue *named,
			 struct arena *arena, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < course->all.count; i++) {
		const struct exercise *other = course->all.exercises[i];
		if (strcmp(other->id, exercise->id) == 0 && !is_named(named, other->path))
			diagnostics_add(
				diagnostics, SEVERITY_ERROR, exercise->id_at, "duplicate id \"%s\", also in %s%s",
				exercise->id, other->path,
				catalogue_suggest_id(&course->all, course->n_unread == 0, exercise->level, arena));
	}
}

static const struct exercise *find(const struct course *course, const struct catalogue *named, const char *id)
{
	const struct exercise *found = catalogue_find(named, id);
	return found != NULL ? found : catalogue_find(&course->all, id);
}

static void check_requires(const struct course *course, const struct exercise *exercise, const struct catalogue *named,
			   struct arena *arena, struct diagnostics *diagnostics)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = exercise->path};
	const char **ids = arena_array(arena, course->all.count, sizeof(char *));
	for (size_t i = 0; i < course->all.count; i++)
		ids[i] = course->all.exercises[i]->id;
	for (size_t i = 0; i < exercise->n_requires; i++)
		if (find(course, named, exercise->requires[i]) == NULL)
			diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->requires_at[i],
					"no exercise \"%s\" to require%s", exercise->requires[i],
					reader_suggest(&reader, exercise->requires[i], ids, course -> all.count));
}

/* Adds the way back to `goal`, each in quotes, if there is one; `seen` are those that lead nowhere. */
static bool find_way(const struct course *course, const struct catalogue *named, const struct exercise *from,
		     const char *goal, const struct exercise **seen, struct text *way)
{
	if (strcmp(from->id, goal) == 0) {
		text_add_format(way, "\"%s\"", goal);
		return true;
	}
	for (size_t i = 0; i <= course->all.count + named->count; i++) {
		if (seen[i] == from)
			return false;
		if (seen[i] == NULL) {
			seen[i] = from;
			break;
		}
	}
	const size_t length = way->length;
	text_add_format(way, "\"%s\", ", from->id);
	for (size_t i = 0; i < from->n_requires; i++) {
		const struct exercise *next = find(course, named, from->requires[i]);
		if (next != NULL && find_way(course, named, next, goal, seen, way))
			return true;
	}
	way->length = length;
	way->data[length] = '\0';
	return false;
}

static void check_circles(const struct course *course, const struct exercise *exercise, const struct catalogue *named,
			  struct arena *arena, struct diagnostics *diagnostics)
{
	for (size_t i = 0; i < exercise->n_requires; i++) {
		TEXT_SCOPED struct text way = {0};
		const struct exercise **seen =
			arena_array(arena, course->all.count + named->count + 2, sizeof(struct exercise *));
		const struct exercise *next = find(course, named, exercise->requires[i]);
		if (next != NULL && find_way(course, named, next, exercise->id, seen, &way))
			diagnostics_add(diagnostics, SEVERITY_ERROR, exercise->requires_at[i],
					"requires goes in a circle: \"%s\", %s", exercise->id, text_string(&way));
	}
}

static void tell_unread(const struct course *course, const struct exercise *exercise, struct diagnostics *diagnostics)
{
	enum { NAMED_MAX = 5 };
	TEXT_SCOPED struct text names = {0};
	size_t count = 0;
	for (size_t i = 0; i < course->n_unread && count < NAMED_MAX; i++)
		if (course->unread[i] != NULL)
			text_add_format(&names, "%s\"%s\"", count++ > 0 ? ", " : "", course->unread[i]);
	if (count < course->n_unread)
		text_add_format(&names, "%s%zu more in \"%s\"", count > 0 ? " and " : "", course->n_unread - count,
				course->folder);
	diagnostics_add(
		diagnostics, SEVERITY_NOTE, exercise->place,
		"%s cannot be read, so whether another has its id, and whether those that it requires exist, was "
		"not checked in full: see what `grader lint %s` says",
		text_string(&names), course->n_unread == 1 && count == 1 ? course->unread[0] : course->folder);
}

static void check(const struct course *course, const struct exercise *exercise, const struct catalogue *named,
		  struct arena *arena, struct diagnostics *diagnostics)
{
	check_unique(course, exercise, named, arena, diagnostics);
	if (course->n_unread == 0)
		check_requires(course, exercise, named, arena, diagnostics);
	else
		tell_unread(course, exercise, diagnostics);
	if (named->count == 1) /* of several, those between them were found */
		check_circles(course, exercise, named, arena, diagnostics);
}

void catalogue_check_siblings(const char *const *paths, size_t n_paths, const struct catalogue *named,
			      struct arena *arena, struct diagnostics *diagnostics)
{
	struct course course = {0};
	for (size_t i = 0; i < n_paths; i++) {
		struct stat file;
		if (stat(paths[i], &file) != 0 || !S_ISREG(file.st_mode))
			continue;
		char *folder = find_folder(paths[i], arena);
		if (folder != NULL && (course.folder == NULL || strcmp(course.folder, folder) != 0)) {
			course = (struct course){.folder = folder};
			load(&course, arena);
		}
		for (size_t e = 0; e < named->count && folder != NULL; e++)
			if (strcmp(named->exercises[e]->path, paths[i]) == 0)
				check(&course, named->exercises[e], named, arena, diagnostics);
	}
}
