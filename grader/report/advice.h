/*
 * The one thing to fix next. Failed exercises hang together: by the mistake that explains them, by the
 * function that is missing, by what they build on. Of these things the one is named that most points hang on;
 * what was never written comes after what is wrong, and what is right but slow comes last.
 */
#ifndef REPORT_ADVICE_H
#define REPORT_ADVICE_H

#include "report/html.h"
#include "report/view.h"

struct advice {
	size_t exercise; /* where to begin, or n_results if there is nothing to fix */
	size_t count;	 /* exercises that hang on it, itself among them */
	double points; /* that they lost by the grader, as levels weigh; not for speed, of which nothing is known yet */
	size_t paying; /* those of them that these points are of */
	bool has_company; /* some of them have a second mistake */
};

struct advice advice_of(const struct view *view);

void advice_write(struct html *html, const struct view *view);

#endif
