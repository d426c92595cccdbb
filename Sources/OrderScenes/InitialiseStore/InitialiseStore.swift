// Makes an empty store, with an id of its own.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines

package enum InitialiseStore: RespondingScene {
  package struct Request: Sendable {
    package var path: String

    package init(path: String) { self.path = path }
  }

  /// Where the store is made, and what it is made from.
  package struct Context {
    let files: any StoreFiles
    let clock: () -> Timestamp
    let salts: () -> Salt

    /// - Parameters:
    ///   - files: Where the store is made.
    ///   - clock: The time now.
    ///   - salts: Fresh random bits, which become the store's id.
    package init(
      files: any StoreFiles, clock: @escaping () -> Timestamp, salts: @escaping () -> Salt
    ) {
      self.files = files
      self.clock = clock
      self.salts = salts
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    package let path: String
    /// 32 hex digits.
    package let id: String
  }

  package struct ViewModel: Equatable, Sendable {
    package let sentence: String
  }

  package static func respond(to request: Request, with context: Context) throws(Failure)
    -> Response
  {
    let id = context.salts().hex
    try Failure.of { () throws(LogError) in
      try context.files.makeStore(at: request.path, id: id, created: context.clock())
    }
    return Response(path: request.path, id: id)
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let next =
      ["store", "./store"].contains(response.path)
      ? "" : " Name it with --store, or in the variable CLEANSTORE_STORE."
    return ViewModel(sentence: "Made an empty store in \(response.path).\(next)")
  }
}

extension InitialiseStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("store", path)
    object.member("id", id)
  }
}
