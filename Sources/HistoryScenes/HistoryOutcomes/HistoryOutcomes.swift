// Writes down the outcomes of a history for another build to compare: JSON lines and nothing else, because
// programs read them. Docs/Outcomes.md has the lines.

import EventSourcing
import Examination
import JSONLines

/// Decides a history from its beginning, each command after the outcomes of those before, and writes down
/// every outcome and the last state of every stream.
package enum HistoryOutcomes {
  package struct Request: Sendable {
    /// Only these streams of the main domain; all streams if there are none.
    package var ids: [String] = []
    /// Read no further than this position; to the end if nil.
    package var until: String?

    package init() {}
  }

  package struct Response: Sendable {
    package let commands: Int
    package let engine: String
    package let digest: String
    package let end: ReadingEnd
    /// The commands that weren't decided, because the domain doesn't have the rules that decided them.
    package let unknownRules: UnknownRules
  }
}

/// Receives outcomes as lines, which are written and compared as they are.
package protocol OutcomePresenter: AnyObject {
  var isDone: Bool { get }
  /// - Parameter currency: Finds out that of the stream's amounts after an outcome; empty if they have none.
  func present(line: borrowing JSONWriter, in currency: () -> String)
  func finish(_ response: HistoryOutcomes.Response)
}

package final class HistoryOutcomesPresenter: OutcomePresenter {
  private let display: any DocumentDisplay

  package init(display: any DocumentDisplay) { self.display = display }

  package var isDone: Bool { display.isClosed }

  package func present(line: borrowing JSONWriter, in currency: () -> String) {
    display.display(document: line)
  }

  package func finish(_ response: HistoryOutcomes.Response) {
    var writer = JSONWriter()
    writer.object {
      $0.member("commands", response.commands)
      $0.member("engine", response.engine)
      $0.member("digest", response.digest)
    }
    display.display(document: writer)
    if let tail = response.end.tornTail { display.display(note: tail.warning) }
    for note in response.unknownRules.notes { display.display(note: note) }
  }
}
