/* Any constant may be subtracted before exp, as long as exp neither overflows nor underflows for it. */
#define VARIANT(function) shifted_##function
#define IMPLEMENTATION harmless_shifted
#define ROW_MAXIMUM(n, scores, visible) (row_maximum(n, scores, visible) + 1.5f)
#include "reference/harmless_variant.h"
