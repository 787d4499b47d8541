#include "store/rules.h"

#include <string.h>

#include "core/list.h"
#include "core/roster.h"
#include "store/statement.h"

/* ---- writing ---- */

static void bind_optional(struct statement *insert, bool there, int64_t value)
{
	if (there)
		statement_bind_integer(insert, value);
	else
		statement_bind_null(insert);
}

static void add_names(struct text *text, unsigned feedback)
{
	for (size_t i = 0; i < FEEDBACK_COUNT; i++)
		if ((feedback >> i & 1) != 0)
			text_add_format(text, "%s%s", text->length > 0 ? " " : "", feedback_names[i]);
}

static bool write_policy(struct store *store, const struct run_record *run, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	TEXT_SCOPED struct text before = {0}, after = {0};
	const struct policy *policy = run->policy;
	add_names(&before, policy->feedback_before);
	add_names(&after, policy->feedback_after);
	statement_prepare(
		&insert, store,
		"INSERT INTO course (hash, title, due_at, grace_s, per_day, at_most, end_s, counting, attempts,"
		" feedback_before, feedback_after, has_roster) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
		" ON CONFLICT (hash) DO NOTHING");
	statement_bind_digest(&insert, &run->rules);
	statement_bind_string(&insert, policy->title);
	bind_optional(&insert, policy->has_due, policy->due_at);
	statement_bind_integer(&insert, policy->grace_s);
	statement_bind_real(&insert, policy->per_day);
	statement_bind_real(&insert, policy->at_most);
	bind_optional(&insert, policy->has_end, policy->end_s);
	statement_bind_string(&insert, counting_names[policy->counting]);
	statement_bind_integer(&insert, policy->attempts);
	statement_bind_string(&insert, text_string(&before));
	statement_bind_string(&insert, text_string(&after));
	statement_bind_integer(&insert, run->roster != NULL);
	return statement_run(&insert, why);
}

static bool write_weights(struct store *store, int64_t id, const struct policy *policy, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store, "INSERT INTO course_weight (course, level, weight) VALUES (?, ?, ?)");
	for (int level = 1; level <= POLICY_LEVELS; level++) {
		statement_bind_integer(&insert, id);
		statement_bind_integer(&insert, level);
		statement_bind_real(&insert, policy_weight(policy, level));
		if (!statement_run(&insert, why))
			return false;
	}
	return true;
}

static bool write_roster(struct store *store, int64_t id, const struct roster *roster, struct text *why)
{
	STATEMENT_SCOPED struct statement insert = {0};
	statement_prepare(&insert, store,
			  "INSERT INTO course_member (course, position, id, name, email, section)"
			  " VALUES (?, ?, ?, ?, ?, ?)");
	for (size_t i = 0; roster != NULL && i < roster->count; i++) {
		const struct roster_entry *entry = &roster->entries[i];
		statement_bind_integer(&insert, id);
		statement_bind_integer(&insert, (int64_t)i);
		statement_bind_string(&insert, entry->id);
		statement_bind_string(&insert, entry->name);
		statement_bind_string(&insert, entry->email);
		statement_bind_string(&insert, entry->section);
		if (!statement_run(&insert, why))
			return false;
	}
	return true;
}

static bool find(struct store *store, const struct digest *hash, int64_t *id, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT id FROM course WHERE hash = ?");
	statement_bind_digest(&ask, hash);
	*id = statement_row(&ask) ? statement_take_integer(&ask) : 0;
	return statement_well(&ask, why);
}

bool rules_write(struct store *store, const struct run_record *run, int64_t *id, struct text *why)
{
	*id = 0;
	if (run->policy == NULL)
		return true;
	if (!write_policy(store, run, why))
		return false;
	const bool known = sqlite3_changes(store->database) == 0;
	return find(store, &run->rules, id, why) &&
	       (known || (write_weights(store, *id, run->policy, why) && write_roster(store, *id, run->roster, why)));
}

/* ---- reading ---- */

/* Which of the names it is; damage if it is none. */
static size_t take_name(struct statement *ask, struct arena *arena, const char *const *names, size_t count)
{
	const char *name = statement_take_string(ask, arena);
	for (size_t i = 0; i < count; i++)
		if (strcmp(name, names[i]) == 0)
			return i;
	ask->code = SQLITE_CORRUPT;
	return 0;
}

static unsigned take_feedback(struct statement *ask, struct arena *arena)
{
	unsigned feedback = 0;
	const char *names = statement_take_string(ask, arena);
	for (size_t length; *names != '\0'; names += length + (names[length] == ' ')) {
		size_t i = 0;
		length = strcspn(names, " ");
		while (i < FEEDBACK_COUNT &&
		       (strlen(feedback_names[i]) != length || strncmp(names, feedback_names[i], length) != 0))
			i++;
		if (i == FEEDBACK_COUNT)
			ask->code = SQLITE_CORRUPT;
		else
			feedback |= 1U << i;
	}
	return feedback;
}

static int64_t take_optional(struct statement *ask, bool *there)
{
	*there = !statement_next_is_null(ask);
	if (*there)
		return statement_take_integer(ask);
	statement_skip(ask, 1);
	return 0;
}

static void take_policy(struct statement *ask, struct arena *arena, struct policy *policy)
{
	*policy = policy_none();
	policy->title = statement_take_string(ask, arena);
	policy->due_at = take_optional(ask, &policy->has_due);
	policy->grace_s = statement_take_integer(ask);
	policy->per_day = statement_take_real(ask);
	policy->at_most = statement_take_real(ask);
	policy->end_s = take_optional(ask, &policy->has_end);
	policy->counting = (enum counting)take_name(ask, arena, counting_names, COUNTING_COUNT);
	policy->attempts = (unsigned)statement_take_integer(ask);
	policy->feedback_before = take_feedback(ask, arena);
	policy->feedback_after = take_feedback(ask, arena);
}

static bool read_weights(struct store *store, int64_t id, struct policy *policy, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT level, weight FROM course_weight WHERE course = ?");
	statement_bind_integer(&ask, id);
	while (statement_row(&ask)) {
		const int64_t level = statement_take_integer(&ask);
		const double weight = statement_take_real(&ask);
		if (level >= 1 && level <= POLICY_LEVELS)
			policy->weights[level] = weight;
	}
	return statement_well(&ask, why);
}

static bool read_roster(struct store *store, int64_t id, struct arena *arena, struct course_record *course,
			struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	struct roster *roster = arena_alloc(arena, sizeof(*roster));
	struct roster_entry *list = NULL;
	statement_prepare(&ask, store,
			  "SELECT id, name, email, section FROM course_member WHERE course = ? ORDER BY position");
	statement_bind_integer(&ask, id);
	while (statement_row(&ask)) {
		list = list_extend(arena, list, roster->count, sizeof(*list));
		struct roster_entry *entry = &list[roster->count++];
		entry->id = statement_take_string(&ask, arena);
		entry->name = statement_take_string(&ask, arena);
		entry->email = statement_take_string(&ask, arena);
		entry->section = statement_take_string(&ask, arena);
	}
	roster->entries = list;
	roster_sort(roster, arena);
	course->roster = roster;
	return statement_well(&ask, why);
}

bool rules_read(struct store *store, int64_t run, struct arena *arena, struct course_record *course, struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	int64_t id = 0;
	bool has_roster = false;
	if (store->version < RULES_SINCE_VERSION)
		return true;
	struct policy *policy = arena_alloc(arena, sizeof(*policy));
	statement_prepare(&ask, store,
			  "SELECT course.id, has_roster, title, due_at, grace_s, per_day, at_most, end_s, counting,"
			  " attempts, feedback_before, feedback_after"
			  " FROM run JOIN course ON course.id = run.course WHERE run.id = ?");
	statement_bind_integer(&ask, run);
	if (statement_row(&ask)) {
		id = statement_take_integer(&ask);
		has_roster = statement_take_integer(&ask) != 0;
		take_policy(&ask, arena, policy);
		course->policy = policy;
	}
	return statement_well(&ask, why) && (id == 0 || read_weights(store, id, policy, why)) &&
	       (!has_roster || read_roster(store, id, arena, course, why));
}

bool rules_read_latest(struct store *store, struct arena *arena, struct course_record *course, int64_t *run,
		       struct text *why)
{
	STATEMENT_SCOPED struct statement ask = {0};
	statement_prepare(&ask, store, "SELECT id, sandbox FROM run ORDER BY id DESC LIMIT 1");
	*run = 0;
	if (statement_row(&ask)) {
		*run = statement_take_integer(&ask);
		course->sandbox = statement_take_string(&ask, arena);
	}
	return statement_well(&ask, why) && rules_read(store, *run, arena, course, why);
}
