-- The end: takes away what V1__semel.sql has made (and dual.sql) in one schema, and nothing else. What Semel remembers and the audit go
-- with it; semel_audit may be worth a dump before. Run it as the owner of the tables, once no application uses them, and name their schema:
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v schema=public -f drop.sql
--
-- It is one transaction, and changes nothing where
-- * no schema is named, or that one has no tables of Semel's: a second run is refused, and takes no others
-- * a message is stored, held or parked, or an intent is neither delivered nor withdrawn: decide it first (docs/day-two.md, "Leave for
--   good")
-- * an object of yours depends on one of ours
-- * an application, or a transaction in doubt, holds one of the tables for ten seconds.
--
-- The role of run time stays, as other databases of the cluster may use it. So does Flyway's table of what it has applied
-- (flyway_schema_history, or what you call it: semel_history in docs/first-war.md). It says that the tables are there: drop it if it is
-- Semel's own, else delete its rows of Semel's scripts.

BEGIN;

SET LOCAL lock_timeout = '10s';

SELECT count(set_config('semel.schema', :'schema', true)) AS given;

DO $$
DECLARE
  place   text := current_setting('semel.schema');
  is_ours boolean;
  release integer;
  waiting text;
BEGIN
  SELECT count(*) = 2 INTO is_ours
  FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace JOIN pg_attribute AS a ON a.attrelid = c.oid
  WHERE n.nspname = place AND c.relname = 'semel_schema' AND a.attname IN ('version', 'readable_by') AND NOT a.attisdropped;
  IF NOT is_ours THEN
    RAISE EXCEPTION 'nothing is taken away: the schema "%" has no tables of Semel''s', place;
  END IF;

  -- From here on a name is one of this schema or of none.
  PERFORM set_config('search_path', quote_ident(place) || ', pg_catalog, pg_temp', true);
  SELECT version INTO release FROM semel_schema;
  IF release IS DISTINCT FROM 1 THEN
    RAISE EXCEPTION 'nothing is taken away: the tables in "%" are of version %, this script is of version 1', place, release;
  END IF;

  -- Nothing comes in between the look and the end.
  LOCK TABLE semel_schema, semel_consumer, semel_destination, semel_pause, semel_claim, semel_window, semel_duplicate, semel_effect,
    semel_attempt, semel_parked, semel_body, semel_audit, semel_audit_seal, semel_request, semel_plan, semel_plan_item, semel_intent,
    semel_inbox, semel_step, semel_held, semel_retention, semel_round, semel_version, semel_probe IN ACCESS EXCLUSIVE MODE;
  SELECT string_agg(w.many || ' ' || w.kind, ', ') INTO waiting
  FROM (
    SELECT 'stored messages' AS kind, count(*) AS many FROM semel_inbox WHERE state NOT IN ('COMPLETED', 'PARKED')
    UNION ALL SELECT 'held versions', count(*) FROM semel_held
    UNION ALL SELECT 'parked messages', count(*) FROM semel_parked WHERE state = 'parked'
    UNION ALL SELECT 'intents', count(*) FROM semel_intent WHERE state NOT IN ('delivered', 'withdrawn')
  ) AS w
  WHERE w.many > 0;
  IF waiting IS NOT NULL THEN
    RAISE EXCEPTION 'nothing is taken away: in "%" there still wait %', place, waiting
      USING HINT = 'Let them end, or decide them; then run the script again.';
  END IF;
END $$;

DROP FUNCTION IF EXISTS semel_audit_digest, semel_seal_audit, semel_free_claim, semel_declare_retention, semel_forget_claims,
  semel_date_claims, semel_empty_slot, semel_forget_settled, semel_forget_audit, semel_forget_plan_items, semel_forget_plans,
  semel_forget_intents, semel_forget_stored, semel_forget_identity, semel_erase_identity, semel_forget_aggregates;
DROP VIEW IF EXISTS semel_rule;
DROP TABLE IF EXISTS semel_schema, semel_consumer, semel_destination, semel_pause, semel_claim, semel_window, semel_duplicate,
  semel_effect, semel_attempt, semel_parked, semel_body, semel_audit, semel_audit_seal, semel_request, semel_plan, semel_plan_item,
  semel_intent, semel_inbox, semel_step, semel_held, semel_retention, semel_round, semel_version, semel_probe;
DROP FUNCTION IF EXISTS semel_refuse_backdating;
DO $$
DECLARE
  made text;
BEGIN
  FOR made IN
    SELECT p.proname FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace
    WHERE n.nspname = current_schema() AND starts_with(p.proname, 'semel_also_in_camel_')
  LOOP
    EXECUTE format('DROP FUNCTION %I()', made);
  END LOOP;
END $$;
DROP SEQUENCE IF EXISTS semel_intent_turn;

COMMIT;
