-- Version 3: two mistakes at once.

-- Which mistake of a result the row is about: 0, or 1 for the second of two. Of those with the same number one was made,
-- and which cannot be told.
ALTER TABLE diagnosis ADD COLUMN mistake INTEGER NOT NULL DEFAULT 0 CHECK (mistake >= 0);

PRAGMA user_version = 3;
