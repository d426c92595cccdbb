// The tables and functions of a store on a server, in the schema `cleanstore` of its database.
//
// An entry is stored as it is once its personal data is erased, and never changed; a personal block is in a row of its own
// until it is erased. `head` has one row, whose lock puts writers in order.

enum ServerSchema {
  /// The version that this code writes and reads.
  static let version = 1

  /// The statements that make an empty store.
  ///
  /// - Parameter id: 32 lower-case hex digits.
  static func creation(id: String, at created: Timestamp) -> [Statement] {
    definitions.map { Statement($0) } + [
      Statement(
        "INSERT INTO cleanstore.head VALUES (true, $1, $2, $3, 0, $4, NULL, 0, 1, 0)", .text(id),
        .integer(Int(created.microseconds)), .integer(version),
        .integer(Int(Timestamp.earliest.microseconds)))
    ]
  }

  private static let definitions =
    [
      "CREATE SCHEMA cleanstore",
      """
      CREATE TABLE cleanstore.head (
        one boolean PRIMARY KEY CHECK (one), store text NOT NULL, created bigint NOT NULL,
        version bigint NOT NULL, seq bigint NOT NULL, at bigint NOT NULL, engine text,
        fence bigint NOT NULL, segment bigint NOT NULL, bytes bigint NOT NULL)
      WITH (fillfactor = 10)
      """,
      """
      CREATE TABLE cleanstore.entry (
        seq bigint PRIMARY KEY, at bigint NOT NULL, stream text NOT NULL, rev bigint NOT NULL,
        actor text NOT NULL, type text NOT NULL, refused text, token bytea, line text NOT NULL)
      """,
      "CREATE INDEX entry_stream ON cleanstore.entry (stream, seq)",
      "CREATE INDEX entry_erasure ON cleanstore.entry (stream, seq) WHERE type = 'erase-personal'",
      """
      CREATE TABLE cleanstore.personal (
        seq bigint PRIMARY KEY REFERENCES cleanstore.entry, block text NOT NULL, crc text NOT NULL)
      """,
      """
      CREATE TABLE cleanstore.command (
        id text, stream text, seq bigint NOT NULL REFERENCES cleanstore.entry,
        PRIMARY KEY (id, stream))
      """,
      now, put, advance, append, load, erase,
    ] + indexes

  private static let now = """
    CREATE FUNCTION cleanstore.now_us() RETURNS bigint LANGUAGE sql VOLATILE
    SET search_path = pg_catalog AS
    $$ SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$
    """

  /// Stores one line. Every JSON function fails at U+0000, which a line may have in a text.
  private static let put = #"""
    CREATE FUNCTION cleanstore.put(number bigint, earliest bigint, mark bytea, line text)
    RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE
      entry json := replace(line, '\u0000', '\u0001')::json;
      command json := entry -> 'command';
      time bigint := (extract(epoch FROM (entry ->> 'at')::timestamptz) * 1000000)::bigint;
    BEGIN
      IF (entry ->> 'seq')::bigint <> number OR time < earliest THEN
        RAISE EXCEPTION 'entry % does not follow the log', number USING ERRCODE = 'CS001';
      END IF;
      IF time > cleanstore.now_us() + 10000000 THEN
        RAISE EXCEPTION 'entry % is in the future', number USING ERRCODE = 'CS004';
      END IF;
      INSERT INTO cleanstore.entry VALUES (
        number, time, entry ->> 'stream', (entry ->> 'rev')::bigint, entry ->> 'actor',
        command ->> 'type', entry -> 'rejected' ->> 'code', mark, line);
      IF command ->> 'id' IS NOT NULL THEN
        INSERT INTO cleanstore.command VALUES (command ->> 'id', entry ->> 'stream', number)
          ON CONFLICT DO NOTHING;
      END IF;
      RETURN time;
    END $$
    """#

  /// Moves the head after lines that were stored, of which the first may open a segment. Its size is that of a file: an
  /// erased block has 73 bytes.
  private static let advance = #"""
    CREATE FUNCTION cleanstore.advance(last bigint, rules text, lines text[], blocks text[])
    RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE
      opens boolean := replace(lines[1], '\u0000', '\u0001')::json -> 'format' IS NOT NULL;
      size bigint := (
        SELECT sum(octet_length(line) + 1 + coalesce(octet_length(block) - 73, 0))
        FROM unnest(lines, blocks) AS l (line, block));
    BEGIN
      UPDATE cleanstore.head AS h SET
        seq = h.seq + cardinality(lines), at = last, engine = rules,
        segment = CASE WHEN opens THEN h.seq + 1 ELSE h.segment END,
        bytes = CASE WHEN opens THEN size ELSE h.bytes + size END
      WHERE h.one;
      PERFORM pg_notify('cleanstore', h.seq::text) FROM cleanstore.head AS h WHERE h.one;
    END $$
    """#

  /// Appends lines if the log still ends where the caller has seen it end.
  private static let append = """
    CREATE FUNCTION cleanstore.append_1(
      after bigint, known_fence bigint, mark bytea, engine text, lines text[], blocks text[],
      crcs text[])
    RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE
      head cleanstore.head;
      time bigint;
    BEGIN
      SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
      IF head.seq <> after OR head.fence <> known_fence THEN RETURN false; END IF;
      time := head.at;
      FOR place IN 1 .. cardinality(lines) LOOP
        time := cleanstore.put(
          after + place, time, CASE WHEN place = 1 THEN mark END, lines[place]);
        IF blocks[place] IS NOT NULL THEN
          INSERT INTO cleanstore.personal VALUES (after + place, blocks[place], crcs[place]);
        END IF;
      END LOOP;
      PERFORM cleanstore.advance(time, engine, lines, blocks);
      RETURN true;
    END $$
    """

  /// Deletes the personal blocks whose erasure is recorded.
  private static let erase = """
    CREATE FUNCTION cleanstore.erase_1() RETURNS bigint LANGUAGE sql
    SET search_path = pg_catalog AS $$
      WITH erased AS (
        SELECT stream, max(seq) AS seq FROM cleanstore.entry
        WHERE type = 'erase-personal' AND refused IS NULL GROUP BY stream),
      gone AS (
        DELETE FROM cleanstore.personal AS p USING cleanstore.entry AS e, erased
        WHERE p.seq = e.seq AND e.stream = erased.stream AND e.seq < erased.seq RETURNING 1)
      SELECT count(*) FROM gone
    $$
    """
}
