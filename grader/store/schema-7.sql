-- Version 7: what was graded can be graded again when its file is gone.

-- The bytes of a submission. In a table of their own, so that whoever reads submissions does not read them too. There are
-- none of what was rejected, and of what was graded before this version and was not seen again since.
CREATE TABLE content (
	submission INTEGER PRIMARY KEY REFERENCES submission,
	bytes      BLOB NOT NULL -- whose SHA-256 is the submission's
) STRICT;

PRAGMA user_version = 7;
