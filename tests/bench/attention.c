/*
 * Times attention for attention.mjs, which asks and is answered in lines:
 *
 *   about                              what this was built with
 *   list                               the contenders that this machine can run, each as NAME:KIND, and the tolerance
 *   task HEADS QUERIES N D THREADS     what the following is about; numbers are drawn
 *   inputs FOLDER                      writes them there, as q, k and v
 *   check NAME                         how far its answer is from the reference's, in gauges
 *   compare FILE                       the same of an answer that is there
 *   time NAME CALLS                    milliseconds of a call, and how often a thread was interrupted meanwhile; where
 *                                      there are several calls, one more before them warms up
 *   memory NAME                        the most bytes that a call holds at once
 */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "bench/task.h"
#include "fast/fast.h"
#include "reference.h"
#include "reference/draw.h"

enum kind {
	ANSWER,	  /* of causal attention, or a step of decoding */
	FULL,	  /* the same, where every query sees every key */
	BACKWARD, /* the gradient */
	READ,	  /* no answer; each head once */
	WORK	  /* no answer; each thread the same */
};

struct contender {
	const char *name;
	enum kind kind;
	void (*run)(const struct head *head);
	enum fast_set set; /* of ours, which have no function */
};

static const struct contender contenders[] = {
	{"fast-avx512", ANSWER, NULL, FAST_AVX512},
	{"fast-avx2", ANSWER, NULL, FAST_AVX2},
	{"fast-portable", ANSWER, NULL, FAST_PORTABLE},
	{"full-avx512", FULL, NULL, FAST_AVX512},
	{"full-avx2", FULL, NULL, FAST_AVX2},
	{"backward-avx512", BACKWARD, NULL, FAST_AVX512},
	{"backward-avx2", BACKWARD, NULL, FAST_AVX2},
	{"composed", ANSWER, blas_composed, FAST_BEST},
	{"blocked", ANSWER, blas_blocked, FAST_BEST},
	{"textbook", ANSWER, textbook, FAST_BEST},
	{"read", READ, machine_read, FAST_BEST},
	{"read-streams", READ, machine_read_streams, FAST_BEST},
	{"multiply-avx512", WORK, machine_multiply16, FAST_AVX512},
	{"multiply-avx2", WORK, machine_multiply8, FAST_AVX2},
};
enum { CONTENDERS = sizeof(contenders) / sizeof(contenders[0]) };
/* What a thread of "blocked" needs at least. */
enum { ROOM_LEAST = 1 << 17 };

static const char *const kinds[] = {"answer", "full", "backward", "read", "work"};

struct task {
	size_t heads, queries, n, d, threads, room_count;
	float *q, *k, *v, *out, *d_out, *dq, *dk, *dv, *rooms;
};

/* ---- Ours ---- */

static void decode(const struct fast_setting *setting, const struct head *head)
{
	size_t last = head->n - 1, bytes = head->d * sizeof(float);
	float *key = head->room, *value = key + head->d;
	memcpy(key, head->k + last * head->d, bytes);
	memcpy(value, head->v + last * head->d, bytes);
	struct attn_cache cache = {head->n, last, head->d, head->d, head->k, head->v};
	(void)fast_decode(setting, &cache, head->q, key, value, head->out);
}

static void run_fast(const struct contender *contender, const struct head *h)
{
	struct fast_setting setting = {contender->set, h->threads};
	if (contender->kind == FULL)
		(void)fast_causal_offset(&setting, h->n, h->n, h->d, h->d, (ptrdiff_t)h->n, h->q, h->k, h->v, h->out,
					 NULL);
	else if (contender->kind == BACKWARD)
		(void)fast_causal_backward(&setting, h->n, h->d, h->d, h->q, h->k, h->v, h->d_out, h->dq, h->dk, h->dv);
	else if (h->queries < h->n)
		decode(&setting, h);
	else
		(void)fast_causal(&setting, h->n, h->d, h->d, h->q, h->k, h->v, h->out, NULL);
}

/* ---- Running ---- */

static struct head head_of(const struct task *task, size_t index)
{
	size_t from = index * task->n * task->d, query = index * task->queries * task->d;
	return (struct head){
		.queries = task->queries,
		.n = task->n,
		.d = task->d,
		.threads = task->heads > 1 ? 1 : task->threads,
		.q = task->q + query,
		.k = task->k + from,
		.v = task->v + from,
		.out = task->out + query,
		.d_out = task->d_out + query,
		.dq = task->dq + query,
		.dk = task->dk + from,
		.dv = task->dv + from,
		.room = task->rooms + (size_t)omp_get_thread_num() * task->room_count,
	};
}

static void run(const struct contender *contender, const struct task *task)
{
	size_t count = contender->kind == WORK ? task->threads : task->heads;
	blas_use_threads(task->heads > 1 ? 1 : task->threads);
#pragma omp parallel for num_threads(task->threads) if (count > 1 && task->threads > 1) schedule(dynamic, 1)
	for (size_t index = 0; index < count; index++) {
		struct head head = head_of(task, contender->kind == WORK ? 0 : index);
		if (contender->run != NULL)
			contender->run(&head);
		else
			run_fast(contender, &head);
	}
}

/* ---- Answers ---- */

/* The largest error of a row, in gauges. */
static double row_ratio(const struct task *task, size_t index, size_t row, bool full, const float *out,
			struct arena *arena)
{
	struct head head = head_of(task, index);
	size_t query = task->queries < task->n ? 0 : row;
	struct frame frame = {.operation = &operations[OP_attn_causal_offset]};
	frame_argument(&frame, "n_q")->size = 1;
	frame_argument(&frame, "n_k")->size = task->n;
	frame_argument(&frame, "d_k")->size = frame_argument(&frame, "d_v")->size = task->d;
	frame_argument(&frame, "offset")->offset = (ptrdiff_t)(full ? task->n : row);
	frame_argument(&frame, "q")->buffer = head.q + query * task->d;
	frame_argument(&frame, "k")->buffer = head.k;
	frame_argument(&frame, "v")->buffer = head.v;
	struct answer answer;
	reference_answer(&frame, arena, &answer);
	const struct answer_output *right = &answer.outputs[operation_parameter(frame.operation, "out", strlen("out"))];
	const float *got = out + (index * task->queries + query) * task->d;
	double worst = 0;
	for (size_t c = 0; c < task->d; c++)
		worst = fmax(worst,
			     isfinite(got[c]) ? fabs((double)got[c] - right->real[c]) / right->gauge[c] : INFINITY);
	return worst;
}

/* Of some rows of each head, the first and the last among them. */
static double ratio(const struct task *task, bool full, const float *out)
{
	ARENA_SCOPED struct arena *arena = arena_create();
	size_t last = task->n - 1, parts = task->queries < task->n ? 0 : last < 64 ? last : 64;
	double worst = 0;
	for (size_t index = 0; index < task->heads; index++)
		for (size_t part = 0; part <= parts; part++) {
			arena_reset(arena);
			worst = fmax(worst,
				     row_ratio(task, index, parts == 0 ? last : last * part / parts, full, out, arena));
		}
	return worst;
}

/* ---- Tasks ---- */

static float *room_for(size_t count)
{
	float *room = aligned_alloc(64, (count + 16) / 16 * 64);
	if (room == NULL)
		abort();
	return memset(room, 0, (count + 16) / 16 * 64);
}

static float *numbers(struct draw *draw, size_t count)
{
	float *drawn = room_for(count);
	for (size_t i = 0; i < count; i++)
		drawn[i] = (float)draw_normal(draw);
	return drawn;
}

static void task_end(struct task *task)
{
	float *all[] = {task->q, task->k, task->v, task->out, task->d_out, task->dq, task->dk, task->dv, task->rooms};
	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++)
		free(all[i]);
}

static void task_begin(struct task *task, size_t heads, size_t queries, size_t n, size_t d, size_t threads)
{
	struct draw draw = {n};
	size_t count = heads * n * d, asked = heads * queries * d, pairs = queries * n;
	*task = (struct task){
		.heads = heads,
		.queries = queries,
		.n = n,
		.d = d,
		.threads = threads,
		.room_count = (pairs > ROOM_LEAST ? pairs : ROOM_LEAST) / 16 * 16,
		.q = numbers(&draw, asked),
		.k = numbers(&draw, count),
		.v = numbers(&draw, count),
		.out = room_for(asked),
		.d_out = numbers(&draw, asked),
		.dq = room_for(asked),
		.dk = room_for(count),
		.dv = room_for(count),
	};
	task->rooms = room_for(threads * task->room_count);
}

/* ---- Requests ---- */

static void write_inputs(const struct task *task, const char *folder)
{
	const float *all[] = {task->q, task->k, task->v};
	for (size_t i = 0; i < 3; i++) {
		char path[4100];
		snprintf(path, sizeof(path), "%s/%c", folder, "qkv"[i]);
		FILE *file = fopen(path, "wb");
		size_t count = task->heads * task->d * (i == 0 ? task->queries : task->n);
		if (file == NULL || fwrite(all[i], sizeof(float), count, file) != count || fclose(file) != 0) {
			perror(path);
			exit(1);
		}
	}
	puts("done");
}

static void compare(const struct task *task, const char *path)
{
	size_t count = task->heads * task->queries * task->d;
	FILE *file = fopen(path, "rb");
	if (file == NULL || fread(task->out, sizeof(float), count, file) != count || fclose(file) != 0) {
		perror(path);
		exit(1);
	}
	printf("%g\n", ratio(task, false, task->out));
}

static void check(const struct contender *contender, const struct task *task)
{
	memset(task->out, 0xff, task->heads * task->queries * task->d * sizeof(float));
	run(contender, task);
	printf("%g\n", contender->kind > FULL ? 0 : ratio(task, contender->kind == FULL, task->out));
}

static double now_ms(clockid_t clock)
{
	struct timespec now;
	clock_gettime(clock, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec * 1e-6;
}

/* How often a thread of ours had to make way for others. */
static long interruptions(void)
{
	struct rusage usage;
	getrusage(RUSAGE_SELF, &usage);
	return usage.ru_nivcsw;
}

/* One thread's time is that of its processor: what others take of it does not count. */
static void time_calls(const struct contender *contender, const struct task *task, size_t calls)
{
	clockid_t clock = task->threads == 1 ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
	if (calls > 1)
		run(contender, task);
	long before = interruptions();
	double begin = now_ms(clock);
	for (size_t i = 0; i < calls; i++)
		run(contender, task);
	printf("%.9g %ld\n", (now_ms(clock) - begin) / (double)calls, interruptions() - before);
}

static void measure(const struct contender *contender, const struct task *task)
{
	(void)memory_peak();
	run(contender, task);
	printf("%zu\n", memory_peak());
}

static void list(void)
{
	for (size_t i = 0; i < CONTENDERS; i++)
		if (fast_has(contenders[i].set))
			printf("%s%s:%s", i > 0 ? " " : "", contenders[i].name, kinds[contenders[i].kind]);
	printf(" tolerance:%g\n", reference_tolerance(OP_attn_causal));
}

static void tell(void)
{
	printf("%s%s; %s\n", __VERSION__[0] < 'A' ? "gcc " : "", __VERSION__, blas_version());
}

static const struct contender *find(const char *name)
{
	for (size_t i = 0; i < CONTENDERS; i++)
		if (strcmp(name, contenders[i].name) == 0)
			return &contenders[i];
	fprintf(stderr, "no contender \"%s\"\n", name);
	exit(2);
}

static void answer(struct task *task, const char *line)
{
	char word[4096];
	size_t a, b, c, d, e;
	if (strcmp(line, "list\n") == 0)
		list();
	else if (strcmp(line, "about\n") == 0)
		tell();
	else if (sscanf(line, "task %zu %zu %zu %zu %zu", &a, &b, &c, &d, &e) == 5) {
		task_end(task);
		task_begin(task, a, b, c, d, e);
		puts("done");
	} else if (sscanf(line, "inputs %4095s", word) == 1)
		write_inputs(task, word);
	else if (sscanf(line, "compare %4095s", word) == 1)
		compare(task, word);
	else if (sscanf(line, "check %4095s", word) == 1)
		check(find(word), task);
	else if (sscanf(line, "time %4095s %zu", word, &a) == 2)
		time_calls(find(word), task, a);
	else if (sscanf(line, "memory %4095s", word) == 1)
		measure(find(word), task);
	else
		exit(2);
	fflush(stdout);
}

int main(void)
{
	struct task task = {0};
	for (char line[8192]; fgets(line, sizeof(line), stdin) != NULL;)
		answer(&task, line);
	task_end(&task);
	return 0;
}
