// The messages of the scene that imports recorded commands, and how they read.

import HistoryScenes
import Conventions
import EventSourcing
import JSONLines

package enum ImportCommands: Scene {
  package struct Request: Sendable {
    /// The import's name, by which it can be resumed.
    package var name: String
    /// Whether to continue after the last line of this import that is in the log.
    package var resumes = false
    /// When commands count as done.
    package var durability = Durability.batch
    /// Whether the engine's store is discarded afterwards, which the response says.
    package var isDryRun = false

    package init(name: String) { self.name = name }
  }

  package struct Response: SceneResponse, Equatable, Sendable {
    package internal(set) var lines = 0
    package internal(set) var skipped = 0
    package internal(set) var accepted = 0
    package internal(set) var refused: [String: Int] = [:]
    package internal(set) var unchanged = 0
    package internal(set) var repeated = 0
    /// Those of them that couldn't be compared, because the earlier command's personal data was erased.
    package internal(set) var erased = 0
    /// Those that the rules didn't see, because of a revision or a reused id.
    package internal(set) var conflicts: [Conflict] = []
    package internal(set) var isDryRun = false
  }

  package struct Conflict: Equatable, Sendable {
    package let line: Int
    /// `revision-conflict` or `command-id-reused`.
    package let code: String
    package let message: String
  }

  package struct ViewModel: Equatable, Sendable {
    package let lines: [String]
    package let conflicts: [String]
  }

  package static func viewModel(of response: Response, _ formatting: Formatting) -> ViewModel {
    let refused = response.refused.sorted { $0.key < $1.key }
    var lines = [
      (response.isDryRun ? "Would record: " : "Recorded: ")
        + "\(response.accepted) accepted, \(refused.reduce(0) { $0 + $1.value }) refused."
    ]
    lines += refused.map { "  refused: \($0.key) \($0.value)" }
    let others = [
      ("Without a change", response.unchanged),
      ("Executed before, with the same id", response.repeated),
      ("  not compared, because personal data was erased", response.erased),
      ("Imported before", response.skipped),
      ("Not evaluated", response.conflicts.count),
    ]
    lines += others.filter { $0.1 > 0 }.map { "\($0.0): \($0.1)" }
    return ViewModel(lines: lines, conflicts: sentences(for: response.conflicts))
  }

  /// The first ten: a file that was made wrongly has one in each line.
  private static func sentences(for conflicts: [Conflict]) -> [String] {
    let shown = conflicts.prefix(10)
    let more = conflicts.count - shown.count
    return shown.map { "line \($0.line): \($0.message)" }
      + (more > 0 ? ["\(more) more like these. --json names every line."] : [])
  }
}

extension ImportCommands.Response: JSONRepresentable {
  package func writeJSON(to writer: inout JSONWriter) {
    writer.object {
      $0.member("lines", lines)
      $0.member("skipped", skipped)
      $0.member("accepted", accepted)
      $0.member("rejected") { writer in
        writer.numbers(refused.sorted { $0.key < $1.key }.map { ($0.key, Int64($0.value)) })
      }
      $0.member("unchanged", unchanged)
      $0.member("repeated", repeated)
      $0.member("erased", erased > 0 ? erased : nil)
      $0.member("conflicts", conflicts)
      $0.member("dryRun", isDryRun ? true : nil)
    }
  }
}

extension ImportCommands.Conflict: JSONObjectRepresentable {
  package func writeMembers(to object: inout JSONWriter) {
    object.member("line", line)
    object.member("code", code)
    object.member("message", message)
  }
}
