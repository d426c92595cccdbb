// The function that takes the entries of another store as they are: for copies, which keep the actors of those who wrote them.

extension ServerSchema {
  /// Stores lines that follow the log's end, if it still is where the caller has seen it.
  static let load = """
    CREATE FUNCTION cleanstore.load_1(after bigint, lines text[], blocks text[], crcs text[])
    RETURNS boolean LANGUAGE plpgsql \(asOwner) AS $$
    DECLARE
      head cleanstore.head;
      latest bigint := cleanstore.now_us() + 10000000;
    BEGIN
      IF NOT (\(may(.mirror))) THEN
        RAISE EXCEPTION 'only mirrors load the entries of others' USING ERRCODE = '42501';
      END IF;
      SELECT * INTO head FROM cleanstore.head AS h WHERE h.one FOR UPDATE;
      IF head.seq <> after THEN RETURN false; END IF;
      FOR place IN 1 .. cardinality(lines) LOOP
        SELECT * INTO head.at, head.engine FROM cleanstore.put(
          after + place, head.at, head.engine, latest, head.store, NULL, lines[place],
          blocks[place], crcs[place]);
      END LOOP;
      PERFORM cleanstore.advance(head.at, head.engine, lines, blocks);
      RETURN true;
    END $$
    """
}
