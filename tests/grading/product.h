/*
 * The product of all functions and all known answers, without a sandbox: an exam of the shipped exercises, and
 * submissions of which one knows what they answer, judged and diagnosed as others are.
 */
#ifndef TESTS_PRODUCT_H
#define TESTS_PRODUCT_H

#include "grading/diagnosis.h"
#include "misconceptions.h"

struct product {
	struct arena *arena;
	struct exam *exam; /* without the exercise whose rows take seconds */
	size_t n_evidence[OPERATION_COUNT];
	struct evidence *evidence[OPERATION_COUNT]; /* by function: its exercises, judged by product_submit */
	struct arena *scratch;			    /* of the submission at hand */
};

struct product product_open(void);
struct product product_open_scope(enum exam_scope scope);
void product_close(struct product *product);
#define PRODUCT_SCOPED __attribute__((cleanup(product_close)))

/* What a submission answers to a case, in the arena. */
typedef struct answer submission_answer(const void *submission, const struct exam_exercise *exercise, size_t index,
					struct arena *arena);

/* Answers all cases of a function and has them judged; the submission before is forgotten. */
void product_submit(struct product *product, enum operation_id operation, submission_answer *answer,
		    const void *submission);

/* The same by code that is trusted, by operation. */
void product_call(struct product *product, enum operation_id operation, const attn_symbol *symbols);

/* Several functions, a bit each by operation, which may then be settled. Their cases may ask any other. */
void product_call_all(struct product *product, uint64_t which, const attn_symbol *symbols);

/*
 * After one of those: was any case wrong, echoes aside; the diagnosis; would code with the misconception have answered
 * so?
 */
bool product_is_wrong(const struct product *product, enum operation_id operation);
struct diagnosis product_diagnose(const struct product *product, enum operation_id operation, struct arena *arena);
bool product_explained(const struct product *product, enum operation_id operation, size_t misconception);

/* The same of cases without NaN and infinities only; masks may hold them. */
bool product_explained_finitely(const struct product *product, enum operation_id operation, size_t misconception);

/* A number that depends on the state alone, and moves it on. */
uint64_t product_draw(uint64_t *state);

/* The answer with an error in each number that honest float code makes: as much as its gauge. */
struct answer product_roughen(const struct answer *answer, uint64_t seed, struct arena *arena);

/* A copy whose numbers may be changed. */
struct answer product_copy(const struct answer *answer, struct arena *arena);

#endif
