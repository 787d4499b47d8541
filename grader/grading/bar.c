#include "grading/bar.h"

/* The file that the build makes of reference/bar. */
__asm__(".pushsection .rodata\n"
	"bar_begin: .incbin \"bar.so\"\n"
	"bar_end:\n"
	".popsection\n");

extern const unsigned char bar_begin[], bar_end[];

bool bar_open(struct submission *bar, struct text *why)
{
	return submission_open_copy(bar_begin, (size_t)(bar_end - bar_begin), bar, why);
}
