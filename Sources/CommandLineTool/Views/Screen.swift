// What the views draw on. Remembers the first output error, so that views needn't handle it: once
// nobody reads any more, the rest is dropped.

import JSONLines
import Terminal
import HistoryScenes
import OrderScenes

/// Standard output and standard error, as views see them.
final class Screen: DocumentDisplayLogic {
  let palette: Palette
  /// Whether answers are for programs.
  let asJSON: Bool
  /// How wide lines may be; nil if the output isn't a terminal.
  let width: Int?
  /// How wide lines on standard error may be; nil if it isn't a terminal.
  let errorWidth: Int?
  private let terminal: TerminalInfo
  private let output: any TextOutput
  private let errors: any TextOutput
  private let pager: PagerOutput?
  private var failure: OutputError?

  /// Makes a screen.
  ///
  /// - Parameter isPaged: whether to show the output by pages, if somebody looks at it.
  init(
    _ world: World, color: ColorChoice = .auto, asJSON: Bool = false, isPaged: Bool = false
  ) {
    self.asJSON = asJSON
    terminal = world.terminal
    pager = isPaged ? world.pager : nil
    output = pager ?? world.output
    errors = world.errors
    palette = Palette(
      color, environment: world.environment, isTerminal: terminal.outputIsTerminal)
    width = terminal.outputIsTerminal ? terminal.width : nil
    errorWidth = terminal.errorIsTerminal ? terminal.width : nil
  }

  /// The screen of a command.
  convenience init(_ world: World, _ invocation: Invocation, asJSON: Bool) {
    let command = CommandTable.cleanstore.command(named: invocation.command)
    // What is followed has no end that a pager could wait for.
    let isPaged = command?.isPaged == true && !invocation.has(Flags.follow)
    self.init(
      world, color: invocation.choice(Flags.color) ?? .auto, asJSON: asJSON,
      isPaged: isPaged && !invocation.has(Flags.noPager))
  }

  /// Whether nobody reads any more, so that there is no point in going on.
  var isClosed: Bool { failure != nil }

  /// Shows a line that is safe to show.
  func line(_ text: String = "") {
    attempt { () throws(OutputError) in try output.writeLine(text) }
  }

  func table(_ table: Table) {
    for line in table.lines(palette: palette, maximumWidth: width) { self.line(line) }
  }

  func text(_ text: String) {
    attempt { () throws(OutputError) in try output.write(text) }
  }

  /// Shows a JSON document on a line of its own: byte by byte as it is, but on a terminal without
  /// anything that it would obey.
  func display(document: borrowing JSONWriter) {
    document.withBytes { bytes in
      attempt { () throws(OutputError) in
        if terminal.outputIsTerminal {
          try output.write(visibleJSON(String(decoding: bytes, as: UTF8.self)))
        } else {
          try output.write(bytes)
        }
        try output.write("\n")
      }
    }
  }

  /// Shows a note on standard error.
  func display(note: String) {
    let lines = visible(note).hanging(behind: "cleanstore: ", within: errorWidth)
    display(problem: lines.map { $0 + "\n" }.joined())
  }

  /// Shows a refusal on standard error.
  func display(refusal: RefusalViewModel) {
    display(problem: asJSON ? refusal.json : refusal.text(within: errorWidth))
  }

  /// Shows what went wrong on standard error.
  func display(failure: Failure) {
    display(problem: asJSON ? failure.json : failure.text(within: errorWidth))
  }

  /// Shows lines that are safe to show on standard error, behind all that was shown before. While
  /// a pager has the terminal, they go into it.
  func display(problem: String) {
    let problem = asJSON && terminal.errorIsTerminal ? visibleJSON(problem) : problem
    if pager != nil, terminal.errorIsTerminal { return text(problem) }
    attempt { () throws(OutputError) in try output.flush() }
    // A note that can't be shown is no reason to lose the answer.
    try? errors.write(problem)
    try? errors.flush()
  }

  /// Hands on everything that was kept back.
  func flush() { attempt { () throws(OutputError) in try output.flush() } }

  /// Writes what is left, and waits until the pager is left; tells what went wrong with the output,
  /// if anything did.
  func finish() -> OutputError? {
    attempt { () throws(OutputError) in
      if let pager { try pager.finish() } else { try output.flush() }
    }
    return failure
  }

  private func attempt(_ body: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    do throws(OutputError) { try body() } catch { failure = error }
  }
}
