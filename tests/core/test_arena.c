/* Arenas: memory that is zeroed, aligned, apart, and gone all at once. */
#include "core/arena.h"

#include <signal.h>
#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "suite.h"

static struct arena *arena;

static void set_up(void)
{
	arena = arena_create();
}

static void tear_down(void)
{
	arena_destroy(arena);
}

/* Pieces of many sizes, each filled to the brim: none may touch another. */
START_TEST(pieces_are_zeroed_aligned_and_apart)
{
	enum { PIECES = 600 };
	unsigned char *pieces[PIECES];
	for (size_t i = 0; i < PIECES; i++) {
		size_t bytes = i * 37 % 1000;
		pieces[i] = arena_alloc(arena, bytes);
		ck_assert_uint_eq((uintptr_t)pieces[i] % alignof(max_align_t), 0);
		for (size_t k = 0; k < bytes; k++)
			ck_assert_uint_eq(pieces[i][k], 0);
		memset(pieces[i], (int)i | 1, bytes);
	}
	for (size_t i = 0; i < PIECES; i++)
		for (size_t k = 0; k < i * 37 % 1000; k++)
			ck_assert_uint_eq(pieces[i][k], (unsigned char)(i | 1));
}
END_TEST

START_TEST(a_piece_may_be_larger_than_any_block)
{
	unsigned char *large = arena_alloc(arena, 5 << 20);
	unsigned char *after = arena_alloc(arena, 1);
	memset(large, 1, 5 << 20);
	ck_assert_uint_eq(*after, 0);
	ck_assert_uint_eq(large[(5 << 20) - 1], 1);
}
END_TEST

START_TEST(memory_is_zeroed_again_after_a_reset)
{
	for (int round = 0; round < 3; round++) {
		unsigned char *memory = arena_alloc(arena, 100000);
		for (size_t i = 0; i < 100000; i++)
			ck_assert_uint_eq(memory[i], 0);
		memset(memory, 0xff, 100000);
		arena_reset(arena);
	}
}
END_TEST

/* What was grown to the size of a round serves all later ones: the same place, not new memory. */
START_TEST(a_reset_keeps_the_memory)
{
	void *first = NULL;
	for (int round = 0; round < 6; round++) {
		for (int i = 0; i < 100; i++)
			arena_alloc(arena, 1000);
		arena_reset(arena);
		void *again = arena_alloc(arena, 1000);
		arena_reset(arena);
		if (round > 2)
			ck_assert_ptr_eq(again, first);
		first = again;
	}
}
END_TEST

START_TEST(arrays)
{
	uint64_t *numbers = arena_array(arena, 1000, sizeof(*numbers));
	for (size_t i = 0; i < 1000; i++)
		ck_assert_uint_eq(numbers[i], 0);
	ck_assert_ptr_nonnull(arena_array(arena, 0, 8));
	ck_assert_ptr_nonnull(arena_array(arena, 8, 0));
}
END_TEST

START_TEST(strings)
{
	char bytes[] = "a\0b";
	char *copy = arena_copy(arena, bytes, 3);
	char *string = arena_string(arena, bytes);
	char *formatted = arena_format(arena, "%s=%d%%", "x", -5);
	bytes[0] = 'z';
	ck_assert_mem_eq(copy, "a\0b\0", 4);
	ck_assert_str_eq(string, "a");
	ck_assert_str_eq(formatted, "x=-5%");
	ck_assert_str_eq(arena_copy(arena, NULL, 0), "");
	ck_assert_str_eq(arena_format(arena, "%s", ""), "");
	char *padded = arena_format(arena, "%40000d", 7);
	ck_assert_uint_eq(strlen(padded), 40000);
	ck_assert_int_eq(padded[39999], '7');
}
END_TEST

static void array_that_overflows(void)
{
	arena_array(arena, SIZE_MAX / 8 + 2, 8);
}

static void size_that_overflows(void)
{
	arena_alloc(arena, SIZE_MAX - 3);
}

/* The program ends with a message, rather than going on with too little memory. */
static void ends(void (*allocate)(void))
{
	int output[2];
	char said[100] = "";
	ck_assert_int_eq(pipe(output), 0);
	pid_t child = fork();
	ck_assert_int_ge(child, 0);
	if (child == 0) {
		dup2(output[1], STDERR_FILENO);
		signal(SIGABRT, SIG_DFL);
		allocate();
		_exit(0);
	}
	close(output[1]);
	int status;
	ck_assert_int_gt(read(output[0], said, sizeof(said) - 1), 0);
	close(output[0]);
	ck_assert_int_eq(waitpid(child, &status, 0), child);
	ck_assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	ck_assert_int_eq(strncmp(said, "grader: out of memory", 21), 0);
}

START_TEST(sizes_do_not_overflow)
{
	ends(array_that_overflows);
	ends(size_that_overflows);
}
END_TEST

START_TEST(destroying_nothing_is_fine)
{
	arena_destroy(NULL);
	ARENA_SCOPED struct arena *none = NULL;
	ck_assert_ptr_null(none);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		pieces_are_zeroed_aligned_and_apart,
		a_piece_may_be_larger_than_any_block,
		memory_is_zeroed_again_after_a_reset,
		a_reset_keeps_the_memory,
		arrays,
		strings,
		sizes_do_not_overflow,
		destroying_nothing_is_fine,
	};
	return SUITE_RUN("core: arena", tests, set_up, tear_down);
}
