/* How points are shared out among the groups of cases of an exercise and its rungs of speed: by what they are worth. */
#ifndef CORE_WORTH_H
#define CORE_WORTH_H

#include "core/record.h"

/* Of all there are, those included that students may not see now. */
unsigned worth_of_all(const struct result_record *result);

/* What that share of it comes to. */
double worth_points(const struct result_record *result, unsigned worth);

#endif
