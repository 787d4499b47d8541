/*
 * grader receipt STUDENT: where each score of the student's current attempt comes from. With --verify the file, or what
 * the gradebook kept of it, is graded again by the gradebook's own secret, and what a receipt says must come out again:
 * a score that was changed by hand, another file and an exercise that changed since are found.
 */
#include <stdio.h>
#include <string.h>

#include "commands/command.h"
#include "commands/setting.h"
#include "commands/terminal.h"
#include "commands/verify.h"
#include "core/points.h"
#include "core/policy.h"
#include "core/roster.h"
#include "core/score.h"
#include "export/json.h"

struct sum {
	double won, points; /* of what is graded */
	double ungraded;    /* points of what is not graded yet, which is no 0 of them */
	size_t waiting;
};

static struct sum sum(const struct receipts *receipts)
{
	struct sum sum = {0};
	for (size_t i = 0; i < receipts->count; i++) {
		const struct receipt_record *receipt = &receipts->receipts[i];
		const bool is_graded = receipt->id != 0;
		sum.won += receipt->won;
		sum.waiting += !is_graded;
		*(is_graded ? &sum.points : &sum.ungraded) += receipt->points;
	}
	return sum;
}

/* How the student stands in the course. */
struct standing_view {
	struct course_record course;
	const struct student_record *student;
};

static bool read_standing(struct store *store, const char *student, struct arena *arena, struct standing_view *view,
			  struct text *why)
{
	if (!store_scores(store, arena, &view->course, why))
		return false;
	roster_add_absent(&view->course, arena);
	view->student = roster_student(&view->course, student);
	return true;
}

/* Somebody may be known and have nothing that was graded. */
static int complain_missing(const struct options *options, struct store *store, struct arena *arena)
{
	const char *student = options->operands[0];
	struct standing_view view;
	TEXT_SCOPED struct text why = {0};
	if (!read_standing(store, student, arena, &view, &why))
		return complain_of(&why);
	if (view.student == NULL)
		complain("there is no student \"%s\" in \"%s\"", student, options->database);
	else
		complain("\"%s\" has handed in nothing that there is a receipt of", student);
	return EXIT_USAGE;
}

/* ---- as text ---- */

static void add_field(struct text *text, const char *name, const char *value)
{
	text_add_format(text, "  %-11s ", name);
	text_add_visible(text, value, strlen(value));
	text_add(text, "\n");
}

static void add_digest(struct text *text, const char *name, const struct digest *digest)
{
	char hex[DIGEST_HEX];
	digest_hex(digest, hex);
	add_field(text, name, hex);
}

static void add_receipt(struct text *text, bool colour, const struct receipt_record *receipt)
{
	text_add(text, "\n");
	text_add_visible(text, receipt->exercise_id, strlen(receipt->exercise_id));
	text_add(text, ": ");
	if (receipt->id == 0) {
		text_add(text, "not graded yet, of ");
		points_add_word(text, receipt->points);
		text_add(text, "\n");
		add_digest(text, "exercise", &receipt->exercise);
		return;
	}
	terminal_verdict(text, colour, receipt->verdict);
	text_add(text, ", ");
	points_add_word_of(text, receipt->won, receipt->points);
	text_add(text, "\n");
	add_digest(text, "exercise", &receipt->exercise);
	TEXT_SCOPED struct text graded = {0};
	text_add_format(&graded, "%s, by grader %s on %s, result %lld", receipt->graded_at, receipt->grader_version,
			receipt->host, (long long)receipt->id);
	add_field(text, "graded", text_string(&graded));
}

/* What the rules of the course and scores given by hand make of the sum, if they say anything. */
static void add_standing(struct text *text, const struct standing_view *view)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text counted = {0};
	const char *const *reasons;
	const size_t count = policy_reasons(&view->course, view->student, NULL, arena, &reasons);
	score_add_word_of(&counted, &view->course, view->student);
	if (count > 0 || view->course.policy != NULL)
		add_field(text, "counts", text_string(&counted));
	for (size_t i = 0; i < count; i++)
		add_field(text, "", reasons[i]);
}

static void add_head(struct text *text, bool colour, const struct receipts *receipts)
{
	text_add_visible(text, receipts->student, strlen(receipts->student));
	text_add(text, ": ");
	terminal_verdict(text, colour, receipts->verdict);
	if (receipts->reason[0] != '\0') {
		text_add(text, ": ");
		text_add_visible(text, receipts->reason, strlen(receipts->reason));
	}
	const struct sum all = sum(receipts);
	if (receipts->count > 0) {
		text_add(text, ", ");
		points_add_word_of(text, all.won, all.points);
		text_add(text, all.waiting > 0 ? " so far" : "");
	}
	text_add(text, "\n");
	add_digest(text, "submission", &receipts->submission);
	add_field(text, "file", receipts->path);
	add_field(text, "handed in", receipts->handed_in_at);
	add_field(text, "seen", receipts->seen_at);
	add_digest(text, "reference", &receipts->reference);
	add_digest(text, "secret", &receipts->secret_id);
	add_field(text, "sandbox", receipts->sandbox);
}

static void print_text(const struct options *options, const struct receipts *receipts, const struct standing_view *view)
{
	TEXT_SCOPED struct text text = {0};
	add_head(&text, options->terminal.has_colour, receipts);
	add_standing(&text, view);
	for (size_t i = 0; i < receipts->count; i++)
		add_receipt(&text, options->terminal.has_colour, &receipts->receipts[i]);
	terminal_print(&options->terminal, &text);
}

static void add_same(struct text *text, const struct receipts *receipts)
{
	const struct sum all = sum(receipts);
	text_add(text, ": all the same again: ");
	if (receipts->verdict == VERDICT_GRADED) {
		points_add_word_of(text, all.won, all.points);
		text_add_format(text, " in %zu exercise%s\n", receipts->count, text_plural((double)receipts->count));
		return;
	}
	text_add_format(text, "%s: ", verdict_name(receipts->verdict));
	text_add_visible(text, receipts->reason, strlen(receipts->reason));
	text_add(text, "\n");
}

static void print_verification(const struct options *options, const struct receipts *receipts,
			       const struct verification *verification)
{
	TEXT_SCOPED struct text text = {0};
	if (verification->is_copy) {
		text_add(&text, "\"");
		text_add_visible(&text, receipts->path, strlen(receipts->path));
		text_add(&text, "\" is gone or another file by now: the copy in the gradebook is graded\n");
	}
	for (size_t i = 0; i < verification->count; i++) {
		const struct difference *difference = &verification->differences[i];
		TEXT_SCOPED struct text line = {0};
		text_add_format(&line, "%s%s%s: the receipt says %s, now it is %s", difference->exercise_id,
				difference->exercise_id[0] == '\0' ? "" : ": ", difference->what, difference->receipt,
				difference->now);
		text_add_visible(&text, text_string(&line), line.length);
		text_add(&text, "\n");
	}
	text_add_visible(&text, receipts->student, strlen(receipts->student));
	if (verification->count > 0)
		text_add_format(&text, ": %zu difference%s\n", verification->count,
				text_plural((double)verification->count));
	else
		add_same(&text, receipts);
	terminal_print(&options->terminal, &text);
}

/* ---- as JSON ---- */

static json_t *json_digest(const struct digest *digest)
{
	char hex[DIGEST_HEX];
	digest_hex(digest, hex);
	return json_string(hex);
}

static json_t *json_receipt(const struct receipt_record *receipt)
{
	json_t *object = json_object();
	json_object_set_new(object, "exercise", json_text(receipt->exercise_id));
	json_object_set_new(object, "exercise_sha256", json_digest(&receipt->exercise));
	json_object_set_new(object, "verdict", json_string(verdict_name(receipt->verdict)));
	json_object_set_new(object, "points", json_number(receipt->points));
	json_object_set_new(object, "won", receipt->id == 0 ? json_null() : json_number(receipt->won));
	json_object_set_new(object, "grader_version", json_text(receipt->grader_version));
	json_object_set_new(object, "host", json_text(receipt->host));
	json_object_set_new(object, "graded_at", json_text(receipt->graded_at));
	json_object_set_new(object, "result", json_integer(receipt->id));
	return object;
}

static void print_json(const struct receipts *receipts, const struct standing_view *view)
{
	const struct sum all = sum(receipts);
	json_t *list = json_array(), *object = json_object();
	for (size_t i = 0; i < receipts->count; i++)
		json_array_append_new(list, json_receipt(&receipts->receipts[i]));
	json_object_set_new(object, "student", json_text(receipts->student));
	json_object_set_new(object, "submission_sha256", json_digest(&receipts->submission));
	json_object_set_new(object, "submission_bytes", json_integer(receipts->submission_bytes));
	json_object_set_new(object, "file", json_text(receipts->path));
	json_object_set_new(object, "handed_in_at", json_text(receipts->handed_in_at));
	json_object_set_new(object, "seen_at", json_text(receipts->seen_at));
	json_object_set_new(object, "verdict", json_string(verdict_name(receipts->verdict)));
	json_object_set_new(object, "reason", json_text(receipts->reason));
	json_object_set_new(object, "reference", json_digest(&receipts->reference));
	json_object_set_new(object, "secret_id", json_digest(&receipts->secret_id));
	json_object_set_new(object, "sandbox", json_text(receipts->sandbox));
	json_object_set_new(object, "points", json_number(all.points + all.ungraded));
	json_object_set_new(object, "won", all.waiting > 0 ? json_null() : json_number(all.won));
	json_object_set_new(object, "standing", json_standing(&view->course, view->student));
	json_object_set_new(object, "receipts", list);
	json_print(object);
}

static void print_verification_json(const struct receipts *receipts, const char *file,
				    const struct verification *verification)
{
	json_t *list = json_array(), *object = json_object();
	for (size_t i = 0; i < verification->count; i++) {
		const struct difference *difference = &verification->differences[i];
		json_t *entry = json_object();
		json_object_set_new(entry, "exercise", json_text(difference->exercise_id));
		json_object_set_new(entry, "what", json_string(difference->what));
		json_object_set_new(entry, "receipt", json_text(difference->receipt));
		json_object_set_new(entry, "now", json_text(difference->now));
		json_array_append_new(list, entry);
	}
	json_object_set_new(object, "student", json_text(receipts->student));
	json_object_set_new(object, "file", json_text(file));
	json_object_set_new(object, "copy", json_boolean(verification->is_copy));
	json_object_set_new(object, "same", json_boolean(verification->count == 0));
	json_object_set_new(object, "differences", list);
	json_print(object);
}

/* ---- verifying ---- */

static int compare(const struct options *options, struct store *store, const struct receipts *receipts,
		   const struct exam *exam, const struct sandbox_options *sandbox, struct arena *arena)
{
	const char *file = options->n_operands > 1 ? options->operands[1] : NULL;
	struct verification verification;
	TEXT_SCOPED struct text why = {0};
	if (!verify_receipts(store, receipts, file, exam, sandbox, arena, &verification, &why))
		return complain_of(&why);
	if (options->json)
		print_verification_json(receipts, file != NULL ? file : receipts->path, &verification);
	else
		print_verification(options, receipts, &verification);
	return verification.count == 0 ? EXIT_WELL : EXIT_FINDINGS;
}

/* Other namespaces, other filters: a submission is verified in the kind of sandbox that it was graded in. */
static bool find_mode(const char *name, enum sandbox_mode *mode)
{
	static const enum sandbox_mode modes[] = {SANDBOX_BUBBLEWRAP, SANDBOX_LANDLOCK};
	for (size_t i = 0; i < sizeof(modes) / sizeof(modes[0]); i++)
		if (strcmp(name, sandbox_mode_name(modes[i])) == 0) {
			*mode = modes[i];
			return true;
		}
	complain("the receipts are of a sandbox \"%s\" that this grader does not know", name);
	return false;
}

static int verify(const struct options *options, struct store *store, const struct receipts *receipts,
		  struct arena *arena)
{
	DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
	struct catalogue catalogue;
	struct sandbox_options sandbox;
	struct secret secret;
	int status = setting_catalogue(options, arena, &catalogue);
	if (status < 0)
		status = setting_sandbox(options, arena, &sandbox);
	if (status >= 0)
		return status;
	if (!find_mode(receipts->sandbox, &sandbox.mode))
		return EXIT_HARNESS;
	store_secret(store, secret.bytes);
	struct exam *exam = exam_prepare(&catalogue, &secret, EXAM_ALL_GROUPS, arena, diagnostics);
	diagnostics_print(diagnostics, stderr, colour_on_stderr());
	if (exam == NULL)
		return EXIT_HARNESS;
	status = compare(options, store, receipts, exam, &sandbox, arena);
	exam_release(exam);
	return status;
}

static int receipt(const struct options *options, struct store *store, struct arena *arena)
{
	struct receipts receipts;
	bool found;
	TEXT_SCOPED struct text why = {0};
	if (!store_receipts(store, options->operands[0], arena, &receipts, &found, &why))
		return complain_of(&why);
	if (!found)
		return complain_missing(options, store, arena);
	if (options->verify)
		return verify(options, store, &receipts, arena);
	struct standing_view view;
	if (!read_standing(store, receipts.student, arena, &view, &why))
		return complain_of(&why);
	if (options->json)
		print_json(&receipts, &view);
	else
		print_text(options, &receipts, &view);
	return EXIT_WELL;
}

int command_receipt(const struct options *options)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	TEXT_SCOPED struct text why = {0};
	if (options->n_operands > 1 && !options->verify) {
		complain("a file is only looked at with --verify");
		return EXIT_USAGE;
	}
	struct store *store = store_open(options->database, STORE_READ, &why);
	if (store == NULL)
		return complain_of(&why);
	int status = receipt(options, store, arena);
	store_close(store);
	return status;
}
