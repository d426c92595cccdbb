// The tool's verdict on a log, compared with the second reader's.

import Foundation

struct Judge {
  var tool: String
  /// A folder for the log and what the tool prints.
  var folder: String

  var path: String { folder + "/log.jsonl" }

  enum Difference: Equatable, CustomStringConvertible {
    case verdict(own: Verdict, tool: Verdict)
    case orders(own: String, tool: String)
    case outcomes(own: String, tool: String)
    case replay(own: String, tool: String)

    var description: String {
      switch self {
      case .verdict(let own, let tool): "verdict\n  own  \(own)\n  tool \(tool)"
      case .orders(let own, let tool): "orders\n  own  \(own)\n  tool \(tool)"
      case .replay(let own, let tool): "replay diverges at\n  own  \(own)\n  tool \(tool)"
      case .outcomes(let own, let tool): "outcomes\n  own  \(own)\n  tool \(tool)"
      }
    }
  }

  /// Nil if the two agree.
  func difference(on log: Log) throws -> Difference? {
    try write(log)
    let reading = log.read()
    let said = try toolsVerdict()
    guard reading.accepts(said) else { return .verdict(own: reading.verdict, tool: said) }
    return try difference(of: reading)
  }

  /// The difference in the states and outcomes of the log that was written.
  func difference(of reading: Reading) throws -> Difference? {
    guard [.good, .torn].contains(reading.verdict.kind) else { return nil }
    let orders = reading.history.orders.values.sorted { $0.id < $1.id }.map(\.json.canonical)
    if let (own, tool) = first(orders, try toolsOrders()) { return .orders(own: own, tool: tool) }
    guard reading.verdict.kind == .good else { return nil }
    let outcomes = Outcomes(of: reading.entries).lines
    let said = try run("replay", "--outcomes").output.split(separator: 0x0A).map(Array.init)
    // The last line has the digest.
    if let (own, tool) = first(outcomes, said.dropLast()) {
      return .outcomes(own: own, tool: tool)
    }
    let replayed = Replay(of: reading.entries).diverging
    let diverging = try toolsDivergences()
    return replayed == diverging ? nil : .replay(own: "\(replayed)", tool: "\(diverging)")
  }

  /// The numbers of the entries that `replay` names.
  private func toolsDivergences() throws -> [Int] {
    try run("replay", "--keep-going", "--json").output.split(separator: 0x0A).dropLast().map {
      try Parser.parse(Array($0), canonical: true)["seq"]?.integer ?? 0
    }
  }

  /// The first line that differs.
  private func first(_ own: [[UInt8]], _ tool: [[UInt8]]) -> (String, String)? {
    for index in 0..<max(own.count, tool.count) {
      let own = index < own.count ? own[index] : []
      let tool = index < tool.count ? tool[index] : []
      if own != tool { return ("\(Text(own))", "\(Text(tool))") }
    }
    return nil
  }

  func write(_ log: Log) throws {
    try? FileManager.default.removeItem(atPath: path)
    try log.write(to: path)
  }

  private func run(_ arguments: String...) throws -> ToolRun {
    try ToolRun.run(tool, arguments + ["--store", path], in: folder)
  }

  func toolsVerdict() throws -> Verdict {
    let run = try run("verify", "--json")
    if run.code == 0 { return .good }
    if run.code == 66 { return Verdict(kind: .noStore, file: "store.json", line: 1) }
    let printed = run.output.isEmpty ? run.errors : run.output
    var flaws: [Flaw] = []
    guard run.code == 65, let node = try? Parser.parse(printed, canonical: false, &flaws),
      let bad = node["firstBad"] ?? node["location"], let line = bad["line"]?.integer,
      let byte = bad["byte"]?.integer
    else {
      return Verdict(kind: .corrupt, what: "exit \(run.code): \(Text(printed))")
    }
    let what = "\((bad["what"] ?? node["message"])?.text ?? "")"
    let isNewer = what.contains("newer version") || what.contains("this tool doesn't know")
    let isTorn = what.contains("incomplete entry")
    let file = "\(bad["file"]?.text ?? "")".dropFirst(path.utf8.count + 1)
    return Verdict(
      kind: isNewer ? .newer : isTorn ? .torn : .corrupt, file: file.isEmpty ? nil : String(file),
      line: line, byte: byte, what: what)
  }

  /// One line for each order, in the order of their ids.
  func toolsOrders() throws -> [[UInt8]] {
    let states = ["placed", "paid", "shipped", "delivered", "returned", "cancelled", "deleted"]
    let list = ["list", "--json", "--store", path] + states.flatMap { ["--status", $0] }
    return try ToolRun.run(tool, list, in: folder).output.split(separator: 0x0A)
      .map { line in
        // These members aren't part of the state.
        let line = Array(
          String(decoding: line, as: UTF8.self).replacing(/,"erased":\[[0-9,]+\]/, with: "").utf8)
        // A single file's sums may be beyond what its reader accepts.
        var flaws: [Flaw] = []
        return (try Parser.parse(line, canonical: true, &flaws)["id"]?.text ?? "", line)
      }
      .sorted { $0.0 < $1.0 }.map(\.1)
  }
}

extension Reading {
  /// Whether a verdict names one of the things that are wrong with the first bad line.
  func accepts(_ said: Verdict) -> Bool {
    if verdicts.isEmpty { return said.kind == .good }
    return verdicts.contains {
      $0.kind == said.kind && $0.file == said.file && $0.line == said.line
        && ($0.firstByte...$0.byte).contains(said.byte)
    }
  }
}
