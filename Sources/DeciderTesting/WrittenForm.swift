// How commands and events look in the log: what failures show, and what events are compared by.

import EventSourcing
import JSONLines

enum WrittenForm {
  /// `{"type":"order-paid","amount":12999}`.
  static func text<Rules: RecordedDecider>(of event: Rules.Event, _: Rules.Type) -> String {
    var writer = JSONWriter()
    writer.raw(#"{"type":""#)
    writer.raw(Rules.type(of: event))
    writer.raw("\"")
    Rules.writeMembers(of: event, to: &writer)
    writer.raw("}")
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}
