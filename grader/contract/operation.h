/*
 * The operation table as data: what each function of the contract is called, what it takes, and how to
 * call a symbol of that type. Rows come from operations.def.
 *
 * A frame is one call: an operation and its arguments. Scalars stand in the argument itself, a buffer by
 * its address. Who owns the buffers is the business of whoever builds the frame.
 */
#ifndef CONTRACT_OPERATION_H
#define CONTRACT_OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum operation_id {
#define OPERATION(name, ...) OP_##name,
#define OPERATION_BY(call, name, ...) OP_##name,
#include "contract/operations.def"
#undef OPERATION
#undef OPERATION_BY
	OPERATION_COUNT
};

enum element { ELEMENT_F32, ELEMENT_U8, ELEMENT_I32, ELEMENT_U64 };

enum parameter_kind {
	PARAMETER_SIZE,	  /* size_t */
	PARAMETER_OFFSET, /* ptrdiff_t */
	PARAMETER_NUMBER, /* uint64_t */
	PARAMETER_CHOICE, /* int32_t */
	PARAMETER_IN,
	PARAMETER_OUT,
	PARAMETER_MAYBE, /* an output that may be NULL */
	PARAMETER_INOUT
};

struct parameter {
	const char *name;
	enum parameter_kind kind;
	enum element element; /* buffers only */
	const char *shape;    /* buffers only: "n, heads*d"; "" is one element */
};

union argument {
	size_t size;
	ptrdiff_t offset;
	uint64_t number;
	int32_t choice;
	void *buffer;
};

/* Any function of the contract, its type forgotten; only the row's trampoline may call it. */
typedef void (*attn_symbol)(void);

struct operation {
	const char *name;
	const char *brief;
	int level; /* 1 .. 5 */
	const struct parameter *parameters;
	size_t n_parameters;
	int (*call)(attn_symbol symbol, const union argument *arguments);
};

enum { OPERATION_PARAMETERS_MAX = 16, SHAPE_EXTENTS_MAX = 3 };

struct shape {
	size_t n_extents;
	size_t extents[SHAPE_EXTENTS_MAX]; /* outermost first */
	size_t count;			   /* elements in all */
};

struct frame {
	const struct operation *operation;
	union argument arguments[OPERATION_PARAMETERS_MAX];
};

extern const struct operation operations[OPERATION_COUNT];

/* The operation of that name, or NULL. */
const struct operation *operation_find(const char *name);

/* Index of the parameter of that name (`length` characters), or n_parameters if there is none. */
size_t operation_parameter(const struct operation *operation, const char *name, size_t length);

/* Is the parameter a buffer, does the function read it, does the function write it? */
bool parameter_is_buffer(const struct parameter *parameter);
bool parameter_is_read(const struct parameter *parameter);
bool parameter_is_written(const struct parameter *parameter);

/* Bytes of one element. */
size_t element_bytes(enum element element);

/*
 * The shape of buffer parameter `index` under the scalars of a frame. False if the number of elements does
 * not fit size_t. The extents of a shape may name SIZE parameters only.
 */
bool frame_shape(const struct frame *frame, size_t index, struct shape *shape);

/* Calls a symbol of the frame's type with the frame's arguments; returns what it returns. */
int frame_call(const struct frame *frame, attn_symbol symbol);

#endif
