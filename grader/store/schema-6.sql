-- Version 6: what the grader failed on.

-- Hand-ins that could not be graded, by a fault that is not theirs, and wait to be tried again. Unlike all else a row
-- goes: when the student's hand-in is graded or rejected, or when its file is gone. Nobody's score depends on it.
CREATE TABLE fault (
	student   INTEGER PRIMARY KEY REFERENCES student,
	path      TEXT NOT NULL,
	sha256    BLOB CHECK (length(sha256) = 32), -- NULL: the file could not be read
	reason    TEXT NOT NULL, -- for the instructor
	failed_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')), -- the last time
	run       INTEGER NOT NULL REFERENCES run
) STRICT;

PRAGMA user_version = 6;
