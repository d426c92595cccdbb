CREATE SCHEMA cleanstore;

CREATE TABLE cleanstore.head (
  one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
  version bigint NOT NULL, dialect text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
  engine text, fence bigint NOT NULL, bytes bigint NOT NULL)
WITH (fillfactor = 10);

CREATE TABLE cleanstore.entry (
  seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
  actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL);

CREATE TABLE cleanstore.personal (
  seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL);

CREATE TABLE cleanstore.command (
  id text, stream text, seq bigint NOT NULL, PRIMARY KEY (id, stream));

CREATE TABLE cleanstore.erasure (seq bigint PRIMARY KEY, stream text NOT NULL);

CREATE TABLE cleanstore.numbers (category text PRIMARY KEY, next bigint NOT NULL);

CREATE INDEX entry_stream ON cleanstore.entry (stream, seq);

CREATE INDEX entry_refused ON cleanstore.entry (seq) WHERE refused IS NOT NULL;

CREATE INDEX entry_rules ON cleanstore.entry (seq) WHERE line LIKE '%,"engine":"%';

INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, $4, 0, $5, NULL, 0, 0);

GRANT USAGE ON SCHEMA cleanstore TO cleanstore_reader;

GRANT SELECT ON cleanstore.head, cleanstore.entry, cleanstore.command, cleanstore.numbers,
  cleanstore.erasure TO cleanstore_reader;

GRANT SELECT ON cleanstore.personal TO cleanstore_personal;

GRANT UPDATE ON cleanstore.head TO cleanstore_writer, cleanstore_mirror;

GRANT INSERT ON cleanstore.entry, cleanstore.personal, cleanstore.command
  TO cleanstore_writer, cleanstore_mirror;

GRANT INSERT, UPDATE ON cleanstore.numbers TO cleanstore_writer, cleanstore_mirror;

GRANT DELETE ON cleanstore.personal TO cleanstore_eraser, cleanstore_mirror;

GRANT INSERT, DELETE ON cleanstore.erasure TO cleanstore_eraser, cleanstore_mirror;
