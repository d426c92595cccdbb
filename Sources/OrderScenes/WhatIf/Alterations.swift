// What is asked otherwise, for each of the product's domains.

import HistoryScenes
import EventSourcing
import JSONLines
import Orders
import Replay

/// What is asked otherwise, by the numbers of entries.
struct Alterations {
  var orders: [Int: Alteration<Orders>] = [:]
  var catalogue: [Int: Alteration<Catalogue>] = [:]

  /// Doesn't ask the entry's command.
  mutating func skip(_ entry: Entry) {
    if entry.isAboutOrder {
      orders[entry.seq, default: Alteration()].isSkipped = true
    } else {
      catalogue[entry.seq, default: Alteration()].isSkipped = true
    }
  }

  /// Asks the entry's command at another time.
  mutating func ask(_ entry: Entry, at time: Timestamp) {
    if entry.isAboutOrder {
      orders[entry.seq, default: Alteration()].time = time
    } else {
      catalogue[entry.seq, default: Alteration()].time = time
    }
  }
}

extension Entry {
  /// Whether its stream is an order's.
  var isAboutOrder: Bool { isIn(category: orderCategory.bytes) }
}

private let orderCategory = Text(Orders.category)
