// The command that records commands from a file.

import Platform

package struct ImportRequest: Sendable {
  var file = "-"
  package var imported = ImportCommands.Request(name: "")
}

extension CommandRun {
  func importCommands(_ operands: ImportRequest) throws(Failure) -> ExitCode {
    let input = try commands(from: operands.file)
    var request = operands.imported
    request.name = Self.importName(of: operands.file)
    guard request.rejects == nil || request.format == .commands else {
      throw Failure(
        .usage, code: "exclusive-flags", "--rejects takes lines of commands, not recorded entries.",
        hint: "Omit --rejects: what isn't restored is named.")
    }
    let presenter = try presenter(for: ImportCommands.self)
    let rejects = try request.rejects.map { (path) throws(Failure) in try NewFile(path) }
    return try withEngine(isDryRun: request.isDryRun, onDemand: false) { (engine) throws(Failure) in
      if let login = engine.engine.login, !login.isProxy {
        throw Failure(
          .notPermitted, code: LogError.Code.notPermitted.rawValue,
          "An import records what others have requested: the login \(login.name) needs the role proxy for it.",
          hint: "Nothing was recorded. Have an administrator run "
            + "`\(ToolName.current) grant \(shellLine([login.name])) proxy`.")
      }
      // Everything else, waiting for the lock too, may be killed at once; an import stops between
      // two lines.
      world.catchInterrupts()
      var context = ImportCommands.Context(input, into: engine, clock: world.clock)
      context.progress = { [screen] in screen.progress.report("\($0) lines") }
      context.isInterrupted = { Interrupt.isRequested }
      context.rejects = rejects
      return try run(ImportCommands.self, request, in: context, presenter)
    }
  }

  /// Opens a file of commands, or standard input. A folder isn't one, whether a store or not.
  private func commands(from file: String) throws(Failure) -> any EntrySource {
    let hint = "Pass a file of commands, one JSON object per line."
    do throws(Failure) {
      let input = try source(file)
      if input.form == .history { return input }
    } catch {
      switch error.code {
      case "no-such-store":
        throw Failure(.notFound, code: "no-such-file", "There is no file \(file).", hint: hint)
      case "not-a-store": break
      default: throw error
      }
    }
    throw Failure(
      .usage, code: "not-a-file", "\(file) is a folder, not a file of commands.", hint: hint)
  }

  private static func importName(of path: String) -> String {
    path == "-" ? "stdin" : path.split(separator: "/").last.map(String.init) ?? path
  }
}
