-- The end: takes away what V1__semel.sql has made (and dual.sql), and nothing else. What Semel remembers, what is parked and the audit go
-- with it. Run it as the owner of the tables, once no application uses them; semel_audit may be worth a dump before.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 --single-transaction -f drop.sql
--
-- It changes nothing where an object of yours depends on one of ours, or where a transaction in doubt holds one of them: that would be
-- waited for without end. It may run again. The role of run time stays, as other databases of the cluster may use it.

SET LOCAL lock_timeout = '10s';

DROP FUNCTION IF EXISTS semel_audit_digest, semel_seal_audit, semel_free_claim, semel_declare_retention, semel_forget_claims,
  semel_empty_slot, semel_forget_settled, semel_forget_audit, semel_forget_plan_items, semel_forget_plans, semel_forget_intents,
  semel_forget_stored, semel_forget_identity, semel_erase_identity, semel_forget_aggregates;
DROP VIEW IF EXISTS semel_rule;
DROP TABLE IF EXISTS semel_schema, semel_consumer, semel_destination, semel_pause, semel_claim, semel_window, semel_duplicate,
  semel_effect, semel_attempt, semel_parked, semel_body, semel_audit, semel_audit_seal, semel_request, semel_plan, semel_plan_item,
  semel_intent, semel_inbox, semel_step, semel_held, semel_retention, semel_round, semel_version, semel_probe;
DROP FUNCTION IF EXISTS semel_refuse_backdating, semel_also_in_camel;
DROP SEQUENCE IF EXISTS semel_intent_turn;
