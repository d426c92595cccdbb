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
      return [
        LabelledText("User", response.user), LabelledText("Store", response.place),
        LabelledText("Rights", "those of the folder's files"),
      ].aligned
    }
    let roles = identity.roles.joined(separator: ", ")
    let person = [
      LabelledText("User", identity.user + (identity.isAdministrator ? ", a superuser" : "")),
      LabelledText("Roles", roles.isEmpty ? "none" : roles), LabelledText("Store", response.place),
      LabelledText(
        "Database", identity.hasStore ? identity.database : "\(identity.database), without a store"),
    ]
    return (person + identity.lines).aligned
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
  /// The lines about the server.
  var lines: [LabelledText] {
    let difference = abs(clockDifference)
    return [
      LabelledText("Server", "PostgreSQL \(version)" + (isStandby ? ", a standby" : "")),
      LabelledText("TLS", tls ?? "no: the connection isn't encrypted"),
      LabelledText(
        "Synchronous", isSynchronous.map(Self.wording) ?? "the server has no such setting"),
      LabelledText(
        "Clock",
        difference < 100
          ? "as here" : "\(difference) ms \(clockDifference > 0 ? "ahead" : "behind")"),
    ]
  }

  static func wording(isSynchronous: Bool) -> String {
    isSynchronous
      ? "yes: an entry is on a standby before it is acknowledged"
      : "no: if the server is lost, its last entries may be"
  }

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
