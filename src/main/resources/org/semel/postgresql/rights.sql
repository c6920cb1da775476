-- The role under which Semel and the application run. It owns nothing and may change no table, only rows. The start-up proof asks for
-- all of these rights (SEMEL-0415), and reads them from this very file.
-- Run as the owner of the tables, after the scripts in org/semel/postgresql/migrations, once in each database that has them, and again
-- after an upgrade. A role that is there keeps its password, and gets what it lacks. Choose the password yourself.
--
--   psql -d yourdb -v role=semel -v password=... -f rights.sql

SELECT count(set_config('semel.role', :'role', false)) + count(set_config('semel.password', :'password', false)) AS given;
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = current_setting('semel.role')) THEN
    EXECUTE format('CREATE ROLE %I LOGIN PASSWORD %L', current_setting('semel.role'), current_setting('semel.password'));
  END IF;
EXCEPTION WHEN OTHERS THEN -- whose context would quote the statement, and the password in it
  RAISE EXCEPTION 'The role % cannot be created: %', current_setting('semel.role'), SQLERRM;
END
$$;

-- A server that is frozen, or whose connection is half-open, would hold what it has claimed for as long as the database takes it to
-- be there, and that can be hours. Above the longest transaction of all, as semel.server.db.silence is.
ALTER ROLE :"role" SET idle_in_transaction_session_timeout = '6min';

GRANT SELECT                         ON semel_schema    TO :"role";
GRANT SELECT, INSERT, UPDATE         ON semel_consumer  TO :"role";
GRANT SELECT, INSERT, UPDATE         ON semel_destination TO :"role";
GRANT SELECT, INSERT                 ON semel_claim     TO :"role";
-- Only for idempotent consumers in routes without a transaction, which must take a claim back when the route fails:
-- GRANT UPDATE (owner), DELETE      ON semel_claim     TO :"role";
GRANT SELECT, INSERT                 ON semel_window    TO :"role";
GRANT SELECT, INSERT, DELETE         ON semel_duplicate TO :"role";
GRANT SELECT, INSERT, DELETE         ON semel_effect    TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON semel_attempt   TO :"role";
-- What was parked waits for a person: no one may change what came, nor say when. The database says when it was parked.
GRANT SELECT                         ON semel_parked    TO :"role";
GRANT INSERT (consumer, identity, key, reason, holds_claim, detail, failure_group, fingerprint, recorded_fingerprint, recorded_at, differing, headers, form, content_type, body, destination, message_id, deliveries, aggregate, version, whole) ON semel_parked TO :"role";
GRANT UPDATE (state, settled_at, detail, failures, failure, failure_group, claimed_at) ON semel_parked TO :"role";
-- Deleted only by a function, and only once it is final. Whose it is stands as it was recorded, as it is forgotten by their rules;
-- likewise below.
GRANT SELECT, INSERT                 ON semel_intent    TO :"role";
GRANT UPDATE (state, due_at, lease, failures, attempts, uncertain, vouched, reason, detail, unparked_at, first_leased_at, settled_at, reference, headers, body) ON semel_intent TO :"role";
GRANT USAGE                          ON SEQUENCE semel_intent_turn TO :"role";
-- For protocol store-first, and for all starts, which ask whether messages wait there:
GRANT SELECT, INSERT                 ON semel_inbox     TO :"role";
GRANT UPDATE (state, due_at, lease, failures, lapses, step, reason, kind, detail, failure_group, unparked_at, ended_at) ON semel_inbox TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON semel_step      TO :"role";
-- Likewise for consumers that keep versions in order:
GRANT SELECT, INSERT                 ON semel_version   TO :"role";
GRANT UPDATE (version, fingerprint, ignored, state, since, told, moved_at) ON semel_version TO :"role";
GRANT SELECT, INSERT, UPDATE, DELETE ON semel_held      TO :"role";
GRANT SELECT, INSERT, DELETE         ON semel_probe     TO :"role";
-- Retention, which any node may do. A claim can be deleted only by that function, and only when it is older than its rule says. A
-- rule is written only by that function, too, which does not let a shorter one free what is there.
GRANT SELECT                         ON semel_retention TO :"role";
GRANT EXECUTE ON FUNCTION semel_declare_retention(text[], text[], bigint[]) TO :"role";
GRANT SELECT, UPDATE                 ON semel_round     TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_claims(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_date_claims(uuid[]) TO :"role";
GRANT EXECUTE ON FUNCTION semel_empty_slot() TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_settled(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_intents(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_stored(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_aggregates(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_audit(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_plan_items(tid, tid) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_plans(tid, tid) TO :"role";
GRANT SELECT, INSERT, DELETE         ON semel_body      TO :"role";
-- What operators do: an audit that no one changes, and the two ways to give a claim back: that of a parked message that is
-- released, and that of one identity that is to be forgotten.
GRANT SELECT                         ON semel_audit     TO :"role";
GRANT INSERT (who, act, why, subject, identity, outcome) ON semel_audit TO :"role";
-- Its days are sealed by that function alone.
GRANT SELECT                         ON semel_audit_seal TO :"role";
GRANT EXECUTE ON FUNCTION semel_audit_digest(date, bytea) TO :"role";
GRANT EXECUTE ON FUNCTION semel_seal_audit(timestamptz) TO :"role";
-- So that a repeated request over HTTP acts once; one that changed nothing gives its key back.
GRANT SELECT, INSERT, UPDATE, DELETE ON semel_request   TO :"role";
-- What they pause, and resume; when it was paused, the database says.
GRANT SELECT, DELETE                 ON semel_pause     TO :"role";
GRANT INSERT (kind, name, kept, who, why) ON semel_pause TO :"role";
GRANT UPDATE (kept, who, why, paused_at, lapsed_at) ON semel_pause TO :"role";
GRANT SELECT                         ON semel_plan      TO :"role";
GRANT INSERT (consumer, source, who, why, rate, error_share, digest, size, needs_approval, filter) ON semel_plan TO :"role";
GRANT UPDATE (done, failed, state, done_before, failed_before, round, stalls, lease, due_at, ended_at, approved_by, approved_digest) ON semel_plan TO :"role";
GRANT SELECT                         ON semel_plan_item TO :"role";
GRANT INSERT (plan, ordinal, item, intent, version) ON semel_plan_item TO :"role";
GRANT UPDATE (outcome, settled_at, begun_at, stored) ON semel_plan_item TO :"role";
GRANT EXECUTE ON FUNCTION semel_free_claim(bigint, uuid[]) TO :"role";
GRANT EXECUTE ON FUNCTION semel_forget_identity(uuid, text, text, uuid[]) TO :"role";
GRANT EXECUTE ON FUNCTION semel_erase_identity(uuid, text, text) TO :"role";

-- PostgreSQL must allow as many prepared transactions as all servers together have workers (it allows none by default):
--   max_prepared_transactions = 64        -- postgresql.conf, needs a restart
-- The role that recovers must be the role that prepared (or a member of it), or recovery does not see the branches.
