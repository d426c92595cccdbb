// The roles that logins of a store on a server are given. They are the cluster's, so its stores share them.

extension StoreRole {
  /// Its name on the server.
  var name: String { "cleanstore_" + rawValue }

  /// The role that it adds to.
  fileprivate var base: StoreRole? {
    switch self {
    case .reader: nil
    case .personal: .reader
    case .writer, .mirror: .personal
    case .proxy, .eraser: .writer
    }
  }
}

enum ServerRoles {
  /// Asks for the user who is logged in, whether it may record what others request, whether it may read personal data,
  /// whether it may record commands, whether it may erase personal data, whether an erasure wasn't finished, and whether it may
  /// copy a log to the store. The owner of the tables may do all.
  static let login = Statement(
    """
    SELECT session_user::text, \(has(.proxy)), has_table_privilege('cleanstore.personal', 'SELECT'),
      \(has(.writer)), \(has(.eraser, .mirror)), EXISTS (SELECT 1 FROM cleanstore.erasure),
      \(has(.mirror))
    FROM pg_class WHERE oid = 'cleanstore.head'::regclass
    """)

  /// Whether the user who is logged in has one of some roles, or is the owner of the tables.
  private static func has(_ roles: StoreRole...) -> String {
    let members = roles.map { role in
      "coalesce(pg_has_role(session_user, to_regrole('\(role.name)')::oid, 'MEMBER'), false)"
    }
    return "pg_has_role(session_user, relowner, 'MEMBER') OR " + members.joined(separator: " OR ")
  }

  /// Whether the roles are there, and have their rights.
  static func areThere(_ role: String = "'\(StoreRole.reader.name)'") -> String {
    """
    EXISTS (
      SELECT 1 FROM pg_namespace
      WHERE nspname = 'cleanstore' AND has_schema_privilege(to_regrole(\(role))::oid, oid, 'USAGE'))
    """
  }

  /// The statements that give the roles their rights, once those are made that are missing, if the login may make roles. None
  /// if it may not: without roles only the login that has made the store can use it.
  static func granting(_ dialect: ServerDialect, _ link: ServerLink) throws(LogError) -> [Statement]
  {
    if dialect == .functions { return statements(dialect) }
    let known = try knownRoles(link)
    for role in StoreRole.allCases where !known.contains(role.name) {
      // On its own: another store may be making it.
      let base = role.base.map { [Statement("GRANT \($0.name) TO \(role.name)")] } ?? []
      _ = try? link.run([Statement("CREATE ROLE \(role.name)")] + base)
    }
    guard try knownRoles(link).count == StoreRole.allCases.count else { return [] }
    return statements(dialect)
  }

  static func statements(_ dialect: ServerDialect) -> [Statement] {
    (dialect == .functions ? [script] : rights(dialect)).map { Statement($0) }
  }

  private static func knownRoles(_ link: ServerLink) throws(LogError) -> Set<String> {
    let names = StoreRole.allCases.map { Array($0.name.utf8) }
    let rows = try link.read(
      Statement("SELECT rolname::text FROM pg_roles WHERE rolname = ANY ($1)", .texts(names)))[0]
    return Set((0..<rows.count).compactMap { rows.text($0, 0) })
  }

  private static func rights(_ dialect: ServerDialect) -> [String] {
    let reading = [
      "GRANT USAGE ON SCHEMA cleanstore TO cleanstore_reader",
      """
      GRANT SELECT ON cleanstore.head, cleanstore.entry, cleanstore.command, cleanstore.numbers,
        cleanstore.erasure TO cleanstore_reader
      """,
      "GRANT SELECT ON cleanstore.personal TO cleanstore_personal",
    ]
    switch dialect {
    case .functions:
      return reading + [
        """
        GRANT EXECUTE ON FUNCTION cleanstore.lock_1, cleanstore.append_1 TO cleanstore_writer
        """, "GRANT EXECUTE ON FUNCTION cleanstore.load_1 TO cleanstore_mirror",
        "GRANT EXECUTE ON FUNCTION cleanstore.erase_1 TO cleanstore_eraser, cleanstore_mirror",
      ]
    case .plain:
      return reading + [
        "GRANT UPDATE ON cleanstore.head TO cleanstore_writer, cleanstore_mirror",
        """
        GRANT INSERT ON cleanstore.entry, cleanstore.personal, cleanstore.command
          TO cleanstore_writer, cleanstore_mirror
        """, "GRANT INSERT, UPDATE ON cleanstore.numbers TO cleanstore_writer, cleanstore_mirror",
        "GRANT DELETE ON cleanstore.personal TO cleanstore_eraser, cleanstore_mirror",
        "GRANT INSERT, DELETE ON cleanstore.erasure TO cleanstore_eraser, cleanstore_mirror",
      ]
    }
  }

  /// The role that owns the tables and functions, if there is one. No login is it.
  static let owner = "cleanstore_owner"

  /// Makes roles that are missing, if the login may, and gives them their rights, and the tables and functions to their owner.
  private static let script = """
    DO $$
    DECLARE
      made record;
      owned text;
      former regrole := (SELECT nspowner FROM pg_namespace WHERE nspname = 'cleanstore');
      lends boolean := false;
    BEGIN
      BEGIN
        FOR made IN SELECT * FROM (VALUES \(rows)) AS r (name, base) WHERE to_regrole(name) IS NULL
        LOOP
          EXECUTE 'CREATE ROLE ' || made.name || ' NOLOGIN'
            || coalesce(' IN ROLE ' || made.base, '');
        END LOOP;
      EXCEPTION
        -- Another store may just have made them.
        WHEN insufficient_privilege OR duplicate_object OR unique_violation THEN NULL;
      END;
      IF EXISTS (SELECT FROM (VALUES \(rows)) AS r (name, base) WHERE to_regrole(name) IS NULL) THEN
        RETURN;
      END IF;
      BEGIN
        IF NOT pg_has_role(former, '\(owner)', 'MEMBER') THEN
          -- So far, the login that has made the store was its only user.
          EXECUTE 'GRANT cleanstore_proxy, cleanstore_eraser, cleanstore_mirror TO ' || former;
        END IF;
        lends := NOT pg_has_role(session_user, '\(owner)', 'MEMBER');
        IF lends THEN EXECUTE format('GRANT \(owner) TO %I', session_user); END IF;
        ALTER SCHEMA cleanstore OWNER TO \(owner);
        FOR owned IN
          SELECT 'TABLE ' || oid::regclass FROM pg_class
            WHERE relnamespace = 'cleanstore'::regnamespace AND relkind = 'r'
          UNION ALL
          SELECT 'FUNCTION ' || oid::regprocedure FROM pg_proc
            WHERE pronamespace = 'cleanstore'::regnamespace
        LOOP
          EXECUTE 'ALTER ' || owned || ' OWNER TO \(owner)';
        END LOOP;
      EXCEPTION WHEN insufficient_privilege THEN lends := false;
      END;
      \(rights(.functions).map { "\($0);" }.joined(separator: "\n"))
      -- Who has made the store doesn't stay an owner, who could change entries.
      IF lends THEN EXECUTE format('REVOKE \(owner) FROM %I', session_user); END IF;
    END $$
    """

  /// All roles, each after the one that it adds to.
  private static let rows =
    (StoreRole.allCases.map { role in
      "('\(role.name)', " + (role.base.map { "'\($0.name)'" } ?? "NULL") + ")"
    } + ["('\(owner)', NULL)"]).joined(separator: ", ")
}
