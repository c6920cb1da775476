-- How many message ids of Camel's repository a consumer of Semel does not remember; 0 after from-camel.sql.
--
--   psql -d yourdb -v processor=orders -v consumer=orders -f from-camel-verify.sql

SELECT count(DISTINCT o.messageid) AS missing
FROM camel_messageprocessed AS o
WHERE o.processorname = :'processor'
  AND NOT EXISTS (SELECT FROM semel_claim AS c WHERE c.consumer = :'consumer' AND c.key = o.messageid);
