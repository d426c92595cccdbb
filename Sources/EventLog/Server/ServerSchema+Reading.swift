// The parts of a store's tables that are only for finding entries.

extension ServerSchema {
  /// The condition of entries that name the version of the rules. No text in a line can have these bytes.
  static let namesRules = #"line LIKE '%,"engine":"%'"#

  static let searches = [
    "CREATE INDEX entry_refused ON cleanstore.entry (seq) WHERE refused IS NOT NULL",
    "CREATE INDEX entry_rules ON cleanstore.entry (seq) WHERE \(namesRules)",
    lastBefore,
    "CREATE TABLE cleanstore.numbers (category text PRIMARY KEY, next bigint NOT NULL)",
    count,
    """
    CREATE TRIGGER count AFTER INSERT ON cleanstore.entry FOR EACH ROW WHEN (NEW.rev <= 1)
    EXECUTE FUNCTION cleanstore.count()
    """,
  ]

  /// The last entry that was made at or before a time: times never decrease.
  private static let lastBefore = """
    CREATE FUNCTION cleanstore.last_before_1(moment bigint) RETURNS bigint LANGUAGE plpgsql STABLE
    \(safely) AS $$
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
    END $$
    """

  /// Keeps the smallest number from 1001 up that no stream of a category has.
  private static let count = """
    CREATE FUNCTION cleanstore.count() RETURNS trigger LANGUAGE plpgsql \(safely) AS $$
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
    END $$
    """
}
