#include "commands/verify.h"

#include <math.h>
#include <string.h>

#include "commands/kept.h"
#include "core/speed.h"
#include "grading/grade.h"

struct verifier {
	struct store *store;
	const struct receipts *receipts;
	const struct exam *exam;
	struct arena *arena;
	bool is_copy;
	struct difference *differences;
	size_t count;
	bool *wanted;	       /* by exercise of the exam: is there a receipt? */
	struct digest content; /* of the file; all zeros if it could not be read */
	struct graded graded;
};

/* Differences there can be: these of the whole, these of each receipt. */
enum { OF_THE_WHOLE = 5, OF_A_RECEIPT = 4 };

static void note(struct verifier *verifier, const char *exercise_id, const char *what, const char *receipt,
		 const char *now)
{
	if (strcmp(receipt, now) != 0)
		verifier->differences[verifier->count++] = (struct difference){exercise_id, what, receipt, now};
}

static const char *hex_of(const struct verifier *verifier, const struct digest *digest)
{
	char hex[DIGEST_HEX];
	digest_hex(digest, hex);
	return arena_string(verifier->arena, hex);
}

static void note_digest(struct verifier *verifier, const char *exercise_id, const char *what,
			const struct digest *receipt, const struct digest *now)
{
	note(verifier, exercise_id, what, hex_of(verifier, receipt), hex_of(verifier, now));
}

/* Points to as many digits as mean something: another compiler may round the last ones another way. */
static void note_points(struct verifier *verifier, const char *exercise_id, const char *what, double receipt,
			double now)
{
	note(verifier, exercise_id, what, arena_format(verifier->arena, "%.9g", receipt),
	     arena_format(verifier->arena, "%.9g", now));
}

static size_t find_exercise(const struct exam *exam, const char *id)
{
	size_t i = 0;
	while (i < exam->n_exercises && strcmp(exam->exercises[i].exercise->id, id) != 0)
		i++;
	return i;
}

static const struct result_record *find_result(const struct graded *graded, const char *id)
{
	for (size_t i = 0; i < graded->n_results; i++)
		if (strcmp(graded->results[i].exercise_id, id) == 0)
			return &graded->results[i];
	return NULL;
}

/* What could not be read has no content to compare: then it is the reason that must be the same. */
static void compare_whole(struct verifier *verifier)
{
	static const struct digest nothing;
	const struct receipts *receipts = verifier->receipts;
	if (digest_equal(&verifier->content, &nothing))
		note(verifier, "", "reason", receipts->reason, verifier->graded.reason);
	else
		note_digest(verifier, "", "submission", &receipts->submission, &verifier->content);
	note_digest(verifier, "", "reference", &receipts->reference, &verifier->exam->reference);
	note_digest(verifier, "", "secret", &receipts->secret_id, &verifier->exam->secret_id);
	note(verifier, "", "verdict", verdict_name(receipts->verdict), verdict_name(verifier->graded.verdict));
}

static void compare_receipt(struct verifier *verifier, const struct receipt_record *receipt)
{
	const char *id = receipt->exercise_id;
	size_t index = find_exercise(verifier->exam, id);
	if (index == verifier->exam->n_exercises) {
		note(verifier, id, "exercise", hex_of(verifier, &receipt->exercise), "not among the exercises");
		return;
	}
	const struct result_record *result = find_result(&verifier->graded, id);
	note_digest(verifier, id, "exercise", &receipt->exercise, &verifier->exam->records[index].hash);
	if (result == NULL)
		return;
	if (receipt->id == 0) {
		note(verifier, id, "result", "not graded yet", verdict_name(result->verdict));
		return;
	}
	note_points(verifier, id, "points", receipt->points, result->points);
	/* a speed that lies at a rung may be measured on either side of it */
	if (verdict_is_right(receipt->verdict) && speed_could_win(result, receipt->won))
		return;
	note(verifier, id, "verdict", verdict_name(receipt->verdict), verdict_name(result->verdict));
	note_points(verifier, id, "won", receipt->won, result->won);
}

static bool grade_taken(struct verifier *verifier, const struct submission *submission,
			const struct sandbox_options *options, struct text *why)
{
	struct sandbox *sandbox = sandbox_open(options, why);
	if (sandbox == NULL)
		return false;
	verifier->graded = grade_submission(verifier->exam, sandbox, sandbox_mode_name(options->mode), submission,
					    verifier->wanted, NULL, verifier->arena);
	sandbox_close(sandbox);
	return true;
}

/* What nobody has any more is compared with what lies there now. */
static bool open_file(struct verifier *verifier, const char *file, struct submission *submission, struct text *reason)
{
	const struct receipts *receipts = verifier->receipts;
	TEXT_SCOPED struct text ignored = {0};
	if (file != NULL)
		return submission_open(file, submission, reason);
	const enum kept kept = kept_open(verifier->store, receipts->path, &receipts->submission, submission, &ignored);
	verifier->is_copy = kept == KEPT_IN_GRADEBOOK;
	return kept != KEPT_NOWHERE || submission_open(receipts->path, submission, reason);
}

/* False on a harness fault. */
static bool grade(struct verifier *verifier, const char *file, const struct sandbox_options *options, struct text *why)
{
	struct submission submission;
	TEXT_SCOPED struct text reason = {0};
	bool done = true;
	if (open_file(verifier, file, &submission, &reason)) {
		done = grade_taken(verifier, &submission, options, why);
	} else {
		verifier->graded.verdict = submission.harness_fault ? VERDICT_HARNESS_FAULT : VERDICT_REJECTED;
		verifier->graded.reason = arena_string(verifier->arena, text_string(&reason));
	}
	memcpy(verifier->content.bytes, submission.sha256, DIGEST_BYTES);
	submission_close(&submission);
	if (!done || verifier->graded.verdict != VERDICT_HARNESS_FAULT)
		return done;
	text_add_format(why, "\"%s\": %s", file != NULL ? file : verifier->receipts->path, verifier->graded.reason);
	return false;
}

bool verify_receipts(struct store *store, const struct receipts *receipts, const char *file, const struct exam *exam,
		     const struct sandbox_options *sandbox, struct arena *arena, struct verification *verification,
		     struct text *why)
{
	struct verifier verifier = {
		.store = store,
		.receipts = receipts,
		.exam = exam,
		.arena = arena,
		.differences =
			arena_array(arena, OF_THE_WHOLE + OF_A_RECEIPT * receipts->count, sizeof(struct difference)),
		.wanted = arena_array(arena, exam->n_exercises, sizeof(bool)),
		.graded = {.reason = ""},
	};
	for (size_t i = 0; i < receipts->count; i++) {
		size_t index = find_exercise(exam, receipts->receipts[i].exercise_id);
		if (index < exam->n_exercises)
			verifier.wanted[index] = true;
	}
	if (!grade(&verifier, file, sandbox, why))
		return false;
	compare_whole(&verifier);
	for (size_t i = 0; i < receipts->count; i++)
		compare_receipt(&verifier, &receipts->receipts[i]);
	*verification = (struct verification){verifier.is_copy, verifier.count, verifier.differences};
	return true;
}
