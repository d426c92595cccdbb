// Creates an empty store with a new id.

package enum InitialiseStore: RespondingScene {
  /// Makes the store in a folder, or on a server; returns whether logins can be given roles, nil where there are none.
  package typealias Making = (_ path: String, _ id: String, _ created: Timestamp) throws(LogError)
    -> Bool?
  /// The closure that makes the store, the time now, and fresh random bits, which become the store's id.
  package typealias Context = (make: Making, clock: () -> Timestamp, salts: () -> Salt)

  package struct Response: SceneResponse, Equatable, Sendable {
    package let path: String
    package let id: String
    let hasRoles: Bool?
  }

  package static func respond(to path: String, with context: Context) throws(Failure) -> Response {
    let id = context.salts().hex
    let hasRoles = try Failure.of(context.make(path, id, context.clock()))
    return Response(path: path, id: id, hasRoles: hasRoles)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let next =
      ["store", "./store"].contains(response.path)
      ? "" : " To use it, pass it with --store, or set \(ToolName.variable("STORE"))."
    let logins =
      switch response.hasRoles {
      case true?: " Other logins need a role: `\(ToolName.current) grant` gives them one."
      case false?:
        " Only you can use it: to let others, have an administrator of the server run "
          + "`\(ToolName.current) grant`, which makes the roles that they need."
      case nil: ""
      }
    return "Created an empty store in \(response.path).\(next)\(logins)"
  }
}

extension InitialiseStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("store", path)
    object.member("id", id)
  }
}
