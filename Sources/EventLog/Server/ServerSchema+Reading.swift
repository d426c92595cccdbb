// The parts of a store's tables that are only for finding entries.

extension ServerSchema {
  /// Whether the head can have these numbers: the last entry's, and the bytes of the last segment.
  static func isPossible(_ seq: Int, _ bytes: Int) -> Bool {
    0...1 << 48 ~= seq && 0...1 << 48 ~= bytes
  }

  /// Whether the database has the table by which a store is recognised. All versions have it, with `store` and `version`.
  static let hasHead = """
    EXISTS (
      SELECT FROM pg_class WHERE relnamespace = to_regnamespace('cleanstore')::oid AND relname = 'head')
    """

  /// The id of a line's command, in the form in which it is searched for.
  static let storedID = """
    CASE WHEN strpos(line, chr(92) || 'u000') = 0 THEN command ->> 'id' ELSE
        replace(
          replace(line, chr(92) || 'u0001', chr(92) || 'u00011'),
          chr(92) || 'u0000', chr(92) || 'u00010')::json #>> '{command,id}' END
    """

  /// An id in the form in which it is stored: no text on a server has U+0000, so U+0001 and a digit stand for that and for
  /// U+0001. Escapes as JSON has them are replaced where they are text, too: the server replaces them in the line.
  static func stored(id: String) -> [UInt8] {
    [("\\u0001", "\\u00011"), ("\\u0000", "\\u00010"), ("\u{1}", "\u{1}1"), ("\0", "\u{1}0")]
      .reduce(into: Array(id.utf8)) { bytes, pair in
        bytes = bytes.replacing(Array(pair.0.utf8), with: Array(pair.1.utf8))
      }
  }

  /// The condition of entries that name the version of the rules. No text in a line can have these bytes.
  static let namesRules = #"line LIKE '%,"engine":"%'"#

  static let searches = [
    "CREATE INDEX entry_stream ON cleanstore.entry (stream, seq)",
    "CREATE INDEX entry_refused ON cleanstore.entry (seq) WHERE refused IS NOT NULL",
    "CREATE INDEX entry_rules ON cleanstore.entry (seq) WHERE \(namesRules)",
  ]

  /// Keeps the smallest number from 1001 up that no stream of a category has.
  static let count = """
    CREATE FUNCTION cleanstore.count(kind text) RETURNS void LANGUAGE plpgsql \(safely) AS $$
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
    END $$
    """
}
