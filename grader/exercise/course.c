#include "exercise/course.h"

#include <stddef.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/file.h"
#include "core/text.h"
#include "exercise/moment.h"
#include "exercise/reader.h"
#include "exercise/source.h"

enum { TITLE_MAX_CHARACTERS = 100, ATTEMPTS_MAX = 1000, WEIGHT_MAX = 100, ROSTER_BYTES_MAX = 16 << 20 };

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* What is read, with the places of what must fit together. */
struct reading {
	struct policy policy;
	const struct node *due, *grace, *late, *end, *feedback;
	const char *roster;
	struct place roster_at;
};

/* ---- values --------------------------------------------------------------------------------------- */

static void read_due(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct reading *reading = target;
	reading->due = node;
	reading->policy.has_due = moment_read(reader, node, &reading->policy.due_at);
}

static void read_span(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	span_read(reader, node, key->name, (int64_t *)((char *)target + key->offset));
}

static void read_grace(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	((struct reading *)target)->grace = node;
	read_span(reader, node, key, target);
}

static void read_end(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	struct reading *reading = target;
	reading->end = node;
	reading->policy.has_end = span_read(reader, node, key->name, &reading->policy.end_s);
}

static void read_percent(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	percent_read(reader, node, key->name, (double *)((char *)target + key->offset));
}

/* Which of the names the node is; `count` after a complaint. */
static size_t read_name(struct reader *reader, const struct node *node, const char *what, const char *const *names,
			size_t count)
{
	size_t i = 0;
	const char *word = reader_string(reader, node);
	if (word == NULL)
		return count;
	while (i < count && strcmp(word, names[i]) != 0)
		i++;
	if (i == count)
		reader_error(reader, node->place, "no %s is called \"%.80s\"%s", what, word,
			     reader_choices(reader, word, names, count));
	return i;
}

static void read_counting(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	const size_t counting = read_name(reader, node, "way of counting", counting_names, COUNTING_COUNT);
	if (counting < COUNTING_COUNT)
		*(enum counting *)((char *)target + key->offset) = (enum counting)counting;
}

static void read_weight(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	struct number number;
	if (!reader_number(reader, node, &number))
		return;
	if (number.real >= 0 && number.real <= WEIGHT_MAX)
		*(double *)((char *)target + key->offset) = number.real;
	else
		reader_error(reader, node->place, "a weight is 0 to %d, not \"%s\"", WEIGHT_MAX, node->text);
}

#define WEIGHT(level) offsetof(struct policy, weights) + (level) * sizeof(double)

static const struct key weight_keys[] = {
	{"L1", false, read_weight, WEIGHT(1), 0, 0}, {"L2", false, read_weight, WEIGHT(2), 0, 0},
	{"L3", false, read_weight, WEIGHT(3), 0, 0}, {"L4", false, read_weight, WEIGHT(4), 0, 0},
	{"L5", false, read_weight, WEIGHT(5), 0, 0},
};

static void read_weights(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	reader_map(reader, node, weight_keys, COUNT_OF(weight_keys), &((struct reading *)target)->policy);
}

static void read_shown(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	unsigned shown = 0;
	if (node->kind != NODE_LIST) {
		reader_unfit(reader, node, "a list, like [public, hints],");
		return;
	}
	for (size_t i = 0; i < node->count; i++) {
		const struct node *name = node->entries[i].value;
		const size_t kind = read_name(reader, name, "kind of feedback", feedback_names, FEEDBACK_COUNT);
		if (kind < FEEDBACK_COUNT && (shown >> kind & 1) != 0)
			reader_error(reader, name->place, "\"%s\" stands twice under \"%s\"", name->text, key->name);
		shown |= kind < FEEDBACK_COUNT ? 1U << kind : 0;
	}
	*(unsigned *)((char *)target + key->offset) = shown;
}

static const struct key feedback_keys[] = {
	{"before", false, read_shown, offsetof(struct policy, feedback_before), 0, 0},
	{"after", false, read_shown, offsetof(struct policy, feedback_after), 0, 0},
};

static void read_feedback(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct reading *reading = target;
	reading->feedback = node;
	reader_map(reader, node, feedback_keys, COUNT_OF(feedback_keys), &reading->policy);
}

static const struct key late_keys[] = {
	{"per_day", false, read_percent, offsetof(struct reading, policy.per_day), 0, 0},
	{"at_most", false, read_percent, offsetof(struct reading, policy.at_most), 0, 0},
	{"no_later_than", false, read_end, 0, 0, 0},
};

static void read_late(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	((struct reading *)target)->late = node;
	reader_map(reader, node, late_keys, COUNT_OF(late_keys), target);
}

/* A path that does not begin with "/" starts at the folder of course.yaml. */
static void read_roster(struct reader *reader, const struct node *node, const struct key *key, void *target)
{
	(void)key;
	struct reading *reading = target;
	const char *path = reader_string(reader, node), *slash = strrchr(reader->path, '/');
	if (path == NULL)
		return;
	reading->roster_at = node->place;
	reading->roster =
		path[0] == '/' || slash == NULL
			? path
			: arena_format(reader->arena, "%.*s/%s", (int)(slash - reader->path), reader->path, path);
}

static const struct key course_keys[] = {
	{"title", true, reader_line, offsetof(struct reading, policy.title), 0, TITLE_MAX_CHARACTERS},
	{"due", false, read_due, 0, 0, 0},
	{"grace", false, read_grace, offsetof(struct reading, policy.grace_s), 0, 0},
	{"late", false, read_late, 0, 0, 0},
	{"counts", false, read_counting, offsetof(struct reading, policy.counting), 0, 0},
	{"attempts", false, reader_unsigned, offsetof(struct reading, policy.attempts), 1, ATTEMPTS_MAX},
	{"weights", false, read_weights, 0, 0, 0},
	{"feedback", false, read_feedback, 0, 0, 0},
	{"roster", false, read_roster, 0, 0, 0},
};

/* ---- the whole ------------------------------------------------------------------------------------ */

/* What only a due date gives a meaning. */
static void check_due(struct reader *reader, const struct reading *reading)
{
	const struct {
		const char *name;
		const struct node *node;
	} dependent[] = {{"grace", reading->grace}, {"late", reading->late}, {"feedback", reading->feedback}};
	for (size_t i = 0; i < COUNT_OF(dependent) && reading->due == NULL; i++)
		if (dependent[i].node != NULL)
			reader_error(reader, dependent[i].node->place, "\"%s\" belongs to \"due\", which is not there",
				     dependent[i].name);
}

static void check_end(struct reader *reader, const struct policy *policy, const struct node *end)
{
	if (policy->has_end && policy->end_s < policy->grace_s)
		reader_error(reader, end->place,
			     "\"no_later_than\" is \"%s\" after the due date, but the grace lasts longer", end->text);
}

static void check_weights(struct reader *reader, const struct policy *policy, const struct node *root)
{
	double sum = 0;
	for (int level = 1; level <= POLICY_LEVELS; level++)
		sum += policy_weight(policy, level);
	if (sum == 0)
		reader_error(reader, reader_find(root, "weights")->place, "no level weighs anything");
}

/* Changes whenever the same bytes are read as another roster, so that gradebooks do not keep what they had of them. */
static const char roster_reading[] = "2";

/*
 * Its faults are told of its own lines; whether it can be read, of the line that names it. It is read once: what is in
 * the hash is what is in the roster.
 */
static const struct roster *load_roster(struct reader *reader, const struct reading *reading, struct text *bytes)
{
	struct roster *roster = arena_alloc(reader->arena, sizeof(*roster));
	TEXT_SCOPED struct text data = {0}, why = {0};
	if (!file_read(reading->roster, ROSTER_BYTES_MAX, &data, &why))
		reader_error(reader, reading->roster_at, "%s", text_string(&why));
	else if (!roster_parse(reading->roster, &data, reader->arena, reader->diagnostics, roster))
		reader->errors++;
	text_add_bytes(bytes, text_string(&data), data.length);
	return roster;
}

static const struct course *parse(struct reader *reader, const char *data, size_t length, enum course_part part)
{
	struct reading reading = {.policy = policy_none()};
	struct course *course = arena_alloc(reader->arena, sizeof(*course));
	TEXT_SCOPED struct text bytes = {0};
	text_add_bytes(&bytes, data, length);
	const struct node *root = document_parse(reader, data, length);
	if (root == NULL || !reader_map(reader, root, course_keys, COUNT_OF(course_keys), &reading))
		return NULL;
	check_due(reader, &reading);
	check_end(reader, &reading.policy, reading.end);
	check_weights(reader, &reading.policy, root);
	course->policy = reading.policy;
	text_add_bytes(&bytes, "", 1); /* where the one ends and the other begins: YAML holds no NUL */
	if (reading.roster != NULL && part == COURSE_WHOLE) {
		text_add(&bytes, roster_reading);
		course->roster = load_roster(reader, &reading, &bytes);
	}
	course->hash = digest_of(bytes.data, bytes.length);
	return reader->errors == 0 ? course : NULL;
}

const struct course *course_load(const char *path, enum course_part part, struct arena *arena,
				 struct diagnostics *diagnostics)
{
	struct reader reader = {.arena = arena, .diagnostics = diagnostics, .path = arena_string(arena, path)};
	TEXT_SCOPED struct text data = {0};
	return source_read(&reader, &data) ? parse(&reader, text_string(&data), data.length, part) : NULL;
}

/* ---- finding it ----------------------------------------------------------------------------------- */

static bool is_level(const char *name)
{
	return name[0] == 'L' && name[1] >= '1' && name[1] <= '5' && name[2] == '-';
}

/* Cuts the path before the folder of a level; false if there is none on it. */
static bool cut_level(char *path)
{
	for (char *name = path, *slash; name != NULL; name = slash == NULL ? NULL : slash + 1) {
		if (is_level(name)) {
			*name = '\0';
			return true;
		}
		slash = strchr(name, '/');
	}
	return false;
}

const char *course_find(const char *path, struct arena *arena)
{
	static const char name[] = "course.yaml";
	struct stat status;
	const char *slash = strrchr(path, '/');
	if (strcmp(slash == NULL ? path : slash + 1, name) == 0)
		return path;
	char *folder = arena_format(arena, "%s%s", path, slash != NULL && slash[1] == '\0' ? "" : "/");
	if (!cut_level(folder) && stat(path, &status) == 0 && !S_ISDIR(status.st_mode))
		return NULL;
	const char *course = arena_format(arena, "%s%s", folder, name);
	return access(course, F_OK) == 0 ? course : NULL;
}
