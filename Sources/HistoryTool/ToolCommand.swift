// Commands that a domain's tool has besides those of every tool.

import EventSourcing
import HistoryScenes
import Terminal

/// A command of a domain's own, with help, completion, and exit codes as all commands have them.
///
/// ```swift
/// let practise = ToolCommand(
///   "practise", summary: "Go through a deck.", operands: [quiz], changes: true
/// ) { run in
///   try run.withStreams(of: Quiz.self) { quizzes in
///     let outcome = try quizzes.execute(.reveal, on: run.operand(quiz))
///     run.show("\(outcome.state.cards.count) cards are left.")
///   }
/// }
/// ```
public struct ToolCommand: Sendable {
  let row: @Sendable (HistoryCommands) -> Command
  let carryOut: @Sendable (ToolRun) throws -> Void

  /// A command.
  ///
  /// What `body` throws ends the tool with a message and the documented exit code: 1 for a refusal, those of the log's
  /// errors for these, 64 for ``ToolRun/wrongUsage(_:)``, and 70 for any other error.
  ///
  /// - Parameters:
  ///   - name: What people type; not that of a command of every tool.
  ///   - summary: What it does, in a sentence.
  ///   - discussion: The rest of its help, a paragraph each.
  ///   - examples: Command lines, and what each does.
  ///   - operands: The operands in the order in which they are typed.
  ///   - flags: Its flags.
  ///   - changes: Whether it records commands: then it also has the flags `--actor`, `--lock-timeout`, `--accept-clock`
  ///     and `--trace`.
  ///   - body: Carries it out.
  public init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Term] = [],
    operands: [Operand] = [], flags: [Flag] = [], changes: Bool = false,
    body: @escaping @Sendable (ToolRun) throws -> Void
  ) {
    carryOut = body
    row = { commands in
      let recording = [commands.actor, Flags.lockTimeout, Flags.acceptClock, commands.trace]
      return Command(
        name, summary: summary, discussion: discussion, examples: examples, operands: operands,
        flags: flags + (changes ? recording : []))
    }
  }
}

/// A run of a domain's own command: what was typed, and what it works on.
public struct ToolRun {
  let run: CommandRun

  /// The operand; nil if it was left out.
  public func operand(_ operand: Operand) -> String? { run.invocation.operand(operand) }
  /// All operands of a kind that repeats.
  public func operands(_ operand: Operand) -> [String] { run.invocation.operands(operand) }
  /// Whether the flag was given.
  public func has(_ flag: Flag) -> Bool { run.invocation.has(flag) }
  /// The flag's text; nil if it wasn't given.
  public func text(_ flag: Flag) -> String? { run.invocation.text(flag) }
  /// The texts of a flag that repeats.
  public func texts(_ flag: Flag) -> [String] { run.invocation.texts(flag) }
  /// The flag's number; nil if it wasn't given.
  public func integer(_ flag: Flag) -> Int? { run.invocation.integer(flag) }
  /// Who requests commands: `--actor`, the setting, or the name of the user.
  public var actor: String { run.actor }
  /// Whether output is for programs.
  public var wantsJSON: Bool { run.wantsJSON }

  /// An error about what was typed: thrown by the command, it ends the tool with a message and exit code 64.
  public func wrongUsage(_ message: String) -> any Error {
    Failure(
      .usage, code: "wrong-usage", message,
      hint: "`\(ToolName.current) help \(run.invocation.command)` explains the command.")
  }

  /// Shows a line on standard output, with control characters made visible.
  public func show(_ line: String) { run.screen.line(visible(line)) }

  /// Shows a question or an empty line, and waits for a line of standard input.
  ///
  /// - Returns: The line; nil at the end of the input.
  public func readLine() throws -> String? {
    run.screen.flush()
    return try InputLine.next(of: run.world.input)
  }

  /// Opens the store to write to it, and closes it at the end.
  ///
  /// - Throws: What is wrong with the store, and what `body` throws.
  public func withStreams<D: HistoryDomain, Result>(
    of domain: D.Type, _ body: (OpenStreams<D>) throws -> Result
  ) throws -> Result {
    var result = Swift.Result<Result, any Error>.failure(
      Failure(.bug, code: "bug", "The store was not opened."))
    try run.withEngine(isDryRun: false, onDemand: false) { (engine) throws(Failure) in
      result = Swift.Result { try body(OpenStreams(engine: engine, actor: run.actor)) }
    }
    return try result.get()
  }
}

/// The streams of a domain in a store that is open to write to.
public struct OpenStreams<D: HistoryDomain> {
  let engine: HistoryEngine
  let actor: String

  /// Executes a command; when it returns, its entry is on disk.
  ///
  /// - Parameters:
  ///   - command: What is requested.
  ///   - stream: The id of the stream; nil if the domain has only one.
  ///   - id: An id for the command: repeated with it, it is executed only once.
  /// - Throws: `EngineError` if it wasn't evaluated, or not recorded.
  public func execute(_ command: D.Command, on stream: String?, id: String? = nil)
    throws(EngineError) -> Outcome<D>
  {
    try D.execute(
      Submission(command, on: stream.map { .id($0) } ?? .single, by: actor, id: id),
      in: engine.states(), of: engine.engine, .sync)
  }

  /// The state of a stream; the initial one if it has no entries.
  ///
  /// - Throws: `EngineError` if the id is malformed, or the log can't be read.
  public func state(of id: String?) throws(EngineError) -> D.State {
    guard let stream = StreamName(category: D.category, id: id) else { throw .malformedID }
    return try engine.engine.state(of: stream, in: engine.states(of: D.self))?.state ?? D.initial
  }
}

extension Failure {
  /// What a domain's own command ends with.
  init(ofOwnCommand error: any Error, _ commands: HistoryCommands) {
    switch error {
    case let failure as Failure: self = failure
    case let error as LogError: self.init(error)
    case let error as EngineError: self.init(error, about: commands.words)
    case let refusal as any RecordedRefusal:
      self.init(
        .negative, code: refusal.code, "Refused: \(refusal.code).",
        hint: "`\(commands.tool) log --rejected` shows commands that were refused.")
    default:
      self.init(
        .bug, code: "bug", "\(error)",
        hint: "This is an error that \(commands.tool) doesn't expect. Please report it.")
    }
  }
}
