-- Version 5: batches are drawn with their sequences apart.

ALTER TABLE matrix ADD COLUMN part_rows INTEGER NOT NULL DEFAULT 0;               -- rows of one sequence; 0: not a batch
ALTER TABLE counterexample_matrix ADD COLUMN part_rows INTEGER NOT NULL DEFAULT 0;

PRAGMA user_version = 5;
