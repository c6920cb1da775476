-- What Camel's JdbcMessageIdRepository or JpaMessageIdRepository remembers, for remember.sql behind it.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders -v processor=orders -v zone=Europe/Berlin -f keys-of-camel.sql -f remember.sql
--
--   processor  name of the old repository
--   zone       time zone of the application that wrote createdat, which names none

SET lock_timeout = '10s';

CREATE OR REPLACE TEMPORARY VIEW semel_old_keys AS
SELECT messageid::text AS key, min(createdat) AT TIME ZONE :'zone' AS at
FROM camel_messageprocessed
WHERE processorname = :'processor'
GROUP BY messageid;
