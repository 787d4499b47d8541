#include "team.h"

#include <sched.h>
#include <stdint.h>
#include <stdlib.h>

/* No vector straddles a cache line. */
enum { ALIGNMENT = 64 };

#if defined(_OPENMP)
#include <omp.h>

static void do_shared(size_t threads, const struct fast_work *work, const void *given, char *rooms, size_t room_bytes)
{
#pragma omp parallel for num_threads((int)threads) schedule(monotonic : dynamic, 1)
	for (size_t unit = 0; unit < work->n_units; unit++)
		work->unit(given, unit, rooms + (size_t)omp_get_thread_num() * room_bytes);
}

static size_t limit(size_t threads, size_t n_units)
{
	size_t most = n_units < 1024 ? n_units : 1024;
	return threads < 1 ? 1 : threads < most ? threads : most;
}
#else
static void do_shared(size_t threads, const struct fast_work *work, const void *given, char *rooms, size_t room_bytes)
{
	(void)threads, (void)work, (void)given, (void)rooms, (void)room_bytes;
}

static size_t limit(size_t threads, size_t n_units)
{
	(void)threads, (void)n_units;
	return 1;
}
#endif

bool team_do(size_t threads, const struct fast_work *work, const void *given)
{
	if (work->n_units == 0)
		return true;
	threads = limit(threads, work->n_units);
	size_t room_bytes = (work->room_bytes + ALIGNMENT) / ALIGNMENT * ALIGNMENT;
	char *rooms = aligned_alloc(ALIGNMENT, threads * room_bytes);
	if (rooms == NULL)
		return false;
	if (threads > 1)
		do_shared(threads, work, given, rooms, room_bytes);
	else
		for (size_t unit = 0; unit < work->n_units; unit++)
			work->unit(given, unit, rooms);
	free(rooms);
	return true;
}

void team_yield(void)
{
	sched_yield();
}
