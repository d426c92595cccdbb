// All figures of a store on a server, in the order in which they are measured and printed.

import EventLog

/// A figure of a store on a server, beside what PostgreSQL's own programs do there.
struct ServerFigure: Sendable {
  let heading: Heading
  /// Whether it measures a built tool.
  let needsTool: Bool
  let measure: @Sendable (ServerSession) throws -> [Run]

  var name: String { heading.name }

  private init(
    _ name: String, _ title: String, in unit: Unit = .perSecond, beside floor: String? = nil,
    _ target: Target? = nil, needsTool: Bool = false,
    measure: @escaping @Sendable (ServerSession) throws -> [Run]
  ) {
    heading = Heading(name: name, title: title, unit: unit, floor: floor, target: target)
    self.needsTool = needsTool
    self.measure = measure
  }

  static let all = [
    ServerFigure("caller-free", "1 caller", beside: "pgbench, free", .atLeastTimesFloor(0.25)) {
      try $0.callers(1, beside: "free")
    },
    ServerFigure(
      "caller-ordered", "1 caller", beside: "pgbench, head row", .atLeastTimesFloor(0.9)
    ) { try $0.callers(1, beside: "ordered") },
    ServerFigure(
      "callers-free", "64 callers", beside: "64 clients, free", .atLeastTimesFloor(0.6)
    ) { try $0.callers(64, beside: "free") },
    ServerFigure(
      "callers-ordered", "64 callers", beside: "64 clients, head row", .atLeastTimesFloor(8)
    ) { try $0.callers(64, beside: "ordered") },
    ServerFigure(
      "tail", "4 processes × 16 callers, p99", in: .nanoseconds, beside: "p50",
      .atMostTimesFloor(6)
    ) { try $0.tail() },
    ServerFigure(
      "fairness", "slowest of 4 processes", beside: "the fastest", .atLeastTimesFloor(0.6)
    ) { try $0.fairness() },
    ServerFigure(
      "whole-read", "whole read", beside: "psql, binary COPY", .atLeastTimesFloor(0.6)
    ) { try $0.wholeRead() },
    ServerFigure("read-memory", "its memory", in: .bytes, .atMost(64_000_000)) {
      try $0.readMemory()
    },
    ServerFigure(
      "server-show", "show ORDER", in: .nanoseconds, beside: "10 000 entries",
      .atMostTimesFloor(1.2), needsTool: true
    ) { try $0.show() },
    ServerFigure(
      "follow", "log --follow, acknowledged to printed", in: .nanoseconds, needsTool: true
    ) { try $0.follow() },
  ]
}

/// Measures the chosen figures on a server that is started for them, and prints a report.
func measureServer(_ bench: Bench, _ options: Options) throws {
  let chosen = ServerFigure.all.filter {
    (options.names.isEmpty || options.names.contains($0.name))
      && (options.tool != nil || !$0.needsTool)
  }
  do {
    let session = try ServerSession(bench)
    let report = Report(
      entries: options.entries, bytesPerEntry: bench.workload.bytesPerEntry, runs: options.runs,
      figures: try chosen.map { Figure($0.heading, try $0.measure(session)) })
    print(options.isJSON ? report.json : report.table + "\n\nPostgreSQL \(session.version)")
  } catch let error as MissingPeer {
    print("skipped: \(chosen.map(\.name).joined(separator: " ")) (\(error.what))")
  } catch let error as LogError where error.code == .unreachable {
    print("skipped: \(chosen.map(\.name).joined(separator: " ")) (\(error.message))")
  }
}
