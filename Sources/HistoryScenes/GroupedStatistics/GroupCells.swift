// The sums of grouped statistics: first by stream, then by group.

/// The number of entries, and the sums of their changes, by stream and by the entries' own values.
struct GroupCells {
  struct Key: Hashable {
    let stream: Int
    /// One for each grouping by the entry, of which there are at most two.
    var values = SIMD2<Int32>(repeating: 0)

    init(stream: Int) { self.stream = stream }
  }

  struct Cell {
    var accepted = 0
    var rejected = 0
    /// The number of entries that began their stream.
    var streams = 0
    /// Mostly one: few streams change their currency.
    var sums: [Amounts] = []
  }

  /// The number in place of a stream for entries of other domains.
  static let noStream = -1

  private var places: [Key: Int] = [:]
  private var keys: [Key] = []
  private var cells: [Cell] = []

  /// The cells, in the order of their first entries.
  var all: some Sequence<(Key, Cell)> { zip(keys, cells) }

  /// Counts an entry, and adds what it changed.
  mutating func count(_ key: Key, isAccepted: Bool, isFirst: Bool, changing changes: [Amounts]) {
    let place = place(of: key)
    if isAccepted { cells[place].accepted += 1 } else { cells[place].rejected += 1 }
    if isFirst { cells[place].streams += 1 }
    for change in changes { cells[place].sums.add(change) }
  }

  private mutating func place(of key: Key) -> Int {
    if let place = places[key] { return place }
    places[key] = cells.count
    keys.append(key)
    cells.append(Cell())
    return cells.count - 1
  }
}

extension [Amounts] {
  /// Adds amounts to those in the same currency.
  fileprivate mutating func add(_ amounts: Amounts) {
    guard let place = firstIndex(where: { $0.currency == amounts.currency }) else {
      return append(amounts)
    }
    for index in amounts.values.indices { self[place].values[index] += amounts.values[index] }
  }
}

extension Amounts {
  fileprivate func sum(in domains: HistoryDomains) throws(Failure) -> StreamStatistics.Sum {
    StreamStatistics.Sum(
      currency: currency,
      amounts: try values.map { (value) throws(Failure) in
        guard let amount = Int64(exactly: value) else { throw domains.sumTooLarge(currency) }
        return amount
      })
  }
}

/// The sums by group.
struct GroupSums {
  private struct Part {
    var streams = 0
    var sums: [Amounts] = []

    mutating func add(_ cell: GroupCells.Cell) {
      streams += cell.streams
      for sum in cell.sums where !sum.values.isEmpty { sums.add(sum) }
    }

    func part(in domains: HistoryDomains) throws(Failure) -> GroupedStatistics.Part {
      let sorted = sums.sorted { $0.currency < $1.currency }
      return GroupedStatistics.Part(
        streams: streams,
        sums: try sorted.map { (sum) throws(Failure) in try sum.sum(in: domains) })
    }
  }

  private struct Group {
    var accepted = 0
    var rejected = 0
    var kept = Part()
    var deleted: Part?
  }

  private var groups: [[GroupValue]: Group] = [:]

  mutating func add(_ cell: GroupCells.Cell, isDeleted: Bool, to values: [GroupValue]) {
    var group = groups.removeValue(forKey: values) ?? Group()
    group.accepted += cell.accepted
    group.rejected += cell.rejected
    if isDeleted {
      var part = group.deleted ?? Part()
      part.add(cell)
      group.deleted = part
    } else {
      group.kept.add(cell)
    }
    groups[values] = group
  }

  func sorted(in domains: HistoryDomains) throws(Failure) -> [GroupedStatistics.Group] {
    let sorted = groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    return try sorted.map { (values, group) throws(Failure) in
      GroupedStatistics.Group(
        values: values.map(\.text), accepted: group.accepted, rejected: group.rejected,
        kept: try group.kept.part(in: domains),
        deleted: try group.deleted.map { (part) throws(Failure) in try part.part(in: domains) })
    }
  }
}
