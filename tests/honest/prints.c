/* Thousands of lines to stdout and stderr, more than anybody keeps; and numbers to strings and back. */
#include "habit.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

static void say(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
}

static int converts(void)
{
	char text[200];
	double number;
	int count;
	snprintf(text, sizeof(text), "%.3f %g %e %Lf %a %zu %p", 1.5, 0.1, 1e300, 2.5L, 3.5, (size_t)-1, (void *)text);
	assert(strncmp(text, "1.500 0.1 ", 10) == 0);
	return sscanf("2.75 42", "%lf %d", &number, &count) == 2 && number == 2.75 && count == 42 &&
	       strtod("1e3", NULL) == 1000.0 && strtoul("0x10", NULL, 0) == 16;
}

static int streams(void)
{
	char *text = NULL;
	size_t length;
	FILE *stream = open_memstream(&text, &length);
	fprintf(stream, "%d", 12345);
	fclose(stream);
	int good = length == 5 && strcmp(text, "12345") == 0;
	free(text);
	return good;
}

static int habit(void)
{
	for (int i = 0; i < 3000; i++) {
		say("row %d: maximum %f, sum %g\n", i, i * 0.5, i * 1e10);
		fprintf(stderr, "debug: %s:%d %p\n", __FILE__, __LINE__, (void *)&i);
	}
	puts("done");
	putchar('\n');
	perror("so far");
	fflush(NULL);
	write(STDOUT_FILENO, "raw\n", 4);
	setvbuf(stdout, NULL, _IONBF, 0);
	printf("unbuffered %d\n", isatty(STDOUT_FILENO));
	return converts() && streams();
}
