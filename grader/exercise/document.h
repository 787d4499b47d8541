/*
 * A YAML file as a checked tree. libyaml parses; here every node gets its place, and whatever YAML allows
 * but an exercise must not contain becomes an error: duplicate keys, tags, merge keys, a value that
 * contains itself, a second document, more nesting or more nodes than anybody needs.
 *
 * Nodes that are named (&anchor) are shared by their aliases, so the tree may be a graph, but never a
 * cycle, and its size counted by visits is bounded.
 */
#ifndef EXERCISE_DOCUMENT_H
#define EXERCISE_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>

#include "core/diagnostic.h"

enum { DOCUMENT_BYTES_MAX = 1 << 20, DOCUMENT_NESTING_MAX = 32, DOCUMENT_NODES_MAX = 20000 };

enum node_kind {
	NODE_SCALAR,
	NODE_LIST,
	NODE_MAP,
	NODE_BROKEN /* was complained about; stands in for what should be there */
};

struct entry {
	const struct node *key; /* NULL in a list */
	const struct node *value;
};

struct node {
	enum node_kind kind;
	struct place place;
	bool quoted;	  /* a scalar in quotes, or a block scalar */
	bool cut;	  /* a scalar behind which stands a comment that was hardly meant as one */
	bool flow;	  /* a map in braces, a list in brackets */
	const char *text; /* of a scalar */
	size_t count;	  /* entries of a list or map */
	const struct entry *entries;
	size_t weight; /* nodes in it, itself included, by visits; 0 while it is being read */
	size_t height; /* levels in it */
};

struct reader;

/* NULL if there is no tree to go on with; errors go to the reader either way. */
const struct node *document_parse(struct reader *reader, const char *data, size_t length);

#endif
