-- Takes back what remember.sql has added: claims with the fingerprint of no body, of the old keys, made when the old memory says. Claims
-- that Semel has made since stay. So does a key for which the old memory names no time. Run it while the consumer is stopped, with the
-- variables of remember.sql.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders ... -f keys-of-camel.sql -f remember-undo.sql

DELETE FROM semel_claim AS c
USING pg_temp.semel_old_keys AS o
WHERE c.consumer = :'consumer'
  AND c.key = o.key
  AND c.claimed_at = o.at
  AND c.fingerprint = '\x00e3b0c44298fc1c149afbf4c8996fb924'::bytea;
