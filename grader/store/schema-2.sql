-- Version 2: why a function failed.

-- The misconceptions that explain a result: several if they cannot be told apart. Their words are kept as the
-- student read them, for the catalogue changes.
CREATE TABLE diagnosis (
	result      INTEGER NOT NULL REFERENCES result,
	position    INTEGER NOT NULL, -- from 0
	name        TEXT NOT NULL,    -- in the catalogue: "M18"
	title       TEXT NOT NULL,
	explanation TEXT NOT NULL,
	PRIMARY KEY (result, position)
) STRICT, WITHOUT ROWID;

-- A small public input that fails, searched and shrunk for this submission. Nothing of it is a hidden case's.
CREATE TABLE counterexample (
	result          INTEGER PRIMARY KEY REFERENCES result,
	verdict         TEXT NOT NULL,
	scalars         TEXT NOT NULL, -- its sizes, "n = 2, d_k = 1"
	returned        TEXT NOT NULL, -- what the function returned, '' if it did not
	expected_return TEXT NOT NULL,
	message         TEXT NOT NULL, -- what is wrong, in words
	program         TEXT NOT NULL  -- C that shows it
) STRICT;

-- A matrix of a counterexample; columns as in matrix.
CREATE TABLE counterexample_matrix (
	result    INTEGER NOT NULL REFERENCES counterexample,
	position  INTEGER NOT NULL, -- from 0
	role      TEXT NOT NULL CHECK (role IN ('given', 'expected', 'got')),
	name      TEXT NOT NULL,
	n_rows    INTEGER NOT NULL CHECK (n_rows >= 0),
	n_columns INTEGER NOT NULL CHECK (n_columns >= 0),
	elements  BLOB NOT NULL,
	hidden    BLOB,
	unwritten BLOB,
	PRIMARY KEY (result, position),
	CHECK (length(elements) = 8 * n_rows * n_columns),
	CHECK (length(hidden) = n_rows * n_columns),
	CHECK (length(unwritten) = n_rows * n_columns)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
