// The outcome of a command, for presenters: the response that all changing scenes share.

import HistoryScenes
import EventSourcing
import JSONLines
import OrderDomain

/// The outcome of a command for an order.
package typealias OrderOutcome = CommandOutcome<Orders>

package struct CommandOutcome<D: CodableDecider>: Sendable {
  /// The engine's outcome. A refusal may also be one of a request that couldn't be made into a command.
  let outcome: Outcome<D>
  /// Whether it was only tried: nothing was recorded.
  package let isDryRun: Bool
  /// Whether the command has an id, which is remembered with what is recorded.
  var hasCommandID = false
  /// The stream's entries whose personal data was erased: written with its state.
  var lost = Erasures()
  /// The currency that the command's amounts are in; empty if nobody knows.
  var currency = ""
  /// Whether the command changes fields of an order that exists.
  var isEdit = false
  /// What was typed for amounts that couldn't be read, by field.
  var unreadAmounts: [String: String] = [:]
  /// Whether the request could be made into a command; otherwise it is never recorded.
  package private(set) var isCommand = true

  /// The order's id; empty for the catalogue, of which there is one.
  package var id: String { outcome.stream.id ?? "" }
  package var result: Outcome<D>.Result { outcome.result }
  package var seq: Int { outcome.seq }
  package var rev: Int { outcome.rev }
  package var at: Timestamp { outcome.at }
  package var isRepeated: Bool { outcome.isRepeated }
  package var isErased: Bool { outcome.isErased }
  package var state: D.State { outcome.state }

  /// What a report on a repeated command adds if it couldn't be compared as a whole.
  var erasureNote: String {
    isErased ? " That command's personal data was erased, so it couldn't be compared." : ""
  }

  /// Whether the command counts as done: it was accepted, or there was nothing to do.
  package var isDone: Bool { if case .refused = result { false } else { true } }

  /// What happened; nothing if it was refused or changes nothing.
  package var events: [D.Event] { if case .accepted(let events) = result { events } else { [] } }
}

extension CommandOutcome {
  /// The same request, refused before the rules evaluated it, which leaves this state.
  func refused(_ refusal: D.Refusal, leaving state: D.State, at rev: Int) -> Self {
    let refused = Outcome<D>(
      .refused(refusal), stream: outcome.stream, seq: 0, rev: rev, at: at, state: state)
    return Self(
      outcome: refused, isDryRun: isDryRun, currency: currency, isEdit: isEdit,
      unreadAmounts: unreadAmounts, isCommand: false)
  }

  /// Writes an accepted or idle command, with further members of the domain's own:
  /// `{"outcome"[,"id"],"seq","rev","at"[,"repeated"][,"erased"][,"dryRun"],"events"…}`.
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
      writer.member("erased", isErased ? true : nil)
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
      writer.member("order") { order.writeJSON(to: &$0, id: id) { $0.erased(lost) } }
    }
  }

  package var refusalViewModel: RefusalViewModel? { RefusalViewModel(self) }
  package var isPositive: Bool { isDone }
}
