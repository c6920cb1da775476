-- Ends what dual.sql began for a consumer. What Camel's repository remembers stays.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders -f dual-undo.sql
\set remember also_in_camel_ :consumer
\set forget not_in_camel_ :consumer

DROP TRIGGER IF EXISTS :"remember" ON semel_claim;
DROP TRIGGER IF EXISTS :"remember" ON semel_window;
DROP TRIGGER IF EXISTS :"forget" ON semel_claim;
