/*
 * What all pages share: the shell (head, style, landmarks) and small habits of writing. A page stands
 * alone; its content security policy forbids whatever it does not hold itself, and scripts but that of its opening.
 */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H

#include "core/points.h"
#include "core/record.h"
#include "report/html.h"

/* Writes up to <main>; the page's <header> is the caller's, and comes first inside. */
void page_open(struct html *html, const char *title);

/* The same with a script, the only one that the policy lets run; the page must do without. */
void page_open_scripted(struct html *html, const char *title, const char *script);

/* Like page_open, with more style, and with other words for the way past the header. */
void page_open_styled(struct html *html, const char *title, const char *more_style, const char *skip);

/* Closes <main>; what is written before the footer is closed, and with it the page, stands in it. */
void page_open_footer(struct html *html);
void page_close_footer(struct html *html);

/* Both, with what a course says of itself. */
void page_close(struct html *html, const struct course_record *course);

/* A student's name, isolated from the direction of the text around it; an empty one is named so. */
void page_write_name(struct html *html, const char *name);

/* To the instructor's page of a student, from a page of which `folder` leads to that of the class: "" or "../". */
void page_write_student_link(struct html *html, const char *folder, const char *student);

/* "2026-03-01T09:30:00Z" as a <time>. */
void page_write_time(struct html *html, const char *iso);

/* A bar filled to `won` of `points`. */
void page_write_bar(struct html *html, double won, double points);

/* Opens <section> with its heading. */
void page_open_section(struct html *html, const char *id, const char *title);

/*
 * A table that scrolls by itself: open it, write the heads of its columns, open its body, write rows, close it.
 * `class` of a head may be NULL.
 */
void page_open_table(struct html *html, const char *class, const char *caption);
void page_write_column_head(struct html *html, const char *class, const char *word);
void page_open_table_body(struct html *html);
void page_close_table(struct html *html);

/* A term and its description, in a <dl>. */
void page_write_fact(struct html *html, const char *term, const char *description);

/*
 * A paragraph for a sentence that is shown with a capital letter, unless it begins with a name: "attn_causal ...",
 * "out: ...".
 */
void page_open_sentence(struct html *html, const char *class, const char *message);

/* A message: its first line in prose, what follows as it stands. */
void page_write_message(struct html *html, const char *class, const char *message);

/* The first digits of a digest, enough to tell two apart. */
void page_add_digest(struct text *out, const struct digest *digest);

#endif
