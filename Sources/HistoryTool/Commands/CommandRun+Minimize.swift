// The command that makes a history smaller.

import Platform

struct MinimizeFlags: Sendable {
  var condition: String?
  var holdsEver = false
  var isForDivergence = false
  var program: String?
  var maximumRuns: Int?
  var output: String?
  var test: String?
}

extension CommandRun {
  func minimize(_ flags: MinimizeFlags) throws(Failure) -> ExitCode {
    let path = flags.output
    let request = try minimizingRequest(flags)
    let names = try flags.test.map { (name) throws(Failure) in
      (test: name, file: try Self.fileName(of: path, test: name))
    }
    let history = try history
    let file = try path.map { (path) throws(Failure) in try NewFile(path) }
    let test = try names.map { (names) throws(Failure) in
      try NewFile(Self.folder(of: path ?? "") + names.test + ".swift", with: file)
    }
    let view = MinimizingView(screen, isAside: file == nil)
    let presenter: any Presenter<MinimizeHistory.Response> =
      wantsJSON
      ? JSONPresenter(display: view) : MinimizeHistory.presenter(on: view)
    var context = MinimizeHistory.Context(history, output: file ?? view, limits(flags.maximumRuns))
    if let names, let test { context.test = (names.test, names.file, test) }
    world.catchInterrupts()
    return try run(MinimizeHistory.self, request, in: context, presenter, orElse: .interrupted)
  }

  private func minimizingRequest(
    _ flags: MinimizeFlags
  ) throws(Failure) -> MinimizeHistory.Request {
    if let condition = flags.condition { return .condition(condition, ever: flags.holdsEver) }
    if flags.isForDivergence { return .divergence }
    if let line = flags.program {
      return .program(try ShellProbe(line, environment: world.environment))
    }
    throw Failure(
      .usage, code: "missing-flag", "There is nothing to minimize for.",
      hint: "Pass --when, --diverges or --run.")
  }

  private func limits(_ maximumRuns: Int?) -> MinimizingLimits {
    var limits = MinimizingLimits()
    limits.maximumRuns = maximumRuns
    limits.isInterrupted = { Interrupt.isRequested }
    limits.report = { [screen] state in
      screen.progress.report(
        "\(state.stage.rawValue): \(state.commands) commands left, \(state.runs) histories tried")
    }
    return limits
  }

  private static func fileName(of path: String?, test name: String) throws(Failure) -> String {
    guard let path else {
      throw Failure(
        .usage, code: "missing-flag", "A test needs the history in a file.",
        hint: "Pass a file with --output.")
    }
    let isIdentifier = name.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: true
      default: false
      }
    }
    guard isIdentifier, let first = name.utf8.first, !(0x30...0x39).contains(first) else {
      throw Failure(
        .usage, code: "bad-name", "'\(name)' isn't a valid name for a test.",
        hint: "Use letters, digits and _, beginning with a letter.")
    }
    return String(path.dropFirst(folder(of: path).count))
  }

  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
