import Testing

/// Words that must not be written, and the few places where they may.
@Suite struct PurityTests {
  struct Ban: CustomTestStringConvertible, Sendable {
    let what: String
    let words: [String]
    /// Beginnings of the paths below Sources where it is allowed.
    var allowedIn: [String] = []
    var testDescription: String { what }
  }

  static let bans = [
    Ban(
      what: "the time of day", words: ["Date(", "clock_gettime", "gettimeofday", "time(nil)"],
      allowedIn: ["EventLog/SystemClock"]),
    Ban(
      what: "random numbers",
      words: [
        "UUID(", ".random(", "randomElement", "shuffled", "SystemRandomNumberGenerator",
        "arc4random", "getrandom", "getentropy",
      ],
      allowedIn: ["EventLog/SystemClock"]),
    Ban(
      what: "clocks that only measure", words: ["ContinuousClock", "SuspendingClock"],
      allowedIn: [
        "EventLog/Directory/StoreLock", "EventLog/Server/", "EventLog/Writing/", "Terminal/",
        "Benchmarks/",
      ]),
    Ban(
      what: "sleeping", words: ["usleep", "nanosleep", "sleep"],
      allowedIn: [
        "EventLog/Directory/StoreLock", "EventLog/Reading/StoreReader", "EventLog/Server/",
      ]),
    Ban(
      what: "the environment", words: ["getenv", "environ", "ProcessInfo"],
      allowedIn: ["HistoryTool/World/", "EventLog/Server/", "Benchmarks/"]),
    Ban(
      what: "printing past the screen", words: ["print(", "debugPrint(", "dump("],
      allowedIn: ["Benchmarks/", "OrderSample/"]),
    Ban(what: "crashing on purpose", words: ["fatalError", "preconditionFailure", "abort("]),
    Ban(what: "ignoring errors by force", words: ["try!", "as!"]),
    Ban(
      what: "floating point", words: ["Double", "Float"],
      allowedIn: ["Benchmarks/", "Formatting/Money"]),
    Ban(what: "locales", words: ["Locale", "NumberFormatter", "DateFormatter", "String(format"]),
    Ban(
      what: "API newer than macOS 15", words: ["InlineArray", "UTF8Span", ".span", "MutableSpan"]),
  ]

  @Test(arguments: bans) func `sources are free of`(_ ban: Ban) {
    for file in SourceTree.sources {
      let path = file.path.dropFirst("Sources/".count)
      if ban.allowedIn.contains(where: { path.hasPrefix($0) }) { continue }
      for hit in ban.words.flatMap({ file.hits(of: $0) }) where !hit.isInComment {
        Issue.record("\(hit.place): \(hit.line)")
      }
    }
  }

  @Test func `nothing is left to be done later`() {
    for file in SourceTree.sources {
      for hit in ["TODO", "FIXME", "XXX", "HACK"].flatMap({ file.hits(of: $0) }) {
        Issue.record("\(hit.place): \(hit.line)")
      }
    }
  }

  @Test func `every place that is allowed something needs it`() {
    for ban in Self.bans {
      for start in ban.allowedIn {
        let files = SourceTree.sources.filter { $0.path.hasPrefix("Sources/" + start) }
        let needs = files.contains { file in ban.words.contains { !file.hits(of: $0).isEmpty } }
        #expect(needs, "\(ban.what): \(start)")
      }
    }
  }
}
