-- Lets a consumer of Semel remember the keys that another memory has, so that a message which the old consumer has handled takes no
-- second effect when it comes again. Which keys they are says a script before it, in the same session: keys-of-camel.sql,
-- keys-of-gruelbox.sql, keys-of-modulith.sql, or one of your own that makes the same view.
--
-- Run both as the owner of Semel's tables, once the old consumer has stopped and before the new one starts. They may run again: they
-- add what is missing, and change nothing.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders ... -f keys-of-camel.sql -f remember.sql
--
--   consumer   name of the consumer behind inbox:, whose identity rule must give the old key, unchanged: header:..., property:...
--   ...        what the script before it asks for
--
-- A key is kept from its own time on for as long as the policy's remember says, as any other is; one without a time, from now on. Its
-- fingerprint, 0f, is of a profile that no policy has: whatever comes under it counts as a copy, and remember-undo.sql and dual.sql know
-- it by that from what Semel has claimed itself.
--
-- It waits ten seconds for a lock at most, and then changes nothing: let the transaction end that holds it (docs/tasks.md,
-- "A transaction in doubt"), and run it again.

SET lock_timeout = '10s';

WITH hashed AS (
  SELECT key, coalesce(at, clock_timestamp()) AS at,
    sha256(int4send(octet_length(convert_to(:'consumer', 'UTF8'))) || convert_to(:'consumer', 'UTF8')
      || int4send(octet_length(convert_to(key, 'UTF8'))) || convert_to(key, 'UTF8')) AS hash
  FROM pg_temp.semel_old_keys
),
digested AS ( -- as org.semel.message.Digest makes it: a version 8 UUID, RFC 9562, section 5.8
  SELECT key, at,
    (encode(substring(hash FOR 6), 'hex')
      || '8' || substring(encode(substring(hash FROM 7 FOR 2), 'hex') FROM 2)
      || to_hex(((('x' || encode(substring(hash FROM 9 FOR 8), 'hex'))::bit(64) >> 2) | (1::bit(64) << 63))::bigint))::uuid AS identity
  FROM hashed
)
INSERT INTO semel_claim (identity, consumer, key, fingerprint, claimed_at)
SELECT identity, :'consumer', key, '\x0f'::bytea, at
FROM digested
ORDER BY identity
ON CONFLICT (identity) DO NOTHING;
