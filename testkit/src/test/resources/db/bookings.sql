-- A table that would show a second effect.
CREATE TABLE booking (
  title text NOT NULL
);
GRANT SELECT, INSERT ON booking TO semel;
