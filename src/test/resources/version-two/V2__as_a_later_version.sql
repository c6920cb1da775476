-- What a later version might bring: a column, a table, and nodes of the version before that still work with both.
ALTER TABLE semel_claim ADD COLUMN of_version_two text;
CREATE TABLE semel_of_version_two (key text PRIMARY KEY);
UPDATE semel_schema SET version = 2, readable_by = 1;
