#include "exercise/advice.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"

#define COUNT_OF(array) (sizeof(array) / sizeof((array)[0]))

/* ---- syntax --------------------------------------------------------------------------------------- */

#define SEVERAL_LINES "text of several lines wants a \"|\" behind its key and deeper indentation"
#define LIST "close the list or map with its bracket, and put a comma between items"

static const struct {
	const char *problem, *context; /* how they begin */
	const char *advice;
} syntax[] = {
	{"mapping values are not allowed", "", "put text that has \": \" in it in quotes, or check the indentation"},
	{"block sequence entries are not allowed", "",
	 "begin the list in a line of its own, or put text that begins with \"-\" in quotes"},
	{"could not find expected ':'", "", SEVERAL_LINES ", and every key a \":\" and a space"},
	{"did not find expected key", "while parsing a block mapping",
	 "check the indentation: keys of one map begin in the same column; text that begins with a quote or a bracket, "
	 "or has an apostrophe, goes in double quotes as a whole"},
	{"did not find expected '-' indicator", "",
	 "check the indentation: the items of one list begin with \"-\" in the same column"},
	{"did not find expected ',' or", "", LIST},
	{"did not find expected node content", "", "a value is missing; " LIST},
	{"found unexpected end of stream", "while scanning a quoted scalar",
	 "close the quote; text with an apostrophe or a quote in it goes in quotes of the other kind"},
	{"found unexpected document indicator", "while scanning a quoted scalar", "close the quote"},
	{"found unknown escape character", "",
	 "a backslash in double quotes begins an escape: use single quotes for the text"},
	{"did not find expected comment or line break", "while scanning a block scalar",
	 "text begins in the line below \"|\"; put text that begins with \"|\" or \">\" in quotes"},
	{"did not find expected <document start>", "",
	 "the exercise ended before this line: check its indentation, and whether the first line is one of keys"},
};

static bool starts(const char *text, const char *start)
{
	return strncmp(text, start, strlen(start)) == 0;
}

const char *advice_on_syntax(struct arena *arena, const char *problem, const char *context, char at)
{
	if (at == '\t')
		return "; indent with spaces, not with tabs";
	if (starts(problem, "found character that cannot start any token"))
		return arena_format(arena, "; put text that begins with \"%c\" in quotes", at);
	if (starts(context, "while scanning an alias") || starts(context, "while scanning an anchor"))
		return arena_format(arena, "; put text that begins with \"%c\" in quotes",
				    starts(context, "while scanning an alias") ? '*' : '&');
	for (size_t i = 0; i < COUNT_OF(syntax); i++)
		if (starts(problem, syntax[i].problem) && starts(context, syntax[i].context))
			return arena_format(arena, "; %s", syntax[i].advice);
	return "";
}

/* ---- lines ---------------------------------------------------------------------------------------- */

static const char *const typographic[] = {"\u201c", "\u201d", "\u201e", "\u2018", "\u2019", "\u00ab"};

/* Does the text begin with a quote that is none for YAML? */
static bool starts_quoted(const char *text)
{
	for (size_t i = 0; i < COUNT_OF(typographic); i++)
		if (starts(text, typographic[i]))
			return true;
	return false;
}

bool advice_is_cut(const char *rest)
{
	/* a comment that is meant as one has a blank behind its "#", or stands apart */
	return starts(rest, " #") && strchr(" \t\r\n#", rest[2]) == NULL;
}

/* Can a value begin behind these bytes? */
static bool begins_value(const char *line, size_t at)
{
	while (at > 0 && line[at - 1] == ' ')
		at--;
	return at == 0 || strchr(":-,[{", line[at - 1]) != NULL;
}

const char *advice_on_line(const char *line, size_t *column)
{
	for (size_t i = 0; line[i] != '\0'; i++) {
		*column = i;
		if (starts_quoted(line + i) && begins_value(line, i))
			return "typographic quotes do not quote, use \" or '";
		if (i > 0 && line[i - 1] != ' ' && advice_is_cut(line + i))
			return "\" #\" begins a comment: put text that has it in quotes";
	}
	return "";
}

size_t advice_no_break(const char *line)
{
	size_t at = 0;
	while (line[at] != '\0' && !(starts(line + at, "\u00a0") && begins_value(line, at)))
		at++;
	return at;
}

/* ---- keys ----------------------------------------------------------------------------------------- */

#define NO_POINTS "; a case has no points of its own, its \"worth\" says its share of the exercise's"
#define HIDDEN "; a case is hidden unless it says \"public: true\""
#define BY_DIRECTORY "; the directory gives the level, like \"L2-application/\""

/* Words that people use for a key, and a key of the map where they use it. */
static const struct {
	const char *beside, *words, *advice;
} synonyms[] = {
	{"statement", "name", ", did you mean \"title\"?"},
	{"statement", "hint", ", did you mean \"hints\"?"},
	{"statement", "tests test groups", ", did you mean \"cases\"?"},
	{"statement", "description text task question", ", did you mean \"statement\"?"},
	{"statement", "weight worth marks score", ", did you mean \"points\"?"},
	{"statement", "prerequisites depends after needs", ", did you mean \"requires\"?"},
	{"statement", "operation", ", did you mean \"function\"?"},
	{"statement", "level", BY_DIRECTORY},
	{"expect", "title id", ", did you mean \"name\"?"},
	{"expect", "hints", ", did you mean \"hint\"?"},
	{"expect", "weight share", ", did you mean \"worth\"?"},
	{"expect", "points marks score", NO_POINTS},
	{"expect", "hidden private secret visible", HIDDEN},
	{"expect", "inputs input arguments args parameters", ", did you mean \"given\"?"},
	{"expect", "answer answers output outputs result results", ", did you mean \"expect\"?"},
	{"expect", "times repetitions count", ", did you mean \"repeat\"?"},
	{"expect", "status error", ", did you mean \"returns\"?"},
	{"expect", "reason comment note description", ", did you mean \"why\"?"},
	{"expect", "overlay overlays set", ", did you mean \"put\"?"},
	{"a", "question", ", did you mean \"q\"?"},
	{"a", "answer", ", did you mean \"a\"?"},
	{"cpu_ms", "cpu time time_ms", ", did you mean \"cpu_ms\"?"},
	{"cpu_ms", "memory", ", did you mean \"memory_mib\"?"},
};

/* Keys, and where they belong if they stand somewhere else. */
static const struct {
	const char *keys, *advice;
} homes[] = {
	{"id title function points requires statement hints recall tolerance not_for limits speed large cases",
	 "; it belongs to the exercise, beside \"cases\""},
	{"name given public why hint repeat worth put property returns expect digits",
	 "; it belongs to a case, in the list under \"cases\""},
	{"cpu_ms memory_mib threads", "; it belongs under \"limits\""},
	{"in where value", "; it belongs to an overlay, in the list under \"put\""},
	{"agreement", "; it belongs under \"property\", as {agreement: FUNCTION}"},
	{"rows_sum_to_one causal padding shift permutation", "; that is a property: write it behind \"property:\""},
};

/* Is the word one of a list with blanks between? */
static bool lists(const char *words, const char *word)
{
	size_t length = strlen(word);
	for (; *words != '\0'; words += strcspn(words, " "), words += *words == ' ')
		if (strcspn(words, " ") == length && strncmp(words, word, length) == 0)
			return true;
	return false;
}

static bool has(const char *const *names, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(names[i], name) == 0)
			return true;
	return false;
}

const char *advice_on_key(const char *word, const char *const *names, size_t count)
{
	if (strstr(word, "\u00a0") != NULL)
		return "; it has a no-break space (U+00A0) in it, use ordinary spaces";
	if (starts_quoted(word))
		return "; typographic quotes do not quote, use \" or '";
	for (size_t i = 0; i < COUNT_OF(synonyms); i++)
		if (lists(synonyms[i].words, word) && has(names, count, synonyms[i].beside))
			return synonyms[i].advice;
	/* in the file of `grader answer` a case stands alone */
	const bool alone = has(names, count, "function") && has(names, count, "given");
	for (size_t i = 0; i < COUNT_OF(homes); i++)
		if (lists(homes[i].keys, word))
			return alone ? "; a case to be answered has \"function\", \"given\" and \"put\", no more"
				     : homes[i].advice;
	return "";
}

/* ---- numbers -------------------------------------------------------------------------------------- */

/* Is it a word for what is written nan or inf? */
static bool means_special(const char *word)
{
	static const char *const words[] = {"nan", "inf", "infinity", "infty", "\u221e"};
	bool dotted = false;
	word += *word == '-' || *word == '+';
	if (*word == '.') {
		dotted = true;
		word++;
	}
	if (strlen(word) > TEXT_EDITS_WORD_MAX)
		return false;
	for (size_t i = 0; i < COUNT_OF(words); i++)
		if (strcasecmp(word, words[i]) == 0 || (dotted && text_edits(word, words[i]) <= 1))
			return true;
	return false;
}

/* Is it a number but for one character? */
static bool has_digits_and(const char *word, const char *other)
{
	return strstr(word, other) != NULL && strpbrk(word, "0123456789") != NULL;
}

const char *advice_on_number(struct arena *arena, const char *word)
{
	static const char *const dashes[] = {"\u2212", "\u2013", "\u2010", "\u2011", "\u2014"};
	if (means_special(word))
		return "; the spellings are nan, inf and -inf";
	for (size_t i = 0; i < COUNT_OF(dashes); i++)
		if (starts(word, dashes[i]))
			return arena_format(arena, "; \"%s\" is not the minus sign \"-\"", dashes[i]);
	if (starts(word, "\u00a0"))
		return "; it begins with a no-break space (U+00A0), use ordinary spaces";
	if (starts_quoted(word))
		return "; typographic quotes do not quote, and numbers have none";
	if (strspn(word, "-0123456789,") == strlen(word) && has_digits_and(word, ","))
		return "; write a decimal point, and nothing between thousands";
	if (strspn(word, "-0123456789._'") == strlen(word) && has_digits_and(word, "_"))
		return "; write nothing between thousands";
	if (strspn(word, "-0123456789./") == strlen(word) && has_digits_and(word, "/"))
		return "; write a fraction as a decimal number";
	return "";
}

const char *advice_on_flag(const char *word, bool quoted)
{
	if (quoted)
		return lists("true false", word) ? "; take the quotes away" : "";
	return lists("yes Yes YES on On y Y 1", word)  ? "; write true"
	       : lists("no No NO off Off n N 0", word) ? "; write false"
						       : "";
}

/* "; a range is ..." on text like "2..33" or "2-33", else NULL. */
static const char *advice_on_range(struct arena *arena, const char *text)
{
	static const char digits[] = "0123456789";
	const size_t low = strspn(text, digits), between = strspn(text + low, ".-: ");
	const char *high = text + low + between;
	if (low == 0 || between == 0 || *high == '\0' || high[strspn(high, digits)] != '\0' ||
	    strtod(text, NULL) > strtod(high, NULL))
		return NULL;
	return arena_format(arena, "; a range is written {int: [%.*s, %s]}", (int)low, text, high);
}

/* Is all of it a name or a whole number, so that it can be an operand as it stands? */
static bool is_operand(const char *text, size_t length)
{
	static const char characters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	const bool is_name = !isdigit((unsigned char)*text) && *text != '-';
	const size_t sign = *text == '-';
	return length > sign && strspn(text + sign, is_name ? characters : "0123456789") >= length - sign;
}

const char *advice_on_arithmetic(struct arena *arena, const char *text)
{
	const char *range = advice_on_range(arena, text);
	if (range != NULL)
		return range;
	static const struct {
		const char *sign, *form;
	} forms[] = {{"+", "sum"}, {"-", "difference"}, {"*", "product"}};
	bool is_formula = false;
	for (size_t i = 0; i < COUNT_OF(forms); i++) {
		const char *at = text[0] == '\0' ? NULL : strstr(text + 1, forms[i].sign);
		if (at == NULL || at[1] == '\0')
			continue;
		size_t left = (size_t)(at - text);
		while (left > 0 && text[left - 1] == ' ')
			left--;
		const char *right = at + 1 + strspn(at + 1, " ");
		if (is_operand(text, left) && is_operand(right, strlen(right)))
			return arena_format(arena, "; arithmetic is written {%s: [%.*s, %s]}", forms[i].form, (int)left,
					    text, right);
		is_formula = true;
	}
	return is_formula ? "; arithmetic is written like {sum: [{product: [2, 3]}, 1]}" : "";
}

/* ---- generators ----------------------------------------------------------------------------------- */

/* What other libraries call them. */
static const struct {
	const char *words, *name;
} generators[] = {
	{"randn gaussian gauss random standard_normal", "normal"},
	{"rand", "uniform"},
	{"randint ints int", "integers"},
	{"tril triu causal_mask", "causal"},
	{"eye diag diagonal", "identity"},
	{"arange range linspace", "ramp"},
};

static const struct {
	const char *words, *advice;
} constants[] = {
	{"zeros zero zeros_like", "; write 0, which stands for every element"},
	{"ones one ones_like", "; write 1, which stands for every element"},
	{"full fill constant const", "; write the number alone, it stands for every element"},
	{"null none None nothing", "; what the function reads must be given, like 0 or {normal: [0, 1]}"},
};

const char *advice_on_generator(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(generators); i++)
		if (lists(generators[i].words, word))
			return generators[i].name;
	return "";
}

const char *advice_on_constant(const char *word)
{
	for (size_t i = 0; i < COUNT_OF(constants); i++)
		if (lists(constants[i].words, word))
			return constants[i].advice;
	return "";
}

const char *advice_on_policy(const struct operation *operation, const char *word)
{
	static const char words[] = "zero zeros nan NaN uniform ATTN_EMPTY_ZERO ATTN_EMPTY_NAN ATTN_EMPTY_UNIFORM";
	bool takes_one = operation_parameter(operation, "policy", strlen("policy")) < operation->n_parameters;
	return takes_one && lists(words, word) ? "; a policy is 0 (zeros), 1 (NaN) or 2 (equal weights)" : "";
}
