-- Lets a consumer of Semel remember what Camel's JdbcMessageIdRepository or JpaMessageIdRepository remembers, so that a message which
-- the old consumer has handled takes no second effect when it comes again.
--
-- Run it as the owner of Semel's tables, once the old consumer has stopped and before the new one starts. It may run again: it adds
-- what is missing, and changes nothing.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v processor=orders -v consumer=orders -v zone=Europe/Berlin -f from-camel.sql
--
--   processor  name of the old repository
--   consumer   name of the consumer behind inbox:, whose identity rule must give the old message id, unchanged: header:..., property:...
--   zone       time zone of the application that wrote createdat, which names none
--
-- A key is kept from createdat on for as long as the policy's remember says, as any other is. It has the fingerprint of no body: whatever
-- comes under it counts as a copy.

WITH old AS (
  SELECT messageid AS key, coalesce(min(createdat) AT TIME ZONE :'zone', clock_timestamp()) AS at
  FROM camel_messageprocessed
  WHERE processorname = :'processor'
  GROUP BY messageid
),
hashed AS (
  SELECT key, at,
    sha256(int4send(octet_length(convert_to(:'consumer', 'UTF8'))) || convert_to(:'consumer', 'UTF8')
      || int4send(octet_length(convert_to(key, 'UTF8'))) || convert_to(key, 'UTF8')) AS hash
  FROM old
),
digested AS ( -- as org.semel.message.Digest makes it: a version 8 UUID, RFC 9562, section 5.8
  SELECT key, at,
    (encode(substring(hash FOR 6), 'hex')
      || '8' || substring(encode(substring(hash FROM 7 FOR 2), 'hex') FROM 2)
      || to_hex(((('x' || encode(substring(hash FROM 9 FOR 8), 'hex'))::bit(64) >> 2) | (1::bit(64) << 63))::bigint))::uuid AS identity
  FROM hashed
)
INSERT INTO semel_claim (identity, consumer, key, fingerprint, claimed_at)
SELECT identity, :'consumer', key, '\x00e3b0c44298fc1c149afbf4c8996fb924'::bytea, at
FROM digested
ORDER BY identity
ON CONFLICT (identity) DO NOTHING;
