// The lines that a server's function is given, and what it checks: who has made each, and its form. Readers check its
// checksum, and the rules.

extension ServerSchema {
  /// The members of lines, with the time of the line before.
  ///
  /// Every JSON function fails at U+0000, which a line may have in a text; `source` is the line without it.
  static let members = """
    SELECT head.seq + place AS seq, (extract(epoch FROM entry.at) * 1000000)::bigint AS at,
      entry.at < lag(entry.at) OVER (ORDER BY place) AS is_earlier,
      entry.stream, rev, entry.actor, "recordedBy", store, format, entry.engine, events, rejected, personal,
      command ->> 'type' AS type, \(storedID) AS id, rejected ->> 'code' AS refused,
      line, source, block, crc, place
    FROM unnest(lines, blocks, crcs) WITH ORDINALITY AS l (line, block, crc, place),
      LATERAL (SELECT replace(line, chr(92) || 'u0000', chr(92) || 'u0001') AS source) AS s,
      json_to_record(source::json) AS entry (
        at timestamptz, stream text, rev bigint, actor text, "recordedBy" text, store text,
        format json, engine text, command json, events json, rejected json, personal text)
    """

  /// Whether an entry's command has erased personal data.
  static let isErasure = "type = 'erase-personal' AND refused IS NULL"

  /// The first rule that a line violates: the state of the error, and its message; null if it violates none.
  ///
  /// Of keys that come twice, JSON functions take the last one, so the line's beginning is compared as it is written. The time
  /// in it has 27 bytes. Its end is taken from its bytes, because a text's characters are counted from the start.
  static let violation = """
    CASE
      WHEN NOT starts_with(line, \(start)) OR at < head.at OR is_earlier
      THEN 'CS001 entry ' || seq || ' does not follow the log'
      WHEN at > latest THEN 'CS004 entry ' || seq || ' is in the future'
      WHEN num_nonnulls(events, refused) <> 1 OR num_nonnulls(events, rejected) <> 1
        OR store <> head.store
        OR NOT starts_with(source, left(source, length(\(start)) + 27) || '","stream":"' || stream
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
      WHEN \(isErasure) AND NOT erases THEN '42501 only erasers erase personal data'
    END
    """

  private static let start = #"'{"seq":' || seq || ',"at":"'"#
}
