-- Ends what dual.sql began for a consumer. What Camel's repository remembers stays.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders -f dual-undo.sql
--
-- While it waits for a lock all claims of all consumers wait behind it: two seconds at most, then it changes nothing. Let the
-- transaction end that holds the lock (docs/tasks.md, "A transaction in doubt"), and run it again.

SET lock_timeout = '2s';

SELECT count(set_config('semel.consumer', :'consumer', false)) AS given;

DO $$
DECLARE
  names text := md5(current_setting('semel.consumer'));
BEGIN
  EXECUTE format('DROP TRIGGER IF EXISTS %I ON semel_claim', 'also_in_camel_' || names);
  EXECUTE format('DROP TRIGGER IF EXISTS %I ON semel_window', 'also_in_camel_' || names);
  EXECUTE format('DROP TRIGGER IF EXISTS %I ON semel_claim', 'not_in_camel_' || names);
  EXECUTE format('DROP TRIGGER IF EXISTS %I ON semel_consumer', 'also_in_camel_' || names);
  EXECUTE format(
    'DROP FUNCTION IF EXISTS %s.%I',
    (SELECT relnamespace::regnamespace FROM pg_class WHERE oid = 'semel_claim'::regclass), 'semel_also_in_camel_' || names);
END
$$;
