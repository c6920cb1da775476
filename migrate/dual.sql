-- Lets Camel's JdbcMessageIdRepository remember what a consumer of Semel claims, in the very transaction of the claim: both are there,
-- or neither, wherever a server is killed. What Semel has claimed itself and forgets, by age or by an operator's act, the old table
-- forgets too. What remember.sql has taken over stays there, and so do rows of semel_window (identity-time).
--
-- Stock Camel then takes no second effect of what it has written itself or Semel remembers, whenever it is started again. What is parked,
-- stored or held by then has had no first one, and counts there as handled: decide it first (docs/adopt.md, "How to go back", 1 to 4).
--
-- Run it as the owner of Semel's tables, who may write the old one, behind remember.sql and before the new consumer starts. It may run
-- again. dual-undo.sql ends it.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v processor=orders -v consumer=orders -v zone=Europe/Berlin -f dual.sql
--
-- A claim that the old table does not take would fail for ever. So the longest key is tried there first, with this processor and zone, and
-- if it is refused nothing is changed. Camel's own column takes 100 characters; widen it before, which rewrites nothing:
--   ALTER TABLE camel_messageprocessed ALTER COLUMN messageid TYPE varchar(1024);
-- Its index takes 2,700 bytes. Where keys of a thousand characters beyond ASCII may come, this is not for you.
--
-- Before the consumer takes another name (formerly), run it for that name, too: until then the new name does not start. Let the triggers
-- of the old name stay, for as long as its claims are remembered.
--
-- While it waits for a lock all claims of all consumers wait behind it: two seconds at most, then it changes nothing. Let the
-- transaction end that holds the lock (docs/tasks.md, "A transaction in doubt"), and run it again.

SET lock_timeout = '2s';

SELECT count(set_config('semel.consumer', :'consumer', false)) + count(set_config('semel.processor', :'processor', false))
  + count(set_config('semel.zone', :'zone', false)) AS given;

DO $$
DECLARE
  consumer  text := current_setting('semel.consumer');
  processor text := current_setting('semel.processor');
  zone      text := current_setting('semel.zone');
  names     text := md5(consumer);  -- a consumer's own name may be too long for a trigger's
  place     text;                   -- of Semel's tables, where drop.sql finds the function, too
  old       text;                   -- with its schema: no search path can lead elsewhere, nor can another consumer's run
  calls     text;
  now_named text;
BEGIN
  SELECT relnamespace::regnamespace::text INTO place FROM pg_class WHERE oid = 'semel_claim'::regclass;
  SELECT format('%s.%I', relnamespace::regnamespace, relname) INTO old FROM pg_class WHERE oid = 'camel_messageprocessed'::regclass;
  SELECT succeeded_by INTO now_named FROM semel_consumer WHERE name = consumer;
  IF now_named IS NOT NULL THEN
    RAISE EXCEPTION 'nothing is changed: % goes on as %, whose claims are to be written', consumer, now_named;
  END IF;
  BEGIN
    EXECUTE format(
      $f$
      INSERT INTO %s (processorname, messageid, createdat)
      SELECT $1, string_agg(md5(part::text), ''), clock_timestamp() AT TIME ZONE $2
      FROM generate_series(1, 1024 / 32) AS part
      $f$, old) USING processor, zone;
    RAISE SQLSTATE 'TRIED';  -- takes the row back
  EXCEPTION
    WHEN SQLSTATE 'TRIED' THEN
      NULL;
    WHEN OTHERS THEN
      RAISE EXCEPTION 'nothing is changed: % does not take a key of 1024 characters from here: %', old, SQLERRM;
  END;

  -- By the rights of its owner: the role of run time needs none on the old table.
  EXECUTE format(
    $f$
    CREATE OR REPLACE FUNCTION %1$s.%2$I() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $body$
    BEGIN
      IF TG_OP = 'DELETE' THEN
        DELETE FROM %3$s WHERE processorname = TG_ARGV[0] AND messageid = OLD.key;
      ELSIF TG_OP = 'UPDATE' THEN
        IF NOT EXISTS (
          SELECT FROM pg_trigger WHERE tgrelid = TG_ARGV[2]::regclass AND tgname = 'also_in_camel_' || md5(NEW.succeeded_by)
        ) THEN
          RAISE EXCEPTION 'claims of %% are written into Camel''s table, too: run dual.sql for %% first, or dual-undo.sql for %%',
            OLD.name, NEW.succeeded_by, OLD.name;
        END IF;
      ELSE
        INSERT INTO %3$s (processorname, messageid, createdat)
        SELECT TG_ARGV[0], NEW.key, NEW.claimed_at AT TIME ZONE TG_ARGV[1]
        WHERE NOT EXISTS (SELECT FROM %3$s WHERE processorname = TG_ARGV[0] AND messageid = NEW.key)
        ON CONFLICT DO NOTHING;
      END IF;
      RETURN NULL;
    END
    $body$
    $f$, place, 'semel_also_in_camel_' || names, old);
  EXECUTE format('REVOKE ALL ON FUNCTION %s.%I() FROM PUBLIC', place, 'semel_also_in_camel_' || names);
  calls := format('EXECUTE FUNCTION %s.%I(%L, %L, %L)', place, 'semel_also_in_camel_' || names, processor, zone,
    place || '.semel_claim');
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER %I AFTER INSERT ON semel_claim FOR EACH ROW WHEN (NEW.consumer = %L) %s',
    'also_in_camel_' || names, consumer, calls);
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER %I AFTER INSERT ON semel_window FOR EACH ROW WHEN (NEW.consumer = %L) %s',
    'also_in_camel_' || names, consumer, calls);
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER %I AFTER DELETE ON semel_claim FOR EACH ROW WHEN (OLD.consumer = %L AND OLD.fingerprint <> ''\x0f'') %s',
    'not_in_camel_' || names, consumer, calls);
  EXECUTE format(
    'CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON semel_consumer FOR EACH ROW WHEN (NEW.name = %L AND NEW.succeeded_by IS NOT NULL) %s',
    'also_in_camel_' || names, consumer, calls);
END
$$;
