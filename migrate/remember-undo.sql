-- Takes back what remember.sql has added of the old keys, which it knows by the fingerprint 0f. What Semel has claimed itself stays, and
-- so does all that the old memory has, also under dual.sql. Run it while the consumer is stopped, with the variables of remember.sql.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders ... -f keys-of-camel.sql -f remember-undo.sql
--
-- It waits ten seconds for a lock at most, and then changes nothing: let the transaction end that holds it (docs/tasks.md,
-- "A transaction in doubt"), and run it again.

SET lock_timeout = '10s';

DELETE FROM semel_claim AS c
USING pg_temp.semel_old_keys AS o
WHERE c.consumer = :'consumer'
  AND c.key = o.key
  AND c.fingerprint = '\x0f'::bytea;
