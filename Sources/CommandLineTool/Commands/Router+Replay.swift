// The commands that decide a history once more.

import Terminal
import HistoryScenes
import OrderScenes

extension Router {
  func replay() throws(Failure) -> ExitCode {
    if invocation.has(Flags.outcomes) { return try writeOutcomes() }
    if let program = invocation.text(Flags.against) { return try compare(with: program) }
    var request = ReplayHistory.Request()
    request.orders = invocation.texts(Flags.only)
    request.from = invocation.text(Flags.from)
    request.until = invocation.text(Flags.untilPosition)
    request.keepsGoing = invocation.has(Flags.keepGoing)
    request.ignored = invocation.texts(Flags.ignore)
    let path = try storePath
    request.store = path == Self.usualStore ? nil : path
    let presenter = try presenter(for: ReplayHistory.self)
    let interactor = ReplayHistoryInteractor(source: try source(storePath), presenter: presenter)
    return switch try interactor.replay(request) {
    case .identical: .done
    case .diverged: .negative
    case .unreadable: .badData
    }
  }

  private func writeOutcomes() throws(Failure) -> ExitCode {
    let presenter = HistoryOutcomesPresenter(display: screen, isClosed: { screen.isClosed })
    let interactor = HistoryOutcomesInteractor(
      source: try source(storePath), presenter: presenter)
    return try run(interactor, outcomesRequest)
  }

  private func compare(with program: String) throws(Failure) -> ExitCode {
    let path = try storePath
    guard path != "-" else {
      throw Failure(
        .usage, code: "not-a-file", "Two builds can't both read standard input.",
        hint: "Save it in a file, and name that with --store.")
    }
    let request = outcomesRequest
    var arguments = ["replay", "--outcomes", "--store", path]
    for order in request.orders { arguments += ["--only", order] }
    if let until = request.until { arguments += ["--until", until] }
    let source = try source(storePath)
    let other = try OtherBuild(program, arguments)
    let interactor = CompareBuildsInteractor(
      source: source, other: other, presenter: try presenter(for: HistoryDifferences.self))
    return try run(interactor, request)
  }

  private var outcomesRequest: HistoryOutcomes.Request {
    var request = HistoryOutcomes.Request()
    request.orders = invocation.texts(Flags.only)
    request.until = invocation.text(Flags.untilPosition)
    return request
  }

  func whatIf() throws(Failure) -> ExitCode {
    var request = WhatIf.Request()
    request.skipped = invocation.texts(Flags.skip)
    request.replaced = invocation.texts(Flags.replace)
    request.inserted = invocation.texts(Flags.insert)
    request.timed = invocation.texts(Flags.time)
    let source = try source(storePath)
    let output = try invocation.text(Flags.output).map { (path) throws(Failure) in
      try NewFile(path)
    }
    let presenter = try presenter(for: HistoryDifferences.self)
    try WhatIfInteractor(source: source, presenter: presenter, output: output).handle(request)
    try output?.finish()
    return .done
  }
}
