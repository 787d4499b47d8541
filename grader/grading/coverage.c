#include "grading/coverage.h"

#include <math.h>
#include <string.h>

#include "grading/cost.h"
#include "grading/judged.h"
#include "grading/picture.h"
#include "grading/simulated.h"
#include "grading/trivial.h"
#include "honest.h"
#include "misconceptions.h"

/* Answers are judged by this part of the tolerance, so that errors within it are told from none. */
static const double fine = 0x1p-20;

struct measuring {
	const struct exam_exercise *entry;
	struct exam_exercise fine;     /* the same, judged finely */
	struct call_outcome *outcomes; /* by case */
	struct judged *judged;	       /* likewise */
	struct arena *arena;	       /* of the record */
	struct arena *scratch;	       /* of the answer at hand */
	const size_t *order;	       /* groups, those of the shortest cases first */
	const size_t *lengths;	       /* by group: the longest side of a buffer */
	const size_t *first_cases;     /* by group, and one more */
};

static const struct exercise *exercise_of(const struct measuring *measuring)
{
	return measuring->entry->exercise;
}

/* ---- one answer to one group ---------------------------------------------------------------------- */

/* Who answers: one of the three. */
struct answerer {
	const struct misconception *misconception;
	const struct trivial *trivial;
	const struct honest *honest;
};

static struct call_outcome answer(const struct measuring *measuring, const struct answerer *answerer, size_t index)
{
	const struct batch_case *given = &measuring->entry->batch_cases[index];
	if (answerer->trivial != NULL)
		return trivial_outcome(answerer->trivial, given, measuring->scratch);
	if (answerer->honest != NULL)
		return simulated_call(given, answerer->honest->symbols[given->frame.operation - operations],
				      measuring->scratch);
	struct answer answer;
	misconception_answer(answerer->misconception, &given->frame, given->absent, measuring->scratch, &answer);
	return simulated_outcome(given, &answer, measuring->scratch);
}

/* An error as a multiple of the tolerance; where that has no meaning, beyond all of them. */
static double multiple(bool is_number, double ratio)
{
	return is_number && ratio > 0 ? ratio * fine : INFINITY;
}

static double ratio_of(const struct judged *judged)
{
	const enum difference difference = judged->comparison.difference;
	double ratio = 0, other = 0;
	if (judged->verdict == VERDICT_PASSED)
		return 0;
	if (difference == DIFFERENCE_NONE && judged->breach.kind == BREACH_NONE)
		return INFINITY;
	if (difference != DIFFERENCE_NONE)
		ratio = multiple(difference == DIFFERENCE_NUMBER, judged->comparison.ratio);
	if (judged->breach.kind != BREACH_NONE)
		other = multiple(true, judged->breach.ratio);
	return ratio > other ? ratio : other;
}

/* The output that an error is in; OPERATION_PARAMETERS_MAX: in none of those of the exercise's function. */
static size_t output_of(const struct judged *judged)
{
	if (judged->breach.kind == BREACH_SUM || judged->breach.kind == BREACH_ECHO)
		return judged->breach.parameter;
	if (judged->breach.kind != BREACH_NONE || judged->comparison.difference == DIFFERENCE_STATUS)
		return OPERATION_PARAMETERS_MAX;
	return judged->comparison.parameter;
}

/* The worst that an answer does in a group. */
struct worst {
	double ratio;
	size_t output;	/* OPERATION_PARAMETERS_MAX: in none */
	bool overflows; /* it is no number where one is expected */
};

/* The largest ratio of a group, or the first that is enough; NaN if the group has no cases. */
static struct worst measure_group(const struct measuring *measuring, const struct answerer *answerer, size_t group,
				  double enough)
{
	struct worst worst = {.output = OPERATION_PARAMETERS_MAX};
	const size_t end = measuring->first_cases[group + 1];
	for (size_t i = measuring->first_cases[group]; i < end && worst.ratio < enough; i++) {
		if (measuring->entry->cases[i].echo == NULL)
			arena_reset(measuring->scratch); /* echoes are held against what went before */
		measuring->outcomes[i] = answer(measuring, answerer, i);
		judged_add(&measuring->fine, i, measuring->outcomes, measuring->judged);
		const double ratio = ratio_of(&measuring->judged[i]);
		const bool not_finite = measuring->judged[i].comparison.difference == DIFFERENCE_NOT_FINITE;
		if (ratio > worst.ratio)
			worst = (struct worst){ratio, output_of(&measuring->judged[i]), not_finite};
	}
	if (end == measuring->first_cases[group])
		worst.ratio = NAN;
	return worst;
}

/* ---- beginning -------------------------------------------------------------------------------------- */

/* Cases come by group, groups in order of their lengths, by insertion. */
static void sort_groups(struct measuring *measuring)
{
	const struct exam_exercise *entry = measuring->entry;
	const size_t n_groups = entry->exercise->n_groups;
	size_t *first_cases = arena_array(measuring->arena, n_groups + 1, sizeof(*first_cases));
	size_t *lengths = arena_array(measuring->arena, n_groups, sizeof(*lengths));
	size_t *order = arena_array(measuring->arena, n_groups, sizeof(*order));
	for (size_t i = 0; i < entry->n_cases; i++) {
		const size_t g = entry->cases[i].group, length = cost_longest_side(&entry->batch_cases[i].frame);
		lengths[g] = length > lengths[g] ? length : lengths[g];
		first_cases[g + 1] = i + 1;
	}
	for (size_t g = 0; g < n_groups; g++) /* of a group without cases */
		first_cases[g + 1] = first_cases[g + 1] > first_cases[g] ? first_cases[g + 1] : first_cases[g];
	for (size_t g = 0; g < n_groups; g++) {
		size_t at = g;
		for (; at > 0 && lengths[order[at - 1]] > lengths[g]; at--)
			order[at] = order[at - 1];
		order[at] = g;
	}
	measuring->first_cases = first_cases;
	measuring->lengths = lengths;
	measuring->order = order;
}

static struct measuring begin(const struct exam_exercise *entry, struct arena *arena, struct arena *scratch)
{
	struct measuring measuring = {
		.entry = entry,
		.fine = *entry,
		.outcomes = arena_array(arena, entry->n_cases, sizeof(struct call_outcome)),
		.judged = arena_array(arena, entry->n_cases, sizeof(struct judged)),
		.arena = arena,
		.scratch = scratch,
	};
	measuring.fine.tolerance *= fine;
	sort_groups(&measuring);
	return measuring;
}

/* ---- rows ----------------------------------------------------------------------------------------- */

static void measure_row(const struct measuring *measuring, const struct answerer *answerer, struct coverage_row *row)
{
	const struct exercise *exercise = exercise_of(measuring);
	double *ratios = arena_array(measuring->arena, exercise->n_groups, sizeof(*ratios));
	unsigned won = 0, worth = 0;
	for (size_t i = 0; i < exercise->n_groups; i++) {
		const size_t g = measuring->order[i];
		const struct group *group = &exercise->groups[g];
		const bool settled = row->excuse != NULL || coverage_catch(row->ratio) == CATCH_WELL;
		const bool skip = answerer->misconception != NULL && measuring->lengths[g] > COVERAGE_LONG && settled;
		ratios[g] = skip ? NAN : measure_group(measuring, answerer, g, INFINITY).ratio;
		if (!group->is_public && ratios[g] > row->ratio) {
			row->ratio = ratios[g];
			row->group = g;
		}
		worth += group->worth;
		won += coverage_catch(ratios[g]) == CATCH_MISSED ? group->worth : 0;
	}
	row->ratios = ratios;
	row->share = (double)won / worth;
}

/* ---- other secrets -------------------------------------------------------------------------------- */

/* Is a group worth trying under another secret? Long cases are long to try, and many rows leave little to chance. */
static bool is_tried_again(const struct measuring *measuring, size_t group)
{
	return !exercise_of(measuring)->groups[group].is_public && measuring->lengths[group] <= COVERAGE_LONG;
}

/* To be caught again is asked of what is caught; but not if only a long group catches it, or may. */
static bool is_asked_again(const struct measuring *measuring, const struct coverage_row *row)
{
	if (row->excuse != NULL || coverage_catch(row->ratio) != CATCH_WELL)
		return false;
	for (size_t g = 0; g < exercise_of(measuring)->n_groups; g++)
		if (!exercise_of(measuring)->groups[g].is_public && measuring->lengths[g] > COVERAGE_LONG &&
		    !(row->ratios[g] < COVERAGE_DISTANCE))
			return false;
	return true;
}

/* Groups that catch it in public come first: what catches once is likely to again. */
static bool is_caught_again(const struct measuring *measuring, const struct coverage_row *row)
{
	const struct answerer answerer = {.misconception = misconception_find(row->id)};
	for (int likely = 1; likely >= 0; likely--)
		for (size_t i = 0; i < exercise_of(measuring)->n_groups; i++) {
			const size_t g = measuring->order[i];
			if (is_tried_again(measuring, g) && (row->ratios[g] >= COVERAGE_DISTANCE) == (likely == 1) &&
			    measure_group(measuring, &answerer, g, COVERAGE_DISTANCE).ratio >= COVERAGE_DISTANCE)
				return true;
		}
	return false;
}

static void try_again(const struct exam_exercise *entry, struct arena *arena, struct coverage_row *rows, size_t n_rows)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	const struct measuring measuring = begin(entry, arena, scratch);
	for (size_t i = 0; i < entry->n_cases; i++)
		if (is_tried_again(&measuring, entry->cases[i].group))
			reference_answer_with(&ideas_right, &entry->batch_cases[i].frame, entry->batch_cases[i].absent,
					      arena, &entry->cases[i].answer);
	for (size_t i = 0; i < n_rows; i++)
		if (is_asked_again(&measuring, &rows[i]))
			rows[i].slips += !is_caught_again(&measuring, &rows[i]);
}

/* A course draws its cases from a secret of its own: what is caught must not be caught by luck. */
static void try_other_secrets(const struct measuring *measuring, struct coverage_row *rows, size_t n_rows)
{
	const struct exercise *exercise = exercise_of(measuring);
	bool any = false;
	for (size_t i = 0; i < n_rows; i++)
		any = any || is_asked_again(measuring, &rows[i]);
	for (unsigned char s = 1; any && s <= COVERAGE_SECRETS; s++) {
		ARENA_SCOPED struct arena *arena = arena_create();
		DIAGNOSTICS_SCOPED struct diagnostics *diagnostics = diagnostics_create();
		const struct secret secret = {{s}};
		const struct catalogue alone = {1, &exercise};
		struct exam *exam = exam_prepare(&alone, &secret, EXAM_ALL_GROUPS, arena, diagnostics);
		if (exam == NULL)
			continue;
		try_again(exam->exercises, arena, rows, n_rows);
		exam_release(exam);
	}
}

/* ---- misconceptions and trivial answers --------------------------------------------------------------- */

static const char *find_excuse(const struct exercise *exercise, const char *id)
{
	for (size_t i = 0; i < exercise->n_exemptions; i++)
		if (strcmp(exercise->exemptions[i].id, id) == 0)
			return exercise->exemptions[i].why;
	return NULL;
}

/* Returns its rows. */
static struct coverage_row *measure_misconceptions(const struct measuring *measuring, struct coverage_record *record)
{
	const struct exercise *exercise = exercise_of(measuring);
	struct coverage_row *rows = arena_array(measuring->arena, misconception_count(), sizeof(*rows));
	for (size_t i = 0; i < misconception_count(); i++) {
		const struct misconception *misconception = misconception_at(i);
		if (!misconception_breaks(misconception, (enum operation_id)(exercise->operation - operations)))
			continue;
		struct coverage_row *row = &rows[record->n_misconceptions++];
		*row = (struct coverage_row){
			.id = misconception->id,
			.name = misconception->name,
			.title = misconception->title,
			.excuse = find_excuse(exercise, misconception->id),
		};
		measure_row(measuring, &(struct answerer){.misconception = misconception}, row);
	}
	record->misconceptions = rows;
	return rows;
}

static void measure_trivial(const struct measuring *measuring, struct coverage_record *record)
{
	struct coverage_row *rows = arena_array(measuring->arena, trivial_count(), sizeof(*rows));
	for (size_t i = 0; i < trivial_count(); i++) {
		const struct trivial *trivial = trivial_at(i);
		rows[i] = (struct coverage_row){.id = trivial->name,
						.name = trivial->name,
						.title = trivial_title(trivial, exercise_of(measuring)->operation)};
		measure_row(measuring, &(struct answerer){.trivial = trivial}, &rows[i]);
	}
	record->trivial = rows;
	record->n_trivial = trivial_count();
}

/* ---- honest code ---------------------------------------------------------------------------------- */

static bool input_is_finite(const struct batch_case *given, size_t parameter)
{
	struct shape shape;
	const struct parameter *read = &given->frame.operation->parameters[parameter];
	if (!parameter_is_buffer(read) || !parameter_is_read(read) || !frame_shape(&given->frame, parameter, &shape))
		return true;
	for (size_t i = 0; i < shape.count; i++)
		if (!isfinite(element_value(read->element, given->frame.arguments[parameter].buffer, i)))
			return false;
	return true;
}

/* Code that does not believe in infinity cannot tell an empty row either, even if all that it answers is 0. */
static bool output_is_finite(const struct batch_case *given, size_t parameter, const struct answer_output *output)
{
	for (size_t i = 0; output->real != NULL && i < output->count; i++)
		if (!isfinite(output->real[i]))
			return false;
	if (output->count == 0)
		return true;
	const struct grid grid = picture_grid(&given->frame, parameter);
	const size_t rows = picture_is_vector(&given->frame, parameter) ? grid.columns : grid.rows;
	for (size_t row = 0; row < rows; row++)
		if (reference_row_empty(&given->frame, parameter, row))
			return false;
	return true;
}

static bool group_is_finite(const struct measuring *measuring, size_t group)
{
	for (size_t i = measuring->first_cases[group]; i < measuring->first_cases[group + 1]; i++) {
		const struct batch_case *given = &measuring->entry->batch_cases[i];
		const struct answer *answer = &measuring->entry->cases[i].answer;
		for (size_t p = 0; p < given->frame.operation->n_parameters; p++)
			if (!input_is_finite(given, p) || !output_is_finite(given, p, &answer->outputs[p]))
				return false;
	}
	return true;
}

static void measure_implementation(const struct measuring *measuring, const struct honest *honest,
				   struct coverage_honest *measured)
{
	const struct exercise *exercise = exercise_of(measuring);
	double *ratios = arena_array(measuring->arena, exercise->n_groups, sizeof(*ratios));
	const char **outputs = arena_array(measuring->arena, exercise->n_groups, sizeof(*outputs));
	bool *overflows = arena_array(measuring->arena, exercise->n_groups, sizeof(*overflows));
	*measured = (struct coverage_honest){.name = honest->name,
					     .title = honest->title,
					     .ratios = ratios,
					     .outputs = outputs,
					     .overflows = overflows};
	for (size_t g = 0; g < exercise->n_groups; g++) {
		const bool counts = !honest->finite_only || group_is_finite(measuring, g);
		const struct worst worst =
			counts ? measure_group(measuring, &(struct answerer){.honest = honest}, g, INFINITY)
			       : (struct worst){NAN, OPERATION_PARAMETERS_MAX, false};
		ratios[g] = worst.ratio;
		overflows[g] = worst.overflows;
		if (worst.output < OPERATION_PARAMETERS_MAX)
			outputs[g] = exercise->operation->parameters[worst.output].name;
		if (!(ratios[g] > measured->ratio))
			continue;
		measured->ratio = ratios[g];
		measured->group = g;
	}
}

static void measure_honest(const struct measuring *measuring, struct coverage_record *record)
{
	struct coverage_honest *measured = arena_array(measuring->arena, honest_count(), sizeof(*measured));
	for (size_t i = 0; i < honest_count(); i++)
		measure_implementation(measuring, honest_at(i), &measured[i]);
	record->honest = measured;
	record->n_honest = honest_count();
}

/* ---- groups --------------------------------------------------------------------------------------- */

/* The hidden groups that a row fails; the last of them. */
static size_t count_hidden(const struct coverage_record *record, const struct coverage_row *row, size_t *last)
{
	size_t count = 0;
	for (size_t g = 0; g < record->n_groups; g++)
		if (!record->groups[g].is_public && row->ratios[g] > 1) {
			*last = g;
			count++;
		}
	return count;
}

static void count_caught(const struct coverage_record *record, const struct coverage_row *rows, size_t n_rows,
			 struct coverage_group *groups)
{
	for (size_t i = 0; i < n_rows; i++) {
		size_t last;
		for (size_t g = 0; g < record->n_groups; g++) {
			groups[g].caught += rows[i].ratios[g] > 1;
			groups[g].untried += isnan(rows[i].ratios[g]);
		}
		if (count_hidden(record, &rows[i], &last) == 1)
			groups[last].alone++;
	}
}

static void describe_groups(const struct measuring *measuring, struct coverage_record *record)
{
	const struct exercise *exercise = exercise_of(measuring);
	struct coverage_group *groups = arena_array(measuring->arena, exercise->n_groups, sizeof(*groups));
	for (size_t g = 0; g < exercise->n_groups; g++)
		groups[g] = (struct coverage_group){
			.name = exercise->groups[g].name,
			.is_public = exercise->groups[g].is_public,
			.worth = exercise->groups[g].worth,
			.repetitions = exercise->groups[g].repeat,
		};
	record->n_groups = exercise->n_groups;
	record->groups = groups;
	count_caught(record, record->misconceptions, record->n_misconceptions, groups);
	count_caught(record, record->trivial, record->n_trivial, groups);
}

/* ---- the whole ---------------------------------------------------------------------------------------- */

static void name(const struct exercise *exercise, struct coverage_record *record)
{
	*record = (struct coverage_record){.id = exercise->id,
					   .title = exercise->title,
					   .function = exercise->operation->name,
					   .file = exercise->path};
}

void coverage_measure(struct exam_exercise *entry, struct arena *arena, struct coverage_record *record)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	const struct measuring measuring = begin(entry, arena, scratch);
	name(entry->exercise, record);
	struct coverage_row *rows = measure_misconceptions(&measuring, record);
	try_other_secrets(&measuring, rows, record->n_misconceptions);
	measure_trivial(&measuring, record);
	measure_honest(&measuring, record);
	describe_groups(&measuring, record);
}

/* Might a hidden group that was left out catch it? */
static bool is_open(const struct coverage_record *record, const struct coverage_row *row)
{
	bool left_out = false;
	for (size_t g = 0; g < record->n_groups; g++)
		left_out |= !record->groups[g].is_public && isnan(row->ratios[g]);
	return left_out && coverage_catch(row->ratio) != CATCH_WELL;
}

void coverage_measure_margin(struct exam_exercise *entry, struct arena *arena, struct coverage_record *record)
{
	ARENA_SCOPED struct arena *scratch = arena_create();
	const struct measuring measuring = begin(entry, arena, scratch);
	size_t known = 0;
	name(entry->exercise, record);
	struct coverage_row *rows = measure_misconceptions(&measuring, record);
	measure_honest(&measuring, record);
	describe_groups(&measuring, record);
	for (size_t i = 0; i < record->n_misconceptions; i++)
		if (!is_open(record, &rows[i]))
			rows[known++] = rows[i];
	record->n_misconceptions = known;
}
