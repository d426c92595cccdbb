// Finds the orders that a list shows among all that it could, without knowing more of these than it must.

struct Listing {
  /// The value that an order is sorted by.
  private struct Key: Comparable {
    /// The bytes of the currency, if it is sorted by money, the first one highest.
    var currency: UInt64 = 0
    var value: Int64 = 0
    /// The time when its first entry was accepted, and, of those that have all this in common, which one came first.
    var placedAt: Int64 = 0
    var place = 0

    static func < (one: Key, other: Key) -> Bool {
      (one.currency, one.value, one.placedAt, one.place)
        < (other.currency, other.value, other.placedAt, other.place)
    }
  }

  private struct Candidate {
    let id: StateID
    var key: Key
  }

  private let filter: ListOrders.Filter
  private let sorting: ListOrders.Sorting
  private let isReversed: Bool
  private let window: Range<Int>
  private var candidates: [Candidate] = []
  /// The number of orders in the whole list.
  private(set) var count = 0
  /// The largest number of candidates before those are left out that can't be shown.
  private var limit: Int
  /// The key beyond which no order can be shown, once there are enough.
  private var bar: Key?

  /// - Parameter window: The part of the whole list that is shown.
  init(
    _ filter: ListOrders.Filter, _ sorting: ListOrders.Sorting, isReversed: Bool,
    window: Range<Int>
  ) {
    (self.filter, self.sorting) = (filter, sorting)
    (self.isReversed, self.window) = (isReversed, window)
    limit = .max
    if !readsOrders, window.upperBound < 1 << 32 { limit = 2 * window.upperBound + 8192 }
  }

  /// Whether rows don't tell enough.
  private var readsOrders: Bool { !filter.isOfRows || sorting == .customer }

  /// Adds an order if it may be listed.
  mutating func add(_ id: StateID, _ row: OrderRow) {
    guard filter.accepts(row) else { return }
    count += 1
    let key = key(of: row)
    if let bar, isReversed ? key < bar : bar < key { return }
    candidates.append(Candidate(id: id, key: key))
    if candidates.count >= limit {
      leaveOut()
      limit = max(limit, 2 * candidates.count)
    }
  }

  /// Leaves out the candidates that can't be shown, whatever their ids are.
  private mutating func leaveOut() {
    let wanted = window.upperBound
    guard 0 < wanted, wanted < candidates.count else { return }
    var keys = candidates.map(\.key)
    let last = keys.element(ofRank: isReversed ? candidates.count - wanted : wanted - 1)
    candidates.removeAll { isReversed ? $0.key < last : last < $0.key }
    bar = last
  }

  private func key(of row: OrderRow) -> Key {
    var key = Key(placedAt: row.placedAt.microseconds)
    switch sorting {
    case .placed, .customer: break
    case .updated: key.value = row.updatedAt.microseconds
    case .total: (key.currency, key.value) = (row.currencyBytes.byteSwapped, row.total)
    case .status: key.value = Int64(row.status?.index ?? 0)
    // No two have the same.
    case .id: key.placedAt = 0
    }
    return key
  }

  /// Reads the orders themselves, and leaves out those that aren't accepted.
  private mutating func readOrders(in states: inout SnapshotStates<Orders>) throws(CacheFault) {
    let all = candidates
    var customers: [ExactString] = []
    candidates = []
    // About as many as two segments have.
    for start in stride(from: 0, to: all.count, by: 65_536) {
      states.forget()
      let some = all[start..<min(start + 65_536, all.count)]
      for (candidate, stream) in zip(some, try states.streams(some.map(\.id))) {
        guard let order = stream.state, filter.accepts(order) else { continue }
        candidates.append(candidate)
        if sorting == .customer { customers.append(ExactString(order.fields[.customer] ?? "")) }
      }
    }
    count = candidates.count
    guard sorting == .customer else { return }
    let ranks = Dictionary(
      uniqueKeysWithValues: Set(customers).sorted { SortedID($0.string) < SortedID($1.string) }
        .enumerated().map {
          ($1, Int64($0))
        })
    for place in candidates.indices { candidates[place].key.value = ranks[customers[place]] ?? 0 }
  }

  /// The orders to show, in their order. Their names are read only of those that may be shown, and only if they
  /// matter.
  ///
  /// - Parameter firstEntries: Finds out where streams have their first entries.
  mutating func finish(
    reading states: inout SnapshotStates<Orders>,
    _ firstEntries: (_ names: [String]) throws(CacheFault) -> [Int]
  ) throws(CacheFault) -> [StateID] {
    if readsOrders { try readOrders(in: &states) }
    leaveOut()
    if sorting == .id {
      let names = try states.names(of: candidates.map(\.id)).map { SortedID($0.orderID) }
      let order = names.indices.sorted { names[$0] < names[$1] }
      candidates = order.map { candidates[$0] }
    } else {
      candidates.sort { $0.key < $1.key }
      try sortTies(&states, firstEntries)
    }
    if isReversed { candidates.reverse() }
    return candidates.dropFirst(window.lowerBound).prefix(window.count).map(\.id)
  }

  private mutating func sortTies(
    _ states: inout SnapshotStates<Orders>,
    _ firstEntries: (_ names: [String]) throws(CacheFault) -> [Int]
  ) throws(CacheFault) {
    let keys = candidates.map(\.key)
    let tied = keys.indices.filter { place in
      place > 0 && keys[place - 1] == keys[place]
        || place + 1 < keys.count && keys[place + 1] == keys[place]
    }
    guard !tied.isEmpty else { return }
    let entries = try firstEntries(try states.names(of: tied.map { candidates[$0].id }))
    for (place, entry) in zip(tied, entries) { candidates[place].key.place = entry }
    candidates.sort { $0.key < $1.key }
  }
}

extension Array where Element: Comparable {
  /// The element that would be at this place if all were sorted; reorders them. O(n) on average (Hoare's
  /// quickselect, with equal elements in the middle).
  fileprivate mutating func element(ofRank rank: Int) -> Element {
    var (first, last) = (0, count - 1)
    while first < last {
      let pivot = self[(first + last) / 2]
      var (low, place, high) = (first, first, last)
      while place <= high {
        if self[place] < pivot {
          swapAt(low, place)
          low += 1
          place += 1
        } else if pivot < self[place] {
          swapAt(place, high)
          high -= 1
        } else {
          place += 1
        }
      }
      if rank < low { last = low - 1 } else if rank > high { first = high + 1 } else { break }
    }
    return self[rank]
  }
}
