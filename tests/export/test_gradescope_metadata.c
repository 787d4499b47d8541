/* What Gradescope says of a hand-in, in the form of its documentation: the time, and who has an extension. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/file.h"
#include "export/gradescope_metadata.h"
#include "suite.h"

enum { DAY_S = 24 * 60 * 60, CREATED_AT = 1530480152 };

static char path[64];

static void set_up(void)
{
	const char *base = getenv("TMPDIR");
	snprintf(path, sizeof(path), "%.40s/metadata-XXXXXX", base != NULL ? base : "/tmp");
	const int descriptor = mkstemp(path);
	ck_assert_int_ge(descriptor, 0);
	close(descriptor);
}

static void tear_down(void)
{
	unlink(path);
}

static bool read_of(const char *json, struct gradescope_metadata *metadata, struct text *why)
{
	TEXT_SCOPED struct text unwritten = {0};
	ck_assert_msg(file_write(path, json, strlen(json), &unwritten), "%s", text_string(&unwritten));
	return gradescope_metadata_read(path, metadata, why);
}

/* A hand-in of those users for an assignment that is due at the end of July. */
#define METADATA(due, users) \
	"{\"id\": 123456, \"users\": [" users "], \"created_at\": \"2018-07-01T14:22:32.365935-07:00\"," \
	" \"assignment\": {\"due_date\": " due ", \"group_size\": 4, \"late_due_date\": null, \"title\": \"One\"}," \
	" \"submission_method\": \"upload\", \"previous_submissions\": [{\"submission_time\":" \
	" \"2017-04-06T14:24:48.087023-07:00\", \"score\": 0.0, \"results\": {\"created_at\": \"never\"}}]}"
#define DUE "\"2018-07-31T23:00:00.000000-07:00\""
#define USER(due) \
	"{\"email\": \"s@example.com\", \"id\": 1, \"name\": \"\\\"created_at\\\"\", \"assignment\":" \
	" {\"due_date\": " due ", \"late_due_date\": null}}"

START_TEST(an_extension_is_what_a_user_has_beyond_the_assignment)
{
	static const struct {
		const char *json;
		int64_t extension_s;
	} hand_ins[] = {
		{METADATA(DUE, USER(DUE)), 0},
		{METADATA(DUE, USER("\"2018-08-02T23:00:00.000000-07:00\"")), 2 * DAY_S},
		{METADATA(DUE, USER("\"2018-08-01T00:00:00.000000-06:00\"")), 0}, /* the same in another zone */
		{METADATA(DUE, USER("\"2018-07-30T23:00:00.000000-07:00\"")), 0}, /* a shorter one */
		{METADATA(DUE, USER(DUE) ", " USER("\"2018-08-03T23:00:00.5-07:00\"") ", " USER("null")), 3 * DAY_S},
		{METADATA(DUE, "{\"email\": \"s@example.com\", \"id\": 1234, \"name\": \"Student User\"}"), 0},
		{METADATA(DUE, ""), 0},
		{METADATA("null", USER(DUE)), 0},
		{"{\"created_at\": \"2018-07-01T14:22:32.365935-07:00\", \"assignment_id\": 1}", 0},
	};
	for (size_t i = 0; i < sizeof(hand_ins) / sizeof(hand_ins[0]); i++) {
		TEXT_SCOPED struct text why = {0};
		struct gradescope_metadata metadata = {0};
		ck_assert_msg(read_of(hand_ins[i].json, &metadata, &why), "%zu: %s", i, text_string(&why));
		ck_assert_int_eq(metadata.created_at, CREATED_AT);
		ck_assert_msg(metadata.extension_s == hand_ins[i].extension_s, "%zu: %lld", i,
			      (long long)metadata.extension_s);
	}
}
END_TEST

START_TEST(what_cannot_be_read_is_no_time)
{
	static const char *const faults[][2] = {
		{"", "line 1: '[' or '{' expected near end of file"},
		{"[]", "\"created_at\" is missing"},
		{"{\"previous_submissions\": [{\"created_at\": \"2018-07-01T14:22:32Z\"}]}",
		 "\"created_at\" is missing"},
		{"{\"created_at\": null}", "\"created_at\" is missing"},
		{"{\"created_at\": 1530480152}", "\"created_at\" is no time: it is no string"},
		{"{\"created_at\": \"2018-07-01T14:22:32\"}", "\"created_at\" is no time: the zone is missing"},
		{METADATA("\"July\"", USER(DUE)), "\"due_date\" is no time: it has another form"},
		{METADATA(DUE, USER("17")), "\"due_date\" is no time: it is no string"},
	};
	for (size_t i = 0; i < sizeof(faults) / sizeof(faults[0]); i++) {
		TEXT_SCOPED struct text why = {0}, want = {0};
		struct gradescope_metadata metadata;
		text_add_format(&want, "\"%s\": %s", path, faults[i][1]);
		ck_assert_msg(!read_of(faults[i][0], &metadata, &why), "%s", faults[i][0]);
		ck_assert_str_eq(text_string(&why), text_string(&want));
	}
	TEXT_SCOPED struct text why = {0};
	struct gradescope_metadata metadata;
	unlink(path);
	ck_assert(!gradescope_metadata_read(path, &metadata, &why));
	ck_assert_ptr_nonnull(strstr(text_string(&why), "no such file"));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {an_extension_is_what_a_user_has_beyond_the_assignment,
				      what_cannot_be_read_is_no_time};
	return SUITE_RUN("export/gradescope_metadata", tests, set_up, tear_down);
}
