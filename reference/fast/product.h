/*
 * A product of dense matrices. A unit is HEIGHT rows and TILE columns of it.
 */
enum { HEIGHT = 128 };

static size_t product_heights(const struct fast_product *product)
{
	return product->rows / HEIGHT + (product->rows % HEIGHT != 0);
}

static void product_unit(const void *given, size_t unit, void *room)
{
	const struct fast_product *product = given;
	size_t heights = product_heights(product), first = unit % heights * HEIGHT, column = unit / heights * TILE;
	size_t rows = smaller(HEIGHT, product->rows - first), columns = smaller(TILE, product->columns - column);
	lanes *rest = room, *b = carve(&rest, product->inner * GROUPS), *c = rest;
	pack((struct rows){product->b + column, product->columns, product->inner, columns}, product->inner, b, GROUPS);
	multiply((columns + LANES - 1) / LANES, (struct factor){product->a + first * product->inner, product->inner, 1},
		 rows, b, product->inner, panel(c), NULL);
	for (size_t r = 0; r < rows; r++)
		memcpy(product->c + (first + r) * product->columns + column, c + r * GROUPS, columns * sizeof(float));
}

static struct fast_work product_work(const struct fast_product *product)
{
	size_t vectors = (product->inner + HEIGHT) * GROUPS;
	return (struct fast_work){product_heights(product) * panels(product->columns, GROUPS), vectors * sizeof(lanes),
				  product_unit};
}
