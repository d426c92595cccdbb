import Testing

/// What must not be written, and the few places where it may.
@Suite struct PurityTests {
  struct Ban: CustomTestStringConvertible {
    let what: String
    let pattern: Regex<Substring>
    /// Beginnings of the paths below Sources where it is allowed.
    var allowedIn: [String] = []
    var testDescription: String { what }
  }

  /// Regular expressions aren't sendable, and so not a constant.
  static func bans() -> [Ban] {
    [
      Ban(
        what: "the time of day", pattern: /\bDate\(|clock_gettime|gettimeofday|\btime\(nil\)/,
        allowedIn: ["CommandLineTool/Composition/"]),
      Ban(
        what: "random numbers",
        pattern: /\bUUID\(|\.random\(|randomElement|shuffle|SystemRandomNumberGenerator|arc4random/,
        allowedIn: ["CommandLineTool/Composition/"]),
      Ban(
        what: "clocks that only measure", pattern: /ContinuousClock|SuspendingClock/,
        allowedIn: [
          "EventLog/Directory/StoreLock", "EventLog/Writing/", "Terminal/", "Benchmarks/",
        ]),
      Ban(
        what: "sleeping", pattern: /\b(?:u|nano)?sleep\(/,
        allowedIn: ["EventLog/Directory/StoreLock"]),
      Ban(
        what: "the environment", pattern: /\bgetenv\(|\benviron\b|ProcessInfo/,
        allowedIn: ["CommandLineTool/Composition/", "Terminal/"]),
      Ban(
        what: "printing past the screen", pattern: /\b(?:print|debugPrint|dump)\(/,
        allowedIn: ["Benchmarks/"]),
      Ban(what: "crashing on purpose", pattern: /\bfatalError\b|preconditionFailure|\babort\(/),
      Ban(what: "ignoring errors by force", pattern: /\btry!|\bas!/),
      Ban(what: "floating point", pattern: /\b(?:Double|Float)\b/, allowedIn: ["Benchmarks/"]),
      Ban(
        what: "locales and Foundation", pattern: /\bLocale\b|NumberFormatter|String\(format:/),
      Ban(
        what: "API newer than macOS 15", pattern: /InlineArray|UTF8Span|\.span\b|MutableSpan/),
      Ban(what: "things to do later", pattern: /\b(?:TODO|FIXME|XXX|HACK)\b/),
    ]
  }

  @Test(arguments: bans().map(\.what)) func `sources are free of`(_ what: String) throws {
    let ban = try #require(Self.bans().first { $0.what == what })
    for file in SourceTree.sources {
      let path = file.path.dropFirst("Sources/".count)
      if ban.allowedIn.contains(where: { path.hasPrefix($0) }) { continue }
      // What is to be done later is mostly said in comments.
      let lines =
        what == "things to do later"
        ? file.lines.map { (file.path, $0) } : file.code.map { ($0.place, $0.text) }
      for (place, line) in lines {
        #expect(line.firstMatch(of: ban.pattern) == nil, "\(place): \(line)")
      }
    }
  }

  @Test func `every place that is allowed something is there`() {
    for ban in Self.bans() {
      for start in ban.allowedIn {
        #expect(
          SourceTree.sources.contains { $0.path.hasPrefix("Sources/" + start) },
          "\(ban.what): \(start)")
      }
    }
  }
}
