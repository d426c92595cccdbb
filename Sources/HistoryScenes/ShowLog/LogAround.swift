// Shows what can be read of a damaged log, with a mark wherever something can't be. Nothing that writes or
// decides reads a log like this.

extension ShowLog {
  static func readAround(
    _ request: Request, in history: History, _ presenter: any Presenter<Response>
  ) throws(Failure) -> Bool {
    var around = history
    around.readsAround = true
    let filter = try HistoryFilter(request, in: around)
    var walk = try Failure.of { () throws(LogError) in
      try LogAround(history, filter, presenter)
    }
    try Failure.of { () throws(LogError) in try walk.show() }
    if walk.isWhole, walk.count == 0 {
      try history.require(request.ids, through: filter.lastAsked, request.end)
    }
    if walk.isWhole, !presenter.isDone {
      _ = try history.resolve(range: request.range, at: request.at)
      try Failure.of { () throws(LogError) in try filter.check(reached: walk.end) }
    }
    presenter.present(
      .end(
        .init(
          domain: history.domains.main, count: walk.count, tornTail: walk.tornTail,
          dayBefore: nil, archived: filter.archived)))
    return walk.isWhole
  }
}

/// Goes through the log once, and passes what was selected.
private struct LogAround {
  private let domains: HistoryDomains
  private let filter: HistoryFilter
  private let presenter: any Presenter<ShowLog.Response>
  private var reader: SalvageReader
  /// The damage since the last entry.
  private var damage: [Damage] = []
  private(set) var count = 0
  /// The last entry that was read.
  private(set) var end = 0
  /// Whether nothing is damaged, as far as was read.
  private(set) var isWhole = true

  init(
    _ history: History, _ filter: HistoryFilter,
    _ presenter: any Presenter<ShowLog.Response>
  ) throws(LogError) {
    domains = history.domains
    (self.filter, self.presenter) = (filter, presenter)
    reader = try SalvageReader(history.source, checksPayloads: false)
  }

  /// The torn tail that a crash left: no damage, as for `log`.
  var tornTail: TornTail? { reader.tornTail }

  mutating func show() throws(LogError) {
    while !presenter.isDone, let part = try reader.next() {
      if let found = part.damage, found.kind != .tornTail { note(found) }
      guard let entry = part.entry else { continue }
      end = entry.seq
      // A mark would say nothing where no entry of the range can be missing.
      if entry.seq > filter.first + 1 { mark() }
      damage = []
      show(entry)
      if case .entry = part, entry.seq >= filter.last { return }
    }
    mark()
  }

  private mutating func show(_ entry: Entry) {
    guard entry.seq <= filter.last else { return }
    do throws(JSONError) {
      guard try filter.accepts(entry) else { return }
      presenter.present(.entry(try ShowLog.Item(entry, of: domains)))
      count += 1
    } catch {
      if let found = reader.damage(error) { note(found) }
    }
  }

  private mutating func note(_ found: Damage) {
    isWhole = false
    damage.append(found)
  }

  private mutating func mark() {
    for place in damage { presenter.present(.skipped(place)) }
    damage = []
  }
}

/// A line of what programs read: an entry, or `{"skipped":{"file","line","byte",…}}`.
package enum EntryOrMark: JSONRepresentable, Sendable {
  case entry(ShowLog.Item)
  case mark(Damage)

  package func writeJSON(to writer: inout JSONWriter) {
    switch self {
    case .entry(let item): item.writeJSON(to: &writer)
    case .mark(let damage): writer.object { $0.member("skipped", DamageDocument(damage: damage)) }
    }
  }
}

extension Damage {
  /// `-- line 12 of log/0001.jsonl can't be read: skipped --`
  var mark: String {
    let line = "line \(place.line) of \(place.file)"
    return switch kind {
    case .missingEntries: "-- entries are missing before \(line) --"
    case .outOfOrder: "-- \(line) is out of order --"
    case .tornTail: "-- what a crash left from \(line) on can't be read: skipped --"
    case .wrongChecksum, .invalid, .unchecked, .noLine, .newerVersion:
      "-- \(line) can't be read: skipped --"
    }
  }
}

extension SalvageReader.Part {
  var damage: Damage? {
    switch self {
    case .damage(let damage), .misplaced(_, let damage): damage
    case .entry: nil
    }
  }

  var entry: Entry? {
    switch self {
    case .entry(let entry), .misplaced(let entry, _): entry
    case .damage: nil
    }
  }
}
