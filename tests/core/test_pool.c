#include <check.h>
#include <stdint.h>
#include <string.h>

#include "core/pool.h"
#include "suite.h"

static struct arena *arena;
static struct pool *pool;

static void set_up(void)
{
	arena = arena_create();
	pool = pool_create(arena);
}

static void tear_down(void)
{
	pool_destroy(pool);
	arena_destroy(arena);
}

START_TEST(the_same_is_kept_once)
{
	const char bytes[] = "weights, weights";
	const char *first = pool_keep(pool, bytes, 7), *again = pool_keep(pool, bytes + 9, 7);
	ck_assert_str_eq(first, "weights");
	ck_assert_ptr_eq(first, again);
	ck_assert_ptr_ne(pool_keep(pool, bytes, 6), first);
	ck_assert_ptr_ne(pool_keep(pool, bytes, 8), first);
	ck_assert_ptr_ne(pool_keep(pool, "weightz", 7), first);
	ck_assert_ptr_ne(pool_keep(pool, "weights", 8), first); /* with its NUL */
}
END_TEST

START_TEST(nothing_is_something)
{
	const char *nothing = pool_keep(pool, NULL, 0);
	ck_assert_str_eq(nothing, "");
	ck_assert_ptr_eq(pool_keep(pool, "", 0), nothing);
}
END_TEST

/* More than there is room for at first; and numbers may be read as such. */
START_TEST(there_is_room_for_more)
{
	enum { MANY = 10000 };
	static const uint64_t *kept[MANY];
	for (uint64_t i = 0; i < MANY; i++) {
		kept[i] = pool_keep(pool, &i, sizeof(i));
		ck_assert_uint_eq(*kept[i], i);
	}
	for (uint64_t i = 0; i < MANY; i++)
		ck_assert_ptr_eq(pool_keep(pool, &i, sizeof(i)), kept[i]);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {the_same_is_kept_once, nothing_is_something, there_is_room_for_more};
	return SUITE_RUN("core/pool", tests, set_up, tear_down);
}
