-- The gradebook, version 1. A result is addressed by content: the bytes of the submission, the bytes of the
-- exercise, the reference, the secret and the sandbox. Rows are added, never changed: a regrade is another
-- row beside the old one (the secret of an unused gradebook is the one exception).
--
-- Times are UTC, ISO 8601. Hashes are SHA-256, 32 bytes. All text is valid UTF-8. Every table is STRICT.

PRAGMA application_id = 0x4174746e; -- "Attn": tells a gradebook from any other SQLite file

-- What the gradebook is as a whole: one row.
CREATE TABLE meta (
	id         INTEGER PRIMARY KEY CHECK (id = 1),
	secret     BLOB NOT NULL CHECK (length(secret) = 32), -- what the hidden random cases depend on
	created_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- An exercise as it stood in a file; other bytes are another row.
CREATE TABLE exercise (
	id        INTEGER PRIMARY KEY,
	hash      BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of the file's bytes
	name      TEXT NOT NULL, -- the id that people know it by: "L2.1"
	title     TEXT NOT NULL,
	function  TEXT NOT NULL, -- of attention.h
	points    REAL NOT NULL,
	statement TEXT NOT NULL  -- Markdown
) STRICT;

-- What an exercise requires: ids of others, in the order of the file.
CREATE TABLE requirement (
	exercise INTEGER NOT NULL REFERENCES exercise,
	position INTEGER NOT NULL, -- from 0
	name     TEXT NOT NULL,    -- the id that people know it by
	PRIMARY KEY (exercise, position)
) STRICT, WITHOUT ROWID;

-- The hints of an exercise, in the order in which they are given away.
CREATE TABLE hint (
	exercise INTEGER NOT NULL REFERENCES exercise,
	position INTEGER NOT NULL, -- from 0
	text     TEXT NOT NULL,
	PRIMARY KEY (exercise, position)
) STRICT, WITHOUT ROWID;

-- The self-quiz of an exercise.
CREATE TABLE recall (
	exercise INTEGER NOT NULL REFERENCES exercise,
	position INTEGER NOT NULL, -- from 0
	question TEXT NOT NULL,
	answer   TEXT NOT NULL,
	PRIMARY KEY (exercise, position)
) STRICT, WITHOUT ROWID;

-- One start of the grader. The latest says which exercises count, and by which reference, secret and sandbox.
CREATE TABLE run (
	id             INTEGER PRIMARY KEY, -- ascending in time
	grader_version TEXT NOT NULL,
	host           TEXT NOT NULL,
	sandbox        TEXT NOT NULL, -- "bubblewrap" or "landlock"
	reference      BLOB NOT NULL CHECK (length(reference) = 32), -- contract and reference
	secret_id      BLOB NOT NULL CHECK (length(secret_id) = 32), -- names the secret without giving it away
	begun_at       TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;

-- The catalogue of a run.
CREATE TABLE run_exercise (
	run      INTEGER NOT NULL REFERENCES run,
	position INTEGER NOT NULL, -- from 0
	exercise INTEGER NOT NULL REFERENCES exercise,
	level    INTEGER NOT NULL, -- of the directory it stood in, so no property of its bytes
	PRIMARY KEY (run, position)
) STRICT, WITHOUT ROWID;

-- A shared object that somebody handed in.
CREATE TABLE submission (
	id     INTEGER PRIMARY KEY,
	sha256 BLOB NOT NULL UNIQUE CHECK (length(sha256) = 32),
	bytes  INTEGER NOT NULL -- its size
) STRICT;

-- Whether a sandbox could load a submission. Of several rows the latest holds: another machine, or the same
-- one with a library more, may come to another verdict.
CREATE TABLE admission (
	id         INTEGER PRIMARY KEY, -- ascending in time
	submission INTEGER NOT NULL REFERENCES submission,
	sandbox    TEXT NOT NULL,
	verdict    TEXT NOT NULL CHECK (verdict IN ('graded', 'rejected')),
	reason     TEXT NOT NULL, -- why it was rejected, or ''
	decided_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE INDEX admission_by_submission ON admission (submission, sandbox);

-- What a submission won in an exercise, with its receipt.
CREATE TABLE result (
	id             INTEGER PRIMARY KEY, -- ascending in time
	submission     INTEGER NOT NULL REFERENCES submission,
	exercise       INTEGER NOT NULL REFERENCES exercise,
	reference      BLOB NOT NULL CHECK (length(reference) = 32),
	secret_id      BLOB NOT NULL CHECK (length(secret_id) = 32),
	sandbox        TEXT NOT NULL,
	verdict        TEXT NOT NULL CHECK (verdict <> 'harness_fault'), -- a fault of the grader is no score
	points         REAL NOT NULL, -- points there were
	won            REAL NOT NULL, -- points won
	message        TEXT NOT NULL, -- about the exercise as a whole, or ''
	printed        TEXT NOT NULL, -- what the code printed: for the instructor only
	cpu_ms         REAL,          -- of all calls together; NULL is NaN
	grader_version TEXT NOT NULL, -- the receipt: by which grader,
	host           TEXT NOT NULL, -- on which machine,
	graded_at      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), -- and when
	UNIQUE (submission, exercise, reference, secret_id, sandbox)
) STRICT;

-- A scoring group of a result, with the case that is shown of a public one. A hidden group shows none.
CREATE TABLE group_result (
	id              INTEGER PRIMARY KEY,
	result          INTEGER NOT NULL REFERENCES result,
	position        INTEGER NOT NULL, -- from 0
	name            TEXT NOT NULL,
	is_public       INTEGER NOT NULL CHECK (is_public IN (0, 1)),
	worth           INTEGER NOT NULL, -- its share of the exercise's points
	repetitions     INTEGER NOT NULL, -- cases in the group
	passed          INTEGER NOT NULL, -- cases that passed
	verdict         TEXT NOT NULL,    -- of the first case that failed, or 'passed'
	hint            TEXT NOT NULL,    -- the author's, or ''
	place           TEXT NOT NULL,    -- where it went wrong, or ''
	message         TEXT NOT NULL,    -- what happened, in words
	ratio           REAL,             -- error as a multiple of the tolerance; NULL is NaN
	shown_verdict   TEXT,             -- the shown case, or NULL if there is none:
	scalars         TEXT,             -- its sizes, "n = 3, d_k = 2"
	returned        TEXT,             -- what the function returned, '' if it did not
	expected_return TEXT,
	UNIQUE (result, position),
	CHECK (is_public = 1 OR shown_verdict IS NULL),
	CHECK ((shown_verdict IS NULL) + (scalars IS NULL) + (returned IS NULL) + (expected_return IS NULL) IN (0, 4))
) STRICT;

-- A matrix of a shown case.
CREATE TABLE matrix (
	group_result INTEGER NOT NULL REFERENCES group_result,
	position     INTEGER NOT NULL, -- from 0
	role         TEXT NOT NULL CHECK (role IN ('given', 'expected', 'got')),
	name         TEXT NOT NULL,    -- the parameter
	n_rows       INTEGER NOT NULL CHECK (n_rows >= 0),
	n_columns    INTEGER NOT NULL CHECK (n_columns >= 0),
	elements     BLOB NOT NULL,    -- little-endian binary64, row by row: NaN and infinities keep every bit
	hidden       BLOB,             -- a byte an element: 1 where the row does not see it; NULL: nothing is hidden
	unwritten    BLOB,             -- a byte an element: 1 where it was never written; NULL: all was
	PRIMARY KEY (group_result, position),
	CHECK (length(elements) = 8 * n_rows * n_columns),
	CHECK (length(hidden) = n_rows * n_columns),
	CHECK (length(unwritten) = n_rows * n_columns)
) STRICT, WITHOUT ROWID;

-- Who hands in. A name is any bytes that a file system allows.
CREATE TABLE student (
	id    INTEGER PRIMARY KEY,
	bytes BLOB NOT NULL UNIQUE, -- the name as it came: who is who
	name  TEXT NOT NULL UNIQUE  -- the name as it is shown: the same, or with escapes if it is no UTF-8
) STRICT;

-- A hand-in. The same bytes as that student's latest attempt are no new one.
CREATE TABLE attempt (
	id           INTEGER PRIMARY KEY, -- ascending in the order of being seen: the highest is the latest
	student      INTEGER NOT NULL REFERENCES student,
	submission   INTEGER NOT NULL REFERENCES submission,
	path         TEXT NOT NULL,
	handed_in_at INTEGER NOT NULL, -- when the file was last modified, seconds since 1970 (any number: untrusted)
	seen_at      TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
	run          INTEGER NOT NULL REFERENCES run -- that saw it first
) STRICT;
CREATE INDEX attempt_by_student ON attempt (student);
CREATE INDEX attempt_by_submission ON attempt (submission);

PRAGMA user_version = 1;
