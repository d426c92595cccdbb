// Tells a person under which name they work, and with what rights: on a server, as that knows them; elsewhere, as the
// system does.

package enum WhoAmI: RespondingScene {
  package struct Request: Sendable {
    /// The store's path, as it is shown.
    let place: String
    /// The name of the user that the process belongs to.
    let user: String
    /// The parameters of the server; nil if the store isn't on one.
    let server: ServerParameters?

    package init(place: String, user: String, server: ServerParameters?) {
      (self.place, self.user, self.server) = (place, user, server)
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    let place: String
    let user: String
    let identity: ServerIdentity?
  }

  package static func respond(to request: Request, with server: any LoginServer) throws(Failure)
    -> Response
  {
    guard let parameters = request.server else {
      return Response(place: request.place, user: request.user, identity: nil)
    }
    do throws(LogError) {
      let identity = try server.connect(to: parameters)
      return Response(place: request.place, user: identity.user, identity: identity)
    } catch {
      throw LogIn.Problem.failure(error)
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> [String] {
    guard let identity = response.identity else {
      return lines([
        ("User", response.user), ("Store", response.place),
        ("Rights", "those of the folder's files"),
      ])
    }
    let roles = identity.roles.joined(separator: ", ")
    let difference = abs(identity.clockDifference)
    return lines([
      ("User", identity.user + (identity.isAdministrator ? ", a superuser" : "")),
      ("Roles", roles.isEmpty ? "none" : roles), ("Store", response.place),
      ("Database", identity.hasStore ? identity.database : "\(identity.database), without a store"),
      ("Server", "PostgreSQL \(identity.version)" + (identity.isStandby ? ", a standby" : "")),
      ("TLS", identity.tls ?? "no: the connection isn't encrypted"),
      (
        "Synchronous",
        identity.isSynchronous
          ? "yes: an entry is on a standby before it is acknowledged"
          : "no: if the server is lost, its last entries may be"
      ),
      (
        "Clock",
        difference < 100
          ? "as here" : "\(difference) ms \(identity.clockDifference > 0 ? "ahead" : "behind")"
      ),
    ])
  }

  private static func lines(_ rows: [(label: String, text: String)]) -> [String] {
    let width = rows.map(\.label.count).max() ?? 0
    return rows.map { row in
      row.label + String(repeating: " ", count: width - row.label.count + 2) + row.text
    }
  }
}

extension WhoAmI.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("store", place)
    guard let identity else { return object.member("user", user) }
    identity.writeMembers(to: &object)
  }
}

extension ServerIdentity {
  func writeMembers(to object: inout JSONWriter) {
    object.member("user", user)
    object.member("superuser", isAdministrator)
    object.member("roles", roles)
    object.member("database", database)
    object.member("hasStore", hasStore)
    object.member("id", store)
    object.member("version", version)
    object.member("tls", tls)
    object.member("standby", isStandby)
    object.member("synchronous", isSynchronous)
    object.member("clockDifferenceMilliseconds", clockDifference)
  }
}
