CREATE SCHEMA cleanstore;

CREATE TABLE cleanstore.head (
  one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
  version bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, engine text,
  fence bigint NOT NULL, bytes bigint NOT NULL)
WITH (fillfactor = 10);

CREATE TABLE cleanstore.entry (
  seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
  actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL);

CREATE INDEX entry_stream ON cleanstore.entry (stream, seq);

CREATE TABLE cleanstore.personal (
  seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL);

CREATE TABLE cleanstore.command (
  id text, stream text, seq bigint NOT NULL, PRIMARY KEY (id, stream));

CREATE TABLE cleanstore.erasure (seq bigint PRIMARY KEY, stream text NOT NULL);

CREATE FUNCTION cleanstore.keep() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'entries are never changed' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON cleanstore.entry
EXECUTE FUNCTION cleanstore.keep();

CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE sql VOLATILE SET search_path = pg_catalog, pg_temp AS
$$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;

CREATE FUNCTION cleanstore.put(
  number bigint, INOUT last_at bigint, INOUT engine text, latest bigint, store text,
  mark bytea, line text, block text, crc text)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  source text := replace(line, chr(92) || 'u0000', chr(92) || 'u0001');
  start text := '{"seq":' || number || ',"at":"';
  entry record;
  type text;
  id text;
  refused text;
  time bigint;
BEGIN
  SELECT * INTO entry FROM json_to_record(source::json) AS e (
    at timestamptz, stream text, rev bigint, actor text, "recordedBy" text, store text,
    engine text, command json, events json, rejected json, personal text);
  type := entry.command ->> 'type';
  id := CASE WHEN strpos(line, chr(92) || 'u000') = 0 THEN entry.command ->> 'id' ELSE
    replace(
      replace(line, chr(92) || 'u0001', chr(92) || 'u00011'),
      chr(92) || 'u0000', chr(92) || 'u00010')::json #>> '{command,id}' END;
  refused := entry.rejected ->> 'code';
  time := (extract(epoch FROM entry.at) * 1000000)::bigint;
  IF NOT starts_with(line, start) OR time < last_at THEN
    RAISE EXCEPTION 'entry % does not follow the log', number USING ERRCODE = 'CS001';
  END IF;
  IF time > latest THEN
    RAISE EXCEPTION 'entry % is in the future', number USING ERRCODE = 'CS004';
  END IF;
  IF num_nonnulls(entry.events, refused) <> 1 OR num_nonnulls(entry.events, entry.rejected) <> 1
    OR entry.store <> store
    OR NOT starts_with(
      substr(source, length(start) + 28), '","stream":"' || entry.stream || '","rev":' || entry.rev
        || ',"actor":' || to_json(entry.actor))
    OR strpos(line, chr(10)) > 0 OR right(line, 18) !~ '^,"crc":"[0-9a-f]{8}"}$'
    OR octet_length(line) + coalesce(octet_length(block) - 73, 0) >= 1048576
  THEN
    RAISE EXCEPTION 'entry % is malformed', number USING ERRCODE = 'CS001';
  END IF;
  IF block IS NULL AND entry.personal IS NOT NULL
      AND (entry.personal !~ '^sha256:[0-9a-f]{64}$' OR NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false)))
    OR block IS NOT NULL AND (
      crc IS NULL OR crc !~ '^[0-9a-f]{8}$' OR strpos(block, chr(10)) > 0
      OR entry.personal IS DISTINCT FROM
        'sha256:' || encode(sha256(convert_to(block, 'UTF8')), 'hex'))
  THEN
    RAISE EXCEPTION 'the personal data of entry % is malformed', number
      USING ERRCODE = 'CS001';
  END IF;
  IF (entry.actor <> session_user OR entry."recordedBy" IS NOT NULL) AND NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false))
  THEN
    IF NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_proxy')::oid, 'MEMBER'), false)) THEN
      RAISE EXCEPTION 'only proxies record what others request' USING ERRCODE = '42501';
    END IF;
    IF entry."recordedBy" IS DISTINCT FROM session_user OR entry.actor = session_user THEN
      RAISE EXCEPTION 'entry % says wrongly who recorded it', number USING ERRCODE = 'CS001';
    END IF;
  END IF;
  IF type = 'erase-personal' AND refused IS NULL
    AND NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_eraser')::oid, 'MEMBER'), false)) AND NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false))
  THEN
    RAISE EXCEPTION 'only erasers erase personal data' USING ERRCODE = '42501';
  END IF;
  INSERT INTO cleanstore.entry VALUES (
    number, time, entry.stream, entry.rev, entry.actor, type, refused, mark, line);
  IF type = 'erase-personal' AND refused IS NULL THEN
    INSERT INTO cleanstore.erasure VALUES (number, entry.stream);
  END IF;
  IF block IS NOT NULL THEN
    INSERT INTO cleanstore.personal VALUES (number, block, crc);
  END IF;
  IF id IS NOT NULL THEN
    INSERT INTO cleanstore.command VALUES (id, entry.stream, number) ON CONFLICT DO NOTHING;
    IF NOT FOUND AND NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false)) THEN
      RAISE EXCEPTION 'the command of entry % was recorded before', number
        USING ERRCODE = 'CS001';
    END IF;
  END IF;
  last_at := time;
  engine := coalesce(entry.engine, engine);
END $$;

CREATE FUNCTION cleanstore.extend(
  head cleanstore.head, mark bytea, lines text[], blocks text[], crcs text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  latest bigint := cleanstore.now_us() + 10000000;
  opens boolean := replace(lines[1], chr(92) || 'u0000', chr(92) || 'u0001')::json -> 'format'
    IS NOT NULL;
  size bigint := (
    SELECT sum(octet_length(line) + 1 + coalesce(octet_length(block) - 73, 0))
    FROM unnest(lines, blocks) AS l (line, block));
BEGIN
  FOR place IN 1 .. cardinality(lines) LOOP
    SELECT * INTO head.at, head.engine FROM cleanstore.put(
      head.seq + place, head.at, head.engine, latest, head.store,
      CASE WHEN place = 1 THEN mark END, lines[place], blocks[place], crcs[place]);
  END LOOP;
  UPDATE cleanstore.head AS h SET
    seq = h.seq + cardinality(lines), at = head.at, engine = head.engine,
    bytes = CASE WHEN opens THEN size ELSE h.bytes + size END
  WHERE h.one;
  PERFORM pg_notify('cleanstore', '');
END $$;

CREATE FUNCTION cleanstore.lock_1(raise_fence boolean)
RETURNS TABLE (seq bigint, fence bigint, now bigint, bytes bigint) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF raise_fence THEN
    RETURN QUERY UPDATE cleanstore.head AS h SET fence = h.fence + 1 WHERE h.one
      RETURNING h.seq, h.fence, cleanstore.now_us(), h.bytes;
  ELSE
    RETURN QUERY SELECT h.seq, h.fence, cleanstore.now_us(), h.bytes
      FROM cleanstore.head AS h
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
  PERFORM cleanstore.extend(head, mark, lines, blocks, crcs);
  RETURN true;
END $$;

CREATE FUNCTION cleanstore.load_1(after bigint, lines text[], blocks text[], crcs text[])
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  head cleanstore.head;
BEGIN
  IF NOT (pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false)) THEN
    RAISE EXCEPTION 'only mirrors load the entries of others' USING ERRCODE = '42501';
  END IF;
  SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
  IF head.seq <> after THEN RETURN false; END IF;
  PERFORM cleanstore.extend(head, NULL, lines, blocks, crcs);
  RETURN true;
END $$;

CREATE FUNCTION cleanstore.erase_1() RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH finished AS (DELETE FROM cleanstore.erasure RETURNING stream, seq),
  erased AS (SELECT stream, max(seq) AS seq FROM finished GROUP BY stream),
  gone AS (
    DELETE FROM cleanstore.personal AS p USING cleanstore.entry AS e, erased
    WHERE p.seq = e.seq AND e.stream = erased.stream AND e.seq < erased.seq RETURNING 1)
  SELECT count(*) FROM gone
$$;

CREATE INDEX entry_refused ON cleanstore.entry (seq) WHERE refused IS NOT NULL;

CREATE INDEX entry_rules ON cleanstore.entry (seq) WHERE line LIKE '%,"engine":"%';

CREATE FUNCTION cleanstore.last_before_1(moment bigint) RETURNS bigint LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  first bigint := 0;
  last bigint := (SELECT seq FROM cleanstore.head);
  middle bigint;
BEGIN
  WHILE first < last LOOP
    middle := (first + last + 1) / 2;
    IF (SELECT at FROM cleanstore.entry WHERE seq = middle) <= moment THEN first := middle;
    ELSE last := middle - 1; END IF;
  END LOOP;
  RETURN first;
END $$;

CREATE TABLE cleanstore.numbers (category text PRIMARY KEY, next bigint NOT NULL);

CREATE FUNCTION cleanstore.count() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  kind text := split_part(NEW.stream, '/', 1);
  free bigint := (SELECT next FROM cleanstore.numbers WHERE category = kind);
BEGIN
  IF NEW.stream <> kind || '/' || coalesce(free, 1001) THEN RETURN NULL; END IF;
  free := coalesce(free, 1001);
  WHILE EXISTS (SELECT FROM cleanstore.entry WHERE stream = kind || '/' || free) LOOP
    free := free + 1;
  END LOOP;
  INSERT INTO cleanstore.numbers VALUES (kind, free)
    ON CONFLICT (category) DO UPDATE SET next = excluded.next;
  RETURN NULL;
END $$;

CREATE TRIGGER count AFTER INSERT ON cleanstore.entry FOR EACH ROW WHEN (NEW.rev <= 1)
EXECUTE FUNCTION cleanstore.count();

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA cleanstore FROM PUBLIC;

INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, 0, $4, NULL, 0, 0);

DO $$
DECLARE
  made record;
  owned text;
  former regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'cleanstore');
  lends boolean := false;
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
    IF NOT pg_has_role(former, 'cleanstore_owner', 'MEMBER') THEN
      -- So far, the login that has made the store was its only user.
      EXECUTE 'GRANT cleanstore_proxy, cleanstore_eraser, cleanstore_mirror TO ' || former;
    END IF;
    lends := NOT pg_has_role(session_user, 'cleanstore_owner', 'MEMBER');
    IF lends THEN EXECUTE format('GRANT cleanstore_owner TO %I', session_user); END IF;
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
  EXCEPTION WHEN insufficient_privilege THEN lends := false;
  END;
  GRANT USAGE ON SCHEMA cleanstore TO cleanstore_reader;
  GRANT SELECT ON cleanstore.head, cleanstore.entry, cleanstore.command, cleanstore.numbers,
      cleanstore.erasure
    TO cleanstore_reader;
  GRANT EXECUTE ON FUNCTION cleanstore.last_before_1 TO cleanstore_reader;
  GRANT SELECT ON cleanstore.personal TO cleanstore_personal;
  GRANT EXECUTE ON FUNCTION cleanstore.lock_1, cleanstore.append_1 TO cleanstore_writer;
  GRANT EXECUTE ON FUNCTION cleanstore.load_1 TO cleanstore_mirror;
  GRANT EXECUTE ON FUNCTION cleanstore.erase_1 TO cleanstore_eraser, cleanstore_mirror;
  -- Who has made the store doesn't stay an owner, who could change entries.
  IF lends THEN EXECUTE format('REVOKE cleanstore_owner FROM %I', session_user); END IF;
END $$;
