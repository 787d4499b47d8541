/*
 * Mistakes written by other hands than the catalogue's. Each hand answers all functions that are written (hands.c), and
 * they are diagnosed and settled together, as grading does. Where it must be named, it must be: alone, beside those
 * with the same answers, or as one of two; and nowhere is anything else said. Counted, and the table printed:
 *
 *   exact    its misconception alone is named
 *   grouped  beside others that the table allows
 *   two      as one of two mistakes, which the table allows too
 *   silent   nothing is said where it must be
 *   wrong    a name that the table does not allow
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grading/hands.h"
#include "grading/product.h"
#include "honest.h"
#include "misconceptions.h"

enum result { EXACT, GROUPED, TWO, SILENT, WRONG, RESULTS };

#ifdef SANITIZED
enum { STEP = 7 };
#else
enum { STEP = 1 };
#endif

/* "M10" is no word of "M103". */
static bool has_word(const char *words, const char *word)
{
	const size_t length = strlen(word);
	for (const char *at = words; (at = strstr(at, word)) != NULL; at += length)
		if ((at == words || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
			return true;
	return false;
}

static bool is_allowed(const struct hand *hand, const char *id)
{
	return strcmp(hand->id, id) == 0 || (hand->beside != NULL && has_word(hand->beside, id));
}

/* Where it need not be named, those beside it may be. */
static enum result judge(const struct hand *hand, const struct diagnosis *diagnosis, bool needed)
{
	bool named = false;
	for (size_t i = 0; i < diagnosis->count; i++) {
		const char *id = diagnosis->list[i].id;
		if (!is_allowed(hand, id))
			return WRONG;
		named = named || strcmp(hand->id, id) == 0;
	}
	if (!named)
		return diagnosis->count == 0 ? SILENT : needed ? WRONG : GROUPED;
	return diagnosis->count == 1 ? EXACT : diagnosis->list[diagnosis->count - 1].mistake > 0 ? TWO : GROUPED;
}

static void print_diagnosis(const char *what, enum operation_id operation, const struct diagnosis *diagnosis)
{
	printf("%s: %s:", operations[operation].name, what);
	for (size_t i = 0; i < diagnosis->count; i++)
		printf(" %u %s", diagnosis->list[i].mistake, diagnosis->list[i].id);
	puts("");
}

/* Those that are written, a bit each; what is not is somebody else's, and right, if a case asks it. */
static uint64_t fill_symbols(attn_symbol *symbols)
{
	uint64_t written = 0;
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		symbols[o] = hands_symbol(o);
		written |= (uint64_t)(symbols[o] != NULL) << o;
		if (symbols[o] == NULL)
			symbols[o] = honest_at(0)->symbols[o];
	}
	return written;
}

/* Diagnoses all functions of the hand, as grading does. */
static void diagnose(struct product *product, const struct hand *hand, struct diagnosis *diagnoses)
{
	struct testimony testimonies[OPERATION_COUNT] = {{0}};
	attn_symbol symbols[OPERATION_COUNT];
	const uint64_t written = fill_symbols(symbols);
	hands_choose(hand);
	product_call_all(product, written, symbols);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		diagnoses[o] = (struct diagnosis){0};
		if (!(written >> o & 1))
			continue;
		testimonies[o] = (struct testimony){product->n_evidence[o], product->evidence[o]};
		diagnoses[o] = product_diagnose(product, o, product->scratch);
	}
	diagnosis_settle(diagnoses, testimonies, product->scratch);
}

START_TEST(ids_are_compared_as_a_whole)
{
	const struct hand hand = {.id = "M01", .beside = "M103 M21"};
	ck_assert(is_allowed(&hand, "M01") && is_allowed(&hand, "M103") && is_allowed(&hand, "M21"));
	ck_assert(!is_allowed(&hand, "M10") && !is_allowed(&hand, "M2") && !is_allowed(&hand, "M03"));
}
END_TEST

START_TEST(an_honest_hand_is_right_and_hears_nothing)
{
	PRODUCT_SCOPED struct product product = product_open();
	struct diagnosis diagnoses[OPERATION_COUNT];
	diagnose(&product, NULL, diagnoses);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		ck_assert_uint_eq(diagnoses[o].count, 0);
		ck_assert_msg(hands_symbol(o) == NULL || !product_is_wrong(&product, o), "%s", operations[o].name);
	}
}
END_TEST

static void try_hand(struct product *product, const struct hand *hand, size_t *total)
{
	struct diagnosis diagnoses[OPERATION_COUNT];
	size_t counts[RESULTS] = {0};
	diagnose(product, hand, diagnoses);
	for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
		const bool named = hand->in >> o & 1;
		if (!named && diagnoses[o].count == 0)
			continue;
		const enum result result = judge(hand, &diagnoses[o], named);
		counts[result]++;
		if (result == SILENT && !product_is_wrong(product, o))
			printf("RIGHT ");
		if (result == SILENT || result == WRONG)
			print_diagnosis(hand->name, o, &diagnoses[o]);
	}
	printf("%-48s%-5s", hand->name, hand->id);
	for (size_t r = 0; r < RESULTS; r++) {
		total[r] += counts[r];
		printf("%8zu", counts[r]);
	}
	puts("");
}

START_TEST(what_other_hands_write_is_named)
{
	PRODUCT_SCOPED struct product product = product_open();
	size_t total[RESULTS] = {0};
	printf("%-53s%8s%8s%8s%8s%8s\n", "", "exact", "grouped", "two", "silent", "wrong");
	for (size_t h = 0; h < hands_count(); h += STEP)
		try_hand(&product, hands_at(h), total);
	printf("%-53s", "all");
	for (size_t r = 0; r < RESULTS; r++)
		printf("%8zu", total[r]);
	puts("");
	fflush(stdout);
	ck_assert_uint_eq(total[SILENT] + total[WRONG], 0);
}
END_TEST

static bool is_part(const struct hand *hand, const char *id)
{
	const char *part = misconception_find(hand->id)->holds;
	return part != NULL && strcmp(part, id) == 0;
}

/* Few cases tell less apart: beside others, or not at all, but of all that is named one must be it, or a part of it. */
START_TEST(on_public_cases_the_right_one_is_among_those_named)
{
	PRODUCT_SCOPED struct product product = product_open_scope(EXAM_PUBLIC_GROUPS);
	size_t named = 0, wrong = 0;
	for (size_t h = 0; h < hands_count(); h += STEP) {
		const struct hand *hand = hands_at(h);
		struct diagnosis diagnoses[OPERATION_COUNT];
		diagnose(&product, hand, diagnoses);
		for (enum operation_id o = 0; o < OPERATION_COUNT; o++) {
			bool allowed = diagnoses[o].count == 0;
			for (size_t i = 0; i < diagnoses[o].count; i++)
				allowed |= is_allowed(hand, diagnoses[o].list[i].id) ||
					   is_part(hand, diagnoses[o].list[i].id);
			named += diagnoses[o].count > 0;
			wrong += !allowed;
			if (!allowed)
				print_diagnosis(hand->name, o, &diagnoses[o]);
		}
	}
	printf("on public cases %zu named\n", named);
	fflush(stdout);
	ck_assert_uint_eq(wrong, 0);
	ck_assert_uint_gt(named, 100 / STEP);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("other hands");
	TCase *tcase = tcase_create("hands");
	tcase_set_timeout(tcase, 600); /* against hanging only */
	tcase_add_test(tcase, ids_are_compared_as_a_whole);
	tcase_add_test(tcase, an_honest_hand_is_right_and_hears_nothing);
	tcase_add_test(tcase, what_other_hands_write_is_named);
	tcase_add_test(tcase, on_public_cases_the_right_one_is_among_those_named);
	suite_add_tcase(suite, tcase);
	SRunner *runner = srunner_create(suite);
	srunner_run_all(runner, CK_NORMAL);
	int failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
