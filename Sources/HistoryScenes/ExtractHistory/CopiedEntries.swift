// The contents of a copy of a history, by which it is checked once it was written.

/// The number of entries, and the versions of the rules that decided them, in order.
struct CopiedEntries: Equatable {
  private struct Run: Equatable {
    let rulesVersion: String?
    var count: Int
  }

  private var runs: [Run] = []

  init() {}

  /// Reads those of a history.
  init(in source: any EntrySource) throws(LogError) {
    var reader = try EntryReader(source, checksPayloads: true)
    while try reader.next() != nil { add(reader.rulesVersion) }
  }

  var count: Int { runs.reduce(0) { $0 + $1.count } }

  mutating func add(_ rulesVersion: String?) {
    if let last = runs.indices.last, runs[last].rulesVersion == rulesVersion {
      runs[last].count += 1
    } else {
      runs.append(Run(rulesVersion: rulesVersion, count: 1))
    }
  }
}
