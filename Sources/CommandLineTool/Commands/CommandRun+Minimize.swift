// The command that makes a history smaller.

import Replay
import Terminal
import HistoryScenes
import HistoryTool
import OrderScenes

extension CommandRun {
  func minimize() throws(Failure) -> ExitCode {
    let path = invocation.text(Flags.minimized)
    var request = MinimizeHistory.Request(try minimizingAim())
    request.maximumRuns = invocation.integer(Flags.maxRuns)
    let name = invocation.text(Flags.swiftTest)
    if let name { request.test = (name, try Self.fileName(of: path, test: name)) }
    let source = try source(storePath)
    let file = try path.map { (path) throws(Failure) in try NewFile(path) }
    let test = try name.map { (name) throws(Failure) in
      try NewFile(Self.folder(of: path ?? "") + name + ".swift")
    }
    let probe = try invocation.text(Flags.run).map { (line) throws(Failure) in
      try ShellProbe(line, folder: world.environment["TMPDIR"] ?? "/tmp")
    }
    let progress = ProgressLine(on: world.errors, terminal: world.terminal)
    let view = MinimizingView(screen, progress, isAside: file == nil)
    let presenter: any PresentationLogic<MinimizeHistory.Response> =
      wantsJSON
      ? JSONPresenter(display: view) : Presenter<MinimizeHistory>(display: view, notes: view)
    let interactor = MinimizeHistoryInteractor(
      source: source, presenter: presenter,
      output: file ?? screen, test: test, probe: probe, limits: limits(progress))
    Interrupt.install()
    defer { try? progress.finish() }
    let end = try interactor.minimize(request)
    try file?.finish()
    try test?.finish()
    return end == .interrupted ? .interrupted : .done
  }

  private func minimizingAim() throws(Failure) -> MinimizeHistory.Aim {
    if let condition = invocation.text(Flags.when) {
      return .condition(condition, ever: invocation.has(Flags.ever))
    }
    if invocation.has(Flags.diverges) { return .divergence }
    if invocation.text(Flags.run) != nil { return .program }
    throw Failure(
      .usage, code: "missing-flag", "There is nothing to minimize for.",
      hint: "Pass --when, --diverges or --run.")
  }

  private func limits(_ progress: ProgressLine) -> MinimizingLimits {
    var limits = MinimizingLimits()
    limits.isInterrupted = { Interrupt.isRequested }
    limits.report = { state in
      try? progress.update(
        "\(state.stage.rawValue): \(state.commands) commands left, \(state.runs) histories tried")
    }
    return limits
  }

  /// The name of the history's file, for a test next to it.
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

  /// The part of a path up to its last slash.
  private static func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}
