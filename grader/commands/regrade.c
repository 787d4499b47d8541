/*
 * grader regrade: grades again what counts, where it was graded by another exercise, reference or secret than
 * today's, and says what that changes. The results of before are read from the gradebook, those of today are
 * compared in memory, so that --dry-run differs from the real thing in one point: it has the gradebook open for
 * reading only.
 *
 * A regrade is stored whole or not at all. Scores are those of the latest run; a run that some of the class took
 * no part in would leave the others without a score. So before it begins, every hand-in is looked for, as a file and in
 * the gradebook: one of which nobody has the bytes, or that is left out by the paths given, keeps all as it is.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/hand_in.h"
#include "commands/kept.h"
#include "commands/regraded.h"
#include "commands/run.h"
#include "commands/setting.h"
#include "core/roster.h"
#include "grading/crew.h"

/* Of an attempt in an exercise; each NULL if there is none. */
struct scores {
	const struct scored_record *counted; /* until now */
	const struct scored_record *former;  /* the latest that is stored beside that of today */
	const struct scored_record *today;
};

/* A student's attempt that counts. */
struct entry {
	struct receipts receipts;
	enum regraded_state state;
	bool outside;	       /* of the paths given */
	bool stale;	       /* its score is not of today */
	bool wanting;	       /* and there are exercises to run */
	struct scores *scores; /* by exercise */
	size_t n_former;
	const struct scored_record **former; /* in exercises that are none any more, the latest of each */
};

struct session {
	const struct options *options;
	struct arena *arena;
	const struct course *course;
	struct store *store;
	const struct exam *exam;
	struct sandbox_options sandbox;
	size_t count;
	struct entry *entries;
	struct job *jobs; /* of the entries that want to be run, */
	size_t *owners;	  /* and which entries these are */
	size_t n_jobs;
	int64_t run_id;
	bool storing;
	struct text why;
};

/* ---- what is stored ---- */

static bool is_of_today(const struct session *session, size_t exercise, const struct result_record *result)
{
	return digest_equal(&result->exercise, &session->exam->records[exercise].hash) &&
	       digest_equal(&result->reference, &session->exam->reference) &&
	       digest_equal(&result->secret_id, &session->exam->secret_id) &&
	       strcmp(result->sandbox, sandbox_mode_name(session->sandbox.mode)) == 0;
}

static int64_t counted_id(const struct receipts *receipts, const char *exercise_id)
{
	for (size_t i = 0; i < receipts->count; i++)
		if (strcmp(receipts->receipts[i].exercise_id, exercise_id) == 0)
			return receipts->receipts[i].id;
	return 0;
}

static bool read_exercise(struct session *session, struct entry *entry, size_t exercise)
{
	const char *id = session->exam->records[exercise].id;
	const int64_t counted = counted_id(&entry->receipts, id);
	const struct scored_record *list;
	size_t count;
	if (!store_scored(session->store, &entry->receipts.submission, id, session->arena, &list, &count,
			  &session->why))
		return false;
	for (size_t i = 0; i < count; i++) {
		if (is_of_today(session, exercise, &list[i].result))
			entry->scores[exercise].today = &list[i];
		else if (entry->scores[exercise].former == NULL)
			entry->scores[exercise].former = &list[i];
		if (list[i].result.id == counted)
			entry->scores[exercise].counted = &list[i];
	}
	entry->wanting |= entry->scores[exercise].today == NULL;
	entry->stale |= entry->scores[exercise].today == NULL ||
			entry->scores[exercise].counted != entry->scores[exercise].today;
	return true;
}

static bool is_outside(const struct options *options, const char *path)
{
	for (size_t i = 0; i < options->n_operands; i++)
		if (hand_in_covers(options->operands[i], path))
			return false;
	return options->n_operands > 0;
}

static bool is_exercise(const struct session *session, const char *id)
{
	for (size_t i = 0; i < session->exam->n_exercises; i++)
		if (strcmp(session->exam->records[i].id, id) == 0)
			return true;
	return false;
}

/* Did an exercise count that is none any more? Nothing is to be run for it, but the score is another. */
static bool has_dropped(const struct session *session, const struct entry *entry)
{
	for (size_t i = 0; i < entry->receipts.count; i++)
		if (entry->receipts.receipts[i].id != 0 &&
		    !is_exercise(session, entry->receipts.receipts[i].exercise_id))
			return true;
	return false;
}

/* What the submission won in exercises that are none any more, be it long ago. */
static bool read_former(struct session *session, struct entry *entry)
{
	const char *const *ids;
	size_t n_ids, count;
	if (!store_scored_ids(session->store, &entry->receipts.submission, session->arena, &ids, &n_ids, &session->why))
		return false;
	entry->former = arena_array(session->arena, n_ids, sizeof(struct scored_record *));
	for (size_t i = 0; i < n_ids; i++) {
		const struct scored_record *list;
		if (is_exercise(session, ids[i]))
			continue;
		if (!store_scored(session->store, &entry->receipts.submission, ids[i], session->arena, &list, &count,
				  &session->why))
			return false;
		if (count > 0)
			entry->former[entry->n_former++] = list;
	}
	return true;
}

static bool read_entry(struct session *session, struct entry *entry)
{
	const size_t n = session->exam->n_exercises;
	entry->stale = has_dropped(session, entry);
	entry->outside = is_outside(session->options, entry->receipts.path);
	entry->scores = arena_array(session->arena, n, sizeof(*entry->scores));
	for (size_t i = 0; i < n; i++)
		if (!read_exercise(session, entry, i))
			return false;
	return read_former(session, entry);
}

/* What was rejected depends on no exercise, and stays rejected. */
static bool read_entries(struct session *session, const struct course_record *course)
{
	session->entries = arena_array(session->arena, course->n_students, sizeof(*session->entries));
	for (size_t i = 0; i < course->n_students; i++) {
		struct entry *entry = &session->entries[session->count];
		bool found;
		*entry = (struct entry){0};
		if (!store_receipts(session->store, course->students[i].name, session->arena, &entry->receipts, &found,
				    &session->why))
			return false;
		if (!found || entry->receipts.verdict != VERDICT_GRADED)
			continue;
		session->count++;
		if (!read_entry(session, entry))
			return false;
	}
	return true;
}

/* ---- the files ---- */

/* What could not be looked at by a fault of ours is tried once more, and the fault said, when it is its turn. */
static bool is_there(const struct session *session, const struct receipts *receipts)
{
	struct submission submission;
	TEXT_SCOPED struct text why = {0};
	const enum kept kept = kept_open(session->store, receipts->path, &receipts->submission, &submission, &why);
	submission_close(&submission);
	return kept != KEPT_NOWHERE || submission.harness_fault;
}

/* Makes jobs of what is to be run; counts what cannot be, and what is left out. */
static void find_files(struct session *session, size_t *missing, size_t *left_out)
{
	session->jobs = arena_array(session->arena, session->count, sizeof(*session->jobs));
	session->owners = arena_array(session->arena, session->count, sizeof(*session->owners));
	*missing = *left_out = 0;
	for (size_t i = 0; i < session->count; i++) {
		struct entry *entry = &session->entries[i];
		if (!entry->wanting)
			continue;
		if (entry->outside) {
			++*left_out;
		} else if (!is_there(session, &entry->receipts)) {
			++*missing;
			entry->state = REGRADED_NOT_FOUND;
		} else {
			session->owners[session->n_jobs] = i;
			session->jobs[session->n_jobs++] =
				(struct job){.path = entry->receipts.path, .student = entry->receipts.student};
		}
	}
}

/* ---- the crew's customer ---- */

static bool open_kept(void *context, size_t index, struct submission *submission, struct text *reason)
{
	const struct session *session = context;
	const struct receipts *receipts = &session->entries[session->owners[index]].receipts;
	return kept_open(session->store, receipts->path, &receipts->submission, submission, reason) != KEPT_NOWHERE;
}

static bool wants(void *context, size_t index, const struct digest *submission, bool *wanted)
{
	struct session *session = context;
	const struct entry *entry = &session->entries[session->owners[index]];
	const bool same = digest_equal(submission, &entry->receipts.submission);
	for (size_t i = 0; i < session->exam->n_exercises; i++)
		wanted[i] = same && entry->scores[i].today == NULL;
	return same;
}

/* A copy that outlives the job, as store_scored would read it. */
static struct scored_record *copy(struct arena *arena, const struct result_record *result)
{
	struct scored_record *scored = arena_alloc(arena, sizeof(*scored));
	struct group_record *groups = arena_array(arena, result->n_groups, sizeof(*groups));
	for (size_t i = 0; i < result->n_groups; i++) {
		const struct group_record *from = &result->groups[i];
		groups[i] = (struct group_record){
			.name = arena_string(arena, from->name),
			.is_public = from->is_public,
			.worth = from->worth,
			.repetitions = from->repetitions,
			.passed = from->passed,
			.verdict = from->verdict,
		};
	}
	struct rung_record *rungs = arena_array(arena, result->speed.n_rungs, sizeof(*rungs));
	for (size_t i = 0; i < result->speed.n_rungs; i++)
		rungs[i] = result->speed.rungs[i];
	scored->grader_version = GRADER_VERSION;
	scored->result = (struct result_record){
		.exercise = result->exercise,
		.reference = result->reference,
		.secret_id = result->secret_id,
		.sandbox = arena_string(arena, result->sandbox),
		.verdict = result->verdict,
		.points = result->points,
		.won = result->won,
		.n_groups = result->n_groups,
		.groups = groups,
		.speed = {result->speed.ratio, "", result->speed.n_rungs, rungs},
	};
	return scored;
}

static void take(struct session *session, struct entry *entry, const struct graded *graded)
{
	for (size_t i = 0; i < session->exam->n_exercises; i++) {
		for (size_t r = 0; r < graded->n_results && entry->scores[i].today == NULL; r++)
			if (graded->results[r].verdict != VERDICT_HARNESS_FAULT &&
			    strcmp(graded->results[r].exercise_id, session->exam->records[i].id) == 0)
				entry->scores[i].today = copy(session->arena, &graded->results[r]);
		if (entry->scores[i].today == NULL)
			entry->state = REGRADED_FAULT;
	}
	if (entry->state == REGRADED_FAULT)
		complain("\"%s\": could not be graded again", entry->receipts.path);
}

/* It is not the student who failed, and the exercises that changed have no score until it is tried again. */
static bool keep_fault(struct session *session, const struct entry *entry, const char *reason)
{
	const struct fault_record fault = {
		.path = entry->receipts.path,
		.reason = reason,
		.was_read = true,
		.submission = entry->receipts.submission,
	};
	return !session->storing || store_add_fault_of_known(session->store, session->run_id, entry->receipts.student,
							     &fault, &session->why);
}

static bool take_result(void *context, const struct job_done *done)
{
	struct session *session = context;
	struct entry *entry = &session->entries[session->owners[done->index]];
	const struct graded *graded = &done->graded;
	if (graded->verdict == VERDICT_REJECTED && !digest_equal(&done->submission, &entry->receipts.submission)) {
		entry->state = REGRADED_NOT_FOUND; /* since it was looked for */
		return true;
	}
	if (graded->verdict != VERDICT_GRADED) {
		entry->state = REGRADED_FAULT;
		if (!done->unstarted)
			complain("\"%s\": %s", entry->receipts.path, graded->reason);
		return keep_fault(session, entry, graded->reason);
	}
	take(session, entry, graded);
	if (!session->storing)
		return true;
	return store_keep_content(session->store, &done->submission, done->data, done->submission_bytes,
				  &session->why) &&
	       store_add_results(session->store, session->run_id, &done->submission, graded->n_results, graded->results,
				 &session->why) &&
	       (entry->state == REGRADED_FAULT
			? keep_fault(session, entry, "some exercises could not be graded")
			: store_settle_fault(session->store, entry->receipts.student, &session->why));
}

/* ---- what changes ---- */

/* Exercises that counted and are none any more. */
static size_t compare_dropped(struct session *session, const struct entry *entry, struct comparison *list)
{
	size_t count = 0;
	for (size_t i = 0; i < entry->receipts.count; i++) {
		const struct receipt_record *receipt = &entry->receipts.receipts[i];
		if (receipt->id == 0 || is_exercise(session, receipt->exercise_id))
			continue;
		struct scored_record *before = arena_alloc(session->arena, sizeof(*before));
		before->grader_version = receipt->grader_version;
		before->result = (struct result_record){
			.exercise = receipt->exercise,
			.reference = entry->receipts.reference,
			.secret_id = entry->receipts.secret_id,
			.sandbox = entry->receipts.sandbox,
			.verdict = receipt->verdict,
			.points = receipt->points,
			.won = receipt->won,
		};
		list[count++] = comparison_make(receipt->exercise_id, before, NULL, session->arena);
	}
	return count;
}

static size_t compare_former(struct session *session, const struct entry *entry, struct comparison *list)
{
	for (size_t i = 0; i < entry->n_former; i++)
		list[i] = comparison_make(entry->former[i]->result.exercise_id, entry->former[i], NULL, session->arena);
	return entry->n_former;
}

/* A regrade that was stopped left students without a score: what was stored before that counts as theirs. */
static struct regraded_student compare(struct session *session, const struct entry *entry, bool last)
{
	const size_t n = session->exam->n_exercises;
	struct comparison *list =
		arena_array(session->arena, n + entry->receipts.count + entry->n_former, sizeof(*list));
	struct regraded_student student = {
		.name = entry->receipts.student,
		.path = entry->receipts.path,
		.submission = entry->receipts.submission,
		.state = entry->state,
		.comparisons = list,
	};
	if (entry->state != REGRADED_COMPARED)
		return student;
	for (size_t i = 0; i < n; i++) {
		const struct scored_record *before = entry->scores[i].counted;
		if (before == NULL || (last && entry->scores[i].former != NULL))
			before = entry->scores[i].former;
		list[i] = comparison_make(session->exam->records[i].id, before, entry->scores[i].today, session->arena);
	}
	student.n_comparisons =
		n + (last ? compare_former(session, entry, list + n) : compare_dropped(session, entry, list + n));
	return student;
}

static int conclude(struct session *session, bool last, const char *why_not)
{
	struct regraded_student *students = arena_array(session->arena, session->count, sizeof(*students));
	struct regraded regraded = {
		.is_last = last, .stored = session->storing, .why_not = why_not, .students = students};
	for (size_t i = 0; i < session->count; i++)
		if (!session->entries[i].outside)
			students[regraded.count++] = compare(session, &session->entries[i], last);
	if (session->options->json)
		regraded_print_json(&regraded, session->options->dry_run);
	else
		regraded_print(&session->options->terminal, &regraded, session->options->explain);
	const struct regraded_count count = regraded_count(&regraded);
	if (count.faults > 0)
		return EXIT_HARNESS;
	return count.changed + count.not_found > 0 ? EXIT_FINDINGS : EXIT_WELL;
}

/* ---- the whole ---- */

/* Does each path given lead to somebody? */
static bool paths_lead_somewhere(const struct session *session)
{
	const struct options *options = session->options;
	for (size_t i = 0; i < options->n_operands; i++) {
		bool any = false;
		for (size_t e = 0; e < session->count; e++)
			any |= hand_in_covers(options->operands[i], session->entries[e].receipts.path);
		if (!any) {
			complain("no submission that counts was handed in as or below \"%s\"", options->operands[i]);
			return false;
		}
	}
	return true;
}

static const char *find_hindrance(const struct session *session, size_t missing, size_t left_out)
{
	if (session->options->dry_run)
		return "--dry-run";
	if (missing > 0)
		return arena_format(session->arena,
				    "it is all of the class or nobody, and %zu submission%s not found; put %s back",
				    missing, missing == 1 ? " is" : "s are", missing == 1 ? "it" : "them");
	if (left_out > 0)
		return arena_format(session->arena,
				    "it is all of the class or nobody, and %zu submission%s elsewhere; name no path",
				    left_out, left_out == 1 ? " lies" : "s lie");
	return "";
}

static bool any_stale(const struct session *session)
{
	for (size_t i = 0; i < session->count; i++)
		if (session->entries[i].stale)
			return true;
	return false;
}

static int regrade(struct session *session)
{
	const struct crew_customer customer = {
		.context = session, .wants = wants, .done = take_result, .open = open_kept};
	const volatile sig_atomic_t never =
		0; /* a signal stops at once: what is stored stays, the rest is done next time */
	size_t missing, left_out;
	TEXT_SCOPED struct text why = {0};
	if (!any_stale(session))
		return conclude(session, session->options->explain, "");
	find_files(session, &missing, &left_out);
	const char *hindrance = find_hindrance(session, missing, left_out);
	session->storing = hindrance[0] == '\0';
	if (session->storing && !run_begin(session->store, session->exam, session->course, session->sandbox.mode,
					   session->arena, &session->run_id, &session->why))
		return complain_of(&session->why);
	if (session->n_jobs > 0 && !crew_grade(session->exam, &session->sandbox, session->jobs, session->n_jobs,
					       session->options->jobs, &never, &customer, &why))
		return complain_of(&why);
	if (session->why.length > 0)
		return complain_of(&session->why);
	return conclude(session, false, hindrance);
}

/* The kind of sandbox that the class was graded in: another would be a change of its own. */
static void choose_sandbox(struct session *session, const struct course_record *course)
{
	static const enum sandbox_mode modes[] = {SANDBOX_BUBBLEWRAP, SANDBOX_LANDLOCK};
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (course->sandbox != NULL && strcmp(course->sandbox, sandbox_mode_name(modes[i])) == 0)
			session->sandbox.mode = modes[i];
}

static int prepare_and_regrade(struct session *session, const struct catalogue *catalogue)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct course_record course;
	struct secret secret;
	if (!store_scores(session->store, session->arena, &course, &session->why))
		return complain_of(&session->why);
	choose_sandbox(session, &course);
	store_secret(session->store, secret.bytes);
	struct exam *exam = exam_prepare(catalogue, &secret, EXAM_ALL_GROUPS, session->arena, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (exam == NULL)
		return EXIT_USAGE;
	session->exam = exam;
	int status = !read_entries(session, &course)  ? complain_of(&session->why)
		     : !paths_lead_somewhere(session) ? EXIT_USAGE
						      : regrade(session);
	exam_release(exam);
	return status;
}

int command_regrade(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	struct session session = {.options = options, .arena = arena};
	struct catalogue catalogue;
	int status = setting_catalogue(options, arena, &catalogue);
	if (status < 0)
		status = setting_course(options, COURSE_WHOLE, arena, &session.course);
	if (status < 0)
		status = setting_sandbox(options, arena, &session.sandbox);
	if (status >= 0)
		return status;
	/* For reading first: a gradebook that is not there is not to be made. */
	session.store = store_open(options->database, STORE_READ, &session.why);
	if (session.store != NULL && !options->dry_run) {
		store_close(session.store);
		session.store = store_open(options->database, STORE_WRITE, &session.why);
	}
	status = session.store == NULL ? complain_of(&session.why) : prepare_and_regrade(&session, &catalogue);
	store_close(session.store);
	text_release(&session.why);
	return status;
}
