-- What gruelbox's transaction-outbox remembers, for remember.sql behind it: the requests that it has processed under a uniqueRequestId
-- (version 4 or later). It forgets them after its retentionThreshold, a week unless set otherwise.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders -v table=txno_outbox -v prefix=orders: -v zone=Europe/Berlin
--     -f keys-of-gruelbox.sql -f remember.sql
--
--   table      its table, with a small initial if it was not quoted: txno_outbox
--   prefix     what the old application puts before a message's key; blank if nothing. Requests without it are others'
--   zone       time zone of the application that wrote lastAttemptTime, which names none
--
-- A request that waits, or is blocked, has had no effect. It is left out here; let the old application end it, or withdraw it, first:
--   SELECT count(*) FROM txno_outbox WHERE NOT processed;

SET lock_timeout = '10s';

CREATE OR REPLACE TEMPORARY VIEW semel_old_keys AS
SELECT substring(uniquerequestid FROM length(:'prefix') + 1) AS key, lastattempttime AT TIME ZONE :'zone' AS at
FROM :"table"
WHERE processed
  AND starts_with(uniquerequestid, :'prefix')
  AND length(uniquerequestid) > length(:'prefix');
