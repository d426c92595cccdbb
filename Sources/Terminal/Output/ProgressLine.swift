// One line on a terminal that shows the progress of long work. It draws nothing elsewhere, so that
// callers can report unconditionally, and it leaves nothing at the end.

/// A line on standard error that is redrawn in place, at most ten times a second.
package final class ProgressLine {
  private static let interval = Duration.milliseconds(100)

  private let output: any TextOutput
  private let width: Int
  private let isShown: Bool
  private let now: () -> ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant?

  /// Shown only if standard error is a terminal that can redraw.
  /// - Parameter output: standard error; flushed after each drawing.
  package init(
    on output: any TextOutput, terminal: TerminalInfo,
    now: @escaping () -> ContinuousClock.Instant = { .now }
  ) {
    self.output = output
    self.now = now
    // The last column stays free: some terminals wrap as soon as it is used.
    width = terminal.width - 1
    isShown = terminal.errorIsTerminal && terminal.canRedraw
  }

  /// Shows the text, unless the line was redrawn less than a tenth of a second ago.
  ///
  /// - Parameter text: made only if it is drawn; invisible characters are written out.
  package func update(_ text: @autoclosure () -> String) throws(OutputError) {
    guard isShown else { return }
    let instant = now()
    if let lastDrawn, instant - lastDrawn < Self.interval { return }
    lastDrawn = instant
    try draw(visible(text()).truncated(to: width))
  }

  /// Clears the line if it was ever drawn. Later updates draw it again.
  package func finish() throws(OutputError) {
    guard lastDrawn != nil else { return }
    lastDrawn = nil
    try draw("")
  }

  /// Return to the start of the line, write, clear what is left of the old text.
  private func draw(_ text: String) throws(OutputError) {
    try output.write("\r" + text + "\u{1b}[K")
    try output.flush()
  }
}
