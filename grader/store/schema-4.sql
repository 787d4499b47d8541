-- Version 4: the rules of a course, who is in it, and scores given by hand.

-- A course as it stood in its file and its roster; other bytes are another row.
CREATE TABLE course (
	id              INTEGER PRIMARY KEY,
	hash            BLOB NOT NULL UNIQUE CHECK (length(hash) = 32), -- of the bytes of both
	title           TEXT NOT NULL,
	due_at          INTEGER,          -- seconds since 1970; NULL: there is no due date
	grace_s         INTEGER NOT NULL, -- after it that still are in time
	per_day         REAL NOT NULL,    -- percent of the points won that are taken off for each day begun,
	at_most         REAL NOT NULL,    -- and all in all
	end_s           INTEGER,          -- after the due date, when nothing counts any more; NULL: never
	counting        TEXT NOT NULL CHECK (counting IN ('last', 'best')),
	attempts        INTEGER NOT NULL CHECK (attempts >= 0), -- that count; 0: any number
	feedback_before TEXT NOT NULL,    -- what students are shown before the due date: names with a blank between
	feedback_after  TEXT NOT NULL,    -- and after it
	has_roster      INTEGER NOT NULL CHECK (has_roster IN (0, 1))
) STRICT;

-- What the points of a level count; 1 where there is no row.
CREATE TABLE course_weight (
	course INTEGER NOT NULL REFERENCES course,
	level  INTEGER NOT NULL,
	weight REAL NOT NULL CHECK (weight >= 0),
	PRIMARY KEY (course, level)
) STRICT, WITHOUT ROWID;

-- Who is in a course; '' where something is not known.
CREATE TABLE course_member (
	course   INTEGER NOT NULL REFERENCES course,
	position INTEGER NOT NULL, -- from 0
	id       TEXT NOT NULL,
	name     TEXT NOT NULL,
	email    TEXT NOT NULL,
	section  TEXT NOT NULL,
	PRIMARY KEY (course, position)
) STRICT, WITHOUT ROWID;

-- The rules that hold from a run on; NULL: there are none.
ALTER TABLE run ADD COLUMN course INTEGER REFERENCES course;

-- Scores given by hand. Of several for the same student and exercise the latest holds.
CREATE TABLE manual_score (
	id       INTEGER PRIMARY KEY, -- ascending in time
	student  INTEGER NOT NULL REFERENCES student,
	exercise TEXT NOT NULL, -- the id that people know it by; '': the whole course
	points   REAL CHECK (points >= 0), -- NULL: none any more
	reason   TEXT NOT NULL,
	given_by TEXT NOT NULL,
	given_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))
) STRICT;
CREATE INDEX manual_score_by_student ON manual_score (student, exercise);

PRAGMA user_version = 4;
