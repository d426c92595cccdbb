CREATE SCHEMA cleanstore;

CREATE TABLE cleanstore.head (
  one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
  version bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, engine text,
  fence bigint NOT NULL) WITH (fillfactor = 10);

CREATE TABLE cleanstore.entry (
  seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
  actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL);

CREATE INDEX entry_stream ON cleanstore.entry (stream, seq);

CREATE INDEX entry_erasure ON cleanstore.entry (stream, seq) WHERE type = 'erase-personal';

CREATE TABLE cleanstore.personal (
  seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL);

CREATE TABLE cleanstore.command (
  id text, stream text, seq bigint NOT NULL REFERENCES cleanstore.entry,
  PRIMARY KEY (id, stream));

CREATE FUNCTION cleanstore.keep() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'entries are never changed' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON cleanstore.entry
EXECUTE FUNCTION cleanstore.keep();

CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE FUNCTION cleanstore.may(role text) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS
$$
  SELECT pg_has_role(session_user, current_user, 'MEMBER')
    OR coalesce(
      pg_has_role(session_user, to_regrole('cleanstore_' || role)::oid, 'MEMBER'), false)
$$;

CREATE FUNCTION cleanstore.check_line(entry json, line text, block text, crc text)
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  number text := entry ->> 'seq';
  actor text := entry ->> 'actor';
  recorder text := entry ->> 'recordedBy';
  personal json := entry -> 'personal';
BEGIN
  IF num_nonnulls(entry -> 'events', entry -> 'rejected') <> 1
    OR entry -> 'rejected' IS NOT NULL AND entry -> 'rejected' ->> 'code' IS NULL
    OR (SELECT count(*) > count(DISTINCT key) FROM json_object_keys(entry) AS key)
    OR entry ->> 'store' <> (SELECT head.store FROM cleanstore.head)
    OR strpos(line, chr(10)) > 0
    OR right(line, 18) !~ '^,"crc":"[0-9a-f]{8}"}$'
    OR octet_length(line) >= 1048576
  THEN
    RAISE EXCEPTION 'entry % is malformed', number USING ERRCODE = 'CS001';
  END IF;
  IF block IS NULL AND personal IS NOT NULL AND NOT cleanstore.may('mirror')
    OR block IS NOT NULL AND (
      crc IS NULL OR crc !~ '^[0-9a-f]{8}$'
      OR strpos(block, chr(10)) > 0
      OR octet_length(line) + octet_length(block) - 73 >= 1048576
      OR entry ->> 'personal' IS DISTINCT FROM
        'sha256:' || encode(sha256(convert_to(block, 'UTF8')), 'hex'))
  THEN
    RAISE EXCEPTION 'the personal data of entry % is malformed', number
      USING ERRCODE = 'CS001';
  END IF;
  IF personal IS NOT NULL AND personal::text !~ '^"sha256:[0-9a-f]{64}"$' THEN
    RAISE EXCEPTION 'entry % has personal data in its line', number USING ERRCODE = 'CS001';
  END IF;
  IF actor = session_user AND recorder IS NULL OR cleanstore.may('mirror') THEN
    NULL;
  ELSIF NOT cleanstore.may('proxy') THEN
    RAISE EXCEPTION 'only proxies record what others request' USING ERRCODE = '42501';
  ELSIF recorder IS DISTINCT FROM session_user OR actor = session_user THEN
    RAISE EXCEPTION 'entry % says wrongly who recorded it', number USING ERRCODE = 'CS001';
  END IF;
  IF entry -> 'command' ->> 'type' = 'erase-personal' AND entry -> 'rejected' IS NULL
    AND NOT cleanstore.may('eraser') AND NOT cleanstore.may('mirror')
  THEN
    RAISE EXCEPTION 'only erasers erase personal data' USING ERRCODE = '42501';
  END IF;
END $$;

CREATE FUNCTION cleanstore.put(
  number bigint, INOUT last_at bigint, INOUT engine text, mark bytea, line text, block text,
  crc text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  entry json := replace(line, chr(92) || 'u0000', chr(92) || 'u0001')::json;
  command json := entry -> 'command';
  time bigint := (extract(epoch FROM (entry ->> 'at')::timestamptz) * 1000000)::bigint;
BEGIN
  IF (entry ->> 'seq')::bigint IS DISTINCT FROM number OR time IS NULL OR time < last_at THEN
    RAISE EXCEPTION 'entry % does not follow the log', number USING ERRCODE = 'CS001';
  END IF;
  IF time > cleanstore.now_us() + 10000000 THEN
    RAISE EXCEPTION 'entry % is in the future', number USING ERRCODE = 'CS004';
  END IF;
  PERFORM cleanstore.check_line(entry, line, block, crc);
  INSERT INTO cleanstore.entry VALUES (
    number, time, entry ->> 'stream', (entry ->> 'rev')::bigint, entry ->> 'actor',
    command ->> 'type', entry -> 'rejected' ->> 'code', mark, line);
  IF block IS NOT NULL THEN
    INSERT INTO cleanstore.personal VALUES (number, block, crc);
  END IF;
  IF command ->> 'id' IS NOT NULL THEN
    INSERT INTO cleanstore.command VALUES (command ->> 'id', entry ->> 'stream', number)
      ON CONFLICT DO NOTHING;
    IF NOT FOUND AND NOT cleanstore.may('mirror') THEN
      RAISE EXCEPTION 'the command of entry % was recorded before', number
        USING ERRCODE = 'CS001';
    END IF;
  END IF;
  last_at := time;
  engine := coalesce(entry ->> 'engine', engine);
END $$;

CREATE FUNCTION cleanstore.lock_1(raise_fence boolean)
RETURNS TABLE (seq bigint, fence bigint, now bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF raise_fence THEN
    RETURN QUERY UPDATE cleanstore.head AS h SET fence = h.fence + 1 WHERE h.one
      RETURNING h.seq, h.fence, cleanstore.now_us();
  ELSE
    RETURN QUERY SELECT h.seq, h.fence, cleanstore.now_us() FROM cleanstore.head AS h
      WHERE h.one FOR UPDATE;
  END IF;
END $$;

CREATE FUNCTION cleanstore.append_1(
  after bigint, known_fence bigint, mark bytea, lines text[], blocks text[], crcs text[])
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  head cleanstore.head;
BEGIN
  SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
  IF head.seq <> after OR head.fence <> known_fence THEN RETURN false; END IF;
  FOR place IN 1 .. cardinality(lines) LOOP
    SELECT * INTO head.at, head.engine FROM cleanstore.put(
      after + place, head.at, head.engine, CASE WHEN place = 1 THEN mark END, lines[place],
      blocks[place], crcs[place]);
  END LOOP;
  UPDATE cleanstore.head AS h SET
    seq = after + cardinality(lines), at = head.at, engine = head.engine WHERE h.one;
  PERFORM pg_notify('cleanstore', (after + cardinality(lines))::text);
  RETURN true;
END $$;

CREATE FUNCTION cleanstore.erase_1() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH erased AS (
    SELECT stream, max(seq) AS seq FROM cleanstore.entry
    WHERE type = 'erase-personal' AND refused IS NULL GROUP BY stream),
  gone AS (
    DELETE FROM cleanstore.personal AS p USING cleanstore.entry AS e, erased
    WHERE p.seq = e.seq AND e.stream = erased.stream AND e.seq < erased.seq RETURNING 1)
  SELECT count(*) FROM gone
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA cleanstore FROM PUBLIC;

INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, 0, $4, NULL, 0);

DO $$
DECLARE
  made record;
  owned text;
BEGIN
  BEGIN
    FOR made IN SELECT * FROM (VALUES ('cleanstore_reader', NULL), ('cleanstore_personal', 'cleanstore_reader'), ('cleanstore_writer', 'cleanstore_personal'), ('cleanstore_proxy', 'cleanstore_writer'), ('cleanstore_eraser', 'cleanstore_writer'), ('cleanstore_mirror', 'cleanstore_personal'), ('cleanstore_owner', NULL)) AS r (name, base) WHERE to_regrole(name) IS NULL
    LOOP
      EXECUTE 'CREATE ROLE ' || made.name || ' NOLOGIN'
        || coalesce(' IN ROLE ' || made.base, '');
    END LOOP;
  EXCEPTION
    -- Another store may just have made them.
    WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
  END;
  IF EXISTS (SELECT FROM (VALUES ('cleanstore_reader', NULL), ('cleanstore_personal', 'cleanstore_reader'), ('cleanstore_writer', 'cleanstore_personal'), ('cleanstore_proxy', 'cleanstore_writer'), ('cleanstore_eraser', 'cleanstore_writer'), ('cleanstore_mirror', 'cleanstore_personal'), ('cleanstore_owner', NULL)) AS r (name, base) WHERE to_regrole(name) IS NULL) THEN
    RETURN;
  END IF;
  BEGIN
    IF NOT pg_has_role(session_user, 'cleanstore_owner', 'MEMBER') THEN
      EXECUTE format('GRANT cleanstore_owner TO %I', session_user);
    END IF;
    ALTER SCHEMA cleanstore OWNER TO cleanstore_owner;
    FOR owned IN
      SELECT 'TABLE ' || oid::regclass FROM pg_class
        WHERE relnamespace = 'cleanstore'::regnamespace AND relkind = 'r'
      UNION ALL
      SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc
        WHERE pronamespace = 'cleanstore'::regnamespace
    LOOP
      EXECUTE 'ALTER ' || owned || ' OWNER TO cleanstore_owner';
    END LOOP;
  EXCEPTION WHEN insufficient_privilege THEN NULL;
  END;
  GRANT USAGE ON SCHEMA cleanstore TO cleanstore_reader;
  GRANT SELECT ON cleanstore.head, cleanstore.entry, cleanstore.command TO cleanstore_reader;
  GRANT SELECT ON cleanstore.personal TO cleanstore_personal;
  GRANT EXECUTE ON FUNCTION cleanstore.lock_1, cleanstore.append_1
    TO cleanstore_writer, cleanstore_mirror;
  GRANT EXECUTE ON FUNCTION cleanstore.erase_1 TO cleanstore_eraser, cleanstore_mirror;
END $$;
