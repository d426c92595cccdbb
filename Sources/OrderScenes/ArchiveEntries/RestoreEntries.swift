// Brings archived entries back into a log.

import Conventions
import EventSourcing
import HistoryScenes
import JSONLines

package enum RestoreEntries: RespondingScene {
  package struct Request: Equatable, Sendable {
    package let path: String
    /// Where to look before the folders that they were archived to.
    package let folders: [String]
    package let lockTimeoutMilliseconds: Int

    package init(path: String, folders: [String], lockTimeoutMilliseconds: Int) {
      (self.path, self.folders) = (path, folders)
      self.lockTimeoutMilliseconds = lockTimeoutMilliseconds
    }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    /// The last entry that was archived; 0 if none was.
    package let through: Int
    package let segments: Int
    /// What the base said that the entries don't lead to: a stream, or words.
    package let difference: String?

    package init(through: Int, segments: Int, difference: String?) {
      (self.through, self.segments, self.difference) = (through, segments, difference)
    }

    package var isPositive: Bool { difference == nil }
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
  }

  package static func respond(to request: Request, with files: any StoreFiles) throws(Failure)
    -> Response
  {
    try Failure.of { () throws(LogError) in try files.restoreEntries(request) }
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    guard response.segments > 0 else {
      return ViewModel(lines: ["Nothing is archived, so there is nothing to restore."])
    }
    let segments = response.segments == 1 ? "1 segment" : "\(response.segments) segments"
    let restored =
      "Restored the entries through \(response.through): \(segments). Every byte of the log was read."
    guard let difference = response.difference else { return ViewModel(lines: [restored]) }
    let stream = StreamName(Text(difference))
    let what = stream.map { HistoryDomains.orders.label(of: $0.description).phrase }
    return ViewModel(lines: [
      restored,
      "base.jsonl wasn't what the entries lead to (\(what ?? difference)): somebody has changed it. The log is right. "
        + "Run `\(ToolName.current) replay`: commands since were decided on what the file said.",
    ])
  }
}

extension RestoreEntries.Response: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("through", through)
    object.member("segments", segments)
    object.member("difference", difference)
  }
}
