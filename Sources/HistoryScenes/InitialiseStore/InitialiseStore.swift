// Creates an empty store with a new id.

package enum InitialiseStore: RespondingScene {
  /// Makes the store in a folder.
  package typealias Making = (_ path: String, _ id: String, _ created: Timestamp) throws(LogError)
    -> Void
  /// The closure that makes the store, the time now, and fresh random bits, which become the store's id.
  package typealias Context = (make: Making, clock: () -> Timestamp, salts: () -> Salt)

  package struct Response: SceneResponse, Equatable, Sendable {
    package let path: String
    package let id: String
  }

  package static func respond(to path: String, with context: Context) throws(Failure) -> Response {
    let id = context.salts().hex
    try Failure.of(context.make(path, id, context.clock()))
    return Response(path: path, id: id)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> String {
    let next =
      ["store", "./store"].contains(response.path)
      ? "" : " To use it, pass it with --store, or set \(ToolName.variable("STORE"))."
    return "Created an empty store in \(response.path).\(next)"
  }
}

extension InitialiseStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("store", path)
    object.member("id", id)
  }
}
