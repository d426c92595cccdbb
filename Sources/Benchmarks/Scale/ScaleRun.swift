// Measures operations on stores of growing size.

import JSONLines

/// Measures all operations on all stores, and prints a report.
func measureScale(in folder: String, _ options: Options) throws {
  guard let tool = options.tool else { stop("--scale needs --tool.") }
  let sizes = [2560, 256_000, 2_560_000].filter { $0 < options.largestStore }
  let stores = try (sizes + [options.largestStore]).map {
    try ScaleStore(orders: $0, in: folder, tool: tool)
  }
  var report = ScaleReport(stores: stores, runs: options.runs)
  for operation in ScaleOperation.all
  where options.names.isEmpty || options.names.contains(operation.name) {
    let cells = stores.map { store in operation.measure(on: store, runs: options.runs) }
    report.cells.append((operation, cells))
  }
  print(options.isJSON ? report.json : report.table)
  if let file = options.oldReport {
    let regressions = report.regressions(since: try oldReport(at: file))
    warn(regressions.isEmpty ? "Nothing is slower." : regressions.joined(separator: "\n"))
  }
}

extension ScaleOperation {
  /// One more run than these: the first one fills caches.
  fileprivate func measure(on store: ScaleStore, runs: Int) -> ScaleCell {
    var times: [Double] = []
    var memory = 0
    for number in 0...runs * repetitions {
      prepare(store)
      let usage = run(store, number)
      if number > 0 { times.append(usage.time) }
      memory = max(memory, usage.memory)
    }
    return ScaleCell(times: Sample(times), memory: memory)
  }
}

private func oldReport(at path: String) throws -> JSONValue {
  try JSONValue(parsing: String(decoding: RawFile.bytes(of: path), as: UTF8.self))
}
