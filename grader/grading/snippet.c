#include "grading/snippet.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "contract/status.h"
#include "core/text.h"
#include "grading/picture.h"

/* What C calls each element type, how it is printed, and what an output holds before the call. */
static const struct type {
	const char *name, *cast, *format, *junk;
} types[] = {
	[ELEMENT_F32] = {"float", "(double)", "%.9g", "-999"},
	[ELEMENT_U8] = {"uint8_t", "(int)", "%d", "170"},
	[ELEMENT_I32] = {"int32_t", "(long)", "%ld", "-999"},
	[ELEMENT_U64] = {"uint64_t", "(unsigned long long)", "%llu", "999"},
};

/* A call that is no plain list of the parameters: what comes before it, and after. */
static const struct form {
	enum operation_id operation;
	const char *before, *call, *after;
} forms[] = {
	{OP_attn_decode, "struct attn_cache cache = {capacity, (size_t)length[0], d_k, d_v, keys, values};",
	 "attn_decode(&cache, query, key, value, out)", "length[0] = cache.length;"},
};

/* Wrong numbers need no more than an array; whoever leaves a buffer, or never comes back, needs a stricter place. */
struct snippet {
	const struct judged *judged;
	const struct frame *frame;
	double tolerance;
	bool strict;
	struct text text;
};

static bool is_strict(enum verdict verdict)
{
	return verdict != VERDICT_WRONG && verdict != VERDICT_UNWRITTEN;
}

static const struct parameter *parameter_at(const struct snippet *snippet, size_t parameter)
{
	return &snippet->frame->operation->parameters[parameter];
}

static bool is_present(const struct snippet *snippet, size_t parameter)
{
	return parameter_is_buffer(parameter_at(snippet, parameter)) && !snippet->judged->given->absent[parameter];
}

static struct shape shape_at(const struct snippet *snippet, size_t parameter)
{
	struct shape shape = {.count = 0};
	if (!frame_shape(snippet->frame, parameter, &shape))
		shape.count = 0;
	return shape;
}

/* ---- numbers ---- */

/* As few digits as lead back to the number: a float that is given, a double that must be met exactly. */
static void add_shortest(struct text *text, double value, bool single)
{
	char digits[40];
	for (int precision = 1; precision <= 17; precision++) {
		snprintf(digits, sizeof(digits), "%.*g", precision, value);
		if (single ? strtof(digits, NULL) == (float)value : strtod(digits, NULL) == value)
			break;
	}
	text_add(text, digits);
}

static bool add_special(struct text *text, double value)
{
	if (isfinite(value))
		return false;
	text_add(text, isnan(value) ? "NAN" : value > 0 ? "INFINITY" : "-INFINITY");
	return true;
}

static void add_element(struct text *text, enum element type, const void *buffer, size_t element)
{
	double value = element_value(type, buffer, element);
	if (type == ELEMENT_U64)
		text_add_format(text, "UINT64_C(%" PRIu64 ")", ((const uint64_t *)buffer)[element]);
	else if (!add_special(text, value))
		add_shortest(text, value, type == ELEMENT_F32);
}

static void add_expected(struct text *text, double value, bool exactly)
{
	if (add_special(text, value))
		return;
	if (exactly)
		add_shortest(text, value, false);
	else
		text_add_format(text, "%.9g", value);
}

/* The values of a buffer before the call: of an input what is given, of an output junk. */
static void add_given(struct snippet *snippet, size_t parameter, size_t element)
{
	const struct parameter *described = parameter_at(snippet, parameter);
	if (parameter_is_read(described))
		add_element(&snippet->text, described->element, snippet->frame->arguments[parameter].buffer, element);
	else
		text_add(&snippet->text, types[described->element].junk);
}

static void add_right(struct snippet *snippet, size_t parameter, size_t element)
{
	const struct answer_output *right = &snippet->judged->answer->outputs[parameter];
	enum element type = parameter_at(snippet, parameter)->element;
	if (element >= right->count)
		add_given(snippet, parameter, element); /* after an error: as it was */
	else if (right->real != NULL)
		add_expected(&snippet->text, right->real[element], !(right->gauge[element] > 0));
	else if (type == ELEMENT_I32)
		text_add_format(&snippet->text, "%" PRId64, (int64_t)right->integer[element]);
	else
		text_add_format(&snippet->text, "UINT64_C(%" PRIu64 ")", right->integer[element]);
}

static void add_allowed(struct snippet *snippet, size_t parameter, size_t element)
{
	const struct answer_output *right = &snippet->judged->answer->outputs[parameter];
	double allowed = element < right->count ? snippet->tolerance * right->gauge[element] : 0;
	/* three digits, not less than it is */
	text_add_format(&snippet->text, "%.3g", isfinite(allowed) ? 1.005 * allowed : 0);
}

/* "{1, 2, 3}", a row of several columns to a line; C knows no empty array. */
static void add_values(struct snippet *snippet, size_t parameter, void (*add)(struct snippet *, size_t, size_t))
{
	struct shape shape = shape_at(snippet, parameter);
	size_t columns = shape.n_extents < 2 ? shape.count : shape.extents[shape.n_extents - 1];
	text_add(&snippet->text, "{");
	for (size_t i = 0; i < shape.count; i++) {
		text_add(&snippet->text, i == 0 ? "" : columns > 1 && i % columns == 0 ? ",\n\t\t" : ", ");
		add(snippet, parameter, i);
	}
	text_add(&snippet->text, shape.count == 0 ? "0}; /* empty */\n" : "};\n");
}

/* ---- declarations ---- */

static void add_scalar(struct snippet *snippet, size_t parameter)
{
	static const char *const names[] = {
		[PARAMETER_SIZE] = "size_t",
		[PARAMETER_OFFSET] = "ptrdiff_t",
		[PARAMETER_NUMBER] = "uint64_t",
		[PARAMETER_CHOICE] = "int32_t",
	};
	const struct parameter *described = parameter_at(snippet, parameter);
	const union argument *argument = &snippet->frame->arguments[parameter];
	int64_t value = described->kind == PARAMETER_CHOICE ? argument->choice : (int64_t)argument->number;
	const char *type = names[described->kind];
	text_add_format(&snippet->text, "\t%s %s = ", type, described->name);
	if (value >= INT32_MIN && value <= INT32_MAX)
		text_add_format(&snippet->text, "%" PRId64 ";\n", value);
	else
		text_add_format(&snippet->text, "(%s)UINT64_C(%" PRIu64 ");\n", type, (uint64_t)value);
}

static void add_extents(struct text *text, const struct shape *shape, const char *words)
{
	if (shape->n_extents < 2)
		return;
	text_add_format(text, "\t/* %s: ", words);
	for (size_t i = 0; i < shape->n_extents; i++)
		text_add_format(text, "%s%zu", i == 0 ? "" : " x ", shape->extents[i]);
	text_add(text, " */\n");
}

/* The array that holds it, or, in a strict place, what is copied there. */
static void add_buffer(struct snippet *snippet, size_t parameter)
{
	const struct parameter *described = parameter_at(snippet, parameter);
	struct shape shape = shape_at(snippet, parameter);
	add_extents(&snippet->text, &shape, described->shape);
	text_add_format(&snippet->text,
			"\t%s%s %s%s[] = ", snippet->strict || !parameter_is_written(described) ? "const " : "",
			types[described->element].name, snippet->strict ? "given_" : "", described->name);
	add_values(snippet, parameter, add_given);
	if (!parameter_is_written(described))
		return;
	bool real = described->element == ELEMENT_F32;
	text_add_format(&snippet->text, "\tconst %s right_%s[] = ", real ? "double" : types[described->element].name,
			described->name);
	add_values(snippet, parameter, add_right);
	if (!real)
		return;
	text_add_format(&snippet->text, "\tconst double allowed_%s[] = ", described->name);
	add_values(snippet, parameter, add_allowed);
}

static void add_declarations(struct snippet *snippet)
{
	for (size_t p = 0; p < snippet->frame->operation->n_parameters; p++) {
		if (is_present(snippet, p))
			add_buffer(snippet, p);
		else if (!parameter_is_buffer(parameter_at(snippet, p)))
			add_scalar(snippet, p);
	}
}

/* ---- the call ---- */

static void add_places(struct snippet *snippet)
{
	for (size_t p = 0; p < snippet->frame->operation->n_parameters; p++) {
		const struct parameter *described = parameter_at(snippet, p);
		if (!is_present(snippet, p))
			continue;
		bool written = parameter_is_written(described);
		text_add_format(&snippet->text, "\t%s%s *%s = place(given_%s, %zu * sizeof(%s), at_end, %d);\n",
				written ? "" : "const ", types[described->element].name, described->name,
				described->name, shape_at(snippet, p).count, types[described->element].name, written);
	}
}

static const struct form *form_of(const struct snippet *snippet)
{
	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (snippet->frame->operation == &operations[forms[i].operation])
			return &forms[i];
	return NULL;
}

static void add_call(struct snippet *snippet)
{
	struct text *text = &snippet->text;
	const struct form *form = form_of(snippet);
	const struct operation *operation = snippet->frame->operation;
	if (form != NULL) {
		text_add_format(text, "\t%s\n\tint status = %s;\n\t%s\n", form->before, form->call, form->after);
		return;
	}
	text_add_format(text, "\tint status = %s(", operation->name);
	for (size_t p = 0; p < operation->n_parameters; p++)
		text_add_format(text, "%s%s", p == 0 ? "" : ", ",
				snippet->judged->given->absent[p] ? "NULL" : operation->parameters[p].name);
	text_add(text, ");\n");
}

/* ---- what is right ---- */

static void add_check(struct snippet *snippet, size_t parameter)
{
	const struct parameter *described = parameter_at(snippet, parameter);
	const struct type *type = &types[described->element];
	const char *name = described->name;
	size_t count = shape_at(snippet, parameter).count;
	struct text *text = &snippet->text;
	if (snippet->judged->verdict == VERDICT_OUT_OF_BOUNDS)
		text_add_format(text, "\twrong |= spilt(\"%s\", %s, %zu * sizeof(%s));\n", name, name, count,
				type->name);
	if (count == 0)
		return;
	text_add_format(text, "\tfor (size_t i = 0; i < %zu; i++) {\n\t\tint bad = ", count);
	if (described->element == ELEMENT_F32)
		text_add_format(text, "differs(%s[i], right_%s[i], allowed_%s[i]);\n", name, name, name);
	else
		text_add_format(text, "%s[i] != right_%s[i];\n", name, name);
	text_add_format(text, "\t\tprintf(\"%s[%%zu]: got %s, expected %s%%s\\n\", i, ", name, type->format,
			type->format);
	text_add_format(text, "%s%s[i], %sright_%s[i],\n\t\t       bad ? \"   <- wrong\" : \"\");\n", type->cast, name,
			type->cast, name);
	text_add(text, "\t\twrong |= bad;\n\t}\n");
}

static void add_checks(struct snippet *snippet)
{
	const char *status = status_name(snippet->judged->answer->status);
	text_add_format(&snippet->text,
			"\tint wrong = status != %s;\n\tprintf(\"returned %%d, expected %%d\\n\", status, %s);\n",
			status, status);
	for (size_t p = 0; p < snippet->frame->operation->n_parameters; p++)
		if (is_present(snippet, p) && parameter_is_written(parameter_at(snippet, p)))
			add_check(snippet, p);
	text_add(&snippet->text, "\treturn wrong;\n}\n");
}

/* ---- the whole ---- */

static const char compare_floats[] = "static int differs(double got, double right, double allowed)\n"
				     "{\n"
				     "\tif (isnan(right) || isinf(right))\n"
				     "\t\treturn isnan(right) ? !isnan(got) : got != right;\n"
				     "\treturn !(fabs(got - right) <= allowed);\n"
				     "}\n\n";

static const char place_strictly[] =
	"/* A copy of the data in pages of its own, at their end or at their start: beyond them nothing may be "
	"touched. */\n"
	"static void *place(const void *data, size_t bytes, int at_end, int writable)\n"
	"{\n"
	"\tsize_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page, guard = 256 * page;\n"
	"\tchar *pages = mmap(NULL, room + 2 * guard, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);\n"
	"\tchar *start = pages + guard + (at_end ? room - bytes : 0);\n"
	"\tmprotect(pages + guard, room, PROT_READ | PROT_WRITE);\n"
	"\tmemset(pages + guard, 0xa5, room);\n"
	"\tmemcpy(start, data, bytes);\n"
	"\tmprotect(pages + guard, room, writable ? PROT_READ | PROT_WRITE : PROT_READ);\n"
	"\treturn start;\n"
	"}\n\n";

static const char find_spills[] =
	"/* Was anything written beside the data, in what is left of its pages? */\n"
	"static int spilt(const char *name, const void *data, size_t bytes)\n"
	"{\n"
	"\tsize_t page = (size_t)sysconf(_SC_PAGESIZE), room = (bytes + page - 1) / page * page, wrong = 0;\n"
	"\tconst unsigned char *start = data, *pages = start - (uintptr_t)start % page;\n"
	"\tfor (size_t i = 0; i < room; i++)\n"
	"\t\twrong += (pages + i < start || pages + i >= start + bytes) && pages[i] != 0xa5;\n"
	"\tif (wrong > 0)\n"
	"\t\tprintf(\"%s: %zu bytes beside it were written   <- wrong\\n\", name, wrong);\n"
	"\treturn wrong > 0;\n"
	"}\n\n";

static const char main_strict[] = "\nint main(void)\n{\n"
				  "\treturn try(1) | try(0);\n}\n";

static const char main_alarmed[] = "\nint main(void)\n{\n"
				   "\talarm(2); /* or it would never end */\n"
				   "\treturn try(1) | try(0);\n}\n";

static const char main_watching[] =
	"\nint main(void)\n{\n"
	"\tint *returned = mmap(NULL, sizeof(int), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);\n"
	"\tif (fork() == 0) {\n"
	"\t\tint wrong = try(1) | try(0);\n"
	"\t\t*returned = 1;\n"
	"\t\treturn wrong;\n"
	"\t}\n"
	"\tint ended;\n"
	"\twait(&ended);\n"
	"\tif (!*returned)\n"
	"\t\tprintf(\"it ended the process   <- wrong\\n\");\n"
	"\treturn !*returned || ended != 0;\n"
	"}\n";

static bool has_floats(const struct snippet *snippet)
{
	for (size_t p = 0; p < snippet->frame->operation->n_parameters; p++)
		if (is_present(snippet, p) && parameter_is_written(parameter_at(snippet, p)) &&
		    parameter_at(snippet, p)->element == ELEMENT_F32)
			return true;
	return false;
}

/* Words in a comment, a line of some width after the other; whatever they are, they do not end it. */
static void add_comment(struct text *text, const char *words)
{
	enum { WIDTH = 100 };
	size_t column = 0;
	text_add(text, " *");
	for (const char *at = words; *at != '\0';) {
		size_t length = strcspn(at, " \n");
		if (column > 0 && column + length > WIDTH) {
			text_add(text, "\n *");
			column = 0;
		}
		text_add(text, " ");
		for (size_t i = 0; i < length; i++)
			if (at[i] != '/' || i == 0 || at[i - 1] != '*')
				text_add_bytes(text, at + i, 1);
		column += length + 1;
		at += length;
		at += strspn(at, " \n");
	}
	text_add(text, "\n");
}

/* Can the path stand in a line of a comment at all? */
static bool is_writable(const char *path)
{
	bool writable = utf8_valid(path, strlen(path));
	for (const char *at = path; *at != '\0'; at++)
		writable &= (unsigned char)*at >= ' ' && *at != 0x7f;
	return writable;
}

/*
 * The path as a word for the shell that begins with a slash or a dot: the loader looks elsewhere for names without a
 * slash, and the compiler takes -x and @x for something else. Quotes that hold nothing keep a comment from ending in
 * it, or beginning.
 */
static void add_word(struct text *text, const char *path)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";
	const bool quoted = path[strspn(path, plain)] != '\0';
	text_add(text, path[0] == '/' || (path[0] == '.' && strchr(path, '/') != NULL) ? "" : "./");
	text_add(text, quoted ? "'" : "");
	for (const char *at = path; *at != '\0'; at++) {
		if (at > path && ((at[-1] == '*' && *at == '/') || (at[-1] == '/' && *at == '*')))
			text_add(text, "''");
		if (*at == '\'')
			text_add(text, "'\\''");
		else
			text_add_bytes(text, at, 1);
	}
	text_add(text, quoted ? "'" : "");
}

static void add_head(struct snippet *snippet, const char *message, const char *library)
{
	struct text *text = &snippet->text;
	text_add_format(text, "/*\n * A small input that %s fails on:\n", snippet->frame->operation->name);
	add_comment(text, message);
	text_add(text, " *\n *   cc example.c ");
	add_word(text, library != NULL && is_writable(library) ? library : "attention.so");
	text_add(text, " -lm && ./a.out\n */\n");
	text_add(text, snippet->strict ? "#define _DEFAULT_SOURCE\n" : "");
	text_add(text, "#include <math.h>\n#include <stdio.h>\n");
	text_add(text, snippet->strict ? "#include <string.h>\n#include <sys/mman.h>\n" : "");
	text_add(text, snippet->judged->verdict == VERDICT_EXITED ? "#include <sys/wait.h>\n" : "");
	text_add(text, snippet->strict ? "#include <unistd.h>\n" : "");
	text_add(text, "\n#include \"attention.h\"\n\n");
	text_add(text, has_floats(snippet) ? compare_floats : "");
	text_add(text, snippet->strict ? place_strictly : "");
	text_add(text, snippet->judged->verdict == VERDICT_OUT_OF_BOUNDS ? find_spills : "");
}

static void add_strict(struct snippet *snippet)
{
	struct text *text = &snippet->text;
	enum verdict verdict = snippet->judged->verdict;
	text_add(text, "static int try(int at_end)\n{\n");
	add_declarations(snippet);
	text_add(text, "\n");
	add_places(snippet);
	add_call(snippet);
	text_add(text, "\n");
	add_checks(snippet);
	text_add(text, verdict == VERDICT_EXITED      ? main_watching
		       : verdict == VERDICT_TIMED_OUT ? main_alarmed
						      : main_strict);
}

static void add_simple(struct snippet *snippet)
{
	text_add(&snippet->text, "int main(void)\n{\n");
	add_declarations(snippet);
	text_add(&snippet->text, "\n");
	add_call(snippet);
	text_add(&snippet->text, "\n");
	add_checks(snippet);
}

const char *snippet_make(const struct judged *judged, double tolerance, const char *message, const char *library,
			 struct arena *arena)
{
	struct snippet snippet = {
		.judged = judged,
		.frame = &judged->given->frame,
		.tolerance = tolerance,
		.strict = is_strict(judged->verdict),
	};
	add_head(&snippet, message, library);
	(snippet.strict ? add_strict : add_simple)(&snippet);
	const char *program = arena_string(arena, text_string(&snippet.text));
	text_release(&snippet.text);
	return program;
}
