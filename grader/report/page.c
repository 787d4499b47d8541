#include "report/page.h"

#include <stdio.h>
#include <string.h>

#include "report/clippings.h"
#include "report/heatmap.h"
#include "report/report.h"

static const char style[] =
#include "generated/style.css.h"
	;

enum { BAR_WIDTH = 120, BAR_HEIGHT = 8, DIGEST_SHOWN = 12 };

static void write_meta(struct html *html, const char *attribute, const char *name, const char *content)
{
	html_open(html, "meta");
	html_attribute(html, attribute, name);
	html_attribute(html, "content", content);
}

/* No request leaves the page, and no script runs but its own: nothing else has that hash. */
static void write_policy(struct html *html, const char *script)
{
	TEXT_SCOPED struct text policy = {0}, key = {0};
	text_add(&key, "policy ");
	text_add(&key, script == NULL ? "" : script);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	text_add(&policy, "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'");
	if (script != NULL) {
		char base64[DIGEST_BASE64];
		struct digest digest = digest_of(script, strlen(script));
		digest_base64(&digest, base64);
		text_add_format(&policy, "; script-src 'sha256-%s'", base64);
	}
	write_meta(html, "http-equiv", "Content-Security-Policy", text_string(&policy));
	html_mark(html); /* ends the tag */
	clippings_keep(html->clippings, &key, html, mark);
}

/* As a module it runs when the page is there. */
static void write_script(struct html *html, const char *script)
{
	if (script == NULL)
		return;
	html_open(html, "script");
	html_attribute(html, "type", "module");
	html_trusted(html, script);
	html_close(html, "script");
}

static void open_shell(struct html *html, const char *title, const char *script, const char *more_style,
		       const char *skip)
{
	text_add(html->out, "<!DOCTYPE html>\n");
	html_open(html, "html");
	html_attribute(html, "lang", "en");
	html_open(html, "head");
	html_open(html, "meta");
	html_attribute(html, "charset", "utf-8");
	write_meta(html, "name", "viewport", "width=device-width, initial-scale=1");
	write_meta(html, "name", "color-scheme", "light dark");
	write_meta(html, "name", "referrer", "no-referrer");
	write_policy(html, script);
	html_element(html, "title", NULL, title);
	html_open(html, "style");
	html_trusted(html, style);
	html_trusted(html, more_style);
	html_close(html, "style");
	write_script(html, script);
	html_close(html, "head");
	html_open(html, "body");
	html_open_class(html, "a", "skip");
	html_attribute(html, "href", "#main");
	html_text(html, skip);
	html_close(html, "a");
	heatmap_write_patterns(html);
}

void page_open(struct html *html, const char *title)
{
	page_open_scripted(html, title, NULL);
}

void page_open_scripted(struct html *html, const char *title, const char *script)
{
	open_shell(html, title, script, "", "Skip to the report");
}

void page_open_styled(struct html *html, const char *title, const char *more_style, const char *skip)
{
	open_shell(html, title, NULL, more_style, skip);
}

void page_open_footer(struct html *html)
{
	html_close(html, "main");
	html_open(html, "footer");
	html_open(html, "p");
}

void page_close_footer(struct html *html)
{
	html_close(html, "p");
	html_close(html, "footer");
	html_close(html, "body");
	html_close(html, "html");
}

void page_close(struct html *html, const struct course_record *course)
{
	page_open_footer(html);
	html_format(html, "grader %s, %s sandbox, graded ", course->grader_version, course->sandbox);
	page_write_time(html, course->graded_at);
	page_close_footer(html);
}

void page_write_column_head(struct html *html, const char *class, const char *word)
{
	html_open(html, "th");
	html_attribute(html, "scope", "col");
	if (class != NULL)
		html_attribute(html, "class", class);
	html_text(html, word);
	html_close(html, "th");
}

void page_open_table(struct html *html, const char *class, const char *caption)
{
	html_open_class(html, "div", "scroll");
	html_attribute(html, "role", "region");
	html_attribute(html, "aria-label", caption);
	html_attribute(html, "tabindex", "0");
	html_open_class(html, "table", class);
	html_element(html, "caption", NULL, caption);
	html_open(html, "thead");
	html_open(html, "tr");
}

void page_close_table(struct html *html)
{
	html_close(html, "tbody");
	html_close(html, "table");
	html_close(html, "div");
}

void page_open_table_body(struct html *html)
{
	html_close(html, "tr");
	html_close(html, "thead");
	html_open(html, "tbody");
}

void page_write_name(struct html *html, const char *name)
{
	if (*name == '\0')
		html_element(html, "em", NULL, "(no name)");
	else
		html_element(html, "bdi", NULL, name);
}

void page_write_student_link(struct html *html, const char *folder, const char *student)
{
	TEXT_SCOPED struct text file = {0};
	report_file_name(student, &file);
	html_open(html, "a");
	html_attribute_format(html, "href", "%sstudents/%s", folder, text_string(&file));
	page_write_name(html, student);
	html_close(html, "a");
}

void page_write_time(struct html *html, const char *iso)
{
	/* 2026-03-01T09:30:00Z: people want the T and the seconds least */
	bool is_iso = strlen(iso) >= 16 && iso[4] == '-' && iso[7] == '-' && iso[10] == 'T' && iso[13] == ':';
	if (!is_iso) {
		html_element(html, "span", NULL, *iso == '\0' ? "at an unknown time" : iso);
		return;
	}
	html_open(html, "time");
	html_attribute(html, "datetime", iso);
	html_format(html, "%.10s %.5s UTC", iso, iso + 11);
	html_close(html, "time");
}

void page_write_bar(struct html *html, double won, double points)
{
	double share = points > 0 ? won / points : 0;
	share = share > 1 ? 1 : share < 0 ? 0 : share;
	html_open_class(html, "svg", "bar");
	html_attribute_format(html, "viewBox", "0 0 %d %d", BAR_WIDTH, BAR_HEIGHT);
	html_attribute(html, "preserveAspectRatio", "none");
	html_attribute(html, "aria-hidden", "true");
	html_open_class(html, "rect", "step");
	html_attribute_format(html, "width", "%d", BAR_WIDTH);
	html_attribute_format(html, "height", "%d", BAR_HEIGHT);
	html_close(html, "rect");
	html_open_class(html, "rect", "won");
	html_attribute_format(html, "width", "%.4g", share * BAR_WIDTH);
	html_attribute_format(html, "height", "%d", BAR_HEIGHT);
	html_close(html, "rect");
	html_close(html, "svg");
}

void page_open_section(struct html *html, const char *id, const char *title)
{
	html_open_class(html, "section", id);
	html_attribute_format(html, "aria-labelledby", "%s-title", id);
	html_open(html, "h2");
	html_attribute_format(html, "id", "%s-title", id);
	html_text(html, title);
	html_close(html, "h2");
}

void page_write_fact(struct html *html, const char *term, const char *description)
{
	html_element(html, "dt", NULL, term);
	html_element(html, "dd", NULL, *description == '\0' ? "unknown" : description);
}

void page_open_sentence(struct html *html, const char *class, const char *message)
{
	const size_t word = strcspn(message, " \n");
	const bool is_alone = message[word] == '\0' || (word > 0 && message[word - 1] == ':');
	const bool is_name = is_alone || memchr(message, '_', word) != NULL;
	html_open(html, "p");
	html_attribute_format(html, "class", is_name ? "%s as-is" : "%s", class);
}

void page_write_message(struct html *html, const char *class, const char *message)
{
	size_t first = strcspn(message, "\n");
	if (first > 0) {
		page_open_sentence(html, class, message);
		html_prose(html, message, first);
		html_close(html, "p");
	}
	const char *rest = message + first + strspn(message + first, "\n");
	if (*rest != '\0')
		html_element(html, "pre", class, rest);
}

void page_add_digest(struct text *out, const struct digest *digest)
{
	char hex[DIGEST_HEX];
	digest_hex(digest, hex);
	text_add_format(out, "%.*s", DIGEST_SHOWN, hex);
}
