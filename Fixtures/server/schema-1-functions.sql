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

CREATE FUNCTION cleanstore.keep() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'entries are never changed' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON cleanstore.entry
EXECUTE FUNCTION cleanstore.keep();

CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN extract(epoch FROM clock_timestamp()) * 1000000;
END $$;

CREATE FUNCTION cleanstore.count(kind text) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known bigint := coalesce(
    (SELECT next FROM cleanstore.numbers WHERE category = kind), 1001);
  free bigint := known;
BEGIN
  WHILE EXISTS (SELECT FROM cleanstore.entry WHERE stream = kind || '/' || free) LOOP
    free := free + 1;
  END LOOP;
  IF free > known THEN
    INSERT INTO cleanstore.numbers VALUES (kind, free)
      ON CONFLICT (category) DO UPDATE SET next = excluded.next;
  END IF;
END $$;

CREATE FUNCTION cleanstore.extend(
  head cleanstore.head, mark bytea, lines text[], blocks text[], crcs text[])
RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mirrors boolean := pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_mirror')::oid, 'MEMBER'), false);
  proxies boolean := mirrors OR pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_proxy')::oid, 'MEMBER'), false);
  erases boolean := mirrors OR pg_has_role(session_user, current_user, 'MEMBER') OR coalesce(pg_has_role(session_user, to_regrole('cleanstore_eraser')::oid, 'MEMBER'), false);
  latest bigint := cleanstore.now_us() + 10000000;
  sent record;
  stored bigint;
BEGIN
  SELECT max(at) AS at, bool_or(format IS NOT NULL AND seq = head.seq + 1) AS opens,
    sum(octet_length(line) + 1 + coalesce(octet_length(block) - 73, 0)) AS size,
    array_agg(engine) FILTER (WHERE engine IS NOT NULL) AS engines,
    array_agg(id) AS ids, count(id) AS id_count, count(block) AS block_count,
    bool_or(type = 'erase-personal' AND refused IS NULL) AS erases, bool_or(rev <= 1) AS begins_streams,
    (array_agg(violation) FILTER (WHERE violation IS NOT NULL))[1] AS violation,
    array_agg((
      seq, at, stream, rev, actor, type, refused, CASE WHEN seq = head.seq + 1 THEN mark END,
      line)::cleanstore.entry) AS entries
  INTO sent
  FROM (SELECT *, CASE
  WHEN NOT starts_with(line, '{"seq":' || seq || ',"at":"') OR at < head.at OR is_earlier
  THEN 'CS001 entry ' || seq || ' does not follow the log'
  WHEN at > latest THEN 'CS004 entry ' || seq || ' is in the future'
  WHEN num_nonnulls(events, refused) <> 1 OR num_nonnulls(events, rejected) <> 1
    OR store <> head.store
    OR NOT starts_with(source, left(source, length('{"seq":' || seq || ',"at":"') + 27) || '","stream":"' || stream
      || '","rev":' || rev || ',"actor":' || to_json(actor))
    OR strpos(line, chr(10)) > 0
    OR encode(substr(convert_to(line, 'UTF8'), octet_length(line) - 17), 'escape')
      !~ '^,"crc":"[0-9a-f]{8}"}$'
    OR octet_length(line) + coalesce(octet_length(block) - 73, 0) >= 1048576
  THEN 'CS001 entry ' || seq || ' is malformed'
  WHEN block IS NULL AND personal IS NOT NULL
      AND (personal !~ '^sha256:[0-9a-f]{64}$' OR NOT mirrors)
    OR block IS NOT NULL AND (
      crc IS NULL OR crc !~ '^[0-9a-f]{8}$' OR strpos(block, chr(10)) > 0
      OR personal IS DISTINCT FROM
        'sha256:' || encode(sha256(convert_to(block, 'UTF8')), 'hex'))
  THEN 'CS001 the personal data of entry ' || seq || ' is malformed'
  WHEN (actor <> session_user OR "recordedBy" IS NOT NULL) AND NOT proxies
  THEN '42501 only proxies record what others request'
  WHEN (actor <> session_user OR "recordedBy" IS NOT NULL) AND NOT mirrors
    AND ("recordedBy" IS DISTINCT FROM session_user OR actor = session_user)
  THEN 'CS001 entry ' || seq || ' says wrongly who recorded it'
  WHEN type = 'erase-personal' AND refused IS NULL AND NOT erases THEN '42501 only erasers erase personal data'
END AS violation FROM (SELECT head.seq + place AS seq, (extract(epoch FROM entry.at) * 1000000)::bigint AS at,
  entry.at < lag(entry.at) OVER (ORDER BY place) AS is_earlier,
  entry.stream, rev, entry.actor, "recordedBy", store, format, entry.engine, events, rejected, personal,
  command ->> 'type' AS type, CASE WHEN strpos(line, chr(92) || 'u000') = 0 THEN command ->> 'id' ELSE
    replace(
      replace(line, chr(92) || 'u0001', chr(92) || 'u00011'),
      chr(92) || 'u0000', chr(92) || 'u00010')::json #>> '{command,id}' END AS id, rejected ->> 'code' AS refused,
  line, source, block, crc, place
FROM unnest(lines, blocks, crcs) WITH ORDINALITY AS l (line, block, crc, place),
  LATERAL (SELECT replace(line, chr(92) || 'u0000', chr(92) || 'u0001') AS source) AS s,
  json_to_record(source::json) AS entry (
    at timestamptz, stream text, rev bigint, actor text, "recordedBy" text, store text,
    format json, engine text, command json, events json, rejected json, personal text)) AS m ORDER BY place) AS l;
  IF sent.violation IS NOT NULL THEN
    RAISE EXCEPTION '%', substr(sent.violation, 7) USING ERRCODE = left(sent.violation, 5);
  END IF;
  INSERT INTO cleanstore.entry SELECT * FROM unnest(sent.entries);
  IF sent.block_count > 0 THEN
    INSERT INTO cleanstore.personal SELECT head.seq + place, block, crc
      FROM unnest(blocks, crcs) WITH ORDINALITY AS l (block, crc, place)
      WHERE block IS NOT NULL;
  END IF;
  IF sent.erases THEN
    INSERT INTO cleanstore.erasure
      SELECT seq, stream FROM unnest(sent.entries) WHERE type = 'erase-personal' AND refused IS NULL;
  END IF;
  IF sent.id_count > 0 THEN
    INSERT INTO cleanstore.command
      SELECT id, stream, seq FROM unnest(sent.ids, sent.entries) AS e (id) WHERE id IS NOT NULL
      ON CONFLICT DO NOTHING;
    GET DIAGNOSTICS stored = ROW_COUNT;
    IF stored < sent.id_count AND NOT mirrors THEN
      RAISE EXCEPTION 'the command of entry % was recorded before', (
        SELECT min(seq) FROM unnest(sent.ids, sent.entries) AS e (id)
        WHERE id IS NOT NULL AND NOT EXISTS (
          SELECT FROM cleanstore.command AS c
          WHERE c.id = e.id AND c.stream = e.stream AND c.seq = e.seq))
        USING ERRCODE = 'CS001';
    END IF;
  END IF;
  IF sent.begins_streams THEN
    PERFORM cleanstore.count(category) FROM (
      SELECT DISTINCT split_part(stream, '/', 1) FROM unnest(sent.entries) WHERE rev <= 1
    ) AS s (category);
  END IF;
  UPDATE cleanstore.head AS h SET
    seq = h.seq + cardinality(lines), at = sent.at,
    engine = coalesce(sent.engines[cardinality(sent.engines)], h.engine),
    bytes = CASE WHEN sent.opens THEN sent.size ELSE h.bytes + sent.size END
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

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA cleanstore FROM PUBLIC;

INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, $4, 0, $5, NULL, 0, 0);

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
  cleanstore.erasure TO cleanstore_reader;
GRANT SELECT ON cleanstore.personal TO cleanstore_personal;
GRANT EXECUTE ON FUNCTION cleanstore.lock_1, cleanstore.append_1 TO cleanstore_writer;
GRANT EXECUTE ON FUNCTION cleanstore.load_1 TO cleanstore_mirror;
GRANT EXECUTE ON FUNCTION cleanstore.erase_1 TO cleanstore_eraser, cleanstore_mirror;
  -- Who has made the store doesn't stay an owner, who could change entries.
  IF lends THEN EXECUTE format('REVOKE cleanstore_owner FROM %I', session_user); END IF;
END $$;
