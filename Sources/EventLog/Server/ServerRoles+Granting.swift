// Giving roles to logins, and taking them back. Making logins is the administrators' business.

/// Gives a login a role, or takes it back.
///
/// - Parameter path: The store's address.
/// - Throws: `notPermitted` if the user isn't an administrator; the remedy has the statement.
package func changeRole(
  _ role: StoreRole, of login: String, isGranted: Bool, at path: String
) throws(LogError) -> RoleChange {
  guard let address = ServerAddress(path) else {
    throw LogError(
      .notAStore, "\(path) is in a folder; logins with roles are for a store on a server.",
      hint: "Who may use a folder is a matter of the file system.")
  }
  let link = ServerLink(address, application: "cleanstore grant", writes: true)
  let found = try link.read(ServerRoles.membership(of: login, in: role, isGranted: isGranted))[0]
  let known = (0..<4).map { found.integer(0, $0) == 1 }
  guard known[0] else {
    throw found.integer(0, 5) == 1 ? .halfMade(at: address) : .noStore(at: address)
  }
  guard known[1] else { return .noSuchLogin }
  let statement = found.text(0, 4) ?? ""
  let dialect = found.integer(0, 6) == 1 ? ServerDialect.functions : .plain
  let roles = isGranted && !known[3] ? try ServerRoles.granting(dialect, link) : []
  do throws(ServerError) {
    // Statements that are sent together are done together.
    if known[2] == isGranted, roles.isEmpty { return .unchanged }
    _ = try link.run(roles + [Statement(statement)])
    return .changed
  } catch {
    switch error.state {
    case "23505":
      // Another administrator has just done the same.
      return .unchanged
    case "42501":
      throw LogError(
        .notPermitted, "\(address.shown): this takes an administrator of the server.",
        hint: .words("An administrator can run \(statement) there."))
    case "42704":
      throw LogError(
        .notPermitted,
        "\(address.shown): the store's roles aren't there, and you may not make them.",
        hint: "Have an administrator of the server run this command: it makes them.")
    default: throw LogError(error, at: address)
    }
  }
}

extension ServerRoles {
  /// Asks whether there is a store, a login, a membership, and a role that has its rights; for the statement that
  /// changes the membership; whether there is a schema that may have no store; and whether the store has functions.
  fileprivate static func membership(
    of login: String, in role: StoreRole, isGranted: Bool
  ) -> Statement {
    Statement(
      """
      SELECT \(ServerSchema.hasHead),
        EXISTS (SELECT FROM pg_roles WHERE rolname = $1),
        EXISTS (
          SELECT FROM pg_auth_members AS m JOIN pg_roles AS r ON r.oid = m.member
          WHERE r.rolname = $1 AND m.roleid = to_regrole($2)::oid),
        \(ServerRoles.areThere("$2")),
        format('\(isGranted ? "GRANT %I TO %I" : "REVOKE %I FROM %I")', $2, $1),
        to_regnamespace('cleanstore') IS NOT NULL,
        EXISTS (
          SELECT FROM pg_proc
          WHERE pronamespace = to_regnamespace('cleanstore')::oid AND proname = 'lock_1')
      """, .text(login), .text(role.name))
  }
}
