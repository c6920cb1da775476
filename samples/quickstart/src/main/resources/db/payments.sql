-- The application's own table. Nothing here would catch a double payment: that is left to Semel.
CREATE SEQUENCE payment_id INCREMENT BY 50;
CREATE TABLE payment (
  id      bigint  PRIMARY KEY,
  account text    NOT NULL,
  cents   bigint  NOT NULL
);
GRANT SELECT, INSERT ON payment TO semel;
GRANT USAGE ON SEQUENCE payment_id TO semel;
