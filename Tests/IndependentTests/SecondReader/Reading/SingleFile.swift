// A history in a single file.

struct SingleFile {
  private var last: Entry?
  /// The last entry of each stream.
  private var heads: [Text: Entry] = [:]
  /// The last number that is missing before an entry.
  private var gap = 0

  static func read(_ bytes: [UInt8]) -> Reading {
    var file = SingleFile()
    var reading = Reading()
    for line in Line.lines(of: bytes) {
      var flaws: [Flaw] = []
      if let entry = LineReader(inStore: false).entry(line.bytes, &flaws) {
        flaws += file.flaws(of: entry)
        if flaws.isEmpty {
          reading.history.evolve(with: entry)
          reading.entries.append(entry)
          continue
        }
      }
      reading.verdicts = flaws.sorted().map { Verdict($0, line: line) }
      break
    }
    return reading
  }

  /// The flaws of an entry after those before.
  private mutating func flaws(of entry: Entry) -> [Flaw] {
    var flaws: [Flaw] = []
    func require(_ isRight: Bool, _ what: String) {
      if !isRight { flaws.append(Flaw(byte: 0, what: what)) }
    }
    if let last {
      require(entry.seq > last.seq, "seq doesn't increase")
      require(entry.at >= last.at, "time decreases")
    }
    if entry.seq != (last?.seq ?? 0) + 1 { gap = entry.seq }
    let head = heads[entry.stream]
    let rev = head?.rev ?? 0
    require(entry.rev >= rev, "rev falls")
    let isComplete = (head?.seq ?? 0) >= gap
    require(!isComplete || entry.rev <= rev + 1, "rev jumps")
    last = entry
    heads[entry.stream] = entry
    return flaws
  }
}
