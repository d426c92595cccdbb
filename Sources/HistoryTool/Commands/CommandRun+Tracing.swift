// The trace of what is attempted, for the commands that record something. The engine traces the commands that it is
// given; here are requests that don't get that far.

extension CommandRun {
  /// The file to trace attempts to; nil if none is named, or if nothing is attempted.
  func openTrace() throws(Failure) -> TraceFile? {
    guard command.row.has(commands.trace), !invocation[Flags.dryRun] else { return nil }
    let variable = commands.variable("TRACE")
    if world.unreadableVariables.contains(variable), invocation[commands.trace] == nil {
      screen.display(note: "\(variable) isn't UTF-8. Commands aren't traced.")
      return nil
    }
    let path = invocation[commands.trace] ?? world.environment[variable] ?? ""
    if path.isEmpty { return nil }
    // The tool executes commands on one thread, its own.
    nonisolated(unsafe) let screen = screen
    return TraceFile(path, besides: inputs) { screen.display(note: $0) }
  }

  /// The files that the command reads.
  private var inputs: [String] {
    let flags = command.row.flags.filter { $0.content == .file && $0.name != commands.trace.name }
    let operands = command.row.operands.filter { $0.content == .file }
    return (operands.flatMap(invocation.texts) + flags.flatMap(invocation.texts))
      .map { $0 == "-" ? "/dev/stdin" : $0 }
  }

  /// Traces a failure, unless the engine has. An import that stops is traced beside its commands.
  ///
  /// - Parameter stream: The stream of the command, if that is known.
  func report(_ failure: Failure, to trace: TraceFile, on stream: StreamName?) {
    guard trace.isEmpty || invocation.command == HistoryCommands.importName else { return }
    trace.append(
      CommandAttempt(
        .failed, invocation.command, on: stream, by: actor, id: invocation[commands.commandID],
        expect: invocation[commands.expect], code: failure.code, at: world.clock()))
  }

  package func tracingFailure<Result>(
    on stream: StreamName?, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      if let trace = try openTrace() { report(error, to: trace, on: stream) }
      throw error
    }
  }
}
