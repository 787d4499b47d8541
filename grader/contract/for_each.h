/*
 * The preprocessor's loop over the parameters of a row of operations.def, and the C type of an element.
 *
 * FOR_EACH(M, a, b, c) is M(a), M(b), M(c): one level of rescanning per parameter, 16 at the most.
 */
#ifndef CONTRACT_FOR_EACH_H
#define CONTRACT_FOR_EACH_H

#define PARENS ()
#define EXPAND(...) EXPAND2(EXPAND2(EXPAND2(EXPAND2(__VA_ARGS__))))
#define EXPAND2(...) EXPAND1(EXPAND1(EXPAND1(EXPAND1(__VA_ARGS__))))
#define EXPAND1(...) __VA_ARGS__
#define FOR_EACH(macro, ...) EXPAND(FOR_EACH_STEP(macro, __VA_ARGS__))
#define FOR_EACH_STEP(macro, first, ...) macro(first) __VA_OPT__(, FOR_EACH_AGAIN PARENS(macro, __VA_ARGS__))
#define FOR_EACH_AGAIN() FOR_EACH_STEP

#define C_F32 float
#define C_U8 uint8_t
#define C_I32 int32_t
#define C_U64 uint64_t

#endif
