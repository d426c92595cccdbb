// The times that operations take on stores of several sizes, side by side, and beside an earlier report.

import JSONLines

struct ScaleCell {
  /// In nanoseconds.
  let times: Sample
  /// The most that any of the processes had, in bytes.
  let memory: Int

  var json: JSONValue {
    let times = [
      ("median", times.median), ("min", times.least), ("p99", times.percentile(99)),
      ("p99.9", times.percentile(99.9)), ("max", times.most),
    ]
    return .object(
      times.map { .init($0, .integer(Int64($1))) } + [.init("memory", .integer(Int64(memory)))])
  }
}

struct ScaleReport {
  let stores: [ScaleStore]
  let runs: Int
  /// By operation, then by store.
  var cells: [(operation: ScaleOperation, cells: [ScaleCell])] = []

  private func last(_ name: String) -> ScaleCell? {
    cells.first { $0.operation.name == name }?.cells.last
  }

  private func verdict(_ operation: ScaleOperation, _ cells: [ScaleCell]) -> String {
    guard let target = operation.target, let first = cells.first, let last = cells.last,
      let entries = stores.last?.entries
    else { return "" }
    let isReached: Bool
    let text: String
    switch target {
    case .growth(let limit):
      isReached =
        last.times.median <= limit * first.times.median && last.memory <= ScaleTarget.memory
      text = "≤ \(decimal(limit, digits: 0)) × and 64 MB"
    case .atMost(let limit):
      isReached = last.times.median <= limit
      text = "≤ \(Unit.nanoseconds.text(limit))"
    case .timesOther(let limit, let name):
      guard let other = self.last(name) else { return "" }
      let ratio = last.times.median / other.times.median
      isReached = ratio <= limit
      text = "≤ \(decimal(limit, digits: 3)) × \(name): \(decimal(ratio, digits: 3)) ×"
    case .entriesPerSecond(let limit):
      let rate = Double(entries) / last.times.median * 1e9
      isReached = rate >= limit
      text = "≥ \(Unit.perSecond.text(limit)): \(Unit.perSecond.text(rate))"
    }
    return text + (isReached ? ", pass" : ", SHORT")
  }

  var table: String {
    let sizes = stores.map { "\($0.entries) entries" }
    var rows = [["operation"] + sizes + ["growth", "p99, p99.9, max", "memory", "target"]]
    for (operation, cells) in cells {
      guard let first = cells.first, let last = cells.last else { continue }
      let tail =
        operation.repetitions == 1
        ? Unit.nanoseconds.text(last.times.most)
        : [last.times.percentile(99), last.times.percentile(99.9), last.times.most]
          .map { Unit.nanoseconds.text($0) }.joined(separator: ", ")
      rows.append(
        [operation.name] + cells.map { Unit.nanoseconds.text($0.times.median) }
          + [
            decimal(last.times.median / first.times.median, digits: 1) + " ×", tail,
            last.memory == 0 ? "-" : Unit.bytes.text(Double(last.memory)),
            verdict(operation, cells),
          ])
    }
    return rows.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n")
  }

  var json: String {
    let operations = cells.map { operation, cells in
      JSONValue.object([
        .init("name", .string(operation.name)), .init("cells", .array(cells.map(\.json))),
      ])
    }
    return JSONValue.object([
      .init("runs", .integer(Int64(runs))),
      .init("entries", .array(stores.map { .integer(Int64($0.entries)) })),
      .init("operations", .array(operations)),
    ]).text
  }

  /// The operations slower than in an earlier report, beyond what varies from run to run: their fastest run is slower
  /// than the median was, and their median than nearly all runs were.
  func regressions(since old: JSONValue) -> [String] {
    guard case .array(let operations)? = old["operations"] else { return [] }
    var found: [String] = []
    for (operation, cells) in cells {
      guard
        case .array(let before)? = operations.first(where: { $0["name"]?.string == operation.name }
        )?["cells"]
      else { continue }
      for (place, (cell, before)) in zip(cells, before).enumerated() {
        guard let median = before["median"]?.integer, let most = before["p99"]?.integer,
          cell.times.least > Double(median), cell.times.median > Double(most)
        else { continue }
        let ratio = decimal(cell.times.median / Double(median), digits: 2)
        found.append("\(operation.name), \(stores[place].entries) entries: \(ratio) × as slow")
      }
    }
    return found
  }
}
