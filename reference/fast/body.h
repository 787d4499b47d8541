/*
 * All kernels, for LANES lanes, as the table KERNELS.
 */
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "team.h"
#include "lanes.h"
#include "multiply.h"
#include "tile.h"
#include "attend.h"
#include "decode.h"
#include "product.h"
#include "derive.h"

const struct fast_kernels KERNELS = {
	.attend = attend_work,
	.decode = decode_work,
	.multiply = product_work,
	.derive = derive_work,
};
