-- Version 8: exercises in speed.

ALTER TABLE result ADD COLUMN speed REAL NOT NULL DEFAULT 0;      -- so many times as long as the fast path; 0: not measured
ALTER TABLE group_result ADD COLUMN rung REAL NOT NULL DEFAULT 0; -- the ratio that it asks for; 0: a group of cases

PRAGMA user_version = 8;
