// The outcome of a command, for presenters: the response that all changing scenes share.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders

/// The outcome of a command for an order.
package typealias OrderOutcome = CommandOutcome<Orders>

/// The outcome of a command of a domain, with the state that it leads to.
package struct CommandOutcome<D: RecordedDecider>: Sendable {
  /// The order's id; empty for the catalogue, of which there is one.
  package let id: String
  /// A refusal may also be one of a request that couldn't be made into a command.
  package let result: Outcome<D>.Result
  /// The number of its entry; 0 if nothing was recorded.
  package let seq: Int
  /// The revision after it.
  package let rev: Int
  package let at: Timestamp
  /// Whether this is the outcome of an earlier command with the same id, given once more.
  package let isRepeated: Bool
  /// Whether it was only tried: nothing was recorded.
  package let isDryRun: Bool
  /// The state after it, or as it would be.
  package let state: D.State

  /// Whether the command may be taken as done: it was accepted, or there was nothing to do.
  package var isDone: Bool { if case .refused = result { false } else { true } }

  /// What happened; nothing if it was refused or changes nothing.
  package var events: [D.Event] { if case .accepted(let events) = result { events } else { [] } }
}

extension CommandOutcome {
  /// The outcome of a command that the engine took.
  init(_ outcome: Outcome<D>, isDryRun: Bool) {
    self.init(
      id: outcome.stream.id ?? "", result: outcome.result, seq: outcome.seq, rev: outcome.rev,
      at: outcome.at, isRepeated: outcome.isRepeated, isDryRun: isDryRun, state: outcome.state)
  }

  /// The same command, refused before the rules saw it, which leaves this state.
  func refused(_ refusal: D.Refusal, leaving state: D.State, at rev: Int) -> Self {
    Self(
      id: id, result: .refused(refusal), seq: 0, rev: rev, at: self.at, isRepeated: false,
      isDryRun: isDryRun, state: state)
  }

  /// Writes an accepted or idle command, with further members of the domain's own:
  /// `{"outcome"[,"id"],"seq","rev","at"[,"repeated"][,"dryRun"],"events"…}`.
  func writeJSON(to writer: inout JSONWriter, state: (inout JSONWriter) -> Void) {
    writer.object { writer in
      var name = "unchanged"
      if case .accepted = result { name = "accepted" }
      writer.member("outcome", name)
      writer.member("id", id.isEmpty ? nil : id)
      writer.member("seq", seq)
      writer.member("rev", rev)
      writer.member("at", at.description)
      writer.member("repeated", isRepeated ? true : nil)
      writer.member("dryRun", isDryRun ? true : nil)
      writer.member("events", events.map { D.type(of: $0) })
      state(&writer)
    }
  }
}

extension OrderOutcome {
  /// The order after it, or as it would be; nil if there is none.
  package var order: Order? { state }
}

extension CommandOutcome: JSONRepresentable, SceneResponse where D == Orders {
  package func writeJSON(to writer: inout JSONWriter) {
    writeJSON(to: &writer) { writer in
      guard let order else { return }
      writer.member("order") { order.writeJSON(to: &$0, id: id) }
    }
  }

  package var refusalViewModel: RefusalViewModel? { RefusalViewModel(self) }
  package var isPositive: Bool { isDone }
}
