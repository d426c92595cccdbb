// What came of a command, for programs. All changing scenes print the same document.

import EventSourcing
import JSONLines
import Orders

extension DomainChange {
  /// Writes what came of an accepted or idle command:
  /// `{"outcome"[,"id"],"seq","rev","at"[,"repeated"][,"dryRun"],"events"…}`.
  ///
  /// - Parameter state: Writes the state's members, each with a leading comma.
  func writeJSON(to writer: inout JSONWriter, state: (inout JSONWriter) -> Void) {
    var outcome = "unchanged"
    if case .accepted = result { outcome = "accepted" }
    writer.raw(#"{"outcome":"#)
    writer.string(outcome)
    if !id.isEmpty {
      writer.raw(#","id":"#)
      writer.string(id)
    }
    writer.raw(#","seq":"#)
    writer.integer(Int64(seq))
    writer.raw(#","rev":"#)
    writer.integer(Int64(rev))
    writer.raw(#","at":"#)
    writer.string(at.description)
    if isRepeated { writer.raw(#","repeated":true"#) }
    if isDryRun { writer.raw(#","dryRun":true"#) }
    writer.raw(#","events":["#)
    for (index, event) in events.enumerated() {
      if index > 0 { writer.raw(",") }
      writer.string("\(D.type(of: event))")
    }
    writer.raw("]")
    state(&writer)
    writer.raw("}")
  }
}

/// Shows what came of commands to programs: a document, or a refusal.
public typealias ChangeDocumentDisplayLogic = DocumentDisplayLogic & RefusalDisplayLogic

extension DocumentDisplayLogic where Self: RefusalDisplayLogic {
  /// Shows what came of a command for an order, with the order.
  func display(_ change: Change) {
    if let refusal = RefusalViewModel(change) { return display(refusal: refusal) }
    var writer = JSONWriter()
    change.writeJSON(to: &writer) { writer in
      guard let order = change.order else { return }
      writer.raw(#","order":"#)
      order.writeJSON(to: &writer, id: change.id)
    }
    display(document: writer)
  }
}

/// Presents what came of a command for an order as one JSON document.
public final class ChangeJSONPresenter {
  private let display: any ChangeDocumentDisplayLogic

  /// A presenter for a display of documents.
  public init(display: any ChangeDocumentDisplayLogic) { self.display = display }

  /// Presents what came of a command.
  public func present(_ response: Change) { display.display(response) }
}
