// The entries of a store, read in order, and what each has to do with those before.

/// The first bad line of a store.
struct BadLine: Error {
  var line: Line
  var flaws: [Flaw]
}

struct StoreLog {
  private let id: Text
  private(set) var entries: [Entry] = []
  private(set) var history = History()
  /// The entries that the last `batch` says are written together.
  private(set) var batch: ClosedRange<Int>?
  private var engine: Text?
  private var revs: [Text: Int] = [:]

  init(id: Text) { self.id = id }

  /// Reads the lines of the next segment.
  mutating func read(_ lines: [Line]) throws(BadLine) {
    for line in lines {
      var flaws: [Flaw] = []
      if !line.hasEnd { flaws.append(Flaw(byte: 0, what: "no LF")) }
      guard let entry = LineReader(inStore: true).entry(line.bytes, &flaws) else {
        throw BadLine(line: line, flaws: flaws)
      }
      flaws += self.flaws(of: entry, isFirst: line.number == 1)
      guard flaws.isEmpty else { throw BadLine(line: line, flaws: flaws) }
      do { try history.strictlyEvolve(with: entry) } catch {
        throw BadLine(line: line, flaws: [error])
      }
      if let count = entry.node["batch"]?.integer { batch = entry.seq...entry.seq + count - 1 }
      engine = entry.engine ?? engine
      revs[entry.stream] = entry.rev
      entries.append(entry)
    }
  }

  /// The flaws of an entry after those before.
  private func flaws(of entry: Entry, isFirst: Bool) -> [Flaw] {
    var flaws: [Flaw] = []
    func require(_ isRight: Bool, _ what: String) {
      if !isRight { flaws.append(Flaw(byte: 0, what: what)) }
    }
    require(entry.seq == entries.count + 1, "seq")
    if let last = entries.last { require(entry.at >= last.at, "time decreases") }
    for key in ["format", "store", "engine"] as [Text] {
      let isThere = entry.node[key] != nil
      if isFirst { require(isThere, "\(key) is missing") }
      if !isFirst && key != "engine" { require(!isThere, "\(key) isn't the first entry's") }
    }
    if isFirst { require(entry.node["store"]?.text == id, "another store's") }
    if !isFirst, let engine = entry.engine { require(engine != self.engine, "engine repeated") }
    let rev = (revs[entry.stream] ?? 0) + (entry.events == nil ? 0 : 1)
    require(entry.rev == rev, "rev")
    return flaws
  }
}
