// All the values that fields had, for an answer that lists them.

import EventSourcing
import Replay

/// All the values that fields had, one after another.
struct Values {
  let domain: any HistoryDomain.Type
  private var lines: [BlameFields.Response.Line] = []
  /// The place of each field's last one.
  private var last: [String: Int] = [:]

  init(domain: any HistoryDomain.Type) { self.domain = domain }

  mutating func take(
    _ change: FieldTree.Difference, _ currency: String, _ origin: Origin, _ erasures: Erasures
  ) {
    let previous = last.updateValue(lines.count, forKey: change.path)
    let since = previous.map { lines[$0].origin.seq } ?? 0
    lines.append(
      .init(
        field: change.path, value: change.new, currency: currency, origin: origin,
        erasures: erasures.since(since, of: change.path, in: domain)))
  }

  /// - Parameter erasures: Those up to the end, which may have set what was the last value before.
  func lines(_ erasures: Erasures) -> [BlameFields.Response.Line] {
    var lines = lines
    for (field, place) in last {
      let later = erasures.since(lines[place].origin.seq, of: field, in: domain)
      lines[place].erasures = lines[place].erasures.and(later)
    }
    return lines
  }
}
