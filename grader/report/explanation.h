/*
 * Why an exercise failed: the misconception that explains the answers, and a small input that fails, with a
 * program that shows it. Nothing hidden is in either.
 */
#ifndef REPORT_EXPLANATION_H
#define REPORT_EXPLANATION_H

#include "report/html.h"
#include "report/view.h"

/* The diagnosis of exercise `index`, if there is one; explained where it comes up first. */
void explanation_write_diagnosis(struct html *html, const struct view *view, size_t index);

/* Its counterexample, or what was tried to find one. */
void explanation_write_counterexample(struct html *html, const struct view *view, size_t index);

#endif
