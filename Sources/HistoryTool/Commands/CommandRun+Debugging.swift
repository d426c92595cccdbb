// The commands for debugging a history and sending it to others.

import Terminal
import HistoryScenes

extension CommandRun {
  func step() throws(Failure) -> ExitCode {
    guard try storePath != "-" else {
      throw Failure(
        .usage, code: "two-inputs",
        "step reads its commands from standard input, so the history "
          + "must come from elsewhere.",
        hint: "Save the history to a file, and pass it with --store.")
    }
    let presenter = try presenter(for: StepThroughHistory.self)
    let interactor = StepThroughHistoryInteractor(
      history: try history, presenter: presenter)
    try interactor.begin(
      .init(id: invocation.operand(commands.steppedStream), at: invocation.text(commands.at)))
    screen.flush()
    var hasFailed = false
    while !screen.isClosed, let line = try commandLine() {
      do throws(Failure) {
        guard try interactor.perform(line) else { break }
      } catch {
        hasFailed = true
        screen.display(failure: error)
      }
      screen.flush()
    }
    return hasFailed && !world.prompt.canAsk ? .negative : .done
  }

  private func commandLine() throws(Failure) -> String? {
    guard world.prompt.canAsk else { return try InputLine.next(of: world.input) }
    do throws(PromptError) {
      return try prompt.ask("step")
    } catch {
      throw Failure(error)
    }
  }

  func bisect() throws(Failure) -> ExitCode {
    guard let program = invocation.text(Flags.judge), !program.isEmpty else {
      throw Failure(
        .usage, code: "missing-program", "Nothing tells good from bad.",
        hint: "Pass a program with --run. For conditions, use `\(ToolName.current) find`.")
    }
    let presenter = try presenter(for: BisectHistory.self)
    // The program has the terminal.
    screen.progress.stop()
    let judge = JudgeProgram(
      program, environment: world.environment, position: commands.variable("POSITION"))
    let request = BisectHistory.Request(
      good: invocation.text(Flags.good), bad: invocation.text(Flags.bad))
    return try run(BisectHistory.self, request, in: (try history, judge), presenter)
  }

  func extract() throws(Failure) -> ExitCode {
    var request = ExtractHistory.Request()
    (request.ids, request.range) = try streamsAndRange(commands.extractedStreams)
    request.key = try pseudonymKey()
    request.file = invocation.text(Flags.outputFile)
    let history = try history
    let file = try request.file.map { (path) throws(Failure) in try NewFile(path) }
    return try run(
      ExtractHistory.self, request, in: (history, file ?? screen),
      try presenter(for: ExtractHistory.self))
  }

  package func pseudonymKey() throws(Failure) -> [UInt8]? {
    let file = invocation.text(Flags.keyFile)
    guard invocation.has(Flags.pseudonymize) == (file != nil) else {
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
