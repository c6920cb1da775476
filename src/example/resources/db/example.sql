-- The example's own tables. Nothing here would catch a double effect.
CREATE TABLE stock (
  code    text   PRIMARY KEY,
  on_hand bigint NOT NULL
);
CREATE SEQUENCE reservation_id INCREMENT BY 100;
CREATE TABLE reservation (
  id         bigint  PRIMARY KEY,
  invoice    text    NOT NULL,
  line       integer NOT NULL,
  stock_code text    NOT NULL,
  quantity   integer NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON stock TO semel;
GRANT SELECT, INSERT ON reservation TO semel;
GRANT USAGE ON SEQUENCE reservation_id TO semel;

-- Those of the second application.
CREATE TABLE invoice_line (
  invoice  text    NOT NULL,
  line     integer NOT NULL,
  quantity integer NOT NULL,
  total    bigint  NOT NULL, -- of all lines so far
  written  bigint  GENERATED ALWAYS AS IDENTITY
);
CREATE TABLE invoice_journal (
  invoice text    NOT NULL,
  line    integer NOT NULL
);
CREATE INDEX invoice_line_invoice ON invoice_line (invoice, line);
CREATE TABLE picking (
  order_line text NOT NULL,
  step       text NOT NULL
);
GRANT SELECT, INSERT ON invoice_line, invoice_journal, picking TO semel;
