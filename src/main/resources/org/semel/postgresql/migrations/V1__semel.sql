-- Semel's tables, version 1, for PostgreSQL 14 and later. Apply with Flyway (location classpath:org/semel/postgresql/migrations)
-- or by hand, as the owner of the schema; at run time Semel needs no more than the rights in org/semel/postgresql/rights.sql.

-- One row: the version of these tables, and the oldest version of the program that still works with them, so that nodes of the version
-- before run on while the tables are brought forward. A word that a CHECK names is closed: a version that adds one brings tables with
-- it on which no earlier program works. Any other word (a reason, an act, an outcome) is open: a program that does not know it shows it.
CREATE TABLE semel_schema (
  version     integer NOT NULL,
  readable_by integer NOT NULL CHECK (readable_by <= version)
);
INSERT INTO semel_schema VALUES (1, 1);

-- What a consumer's name stands for. Identities are scoped by that name: a consumer that also uses it, or identifies messages otherwise, meets
-- a memory that is not its own. A change is refused until a person says that it is meant; then the former memory is looked up too.
CREATE TABLE semel_consumer (
  name            text        PRIMARY KEY,
  application     text        NOT NULL,  -- blank if no one says
  broker          text        NOT NULL,  -- blank if the policy gives none
  queue           text        NOT NULL,
  identity        text        NOT NULL,  -- the rule, as the policy writes it
  strategy        text        NOT NULL,
  identity_time   text        NOT NULL,
  aggregate       text,                  -- the rules by which versions are counted, or were at last; NULL if none ever were
  version         text        CHECK (num_nonnulls(aggregate, version) <> 1),
  former_name     text,                  -- under which the former memory lies; NULL if under this one
  former_identity text,
  former_strategy text,
  former_time     text,
  changed_at      timestamptz,           -- since when the former memory is no longer written to
  succeeded_by    text,                  -- the name under which this consumer goes on; NULL if under this one
  registered_at   timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Who delivers what is recorded for a destination. Anybody may record; one application delivers, by its own route and policy.
CREATE TABLE semel_destination (
  name          text        PRIMARY KEY,
  application   text        NOT NULL,  -- blank if no one says
  registered_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- What operators have paused: every node looks here, and neither receives for such a consumer nor delivers to such a destination.
CREATE TABLE semel_pause (
  kind      text        NOT NULL CHECK (kind IN ('consumer', 'destination')),
  name      text        NOT NULL,
  kept      boolean     NOT NULL,  -- until it is resumed; otherwise nodes that are started after it do not obey
  who       text        NOT NULL,
  why       text        NOT NULL,
  paused_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  lapsed_at timestamptz,           -- since when a node runs it that was started after it; NULL if none does
  PRIMARY KEY (kind, name)
);

-- An identity that took effect, or was parked. Inserted in the transaction of its effect, whose roll-back is its only undo.
CREATE TABLE semel_claim (
  identity    uuid        PRIMARY KEY,  -- digest of consumer and key: 16 bytes in the index, whatever the key's length
  consumer    text        NOT NULL,
  key         text        NOT NULL,     -- compared on a second delivery, so that a collision of digests is seen
  fingerprint bytea       NOT NULL,     -- one byte for the profile, then the digest of the canonical body
  claimed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  owner       uuid                      -- only for claims made outside their effect's transaction, by a classic idempotent consumer
);

-- Claims that are remembered for a month at most, counted from the time that the message carries, in a ring of partitions: a day's
-- rows lie in slot (days since 1970) % 40. A slot is emptied as a whole when no one remembers its day any more, long before another
-- day wants it.
CREATE TABLE semel_window (
  identity    uuid        NOT NULL,  -- as in semel_claim, behind the time that the message carries
  slot        integer     NOT NULL,
  consumer    text        NOT NULL,
  key         text        NOT NULL,
  fingerprint bytea       NOT NULL,
  claimed_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (identity, slot)
) PARTITION BY LIST (slot);
DO $$
BEGIN
  FOR slot IN 0..39 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF semel_window FOR VALUES IN (%s)', 'semel_window_' || lpad(slot::text, 2, '0'), slot);
  END LOOP;
END $$;

-- A delivery that came after its identity had taken effect, and was absorbed.
CREATE TABLE semel_duplicate (
  identity    uuid        NOT NULL,
  consumer    text        NOT NULL,
  absorbed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX semel_duplicate_absorbed_at ON semel_duplicate USING brin (absorbed_at);

-- What a route calls its effects, for those who look an identity up.
CREATE TABLE semel_effect (
  identity uuid        NOT NULL,
  consumer text        NOT NULL,
  name     text        NOT NULL,
  named_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX semel_effect_identity ON semel_effect (identity);

-- Attempts that failed for a reason that stays, and, with no failures, suspects: messages of a transaction that failed, each of
-- which runs in a transaction of its own from then on. Gone when the message takes effect or is parked.
CREATE TABLE semel_attempt (
  identity  uuid        PRIMARY KEY,
  consumer  text        NOT NULL,
  key       text        NOT NULL,
  failures  integer     NOT NULL,
  stops     integer     NOT NULL DEFAULT 0,      -- ends, alone, by what passes or by the end of the server
  open      boolean     NOT NULL DEFAULT false,  -- handled alone, and no end was seen yet
  kind      text        NOT NULL,  -- class of the last failure
  detail    text        NOT NULL,  -- its message; may quote payload
  failure_group text    NOT NULL,  -- its first cause and its place in the application's own code
  failed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- A message that waits for a person: consumed from the broker, with all the evidence.
CREATE TABLE semel_parked (
  id                   bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer             text        NOT NULL,
  identity             uuid,                  -- NULL if it has none
  key                  text,
  reason               text        NOT NULL,  -- a code; see org.semel.message.ParkingReason
  holds_claim          boolean     NOT NULL DEFAULT false,  -- parked after its claim, as was known when it was parked; a release gives that back
  detail               text        NOT NULL,  -- may quote payload
  failure_group        text,                  -- first cause of the last failure and its place in the application's own code
  fingerprint          bytea,                 -- of the body below
  recorded_fingerprint bytea,                 -- of the body that took effect, for a conflict
  recorded_at          timestamptz,           -- when that body claimed the identity
  differing            text[]      NOT NULL DEFAULT '{}',  -- names of outermost JSON fields, where both bodies are known
  headers              json        NOT NULL,
  form                 text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type         text,
  body                 bytea       NOT NULL,
  destination          text        NOT NULL,
  message_id           text        NOT NULL,
  deliveries           integer     NOT NULL,
  state                text        NOT NULL DEFAULT 'parked'
                       CHECK (state IN ('parked', 'released', 'withdrawn')),
  parked_at            timestamptz NOT NULL DEFAULT clock_timestamp(),
  claimed_at           timestamptz,           -- stamp of the claim that it holds, by which that is told from any later one
  failures             integer     NOT NULL DEFAULT 0,  -- releases that failed
  failure              text,                  -- the latest of them; may quote payload
  settled_at           timestamptz,           -- released or withdrawn
  aggregate            uuid,                  -- where versions are kept in order, and it is known; as in semel_version
  version              bigint,                -- likewise
  whole                boolean     NOT NULL DEFAULT true   -- whether the body that came is kept; else it is never released
);
-- A conflicting message that is itself delivered twice is one case, not two, for as long as it waits.
CREATE UNIQUE INDEX semel_parked_once ON semel_parked (identity, fingerprint, reason, holds_claim)
  WHERE identity IS NOT NULL AND state = 'parked';
CREATE INDEX semel_parked_waiting ON semel_parked (consumer, id) INCLUDE (reason, parked_at) WHERE state = 'parked';
CREATE INDEX semel_parked_aggregate ON semel_parked (consumer, aggregate, version) WHERE state = 'parked';
CREATE INDEX semel_parked_identity ON semel_parked (identity) WHERE identity IS NOT NULL;
-- For persons who have nothing but a JMSMessageID. An id may be longer than an entry of an index, and many may have none or the same.
CREATE INDEX semel_parked_message ON semel_parked (left(message_id, 200));

-- Messages that took effect, of consumers whose policy keeps them.
CREATE TABLE semel_body (
  id           bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  identity     uuid        NOT NULL,
  consumer     text        NOT NULL,
  key          text        NOT NULL,
  headers      json        NOT NULL,
  form         text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type text,
  body         bytea       NOT NULL,
  destination  text        NOT NULL,
  message_id   text        NOT NULL,
  kept_at      timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX semel_body_identity ON semel_body (identity);
CREATE INDEX semel_body_consumer ON semel_body (consumer, id);
-- For persons who replay what came in some hours.
CREATE INDEX semel_body_kept ON semel_body (consumer, kept_at);
-- As in semel_parked.
CREATE INDEX semel_body_message ON semel_body (left(message_id, 200));

-- What operators did, written in the transaction of the act. The role of run time may add rows and read them, no more; when a row
-- was written, by which role and from where, the database says itself.
CREATE TABLE semel_audit (
  id       bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  done_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  written_by   text    NOT NULL DEFAULT session_user,
  written_from inet    DEFAULT inet_client_addr(),  -- NULL for a connection over the machine's own socket
  who      text        NOT NULL,
  act      text        NOT NULL,  -- see org.semel.operations.AuditEntry.Act
  why      text        NOT NULL,
  subject  text        NOT NULL,  -- what it was done to, such as 'parked 17'
  identity uuid,                  -- whose subject it is; NULL if it has none, or many
  outcome  text        NOT NULL
);
CREATE INDEX semel_audit_identity ON semel_audit (identity) WHERE identity IS NOT NULL;
CREATE INDEX semel_audit_done_at ON semel_audit USING brin (done_at);

-- The days of the audit (UTC), in a chain: the digest of a day covers its lines, in their order, and the digest of the day before
-- that had any. A line that somebody deletes, alters or adds later shows. The owner of the tables can make the chain anew, but
-- not the lines of the log in which a server has told each digest.
CREATE TABLE semel_audit_seal (
  day       date        PRIMARY KEY,
  entries   bigint      NOT NULL,
  digest    bytea       NOT NULL,               -- SHA-256
  sealed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  kept_for  interval                            -- the rule by which retention has deleted lines of that day; NULL if it has not
);

-- JSON, so that no two lines have the same text; times as numbers, as they are written the same whatever the session's time zone.
CREATE FUNCTION semel_audit_digest(of_day date, before bytea) RETURNS bytea
LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  SELECT sha256(before || coalesce(string_agg(sha256(convert_to(
           jsonb_build_array(a.id, extract(epoch FROM a.done_at), a.written_by, a.written_from,
                             a.who, a.act, a.why, a.subject, a.identity, a.outcome)::text, 'UTF8')),
           ''::bytea ORDER BY a.id), ''::bytea))
  FROM semel_audit AS a
  WHERE a.done_at >= of_day::timestamp AT TIME ZONE 'UTC' AND a.done_at < (of_day + 1)::timestamp AT TIME ZONE 'UTC';
END;

-- Seals the first day that is over and not sealed; the role of run time may do no more to a seal. A line is dated when it is
-- written, and its transaction ends within the hour, or is prepared by then and holds the day open. The caller says since when
-- the oldest of these is prepared, as it has seen in a statement before: what has ended since then is seen by this one.
CREATE FUNCTION semel_seal_audit(oldest_prepared timestamptz) RETURNS TABLE (sealed date, lines bigint, chained bytea)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH last AS (
    SELECT s.day, s.digest FROM semel_audit_seal AS s ORDER BY s.day DESC LIMIT 1
  ), next AS (
    SELECT (min(a.done_at) AT TIME ZONE 'UTC')::date AS day
    FROM semel_audit AS a
    WHERE a.done_at >= coalesce((SELECT (l.day + 1)::timestamp AT TIME ZONE 'UTC' FROM last AS l), '-infinity')
  ), over AS (
    SELECT n.day, (n.day + 1)::timestamp AT TIME ZONE 'UTC' + interval '1 hour' AS at FROM next AS n
  )
  INSERT INTO semel_audit_seal AS new (day, entries, digest)
  SELECT o.day,
         (SELECT count(*) FROM semel_audit AS a
          WHERE a.done_at >= o.day::timestamp AT TIME ZONE 'UTC' AND a.done_at < (o.day + 1)::timestamp AT TIME ZONE 'UTC'),
         semel_audit_digest(o.day, coalesce((SELECT l.digest FROM last AS l), ''::bytea))
  FROM over AS o
  WHERE statement_timestamp() >= o.at
    AND coalesce(oldest_prepared, 'infinity') >= o.at
  ON CONFLICT (day) DO NOTHING
  RETURNING new.day, new.entries, new.digest;
END;
REVOKE EXECUTE ON FUNCTION semel_seal_audit(timestamptz) FROM PUBLIC;

-- Requests over HTTP that act, so that a repeat under the same key acts no second time, on whichever server it arrives. Of what was
-- asked only a digest is kept. What was answered quotes no payload; it may name the key of an identity that the request named.
CREATE TABLE semel_request (
  who      text        NOT NULL,
  key      text        NOT NULL,  -- the caller's Idempotency-Key
  digest   bytea       NOT NULL,  -- SHA-256 of method, target and body
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  status   integer,               -- NULL while it is in work, and for good if its server ended before it answered
  answer   text,
  PRIMARY KEY (who, key),
  CHECK (num_nonnulls(status, answer) <> 1)
);

-- A replay of many messages, or an act upon many intents. Which ones is settled when it is made; any node works on it, under a lease.
CREATE TABLE semel_plan (
  id          bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  consumer    text        NOT NULL,                  -- over intents: 'intent:' and their destination
  source      text        NOT NULL CHECK (source IN ('PARKED', 'KEPT', 'RETRY_INTENTS', 'WITHDRAW_INTENTS', 'DELIVER_INTENTS',
                                                                   'RETRY_PENDING_INTENTS', 'WITHDRAW_PENDING_INTENTS')),
  who         text        NOT NULL,
  why         text        NOT NULL,
  made_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  rate        integer     NOT NULL,                  -- messages a second
  error_share integer     NOT NULL,                  -- percent; beyond it the plan stops
  digest      uuid        NOT NULL,                  -- of the numbers of its messages, and their versions
  filter      json        NOT NULL,                  -- by what they were chosen; names, texts, keys and numbers as they were given
  size        integer     NOT NULL,
  done        integer     NOT NULL DEFAULT 0,
  failed      integer     NOT NULL DEFAULT 0,
  state       text        NOT NULL DEFAULT 'frozen'
              CHECK (state IN ('frozen', 'running', 'paused', 'stopped', 'done', 'withdrawn')),
  done_before   integer   NOT NULL DEFAULT 0,        -- done and failed when it was let run for the last time
  failed_before integer   NOT NULL DEFAULT 0,
  round       integer     NOT NULL DEFAULT 0,        -- since then, in which something was handed in
  stalls      integer     NOT NULL DEFAULT 0,        -- tries since then that were in vain, one after the other
  lease       bigint      NOT NULL DEFAULT 0,        -- fencing token of the latest turn
  due_at      timestamptz NOT NULL DEFAULT clock_timestamp(), -- free: not before; taken: until
  ended_at    timestamptz,                           -- done or withdrawn
  needs_approval  boolean NOT NULL DEFAULT false,    -- of a second person, who saw the digest
  approved_by     text,
  approved_digest uuid,
  CHECK (num_nonnulls(approved_by, approved_digest) <> 1),
  CONSTRAINT semel_plan_second_person CHECK (lower(approved_by) <> lower(who)),
  CONSTRAINT semel_plan_approved_set  CHECK (approved_digest = digest),
  CONSTRAINT semel_plan_approved      CHECK (state IN ('frozen', 'withdrawn') OR NOT needs_approval OR approved_by IS NOT NULL)
);
CREATE UNIQUE INDEX semel_plan_once ON semel_plan (consumer, source, digest) WHERE state IN ('frozen', 'running', 'paused', 'stopped');
CREATE INDEX semel_plan_running ON semel_plan (due_at) WHERE state = 'running';

CREATE TABLE semel_plan_item (
  plan       bigint  NOT NULL REFERENCES semel_plan ON DELETE CASCADE,
  ordinal    integer NOT NULL,
  item       bigint,            -- number in semel_parked or semel_body
  intent     uuid,              -- or key of an intent
  version    bigint  NOT NULL,  -- of that row when it was chosen, by its system column xmin; 0 in semel_body, where nothing is changed
  begun_at   timestamptz,       -- since when what was let go is awaited: an intent that was made due, or a message that was stored
  stored     uuid,              -- identity of that message in semel_inbox
  outcome    text,              -- NULL until it was handed in; see org.semel.internal.desk.operate.plan.ItemEnd
  settled_at timestamptz,
  PRIMARY KEY (plan, ordinal),
  CHECK (num_nonnulls(item, intent) = 1)
);

-- The role of run time must not delete claims at will, so that this runs with the rights of the owner: it gives back the claim
-- that a waiting message holds because it was parked after its claim, and no other: the one that bears the same stamp. Stamps are
-- compared for being the same, never for being earlier, so that no one's clock has a say. A claim by day may begin
-- with its time, so that the caller says under which identities it may lie; whose it is, is seen here. The names are bound when
-- it is created; no search path can lead it elsewhere.
CREATE FUNCTION semel_free_claim(parked bigint, places uuid[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH freed AS (
    DELETE FROM semel_claim AS c
    USING semel_parked AS p
    WHERE p.id = parked AND p.state = 'parked' AND p.holds_claim
      AND c.identity = p.identity AND c.consumer = p.consumer AND c.key = p.key AND c.claimed_at = p.claimed_at
    RETURNING 1
  ),
  freed_by_day AS (
    DELETE FROM semel_window AS w
    USING semel_parked AS p
    WHERE p.id = parked AND p.state = 'parked' AND p.holds_claim
      AND w.identity = ANY (places) AND w.consumer = p.consumer AND w.key = p.key AND w.claimed_at = p.claimed_at
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM freed) + (SELECT count(*) FROM freed_by_day);
END;
REVOKE EXECUTE ON FUNCTION semel_free_claim(bigint, uuid[]) FROM PUBLIC;

-- An external effect still to happen, or already settled.
CREATE TABLE semel_intent (
  key             uuid        PRIMARY KEY,           -- the idempotency key
  consumer        text        NOT NULL,
  cause           text        NOT NULL,              -- key of the identity whose effect this is
  destination     text        NOT NULL,
  ordinal         integer     NOT NULL,              -- among those of this cause, destination and name
  name            text,                              -- what the route calls it; NULL if nothing
  headers         json        NOT NULL,
  form            text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type    text,
  body            bytea       NOT NULL,              -- the exact bytes, at every attempt; emptied, as the headers are, by the last
  digest          bytea       NOT NULL,              -- SHA-256 of the body, which it outlives
  headers_digest  uuid,                              -- of the headers that are the effect's and not a delivery's, which it outlives, too; NULL: not known
  state           text        NOT NULL DEFAULT 'pending'
                  CHECK (state IN ('pending', 'leased', 'delivered', 'parked', 'withdrawn')),
  due_at          timestamptz NOT NULL DEFAULT clock_timestamp(),  -- pending: not before; leased: until
  lease           bigint      NOT NULL DEFAULT 0,    -- fencing token of the latest lease
  failures        integer     NOT NULL DEFAULT 0,    -- of the attempts that the policy allows; a person's retry begins anew
  attempts        integer     NOT NULL DEFAULT 0,    -- all that were settled as the intent's own, questions to the provider among them
  uncertain       boolean     NOT NULL DEFAULT false, -- whether a delivery may have taken effect, no one knows; one under way is noted here, too
  vouched         boolean     NOT NULL DEFAULT false, -- whether it was so when a person had it sent again; stays
  reason          text,                              -- why it is parked; see org.semel.internal.engine.send.Settlement
  detail          text,                              -- the last failure
  recorded_at     timestamptz NOT NULL DEFAULT clock_timestamp(),
  unparked_at     timestamptz,                       -- since when it waits, if it was parked before and a person had it sent again; else NULL
  first_leased_at timestamptz,                       -- since when the provider may know the key; NULL while it cannot
  settled_at      timestamptz,                       -- delivered, parked or withdrawn
  reference       text,                              -- what the provider calls the effect
  order_key       text,                              -- intents of one key go one after the other; NULL for those that need not
  turn            bigint                             -- in this order, which is that of their commits
);
-- What was settled stays in front of it for as long as a snapshot may see it; looks begin behind that (org.semel.internal.edge.postgresql.Watermark).
CREATE INDEX semel_intent_due ON semel_intent (destination, due_at) WHERE state IN ('pending', 'leased');
-- Only rows with an order key are in it, those that were leased and settled, too: the latest of them shows that all before it are.
CREATE INDEX semel_intent_order ON semel_intent (destination, order_key, turn)
  WHERE order_key IS NOT NULL AND (lease > 0 OR state IN ('pending', 'leased', 'parked'));
-- For persons who have nothing but what the provider calls an effect. Only rows with a reference are in it.
CREATE INDEX semel_intent_reference ON semel_intent USING hash (reference) WHERE reference IS NOT NULL;
CREATE SEQUENCE semel_intent_turn;
CREATE INDEX semel_intent_parked ON semel_intent (destination, recorded_at) WHERE state = 'parked';
-- For persons who ask what came to its end, and when. New rows come at the right edge.
CREATE INDEX semel_intent_delivered ON semel_intent (destination, settled_at) WHERE state = 'delivered';
CREATE INDEX semel_intent_withdrawn ON semel_intent (destination, settled_at) WHERE state = 'withdrawn';

-- Messages that are stored first and worked off later (protocol store-first).
CREATE TABLE semel_inbox (
  identity     uuid        PRIMARY KEY,
  consumer     text        NOT NULL,
  key          text        NOT NULL,
  headers      json        NOT NULL,
  form         text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type text,
  body         bytea       NOT NULL,
  destination  text        NOT NULL,
  message_id   text        NOT NULL,
  deliveries   integer     NOT NULL,
  state        text        NOT NULL DEFAULT 'RECEIVED' -- see org.semel.internal.engine.receive.rows.Stage, which also says what may follow what
               CHECK (state IN ('RECEIVED', 'IN_PROGRESS', 'COMPLETED', 'FAILED_RETRYABLE', 'FAILED_TERMINAL', 'PARKED')),
  due_at       timestamptz NOT NULL DEFAULT clock_timestamp(),  -- in progress: leased until; otherwise: not before
  lease        bigint      NOT NULL DEFAULT 0,    -- fencing token of the latest lease
  failures     integer     NOT NULL DEFAULT 0,
  lapses       integer     NOT NULL DEFAULT 0,    -- leases that ran out, and faults that pass that stopped it alone
  step         text,                              -- the last step that is finished; what it left is in semel_step
  reason       text,                              -- why it failed for good
  kind         text,                              -- class of the last failure
  detail       text,                              -- its message; may quote payload
  failure_group text,                             -- its first cause and its place in the application's own code
  received_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
  unparked_at  timestamptz,                       -- since when it waits, if it was parked before and a person released it; else NULL
  ended_at     timestamptz,                       -- completed or parked
  erased       boolean     NOT NULL DEFAULT false, -- a person had it emptied: no one can tell another body from its own
  aggregate    uuid,                              -- where versions are kept in order; as in semel_version
  version      bigint                             -- likewise
);
-- Likewise.
CREATE INDEX semel_inbox_due   ON semel_inbox (consumer, due_at) WHERE state IN ('RECEIVED', 'IN_PROGRESS');
CREATE INDEX semel_inbox_retry ON semel_inbox (consumer, due_at) WHERE state = 'FAILED_RETRYABLE';
CREATE INDEX semel_inbox_final ON semel_inbox (consumer)         WHERE state = 'FAILED_TERMINAL';
-- What has not ended is not missing, where versions are kept in order.
CREATE INDEX semel_inbox_aggregate ON semel_inbox (aggregate, version)
  WHERE aggregate IS NOT NULL AND state IN ('RECEIVED', 'IN_PROGRESS', 'FAILED_RETRYABLE', 'FAILED_TERMINAL');
ALTER TABLE semel_inbox SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- What a route of several steps had in hand behind the last one; gone when it has ended.
CREATE TABLE semel_step (
  identity     uuid        PRIMARY KEY REFERENCES semel_inbox ON DELETE CASCADE,
  name         text        NOT NULL,
  form         text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type text,
  body         bytea       NOT NULL,
  context      json        NOT NULL,  -- headers, properties, variables and the numbers of intents
  finished_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Messages that wait for a version before theirs; gone when they have taken effect or are parked.
CREATE TABLE semel_held (
  aggregate     uuid        NOT NULL,
  version       bigint      NOT NULL,
  consumer      text        NOT NULL,
  aggregate_key text        NOT NULL,
  key           text        NOT NULL,          -- of the message's identity
  fingerprint   bytea       NOT NULL,
  headers       json        NOT NULL,
  form          text        NOT NULL CHECK (form IN ('TEXT', 'BYTES', 'NONE')),
  content_type  text,
  body          bytea       NOT NULL,
  destination   text        NOT NULL,
  message_id    text        NOT NULL,
  deliveries    integer     NOT NULL,
  held_at       timestamptz NOT NULL DEFAULT clock_timestamp(),
  failures      integer     NOT NULL DEFAULT 0,
  kind          text,                          -- class of the last failure
  detail        text,                          -- its message; may quote payload
  PRIMARY KEY (aggregate, version)
);
CREATE INDEX semel_held_consumer ON semel_held (consumer, held_at);
CREATE INDEX semel_held_key ON semel_held (consumer, key);

-- How long rows are kept, as the configuration of the node that started last says. In the database, so that any node sweeps for all.
CREATE TABLE semel_retention (
  kept       text        NOT NULL,  -- see org.semel.internal.engine.keep.RetainedKind
  owner      text        NOT NULL,  -- name of the consumer or the destination, or 'semel'; of those who rely on intents: 'inbox:' and their consumer
  age        interval    NOT NULL CHECK (age BETWEEN interval '1 hour' AND interval '1000000 days'),  -- as it was said last
  held_age   interval,              -- a longer one that was said before
  held_until timestamptz CHECK (num_nonnulls(held_age, held_until) <> 1),  -- which counts until what was there then is as old as that
  known_since timestamptz,          -- what is older was forgotten by a shorter one before; NULL if there was none
  PRIMARY KEY (kept, owner)
);

-- The rules that are in force: what functions of the owner forget by.
CREATE VIEW semel_rule AS
  SELECT r.kept, r.owner, greatest(r.age, CASE WHEN r.held_until > statement_timestamp() THEN r.held_age END) AS age, r.age AS said
  FROM semel_retention AS r;

-- The only way in which the role of run time writes a rule. A longer one counts at once. A shorter one is noted, and counts once
-- the longer one has passed, so that neither that role nor a slip of a policy empties a memory. At once it counts for contents
-- alone. The owner of the tables may write otherwise.
CREATE FUNCTION semel_declare_retention(kinds text[], owners text[], millis bigint[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH declared AS (
    INSERT INTO semel_retention AS r (kept, owner, age)
    SELECT d.kept, d.owner, d.millis * interval '1 millisecond'
    FROM unnest(kinds, owners, millis) AS d (kept, owner, millis)
    ORDER BY d.kept, d.owner
    ON CONFLICT (kept, owner) DO UPDATE
    SET age = excluded.age,
        held_age = CASE WHEN excluded.age < r.age
                     THEN greatest(r.age, CASE WHEN r.held_until > statement_timestamp() THEN r.held_age END) ELSE r.held_age END,
        held_until = CASE WHEN excluded.age < r.age
                       THEN greatest(r.held_until, statement_timestamp() + r.age) ELSE r.held_until END,
        known_since = CASE WHEN excluded.age > r.age
                        THEN greatest(r.known_since, statement_timestamp()
                          - greatest(r.age, CASE WHEN r.held_until > statement_timestamp() THEN r.held_age END))
                        ELSE r.known_since END
    WHERE r.age <> excluded.age
    RETURNING 1
  )
  SELECT count(*) FROM declared;
END;
REVOKE EXECUTE ON FUNCTION semel_declare_retention(text[], text[], bigint[]) FROM PUBLIC;

-- Whose turn it is to sweep, one row for each kind; and whose it is to read the gauges.
CREATE TABLE semel_round (
  kept   text        PRIMARY KEY,
  lease  bigint      NOT NULL DEFAULT 0,  -- fencing token of the latest turn
  page   bigint      NOT NULL DEFAULT 0,  -- how far the round has come
  due_at timestamptz NOT NULL DEFAULT '-infinity',  -- free: not before; taken: until
  finished_at timestamptz NOT NULL DEFAULT clock_timestamp()  -- the last round; before the first: since when there is anything to sweep
);
INSERT INTO semel_round (kept) VALUES ('CLAIM'), ('DUPLICATE'), ('EFFECT'), ('ATTEMPT'), ('INTENT'), ('WINDOW'), ('BODY'), ('PARKED'), ('STORED'),
  ('AGGREGATE'), ('PLAN_ITEM'), ('PLAN'), ('AUDIT'), ('REQUEST'), ('GAUGES');

-- The role of run time must not delete claims at will, so that this runs with the rights of the owner: it forgets what is older
-- than its rule on a stretch of pages. The rule counts from the effect, and a claim is older than the effect of what has waited. So
-- one stays while its message is parked, and as long after a person has decided; while it is stored, as its row is kept for that
-- time after its end; while it is held until its version's turn comes, when semel_date_claims dates it anew; and while it can be
-- replayed. The minute is for both. A range of ctid is read as a range of pages. The body's names are bound when it is created; no
-- search path can lead it elsewhere.
CREATE FUNCTION semel_forget_claims(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH forgotten AS (
    DELETE FROM semel_claim
    WHERE ctid = ANY (ARRAY(
      SELECT c.ctid
      FROM semel_claim AS c JOIN semel_rule AS r ON r.kept = 'CLAIM' AND r.owner = c.consumer
      WHERE c.ctid >= from_page AND c.ctid < to_page AND c.claimed_at < statement_timestamp() - r.age - interval '1 minute'
        AND NOT EXISTS (
          SELECT 1 FROM semel_parked AS p
          WHERE p.identity = c.identity AND (p.state = 'parked' OR p.settled_at >= statement_timestamp() - r.age))
        AND NOT EXISTS (SELECT 1 FROM semel_inbox AS i WHERE i.identity = c.identity)
        AND NOT EXISTS (SELECT 1 FROM semel_held AS h WHERE h.consumer = c.consumer AND h.key = c.key)
        AND NOT EXISTS (SELECT 1 FROM semel_body AS b WHERE b.identity = c.identity)
      FOR UPDATE OF c SKIP LOCKED))
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_claims(tid, tid) FROM PUBLIC;

-- Claims whose messages have waited until their version's turn came, and take effect in this transaction: they are remembered from
-- now on. Of what is held still and of nothing else, so that who may call it lengthens no other memory. What has waited for less
-- than a minute keeps its date.
CREATE FUNCTION semel_date_claims(claimed uuid[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH dated AS (
    UPDATE semel_claim AS c SET claimed_at = clock_timestamp()
    WHERE c.identity = ANY (claimed) AND c.claimed_at < clock_timestamp() - interval '1 minute'
      AND EXISTS (SELECT 1 FROM semel_held AS h WHERE h.consumer = c.consumer AND h.key = c.key)
    RETURNING 1
  )
  SELECT count(*) FROM dated;
END;
REVOKE EXECUTE ON FUNCTION semel_date_claims(uuid[]) FROM PUBLIC;

-- Empties one slot, if no one remembers its day and there is something in it, and says which. In use are the days that the
-- longest rule remembers, one more for those who still write to the last of them, today, and two ahead. With the rights of the
-- owner, as the role of run time may empty no table. It is made with the name of the schema in it, so that no search path can
-- lead it elsewhere.
DO $do$
BEGIN
  EXECUTE format($function$
    CREATE FUNCTION semel_empty_slot() RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $body$
    DECLARE
      outlived text;
    BEGIN
      FOR outlived IN WITH known AS (
        SELECT max(ceil(extract(epoch FROM age) / 86400))::bigint AS days,
               floor(extract(epoch FROM statement_timestamp()) / 86400)::bigint AS today
        FROM %1$I.semel_rule WHERE kept = 'WINDOW'
      ),
      used AS (
        SELECT d.day %% 40 AS slot FROM known, generate_series(known.today - known.days - 1, known.today + 2) AS d (day)
      )
      SELECT 'semel_window_' || lpad(s.slot::text, 2, '0')
      FROM known, generate_series(0, 39) AS s (slot)
      WHERE known.days <= 31 AND s.slot NOT IN (SELECT slot FROM used)
        AND pg_relation_size(format('%%I.%%I', %1$L, 'semel_window_' || lpad(s.slot::text, 2, '0'))) > 0
      ORDER BY s.slot
      LOOP
        BEGIN
          EXECUTE format('LOCK TABLE %%I.%%I IN ACCESS EXCLUSIVE MODE NOWAIT', %1$L, outlived);
          EXECUTE format('TRUNCATE %%I.%%I', %1$L, outlived);
          RETURN outlived;
        EXCEPTION WHEN lock_not_available THEN
          NULL; -- a branch that looked in all days holds it, perhaps in doubt: to wait would let others wait behind the wait
        END;
      END LOOP;
      RETURN NULL;
    END
    $body$
  $function$, current_schema());
END $do$;
REVOKE EXECUTE ON FUNCTION semel_empty_slot() FROM PUBLIC;
-- Likewise: it forgets parked messages that were released or withdrawn, and none that waits. That one was withdrawn is known as long
-- as its identity; what it contained goes by the rule alone.
CREATE FUNCTION semel_forget_settled(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH over AS MATERIALIZED (
    SELECT p.id,
           p.settled_at < statement_timestamp() - greatest(r.age, CASE WHEN p.state = 'withdrawn' THEN c.age END) AS forgettable
    FROM semel_parked AS p
      JOIN semel_rule AS r ON r.kept = 'PARKED' AND r.owner = p.consumer
      LEFT JOIN semel_rule AS c ON c.kept = 'CLAIM' AND c.owner = p.consumer
    WHERE p.ctid >= from_page AND p.ctid < to_page AND p.state <> 'parked' AND p.settled_at < statement_timestamp() - r.said
    FOR UPDATE OF p SKIP LOCKED
  ), emptied AS (
    UPDATE semel_parked AS p
    SET headers = '{}', body = '', detail = '', failure = NULL
    FROM over AS o
    WHERE p.id = o.id AND NOT o.forgettable AND (p.headers::text <> '{}' OR p.body <> '' OR p.detail <> '' OR p.failure IS NOT NULL)
  ), forgotten AS (
    DELETE FROM semel_parked AS p USING over AS o WHERE p.id = o.id AND o.forgettable
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_settled(tid, tid) FROM PUBLIC;
-- Likewise: it forgets what operators did by the rule for it, and whatever the rule says, nothing that is younger than thirty days.
CREATE FUNCTION semel_forget_audit(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH forgotten AS (
    DELETE FROM semel_audit AS a
    USING semel_rule AS r
    WHERE a.ctid >= from_page AND a.ctid < to_page AND r.kept = 'AUDIT' AND r.owner = 'semel'
      AND a.done_at < statement_timestamp() - greatest(r.age, interval '30 days')
    RETURNING (a.done_at AT TIME ZONE 'UTC')::date AS day, greatest(r.age, interval '30 days') AS age
  ), marked AS (
    UPDATE semel_audit_seal AS s SET kept_for = f.age
    FROM (SELECT DISTINCT day, age FROM forgotten) AS f
    WHERE s.kept_for IS NULL AND s.day = f.day
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_audit(tid, tid) FROM PUBLIC;

-- Likewise: it forgets the messages of plans that are done or withdrawn, some pages of them at a time, as there may be many.
CREATE FUNCTION semel_forget_plan_items(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH forgotten AS (
    DELETE FROM semel_plan_item AS i
    USING semel_plan AS p, semel_rule AS r
    WHERE i.ctid >= from_page AND i.ctid < to_page AND p.id = i.plan
      AND r.kept = 'PLAN_ITEM' AND r.owner = p.consumer
      AND p.state IN ('done', 'withdrawn') AND p.ended_at < statement_timestamp() - r.age
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_plan_items(tid, tid) FROM PUBLIC;

-- And then the plans themselves.
CREATE FUNCTION semel_forget_plans(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH forgotten AS (
    DELETE FROM semel_plan AS p
    USING semel_rule AS r
    WHERE p.ctid >= from_page AND p.ctid < to_page AND r.kept = 'PLAN' AND r.owner = p.consumer
      AND p.state IN ('done', 'withdrawn') AND p.ended_at < statement_timestamp() - r.age
      AND NOT EXISTS (SELECT 1 FROM semel_plan_item AS i WHERE i.plan = p.id)
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_plans(tid, tid) FROM PUBLIC;

-- Likewise: it forgets intents that are final, and none that waits for its provider or for a person. The application that
-- delivers says how long they are evidence; a consumer that keeps nothing else of its messages needs those it has recorded for as
-- long as these may come back. The longer time counts.
CREATE FUNCTION semel_forget_intents(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH forgotten AS (
    DELETE FROM semel_intent
    WHERE ctid = ANY (ARRAY(
      SELECT i.ctid
      FROM semel_intent AS i
        JOIN semel_rule AS r ON r.kept = 'INTENT' AND r.owner = i.destination
        LEFT JOIN semel_rule AS n ON n.kept = 'INTENT' AND n.owner = 'inbox:' || i.consumer
      WHERE i.ctid >= from_page AND i.ctid < to_page
        AND i.state IN ('delivered', 'withdrawn') AND i.settled_at < statement_timestamp() - greatest(r.age, n.age)
      FOR UPDATE OF i SKIP LOCKED))
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_intents(tid, tid) FROM PUBLIC;

-- Likewise: it forgets stored messages that have ended, and none of an identity that is parked and waits, or that is held until its
-- version's turn comes: it may yet be parked, and a person may hand it in again. What a row contains goes by
-- the rule for it. The row itself is what remembers a message that has waited, from its end, for as long as its identity is
-- remembered; unless a claim was made no more than a minute before, which does so alone.
CREATE FUNCTION semel_forget_stored(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH over AS MATERIALIZED (
    SELECT i.identity,
           i.ended_at < statement_timestamp() - r.age
             AND (i.ended_at < statement_timestamp() - c.age
               OR EXISTS (SELECT 1 FROM semel_claim AS k WHERE k.identity = i.identity AND k.claimed_at >= i.ended_at - interval '1 minute'))
             AND NOT EXISTS (
               SELECT 1 FROM semel_parked AS p WHERE p.identity = i.identity AND p.settled_at >= statement_timestamp() - c.age)
             AS forgettable
    FROM semel_inbox AS i
      JOIN semel_rule AS r ON r.kept = 'STORED' AND r.owner = i.consumer
      LEFT JOIN semel_rule AS known ON known.kept = 'CLAIM' AND known.owner = i.consumer
      CROSS JOIN LATERAL (SELECT coalesce(known.age, r.age) AS age) AS c
    WHERE i.ctid >= from_page AND i.ctid < to_page
      AND i.state IN ('COMPLETED', 'PARKED') AND i.ended_at < statement_timestamp() - r.said
      AND NOT EXISTS (SELECT 1 FROM semel_parked AS p WHERE p.identity = i.identity AND p.state = 'parked')
      AND NOT EXISTS (SELECT 1 FROM semel_held AS h WHERE h.consumer = i.consumer AND h.key = i.key)
    FOR UPDATE OF i SKIP LOCKED
  ), emptied AS (
    UPDATE semel_inbox AS i
    SET headers = '{}', body = '', detail = NULL, erased = true
    FROM over AS o
    WHERE i.identity = o.identity AND NOT o.forgettable AND NOT i.erased
    RETURNING i.identity
  ), unstepped AS (
    DELETE FROM semel_step AS s USING emptied AS e WHERE s.identity = e.identity
  ), forgotten AS (
    DELETE FROM semel_inbox AS i USING over AS o WHERE i.identity = o.identity AND o.forgettable
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_stored(tid, tid) FROM PUBLIC;

-- With the rights of the owner, as the role of run time must not delete claims: it forgets one identity, so that it may take effect
-- again, unless a waiting message holds its claim. Days are read as a whole only for what lies nowhere else: its time may be known
-- to no one but the message. What was stored first is forgotten with its claim, or alone where its strategy keeps none, once it has
-- taken effect or a person has decided; of a case that is settled the row stays, and nothing that came or was quoted.
CREATE FUNCTION semel_forget_identity(digest uuid, of_consumer text, of_key text, places uuid[]) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH held AS (
    SELECT 1 FROM semel_parked AS p
    WHERE p.identity = digest AND p.state = 'parked' AND p.holds_claim AND (p.claimed_at IS NOT NULL OR p.reason <> 'CONFLICT')
  ),
  forgotten AS (
    DELETE FROM semel_claim AS c
    WHERE c.identity = digest AND c.consumer = of_consumer AND c.key = of_key AND NOT EXISTS (SELECT FROM held)
    RETURNING 1
  ),
  by_place AS (
    DELETE FROM semel_window AS w
    WHERE w.identity = ANY (places) AND w.consumer = of_consumer AND w.key = of_key AND NOT EXISTS (SELECT FROM held)
    RETURNING 1
  ),
  found AS (
    SELECT FROM forgotten UNION ALL SELECT FROM by_place
  ),
  by_key AS (
    DELETE FROM semel_window AS w
    WHERE w.consumer = of_consumer AND w.key = of_key AND NOT EXISTS (SELECT FROM held) AND NOT EXISTS (SELECT FROM found)
    RETURNING 1
  ),
  unstored AS (
    DELETE FROM semel_inbox AS i
    WHERE i.identity = digest AND i.consumer = of_consumer AND i.key = of_key AND NOT EXISTS (SELECT FROM held)
      AND (i.state = 'COMPLETED' OR i.state = 'PARKED'
        AND NOT EXISTS (SELECT 1 FROM semel_parked AS p WHERE p.identity = digest AND p.state = 'parked'))
    RETURNING 1
  ),
  gone AS (
    SELECT FROM found UNION ALL SELECT FROM by_key UNION ALL SELECT FROM unstored
  ),
  emptied AS (
    UPDATE semel_parked AS p
    SET headers = '{}', body = '', detail = '', failure = NULL
    WHERE p.identity = digest AND p.consumer = of_consumer AND p.key = of_key AND p.state <> 'parked' AND EXISTS (SELECT FROM gone)
  ),
  excused AS (
    DELETE FROM semel_attempt AS a
    WHERE a.identity = digest AND a.consumer = of_consumer AND a.key = of_key AND EXISTS (SELECT FROM gone)
  )
  SELECT count(*) FROM gone;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_identity(uuid, text, text, uuid[]) FROM PUBLIC;

-- Likewise: it empties what is kept of one identity's messages and waits for no one any more, and says in how many rows there was
-- something. Its claim stays. (Settled intents have nothing left to empty.)
CREATE FUNCTION semel_erase_identity(digest uuid, of_consumer text, of_key text) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH bodies AS (
    DELETE FROM semel_body AS b
    WHERE b.identity = digest AND b.consumer = of_consumer AND b.key = of_key
    RETURNING 1
  ),
  cases AS (
    UPDATE semel_parked AS p
    SET headers = '{}', body = '', detail = '', failure = NULL
    WHERE p.identity = digest AND p.consumer = of_consumer AND p.key = of_key AND p.state <> 'parked'
      AND (p.headers::text <> '{}' OR p.body <> '' OR p.detail <> '' OR p.failure IS NOT NULL)
    RETURNING 1
  ),
  stored AS (
    UPDATE semel_inbox AS i
    SET headers = '{}', body = '', detail = NULL, erased = true
    WHERE i.identity = digest AND i.consumer = of_consumer AND i.key = of_key AND i.state IN ('COMPLETED', 'PARKED')
      AND (i.headers::text <> '{}' OR i.body <> '' OR i.detail IS NOT NULL)
      AND NOT EXISTS (SELECT 1 FROM semel_parked AS p WHERE p.identity = digest AND p.state = 'parked')
    RETURNING i.identity
  ),
  steps AS (
    DELETE FROM semel_step AS s USING stored WHERE s.identity = stored.identity
  ),
  failures AS (
    UPDATE semel_attempt AS a
    SET detail = ''
    WHERE a.identity = digest AND a.consumer = of_consumer AND a.key = of_key AND a.detail <> ''
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM bodies) + (SELECT count(*) FROM cases) + (SELECT count(*) FROM stored) + (SELECT count(*) FROM failures);
END;
REVOKE EXECUTE ON FUNCTION semel_erase_identity(uuid, text, text) FROM PUBLIC;

-- How far each aggregate has come, where a consumer keeps versions in order.
CREATE TABLE semel_version (
  aggregate uuid        PRIMARY KEY,           -- digest of consumer and the aggregate's key
  consumer  text        NOT NULL,
  key       text        NOT NULL,
  version   bigint      NOT NULL,              -- the highest that took effect
  fingerprint bytea,                           -- of the message that had it; NULL if none had, or it was declared lost
  ignored   bigint      NOT NULL DEFAULT 0,    -- messages of old versions
  state     text        NOT NULL DEFAULT 'rest'
            CHECK (state IN ('rest',           -- nothing waits
                             'gap',            -- what waits lacks a version
                             'told',           -- so it is, and a person knows
                             'ready')),        -- what waits may go
  since     timestamptz,                       -- gap, told: since when; ready: not before; rest: NULL
  told      text,                              -- key of the message that was parked as GAP, until that is settled
  moved_at  timestamptz NOT NULL DEFAULT clock_timestamp()
);
-- A look at what waits reads what it is about, and nothing else. An aggregate at rest is not in it, and stays so while it advances:
-- its updates touch no index (HOT).
CREATE INDEX semel_version_waiting ON semel_version (consumer, state, since) WHERE state <> 'rest';
ALTER TABLE semel_version SET (fillfactor = 70, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);

-- An aggregate that is forgotten begins anew, so that the role of run time may not delete one. With the rights of the owner, this
-- forgets those that have rested for longer than their rule says, and of which no message is parked. While one is parked of which
-- no one knows the aggregate, it forgets none of that consumer; nor while one is stored and waits that came when the aggregate was
-- still known: it may be of any. That nothing is held stands in the row itself, and is looked at again when the row is locked.
CREATE FUNCTION semel_forget_aggregates(from_page tid, to_page tid) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
BEGIN ATOMIC
  WITH stored AS MATERIALIZED (
    SELECT i.consumer, i.received_at FROM semel_inbox AS i WHERE i.state IN ('RECEIVED', 'IN_PROGRESS')
    UNION ALL
    SELECT i.consumer, i.received_at FROM semel_inbox AS i WHERE i.state = 'FAILED_RETRYABLE'
    UNION ALL
    SELECT i.consumer, i.received_at FROM semel_inbox AS i WHERE i.state = 'FAILED_TERMINAL'
  ), waiting AS MATERIALIZED (
    SELECT s.consumer, min(s.received_at) AS since FROM stored AS s GROUP BY s.consumer
  ), forgotten AS (
    DELETE FROM semel_version
    WHERE ctid = ANY (ARRAY(
      SELECT v.ctid
      FROM semel_version AS v JOIN semel_rule AS r ON r.kept = 'AGGREGATE' AND r.owner = v.consumer
      WHERE v.ctid >= from_page AND v.ctid < to_page AND v.state = 'rest' AND v.moved_at < statement_timestamp() - r.age
        AND NOT EXISTS (
          SELECT 1 FROM semel_parked AS p WHERE p.consumer = v.consumer AND p.state = 'parked' AND p.aggregate = v.aggregate)
        AND NOT EXISTS (
          SELECT 1 FROM semel_parked AS p WHERE p.consumer = v.consumer AND p.state = 'parked' AND p.aggregate IS NULL)
        AND NOT EXISTS (SELECT 1 FROM semel_held AS h WHERE h.aggregate = v.aggregate) -- whatever its state is called
        AND NOT EXISTS (SELECT 1 FROM waiting AS w WHERE w.consumer = v.consumer AND w.since < v.moved_at + r.age)
      FOR UPDATE OF v SKIP LOCKED))
    RETURNING 1
  )
  SELECT count(*) FROM forgotten;
END;
REVOKE EXECUTE ON FUNCTION semel_forget_aggregates(tid, tid) FROM PUBLIC;

-- Functions of the owner forget a row by the date of its end. Who might set that back could make away at once with what waits; so
-- only the owner may. AFTER, as a trigger before an update locks the row once more, and WHEN, so that nothing is called for an honest
-- date: that is the statement's own, or later.
CREATE FUNCTION semel_refuse_backdating() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT pg_has_role(current_user, (SELECT relowner FROM pg_class WHERE oid = TG_RELID), 'USAGE') THEN
    RAISE insufficient_privilege USING MESSAGE = format('only its owner may set back the date by which a row of %I is forgotten', TG_TABLE_NAME);
  END IF;
  RETURN NULL;
END
$$;
DO $$
DECLARE
  dated record;
BEGIN
  FOR dated IN
    SELECT * FROM (VALUES ('semel_parked', 'settled_at'), ('semel_inbox', 'ended_at'), ('semel_version', 'moved_at'), ('semel_plan', 'ended_at'))
      AS d (in_table, in_column)
  LOOP
    EXECUTE format('CREATE TRIGGER %1$I AFTER UPDATE OF %2$I ON %3$I FOR EACH ROW'
      ' WHEN (NEW.%2$I < statement_timestamp() AND NEW.%2$I IS DISTINCT FROM OLD.%2$I) EXECUTE FUNCTION semel_refuse_backdating()',
      dated.in_table || '_dated', dated.in_column, dated.in_table);
  END LOOP;
END $$;
-- An intent is dated when it is parked, and anew with what a person decides.
CREATE TRIGGER semel_intent_dated AFTER UPDATE OF settled_at, state ON semel_intent FOR EACH ROW
  WHEN (NEW.settled_at < statement_timestamp() AND (NEW.settled_at, NEW.state) IS DISTINCT FROM (OLD.settled_at, OLD.state))
  EXECUTE FUNCTION semel_refuse_backdating();

-- Rows of start-up proofs; each removes its own.
CREATE TABLE semel_probe (
  id      uuid        PRIMARY KEY,
  made_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- Rows that change often must be cleaned often: the defaults wait for a fifth of the table.
ALTER TABLE semel_intent  SET (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
ALTER TABLE semel_attempt SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000);
