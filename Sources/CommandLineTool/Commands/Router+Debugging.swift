// The commands that track down a mistake and send it to somebody.

import Terminal
import HistoryScenes
import OrderScenes

extension Router {
  func step() throws(Failure) -> ExitCode {
    guard try storePath != "-" else {
      throw Failure(
        .usage, code: "two-inputs", "Commands come from standard input, so the history can't.",
        hint: "Save it in a file, and name that with --store.")
    }
    let presenter = try presenter(for: StepThroughHistory.self)
    let interactor = StepThroughHistoryInteractor(
      source: try source(storePath), presenter: presenter)
    try interactor.begin(
      .init(id: invocation.operand(Operands.stepOrder), at: invocation.text(Flags.at)))
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

  /// The next command; nil at the end of the input.
  private func commandLine() throws(Failure) -> String? {
    guard world.prompt.canAsk else { return world.nextLine() }
    do throws(PromptError) {
      return try world.prompt.ask("step")
    } catch {
      throw Failure(error)
    }
  }

  func bisect() throws(Failure) -> ExitCode {
    guard let program = invocation.text(Flags.judge), !program.isEmpty else {
      throw Failure(
        .usage, code: "missing-program", "Nothing says what is good and what is bad.",
        hint: "Name a program with --run; for conditions there is `cleanstore find`.")
    }
    let presenter = try presenter(for: BisectHistory.self)
    let interactor = BisectHistoryInteractor(
      source: try source(storePath),
      judge: JudgeProgram(program, environment: world.environment), presenter: presenter)
    let request = BisectHistory.Request(
      good: invocation.text(Flags.good), bad: invocation.text(Flags.bad))
    return try run(interactor, request)
  }

  func extract() throws(Failure) -> ExitCode {
    var request = ExtractHistory.Request()
    for operand in invocation.operands(Operands.ordersAndRange) {
      if !operand.contains("..") {
        request.orders.append(operand)
      } else if request.range == nil {
        request.range = operand
      } else {
        throw .rangeTooMany(operand)
      }
    }
    request.key = try pseudonymKey()
    request.file = invocation.text(Flags.outputFile)
    let source = try source(storePath)
    let file = try request.file.map { (path) throws(Failure) in try NewFile(path) }
    let history = ExtractHistory.Context(
      source: source, output: file ?? screen, isDone: { screen.isClosed })
    let interactor = Interactor<ExtractHistory>(
      history, presenter: try presenter(for: ExtractHistory.self))
    guard try interactor.handle(request) else { return .negative }
    try file?.finish()
    return .done
  }

  private func pseudonymKey() throws(Failure) -> [UInt8]? {
    let file = invocation.text(Flags.keyFile)
    guard invocation.has(Flags.pseudonymize) == (file != nil) else {
      throw Failure(
        .usage, code: file == nil ? "missing-key" : "unused-key",
        "--pseudonymize and --key-file belong together.",
        hint: "Make a key, as in `openssl rand -hex 32 > key`, and name it with --key-file.")
    }
    guard let file else { return nil }
    let isHistoryInput = try storePath == "-"
    guard file != "-" || !isHistoryInput else {
      throw Failure(
        .usage, code: "two-inputs", "Key and history can't both come from standard input.",
        hint: "Keep the key in a file.")
    }
    return try world.read(file)
  }
}
