// What can be asked of the benchmarks on the command line.

/// What to measure, and how it is printed.
struct Options {
  static let help = """
    usage: Benchmarks [--only NAME]... [--entries N] [--runs N] [--import FILE]
                      [--tool FILE] [--json]

      --only NAME     measure this figure; can be given several times
      --entries N     how many entries of made-up orders to measure on (200000)
      --runs N        how often each figure is measured, at least 5 times (5)
      --import FILE   measure the import with this file
      --tool FILE     measure this cleanstore as a process, too: start, show, list, size
      --json          print one JSON document

    figures: \((Benchmark.all + Benchmark.ofProcesses("")).map(\.name).joined(separator: " "))
    """

  private(set) var names: [String] = []
  private(set) var entries = 200_000
  private(set) var runs = 5
  private(set) var importFile: String?
  private(set) var tool: String?
  private(set) var isJSON = false
  private(set) var asksForHelp = false

  /// The options out of the arguments; what is wrong with them if they make no sense.
  static func parse(_ arguments: [String]) -> Result<Options, UsageError> {
    var options = Options()
    var rest = arguments[...]
    while let flag = rest.popFirst() {
      switch flag {
      case "--json": options.isJSON = true
      case "--help", "-h": options.asksForHelp = true
      case "--only", "--entries", "--runs", "--import", "--tool":
        guard let value = rest.popFirst() else {
          return .failure(UsageError(message: "\(flag) needs a value."))
        }
        guard options.take(value, for: flag) else {
          return .failure(UsageError(message: "\(flag) can't be \(value)."))
        }
      default: return .failure(UsageError(message: "There is no option \(flag)."))
      }
    }
    return .success(options)
  }

  private mutating func take(_ value: String, for flag: String) -> Bool {
    switch (flag, Int(value)) {
    case ("--only", _)
    where (Benchmark.all + Benchmark.ofProcesses("")).contains { $0.name == value }:
      names.append(value)
    case ("--import", _): importFile = value
    case ("--tool", _): tool = value
    case ("--entries", let count?) where (50_000...2_000_000).contains(count): entries = count
    case ("--runs", let count?) where (5...1000).contains(count): runs = count
    default: return false
    }
    return true
  }
}

/// Why arguments make no sense.
struct UsageError: Error {
  let message: String
}
