// The function that takes the entries of another store as they are: for copies, which keep the actors of those who wrote them.

extension ServerSchema {
  /// Stores lines that follow the log's end, if it still is where the caller has seen it.
  static let load = """
    CREATE FUNCTION cleanstore.load_1(
      after bigint, engine text, lines text[], blocks text[], crcs text[])
    RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog AS $$
    DECLARE
      head cleanstore.head;
      time bigint;
    BEGIN
      SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
      IF head.seq <> after THEN RETURN false; END IF;
      time := head.at;
      FOR place IN 1 .. cardinality(lines) LOOP
        time := cleanstore.put(after + place, time, NULL, lines[place]);
        IF blocks[place] IS NOT NULL THEN
          INSERT INTO cleanstore.personal VALUES (after + place, blocks[place], crcs[place]);
        END IF;
      END LOOP;
      PERFORM cleanstore.advance(time, engine, lines, blocks);
      RETURN true;
    END $$
    """
}
