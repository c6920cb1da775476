-- The way back: lets Camel's JdbcMessageIdRepository remember what a consumer of Semel remembers, so that stock Camel takes no second
-- effect of it. Run it once the consumer has stopped and nothing of it waits. It may run again: it adds what is missing.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v processor=orders -v consumer=orders -v zone=Europe/Berlin -f to-camel.sql
--
-- Camel's column takes 100 characters. Keys that are longer stop the script before anything is written; widen the column, then:
--   ALTER TABLE camel_messageprocessed ALTER COLUMN messageid TYPE varchar(512);
--
-- Of a consumer that has had another name (formerly), name the latest: what it claimed under the others is written, too.
--
-- It takes strategy=claim. What lies in semel_window (identity-time) is asked, too.
--
-- It waits ten seconds for a lock at most, and then changes nothing: let the transaction end that holds it (docs/tasks.md,
-- "A transaction in doubt"), and run it again.

SET lock_timeout = '10s';

WITH RECURSIVE named AS (
  SELECT :'consumer'::text AS name
  UNION
  SELECT c.name FROM semel_consumer AS c JOIN named AS n ON c.succeeded_by = n.name
)
INSERT INTO camel_messageprocessed (processorname, messageid, createdat)
SELECT :'processor', known.key, min(known.claimed_at) AT TIME ZONE :'zone'
FROM (
  SELECT key, claimed_at FROM semel_claim WHERE consumer IN (SELECT name FROM named)
  UNION ALL
  SELECT key, claimed_at FROM semel_window WHERE consumer IN (SELECT name FROM named)
) AS known
WHERE NOT EXISTS (
  SELECT FROM camel_messageprocessed AS o WHERE o.processorname = :'processor' AND o.messageid = known.key)
GROUP BY known.key;
