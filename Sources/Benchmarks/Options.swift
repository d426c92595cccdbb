// The options of the benchmarks.

import HistoryScenes

/// The benchmarks to run, and the form of the report.
struct Options {
  static let help = """
    usage: Benchmarks [--only NAME]... [--entries N] [--runs N] [--import FILE]
                      [--tool FILE] [--json]
           Benchmarks --peers [--only NAME]... [--entries N] [--runs N] [--json]
           Benchmarks --server [--only NAME]... [--entries N] [--runs N] [--tool FILE] [--json]
           Benchmarks --count NAME [--entries N] [--runs N]
           Benchmarks --scale FOLDER --tool FILE [--only NAME]... [--orders N] [--runs N]
                      [--json] [--compare FILE]

      --only NAME     measure this figure; can be given several times
      --entries N     how many entries of made-up orders to measure on (200000)
      --runs N        how often each figure is measured, at least 5 times (5)
      --import FILE   measure the import with this file
      --tool FILE     measure this cleanstore as a process, too: start, show, list, size
      --json          print one JSON document
      --peers         measure beside other systems; those that aren't installed are skipped
      --server        measure a store on a server, beside pgbench and psql
      --scale FOLDER  measure this tool's commands on stores of several sizes, which are
                      kept in this folder
      --orders N      how many orders the largest one has (2560000: 11 million entries)
      --compare FILE  name what is slower than in this report, which --json has printed
      --count NAME    run this as often as --runs says, and measure nothing: for programs that count

    figures: \((Benchmark.all + Benchmark.ofProcesses).map(\.name).joined(separator: " "))
    of peers: \(PeerFigure.all.map(\.name).joined(separator: " "))
    of a server: \(ServerFigure.all.map(\.name).joined(separator: " "))
    of scale: \(ScaleOperation.all.map(\.name).joined(separator: "; "))
    to count: \(Counted.allCases.map(\.rawValue).joined(separator: " "))

    to install what --peers needs, on Debian:
      \(Peer.installLines.joined(separator: "\n  "))
    """

  private(set) var names: [String] = []
  private(set) var entries = 200_000
  private(set) var runs = 5
  private(set) var importFile: String?
  private(set) var tool: String?
  private(set) var counted: Counted?
  private(set) var scaleFolder: String?
  private(set) var largestStore = 2_560_000
  private(set) var oldReport: String?
  private(set) var measuresPeers = false
  private(set) var measuresServer = false
  /// The address of the store that this process is to use as a part of a measurement.
  private(set) var sharedStore: String?
  private(set) var isJSON = false
  private(set) var asksForHelp = false

  /// The options from the arguments, or what is wrong with them.
  static func parse(_ arguments: [String]) -> Result<Options, UsageError> {
    var options = Options()
    var rest = arguments[...]
    while let flag = rest.popFirst() {
      switch flag {
      case "--json": options.isJSON = true
      case "--peers": options.measuresPeers = true
      case "--server": options.measuresServer = true
      case "--help", "-h": options.asksForHelp = true
      case "--only", "--entries", "--runs", "--import", "--tool", "--count", "--scale", "--orders",
        "--compare", "--take-part":
        guard let value = rest.popFirst() else {
          return .failure(UsageError(message: "\(flag) needs a value."))
        }
        guard options.take(value, for: flag) else {
          return .failure(UsageError(message: "\(flag) can't be \(value)."))
        }
      default: return .failure(UsageError(message: "There is no option \(flag)."))
      }
    }
    if let name = options.names.first(where: { !options.offersFigure($0) }) {
      return .failure(UsageError(message: "--only can't be \(name)."))
    }
    // With few entries, or few runs, times mean nothing.
    if options.counted == nil, options.entries < 50_000 || options.runs < 5 {
      return .failure(UsageError(message: "Measure at least 50000 entries and 5 runs."))
    }
    return .success(options)
  }

  private func offersFigure(_ name: String) -> Bool {
    if measuresServer { return ServerFigure.all.contains { $0.name == name } }
    if scaleFolder != nil { return ScaleOperation.all.contains { $0.name == name } }
    return measuresPeers
      ? PeerFigure.all.contains { $0.name == name }
      : (Benchmark.all + Benchmark.ofProcesses).contains { $0.name == name }
  }

  private mutating func take(_ value: String, for flag: String) -> Bool {
    switch (flag, Int(value)) {
    case ("--only", _): names.append(value)
    case ("--import", _): importFile = value
    case ("--tool", _): tool = value
    case ("--scale", _): scaleFolder = value
    case ("--compare", _): oldReport = value
    case ("--take-part", _): sharedStore = value
    case ("--orders", let count?) where count >= 2560: largestStore = count
    case ("--count", _):
      counted = Counted(rawValue: value)
      return counted != nil
    case ("--entries", let count?) where (1000...2_000_000).contains(count): entries = count
    case ("--runs", let count?) where (1...1000).contains(count): runs = count
    default: return false
    }
    return true
  }
}

/// The error of arguments that make no sense.
struct UsageError: Error {
  let message: String
}
