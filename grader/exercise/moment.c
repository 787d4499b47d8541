#include "exercise/moment.h"

#include <string.h>

#include "core/iso_time.h"
#include "exercise/number.h"

enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S, DAY_S = 24 * HOUR_S, SPAN_MAX_S = 3660 * DAY_S };

bool moment_read(struct reader *reader, const struct node *node, int64_t *seconds)
{
	static const char example[] = "like 2026-03-01T23:59:59+01:00, or with Z for UTC";
	if (node->kind != NODE_SCALAR || reader_is_null(node)) {
		reader_unfit(reader, node, "a time with its zone");
		return false;
	}
	const char *wrong = iso_time_parse(node->text, false, seconds);
	if (wrong != NULL)
		reader_error(reader, node->place, "\"%.80s\" is no time with its zone: %s; write it %s", node->text,
			     wrong, example);
	return wrong == NULL;
}

/* ---- spans and shares ---- */

/* A number without a sign and what stands behind it; false if there is no number. */
static bool split(struct reader *reader, const struct node *node, struct number *number, const char **unit)
{
	const size_t length = strspn(node->text, "0123456789.");
	*unit = node->text + length;
	return length > 0 && number_parse(arena_copy(reader->arena, node->text, length), number);
}

bool span_read(struct reader *reader, const struct node *node, const char *name, int64_t *seconds)
{
	static const struct {
		const char *unit;
		int64_t seconds;
	} units[] = {{"s", 1}, {"m", MINUTE_S}, {"h", HOUR_S}, {"d", DAY_S}};
	struct number number;
	const char *unit;
	if (node->kind != NODE_SCALAR || reader_is_null(node)) {
		reader_unfit(reader, node, "a span of time, like 15m");
		return false;
	}
	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]) && split(reader, node, &number, &unit); i++)
		if (strcmp(unit, units[i].unit) == 0 && number.is_whole &&
		    number.whole <= SPAN_MAX_S / units[i].seconds) {
			*seconds = (int64_t)number.whole * units[i].seconds;
			return true;
		}
	reader_error(reader, node->place,
		     "\"%s\" is a whole number of seconds, minutes, hours or days, like 90s, 15m, 12h or 7d, at most "
		     "%dd, not \"%.80s\"",
		     name, SPAN_MAX_S / DAY_S, node->text);
	return false;
}

bool percent_read(struct reader *reader, const struct node *node, const char *name, double *percent)
{
	struct number number;
	const char *unit;
	if (node->kind != NODE_SCALAR || reader_is_null(node)) {
		reader_unfit(reader, node, "a share in percent, like 10%");
		return false;
	}
	if (split(reader, node, &number, &unit) && strcmp(unit, "%") == 0 && number.real <= 100) {
		*percent = number.real;
		return true;
	}
	reader_error(reader, node->place, "\"%s\" is 0%% to 100%%, with the sign, not \"%.80s\"", name, node->text);
	return false;
}
