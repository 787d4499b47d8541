#include "report/markdown.h"

#include <stdlib.h>
#include <string.h>

#include <cmark.h>

#include "report/clippings.h"

static void free_node(cmark_node **node)
{
	if (*node != NULL)
		cmark_node_free(*node);
}

static void free_iterator(cmark_iter **iterator)
{
	if (*iterator != NULL)
		cmark_iter_free(*iterator);
}

static void free_string(char **string)
{
	free(*string);
}

#define NODE_SCOPED __attribute__((cleanup(free_node)))
#define ITERATOR_SCOPED __attribute__((cleanup(free_iterator)))
#define STRING_SCOPED __attribute__((cleanup(free_string)))

/* Puts a node's children in its place. */
static void unwrap(cmark_node *node)
{
	cmark_node *child;
	while ((child = cmark_node_first_child(node)) != NULL)
		cmark_node_insert_before(node, child);
	cmark_node_free(node);
}

static bool is_safe_address(const char *address)
{
	static const char *const schemes[] = {"https://", "http://", "mailto:"};
	for (size_t i = 0; i < sizeof(schemes) / sizeof(schemes[0]); i++)
		if (address != NULL && strncmp(address, schemes[i], strlen(schemes[i])) == 0)
			return true;
	return false;
}

struct cleaning {
	bool links;
	int base;     /* level of the heading it stands under */
	int previous; /* level of the heading before */
};

/* No heading skips a level, wherever the text starts. */
static void lower_heading(cmark_node *node, struct cleaning *cleaning)
{
	int level = cmark_node_get_heading_level(node) + cleaning->base;
	if (level > cleaning->previous + 1)
		level = cleaning->previous + 1;
	if (level > 6)
		level = 6;
	cmark_node_set_heading_level(node, level);
	cleaning->previous = level;
}

static bool is_leaf(cmark_node *node)
{
	switch (cmark_node_get_type(node)) {
	case CMARK_NODE_HTML_BLOCK:
	case CMARK_NODE_THEMATIC_BREAK:
	case CMARK_NODE_CODE_BLOCK:
	case CMARK_NODE_TEXT:
	case CMARK_NODE_SOFTBREAK:
	case CMARK_NODE_LINEBREAK:
	case CMARK_NODE_CODE:
	case CMARK_NODE_HTML_INLINE:
		return true;
	default:
		return false;
	}
}

/* Raw HTML, and what nothing is left of: a paragraph, an item, an emphasis. */
static bool is_dropped(cmark_node *node)
{
	switch (cmark_node_get_type(node)) {
	case CMARK_NODE_HTML_BLOCK:
	case CMARK_NODE_HTML_INLINE:
		return true;
	case CMARK_NODE_DOCUMENT:
		return false;
	default:
		return !is_leaf(node) && cmark_node_first_child(node) == NULL;
	}
}

static bool is_unwrapped(cmark_node *node, const struct cleaning *cleaning)
{
	cmark_node_type type = cmark_node_get_type(node);
	bool may_link = cleaning->links && is_safe_address(cmark_node_get_url(node));
	return type == CMARK_NODE_IMAGE || (type == CMARK_NODE_LINK && !may_link);
}

static void write_as_prose(cmark_node *text)
{
	const char *literal = cmark_node_get_literal(text);
	TEXT_SCOPED struct text prose = {0};
	html_add_prose(&prose, literal, strlen(literal));
	cmark_node_set_literal(text, text_string(&prose));
}

/* Seen when the walk leaves a node, or meets a leaf: its children are clean, and it may go. */
static void clean(cmark_node *node, struct cleaning *cleaning)
{
	if (is_dropped(node))
		cmark_node_free(node);
	else if (is_unwrapped(node, cleaning))
		unwrap(node);
	else if (cmark_node_get_type(node) == CMARK_NODE_HEADING)
		lower_heading(node, cleaning);
	else if (cmark_node_get_type(node) == CMARK_NODE_TEXT)
		write_as_prose(node);
}

/*
 * The iterator has already looked up what comes next when it hands a node out, and that is never inside a
 * node it leaves: so the node may be unlinked then.
 */
static cmark_node *parse(const char *markdown, struct cleaning *cleaning)
{
	cmark_node *document = cmark_parse_document(markdown, strlen(markdown), CMARK_OPT_DEFAULT);
	ITERATOR_SCOPED cmark_iter *iterator = cmark_iter_new(document);
	cmark_event_type event;
	while ((event = cmark_iter_next(iterator)) != CMARK_EVENT_DONE) {
		cmark_node *node = cmark_iter_get_node(iterator);
		if (event == CMARK_EVENT_EXIT || is_leaf(node))
			clean(node, cleaning);
	}
	return document;
}

/* Characters are made visible behind cmark, since an entity (&#x202e;) is one too. */
static void render(struct html *html, cmark_node *node)
{
	STRING_SCOPED char *markup = cmark_render_html(node, CMARK_OPT_DEFAULT);
	TEXT_SCOPED struct text visible = {0};
	html_visible(&visible, markup, strlen(markup), true);
	html_trusted(html, text_string(&visible));
}

static void write_blocks(struct html *html, const char *markdown, int heading)
{
	struct cleaning cleaning = {.links = true, .base = heading, .previous = heading};
	NODE_SCOPED cmark_node *document = parse(markdown, &cleaning);
	render(html, document);
}

void markdown_write(struct html *html, const char *markdown, int heading)
{
	TEXT_SCOPED struct text key = {0};
	text_add_format(&key, "blocks %d ", heading);
	text_add(&key, markdown);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	write_blocks(html, markdown, heading);
	clippings_keep(html->clippings, &key, html, mark);
}

static void write_inlines(struct html *html, cmark_node *block)
{
	for (cmark_node *node = cmark_node_first_child(block); node != NULL; node = cmark_node_next(node))
		render(html, node);
}

static void write_line(struct html *html, const char *markdown)
{
	struct cleaning cleaning = {.links = false};
	NODE_SCOPED cmark_node *document = parse(markdown, &cleaning);
	for (cmark_node *block = cmark_node_first_child(document); block != NULL; block = cmark_node_next(block)) {
		if (cmark_node_get_type(block) == CMARK_NODE_PARAGRAPH)
			write_inlines(html, block);
		else
			html_text(html, markdown);
		if (cmark_node_next(block) != NULL)
			html_text(html, " ");
	}
}

void markdown_write_inline(struct html *html, const char *markdown)
{
	TEXT_SCOPED struct text key = {0};
	text_add(&key, "line ");
	text_add(&key, markdown);
	if (clippings_paste(html->clippings, &key, html))
		return;
	const size_t mark = html_mark(html);
	write_line(html, markdown);
	clippings_keep(html->clippings, &key, html, mark);
}
