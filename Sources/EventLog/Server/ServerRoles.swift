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
  /// whether it may record commands, whether it may erase personal data, and whether an erasure wasn't finished. The owner of
  /// the tables may do all.
  static let login = Statement(
    """
    SELECT session_user::text,
      pg_has_role(session_user, relowner, 'MEMBER')
        OR coalesce(
          pg_has_role(session_user, to_regrole('\(StoreRole.proxy.name)')::oid, 'MEMBER'), false),
      has_table_privilege('cleanstore.personal', 'SELECT'),
      EXISTS (
        SELECT FROM pg_proc WHERE pronamespace = relnamespace AND proname = 'lock_1'
          AND has_function_privilege(pg_proc.oid, 'EXECUTE')),
      EXISTS (
        SELECT FROM pg_proc WHERE pronamespace = relnamespace AND proname = 'erase_1'
          AND has_function_privilege(pg_proc.oid, 'EXECUTE')),
      EXISTS (SELECT FROM cleanstore.erasure)
    FROM pg_class WHERE oid = 'cleanstore.head'::regclass
    """)

  /// Asks whether the store's roles are there.
  static let areThere = Statement("SELECT to_regrole('\(owner)') IS NOT NULL")

  /// The role that owns the tables and functions, if there is one. No login is it.
  static let owner = "cleanstore_owner"

  /// Gives the roles their rights, once they are there: those that are missing are made if the login may make roles. Without
  /// them only the login that has made the store can use it.
  static let script = """
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
      GRANT USAGE ON SCHEMA cleanstore TO cleanstore_reader;
      GRANT SELECT ON cleanstore.head, cleanstore.entry, cleanstore.command, cleanstore.numbers,
          cleanstore.erasure
        TO cleanstore_reader;
      GRANT EXECUTE ON FUNCTION cleanstore.last_before_1 TO cleanstore_reader;
      GRANT SELECT ON cleanstore.personal TO cleanstore_personal;
      GRANT EXECUTE ON FUNCTION cleanstore.lock_1, cleanstore.append_1 TO cleanstore_writer;
      GRANT EXECUTE ON FUNCTION cleanstore.load_1 TO cleanstore_mirror;
      GRANT EXECUTE ON FUNCTION cleanstore.erase_1 TO cleanstore_eraser, cleanstore_mirror;
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
