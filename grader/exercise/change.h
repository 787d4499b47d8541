/* Parts that put the case's own question again, with something changed that must not matter. */
#ifndef EXERCISE_CHANGE_H
#define EXERCISE_CHANGE_H

#include "exercise/echo.h"

/* PROPERTY_CAUSAL: everything behind a row is replaced; it and the rows before it stay, to the bit. */
void change_future(struct echoes *echoes, const struct property *property);

/* The same for a gradient, which goes the other way as well: keys hear of no row before theirs. */
void change_future_of_gradient(struct echoes *echoes, const struct property *property);

/* PROPERTY_CAUSAL for scores: those behind the mask are replaced. */
void change_masked(struct echoes *echoes, const struct property *property);

/* PROPERTY_PADDING: keys and values that do not count are replaced. */
void change_padding(struct echoes *echoes, const struct property *property);
void change_padding_of_batch(struct echoes *echoes, const struct property *property);

/* PROPERTY_SHIFT: each row of scores has a number added to it; or each key the same vector. */
void change_scores(struct echoes *echoes, const struct property *property);
void change_keys(struct echoes *echoes, const struct property *property);

/* PROPERTY_PERMUTATION */
void change_column_order(struct echoes *echoes, const struct property *property);
void change_key_order(struct echoes *echoes, const struct property *property);
void change_past_order(struct echoes *echoes, const struct property *property);
void change_sides(struct echoes *echoes, const struct property *property);

#endif
