// A store's state as a few numbers, which every peer must come to as well: `Programs/summary.py` says
// which. What was paid and refunded is taken from the folded orders here, and from events there.

import EventSourcing
import JSONLines
import OrderDomain

/// Numbers by what they count; those that are 0 are left out.
struct LogSummary: Equatable {
  private(set) var numbers: [String: Int64]

  init(numbers: [String: Int64]) { self.numbers = numbers }

  /// Of the first entries of a log.
  init(of log: any EntrySource, through seq: Int) throws {
    var counts = EntryCounts()
    _ = try log.project(into: &counts, through: seq)
    numbers = counts.numbers
    numbers["streams"] = Int64(counts.orders.states.count)
    for order in counts.orders.states.compactMap(\.self) {
      let currency = order.fields[.currency].map { String($0) } ?? ""
      numbers["paid " + currency, default: 0] += order.paid
      numbers["refunded " + currency, default: 0] += order.refunded
    }
    numbers = numbers.filter { $0.value != 0 }
  }

  /// The numbers in which another summary differs, a line each.
  func differences(from other: LogSummary) -> [String] {
    Set(numbers.keys).union(other.numbers.keys).sorted().compactMap { name in
      let (own, theirs) = (numbers[name] ?? 0, other.numbers[name] ?? 0)
      return own == theirs ? nil : "\(name): \(own), not \(theirs)"
    }
  }
}

/// Folds orders and counts what it reads.
private struct EntryCounts: Projection {
  var orders = StateProjection<Orders>(checksRevisions: true, readsValues: true)
  var numbers: [String: Int64] = [:]

  var vocabularies: [Vocabulary] { orders.vocabularies }
  var checksRevisions: Bool { orders.checksRevisions }

  mutating func read(_ entry: Entry) throws(EntryDefect) {
    try orders.read(entry)
    numbers["entries", default: 0] += 1
    numbers[entry.isAccepted ? "accepted" : "refused", default: 0] += 1
    for event in orders.body.events { numbers["event \(event.type)", default: 0] += 1 }
  }
}
