// What the views draw on. Remembers the first output error, so that views needn't handle it: once
// nobody reads any more, the rest is dropped.

import JSONLines
import Terminal
import UseCases

/// Standard output and standard error, as views see them.
final class Screen: DocumentDisplayLogic, NoteDisplayLogic {
  let palette: Palette
  /// Whether answers are for programs.
  let asJSON: Bool
  /// How wide lines may be; nil if the output isn't a terminal.
  let width: Int?
  private let output: any TextOutput
  private let errors: any TextOutput
  private var failure: OutputError?

  init(_ world: World, _ invocation: Invocation, asJSON: Bool) {
    self.asJSON = asJSON
    output = world.output
    errors = world.errors
    palette = Palette(
      invocation.choice(Flags.color) ?? .auto, environment: world.environment,
      isTerminal: world.terminal.outputIsTerminal)
    width = world.terminal.outputIsTerminal ? world.terminal.width : nil
  }

  /// Whether nobody reads any more, so that there is no point in going on.
  var isClosed: Bool { failure != nil }

  /// Shows a line that is safe to show.
  func line(_ text: String = "") {
    attempt { () throws(OutputError) in try output.writeLine(text) }
  }

  /// Shows a table.
  func table(_ table: Table) {
    for line in table.lines(palette: palette, maximumWidth: width) { self.line(line) }
  }

  /// Shows a JSON document on a line of its own.
  func display(document: borrowing JSONWriter) {
    document.withBytes { bytes in
      attempt { () throws(OutputError) in
        try output.write(bytes)
        try output.write("\n")
      }
    }
  }

  /// Shows a note on standard error.
  func display(note: String) { display(problem: "cleanstore: " + visible(note) + "\n") }

  /// Shows lines that are safe to show on standard error, behind all that was shown before.
  func display(problem: String) {
    attempt { () throws(OutputError) in try output.flush() }
    // A note that can't be shown is no reason to lose the answer.
    try? errors.write(problem)
    try? errors.flush()
  }

  /// Hands on everything that was kept back.
  func flush() { attempt { () throws(OutputError) in try output.flush() } }

  /// Writes what is left; tells what went wrong with the output, if anything did.
  func finish() -> OutputError? {
    attempt { () throws(OutputError) in try output.flush() }
    return failure
  }

  private func attempt(_ body: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    do throws(OutputError) { try body() } catch { failure = error }
  }
}
