// A command of a tool: its row in the table, with the place of each flag and operand in its request, and the scene that
// it runs with that.

import Platform

/// A command of a domain's own, with help, completion, and exit codes as all commands have them.
///
/// ```swift
/// struct Practice: Sendable {
///   var quiz = ""
/// }
///
/// let practise = ToolCommand(
///   "practise", summary: "Go through a deck.", operands: [quiz(\.quiz)], changes: true,
///   request: Practice()
/// ) { run, practice in
///   try run.withStreams(of: Quiz.self) { quizzes in
///     let outcome = try quizzes.execute(.reveal, on: practice.quiz)
///     run.show("\(outcome.state.cards.count) cards are left.")
///   }
/// }
/// ```
public struct ToolCommand: Sendable {
  package private(set) var row: Command
  /// Whether it records commands, and is to get the flags of those that do.
  let changes: Bool
  package let carryOut: @Sendable (CommandRun) throws(Failure) -> ExitCode

  package var name: String { row.name }

  /// A command.
  ///
  /// An error that `body` throws ends the tool with a message and the documented exit code: 1 for a refusal, those of the
  /// log's errors for these, 64 for ``ToolRun/wrongUsage(_:)``, and 70 for any other error.
  ///
  /// - Parameters:
  ///   - name: The word that is typed; not the name of a command of every tool.
  ///   - summary: A sentence that says what it does.
  ///   - discussion: The rest of its help, a paragraph each.
  ///   - examples: Command lines, and what each does.
  ///   - operands: The operands in the order in which they are typed, and where they go in the request.
  ///   - flags: Its flags, and where they go in the request.
  ///   - changes: Whether it records commands: then it also has the flags `--actor`, `--lock-timeout`, `--accept-clock`
  ///     and `--trace`.
  ///   - request: The request if nothing is typed.
  ///   - body: Carries it out.
  public init<Request: Sendable>(
    _ name: String, summary: String, discussion: [String] = [], examples: [Term] = [],
    operands: [RequestOperand<Request>] = [], flags: [RequestFlag<Request>] = [],
    changes: Bool = false, request: Request,
    body: @escaping @Sendable (ToolRun, Request) throws -> Void
  ) {
    self.init(
      name, summary: summary, discussion: discussion, examples: examples, operands: operands,
      flags: flags, changes: changes, request: request,
      run: { run in
        { (request) throws(Failure) in
          do {
            try body(ToolRun(run: run), request)
            return .done
          } catch {
            throw Failure(ofOwnCommand: error, run.commands)
          }
        }
      })
  }

  /// A command without operands and flags of its own.
  ///
  /// - Parameters:
  ///   - name: The word that is typed; not the name of a command of every tool.
  ///   - summary: A sentence that says what it does.
  ///   - discussion: The rest of its help, a paragraph each.
  ///   - examples: Command lines, and what each does.
  ///   - changes: Whether it records commands.
  ///   - body: Carries it out; what it throws ends the tool.
  public init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Term] = [],
    changes: Bool = false, body: @escaping @Sendable (ToolRun) throws -> Void
  ) {
    self.init(
      name, summary: summary, discussion: discussion, examples: examples, operands: [], flags: [],
      changes: changes, request: ()
    ) { run, _ in try body(run) }
  }

  /// A command of any tool.
  ///
  /// - Parameters:
  ///   - request: The request if nothing is typed.
  ///   - run: Has the scene carry the request out.
  package init<Request: Sendable>(
    _ name: String, summary: String, discussion: [String] = [], examples: [Example] = [],
    operands: [RequestOperand<Request>] = [], flags: [RequestFlag<Request>] = [],
    groups: [Group<RequestFlag<Request>>] = [], exclusive: [[any NamedFlag]] = [],
    isPaged: Bool = false, insteadOfOperand: String? = nil, quotesOperands: Bool = true,
    synonyms: [String] = [], changes: Bool = false,
    request: Request,
    run: @escaping @Sendable (CommandRun) -> (Request) throws(Failure) -> ExitCode
  ) {
    row = Command(
      name, summary: summary, discussion: discussion, examples: examples,
      operands: operands.map(\.row), flags: flags.map(\.row),
      groups: groups.map { FlagGroup($0.title, $0.members.map(\.row)) },
      exclusive: exclusive.map { $0.map(\.row) }, isPaged: isPaged,
      insteadOfOperand: insteadOfOperand, quotesOperands: quotesOperands, synonyms: synonyms)
    self.changes = changes
    let fills = operands.map(\.fill) + (flags + groups.flatMap(\.members)).map(\.fill)
    carryOut = { (context) throws(Failure) in
      var filled = request
      for fill in fills { fill(&filled, context.invocation) }
      return try run(context)(context.begin(filled))
    }
  }

  /// A command with a request that says nothing.
  package init(
    _ name: String, summary: String, discussion: [String] = [], examples: [Example] = [],
    flags: [RequestFlag<Void>] = [],
    run: @escaping @Sendable (CommandRun) throws(Failure) -> ExitCode
  ) {
    self.init(
      name, summary: summary, discussion: discussion, examples: examples, operands: [],
      flags: flags, request: (), run: { context in { (_) throws(Failure) in try run(context) } })
  }

  /// The command with these flags if it records commands.
  func recording(_ flags: any NamedFlag...) -> ToolCommand {
    var command = self
    if changes { command.row = row.adding(flags.map(\.row)) }
    return command
  }
}

/// A run of a domain's own command, and what it works on.
public struct ToolRun {
  let run: CommandRun

  /// The person or program that requests commands: `--actor`, the setting, or the name of the user.
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
  public func show(_ line: String) { run.screen.line(StyledText(line)) }

  /// Shows a question or an empty line, and waits for a line of standard input.
  ///
  /// - Returns: The line; nil at the end of the input.
  public func readLine() throws -> String? {
    run.screen.flush()
    return try InputLine.next(of: run.world.input)
  }

  /// Opens the store to write to it, and closes it at the end.
  ///
  /// - Throws: An error of the store, or the error of `body`.
  public func withStreams<D: HistoryDomain, Result>(
    of domain: D.Type, _ body: (OpenStreams<D>) throws -> Result
  ) throws -> Result {
    try run.withEngine(isDryRun: false, onDemand: false) { (engine) throws(Failure) in
      Swift.Result { try body(OpenStreams(engine: engine, actor: run.actor)) }
    }.get()
  }
}

/// The streams of a domain in a store that is open to write to.
public struct OpenStreams<D: HistoryDomain> {
  let engine: HistoryEngine
  let actor: String

  /// Executes a command; when it returns, its entry is on disk.
  ///
  /// - Parameters:
  ///   - command: The command to execute.
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
  /// The exit code of a domain's own command.
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
