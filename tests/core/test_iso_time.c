/* Times with a zone: what is one, which second it is, and what is wrong with the others. */
#include <string.h>

#include "core/iso_time.h"
#include "suite.h"

static const struct {
	const char *text;
	bool fraction;
	int64_t seconds;
} times[] = {
	{"1970-01-01T00:00:00Z", false, 0},
	{"2026-03-01T23:59:59+01:00", false, 1772405999},
	{"2026-03-01T22:59Z", false, 1772405940},
	{"2018-07-01T14:22:32.365935-07:00", true, 1530480152},
	{"2018-07-01T21:22:32.999999Z", true, 1530480152},
	{"2018-07-01T21:22:32Z", true, 1530480152},
	{"1969-12-31T23:59:58.5Z", true, -2},
};

START_TEST(a_time_is_a_second)
{
	for (size_t i = 0; i < sizeof(times) / sizeof(times[0]); i++) {
		int64_t seconds = -1;
		const char *wrong = iso_time_parse(times[i].text, times[i].fraction, &seconds);
		ck_assert_msg(wrong == NULL, "%s: %s", times[i].text, wrong);
		ck_assert_msg(seconds == times[i].seconds, "%s: %lld", times[i].text, (long long)seconds);
	}
}
END_TEST

static const struct {
	const char *text;
	bool fraction;
	const char *wrong;
} faults[] = {
	{"2018-07-01T14:22:32.365935-07:00", false, "it has another form"},
	{"2018-07-01T14:22:32.-07:00", true, "it has another form"},
	{"2018-07-01T14:22.5-07:00", true, "it has another form"},
	{"2018-07-01T14:22:32.365935", true, "the zone is missing"},
	{"2018-07-01", true, "the time of day is missing"},
	{"2018-02-29T14:22:32.365935Z", true, "there is no such day"},
	{"", true, "it has another form"},
};

START_TEST(what_is_no_time_is_told)
{
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		int64_t seconds = -1;
		const char *wrong = iso_time_parse(faults[i].text, faults[i].fraction, &seconds);
		ck_assert_msg(wrong != NULL && strcmp(wrong, faults[i].wrong) == 0, "%s: %s", faults[i].text,
			      wrong == NULL ? "well" : wrong);
	}
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {a_time_is_a_second, what_is_no_time_is_told};
	return SUITE_RUN("core/iso_time", tests, NULL, NULL);
}
