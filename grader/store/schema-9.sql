-- Version 9: large counts are shown to the last digit.

ALTER TABLE matrix ADD COLUMN counts BLOB; -- little-endian 64-bit counts; NULL: the elements hold every digit
ALTER TABLE counterexample_matrix ADD COLUMN counts BLOB;

PRAGMA user_version = 9;
