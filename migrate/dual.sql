-- Lets Camel's JdbcMessageIdRepository remember what a consumer of Semel claims, in the very transaction of the claim: both are there,
-- or neither, wherever a server is killed. Stock Camel can then be started again at any time, and takes no second effect. What Semel
-- forgets, by age or by an operator's act, the old table forgets too; rows of semel_window (identity-time) stay there.
--
-- Run it as the owner of Semel's tables, who may write the old one, behind from-camel.sql and before the new consumer starts. It may run
-- again. dual-undo.sql ends it.
--
--   psql -d yourdb -v ON_ERROR_STOP=1 -v processor=orders -v consumer=orders -v zone=Europe/Berlin -f dual.sql
--
-- Camel's column takes 100 characters: a message with a longer key fails, and is parked. Widen the column before:
--   ALTER TABLE camel_messageprocessed ALTER COLUMN messageid TYPE varchar(512);
\set remember also_in_camel_ :consumer
\set forget not_in_camel_ :consumer

-- By the rights of its owner: the role of run time needs none on the old table.
CREATE OR REPLACE FUNCTION semel_also_in_camel() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    DELETE FROM camel_messageprocessed WHERE processorname = TG_ARGV[0] AND messageid = OLD.key;
  ELSE
    INSERT INTO camel_messageprocessed (processorname, messageid, createdat)
    SELECT TG_ARGV[0], NEW.key, NEW.claimed_at AT TIME ZONE TG_ARGV[1]
    WHERE NOT EXISTS (SELECT FROM camel_messageprocessed WHERE processorname = TG_ARGV[0] AND messageid = NEW.key)
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION semel_also_in_camel() FROM PUBLIC;

CREATE OR REPLACE TRIGGER :"remember" AFTER INSERT ON semel_claim
FOR EACH ROW WHEN (NEW.consumer = :'consumer') EXECUTE FUNCTION semel_also_in_camel(:'processor', :'zone');

CREATE OR REPLACE TRIGGER :"remember" AFTER INSERT ON semel_window
FOR EACH ROW WHEN (NEW.consumer = :'consumer') EXECUTE FUNCTION semel_also_in_camel(:'processor', :'zone');

CREATE OR REPLACE TRIGGER :"forget" AFTER DELETE ON semel_claim
FOR EACH ROW WHEN (OLD.consumer = :'consumer') EXECUTE FUNCTION semel_also_in_camel(:'processor', :'zone');
