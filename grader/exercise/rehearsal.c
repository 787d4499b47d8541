#include "exercise/rehearsal.h"

#include <stdint.h>

#include "core/text.h"
#include "exercise/given.h"

struct rehearsal {
	uint64_t (*option)(struct rehearsal *rehearsal, struct stream *stream, uint64_t options);
	uint64_t state;	       /* the number of the run, less what was taken from it */
	uint64_t combinations; /* of the options of this run, as far as they can be counted */
	uint64_t most;	       /* options that any pick of this run had */
};

/* ---- rules ---------------------------------------------------------------------------------------- */

/* The number of the run, written with as many digits as there are picks, says what each takes. */
static uint64_t combine(struct rehearsal *rehearsal, struct stream *stream, uint64_t options)
{
	(void)stream;
	uint64_t option = rehearsal->state % options;
	rehearsal->state /= options;
	return option;
}

/* All take the first, then all take the second, ... */
static uint64_t agree(struct rehearsal *rehearsal, struct stream *stream, uint64_t options)
{
	(void)stream;
	return rehearsal->state % options;
}

static uint64_t mix(struct rehearsal *rehearsal, struct stream *stream, uint64_t options)
{
	(void)rehearsal;
	return stream_below(stream, options);
}

/* Without an `option`, chance decides as it will in a course. */
uint64_t rehearsal_pick(struct rehearsal *rehearsal, struct stream *stream, uint64_t span, enum rehearsal_kind kind)
{
	uint64_t options = kind == REHEARSAL_LIST ? span : span == 1 ? 1 : 2;
	if (__builtin_mul_overflow(rehearsal->combinations, options, &rehearsal->combinations))
		rehearsal->combinations = UINT64_MAX;
	rehearsal->most = options > rehearsal->most ? options : rehearsal->most;
	if (rehearsal->option == NULL)
		return stream_below(stream, span);
	uint64_t option = rehearsal->option(rehearsal, stream, options);
	return kind == REHEARSAL_RANGE && option == 1 ? span - 1 : option;
}

/* ---- runs ----------------------------------------------------------------------------------------- */

/* How far a rule goes: to a number of runs, or less if every combination, or every option, was had by then. */
enum until { UNTIL_COMBINED, UNTIL_AGREED, UNTIL_LIMIT };

static const struct pass {
	uint64_t (*option)(struct rehearsal *rehearsal, struct stream *stream, uint64_t options);
	enum rehearsal_depth depth;
	enum until until;
	uint64_t limit;
} passes[] = {
	{combine, REHEARSAL_QUICK, UNTIL_COMBINED, 128},    {agree, REHEARSAL_QUICK, UNTIL_AGREED, DOCUMENT_NODES_MAX},
	{combine, REHEARSAL_THOROUGH, UNTIL_COMBINED, 256}, {mix, REHEARSAL_THOROUGH, UNTIL_LIMIT, 500},
	{NULL, REHEARSAL_THOROUGH, UNTIL_LIMIT, 2000},
};

/* Data says little about sizes; lint still makes small buffers, whose elements may not fit their type. */
static const size_t elements_max[] = {[REHEARSAL_QUICK] = 1, [REHEARSAL_THOROUGH] = 16};

/* Of the case's buffers, and of the further calls that its property makes. */
static size_t count_elements(struct draw *draw, const struct group *group)
{
	const struct operation *operation = draw->given->operation;
	size_t count = 0;
	for (size_t i = 0; i < operation->n_parameters; i++) {
		struct shape shape;
		if (parameter_is_buffer(&operation->parameters[i]) && !draw->given->absent[i] &&
		    draw_shape(draw, i, &shape) && shape.count <= ELEMENTS_MAX)
			count += shape.count;
	}
	if (group->property != NULL)
		count += property_elements(group->property, draw->frame, count);
	return count;
}

static void check_property(struct draw *draw, const struct group *group)
{
	const char *complaint =
		group->property == NULL ? NULL : property_refuses(group->property, draw->frame, draw->reader->arena);
	if (complaint != NULL)
		reader_error(draw->reader, group->place, "%s", complaint);
}

/* One draw. Returns how many elements its buffers have. */
static size_t draw_once(struct reader *reader, const struct exercise *exercise, const struct group *group,
			struct rehearsal *rehearsal, const struct pass *pass)
{
	static const struct secret public_secret;
	struct frame frame;
	struct draw draw = {
		.reader = reader,
		.source = {&public_secret, exercise->id, group->name, (unsigned)rehearsal->state},
		.elements_max = elements_max[pass->depth],
		.rehearsal = rehearsal,
		.frame = &frame,
	};
	arena_reset(reader->arena);
	if (given_make(group->given, &draw))
		check_property(&draw, group);
	return count_elements(&draw, group);
}

static bool goes_on(const struct pass *pass, uint64_t run, const struct rehearsal *seen)
{
	uint64_t enough[] = {
		[UNTIL_COMBINED] = seen->combinations, [UNTIL_AGREED] = seen->most, [UNTIL_LIMIT] = pass->limit};
	return run < pass->limit && run < enough[pass->until];
}

/* All draws of one pass; `seen` has the most combinations and options of any, 1 before the first. */
static size_t run_pass(struct reader *reader, const struct exercise *exercise, const struct group *group,
		       const struct pass *pass, struct rehearsal *seen)
{
	size_t errors = reader->errors, largest = 0;
	for (uint64_t run = 0; reader->errors == errors && goes_on(pass, run, seen); run++) {
		struct rehearsal rehearsal = {.option = pass->option, .state = run, .combinations = 1, .most = 1};
		size_t count = draw_once(reader, exercise, group, &rehearsal, pass);
		largest = count > largest ? count : largest;
		seen->combinations =
			rehearsal.combinations > seen->combinations ? rehearsal.combinations : seen->combinations;
		seen->most = rehearsal.most > seen->most ? rehearsal.most : seen->most;
	}
	return largest;
}

size_t rehearsal_run(struct reader *reader, const struct exercise *exercise, const struct group *group,
		     enum rehearsal_depth depth)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	struct reader rehearsed = *reader;
	struct rehearsal seen = {.combinations = 1, .most = 1};
	size_t largest = 0;
	TEXT_SCOPED struct text suffix = {0};
	text_add_format(&suffix, " (some draws of \"%s\")", group->name);
	rehearsed.arena = scratch;
	rehearsed.suffix = text_string(&suffix);
	for (size_t i = 0; i < sizeof(passes) / sizeof(passes[0]) && rehearsed.errors == reader->errors; i++) {
		if (passes[i].depth != depth)
			continue;
		size_t count = run_pass(&rehearsed, exercise, group, &passes[i], &seen);
		largest = count > largest ? count : largest;
		if (seen.combinations == 1)
			break; /* nothing was picked: every draw is the same */
	}
	reader->errors = rehearsed.errors;
	return largest;
}
