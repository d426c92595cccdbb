// The tables and functions of a store on a server, in the schema `cleanstore` of its database.
//
// An entry is stored as it is once its personal data is erased, and never changed; a personal block is in a row of its own
// until it is erased. `head` has one row, whose lock puts writers in order.
//
// No role may write to a table: lines get there by functions that run with their owner's rights, and these check who is
// logged in (`session_user`). They name no object without its schema, and have no text with a backslash, whose meaning a
// caller could change. `ServerRoles` says who may call them.

enum ServerSchema {
  /// The version that this code writes and reads. Functions that callers name have it in their names, so that those of the
  /// version before can stay for callers that weren't updated yet.
  static let version = 1

  /// The statements that make an empty store.
  ///
  /// - Parameter id: 32 lower-case hex digits.
  static func creation(id: String, at created: Timestamp) -> [Statement] {
    definitions.map { Statement($0) } + [
      Statement(
        "INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, 0, $4, NULL, 0, 0)", .text(id),
        .integer(Int(created.microseconds)), .integer(version),
        .integer(Int(Timestamp.earliest.microseconds))),
      Statement(ServerRoles.script),
    ]
  }

  private static let definitions =
    [
      "CREATE SCHEMA cleanstore",
      """
      CREATE TABLE cleanstore.head (
        one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
        version bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, engine text,
        fence bigint NOT NULL, bytes bigint NOT NULL)
      WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE cleanstore.entry (
        seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
        actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL)
      """,
      "CREATE INDEX entry_stream ON cleanstore.entry (stream, seq)",
      """
      CREATE TABLE cleanstore.personal (
        seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL)
      """,
      """
      CREATE TABLE cleanstore.command (
        id text, stream text, seq bigint NOT NULL, PRIMARY KEY (id, stream))
      """,
      "CREATE TABLE cleanstore.erasure (seq bigint PRIMARY KEY, stream text NOT NULL)",
      keep,
      """
      CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON cleanstore.entry
      EXECUTE FUNCTION cleanstore.keep()
      """,
      now, put, extend, lock, append, load, erase,
    ] + searches + ["REVOKE ALL ON ALL FUNCTIONS IN SCHEMA cleanstore FROM PUBLIC"]

  /// The end of the head of each function: temporary objects, which are their caller's own, are found last.
  static let safely = "SET search_path = pg_catalog, pg_temp"
  /// The same, for functions that others may call: they have their owner's rights.
  private static let asOwner = "SECURITY DEFINER " + safely

  private static let keep = """
    CREATE FUNCTION cleanstore.keep() RETURNS trigger LANGUAGE plpgsql \(safely) AS $$
    BEGIN
      RAISE EXCEPTION 'entries are never changed' USING ERRCODE = '42501';
    END $$
    """

  private static let now = """
    CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE sql VOLATILE \(safely) AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$
    """

  /// Stores one line, after it has checked who has made it, and its form. Readers check its checksum, and the rules.
  ///
  /// Every JSON function fails at U+0000, which a line may have in a text. Of keys that come twice, they take the last one,
  /// so the line's beginning is compared as it is written.
  private static let put = """
    CREATE FUNCTION cleanstore.put(
      number bigint, INOUT last_at bigint, INOUT engine text, latest bigint, store text,
      mark bytea, line text, block text, crc text)
    LANGUAGE plpgsql \(safely) AS $$
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
      id := \(storedID);
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
          AND (entry.personal !~ '^sha256:[0-9a-f]{64}$' OR NOT (\(may(.mirror))))
        OR block IS NOT NULL AND (
          crc IS NULL OR crc !~ '^[0-9a-f]{8}$' OR strpos(block, chr(10)) > 0
          OR entry.personal IS DISTINCT FROM
            'sha256:' || encode(sha256(convert_to(block, 'UTF8')), 'hex'))
      THEN
        RAISE EXCEPTION 'the personal data of entry % is malformed', number
          USING ERRCODE = 'CS001';
      END IF;
      IF (entry.actor <> session_user OR entry."recordedBy" IS NOT NULL) AND NOT (\(may(.mirror)))
      THEN
        IF NOT (\(may(.proxy))) THEN
          RAISE EXCEPTION 'only proxies record what others request' USING ERRCODE = '42501';
        END IF;
        IF entry."recordedBy" IS DISTINCT FROM session_user OR entry.actor = session_user THEN
          RAISE EXCEPTION 'entry % says wrongly who recorded it', number USING ERRCODE = 'CS001';
        END IF;
      END IF;
      IF type = 'erase-personal' AND refused IS NULL
        AND NOT (\(may(.eraser))) AND NOT (\(may(.mirror)))
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
        IF NOT FOUND AND NOT (\(may(.mirror))) THEN
          RAISE EXCEPTION 'the command of entry % was recorded before', number
            USING ERRCODE = 'CS001';
        END IF;
      END IF;
      last_at := time;
      engine := coalesce(entry.engine, engine);
    END $$
    """

  /// A condition in a function: whether the login has a role. The owner of the functions may do all.
  private static func may(_ role: StoreRole) -> String {
    "pg_has_role(session_user, current_user, 'MEMBER') OR "
      + "coalesce(pg_has_role(session_user, to_regrole('\(role.name)')::oid, 'MEMBER'), false)"
  }

  /// Takes the lock of the head, until the transaction ends. Afterwards an append that knows an older fence isn't stored.
  private static let lock = """
    CREATE FUNCTION cleanstore.lock_1(raise_fence boolean)
    RETURNS TABLE (seq bigint, fence bigint, now bigint, bytes bigint) LANGUAGE plpgsql \(asOwner) AS $$
    BEGIN
      IF raise_fence THEN
        RETURN QUERY UPDATE cleanstore.head AS h SET fence = h.fence + 1 WHERE h.one
          RETURNING h.seq, h.fence, cleanstore.now_us(), h.bytes;
      ELSE
        RETURN QUERY SELECT h.seq, h.fence, cleanstore.now_us(), h.bytes
          FROM cleanstore.head AS h
          WHERE h.one FOR UPDATE;
      END IF;
    END $$
    """

  /// Stores lines after the end of the log, moves the head, and tells the sessions that listen. The first line may open a
  /// segment, whose size is that of a file: an erased block has 73 bytes.
  private static let extend = """
    CREATE FUNCTION cleanstore.extend(
      head cleanstore.head, mark bytea, lines text[], blocks text[], crcs text[])
    RETURNS void LANGUAGE plpgsql \(safely) AS $$
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
    END $$
    """

  /// Appends lines if the log still ends where the caller has seen it end.
  private static let append = """
    CREATE FUNCTION cleanstore.append_1(
      after bigint, known_fence bigint, mark bytea, lines text[], blocks text[], crcs text[])
    RETURNS boolean LANGUAGE plpgsql \(asOwner) AS $$
    DECLARE
      head cleanstore.head;
    BEGIN
      SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
      IF head.seq <> after OR head.fence <> known_fence THEN RETURN false; END IF;
      PERFORM cleanstore.extend(head, mark, lines, blocks, crcs);
      RETURN true;
    END $$
    """

  /// Stores the lines of another store as they are, if the log still ends where the caller has seen it end: for copies, which
  /// keep the actors of those who wrote them.
  private static let load = """
    CREATE FUNCTION cleanstore.load_1(after bigint, lines text[], blocks text[], crcs text[])
    RETURNS boolean LANGUAGE plpgsql \(asOwner) AS $$
    DECLARE
      head cleanstore.head;
    BEGIN
      IF NOT (\(may(.mirror))) THEN
        RAISE EXCEPTION 'only mirrors load the entries of others' USING ERRCODE = '42501';
      END IF;
      SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
      IF head.seq <> after THEN RETURN false; END IF;
      PERFORM cleanstore.extend(head, NULL, lines, blocks, crcs);
      RETURN true;
    END $$
    """

  /// Deletes the personal blocks whose erasure is recorded, and wasn't finished yet.
  private static let erase = """
    CREATE FUNCTION cleanstore.erase_1() RETURNS bigint LANGUAGE sql \(asOwner) AS $$
      WITH finished AS (DELETE FROM cleanstore.erasure RETURNING stream, seq),
      erased AS (SELECT stream, max(seq) AS seq FROM finished GROUP BY stream),
      gone AS (
        DELETE FROM cleanstore.personal AS p USING cleanstore.entry AS e, erased
        WHERE p.seq = e.seq AND e.stream = erased.stream AND e.seq < erased.seq RETURNING 1)
      SELECT count(*) FROM gone
    $$
    """
}
