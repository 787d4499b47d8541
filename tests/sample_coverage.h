/* What two made-up exercises catch: one all that it should, one every kind of fault there is. */
#ifndef TESTS_SAMPLE_COVERAGE_H
#define TESTS_SAMPLE_COVERAGE_H

#include <math.h>

#include "core/coverage.h"

enum { SAMPLE_COVERAGES = 2 };

/* Points to static data. */
static inline const struct coverage_record *sample_coverage(void)
{
	static const struct coverage_group groups[] = {
		{"worked <b>", true, 1, 1, 5, 0, 0},
		{"a name with \033[31mred", false, 3, 20, 7, 2, 0},
		{"empty", false, 1, 1, 0, 0, 0},
		{"long rows", false, 2, 8, 1, 0, 0},
	};
	static const double all[] = {INFINITY, INFINITY, 0, NAN}, near[] = {0.1, 2.25, 0.2, 1.5},
			    none[] = {0.01, 0.02, 0, 0.3}, open[] = {12345678, 0, 0, 0, 0},
			    fits[] = {0.25, 0.125, 0, NAN}, tight[] = {0.25, 0.75, 0, 0.5},
			    wrong[] = {0, INFINITY, 0, 0, 0};
	static const struct coverage_row misconceptions[] = {
		{"M18", "mask_after_softmax", "masked <after>, not before", NULL, all, INFINITY, 1, 0, 0},
		{"M19", "nearly_right", "off by very little", NULL, near, 2.25, 1, 0, 0.5},
		{"M43", "never_caught", "no case shows it", NULL, none, 0.3, 3, 0, 1},
		{"M44", "a_name_that_is_longer_than_any_column_may_be", "caught in public only", NULL, open, 0, 0, 0,
		 0.75},
		{"M45", "lucky", "another secret would miss it", NULL, all, INFINITY, 1, 3, 0},
		{"M69", "excused", "an empty row is NaN", "no row is empty & none <can> be", none, 0.3, 3, 0, 1},
	};
	static const struct coverage_row trivial[] = {
		{"zeros", "zeros", "all zeros", NULL, wrong, INFINITY, 1, 0, 0.625},
		{"ones", "ones", "all ones", NULL, none, 0.3, 3, 0, 1},
	};
	static const struct coverage_honest honest[] = {
		{"plain", "one loop after the other", tight, 0.75, 1, NULL, NULL},
		{"ofast", "compiled with -Ofast", fits, 0.25, 0, NULL, NULL},
	};
	static const struct coverage_record records[SAMPLE_COVERAGES] = {
		{"L2.5", "Mask first, then softmax", "attn_masked_softmax", "L2-application/mine.yaml", 4, 1, 1, 1,
		 groups, misconceptions, trivial, honest + 1},
		{"L2.99", "All <faults>", "attn_softmax", "L2-application/L2.99.yaml", 4, 6, 2, 2, groups,
		 misconceptions, trivial, honest},
	};
	return records;
}

#endif
