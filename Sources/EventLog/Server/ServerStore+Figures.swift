// The figures of a store on a server, by what any of its logins may read.

/// Reads what administrators watch.
///
/// - Throws: `notAStore` if the path isn't an address of a server; all that opening a store can fail with.
package func serverFigures(at path: String) throws(LogError) -> ServerFigures {
  guard let address = ServerAddress(path) else {
    throw LogError(
      .notAStore, "\(path) isn't on a server.", hint: "Pass the address of one with --store.")
  }
  let link = ServerLink(address, application: "cleanstore stats")
  var figures = ServerFigures(try ServerIdentity(link))
  guard figures.server.hasStore else {
    let schema = try link.read(Statement("SELECT to_regnamespace('cleanstore') IS NOT NULL"))[0]
    throw schema.integer(0, 0) == 1 ? .halfMade(at: address) : .noStore(at: address)
  }
  let rows = try link.read(.figures, .sessions, .lockHolder, .standbys)
  figures.take(rows[0])
  let sessions = rows[1]
  figures.sessions = (0..<sessions.count).map { row in
    .init(
      user: sessions.text(row, 0) ?? "", application: sessions.text(row, 1) ?? "",
      isWriter: sessions.integer(row, 2) == 1)
  }
  if let process = rows[2].integer(0, 0) {
    figures.lockHolder = .init(
      process: process, user: rows[2].text(0, 1) ?? "", application: rows[2].text(0, 2) ?? "",
      seconds: rows[2].integer(0, 3))
  }
  let standbys = rows[3]
  figures.standbys = (0..<standbys.count).map { row in
    .init(
      name: standbys.text(row, 0) ?? "", state: standbys.text(row, 1), mode: standbys.text(row, 2),
      bytesBehind: standbys.integer(row, 3))
  }
  return figures
}

extension ServerFigures {
  fileprivate mutating func take(_ row: ServerRows) {
    schema = row.integer(0, 0) ?? 0
    entries = row.integer(0, 1) ?? 0
    if entries > 0 { lastAt = row.integer(0, 2).map { Timestamp(microseconds: Int64($0)) } }
    tableBytes = row.integer(0, 3) ?? 0
    indexBytes = row.integer(0, 4) ?? 0
    personalBytes = row.integer(0, 5) ?? 0
    pendingErasures = row.integer(0, 6) ?? 0
    mayMonitor = row.integer(0, 7) == 1
    replayLag = row.integer(0, 8)
    waiting = row.integer(0, 9) ?? 0
    oldestTransaction = mayMonitor ? row.integer(0, 10) : nil
    dialect = row.text(0, 11) ?? ""
  }
}

extension Statement {
  /// The figures, in the order in which they are taken. A table may have partitions, which have the bytes.
  fileprivate static let figures = Statement(
    """
    WITH personal AS (
        SELECT 'cleanstore.personal'::regclass::oid AS oid
        UNION SELECT relid FROM pg_partition_tree('cleanstore.personal')),
      others AS (
        SELECT oid FROM pg_class
        WHERE relnamespace = 'cleanstore'::regnamespace AND relkind = 'r'
          AND oid NOT IN (SELECT oid FROM personal))
    SELECT h.version, h.seq, h.at,
      (SELECT sum(pg_table_size(oid))::bigint FROM others),
      (SELECT sum(pg_indexes_size(oid))::bigint FROM others),
      (SELECT sum(pg_total_relation_size(oid))::bigint FROM personal),
      (SELECT count(*) FROM cleanstore.erasure),
      pg_has_role(session_user, 'pg_read_all_stats', 'MEMBER'),
      CASE WHEN pg_is_in_recovery() THEN
        (extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::bigint END,
      (SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid IN (
        SELECT pid FROM pg_locks WHERE relation = 'cleanstore.head'::regclass)),
      (SELECT extract(epoch FROM clock_timestamp() - min(xact_start))::bigint
        FROM pg_stat_activity
        WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()),
      h.dialect
    FROM cleanstore.head AS h
    """)

  /// The other sessions of users who may use the store, and whether they may record.
  fileprivate static let sessions = Statement(
    """
    SELECT a.usename::text, a.application_name,
      has_table_privilege(a.usesysid, 'cleanstore.entry', 'INSERT') OR EXISTS (
        SELECT FROM pg_proc WHERE pronamespace = 'cleanstore'::regnamespace AND proname = 'lock_1'
          AND has_function_privilege(a.usesysid, pg_proc.oid, 'EXECUTE'))
    FROM pg_stat_activity AS a
    WHERE a.datname = current_database() AND a.pid <> pg_backend_pid()
      AND has_schema_privilege(a.usesysid, 'cleanstore', 'USAGE')
    ORDER BY 1, 2, a.pid
    """)

  /// The session that has the lock of the log for the longest time, and its transaction's age. Others may see no more of it.
  static let lockHolder = Statement(
    """
    SELECT a.pid, a.usename::text, a.application_name,
      extract(epoch FROM clock_timestamp() - a.xact_start)::bigint
    FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid
    WHERE l.relation = 'cleanstore.head'::regclass AND a.datname = current_database()
      AND l.mode LIKE 'Row%' AND l.pid <> pg_backend_pid() AND NOT EXISTS (
        SELECT FROM pg_locks AS w WHERE w.pid = l.pid AND NOT w.granted)
    ORDER BY a.xact_start LIMIT 1
    """)

  /// The servers that follow this one, and how far they are behind.
  fileprivate static let standbys = Statement(
    """
    SELECT application_name, state, sync_state, CASE WHEN NOT pg_is_in_recovery() THEN
      pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn)::bigint END
    FROM pg_stat_replication ORDER BY 1, pid
    """)
}
