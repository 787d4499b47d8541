#include "core/iso_time.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

enum { MINUTE_S = 60, HOUR_S = 60 * MINUTE_S };

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
static const char *parse(const char *text, bool fraction, struct moment *moment)
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
	if (take(&at, ":00")) {
		moment->second = digits(second + 1, 2);
		if (fraction && take(&at, ".0"))
			at += strspn(at, "0123456789");
	}
	if (*at == '\0')
		return "the zone is missing";
	if (!take_zone(&at, moment) || *at != '\0')
		return "it has another form";
	return check(moment);
}

const char *iso_time_parse(const char *text, bool fraction, int64_t *seconds)
{
	struct moment moment;
	const char *wrong = parse(text, fraction, &moment);
	if (wrong != NULL)
		return wrong;
	struct tm broken = {.tm_year = moment.year - 1900,
			    .tm_mon = moment.month - 1,
			    .tm_mday = moment.day,
			    .tm_hour = moment.hour,
			    .tm_min = moment.minute,
			    .tm_sec = moment.second};
	*seconds = (int64_t)timegm(&broken) - moment.offset_s;
	return NULL;
}
