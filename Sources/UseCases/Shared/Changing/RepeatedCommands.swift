// Commands that come again with the same id. What they are made from may have changed since the first
// time, so that it is looked for as it was then.

import EventSourcing
import JSONLines
import Orders

extension OrderChanges {
  /// The number of the first entry whose command has a request's id: on the request's order or, if
  /// it names none, on any. nil without one. O(n).
  func entry(ofFirst request: ChangeRequest) throws(Failure) -> Int? {
    guard let id = request.commandID.map({ Text($0) }) else { return nil }
    let stream =
      request.id.isEmpty ? nil : StreamName(category: Orders.category, id: request.id)?.text
    return try Failure.of { () throws(LogError) in
      var reader = try EntryReader(engine.store)
      while let entry = try reader.next() {
        if let stream, Text(entry.storage, entry.stream) != stream { continue }
        guard let head = try? entry.commandHead(), head.id.isPresent,
          Text(entry.storage, head.id) == id
        else { continue }
        return entry.seq
      }
      return nil
    }
  }
}
