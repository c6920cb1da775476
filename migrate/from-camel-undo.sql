-- Takes back what from-camel.sql has added: claims with the fingerprint of no body, of the old message ids, made when the old repository
-- says. Claims that Semel has made since stay. Run it while the consumer is stopped, with the variables of from-camel.sql.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v processor=orders -v consumer=orders -v zone=Europe/Berlin -f from-camel-undo.sql

DELETE FROM semel_claim AS c
USING (
  SELECT messageid AS key, min(createdat) AT TIME ZONE :'zone' AS at
  FROM camel_messageprocessed
  WHERE processorname = :'processor'
  GROUP BY messageid
) AS o
WHERE c.consumer = :'consumer'
  AND c.key = o.key
  AND c.claimed_at = o.at
  AND c.fingerprint = '\x00e3b0c44298fc1c149afbf4c8996fb924'::bytea;
