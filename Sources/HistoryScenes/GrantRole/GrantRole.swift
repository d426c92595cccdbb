// Gives a login of a store on a server a role, or takes it back.

package enum GrantRole: RespondingScene {
  /// Changes the roles of a store's logins.
  package typealias Context = (_ role: StoreRole, _ login: String, _ isGranted: Bool)
    throws(LogError) -> RoleChange

  package struct Request: Sendable {
    let login: String
    let role: StoreRole
    let isGranted: Bool

    package init(_ role: StoreRole, of login: String, isGranted: Bool) {
      (self.login, self.role, self.isGranted) = (login, role, isGranted)
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    let login: String
    let role: StoreRole
    let isGranted: Bool
    let wasChanged: Bool
  }

  package static func respond(to request: Request, with change: Context) throws(Failure) -> Response
  {
    let (login, role) = (request.login, request.role)
    let result = try Failure.of(change(role, login, request.isGranted))
    if case .noSuchLogin = result {
      throw Failure(
        .notFound, code: "no-such-login", "The server has no login \(login.unmistakable).",
        hint: "An administrator makes one with CREATE ROLE … LOGIN.")
    }
    return Response(
      login: login, role: role, isGranted: request.isGranted, wasChanged: result == .changed)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let subject = response.login.unmistakable
    let role = "the role \(response.role)"
    return switch (response.isGranted, response.wasChanged) {
    case (true, true): "\(subject) has \(role) now: \(response.role.phrase)."
    case (true, false): "\(subject) has \(role) already."
    case (false, true): "\(subject) doesn't have \(role) any more."
    case (false, false): "\(subject) doesn't have \(role)."
    }
  }
}

extension GrantRole.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("login", login)
    object.member("role", role.rawValue)
    object.member("granted", isGranted)
    object.member("changed", wasChanged)
  }
}

extension StoreRole {
  /// A phrase for what it is for.
  package var phrase: String {
    switch self {
    case .reader: "reads everything but personal data"
    case .personal: "reads everything"
    case .writer: "reads everything, and records commands in the login's own name"
    case .proxy: "reads everything, and records commands in any name"
    case .eraser:
      "reads everything, records commands in the login's own name, and erases personal data"
    case .mirror: "reads everything, and stores what another store has recorded"
    }
  }
}
