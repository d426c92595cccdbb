// The tables and functions of a store on a server, in the schema `cleanstore` of its database.
//
// An entry is stored as it is once its personal data is erased, and never changed; a personal block is in a row of its own
// until it is erased. `head` has one row, whose lock puts writers in order.
//
// With functions (`ServerDialect`), no role may write to a table: lines get there by functions that run with their owner's
// rights, and these check who is logged in (`session_user`). They name no object without its schema, and have no text with a
// backslash, whose meaning a caller could change. `ServerRoles` says who may call them.

enum ServerSchema {
  /// The version that this code writes and reads. Functions that callers name have it in their names, so that those of the
  /// version before can stay for callers that weren't updated yet.
  static let version = 1

  /// The statements that make an empty store, to be done together.
  ///
  /// - Parameter id: 32 lower-case hex digits.
  static func creation(
    id: String, at created: Timestamp, _ dialect: ServerDialect
  ) -> [Statement] {
    let definitions = tables + searches + (dialect == .functions ? functions : [])
    return definitions.map { Statement($0) } + [
      Statement(
        "INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, $4, 0, $5, NULL, 0, 0)", .text(id),
        .integer(Int(created.microseconds)), .integer(version), .text(dialect.rawValue),
        .integer(Int(Timestamp.earliest.microseconds)))
    ]
  }

  private static let tables = [
    "CREATE SCHEMA cleanstore",
    """
    CREATE TABLE cleanstore.head (
      one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
      version bigint NOT NULL, dialect text NOT NULL, seq bigint NOT NULL, at bigint NOT NULL,
      engine text, fence bigint NOT NULL, bytes bigint NOT NULL)
    WITH (fillfactor = 10)
    """,
    """
    CREATE TABLE cleanstore.entry (
      seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
      actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL)
    """,
    """
    CREATE TABLE cleanstore.personal (
      seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL)
    """,
    """
    CREATE TABLE cleanstore.command (
      id text, stream text, seq bigint NOT NULL, PRIMARY KEY (id, stream))
    """,
    "CREATE TABLE cleanstore.erasure (seq bigint PRIMARY KEY, stream text NOT NULL)",
    "CREATE TABLE cleanstore.numbers (category text PRIMARY KEY, next bigint NOT NULL)",
  ]

  private static let functions = [
    keep,
    """
    CREATE TRIGGER keep BEFORE UPDATE OR DELETE OR TRUNCATE ON cleanstore.entry
    EXECUTE FUNCTION cleanstore.keep()
    """,
    now, count, extend, lock, append, load, erase,
    "REVOKE ALL ON ALL FUNCTIONS IN SCHEMA cleanstore FROM PUBLIC",
  ]

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

  /// The server's time. A function in SQL would be planned at each call.
  private static let now = """
    CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE plpgsql VOLATILE \(safely) AS $$
    BEGIN
      RETURN extract(epoch FROM clock_timestamp()) * 1000000;
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
      mirrors boolean := \(may(.mirror));
      proxies boolean := mirrors OR \(may(.proxy));
      erases boolean := mirrors OR \(may(.eraser));
      latest bigint := cleanstore.now_us() + 10000000;
      sent record;
      stored bigint;
    BEGIN
      SELECT max(at) AS at, bool_or(format IS NOT NULL AND seq = head.seq + 1) AS opens,
        sum(octet_length(line) + 1 + coalesce(octet_length(block) - 73, 0)) AS size,
        array_agg(engine) FILTER (WHERE engine IS NOT NULL) AS engines,
        array_agg(id) AS ids, count(id) AS id_count, count(block) AS block_count,
        bool_or(\(isErasure)) AS erases, bool_or(rev <= 1) AS begins_streams,
        (array_agg(violation) FILTER (WHERE violation IS NOT NULL))[1] AS violation,
        array_agg((
          seq, at, stream, rev, actor, type, refused, CASE WHEN seq = head.seq + 1 THEN mark END,
          line)::cleanstore.entry) AS entries
      INTO sent
      FROM (SELECT *, \(violation) AS violation FROM (\(members)) AS m ORDER BY place) AS l;
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
          SELECT seq, stream FROM unnest(sent.entries) WHERE \(isErasure);
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
    \(erasing)
    $$
    """

  static let erasing = """
    WITH finished AS (DELETE FROM cleanstore.erasure RETURNING stream, seq),
    erased AS (SELECT stream, max(seq) AS seq FROM finished GROUP BY stream),
    gone AS (
      DELETE FROM cleanstore.personal AS p USING cleanstore.entry AS e, erased
      WHERE p.seq = e.seq AND e.stream = erased.stream AND e.seq < erased.seq RETURNING 1)
    SELECT count(*) FROM gone
    """
}
