// The commands that decide a history again.

import Platform

struct ReplayFlags: Sendable {
  var replayed = ReplayHistory.Request()
  var printsOutcomes = false
  var otherBuild: String?

  fileprivate var outcomes: HistoryOutcomes.Request {
    var request = HistoryOutcomes.Request()
    (request.ids, request.until) = (replayed.ids, replayed.until)
    return request
  }
}

struct WhatIfFlags: Sendable {
  var changed = WhatIf.Request()
  var output: String?
}

extension CommandRun {
  func replay(_ flags: ReplayFlags) throws(Failure) -> ExitCode {
    if flags.printsOutcomes { return try write(flags.outcomes) }
    if let program = flags.otherBuild { return try compare(flags.outcomes, with: program) }
    var request = flags.replayed
    let path = try storePath
    request.store = path == Self.usualStore ? nil : path
    let presenter = try presenter(for: ReplayHistory.self)
    return switch try ReplayHistory.replay(request, in: try anyHistory, presenter) {
    case .identical: .done
    case .diverged, .undecided: .negative
    case .unreadable: .badData
    }
  }

  private func write(_ request: HistoryOutcomes.Request) throws(Failure) -> ExitCode {
    let response = try HistoryOutcomes.respond(
      to: request, in: try history, until: { screen.isClosed }
    ) { (line, _) in screen.display(document: line) }
    JSONPresenter(display: screen).present(response)
    return .done
  }

  private func compare(
    _ request: HistoryOutcomes.Request, with program: String
  ) throws(Failure) -> ExitCode {
    try requireFile("Two builds can't both read standard input.", code: "not-a-file")
    var arguments = ["replay", "--outcomes", "--store", try storePath]
    for id in request.ids { arguments += ["--only", id] }
    if let until = request.until { arguments += ["--until", until.description] }
    let history = try history
    let other = try OtherBuild(program, arguments, of: tool.table.name, world)
    return try run(
      CompareBuilds.self, request, in: (history, other), try presenter(for: HistoryDifferences.self)
    )
  }

  func whatIf(_ flags: WhatIfFlags) throws(Failure) -> ExitCode {
    let history = try history
    let output = try flags.output.map { (path) throws(Failure) in
      try NewFile(path)
    }
    let presenter = try presenter(for: HistoryDifferences.self)
    return try run(WhatIf.self, flags.changed, in: (history, output), presenter)
  }
}
