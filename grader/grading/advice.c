#include "grading/advice.h"

#include <string.h>

static const char *const advices[VERDICT_COUNT] = {
	[VERDICT_UNWRITTEN] = "write every element of every output, those of empty rows too",
	[VERDICT_OUT_OF_BOUNDS] = "loop over the sizes that were passed, and mind what an index starts from; "
				  "-fsanitize=address shows the line",
	[VERDICT_WROTE_INPUT] = "inputs are const: work in the output, or in a copy",
	[VERDICT_CRASHED] = "call it from a main of your own, built with -g -fsanitize=address,undefined: that shows "
			    "the line",
	[VERDICT_TIMED_OUT] = "does every loop end? an unsigned index that is counted down never falls below 0",
	[VERDICT_OUT_OF_MEMORY] = "keep a row where you keep a matrix, and free what you allocate",
	[VERDICT_EXITED] = "return a status of attention.h instead: no exit, no abort",
	[VERDICT_FORBIDDEN] = "compute and return: no processes, files or network, and threads only where the exercise "
			      "allows them; strace shows the calls",
	[VERDICT_TAMPERED] = "print to stdout and stderr if you must, and leave other descriptors alone",
	[VERDICT_INCONSISTENT] = "keep no state between calls, read no memory that nobody wrote",
	[VERDICT_MISSING] = "define it as attention.h declares it",
};

const char *advice_add(const char *happened, enum verdict verdict, struct arena *arena)
{
	return advices[verdict] == NULL ? happened : arena_format(arena, "%s; %s", happened, advices[verdict]);
}

/* Words of the loader, and what to do about them. The first that fits counts. */
static const struct {
	const char *words, *advice;
} loads[] = {
	{"libstdc++.so", "link with -static-libstdc++ -static-libgcc, or write C"},
	{"libc++.so", "build with -stdlib=libstdc++ and link with -static-libstdc++, or write C"},
	{"libgfortran.so", "link with -static-libgfortran -static-libquadmath, or write C"},
	{"libomp.so", "build with gcc -fopenmp, whose libgomp is there"},
	{"libiomp5.so", "build with gcc -fopenmp, whose libgomp is there"},
	{"libasan.so", "build what you hand in without -fsanitize"},
	{"libubsan.so", "build what you hand in without -fsanitize"},
	{"libtsan.so", "build what you hand in without -fsanitize"},
	{"libclang_rt", "build what you hand in without -fsanitize"},
	{"blas", "write the loops yourself: they are what is graded"},
	{"libmkl", "write the loops yourself: they are what is graded"},
	{"libpython", "hand in C: there is no interpreter here"},
	{"libc.musl", "build with glibc, on this kind of machine"},
	{"version `GLIBC_", "it was built on a newer system than this one: build it here, or on an older one"},
	{"version `GOMP_", "it was built with a newer compiler than this one's: build it here"},
	{"cannot open shared object file", "only libc, libm, libmvec, libgomp and libgcc_s are there: link without it, "
					   "or with its static library"},
	{"undefined symbol", "define it, or link the file that does; -Wl,-z,defs finds this when you link"},
	{"position-independent executable", "link with -shared"},
	{"static TLS", "keep less in thread-local variables"},
	{"failed to map segment", "keep large arrays out of the file and out of static memory"},
	{"used up its", "do nothing in constructors: whatever runs before the first call counts as loading"},
	{"by a constructor?", "do nothing in constructors"},
};

const char *advice_rejected(const char *reason, struct arena *arena)
{
	for (size_t i = 0; i < sizeof(loads) / sizeof(loads[0]); i++)
		if (strstr(reason, loads[i].words) != NULL)
			return arena_format(arena, "%s; %s", reason, loads[i].advice);
	return reason;
}

const char *advice_undefined(const char *name, struct arena *arena)
{
	return advice_add(arena_format(arena, "%s is not among the symbols that the shared object exports", name),
			  VERDICT_MISSING, arena);
}

const char *advice_missing(const struct operation *operation, const struct submission *submission, struct arena *arena)
{
	char symbol[NEAR_SYMBOL_BYTES];
	const char *name = operation->name;
	switch (submission_near_miss(submission, name, symbol)) {
	case NEAR_MISS_HIDDEN:
		return arena_format(arena,
				    "%s is defined, but not exported; do not make it static, and build without "
				    "-fvisibility=hidden",
				    name);
	case NEAR_MISS_MANGLED:
		return arena_format(arena,
				    "%s is not exported, \"%s\" is: that is C++; declare it extern \"C\", as "
				    "attention.h does for whoever includes it",
				    name, symbol);
	case NEAR_MISS_OTHER:
		return arena_format(arena, "%s is not exported, \"%s\" is; is that the one?", name, symbol);
	case NEAR_MISS_NONE:
		break;
	}
	return advice_undefined(name, arena);
}
