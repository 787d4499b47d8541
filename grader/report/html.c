#include "report/html.h"

#include <assert.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

/* What the writer must know about a tag. */
enum trait {
	TRAIT_VOID = 1,	 /* has no end tag */
	TRAIT_BREAK = 2, /* a line ends behind its end tag; for those who read the source */
	TRAIT_SHAPE = 4, /* SVG: may be closed in its start tag */
	TRAIT_OPEN = 8,	 /* its end goes without saying: tables are most of a page */
	TRAIT_PRE = 16	 /* the parser drops a line feed right behind its start tag */
};

static const struct {
	const char *tag;
	unsigned traits;
} known_tags[] = {
	{"article", TRAIT_BREAK},
	{"body", TRAIT_BREAK},
	{"br", TRAIT_VOID},
	{"caption", TRAIT_BREAK},
	{"circle", TRAIT_SHAPE},
	{"details", TRAIT_BREAK},
	{"div", TRAIT_BREAK},
	{"dl", TRAIT_BREAK},
	{"dd", TRAIT_BREAK},
	{"figure", TRAIT_BREAK},
	{"footer", TRAIT_BREAK},
	{"h1", TRAIT_BREAK},
	{"h2", TRAIT_BREAK},
	{"h3", TRAIT_BREAK},
	{"h4", TRAIT_BREAK},
	{"h5", TRAIT_BREAK},
	{"head", TRAIT_BREAK},
	{"header", TRAIT_BREAK},
	{"html", TRAIT_BREAK},
	{"li", TRAIT_BREAK},
	{"link", TRAIT_VOID | TRAIT_BREAK},
	{"main", TRAIT_BREAK},
	{"meta", TRAIT_VOID | TRAIT_BREAK},
	{"nav", TRAIT_BREAK},
	{"ol", TRAIT_BREAK},
	{"p", TRAIT_BREAK},
	{"path", TRAIT_SHAPE},
	{"pre", TRAIT_BREAK | TRAIT_PRE},
	{"rect", TRAIT_SHAPE},
	{"section", TRAIT_BREAK},
	{"style", TRAIT_BREAK},
	{"summary", TRAIT_BREAK},
	{"svg", TRAIT_BREAK},
	{"table", TRAIT_BREAK},
	{"tbody", TRAIT_BREAK},
	{"td", TRAIT_OPEN},
	{"th", TRAIT_OPEN},
	{"thead", TRAIT_BREAK},
	{"title", 0},
	{"tr", TRAIT_BREAK | TRAIT_OPEN},
	{"ul", TRAIT_BREAK},
};

/* Asked once an element, of which a report has millions. */
static unsigned traits_of(const char *tag)
{
	for (size_t i = 0; i < sizeof(known_tags) / sizeof(known_tags[0]); i++)
		if (tag[0] == known_tags[i].tag[0] && tag[1] == known_tags[i].tag[1] &&
		    strcmp(tag, known_tags[i].tag) == 0)
			return known_tags[i].traits;
	return 0;
}

/* Of the innermost element. */
static bool has(const struct html *html, enum trait trait)
{
	return (html->open[html->depth - 1].traits & trait) != 0;
}

/* U+FDD0 .. U+FDEF and the last two of each plane: valid UTF-8, but no characters and an error in HTML. */
static bool is_noncharacter(const char *data, size_t length)
{
	const unsigned char *bytes = (const unsigned char *)data;
	if (length < 3)
		return false;
	if (length == 3 && bytes[0] == 0xef && bytes[1] == 0xb7)
		return bytes[2] >= 0x90 && bytes[2] <= 0xaf;
	bool plane_ends = length == 4 ? (bytes[1] & 0x0f) == 0x0f : bytes[0] == 0xef;
	return plane_ends && bytes[length - 2] == 0xbf && bytes[length - 1] >= 0xbe;
}

/* Is the byte seen as it is, as most are? */
static bool is_plain(char byte)
{
	return byte >= ' ' && byte <= '~';
}

static size_t count_plain(const char *data, size_t length)
{
	size_t plain = 0;
	while (plain < length && is_plain(data[plain]))
		plain++;
	return plain;
}

static const char *entity_of(char byte)
{
	switch (byte) {
	case '&':
		return "&amp;";
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '"':
		return "&quot;";
	case '\'':
		return "&#39;";
	default:
		return NULL;
	}
}

void html_visible(struct text *out, const char *data, size_t length, bool keep_breaks)
{
	for (size_t i = 0; i < length;) {
		const size_t plain = count_plain(data + i, length - i);
		text_add_bytes(out, data + i, plain);
		i += plain;
		if (i == length)
			break;
		size_t step = utf8_character(data + i, length - i);
		if (keep_breaks && (data[i] == '\n' || data[i] == '\t'))
			text_add_bytes(out, data + i, 1);
		else if (is_noncharacter(data + i, step))
			for (size_t k = 0; k < step; k++)
				text_add_format(out, "\\x%02x", (unsigned char)data[i + k]);
		else
			text_add_visible(out, data + i, step == 0 ? 1 : step);
		i += step == 0 ? 1 : step;
	}
}

static size_t count_safe(const char *data, size_t length)
{
	size_t safe = 0;
	while (safe < length && is_plain(data[safe]) && entity_of(data[safe]) == NULL)
		safe++;
	return safe;
}

/* The one place where text becomes markup-proof. */
static void escape(struct html *html, const char *data, size_t length, bool keep_breaks)
{
	for (size_t i = 0; i < length;) {
		const size_t safe = count_safe(data + i, length - i);
		text_add_bytes(html->out, data + i, safe);
		i += safe;
		if (i == length)
			break;
		const char *entity = entity_of(data[i]);
		const size_t step = utf8_character(data + i, length - i);
		if (entity != NULL)
			text_add(html->out, entity);
		else
			html_visible(html->out, data + i, step == 0 ? 1 : step, keep_breaks);
		i += step == 0 ? 1 : step;
	}
}

/* Ends a start tag: content follows. */
static void end_tag(struct html *html)
{
	if (!html->in_tag)
		return;
	/* A line feed to drop, so that none of the text's is dropped. */
	text_add(html->out, has(html, TRAIT_PRE) ? ">\n" : ">");
	html->in_tag = false;
}

/* A void element is popped as soon as something follows it. */
static void drop_void(struct html *html)
{
	if (!html->in_tag || !has(html, TRAIT_VOID))
		return;
	text_add(html->out, has(html, TRAIT_BREAK) ? ">\n" : ">");
	html->depth--;
	html->in_tag = false;
}

struct html html_start(struct text *out)
{
	return (struct html){.out = out};
}

void html_finish(struct html *html)
{
	assert(html->depth == 0);
	assert(!html->in_tag);
}

void html_open(struct html *html, const char *tag)
{
	drop_void(html);
	end_tag(html);
	assert(html->depth < HTML_DEPTH_MAX);
	html->open[html->depth].tag = tag;
	html->open[html->depth++].traits = traits_of(tag);
	text_add(html->out, "<");
	text_add(html->out, tag);
	html->in_tag = true;
}

void html_open_class(struct html *html, const char *tag, const char *class)
{
	html_open(html, tag);
	html_attribute(html, "class", class);
}

static void begin_attribute(struct html *html, const char *name)
{
	assert(html->in_tag);
	text_add(html->out, " ");
	text_add(html->out, name);
	text_add(html->out, "=\"");
}

void html_attribute(struct html *html, const char *name, const char *value)
{
	begin_attribute(html, name);
	escape(html, value, strlen(value), false);
	text_add(html->out, "\"");
}

/* What is formatted is formatted in place, and escaped if it must be. */
static __attribute__((format(printf, 3, 0))) void add_list(struct html *html, bool keep_breaks, const char *format,
							   va_list arguments)
{
	struct text *out = html->out;
	const size_t start = out->length;
	text_add_list(out, format, arguments);
	if (count_safe(out->data + start, out->length - start) == out->length - start)
		return;
	TEXT_SCOPED struct text raw = {0};
	text_add_bytes(&raw, out->data + start, out->length - start);
	out->length = start;
	escape(html, raw.data, raw.length, keep_breaks);
}

void html_attribute_format(struct html *html, const char *name, const char *format, ...)
{
	va_list arguments;
	begin_attribute(html, name);
	va_start(arguments, format);
	add_list(html, false, format, arguments);
	va_end(arguments);
	text_add(html->out, "\"");
}

/* Most are opened and closed by the same literal. */
static bool is_open(const struct html *html, const char *tag)
{
	const char *open = html->open[html->depth - 1].tag;
	return open == tag || strcmp(open, tag) == 0;
}

void html_close(struct html *html, const char *tag)
{
	drop_void(html);
	assert(html->depth > 0);
	assert(is_open(html, tag));
	if (html->in_tag && has(html, TRAIT_SHAPE)) {
		text_add(html->out, "/>");
	} else {
		end_tag(html);
		if (!has(html, TRAIT_OPEN)) {
			text_add(html->out, "</");
			text_add(html->out, tag);
			text_add(html->out, ">");
		}
	}
	if (has(html, TRAIT_BREAK))
		text_add(html->out, "\n");
	html->in_tag = false;
	html->depth--;
}

void html_text_bytes(struct html *html, const char *data, size_t length)
{
	drop_void(html);
	assert(html->depth > 0);
	end_tag(html);
	escape(html, data, length, true);
}

void html_text(struct html *html, const char *string)
{
	html_text_bytes(html, string, strlen(string));
}

void html_add_prose(struct text *out, const char *data, size_t length)
{
	static const char typed[] = "-inf";
	enum { LENGTH = sizeof(typed) - 1 };
	for (size_t i = 0, next; i < length; i = next) {
		const bool begins = i == 0 || (!isalnum((unsigned char)data[i - 1]) && data[i - 1] != '_');
		const bool fits = length - i >= LENGTH && memcmp(data + i, typed, LENGTH) == 0;
		const bool ends = length - i == LENGTH || (fits && !isalnum((unsigned char)data[i + LENGTH]));
		const char *sign = memchr(data + i + 1, typed[0], length - i - 1);
		next = sign == NULL ? length : (size_t)(sign - data);
		if (begins && fits && ends)
			text_add(out, "\u2212");
		else
			text_add_bytes(out, data + i, 1);
		text_add_bytes(out, data + i + 1, next - i - 1);
	}
}

void html_prose(struct html *html, const char *data, size_t length)
{
	TEXT_SCOPED struct text prose = {0};
	html_add_prose(&prose, data, length);
	html_text_bytes(html, text_string(&prose), prose.length);
}

void html_format(struct html *html, const char *format, ...)
{
	va_list arguments;
	html_mark(html);
	assert(html->depth > 0);
	va_start(arguments, format);
	add_list(html, true, format, arguments);
	va_end(arguments);
}

void html_element(struct html *html, const char *tag, const char *class, const char *string)
{
	html_open(html, tag);
	if (class != NULL)
		html_attribute(html, "class", class);
	html_text(html, string);
	html_close(html, tag);
}

size_t html_mark(struct html *html)
{
	drop_void(html);
	end_tag(html);
	return html->out->length;
}

void html_trusted_bytes(struct html *html, const char *markup, size_t length)
{
	html_mark(html);
	text_add_bytes(html->out, markup, length);
}

void html_trusted(struct html *html, const char *markup)
{
	html_trusted_bytes(html, markup, strlen(markup));
}
