/* What goes into the gradebook comes out of it: every field, and nobody's row in place of another's. */
#include "core/policy.h"
#include "fixture.h"

static struct arena *arena;

static void set_up(void)
{
	here_create();
	arena = arena_create();
}

static void tear_down(void)
{
	arena_destroy(arena);
	here_remove();
}

static void same_bits(const double *a, const double *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		ck_assert_msg(memcmp(&a[i], &b[i], sizeof(*a)) == 0, "element %zu: %a and %a", i, a[i], b[i]);
}

static void same_mask(const unsigned char *a, const unsigned char *b, size_t count)
{
	ck_assert_int_eq(a == NULL, b == NULL);
	if (a != NULL)
		ck_assert_mem_eq(a, b, count);
}

static void same_real(double a, double b)
{
	ck_assert_msg(a == b || (isnan(a) && isnan(b)), "%a and %a", a, b);
}

static void same_digest(const struct digest *a, const struct digest *b)
{
	ck_assert_mem_eq(a->bytes, b->bytes, DIGEST_BYTES);
}

static void same_matrix(const struct matrix_record *a, const struct matrix_record *b)
{
	ck_assert_int_eq(a->role, b->role);
	ck_assert_str_eq(a->name, b->name);
	ck_assert_uint_eq(a->rows, b->rows);
	ck_assert_uint_eq(a->columns, b->columns);
	ck_assert_uint_eq(a->part_rows, b->part_rows);
	same_bits(a->values, b->values, a->rows * a->columns);
	same_mask(a->hidden, b->hidden, a->rows * a->columns);
	same_mask(a->unwritten, b->unwritten, a->rows * a->columns);
	ck_assert_int_eq(a->counts == NULL, b->counts == NULL);
	for (size_t i = 0; a->counts != NULL && i < a->rows * a->columns; i++)
		ck_assert_uint_eq(a->counts[i], b->counts[i]);
}

static void same_case(const struct case_record *a, const struct case_record *b)
{
	ck_assert_int_eq(a->verdict, b->verdict);
	ck_assert_str_eq(a->scalars, b->scalars);
	ck_assert_str_eq(a->returned, b->returned);
	ck_assert_str_eq(a->expected_return, b->expected_return);
	ck_assert_uint_eq(a->n_matrices, b->n_matrices);
	for (size_t i = 0; i < a->n_matrices; i++)
		same_matrix(&a->matrices[i], &b->matrices[i]);
}

static void same_group(const struct group_record *a, const struct group_record *b)
{
	ck_assert_str_eq(a->name, b->name);
	ck_assert_int_eq(a->is_public, b->is_public);
	ck_assert_uint_eq(a->worth, b->worth);
	ck_assert_uint_eq(a->repetitions, b->repetitions);
	ck_assert_uint_eq(a->passed, b->passed);
	ck_assert_int_eq(a->verdict, b->verdict);
	ck_assert_str_eq(a->hint, b->hint);
	ck_assert_str_eq(a->place, b->place);
	ck_assert_str_eq(a->message, b->message);
	same_real(a->ratio, b->ratio);
	ck_assert_int_eq(a->shown == NULL, b->shown == NULL);
	if (a->shown != NULL)
		same_case(a->shown, b->shown);
}

static void same_speed(const struct speed_record *a, const struct speed_record *b)
{
	same_real(a->ratio, b->ratio);
	ck_assert_uint_eq(a->n_rungs, b->n_rungs);
	if (a->n_rungs > 0)
		ck_assert_str_eq(a->message, b->message);
	for (size_t i = 0; i < a->n_rungs; i++) {
		same_real(a->rungs[i].ratio, b->rungs[i].ratio);
		ck_assert_uint_eq(a->rungs[i].worth, b->rungs[i].worth);
		ck_assert_int_eq(a->rungs[i].reached, b->rungs[i].reached);
	}
}

static void same_explanation(const struct result_record *a, const struct result_record *b)
{
	ck_assert_uint_eq(a->n_diagnoses, b->n_diagnoses);
	for (size_t i = 0; i < a->n_diagnoses; i++) {
		ck_assert_str_eq(a->diagnoses[i].id, b->diagnoses[i].id);
		ck_assert_str_eq(a->diagnoses[i].title, b->diagnoses[i].title);
		ck_assert_str_eq(a->diagnoses[i].explanation, b->diagnoses[i].explanation);
		ck_assert_uint_eq(a->diagnoses[i].mistake, b->diagnoses[i].mistake);
	}
	ck_assert_int_eq(a->counterexample == NULL, b->counterexample == NULL);
	if (a->counterexample == NULL)
		return;
	same_case(&a->counterexample->shown, &b->counterexample->shown);
	ck_assert_str_eq(a->counterexample->message, b->counterexample->message);
	ck_assert_str_eq(a->counterexample->program, b->counterexample->program);
}

static void same_result(const struct result_record *a, const struct result_record *b)
{
	ck_assert_str_eq(a->exercise_id, b->exercise_id);
	same_digest(&a->exercise, &b->exercise);
	same_digest(&a->reference, &b->reference);
	same_digest(&a->secret_id, &b->secret_id);
	ck_assert_str_eq(a->sandbox, b->sandbox);
	ck_assert_int_eq(a->verdict, b->verdict);
	same_real(a->points, b->points);
	same_real(a->won, b->won);
	ck_assert_str_eq(a->message, b->message);
	ck_assert_str_eq(a->printed, b->printed);
	same_real(a->cpu_ms, b->cpu_ms);
	same_speed(&a->speed, &b->speed);
	ck_assert_uint_eq(a->n_groups, b->n_groups);
	for (size_t i = 0; i < a->n_groups; i++)
		same_group(&a->groups[i], &b->groups[i]);
	same_explanation(a, b);
}

static void same_exercise(const struct exercise_record *a, const struct exercise_record *b)
{
	ck_assert_str_eq(a->id, b->id);
	ck_assert_str_eq(a->title, b->title);
	ck_assert_str_eq(a->function, b->function);
	same_digest(&a->hash, &b->hash);
	ck_assert_int_eq(a->level, b->level);
	same_real(a->points, b->points);
	ck_assert_str_eq(a->statement, b->statement);
	ck_assert_uint_eq(a->n_requires, b->n_requires);
	for (size_t i = 0; i < a->n_requires; i++)
		ck_assert_str_eq(a->requires[i], b -> requires[i]);
	ck_assert_uint_eq(a->n_hints, b->n_hints);
	for (size_t i = 0; i < a->n_hints; i++)
		ck_assert_str_eq(a->hints[i], b->hints[i]);
	ck_assert_uint_eq(a->n_recall, b->n_recall);
	for (size_t i = 0; i < a->n_recall; i++) {
		ck_assert_str_eq(a->recall[i].question, b->recall[i].question);
		ck_assert_str_eq(a->recall[i].answer, b->recall[i].answer);
	}
}

/* "2023-11-14T22:13:20Z" */
static bool is_time(const char *text)
{
	static const char shape[] = "0000-00-00T00:00:00Z";
	for (size_t i = 0; i < sizeof(shape); i++)
		if (shape[i] == '0' ? text[i] < '0' || text[i] > '9' : text[i] != shape[i])
			return false;
	return true;
}

/* Puts the attempts into a new gradebook, one run, and reads the course with another connection. */
static struct course_record store_and_read(const struct run_record *run, const struct attempt_record *attempts,
					   size_t count)
{
	struct store *store = book_open(STORE_WRITE);
	int64_t id = must_begin(store, run);
	for (size_t i = 0; i < count; i++)
		must_add(store, id, &attempts[i]);
	store_close(store);
	store = book_open(STORE_READ);
	struct course_record course = must_read(store, NULL, arena);
	store_close(store);
	return course;
}

START_TEST(every_field_comes_back)
{
	struct run_record run = plain_run(arena, 7);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 5);
	struct course_record course = store_and_read(&run, &attempt, 1);
	ck_assert_str_eq(course.grader_version, run.grader_version);
	ck_assert_str_eq(course.host, run.host);
	ck_assert_str_eq(course.sandbox, run.sandbox);
	ck_assert(is_time(course.graded_at));
	ck_assert_uint_eq(course.n_exercises, run.n_exercises);
	for (size_t i = 0; i < run.n_exercises; i++)
		same_exercise(&run.exercises[i], &course.exercises[i]);
	ck_assert_uint_eq(course.n_students, 1);
	const struct student_record *student = &course.students[0];
	ck_assert_str_eq(student->name, "ada");
	same_digest(&student->submission, &attempt.submission);
	ck_assert_int_eq(student->submission_bytes, attempt.submission_bytes);
	ck_assert_int_eq(student->verdict, VERDICT_GRADED);
	ck_assert_str_eq(student->reason, "");
	ck_assert_str_eq(student->handed_in_at, "2023-11-14T22:13:20Z");
	ck_assert_uint_eq(student->attempts, 1);
	ck_assert_uint_eq(student->n_twins, 0);
	same_real(student->points, 7 * 10 + 21);
	same_real(student->won, 7 * 2.5);
	ck_assert_uint_eq(student->n_results, run.n_exercises);
	for (size_t i = 0; i < run.n_exercises; i++) {
		same_result(&attempt.results[i], &student->results[i]);
		ck_assert_int_gt(student->results[i].id, 0);
		ck_assert_str_eq(student->results[i].fix_first, i == 1 ? "L1.0" : "");
		ck_assert(is_time(student->results[i].graded_at));
	}
	book_is_sound();
}
END_TEST

/* A class would fill the memory otherwise. */
START_TEST(what_students_have_in_common_is_there_once)
{
	struct run_record run = plain_run(arena, 7);
	const struct attempt_record attempts[] = {plain_attempt(arena, &run, "ada", "a", 5),
						  plain_attempt(arena, &run, "bob", "b", 5)};
	const struct course_record course = store_and_read(&run, attempts, 2);
	size_t index = 0;
	while (course.students[0].results[index].counterexample == NULL)
		index++;
	const struct result_record *a = &course.students[0].results[index], *b = &course.students[1].results[index];
	ck_assert_uint_gt(a->n_groups, 0);
	ck_assert_uint_gt(a->n_diagnoses, 0);
	for (size_t g = 0; g < a->n_groups; g++) {
		const struct case_record *shown = a->groups[g].shown, *other = b->groups[g].shown;
		ck_assert_ptr_eq(a->groups[g].hint, b->groups[g].hint);
		for (size_t i = 0; shown != NULL && i < shown->n_matrices; i++) {
			ck_assert_ptr_eq(shown->matrices[i].values, other->matrices[i].values);
			ck_assert_ptr_eq(shown->matrices[i].hidden, other->matrices[i].hidden);
		}
	}
	ck_assert_ptr_eq(a->counterexample->program, b->counterexample->program);
	ck_assert_ptr_eq(a->diagnoses->title, b->diagnoses->title);
}
END_TEST

START_TEST(scores_are_the_course_without_words)
{
	struct run_record run = plain_run(arena, 7);
	struct attempt_record attempts[] = {plain_attempt(arena, &run, "ada", "a", 5),
					    plain_attempt(arena, &run, "bob", "b", 5)};
	attempts[1].verdict = VERDICT_REJECTED;
	attempts[1].n_results = 0;
	struct course_record whole = store_and_read(&run, attempts, 2), scores;
	TEXT_SCOPED struct text why = {0};
	struct store *store = book_open(STORE_READ);
	ck_assert_msg(store_scores(store, arena, &scores, &why), "%s", text_string(&why));
	store_close(store);
	ck_assert_uint_eq(scores.n_exercises, whole.n_exercises);
	ck_assert_uint_eq(scores.n_students, 2);
	for (size_t s = 0; s < 2; s++) {
		const struct student_record *a = &whole.students[s], *b = &scores.students[s];
		ck_assert_str_eq(a->name, b->name);
		ck_assert_int_eq(a->verdict, b->verdict);
		same_real(a->won, b->won);
		same_real(a->points, b->points);
		ck_assert_uint_eq(a->n_results, b->n_results);
		for (size_t i = 0; i < a->n_results; i++) {
			ck_assert_int_eq(a->results[i].verdict, b->results[i].verdict);
			same_real(a->results[i].won, b->results[i].won);
			ck_assert_uint_gt(a->results[i].n_groups, 0);
			ck_assert_uint_eq(b->results[i].n_groups, 0);
		}
	}
}
END_TEST

START_TEST(every_verdict_comes_back)
{
	struct run_record run = plain_run(arena, VERDICT_MISSING + 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct result_record *results = arena_array(arena, run.n_exercises, sizeof(*results));
	for (size_t i = 0; i < run.n_exercises; i++) {
		results[i] = attempt.results[i];
		results[i].verdict = (enum verdict)i;
	}
	attempt.results = results;
	struct course_record course = store_and_read(&run, &attempt, 1);
	for (size_t i = 0; i < run.n_exercises; i++)
		ck_assert_int_eq(course.students[0].results[i].verdict, (int)i);
}
END_TEST

static const char *const hostile[] = {
	"'; DROP TABLE student; --",
	"\xc3\x85ngstr\xc3\xb6m \xf0\x9f\x90\xa7",
	"../../etc/passwd",
	"<script>alert(1)</script>",
	"line\nbreak and \x1b[2J",
	"%s%n",
	"",
	"100%' OR '1'='1",
};
enum { HOSTILE = sizeof(hostile) / sizeof(hostile[0]) };

START_TEST(hostile_text_is_only_text)
{
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempts[HOSTILE];
	for (size_t i = 0; i < HOSTILE; i++) {
		attempts[i] = plain_attempt(arena, &run, hostile[i], hostile[i], 1);
		struct result_record *result = arena_array(arena, 1, sizeof(*result));
		*result = attempts[i].results[0];
		result->printed = result->message = hostile[i];
		attempts[i].results = result;
		attempts[i].path = hostile[i];
	}
	struct course_record course = store_and_read(&run, attempts, HOSTILE);
	ck_assert_uint_eq(course.n_students, HOSTILE);
	for (size_t i = 0; i < HOSTILE; i++) {
		const struct student_record *student = &course.students[i];
		ck_assert_str_eq(student->name, student->results[0].printed);
		ck_assert_str_eq(student->name, student->results[0].message);
		if (i > 0)
			ck_assert_int_lt(strcmp(course.students[i - 1].name, student->name), 0);
	}
	book_is_sound();
}
END_TEST

/* Three students whose names look the same once the broken one is escaped. */
START_TEST(broken_names_lose_nothing)
{
	static const char *const names[] = {"caf\xe9", "caf\\xe9", "caf\xff"};
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempts[3];
	for (size_t i = 0; i < 3; i++)
		attempts[i] = plain_attempt(arena, &run, names[i], names[i], 1);
	struct course_record course = store_and_read(&run, attempts, 3);
	ck_assert_uint_eq(course.n_students, 3);
	ck_assert_str_eq(course.students[0].name, "caf\\xe9");
	ck_assert_str_eq(course.students[1].name, "caf\\xe9'");
	ck_assert_str_eq(course.students[2].name, "caf\\xff");
	same_digest(&course.students[0].submission, &attempts[0].submission);
	same_digest(&course.students[1].submission, &attempts[1].submission);
	same_digest(&course.students[2].submission, &attempts[2].submission);
	struct store *store = book_open(STORE_READ);
	course = must_read(store, names[0], arena);
	ck_assert_uint_eq(course.n_students, 1);
	same_digest(&course.students[0].submission, &attempts[0].submission);
	store_close(store);
}
END_TEST

START_TEST(all_text_is_made_utf8)
{
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct result_record result = attempt.results[0];
	result.printed = "caf\xe9\n\xc3\xa9";
	attempt.results = &result;
	attempt.path = "submissions/\xff.so";
	struct course_record course = store_and_read(&run, &attempt, 1);
	ck_assert_str_eq(course.students[0].results[0].printed, "caf\\xe9\\u000a\xc3\xa9");
	ck_assert_int_eq(book_ask("SELECT path = 'submissions/\\xff.so' FROM attempt"), 1);
}
END_TEST

START_TEST(the_same_again_changes_nothing)
{
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 4);
	struct attempt_record again = attempt;
	struct result_record *others = arena_array(arena, 3, sizeof(*others));
	for (size_t i = 0; i < 3; i++) {
		others[i] = attempt.results[i];
		others[i].won = 0;
		others[i].verdict = VERDICT_CRASHED;
	}
	again.results = others;
	again.modified_at++;
	struct attempt_record both[] = {attempt, again};
	struct course_record course = store_and_read(&run, both, 2);
	ck_assert_uint_eq(course.students[0].attempts, 1);
	ck_assert_str_eq(course.students[0].handed_in_at, "2023-11-14T22:13:20Z");
	same_real(course.students[0].won, 7.5);
	for (size_t i = 0; i < 3; i++)
		same_result(&attempt.results[i], &course.students[0].results[i]);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), 3);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM group_result WHERE rung = 0"), 12);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM admission"), 1);
}
END_TEST

START_TEST(results_are_found_by_their_whole_key)
{
	TEXT_SCOPED struct text why = {0};
	const struct run_record plain = plain_run(arena, 2);
	struct attempt_record attempt = plain_attempt(arena, &plain, "ada", "a", 1);
	attempt.n_results = 1;
	store_and_read(&plain, &attempt, 1);
	const struct digest other = digest_named("other"), submissions[2] = {attempt.submission, other};
	struct exercise_record swapped[2] = {plain.exercises[1], plain.exercises[0]};
	struct run_record runs[5] = {plain, plain, plain, plain, plain};
	runs[1].exercises = swapped;
	runs[2].reference = runs[3].secret_id = other;
	runs[4].sandbox = "landlock";
	struct store *store = book_open(STORE_WRITE);
	for (size_t i = 0; i < 6; i++) {
		bool known[2] = {false, false};
		int64_t run;
		ck_assert(store_begin_run(store, &runs[i % 5], &run, &why));
		ck_assert(store_know_results(store, run, &submissions[i == 5], known, 2, &why));
		ck_assert_msg(known[0] == (i == 0) && known[1] == (i == 1), "key %zu", i);
	}
	store_close(store);
}
END_TEST

static const struct past_result *past_of(const struct course_record *course, size_t attempt, size_t exercise)
{
	ck_assert_uint_lt(attempt, course->students[0].n_past);
	return &course->students[0].past[attempt].results[exercise];
}

START_TEST(every_attempt_is_remembered)
{
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempts[] = {plain_attempt(arena, &run, "ada", "a", 1),
					    plain_attempt(arena, &run, "ada", "b", 1),
					    plain_attempt(arena, &run, "bob", "c", 1)};
	struct result_record *worse = arena_array(arena, 3, sizeof(*worse));
	for (size_t i = 0; i < 3; i++)
		worse[i] = attempts[0].results[i];
	worse[2].won = 0;
	worse[2].verdict = VERDICT_CRASHED;
	attempts[0].results = worse;
	attempts[0].n_results = 3;
	struct course_record course = store_and_read(&run, attempts, 3);
	ck_assert_uint_eq(course.students[0].n_past, 2);
	ck_assert_uint_eq(course.students[1].n_past, 1);
	ck_assert_int_eq(past_of(&course, 0, 2)->verdict, VERDICT_CRASHED);
	same_real(past_of(&course, 0, 2)->won, 0);
	ck_assert(past_of(&course, 0, 2)->is_known && past_of(&course, 0, 2)->is_same_exercise);
	same_real(past_of(&course, 1, 2)->won, course.students[0].results[2].won);
	same_real(policy_past(&course, &course.students[0], &course.students[0].past[1]), course.students[0].won);
	ck_assert(is_time(course.students[0].past[0].handed_in_at));
	ck_assert(digest_equal(&course.students[0].past[0].submission, &attempts[0].submission));
	ck_assert(digest_equal(&course.students[0].past[1].submission, &attempts[1].submission));
}
END_TEST

/* The file of an exercise changes, and is worth twice as much: what the earlier attempt won of it is not forgotten. */
START_TEST(a_changed_exercise_keeps_its_past)
{
	struct run_record run = plain_run(arena, 1), later = run;
	struct attempt_record attempts[] = {plain_attempt(arena, &run, "ada", "a", 1),
					    plain_attempt(arena, &run, "ada", "b", 0)};
	attempts[1].n_results = 0; /* and the later one is not graded yet */
	store_and_read(&run, attempts, 1);
	struct exercise_record changed = run.exercises[0];
	changed.hash = digest_named("changed");
	changed.points *= 2;
	later.exercises = &changed;
	struct course_record course = store_and_read(&later, attempts + 1, 1);
	ck_assert_uint_eq(course.students[0].n_past, 2);
	ck_assert(past_of(&course, 0, 0)->is_known && !past_of(&course, 0, 0)->is_same_exercise);
	same_real(past_of(&course, 0, 0)->won, 2 * attempts[0].results[0].won);
	ck_assert(!past_of(&course, 1, 0)->is_known);
}
END_TEST

static struct attempt_record rejection(const struct run_record *run, const char *student, const char *bytes)
{
	struct attempt_record attempt = plain_attempt(arena, run, student, bytes, 1);
	attempt.verdict = VERDICT_REJECTED;
	attempt.reason = "undefined symbol: \"foo\"";
	attempt.n_results = 0;
	return attempt;
}

static bool is_rejected(struct store *store, const char *bytes, const char *sandbox)
{
	TEXT_SCOPED struct text why = {0};
	struct digest digest = digest_named(bytes);
	bool found;
	ck_assert(store_is_rejected(store, &digest, sandbox, &found, &why));
	return found;
}

START_TEST(rejected_has_a_reason_and_no_score)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempts[] = {rejection(&run, "bob", "b"), plain_attempt(arena, &run, "ada", "a", 1)};
	struct course_record course = store_and_read(&run, attempts, 2);
	const struct student_record *bob = &course.students[1];
	ck_assert_int_eq(course.students[0].verdict, VERDICT_GRADED);
	ck_assert_int_eq(bob->verdict, VERDICT_REJECTED);
	ck_assert_str_eq(bob->reason, "undefined symbol: \"foo\"");
	ck_assert_uint_eq(bob->n_results, 0);
	same_real(bob->won, 0);
	same_real(bob->points, 21);
	struct store *store = book_open(STORE_READ);
	ck_assert(is_rejected(store, "b", "bubblewrap"));
	ck_assert(!is_rejected(store, "b", "landlock"));
	ck_assert(!is_rejected(store, "a", "bubblewrap"));
	ck_assert(!is_rejected(store, "unknown", "bubblewrap"));
	store_close(store);
}
END_TEST

/* A library was installed meanwhile: the later judgement holds, the earlier stays on record. */
START_TEST(rejected_then_graded)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempts[] = {rejection(&run, "bob", "b"), plain_attempt(arena, &run, "bob", "b", 1)};
	struct course_record course = store_and_read(&run, attempts, 2);
	ck_assert_int_eq(course.students[0].verdict, VERDICT_GRADED);
	ck_assert_uint_eq(course.students[0].attempts, 1);
	same_real(course.students[0].won, 5);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM admission"), 2);
	struct store *store = book_open(STORE_READ);
	ck_assert(!is_rejected(store, "b", "bubblewrap"));
	store_close(store);
}
END_TEST

/* Another sandbox on the way could not load it: that is its business. */
START_TEST(a_verdict_belongs_to_its_sandbox)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempts[] = {plain_attempt(arena, &run, "bob", "b", 1), rejection(&run, "bob", "b")};
	attempts[1].sandbox = "landlock";
	struct course_record course = store_and_read(&run, attempts, 2);
	ck_assert_int_eq(course.students[0].verdict, VERDICT_GRADED);
	same_real(course.students[0].won, 5);
	struct store *store = book_open(STORE_WRITE);
	run.sandbox = "landlock";
	must_begin(store, &run);
	ck_assert_int_eq(must_read(store, NULL, arena).students[0].verdict, VERDICT_REJECTED);
	store_close(store);
}
END_TEST

START_TEST(attempts_are_files_and_hand_ins_changes_of_them)
{
	static const char *const bytes[] = {"a", "a", "b", "b", "a"};
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempts[5];
	for (size_t i = 0; i < 5; i++)
		attempts[i] = plain_attempt(arena, &run, "ada", bytes[i], 1);
	struct course_record course = store_and_read(&run, attempts, 5);
	struct digest latest = digest_named("a");
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_uint_eq(course.students[0].attempts, 2);
	ck_assert_uint_eq(course.students[0].hand_ins, 3);
	same_digest(&course.students[0].submission, &latest);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM submission"), 2);
}
END_TEST

START_TEST(twins_are_latest_attempts_with_the_same_bytes)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempts[] = {
		plain_attempt(arena, &run, "dora", "same", 1), plain_attempt(arena, &run, "ada", "same", 1),
		plain_attempt(arena, &run, "bob", "same", 1),  plain_attempt(arena, &run, "bob", "own", 1),
		plain_attempt(arena, &run, "carl", "same", 1),
	};
	struct course_record course = store_and_read(&run, attempts, 5);
	ck_assert_uint_eq(course.n_students, 4);
	ck_assert_uint_eq(course.students[0].n_twins, 2);
	ck_assert_str_eq(course.students[0].twins[0], "carl");
	ck_assert_str_eq(course.students[0].twins[1], "dora");
	ck_assert_uint_eq(course.students[1].n_twins, 0);
	ck_assert_uint_eq(course.students[2].n_twins, 2);
	/* One run for all of them. */
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), 4);
	struct store *store = book_open(STORE_READ);
	course = must_read(store, "carl", arena);
	ck_assert_uint_eq(course.n_students, 1);
	ck_assert_str_eq(course.students[0].name, "carl");
	ck_assert_uint_eq(course.students[0].n_twins, 2);
	ck_assert_uint_eq(course.n_others, 3);
	ck_assert_str_eq(course.others[0], "ada");
	ck_assert_str_eq(course.others[2], "dora");
	ck_assert_uint_eq(must_read(store, NULL, arena).n_others, 0);
	ck_assert_uint_eq(must_read(store, "nobody", arena).n_students, 0);
	store_close(store);
}
END_TEST

START_TEST(a_harness_fault_is_no_score)
{
	struct run_record run = plain_run(arena, 3);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct result_record *results = arena_array(arena, 3, sizeof(*results));
	memcpy(results, attempt.results, 3 * sizeof(*results));
	results[1].verdict = VERDICT_HARNESS_FAULT;
	attempt.results = results;
	struct course_record course = store_and_read(&run, &attempt, 1);
	const struct result_record *missing = &course.students[0].results[1];
	ck_assert_int_eq(course.students[0].verdict, VERDICT_GRADED);
	ck_assert_uint_eq(course.students[0].n_results, 3);
	ck_assert_str_eq(missing->exercise_id, run.exercises[1].id);
	ck_assert_int_eq(missing->verdict, VERDICT_HARNESS_FAULT);
	ck_assert_str_eq(missing->message, "not graded yet");
	same_real(missing->points, run.exercises[1].points);
	same_real(missing->won, 0);
	ck_assert_uint_eq(missing->n_groups, 0);
	same_real(course.students[0].won, 5);
	same_result(&results[2], &course.students[0].results[2]);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), 2);
}
END_TEST

/* Exercise 0 is edited: its old results stay, the new ones count. */
START_TEST(a_regrade_adds_rows)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 2);
	store_and_read(&run, &attempt, 1);
	struct run_record later = plain_run(arena, 2);
	struct exercise_record *exercises = arena_array(arena, 2, sizeof(*exercises));
	memcpy(exercises, later.exercises, 2 * sizeof(*exercises));
	exercises[0].hash = digest_named("edited");
	exercises[0].points = 50;
	later.exercises = exercises;
	struct store *store = book_open(STORE_WRITE);
	int64_t id = must_begin(store, &later);
	struct course_record course = must_read(store, NULL, arena);
	ck_assert_int_eq(course.students[0].results[0].verdict, VERDICT_HARNESS_FAULT);
	same_result(&attempt.results[1], &course.students[0].results[1]);
	struct attempt_record regrade = plain_attempt(arena, &later, "ada", "a", 3);
	must_add(store, id, &regrade);
	course = must_read(store, NULL, arena);
	store_close(store);
	ck_assert_uint_eq(course.students[0].attempts, 1);
	same_result(&regrade.results[0], &course.students[0].results[0]);
	same_result(&attempt.results[1], &course.students[0].results[1]);
	same_real(course.students[0].points, 61);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM result"), 3);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM exercise"), 3);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM group_result WHERE result = 1 AND rung = 0"), 2);
}
END_TEST

/* A run under another key sees none of the results of the first; going back finds them again. */
START_TEST(a_result_counts_under_its_own_key_only)
{
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	store_and_read(&run, &attempt, 1);
	struct run_record runs[] = {run, run, run, run};
	runs[0].reference = digest_named("another reference");
	runs[1].secret_id = digest_named("another secret");
	runs[2].sandbox = "landlock";
	struct store *store = book_open(STORE_WRITE);
	for (size_t i = 0; i < 4; i++) {
		must_begin(store, &runs[i]);
		struct course_record course = must_read(store, NULL, arena);
		ck_assert_uint_eq(course.students[0].n_results, 2);
		ck_assert_msg(course.students[0].won == (i == 3 ? 5 : 0), "run %zu: %g", i, course.students[0].won);
	}
	store_close(store);
}
END_TEST

/* The same bytes moved to another level: the level is the run's, not the file's. */
START_TEST(a_moved_exercise_has_its_new_level)
{
	struct run_record run = plain_run(arena, 1);
	struct exercise_record moved = run.exercises[0];
	struct store *store = book_open(STORE_WRITE);
	must_begin(store, &run);
	moved.level = 5;
	run.exercises = &moved;
	must_begin(store, &run);
	ck_assert_int_eq(must_read(store, NULL, arena).exercises[0].level, 5);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM exercise"), 1);
	store_close(store);
}
END_TEST

START_TEST(no_date_is_too_odd)
{
	static const int64_t times[] = {INT64_MIN, INT64_MAX, -1};
	static const char *const shown[] = {"@-9223372036854775808", "@9223372036854775807", "1969-12-31T23:59:59Z"};
	struct run_record run = plain_run(arena, 1);
	for (size_t i = 0; i < 3; i++) {
		struct attempt_record attempt = plain_attempt(arena, &run, "ada", shown[i], 1);
		attempt.modified_at = times[i];
		struct course_record course = store_and_read(&run, &attempt, 1);
		ck_assert_str_eq(course.students[0].handed_in_at, shown[i]);
	}
}
END_TEST

START_TEST(an_exercise_of_no_run_is_refused)
{
	TEXT_SCOPED struct text why = {0};
	struct run_record run = plain_run(arena, 2);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	struct store *store = book_open(STORE_WRITE);
	run.n_exercises = 1;
	int64_t id = must_begin(store, &run);
	ck_assert(!store_add_attempt(store, id, &attempt, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "result.exercise"));
	ck_assert_uint_eq(must_read(store, NULL, arena).n_students, 0);
	attempt.n_results = 1;
	ck_assert(!store_add_attempt(store, id + 1, &attempt, &why));
	must_add(store, id, &attempt);
	store_close(store);
	ck_assert_int_eq(book_ask("SELECT count(*) FROM attempt"), 1);
}
END_TEST

START_TEST(a_new_gradebook_is_an_empty_course)
{
	struct store *store = book_open(STORE_WRITE);
	struct course_record course = must_read(store, NULL, arena);
	ck_assert_uint_eq(course.n_exercises, 0);
	ck_assert_uint_eq(course.n_students, 0);
	ck_assert_str_eq(course.grader_version, "");
	ck_assert_str_eq(course.graded_at, "");
	store_close(store);
}
END_TEST

struct intruder {
	struct store *store;
	int64_t run;
	const struct attempt_record *attempt; /* NULL once it was added */
};

/* Adds the attempt just before the reader asks for the first time who is there. */
static int intrude(unsigned event, void *context, void *statement, void *sql)
{
	(void)event, (void)statement;
	struct intruder *intruder = context;
	if (intruder->attempt != NULL && strstr(sql, "attempt") != NULL) {
		must_add(intruder->store, intruder->run, intruder->attempt);
		intruder->attempt = NULL;
	}
	return 0;
}

START_TEST(a_course_is_of_one_moment)
{
	struct run_record run = plain_run(arena, 1);
	struct attempt_record ada = plain_attempt(arena, &run, "ada", "a", 1);
	struct attempt_record bob = plain_attempt(arena, &run, "bob", "b", 1);
	store_and_read(&run, &ada, 1);
	struct store *reader = book_open(STORE_READ), *writer = book_open(STORE_WRITE);
	struct intruder intruder = {writer, must_begin(writer, &run), &bob};
	sqlite3_trace_v2(reader->database, SQLITE_TRACE_STMT, intrude, &intruder);
	ck_assert_uint_eq(must_read(reader, NULL, arena).n_students, 1);
	ck_assert_ptr_null(intruder.attempt);
	ck_assert_uint_eq(must_read(reader, NULL, arena).n_students, 2);
	store_close(reader);
	store_close(writer);
}
END_TEST

/* What the schema forbids but a hand that edits the file may write. */
START_TEST(damaged_values_are_found)
{
	static const char *const edits[] = {
		"UPDATE result SET verdict = 'splendid'",
		"UPDATE matrix SET elements = x'00'",
		"UPDATE matrix SET elements = zeroblob(1000)",
		"UPDATE matrix SET hidden = x'00' WHERE hidden IS NOT NULL",
		"UPDATE matrix SET role = 'seen'",
		"UPDATE matrix SET n_rows = -1",
		"UPDATE submission SET sha256 = x'00'",
		"UPDATE run SET reference = x'00'; UPDATE result SET reference = x'00'",
	};
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 1);
	for (size_t i = 0; i < sizeof(edits) / sizeof(edits[0]); i++) {
		TEXT_SCOPED struct text why = {0};
		TEXT_SCOPED struct text edit = {0};
		struct course_record course;
		store_and_read(&run, &attempt, 1);
		text_add_format(&edit, "PRAGMA ignore_check_constraints = ON; %s", edits[i]);
		book_do(text_string(&edit));
		struct store *store = book_open(STORE_READ);
		ck_assert_msg(!store_course(store, NULL, arena, &course, &why), "%s", edits[i]);
		ck_assert_ptr_nonnull(strstr(text_string(&why), "is damaged"));
		store_close(store);
		unlink(here.book);
	}
}
END_TEST

/* A hidden group with a case to show would give the case away: the schema refuses it too. */
START_TEST(the_schema_keeps_hidden_cases_out)
{
	struct run_record run = plain_run(arena, 1);
	struct attempt_record attempt = plain_attempt(arena, &run, "ada", "a", 2);
	store_and_read(&run, &attempt, 1);
	sqlite3 *database;
	ck_assert_int_eq(sqlite3_open(here.book, &database), SQLITE_OK);
	int code = sqlite3_exec(database, "UPDATE group_result SET is_public = 0", NULL, NULL, NULL);
	ck_assert_int_eq(code, SQLITE_CONSTRAINT);
	sqlite3_close(database);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		every_field_comes_back,
		what_students_have_in_common_is_there_once,
		scores_are_the_course_without_words,
		every_verdict_comes_back,
		hostile_text_is_only_text,
		broken_names_lose_nothing,
		all_text_is_made_utf8,
		the_same_again_changes_nothing,
		every_attempt_is_remembered,
		a_changed_exercise_keeps_its_past,
		results_are_found_by_their_whole_key,
		rejected_has_a_reason_and_no_score,
		rejected_then_graded,
		a_verdict_belongs_to_its_sandbox,
		attempts_are_files_and_hand_ins_changes_of_them,
		twins_are_latest_attempts_with_the_same_bytes,
		a_harness_fault_is_no_score,
		a_regrade_adds_rows,
		a_result_counts_under_its_own_key_only,
		a_moved_exercise_has_its_new_level,
		no_date_is_too_odd,
		an_exercise_of_no_run_is_refused,
		a_new_gradebook_is_an_empty_course,
		a_course_is_of_one_moment,
		damaged_values_are_found,
		the_schema_keeps_hidden_cases_out,
	};
	return SUITE_RUN("store: course", tests, set_up, tear_down);
}
