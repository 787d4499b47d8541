/* Prints tests/reference/TOLERANCE.md: see tests/reference/tolerance.h. */
#include <malloc.h>
#include <stdio.h>

#include "reference/tolerance.h"

int main(void)
{
	mallopt(M_MMAP_THRESHOLD, 32 << 20);
	mallopt(M_TRIM_THRESHOLD, 1 << 30);
	TEXT_SCOPED struct text text = {0};
	tolerance_write(&text);
	return fputs(text_string(&text), stdout) == EOF;
}
