/* Looking around: the environment, the locale, files that are not there or may not be opened, the machine. */
#include "habit.h"

#include <ctype.h>
#include <errno.h>
#include <execinfo.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>
#include <unistd.h>
#include <wchar.h>

/* A log that cannot be written is no reason to stop. */
static int files(void)
{
	struct stat status;
	char folder[200];
	FILE *log = fopen("debug.log", "w"), *temporary = tmpfile();
	int good = log == NULL && temporary == NULL && fopen("/etc/passwd", "r") == NULL;
	stat("input.txt", &status);
	access("input.txt", R_OK);
	(void)!getcwd(folder, sizeof(folder));
	remove("debug.log");
	close(open("/dev/null", O_RDWR));
	return good;
}

static int words(void)
{
	wchar_t wide[20];
	setlocale(LC_ALL, "");
	setlocale(LC_NUMERIC, "C");
	nl_langinfo(CODESET);
	swprintf(wide, 20, L"%d", 42);
	getenv("HOME");
	setenv("DEBUG", "1", 1);
	errno = 0;
	strtol("999999999999999999999999", NULL, 10);
	return errno == ERANGE && strerror(errno) != NULL && localeconv()->decimal_point[0] == '.' && isalpha('a') &&
	       toupper('a') == 'A' && wcscmp(wide, L"42") == 0 && strcmp(getenv("DEBUG"), "1") == 0 &&
	       mblen("a", 1) == 1;
}

static int machine(void)
{
	struct utsname name;
	struct sysinfo info;
	struct rlimit limit;
	cpu_set_t set;
	unsigned cpu;
	sched_yield();
	getcpu(&cpu, NULL);
	sysinfo(&info);
	__builtin_cpu_init();
	return uname(&name) == 0 && sysconf(_SC_PAGESIZE) > 0 && sysconf(_SC_NPROCESSORS_ONLN) > 0 &&
	       get_nprocs_conf() > 0 && sched_getaffinity(0, sizeof(set), &set) == 0 &&
	       getrlimit(RLIMIT_STACK, &limit) == 0 && getauxval(AT_PAGESZ) > 0 && getpid() > 0 && getppid() >= 0;
}

static void once(void)
{
}

static int locks(void)
{
	static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
	static pthread_once_t control = PTHREAD_ONCE_INIT;
	pthread_key_t key;
	void *frames[10];
	pthread_once(&control, once);
	struct sched_param parameters;
	int policy;
	/* how the thread is scheduled, one may ask, but is not told */
	pthread_getschedparam(pthread_self(), &policy, &parameters);
	sched_get_priority_max(SCHED_FIFO);
	getpriority(PRIO_PROCESS, 0);
	return pthread_mutex_lock(&mutex) == 0 && pthread_mutex_unlock(&mutex) == 0 &&
	       pthread_key_create(&key, NULL) == 0 && pthread_setspecific(key, &key) == 0 &&
	       pthread_key_delete(key) == 0 && backtrace(frames, 10) > 0;
}

static int habit(void)
{
	return files() && words() && machine() && locks();
}
