// The commands for debugging a history and sending it to others.

import Platform

struct BisectFlags: Sendable {
  var search = BisectHistory.Request()
  var program: String?
}

struct ExtractFlags: Sendable {
  var copied = ExtractHistory.Request()
  var pseudonyms = PseudonymFlags()
}

struct PseudonymFlags: Sendable {
  var areUsed = false
  var keyFile: String?
}

extension CommandRun {
  func step(_ request: StepThroughHistory.Request) throws(Failure) -> ExitCode {
    try requireFile(
      "step reads its commands from standard input, so the history must come from elsewhere.")
    return try run(
      StepThroughHistory.self, request, in: (try history, commandLine, screen.display(failure:)),
      orElse: world.prompt.canAsk ? .done : .negative)
  }

  private func commandLine() throws(Failure) -> String? {
    screen.flush()
    guard !screen.isClosed else { return nil }
    guard world.prompt.canAsk else { return try InputLine.next(of: world.input) }
    return try Failure.of(PromptError.self, prompt.ask("step"), Failure.init)
  }

  func bisect(_ flags: BisectFlags) throws(Failure) -> ExitCode {
    guard let program = flags.program, !program.isEmpty else {
      throw Failure(
        .usage, code: "missing-program", "Nothing tells good from bad.",
        hint: "Pass a program with --run. For conditions, use `\(ToolName.current) find`.")
    }
    let presenter = try presenter(for: BisectHistory.self)
    // The program has the terminal.
    screen.progress.stop()
    let judge = JudgeProgram(
      program, environment: world.environment, position: commands.variable("POSITION"))
    return try run(BisectHistory.self, flags.search, in: (try history, judge), presenter)
  }

  func extract(_ flags: ExtractFlags) throws(Failure) -> ExitCode {
    var request = flags.copied
    (request.ids, request.range) = try streamsAndRange(request.ids)
    request.key = try pseudonymKey(flags.pseudonyms)
    let history = try history
    let file = try request.file.map { (path) throws(Failure) in try NewFile(path) }
    return try run(ExtractHistory.self, request, in: (history, file ?? screen))
  }

  func pseudonymKey(_ flags: PseudonymFlags) throws(Failure) -> [UInt8]? {
    let file = flags.keyFile
    guard flags.areUsed == (file != nil) else {
      throw Failure(
        .usage, code: file == nil ? "missing-key" : "unused-key",
        "--pseudonymize and --key-file must be used together.",
        hint: "Create a key, for example with `openssl rand -hex 32 > key`, and pass it with "
          + "--key-file.")
    }
    guard let file else { return nil }
    let isHistoryInput = try storePath == "-"
    guard file != "-" || !isHistoryInput else {
      throw Failure(
        .usage, code: "two-inputs", "The key and the history can't both come from standard input.",
        hint: "Save the key to a file.")
    }
    return try world.read(file)
  }
}
