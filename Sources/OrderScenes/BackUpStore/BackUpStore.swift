// Copies a store, or what has changed since it was last copied. The store's files decide what that is.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines

package enum BackUpStore: RespondingScene {
  package typealias Request = (path: String, target: String, lockTimeoutMilliseconds: Int)

  package struct Response: SceneResponse, Equatable, Sendable {
    package let target: String
    /// The last entry in the backup; 0 if there is none.
    package let entries: Int
    package let segments: Int
    /// How many of the segments were copied now.
    package let copied: Int
    package let bytes: Int

    package init(target: String, entries: Int, segments: Int, copied: Int, bytes: Int) {
      self.target = target
      self.entries = entries
      self.segments = segments
      self.copied = copied
      self.bytes = bytes
    }
  }

  package struct ViewModel: Equatable, Sendable {
    package let sentences: String
  }

  package static func respond(to request: Request, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in
      try files.backUpStore(
        at: request.path, to: request.target,
        lockTimeoutMilliseconds: request.lockTimeoutMilliseconds)
    }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let segments = response.segments == 1 ? "1 segment" : "\(response.segments) segments"
    let work =
      response.copied == 0
      ? "nothing was new" : "copied \(response.copied) of \(segments), \(response.bytes) bytes"
    return ViewModel(
      sentences: "Backed up \(entryCount(response.entries)) to \(response.target): \(work). "
        + "Every byte of the copy was read.")
  }
}

extension BackUpStore.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("entries", entries)
    object.member("segments", segments)
    object.member("copied", copied)
    object.member("bytes", bytes)
  }
}
