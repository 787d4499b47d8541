#include "report/bars.h"

#include "report/heatmap.h"

enum { WIDTH = 46, GAP = 10, HEIGHT = 96, ABOVE = 18, BELOW = 20 };

static void write_rect(struct html *html, const char *class, int x, double height)
{
	html_open_class(html, "rect", class);
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "y", "%.4g", ABOVE + HEIGHT - height);
	html_attribute_format(html, "width", "%d", WIDTH);
	html_attribute_format(html, "height", "%.4g", height);
	html_close(html, "rect");
}

static void write_word(struct html *html, const char *class, int x, double y, const char *word)
{
	html_open_class(html, "text", class);
	html_attribute_format(html, "x", "%d", x);
	html_attribute_format(html, "y", "%.4g", y);
	html_text(html, word);
	html_close(html, "text");
}

static bool is_hidden(const struct bars *bars, size_t index)
{
	return bars->hidden != NULL && bars->hidden[index] != 0;
}

static void write_bar(struct html *html, const struct bars *bars, size_t index)
{
	const int x = (int)index * (WIDTH + GAP);
	const double height = bars->top > 0 ? bars->values[index] / bars->top * HEIGHT : 0;
	TEXT_SCOPED struct text value = {0};
	heatmap_add_number(&value, bars->values[index]);
	write_rect(html, is_hidden(bars, index) ? "future" : "step", x, HEIGHT);
	write_rect(html, "won", x, height);
	write_word(html, "value", x + WIDTH / 2, ABOVE + HEIGHT - height - 5, text_string(&value));
	write_word(html, "name", x + WIDTH / 2, ABOVE + HEIGHT + 15, bars->names[index]);
}

static void add_label(struct text *out, const struct bars *bars)
{
	text_add_format(out, "%s:", bars->caption);
	for (size_t i = 0; i < bars->count; i++)
		text_add_format(out, "%s %s %.3g%s", i > 0 ? "," : "", bars->names[i], bars->values[i],
				is_hidden(bars, i) ? " (hidden)" : "");
}

void bars_write(struct html *html, const struct bars *bars)
{
	const int width = (int)bars->count * (WIDTH + GAP) - GAP, height = ABOVE + HEIGHT + BELOW;
	TEXT_SCOPED struct text label = {0};
	add_label(&label, bars);
	html_open(html, "figure");
	html_element(html, "figcaption", NULL, bars->caption);
	html_open_class(html, "svg", "bars");
	html_attribute_format(html, "viewBox", "0 0 %d %d", width, height);
	html_attribute_format(html, "width", "%d", width);
	html_attribute_format(html, "height", "%d", height);
	html_attribute(html, "role", "img");
	html_attribute(html, "aria-label", text_string(&label));
	for (size_t i = 0; i < bars->count; i++)
		write_bar(html, bars, i);
	html_close(html, "svg");
	html_close(html, "figure");
}
