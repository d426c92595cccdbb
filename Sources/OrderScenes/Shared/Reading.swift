// What every scene that reads orders does first: find the position it was asked for and fold up to it.

import EventSourcing
import HistoryScenes
import Orders

extension EntrySource {
  /// The number of the last entry before a position as it was typed; `.max` without one.
  func resolve(_ position: String?) throws(Failure) -> Int {
    try History(self, of: .orders).resolve(position)
  }

  /// The numbers of the entries before a range and at its end: `A..B` leaves A out and takes B in.
  func resolve(range text: String?) throws(Failure) -> (first: Int, last: Int) {
    try History(self, of: .orders).resolve(range: text)
  }

  /// The orders and all else as of a position.
  func fold(at position: String?) throws(Failure) -> (store: StoreProjection, end: ReadingEnd) {
    let seq = try resolve(position)
    return try Failure.of { () throws(LogError) in
      var projection = StoreProjection(form: form)
      let end = try project(into: &projection, through: seq)
      return (projection, end)
    }
  }
}

extension StoreProjection {
  /// The order with this id, if it was ever accepted.
  func order(_ id: String) -> Order? {
    StreamName(category: Orders.category, id: id).flatMap { orders.state(of: $0)?.state }
  }
}
