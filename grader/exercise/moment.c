#include "exercise/moment.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

#include "exercise/number.h"

enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S, DAY_S = 24 * HOUR_S, SPAN_MAX_S = 3660 * DAY_S };

/* ---- times ---- */

/* Takes what the pattern has: "0" stands for a digit, all else for itself. False, and nothing taken, if it differs. */
static bool take(const char **at, const char *pattern)
{
	const size_t length = strlen(pattern);
	for (size_t i = 0; i < length; i++)
		if (pattern[i] == '0' ? !isdigit((unsigned char)(*at)[i]) : (*at)[i] != pattern[i])
			return false;
	*at += length;
	return true;
}

static int digits(const char *at, int count)
{
	int value = 0;
	for (int i = 0; i < count; i++)
		value = 10 * value + at[i] - '0';
	return value;
}

struct moment {
	int year, month, day, hour, minute, second;
	int offset_s;
};

/* NULL, or what is wrong. */
static const char *check(const struct moment *moment)
{
	static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	const int year = moment->year;
	const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
	if (moment->month < 1 || moment->month > 12)
		return "there is no such month";
	if (moment->day < 1 || moment->day > days[moment->month - 1] + (moment->month == 2 && leap))
		return "there is no such day";
	if (moment->hour > 23 || moment->minute > 59 || moment->second > 59)
		return "there is no such time of day";
	if (moment->offset_s < -14 * HOUR_S || moment->offset_s > 14 * HOUR_S)
		return "there is no such zone";
	return NULL;
}

/* "Z" or "+01:00" */
static bool take_zone(const char **at, struct moment *moment)
{
	const char *start = *at;
	if (take(at, "Z"))
		return true;
	if (!take(at, "+00:00") && !take(at, "-00:00"))
		return false;
	const int minutes = digits(start + 4, 2);
	moment->offset_s = (digits(start + 1, 2) * HOUR_S + minutes * MINUTE_S) * (*start == '-' ? -1 : 1);
	return minutes < 60;
}

/* NULL, or what is wrong. */
static const char *parse(const char *text, struct moment *moment)
{
	const char *at = text;
	if (!take(&at, "0000-00-00"))
		return "it has another form";
	*moment = (struct moment){.year = digits(text, 4), .month = digits(text + 5, 2), .day = digits(text + 8, 2)};
	if (*at == '\0')
		return "the time of day is missing";
	const char *time = at;
	if (!take(&at, "T00:00"))
		return "it has another form";
	moment->hour = digits(time + 1, 2);
	moment->minute = digits(time + 4, 2);
	const char *second = at;
	if (take(&at, ":00"))
		moment->second = digits(second + 1, 2);
	if (*at == '\0')
		return "the zone is missing";
	if (!take_zone(&at, moment) || *at != '\0')
		return "it has another form";
	return check(moment);
}

bool moment_read(struct reader *reader, const struct node *node, int64_t *seconds)
{
	static const char example[] = "like 2026-03-01T23:59:59+01:00, or with Z for UTC";
	struct moment moment;
	if (node->kind != NODE_SCALAR || reader_is_null(node)) {
		reader_unfit(reader, node, "a time with its zone");
		return false;
	}
	const char *wrong = parse(node->text, &moment);
	if (wrong != NULL) {
		reader_error(reader, node->place, "\"%.80s\" is no time with its zone: %s; write it %s", node->text,
			     wrong, example);
		return false;
	}
	struct tm broken = {.tm_year = moment.year - 1900,
			    .tm_mon = moment.month - 1,
			    .tm_mday = moment.day,
			    .tm_hour = moment.hour,
			    .tm_min = moment.minute,
			    .tm_sec = moment.second};
	*seconds = (int64_t)timegm(&broken) - moment.offset_s;
	return true;
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
