-- What Spring Modulith's event publication table remembers, for remember.sql behind it: the events that a listener has completed. With
-- the completion mode DELETE it remembers nothing; with ARCHIVE they lie in event_publication_archive.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v consumer=orders -v table=event_publication -v listener='com.example.Orders.on(com.example.Ordered)'
--     -v field='{order,id}' -f keys-of-modulith.sql -f remember.sql
--
--   table      event_publication or event_publication_archive
--   listener   listener_id of the listener in whose place the consumer stands
--   field      path in the event's JSON to what the consumer's identity rule gives; a publication has no key of its own
--
-- A publication without completion_date has had no effect, or an unknown one. It is left out here; let the old application complete it
-- first. Events in which there is nothing at that path are left out, too:
--   SELECT count(*) FROM event_publication WHERE completion_date IS NULL;

SET lock_timeout = '10s';

CREATE OR REPLACE TEMPORARY VIEW semel_old_keys AS
WITH completed AS MATERIALIZED ( -- events of other listeners need not be JSON
  SELECT serialized_event::jsonb #>> :'field' AS key, completion_date AS at
  FROM :"table"
  WHERE listener_id = :'listener' AND completion_date IS NOT NULL
)
SELECT key, min(at) AS at
FROM completed
WHERE btrim(key) <> ''
GROUP BY key;
