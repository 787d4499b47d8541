/*
 * Diagnosis over the whole product: every misconception in every function that it breaks, every two that one head
 * can hold, honest code, and code that is merely wrong, all judged on the shipped exercises. What each of them hears
 * is counted, and the table printed:
 *
 *   exact    what was mistaken is named, and nothing else; of two, both
 *   grouped  it is named beside others with the same answers to every case
 *   one      of two mistakes one alone is named: it explains every answer, or all numbers made of numbers
 *   silent   nothing is said
 *   wrong    something else is said: must be 0. For two at once: names of which none is one of the two, and that do not
 *            have their answers on every case either; or two names that are not one for each. Who wavers between two
 *            hears of one of them, or of another with the same answers on every case of finite numbers
 *   unseen   no case shows the mistake
 *
 * One mistake must not be met with silence, honest and merely wrong code must be. Answers are rounded to float, and
 * half of them are off by what honest float code may be off. Of pairs every second is tried, and under sanitizers every
 * twenty-first of everything will do; GYM_PRODUCT=full tries all.
 */
#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grading/product.h"
#include "honest.h"

#ifdef SANITIZED
enum { STEP = 21 };
#else
enum { STEP = 1 };
#endif

enum { MISCONCEPTIONS_MAX = 256 };

enum result { EXACT, GROUPED, ONE, SILENT, WRONG, UNSEEN, RESULTS };

struct tally {
	size_t counts[RESULTS];
	size_t next; /* of the submissions there could be */
};

static void print_head(void)
{
	printf("%-24s%8s%8s%8s%8s%8s%8s\n", "", "exact", "grouped", "one", "silent", "wrong", "unseen");
}

static void print_row(const char *name, const struct tally *tally)
{
	printf("%-24s", name);
	for (size_t r = 0; r < RESULTS; r++)
		printf("%8zu", tally->counts[r]);
	puts("");
	fflush(stdout);
}

static size_t thin(size_t step)
{
	return getenv("GYM_PRODUCT") != NULL ? 1 : step;
}

/* Is it this one's turn, of every so many? */
static bool turn(struct tally *tally, size_t step)
{
	return tally->next++ % thin(step) == 0;
}

static void print_diagnosis(const char *what, enum operation_id operation, const struct diagnosis *diagnosis)
{
	printf("%s: %s:", operations[operation].name, what);
	for (size_t i = 0; i < diagnosis->count; i++)
		printf(" %u %s", diagnosis->list[i].mistake, diagnosis->list[i].title);
	puts("");
	fflush(stdout);
}

/* ---- submissions ---- */

struct mistakes {
	const struct misconception *one, *other; /* NULL: none */
	uint64_t roughness;			 /* 0: as good as float allows */
	size_t coding;				 /* of the one */
};

/* A case may ask another function too, in which no head holds both. */
static bool are_two(const struct mistakes *mistakes, const struct frame *frame)
{
	enum operation_id operation = (enum operation_id)(frame->operation - operations);
	return mistakes->other != NULL &&
	       misconception_joins_coded(mistakes->one, mistakes->coding, mistakes->other, operation);
}

static struct answer answer_mistaken(const void *submission, const struct exam_exercise *exercise, size_t index,
				     struct arena *arena)
{
	const struct mistakes *mistakes = submission;
	const struct batch_case *given = &exercise->batch_cases[index];
	struct answer answer;
	if (mistakes->one == NULL)
		return exercise->cases[index].answer;
	if (!are_two(mistakes, &given->frame))
		misconception_answer_coded(mistakes->one, mistakes->coding, &given->frame, given->absent, arena,
					   &answer);
	else
		misconception_answer_both(mistakes->one, mistakes->coding, mistakes->other, &given->frame,
					  given->absent, arena, &answer);
	return mistakes->roughness == 0 ? answer : product_roughen(&answer, mistakes->roughness + index, arena);
}

static bool names(const struct diagnosis *diagnosis, const struct misconception *misconception, unsigned mistake)
{
	for (size_t i = 0; i < diagnosis->count; i++)
		if (diagnosis->list[i].mistake == mistake && strcmp(diagnosis->list[i].id, misconception->id) == 0)
			return true;
	return false;
}

static bool is_two(const struct diagnosis *diagnosis)
{
	return diagnosis->count > 0 && diagnosis->list[diagnosis->count - 1].mistake > 0;
}

static size_t index_of(const char *id)
{
	size_t index = 0;
	while (strcmp(misconception_at(index)->id, id) != 0)
		index++;
	return index;
}

/* Does each that is named explain every answer alone? Not a word of the code under test is taken for that. */
static bool all_explain(const struct product *product, enum operation_id operation, const struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->count; i++)
		if (!product_explained(product, operation, index_of(diagnosis->list[i].id)))
			return false;
	return true;
}

static bool all_explain_finitely(const struct product *product, enum operation_id operation,
				 const struct diagnosis *diagnosis)
{
	for (size_t i = 0; i < diagnosis->count; i++)
		if (!product_explained_finitely(product, operation, index_of(diagnosis->list[i].id)))
			return false;
	return true;
}

/* ---- one mistake ---- */

static enum result judge_one(const struct product *product, enum operation_id operation,
			     const struct misconception *misconception, const struct diagnosis *diagnosis)
{
	if (diagnosis->count == 0)
		return SILENT;
	if (is_two(diagnosis) || !names(diagnosis, misconception, 0) || !all_explain(product, operation, diagnosis))
		return WRONG;
	return diagnosis->count == 1 ? EXACT : GROUPED;
}

static enum result try_one(struct product *product, enum operation_id operation, const struct mistakes *mistakes)
{
	product_submit(product, operation, answer_mistaken, mistakes);
	if (!product_is_wrong(product, operation))
		return UNSEEN;
	struct diagnosis diagnosis = product_diagnose(product, operation, product->scratch);
	enum result result = judge_one(product, operation, mistakes->one, &diagnosis);
	if (result == SILENT || result == WRONG)
		print_diagnosis(mistakes->one->name, operation, &diagnosis);
	return result;
}

static void try_singles(bool rough, const char *name)
{
	PRODUCT_SCOPED struct product product = product_open();
	TEXT_SCOPED struct text unseen = {0};
	struct tally tally = {0};
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++)
		for (size_t m = 0; m < misconception_count(); m++) {
			struct mistakes one = {misconception_at(m), NULL, rough ? m + 1 : 0, 0};
			if (!misconception_breaks(one.one, o) || !turn(&tally, STEP))
				continue;
			enum result result = try_one(&product, o, &one);
			tally.counts[result]++;
			if (result == UNSEEN)
				text_add_format(&unseen, "  unseen: %s %s\n", operations[o].name, one.one->name);
		}
	print_row(name, &tally);
	if (!rough)
		fputs(text_string(&unseen), stdout);
	ck_assert_uint_gt(tally.counts[EXACT] + tally.counts[GROUPED], 500 / thin(STEP));
	ck_assert_uint_eq(tally.counts[WRONG] + tally.counts[SILENT], 0);
}

START_TEST(one_mistake_is_named)
{
	try_singles(false, "one mistake");
}
END_TEST

START_TEST(rounding_does_not_hide_it)
{
	try_singles(true, "one, rough");
}
END_TEST

/* ---- two at once ---- */

static enum result judge_two(const struct product *product, enum operation_id operation,
			     const struct mistakes *mistakes, const struct diagnosis *diagnosis)
{
	if (diagnosis->count == 0)
		return SILENT;
	if (!is_two(diagnosis)) {
		const bool named = names(diagnosis, mistakes->one, 0) || names(diagnosis, mistakes->other, 0);
		if (!named && !all_explain(product, operation, diagnosis))
			return WRONG;
		return named && diagnosis->count == 1 ? ONE : GROUPED;
	}
	bool straight = names(diagnosis, mistakes->one, 0) && names(diagnosis, mistakes->other, 1);
	bool crossed = names(diagnosis, mistakes->one, 1) && names(diagnosis, mistakes->other, 0);
	return !straight && !crossed ? WRONG : diagnosis->count == 2 ? EXACT : GROUPED;
}

static void try_two(struct product *product, enum operation_id operation, const struct mistakes *mistakes,
		    struct tally *tally)
{
	product_submit(product, operation, answer_mistaken, mistakes);
	if (!product_is_wrong(product, operation)) {
		tally->counts[UNSEEN]++;
		return;
	}
	struct diagnosis diagnosis = product_diagnose(product, operation, product->scratch);
	enum result result = judge_two(product, operation, mistakes, &diagnosis);
	tally->counts[result]++;
	if (result != WRONG)
		return;
	printf("%s + ", mistakes->one->name);
	print_diagnosis(mistakes->other->name, operation, &diagnosis);
}

/* Those that some case of the function shows. */
static void find_seen(struct product *product, enum operation_id operation, bool *seen)
{
	for (size_t m = 0; m < misconception_count(); m++) {
		struct mistakes one = {misconception_at(m), NULL, 0, 0};
		seen[m] = misconception_breaks(one.one, operation);
		if (!seen[m])
			continue;
		product_submit(product, operation, answer_mistaken, &one);
		seen[m] = product_is_wrong(product, operation);
	}
}

START_TEST(of_two_at_once_nothing_false_is_said)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		bool seen[MISCONCEPTIONS_MAX];
		find_seen(&product, o, seen);
		for (size_t i = 0; i < misconception_count(); i++)
			for (size_t j = i + 1; j < misconception_count(); j++) {
				struct mistakes two = {misconception_at(i), misconception_at(j), (i + j) % 2, 0};
				if (seen[i] && seen[j] && misconception_joins(two.one, two.other, o) &&
				    turn(&tally, 2 * STEP))
					try_two(&product, o, &two, &tally);
			}
	}
	print_row("two at once", &tally);
	ck_assert_uint_eq(tally.counts[WRONG], 0);
	ck_assert_uint_gt(tally.counts[EXACT], 3500 / thin(2 * STEP));
	ck_assert_uint_le(tally.counts[SILENT], (70 + thin(2 * STEP) - 1) / thin(2 * STEP));
}
END_TEST

/* The one in another coding than those that two are looked for in. */
START_TEST(of_two_in_other_codings_nothing_false_is_said)
{
	PRODUCT_SCOPED struct product product = product_open();
	const struct misconception *others[] = {misconception_find("no_scale"), misconception_find("diag_masked")};
	struct tally tally = {0};
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++)
		for (size_t i = 0; i < 2 * misconception_count(); i++) {
			struct mistakes two = {misconception_at(i / 2), others[i % 2], 0, 1};
			if (!misconception_breaks(two.one, o) || !misconception_breaks(two.other, o))
				continue;
			for (; two.coding < misconception_codings(two.one); two.coding++)
				if (misconception_joins_coded(two.one, two.coding, two.other, o) &&
				    turn(&tally, 16 * STEP))
					try_two(&product, o, &two, &tally);
		}
	print_row("two, in other codings", &tally);
	ck_assert_uint_eq(tally.counts[WRONG], 0);
}
END_TEST

/* ---- honest code ---- */

/*
 * Code that was told there is no NaN comes out otherwise under sanitizers: where it returns zeros for one there, it
 * hears truly that it does.
 */
static bool is_told_of_open_numbers(const struct product *product, enum operation_id operation,
				    const struct honest *honest, const struct diagnosis *diagnosis)
{
	return STEP > 1 && honest->finite_only && diagnosis->count == 1 && strcmp(diagnosis->list[0].id, "M68") == 0 &&
	       all_explain(product, operation, diagnosis);
}

START_TEST(honest_code_hears_nothing)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	for (size_t h = 0; h < honest_count(); h++)
		for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
			product_call(&product, o, honest_at(h)->symbols);
			struct diagnosis diagnosis = product_diagnose(&product, o, product.scratch);
			const bool is_right =
				diagnosis.count == 0 || is_told_of_open_numbers(&product, o, honest_at(h), &diagnosis);
			tally.counts[is_right ? SILENT : WRONG]++;
			if (diagnosis.count > 0)
				print_diagnosis(honest_at(h)->name, o, &diagnosis);
		}
	print_row("honest", &tally);
	ck_assert_uint_eq(tally.counts[WRONG], 0);
	ck_assert_uint_ge(tally.counts[SILENT], 3 * OPERATION_COUNT);
}
END_TEST

/* ---- merely wrong ---- */

static double uniform(uint64_t *state)
{
	return (double)(product_draw(state) >> 11) * 0x1p-53;
}

static double spoil_noise(double right, size_t i, uint64_t *state)
{
	(void)right, (void)i;
	return 2 * uniform(state) - 1;
}

static double spoil_3_percent(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return right * 1.03;
}

static double spoil_per_mille(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return right * 1.001;
}

static double spoil_sign(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return -right;
}

static double spoil_shift(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return right + 0.5;
}

static double spoil_square(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return right * right;
}

static double spoil_first(double right, size_t i, uint64_t *state)
{
	(void)state;
	return i == 0 ? right + 1 : right;
}

static double spoil_some(double right, size_t i, uint64_t *state)
{
	(void)i;
	return uniform(state) < 0.1 ? right + 1 : right;
}

static double spoil_digits(double right, size_t i, uint64_t *state)
{
	(void)i, (void)state;
	return isfinite(right) ? round(right * 100) / 100 : right;
}

static double spoil_scales(double right, size_t i, uint64_t *state)
{
	(void)i;
	return right * (0.5 + uniform(state));
}

static double spoil_all(double right, size_t i, uint64_t *state)
{
	(void)right, (void)i, (void)state;
	return 7;
}

static uint64_t spoil_one_more(uint64_t right, uint64_t *state)
{
	(void)state;
	return right + 1;
}

static uint64_t spoil_one_less(uint64_t right, uint64_t *state)
{
	(void)state;
	return right - 1;
}

static uint64_t spoil_any(uint64_t right, uint64_t *state)
{
	(void)right;
	return product_draw(state) % 3;
}

static uint64_t spoil_bit(uint64_t right, uint64_t *state)
{
	return right ^ (product_draw(state) % 8 == 0);
}

/* What is done to the right answer, to each number in turn; or all numbers of an output change their places. */
static const struct kind {
	const char *name;
	double (*real)(double right, size_t i, uint64_t *state);
	uint64_t (*integer)(uint64_t right, uint64_t *state);
	bool reversed, rotated;
	bool now_and_then; /* in one of three cases, at random */
	int status;
} kinds[] = {
	{.name = "noise", .real = spoil_noise, .integer = spoil_any},
	{.name = "off by 3%", .real = spoil_3_percent},
	{.name = "off by 0.1%", .real = spoil_per_mille},
	{.name = "other sign", .real = spoil_sign},
	{.name = "shifted", .real = spoil_shift, .integer = spoil_one_more},
	{.name = "squared", .real = spoil_square, .integer = spoil_one_less},
	{.name = "first one wrong", .real = spoil_first},
	{.name = "some wrong", .real = spoil_some, .integer = spoil_bit},
	{.name = "two digits", .real = spoil_digits},
	{.name = "each scaled", .real = spoil_scales},
	{.name = "constant", .real = spoil_all},
	{.name = "reversed", .reversed = true},
	{.name = "rotated", .rotated = true},
	{.name = "now and then noise", .real = spoil_noise, .integer = spoil_any, .now_and_then = true},
	{.name = "now and then 3%", .real = spoil_3_percent, .integer = spoil_one_more, .now_and_then = true},
	{.name = "now and then reversed", .reversed = true, .now_and_then = true},
	{.name = "an error", .status = -7},
	{.name = "now and then an error", .status = -7, .now_and_then = true},
};

struct spoilt {
	const struct kind *kind;
	uint64_t seed;
};

static void spoil_output(const struct kind *kind, struct answer_output *output, const struct answer_output *right,
			 uint64_t *state)
{
	for (size_t i = 0; i < output->count; i++) {
		size_t from = kind->reversed ? output->count - 1 - i : kind->rotated ? (i + 1) % output->count : i;
		if (output->real != NULL)
			output->real[i] =
				kind->real != NULL ? kind->real(right->real[from], i, state) : right->real[from];
		if (output->integer != NULL)
			output->integer[i] = kind->integer != NULL ? kind->integer(right->integer[from], state)
								   : right->integer[from];
	}
}

static struct answer answer_spoilt(const void *submission, const struct exam_exercise *exercise, size_t index,
				   struct arena *arena)
{
	const struct spoilt *spoilt = submission;
	const struct answer *right = &exercise->cases[index].answer;
	struct answer answer = product_copy(right, arena);
	uint64_t state = spoilt->seed * 1000003 + index;
	if (right->status != 0 || (spoilt->kind->now_and_then && product_draw(&state) % 3 != 0))
		return answer;
	answer.status = spoilt->kind->status;
	for (size_t p = 0; p < OPERATION_PARAMETERS_MAX && answer.status == 0; p++)
		spoil_output(spoilt->kind, &answer.outputs[p], &right->outputs[p], &state);
	return answer;
}

START_TEST(what_is_merely_wrong_hears_nothing)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++)
		for (size_t k = 0; k < sizeof(kinds) / sizeof(kinds[0]); k++)
			for (uint64_t seed = 0; seed < 4; seed++) {
				if (!turn(&tally, STEP))
					continue;
				product_submit(&product, o, answer_spoilt, &(struct spoilt){&kinds[k], seed});
				if (!product_is_wrong(&product, o))
					continue;
				struct diagnosis diagnosis = product_diagnose(&product, o, product.scratch);
				tally.counts[diagnosis.count == 0 ? SILENT : WRONG]++;
				if (diagnosis.count > 0)
					print_diagnosis(kinds[k].name, o, &diagnosis);
			}
	print_row("merely wrong", &tally);
	ck_assert_uint_eq(tally.counts[WRONG], 0);
	ck_assert_uint_gt(tally.counts[SILENT], 1000 / thin(STEP));
}
END_TEST

/* Two mistakes, but in each case only one of them. */
struct wavering {
	const struct misconception *one, *other;
};

static struct answer answer_wavering(const void *submission, const struct exam_exercise *exercise, size_t index,
				     struct arena *arena)
{
	const struct wavering *wavering = submission;
	uint64_t state = index;
	const struct mistakes mistakes = {product_draw(&state) % 2 == 0 ? wavering->one : wavering->other, NULL, 0, 0};
	return answer_mistaken(&mistakes, exercise, index, arena);
}

/* ---- the whole submission ---- */

/* Does the function answer otherwise than it should? */
static bool is_spoilt(const struct mistakes *mistakes, enum operation_id operation)
{
	return mistakes->one != NULL && misconception_breaks(mistakes->one, operation);
}

/* Diagnoses a submission that makes mistake `by_function[o]` in function o, and settles it. */
static void diagnose_all(struct product *product, const struct mistakes *by_function, bool *wrong,
			 struct diagnosis *diagnoses, struct arena *arena)
{
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		wrong[o] = false;
		diagnoses[o] = (struct diagnosis){0};
		if (!is_spoilt(&by_function[o], o))
			continue;
		product_submit(product, o, answer_mistaken, &by_function[o]);
		wrong[o] = product_is_wrong(product, o);
		diagnoses[o] = product_diagnose(product, o, arena);
	}
	diagnosis_settle(diagnoses, (const struct testimony[OPERATION_COUNT]){{0}}, arena);
}

START_TEST(a_mistake_has_one_name_everywhere)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	for (size_t m = 0; m < misconception_count(); m++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct mistakes everywhere[OPERATION_COUNT];
		struct diagnosis diagnoses[OPERATION_COUNT];
		bool wrong[OPERATION_COUNT];
		if (!turn(&tally, STEP))
			continue;
		for (size_t o = 0; o < OPERATION_COUNT; o++)
			everywhere[o] = (struct mistakes){misconception_at(m), NULL, 0, 0};
		diagnose_all(&product, everywhere, wrong, diagnoses, arena);
		for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
			if (!wrong[o]) {
				ck_assert_uint_eq(diagnoses[o].count, 0);
				continue;
			}
			ck_assert_msg(names(&diagnoses[o], misconception_at(m), 0), "%s in %s",
				      misconception_at(m)->name, operations[o].name);
			tally.counts[diagnoses[o].count == 1 ? EXACT : GROUPED]++;
		}
	}
	print_row("one, settled", &tally);
}
END_TEST

/* The `n`th misconception that the function shows, counted round and round. */
static const struct misconception *pick(const bool *seen, size_t n)
{
	size_t count = 0, m = 0;
	for (size_t i = 0; i < misconception_count(); i++)
		count += seen[i];
	for (n %= count; n > 0 || !seen[m]; m++)
		n -= seen[m];
	return misconception_at(m);
}

START_TEST(two_functions_have_each_its_own)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	bool seen[OPERATION_COUNT][MISCONCEPTIONS_MAX];
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++)
		find_seen(&product, o, seen[o]);
	for (size_t n = 0; n < 4 * OPERATION_COUNT; n++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		struct mistakes here[OPERATION_COUNT] = {{0}};
		struct diagnosis diagnoses[OPERATION_COUNT];
		bool wrong[OPERATION_COUNT];
		const size_t chosen[] = {n % OPERATION_COUNT, (n * 5 + 3) % OPERATION_COUNT};
		if (!turn(&tally, STEP) || chosen[0] == chosen[1])
			continue;
		for (size_t c = 0; c < 2; c++)
			here[chosen[c]].one = pick(seen[chosen[c]], 7 * n + 11 * c);
		diagnose_all(&product, here, wrong, diagnoses, arena);
		for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
			ck_assert_int_eq(wrong[o], here[o].one != NULL);
			if (here[o].one == NULL) {
				ck_assert_uint_eq(diagnoses[o].count, 0);
				continue;
			}
			product_submit(&product, o, answer_mistaken, &here[o]);
			ck_assert_uint_gt(diagnoses[o].count, 0);
			if (is_two(&diagnoses[o]) || !all_explain(&product, o, &diagnoses[o]))
				print_diagnosis(here[o].one->name, o, &diagnoses[o]);
			ck_assert(!is_two(&diagnoses[o]) && all_explain(&product, o, &diagnoses[o]));
			tally.counts[names(&diagnoses[o], here[o].one, 0) && diagnoses[o].count == 1 ? EXACT
												     : GROUPED]++;
		}
	}
	print_row("two, in two functions", &tally);
	ck_assert_uint_gt(tally.counts[EXACT], tally.counts[GROUPED]);
}
END_TEST

START_TEST(who_wavers_between_two_hears_nothing_false)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct tally tally = {0};
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		bool seen[MISCONCEPTIONS_MAX];
		find_seen(&product, o, seen);
		for (size_t n = 0; n < 30; n++) {
			struct wavering wavering = {pick(seen, n), pick(seen, n * 7 / 3 + 1 + n % 5)};
			if (!turn(&tally, STEP))
				continue;
			product_submit(&product, o, answer_wavering, &wavering);
			if (!product_is_wrong(&product, o))
				continue;
			struct diagnosis diagnosis = product_diagnose(&product, o, product.scratch);
			const bool named = names(&diagnosis, wavering.one, 0) || names(&diagnosis, wavering.other, 0);
			enum result result =
				diagnosis.count == 0 ? SILENT
				: !is_two(&diagnosis) && (named || all_explain_finitely(&product, o, &diagnosis))
					? ONE
					: WRONG;
			tally.counts[result]++;
			if (result == WRONG) {
				printf("%s or ", wavering.one->name);
				print_diagnosis(wavering.other->name, o, &diagnosis);
			}
		}
	}
	print_row("wavering", &tally);
	ck_assert_uint_eq(tally.counts[WRONG], 0);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		one_mistake_is_named,
		rounding_does_not_hide_it,
		of_two_at_once_nothing_false_is_said,
		of_two_in_other_codings_nothing_false_is_said,
		honest_code_hears_nothing,
		what_is_merely_wrong_hears_nothing,
		who_wavers_between_two_hears_nothing_false,
		a_mistake_has_one_name_everywhere,
		two_functions_have_each_its_own,
	};
	Suite *suite = suite_create("diagnosis of the whole product");
	TCase *tcase = tcase_create("product");
	tcase_set_timeout(tcase, 600); /* against hanging only */
	for (size_t i = 0; i < sizeof(tests) / sizeof(tests[0]); i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	print_head();
	fflush(stdout);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
