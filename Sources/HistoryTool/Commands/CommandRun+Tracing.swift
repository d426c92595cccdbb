// The trace of what is attempted, for the commands that record something. The engine traces the commands that it is
// given; here are requests that don't get that far.

import EventLog
import EventSourcing
import HistoryScenes
import Terminal

extension CommandRun {
  /// The file to trace attempts to; nil if none is named, or if nothing is attempted.
  func openTrace() throws(Failure) -> TraceFile? {
    guard row?.has(commands.trace) == true, !invocation.has(Flags.dryRun) else { return nil }
    let variable = commands.variable("TRACE")
    if world.unreadableVariables.contains(variable), !invocation.has(commands.trace) {
      screen.display(note: "\(variable) isn't UTF-8. Commands aren't traced.")
      return nil
    }
    let path = invocation.text(commands.trace) ?? world.environment[variable] ?? ""
    if path.isEmpty { return nil }
    // The tool executes commands on one thread, its own.
    nonisolated(unsafe) let screen = screen
    return TraceFile(path, besides: inputs) { screen.display(note: $0) }
  }

  /// The files that the command reads.
  private var inputs: [String] {
    let flags = (row?.flags ?? []).filter { $0.content == .file && $0.name != commands.trace.name }
    let operands = (row?.operands ?? []).filter { $0.content == .file }
    return (operands.flatMap(invocation.operands) + flags.flatMap(invocation.texts))
      .map { $0 == "-" ? "/dev/stdin" : $0 }
  }

  /// Traces a failure, unless the engine has. An import that stops is traced beside its commands.
  ///
  /// - Parameter stream: What the command is for, if that is known.
  func report(_ failure: Failure, to trace: TraceFile, on stream: StreamName?) {
    guard trace.isEmpty || invocation.command == HistoryCommands.importName else { return }
    let request = changeRequest(for: "")
    trace.append(
      CommandAttempt(
        .failed, invocation.command, on: stream, by: request.actor, id: request.commandID,
        expect: request.expect, code: failure.code, at: world.clock()))
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
