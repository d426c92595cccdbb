// What came of a command, for programs. All changing scenes print the same document.

import JSONLines
import Orders

extension Change {
  /// Writes what came of an accepted or idle command:
  /// `{"outcome","id","seq","rev","at"[,"repeated"][,"dryRun"],"events","order"}`.
  func writeJSON(to writer: inout JSONWriter) {
    var events: [OrderEvent] = []
    var outcome = "unchanged"
    if case .accepted(let all) = result { (outcome, events) = ("accepted", all) }
    writer.raw(#"{"outcome":"#)
    writer.string(outcome)
    writer.raw(#","id":"#)
    writer.string(id)
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
      writer.string("\(event.type)")
    }
    writer.raw("]")
    if let order {
      writer.raw(#","order":"#)
      order.writeJSON(to: &writer, id: id)
    }
    writer.raw("}")
  }
}

/// Shows what came of commands to programs: a document, or a refusal.
public typealias ChangeDocumentDisplayLogic = DocumentDisplayLogic & RefusalDisplayLogic

extension DocumentDisplayLogic where Self: RefusalDisplayLogic {
  /// Shows what came of a command.
  func display(_ change: Change) {
    if case .refused(let refusal) = change.result {
      return display(refusal: RefusalViewModel(refusal, of: change))
    }
    var writer = JSONWriter()
    change.writeJSON(to: &writer)
    display(document: writer)
  }
}
