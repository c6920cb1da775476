-- How many keys of the old memory a consumer of Semel does not remember; 0 after remember.sql.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders ... -f keys-of-camel.sql -f remember-verify.sql

SET lock_timeout = '10s';

SELECT count(*) AS missing
FROM pg_temp.semel_old_keys AS o
WHERE NOT EXISTS (SELECT FROM semel_claim AS c WHERE c.consumer = :'consumer' AND c.key = o.key);
