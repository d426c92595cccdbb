// The commands that decide a history again.

import HistoryScenes
import Terminal

extension CommandRun {
  func replay() throws(Failure) -> ExitCode {
    if invocation.has(Flags.outcomes) { return try writeOutcomes() }
    if let program = invocation.text(commands.against) { return try compare(with: program) }
    var request = ReplayHistory.Request()
    request.ids = invocation.texts(commands.only)
    request.from = invocation.text(commands.from)
    request.until = invocation.text(Flags.untilPosition)
    request.keepsGoing = invocation.has(Flags.keepGoing)
    request.rules = invocation.text(Flags.rules)
    request.ignored = invocation.texts(commands.ignore)
    let path = try storePath
    request.store = path == Self.usualStore ? nil : path
    let presenter = try presenter(for: ReplayHistory.self)
    return switch try ReplayHistory.replay(request, in: try history, presenter) {
    case .identical: .done
    case .diverged, .undecided: .negative
    case .unreadable: .badData
    }
  }

  private func writeOutcomes() throws(Failure) -> ExitCode {
    let presenter = HistoryOutcomesPresenter(display: screen)
    try HistoryOutcomes.handle(outcomesRequest, in: try history, presenter)
    return .done
  }

  private func compare(with program: String) throws(Failure) -> ExitCode {
    let path = try storePath
    guard path != "-" else {
      throw Failure(
        .usage, code: "not-a-file", "Two builds can't both read standard input.",
        hint: "Save the history to a file, and pass it with --store.")
    }
    let request = outcomesRequest
    var arguments = ["replay", "--outcomes", "--store", path]
    for id in request.ids { arguments += ["--only", id] }
    if let until = request.until { arguments += ["--until", until] }
    let history = try history
    let other = try OtherBuild(program, arguments, of: tool.table.name)
    return try run(
      CompareBuilds.self, request, in: (history, other), try presenter(for: HistoryDifferences.self)
    )
  }

  private var outcomesRequest: HistoryOutcomes.Request {
    var request = HistoryOutcomes.Request()
    request.ids = invocation.texts(commands.only)
    request.until = invocation.text(Flags.untilPosition)
    return request
  }

  func whatIf() throws(Failure) -> ExitCode {
    var request = WhatIf.Request()
    request.skipped = invocation.texts(Flags.skip)
    request.replaced = invocation.texts(Flags.replace)
    request.inserted = invocation.texts(Flags.insert)
    request.timed = invocation.texts(Flags.time)
    request.ignoresExpect = invocation.has(Flags.ignoreExpect)
    let history = try history
    let output = try invocation.text(Flags.output).map { (path) throws(Failure) in
      try NewFile(path)
    }
    let presenter = try presenter(for: HistoryDifferences.self)
    return try run(WhatIf.self, request, in: (history, output), presenter)
  }
}
