// Writes down the outcomes of a history for another build to compare: JSON lines and nothing else, because
// programs read them. Docs/Outcomes.md has the lines.

/// Decides a history from its beginning, each command after the outcomes of those before, and writes down
/// every outcome and the last state of every stream.
package enum HistoryOutcomes {
  package struct Request: Sendable {
    /// Only these streams of the main domain; all streams if there are none.
    package var ids: [String] = []
    /// Read no further than this position; to the end if nil.
    package var until: RequestedPosition?

    package init() {}
  }

  /// The last line.
  package struct Response: SceneResponse, JSONObjectRepresentable, Sendable {
    package let commands: Int
    package let rulesVersion: String
    package let digest: String
    package let end: ReadingEnd
    /// The commands that weren't decided, because the domain doesn't have the rules that decided them.
    package let unknownRules: UnknownRules

    package var notes: [String] {
      [end.tornTail?.warning].compactMap { $0 } + unknownRules.notes
    }

    package func writeMembers(to object: inout JSONWriter) {
      object.member("commands", commands)
      object.member("engine", rulesVersion)
      object.member("digest", digest)
    }
  }

  /// Receives an outcome as a line, which is written or compared as it is, and a function that finds out the currency
  /// of the stream's amounts after it; empty if they have none.
  package typealias LineReceiver = (_ line: borrowing JSONWriter, _ currency: () -> String) -> Void
}
