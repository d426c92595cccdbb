// The trace of what is attempted, for the commands that change an order or a shipping method. The engine
// traces the commands that it is given; here are requests that don't get that far.

import EventLog
import EventSourcing
import HistoryScenes
import HistoryTool
import OrderDomain
import OrderScenes
import Terminal

extension CommandRun {
  /// The file to trace attempts to; nil if none is named, or if nothing is attempted.
  func openTrace() throws(Failure) -> TraceFile? {
    let command = CommandTable.cleanstore.command(named: invocation.command)
    guard command?.flags.contains(where: { $0.name == Flags.trace.name }) == true,
      !invocation.has(Flags.dryRun)
    else { return nil }
    let variable = "CLEANSTORE_TRACE"
    if world.unreadableVariables.contains(variable), !invocation.has(Flags.trace) {
      screen.display(note: "\(variable) isn't UTF-8. Commands aren't traced.")
      return nil
    }
    let path = invocation.text(Flags.trace) ?? world.environment[variable] ?? ""
    if path.isEmpty { return nil }
    // The tool executes commands on one thread, its own.
    nonisolated(unsafe) let screen = screen
    return TraceFile(path, besides: inputs) { screen.display(note: $0) }
  }

  /// The files that the command reads.
  private var inputs: [String] {
    [
      invocation.operand(Operands.file), invocation.text(FormFlags.from),
      invocation.text(FormFlags.cardFile),
    ].compactMap { $0 == "-" ? "/dev/stdin" : $0 }
  }

  /// Traces a failure, unless the engine has. An import that stops is traced beside its commands.
  func report(_ failure: Failure, to trace: TraceFile) {
    guard trace.isEmpty || invocation.command == CommandTable.importing.name else { return }
    let request = changeRequest()
    trace.append(
      CommandAttempt(
        .failed, invocation.command, on: requestedStream, by: request.actor, id: request.commandID,
        expect: request.expect, code: failure.code, at: world.clock()))
  }

  func tracingFailure<Result>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    do throws(Failure) {
      return try body()
    } catch {
      if let trace = try openTrace() { report(error, to: trace) }
      throw error
    }
  }

  private var requestedStream: StreamName? {
    if invocation.command == CommandTable.shippingMethods.name {
      return StreamName(category: Catalogue.category, id: nil)
    }
    let order = invocation.operand(Operands.order) ?? invocation.text(FormFlags.order)
    return order.flatMap { StreamName(category: Orders.category, id: $0) }
  }
}
