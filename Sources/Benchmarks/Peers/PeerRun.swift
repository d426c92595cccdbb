// Measures one peer after another. None of them runs while another one is measured.

import EventLog
import JSONLines

/// A peer's report besides its figures.
struct PeerReport {
  let peer: Peer
  var figures: [Figure] = []
  var version = ""
  var settings = ""
  var entries = 0
  /// Why it was skipped.
  var missing: String?
  /// The sums in which its copy of the entries differs from CleanStore's.
  var differences: [String] = []
}

/// Measures the chosen figures beside all peers that are there, and prints a report.
func measurePeers(_ bench: Bench, _ options: Options) throws {
  let chosen = PeerFigure.all.filter { options.names.isEmpty || options.names.contains($0.name) }
  let store = try bench.newStoreWithLog()
  let reports = try Peer.allCases.compactMap { peer in
    let figures = chosen.filter { $0.peer == peer }
    return figures.isEmpty ? nil : try peer.measure(figures, on: store, bench)
  }
  var report = Report(
    entries: options.entries, bytesPerEntry: bench.workload.bytesPerEntry, runs: options.runs,
    figures: reports.flatMap(\.figures))
  report.floors = "peer"
  report.more = [.init("peers", .array(reports.map(\.json)))]
  print(
    options.isJSON
      ? report.json
      : ([report.table, ""] + reports.map(\.text)).joined(separator: "\n"))
  guard reports.allSatisfy(\.differences.isEmpty) else {
    throw PeerFailure(description: "Not all of them end with the same state.")
  }
}

extension Peer {
  /// Measures figures, and compares the state at the end.
  fileprivate func measure(
    _ figures: [PeerFigure], on store: String, _ bench: Bench
  ) throws -> PeerReport {
    var report = PeerReport(peer: self)
    do {
      let program = try start(on: store + "/log", in: bench.folder)
      (report.version, report.settings) = (program.version, program.settings)
      report.entries = entries(of: bench.workload.entries)
      let session = PeerSession(bench, program, store: store, entries: report.entries)
      report.figures = try figures.map { Figure($0.heading, try $0.measure(session)) }
      let own = try LogSummary(of: StoreReader(path: store), through: report.entries)
      report.differences = try session.summary().differences(from: own)
    } catch let error as MissingPeer {
      report.missing = error.what
    }
    return report
  }
}

extension PeerReport {
  fileprivate var text: String {
    if let missing { return "skipped: \(peer.title) (\(missing))" }
    let state =
      differences.isEmpty
      ? "the same state after \(entries) entries"
      : "ANOTHER STATE after \(entries) entries: \(differences.joined(separator: "; "))"
    return "\(peer.title) \(version): \(settings); \(state)"
  }

  fileprivate var json: JSONValue {
    let name = JSONValue.Member("name", .string(peer.title))
    if let missing { return .object([name, .init("skipped", .string(missing))]) }
    return .object([
      name, .init("version", .string(version)), .init("settings", .string(settings)),
      .init("entries", .integer(Int64(entries))),
      .init("differences", .array(differences.map { .string($0) })),
    ])
  }
}
